"""Who came first: by points, and where the rules rank equal ones, by what breaks ties."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tripot.engine.game import Game


def ranked(points: Iterable[int], breaks: Iterable[int]) -> tuple[int, ...]:
    """A rank for every seat; equal ones share it."""
    standing = list(zip(points, breaks, strict=True))
    return tuple(1 + sum(other > mine for other in standing) for mine in standing)


def ranks_in(game: Game, points: npt.NDArray[Any], records: npt.NDArray[np.void]) -> npt.NDArray[np.int64]:
    """The ranks of every seat in many games, by their points and the records that they ended with."""
    ranks: npt.NDArray[np.int64] = 1 + (points[:, None, :] > points[:, :, None]).sum(axis=2)
    if game.breaks_ties:
        for i in np.flatnonzero((np.diff(np.sort(points, axis=1), axis=1) == 0).any(axis=1)):
            breaks = [0] * points.shape[1]
            game.plain.tiebreak(game.new_state(records[i]), breaks)
            ranks[i] = ranked(points[i].tolist(), breaks)
    return ranks


def wins_of(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Shares of the win: equal first places share it."""
    first = ranks == 1
    return np.asarray(first / first.sum(axis=1, keepdims=True), np.float64)
