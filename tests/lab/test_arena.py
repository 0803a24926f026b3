"""The arena: fair seats, repeatable games, sums that are right."""

import numpy as np
import pytest

import tripot
from tripot.bots import bot, play_at_random
from tripot.lab import arena

PROHIS = tripot.game("prohis")
TRIO = [bot("prohis"), play_at_random, play_at_random]


def test_the_same_seed_gives_the_same_games_in_one_run_or_two():
    whole = arena.play(PROHIS, TRIO, games=4, seed=5)
    halves = [arena.play(PROHIS, TRIO, games=2, seed=seed) for seed in (5, 7)]
    assert np.array_equal(whole.scores, np.vstack([half.scores for half in halves]))
    assert whole.reasons == halves[0].reasons + halves[1].reasons


def test_every_player_sits_everywhere_equally_often():
    series = arena.play(PROHIS, TRIO, games=6)
    assert sorted(series.seats_of[:, 0]) == [0, 0, 1, 1, 2, 2]
    assert np.array_equal(series.by_seat(series.seats_of.astype(float)), [[0, 1, 2]] * 6)
    assert (arena.play(PROHIS, TRIO, games=2, rotate=False).seats_of == [0, 1, 2]).all()


def test_wins_add_up_to_one_a_game_and_leads_to_nothing():
    series = arena.play(PROHIS, TRIO, games=5)
    assert series.wins.sum(axis=1) == pytest.approx(1)
    assert sum(series.lead(player).value for player in range(3)) == pytest.approx(0, abs=1e-6)
    assert sum(series.ended(reason).value for reason in PROHIS.reasons) == pytest.approx(1)


def test_an_average_comes_with_its_standard_error():
    assert arena.mean([1, 1, 3, 3]) == arena.Mean(2, pytest.approx(1 / 3**0.5))


def test_the_watcher_sees_every_move_from_the_mover_s_own_seat():
    seen = []
    series = arena.play(PROHIS, TRIO, games=1, watcher=lambda look, move: seen.append(move in look.legal))
    assert len(seen) == series.lengths[0]
    assert all(seen)
