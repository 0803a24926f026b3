"""Servers that share one PostgreSQL: how much each of them adds, where every table's players are at one, and mixed.

Each server has a core of its own, where the machine has enough; clients and the database have the others.
"""

import os
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from bench import goals, house
from bench.report import Row
from tests.postgres import Postgres

COUNTS = (1, 2, 4, 8)
MATCHES = 24  # tables that play at each server
SPARE = 60


@dataclass(frozen=True)
class Layout:
    """Which cores are whose."""

    servers: list[list[int]]
    others: list[int]

    @classmethod
    def of(cls, cores: list[int], count: int) -> "Layout":
        if len(cores) < 2 * count:
            return cls([[] for _ in range(count)], [])
        return cls([[core] for core in cores[:count]], cores[count:])


@dataclass(frozen=True)
class Rate:
    """What servers did together: moves a second, their own CPU a move, and the database's."""

    moves: float
    cpu: float
    database: float


def more_servers(rounds: int, seconds: float) -> Iterator[Row]:
    cores = sorted(os.sched_getaffinity(0))
    counts = [count for count in COUNTS if 2 * count <= len(cores) or count <= 2]
    apart, one = len(cores) >= 2 * counts[-1], 0.0
    with Postgres(cores=cores[counts[-1] :] if apart else []) as database:
        for count in counts:
            for mixed in (False, True) if count > 1 else (False,):
                layout = Layout.of(cores, count)
                found = [measure(database, count, mixed, seconds, layout) for _ in range(rounds)]
                moves = statistics.median(rate.moves for rate in found)
                one = one or moves
                yield _row(count, mixed, found, one, apart)


def _row(count: int, mixed: bool, found: list[Rate], one: float, apart: bool) -> Row:
    moves = statistics.median(rate.moves for rate in found)
    cpu, theirs = (
        statistics.median(values) for values in zip(*((each.cpu, each.database) for each in found), strict=True)
    )
    share = moves / one / count
    judged = apart and count > 1 and not mixed
    where = "players at all of them" if mixed else "a table's players at one"
    return Row(
        f"{count} servers on PostgreSQL, {where}" if count > 1 else "1 server on PostgreSQL",
        "moves/s",
        ours=moves,
        ratio=moves / one,
        goal=f"≥ {goals.LINEAR:g} of linear" if judged else None,
        met=share >= goals.LINEAR if judged else None,
        note=f"{share:.2f} of linear, {cpu:.0f} µs of server CPU a move, {theirs:.0f} of the database's, "
        + ("each server has a core" if apart else "all share the cores"),
    )


def measure(database: Postgres, count: int, mixed: bool, seconds: float, layout: Layout) -> Rate:
    """So many servers with a crowd for each, or for each two: clients must not be the limit."""
    with ExitStack() as opened:
        url = database.url(name := database.create())
        opened.callback(database.drop, name)
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        starting = [house.server(folder, database=url, cores=cores) for cores in layout.servers]
        servers = [opened.enter_context(each) for each in starting]
        ports = [each.port for each in servers]
        crowds = []
        for number in range(count):
            at = ports[number:] + ports[:number] if mixed else [ports[number]]
            crowd = house.Crowd(at, MATCHES, SPARE, mixed=mixed, cores=layout.others)
            opened.callback(crowd.close)
            crowds.append(crowd)
        for crowd in crowds:
            crowd.hear()
        seen = _all_play(crowds, 2.0)
        cpu, theirs = sum(each.cpu for each in servers), database.cpu()
        seen = _all_play(crowds, seconds)
        spent, of_database = sum(each.cpu for each in servers) - cpu, database.cpu() - theirs
        moves = sum(each["moves"] for each in seen)
        for each in seen:
            house.complain(each)
        rate = sum(each["moves"] / each["seconds"] for each in seen)
        return Rate(rate, spent / max(1, moves) * 1e6, of_database / max(1, moves) * 1e6)


def _all_play(crowds: list[house.Crowd], seconds: float) -> list[dict[str, object]]:
    for crowd in crowds:
        crowd.tell({"do": "free", "seconds": seconds})
    return [crowd.hear() for crowd in crowds]
