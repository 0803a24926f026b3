"""PROHIBITION: no simple habit pays against regulars, and every level beats the one below."""

from __future__ import annotations

import pytest

import tripot
from tests.bots import habits_prohibition
from tests.bots.habits import habits
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import temper

PROHIBITION = tripot.game("prohibition")
SEED = 2014
DEALS = 80
ROOM = 2  # standard errors for chance
REGULAR, NOVICE = temper("prohibition", "regular"), temper("prohibition", "novice")
HABITS = habits("prohibition")
PAYS = {2: 1.1, 4: 1.2}  # times an even share, by seats: from here on a habit would pay
BEATS = {2: 1.3, 4: 1.5}
each_size = pytest.mark.parametrize("seats", [2, 4])


def times_even(player, rivals, seats, by=None):
    """A player's share of the wins, in even shares, with its standard error."""
    share, error = bouts(PROHIBITION, [player, *[rivals] * (seats - 1)], DEALS * seats, SEED, by=by).share(0)
    return seats * share, seats * error


@each_size
@pytest.mark.parametrize("habit", HABITS)
def test_a_simple_habit_does_not_pay(habit, seats):
    player = HABITS[habit]
    share, error = times_even(player.temper, player.regular, seats, player.by)
    assert share - ROOM * error < PAYS[seats]


def test_there_are_habits_by_seat_by_points_and_by_size():
    assert len({habit.temper[-1] for habit in HABITS.values() if habit.by is not None}) >= 12


@each_size
def test_a_regular_beats_novices(seats):
    share, error = times_even(REGULAR, NOVICE, seats)
    assert share + ROOM * error > BEATS[seats]


@each_size
def test_a_novice_beats_those_who_play_at_random(seats):
    share, error = times_even(NOVICE, RANDOM, seats)
    assert share + ROOM * error > BEATS[seats]


def test_scripts_play_as_regulars_do_but_for_their_habit():
    """Who has no habit plays the very games of regulars, and every habit plays others."""
    scripts = [(name, habit) for name, habit in HABITS.items() if habit.by is habits_prohibition]
    played = {
        name: bouts(PROHIBITION, [knobs, *[usual] * 3], 40, SEED, by=by).used.tolist()
        for name, knobs, usual, by in (
            ("regular", REGULAR, REGULAR, None),
            ("no habit", scripts[0][1].regular, scripts[0][1].regular, habits_prohibition),
            *((name, habit.temper, habit.regular, habit.by) for name, habit in scripts),
        )
    }
    assert played["regular"] == played.pop("no habit")
    assert [name for name, used in played.items() if used == played["regular"]] == ["regular"]
