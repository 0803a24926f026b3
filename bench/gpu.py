"""Ours on one GPU: whole games, batches and policies, all of it checked to be what the CPU plays, and Pgx beside it.

Needs CuPy, and JAX for Pgx; run from the root of the repository: `PYTHONPATH=src python3 -m bench.gpu --pgx FOLDER`,
where FOLDER holds pgx and svgwrite, unpacked, if they are not installed.
"""

import argparse
import os
import statistics
import sys
import time
from pathlib import Path

from bench import measure, report
from bench.goals import SEATS
from bench.peers import pgx
from bench.report import Row

PGX_GAMES = ("sparrow_mahjong", "leduc_holdem")
BATCHES = (2**14, 2**17, 2**20)
STEPS = 32
PLAYOUT_GOALS = {"condamnes": 1.0, "prohibition": 1.0}  # G actions/s
BATCH_GOALS = {"prohis": 307, "contrebande": 261, "condamnes": 82, "prohibition": 69, "chasse": 49}  # M decisions/s
SHAPES = (64, 256, 320, 448, 512, 640)  # threads a block
CHECKED = 4096  # games whose records must equal the CPU's


def billions_per_second(sample: measure.Sample) -> float:
    return 1 / sample.ns


def best_of_pgx(name: str, seconds: float) -> tuple[measure.Chunk, str]:
    """Pgx's fastest batch. One that does not fit is passed over, with a word."""
    rates: dict[int, float] = {}
    chunks: dict[int, measure.Chunk] = {}
    for batch in BATCHES:
        try:
            chunks[batch] = pgx.stepper(name, batch, STEPS)
        except RuntimeError as why:
            print(f"pgx {name} batch {batch}: {str(why).splitlines()[0]}", flush=True)
            continue
        rates[batch] = billions_per_second(measure.sample(chunks[batch], seconds, time.perf_counter))
        print(f"pgx {name} batch {batch}: {rates[batch]:.4f} G actions/s", flush=True)
    best = max(rates, key=rates.__getitem__)
    return chunks[best], f"pgx batch {best}"


def same_games(name: str) -> bool:
    """Whether the GPU's first records are, byte for byte, those of the CPU."""
    import tripot
    from tripot.engine import gpu, simulate

    game, seats = tripot.game(name), SEATS[name]
    on_gpu = gpu.playouts_on_gpu(game, seats=seats, games=CHECKED, seed=1).records
    on_cpu = simulate.playouts(game, seats=seats, games=CHECKED, seed=1, threads=1, keep=True).records
    return on_gpu[:CHECKED].tobytes() == on_cpu[:CHECKED].tobytes()


def our_rate(name: str, games: int) -> float:
    """Billions of actions a second, by the GPU's own seconds."""
    import tripot
    from tripot.engine import gpu

    played = gpu.playouts_on_gpu(tripot.game(name), seats=SEATS[name], games=games, seed=1)
    return played.actions / played.seconds / 1e9


def same_batch(name: str) -> bool:
    """Whether a batch on the GPU shows what the CPU's shows, bit by bit, for some steps."""
    import numpy as np

    import tripot
    from tripot.engine.batch import Batch
    from tripot.engine.gpu_batch import GpuBatch

    game, seats = tripot.game(name), SEATS[name]
    ours, cpu = GpuBatch(game, seats, 512, seed=7), Batch(game, seats, 512, seed=7)
    same = True
    for _ in range(100):
        ours.step_random()
        cpu.step_random()
        for field in ("actors", "masks", "tensors", "done", "scores"):
            same &= np.array_equal(getattr(ours, field).get(), getattr(cpu, field))
    return same


def batch_rate(name: str, half: bool, games: int = 2**18, steps: int = 60) -> float:
    """Millions of decisions a second, with a mask and an observation made for each."""
    import tripot
    from tripot.engine import gpu
    from tripot.engine.gpu_batch import GpuBatch

    batch = GpuBatch(tripot.game(name), SEATS[name], games, seed=7, half=half)
    batch.step_random(20)
    began, ended = gpu.cupy().cuda.Event(), gpu.cupy().cuda.Event()
    began.record()
    batch.step_random(steps)
    ended.record()
    ended.synchronize()
    return games * steps / gpu.cupy().cuda.get_elapsed_time(began, ended) / 1e3


def bout_rate(name: str, games: int = 2**16) -> tuple[bool, float]:
    """Whether policies play the same games on the GPU, and millions of their decisions a second."""
    import tripot
    from tripot.bots.bouts import bouts
    from tripot.bots.instincts import temper

    game, seats = tripot.game(name), SEATS[name]
    mixed = [temper(name), temper(name, "novice"), None, temper(name)][:seats]
    same = bouts(game, mixed, 256, 3, "gpu").records.tobytes() == bouts(game, mixed, 256, 3).records.tobytes()
    regulars = [temper(name)] * seats
    began = time.perf_counter()
    played = bouts(game, regulars, games, 3, "gpu")
    return same, float(played.lengths.sum()) / (time.perf_counter() - began) / 1e6


def try_shapes(name: str, games: int = 2**18) -> None:
    """Print how fast whole games are with blocks of several sizes, as many as fit; the best of two runs of each."""
    import tripot
    from tripot.engine import gpu

    game = tripot.game(name)
    most = gpu.ROOM // (gpu.bytes_held(game.rules, whole=False) + 40)
    for threads in SHAPES:
        for blocks in sorted({min(most, 1024) // threads, min(most, 512) // threads} - {0}):
            made = gpu.players(game.rules, None, threads, blocks)
            runs = [gpu.playouts_on_gpu(game, SEATS[name], games, seed=1, by=made) for _ in range(2)]
            rate = max(run.actions / run.seconds for run in runs) / 1e9
            held = made.resident("playouts")
            print(f"{name}: {blocks} blocks of {threads} wanted, {held} held: {rate:.3f} G actions/s", flush=True)


def own_rows(name: str) -> list[Row]:
    """All that is measured of one game without a peer."""
    rows = [Row(f"{name} batch as on the CPU", "steps", ours=100, goal="same bits", met=same_batch(name))]
    rate = max(our_rate(name, 2**20) for _ in range(3))
    floor = PLAYOUT_GOALS.get(name)
    rows.append(Row(f"{name} playouts", "G actions/s", ours=rate, goal=f"≥ {floor:g}" if floor else "",
                    met=rate >= floor if floor else None))  # fmt: skip
    for half in (False, True):
        rate = batch_rate(name, half)
        rows.append(Row(f"{name} batch, {16 if half else 32} bits", "M decisions/s", ours=rate,
                        goal=f"> {BATCH_GOALS[name]}", met=rate > BATCH_GOALS[name]))  # fmt: skip
    same, rate = bout_rate(name)
    note = "copies to the CPU included"
    rows.append(Row(f"{name} regulars", "M decisions/s", ours=rate, goal="same bytes", met=same, note=note))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--pgx", type=Path, help="folder with pgx, where it is not installed")
    parser.add_argument("--ours", nargs="*", default=["prohis"], metavar="GAME", help="our games; none for Pgx alone")
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="leave Pgx out")
    parser.add_argument("--games", type=int, default=2**20, help="how many of our games are played at once")
    parser.add_argument("--shapes", action="store_true", help="only try blocks of several sizes")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one slice of Pgx's")
    parser.add_argument("--out", type=Path, default=Path("build/bench-gpu.json"))
    options = parser.parse_args()
    if options.pgx:
        sys.path.append(str(options.pgx))  # last, so that what is installed wins
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would keep the memory that our games need

    for name in options.ours if options.shapes else ():
        print(f"{name}: the CPU's games: {same_games(name)}", flush=True)
        try_shapes(name)
    if options.shapes:
        return
    rows = []
    for name in options.ours:
        equal = same_games(name)
        rows.append(Row(f"{name} as on the CPU", "games", ours=CHECKED, goal="same bytes", met=equal))
        rows += own_rows(name)
    for peer in PGX_GAMES if options.peers else ():
        chunk, note = best_of_pgx(peer, options.seconds)
        pairs: dict[str, list[tuple[float, float]]] = {name: [] for name in options.ours}
        alone = []
        for _ in range(options.rounds):
            theirs = billions_per_second(measure.sample(chunk, options.seconds, time.perf_counter))
            alone.append(theirs)
            for name in options.ours:
                pairs[name].append((our_rate(name, options.games), theirs))
        if not pairs:
            rows.append(Row(f"pgx/{peer}", "G actions/s", peer=statistics.median(alone), note=note))
        for name, taken in pairs.items():
            ratios = sorted(own / theirs for own, theirs in taken)
            rows.append(
                Row(
                    f"{name} vs pgx/{peer}",
                    "G actions/s",
                    ours=statistics.median(own for own, _ in taken),
                    peer=statistics.median(alone),
                    ratio=statistics.median(ratios),
                    spread=f"{ratios[0]:.1f}–{ratios[-1]:.1f}×",
                    note=note,
                )
            )
        del chunk  # frees the GPU's memory for the next
    report.show_plainly(rows)
    report.write(rows, options.out)
    print(options.out.read_text(encoding="utf-8"))
    if any(row.met is False for row in rows):
        raise SystemExit("the GPU plays other games than the CPU, or too slowly")


if __name__ == "__main__":
    main()
