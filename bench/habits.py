"""Levels and habits measured: who beats whom, and what each simple habit wins of regulars, as a table for docs/bots.md.

`python -m bench.habits chasse condamnes contrebande prohibition prohis [--deals 400]`
"""

import argparse
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import tripot
from tests.bots.habits import habits, of_sides
from tripot.bots.bouts import RANDOM, SIDES, Player, bouts
from tripot.bots.instincts import policy, temper
from tripot.engine.game import Game
from tripot.lab.intervals import SURE

SEED = 1930
SETTINGS: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
    "chasse": [("a game", 2, {}), ("a match", 2, {"match": "yes"})],
    "condamnes": [("4 seats", 4, {}), ("7 seats", 7, {})],
    "contrebande": [("3 seats", 3, {}), ("4 seats", 4, {})],
    "prohibition": [("2 seats", 2, {}), ("4 seats", 4, {})],
    "prohis": [("3 seats", 3, {}), ("4 seats", 4, {})],
}
THOUGHTLESS = {"mistakes": 1000, "lapses": 1000}


def among(
    game: Game, one: Player, others: Player, seats: int, deals: int, options: dict[str, Any], by: ModuleType | None
) -> tuple[float, float]:
    """What one wins among others, and its standard error."""
    return bouts(game, [one, *[others] * (seats - 1)], deals * seats, SEED, by=by, **options).share(0)


def policy_of(game: Game) -> ModuleType:
    module = policy(game.name)
    assert module is not None
    return module


def meetings(name: str) -> list[tuple[str, Player, Player]]:
    """Every level and the one below."""
    regular, novice = temper(name, "regular"), temper(name, "novice")
    game = tripot.game(name)
    knobs = dict(zip(policy_of(game).TEMPER, regular, strict=True))
    random = tuple((knobs | THOUGHTLESS).values()) if name in SIDES else RANDOM
    return [("regular/novice", regular, novice), ("novice/random", novice, random)]


def meet(
    game: Game,
    one: Player,
    others: Player,
    seats: int,
    deals: int,
    options: dict[str, Any],
    by: ModuleType | None = None,
) -> tuple[float, float]:
    """What one wins of others, and its standard error."""
    if game.name in SIDES:
        return of_sides(one, others, seats, deals, SEED, by), (0.25 / deals / 2) ** 0.5  # type: ignore[arg-type]
    return among(game, one, others, seats, deals, options, by)


def rows(game: Game, deals: int) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Every meeting, with the first one's share in both settings."""
    (_, regular, novice), (_, _, random) = meetings(game.name)
    all_of_them: list[tuple[str, Player, Player, ModuleType | None]] = [
        ("regular of novices", regular, novice, None),
        ("novice of random players", novice, random, None),
        *((f"*{name}* of regulars", each.temper, each.regular, each.by) for name, each in habits(game.name).items()),
    ]
    for label, one, other, by in all_of_them:
        settings = SETTINGS[game.name]
        yield label, [meet(game, one, other, seats, deals, options, by) for _, seats, options in settings]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="+", choices=SETTINGS)
    parser.add_argument("--deals", type=int, default=400)
    given = parser.parse_args()
    for name in given.games:
        settings = SETTINGS[name]
        print(f"\n| {name} | " + " | ".join(label for label, _, _ in settings) + " |")
        print("|---" * (1 + len(settings)) + "|")
        for label, shares in rows(tripot.game(name), given.deals):
            cells = [f"{100 * share:.0f} ± {100 * SURE * error:.0f} %" for share, error in shares]
            print(f"| {label} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
