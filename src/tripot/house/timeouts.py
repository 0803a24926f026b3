"""What time plays for a seat that hasn't decided: worked out from what the seat itself may know."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.state import PlainState

LONGEST_SERIES = 64  # moves


def completes(game: Game, before: PlainState, after: PlainState, seat: int, move: int) -> bool:
    """Whether a move ends an act: its seat has no more to do now, or sees something that it didn't know."""
    plain = game.plain
    asked = plain.actors(after)
    goes_on = asked > 0 and asked >> seat & 1 and plain.sealed(after) == plain.sealed(before)
    return not goes_on or bool(plain.reveals(before, after, seat, move, seat))


def whole_act(game: Game, state: PlainState, seat: int, moves: Sequence[str]) -> list[str] | None:
    """A series that was composed, if nothing but passive moves is missing (send, sign, park): with these."""
    act, complete = list[str](), False
    while len(act) < LONGEST_SERIES:
        look = Look(game, state, seat)
        move = moves[len(act)] if len(act) < len(moves) else _closing(look)
        if complete or move not in look.legal:
            return None
        state, complete = after(game, state, seat, move)
        act.append(move)
        if complete and len(act) >= len(moves):
            return act
    return None


def passive_act(state: PlainState, look: Look, luck: Callable[[], random.Random]) -> list[str]:
    """A seat's passive moves from a state until an act is complete; by luck in a game that has none."""
    game, seat = look.game, look.viewer
    lots = None if game.rules.PASSIVE else luck()
    act: list[str] = []
    while len(act) < LONGEST_SERIES:
        act.append(str(look.passive) if lots is None else lots.choice(look.legal))
        state, complete = after(game, state, seat, act[-1])
        if complete:
            break
        look = Look(game, state, seat)
    return act


def _closing(look: Look) -> str | None:
    """The passive move, if it is one that adds nothing to what was composed."""
    named = {look.game.moves[number] for number in look.game.rules.PASSIVE}
    return look.passive if look.passive in named else None


def after(game: Game, before: PlainState, seat: int, move: str) -> tuple[PlainState, bool]:
    """The state after a move, and whether it completes an act."""
    number, state = game.move_number(move), before.copy()
    game.plain.apply(state, seat, number)
    return state, completes(game, before, state, seat, number)
