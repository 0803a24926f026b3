"""Where points come from: the rules' score lines, read from any record, and the sum of them that is a seat's score."""

from __future__ import annotations

from array import array
from functools import cache, lru_cache
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from tripot.engine.reading import bytes_read, part_of
from tripot.engine.record_codec import seats_of

if TYPE_CHECKING:
    from tripot.engine.game import Game

HIDDEN = (-1, 0)  # how a line is written that a viewer can't know


class Line(NamedTuple):
    """How many things of one kind count for a seat, by which clause, and what they come to in the game's unit.

    `number` and `points` are None where the viewer can't know them.
    """

    seat: int
    name: str
    clause: str
    number: int | None
    points: int | None


@cache
def summed(rules: ModuleType) -> FunctionType:
    """`scores(s, out)`: by seat, the sum of its lines, in the rules' own subset."""
    seats = "s.seats" if "seats" in (rules.STATE.names or ()) else str(rules.SEATS[1])
    source = f"""
def scores(s, out):
    for seat in range({seats}):
        points = 0
        for line in range({len(rules.LINES)}):
            points += earns(s, seat, line)
        out[seat] = points
"""
    scope: dict[str, Any] = {"__name__": __name__}
    exec(source, scope)
    made = scope["scores"]
    assert isinstance(made, FunctionType)
    return made


def lines_in(game: Game, record: bytes) -> tuple[Line, ...]:
    """The lines that a record gives, seat by seat, without those where there is nothing to count."""
    return lines_of(game, scored_in(game, record))


def scored_in(game: Game, record: bytes) -> bytes:
    """The same as numbers, as native steps write them: by seat and line, how many there are and what they come to."""
    return _scored(game, part_of(record, bytes_read(game.rules, "counts", "earns")))


@lru_cache(4096)
def _scored(game: Game, record: bytes) -> bytes:
    state, plain, numbers = game.state_of(record), game.plain, array("q")
    for seat in range(seats_of(game.rules, state)):
        for place in range(len(game.rules.LINES)):
            count = int(plain.counts(state, seat, place))
            numbers.extend((count, int(plain.earns(state, seat, place))) if count >= 0 else HIDDEN)
    return numbers.tobytes()


@lru_cache(4096)
def lines_of(game: Game, scored: bytes) -> tuple[Line, ...]:
    lines, numbers = game.rules.LINES, memoryview(scored).cast("q").tolist()
    found = []
    for place, (count, points) in enumerate(zip(numbers[::2], numbers[1::2], strict=True)):
        seat, (name, clause) = place // len(lines), lines[place % len(lines)]
        if count < 0:
            found.append(Line(seat, name, game.clause_name(clause), None, None))
        elif count or points:
            found.append(Line(seat, name, game.clause_name(clause), count, points))
    return tuple(found)
