"""The server under load, on loopback: beside boardgame.io's, and with a thousand tables. growth.py adds processes.

Every decision is one message of a client, and is on the disk before anybody is told. CPU is that of server processes;
a database's own is nobody's. Where there are cores enough, each server has one to itself.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from bench import goals
from bench.peers import npm
from bench.report import Row
from tests.postgres import Postgres
from tests.servers import Server, cpu_of, family_of, free_port, on_cores

MATCHES = 16
SPARE = 160  # tables that were opened before, to go on at when a game is over
TABLES, SEATS = 1000, 4
RATES = (300.0, 1000.0)  # decisions a second at a thousand tables
# Its game is all open play, so ours is too beside it: Contrebande, four hidden hands and no sealed question. A sealed
# one stays open for a while whoever has answered, and PROHIS with its sealed questions needs more tables to be busy.
OPEN_PLAY, SEALED_PLAY, SEALED_TABLES = "contrebande", "prohis", 160
CORRESPONDENCE = {"kind": "correspondence", "fuse": 24, "tempo": "instant"}


def first_core() -> tuple[list[int], list[int]]:
    """A core for a server and the others for all else, where there are cores enough."""
    cores = sorted(os.sched_getaffinity(0))
    return (cores[:1], cores[1:]) if len(cores) > 3 else ([], [])


def server(folder: str, *options: str, database: str = "", cores: Sequence[int] = ()) -> Server:
    """One server process on a store."""
    return Server(Path(folder), *options, database=database, module="bench.open_house", cores=cores)


class Slice(NamedTuple):
    """What was seen while a server played."""

    moves: float  # a second
    cpu: float  # microseconds of the server's a move


class Crowd:
    """bench.crowd in a process of its own."""

    def __init__(
        self,
        ports: list[int],
        tables: int,
        spare: int = SPARE,
        mixed: bool = True,
        game: str = OPEN_PLAY,
        cores: Sequence[int] = (),
    ) -> None:
        self._process = subprocess.Popen(
            [*on_cores(cores), sys.executable, "-m", "bench.crowd"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        whole = {"seed": 1, "ports": ports, "tables": tables, "spare": spare, "mixed": mixed}
        self.tell({**whole, "game": game, "seats": SEATS, "pace": CORRESPONDENCE})

    def tell(self, order: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()

    def hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def free(self, seconds: float) -> dict[str, Any]:
        self.tell({"do": "free", "seconds": seconds})
        return self.hear()

    def steady(self, rate: float, seconds: float) -> dict[str, Any]:
        self.tell({"do": "steady", "rate": rate, "seconds": seconds})
        return self.hear()

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class Peer:
    """boardgame.io's server with its own clients, each in a process; with a database's folder and name, on that."""

    def __init__(self, *database: str) -> None:
        port = str(free_port())
        self._said = tempfile.TemporaryFile("w+")  # noqa: SIM115
        self.server = self._start("server.cjs", port, *database)
        assert self.server.stdout is not None
        while "up" not in (said := self.server.stdout.readline()):
            if not said:
                raise RuntimeError(f"boardgame.io's server did not start:\n{self._complaint()}")
        self._clients = self._start("crowd.cjs", port, str(MATCHES))

    def _start(self, *command: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [npm.program("node"), *command],
            cwd=npm.HOME,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._said,
            text=True,
        )

    def _complaint(self) -> str:
        self._said.seek(0)
        return self._said.read()[:1500]

    def play(self, seconds: float) -> Slice:
        assert self._clients.stdin is not None
        assert self._clients.stdout is not None
        cpu = cpu_of(self.server.pid)
        self._clients.stdin.write(f"{seconds * 1e3:.0f}\n")
        self._clients.stdin.flush()
        told = self._clients.stdout.readline()
        if not told:
            raise RuntimeError(f"boardgame.io's clients gave up:\n{self._complaint()}")
        moves = int(json.loads(told)["moves"])
        if not moves:
            raise RuntimeError(f"boardgame.io's clients made no move:\n{self._complaint()}")
        return Slice(moves / seconds, (cpu_of(self.server.pid) - cpu) / moves * 1e6)

    def close(self) -> None:
        for process in (self._clients, self.server):
            for each in family_of(process.pid):  # `node` may be a script that starts another
                each.kill()
            process.wait()
        self._said.close()


@contextmanager
def peer(*database: str) -> Iterator[Peer]:
    started = Peer(*database)
    try:
        yield started
    finally:
        started.close()


class Ours:
    """A server of ours with its crowd."""

    def __init__(self, server: Server, crowd: Crowd) -> None:
        self._server, self._crowd = server, crowd

    def play(self, seconds: float) -> Slice:
        cpu = self._server.cpu
        seen = self._crowd.free(seconds)
        complain(seen)
        return Slice(seen["moves"] / seen["seconds"], (self._server.cpu - cpu) / max(1, seen["moves"]) * 1e6)


@contextmanager
def ours(database: str = "", game: str = OPEN_PLAY, tables: int = MATCHES) -> Iterator[Ours]:
    with tempfile.TemporaryDirectory() as folder, server(folder, database=database) as opened:
        crowd = Crowd([opened.port], tables, game=game)
        try:
            crowd.hear()
            yield Ours(opened, crowd)
        finally:
            crowd.close()


def complain(seen: dict[str, Any]) -> None:
    if seen["refused"] or seen["lost"] or seen["short"]:
        raise RuntimeError(f"{seen['lost']} sockets lost, {seen['short']} tables short; refused: {seen['refused']}")


def beside_boardgameio(rounds: int, seconds: float) -> Iterator[Row]:
    """All servers run all the while and play in turn, slice by slice, so that all meet the same weather."""
    npm.install()  # before they start, at the same time
    with ExitStack() as opened, ThreadPoolExecutor() as threads:
        database = opened.enter_context(Postgres())
        starting: dict[str, AbstractContextManager[Ours | Peer]] = {
            "ours": ours(),
            "peer": peer(),
            "sealed": ours("", SEALED_PLAY, SEALED_TABLES),
            "ours on PostgreSQL": ours(database.url(database.create())),
            "peer on PostgreSQL": peer(str(database.folder), database.create()),
        }
        playing = dict(zip(starting, threads.map(opened.enter_context, starting.values()), strict=True))
        for each in playing.values():
            each.play(seconds / 2)  # until all is warm
        memory = [{name: playing[name].play(seconds) for name in ("ours", "peer")} for _ in range(rounds)]
        for found in memory[: rounds // 2]:
            found["sealed"] = playing["sealed"].play(seconds)
        both = [
            {name: playing[f"{name} on PostgreSQL"].play(seconds) for name in ("ours", "peer")}
            for _ in range(rounds // 2)
        ]
    durable = "ours durable in SQLite, peer in memory"
    for place, what, unit in ((1, "server CPU", "µs/move"), (0, "server moves", "moves/s")):
        name, goal = f"{what} vs boardgame.io", goals.SERVER_CPU if place else 1.0
        yield _duel(f"{name}, {MATCHES} tables of four", memory, "ours", place, unit, durable, goal)
        yield _duel(f"{name}, PROHIS at {SEALED_TABLES} tables", memory, "sealed", place, unit, durable)
        yield _duel(f"{name} on PostgreSQL", both, "ours", place, unit, "both durable on the same PostgreSQL")


def _duel(
    name: str,
    rounds: list[dict[str, Slice]],
    which: str,
    place: int,
    unit: str,
    note: str,
    goal: float | None = None,
) -> Row:
    """A place of what was measured: moves a second, of which more is better, or CPU a move, of which less is."""
    pairs = [(found[which][place], found["peer"][place]) for found in rounds if which in found]
    ratios = sorted(peer / ours if place else ours / peer for ours, peer in pairs)
    ratio = statistics.median(ratios)
    return Row(
        name,
        unit,
        ours=statistics.median(ours for ours, _ in pairs),
        peer=statistics.median(peer for _, peer in pairs),
        ratio=ratio,
        spread=f"{ratios[0]:.2f}–{ratios[-1]:.2f}",
        goal=None if goal is None else f"≥ {goal:g}×",
        met=None if goal is None else ratio >= goal,
        note=f"{note}, median of {len(pairs)} pairs",
    )


def thousand_tables(seconds: float, tables: int = TABLES, rates: Sequence[float] = RATES) -> Iterator[Row]:
    """A steady stream of decisions at many tables: from a submission to the last player's frame."""
    ours, others = first_core()
    with tempfile.TemporaryDirectory() as folder, server(folder, cores=ours) as opened:
        before = opened.memory
        crowd = Crowd([opened.port], tables, spare=tables // 20, cores=others)
        try:
            crowd.hear()
            memory = (opened.memory - before) / (tables + tables // 20)
            for rate in rates:
                crowd.steady(rate, 2.0)
                cpu = opened.cpu
                seen = crowd.steady(rate, seconds)
                spent = (opened.cpu - cpu) / max(1, seen["moves"]) * 1e6
                complain(seen)
                yield from _delays(f"{tables} tables at {rate:.0f} moves/s", seen, spent, judged=bool(ours))
        finally:
            crowd.close()
    yield Row(f"{tables} tables: memory a table, four sockets included", "kB", ours=memory / 1e3)


def _delays(name: str, seen: dict[str, Any], spent: float, judged: bool) -> Iterator[Row]:
    delays = [delay * 1e3 for delay in seen["delays"]]
    done = seen["moves"] / seen["seconds"]
    alone = "a core of its own" if judged else "cores shared with the clients"
    note = f"{done:.0f} moves/s done, {spent:.0f} µs CPU a move, {alone}, no error"
    for share in (0.5, 0.99):
        at = delays[int(share * (len(delays) - 1))] if delays else None
        tail = share > 0.5 and judged
        yield Row(
            f"{name}: submission to last frame, p{share * 100:.0f}",
            "ms",
            ours=at,
            goal=f"< {goals.SLOWEST_MILLISECONDS:g} ms" if tail else None,
            met=at is not None and at < goals.SLOWEST_MILLISECONDS if tail else None,
            note=note,
        )


def raise_file_limit() -> None:
    """A thousand tables have four thousand sockets, in the crowd and in the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
