"""Players of the house's own. A bot is given a seat's look at the table, as anybody is, and names one legal move."""

from __future__ import annotations

import random
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from tripot.engine.errors import BadOption
from tripot.engine.look import Look

LEVELS = ("instinct", "random")


class Bot(Protocol):
    """Chooses one of the legal moves of the seat whose look it is given."""

    def __call__(self, look: Look, rng: random.Random, /) -> str: ...


def bot(game_name: str, level: str = "instinct") -> Bot:
    """A game's player, found by the game's name; a game without one gets the random player."""
    if level not in LEVELS:
        raise BadOption(f"there is no bot {level!r}; there are {', '.join(LEVELS)}")
    home = f"tripot.bots.{level}"
    if level == "random" or find_spec(f"{home}.{game_name}") is None:
        return play_at_random
    choose: Bot = import_module(f"{home}.{game_name}").choose

    def think_if_needed(look: Look, rng: random.Random, /) -> str:
        legal = look.legal
        return legal[0] if len(legal) == 1 else choose(look, rng)

    return think_if_needed


def play_at_random(look: Look, rng: random.Random, /) -> str:
    """Any legal move, each as likely."""
    return rng.choice(look.legal)
