"""Many weeks of virtual time in which everything goes wrong: `python -m tests.simulation --seeds 1000`.

One line for every seed goes to a file as soon as its week is over; a run that was stopped goes on after those lines.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

from tests.house.live import SHORT
from tests.house.simulation import run
from tests.house.week import Week


def live(seed: int) -> dict[str, Any]:
    """One week; what happened in it, or how it failed."""
    name = list(SHORT)[seed % len(SHORT)]
    begun = time.process_time()
    found: dict[str, Any] = {"seed": seed, "game": name}
    try:
        world, totals = run(seed, name, kind=Week)
    except Exception as fault:
        return {**found, "fault": f"{type(fault).__name__}: {fault}"}
    assert isinstance(world, Week)
    found |= {"days": round(world.days, 2), **world.happened}
    found |= {"failed writes": world.failed_writes, "lost notifications": world.lost, "frames": world.frames}
    found |= {"acknowledged": totals.acked, "resumed": totals.resumed, "moves": totals.moves}
    return {**found, "cpu seconds": round(time.process_time() - begun, 1)}


def told(weeks: list[dict[str, Any]]) -> str:
    sums: Counter[str] = Counter()
    for week in weeks:
        sums.update({name: value for name, value in week.items() if name not in ("seed", "game", "fault")})
    faults = [week for week in weeks if "fault" in week]
    listed = ", ".join(f"{round(count):,} {name}" for name, count in sums.items())
    return f"{len(weeks)} weeks: {listed}; {len(faults)} failed"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--file", type=Path, default=Path("build/simulation.jsonl"))
    options = parser.parse_args()
    options.file.parent.mkdir(parents=True, exist_ok=True)
    lines = options.file.read_text().splitlines() if options.file.exists() else []
    weeks: list[dict[str, Any]] = [json.loads(line) for line in lines]
    wanted = range(options.first, options.first + options.seeds)
    weeks = [week for week in weeks if week["seed"] in wanted]
    missing = sorted(set(wanted) - {week["seed"] for week in weeks})
    with multiprocessing.Pool(options.jobs) as pool, options.file.open("a") as file:
        for week in pool.imap_unordered(live, missing):
            file.write(json.dumps(week) + "\n")
            file.flush()
            weeks.append(week)
            if "fault" in week:
                print(week, flush=True)
            if len(weeks) % 100 == 0:
                print(told(weeks), flush=True)
    print(told(weeks), flush=True)
    sys.exit(any("fault" in week for week in weeks))


if __name__ == "__main__":
    main()
