"""Small networks as a player: a policy over the tensor of one's own look, run by NumPy alone. The value that they have
too is for training.

A file may hold several networks. They play as one, by the mean of their chances: who has found a hole in one of them
has not found it in all.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.look import Look

Floats = npt.NDArray[np.float32]
Weights = dict[str, Floats]
HOME = Path(__file__).parent / "networks"  # those that come with the house: a file a game
CLIP = 5.0  # numbers further from the mean than so many deviations are cut


def read(path: Path | str) -> list[Weights]:
    """The networks of a file. One alone has its arrays by their names; of several, each has its number before them."""
    with np.load(path) as file:
        every: Weights = {name: file[name].astype(np.float32) for name in file.files}
    if "shift" in every:
        return [every]
    count = 1 + max(int(name.partition(".")[0]) for name in every)
    return [
        {name.partition(".")[2]: array for name, array in every.items() if name.startswith(f"{number}.")}
        for number in range(count)
    ]


def join(paths: Sequence[Path | str], to: Path | str) -> None:
    """Networks of several files as one player."""
    every = [weights for path in paths for weights in read(path)]
    named = {f"{number}.{name}": array for number, weights in enumerate(every) for name, array in weights.items()}
    halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in named.items()}
    np.savez_compressed(to, **halves)


def leaning(own: Weights, tensor: Floats) -> Floats:
    """Towards every move, legal or not."""
    x = np.clip((tensor - own["shift"]) * own["scale"], -CLIP, CLIP)
    for layer in range(sum(name.startswith("body.") and name.endswith(".weight") for name in own)):
        x = np.maximum(own[f"body.{layer}.weight"] @ x + own[f"body.{layer}.bias"], 0)
    towards: Floats = own["policy.weight"] @ x + own["policy.bias"]
    return towards


class Network:
    """Weights as `tripot train` writes them. A look's moves are drawn by their chances, or the likeliest is made."""

    def __init__(self, path: Path | str, surest: bool = False) -> None:
        self._members = read(path)
        self._surest = surest

    def chances_of(self, look: Look, moves: npt.ArrayLike) -> Floats:
        """How likely each of these moves is; all legal ones are among them."""
        tensor, numbers = np.asarray(look.tensor(), np.float32), np.asarray(moves, np.int64)
        shares = np.zeros(len(numbers), np.float32)
        for weights in self._members:
            leanings = leaning(weights, tensor)[numbers]
            powers = np.exp(leanings - leanings.max())
            shares += powers / (powers.sum() * len(self._members))
        return shares

    def chances(self, look: Look) -> dict[str, float]:
        """How likely it is to make each legal move."""
        legal = look.legal_numbers()
        return {
            look.game.moves[move]: float(part) for move, part in zip(legal, self.chances_of(look, legal), strict=True)
        }

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        chances = self.chances(look)
        if self._surest:
            return max(chances, key=chances.__getitem__)
        return rng.choices(list(chances), list(chances.values()))[0]


def is_trained(game_name: str) -> bool:
    """Whether a network comes with the house for this game."""
    return (HOME / f"{game_name}.npz").exists()


@cache
def trained(game_name: str) -> Network:
    """The house's network for a game. It remembers nothing, so that one will do for all seats."""
    return Network(HOME / f"{game_name}.npz")
