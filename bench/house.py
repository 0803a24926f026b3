"""The server under load, on loopback: beside boardgame.io's, with a thousand tables, and with two processes.

Every decision is one message of a client, and is on the disk before anybody is told. CPU is that of server processes.
"""

import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import psutil

from bench.peers import environment
from bench.report import Row
from tests.postgres import Postgres
from tests.web.serving import free_port
from tripot.engine.game import games

MATCHES = 16
SPARE = 160  # tables that were opened before, to go on at when a game is over
TABLES, SEATS, RATE = 1000, 4, 300.0
PEER = Path(__file__).parent / "peers" / "boardgameio"
CORRESPONDENCE = {"kind": "correspondence", "fuse": 24}  # no window is waited for
SERVER = """
import sys
from tripot.web.desk import Config
from tripot.web.limits import Limits
from tripot.web.serving import serve
many = 1e9
limits = Limits(
    messages_a_second=many, message_burst=many, requests_a_second=many, request_burst=many, tables_a_minute=many,
    tables_a_minute_an_address=many, tables_an_address=100_000, bot_tables=100_000, bot_tables_an_address=100_000,
    public_tables=100_000, public_tables_an_address=100_000,
    sockets=100_000, sockets_an_address=100_000, idle=3600.0,
)
serve(Config(sys.argv[1], limits=limits, busy=0), "127.0.0.1", int(sys.argv[2]), 1)
"""


def processes_of(process: subprocess.Popen[Any]) -> list[psutil.Process]:
    first = psutil.Process(process.pid)
    return [first, *first.children(recursive=True)]


def cpu_of(process: subprocess.Popen[Any]) -> float:
    return sum(sum(each.cpu_times()[:2]) for each in processes_of(process))


def memory_of(process: subprocess.Popen[Any]) -> int:
    return sum(each.memory_info().rss for each in processes_of(process))


@contextmanager
def server(database: str) -> Iterator[tuple[subprocess.Popen[Any], int]]:
    """One server process on a store; its port."""
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", SERVER, database, str(port)], stderr=subprocess.DEVNULL)
    try:
        wait_until_ready(process, port)
        yield process, port
    finally:
        process.terminate()
        process.wait(30)


def wait_until_ready(process: subprocess.Popen[Any], port: int) -> None:
    """Until it answers and has compiled all games, as a house does once it is busy."""
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.2)
        with suppress(httpx.HTTPError):
            if f"tripot_quick_games {float(len(games()))}" in httpx.get(f"http://127.0.0.1:{port}/metrics").text:
                return
    raise RuntimeError("the server did not start")


class Crowd:
    """bench.crowd in a process of its own."""

    def __init__(self, ports: list[int], tables: int, spare: int = SPARE, mixed: bool = True) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.crowd"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        whole = {"seed": 1, "ports": ports, "tables": tables, "spare": spare, "mixed": mixed}
        self._ask({**whole, "game": "prohis", "seats": SEATS, "pace": CORRESPONDENCE})

    def _ask(self, order: dict[str, Any]) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def free(self, seconds: float) -> dict[str, Any]:
        return self._ask({"do": "free", "seconds": seconds})

    def steady(self, rate: float, seconds: float) -> dict[str, Any]:
        return self._ask({"do": "steady", "rate": rate, "seconds": seconds})

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class Peer:
    """boardgame.io's server with its own clients, each in a process."""

    def __init__(self) -> None:
        home = environment.ROOT / ".venv-bench" / "boardgameio"
        home.mkdir(parents=True, exist_ok=True)
        for file in PEER.iterdir():
            shutil.copy(file, home)
        if not (home / "node_modules").exists():
            subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"], cwd=home, check=True)
        port = str(free_port())
        self.server = subprocess.Popen(["node", "server.cjs", port], cwd=home, stdout=subprocess.PIPE, text=True)
        assert self.server.stdout is not None
        while "up" not in (said := self.server.stdout.readline()):
            if not said:
                raise RuntimeError("boardgame.io's server did not start")
        self._clients = subprocess.Popen(
            ["node", "crowd.cjs", port, str(MATCHES)],
            cwd=home,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def moves(self) -> int:
        assert self._clients.stdin is not None
        assert self._clients.stdout is not None
        self._clients.stdin.write("\n")
        self._clients.stdin.flush()
        return int(json.loads(self._clients.stdout.readline())["moves"])

    def close(self) -> None:
        for process in (self._clients, self.server):
            process.kill()
            process.wait()


def run_peer(seconds: float) -> tuple[float, float]:
    """Moves a second, and server CPU a move in microseconds."""
    peer = Peer()
    try:
        time.sleep(2.5)
        began, moves, cpu = time.monotonic(), peer.moves(), cpu_of(peer.server)
        time.sleep(seconds)
        spent, moved = cpu_of(peer.server) - cpu, peer.moves() - moves
        return moved / (time.monotonic() - began), spent / max(1, moved) * 1e6
    finally:
        peer.close()


def run_ours(seconds: float) -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder, server(f"{folder}/tripot.db") as (process, port):
        crowd = Crowd([port], MATCHES)
        try:
            crowd.free(2.5)
            cpu = cpu_of(process)
            seen = crowd.free(seconds)
            complain(seen)
            return seen["moves"] / seen["seconds"], (cpu_of(process) - cpu) / max(1, seen["moves"]) * 1e6
        finally:
            crowd.close()


def complain(seen: dict[str, Any]) -> None:
    if seen["refused"] or seen["lost"] or seen["short"]:
        raise RuntimeError(f"{seen['lost']} sockets lost, {seen['short']} tables short; refused: {seen['refused']}")


def beside_boardgameio(rounds: int, seconds: float) -> Iterator[Row]:
    """In turn, so that both meet the same weather."""
    pairs = [(run_ours(seconds), run_peer(seconds)) for _ in range(rounds)]
    for place, name, unit in ((1, "server CPU", "µs/move"), (0, "server moves", "moves/s")):
        ours = statistics.median(pair[0][place] for pair in pairs)
        peer = statistics.median(pair[1][place] for pair in pairs)
        ratios = sorted(
            (pair[1][place] / pair[0][place]) if place else (pair[0][place] / pair[1][place]) for pair in pairs
        )
        ratio = statistics.median(ratios)
        yield Row(
            f"{name} vs boardgame.io, {MATCHES} tables of four",
            unit,
            ours=ours,
            peer=peer,
            ratio=ratio,
            spread=f"{ratios[0]:.2f}–{ratios[-1]:.2f}",
            goal="≥ 1×",
            met=ratio >= 1,
            note="ours durable in SQLite, peer in memory",
        )


def thousand_tables(seconds: float, tables: int = TABLES) -> Iterator[Row]:
    """A steady stream of decisions at many tables: from a submission to the last player's frame."""
    with tempfile.TemporaryDirectory() as folder, server(f"{folder}/tripot.db") as (process, port):
        before = memory_of(process)
        crowd = Crowd([port], tables, spare=tables // 20)
        try:
            memory = (memory_of(process) - before) / (tables + tables // 20)
            crowd.steady(RATE, 2.0)
            cpu = cpu_of(process)
            seen = crowd.steady(RATE, seconds)
            spent = (cpu_of(process) - cpu) / max(1, seen["moves"]) * 1e6
            complain(seen)
        finally:
            crowd.close()
    delays = [delay * 1e3 for delay in seen["delays"]]
    note = (
        f"{tables * SEATS} sockets, {seen['moves'] / seen['seconds']:.0f} moves/s, {spent:.0f} µs CPU a move, no error"
    )
    for share in (0.5, 0.99):
        at = delays[int(share * (len(delays) - 1))] if delays else None
        yield Row(f"{tables} tables: submission to last frame, p{share * 100:.0f}", "ms", ours=at, note=note)
    yield Row(f"{tables} tables: memory a table, four sockets included", "kB", ours=memory / 1e3)


def two_processes(rounds: int, seconds: float) -> Iterator[Row]:
    """PostgreSQL: two servers against one, every table's players on one of them or on both."""
    ways = {"one": (1, False), "apart": (2, False), "mixed": (2, True)}
    rates: dict[str, list[float]] = {way: [] for way in ways}
    with Postgres() as database:
        for _ in range(rounds):
            for way, (count, mixed) in ways.items():
                rates[way].append(_postgres_rate(database.url(database.create()), count, mixed, seconds))
    for way, name in (("apart", "each table at one of them"), ("mixed", "each table's players at both")):
        yield Row(
            f"two servers on PostgreSQL vs one, {name}",
            "moves/s",
            ours=statistics.median(rates[way]),
            peer=statistics.median(rates["one"]),
            ratio=statistics.median(two / one for one, two in zip(rates["one"], rates[way], strict=True)),
            note=f"clients and database share the {os.cpu_count()} cores",
        )


def _postgres_rate(url: str, count: int, mixed: bool, seconds: float) -> float:
    with ExitStack() as servers:
        ports = [servers.enter_context(server(url))[1] for _ in range(count)]
        crowd = Crowd(ports, MATCHES, mixed=mixed)
        try:
            crowd.free(2.0)
            seen = crowd.free(seconds)
            complain(seen)
            return float(seen["moves"] / seen["seconds"])
        finally:
            crowd.close()


def raise_file_limit() -> None:
    """A thousand tables have four thousand sockets, in the crowd and in the server."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 20_000)), hard))
