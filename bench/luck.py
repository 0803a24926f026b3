"""Luck and skill apart: how much of the noise in results is luck, over many games of regulars.

python -m bench.luck [GAME ...] [--games 1000] [--seats N]      the variance of raw and of corrected results
python -m bench.luck [GAME ...] --fit                           fit the value that luck is measured by, and keep it
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from pathlib import Path

import numpy as np

from tripot.bots.luck import values
from tripot.bots.luck.fitting import fit, games_of, trusted
from tripot.bots.luck.values import save, value_for
from tripot.engine.game import game

HOME = Path(values.__file__).parent / "fitted"
# chunks of new games, games in a chunk, hidden units, games that trust is fitted by, numbers of seats
FITS: dict[str, tuple[int, int, int, int, tuple[int, ...]]] = {
    "prohis": (40, 8_000, 96, 2_000, ()),
    "contrebande": (24, 5_000, 32, 400, ()),
    "condamnes": (10, 3_000, 12, 200, (4, 5, 6)),
    "prohibition": (8, 2_500, 12, 150, (3, 4)),
}
SEATS = {"prohis": 4, "contrebande": 4, "condamnes": 5, "prohibition": 4}
SEED = 1 << 43  # of games that nothing was fitted by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(FITS))
    parser.add_argument("--games", type=int, default=1000, dest="count")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    if given.fit:
        for name in given.games:
            fit_one(name)
        return
    print(f"{'game':12} seats games | variance left: all draws, chance alone | mean raw, corrected ± error")
    for name in given.games:
        measure(name, given.seats or SEATS[name], given.count)


def fit_one(name: str) -> None:
    began, rules = time.process_time(), game(name)
    chunks, games, width, trust, seats = FITS[name]
    value = trusted(rules, fit(rules, chunks, games, width, seats), trust, seats)
    HOME.mkdir(exist_ok=True)
    with (HOME / f"{name}.npz").open("wb") as file:
        save(value, file)
    print(f"{name}: fitted in {time.process_time() - began:.0f} s; trust {np.round(value.trust, 2)}")


def measure(name: str, seats: int, count: int) -> None:
    value = value_for(name)
    assert value is not None, f"fit {name} first"
    played = list(islice(games_of(game(name), value, seats, SEED), count))
    raw = np.array([points for points, _, _ in played], float)
    luck = np.array([luck @ value.trust for _, luck, _ in played])
    chance = np.array([chance @ value.trust for _, _, chance in played])
    noise = raw.var(axis=0).mean()
    left, left_by_chance = (raw - luck).var(axis=0).mean() / noise, (raw - chance).var(axis=0).mean() / noise
    error = luck.mean(axis=1).std() / count**0.5 if count > 1 else 0.0
    apart = np.abs(luck.mean(axis=0)) / (luck.std(axis=0) / count**0.5)
    print(
        f"{name:12} {seats:5} {count:5} | {left:.3f}, {left_by_chance:.3f} |"
        f" {raw.mean():.2f}, {(raw - luck).mean():.2f} ± {error:.2f}; luck's mean by seat, in standard errors:"
        f" {', '.join(f'{each:.1f}' for each in apart)}"
    )


if __name__ == "__main__":
    main()
