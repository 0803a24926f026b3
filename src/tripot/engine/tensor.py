"""The numeric tensor of a viewer: a function written from a game's LEGEND, over redacted records only.

Named values and seats become one-hot groups, counts and flags stay numbers (-1, unknown, stays -1). Seats are
counted from the viewer, who always comes first; a spectator counts from seat 0. Places of seats beyond the number
at the table are zero.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any


@dataclass(frozen=True)
class Group:
    """A stretch of the tensor that belongs to one field of the record."""

    field: str
    start: int
    size: int


def _width(value: Any, seats: int) -> int:
    if isinstance(value, tuple):
        return len(value)
    return seats if value == "seat" else 1


def _shape(rules: ModuleType, field: str) -> tuple[int, ...]:
    shape: tuple[int, ...] = rules.STATE.fields[field][0].shape
    return shape


def _cells(axis: Any, length: int) -> list[int]:
    """The indices along an axis that a tensor keeps: those with a name."""
    return [i for i in range(length) if not isinstance(axis, tuple) or (i < len(axis) and axis[i])]


@cache
def layout(rules: ModuleType) -> tuple[Group, ...]:
    """Which part of the tensor belongs to which field."""
    groups = []
    start = 0
    for field, (*axes, value) in rules.LEGEND.items():
        size = _width(value, rules.SEATS[1])
        for axis, length in zip(axes, _shape(rules, field), strict=True):
            size *= len(_cells(axis, length))
        groups.append(Group(field, start, size))
        start += size
    return tuple(groups)


def tensor_size(rules: ModuleType) -> int:
    last = layout(rules)[-1]
    return last.start + last.size


@dataclass(frozen=True)
class Feature:
    """Where one number of the tensor is read: a cell of the record, without seats, that lies `offset` bytes in.

    `seats` are the axes of seats, counted from the viewer, with the bytes from one seat to the next. A cell is a
    "number", or the feature says whether it is `value`: one of "names", or a "seat".
    """

    offset: int
    size: int
    seats: tuple[tuple[int, int], ...]
    kind: str
    value: int


@cache
def features(rules: ModuleType) -> tuple[Feature, ...]:
    """What `encode` writes, number by number."""
    found = []
    for group in layout(rules):
        *axes, value = rules.LEGEND[group.field]
        kind, offset = rules.STATE.fields[group.field][:2]
        strides = [kind.base.itemsize * math.prod(kind.shape[axis + 1 :]) for axis in range(len(kind.shape))]
        kept = [_cells(axis, length) for axis, length in zip(axes, kind.shape, strict=True)]
        reading = "names" if isinstance(value, tuple) else value if value == "seat" else "number"
        for cell in itertools.product(*kept):
            steps = list(zip(cell, strides, axes, strict=True))
            beside = [(i, stride) for i, stride, axis in steps if axis == "seats"]
            start = offset + sum(i * stride for i, stride, axis in steps if axis != "seats")
            for one in range(_width(value, rules.SEATS[1])):
                found.append(Feature(start, kind.base.itemsize, tuple(beside), reading, one))
    return tuple(found)


@cache
def encoder(rules: ModuleType) -> FunctionType:
    """`encode(s, viewer, out)` for one game, in the rules' own subset."""
    has_seats = "seats" in (rules.STATE.names or ())
    lines = [
        "def encode(s, viewer, out):",
        f"    for i in range({tensor_size(rules)}):",
        "        out[i] = 0",
        f"    seats = {'s.seats' if has_seats else rules.SEATS[1]}",
        "    first = viewer if viewer > 0 else 0",
    ]
    for group in layout(rules):
        *axes, value = rules.LEGEND[group.field]
        lines += _field_lines(rules, group, axes, value)
    scope: dict[str, Any] = {"__name__": "tripot.engine.tensor"}
    exec("\n".join(lines), scope)
    made = scope["encode"]
    assert isinstance(made, FunctionType)
    return made


def _field_lines(rules: ModuleType, group: Group, axes: list[Any], value: Any) -> list[str]:
    """Nested loops over a field's axes that write its stretch of the tensor."""
    lines: list[str] = []
    indent = "    "
    indices: list[str] = []
    place = str(group.start)
    stride = group.size
    for depth, (axis, length) in enumerate(zip(axes, _shape(rules, group.field), strict=True)):
        cells = _cells(axis, length)
        stride //= len(cells)
        i = f"i{depth}"
        if axis == "seats":
            index = f"seat{depth}"
            lines += [
                f"{indent}for {i} in range(seats):",
                f"{indent}    {index} = first + {i} if first + {i} < seats else first + {i} - seats",
            ]
        elif cells == list(range(len(cells))):
            lines.append(f"{indent}for {i} in range({len(cells)}):")
            index = i
        else:
            step, runs = _runs(cells)
            lines.append(f"{indent}for {i} in range({len(cells)}):")
            index = f"{cells[0]} + {i} // {runs} * {step} + {i} % {runs}"
        indices.append(index)
        indent += "    "
        place += f" + {i} * {stride}"
    cell = f"s.{group.field}" + (f"[{', '.join(indices)}]" if indices else "")
    lines.append(f"{indent}value = {cell}")
    if isinstance(value, tuple):
        lines += [f"{indent}if value >= 0:", f"{indent}    out[{place} + value] = 1"]
    elif value == "seat":
        beside = "(value - first if value >= first else value - first + seats)"
        lines += [f"{indent}if value >= 0:", f"{indent}    out[{place} + {beside}] = 1"]
    else:
        lines.append(f"{indent}out[{place}] = value")
    return lines


def _runs(cells: list[int]) -> tuple[int, int]:
    """Named cells that lie in equal runs at equal distances (a board inside its rim): (distance, run length)."""
    run = 1
    while run < len(cells) and cells[run] == cells[run - 1] + 1:
        run += 1
    step = cells[run] - cells[0] if run < len(cells) else run
    assert cells == [cells[0] + i // run * step + i % run for i in range(len(cells))], "named cells in equal runs"
    return step, run
