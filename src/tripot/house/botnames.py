"""What bots are called: first names of a French back room of the time, good in both languages, and no colours.

Who knows the house knows what they are like: a name has a character, which colours how its bot bluffs and doubts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tripot.bots import has_character
from tripot.engine.texts import refusal_word
from tripot.house.errors import HouseError
from tripot.house.names import key, told_apart

CHARACTERS = {
    "bold": ("Arlette", "Fernand", "Gaston", "Irma", "Jules", "Louison", "Marcel", "Suzon", "Ulysse"),
    "careful": ("Albert", "Célestin", "Germaine", "Ginette", "Lucien", "Maurice", "Paulette", "Simone", "Yvonne"),
    "suspicious": ("Auguste", "Émile", "Gustave", "Léon", "Léontine", "Mireille", "Odette", "Raymond"),
}
NAMES = tuple(sorted((name for names in CHARACTERS.values() for name in names), key=key))


def bot_name(table_id: str, seat: int, taken: Iterable[str], like: str = "") -> str:
    """A bot's name, drawn by its table; none that anybody else at the table goes by.

    It has the character `like`: with a number, if all names of that one are taken.
    """
    order = random.Random(table_id).sample(NAMES, len(NAMES))
    taken = list(taken)
    used = {key(name) for name in taken}
    free = [name for name in order[seat:] + order[:seat] if key(name) not in used]
    if not like:
        return free[0]
    alike = next((name for name in free if character(name) == like), None)
    return alike or told_apart(next(name for name in order if character(name) == like), taken)


def name_with(wanted: str, table_id: str, seat: int, taken: Iterable[str]) -> str:
    """The name of a bot that has a character which somebody asks for."""
    name = bot_name(table_id, seat, taken, wanted)
    if name not in NAMES:
        raise HouseError("bots.names", seat=seat + 1, character=refusal_word(wanted))  # as people count seats
    return name


def checked_character(game_name: str, level: str | None, wanted: str | None, field: str) -> str:
    """The character that somebody asks for a bot of a level to have; nothing if they leave it to the table."""
    if wanted is None:
        return ""
    if wanted not in CHARACTERS:
        raise HouseError("bots.character", field=field, character=wanted, characters=", ".join(CHARACTERS))
    if level is None:
        raise HouseError("bots.nobody", field=field)
    if not has_character(game_name, level):
        raise HouseError("bots.no-character", field=field, level=level)
    return wanted


def character(name: str) -> str:
    """What a bot of this name is like; nothing if it is no bot's."""
    first, _, number = name.partition(" ")
    known = not number or number.isdecimal()
    return next((each for each, names in CHARACTERS.items() if known and first in names), "")
