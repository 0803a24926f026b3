"""A game's own loop of random play, written phase by phase: one look at the phase, then all that happens in it.

Who is asked, what they may do and what comes of it stand side by side there, so that a compiler sees that an officer's
two choices are two bits of a number, and looks for the phase once a move instead of three times.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

from tripot.engine.contract import is_written
from tripot.engine.derive import chapter
from tripot.games.common import CHANCE, NOBODY

HEAD = """
def playout(s, number, used):
    luck = small_array(2, np.int64)
    seed(luck, number)
    actions = 0
    while True:
"""
BY_CHANCE = """
            weights = small_array(OUTCOME_ROOM, np.int32)
            {odds}(s, weights)
            {do}(s, -1, drawn(weights, luck))
"""
LOWEST = """
            asked = {}(s)
            if asked == 0:
                return actions
            seat = lowest(asked)"""
BY_A_SEAT = """
            can = no_marks(MOVE_COUNT)
            {may}(s, seat, can)
            move = choose_marked(can, luck)
            used[move] += 1
            {do}(s, seat, move)
            actions += 1
"""


@cache
def player(rules: ModuleType) -> FunctionType:
    """`playout(s, number, used)`: random legal moves to the end, by luck from a number; how many were made by seats."""
    own = any(is_written(rules, name) for name in ("actors", "legal", "chance", "apply"))
    source = HEAD + ("".join(_as_they_are()) if own else "".join(_by_phase(rules)))
    scope: dict[str, Any] = {"__name__": __name__}
    exec(source, scope)
    made = scope["playout"]
    assert isinstance(made, FunctionType)
    return made


def _by_phase(rules: ModuleType) -> Iterator[str]:
    yield "        phase = s.phase\n"
    for number, (phase, asked) in enumerate(zip(rules.PHASES, rules.PHASES.asked, strict=True)):
        if asked == NOBODY:
            continue
        yield f"        if phase == {number}:"
        names = {verb: f"{verb}_{chapter(phase)}" for verb in ("odds", "may", "do")}
        if asked == CHANCE:
            yield BY_CHANCE.format(**names)
        else:
            yield f"\n            seat = s.{asked}" if asked in rules.RECORD.fields else LOWEST.format(asked)
            yield BY_A_SEAT.format(**names)
        yield "            afterwards(s)\n"
        yield "            continue\n"
    yield "        return actions\n"


def _as_they_are() -> Iterator[str]:
    """Where a game has its own `actors`, `legal`, `chance` or `apply`."""
    names = {"odds": "chance", "may": "legal", "do": "apply"}
    yield "        asked = actors(s)\n        if asked == 0:\n            return actions\n        if asked < 0:"
    yield BY_CHANCE.format(**names)
    yield "        else:\n            seat = lowest(asked)"
    yield BY_A_SEAT.format(**names)
