"""Thousands of games stepped together on the GPU: moves in, masks, tensors and scores out, all of them in its memory.

What `batch.py` does, bit by bit. Arrays are CuPy's; `torch.from_dlpack` hands them to PyTorch without a copy. All is
done on CuPy's present stream, by default the one that PyTorch uses, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine import gpu
from tripot.engine.chance import checked_seed
from tripot.engine.game import Game
from tripot.engine.tensor import features

WATCHERS = 256  # threads that write observations, a block
TILE = 32  # games a block of these has in hand, as in kernels.cuh
FEATURE = np.dtype([
    ("offset", np.uint16), ("size", np.uint8), ("kind", np.uint8), ("value", np.int16), ("seat", np.uint8),
    ("other_seat", np.uint8), ("stride", np.uint16), ("other_stride", np.uint16), ("unused", np.uint32),
])  # fmt: skip
NO_AXIS = 255


def feature_table(rules: ModuleType) -> npt.NDArray[np.void]:
    """What each number of an observation is read from: a cell of the record, and how."""
    rows = np.zeros(len(features(rules)), FEATURE)
    for row, feature in zip(rows, features(rules), strict=True):
        axes = [*feature.seats, (NO_AXIS, 0), (NO_AXIS, 0)]
        (row["seat"], row["stride"]), (row["other_seat"], row["other_stride"]) = axes[:2]
        row["offset"], row["size"], row["value"] = feature.offset, feature.size, feature.value
        row["kind"] = ("names", "seat", "number").index(feature.kind)
    return rows


class GpuBatch:
    """Games side by side, one seat asked in each; after every step `actors`, `masks` and `tensors` speak of that seat,
    `done` marks the games that ended in this step, `scores` has their points, and they have begun again.

    `half` makes tensors of 16 bits. `seated` says, game by game, who sits in each seat: a place in `tempers`, who plays
    at once by the policy, `AT_RANDOM`, or `OUTSIDE`: only those are asked. With `teacher`, `leaned` has how likely the
    first temper is to make each move.
    """

    def __init__(
        self,
        game: Game,
        seats: int | None = None,
        games: int = 1 << 16,
        seed: int = 0,
        half: bool = False,
        policy: ModuleType | None = None,
        tempers: Sequence[Sequence[int]] = (),
        seated: npt.NDArray[np.int8] | None = None,
        teacher: bool = False,
        by: gpu.Kernels | None = None,
        **options: Any,
    ) -> None:
        cp = self._cupy = gpu.cupy()
        self.game, self.games = game, games
        self.seats = game.checked_seats(seats)
        self._kernels = by or gpu.kernels(game.rules, policy)
        self._options = cp.asarray(gpu.option_numbers(game, options))
        self._features = cp.asarray(feature_table(game.rules).view(np.uint8))
        self._size = len(features(game.rules))
        words, marks = gpu.record_words(game), -(-len(game.moves) // 32)
        self._records = cp.zeros((words, games), cp.uint32)
        self._views = cp.zeros((words, games), cp.uint32)
        self._marks = cp.zeros((marks, games), cp.uint32)
        self._lucks = cp.zeros((2, games), cp.uint32)
        self.moves = cp.zeros(games, cp.int64)
        self._observe = "observe_half" if half else "observe"
        self.actors = cp.zeros(games, cp.int8)
        self.masks = cp.zeros((games, len(game.moves)), cp.int8)
        self.tensors = cp.zeros((games, self._size), cp.float16 if half else cp.float32)
        self.scores = cp.zeros((games, self.seats), cp.int32)
        self.done = cp.zeros(games, cp.int8)
        self.leaned = cp.zeros((games, len(game.moves)), cp.float32) if teacher else None
        self._among = seated is not None
        if seated is not None:
            self._seated = cp.asarray(np.ascontiguousarray(seated, np.int8))
            self._tempers = cp.asarray(np.array(tempers or [(0,)], np.int32))
            self._own_lucks = cp.zeros((self.seats, 2, games), cp.uint32)
        self.restart(seed)

    def __len__(self) -> int:
        return self.games

    def restart(self, seed: int | None = None) -> None:
        """Begin every game anew. Chance of game i comes from seed + i, or goes on from where it was."""
        if seed is not None:
            first = np.uint64(checked_seed(seed))
            self._kernels.over("seed_all", self.games, self._lucks, np.int32(self.games), first)
            if self._among:
                self._kernels.over(
                    "seed_seats", self.games, self._own_lucks, np.int32(self.games), np.int32(self.seats), first
                )
        self.moves[:] = -1
        self.step()

    def step(self, moves: Any = None, at_random: bool = False) -> None:
        """One move in every game, by the seat that is asked there. Moves are taken as they are: whoever chooses them
        by the mask chooses legal ones, and nothing looks at them here."""
        if moves is not None:
            self.moves = moves if isinstance(moves, self._cupy.ndarray) else self._cupy.from_dlpack(moves)
        common = (
            self._records, self._lucks, np.int32(self.games), np.int32(self.seats), self._options, self.moves,
            self.actors, self._marks, self._views, self.scores, self.done,
        )  # fmt: skip
        if self._among:
            leaned = np.uint64(0) if self.leaned is None else self.leaned
            knobs = np.int32(self._tempers.shape[1])
            self._kernels.over(
                "step_among", self.games, *common, self._seated, self._tempers, knobs, self._own_lucks, leaned
            )
        else:
            self._kernels.over("step_all", self.games, *common, np.int32(at_random))
        self._kernels.function(self._observe)(
            (-(-self.games // TILE),), (WATCHERS,),
            (self._features, np.int32(self._size), self._views, self._marks, self.actors, np.int32(self.games),
             np.int32(self.seats), self.tensors, self.masks),
        )  # fmt: skip

    def step_random(self, steps: int = 1) -> None:
        """So many random legal steps in every game, masks and tensors made for each."""
        for _ in range(steps):
            self.step(at_random=True)
