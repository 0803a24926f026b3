"""What a bot's seat has heard and seen of its table, for bots that remember: step by step, as noticed."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import NamedTuple

from tripot.engine.hearing import Heard
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.engine.witness import Witness


class RecalledStep(NamedTuple):
    """One step: what was heard, and the record that the seat then sees."""

    heard: tuple[Heard, ...]
    record: bytes


class Recall:
    """Follows a table's log for one seat. It goes on from where it was, so that every move is looked at once."""

    def __init__(self, table: Table, seat: int) -> None:
        self._game = table.game
        self._state: PlainState = table.beginning()
        self._witness = Witness(table.game, seat, self._state)
        self._followed = 0
        self.steps = [RecalledStep((), bytes(self._witness.look))]

    def follow(self, moves: Sequence[tuple[int, int]]) -> Recall:
        """All moves of the log so far; those that it knows are skipped."""
        for seat, move in moves[self._followed :]:
            after = self._state.copy()
            self._game.plain.apply(after, seat, move)
            moment = self._witness.step(self._state, seat, move, after)
            if moment is not None:
                heard = tuple(Heard(event.seat, event.text, event.act) for event in moment.events)
                self.steps.append(RecalledStep(heard, bytes(self._witness.look)))
            self._state = after
            self._followed += 1
        return self

    def fork(self) -> Recall:
        """Another one that goes on from here, for moves that are only tried."""
        other = copy(self)
        other._witness = copy(self._witness)
        other._witness.listener = copy(self._witness.listener)
        other._witness.listener.sealed = list(self._witness.listener.sealed)
        other.steps = list(self.steps)
        return other
