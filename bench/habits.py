"""Levels and habits measured: who beats whom, and what each simple habit wins of regulars, as a table for docs/bots.md.

`python -m bench.habits chasse condamnes contrebande prohibition prohis [--deals 400]`
"""

import argparse
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import tripot
from tests.bots.habits import habits
from tripot.bots.bouts import RANDOM, Player, bouts
from tripot.bots.instincts import policy, temper
from tripot.engine.game import Game

SEED = 1930
SURE = 1.96  # standard errors on either side of 95 %
SETTINGS: dict[str, list[tuple[str, int, dict[str, Any]]]] = {
    "chasse": [("a game", 2, {}), ("a match", 2, {"match": "yes"})],
    "condamnes": [("4 seats", 4, {}), ("7 seats", 7, {})],
    "contrebande": [("3 seats", 3, {}), ("4 seats", 4, {})],
    "prohibition": [("2 seats", 2, {}), ("4 seats", 4, {})],
    "prohis": [("3 seats", 3, {}), ("4 seats", 4, {})],
}
TUNNELS, TEN_CARDS = 0, 1  # how a game of Condamnés! ends
THOUGHTLESS = {"mistakes": 1000, "lapses": 1000}


def among(
    game: Game, one: Player, others: Player, seats: int, deals: int, options: dict[str, Any], by: ModuleType | None
) -> tuple[float, float]:
    """What one wins among others, and its standard error."""
    return bouts(game, [one, *[others] * (seats - 1)], deals * seats, SEED, by=by, **options).share(0)


def of_sides(game: Game, one: tuple[int, ...], other: tuple[int, ...], seats: int, deals: int) -> tuple[float, float]:
    """What one wins of another as the guard and as all prisoners in turn: a temper has knobs of both sides."""
    first = policy_of(game).TEMPER.index("price")
    total = 0.0
    for guard, prisoners, wins, loses in ((one, other, TEN_CARDS, TUNNELS), (other, one, TUNNELS, TEN_CARDS)):
        ends = bouts(game, [prisoners[:first] + guard[first:]] * seats, deals * seats, SEED).records["reason"]
        total += float((ends == wins).mean() + ((ends != wins) & (ends != loses)).mean() / 2) / 2
    return total, (0.25 / deals / 2) ** 0.5


def policy_of(game: Game) -> ModuleType:
    module = policy(game.name)
    assert module is not None
    return module


def rows(game: Game, deals: int) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Every meeting, with the first one's share in both settings."""
    module = policy_of(game)
    regular, novice = temper(game.name, "regular"), temper(game.name, "novice")
    by_sides = game.name == "condamnes"
    thoughtless = tuple((dict(zip(module.TEMPER, regular, strict=True)) | THOUGHTLESS).values())
    meetings: list[tuple[str, Player, Player, ModuleType | None]] = [
        ("regular of novices", regular, novice, None),
        ("novice of random players", novice, thoughtless if by_sides else RANDOM, None),
        *((f"*{name}* of regulars", each.temper, each.regular, each.by) for name, each in habits(game.name).items()),
    ]
    for label, one, other, by in meetings:
        yield (
            label,
            [
                of_sides(game, one, other, seats, deals)  # type: ignore[arg-type]
                if by_sides
                else among(game, one, other, seats, deals, options, by)
                for _, seats, options in SETTINGS[game.name]
            ],
        )


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
