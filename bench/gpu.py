"""Ours and Pgx on one GPU, and a check that the GPU plays the very games that the CPU plays.

Needs numba-cuda and JAX; run from the root of the repository: `PYTHONPATH=src python3 -m bench.gpu --pgx FOLDER`, where
FOLDER holds pgx and svgwrite, unpacked, if they are not installed.
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
    on_gpu = gpu.playouts(game, seats=seats, games=CHECKED, seed=1).records
    on_cpu = simulate.playouts(game, seats=seats, games=CHECKED, seed=1, threads=1, keep=True).records
    return on_gpu[:CHECKED].tobytes() == on_cpu[:CHECKED].tobytes()


def our_rate(name: str, games: int) -> float:
    """Billions of actions a second, by the GPU's own seconds."""
    import tripot
    from tripot.engine import gpu

    played = gpu.playouts(tripot.game(name), seats=SEATS[name], games=games, seed=1)
    return played.actions / played.seconds / 1e9


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.gpu", description=__doc__)
    parser.add_argument("--pgx", type=Path, help="folder with pgx, where it is not installed")
    parser.add_argument("--ours", nargs="*", default=["prohis"], metavar="GAME", help="our games; none for Pgx alone")
    parser.add_argument("--games", type=int, default=2**20, help="how many of our games are played at once")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="of one slice of Pgx's")
    parser.add_argument("--out", type=Path, default=Path("build/bench-gpu.json"))
    options = parser.parse_args()
    if options.pgx:
        sys.path.append(str(options.pgx))  # last, so that what is installed wins
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would keep the memory that our games need

    rows = []
    for name in options.ours:
        equal = same_games(name)
        rows.append(Row(f"{name} as on the CPU", "games", ours=CHECKED, goal="same bytes", met=equal))
        our_rate(name, options.games)  # compiles for this size
    for peer in PGX_GAMES:
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
        raise SystemExit("the GPU plays other games than the CPU")


if __name__ == "__main__":
    main()
