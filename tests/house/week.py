"""A week at a table by correspondence, in which everything that can go wrong does, again and again and at once.

Processes are killed, lines cut, the disk is slow for a while or full, notifications are lost, clocks jump, and in the
middle of it the house is updated process by process, with the old version and the next one side by side, and now and
then taken back. What is written must be there in the end, once, and everybody must have seen what a replay shows.

Time jumps from one thing that happens to the next: looks at a clock that would find nothing are left out.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from sqlalchemy import select, text

from tests.house.simulation import Handle, Process, SimulatedParty, SimulatedPlayer, StoreIsGone, World
from tripot.house import repository, schema
from tripot.house.house import House
from tripot.house.scheduler import Scheduler

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
WEEK = 7 * DAY
LOOK = 20 * MINUTE  # a process looks at least so often whether something is due, or has changed elsewhere
STUMBLED = 5 * MINUTE  # the same, when the store didn't answer
# Decisions of all seats in a game, more or less: people think so long that a week is hardly enough for it.
LENGTHS = {"prohis": 80, "contrebande": 130, "chasse": 60, "prohibition": 100, "condamnes": 160}
LONG = {"contrebande": {}}  # options, where the short game of other tests is too short
NEXT = "a later version says something new"


class Week(World):
    """See the module's text."""

    wild, patience = WEEK, 30 * DAY

    def __init__(self, seed: int, name: str, house: type[House] = House) -> None:
        super().__init__(seed, name, house)
        self.processes = [None] * self.rng.randint(2, 3)
        self.slow_until = self.full_until = 0.0
        self.stirred: asyncio.Event | None = None
        self.updated = False  # the store is that of the next version, and processes may be of either
        self.happened: dict[str, int] = dict.fromkeys(
            ("kills", "cuts", "slow disks", "full disks", "deaf spells", "clock jumps", "updates"), 0
        )
        self.lost = 0  # notifications
        self.begun = 0.0

    @property
    def days(self) -> float:
        """How long it lasted."""
        return (self.now() - self.begun) / DAY

    def new_party(self, name: str, seed: str) -> Correspondents:
        return Correspondents(self, name, seed)

    def new_process(self) -> Process:
        """After the update began, one of either version."""
        if self.updated and self.rng.random() < 0.5:
            return Later(self)
        return Resident(self)

    async def delay(self, most: float = 0.05) -> None:
        await asyncio.sleep(most * self.rng.random())

    async def disk(self) -> None:
        now = self.now()
        if not self.calm and now < self.slow_until:
            await asyncio.sleep(30.0 * self.rng.random())
        if not self.calm and now < self.full_until:
            self.failed_writes += 1
            raise StoreIsGone("the disk is full")

    def wrote(self, message: str) -> None:
        if self.stirred is not None:
            self.stirred.set()
        self.stirred = asyncio.Event()
        for process in self.processes:
            if process is None:
                continue
            if isinstance(process, Resident) and (process.deaf_until > self.now() or self.happens(0.3)):
                self.lost += 1
            else:
                process.spawn(process.hear(message))

    async def make_trouble(self) -> None:
        """Something every hour or so; several things last, so they come together."""
        rng = self.rng
        self.begun = self.now()
        update_at = self.begun + rng.uniform(0.2, 0.7) * WEEK
        while True:
            await asyncio.sleep(rng.expovariate(1 / (50 * MINUTE)))
            if not self.updated and self.now() > update_at:
                self.update()
            number = rng.randrange(len(self.processes))
            process = self.processes[number]
            what = rng.choices(list(self.happened), (6, 3, 2, 1, 2, 2, 0))[0]
            if process is None:
                self.processes[number] = self.new_process()
                continue
            self.happened[what] += 1
            if what == "kills":
                process.crash()
                self.crashes += 1
                self.processes[number] = None
            elif what == "cuts":
                for line in process.lines:
                    line.cut()
            elif what == "slow disks":
                self.slow_until = self.now() + rng.uniform(MINUTE, HOUR)
            elif what == "full disks":
                self.full_until = self.now() + rng.uniform(MINUTE, HOUR)
            elif isinstance(process, Resident) and what == "deaf spells":
                process.deaf_until = self.now() + rng.uniform(MINUTE, 3 * HOUR)
            elif isinstance(process, Resident):
                process.skew = rng.choice((0.0, rng.uniform(-HOUR, HOUR), rng.uniform(-10.0, 10.0)))

    def update(self) -> None:
        """The next version's first process brings the store up to date; those of this one must go on with it."""
        self.updated = True
        self.happened["updates"] += 1
        with self.durable.begin():
            self.durable.execute(text("ALTER TABLE tables ADD COLUMN later TEXT"))
            self.durable.execute(text("ALTER TABLE chairs ADD COLUMN later TEXT"))
            self.durable.execute(text("CREATE TABLE later (name TEXT PRIMARY KEY)"))

    def next_due(self) -> float | None:
        found = self.durable.execute(select(schema.tables.c.wake_at)).scalar()
        self.durable.rollback()
        return None if found is None else float(found)


class Resident(Process):
    """A process with a clock and ears of its own, which looks at both when there may be something to see."""

    def __init__(self, world: Week) -> None:
        self.skew = self.deaf_until = 0.0
        self.week = world
        super().__init__(world)

    def clock(self) -> float:
        return self.world.now() + self.skew

    def begin(self) -> None:
        self.spawn(self._keep_time())
        self.spawn(self._keep_up())

    async def _keep_time(self) -> None:
        scheduler = Scheduler(self.house)
        while not self.dead:
            rest = 1.0
            try:
                await scheduler.turn()
            except StoreIsGone:
                rest = STUMBLED
            due = self.week.next_due()
            wait = LOOK if due is None else min(max(due - self.clock(), rest), LOOK)
            stirred = self.week.stirred
            with suppress(TimeoutError):
                await asyncio.wait_for(asyncio.sleep(wait) if stirred is None else stirred.wait(), wait)
            await self.world.delay()

    async def _keep_up(self) -> None:
        """As `notifications.poll` does, less often."""
        while not self.dead:
            await asyncio.sleep(LOOK * self.world.rng.random())
            with suppress(StoreIsGone):
                found = await self.house.store.read(repository.version_of(self.house.watched))
                for table_id, version in found.items():
                    await self.house.refresh(table_id, version)


class Later(Resident):
    """A process of the next version: it says what this one doesn't know, and says less of what it does."""

    def begin(self) -> None:
        self.house.store = Talkative(self.week, self)
        self.services.store = self.house.store
        super().begin()


class Talkative(Handle):
    """The store as the next version uses it: with a column, a table and a notification that this one has never met."""

    def __init__(self, world: Week, process: Process) -> None:
        super().__init__(world, process)
        self.week = world

    async def write(self, work: Any) -> Any:
        def more(connection: Any) -> Any:
            result = work(connection)
            connection.execute(text("UPDATE tables SET later = :said"), {"said": NEXT})
            connection.execute(text("INSERT OR REPLACE INTO later (name) VALUES (:said)"), {"said": NEXT})
            return result

        before = self._version()
        result = await super().write(more)  # not an `repository.Change`: only table and version are told
        if self._version() != before:
            self.week.wrote(f"{self.week.party.table} later {NEXT}")
        return result


class Correspondent(SimulatedPlayer):
    """Thinks for hours, whatever the house is up to meanwhile."""

    _decides_at: float | None = None

    @property
    def _is_asked(self) -> bool:
        return bool(self._pending is None and self.question.get("choices") and not self.answered)

    def _patience(self) -> float | None:
        if self._pending is not None:
            return 5 * MINUTE  # no answer, or that something is broken: once more
        return None if self._decides_at is None else max(self._decides_at - self.world.now(), 0.1)

    async def _wait(self) -> None:
        await self.world.delay(5 * MINUTE)

    async def _act(self, line: Any) -> None:
        if not self._is_asked:
            self._decides_at = None
        elif self._decides_at is None:
            mine = LENGTHS[self.party.game] / self.party.seats  # while the others think, too
            thinks = 0.0 if self.world.calm else self.world.rng.expovariate(mine * len(self.party.players) / WEEK)
            self._decides_at = self.world.now() + thinks
        elif self._decides_at <= self.world.now():
            self._decides_at = None
            await super()._act(line)


class Correspondents(SimulatedParty):
    player = Correspondent

    def __init__(self, world: World, name: str, seed: str) -> None:
        super().__init__(world, name, seed)
        self.options = LONG.get(name, self.options)

    def new_pace(self, world: World) -> dict[str, Any]:
        return {"kind": "correspondence", "fuse": world.rng.choice((8, 24, 48)), "tempo": "instant"}
