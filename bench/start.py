"""How soon one can play: importing, compiling cold, starting warm; and how fast the plain twin is meanwhile."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

from bench import goals, measure
from bench.report import Row

# A new process that goes from nothing to one game played natively. SciPy, which Numba loads where it finds it, comes
# with the lab's packages only and is not there for players.
FIRST_GAME = """
import json, sys, time
sys.modules["scipy"] = None
began = time.perf_counter()
import numba, tripot
from tripot.engine import simulate
imported = time.perf_counter()
simulate.playouts(tripot.game(sys.argv[1]), seats=int(sys.argv[2]), games=1, seed=1, threads=1)
print(json.dumps({"imports": imported - began, "all": time.perf_counter() - began}))
"""


def python(program: str, *arguments: str, cache: str | None = None) -> str:
    environment = os.environ | ({} if cache is None else {"TRIPOT_CACHE": cache})
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["it ended without a word"])[-1])
    return done.stdout


def below(name: str, seconds: list[float], limit: float, note: str = "") -> Row:
    median = statistics.median(seconds)
    spread = f"{min(seconds):.2f}–{max(seconds):.2f}" if len(seconds) > 1 else None
    return Row(name, "s", ours=median, spread=spread, goal=f"< {limit:g} s", met=median < limit, note=note)


def import_time(runs: int) -> Iterator[Row]:
    def wall(program: str) -> float:
        began = time.perf_counter()
        python(program)
        return time.perf_counter() - began

    wall("import tripot")  # writes the byte code, which an installed package has
    seconds = [-wall("pass") + wall("import tripot") for _ in range(runs)]
    yield below("import tripot", seconds, goals.IMPORT_SECONDS, "beyond bare Python")


def cold_and_warm(game: str, runs: int) -> Iterator[Row]:
    """Wall time, since a player waits by the clock; imports included."""
    with tempfile.TemporaryDirectory() as cache:
        cold, *warm = (
            json.loads(python(FIRST_GAME, game, str(goals.SEATS[game]), cache=cache)) for _ in range(runs + 1)
        )
    yield below(f"cold compile/{game}", [cold["all"]], goals.COLD_COMPILE_SECONDS, "imports included")
    imports = statistics.median(run["imports"] for run in warm)
    seconds = [run["all"] - run["imports"] for run in warm]
    yield below(f"warm start/{game}", seconds, goals.WARM_START_SECONDS, f"after imports, Numba's own: {imports:.2f} s")


def plain_twin(game: str, runs: int, seconds: float) -> Iterator[Row]:
    import tripot
    from tripot.engine import simulate

    rules = tripot.game(game)

    def chunk() -> int:
        return simulate.playouts(rules, seats=goals.SEATS[game], games=5, seed=1, threads=1, twin="plain").actions

    chunk()
    rates = sorted(1e9 / measure.sample(chunk, seconds).ns for _ in range(runs))
    rate, least = statistics.median(rates), goals.PLAIN_ACTIONS_PER_SECOND
    yield Row(
        f"plain twin/{game}",
        "actions/s",
        ours=rate,
        spread=f"{rates[0]:,.0f}–{rates[-1]:,.0f}",
        goal=f"≥ {least:,.0f}",
        met=rate >= least,
    )
