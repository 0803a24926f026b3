"""Portraits of the games: `python -m tripot.lab.portraits` writes docs/games.md and its pictures, all from play.

Every figure is measured here and now; the same rules and bots give the same page, on any machine.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tripot.bots.instincts import policy
from tripot.engine.game import Game, games
from tripot.lab.portraits.report import Row, write_page
from tripot.lab.portraits.statistics import Setting, at_random, by_bots

SEED = 1930
RANDOM_GAMES = 100_000
SLOW_GAMES = {"chasse": 10_000, "condamnes": 10_000, "prohibition": 50_000}  # whose random games take long
REGULAR_GAMES = 200
CLAUSE_GAMES = 10  # random ones at plain tables, for their clauses


def settings_of(game: Game) -> dict[str, Setting]:
    """By label: every number of seats; of Chasse, several tables of row numbers."""
    if game.name == "chasse":
        return {label: Setting(game.name, 2, options) for label, options in row_numbers(game).items()}
    return {f"{seats} seats": Setting(game.name, seats) for seats in range(game.fewest, game.most + 1)}


def row_numbers(game: Game) -> dict[str, tuple[tuple[str, str], ...]]:
    """The ruling on CHA-07 and a few changes to it, as options."""
    ruled = game.start(seed=0).view(None)["table"]["numbers"]
    customs, smugglers = ([[number for number in row if number] for row in ruled[side]] for side in ("black", "red"))
    middle = len(ruled["red"]) // 2

    def turned(rows: list[list[int]]) -> list[list[int]]:
        return [*rows[:middle][::-1], rows[middle], *rows[middle + 1 :][::-1]]

    def option(customs: list[list[int]], smugglers: list[list[int]]) -> tuple[tuple[str, str], ...]:
        sides = [",".join("".join(map(str, row)) for row in rows if row) for rows in (customs, smugglers)]
        return (("numbers", "/".join(sides)),)

    return {
        "as ruled": (),
        "each half of the strip turned round": option(turned(customs), turned(smugglers)),
        "smugglers one step slower": option(customs, [[max(1, number - 1) for number in row] for row in smugglers]),
        "customs with their first number only": option([row[:1] for row in customs], smugglers),
    }


def sit_for_portrait(game: Game, share: float, pool: Executor, bar: Progress) -> list[Row]:
    """Play all settings of a game: natively at random, by regulars, and a little at random with clauses counted."""
    settings = settings_of(game)
    at_plain_tables = [max(2, round(share * count)) for count in (REGULAR_GAMES, CLAUSE_GAMES)]
    natively = max(2, round(share * SLOW_GAMES.get(game.name, RANDOM_GAMES)))
    random_games = bar.add_task(f"{game.name}, random", total=natively * len(settings))
    bot_games = bar.add_task(f"{game.name}, bots", total=sum(at_plain_tables) * len(settings))
    rows = []
    for label, setting in settings.items():
        random = at_random(setting, natively, SEED, lambda done: bar.advance(random_games, done))
        regulars, plain = (
            by_bots(setting, level, count, SEED, pool, lambda done: bar.advance(bot_games, done))
            for level, count in zip(("regular", "random"), at_plain_tables, strict=True)
        )
        rows.append(Row(label, random, regulars, plain.clauses))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tripot.lab.portraits", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("docs"), help="the folder for games.md and pictures/")
    parser.add_argument("--share", type=float, default=1.0, help="play only this share of the games")
    arguments = parser.parse_args()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    fresh = get_context("spawn")  # a fork would copy locks that the threads of bar and engine happen to hold
    with ProcessPoolExecutor(os.cpu_count(), fresh) as pool, Progress(*columns, console=Console(stderr=True)) as bar:
        portraits = {game: sit_for_portrait(game, arguments.share, pool, bar) for game in games() if policy(game.name)}
    write_page(portraits, arguments.out)


if __name__ == "__main__":
    main()
