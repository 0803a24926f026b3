"""A server that is killed at any moment under load has lost nothing that it acknowledged, and doubled nothing.

`python -m tests.house.test_crashes 300` kills it 300 times on SQLite and 300 times on PostgreSQL; SIGTERM ends that
early, with all that was done checked.
"""

import asyncio
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path

import psutil
import pytest

from tests.house.live import SHORT, Party, Totals, Watch, check_all
from tests.postgres import Postgres
from tests.servers import End, Server

INSTANT = {"kind": "live", "fuse": 0, "tempo": "instant"}
KILLS = 4
KILLED: Counter[str] = Counter()  # by database
ENOUGH: list[int] = []  # the signal that ended a long run early


class Crowd:
    """Parties that play; where a game is over, another begins."""

    def __init__(self, port: int, seed: int) -> None:
        self.port, self.seed = port, seed
        self.parties: list[Party] = []
        self.watch = Watch()
        self.rng = random.Random(seed)

    async def play(self, number: int) -> None:
        names = list(SHORT)
        for game in count(number):
            name = names[game % len(names)]
            people = self.rng.randint(1, 2)
            party = Party(name, people, lambda: [self.port], f"{self.seed}.{number}.{game}", INSTANT, self.watch)
            self.parties.append(party)
            await party.play()

    def begin(self, tables: int) -> None:
        self.tasks = [asyncio.ensure_future(self.play(number)) for number in range(tables)]
        for task in self.tasks:
            task.add_done_callback(self.watch.stir)

    @property
    def acked(self) -> int:
        return sum(len(player.ledger.acked) for party in self.parties for player in party.players)

    @property
    def fallen(self) -> bool:
        """Whether something went wrong with one of them."""
        return any(task.done() for task in self.tasks)

    async def go_on(self, decisions: int) -> None:
        """Wait until so many more decisions are acknowledged."""
        enough = self.acked + decisions
        await self.watch.until(lambda: self.acked >= enough or self.fallen, "nobody plays any more")

    async def go_home(self) -> list[Exception]:
        """What went wrong."""
        for task in self.tasks:
            task.cancel()
        results = await asyncio.gather(*self.tasks, return_exceptions=True)
        return [fault for fault in results if isinstance(fault, Exception)]


async def kill_many(folder: Path, database: str, kills: int, seed: int, tables: int = 4) -> Totals:
    """Kill the server under load so many times; what was then found."""
    rng = random.Random(seed)
    server = await Server(folder, database=database).ready()
    crowd = Crowd(server.port, seed)
    crowd.begin(tables)
    try:
        for _ in range(kills):
            await crowd.go_on(8)
            moment = crowd.watch.count + rng.randrange(60)  # any will do
            await crowd.watch.until(lambda moment=moment: crowd.watch.count >= moment or crowd.fallen, "nobody plays")
            if crowd.fallen or ENOUGH:
                break
            server.kill()
            KILLED[database] += 1
            server = await Server(folder, database=database, port=server.port).ready()
        await crowd.go_on(8)
    finally:
        faults = await crowd.go_home()
        server.kill()
    if faults:
        raise faults[0]
    totals = await check_all(database, crowd.parties)
    assert totals.acked == crowd.acked
    return totals


@pytest.mark.xdist_group("crashes")
def test_killed_under_load_on_sqlite_it_has_lost_and_doubled_nothing(tmp_path: Path) -> None:
    totals = asyncio.run(kill_many(tmp_path, str(tmp_path / "tripot.db"), KILLS, seed=1))
    assert totals.acked >= 8 * KILLS
    assert totals.resumed >= KILLS


@pytest.mark.xdist_group("crashes")
def test_killed_under_load_on_postgresql_it_has_lost_and_doubled_nothing(tmp_path: Path, database: str) -> None:
    totals = asyncio.run(kill_many(tmp_path, database, KILLS, seed=2))
    assert totals.acked >= 8 * KILLS
    assert totals.resumed >= KILLS


@pytest.mark.xdist_group("crashes")
def test_a_database_that_crashes_under_a_running_server_costs_nothing_but_time(tmp_path: Path) -> None:
    async def scenario(postgres: Postgres) -> None:
        database = postgres.url(postgres.create())
        server = await Server(tmp_path, database=database).ready()
        crowd = Crowd(server.port, 3)
        crowd.begin(3)
        try:
            for _ in range(2):
                await crowd.go_on(8)
                await asyncio.to_thread(postgres.crash)
                await asyncio.to_thread(postgres.start)
            await crowd.go_on(20)
            assert server.running
        finally:
            faults = await crowd.go_home()
            server.kill()
        if faults:
            raise faults[0]
        totals = await check_all(database, crowd.parties)
        assert totals.acked == crowd.acked

    with Postgres() as postgres:
        asyncio.run(scenario(postgres))


@pytest.mark.xdist_group("crashes")
def test_any_one_of_a_servers_processes_may_be_killed(tmp_path: Path, database: str) -> None:
    """Without a child the server starts another; without their parent the children end, and the house can be opened."""

    def children(server: Server) -> list[psutil.Process]:
        parts = [part for part in server.parts[1:] if part.status() != psutil.STATUS_ZOMBIE]
        return [part for part in parts if "resource_tracker" not in " ".join(part.cmdline())]

    async def scenario() -> None:
        server = await Server(tmp_path, "--processes", "2", database=database).ready()
        try:
            first, second = children(server)
            first.kill()
            await server.ready()
            assert second in children(server)
            assert first not in children(server)
            orphans = children(server)
            assert len(orphans) == 2
            with ExitStack() as watched:
                ends = [watched.enter_context(closing(End(part.pid))) for part in orphans]
                server.parts[0].kill()
                for end in ends:
                    assert end.awaited(), "the children outlive their parent"
            server.kill()  # nothing is left of it
            server = await Server(tmp_path, database=database, port=server.port).ready()
        finally:
            server.kill()

    asyncio.run(scenario())


if __name__ == "__main__":
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    signal.signal(signal.SIGTERM, lambda number, frame: ENOUGH.append(number))
    which = sys.argv[2:] or ["sqlite", "postgresql"]
    with tempfile.TemporaryDirectory() as folder, Postgres() as postgres:
        databases = {"sqlite": f"{folder}/tripot.db", "postgresql": postgres.url(postgres.create())}
        for name in which:
            begun = time.monotonic()
            found = asyncio.run(kill_many(Path(folder), databases[name], kills, seed=int(begun), tables=6))
            print(f"{name}: {KILLED[databases[name]]} kills in {time.monotonic() - begun:.0f} s: {found}", flush=True)
