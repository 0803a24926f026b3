"""OpenSpiel's C++ rules, random games played wholly in C++.

The wheel shows one way in: a search of a single simulation evaluates its root, by as many random games as the evaluator
is told. They begin after the deal, so the deal, which ours pays for, is not in OpenSpiel's figure. How many actions a
game makes is counted from Python, from the same roots.
"""

import random
import time
from importlib.metadata import version
from typing import Any

from bench import measure

GAMES = ("hearts", "oh_hell", "dark_chess", "backgammon")
ROOTS = 8  # several deals, since some deals make long games
COUNTING_SECONDS = 3.0
CHUNK_ACTIONS = 100_000  # so that the way into C++ costs nothing


def play_chance(state: Any, dice: random.Random) -> None:
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(outcomes, weights)[0])


def player_actions(root: Any, dice: random.Random) -> int:
    """How many actions the players make in one random game from `root`."""
    state, actions = root.clone(), 0
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        actions += 1
        play_chance(state, dice)
    return actions


def mean_length(root: Any, dice: random.Random, seconds: float) -> float:
    lengths: list[int] = []
    began = time.process_time()
    while len(lengths) < 2000 and time.process_time() - began < seconds:
        lengths.append(player_actions(root, dice))
    return sum(lengths) / len(lengths)


def prepare(name: str) -> measure.Workload:
    import pyspiel

    game = pyspiel.load_game(name)
    dice = random.Random(3)
    roots = [game.new_initial_state() for _ in range(ROOTS)]
    for root in roots:
        play_chance(root, dice)
    length = sum(mean_length(root, dice, COUNTING_SECONDS / ROOTS) for root in roots)
    rollouts = max(1, round(CHUNK_ACTIONS / length))
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 7)
    bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 100, False, 42, False)

    def chunk() -> float:
        for root in roots:
            bot.mcts_search(root)
        return rollouts * length

    chunk()
    return measure.Workload(chunk, version("open_spiel"), f"{length / ROOTS:.0f} actions a game")


if __name__ == "__main__":
    measure.main("OpenSpiel C++", GAMES, prepare)
