"""Tables of nine while they wait for somebody: what they cost a server that has nothing else to do.

`python -m bench.waiting [--seconds 20]`, also a part of `make bench`.
"""

import argparse
import tempfile
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from bench import house
from bench.report import Row, show_plainly
from tests.servers import Server
from tests.web.guests import Guest, Line
from tripot.bots.master.readiness import make_ready
from tripot.house.scheduler import AWAKE

GAME, SEATS = "condamnes", 9
TABLES = 20
DECISIONS = 3  # that a person makes, then all others wait
INSTANT = {"kind": "live", "fuse": 0, "tempo": "instant"}
PATIENCE = 120.0  # seconds


class Rest(NamedTuple):
    """A server when nothing has happened for a while."""

    cpu: float  # milliseconds a second, in all its processes
    memory: float  # bytes, in the one that serves
    thinking: float  # bytes, in those that think


def rest(server: Server, seconds: float) -> Rest:
    time.sleep(AWAKE)  # until then it looks for what is due more often
    before, began = server.cpu, time.monotonic()
    time.sleep(seconds)
    spent = 1e3 * (server.cpu - before) / (time.monotonic() - began)
    first, *others = (part.memory_info().rss for part in server.parts)
    return Rest(spent, first, sum(others))


def for_a_person(seconds: float) -> Iterator[Row]:
    """The server's CPU and memory before anybody comes, then with tables of one person and eight bots that wait."""
    make_ready(GAME)  # or regulars would play in masters' places while these are compiled
    for level in ("regular", "master"):
        with tempfile.TemporaryDirectory() as folder, house.server(folder) as opened:
            alone = rest(opened, seconds)
            wait_at_tables(opened, level, 1)
            first = rest(opened, seconds)
            wait_at_tables(opened, level, TABLES)
            many = rest(opened, seconds)
        name = f"a table of nine waits, eight bots of level {level}"
        yield Row(
            f"{name}: server CPU", "ms/s", first.cpu, alone.cpu,
            note=f"peer: before anybody came; {many.cpu:.1f} ms/s with {TABLES} tables more",
        )  # fmt: skip
        yield Row(
            f"{name}: memory", "kB", (many.memory - first.memory) / TABLES / 1e3,
            note=f"each of {TABLES} more, with its socket; {(first.memory - alone.memory) / 1e6:.1f} MB for the first; "
            f"in processes that think {first.thinking / 1e6:.0f} MB, then {many.thinking / 1e6:.0f} MB",
        )  # fmt: skip


def wait_at_tables(server: Server, level: str, count: int) -> None:
    """At each a person begins a game with eight bots, decides a few times, and is waited for."""
    lines = {}
    for _ in range(count):
        person = Guest(server)
        table = person.open(GAME, SEATS, pace=INSTANT, bots=[level] * (SEATS - 1))
        person.post(f"/api/tables/{table}/start")
        lines[table] = person.socket()
        lines[table].say("watch", table=table)
    beats = dict.fromkeys(lines, -1)
    for decision in range(DECISIONS + 1):
        for table, line in lines.items():
            scene = asked(line, beats[table])
            beats[table] = scene["beat"]
            if decision < DECISIONS:
                line.say("submit", table=table, beat=scene["beat"], moves=[scene["question"]["choices"][0]["move"]])


def asked(line: Line, after: int) -> dict[str, Any]:
    """The next scene in which the person is asked."""

    def asks(frame: dict[str, Any]) -> bool:
        question = frame.get("question") or {}
        return frame["t"] == "scene" and frame["beat"] > after and bool(question.get("choices"))

    return line.until(asks, PATIENCE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    show_plainly(list(for_a_person(parser.parse_args().seconds)))


if __name__ == "__main__":
    main()
