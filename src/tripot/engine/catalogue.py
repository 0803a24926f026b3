"""Which games there are: those in `games/`, and those of installed packages.

A package names its game in its entry points `tripot.games`: `fauxpapiers = "tripot_fauxpapiers.rules"`. The rules are
found there; what else belongs to the game lies in the same package: `texts/NAME.en.toml` and `.fr.toml`,
`texts/lessons/NAME.toml`, a policy in `instinct.py`, a table of its own in `page/`. A package that is broken is named
with what is wrong, and breaks no other game.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

from tripot.engine.contract import completed
from tripot.engine.errors import BadRules, BrokenGame, UnknownGame

GROUP = "tripot.games"
SHARED = ("chicago", "common", "declare", "positions", "random_numbers")  # modules in games/ that are no games
EARLIER = re.compile(r".+_v\d+")  # rules that running tables may still be on
SLUG = re.compile(r"[a-z][a-z0-9]{1,30}")


@dataclass(frozen=True)
class Home:
    """Where a game comes from: the module of its rules, and the package that holds what else belongs to it."""

    name: str
    rules: str
    package: str
    origin: str  # who is to be told when it is broken

    @property
    def is_ours(self) -> bool:
        return self.package == "tripot"

    def file(self, *path: str) -> Traversable:
        return files(self.package).joinpath(*path)


def catalogue() -> tuple[str, ...]:
    """The names of all games, whether they are sound or not."""
    return tuple(sorted({*_ours(), *_packaged(tuple(sys.path))}))


def home_of(name: str) -> Home:
    """Where a game of this name comes from; ours go before packages'."""
    if name in _ours():
        return Home(name, f"tripot.games.{name}", "tripot", f"games/{name}.py")
    entries = _packaged(tuple(sys.path)).get(name)
    if entries is None:
        raise UnknownGame("no-game.name", game=name, games=", ".join(catalogue()))
    origin = " and ".join(_origin(entry) for entry in entries)
    if len(entries) > 1:
        raise BrokenGame("no-game.broken", game=name, origin=origin, why="both are called so")
    rules = entries[0].value
    package, _, module = rules.rpartition(".")
    if not SLUG.fullmatch(name):
        raise BrokenGame("no-game.broken", game=name, origin=origin, why="a name is small letters and digits")
    if not package or ":" in module:
        raise BrokenGame("no-game.broken", game=name, origin=origin, why=f"{rules!r} is no module of a package")
    return Home(name, rules, package, origin)


def rules_of(name: str, version: int | None = None) -> ModuleType:
    """A game's rules module, checked and completed: the present one, or an earlier version's beside it."""
    home = home_of(name)
    try:
        rules = import_module(home.rules)
    except Exception as fault:  # whatever a maker's file raises
        raise broken(home, f"{type(fault).__name__}: {fault}") from fault
    if name != getattr(rules, "NAME", name):
        raise broken(home, f"it calls itself {rules.NAME!r}")
    if version is None or version == getattr(rules, "VERSION", version):
        return _completed(home, rules)
    if find_spec(f"{home.rules}_v{version}") is None:
        raise UnknownGame("no-game.version", version=version, game=name, ours=rules.VERSION)
    return _completed(home, import_module(f"{home.rules}_v{version}"))


def _completed(home: Home, rules: ModuleType) -> ModuleType:
    try:
        return completed(rules)
    except BadRules as fault:
        raise broken(home, str(fault)) from fault


def part_of(name: str, part: str, ours: str) -> ModuleType | None:
    """A module of Python that belongs to a game and may be missing: in its package, or among `ours`."""
    home = home_of(name)
    module = f"{ours}.{name}" if home.is_ours else f"{home.package}.{part}"
    return import_module(module) if find_spec(module) else None


def broken(home: Home, why: str) -> BrokenGame:
    return BrokenGame("no-game.broken", game=home.name, origin=home.origin, why=why)


def _ours() -> tuple[str, ...]:
    modules = (module.name for module in iter_modules(import_module("tripot.games").__path__))
    return tuple(name for name in modules if name not in SHARED and not EARLIER.fullmatch(name))


@cache
def _packaged(path: tuple[str, ...]) -> dict[str, list[EntryPoint]]:
    """The entry points of the packages that are installed on a path, by name."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=GROUP):
        entries = found.setdefault(entry.name, [])
        if entry not in entries:
            entries.append(entry)
    return found


def _origin(entry: EntryPoint) -> str:
    return entry.value if entry.dist is None else f"{entry.dist.name} {entry.dist.version}"
