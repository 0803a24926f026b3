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
    tells: float = 0.1  # how much a move in one situation tells of somebody in others
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
    mixes: tuple[str, ...] = ()  # phases in which acts are mixed
    sway: float = 0.0  # above 0 the game's network proposes, and this says how much the search changes of that
    character: str = ""  # whose temper tips the scales where search can hardly tell moves apart; none: nobody's
    near: float = 0.25  # of a deviation of simulations: what one move may seem worth more for it than another
    known: float = 3.0  # how much likelier than any other type a regular is before the game
    types: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()  # what other types do otherwise than a regular


SETTINGS = {
    "prohis": Settings(
        simulations=12_000,
        sway=48.0,
        near=0.08,  # by such a sway more would drown the networks' mixture
        horizon=10,
        types=(
            ("never controls", (("control", 0),)),
            ("always controls", (("control", 100), ("high", 100), ("inspect", 100))),
            ("honest", (("smuggle", 0),)),
            ("always smuggles", (("smuggle", 100), ("greed", 4))),
            ("never inspects", (("inspect", 0), ("nose", 0))),
            ("always pays", (("bribe", 100), ("bait", 100))),
            ("never pays", (("bribe", 0), ("bait", 0))),
            ("any move", (("slip", 1000),)),
        ),
        stern=("never controls", "always controls"),
    ),
    "contrebande": Settings(
        keep=1024,
        room=8192,
        horizon=8,
        scale=1500.0,
        types=(
            ("truth and trust", (("lie", 0), ("hide", 0), ("bag", 0), ("search", 0), ("denounce", 0), ("nose", 0))),
            ("truth and doubt", (("lie", 0), ("hide", 0), ("bag", 0), ("search", 100), ("denounce", 100), ("nose", 0))),
            (
                "lies and trusts",
                (("lie", 900), ("hide", 900), ("bag", 50), ("search", 0), ("denounce", 0), ("nose", 0)),
            ),
            (
                "lies and doubts",
                (("lie", 900), ("hide", 900), ("bag", 50), ("search", 100), ("denounce", 100), ("nose", 0)),
            ),
            ("declares nothing", (("lie", 900), ("hide", 900), ("bare", 100))),
            ("denounces", (("denounce", 1000),)),
            ("searches", (("search", 1000),)),
            ("doubts", (("search", 100), ("denounce", 100), ("nose", 0))),
            ("any move", (("slip", 1000),)),
        ),
        stern=("truth and trust", "truth and doubt"),
        mixes=("declaration", "customs", "neighbour"),
    ),
    "chasse": Settings(
        keep=2048,
        room=8192,
        renew=0.02,
        sway=3.0,
        simulations=5000,
        scale=600.0,
        longest=20,
        types=(
            ("stacks", (("stack", 1000),)),
            ("spreads", (("stack", 0),)),
            ("runs with plaques", (("greed", 60), ("fear", 0))),
            ("walks decoys", (("bait", 300), ("hope", 30))),
            ("decoys first", (("greed", -100),)),
            ("decoys first, straight on", (("greed", -100), ("fear", 0), ("bait", 0), ("order", 12))),
            ("controls all", (("doubt", 100), ("count", 60))),
            ("controls none", (("doubt", 0), ("count", 60), ("rush", 0), ("pinch", 0))),
            ("any move", (("slip", 1000),)),
        ),
        stern=("controls all", "controls none"),
        mixes=("hiding",),
    ),
    "condamnes": Settings(
        keep=256,
        room=1024,
        simulations=600,
        near=0.05,  # a deviation is half of a win here
        win=1.0,
        scale=1.0,
        horizon=3,
        renew=0.5,
        types=(
            ("digs at once", (("nerve", 100), ("grab", 100))),
            ("always slips", (("flee", 100), ("restless", 100), ("settled", 100))),
            ("never slips", (("flee", 0), ("restless", 0), ("settled", 0))),
            ("watches anybody", (("roam", 100), ("stare", 0))),
            ("searches often", (("keen", 1000), ("gamble", 1000))),
            ("never searches", (("keen", 0), ("gamble", 0))),
            ("any move", (("mistakes", 1000), ("lapses", 1000))),
        ),
        stern=("watches anybody", "searches often"),
        mixes=("moment",),
    ),
    "prohibition": Settings(
        keep=64, room=512, simulations=1000, scale=20.0, horizon=3, types=(("any move", (("slip", 1000),)),)
    ),
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
        if strange := dict(values).keys() - regular.keys():
            raise ValueError(f"{policy.__name__} has no knobs {', '.join(sorted(strange))}, which {name!r} turns")
        tempers[name] = tuple((regular | dict(values)).values())
    tempers |= policy.HABITS
    names = tuple(tempers)
    if unknown := [name for name in settings.stern if name not in names]:
        raise ValueError(f"{policy.__name__} has no types {', '.join(unknown)} to be stern")
    usual = {name: settings.known if name == "regular" else 1.0 for name in names}
    first = np.array([usual[name] for name in names])
    rows = np.array([tempers[name] for name in names], np.int64)
    stern = [names.index(name) for name in settings.stern]
    return names, rows, first / first.sum(), stern, names.index("regular")
