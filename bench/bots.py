"""Bots that play by a policy: how fast they decide natively, and how every level fares against the one below."""

import time
from collections.abc import Iterator

from bench.goals import SEATS
from bench.report import Row

AT_LEAST = 1.0  # million decisions a second a core
TIMES_EVEN, BETWEEN_TWO = 1.5, 1.3  # a level over the one below; of two players 65 %


def levels(name: str, games: int) -> Iterator[Row]:
    """One of a level among those of the level below; each deal in every seating."""
    import tripot
    from tripot.bots.bouts import RANDOM, bouts
    from tripot.bots.instincts import policy, temper

    game, seats = tripot.game(name), SEATS[name]
    if policy(name) is None:
        yield Row(f"bots/{name}", "", met=False, note="not measured: no policy")
        return
    regular, novice = temper(name), temper(name, "novice")
    bouts(game, [regular] * seats, seats)  # compiles
    began = time.process_time()
    played = bouts(game, [regular] * seats, games)
    rate = float(played.lengths.sum()) / (time.process_time() - began) / 1e6
    yield Row(f"bots deciding/{name}", "M decisions/s", rate, goal=f"≥ {AT_LEAST:g}", met=rate >= AT_LEAST)
    wanted = BETWEEN_TWO if seats == 2 else TIMES_EVEN
    for label, one, others in (("regular/novice", regular, novice), ("novice/random", novice, RANDOM)):
        share, error = bouts(game, [one] + [others] * (seats - 1), games).share(0)
        yield Row(
            f"bots {label}/{name}", "times even", share * seats, spread=f"± {1.96 * error * seats:.2f}",
            goal=f"≥ {wanted:g}", met=share * seats >= wanted, note=f"{seats} seats, {len(played.lengths):,} games",
        )  # fmt: skip
