"""One game stepped natively, move by move, that shows every viewer what they may know and nobody the full state."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.chance import Seeded, checked_seed, drawn_seed
from tripot.engine.errors import IllegalMove, UnknownMove
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.table import Outcome, Table
from tripot.engine.tensor import tensor_size

NOBODY = 64  # what step_one gives when a game is over


class Single:
    """One game: `begin` it and `play`. Of several seats that are asked at once, `actor` is the lowest.

    Chance is the same as at a table of the same seed.
    """

    def __init__(self, game: Game, seats: int | None = None, seed: int | None = None, **options: Any) -> None:
        self.game = game
        self.seats = game.checked_seats(seats)
        self._options = np.array(game.option_numbers(game.chosen(options)) or (0,), np.int64)
        self._state = game.records(1)
        self._scratch = game.records(1)
        self._luck = np.zeros(2, np.int64)
        self._points = np.zeros(self.seats, np.int32)
        self._move_count, self._tensor_size = len(game.moves), tensor_size(game.rules)
        self._step_one, self._show_one = game.native.step_one, game.native.show_one
        self.actor: int | None = None
        self.begin(drawn_seed() if seed is None else seed)

    def begin(self, seed: int | None = None) -> None:
        """A new game. Its chance comes from a seed, or goes on from where it was."""
        if seed is not None:
            self.game.native.seed_all(self._luck.reshape(1, 2), checked_seed(seed))
        self.actor = int(self._step_one(self._state, self._luck, self.seats, self._options, 0, -1, self._points))

    def play(self, move: int) -> None:
        """A move of the actor, by its number, and chance after it."""
        if self.actor is None or not 0 <= move < self._move_count:
            self._refuse(move)
        asked = self._step_one(self._state, self._luck, self.seats, self._options, self.actor, move, self._points)
        if asked < 0:
            self._refuse(move)
        self.actor = None if asked == NOBODY else asked

    def observe(self, viewer: int) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8]]:
        """A viewer's tensor, and a mask of the moves that they may make now; the arrays are theirs to keep."""
        tensor, mask = np.empty(self._tensor_size, np.float32), np.zeros(self._move_count, np.int8)
        self._show_one(self._state, self._scratch, viewer, mask, tensor)
        return tensor, mask

    def look(self, viewer: int | None) -> Look:
        """What a seat (None: a spectator) may know."""
        return self._table().look(viewer)

    @property
    def scores(self) -> list[int]:
        """Points by seat of the last game that was finished here."""
        points: list[int] = self._points.tolist()
        return points

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self._table().outcome

    def _table(self) -> Table:
        """A table in the same position, for all that needs no speed."""
        state = self.game.new_state(self._state.reshape(())).copy()
        return Table(self.game, self.seats, None, state, Seeded(0))

    def _refuse(self, move: int) -> None:
        if not 0 <= move < self._move_count:
            raise UnknownMove("unknown-move.number", move=move, game=self.game.name, last=self._move_count - 1)
        if self.actor is None:
            raise IllegalMove("illegal.finished", move=self.game.moves[move])
        self._table().play(self.actor, self.game.moves[move])
