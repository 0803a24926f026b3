"""How many people watch a table without sitting at it, here and through other processes."""

from __future__ import annotations

from collections.abc import Iterable

FORGOTTEN = 45.0  # seconds after which another process must have said it again


class Gallery:
    """The count of one table. Somebody with a seat there is never counted, however many windows they have open."""

    def __init__(self) -> None:
        self.here = 0
        self._elsewhere: dict[str, tuple[int, float]] = {}
        self.told: int | None = None  # the number that those who look know

    def count(self, guests: Iterable[str], seated: Iterable[str | None]) -> bool:
        """Who looks from here. Whether their number has changed."""
        before, self.here = self.here, len(set(guests) - set(seated))
        return before != self.here

    def hear(self, process: str, count: int, now: float) -> None:
        self._elsewhere[process] = (count, now)

    def total(self, now: float) -> int:
        self._elsewhere = {
            name: (count, at) for name, (count, at) in self._elsewhere.items() if count and at > now - FORGOTTEN
        }
        return self.here + sum(count for count, _ in self._elsewhere.values())
