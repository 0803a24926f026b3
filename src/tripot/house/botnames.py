"""What bots are called: first names of a French back room of the time, good in both languages, and no colours.

Who knows the house knows what they are like: a name has a character, which colours how its bot bluffs and doubts.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tripot.house.names import key

CHARACTERS = {
    "bold": ("Arlette", "Fernand", "Gaston", "Irma", "Jules", "Louison", "Marcel", "Suzon", "Ulysse"),
    "careful": ("Albert", "Célestin", "Germaine", "Ginette", "Lucien", "Maurice", "Paulette", "Simone", "Yvonne"),
    "suspicious": ("Auguste", "Émile", "Gustave", "Léon", "Léontine", "Mireille", "Odette", "Raymond"),
}
NAMES = tuple(sorted((name for names in CHARACTERS.values() for name in names), key=key))


def bot_name(table_id: str, seat: int, taken: Iterable[str]) -> str:
    """A bot's name, drawn by its table; none that anybody else at the table goes by."""
    order = random.Random(table_id).sample(NAMES, len(NAMES))
    used = {key(name) for name in taken}
    return next(name for name in order[seat:] + order[:seat] if key(name) not in used)


def character(name: str) -> str:
    """What a bot of this name is like; nothing if it is no bot's."""
    return next((each for each, names in CHARACTERS.items() if name in names), "")
