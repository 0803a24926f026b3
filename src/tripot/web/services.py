"""What all handlers of one process share: the house, its guests, limits and metrics."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections import Counter
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from litestar.connection import ASGIConnection

from tripot.engine.audience import quicken
from tripot.engine.game import game
from tripot.engine.texts import LANGUAGES
from tripot.house import repository
from tripot.house.house import House
from tripot.house.repository import Guest
from tripot.house.scheduler import Scheduler
from tripot.house.store import Postgres, Store
from tripot.house.thinking import Thinkers
from tripot.house.tidying import DAY, Keep, tidy_nightly
from tripot.web.aside import Aside
from tripot.web.connections import most_connections
from tripot.web.garbage import Garbage
from tripot.web.limits import Bucket, Buckets, Limits
from tripot.web.metrics import QUICK
from tripot.web.notifications import listen, poll
from tripot.web.openings import Openings
from tripot.web.sessions import Holder, Sessions, language_of, stranger

SWEEP = 5.0  # seconds between two looks at whether connections are alive
SIGNED_OUT = 1008
RESTARTS = 1012  # the code that a WebSocket is closed with when the server stops
FORWARDED = ("forwarded", "x-forwarded", "x-real-ip", "x-client-ip", "x-original", "true-client-ip", "cf-", "via")
HEALTHY = 2.0  # seconds that a sign of the store's health is good for
log = logging.getLogger(__name__)


class OpenSocket(Protocol):
    """A connection, as far as it is minded here."""

    @property
    def guest_id(self) -> str: ...
    def drop(self, code: int, why: str = "", **fields: object) -> None: ...
    def drop_if_dead(self, now: float) -> None: ...


class Config(msgspec.Struct, frozen=True):
    """How a server runs. `scheduler`: whether it also plays bots and clocks, or leaves that to workers."""

    database: str
    scheduler: bool = True
    origins: tuple[str, ...] = ()  # of pages elsewhere that may use this server
    secure: bool = False  # served over HTTPS, by a proxy in front
    proxied: bool = False  # the client's address is in X-Forwarded-For
    limits: Limits = Limits()
    analysis: float = 1.0  # the share of its usual work that an analysis does
    busy: int = 2000  # moves after which games are compiled
    keep: Keep = Keep()
    thinkers: int | None = None  # processes in which bots think; half the cores if not given
    masters: bool = False  # whether masters are compiled before one is asked


class Services:
    """Opened when the server starts, closed when it stops."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config, self.store = config, store
        self.house = House(store, thinkers=Thinkers(config.thinkers))
        self.house.part = self.part
        self.house.analysts.effort = config.analysis
        self.sockets: Counter[str] = Counter()  # by address
        self._connections: Counter[str] = Counter()  # by address, WebSockets or not
        self._open, self._most_open = 0, most_connections()
        self.requests = Buckets(config.limits.requests_a_second, config.limits.request_burst)
        self.openings = Buckets(config.limits.tables_a_minute / 60, config.limits.tables_a_minute)
        many = config.limits.tables_a_minute_an_address
        self.keys = Buckets(config.limits.keys_a_minute / 60, config.limits.keys_a_minute)
        self.keys_in_all = Bucket(config.limits.keys_a_minute, 10 * config.limits.keys_a_minute)
        self.exports = Buckets(config.limits.exports_a_minute / 60, config.limits.exports_a_minute)
        self.puzzles = Buckets(config.limits.puzzles_a_minute / 60, config.limits.puzzles_a_minute)
        self.hints = Buckets(config.limits.hints_a_minute / 60, config.limits.hints_a_minute)
        most_hints = config.limits.hints_a_minute_an_address
        self.hints_from = Buckets(most_hints / 60, most_hints)
        self.aside = Aside()
        own, all_of_them = config.limits.analyses_an_hour, config.limits.analyses_an_hour_an_address
        self.analyses = Buckets(own / 3600, own)
        self.analyses_from = Buckets(all_of_them / 3600, all_of_them)
        self.replays = Buckets(config.limits.replays_a_minute / 60, config.limits.replays_a_minute)
        self.records = Buckets(config.limits.records_a_minute / 60, config.limits.records_a_minute)
        self.openings_from = Buckets(many / 60, many)
        self.opened = Openings(store, config.limits)
        self.talk = Buckets(config.limits.talk_a_second, config.limits.talk_burst)
        self.files = Buckets(config.limits.files_a_second, config.limits.file_burst)
        self.closing = False
        self._health: asyncio.Future[None] | None = None
        self._checked_at = 0.0
        self.open_sockets: set[OpenSocket] = set()
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.store.open()
        secret = await self.store.write(repository.setting("cookie secret", secrets.token_bytes(32)))
        self.sessions = Sessions(secret)
        if self.config.scheduler:
            self._scheduler = Scheduler(self.house)
            self._tasks.append(asyncio.create_task(self._scheduler.run()))
            self._tasks.append(asyncio.create_task(tidy_nightly(self.house, self.config.keep)))
        self._tasks.append(asyncio.create_task(self._sweep()))
        if self.config.masters:
            self._tasks.append(asyncio.create_task(self.house.thinkers.compilers.begin_in_a_while()))
        if isinstance(self.store, Postgres):
            self._tasks.append(asyncio.create_task(listen(self.house, self.store)))
            self._tasks.append(asyncio.create_task(poll(self.house)))

    async def say_goodbye(self) -> None:
        """Tell every connection to come back in a moment, and wait until they are gone. Nobody is let in any more."""
        self.closing = True
        for socket in tuple(self.open_sockets):
            socket.drop(RESTARTS, "closed.restarts")
        for _ in range(50):
            if not sum(self.sockets.values()):
                break
            await asyncio.sleep(0.05)

    async def close(self) -> None:
        """Let every socket say goodbye, finish what the scheduler is at, then close the store."""
        await self.say_goodbye()
        if self.config.scheduler:
            self._scheduler.stop()
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(self._tasks[0]), 5.0)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.house.thinkers.close()
        await self.house.analysts.close()
        self.aside.close()
        await self.store.close()

    async def _sweep(self) -> None:
        """Now and then, close connections that are dead; once the house is busy, make it quicker."""
        quickening, garbage = None, Garbage()
        while True:
            if quickening is None and self.house.moves >= self.config.busy:
                quickening = asyncio.create_task(quicken_games())
                self._tasks.append(quickening)
            await asyncio.sleep(SWEEP)
            now = time.monotonic()
            for socket in tuple(self.open_sockets):
                socket.drop_if_dead(now)
            garbage.tend(self.house.clock() - self.house.stirred_at)

    async def check_health(self) -> None:
        """Raises what is wrong with the store, if anything is; however often it is asked, little is written."""
        if self._health is None or (self._health.done() and time.monotonic() > self._checked_at + HEALTHY):
            self._checked_at = time.monotonic()
            self._health = asyncio.ensure_future(self.store.write(repository.trace(secrets.token_bytes(64))))
        await asyncio.shield(self._health)

    async def guest(self, holder: Holder, accepted: str, language: str | None = None) -> Guest | None:
        """Who a cookie's owner is, in the language that they read now; None if it was signed out since."""
        guest = await self.house.guest(holder.guest_id) or stranger(holder, language_of(accepted))
        if guest.locks != holder.locks:
            return None
        if 0 < guest.seen_at < time.time() - DAY:
            with suppress(Exception):  # a store that can't be written keeps nobody from reading
                await self.store.write(repository.seeing(guest.id, time.time()))
        if language in LANGUAGES:
            guest.language = str(language)
        return guest

    def part(self, guest_id: str) -> None:
        """A guest's devices are signed out: whoever comes back is somebody else."""
        for socket in tuple(self.open_sockets):
            if socket.guest_id == guest_id:
                socket.drop(SIGNED_OUT, "closed.signed-out")

    def let_in(self, address: str) -> bool:
        """Count a connection; whether there is room for it. What comes through a proxy comes from one address."""
        self._connections[address] += 1
        self._open += 1
        crowded = not self.config.proxied and self._connections[address] > self.config.limits.connections_an_address
        return not crowded and self._open <= self._most_open

    def let_out(self, address: str) -> None:
        self._open -= 1
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]

    def address_of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str:
        """Where somebody comes from: the address that a proxy in front names last, if there is one."""
        forwarded = connection.headers.get("x-forwarded-for", "") if self.config.proxied else ""
        return forwarded.rpartition(",")[2].strip() or (connection.client.host if connection.client else "")

    def is_host(self, connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
        """Whether somebody asks from the machine that the server runs on, and not through a proxy on it."""
        client = connection.client.host if connection.client else ""
        here = client.startswith("127.") or client in ("::1", "localhost")
        return here and not any(name.startswith(FORWARDED) for name in connection.headers)

    def welcomes(self, origin: str, host: str) -> bool:
        """Whether a page at an origin may use this server. A client that is no browser names none."""
        if not origin:
            return True
        return origin.partition("://")[2] == host or origin in self.config.origins


async def quicken_games() -> None:
    """Let audiences be told natively. Another process compiles, if the disk cache has nothing yet: it takes a while."""
    compiling = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tripot.engine.audience", stdout=PIPE, stderr=DEVNULL
    )
    try:
        told, _ = await compiling.communicate()
        for name in told.decode().split():
            await asyncio.to_thread(quicken, game(name))
            QUICK.inc()
    except Exception:
        log.exception("games stay as quick as they are")
    finally:
        if compiling.returncode is None:
            compiling.kill()
