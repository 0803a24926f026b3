"""What was said at a table, as far as a process must remember it: promises, and the latest lines for bots to answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tripot.engine.phrases import phrasebook
from tripot.house.chat import Said
from tripot.house.promises import Ledger, Page

REMEMBERED = 40  # lines


@dataclass
class Spoken:
    """Something that was said at a table; `number` counts what was said there. Seat -1: a spectator."""

    number: int
    seat: int
    name: str
    said: Said
    at: float


class Conversation:
    """A cache of what is written, like a room; lines may be told more than once and in any order."""

    def __init__(self, game: str) -> None:
        self.lines: deque[Spoken] = deque(maxlen=REMEMBERED)
        self.ledger = Ledger(phrasebook(game))
        self._last = -1
        self.read = False  # all that was said before is known

    def add(self, spoken: Spoken) -> bool:
        """Whether it is new."""
        if spoken.number <= self._last and any(line.number == spoken.number for line in self.lines):
            return False
        self._last = max(self._last, spoken.number)
        self.lines.append(spoken)
        self.ledger.add(spoken.number, spoken.seat, spoken.said)
        return True

    def rename(self, seat: int) -> None:
        """Whoever had a seat is forgotten, and their own words with them."""
        kept = [replace(line, name="") if line.seat == seat else line for line in self.lines]
        self.lines = deque((line for line in kept if line.seat != seat or not line.said.text), maxlen=REMEMBERED)

    def follow(self, pages: Sequence[Page]) -> None:
        self.ledger.follow(pages)
