"""Work that takes a while: in a thread, one piece after the other, so that the loop always has its half of the time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from tripot.house.errors import HouseError

P = ParamSpec("P")
T = TypeVar("T")
MOST = 8  # pieces that wait; each may take a second


class Aside:
    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "aside")
        self._waiting = 0

    async def do(self, work: Callable[P, T], *args: P.args, **named: P.kwargs) -> T:
        """What the work gives; refused where too much waits already."""
        if self._waiting >= MOST:
            raise HouseError("slow-down.requests")
        self._waiting += 1
        doing = self._thread.submit(work, *args, **named)
        asked = asyncio.wrap_future(doing)
        asked.add_done_callback(self._done)
        return await asyncio.shield(asked)  # who goes away makes no room for another: it is done all the same

    def _done(self, asked: asyncio.Future[T]) -> None:
        self._waiting -= 1
        if not asked.cancelled():
            asked.exception()  # somebody may have gone away before it was told

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
