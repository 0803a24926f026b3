"""Lines of random play in plain Python, with every full state on the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from tripot.engine.game import Game
from tripot.engine.look import Look, seats_in
from tripot.engine.state import PlainState
from tripot.games.common import CHANCE, NOBODY
from tripot.testing.settings import Setting


class Step(NamedTuple):
    """One move, by a seat or by chance."""

    before: PlainState
    seat: int
    move: int
    after: PlainState

    def told(self, game: Game) -> str:
        """The move in words, for a failing test."""
        if self.seat == CHANCE:
            return f"after chance's {game.outcomes[self.move]!r}"
        return f"after seat {self.seat}'s {game.moves[self.move]!r}"


def legal_moves(game: Game, state: PlainState, seat: int) -> list[int]:
    can = bytearray(8 * game.words)
    game.plain.legal(state, seat, can)
    return [move for move, marked in enumerate(can) if marked]


def possible_outcomes(game: Game, state: PlainState) -> dict[int, int]:
    """Outcomes of chance and their weights."""
    weights = [0] * len(game.outcomes)
    game.plain.chance(state, weights)
    return {outcome: weight for outcome, weight in enumerate(weights) if weight}


def random_choice(game: Game, state: PlainState, rng: random.Random) -> tuple[int, int] | None:
    """A seat that is asked (or chance) and one of its moves; None when the game is over."""
    asked = game.plain.actors(state)
    if asked == NOBODY:
        return None
    if asked == CHANCE:
        weights = possible_outcomes(game, state)
        return CHANCE, rng.choices(list(weights), list(weights.values()))[0]
    seat = rng.choice(sorted(seats_in(asked)))
    moves = legal_moves(game, state, seat)
    assert moves, f"seat {seat} is asked in the phase {Look(game, state, seat).phase!r} and may do nothing"
    return seat, rng.choice(moves)


def after(game: Game, state: PlainState, seat: int, move: int) -> PlainState:
    """The state that a move leads to; the one it comes from stays as it is."""
    then = state.copy()
    game.plain.apply(then, seat, move)
    return then


def line(setting: Setting, seed: int) -> Iterator[Step]:
    """A whole game, move by move."""
    yield from line_from(setting.game, setting.first_state(), random.Random(seed))


def line_from(game: Game, state: PlainState, rng: random.Random) -> Iterator[Step]:
    while (choice := random_choice(game, state, rng)) is not None:
        then = after(game, state, *choice)
        yield Step(state, *choice, then)
        state = then


def states(setting: Setting, seed: int) -> list[PlainState]:
    """All states of a whole game."""
    return [setting.first_state(), *(step.after for step in line(setting, seed))]


def spread(items: list[PlainState], count: int) -> list[PlainState]:
    """So many of these, evenly spread, with the first and the last."""
    if len(items) <= count:
        return items
    return [items[i * (len(items) - 1) // (count - 1)] for i in range(count)]
