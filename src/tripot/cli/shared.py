"""What several commands do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from tripot.cli.arguments import Language
    from tripot.engine.errors import TripotError
    from tripot.engine.game import Game

MISTAKE = 2
COMPLAINTS = 1


def screen() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def refusal(sentence: str) -> TripotError:
    from tripot.engine.errors import TripotError

    return TripotError(sentence)


def language_of(lang: Language | None) -> str:
    from tripot.terminal.words import language_around

    return language_around() if lang is None else lang.value


def game_named(name: str) -> Game:
    from tripot.engine.game import game

    return game(name)


def look_here() -> None:
    """A maker's bot lies where they are."""
    sys.path.insert(0, "")


def let_makers_in(bots: list[str] | None) -> None:
    """Whom a host names with `--bot` sits down by that name; one that can't be loaded keeps the house closed."""
    from tripot.bots import makers

    if bots:
        look_here()
    makers.declare(bots or ())


def name_broken_packages() -> None:
    """Whoever runs the house is told at once; every other game is played."""
    from tripot.bots import makers
    from tripot.engine.game import faults

    for fault in (*faults().values(), *makers.faults()):
        typer.echo(f"tripot: {fault}", err=True)
