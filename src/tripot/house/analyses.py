"""Analyses of finished games: asked for, made in a process of their own, one at a time for a table, and kept with it.

While a game is played there is none, and none is made. `analyst.py` is what such a process runs.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import msgspec
from sqlalchemy import Connection, insert, select, update

from tripot.bots.analysis import Analysis, bots_version
from tripot.bots.instincts import policy
from tripot.engine.records import Transcript
from tripot.engine.table import Table
from tripot.house import schema
from tripot.house.analyst import Task
from tripot.house.errors import HouseError
from tripot.house.replays import refuse_if_long
from tripot.house.room import Room
from tripot.house.sheet import OVER
from tripot.house.store import Store, Work

AT_A_TIME = 1  # in this process: each takes a core for most of a minute
WAITING = 20  # that may wait for it
HELD = 30.0  # seconds that a process has before another may take it over, if nothing is heard of it
LONGEST = 1800.0  # seconds, with all machine code still to be made
RECORD = "record-"  # before the key of a game that isn't one of the house
ROOM = 1 << 26  # bytes of a line: a whole analysis
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class KeptAnalysis:
    """An analysis as it is kept, or how far it has come."""

    rules: int
    bots: str
    progress: float
    under_way: bool
    found: Analysis | None

    @property
    def stale(self) -> bool:
        """Whether rules or bots have changed since."""
        return self.found is not None and self.bots != bots_version(self.found.game)


@dataclass(frozen=True)
class Study:
    """A game to be studied: what it is kept under, and by seat the bot whose mixture of moves is known."""

    key: str
    table: Table
    known: list[tuple[str, str] | None]


class Analysts:
    """Makes the analyses that are asked of one process. `effort` is how much of the usual work is done."""

    def __init__(self, store: Store, clock: Any, effort: float = 1.0) -> None:
        self._store, self._clock, self.effort = store, clock, effort
        self._room = asyncio.Semaphore(AT_A_TIME)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._processes: set[Process] = set()

    async def kept(self, study: Study) -> KeptAnalysis | None:
        """What there is of a game."""
        return await self._store.read(_reading(study.key, self._clock()))

    async def ask(self, study: Study) -> KeptAnalysis:
        """Begin one, unless there is one of these rules and bots, or somebody is at it."""
        key = study.key
        if len(self._tasks) > WAITING and key not in self._tasks:
            raise HouseError("analysis.busy")
        now, bots = self._clock(), bots_version(study.table.game.name)
        if await self._store.write(_claiming(key, study.table.game.version, bots, now)):
            task = asyncio.create_task(self._make(study, bots))
            self._tasks[key] = task
            task.add_done_callback(lambda _: self._tasks.pop(key, None))
        kept = await self.kept(study)
        assert kept is not None
        return kept

    async def close(self) -> None:
        for task in tuple(self._tasks.values()):
            task.cancel()
        for process in tuple(self._processes):
            if process.returncode is None:
                process.kill()
                await process.wait()

    async def _make(self, study: Study, bots: str) -> None:
        table_id, rules = study.key, study.table.game.version
        task = Task(study.table.record(), study.known, self.effort)
        holding = asyncio.create_task(self._hold(table_id))
        try:
            async with self._room:
                body = await asyncio.wait_for(self._made(table_id, task), LONGEST)
            await self._store.write(_keeping(table_id, rules, bots, body))
        except (TimeoutError, OSError, EOFError):
            log.exception("the analysis of %s failed", table_id)
            await self._store.write(_noting(table_id, 0.0, 0.0))
        finally:
            holding.cancel()

    async def _hold(self, table_id: str) -> None:
        """Say now and then that somebody is at it, also while it waits."""
        while True:
            await asyncio.sleep(HELD / 3)
            await self._store.write(_noting(table_id, None, self._clock() + HELD))

    async def _made(self, table_id: str, task: Task) -> str:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tripot.house.analyst", stdin=PIPE, stdout=PIPE, stderr=None, limit=ROOM
        )
        self._processes.add(process)
        try:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(task) + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                told, _, rest = line.decode().partition(" ")
                if told == "done":
                    return rest
                await self._store.write(_noting(table_id, float(rest), self._clock() + HELD))
            raise EOFError("it ended without a word")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
            self._processes.discard(process)


def study_of(room: Room) -> Study:
    """A table's game; refused while it is played."""
    if room.table is None or room.status != OVER:
        raise HouseError("status.analysis")
    refuse_if_long(room.table.length)
    return _checked(Study(room.id, room.table, [_known(room, seat) for seat in range(room.sheet.seats)]))


def study_of_record(text: str) -> Study:
    """A game that somebody kept as a record."""
    transcript = Transcript(text)
    refuse_if_long(len(transcript.lines))
    table = transcript.replay()
    if table.outcome is None:
        raise HouseError("status.unfinished")
    return _checked(Study(RECORD + sha256(text.encode()).hexdigest()[:32], table, [None] * table.seats))


def _checked(study: Study) -> Study:
    if policy(study.table.game.name) is None:
        raise HouseError("analysis.none", game=study.table.game.name)
    return study


def _known(room: Room, seat: int) -> tuple[str, str] | None:
    """The level and character of a bot that had a seat for the whole game; None for all others."""
    chair = room.chairs[seat]
    plain = chair.bot in ("novice", "regular") and chair.guest is None and not chair.offered
    return (str(chair.bot), chair.character) if plain else None


# the store


def _claiming(table_id: str, rules: int, bots: str, now: float) -> Work[bool]:
    """Take an analysis on oneself, if it isn't there in these versions and nobody is at it."""

    def write(connection: Connection) -> bool:
        analyses = schema.analyses
        row = connection.execute(
            select(analyses).where(analyses.c.table_id == table_id).with_for_update()
        ).one_or_none()
        taken = {"rules": rules, "bots": bots, "progress": 0.0, "asked_at": now, "taken_until": now + HELD}
        if row is None:
            connection.execute(insert(analyses).values(table_id=table_id, **taken))
            return True
        if row.taken_until > now or (row.body is not None and (row.rules, row.bots) == (rules, bots)):
            return False
        connection.execute(update(analyses).where(analyses.c.table_id == table_id).values(body=None, **taken))
        return True

    return write


def _noting(table_id: str, progress: float | None, until: float) -> Work[None]:
    values = {"taken_until": until} | ({} if progress is None else {"progress": progress})

    def write(connection: Connection) -> None:
        connection.execute(update(schema.analyses).where(schema.analyses.c.table_id == table_id).values(values))

    return write


def _keeping(table_id: str, rules: int, bots: str, body: str) -> Work[None]:
    def write(connection: Connection) -> None:
        kept = {"rules": rules, "bots": bots, "progress": 1.0, "taken_until": 0.0, "body": body}
        connection.execute(update(schema.analyses).where(schema.analyses.c.table_id == table_id).values(kept))

    return write


def _reading(table_id: str, now: float) -> Work[KeptAnalysis | None]:
    def read(connection: Connection) -> KeptAnalysis | None:
        analyses = schema.analyses
        row = connection.execute(select(analyses).where(analyses.c.table_id == table_id)).one_or_none()
        if row is None:
            return None
        found = None if row.body is None else msgspec.json.decode(row.body, type=Analysis)
        return KeptAnalysis(row.rules, row.bots, row.progress, found is None and row.taken_until > now, found)

    return read
