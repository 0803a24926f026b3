"""Plans: what a master does without weighing moves one by one, where somebody has found out what is hard to answer.

A package a game: `lean`, as a policy has it but for the bound on its sum, in the rules' subset, whose temper is one
of the master's own numbers; and in plain Python `covers`, which says whether the plan is for a seat that sees this
redacted record. It is also told by seat and situation how well others' moves were foretold: how many there were, and
by how many bits likelier they were than if all legal moves had been as likely (`beliefs.py`).
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def plan_of(game_name: str) -> ModuleType | None:
    home = f"{__name__}.{game_name}"
    return import_module(home) if find_spec(home) else None
