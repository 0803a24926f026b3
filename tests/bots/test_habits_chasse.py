"""Chasse: no simple habit pays against a regular, and every level beats the one below, in a game and in a match."""

from __future__ import annotations

import pytest

import tripot
from tests.bots import habits_chasse
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import policy, temper

CHASSE = tripot.game("chasse")
SEED = 1962
GAMES = 400
PAYS = 0.55  # of the games between two: from here on a habit would pay
BEATS = 0.65
ROOM = 2  # standard errors for chance
CLEAR = 3  # standard errors that make a difference clear
REGULAR = temper("chasse", "regular")
each_form = pytest.mark.parametrize("match", ["no", "yes"], ids=["game", "match"])


@each_form
@pytest.mark.parametrize("habit", range(1, len(habits_chasse.HABITS)), ids=lambda habit: habits_chasse.HABITS[habit])
def test_a_simple_habit_does_not_pay(habit, match):
    line_up = [(*REGULAR, habit), (*REGULAR, habits_chasse.REGULAR)]
    share, error = bouts(CHASSE, line_up, GAMES, SEED, by=habits_chasse, match=match).share(0)
    assert share - ROOM * error < PAYS


@each_form
@pytest.mark.parametrize("habit", policy("chasse").HABITS)
def test_a_habit_of_the_temper_does_not_pay(habit, match):
    share, error = bouts(CHASSE, [temper("chasse", habit), REGULAR], GAMES, SEED, match=match).share(0)
    assert share - ROOM * error < PAYS


@each_form
def test_a_regular_beats_a_novice(match):
    share, error = bouts(CHASSE, [REGULAR, temper("chasse", "novice")], GAMES, SEED, match=match).share(0)
    assert share + ROOM * error > BEATS


@each_form
def test_a_novice_beats_somebody_who_plays_at_random(match):
    share, error = bouts(CHASSE, [temper("chasse", "novice"), RANDOM], GAMES, SEED, match=match).share(0)
    assert share + ROOM * error > BEATS


def test_a_regular_smuggler_gets_the_better_of_random_customs():
    played = bouts(CHASSE, [REGULAR, RANDOM], GAMES, SEED)
    scores = played.scores[played.seated[:, 0] == 0]
    lead = scores[:, 0] - scores[:, 1]
    assert lead.mean() > CLEAR * lead.std() / len(lead) ** 0.5
