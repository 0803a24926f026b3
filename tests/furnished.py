"""Games that have all that a game can have besides its three files: a policy, puzzles, a first lesson.

A game that has just come has none of it, and is held to the suites alone; one that has some must have all.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest

import tripot
from tripot.bots.instincts import policy
from tripot.house.lessons import has_lesson
from tripot.testing.settings import complete_games


def furniture_of(name: str) -> dict[str, bool]:
    return {
        "policy": policy(name) is not None,
        "puzzles": files("tripot.puzzles").joinpath(f"{name}.txt").is_file(),
        "lesson": has_lesson(name),
    }


FURNISHED = tuple(name for name in complete_games() if any(furniture_of(name).values()))


def each_furnished_game(group: str = "") -> Any:
    """Run a test for every one of them; tests of one group share a worker."""
    marks = {name: [pytest.mark.xdist_group(f"{name} {group}")] if group else [] for name in FURNISHED}
    return pytest.mark.parametrize(
        "game", [pytest.param(tripot.game(name), id=name, marks=marks[name]) for name in FURNISHED]
    )
