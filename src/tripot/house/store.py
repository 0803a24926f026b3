"""Where tables are kept: SQLite in one process, or PostgreSQL with any number of them.

Reads and writes are plain functions over one SQLAlchemy connection; a store runs them, each write as one transaction
that is on the disk before `write` returns.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import create_async_engine

from tripot.house import triggers
from tripot.house.errors import HouseError

T = TypeVar("T")
Work = Callable[[Connection], T]
MOST_AT_ONCE = 256  # writes that share one transaction
QUIET, GATHERING = 8, 0.003  # turns of the loop without another write that end a batch; seconds that end it at last
BUSY = 100  # milliseconds that the loop waits for somebody else who has locked the file; the thread waits for long
SLOW, WARY = 0.01, 20  # seconds; how many batches a thread waits for the disk after one that took longer
SCRIBES = 3  # transactions that one process has under way on PostgreSQL
DYING = 1.5  # seconds that a process may take to be gone after it was killed
CHANNEL = "tripot"


class Conflict(Exception):
    """Somebody else has changed the table since it was read."""


class Waiting(NamedTuple):
    """A write that somebody waits for."""

    work: Work[Any]
    done: asyncio.Future[Any]


class Together(ABC):
    """A write that can be made together with others of its kind, which all give nothing."""

    @abstractmethod
    def __call__(self, connection: Connection) -> None:
        """Alone."""

    @staticmethod
    @abstractmethod
    def write_all(connection: Connection, works: Sequence[Any]) -> None:
        """All of them, or none."""


def run_all(connection: Connection, works: list[Work[Any]]) -> list[Any]:
    """Run writes in one transaction."""
    joint = [work for work in works if isinstance(work, Together)]
    if len(joint) > 1:
        joint[0].write_all(connection, joint)
        return [None if isinstance(work, Together) else work(connection) for work in works]
    return [work(connection) for work in works]


def result_of(fault: Exception) -> Exception:
    return Conflict() if isinstance(fault, IntegrityError) else fault


def settle(batch: list[Waiting], results: list[Any]) -> None:
    """Tell those who wait for writes what came of them: a result, or a fault."""
    for (_, done), result in zip(batch, results, strict=True):
        if done.cancelled():
            continue
        if isinstance(result, BaseException):
            done.set_exception(result)
        else:
            done.set_result(result)


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
    raise HouseError("store.address", scheme=scheme)


def migrate(connection: Connection) -> None:
    """Bring the store's tables up to date."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "tripot.house:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    if connection.dialect.name == "sqlite":
        triggers.make(connection)


class Sqlite:
    """One file, one process. Writes share a transaction, and so one sync of the disk, as long as the loop brings more.

    A disk that syncs quickly is waited for on the spot: handing a batch to a thread and back costs more than writing
    it, for both want Python's lock all the time. A slow one is left to a thread, and the next batch grows meanwhile.
    """

    shared = False

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self.path, self._clock = path, clock
        self._gathered: list[Waiting] = []  # the next batch
        self._busy = False  # whether one gathers or is being written
        self._closed = False
        self._wary = WARY  # batches that a thread is to wait for the disk; nobody knows yet how quick it is
        self._lock: IO[bytes] | None = None

    async def open(self) -> None:
        self._lock = _private(self.path)  # held as long as the store is open
        patience = time.monotonic() + DYING
        while not _locked(self._lock):
            if time.monotonic() > patience:
                self._lock.close()
                raise HouseError("store.served", path=self.path)
            await asyncio.sleep(0.02)
        self._engine = _sqlite_engine(self.path)
        with self._engine.begin() as connection:
            migrate(connection)
        self._loop = asyncio.get_running_loop()
        self._writer, self._quick_writer, self._reader = (self._engine.connect() for _ in range(3))
        driver: Any = self._quick_writer.connection.driver_connection
        driver.execute(f"PRAGMA busy_timeout = {BUSY}")
        self._writing = ThreadPoolExecutor(1, "writer")
        self._reading = ThreadPoolExecutor(1, "reader")  # a read that nobody waits for any more must still end first

    async def close(self) -> None:
        if self._lock is None or self._lock.closed:
            return
        while self._busy:
            await asyncio.sleep(GATHERING)
        self._closed = True
        for thread in (self._writing, self._reading):
            await asyncio.to_thread(thread.shutdown)
        for connection in (self._writer, self._quick_writer, self._reader):
            connection.close()
        self._engine.dispose()
        self._lock.close()

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._read, work)

    def _read(self, work: Work[T]) -> T:
        with self._reader.begin():
            return work(self._reader)

    def write(self, work: Work[T]) -> asyncio.Future[T]:
        if self._closed:
            raise HouseError("store.closing")
        done: asyncio.Future[T] = self._loop.create_future()
        self._gathered.append(Waiting(work, done))
        if not self._busy:
            self._begin_batch()
        return done

    def _begin_batch(self) -> None:
        self._busy = True
        self._loop.call_soon(self._gather, 0, QUIET, self._clock() + GATHERING)

    def _gather(self, known: int, turns: int, until: float) -> None:
        """Wait for more writes as long as the loop brings some now and then."""
        count = len(self._gathered)
        turns = QUIET if count > known else turns - 1
        if turns and count < MOST_AT_ONCE and self._clock() < until:
            self._loop.call_soon(self._gather, count, turns, until)
        else:
            self._write_batch()

    def _write_batch(self) -> None:
        batch = [waiting for waiting in self._gathered[:MOST_AT_ONCE] if not waiting.done.cancelled()]
        self._gathered = self._gathered[MOST_AT_ONCE:]
        if self._wary or not self._wrote_on_the_spot(batch):
            self._loop.run_in_executor(self._writing, self._write_aside, batch)

    def _wrote_on_the_spot(self, batch: list[Waiting]) -> bool:
        """Whether a batch could be written at once; if not, nothing of it was, and the thread finds out why."""
        began = self._clock()
        try:
            results = _at_once(self._quick_writer, [waiting.work for waiting in batch])
        except Exception:
            self._wary = WARY
            return False
        self._wrote(batch, results, self._clock() - began)
        return True

    def _write_aside(self, batch: list[Waiting]) -> None:
        """In the thread."""
        began = self._clock()
        results = _results(self._writer, [waiting.work for waiting in batch])
        self._loop.call_soon_threadsafe(self._wrote, batch, results, self._clock() - began)

    def _wrote(self, batch: list[Waiting], results: list[Any], seconds: float) -> None:
        try:
            settle(batch, results)
        finally:
            self._wary = WARY if seconds > SLOW else max(0, self._wary - 1)
            self._busy = False
            if self._gathered:
                self._begin_batch()


def _results(connection: Connection, works: list[Work[Any]]) -> list[Any]:
    """What writes give, or the faults that they end in: all in one transaction; if one fails, each in its own."""
    try:
        return _at_once(connection, works)
    except Exception as fault:
        if len(works) == 1:
            return [result_of(fault)]
        return [result for work in works for result in _results(connection, [work])]


def _at_once(connection: Connection, works: list[Work[Any]]) -> list[Any]:
    joint = [work for work in works if isinstance(work, Together)]
    if joint and len(joint) == len(works):
        joint[0].write_all(connection, joint)
        return [None] * len(works)
    with connection.begin():
        return run_all(connection, works)


def _private(path: Path) -> IO[bytes]:
    """The store's file, opened to be locked: the file itself, so that no other name for it fools the lock.

    Nobody else on the machine may read it: all hands are in it. SQLite gives what it puts beside it the same rights.
    It must be closed last, for closing it ends SQLite's own locks.
    """
    folder = path.parent
    if not folder.exists():
        folder.mkdir(parents=True, mode=0o700)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    for file in (path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")):
        with suppress(FileNotFoundError):
            file.chmod(0o600)
    return os.fdopen(descriptor, "rb")


def _locked(file: IO[bytes]) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _sqlite_engine(path: Path) -> Engine:
    engine = create_engine(
        f"sqlite+pysqlite:///{path}",
        connect_args={"check_same_thread": False, "timeout": 30, "cached_statements": 128},
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
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._writes.append(Waiting(work, done))
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
            settle(batch, await self._results([waiting.work for waiting in batch]))

    async def _results(self, works: list[Work[Any]]) -> list[Any]:
        """What writes give, or the faults that they end in: all in one transaction; if one fails, each in its own."""
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(run_all, works)
        except Exception as fault:
            if len(works) == 1:
                return [result_of(fault)]
            return [result for work in works for result in await self._results([work])]
