"""Many games of one kind stepped together, in the style of Gymnasium's vector environments.

In every game one seat is asked now (`infos["actor"]`; of several asked at once the lowest, whose answer the others
don't see): the observation is its tensor, `infos["action_mask"]` marks its moves, and the next action is its own. So
the seats of a game take turns in one row of the batch.

The reward is the mover's: their points if the move ended the game, else 0. What every seat got is in `infos["scores"]`,
for the games that `infos["_scores"]` marks: those that ended in this step. They have begun again in the same step
(`AutoresetMode.SAME_STEP`), with chance going on from where it was; there is no `final_obs`. No game is ever cut short.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import tripot
from tripot.engine.batch import Batch
from tripot.engine.chance import drawn_seed
from tripot.lab.spaces import tensor_space

Array = npt.NDArray[Any]
Step = tuple[npt.NDArray[np.float32], Array, Array, Array, dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[npt.NDArray[np.float32], npt.ArrayLike, Array]):
    """So many games side by side; game i takes its chance from seed + i.

    `seats` are the fewest that the game allows, if no number is given; further options are the game's. With
    `copy=False` observations, actors and masks are the same arrays in every step, written over by the next.
    """

    def __init__(
        self,
        game: str = "prohis",
        seats: int | None = None,
        num_envs: int = 1024,
        seed: int | None = None,
        copy: bool = True,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"at least one game is needed, not {num_envs}")
        played = tripot.game(game)
        self._batch = Batch(played, seats, num_envs, drawn_seed() if seed is None else seed, **options)
        self._copy = copy
        self._fresh = True
        self._rows = np.arange(num_envs)
        self.metadata = {"name": f"{played.name}_v{played.version}", "autoreset_mode": AutoresetMode.SAME_STEP}
        self.num_envs = num_envs
        self.seats = self._batch.seats
        self.single_observation_space = tensor_space(played)
        self.single_action_space = spaces.Discrete(len(played.moves))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Begin all games anew, from a seed or with chance going on from where it was."""
        if options:
            raise ValueError(f"reset has no options, such as {next(iter(options))!r}: all games begin anew")
        super().reset(seed=seed)
        if seed is not None or not self._fresh:
            self._batch.restart(seed)
        self._fresh = False
        return self._kept(self._batch.tensors), self._asked()

    def step(self, actions: npt.ArrayLike) -> Step:
        """One action in every game, by the seat that is asked there; if one isn't legal, none is played."""
        batch = self._batch
        movers = batch.actors.copy()
        batch.step(actions)
        ended = batch.done == 1
        scores = np.where(ended[:, None], batch.scores, 0)
        rewards = scores[self._rows, movers].astype(np.float64)
        infos = self._asked() | {"scores": scores, "_scores": ended}
        return self._kept(batch.tensors), rewards, ended.copy(), np.zeros(self.num_envs, np.bool_), infos

    def _asked(self) -> dict[str, Any]:
        return {"actor": self._kept(self._batch.actors), "action_mask": self._kept(self._batch.masks)}

    def _kept(self, array: Any) -> Any:
        return array.copy() if self._copy else array
