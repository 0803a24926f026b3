"""Thousands of games on the GPU that policies play by themselves, step by step: whole records, for learning from."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np

from tripot.engine import gpu
from tripot.engine.game import Game
from tripot.engine.gpu_batch import TILE, WATCHERS, feature_table

BEGIN, GO_ON = -1, -2  # instead of moves, as in kernels.cuh


class Walks:
    """Games in which every seat plays by one temper. A step is one move in each of them, chance's too; who has ended
    begins again. `records` lie by word, then by game; `now` has everybody's points, `points` those of ended games.

    `by` and `arrays` are the kernels and the library of their arrays: the GPU's, unless others are given.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        games: int,
        seed: int,
        policy: ModuleType,
        temper: Sequence[int],
        by: Any = None,
        arrays: Any = None,
    ) -> None:
        xp = self.arrays = arrays or gpu.cupy()
        self.game, self.seats, self.games = game, seats, games
        self._kernels = by or gpu.kernels(game.rules, policy)
        self._options = xp.asarray(gpu.option_numbers(game, {}))
        self._features = xp.asarray(feature_table(game.rules).view(np.uint8))
        self.size = len(feature_table(game.rules))
        words, marks = gpu.record_words(game), -(-len(game.moves) // 32)
        self.records = xp.zeros((words, games), xp.uint32)
        self._views = xp.zeros((words, games), xp.uint32)
        self._marks = xp.zeros((marks, games), xp.uint32)
        self._masks = xp.zeros((games, len(game.moves)), xp.int8)
        self._lucks = xp.zeros((2, games), xp.uint32)
        self._own_lucks = xp.zeros((seats, 2, games), xp.uint32)
        self._who = xp.zeros(games, xp.int8)
        self._seated = xp.zeros((games, seats), xp.int8)
        self._temper = xp.asarray(np.array([temper], np.int32))
        self.moves = xp.full(games, BEGIN, xp.int64)
        self.points = xp.zeros((games, seats), xp.int32)
        self.now = xp.zeros((games, seats), xp.int32)
        self.done = xp.zeros(games, xp.int8)
        self._kernels.over("seed_all", games, self._lucks, np.int32(games), np.uint64(seed))
        self._kernels.over("seed_seats", games, self._own_lucks, np.int32(games), np.int32(seats), np.uint64(seed))

    def step(self) -> None:
        """One step in every game, or its beginning where `moves` says so."""
        self._kernels.over(
            "walk", self.games, self.records, self._lucks, np.int32(self.games), np.int32(self.seats), self._options,
            self.moves, self._who, self._marks, self._views, self.points, self.done, self._seated, self._temper,
            np.int32(self._temper.shape[1]), self._own_lucks, self.now,
        )  # fmt: skip
        self.moves[:] = GO_ON

    def observe(self, records: Any, viewers: Any, tensors: Any) -> None:
        """Whole records as tensors, each from one seat's place."""
        self._kernels.function("observe")(
            (-(-self.games // TILE),), (WATCHERS,),
            (self._features, np.int32(self.size), records, self._marks, viewers, np.int32(self.games),
             np.int32(self.seats), tensors, self._masks),
        )  # fmt: skip
