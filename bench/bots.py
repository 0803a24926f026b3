"""Bots that play by a policy: how fast they decide natively and in an arena, and how every level fares against the one
below."""

import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.goals import SEATS
from bench.habits import SETTINGS, meet, meetings
from bench.report import Row
from tripot.bots.bouts import SIDES
from tripot.engine.game import Game
from tripot.lab.intervals import SURE

AT_LEAST = 1.0  # million decisions a second a core
ROUNDS = 5  # of games, by which speeds are told
ENTERED = ("novice", "regular", "regular/bold", "random")
TIMES_EVEN, BETWEEN_TWO = 1.5, 1.3  # a level over the one below; of two players 65 %
FOOL, FOOLED = "truth and trust", 1.2  # what the simplest of habits may win even among regulars


def levels(name: str, games: int) -> Iterator[Row]:
    """How fast regulars decide, and one of a level among those of the level below, in two settings."""
    import tripot
    from tests.bots.habits import habits
    from tripot.bots.bouts import bouts
    from tripot.bots.instincts import policy, temper

    game, seats = tripot.game(name), SEATS[name]
    if policy(name) is None:
        yield Row(f"bots/{name}", "", met=False, note="not measured: no policy")
        return
    regular = temper(name)

    def decide(count: int) -> int:
        return int(bouts(game, [regular] * seats, count).lengths.sum())

    yield speed(f"bots deciding/{name}", decide, games)
    yield speed(f"bots in an arena/{name}", partial(arena, game, seats), games, ", ".join(ENTERED) + "; books kept")
    for how, many, options in SETTINGS[name]:
        for label, one, others in meetings(name):
            share, error = meet(game, one, others, many, games // many, options)
            even = 0.5 if name in SIDES else 1 / many
            wanted = BETWEEN_TWO if even == 0.5 else TIMES_EVEN
            yield Row(
                f"bots {label}/{name}, {how}", "times even", share / even, spread=f"± {SURE * error / even:.2f}",
                goal=f"≥ {wanted:g}", met=share >= wanted * even, note=f"{games // many * many:,} games",
            )  # fmt: skip
        if (fool := habits(name).get(FOOL)) is not None:
            share, error = meet(game, fool.temper, fool.regular, many, games // many, options, fool.by)
            yield Row(
                f"bots {FOOL} of regulars/{name}, {how}", "times even", share * many,
                spread=f"± {SURE * error * many:.2f}", goal=f"≤ {FOOLED:g}", met=share * many <= FOOLED,
                note=f"{games // many * many:,} games",
            )  # fmt: skip


def speed(label: str, decide: Callable[[int], int], games: int, note: str = "") -> Row:
    """Decisions a second of CPU time, in several rounds of so many games."""
    decide(1)  # compiles
    rates = []
    for _ in range(ROUNDS):
        began = time.process_time()
        rates.append(decide(games) / (time.process_time() - began) / 1e6)
    rate = statistics.median(rates)
    return Row(
        label, "M decisions/s", rate, spread=f"{min(rates):.2f}–{max(rates):.2f}", goal=f"≥ {AT_LEAST:g}",
        met=rate >= AT_LEAST, note=note,
    )  # fmt: skip


def arena(game: Game, seats: int, games: int) -> int:
    """A whole tournament; how many decisions were made in it."""
    from tripot.lab.tournament import Tournament

    with tempfile.TemporaryDirectory() as folder:
        found = Tournament(game, ENTERED, seats, games, 1, Path(folder) / "games.jsonl")
        found.run()
    return found.decisions
