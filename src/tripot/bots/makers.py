"""Bots of anybody's making: a package names them in its entry points `tripot.bots`, or a host on the command line that
opens the house; they sit down by that name.

A bot is a function `choose(look, rng)`, or a class with such a `__call__` that is made anew for every seat and game.
One that plays only some games names them in an attribute `games`.
"""

from __future__ import annotations

import inspect
import os
import re
import sys
from collections.abc import Iterable
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from tripot.engine.errors import BadOption

GROUP = "tripot.bots"
DECLARED = "TRIPOT_BOTS"  # how the processes of a house are told whom its host has named
NAME, PATH = re.compile(r"[^\W_][\w-]{0,23}"), re.compile(r"\w[\w.]*:\w[\w.]*")


def made_for(game_name: str) -> tuple[str, ...]:
    """The names of makers' bots that play a game; one that can't be loaded is not among them."""
    return tuple(name for name, made in _known().items() if _plays(made, game_name))


def faults() -> list[str]:
    """What is wrong with bots that can't be loaded, each in a sentence."""
    return [str(made) for made in _known().values() if isinstance(made, BadOption)]


def declare(words: Iterable[str]) -> None:
    """Let bots sit down that a host has named, as `name=package.module:Bot`, here and in all processes begun from here.

    One that can't be loaded is refused, and so are all with it.
    """
    from tripot.bots import LEVELS, NETWORK  # which are made of what is here

    os.environ[DECLARED] = ""
    taken = {*LEVELS, NETWORK, *_known()}
    words = list(words)
    for word in words:
        name, _, path = word.partition("=")
        if not (NAME.fullmatch(name) and PATH.fullmatch(path)):
            raise BadOption("option.declared", word=word)
        if name in taken:
            raise BadOption("option.declared-twice", name=name)
        taken.add(name)
        maker(path)
    os.environ[DECLARED] = " ".join(words)


def seated(name: str) -> Any:
    """A bot for one seat of one game, by an entry point's name or as `package.module:Bot`."""
    made = maker(name)
    try:
        return made() if inspect.isclass(made) else made
    except Exception as fault:
        raise _broken(name, fault) from fault


def maker(name: str) -> Any:
    """The class or function behind a name."""
    known = _known().get(name)
    if isinstance(known, BadOption):
        raise known
    if known is not None:
        return known
    if not PATH.fullmatch(name):
        raise BadOption("option.no-bot", name=name, group=GROUP)
    made = _load(EntryPoint(name, name, GROUP))
    if isinstance(made, BadOption):
        raise made
    return made


def _plays(made: Any, game_name: str) -> bool:
    return not isinstance(made, BadOption) and game_name in getattr(made, "games", (game_name,))


def _known() -> dict[str, Any]:
    return _loaded(tuple(sys.path), os.environ.get(DECLARED, ""))


@cache
def _loaded(path: tuple[str, ...], declared: str) -> dict[str, Any]:
    """What the packages on a path have and what a host has named: a class, a function, or what is wrong with it."""
    named = [EntryPoint(name, made, GROUP) for name, _, made in (word.partition("=") for word in declared.split())]
    return {entry.name: _load(entry) for entry in (*sorted(entry_points(group=GROUP)), *named)}


def _load(entry: EntryPoint) -> Any:
    try:
        made = entry.load()
        if not callable(made) or (inspect.isclass(made) and not _can_choose(made)):
            raise TypeError("it is neither a function choose(look, rng) nor a class with such a __call__")
    except Exception as fault:  # whatever a maker's file raises
        return _broken(entry.name, fault)
    return made


def _can_choose(made: type) -> bool:
    return any("__call__" in vars(each) for each in made.__mro__)


def _broken(name: str, fault: Exception) -> BadOption:
    return BadOption("option.broken-bot", name=name, why=f"{type(fault).__name__}: {fault}")
