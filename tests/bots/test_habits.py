"""No simple habit pays against regulars in Contrebande and PROHIS, and every level beats the one below."""

from __future__ import annotations

import pytest

import tripot
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import policy, temper

GAMES = 1200
SEED = 1933
ROOM = 2  # standard errors for chance
PAYS = 1.2  # times even: from here on a habit would pay
TRUTH_AND_TRUST = 1.2
BEATS = 1.5
NEVER, ALWAYS = 0, 1000

# what a habit makes of a regular's knobs
HONEST = {"lie": 0, "bag": 0}
TRUSTING = {"search": 0, "denounce": 0, "nose": 0}
DOUBTING = {"search": 100, "denounce": 100, "nose": 0}
NO_SMUGGLER = {"smuggle": 0, "few": 0}
HABITS = {
    "contrebande": {
        "truth and trust": HONEST | TRUSTING,
        "tells the truth": HONEST,
        "trusts everybody": TRUSTING,
        "tells the truth and doubts everybody": HONEST | DOUBTING,
        "doubts everybody": DOUBTING,
        "always searches": {"search": ALWAYS},
        "never searches": {"search": 0, "patience": 100_000},
        "always denounces": {"denounce": ALWAYS},
        "lies whenever it is worth it": {"lie": 1000, "bag": 0},
        "lies twice as often": {"lie": 600},
        "declares nothing": {"lie": 1000, "bag": 0, "bare": 100},
        "claims the bag": {"lie": 0, "bag": 300},
        "forgets every hand": {"memory": 0},
    },
    "prohis": {
        "truth and trust": NO_SMUGGLER | {"inspect": 0, "nose": 0},
        "never smuggles": NO_SMUGGLER,
        "always smuggles": {"smuggle": 100, "bribe": 0},
        "always smuggles and pays": {"smuggle": 100, "bribe": 100, "few": 4},
        "never controls": {"control": 0},
        "always controls with the highest": {"control": 100, "high": 100},
        "always controls with the lowest": {"control": 100, "high": 0},
        "always inspects": {"inspect": ALWAYS, "nose": 0},
        "never inspects": {"inspect": 0, "nose": 0},
        "never pays": {"bribe": 0, "bait": 0},
        "always pays": {"bribe": 100, "bait": 100},
        "pays when honest": {"bait": 100},
        "sends all at once": {"greed": 4, "few": 5},
        "sends early": {"ready": 4},
        "sends late": {"ready": 8},
        "honest, and inspects everybody": NO_SMUGGLER | {"inspect": ALWAYS, "control": 100},
    },
}
CASES = [(name, habit) for name, habits in HABITS.items() for habit in habits]


def knobs(name: str, changes: dict[str, int]) -> tuple[int, ...]:
    regular = dict(zip(policy(name).TEMPER, temper(name), strict=True))
    assert set(changes) <= set(regular)
    return tuple((regular | changes).values())


def times_even(name, one, others, seats):
    share, error = bouts(tripot.game(name), [one] + [others] * (seats - 1), GAMES, SEED).share(0)
    return share * seats, error * seats


@pytest.mark.parametrize(("name", "habit"), CASES, ids=lambda value: value)
def test_a_simple_habit_does_not_pay_among_regulars(name, habit):
    won, error = times_even(name, knobs(name, HABITS[name][habit]), temper(name), 4)
    assert won - ROOM * error < (TRUTH_AND_TRUST if habit == "truth and trust" else PAYS)


@pytest.mark.parametrize("name", HABITS)
def test_truth_and_trust_is_a_fool_s_game_among_three_too(name):
    won, error = times_even(name, knobs(name, HABITS[name]["truth and trust"]), temper(name), 3)
    assert won + ROOM * error < 1


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", HABITS)
def test_a_level_beats_the_one_below(name, seats):
    for better, worse in ((temper(name), temper(name, "novice")), (temper(name, "novice"), RANDOM)):
        won, error = times_even(name, better, worse, seats)
        assert won + ROOM * error > BEATS
