"""Writes the golden games anew: `python -m tests.records`. Only a new version of a game's rules is a reason to.

A complete random game for every game and number of seats, and one for every way to end that is not among them.
"""

from __future__ import annotations

from pathlib import Path

import tripot
from tests.conformance.endings import HAND_MADE
from tests.settings import Setting, settings_of
from tripot.engine.table import Table

FOLDER = Path(__file__).parent
TRIES = 3000  # games of a setting that are looked through for an ending


def played(setting: Setting, seed: int) -> Table:
    table = setting.start(seed)
    table.play_random(seed)
    return table


def made_by_hand(name: str, reason: str) -> Table:
    table = tripot.game(name).position(HAND_MADE[name, reason](), seed=1)
    table.play_random(1)
    return table


def ending(name: str, reason: str) -> Table:
    """A game that ends so: of the first setting in which random play comes to it."""
    if (name, reason) in HAND_MADE:
        return made_by_hand(name, reason)
    for setting in settings_of(name):
        for seed in range(TRIES):
            table = played(setting, seed)
            if table.outcome is not None and table.outcome.reason == reason:
                return table
    raise LookupError(f"{name} never ends with {reason!r}")


def main() -> None:
    for game in tripot.games():
        seen = set()
        for seats in range(game.fewest, game.most + 1):
            table = played(Setting(game, seats), 1)
            seen.add(table.outcome.reason)
            write(table, f"{game.name}-{seats}-seats")
        for reason in game.reasons:
            if reason not in seen:
                write(ending(game.name, reason), f"{game.name}-{reason.replace(' ', '-')}")


def write(table: Table, name: str) -> None:
    (FOLDER / f"{name}.txt").write_text(table.record(), encoding="utf-8")
    print(name, table.outcome.reason, table.outcome.scores)


if __name__ == "__main__":
    main()
