"""The master: a player that keeps many imagined worlds in mind, learns whom it faces, and searches.

`beliefs.py` keeps the worlds, `search.py` looks ahead in them, both natively; `player.py` is the player at a table, and
`settings.py` has its numbers for every game.
"""

from __future__ import annotations

from tripot.bots.instincts import policy
from tripot.bots.master.player import Master, Option, Thought
from tripot.bots.master.settings import Settings, settings_of
from tripot.engine.errors import BadOption
from tripot.engine.game import game

__all__ = ["Master", "Option", "Settings", "Thought", "master", "settings_of"]


def master(game_name: str, settings: Settings | None = None, seed: int = 0) -> Master:
    """A master for one seat of one game. Its `notice` is told what the seat hears and sees, from the first look on.

    Whoever knows its seed knows what it settles once for the whole game: give every seat of every game another.
    """
    module = policy(game_name)
    if module is None:
        raise BadOption("option.no-policy", game=game_name)
    return Master(game(game_name), module, settings, seed)
