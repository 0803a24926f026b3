"""Counting lines of play, to pin the move generator: how many sequences of so many moves there are."""

from __future__ import annotations

from tripot.engine.game import Game
from tripot.engine.look import seats_in
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.games.common import CHANCE


def perft(table: Table, depth: int) -> int:
    """The number of different sequences of moves, of seats and of chance, from here. Sealed answers come by seat."""
    return _count(table.game, table.state(), depth)


def divide(table: Table, depth: int) -> dict[str, int]:
    """The same, one line for each first move."""
    game, state = table.game, table.state()
    texts = game.outcomes if game.plain.actors(state) == CHANCE else game.moves
    counts: dict[str, int] = {}
    for seat, move in _choices(game, state):
        counts[texts[move]] = _count(game, _after(game, state, seat, move), depth - 1)
    return counts


def _choices(game: Game, state: PlainState) -> list[tuple[int, int]]:
    asked = game.plain.actors(state)
    if asked == CHANCE:
        weights = [0] * len(game.outcomes)
        game.plain.chance(state, weights)
        return [(CHANCE, outcome) for outcome, weight in enumerate(weights) if weight]
    if not asked:
        return []
    seat = min(seats_in(asked))
    can = bytearray(8 * game.words)
    game.plain.legal(state, seat, can)
    return [(seat, move) for move, marked in enumerate(can) if marked]


def _after(game: Game, state: PlainState, seat: int, move: int) -> PlainState:
    after = state.copy()
    game.plain.apply(after, seat, move)
    return after


def _count(game: Game, state: PlainState, depth: int) -> int:
    if depth <= 0:
        return 1
    choices = _choices(game, state)
    if depth == 1:
        return len(choices)
    return sum(_count(game, _after(game, state, seat, move), depth - 1) for seat, move in choices)
