"""The fixed value of positions that luck is measured by: a small network for each game, fitted by `bench.luck`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
NAMES = ("first", "offset", "second", "direct", "trust")


@dataclass(frozen=True)
class Value:
    """Layers over the tensor of a full record, in points; `rules` is the version that it was fitted for.

    `remains[seats]` is the standard deviation of corrected results among regulars: what luck doesn't explain.
    """

    rules: int
    first: Floats
    offset: Floats
    second: Floats
    direct: Floats
    trust: Floats  # by phase: the share of its luck that is believed
    remains: dict[int, float]

    @property
    def layers(self) -> tuple[Any, ...]:
        return self.first, self.offset, self.second, self.direct


def save(value: Value, file: Any) -> None:
    arrays = {name: getattr(value, name).astype(np.float16 if name == "first" else np.float32) for name in NAMES}
    remains = np.array(sorted(value.remains.items()), np.float64)
    np.savez_compressed(file, rules=np.array(value.rules), remains=remains, **arrays)


@cache
def value_for(game_name: str) -> Value | None:
    """A game's value; None where none was fitted."""
    file = files("tripot") / "bots" / "luck" / "fitted" / f"{game_name}.npz"
    if not file.is_file():
        return None
    with np.load(BytesIO(file.read_bytes())) as kept:
        layers = {name: np.ascontiguousarray(kept[name], np.float32) for name in NAMES}
        remains = {int(seats): float(left) for seats, left in kept["remains"].reshape(-1, 2)}
        return Value(int(kept["rules"]), remains=remains, **layers)
