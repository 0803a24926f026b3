"""RLCard: rules in Python, `reset` and `step` of its environment, without the trajectories that `run` would keep."""

import random
from importlib.metadata import version

from bench import measure

PLAYERS = {"leduc-holdem": 2, "limit-holdem": 4}


def prepare(name: str) -> measure.Workload:
    import rlcard

    table = rlcard.make(name, config={"game_num_players": PLAYERS[name], "seed": 1})
    rand = random.Random(1).random

    def play() -> int:
        state, _ = table.reset()
        actions = 0
        while not table.is_over():
            legal = list(state["legal_actions"])
            state, _ = table.step(legal[int(rand() * len(legal))])
            actions += 1
        table.get_payoffs()
        return actions

    def chunk() -> int:
        return sum(play() for _ in range(10))

    chunk()
    return measure.Workload(chunk, version("rlcard"), f"{PLAYERS[name]} players")


if __name__ == "__main__":
    measure.main("RLCard", tuple(PLAYERS), prepare)
