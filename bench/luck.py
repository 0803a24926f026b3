"""Luck and skill apart: how much of the noise in results is luck, over many games of regulars.

python -m bench.luck [GAME ...] [--games 1000] [--seats N]      the variance of raw and of corrected results
python -m bench.luck [GAME ...] --phases                        and which phases luck is in
python -m bench.luck [GAME ...] --trust build/values            take values that `tripot.lab.valuing` has made, and find
                                                                out how far to believe them
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from pathlib import Path

import numpy as np

from tripot.bots.luck import values
from tripot.bots.luck.fitting import games_of, trusted
from tripot.bots.luck.values import keep, load, value_for
from tripot.engine.game import game

HOME = Path(values.__file__).parent / "fitted"
# games that trust is fitted by, and numbers of seats
TRUSTED: dict[str, tuple[int, tuple[int, ...]]] = {
    "prohis": (500, (3, 4, 5, 6)),
    "contrebande": (150, (3, 4, 5, 6)),
    "condamnes": (150, (4, 5, 6)),
    "prohibition": (150, (2, 3, 4)),
}
SEATS = {"prohis": 4, "contrebande": 4, "condamnes": 5, "prohibition": 4}
SEED = 1 << 43  # of games that nothing was fitted by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(TRUSTED))
    parser.add_argument("--games", type=int, default=1000, dest="count")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--phases", action="store_true")
    parser.add_argument("--trust", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if given.trust is not None:
        for name in given.games:
            trust_one(name, given.trust)
        return
    print(f"{'game':12} seats games | variance left: all draws, chance alone | mean raw, corrected ± error")
    for name in given.games:
        measure(name, given.seats or SEATS[name], given.count, given.phases)


def trust_one(name: str, folder: Path) -> None:
    began, rules = time.process_time(), game(name)
    content = (folder / f"{name}.npz").read_bytes()
    value = trusted(rules, load(content), *TRUSTED[name])
    keep(content, value, HOME / f"{name}.npz")
    print(f"{name}: {time.process_time() - began:.0f} s; trust {np.round(value.trust[: len(rules.rules.PHASES)], 2)}")


def measure(name: str, seats: int, count: int, phases: bool) -> None:
    value = value_for(name)
    if value is None:
        print(f"{name:12} has no value")
        return
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
    if phases:
        by_phase = np.array([luck for _, luck, _ in played]) * value.trust
        for place, phase in enumerate(game(name).rules.PHASES):
            term = by_phase[..., place]
            removed = (2 * (term * (raw - raw.mean(axis=0))).mean() - term.var()) / noise
            print(f"    {phase:14} its luck {term.var() / noise:.3f}, takes off {removed:.3f}")


if __name__ == "__main__":
    main()
