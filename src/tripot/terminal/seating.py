"""Before a game in the terminal: which one, who sits where, and what they are called."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from tripot.engine.errors import BadOption, TripotError
from tripot.engine.game import games
from tripot.house import botnames
from tripot.house.names import key
from tripot.terminal.move_parsing import normal
from tripot.terminal.words import words

if TYPE_CHECKING:
    from tripot.engine.table import Table

LONGEST_NAME = 20


def choose(language: str, seats: int | None) -> tuple[str, int]:
    """Ask for the game and, where it can vary, the number of seats."""
    say, console, offered = words(language), Console(highlight=False), games()
    for number, game in enumerate(offered, 1):
        console.print(Text(f"{number:>3}  {game.texts(language).title} ({game.name})"))
    while True:
        answer = input(say("which_game") + " ").strip()
        found = [
            game
            for number, game in enumerate(offered, 1)
            if answer and (answer == str(number) or game.name.startswith(normal(answer)))
        ]
        exact = [game for game in found if game.name == normal(answer)] or found
        if len(exact) == 1:
            break
        console.print(Text(say("no_such_game", answer=answer), style="yellow"))
    game = exact[0]
    while seats is None and game.fewest < game.most:
        answer = input(say("how_many_seats", fewest=game.fewest, most=game.most) + " ").strip()
        if answer.isdecimal() and game.fewest <= int(answer) <= game.most:
            return game.name, int(answer)
        title = game.texts(language).title
        console.print(Text(say("not_so_many", title=title, fewest=game.fewest, most=game.most), style="yellow"))
    return game.name, game.fewest if seats is None else seats


def places(table: Table, people: int, luck: random.Random | None) -> list[int]:
    """The seats of the people: the first ones, or by luck."""
    if not 1 <= people <= table.seats:
        raise BadOption("option.people", seats=table.seats, people=people)
    return list(range(people)) if luck is None else luck.sample(range(table.seats), people)


def names(
    table: Table,
    people: Sequence[int],
    bots: Mapping[int, str],
    given: Sequence[str],
    language: str,
    luck: random.Random,
) -> tuple[str, ...]:
    """Everybody's name by seat: given to people first, then to bots; other bots have names of the house's."""
    say = words(language)
    if len(given) > table.seats:
        raise BadOption("option.names", seats=table.seats, names=len(given))
    unnamed = [say("person", number=number) for number in range(1, len(people) + 1)]
    called = [" ".join(name.split()) for name in given] + unnamed[len(given) :]
    for bot in [*bots.values()][len(called) - len(people) :]:
        called.append(_bot_name(bot.partition("/")[2], called, luck))
    for name in called:
        if not name or len(name) > LONGEST_NAME or not name.isprintable():
            raise BadOption("option.no-name", name=name, longest=LONGEST_NAME)
        if called.count(name) > 1:
            raise BadOption("option.same-name", name=name)
    by_seat = dict(zip((*people, *bots), called, strict=True))
    return tuple(by_seat[seat] for seat in range(table.seats))


def _bot_name(character: str, taken: Sequence[str], luck: random.Random) -> str:
    """A bot's name, with the character that it goes with if one is wanted, while there are such names."""
    used = {key(name) for name in taken}
    free = [name for name in botnames.NAMES if key(name) not in used]
    return luck.choice([name for name in free if botnames.character(name) == character] or free)


def check_new_file(file: Path | None) -> None:
    """Find out before the game whether its record can be kept."""
    if file is None:
        return
    if file.exists():
        raise TripotError(f"{file} is there already; a new file is needed")
    if not file.absolute().parent.is_dir():
        raise TripotError(f"{file} can't be written: there is no folder {file.absolute().parent}")
