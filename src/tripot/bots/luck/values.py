"""The fixed value of positions that luck is measured by: a network for each game, trained by `tripot.lab.valuing`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
LOWEST, SPREAD = -1, 16  # numbers from -1 to 14 may have marks of their own


@dataclass(frozen=True)
class Value:
    """What every seat may still expect, over the tensor of a full record, in points, counted from the first seat on.

    A number of the tensor has a row of `first` (`slot`), and another where it has a certain value (`equal`). The first
    layer's last columns are a straight way to the result. `rules` is the version that it was fitted for; `trust` says,
    by phase, how much of its luck is believed, and `remains[seats]` is the standard deviation of corrected results
    among regulars: what luck doesn't explain.
    """

    rules: int
    slot: Places
    equal: Places
    first: Floats
    offset: Floats
    second: Floats
    second_offset: Floats
    out: Floats
    trust: Floats
    remains: dict[int, float]

    @property
    def layers(self) -> tuple[Any, ...]:
        return self.slot, self.equal, self.first, self.offset, self.second, self.second_offset, self.out


def load(content: bytes) -> Value:
    """From a file as `tripot.lab.valuing` writes it; whoever has found out how far it is to be believed adds that."""
    with np.load(BytesIO(content)) as kept:
        arrays: dict[str, Any] = {name: kept[name] for name in kept.files}
    floats = {
        name: np.ascontiguousarray(arrays[name], np.float32) for name in ("offset", "second", "second_offset", "out")
    }
    return Value(
        rules=int(arrays["rules"]),
        slot=arrays["slot"].astype(np.int64),
        equal=arrays["equal"].astype(np.int64),
        first=arrays["first"].astype(np.float32) * arrays["sizes"][:, None],
        trust=arrays.get("trust", np.ones(64)).astype(np.float32),
        remains={int(seats): float(left) for seats, left in arrays.get("remains", np.zeros((0, 2)))},
        **floats,
    )


def keep(content: bytes, value: Value, path: Path) -> None:
    """The same file, with how far it is believed."""
    with np.load(BytesIO(content)) as kept:
        arrays: dict[str, Any] = {name: kept[name] for name in kept.files}
    arrays |= {"trust": value.trust, "remains": np.array(sorted(value.remains.items()))}
    np.savez_compressed(path, **arrays)


@cache
def value_for(game_name: str) -> Value | None:
    """A game's value; None where none was fitted."""
    file = files("tripot") / "bots" / "luck" / "fitted" / f"{game_name}.npz"
    return load(file.read_bytes()) if file.is_file() else None
