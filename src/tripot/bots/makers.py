"""Bots of anybody's making: a package names them in its entry points `tripot.bots`, and they sit down by that name.

A bot is a function `choose(look, rng)`, or a class with such a `__call__` that is made anew for every seat and game.
One that plays only some games names them in an attribute `games`.
"""

from __future__ import annotations

import inspect
import sys
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tripot.engine.errors import BadOption

GROUP = "tripot.bots"


def made_for(game_name: str) -> tuple[str, ...]:
    """The names of makers' bots that play a game; one that can't be loaded is not among them."""
    return tuple(name for name, made in _loaded(tuple(sys.path)).items() if _plays(made, game_name))


def faults() -> list[str]:
    """What is wrong with bots that can't be loaded, each in a sentence."""
    return [str(made) for made in _loaded(tuple(sys.path)).values() if isinstance(made, BadOption)]


def seated(name: str) -> Any:
    """A bot for one seat of one game, by an entry point's name or as `package.module:Bot`."""
    made = maker(name)
    return made() if inspect.isclass(made) else made


def maker(name: str) -> Any:
    """The class or function behind a name."""
    known = _loaded(tuple(sys.path)).get(name)
    if isinstance(known, BadOption):
        raise known
    if known is not None:
        return known
    path, _, attribute = name.partition(":")
    if not attribute:
        raise BadOption("option.no-bot", name=name, group=GROUP)
    try:
        return getattr(import_module(path), attribute)
    except Exception as fault:  # whatever a maker's file raises
        raise _broken(name, fault) from fault


def _plays(made: Any, game_name: str) -> bool:
    return not isinstance(made, BadOption) and game_name in getattr(made, "games", (game_name,))


@cache
def _loaded(path: tuple[str, ...]) -> dict[str, Any]:
    """What the packages on a path have, by name: a class, a function, or what is wrong with it."""
    return {entry.name: _load(entry) for entry in sorted(entry_points(group=GROUP))}


def _load(entry: EntryPoint) -> Any:
    try:
        return entry.load()
    except Exception as fault:
        return _broken(entry.name, fault)


def _broken(name: str, fault: Exception) -> BadOption:
    return BadOption("option.broken-bot", name=name, why=f"{type(fault).__name__}: {fault}")
