"""What several commands are given."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

HIGHEST_SEED = (1 << 62) - 1


class Language(StrEnum):
    en = "en"
    fr = "fr"


def read_seed(text: str) -> int:
    if not str(text).isdecimal() or int(text) > HIGHEST_SEED:
        raise typer.BadParameter(f"a seed is a whole number from 0 to {HIGHEST_SEED}, not {text!r}")
    return int(text)


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; `tripot games` lists them.")]
MaybeGame = Annotated[str | None, typer.Argument(metavar="GAME", help="A game's name; `tripot games` lists them.")]
Seats = Annotated[int | None, typer.Option(metavar="N", help="How many seats; the fewest if not given.")]
Seed = Annotated[int, typer.Option(metavar="N", parser=read_seed, help="The seed for chance.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")]
Lang = Annotated[Language | None, typer.Option("--lang", help="The language; the environment's if not given.")]
Keeping = Annotated[
    list[str] | None,
    typer.Option(metavar="WHAT=DAYS", help="How long finished, abandoned, talk, guests are kept; 0: for ever."),
]
Makers = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME=MODULE:BOT", help="A bot of yours that may sit at tables, by this name."),
]
ThinkersOption = Annotated[
    int | None,
    typer.Option("--thinkers", metavar="N", min=1, help="Processes in which bots think; half the cores if not given."),
]
As = Annotated[str | None, typer.Option("--as", metavar="SEAT|spectator", help="Whose view to show.")]
