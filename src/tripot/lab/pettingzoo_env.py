"""Every game as a PettingZoo environment, in which agents are asked one after another (AEC).

The agents are `seat_0`, `seat_1`, ...; an action is a move's place in the game's table of moves. An observation is
made of what the agent's seat may know and of nothing else: `observation` is its tensor (`tripot.engine.tensor` says
which number is which), `action_mask` marks the moves that it may make now and is empty for an agent that isn't asked.
Where several seats are asked at once, their choices are sealed: the lowest seat is asked first, and the others don't
see its answer. There is no `state()`: nobody is given the full state.

Rewards come when the game is over, by the option `rewards`:

- `scores`: the game's own points, which need not add up to nothing;
- `ranks`: from 1 for a lone first place to -1 for a lone last one, in equal steps, equal places sharing; adds up to 0;
- `win`: 1 for the winner, shared among equal ones; adds up to 1.
"""

from __future__ import annotations

import json
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import logger, spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import tripot
from tripot.engine.single import Single
from tripot.lab.spaces import tensor_space

Observation = dict[str, npt.NDArray[Any]]
REWARDS = ("scores", "ranks", "win")


def env(game: str = "prohis", seats: int | None = None, seed: int | None = None, **options: Any) -> Any:
    """A game in PettingZoo's usual wrapper, which checks that `reset`, `last` and `step` are called in order."""
    return OrderedEnv(raw_env(game, seats, seed, **options))


class OrderedEnv(OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's own wrapper, but `last` is one call to the game, which halves the time of a step."""

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise AttributeError("last cannot be called before reset")
        seen: tuple[Observation | None, float, bool, bool, dict[str, Any]] = self.env.last(observe)
        return seen


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """One game. `seats` are the fewest that the game allows, if no number is given; further options are the game's.

    `reset(seed=...)` begins the game of that seed, the same as `tripot.game(...).start(seed=...)`; without a seed,
    chance goes on from where it was.
    """

    def __init__(
        self,
        game: str = "prohis",
        seats: int | None = None,
        seed: int | None = None,
        rewards: str = "scores",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, seats, seed, rewards, render_mode, **options)
        super().__init__()
        if rewards not in REWARDS:
            raise ValueError(f"rewards are one of {', '.join(REWARDS)}, not {rewards!r}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the render mode is 'ansi' or None, not {render_mode!r}")
        played = tripot.game(game)
        self._single = Single(played, seats, seed, **options)
        self._rewards = rewards
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{played.name}_v{played.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._single.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        marks = spaces.Box(0, 1, (len(played.moves),), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": tensor_space(played), "action_mask": marks})
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(len(played.moves)) for agent in self.possible_agents}
        self._fresh = True

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; no options are known."""
        if seed is not None or not self._fresh:
            self._single.begin(seed)
        self._fresh = False
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        asked = self._single.actor
        assert asked is not None
        self.agent_selection = self.possible_agents[asked]

    def observe(self, agent: str) -> Observation:
        tensor, mask = self._single.observe(self._seat_of[agent])
        return {"observation": tensor, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of the agent that is asked; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for a move; None is for agents whose game is over")
        self._single.play(index(action))
        self._cumulative_rewards[agent] = 0.0
        asked = self._single.actor
        if asked is None:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[asked]

    def render(self) -> str | None:
        """What a spectator sees, as text."""
        if self.render_mode is None:
            logger.warn("render() shows something if the environment was made with render_mode='ansi'")
            return None
        return json.dumps(self._single.look(None).document(), indent=1)

    def close(self) -> None:
        """There is nothing to close."""

    def _finish(self) -> None:
        self.rewards = dict(zip(self.agents, self._earned(), strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()

    def _earned(self) -> list[float]:
        """The rewards by seat."""
        if self._rewards == "scores":
            return [float(points) for points in self._single.scores]
        outcome = self._single.outcome
        assert outcome is not None
        ranks = outcome.ranks
        if self._rewards == "win":
            return [1 / ranks.count(1) if rank == 1 else 0.0 for rank in ranks]
        return [sum((other > rank) - (other < rank) for other in ranks) / (len(ranks) - 1) for rank in ranks]
