"""How fast a table plays: how long a decision may take, and how long a bot seems to think."""

from __future__ import annotations

import hmac
import math
from statistics import NormalDist

import msgspec

from tripot.house.errors import HouseError

KINDS = ("live", "correspondence")
TEMPOS = {"instant": 0.0, "quick": 0.4, "normal": 1.0, "calm": 2.0}
BRISKEST = 0.2  # of normal tempo: what hides somebody's haste is never quicker
LEAST = 2.0  # seconds that a sealed question stays open at least, at normal tempo
PAUSE = (0.3, 1.0)  # seconds, between the last answer and its closing, at normal tempo
WINDOWS = (0, 5, 10, 20)  # seconds that a sealed question stays open, whoever has answered; 0: it waits for all
LIVE_FUSES = (0, 15, 30, 60, 90, 120, 300)  # seconds; 0: no limit
HOURS = (1, 8, 24, 48, 72, 168)
# A race is between people: human choice times are close to a shifted log-normal (Luce, Response Times, 1986). Nobody
# sees a question, finds the card and touches it within REFLEX seconds; making up one's mind takes about two more.
REFLEX = 0.7  # seconds
MUSING = NormalDist(math.log(2.3), 0.6)  # of the logarithm of the seconds beyond; half of all races take over 3 s
CHOOSING = 0.1  # seconds, at normal tempo
GRACE = 45.0  # seconds before a bot keeps a seat warm
REVEAL = 20.0  # seconds that seats have to reveal what they mix into chance
PATIENCE = 2  # decisions in a row that time may make before a bot keeps the seat warm


class TimeControl(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Live: a fuse of seconds a decision. Correspondence: one of hours. Tempo: how brisk bots are.

    Sealed questions wait for all who are asked, or have a window of seconds.
    """

    kind: str = "live"
    fuse: int = 60
    tempo: str = "normal"
    window: int = 0

    def checked(self) -> TimeControl:
        fuses = LIVE_FUSES if self.kind == "live" else HOURS
        if self.kind not in KINDS:
            raise HouseError("pace.kind", choices=", ".join(KINDS))
        if self.tempo not in TEMPOS:
            raise HouseError("pace.tempo", choices=", ".join(TEMPOS))
        if self.fuse not in fuses:
            reason = "pace.seconds" if self.kind == "live" else "pace.hours"
            raise HouseError(reason, choices=", ".join(map(str, fuses)), value=self.fuse)
        windows = WINDOWS if self.kind == "live" else WINDOWS[:1]
        if self.window not in windows:
            raise HouseError("pace.window", choices=", ".join(map(str, windows)), value=self.window)
        return self

    @property
    def live(self) -> bool:
        return self.kind == "live"

    @property
    def seconds(self) -> float | None:
        """How long a decision may take; None: as long as it likes."""
        if not self.live:
            return self.fuse * 3600.0
        return float(self.fuse) if self.fuse else None

    @property
    def least(self) -> float:
        """How long a sealed question stays open at least, whatever anybody holds."""
        return LEAST * max(TEMPOS[self.tempo], BRISKEST)

    def pause(self, key: bytes, number: int) -> float:
        """How long after the last answer a sealed question is closed: drawn from the table's key."""
        shortest, longest = PAUSE
        share = _lot(key, b"pause %d" % number)
        return (shortest + (longest - shortest) * share) * max(TEMPOS[self.tempo], BRISKEST)

    @property
    def reveal(self) -> float:
        """How long seats have to reveal what they mix into chance."""
        return REVEAL if self.live else self.fuse * 3600.0

    @property
    def choosing(self) -> float:
        """How long a bot takes to choose, as far as anybody can see: longer than it computes."""
        return CHOOSING * TEMPOS[self.tempo]

    def thinking(self, key: bytes, number: int, seat: int, again: bool) -> float:
        """How long a bot seems to think: drawn from the table's key, so from nothing that it holds or chooses."""
        share = _lot(key, b"thinking %d %d" % (number, seat))
        return (0.7 + 1.8 * share * share) * TEMPOS[self.tempo] * (0.4 if again else 1.0)


def _lot(key: bytes, purpose: bytes) -> float:
    """A number from 0 to 1 that only the key tells."""
    return int.from_bytes(hmac.digest(key, purpose, "sha256")[:4], "big") / (1 << 32)


def reaction(secret: bytes, question: int, seat: int) -> float:
    """How long after a race began a bot's answer counts as given: drawn from the table's chance, so from nothing that
    it holds or chooses; and whatever the tempo, for people are no quicker at a brisk table."""
    lot = _lot(secret, b"tripot reaction %d %d" % (question, seat))
    return REFLEX + math.exp(MUSING.inv_cdf(max(lot, 1e-9)))
