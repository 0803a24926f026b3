"""Players of the house's own. A bot is given a seat's look at the table, as anybody is, and names one legal move."""

from __future__ import annotations

import random
import secrets
from typing import Protocol, cast

from tripot.bots.instincts import CHARACTERS, Instinct, policy, temper
from tripot.bots.makers import made_for, seated
from tripot.bots.network import is_trained, trained
from tripot.engine.errors import BadOption
from tripot.engine.game import game
from tripot.engine.look import Look

__all__ = [
    "CHARACTERS",
    "COLOURED",
    "LEVELS",
    "MASTER",
    "NETWORK",
    "REGULAR",
    "SEED_BITS",
    "Bot",
    "bot",
    "has_character",
    "levels_of",
    "play_at_random",
    "played_at",
]

REGULAR, NOVICE, MASTER, RANDOM = "regular", "novice", "master", "random"
NETWORK = "network"  # no level of how well it plays: somebody else to sit with, and to measure others by
SEED_BITS = 64
COLOURED = (NOVICE, REGULAR, MASTER)  # the levels that a character colours, where a game has a policy
LEVELS = (RANDOM, NOVICE, REGULAR, MASTER)  # the better the later, as they are listed


class Bot(Protocol):
    """Chooses one of the legal moves of the seat whose look it is given."""

    def __call__(self, look: Look, rng: random.Random, /) -> str: ...


def levels_of(game_name: str) -> tuple[str, ...]:
    """Whom a seat of a game can have: the house's levels, its network, then makers' bots by their names."""
    return (*LEVELS, *((NETWORK,) if is_trained(game_name) else ()), *made_for(game_name))


def played_at(game_name: str, level: str) -> str:
    """The level that a bot of some level plays at: where a game has no policy, all of the house's play at random."""
    return RANDOM if level in LEVELS and policy(game_name) is None else level


def has_character(game_name: str, level: str) -> bool:
    """Whether a character colours how a bot of a level plays: makers' bots have none but their own."""
    return played_at(game_name, level) in COLOURED


def bot(game_name: str, level: str = "regular", character: str = "", seed: int | None = None) -> Bot:
    """A game's player of a level and a character, found by the game's name; a game without one gets the random player.

    A maker's bot is a level by its name.

    A player is made for one seat of one game: it may remember what it heard there. What a master imagines, and what it
    settles once for a whole game, come from its seed, which nobody else may know; without one, from the system's luck.
    """
    if level in made_for(game_name):
        return cast(Bot, seated(level))
    if level == NETWORK and is_trained(game_name):
        return trained(game_name)
    if level not in LEVELS:
        raise BadOption("option.bot", level=level, levels=", ".join(levels_of(game_name)))
    if character and character not in CHARACTERS:
        raise BadOption("option.character", character=character, characters=", ".join(CHARACTERS))
    level = played_at(game_name, level)
    if level == MASTER:
        from tripot.bots.master import master, settings_of  # it is large

        own = secrets.randbits(SEED_BITS) if seed is None else seed
        return master(game_name, settings_of(game_name, character=character), own)
    if level == RANDOM:
        return play_at_random
    return Instinct(game(game_name), temper(game_name, level, character))


def play_at_random(look: Look, rng: random.Random, /) -> str:
    """Any legal move, each as likely."""
    return rng.choice(look.legal)
