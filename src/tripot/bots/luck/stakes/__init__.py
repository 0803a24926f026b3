"""What is at stake in a full record that its tensor hides from a small network: more inputs, game by game.

A game's file has `stake_count()`, how many there are, and `stakes(s, viewer, out)`, in the rules' own subset, which
writes them; they come all 0. Most games need none.
"""
# mypy: ignore-errors

from importlib import import_module
from importlib.util import find_spec
from types import FunctionType


def stake_count():
    return 0


def stakes(s, viewer, out):
    pass


def stakes_of(game_name: str) -> tuple[FunctionType, FunctionType]:
    """A game's functions."""
    home = f"{__name__}.{game_name}"
    own = import_module(home) if find_spec(home) else None
    return (own.stake_count, own.stakes) if own else (stake_count, stakes)
