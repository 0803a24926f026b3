"""What of a record a function of the rules can depend on: so its answers are remembered by that alone."""

from __future__ import annotations

from functools import cache, lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tripot.engine.game import Game

ANYTHING = {"getattr", "vars", "bytes", "record", "copy"}  # names with which a function may read all of it


@cache
def fields_read(rules: ModuleType, *functions: str) -> frozenset[str]:
    """The record's fields that functions of the rules, and those that they call, name."""
    fields = set(rules.STATE.names or ())
    named = _named([getattr(rules, function) for function in functions])
    return frozenset(fields if named & ANYTHING else fields & (named | {"seats"}))


@cache
def bytes_read(rules: ModuleType, *functions: str) -> int:
    """A mask of the bytes of a record, as one number, that they can depend on."""
    return mask_of(rules, fields_read(rules, *functions))


def mask_of(rules: ModuleType, names: frozenset[str]) -> int:
    mask = 0
    for name in names:
        kind, start, *_ = rules.STATE.fields[name]
        mask |= ((1 << 8 * kind.itemsize) - 1) << 8 * start
    return mask


def part_of(record: bytes, mask: int) -> bytes:
    """A record with nothing in it but the bytes of a mask."""
    return (int.from_bytes(record, "little") & mask).to_bytes(len(record), "little")


def answer_in(game: Game, function: str, record: bytes, seat: int) -> int:
    """What a function of the rules says of a redacted record and a seat, remembered."""
    part = int.from_bytes(record, "little") & bytes_read(game.rules, function)
    return _answer(game, function, part, len(record), seat)


@lru_cache(16384)
def _answer(game: Game, function: str, part: int, size: int, seat: int) -> int:
    return int(getattr(game.plain, function)(game.state_of(part.to_bytes(size, "little")), seat))


def _named(functions: list[FunctionType]) -> set[str]:
    """All names in the code of functions, and of those that they call, whichever file these are in."""
    todo, seen, names = list(functions), set[FunctionType](), set[str]()
    while todo:
        function = todo.pop()
        if function not in seen:
            seen.add(function)
            own = _names_in(function.__code__)
            names |= own
            todo += [found for name in own if isinstance(found := function.__globals__.get(name), FunctionType)]
    return names


def _names_in(code: CodeType) -> set[str]:
    """The names in a piece of code, and in those that it is made of."""
    inner = (part for part in code.co_consts if isinstance(part, CodeType))
    return set(code.co_names).union(*map(_names_in, inner))
