"""A small Chasse whose value is known (docs/research.md), played by masters against an equilibrium of it.

`python -m bench.small [--games 1000] [--iterations 100]`: five by five squares, two figures a side, one plaque. The
smuggler's lead is worth 20 points. Against a rival who plays (nearly) an equilibrium a player can only lose something.
"""

from __future__ import annotations

import argparse
import random
from typing import Any

OPTIONS = {"size": "5", "figures": "2", "plaques": "1", "quiet": "3"}
VALUE = 20.0  # points that the smuggler is ahead
WITHIN = 0.1
SMUGGLER, CUSTOMS = 0, 1


def equilibrium(iterations: int) -> tuple[Any, Any, float]:
    """The game, an average policy of CFR+, and how much a best response gains on it, in points of lead."""
    import pyspiel

    import tripot.lab.openspiel  # noqa: F401 (registers the games)

    given = ",".join(["players=2", *(f"{key}={value}" for key, value in OPTIONS.items())])
    game = pyspiel.load_game(f"tripot_chasse({given})")
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    return game, policy, 2 * pyspiel.exploitability(tree, policy)


def lead(spiel: Any, policy: Any, side: int, number: int) -> float:
    """One game of a master on a side against the equilibrium; by how much the smuggler is ahead."""
    import tripot
    from tripot.bots.master import master
    from tripot.engine.witness import Witness

    game, dice = tripot.game("chasse"), random.Random(number)
    state, plain = spiel.new_initial_state(), game.new_state()
    game.plain.setup(plain, 2, game.option_numbers(game.chosen(OPTIONS)))
    player, witness = master("chasse", seed=number), Witness(game, side, plain)
    player.notice([], witness.look)
    while not state.is_terminal():
        seat = state.current_player()
        if seat == side:
            move = player.choose(dice, seconds=60.0)
        else:
            chances = policy.action_probabilities(state)
            move = dice.choices(list(chances), list(chances.values()))[0]
        before = plain.copy()
        game.plain.apply(plain, seat, move)
        state.apply_action(move)
        moment = witness.step(before, seat, move, plain)
        if moment is not None:
            player.notice(moment.events, witness.look)
    points = [0] * 8
    game.plain.scores(plain, points)
    return float(points[SMUGGLER] - points[CUSTOMS])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="on each side")
    parser.add_argument("--iterations", type=int, default=100, help="of CFR+")
    given = parser.parse_args()
    spiel, policy, gap = equilibrium(given.iterations)
    print(f"the equilibrium of {given.iterations} iterations can be beaten by {gap:.2f} points", flush=True)
    for side, name in ((SMUGGLER, "smuggler"), (CUSTOMS, "customs")):
        leads = [lead(spiel, policy, side, number) for number in range(given.games)]
        mean = sum(leads) / len(leads)
        error = (sum((each - mean) ** 2 for each in leads) / max(1, len(leads) - 1) / len(leads)) ** 0.5
        near = abs(mean - VALUE) <= WITHIN * VALUE
        print(
            f"master as {name}: smuggler ahead by {mean:.1f} ± {1.96 * error:.1f} of {VALUE:g}, within a tenth: {near}"
        )


if __name__ == "__main__":
    main()
