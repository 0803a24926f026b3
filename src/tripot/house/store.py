"""Where tables are kept: SQLite in one process, or PostgreSQL with any number of them.

Reads and writes are plain functions over one SQLAlchemy connection; a store runs them, each write as one transaction
that is on the disk before `write` returns.
"""

from __future__ import annotations

import asyncio
import fcntl
import queue
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from tripot.house.errors import HouseError

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_AT_ONCE = 256  # writes that share one transaction
LINGER = 0.001  # seconds that a write waits for others to join it, where several came together just before
SCRIBES = 3  # transactions that one process has under way on PostgreSQL
DYING = 1.5  # seconds that a process may take to be gone after it was killed
CHANNEL = "tripot"


class Conflict(Exception):
    """Somebody else has changed the table since it was read."""


class Waiting(NamedTuple):
    """A write that somebody waits for."""

    work: Work[Any]
    done: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


def run_all(connection: Connection, works: list[Work[Any]]) -> list[Any]:
    """Run writes in one transaction. Those that know how to are written `together`."""
    joint = [work for work in works if hasattr(work, "together")]
    if len(joint) > 1:
        joint[0].together(connection, joint)
        return [None if hasattr(work, "together") else work(connection) for work in works]
    return [work(connection) for work in works]


def finish(done: list[asyncio.Future[Any]], results: list[Any]) -> None:
    for future, result in zip(done, results, strict=True):
        if not future.cancelled():
            future.set_result(result)


def fail(done: asyncio.Future[Any], fault: BaseException) -> None:
    if not done.cancelled():
        done.set_exception(Conflict() if isinstance(fault, IntegrityError) else fault)


class Store(Protocol):
    """A place that keeps tables."""

    shared: bool  # whether other processes may change it

    async def open(self) -> None: ...
    async def close(self) -> None: ...
    async def read(self, work: Work[T]) -> T: ...
    def write(self, work: Work[T]) -> Awaitable[T]: ...


def store_at(address: str) -> Store:
    """The store that an address names: `postgresql://...`, or a file for SQLite."""
    scheme = urlsplit(address).scheme
    if scheme in ("postgresql", "postgres", "postgresql+asyncpg"):
        return Postgres(address)
    if scheme in ("", "sqlite") or len(scheme) == 1:  # one letter: a drive
        return Sqlite(Path(address.removeprefix("sqlite:///")))
    raise HouseError("store", f"TRIPOT_DATABASE is a file or postgresql://..., not {scheme}://...")


def migrate(connection: Connection) -> None:
    """Bring the store's tables up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tripot.house:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


class Sqlite:
    """One file, one process. Writes that wait at the same moment share a transaction, and so one sync of the disk."""

    shared = False

    def __init__(self, path: Path) -> None:
        self.path = path
        self._gathered: list[Waiting] = []  # writes of this turn of the loop, for which the thread is woken up once
        self._writes: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._lock: IO[str] | None = None

    async def open(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = open(f"{self.path}.lock", "w")  # noqa: SIM115 - held as long as the store is open
        patience = time.monotonic() + DYING
        while not _locked(self._lock):
            if time.monotonic() > patience:
                self._lock.close()
                raise HouseError(
                    "store",
                    f"another Tripot serves {self.path}; several processes need PostgreSQL (TRIPOT_DATABASE)",
                )
            await asyncio.sleep(0.02)
        self._engine = _sqlite_engine(self.path)
        with self._engine.begin() as connection:
            migrate(connection)
        self._thread = threading.Thread(target=self._write_all, name="scribe", daemon=True)
        self._thread.start()
        self._reader = self._engine.connect()
        self._reading = ThreadPoolExecutor(1, "reader")  # a read that nobody waits for any more must still end first

    async def close(self) -> None:
        if self._lock is None or self._lock.closed:
            return
        self._hand_over()
        self._writes.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._reading.shutdown)
        self._reader.close()
        self._engine.dispose()
        self._lock.close()

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    def _read(self, work: Work[T]) -> T:
        with self._reader.begin():
            return work(self._reader)

    def write(self, work: Work[T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append(Waiting(work, done, loop))
        return done

    def _hand_over(self) -> None:
        if self._gathered:
            self._writes.put(self._gathered)
            self._gathered = []

    def _write_all(self) -> None:
        crowded = False
        with self._engine.connect() as connection:
            while (batch := self._writes.get()) is not None:
                stop = False
                if crowded:
                    time.sleep(LINGER)
                with suppress(queue.Empty):
                    while len(batch) < MOST_AT_ONCE and not stop:
                        following = self._writes.get_nowait()
                        if following is None:
                            stop = True
                        else:
                            batch += following
                self._write_batch(connection, [waiting for waiting in batch if not waiting.done.cancelled()])
                crowded = len(batch) > 1
                if stop:
                    return

    def _write_batch(self, connection: Connection, batch: list[Waiting]) -> None:
        """All in one transaction; if one of them fails, each in its own."""
        if not batch:
            return
        try:
            with connection.begin():
                results = run_all(connection, [waiting.work for waiting in batch])
        except BaseException as fault:
            if len(batch) == 1:
                batch[0].loop.call_soon_threadsafe(fail, batch[0].done, fault)
            else:
                for one in batch:
                    self._write_batch(connection, [one])
            return
        batch[0].loop.call_soon_threadsafe(finish, [waiting.done for waiting in batch], results)


def _locked(file: IO[str]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sqlite_engine(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite+pysqlite:///{path}",
        connect_args={"check_same_thread": False, "timeout": 30, "cached_statements": 512},
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")  # a commit is on the disk when it returns

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        driver: Any = connection.connection.driver_connection
        driver.execute("BEGIN")

    return engine


class Postgres:
    """A database server that any number of processes share."""

    shared = True

    def __init__(self, address: str) -> None:
        self.address = "postgresql://" + address.partition("://")[2]
        self._writes: list[Waiting] = []
        self._scribes: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._engine = create_async_engine(
            self.address.replace("postgresql://", "postgresql+asyncpg://", 1),
            pool_size=8,
            max_overflow=8,
            hide_parameters=True,  # keys would come into the log
        )
        async with self._engine.begin() as connection:
            await connection.execute(text("SELECT pg_advisory_xact_lock(7472)"))  # one process migrates, others wait
            await connection.run_sync(migrate)
        # all that one read sees is of one moment
        self._reading = self._engine.execution_options(isolation_level="REPEATABLE READ")

    async def close(self) -> None:
        await self._engine.dispose()

    async def read(self, work: Work[T]) -> T:
        async with self._reading.connect() as connection:
            return await connection.run_sync(work)

    def write(self, work: Work[T]) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._writes.append(Waiting(work, done, loop))
        if len(self._scribes) < SCRIBES:
            scribe = asyncio.create_task(self._write_all())
            self._scribes.add(scribe)
            scribe.add_done_callback(self._scribes.discard)
        return done

    async def _write_all(self) -> None:
        """Write until nothing waits."""
        while self._writes:
            batch = self._writes[:MOST_AT_ONCE]
            del self._writes[:MOST_AT_ONCE]
            await self._write_batch([waiting for waiting in batch if not waiting.done.cancelled()])

    async def _write_batch(self, batch: list[Waiting]) -> None:
        """All in one transaction; if one of them fails, each in its own."""
        if not batch:
            return
        try:
            async with self._engine.begin() as connection:
                results = await connection.run_sync(run_all, [waiting.work for waiting in batch])
        except Exception as fault:
            if len(batch) == 1:
                fail(batch[0].done, fault)
            else:
                for one in batch:
                    await self._write_batch([one])
            return
        finish([waiting.done for waiting in batch], results)
