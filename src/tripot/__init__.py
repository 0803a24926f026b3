"""Tripot: a back room for bluffing games, and an engine to study them.

>>> import tripot
>>> table = tripot.game("prohis").start(seats=4, seed=7)
>>> table.legal(min(table.actors))[0]
'draw row 0'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tripot.engine.errors import (
        BadOption,
        BadPosition,
        BadRecord,
        IllegalMove,
        TripotError,
        UnknownGame,
        UnknownMove,
    )
    from tripot.engine.game import Game, game, games
    from tripot.engine.look import Look
    from tripot.engine.records import read as replay
    from tripot.engine.table import Outcome, Table

__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "IllegalMove",
    "Look",
    "Outcome",
    "Table",
    "TripotError",
    "UnknownGame",
    "UnknownMove",
    "game",
    "games",
    "replay",
]

_HOMES = {"Game": "game", "game": "game", "Look": "look", "Outcome": "table", "Table": "table", "replay": "records"}


def __getattr__(name: str) -> Any:
    """Load the engine when it is first used: importing tripot costs nothing."""
    if name not in __all__:
        raise AttributeError(f"tripot has no {name!r}")
    if name == "games":  # the folder of the rules, which the engine makes callable
        import_module("tripot.engine.game")
        return import_module("tripot.games")
    home = import_module(f"tripot.engine.{_HOMES.get(name, 'errors')}")
    value = globals()[name] = getattr(home, "read" if name == "replay" else name)
    return value
