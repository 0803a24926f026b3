"""Who may play in the arena: the house's levels, with a character if one is named, and bots of anybody's making.

`regular`, `regular/bold`, `network`, a habit that a game's policy knows, `package.module:Bot` (a class that is made
anew for every seat and game, or a function `choose(look, rng)`), or a name that a package gives in its entry points
`tripot.bots`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from tripot.bots import LEVELS, MASTER, NETWORK, RANDOM, bot
from tripot.bots.instincts import Temper, policy, temper
from tripot.bots.makers import maker, seated
from tripot.engine.errors import BadOption
from tripot.engine.game import Game


class Contestant(NamedTuple):
    """A bot by the name that it was entered with. One that plays by its game's policy, or at random, is native."""

    name: str
    native: bool = False
    temper: Temper | None = None  # none: at random


def contestant(game: Game, name: str) -> Contestant:
    """Somebody who is entered; an unknown name costs a sentence."""
    level, _, character = name.partition("/")
    module = policy(game.name)
    if level == RANDOM:
        return Contestant(name, native=module is not None)
    if level == MASTER and module is not None:
        return Contestant(name)
    if name == NETWORK:
        bot(game.name, name)  # a game that has none says so
        return Contestant(name)
    if module is not None and (level in LEVELS or level in module.HABITS):
        return Contestant(name, native=True, temper=temper(game.name, level, character))
    if level in LEVELS:
        raise BadOption("option.no-policy", game=game.name)
    maker(name)
    return Contestant(name)


def player(game: Game, name: str) -> Any:
    """A bot for one seat of one game."""
    level, _, character = name.partition("/")
    return bot(game.name, level, character) if is_ours(name) else seated(name)


def is_ours(name: str) -> bool:
    """Whether it is a level of the house's own bots."""
    return name.partition("/")[0] in (*LEVELS, NETWORK)
