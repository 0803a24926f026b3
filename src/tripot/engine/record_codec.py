"""Records as readable documents, both ways, by a game's LEGEND.

The same reading serves positions (a full record) and views (a redacted one).
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from functools import cache, lru_cache
from types import ModuleType
from typing import Any

import numpy as np

from tripot.engine.errors import BadPosition
from tripot.engine.state import PlainState, plain_state

Document = dict[str, Any]
Reader = Callable[[Any], Any]  # from a field's value to what stands in a document


def seats_of(rules: ModuleType, state: PlainState) -> int:
    """How many seats a record is for."""
    return int(getattr(state, "seats", rules.SEATS[1]))


def to_document(rules: ModuleType, state: PlainState) -> Document:
    return read(rules, bytes(state))


def read(rules: ModuleType, record: bytes) -> Document:
    """The document of a record that is given as its bytes."""
    return {
        name: value_of(record[start:end]) for name, start, end, value_of in _readers(rules, seat_count(rules, record))
    }


def changes(rules: ModuleType, old: bytes, new: bytes) -> Document:
    """The fields of a record's document that differ from an older record's; not to be changed by whoever gets it."""
    readers = _remembering_readers(rules, seat_count(rules, new))
    return {name: read(new[start:end]) for name, start, end, read in readers if old[start:end] != new[start:end]}


@lru_cache(4096)
def places(rules: ModuleType, changed: int) -> list[tuple[int, int, int]]:
    """The fields that have a bit: their places in LEGEND, and where they lie in a record."""
    readers = _readers(rules, int(rules.SEATS[1]))
    return [(place, start, end) for place, (_, start, end, _) in enumerate(readers) if changed >> place & 1]


def field(rules: ModuleType, seats: int, place: int, value: bytes) -> Document:
    """One field of a document, from its bytes."""
    name, _, _, read = _readers(rules, seats)[place]
    return {name: read(value)}


def parts(rules: ModuleType, seats: int, place: int, value: bytes) -> tuple[str, list[bytes] | None]:
    """A field's name and, if it says something of every seat, the bytes that are each seat's."""
    name, size, _ = _seat_readers(rules, seats)[place]
    return name, [value[start : start + size] for start in range(0, seats * size, size)] if size else None


def part(rules: ModuleType, seats: int, place: int, value: bytes) -> Any:
    """What a field says of one seat."""
    return _seat_readers(rules, seats)[place][2](value)


@cache
def _seat_readers(rules: ModuleType, seats: int) -> list[tuple[str, int, Callable[[bytes], Any]]]:
    """Fields by name; of those with a list for every seat, how many bytes are a seat's, and how they read."""
    readers: list[tuple[str, int, Callable[[bytes], Any]]] = []
    for name, _, _, read in _readers(rules, seats):
        axis, *inner = rules.LEGEND[name]
        size = 0
        if axis == "seats" and len(inner) > 1:
            kind = rules.STATE.fields[name][0]
            one = np.dtype((kind.base, kind.shape[1:]))
            size, read = one.itemsize, _bytes_reader(one, _reader(tuple(inner), seats))
        readers.append((name, size, read))
    return readers


@cache
def _readers(rules: ModuleType, seats: int) -> list[tuple[str, int, int, Callable[[bytes], Any]]]:
    """Where each field lies in a record, and how its bytes read. Made once: a server reads fields all the time."""
    readers = []
    for name, legend in rules.LEGEND.items():
        kind, start, *_ = rules.STATE.fields[name]
        readers.append((name, start, start + kind.itemsize, _bytes_reader(kind, _reader(legend, seats))))
    return readers


@cache
def _remembering_readers(rules: ModuleType, seats: int) -> list[tuple[str, int, int, Callable[[bytes], Any]]]:
    """The same for many viewers, who mostly see the same; what a field says of each seat is remembered apart."""
    readers: list[tuple[str, int, int, Callable[[bytes], Any]]] = []
    for (name, start, end, read), (_, size, part) in zip(
        _readers(rules, seats), _seat_readers(rules, seats), strict=True
    ):
        if size:
            read = _by_seat(lru_cache(4096)(part), seats, size)
        readers.append((name, start, end, lru_cache(512)(read)))
    return readers


def _by_seat(read: Callable[[bytes], Any], seats: int, size: int) -> Callable[[bytes], Any]:
    places = range(0, seats * size, size)
    return lambda field: [read(field[place : place + size]) for place in places]


def _bytes_reader(kind: np.dtype[Any], read: Reader) -> Callable[[bytes], Any]:
    form: Any = kind.base.char
    shape = kind.shape
    if not shape:
        return lambda field: read(memoryview(field).cast(form)[0])
    return lambda field: read(memoryview(field).cast(form, shape).tolist())


@cache
def scalar_reader(rules: ModuleType, name: str) -> Callable[[bytes], int]:
    """Reads one number of a record that is given as its bytes."""
    kind, start, *_ = rules.STATE.fields[name]
    unpack = struct.Struct("=" + kind.char).unpack_from
    return lambda record: int(unpack(record, start)[0])


@cache
def clock_reader(rules: ModuleType) -> Callable[[bytes], tuple[int, int]]:
    """Reads whose turn it is, -1 for nobody's, and the number of the round, from 1; 0 where there is none."""
    fields = rules.STATE.fields
    turn = scalar_reader(rules, "turn") if "turn" in fields else None
    number = scalar_reader(rules, "round") if "round" in fields else None
    first = int(vars(rules).get("FIRST_ROUND", 1))
    return lambda record: (
        -1 if turn is None else turn(record),
        0 if number is None else max(number(record) + 1 - first, 0),
    )


def seat_count(rules: ModuleType, record: bytes) -> int:
    """The same of a record that is given as its bytes."""
    return scalar_reader(rules, "seats")(record) if "seats" in rules.STATE.fields else int(rules.SEATS[1])


def _reader(legend: tuple[Any, ...], seats: int) -> Reader:
    axis = legend[0]
    if len(legend) == 1:
        return _value_reader(axis)
    read = _reader(legend[1:], seats)
    if axis == "seats":
        return lambda items: [read(item) for item in items[:seats]]
    if isinstance(axis, tuple):
        empty = _empty(legend[-1])
        if len(legend) == 2:
            return lambda items: {
                name: read(item) for name, item in zip(axis, items, strict=False) if item != empty and name
            }
        return lambda items: {
            name: read(item) for name, item in zip(axis, items, strict=False) if name and not _is_blank(item, empty)
        }
    return lambda items: _without_blank_end([read(item) for item in items])


def _value_reader(legend: Any) -> Reader:
    if isinstance(legend, tuple):
        return (*legend, None).__getitem__  # -1, which reads as null, is the last one
    if legend == "flag":
        return lambda value: None if value == -1 else bool(value)
    return lambda value: None if value == -1 else value


def _without_blank_end(items: list[Any]) -> list[Any]:
    while items and items[-1] in (None, [], {}):
        items.pop()
    return items


def _is_blank(value: Any, empty: int) -> bool:
    """Whether a document leaves an entry out."""
    if isinstance(value, list):
        return all(_is_blank(item, empty) for item in value)
    return bool(value == empty)


def _empty(legend: Any) -> int:
    return 0 if legend in ("count", "flag") else -1


def from_document(rules: ModuleType, document: Document) -> PlainState:
    """The record that a document describes; what can't be read is refused with the place and the reason."""
    if not isinstance(document, dict):
        raise BadPosition("position.document")
    unknown = [field for field in document if field not in rules.LEGEND]
    missing = [field for field in rules.LEGEND if field not in document]
    if unknown:
        raise BadPosition("position.no-field", game=rules.NAME, field=repr(unknown[0]))
    if missing:
        raise BadPosition("position.missing", game=rules.NAME, field=repr(missing[0]))
    record = np.zeros((), rules.STATE)
    seats = document.get("seats", rules.SEATS[1])
    if not isinstance(seats, int) or not rules.SEATS[0] <= seats <= rules.SEATS[1]:
        raise BadPosition(
            "position.seats", game=rules.NAME, fewest=rules.SEATS[0], most=rules.SEATS[1], seats=repr(seats)
        )
    for field, legend in rules.LEGEND.items():
        kind = rules.STATE.fields[field][0]
        values = _write(document[field], legend, kind.shape, seats, field, _start(rules, field))
        limits = np.iinfo(kind.base)
        for number in np.ravel(values).tolist():
            if not limits.min <= number <= limits.max:
                raise BadPosition("position.large", where=field, number=number)
        record[field] = values
    state = plain_state(rules.STATE)(record)
    rules.complete(state)
    return state


def _start(rules: ModuleType, field: str) -> int:
    """What stands where nobody sits."""
    return int(rules.RECORD.fields[field].start)


def _write(value: Any, legend: tuple[Any, ...], shape: tuple[int, ...], seats: int, where: str, start: int) -> Any:
    axis, *rest = legend
    if not rest:
        return _write_value(value, axis, seats, where)
    inner, length, deeper = tuple(rest), shape[0], shape[1:]
    if isinstance(axis, tuple):
        if not isinstance(value, dict):
            raise BadPosition("position.named", where=where, value=repr(value))
        for name in value:
            if name not in axis or not name:
                raise BadPosition(
                    "position.none-of", where=where, value=repr(name), names=", ".join(filter(None, axis[:12]))
                )
        given = [(value[name], f"{where} {name}") if name in value else None for name in axis]
    else:
        if not isinstance(value, list):
            raise BadPosition("position.list", where=where, value=repr(value))
        if len(value) > length or (axis == "seats" and len(value) != seats):
            most = seats if axis == "seats" else length
            raise BadPosition("position.entries", where=where, most=most, count=len(value))
        given = [(item, f"{where} {i}") for i, item in enumerate(value)]
    given += [None] * (length - len(given))
    blank = np.full(deeper, start if axis == "seats" else _empty(legend[-1])).tolist()
    return [blank if item is None else _write(item[0], inner, deeper, seats, item[1], start) for item in given]


def _write_value(value: Any, legend: Any, seats: int, where: str) -> int:
    if value is None:
        return -1
    if isinstance(legend, tuple):
        if not isinstance(value, str) or value not in legend:
            raise BadPosition(
                "position.none-of", where=where, value=repr(value), names=", ".join(filter(None, legend[:12]))
            )
        return legend.index(value)
    if legend == "flag":
        if not isinstance(value, bool):
            raise BadPosition("position.flag", where=where, value=repr(value))
        return int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise BadPosition("position.whole", where=where, value=repr(value))
    if legend == "seat" and not 0 <= value < seats:
        raise BadPosition("position.seat", where=where, seat=value)
    return value
