"""What is written of a table besides its log: its sheet, its chairs, sealed answers and drafts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tripot.bots import COLOURED
from tripot.house import botnames
from tripot.house.time_control import TimeControl

OPEN, MIXING, PLAYING, OVER, CLOSED = "open", "mixing", "playing", "over", "closed"
SPECTATOR = -1
BY_TIME = "#time"  # the token of moves that a time-out made
BY_BOT = "#bot"  # and of those that ended an act of a bot which kept the seat warm
STANDIN = "regular"  # the bot that keeps a seat warm


@dataclass
class Chair:
    """One seat: whose it is, and who plays it now."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    offered: bool = False
    away_since: float | None = None
    left: bool = False  # by somebody, while it was played; the sheet knows by whom
    missed: int = 0  # decisions in a row that time has made, and all could see that it did
    seal: str | None = None
    entropy: bytes | None = None

    @property
    def warm(self) -> bool:
        """A bot plays until its owner comes back."""
        return self.guest is not None and self.bot is not None and self.away_since is not None

    @property
    def character(self) -> str:
        """What the bot that plays here is like; one that plays for somebody, gone or not, is like nobody."""
        own = self.guest is None and not self.left
        return botnames.character(self.name) if self.bot in COLOURED and own else ""

    @property
    def free(self) -> bool:
        """Anybody may sit down here."""
        return self.guest is None and (self.offered if self.bot is not None else not self.name)

    @property
    def kept(self) -> bool:
        """The seat waits for somebody by name, who played here before."""
        return self.guest is None and self.bot is None and bool(self.name)


@dataclass
class Answer:
    """A sealed answer, kept until the question is closed."""

    moves: list[str]
    at: float
    token: str


class Draft(NamedTuple):
    """A series that a seat has composed and not decided, and how long the log was then: it counts until it grows."""

    number: int
    moves: list[str]


@dataclass
class Sheet:
    """What is written about a table besides its log."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    pace: TimeControl
    public: bool
    status: str
    host: str | None
    key: bytes
    opened_at: float
    started_at: float | None = None
    ended_at: float | None = None
    rematch_of: str | None = None
    left: dict[str, int] = field(default_factory=dict)  # guests who left the running game, and the seats they had
    clock_from: float | None = None  # when somebody joined the only person at the table, who had all the time there is
    rematch: str | None = None  # the table that goes on from this one
    version: int = 0
