"""Masters against OpenSpiel's IS-MCTS through our adapter, which has at least as much CPU time as the master."""

import random
import time
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from bench.report import Row
from tripot.lab.intervals import interval

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "chasse": (2, {"size": "7"}),
    "contrebande": (3, {"rounds": "3"}),  # everybody is officer once: with fewer the officer wins
}
AT_LEAST = 0.8
FEWEST = 4  # simulations of IS-MCTS
EXPLORES = 1.4  # its uct_c where returns have a standard deviation of 1
PLAYOUTS = 200  # by which their spread is found


@cache
def spread(name: str) -> float:
    """The standard deviation of a seat's returns in random games: IS-MCTS takes them as they come, in points."""
    import numpy as np
    from open_spiel.python.algorithms import mcts

    playout, state = mcts.RandomRolloutEvaluator(1, np.random.RandomState(0)), spiel_game(name).new_initial_state()
    return float(np.std([playout.evaluate(state) for _ in range(PLAYOUTS)]))


def spiel_game(name: str) -> Any:
    import pyspiel

    import tripot.lab.openspiel  # noqa: F401 (registers the games)

    seats, options = SETTINGS[name]
    given = ",".join([f"players={seats}", *(f"{key}={value}" for key, value in options.items())])
    return pyspiel.load_game(f"tripot_{name}({given})")


class Rival:
    """OpenSpiel's Python IS-MCTS (its C++ one plays no games written in Python), with random playouts."""

    def __init__(self, game: Any, uct_c: float, seed: int) -> None:
        import numpy as np
        from open_spiel.python.algorithms import mcts

        self.game, self.uct_c, self.random = game, uct_c, np.random.RandomState(seed)
        self.evaluator = mcts.RandomRolloutEvaluator(1, self.random)

    def search(self, state: Any, simulations: int) -> int:
        from open_spiel.python.algorithms import ismcts

        bot = ismcts.ISMCTSBot(self.game, self.evaluator, self.uct_c, simulations, random_state=self.random)
        return int(bot.step(state))

    def step(self, state: Any, seconds: float) -> int:
        """As many simulations as fit into so much CPU time, judged by the fewest that make a choice."""
        began = time.process_time()
        action = self.search(state, FEWEST)
        each = (time.process_time() - began) / FEWEST
        if seconds > 2 * FEWEST * each:
            action = self.search(state, int(seconds / each))
        return action


def duel(name: str, number: int) -> tuple[float, float, float]:
    """One game: the master's share of the win, its CPU time a decision, listening included, and IS-MCTS's."""
    import tripot
    from tripot.bots.master import master, settings_of
    from tripot.engine.witness import Event, Witness

    seats, options = SETTINGS[name]
    game = tripot.game(name)
    spiel = spiel_game(name)
    state, plain = spiel.new_initial_state(), game.new_state()
    game.plain.setup(plain, seats, game.option_numbers(game.chosen(options)))
    own = number % seats
    player, witness = master(name, settings_of(name), number), Witness(game, own, plain)
    rival, dice = Rival(spiel, EXPLORES * spread(name), number), random.Random(number)
    spent, decisions = [0.0, 0.0], [0, 0]

    def listen(events: Sequence[Event]) -> None:
        began = time.process_time()
        player.notice(events, witness.look)
        spent[0] += time.process_time() - began

    listen([])
    while not state.is_terminal():
        seat = -1 if state.is_chance_node() else state.current_player()
        if seat < 0:
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            move = dice.choices(outcomes, weights)[0]
        else:
            began = time.process_time()
            if seat == own:
                move = player.choose(dice, seconds=60.0)
            else:
                move = rival.step(state, spent[0] / max(decisions[0], 1))
            spent[seat != own] += time.process_time() - began
            decisions[seat != own] += 1
        before = plain.copy()
        game.plain.apply(plain, seat, move)
        state.apply_action(move)
        moment = witness.step(before, seat, move, plain)
        if moment is not None:
            listen(moment.events)
    points = [0] * max(seats, 8)
    game.plain.scores(plain, points)
    best = [seat for seat in range(seats) if points[seat] == max(points[:seats])]
    share = 1 / len(best) if own in best else 0.0
    return share, spent[0] / max(decisions[0], 1), spent[1] / max(decisions[1], 1)


def described(name: str) -> str:
    seats, options = SETTINGS[name]
    return ", ".join([f"{seats} seats", *(f"{key}={value}" for key, value in options.items())])


def against_openspiel(name: str, games: int) -> Iterator[Row]:
    from tripot.bots.master.readiness import make_ready

    make_ready(name)  # nobody's time has the compiling in it
    played = [duel(name, number) for number in range(games)]
    mean, low, high = interval(sum(share for share, _, _ in played), games)
    ours, theirs = (1000 * sum(each[i] for each in played) / games for i in (1, 2))
    yield Row(
        f"master vs OpenSpiel IS-MCTS/{name}",
        unit="win share",
        ours=mean,
        spread=f"{low:.2f}–{high:.2f}",
        goal=f"≥ {AT_LEAST:g}",
        met=mean >= AT_LEAST,
        note=f"{games} games, {described(name)}; {ours:.0f} ms a decision, IS-MCTS {theirs:.0f} ms with "
        f"uct_c {EXPLORES * spread(name):.0f}",
    )
