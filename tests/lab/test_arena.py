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
    bouts = arena.play(PROHIS, TRIO, games=6)
    assert sorted(bouts.seated[:, 0]) == [0, 0, 1, 1, 2, 2]
    assert np.array_equal(bouts.by_seat(bouts.seated.astype(float)), [[0, 1, 2]] * 6)
    assert (arena.play(PROHIS, TRIO, games=2, rotate=False).seated == [0, 1, 2]).all()


def test_wins_add_up_to_one_a_game_and_leads_to_nothing():
    bouts = arena.play(PROHIS, TRIO, games=5)
    assert bouts.wins.sum(axis=1) == pytest.approx(1)
    assert sum(bouts.lead(player).value for player in range(3)) == pytest.approx(0, abs=1e-6)
    assert sum(bouts.ended(reason).value for reason in PROHIS.reasons) == pytest.approx(1)


def test_an_average_comes_with_its_standard_error():
    assert arena.mean([1, 1, 3, 3]) == arena.Mean(2, pytest.approx(1 / 3**0.5))


def test_the_watcher_sees_every_move_from_the_mover_s_own_seat():
    seen = []
    bouts = arena.play(PROHIS, TRIO, games=1, watcher=lambda look, move: seen.append(move in look.legal))
    assert len(seen) == bouts.lengths[0]
    assert all(seen)


def test_roles_are_left_to_their_own_bots():
    asked = []

    def remembering(name):
        def choose(look, rng):
            asked.append((name, look.viewer))
            return play_at_random(look, rng)

        return choose

    both = {"smuggler": remembering("smuggler"), "customs": remembering("customs")}
    arena.play(tripot.game("chasse"), [both, both], games=1, size="9", quiet=8)
    assert set(asked) == {("smuggler", 0), ("customs", 1)}
