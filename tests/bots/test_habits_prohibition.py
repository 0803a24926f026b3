"""PROHIBITION: no simple habit pays against regulars, and every level beats the one below."""

from __future__ import annotations

import pytest

import tripot
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import policy, temper

PROHIBITION = tripot.game("prohibition")
SEED = 2014
DEALS = 80
ROOM = 2  # standard errors for chance
REGULAR, NOVICE = temper("prohibition", "regular"), temper("prohibition", "novice")
PAYS = {2: 1.1, 4: 1.2}  # times an even share, by seats: from here on a habit would pay
BEATS = {2: 1.3, 4: 1.5}
each_size = pytest.mark.parametrize("seats", [2, 4])


def times_even(player, rivals, seats, deals=DEALS):
    """A player's share of the wins, in even shares, with its standard error."""
    share, error = bouts(PROHIBITION, [player, *[rivals] * (seats - 1)], deals * seats, SEED).share(0)
    return seats * share, seats * error


@each_size
@pytest.mark.parametrize("habit", policy("prohibition").HABITS)
def test_a_simple_habit_does_not_pay(habit, seats):
    share, error = times_even(temper("prohibition", habit), REGULAR, seats)
    assert share - ROOM * error < PAYS[seats]


@each_size
def test_a_regular_beats_novices(seats):
    share, error = times_even(REGULAR, NOVICE, seats)
    assert share + ROOM * error > BEATS[seats]


@each_size
def test_a_novice_beats_those_who_play_at_random(seats):
    share, error = times_even(NOVICE, RANDOM, seats)
    assert share + ROOM * error > BEATS[seats]
