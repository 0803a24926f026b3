"""No simple habit pays against regulars in Contrebande and PROHIS, and every level beats the one below."""

from __future__ import annotations

import pytest

import tripot
from tests.bots.habits import habits
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import temper

GAMES = 1200
SEED = 1933
ROOM = 2  # standard errors for chance
PAYS = 1.2  # times even: from here on a habit would pay
TRUTH_AND_TRUST = 1.2
BEATS = 1.5
HABITS = {name: habits(name) for name in ("contrebande", "prohis")}
CASES = [(name, habit) for name in HABITS for habit in HABITS[name]]


def times_even(name, one, others, seats, by=None):
    share, error = bouts(tripot.game(name), [one] + [others] * (seats - 1), GAMES, SEED, by=by).share(0)
    return share * seats, error * seats


@pytest.mark.parametrize(("name", "habit"), CASES, ids=lambda value: value)
def test_a_simple_habit_does_not_pay_among_regulars(name, habit):
    player = HABITS[name][habit]
    won, error = times_even(name, player.temper, player.regular, 4, player.by)
    assert won - ROOM * error < (TRUTH_AND_TRUST if habit == "truth and trust" else PAYS)


@pytest.mark.parametrize("name", HABITS)
def test_there_are_habits_by_seat_by_money_and_by_size(name):
    moments = {habit.temper[-1] for habit in HABITS[name].values() if habit.by is not None}
    assert len(moments) >= 10


@pytest.mark.parametrize("name", HABITS)
def test_truth_and_trust_is_a_fool_s_game_among_three_too(name):
    won, error = times_even(name, HABITS[name]["truth and trust"].temper, temper(name), 3)
    assert won + ROOM * error < 1


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("name", HABITS)
def test_a_level_beats_the_one_below(name, seats):
    for better, worse in ((temper(name), temper(name, "novice")), (temper(name, "novice"), RANDOM)):
        won, error = times_even(name, better, worse, seats)
        assert won + ROOM * error > BEATS
