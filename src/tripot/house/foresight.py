"""A bot's moves in secret, tried out before they are made: all of them and the one that ends them are one change."""

from __future__ import annotations

from copy import deepcopy

from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.engine.witness import Witness
from tripot.games.common import LATER, NOTHING
from tripot.house.recall import Recall, RecalledStep

SPECTATOR = -1


class Foresight:
    """A table's copy, and how long its log would be. Whatever happens at the table meanwhile, this one stays."""

    def __init__(self, table: Table, recalls: dict[int, Recall]) -> None:
        """`recalls` are the room's: what bots that remember have heard so far, by seat."""
        self._game: Game = table.game
        self._table, self._log, self._recalls = table, table.moves_since(0), recalls
        self._state: PlainState = table.state()
        self._trial = Table(table.game, table.seats, None, table.state(), table.chance)
        self._chance_is_own = False
        self._known = table.length
        self._public: Witness | None = None

    @property
    def length(self) -> int:
        return self._known + self._trial.length

    @property
    def actors(self) -> frozenset[int]:
        return self._trial.actors

    @property
    def sealed(self) -> bool:
        return bool(self._game.plain.sealed(self._state))

    def look(self, seat: int) -> Look:
        return self._trial.look(seat)

    def heard(self, seat: int) -> list[RecalledStep]:
        """All that a seat has heard and seen of the table, and of what was tried here."""
        if seat not in self._recalls:
            self._recalls[seat] = Recall(self._table, seat)
        recall = self._recalls[seat].follow(self._log)
        tried = self._trial.moves_since(0)
        return (recall.fork().follow([*self._log, *tried]) if tried else recall).steps

    def notices(self, seat: int, move: str) -> bool:
        """Make a move here; whether everybody would notice something of it, or of what chance does then."""
        plain, number = self._game.plain, self._game.move_number(move)
        if plain.hears(self._state, seat, number, SPECTATOR) not in (NOTHING, LATER):
            return True
        public = self._public = self._public or Witness(self._game, SPECTATOR, self._state, patient=True)
        if not self._chance_is_own:  # what happens here happens again, so chance must not have moved on
            self._trial, self._chance_is_own = self._trial.copy(deepcopy(self._trial.chance)), True
        made = self._trial.length
        self._trial.play(seat, move)
        noticed = False
        for mover, made_number in self._trial.moves_since(made):
            before, after = self._state, self._state.copy()
            plain.apply(after, mover, made_number)
            noticed |= public.step(before, mover, made_number, after) is not None
            self._state = after
        return noticed
