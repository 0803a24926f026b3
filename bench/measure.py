"""How everything here is timed: CPU seconds of a process on one core, in slices, the median of which is the figure.

CPU seconds, because other processes may share the machine. Slices, because then ours and the peer's can alternate (see
duel.py) and whatever disturbs one disturbs the other. Only the standard library is used: this module also runs in the
peers' own environment.
"""

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TextIO

Chunk = Callable[[], float]  # plays a while and tells how many player actions that made


@dataclass(frozen=True)
class Workload:
    """Something to time, warmed up and ready."""

    chunk: Chunk
    version: str
    note: str = ""


@dataclass(frozen=True)
class Sample:
    actions: float
    seconds: float

    @property
    def ns(self) -> float:
        """Nanoseconds per player action."""
        return self.seconds / self.actions * 1e9


@dataclass(frozen=True)
class Figure:
    """One line of JSON: what a player action costs `who` in `game`."""

    who: str
    game: str
    version: str
    ns_median: float
    ns_least: float
    runs: int
    note: str = ""


def sample(chunk: Chunk, seconds: float, clock: Callable[[], float] = time.process_time) -> Sample:
    """Plays for so many seconds, whole chunks only. A GPU's work is no CPU time: it asks for another clock."""
    actions = 0.0
    began = clock()
    while (spent := clock() - began) < seconds:
        actions += chunk()
    return Sample(actions, spent)


def pin_to_one_core() -> None:
    """To be called before a library sizes its thread pool. Where the system can't pin, CPU seconds must do."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def private_stdout() -> TextIO:
    """Our lines on the real standard output, and what libraries print there on standard error."""
    ours = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return ours


def serve(work: Workload, out: TextIO) -> None:
    """Times one slice for every line of standard input, which says how many CPU seconds it lasts."""
    print(json.dumps({"version": work.version, "note": work.note}), file=out)
    for line in sys.stdin:
        print(json.dumps(asdict(sample(work.chunk, float(line)))), file=out)


def main(who: str, games: tuple[str, ...], prepare: Callable[[str], Workload]) -> None:
    """The command line of everything that can be timed. `prepare` imports what it needs, once the core is pinned."""
    parser = argparse.ArgumentParser(description=f"Time {who}: one line of JSON for each game.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="of " + ", ".join(games) + "; all if none is given")
    parser.add_argument("--serve", action="store_true", help="time a slice of GAME for each line of standard input")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds of one run")
    options = parser.parse_args()
    out = private_stdout()
    pin_to_one_core()
    for game in options.games or games:
        work = prepare(game)
        if options.serve:
            serve(work, out)
        else:
            ns = [sample(work.chunk, options.seconds).ns for _ in range(options.runs)]
            figure = Figure(who, game, work.version, statistics.median(ns), min(ns), len(ns), work.note)
            print(json.dumps(asdict(figure)), file=out)
