"""Condamnés!: no simple habit of a guard or of all prisoners pays against regulars; every level beats the one below.

A temper has knobs of both sides, so a game between two sides is one in which everybody has the guard's half of one
temper and the prisoners' half of another.
"""

from __future__ import annotations

from functools import cache

import pytest

import tripot
from tripot.bots.bouts import bouts
from tripot.bots.instincts import policy, temper
from tripot.games.condamnes import ALL_TUNNELS, TEN_CARDS

CONDAMNES = tripot.game("condamnes")
POLICY = policy("condamnes")
SEED = 1940
DEALS = 300
PAYS = 0.55  # of the games between two sides: from here on a habit would pay
BEATS = 0.65
ROOM = 2  # standard errors for chance
ERROR = (0.25 / DEALS) ** 0.5  # at most, of a share
FIRST_OF_GUARD = POLICY.TEMPER.index("price")
REGULAR, NOVICE = temper("condamnes", "regular"), temper("condamnes", "novice")
AT_RANDOM = tuple(
    1000 if knob in ("mistakes", "lapses") else value for knob, value in zip(POLICY.TEMPER, REGULAR, strict=True)
)
each_size = pytest.mark.parametrize("seats", [4, 7])


@cache
def shares(guard, prisoners, seats):
    """What guard and prisoners win of as many deals; a game that nobody wins is shared."""
    both = prisoners[:FIRST_OF_GUARD] + guard[FIRST_OF_GUARD:]
    reasons = bouts(CONDAMNES, [both] * seats, DEALS * seats, SEED).records["reason"]
    nobody = float((reasons != TEN_CARDS).mean() - (reasons == ALL_TUNNELS).mean())
    return float((reasons == TEN_CARDS).mean()) + nobody / 2, float((reasons == ALL_TUNNELS).mean()) + nobody / 2


def share_of(one, other, seats):
    """What a player wins of another when each is guard in turn, against the other as all prisoners."""
    return (shares(one, other, seats)[0] + shares(other, one, seats)[1]) / 2


@each_size
@pytest.mark.parametrize("habit", POLICY.HABITS)
def test_a_simple_habit_does_not_pay(habit, seats):
    assert share_of(temper("condamnes", habit), REGULAR, seats) - ROOM * ERROR < PAYS


@each_size
def test_a_regular_beats_a_novice(seats):
    assert share_of(REGULAR, NOVICE, seats) + ROOM * ERROR > BEATS


@each_size
def test_a_novice_beats_somebody_who_plays_at_random(seats):
    assert share_of(NOVICE, AT_RANDOM, seats) + ROOM * ERROR > BEATS
