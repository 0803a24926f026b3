"""What happens by itself: bots play, windows close, time decides. Any number of processes may do this at once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from tripot.engine.errors import TripotError
from tripot.house import archive
from tripot.house.house import House

MOST_AT_ONCE = 64  # tables looked after together
REST = 0.05  # seconds between two looks at what is due, when nothing was
DROWSY = 0.5  # the same, when for long nothing has happened here
AWAKE = 30.0  # seconds that count as long
STUMBLED = 1.0  # the same, when the store didn't answer
LATER = 60.0  # seconds until a table that can't be played is tried again
SOON = 2.0  # seconds until a table is, where something else went wrong

log = logging.getLogger(__name__)


class Clockwork:
    """Runs until it is stopped: takes tables where something is due, and does it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._stopping = asyncio.Event()

    async def run(self) -> None:
        while not self._stopping.is_set():
            try:
                rest = 0.0 if await self.turn() else self._rest
            except Exception:  # a store that is gone for a moment must not stop the clocks for good
                log.exception("the clockwork stumbled")
                rest = STUMBLED
            if rest:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), rest)

    @property
    def _rest(self) -> float:
        return REST if self.house.clock() < self.house.stirred_at + AWAKE else DROWSY

    async def turn(self) -> int:
        """Do what is due now. At how many tables something was."""
        store, now = self.house.store, self.house.clock()
        due = await store.read(archive.due(now, MOST_AT_ONCE))
        if due and store.shared:
            due = await store.write(archive.taking_due(now, MOST_AT_ONCE))
        await asyncio.gather(*(self._tend(table_id, version) for table_id, version in due.items()))
        return len(due)

    async def _tend(self, table_id: str, version: int) -> None:
        try:
            await self.house.pass_time(table_id, version)
        except Exception as fault:
            log.exception("nothing could be done at table %s…", table_id[:6])
            wait = LATER if isinstance(fault, TripotError) else SOON
            await self.house.store.write(archive.waking(table_id, None, self.house.clock() + wait))

    def stop(self) -> None:
        self._stopping.set()
