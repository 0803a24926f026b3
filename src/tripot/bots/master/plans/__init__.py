"""Plans: what a master does without weighing moves one by one, where somebody has found out what is hard to answer.

A file a game: `lean`, as a policy has it, in the rules' subset, and in plain Python `covers`, which says of a redacted
record and its seat whether the plan is for them.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType


def plan_of(game_name: str) -> ModuleType | None:
    home = f"{__name__}.{game_name}"
    return import_module(home) if find_spec(home) else None
