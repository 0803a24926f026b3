"""OpenSpiel's C++ rules, driven from Python action by action, as its users write it."""

import random
from importlib.metadata import version
from typing import Any

from bench import measure

GAMES = ("hearts", "oh_hell", "leduc_poker")


def chance_is_even(game: Any, dice: random.Random) -> bool:
    """Whether all outcomes of a chance node are equally likely: then the list of them will do, which is cheaper."""
    for _ in range(10):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                weights = [weight for _, weight in state.chance_outcomes()]
                if max(weights) - min(weights) > 1e-9:
                    return False
            state.apply_action(dice.choice(state.legal_actions()))
    return True


def prepare(name: str) -> measure.Workload:
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(1)
    even = chance_is_even(game, dice)
    rand = dice.random

    def play() -> int:
        state = game.new_initial_state()
        actions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                if not even:
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(dice.choices(outcomes, weights)[0])
                    continue
            else:
                actions += 1
            legal = state.legal_actions()
            state.apply_action(legal[int(rand() * len(legal))])
        state.returns()
        return actions

    def chunk() -> int:
        return sum(play() for _ in range(50))

    chunk()
    return measure.Workload(chunk, version("open_spiel"), "" if even else "weighted chance")


if __name__ == "__main__":
    measure.main("OpenSpiel Python loop", GAMES, prepare)
