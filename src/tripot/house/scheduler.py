"""What happens by itself: bots play, windows close, time decides. Any number of processes may do this at once."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from tripot.engine.errors import TripotError
from tripot.house import repository
from tripot.house.house import House

MOST_AT_ONCE = 64  # tables looked after together
REST = 0.05  # seconds between two looks at what is due, when nothing was
DROWSY = 0.5  # the same, when for long nothing has happened here
AWAKE = 30.0  # seconds that count as long
STUMBLED = 1.0  # the same, when the store didn't answer
LATER = 60.0  # seconds until a table that can't be played is tried again
SOON = 2.0  # seconds until a table is, where something else went wrong

log = logging.getLogger(__name__)


class Scheduler:
    """Runs until it is stopped: takes tables where something is due, and does it."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._stopping = asyncio.Event()
        self._tended: dict[str, asyncio.Task[None]] = {}  # by table

    async def run(self) -> None:
        try:
            await self._run()
            await asyncio.gather(*self._tended.values())
        finally:
            for task in tuple(self._tended.values()):
                task.cancel()

    async def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                begun = await self._begin_due()
                rest = 0.0 if begun else self._rest
                if begun:  # a bot that thinks for long holds up no other table
                    await asyncio.wait(begun, timeout=REST)
            except Exception:  # a store that is gone for a moment must not stop the clocks for good
                log.exception("the scheduler stumbled")
                rest = STUMBLED
            if rest:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), rest)

    @property
    def _rest(self) -> float:
        return REST if self.house.clock() < self.house.stirred_at + AWAKE else DROWSY

    async def turn(self) -> int:
        """Do what is due now. At how many tables something was."""
        begun = await self._begin_due()
        await asyncio.gather(*begun)
        return len(begun)

    async def _begin_due(self) -> list[asyncio.Task[None]]:
        store, now = self.house.store, self.house.clock()
        most = MOST_AT_ONCE + len(self._tended)
        due = await store.read(repository.due(now, most))
        if due.keys() <= self._tended.keys():
            return []
        if store.shared:
            due = await store.write(repository.taking_due(now, most))
        begun = {
            table_id: asyncio.create_task(self._tend(table_id, version))
            for table_id, version in due.items()
            if table_id not in self._tended
        }
        self._tended |= begun
        return list(begun.values())

    async def _tend(self, table_id: str, version: int) -> None:
        try:
            await self.house.pass_time(table_id, version)
        except Exception as fault:
            log.exception("nothing could be done at table %s…", table_id[:6])
            wait = LATER if isinstance(fault, TripotError) else SOON
            with suppress(Exception):  # it is due again in a moment
                await self.house.store.write(repository.waking(table_id, None, self.house.clock() + wait))
        finally:
            del self._tended[table_id]

    def stop(self) -> None:
        self._stopping.set()
