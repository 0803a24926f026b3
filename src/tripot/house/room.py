"""A table of the house in memory: who sits there, what was played, who is asked and until when.

A room does no input or output and looks at no clock: it is told what is done and when, changes itself, and its caller
writes the change down before anybody is told of it. If that fails the room is thrown away, for it is only a cache
of what is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tripot.engine.chance import Seeded
from tripot.engine.look import Look
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.house import tokens
from tripot.house.errors import HouseError, Stale
from tripot.house.sheet import (
    PLAYING,
    Answer,
    Chair,
    Draft,
)
from tripot.house.timeouts import LONGEST_SERIES, after
from tripot.house.timing import TimedTable


class Composed(NamedTuple):
    """A series as far as its seat may see it, and whether its last move, which isn't in it then, completes an act."""

    state: PlainState
    complete: bool


class Room(TimedTable):
    """See the module's text. Whoever calls a method that changes something holds the room's lock.

    What seats decide is here; each file that this builds on has another subject.
    """

    def submit(self, guest: str, token: str, beat: int, moves: Sequence[str], now: float) -> None:
        """A decision of a seat. The same token again changes nothing and is accepted again."""
        chair, token = self.chair_of(guest), tokens.kept(guest, token, moves)
        if self._is_new(chair.seat, token, beat, moves):
            if len(moves) > 1 and self._composed(chair.seat, moves[:-1]).complete:
                raise _complete(moves[-2])
            self._take(chair, token, moves, now)

    def act(
        self, guest: str, token: str, beat: int, moves: Sequence[str], now: float, waited: float = 0.0
    ) -> Look | None:
        """The same if the moves complete an act; if the series may go on, nothing is done but to show it.

        `waited` is how long the client showed earlier things first: alone with bots, a race begins after that.
        """
        chair, token = self.chair_of(guest), tokens.kept(guest, token, moves)
        if self._is_new(chair.seat, token, beat, moves):
            composed = self._composed(chair.seat, moves)
            if not composed.complete:
                self._keep_draft(chair.seat, moves)
                return Look(self.game, composed.state, chair.seat)
            self._take(chair, token, moves, now, waited)
        return None

    def _is_new(self, seat: int, token: str, beat: int, moves: Sequence[str]) -> bool:
        """Whether a decision is to be made that was not made yet; refused if it can't be made now."""
        name, decided = tokens.parted(token)
        known = self._decided(name)
        if known is not None and known != decided:
            raise HouseError("token.used")
        if known is not None:
            return False
        self._need(PLAYING)
        if not 1 <= len(moves) <= LONGEST_SERIES:
            raise HouseError("moves.series", most=LONGEST_SERIES)
        if beat != self.chronicle(seat).beat:
            raise Stale("stale.beat")
        if seat in self.answers:
            raise HouseError("answered.already")
        return True

    def _take(self, chair: Chair, token: str, moves: Sequence[str], now: float, waited: float = 0.0) -> None:
        """Play a decision, or keep it sealed while its question is open."""
        table, seat = self._playing(), chair.seat
        if self.label and seat in table.actors:
            table.check(seat, *moves)
            at = max(self.sealed_since, now - waited) if self.alone else now
            self.answers[seat] = Answer(list(moves), at, token)
            # and no more: whoever saw the seat come back now, or not go next time, would know that it has answered
            self._close_if_all_answered(now)
        else:
            table.play(seat, *moves)
            self._write_down(now, {seat: token})
            self.come_back(chair.guest or "")
            chair.missed, chair.bot = 0, None

    def accepted(self, guest: str, token: str) -> bool:
        """Whether a guest's decision was made, or waits sealed."""
        name = tokens.owned(guest, token)
        return name in self._accepted or any(tokens.parted(answer.token)[0] == name for answer in self.answers.values())

    def _decided(self, name: str) -> str | None:
        """What a guest has decided under a name, taken back or not."""
        found = self._accepted.get(name)
        if found is None and self.label:
            sealed = [answer.token for answer in self.answers.values()]
            sealed += [token for withdrawn in self.withdrawn.values() for token in withdrawn]
            found = dict(map(tokens.parted, sealed)).get(name)
        return found

    def take_back(self, guest: str) -> None:
        """A sealed answer is taken back before its question is closed: nobody has seen it."""
        seat = self.chair_of(guest).seat
        if seat not in self.answers:
            raise HouseError("undo.nothing")
        self.withdrawn[seat] = (*self.withdrawn.get(seat, ()), self.answers.pop(seat).token)

    def draft(self, guest: str, moves: Sequence[str]) -> tuple[Look, bool]:
        """What the seat would see after the first moves of a series that it hasn't confirmed, and whether they are
        a whole act: then the last of them isn't shown yet. Time may play them for it.

        Only as far as nothing is opened: a draft that showed something new would be a way to peek and think again.
        """
        self._need(PLAYING)
        seat = self.chair_of(guest).seat
        if len(moves) > LONGEST_SERIES:
            raise HouseError("moves.series", most=LONGEST_SERIES)
        composed = self._composed(seat, moves)
        self._keep_draft(seat, moves)
        return Look(self.game, composed.state, seat), composed.complete

    def _keep_draft(self, seat: int, moves: Sequence[str]) -> None:
        """Where a clock runs, remember what a seat has composed last."""
        self.drafts.pop(seat, None)
        if moves and self.ends_at is not None:
            self.drafts[seat] = Draft(self._playing().length, list(moves))

    def _composed(self, seat: int, moves: Sequence[str]) -> Composed:
        """What moves come to that their seat may still take back; refused if they go on after a whole act.

        Else a series would be a way to peek too: whether its next move is refused would tell what was opened.
        """
        before, complete = self._playing().state(), False
        for place, text in enumerate(moves):
            if complete:
                raise _complete(moves[place - 1])
            number = self.game.move_number(text)
            if number not in Look(self.game, before, seat).legal_numbers():
                self._playing_from(before).play(seat, text)  # refuses, and says why
            state, complete = after(self.game, before, seat, text)
            if not complete:
                before = state
        return Composed(before, complete)

    def _playing_from(self, state: PlainState) -> Table:
        return Table(self.game, self.sheet.seats, None, state.copy(), Seeded(0))


def _complete(move: str) -> HouseError:
    return HouseError("draft.complete", move=move)
