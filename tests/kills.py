"""Servers that are killed under load, many times in one unattended run: `python -m tests.kills --kills 1000`.

So many kills on each database, by several workers at once, each with a server, players and a database of its own.
One line for a hundred kills, and the totals.
"""

import argparse
import asyncio
import multiprocessing
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.house.test_crashes import kill_many
from tests.postgres import Postgres
from tests.servers import nursed

AT_ONCE = 25  # kills before all that was promised is checked
# Processes are killed here, not machines, so no disk is waited for: what a dead process has written is there.
IN_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None


def round_of_kills(task: tuple[str, str, int, int]) -> dict[str, Any]:
    kind, database, kills, seed = task
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as folder, nursed():
        try:
            address = database or f"{folder}/tripot.db"
            found = asyncio.run(kill_many(Path(folder), address, kills, seed, tables=3))
        except Exception as fault:
            return {"kind": kind, "seed": seed, "fault": f"{type(fault).__name__}: {fault}"}
    return {"kind": kind, "kills": kills, **asdict(found)}


def rounds(kills: int, postgres: Postgres, seed: int) -> Iterator[tuple[str, str, int, int]]:
    """In turn on both databases, so that a run that is stopped has as many on each."""
    for first in range(0, kills, AT_ONCE):
        many = min(AT_ONCE, kills - first)
        yield "SQLite", "", many, seed + first
        yield "PostgreSQL", postgres.url(postgres.create()), many, seed + first


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="on each database")
    parser.add_argument("--jobs", type=int, default=max(1, len(os.sched_getaffinity(0)) - 2))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=600.0, help="after which no more rounds are counted")
    options = parser.parse_args()
    begun, sums, faults = time.monotonic(), {"SQLite": Counter[str](), "PostgreSQL": Counter[str]()}, 0
    with Postgres(fsync=False) as postgres, multiprocessing.Pool(options.jobs) as pool:
        for found in pool.imap_unordered(round_of_kills, list(rounds(options.kills, postgres, options.seed))):
            if "fault" in found:
                faults += 1
                print(found, flush=True)
                continue
            kind = found.pop("kind")
            before = sums[kind]["kills"] // 100
            sums[kind].update(found)
            if sums[kind]["kills"] // 100 > before:
                print(told(kind, sums[kind], time.monotonic() - begun), flush=True)
            if time.monotonic() > begun + 60 * options.minutes:
                pool.terminate()
                break
    print(f"in all, {faults} rounds failed", flush=True)
    for kind, sum_ in sums.items():
        print(told(kind, sum_, time.monotonic() - begun), flush=True)
    sys.exit(bool(faults))


def told(kind: str, found: Counter[str], seconds: float) -> str:
    return (
        f"{kind}: {found['kills']} kills in {seconds:.0f} s: {found['acked']} acknowledged decisions all there once, "
        f"{found['unknown_written']} of {found['unknown']} unacknowledged ones written, {found['moves']} moves, "
        f"{found['resumed']} resumptions, {found['over']} finished games verified"
    )


if __name__ == "__main__":
    main()
