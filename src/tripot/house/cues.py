"""When bots speak: after moments that everybody noticed, and when somebody addresses them.

Whether, who and when is drawn from the table's key for what is public, so nothing that a bot holds or chooses moves it.
Nor does asking again: until something happens that everybody notices, the same words to the same bot have one answer.
Cues are not written down: what a restart drops within these seconds is not missed.
"""

from __future__ import annotations

import hmac
import random
from collections.abc import Sequence
from typing import NamedTuple

from tripot.engine.look import Look
from tripot.engine.phrases import Phrasebook, Remark
from tripot.engine.witness import Moment
from tripot.house.conversation import Spoken
from tripot.house.time_control import TEMPOS, TimeControl

CHATTY = 0.45  # of the moments that are worth a remark get one
POLITE = 0.9  # of those who address a bot get an answer
QUIET = 9.0  # seconds between two remarks that nobody has asked for, at normal tempo
LATE = 8.0  # seconds after which a remark is stale
SOONEST, SPREAD = 1.2, 2.4  # seconds before a bot speaks, at normal tempo


class Cue(NamedTuple):
    """A bot's turn to speak: a remark, or an answer to what a seat said."""

    at: float
    seat: int
    cause: bytes
    remark: Remark | None = None
    heard: Spoken | None = None


class Cues:
    """The cues of one table."""

    def __init__(self, book: Phrasebook, pace: TimeControl, key: bytes) -> None:
        self._book, self._key = book, key
        self._tempo = TEMPOS[pace.tempo] if pace.live else 0.0  # nobody could read it at an instant
        self._waiting: list[Cue] = []
        self._last = 0.0  # when a remark was last planned
        self._heard: dict[tuple[int, int, str], int] = {}  # the public beat at which who said what to whom last

    @property
    def next_at(self) -> float | None:
        return min((cue.at for cue in self._waiting), default=None)

    def listens(self, at: float, bots: Sequence[int]) -> bool:
        """Whether a moment could bring a remark."""
        return bool(self._tempo and bots) and at >= self._last + QUIET * self._tempo

    def notice(self, beat: int, at: float, moment: Moment, before: Look, after: Look, bots: Sequence[int]) -> None:
        """Something has happened that everybody noticed, while the bots were listening."""
        names = [event.act for event in moment.events] + [news.name for news in moment.news]
        remarks = [remark for name in names for remark in self._book.remarks.get(name, ())]
        cause = b"remark %d" % beat
        if not remarks or self._lot(cause + b" whether") >= CHATTY:
            return
        then, now = before.document(), after.document()
        role = self._book.role
        could = [
            (seat, each) for seat in bots for each in remarks if role(now if each.after else then, seat) == each.by
        ]
        if could:
            seat, chosen = could[int(self._lot(cause + b" who") * len(could))]
            self._last = at
            self._waiting.append(Cue(at + self._delay(cause), seat, cause, remark=chosen))

    def heard(self, spoken: Spoken, bots: Sequence[int]) -> None:
        """Somebody has said something."""
        to, phrase, beat = spoken.said.to, spoken.said.phrase, spoken.said.beat
        if not self._tempo or to is None or to not in bots or spoken.seat in bots:
            return
        words = spoken.seat, to, phrase
        if self._heard.get(words) == beat:
            return
        self._heard[words] = beat
        cause = b"answer %d %d %d %s" % (beat, spoken.seat, to, phrase.encode())
        if self._lot(cause + b" whether") < POLITE:
            self._waiting.append(Cue(spoken.at + self._delay(cause), to, cause, heard=spoken))

    def take(self, now: float) -> list[Cue]:
        """The cues that are due, once; stale ones are dropped."""
        due = [cue for cue in self._waiting if cue.at <= now]
        self._waiting = [cue for cue in self._waiting if cue.at > now]
        return [cue for cue in due if cue.at > now - LATE]

    def luck(self, cue: Cue) -> random.Random:
        """What a bot chooses its words by."""
        return random.Random(hmac.digest(self._key, b"words " + cue.cause, "sha256"))

    def _lot(self, name: bytes) -> float:
        return int.from_bytes(hmac.digest(self._key, name, "sha256")[:4], "big") / (1 << 32)

    def _delay(self, cause: bytes) -> float:
        return (SOONEST + SPREAD * self._lot(cause + b" when")) * self._tempo
