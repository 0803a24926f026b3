"""OpenSpiel's C++ IS-MCTS with random playouts: simulations, from states that random play reaches in many deals."""

import random
from importlib.metadata import version
from typing import Any

from bench import measure

GAMES = ("hearts",)
ROOTS = 40
SIMULATIONS = 500
SAFE = 70  # moves, deal included: resampling earlier states of hearts ends the process (OpenSpiel 2.0)


def roots_of(game: Any, dice: random.Random) -> list[Any]:
    """States with a choice, from all over random games."""
    roots: list[Any] = []
    while len(roots) < ROOTS:
        state, met = game.new_initial_state(), []
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(dice.choices(outcomes, weights)[0])
            else:
                if len(state.legal_actions()) > 1 and len(state.history()) >= SAFE:
                    met.append(state.clone())
                state.apply_action(dice.choice(state.legal_actions()))
        roots.append(dice.choice(met))
    return roots


def prepare(name: str) -> measure.Workload:
    import pyspiel

    roots = roots_of(pyspiel.load_game(name), random.Random(3))
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(42, pyspiel.RandomRolloutEvaluator(1, 7), 1.4, SIMULATIONS, -1, most_visited, False, False)

    def chunk() -> int:
        for root in roots:
            bot.step(root)
        return ROOTS * SIMULATIONS

    chunk()
    return measure.Workload(
        chunk, version("open_spiel"), f"{ROOTS} roots of random games, {SIMULATIONS} simulations each"
    )


if __name__ == "__main__":
    measure.main("OpenSpiel C++ IS-MCTS", GAMES, prepare)
