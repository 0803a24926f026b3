"""Golden games of a project, in `tests/records`: one for every number of seats, and for every other way to end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tripot.engine.game import Game
from tripot.engine.table import Outcome, Table
from tripot.testing.project import endings_of, tests_of
from tripot.testing.settings import Setting, settings_of

TRIES = 3000  # games of a setting that are looked through for an ending


def files_of(name: str) -> list[Path]:
    tests = tests_of(name)
    return [] if tests is None else sorted((tests / "records").glob(f"{name}-*.txt"))


def games_of(game: Game) -> Iterator[tuple[str, Table]]:
    """The games that are worth keeping, each with the name of its file."""
    seen = set()
    for seats in range(game.fewest, game.most + 1):
        table = _played(Setting(game, seats), 1)
        seen.add(_end_of(table).reason)
        yield f"{game.name}-{seats}-seats", table
    for reason in game.reasons:
        if reason not in seen:
            yield f"{game.name}-{reason.replace(' ', '-')}", _ending(game, reason)


def _played(setting: Setting, seed: int) -> Table:
    table = setting.start(seed)
    table.play_random(seed)
    return table


def _ending(game: Game, reason: str) -> Table:
    """A game that ends so: from a position made for it, or of the first setting in which random play comes to it."""
    by_hand = endings_of(game.name)
    if reason in by_hand:
        table = game.position(by_hand[reason](), seed=1)
        table.play_random(1)
        return table
    for setting in settings_of(game.name):
        for seed in range(TRIES):
            table = _played(setting, seed)
            if _end_of(table).reason == reason:
                return table
    raise LookupError(f"{game.name} never ends with {reason!r}")


def _end_of(table: Table) -> Outcome:
    assert table.outcome is not None
    return table.outcome
