"""A small Chasse whose value is known (docs/research.md), played by masters against an equilibrium of it.

`python -m bench.small [--games 200] [--iterations 100]`: five by five squares, two figures a side, one plaque. The
smuggler's lead is worth 20 points. Against a rival who plays (nearly) an equilibrium a player can only lose something.
`build/small.json` has what was found, for `python -m bench`.

How a single game ends is mostly luck, so leads aren't counted as they come: as the rival's strategy is known, each of
the master's moves counts for what it gains on average over all that the rival may have hidden (AIVAT, Burch et al.).
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from pathlib import Path
from typing import Any

from bench.report import Row, show_plainly, write
from tripot.lab.intervals import SURE

OPTIONS = {"size": "5", "figures": "2", "plaques": "1", "quiet": "3"}
VALUE = 20.0  # points that the smuggler is ahead
WITHIN = 0.1
SMUGGLER, CUSTOMS = 0, 1


def equilibrium(iterations: int) -> tuple[Any, Any, Any, float]:
    """The game, its tree, an average policy of CFR+, and how much a best response gains on it, in points of lead."""
    import pyspiel

    import tripot.lab.openspiel  # noqa: F401 (registers the games)

    given = ",".join(["players=2", *(f"{key}={value}" for key, value in OPTIONS.items())])
    game = pyspiel.load_game(f"tripot_chasse({given})")
    tree = pyspiel.convert_to_cached_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    return game, tree, policy, 2 * pyspiel.exploitability(tree, policy)


Gains = dict[tuple[str, int], float]


def gains(tree: Any, policy: Any) -> tuple[float, list[Gains]]:
    """The smuggler's lead when both play a policy; and what each move adds to it, for either side, in everything that
    the side may know, averaged over what it can't know by how likely the other's policy gets there."""
    reached: list[dict[str, float]] = [defaultdict(float), defaultdict(float)]
    added: list[dict[tuple[str, int], float]] = [defaultdict(float), defaultdict(float)]

    def walk(state: Any, reach: tuple[float, float]) -> float:
        """A history's value; `reach` is how likely each side's policy gets there."""
        if state.is_terminal():
            return 2 * float(state.returns()[SMUGGLER])
        side = state.current_player()
        known, chances = state.information_state_string(side), dict(policy.action_probabilities(state))
        values = {}
        for move in state.legal_actions():
            chance = chances.get(move, 0.0)
            further = (reach[0] * chance, reach[1]) if side == SMUGGLER else (reach[0], reach[1] * chance)
            values[move] = walk(state.child(move), further)
        value = float(sum(chances.get(move, 0.0) * each for move, each in values.items()))
        likely = reach[1 - side]
        reached[side][known] += likely
        for move, each in values.items():
            added[side][known, move] += likely * (each - value)
        return value

    value = walk(tree.new_initial_state(), (1.0, 1.0))
    found = [
        {
            (known, move): gain / reached[side][known]
            for (known, move), gain in added[side].items()
            if reached[side][known]
        }
        for side in (SMUGGLER, CUSTOMS)
    ]
    return value, found


def lead(spiel: Any, policy: Any, side: int, number: int, value: float, gained: Gains) -> float:
    """One game of a master on a side against the equilibrium; by how much its moves let the smuggler be ahead."""
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
            value += gained[state.information_state_string(side), move]
        else:
            chances = policy.action_probabilities(state)
            move = dice.choices(list(chances), list(chances.values()))[0]
        before = plain.copy()
        game.plain.apply(plain, seat, move)
        state.apply_action(move)
        moment = witness.step(before, seat, move, plain)
        if moment is not None:
            player.notice(moment.events, witness.look)
    return value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, help="on each side")
    parser.add_argument("--iterations", type=int, default=100, help="of CFR+")
    given = parser.parse_args()
    spiel, tree, policy, gap = equilibrium(given.iterations)
    print(f"the equilibrium of {given.iterations} iterations can be beaten by {gap:.2f} points", flush=True)
    value, gained = gains(tree, policy)
    print(f"both by the equilibrium: smuggler ahead by {value:.2f}", flush=True)
    rows = []
    for side, name in ((SMUGGLER, "smuggler"), (CUSTOMS, "customs")):
        leads = [lead(spiel, policy, side, number, value, gained[side]) for number in range(given.games)]
        mean = sum(leads) / len(leads)
        error = (sum((each - mean) ** 2 for each in leads) / max(1, len(leads) - 1) / len(leads)) ** 0.5
        near = abs(mean - VALUE) <= WITHIN * VALUE
        rows.append(
            Row(
                f"small Chasse/master as {name}: the smuggler's lead", "points", mean, spread=f"± {SURE * error:.1f}",
                goal=f"{VALUE:g} ± {WITHIN * VALUE:g}", met=near,
                note=f"{len(leads)} games against an equilibrium that can be beaten by {gap:.2f}",
            )
        )  # fmt: skip
    write(rows, Path("build/small.json"))
    show_plainly(rows)


if __name__ == "__main__":
    main()
