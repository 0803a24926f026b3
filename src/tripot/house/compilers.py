"""Processes that compile what masters need, before a master is asked if possible: nobody at a table waits for them."""

from __future__ import annotations

import asyncio
import logging
import math
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE

from tripot.bots.master import readiness

BEGINS = 20.0  # seconds that a house is open first: whoever comes at once has the machine to themselves
AGAIN = 600.0  # seconds until a game is compiled once more whose master isn't ready after all
LONGEST = 5000  # characters that the log has of what was wrong
log = logging.getLogger(__name__)


class Compilers:
    """Those of one process of the house. What other processes compile is left to them."""

    def __init__(self) -> None:
        self._begun_at: dict[str, float] = {}  # by game
        self._under_way: dict[str, asyncio.Task[None]] = {}

    async def begin_in_a_while(self) -> None:
        """Let all games be compiled, one after the other, that aren't yet."""
        await asyncio.sleep(BEGINS)
        self.begin()

    def begin(self, game_name: str = "") -> None:
        """Let a game be compiled now, or all; not if it is, or was a moment ago and isn't ready all the same."""
        now = time.monotonic()
        if game_name in self._under_way or now < self._begun_at.get(game_name, -math.inf) + AGAIN:
            return
        self._begun_at[game_name] = now
        self._under_way[game_name] = task = asyncio.create_task(_compile(game_name))
        task.add_done_callback(lambda _: self._under_way.pop(game_name))

    async def close(self) -> None:
        tasks = [*self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _compile(game_name: str) -> None:
    command = [sys.executable, "-m", readiness.__name__, *([game_name] if game_name else [])]
    process = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
    try:
        _, told = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        log.warning("masters could not be compiled: %s", told.decode(errors="replace")[-LONGEST:])
