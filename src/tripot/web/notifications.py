"""How a process learns what others have written: they say so through PostgreSQL, and it looks now and then itself."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from itertools import count
from typing import Any

from tripot.house import repository
from tripot.house.house import House
from tripot.house.repository import Delta
from tripot.house.store import CHANNEL, Postgres

DEAF = 0.5  # seconds before a lost connection for notifications is made again
RECOUNT = 10  # looks after which it is said again how many watch
POLL = 2.0  # seconds between two looks at whether watched tables have changed elsewhere
log = logging.getLogger(__name__)


async def listen(house: House, store: Postgres) -> None:
    """Hear from other processes which tables have changed."""
    while True:
        try:
            await _listen_until_lost(house, store.address)
        except Exception:
            log.exception("lost touch with the other processes; trying again")
        await asyncio.sleep(DEAF)


async def _listen_until_lost(house: House, address: str) -> None:
    import asyncpg
    from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

    lost = asyncio.Event()

    async def connect() -> Any:
        connection = await asyncpg.connect(dsn=address)
        connection.add_termination_listener(lambda _: lost.set())
        return connection

    async def hear_all() -> None:
        async for _, message in channels.stream_events():
            await hear(house, message.decode())

    channels = AsyncPgChannelsBackend(make_connection=connect)
    await channels.on_startup()
    try:
        await channels.subscribe([CHANNEL])
        for table_id in house.watched:  # what happened while nobody listened
            await house.refresh(table_id)
            await house.retell_talk(table_id, 0)
            await house.retell_talk(table_id, 0, seated=False)
        tasks = [asyncio.create_task(hear_all()), asyncio.create_task(lost.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        with suppress(Exception):
            await channels.on_shutdown()


async def hear(house: House, message: str) -> None:
    """Learn what another process says that it has written."""
    table_id, what, *rest = message.split(" ", 2)
    try:
        if what == "talk":
            await house.retell_talk(table_id, int(rest[0]))
        elif what == "gallery":
            await house.retell_talk(table_id, int(rest[0]), seated=False)
        elif what == "parted":
            house.part(table_id)  # a guest's devices are signed out
        elif what == "watching":
            process, count = rest[0].split(" ")
            house.hear_count(table_id, process, int(count))
        elif rest:
            await house.learn(table_id, int(what), Delta.read(rest[0]))
        else:
            await house.refresh(table_id, int(what))
    except Exception:
        log.exception("a change elsewhere could not be read")


async def poll(house: House) -> None:
    """Look whether watched tables have changed elsewhere without a word: a process may die after it has written."""
    for look in count():
        await asyncio.sleep(POLL)
        try:
            if look % RECOUNT == 0:
                house.recount()
            watched = house.watched
            for table_id, version in (await house.store.read(repository.version_of(watched))).items():
                await house.refresh(table_id, version)
        except Exception:
            log.exception("could not look for changes elsewhere")
