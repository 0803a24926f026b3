"""Luck and skill apart: how much of the noise in results is luck, over many games of regulars.

python -m bench.luck [GAME ...] [--games 1000] [--seats N]      the variance of raw and of corrected results
python -m bench.luck [GAME ...] --phases                        and which phases luck is in, where a value tells it
python -m bench.luck [GAME ...] --trust build/values            take values that `tripot.lab.valuing` has made, and find
                                                                out how far to believe them
"""

from __future__ import annotations

import argparse
import time
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from tripot.bots.instincts import Temper, temper
from tripot.bots.luck import APART, ROUNDS, expectations, values
from tripot.bots.luck.fitting import games_of, regular_games, start_of, trusted
from tripot.bots.luck.values import keep, load, value_for
from tripot.engine.game import Game, game

HOME = Path(values.__file__).parent / "fitted"
# games that trust is fitted by, and numbers of seats
TRUSTED: dict[str, tuple[int, tuple[int, ...]]] = {
    "prohis": (500, (3, 4, 5, 6)),
    "contrebande": (150, (3, 4, 5, 6)),
}
SEATS = {"prohis": 4, "contrebande": 4, "condamnes": 5, "prohibition": 4}
SEED = 1 << 43  # of games that nothing was fitted by


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("games", nargs="*", default=list(SEATS))
    parser.add_argument("--games", type=int, default=1000, dest="count")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--phases", action="store_true")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="where positions are played on")
    parser.add_argument("--deep", type=int, default=100, help="games for people, where positions are played on")
    parser.add_argument("--trust", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if given.trust is not None:
        for name in given.games:
            trust_one(name, given.trust)
        return
    for name in given.games:
        measure(name, given.seats or SEATS[name], given)


def trust_one(name: str, folder: Path) -> None:
    began, rules = time.process_time(), game(name)
    content = (folder / f"{name}.npz").read_bytes()
    value = trusted(rules, load(content), *TRUSTED[name])
    keep(content, value, HOME / f"{name}.npz")
    print(f"{name}: {time.process_time() - began:.0f} s; trust {np.round(value.trust[: len(rules.rules.PHASES)], 2)}")


def measure(name: str, seats: int, given: argparse.Namespace) -> None:
    rules, value, count = game(name), value_for(name), given.count
    if value is None:
        print(f"{name}: {seats} seats, {count} games, {given.deep} of them for people, {given.rounds} rounds")
        raw, luck = by_playing(rules, seats, count, given.deep, given.rounds)
    else:
        print(f"{name}: {seats} seats, {count} games, by a value")
        played = list(islice(games_of(rules, value, seats, SEED), count))
        raw = np.array([points for points, _ in played], float)
        by_phase = np.array([luck for _, luck in played]) * value.trust
        luck = by_phase.sum(axis=-1).swapaxes(0, 1)
    for known, term in zip(("all are known", "all others are known", "chance alone"), luck, strict=True):
        there = np.where(np.isnan(term), np.nan, raw)
        left = (np.nanvar(there - term, axis=0) / np.nanvar(there, axis=0)).mean()
        by_game = np.nanmean(term[~np.isnan(term).all(axis=1)], axis=1)
        error = by_game.std() / len(by_game) ** 0.5
        print(
            f"    {known:20} variance left {left:.3f}; mean raw {np.nanmean(there):.2f},"
            f" corrected {np.nanmean(there - term):.2f} ± {error:.2f}"
        )
    if given.phases and value is not None:
        noise = raw.var(axis=0).mean()
        for place, phase in enumerate(rules.rules.PHASES):
            term = by_phase[:, 0, :, place]
            removed = (2 * (term * (raw - raw.mean(axis=0))).mean() - term.var()) / noise
            print(f"    {phase:14} its luck {term.var() / noise:.3f}, takes off {removed:.3f}")


def by_playing(rules: Game, seats: int, count: int, deep: int, rounds: int) -> tuple[Any, Any]:
    """Results and luck where positions are played on: what the start is worth, if all are known; in some games also one
    seat, each game another, among others that are known, and chance alone."""
    regular, start = temper(rules.name), start_of(rules, seats)
    raw, luck = np.zeros((count, seats)), np.full((3, count, seats), np.nan)
    for at, (points, movers, moves) in enumerate(islice(regular_games(rules, seats, SEED), count)):
        steps, number = list(zip(movers.tolist(), moves.tolist(), strict=True)), (at + 1) << APART
        raw[at] = points
        known: list[Temper | None] = [regular] * seats
        luck[0, at] = points - expectations(rules, seats, start, steps, known, (0, rounds), number)[1][0]
        if at < deep:
            person = at % seats
            known[person] = None
            draws, expected = expectations(rules, seats, start, steps, known, (rounds, rounds), number)
            luck[1, at, person] = points[person] - expected[0, person]
            luck[2, at] = draws[0]
    return raw, luck


if __name__ == "__main__":
    main()
