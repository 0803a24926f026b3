"""A small network as a player: policy and value over the tensor of one's own look, run by NumPy alone."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tripot.engine.look import Look

Floats = npt.NDArray[np.float32]
HOME = Path(__file__).parent / "networks"  # those that come with the house: a file a game
CLIP = 5.0  # numbers further from the mean than so many deviations are cut


class Network:
    """Weights as `tripot train` writes them. A look's moves are drawn by their chances, or the likeliest is made."""

    def __init__(self, path: Path | str, surest: bool = False) -> None:
        with np.load(path) as file:
            self._weights: dict[str, Floats] = {name: file[name].astype(np.float32) for name in file.files}
        self._layers = sum(name.startswith("body.") and name.endswith(".weight") for name in self._weights)
        self._surest = surest

    def judge(self, tensor: Floats) -> tuple[Floats, float]:
        """A leaning towards every move, legal or not, and what the position is worth to the viewer."""
        own = self._weights
        x = np.clip((tensor - own["shift"]) * own["scale"], -CLIP, CLIP)
        for layer in range(self._layers):
            x = np.maximum(own[f"body.{layer}.weight"] @ x + own[f"body.{layer}.bias"], 0)
        value = own["value.weight"] @ x + own["value.bias"]
        return own["policy.weight"] @ x + own["policy.bias"], float(value[0])

    def chances(self, look: Look) -> dict[str, float]:
        """How likely it is to make each legal move."""
        legal = look.legal_numbers()
        leaning = self.judge(np.asarray(look.tensor(), np.float32))[0][legal]
        powers = np.exp(leaning - leaning.max())
        return {look.game.moves[move]: float(part) for move, part in zip(legal, powers / powers.sum(), strict=True)}

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
