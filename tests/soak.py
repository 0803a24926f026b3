"""A long run: `python -m tests.soak [--games prohis chasse] [--actions N] [--pairs N] [--seed N]`.

Millions of random actions a game, each new state checked for what can't be (which counts every card) and each game
for its length; then pairs of worlds that a viewer can't tell apart. Ends with status 1 if anything broke.
"""
# ruff: noqa: F821

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tripot.engine.derive import fault_of
from tripot.engine.native import native
from tripot.engine.twins import words_for
from tripot.testing.pairs import DRIVERS, run_pairs
from tripot.testing.random_play import states
from tripot.testing.settings import Setting, complete_games, settings_of

ACTIONS, PAIRS = 10_000_000, 100_000
AT_A_TIME = 200_000  # actions
PAIRS_AT_A_TIME = 2_000
TOO_LONG = 32767  # what `checked_actions` gives for a game that goes on
Advance = Callable[[int], None]


def checked_actions(states, seats, options, number, least, longest, can, words, weights, luck, place):
    """Random games from this number on, until so many actions are played; which game is next, or where it broke.

    `place` has the number of actions, then the game and the move after which a state had a flaw (its number after
    that), or -1. A game that is too long has a fault beyond all of them.
    """
    place[0] = 0
    place[1] = -1
    while place[0] < least:
        seed(luck, number)
        setup(states[0], seats, options)
        moves = 0
        fault = misfit(states[0])
        asked = actors(states[0])
        while asked != 0 and fault < 0:
            seat = -1
            if asked > 0:
                seat = lowest(asked)
                clear(words)
                legal(states[0], seat, can)
                move = choose(words, luck)
                place[0] += 1
            else:
                move = happen(states[0], weights, luck)
            apply(states[0], seat, move)
            moves += 1
            fault = misfit(states[0])
            asked = actors(states[0])
            if moves > longest:
                fault = 32767
        if fault >= 0:
            place[1] = number
            place[2] = moves
            place[3] = fault
            return number
        number += 1
    return number


def soak_actions(twin: SimpleNamespace, setting: Setting, actions: int, number: int, advance: Advance) -> str:
    """Play so many actions; what broke, or nothing."""
    game = setting.game
    words, place = np.zeros(words_for(game.rules), np.int64), np.zeros(4, np.int64)
    played = 0
    while played < actions:
        number = twin.checked_actions(
            game.records(1), setting.seats, np.array(setting.option_numbers() or (0,), np.int64), number,
            min(AT_A_TIME, actions - played), game.rules.LONGEST, words.view(np.int8), words,
            np.zeros(len(game.outcomes) + 1, np.int32), np.zeros(2, np.int64), place,
        )  # fmt: skip
        if place[1] >= 0:
            fault = int(place[3])
            broke = "longer than its proven bound" if fault == TOO_LONG else " ".join(fault_of(game.rules, fault))
            return f"game {place[1]}, move {place[2]}: {broke}"
        played += int(place[0])
        advance(int(place[0]))
    return ""


def soak_pairs(twin: SimpleNamespace, setting: Setting, pairs: int, number: int, advance: Advance) -> str:
    """Play so many pairs of worlds; what leaked, or nothing."""
    depth = len(states(setting, 1))
    for done in range(0, pairs, PAIRS_AT_A_TIME):
        count = min(PAIRS_AT_A_TIME, pairs - done)
        found = run_pairs(twin, setting, count, number + done, depth, length=60)
        if found.leak:
            return found.leak
        advance(count)
    return ""


def soak(name: str, options: argparse.Namespace, progress: Progress) -> Iterator[str]:
    """Everything that broke in one game."""
    settings = settings_of(name)
    twin = native(settings[0].game.rules, extra=(*DRIVERS, checked_actions))
    for what, total, run in (("actions", options.actions, soak_actions), ("pairs", options.pairs, soak_pairs)):
        bar = progress.add_task(f"{name}: {what}", total=total)
        share = -(-total // len(settings))
        for setting in settings:
            began = time.perf_counter()
            broke = run(twin, setting, share, options.seed, lambda count, bar=bar: progress.advance(bar, count))
            if broke:
                yield f"{setting}: {broke}"
            elif not progress.console.is_terminal:
                progress.console.print(f"{setting}: {share} {what} in {time.perf_counter() - began:.1f} s")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--games", nargs="*", default=complete_games(), choices=complete_games(), metavar="GAME")
    parser.add_argument("--actions", type=int, default=ACTIONS, help="random actions a game")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="pairs of worlds a game")
    parser.add_argument("--seed", type=int, default=0, help="the first game's number")
    options = parser.parse_args()
    console = Console()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        broken = [broke for name in options.games for broke in soak(name, options, progress)]
    for broke in broken:
        console.print(broke)
    console.print("broken" if broken else "nothing broke")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
