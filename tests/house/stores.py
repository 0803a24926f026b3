"""Scenarios at a store that is open as long as they last."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from tripot.house.store import Sqlite, Store, store_at


def opened(store: str | Store, scenario: Callable[[Store], Awaitable[None]]) -> None:
    """Open a store, or the one at an address, let a scenario happen and close it again."""

    async def whole() -> None:
        own = store_at(store) if isinstance(store, str) else store
        await own.open()
        try:
            await scenario(own)
        finally:
            await own.close()

    asyncio.run(whole())


class Disk:
    """As slow as it is said to be: the clock of a file's store, which stands still but for that."""

    def __init__(self) -> None:
        self.now = 0.0

    def takes(self, seconds: float) -> None:
        self.now += seconds

    def store(self, file: Path) -> Sqlite:
        return Sqlite(file, clock=lambda: self.now)
