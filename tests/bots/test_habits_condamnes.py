"""Condamnés!: no simple habit of a guard or of all prisoners pays against regulars; every level beats the one below.

A temper has knobs of both sides, so a game between two sides is one in which everybody has the guard's half of one
temper and the prisoners' half of another (`on_both_sides`).
"""

from __future__ import annotations

import pytest

import tripot
from tests.bots import habits_condamnes
from tests.bots.habits import habits, of_sides, on_both_sides
from tripot.bots.bouts import bouts
from tripot.bots.instincts import policy, temper

CONDAMNES = tripot.game("condamnes")
POLICY = policy("condamnes")
SEED = 1940
DEALS = 300
PAYS = 0.55  # of the games between two sides: from here on a habit would pay
BEATS = 0.65
ROOM = 2  # standard errors for chance
ERROR = (0.25 / DEALS) ** 0.5  # at most, of a share
HABITS = habits("condamnes")
REGULAR, NOVICE = temper("condamnes", "regular"), temper("condamnes", "novice")
AT_RANDOM = tuple(
    1000 if knob in ("mistakes", "lapses") else value for knob, value in zip(POLICY.TEMPER, REGULAR, strict=True)
)
each_size = pytest.mark.parametrize("seats", [4, 7])


def share_of(one, other, seats, by=None):
    return of_sides(one, other, seats, DEALS, SEED, by)


@each_size
@pytest.mark.parametrize("habit", HABITS)
def test_a_simple_habit_does_not_pay(habit, seats):
    player = HABITS[habit]
    assert share_of(player.temper, player.regular, seats, player.by) - ROOM * ERROR < PAYS


def test_there_are_habits_of_both_sides_by_place_by_cards_and_by_time():
    """Each is something that a regular doesn't do, and nothing on the other side."""
    for names, prisoners in ((habits_condamnes.PRISONERS_HABITS, True), (habits_condamnes.GUARDS_HABITS, False)):
        assert len({habits_condamnes.HABITS[name][0] for name in names}) >= 10
        for name in names:
            knobs, usual = HABITS[name].temper, HABITS[name].regular
            assert knobs != usual
            assert on_both_sides(*((usual, knobs) if prisoners else (knobs, usual)), habits_condamnes) == usual


@each_size
def test_a_regular_beats_a_novice(seats):
    assert share_of(REGULAR, NOVICE, seats) + ROOM * ERROR > BEATS


@each_size
def test_a_novice_beats_somebody_who_plays_at_random(seats):
    assert share_of(NOVICE, AT_RANDOM, seats) + ROOM * ERROR > BEATS


def test_scripts_play_as_regulars_do_but_for_their_habit():
    """Who has no habit plays the very games of regulars, and every habit plays others.

    Few prisoners are searched once a round anyway (CND-23), and many dig whenever they can.
    """
    usual = next(habit for habit in HABITS.values() if habit.by is habits_condamnes).regular
    played = {
        name: [bouts(CONDAMNES, [knobs] * seats, 240, SEED, by=by).used.tolist() for seats in (4, 6)]
        for name, knobs, by in (
            ("regular", REGULAR, None),
            ("no habit", usual, habits_condamnes),
            *((name, HABITS[name].temper, habits_condamnes) for name in habits_condamnes.HABITS),
        )
    }
    assert played["regular"] == played.pop("no habit")
    assert [name for name, used in played.items() if used == played["regular"]] == ["regular"]
