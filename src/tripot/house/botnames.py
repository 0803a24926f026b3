"""What bots are called: first names of a French back room of the time, good in both languages, and no colours."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tripot.house.names import key

NAMES = (
    "Albert", "Arlette", "Auguste", "Célestin", "Émile", "Fernand", "Gaston", "Germaine", "Ginette", "Gustave", "Irma",
    "Jules", "Léon", "Léontine", "Louison", "Lucien", "Marcel", "Maurice", "Mireille", "Odette", "Paulette", "Raymond",
    "Simone", "Suzon", "Ulysse", "Yvonne",
)  # fmt: skip


def bot_name(table_id: str, seat: int, taken: Iterable[str]) -> str:
    """A bot's name, drawn by its table; none that anybody else at the table goes by."""
    order = random.Random(table_id).sample(NAMES, len(NAMES))
    used = {key(name) for name in taken}
    return next(name for name in order[seat:] + order[:seat] if key(name) not in used)
