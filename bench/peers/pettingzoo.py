"""PettingZoo's classic games through its usual loop, `last` and `step`, in the wrappers that its `env()` puts on."""

import random
from importlib import import_module
from importlib.metadata import version

from bench import measure

GAMES = ("leduc_holdem_v4",)


def prepare(name: str) -> measure.Workload:
    import numpy as np

    table = import_module(f"pettingzoo.classic.{name}").env()
    table.reset(seed=1)
    rand = random.Random(1).random

    def play() -> int:
        table.reset()
        actions = 0
        for _ in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                # cheaper than action_space.sample(mask)
                legal = np.flatnonzero(seen["action_mask"])
                table.step(legal[int(rand() * len(legal))])
                actions += 1
        return actions

    def chunk() -> int:
        return sum(play() for _ in range(10))

    chunk()
    return measure.Workload(chunk, version("pettingzoo"), f"{len(table.possible_agents)} players")


if __name__ == "__main__":
    measure.main("PettingZoo", GAMES, prepare)
