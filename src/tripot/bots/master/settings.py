"""How the master thinks about each game: numbers, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Settings:
    keep: int = 512  # worlds
    room: int = 2048  # worlds for a moment, before luck chooses among them
    fewest: float = 48.0  # worlds of equal weight, before some are imagined anew
    renew: float = 0.2  # the weight that these get
    slip: float = 0.01  # the share of moves that any type makes for no reason
    forget: float = 0.005  # how fast what was learned of somebody fades, a move
    simulations: int = 2000
    seconds: float = 0.5
    chunk: int = 250  # simulations between looks at the clock
    depth: int = 50  # own decisions in the tree
    longest: int = 2000  # moves of a simulation
    bold: float = 0.7
    win: float = 0.3  # what the win counts; the lead has the rest
    scale: float = 30_000.0  # a lead of so many points counts as much as a win
    horizon: int = 0
    tests: float = 0.15  # the share of simulations in which all others are of one stern type
    wary: float = 0.15  # how often the worst of these counts, where acts are mixed
    trust: float = 1.0
    stern: tuple[str, ...] = ()
    mixes: tuple[int, ...] = ()  # phases in which acts are mixed
    known: float = 3.0  # how much likelier than any other type a regular is before the game
    types: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()  # what other types do otherwise than a regular

    def mixes_in(self, phase: int) -> bool:
        return phase in self.mixes


SETTINGS = {
    "prohis": Settings(),
    "contrebande": Settings(
        keep=1024,
        room=8192,
        horizon=8,
        scale=1500.0,
        types=(
            ("truth and trust", (("lie", 0), ("bag", 0), ("search", 0), ("denounce", 0), ("nose", 0))),
            ("truth and doubt", (("lie", 0), ("bag", 0), ("search", 100), ("denounce", 100), ("nose", 0))),
            ("lies and trusts", (("lie", 1000), ("bag", 60), ("search", 0), ("denounce", 0), ("nose", 0))),
            ("lies and doubts", (("lie", 1000), ("bag", 60), ("search", 100), ("denounce", 100), ("nose", 0))),
            ("declares nothing", (("lie", 1000), ("bare", 100))),
        ),
        stern=("truth and trust", "truth and doubt"),
        mixes=(2, 3, 4),
    ),
    "chasse": Settings(scale=600.0),
    "condamnes": Settings(win=1.0, scale=1.0, renew=0.5),
    "prohibition": Settings(keep=64, room=512, scale=20.0),
}


def settings_of(game_name: str, **changes: Any) -> Settings:
    return replace(SETTINGS.get(game_name, Settings()), **changes)


def types_of(policy: ModuleType, settings: Settings) -> tuple[tuple[str, ...], Any, Any, list[int], int]:
    """The types that others may be of: names, tempers, how likely each is at first; the stern ones, and the own one."""
    knobs = policy.TEMPER
    tempers: dict[str, tuple[int, ...]] = {**policy.LEVELS}
    regular = dict(zip(knobs, policy.LEVELS["regular"], strict=True))
    for name, changes in policy.CHARACTERS.items():
        turned = regular | {knob: max(0, regular[knob] + change) for knob, change in changes.items()}
        tempers[name] = tuple(turned.values())
    for name, values in settings.types:
        tempers[name] = tuple((regular | {knob: value for knob, value in values if knob in regular}).values())
    tempers |= policy.HABITS
    names = tuple(tempers)
    usual = {name: settings.known if name == "regular" else 1.0 for name in names}
    first = np.array([usual[name] for name in names])
    rows = np.array([tempers[name] for name in names], np.int64)
    stern = [names.index(name) for name in settings.stern if name in names]
    return names, rows, first / first.sum(), stern, names.index("regular")
