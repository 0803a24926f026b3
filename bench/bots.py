"""Bots that play by a policy: how fast they decide natively, and how every level fares against the one below."""

import time
from collections.abc import Iterator

from bench.goals import SEATS
from bench.habits import SETTINGS, SURE, by_sides, meet, meetings
from bench.report import Row

AT_LEAST = 1.0  # million decisions a second a core
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
    bouts(game, [regular] * seats, seats)  # compiles
    began = time.process_time()
    played = bouts(game, [regular] * seats, games)
    rate = float(played.lengths.sum()) / (time.process_time() - began) / 1e6
    yield Row(f"bots deciding/{name}", "M decisions/s", rate, goal=f"≥ {AT_LEAST:g}", met=rate >= AT_LEAST)
    for how, many, options in SETTINGS[name]:
        for label, one, others in meetings(name):
            share, error = meet(game, one, others, many, games // many, options)
            even = 0.5 if by_sides(game) else 1 / many
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
