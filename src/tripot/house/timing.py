"""What happens at a table by itself: bots are asked, sealed questions are closed, time decides for the silent."""

from __future__ import annotations

import hmac
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tripot.bots import SEED_BITS
from tripot.engine.look import Look, passive_in
from tripot.house import fairness
from tripot.house.foresight import Foresight
from tripot.house.logbook import LoggedTable
from tripot.house.recall import Recall
from tripot.house.sheet import (
    BY_BOT,
    BY_TIME,
    CLOSED,
    MIXING,
    OPEN,
    PLAYING,
    SPECTATOR,
    STANDIN,
    Chair,
    Sheet,
)
from tripot.house.thinking import allowed
from tripot.house.time_control import GRACE, PATIENCE, reaction
from tripot.house.timeouts import after, passive_act, whole_act

ABANDONED = 24 * 3600.0  # seconds after which a table that never began is closed
LATEST = 3.0  # seconds beyond its end that a question waits for a bot which has only just come to a seat


@dataclass
class Asking:
    """Which bots are to choose now, by seat and level; how long the log is, and which sealed question it is.

    `at` is when their choice counts: a sealed question is thought about before it is closed.
    """

    length: int
    label: int
    levels: dict[int, str]
    at: float = field(compare=False)

    def of_those(self, chosen: Sequence[tuple[int, str]], now: Asking | None) -> Sequence[tuple[int, str]]:
        """What was chosen, by whoever is asked the same now: nobody undoes what others have answered in secret."""
        if now is None or (now.length, now.label) != (self.length, self.label):
            return ()
        if not self.label:
            return chosen if now.levels == self.levels else ()
        return [(seat, move) for seat, move in chosen if now.levels.get(seat) == self.levels[seat]]


class TimedTable(LoggedTable):
    """When something is due here, and what time then does."""

    def __init__(self, sheet: Sheet, chairs: list[Chair]) -> None:
        super().__init__(sheet, chairs)
        self._recalls: dict[int, Recall] = {}  # of bots that remember

    @property
    def ends_at(self) -> float | None:
        """When time decides for those who are asked; the same for all who look."""
        status, pace = self.sheet.status, self.sheet.pace
        if status == MIXING:
            return (self.sheet.started_at or 0.0) + pace.reveal
        if status != PLAYING:
            return None
        if self._windowed:
            return max(self.sealed_since, self.sheet.clock_from or 0.0) + pace.window
        seconds = pace.seconds
        if seconds is None or self.alone:
            return None
        return max(self.asked_at, self.sheet.clock_from or 0.0) + seconds

    @property
    def _windowed(self) -> bool:
        """Whether a sealed question is open that is closed after a time of its own, whoever has answered."""
        return bool(self.sheet.pace.window and self.label and not self.alone)

    def _closing_at(self) -> float | None:
        """When the open sealed question is closed: after its window, or when all have answered.

        It stays open for a least time, the same whatever anybody holds, and a little longer than the last answer, and
        than bots then think: so that nobody can tell hasty answers from slow ones by more than that somebody was waited
        for. Of bots there is nothing to tell: they answer when the key says, whether their seat's owner has answered
        instead or not.
        """
        ends_at, asked = self.ends_at, self._playing().actors
        people = asked.intersection(self.people)
        if self._windowed or not people <= self.answers.keys():
            return ends_at
        arrivals = [self.answers[seat].at if seat in people else self._arrival(seat) for seat in asked]
        last = max([self.sealed_since, *arrivals])
        if self.alone or not people:
            return last
        pace, number = self.sheet.pace, self.public_beat
        closing_at = max(self.sealed_since + pace.least, last + self._lead + pace.pause(self.sheet.key, number))
        return closing_at if ends_at is None else min(closing_at, ends_at)

    def _close_if_all_answered(self, now: float) -> None:
        """Where nobody is waited for, and nobody could read anything from it, the question is closed at once."""
        if self.alone and not self._asked_bots():
            closing_at = self._closing_at()
            if closing_at is not None and closing_at <= now:
                self._close({}, now)

    def _asked_bots(self) -> list[int]:
        return [
            seat
            for seat in sorted(self._playing().actors)
            if self.chairs[seat].bot is not None and seat not in self.answers
        ]

    def _arrival(self, seat: int) -> float:
        """When a bot answers a sealed question."""
        return self.sealed_since + self._thinking(seat, False)

    def _thinking(self, seat: int, again: bool) -> float:
        if self.alone:
            return 0.0  # the one person's page shows what bots do at that person's own pace
        drawn = self.sheet.pace.thinking(self.sheet.key, self.public_beat, seat, again)
        return max(0.0, drawn - allowed(self._plays_at(seat)))  # what it may think is a part of that

    def _decision_at(self) -> float | None:
        """When the seat that is asked is played by its bot, or by time."""
        actors = self._playing().actors
        if not actors:
            return None
        (seat,) = actors
        if self.chairs[seat].bot is not None:
            return self.asked_at + self._thinking(seat, self._last == seat)
        return self.ends_at

    @property
    def wake_at(self) -> float | None:
        """When the scheduler has something to do here."""
        if self.status == OPEN:
            return self.sheet.opened_at + ABANDONED
        if self.status == MIXING:
            return self.ends_at
        if self.status != PLAYING:
            return None
        first = self._closing_at() if self.label else self._decision_at()
        if self.label and first is not None:
            first = max(self.sealed_since, first - self._lead)
        for chair in self.chairs:
            if chair.away_since is not None:
                first = min(math.inf if first is None else first, self._drifts_until(chair))
        return None if first == math.inf else first

    @property
    def due_at(self) -> float | None:
        """The same, or when a bot wants to say something."""
        times = [at for at in (self.wake_at, self.cues.next_at) if at is not None]
        return min(times) if times and self.status == PLAYING else self.wake_at

    def _drifts_until(self, chair: Chair) -> float:
        """When a bot takes a seat whose owner is away; never while they are here, or nobody waits for them."""
        if not self.sheet.pace.live or chair.guest is None or chair.bot is not None or chair.away_since is None:
            return math.inf
        if all(other.guest is None or other.bot is not None or other.away_since is not None for other in self.chairs):
            return math.inf
        return chair.away_since + GRACE

    def asking(self, now: float) -> Asking | None:
        """The bots that are to choose before `pass_time`; None if none is. The question is the same as long as this
        is."""
        if self.status != PLAYING:
            return None
        at = self._closing_at() if self.label else self._decision_at()
        if at is None or at - self._lead > now:
            return None
        levels = {seat: self._plays_at(seat) for seat in self._asked_bots()}
        return Asking(self._playing().length, self.label, levels, at) if levels else None

    @property
    def _lead(self) -> float:
        """How long before a sealed question is closed the bots begin to think about it."""
        return max((allowed(self._plays_at(seat)) for seat in self._asked_bots()), default=0.0) if self.label else 0.0

    def _plays_at(self, seat: int) -> str:
        """The level of the bot on a seat; where everybody has left, nobody thinks for long any more."""
        level = self.chairs[seat].bot or STANDIN
        left = self.sheet.left and all(chair.guest is None for chair in self.chairs)
        return STANDIN if left and allowed(level) else level

    def foresight(self) -> Foresight:
        """The table as it is, to try out what bots do."""
        return Foresight(self._playing(), self._recalls)

    def is_next(self, seat: int, again: bool, now: float) -> str | None:
        """The level of the bot on a seat that is asked next in secret, if it is to decide by now too."""
        is_bots = self.chairs[seat].bot is not None
        return self._plays_at(seat) if is_bots and self.asked_at + self._thinking(seat, again) <= now else None

    def luck(self, seat: int, length: int) -> bytes:
        """The seed of luck for a bot or a time-out, from the table's key: the same until somebody moves."""
        return hmac.digest(self.sheet.key, b"choosing %d %d" % (length, seat), "sha256")

    def seed(self, seat: int) -> int:
        """What a bot settles for the whole game comes from it."""
        return int.from_bytes(hmac.digest(self.sheet.key, b"in mind %d" % seat, "sha256")[: SEED_BITS // 8])

    def pass_time(self, chosen: Sequence[tuple[int, str]], now: float) -> bool:
        """Do what is due by now; `chosen` are the moves, in their order, of the bots that were asked. Whether anything
        changed."""
        if self.wake_at is None or self.wake_at > now:
            return False
        if self.status == OPEN:
            self.sheet.status = CLOSED
        elif self.status == MIXING:
            self._begin(now)
        else:
            self._keep_warm(now)
            self._decide(chosen, now)
        return True

    def _keep_warm(self, now: float) -> None:
        for chair in self.chairs:
            if self._drifts_until(chair) <= now:
                chair.bot = STANDIN

    def _decide(self, chosen: Sequence[tuple[int, str]], now: float) -> None:
        at = self._closing_at() if self.label else self._decision_at()
        if at is None or at > now:
            return
        if self.label:
            self._close(dict(chosen), now)
            return
        table = self._playing()
        (seat,) = table.actors
        if self.chairs[seat].bot is not None and (chosen or not self._is_late(now)):
            for seat, move in chosen:
                stands_in = self.chairs[seat].warm and after(self.game, table.state(), seat, move)[1]
                table.play(seat, move)
                self._write_down(now, {seat: BY_BOT} if stands_in else {})
        else:
            public = self._chronicles[SPECTATOR].witness.look
            seen = seat in public.actors and not public.sealed
            table.play(seat, *self._timeout(table.look(seat)))
            self._write_down(now, {seat: BY_TIME})
            if seen:
                self._missed(seat, now)

    def _is_late(self, now: float) -> bool:
        """Whether time decides even for bots: their seat's owner may exchange them again and again."""
        return self.ends_at is not None and now > self.ends_at + LATEST

    def timeout(self, seat: int) -> list[str]:
        """What time would play for a seat that is asked now; nothing where no clock runs, or a bot plays."""
        if self.ends_at is None or self.chairs[seat].bot is not None or seat in self.answers:
            return []
        witness = self.chronicle(seat).witness
        if not self.drafts and self.game.rules.PASSIVE and self._audience is not None:
            passive = str(passive_in(self.game, witness.record, seat, witness.seen[3]))
            if self._audience.completes(seat, self.game.move_number(passive)):
                return [passive]
        return self._timeout(witness.look)

    def _timeout(self, look: Look) -> list[str]:
        """What the seat that looks has composed, if it is a whole act, else the passive act."""
        table, seat = self._playing(), look.viewer
        draft = self.drafts.get(seat)
        if draft is not None and draft.number == table.length:
            act = whole_act(self.game, table.state(), seat, draft.moves)
            if act is not None:
                return act
        return passive_act(table.state(), look, lambda: random.Random(self.luck(seat, table.length)))

    def _missed(self, seat: int, now: float) -> None:
        """All saw that time decided for a seat: what time does in secret shows nowhere, not even in a bot's coming."""
        chair = self.chairs[seat]
        chair.missed += 1
        if self.sheet.pace.live and chair.missed >= PATIENCE and chair.away_since is None:
            chair.away_since, chair.bot = now, STANDIN

    def _close(self, chosen: Mapping[int, str], now: float) -> None:
        """A sealed question is over: all answers are played, seat by seat unless it was a race, passive ones for those
        who are silent."""
        table, label = self._playing(), self.label
        asked = sorted(table.actors)
        if not self._is_late(now) and any(
            self.chairs[seat].bot and seat not in self.answers and seat not in chosen for seat in asked
        ):
            return  # a bot came to the table since they were asked to choose: it is asked at the next tick
        series = {seat: [move] for seat, move in chosen.items()}
        series |= {seat: answer.moves for seat, answer in self.answers.items()}
        silent = {seat: self._timeout(table.look(seat)) for seat in asked if seat not in series}
        marks = {seat: answer.token for seat, answer in self.answers.items()} | dict.fromkeys(silent, BY_TIME)
        marks |= {seat: BY_BOT for seat in chosen if self.chairs[seat].warm and seat not in self.answers}
        if self.game.is_race(table.state()):
            asked = self._raced(asked, chosen)
        for seat in asked:
            table.play(seat, *(series[seat] if seat in series else silent[seat]))
            while self.game.plain.sealed(table.state()) == label and seat in table.actors:
                table.play(seat, *self._timeout(table.look(seat)))  # an answer that was only begun
        self.answers.clear()
        self.withdrawn.clear()
        self._write_down(now, marks)

    def _raced(self, asked: Sequence[int], chosen: Mapping[int, str]) -> list[int]:
        """Those who are asked, the fastest first: by arrival, last the silent and bots that keep somebody's seat; by
        correspondence as chance has it.

        Chance also orders those who arrive at one moment, so that no seat is the better one. `Audience` tells nobody of
        the order, but what the rules make of it.
        """
        secret, question = fairness.mixed(self.sheet.key, self.id, self._entropies), self._questions - 1
        drawn = fairness.race_order(secret, question, asked)
        if not self.sheet.pace.live:
            return drawn
        owned = {chair.seat for chair in self.chairs if chair.guest is not None} | set(self.sheet.left.values())
        arrivals = {
            seat: self.sealed_since + reaction(secret, question, seat)
            for seat in chosen
            if seat not in owned  # else who is slow could hand the seat to a bot that was quick
        }
        arrivals |= {seat: answer.at for seat, answer in self.answers.items()}
        return sorted(drawn, key=lambda seat: arrivals.get(seat, math.inf))
