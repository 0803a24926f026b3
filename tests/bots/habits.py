"""Every scripted habit, by game: a player by policy whose knobs, or whose own script, do one simple thing always.

Tests hold regulars to them, `bench/masters.py` masters.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple

import numpy as np

import tripot
from tripot.bots.bouts import bouts
from tripot.bots.instincts import Temper, policy, temper
from tripot.games.condamnes import ALL_TUNNELS, TEN_CARDS

NEVER, ALWAYS = 0, 1000
HONEST = {"lie": 0, "hide": 0, "bag": 0}
TRUSTING = {"search": 0, "denounce": 0, "nose": 0}
DOUBTING = {"search": 100, "denounce": 100, "nose": 0}
NO_SMUGGLER = {"smuggle": 0, "few": 0}

# what a habit makes of a regular's knobs
KNOBS: dict[str, dict[str, dict[str, int]]] = {
    "contrebande": {
        "truth and trust": HONEST | TRUSTING,
        "tells the truth": HONEST,
        "trusts everybody": TRUSTING,
        "tells the truth and doubts everybody": HONEST | DOUBTING,
        "doubts everybody": DOUBTING,
        "always searches": {"search": ALWAYS},
        "never searches": {"search": NEVER, "patience": 100_000},
        "always denounces": {"denounce": ALWAYS},
        "lies whenever it is worth it": {"lie": 1000, "hide": 1000, "bag": 0},
        "lies twice as often": {"lie": 250, "hide": 1000},
        "declares nothing": {"lie": 1000, "hide": 1000, "bag": 0, "bare": 100},
        "claims the bag": {"lie": 0, "hide": 0, "bag": 300},
        "forgets every hand": {"memory": 0},
    },
    "prohis": {
        "truth and trust": NO_SMUGGLER | {"inspect": NEVER, "nose": 0},
        "never smuggles": NO_SMUGGLER,
        "always smuggles": {"smuggle": 100, "bribe": 0},
        "always smuggles and pays": {"smuggle": 100, "bribe": 100, "few": 4},
        "never controls": {"control": 0},
        "always controls with the highest": {"control": 100, "high": 100},
        "always controls with the lowest": {"control": 100, "high": 0},
        "always inspects": {"inspect": ALWAYS, "nose": 0},
        "never inspects": {"inspect": NEVER, "nose": 0},
        "never pays": {"bribe": 0, "bait": 0},
        "always pays": {"bribe": 100, "bait": 100},
        "pays when honest": {"bait": 100},
        "sends all at once": {"greed": 4, "few": 5},
        "sends early": {"ready": 4},
        "sends late": {"ready": 8},
        "honest, and inspects everybody": NO_SMUGGLER | {"inspect": ALWAYS, "control": 100},
    },
}


class Habit(NamedTuple):
    """Who plays: a temper, read by the game's policy or by a script of its own; and a regular for the same reader."""

    temper: Temper
    regular: Temper
    by: ModuleType | None = None


def turned(game_name: str, changes: dict[str, int]) -> Temper:
    """A regular with some knobs turned."""
    module = policy(game_name)
    assert module is not None
    regular = dict(zip(module.TEMPER, temper(game_name), strict=True))
    assert set(changes) <= set(regular)
    return tuple((regular | changes).values())


def on_both_sides(prisoners: Temper, guard: Temper, by: ModuleType | None = None) -> Temper:
    """In Condamnés!: who plays as a prisoner by one temper, and as the guard by another of the same reader."""
    module = policy("condamnes")
    assert module is not None
    first = module.TEMPER.index("price") if by is None else len(guard) // 2
    return prisoners[:first] + guard[first:]


@cache
def wins_of_sides(
    guard: Temper, prisoners: Temper, seats: int, deals: int, seed: int, by: ModuleType | None = None
) -> tuple[float, float]:
    """In Condamnés!: what guard and prisoners win of as many deals; a game that nobody wins is shared."""
    both, game = on_both_sides(prisoners, guard, by), tripot.game("condamnes")
    # one by one, as bouts in a row would be the same deal in every seating, and who sits where is alike
    ends = [bouts(game, [both] * seats, 1, seed + deal, by=by).records["reason"] for deal in range(deals)]
    reasons = np.concatenate(ends)
    nobody = float((reasons != TEN_CARDS).mean() - (reasons == ALL_TUNNELS).mean())
    return float((reasons == TEN_CARDS).mean()) + nobody / 2, float((reasons == ALL_TUNNELS).mean()) + nobody / 2


def of_sides(one: Temper, other: Temper, seats: int, deals: int, seed: int, by: ModuleType | None = None) -> float:
    """In Condamnés!: what a player wins of another when each is guard in turn, against the other as all prisoners."""
    as_guard, as_prisoners = (
        wins_of_sides(guard, prisoners, seats, deals, seed, by) for guard, prisoners in ((one, other), (other, one))
    )
    return (as_guard[0] + as_prisoners[1]) / 2


def habits(game_name: str) -> dict[str, Habit]:
    """All habits of a game by name."""
    module, regular = policy(game_name), temper(game_name)
    assert module is not None
    found = {name: Habit(knobs, regular) for name, knobs in module.HABITS.items()}
    found |= {name: Habit(turned(game_name, changes), regular) for name, changes in KNOBS.get(game_name, {}).items()}
    home = f"{__package__}.habits_{game_name}"
    if find_spec(home) is not None:
        script = import_module(home)
        if hasattr(script, "MOMENTS"):
            usual = (*regular, *regular, 0)
            for name, (moment, changes) in script.HABITS.items():
                knobs = (*regular, *turned(game_name, changes), script.MOMENTS.index(moment))
                if hasattr(script, "GUARDS_HABITS"):
                    halves = usual + knobs if name in script.GUARDS_HABITS else knobs + usual
                    found[name] = Habit(halves, usual + usual, script)
                else:
                    found[name] = Habit(knobs, usual, script)
        else:
            for number, name in enumerate(script.HABITS):
                if number > 0:
                    found[f"script: {name}"] = Habit((*regular, number), (*regular, 0), script)
    return found
