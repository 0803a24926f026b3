"""Who came first: by points, and where the rules rank equal ones, by what breaks ties."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from tripot.engine.game import Game


def ranked(points: npt.NDArray[Any], breaks: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """A rank for every seat of many games; equal ones share it."""
    own, other = points[:, :, None], points[:, None, :]
    ahead = (other > own) | ((other == own) & (breaks[:, None, :] > breaks[:, :, None]))
    ranks: npt.NDArray[np.int64] = 1 + ahead.sum(axis=2)
    return ranks


def ranks_in(game: Game, points: npt.NDArray[Any], records: npt.NDArray[np.void] | None) -> npt.NDArray[np.int64]:
    """The ranks of every seat in many games, by their points and, where the game breaks ties, the records that they
    ended with."""
    breaks = np.zeros(points.shape, np.int64)
    if game.breaks_ties:
        assert records is not None
        for i in np.flatnonzero((np.diff(np.sort(points, axis=1), axis=1) == 0).any(axis=1)):
            game.plain.tiebreak(game.new_state(records[i]), breaks[i])
    return ranked(points, breaks)


def wins_of(ranks: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """Shares of the win: equal first places share it."""
    first = ranks == 1
    return np.asarray(first / first.sum(axis=1, keepdims=True), np.float64)
