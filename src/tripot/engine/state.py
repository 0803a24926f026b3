"""A record as plain Python sees it.

Scalars are ints and arrays are memoryviews of one NumPy record: indexing gives Python's own integers, and a value
that does not fit its field raises where native code would silently wrap.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Record = npt.NDArray[np.void]


class PlainState:
    """One game record; a subclass for each record type has its fields as attributes."""

    __slots__ = ("_record",)
    _dtype: np.dtype[np.void]
    _scalars: tuple[str, ...]
    _arrays: tuple[str, ...]

    def __init__(self, record: Record | None = None) -> None:
        """Take over a zero-dimensional record array, or start from zeros."""
        self._record: Record = np.zeros((), self._dtype) if record is None else record
        for name in self._scalars:
            setattr(self, name, self._record[name].item())
        for name in self._arrays:
            setattr(self, name, self._record[name].data)

    def record(self) -> Record:
        """The record itself, with every scalar written back."""
        for name in self._scalars:
            self._record[name] = getattr(self, name)
        return self._record

    def copy(self) -> Self:
        # by bytes: NumPy's own copy leaves what lies between the fields to chance
        return type(self)(np.frombuffer(bytearray(bytes(self)), self._dtype).reshape(()))

    def __bytes__(self) -> bytes:
        return self.record().tobytes()


@cache
def plain_state(dtype: np.dtype[np.void]) -> type[PlainState]:
    """The class of plain states over one record type."""
    fields: dict[str, Any] = dict(dtype.fields or {})
    scalars = tuple(name for name, spec in fields.items() if not spec[0].shape)
    arrays = tuple(name for name, spec in fields.items() if spec[0].shape)
    members: dict[str, Any] = {"__slots__": scalars + arrays, "_dtype": dtype, "_scalars": scalars, "_arrays": arrays}
    return type("State", (PlainState,), members)
