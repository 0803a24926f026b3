"""Where points come from: the rules' score lines, read from any record, and the sum of them that is a seat's score."""

from __future__ import annotations

from functools import cache, lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from tripot.engine.legend import seats_of

if TYPE_CHECKING:
    from tripot.engine.game import Game


class Line(NamedTuple):
    """How many things of one kind count for a seat, by which clause, and what they come to in the game's unit.

    `number` and `points` are None where the viewer can't know them.
    """

    seat: int
    name: str
    clause: str
    number: int | None
    points: int | None


class Known(NamedTuple):
    """What a viewer knows of a seat's score: the sum of the lines that they know, and whether those are all."""

    points: int
    whole: bool


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
    read = int.from_bytes(record, "little") & _mask(game.rules)
    return _lines(game, read.to_bytes(len(record), "little"))


def known_score(lines: tuple[Line, ...], seat: int) -> Known | None:
    """A seat's score as far as lines tell it; None if they tell nothing but that something is hidden."""
    own = [line for line in lines if line.seat == seat]
    points = [line.points for line in own if line.points is not None]
    return None if own and not points else Known(sum(points), len(points) == len(own))


@lru_cache(4096)
def _lines(game: Game, record: bytes) -> tuple[Line, ...]:
    state, plain = game.state_of(record), game.plain
    found = []
    for seat in range(seats_of(game.rules, state)):
        for place, (name, clause) in enumerate(game.rules.LINES):
            count, points = int(plain.counts(state, seat, place)), int(plain.earns(state, seat, place))
            if count < 0:
                found.append(Line(seat, name, game.clause_name(clause), None, None))
            elif count or points:
                found.append(Line(seat, name, game.clause_name(clause), count, points))
    return tuple(found)


@cache
def line_fields(rules: ModuleType) -> int:
    """The fields of LEGEND that lines can depend on: a bit for each; all bits if they depend on more than these."""
    named = _named(rules) & set(rules.STATE.names or ())
    return (
        sum(1 << place for place, name in enumerate(rules.LEGEND) if name in named)
        if named <= set(rules.LEGEND)
        else -1
    )


@cache
def _mask(rules: ModuleType) -> int:
    """The bytes of a record that lines can depend on: those of the fields that their functions name.

    Most steps change none of them, so lines are mostly known already.
    """
    mask = 0
    for name in _named(rules) & set(rules.STATE.names or ()) | {"seats"} & set(rules.STATE.names or ()):
        kind, start, *_ = rules.STATE.fields[name]
        mask |= ((1 << 8 * kind.itemsize) - 1) << 8 * start
    return mask


def _named(rules: ModuleType) -> set[str]:
    """All names in the code of `counts` and `earns`, and of what they call."""
    todo: list[CodeType] = [rules.counts.__code__, rules.earns.__code__]
    seen: set[CodeType] = set()
    names: set[str] = set()
    while todo:
        code = todo.pop()
        if code in seen:
            continue
        seen.add(code)
        names |= set(code.co_names)
        called = (getattr(rules, name, None) for name in code.co_names)
        todo += [function.__code__ for function in called if isinstance(function, FunctionType)]
    return names
