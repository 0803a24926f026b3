"""Thousands of games stepped together, without a Python call a game: moves in, masks, tensors and scores out."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.chance import checked_seed
from tripot.engine.game import Game
from tripot.engine.tensor import tensor_size


class Batch:
    """Games side by side. In each of them one seat is asked; of several asked at once, the lowest first.

    After every step `actors`, `masks` and `tensors` speak of the seat that is asked now; `done` marks the games that
    ended in this step, `scores` has their points, and they have begun again.
    """

    def __init__(self, game: Game, seats: int | None = None, games: int = 1024, seed: int = 0, **options: Any) -> None:
        self.game = game
        self.seats = game.checked_seats(seats)
        self._options = np.array(game.option_numbers(game.chosen(options)) or (0,), np.int64)
        self._states = game.records(games)
        self._scratch = game.records(1)
        self._lucks = np.zeros((games, 2), np.int64)
        self._words = np.zeros((games, game.words), np.int64)
        self._moves = np.zeros(games, np.int64)
        self.actors: npt.NDArray[np.int8] = np.zeros(games, np.int8)
        self.masks: npt.NDArray[np.int8] = self._words.view(np.int8)[:, : len(game.moves)]
        self.tensors: npt.NDArray[np.float32] = np.zeros((games, tensor_size(game.rules)), np.float32)
        self.scores: npt.NDArray[np.int32] = np.zeros((games, self.seats), np.int32)
        self.done: npt.NDArray[np.int8] = np.zeros(games, np.int8)
        self.restart(seed)

    def __len__(self) -> int:
        return len(self._states)

    def _step(self, random_steps: int = 0) -> int:
        ended = self.game.native.step_all(
            self._states, self._lucks, self.seats, self._options, self._moves, self.actors, self._words,
            self._scratch, self.tensors, self.scores, self.done, random_steps,
        )  # fmt: skip
        return int(ended)

    def restart(self, seed: int | None = None) -> None:
        """Begin every game anew. Chance of game i comes from seed + i, or goes on from where it was."""
        if seed is not None:
            self.game.native.seed_all(self._lucks, checked_seed(seed))
        self._moves[:] = -1
        self._step()

    def step(self, moves: npt.ArrayLike) -> None:
        """One move in every game, by the seat that is asked there."""
        chosen = np.asarray(moves, np.int64)
        if chosen.shape != self._moves.shape:
            raise ValueError(f"{len(self)} moves are expected, one a game, not {chosen.shape}")
        legal = (chosen >= 0) & (chosen < len(self.game.moves))
        legal &= self.masks[np.arange(len(self)), np.where(legal, chosen, 0)] == 1
        if not legal.all():
            place = int(np.argmin(legal))
            number = int(chosen[place])
            text = self.game.moves[number] if 0 <= number < len(self.game.moves) else number
            raise ValueError(f"game {place}: seat {self.actors[place]} can't play {text!r} now; nothing was played")
        self._moves[:] = chosen
        self._step()

    def chosen_by(
        self, policy: ModuleType, temper: Sequence[int], rows: npt.NDArray[np.int64], luck: npt.NDArray[np.int64]
    ) -> npt.NDArray[np.int64]:
        """What those who are asked in these games would do by a policy, each by their own redacted record."""
        from tripot.engine.native import native  # Numba is imported when it is needed, not before

        moves = np.zeros(len(rows), np.int64)
        native(self.game.rules, False, (), policy).decide_all(
            self._states, self._scratch, rows, self.actors, np.array(temper, np.int64), luck, moves
        )
        return moves

    def seen_in(self, row: int) -> Any:
        """The record of a game as who is asked there sees it."""
        record = self._states[row : row + 1].copy()
        self.game.native.redact_all(record, int(self.actors[row]))
        return record[0]

    def step_random(self, steps: int = 1) -> int:
        """So many random legal steps in every game, masks and tensors made for each; how many games ended."""
        return self._step(steps) if steps > 0 else 0
