"""A record as plain Python sees it.

Scalars are ints and arrays are memoryviews of one buffer, laid out as the record: indexing gives Python's own integers,
and a value that does not fit its field raises where native code would silently wrap.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Record = npt.NDArray[np.void]


class PlainState:
    """One game record; a subclass for each record type has its fields as attributes."""

    __slots__ = ("_buffer",)
    _dtype: np.dtype[np.void]
    _buffer: bytearray

    def __init__(self, record: Record | None = None) -> None:
        """A copy of a zero-dimensional record array, or zeros."""
        self._take(bytearray(self._dtype.itemsize if record is None else record.tobytes()))

    def record(self) -> Record:
        """The record, as an array over this state's own memory."""
        self._write_scalars()
        return np.frombuffer(self._buffer, self._dtype).reshape(())

    def copy(self) -> Self:
        twin = self.__class__.__new__(self.__class__)
        self._copy_to(twin)
        return twin

    def __bytes__(self) -> bytes:
        self._write_scalars()
        return bytes(self._buffer)

    # written for each record type by `plain_state`: one attribute after the other is much faster than a loop

    def _take(self, buffer: bytearray) -> None:
        """Make this state one over a buffer."""
        raise NotImplementedError

    def _copy_to(self, twin: Self) -> None:
        raise NotImplementedError

    def _write_scalars(self) -> None:
        """Scalars live in attributes: put them into the buffer."""
        raise NotImplementedError


@cache
def plain_state(dtype: np.dtype[np.void]) -> type[PlainState]:
    """The class of plain states over one record type."""
    fields = {name: (spec[0], spec[1]) for name, spec in (dtype.fields or {}).items()}
    scalars = [name for name, (kind, _) in fields.items() if not kind.shape]
    arrays = [name for name, (kind, _) in fields.items() if kind.shape]
    views = [
        f"twin.{name} = view[{start}:{start + kind.itemsize}].cast({kind.base.char!r}, {kind.shape!r})"
        for name, (kind, start) in ((name, fields[name]) for name in arrays)
    ]
    runs = list(_runs(fields))
    lines = [
        "def _take(twin, buffer):",
        "    twin._buffer = buffer",
        "    view = memoryview(buffer)",
        *(f"    {', '.join(f'twin.{name}' for name in names)}, = unpack_{i}(buffer, {start})"
          for i, (names, start, _) in enumerate(runs)),
        *(f"    {view}" for view in views),
        "def _copy_to(self, twin):",
        "    twin._buffer = buffer = bytearray(self._buffer)",
        "    view = memoryview(buffer)",
        *(f"    twin.{name} = self.{name}" for name in scalars),
        *(f"    {view}" for view in views),
        "def _write_scalars(self):",
        "    try:",
        *(f"        pack_{i}(self._buffer, {start}, {', '.join(f'self.{name}' for name in names)})"
          for i, (names, start, _) in enumerate(runs)),
        "    except error as fault:",
        "        raise OverflowError(f'a value does not fit its field: {fault}') from None",
    ]  # fmt: skip
    scope: dict[str, Any] = {"error": struct.error}
    for i, (_, _, form) in enumerate(runs):
        scope |= {f"pack_{i}": struct.Struct(form).pack_into, f"unpack_{i}": struct.Struct(form).unpack_from}
    exec("\n".join(lines), scope)
    written = {name: scope[name] for name in ("_take", "_copy_to", "_write_scalars")}
    return type("State", (PlainState,), {"__slots__": (*scalars, *arrays), "_dtype": dtype, **written})


def _runs(fields: dict[str, tuple[np.dtype[Any], int]]) -> Iterator[tuple[list[str], int, str]]:
    """Scalars that lie side by side, where they begin, and how `struct` reads them together."""
    in_order = sorted(fields, key=lambda name: fields[name][1])
    for is_scalar, group in groupby(in_order, key=lambda name: not fields[name][0].shape):
        if not is_scalar:
            continue
        names = list(group)
        start = at = fields[names[0]][1]
        form = "="
        for name in names:
            kind, offset = fields[name]
            form += "x" * (offset - at) + kind.char
            at = offset + kind.itemsize
        yield names, start, form
