"""Tables that need only one game."""

import random

import numpy as np
import pytest

import tripot
from tripot.engine.catalogue import catalogue
from tripot.engine.chance import Keyed


def first_of(weights: dict[str, int]) -> str:
    return next(iter(weights))


def test_a_seed_and_a_picker_are_one_too_many():
    with pytest.raises(ValueError, match="not from both"):
        tripot.game("prohis").start(seed=1, chance=first_of)


def test_a_source_of_chance_may_be_given_as_it_is():
    key = bytes(32)
    one, other = (tripot.game("prohis").start(3, chance=Keyed(key)) for _ in range(2))
    assert one.history == other.history


def test_an_unknown_game_is_refused_with_those_there_are():
    with pytest.raises(tripot.UnknownGame, match="there is no game 'poker'; the house has") as fault:
        tripot.game("poker")
    assert all(name in str(fault.value) for name in catalogue())


def test_modules_that_games_share_are_no_games():
    for name in ("random_numbers", "common", "chicago"):
        with pytest.raises(tripot.UnknownGame):
            tripot.game(name)


@pytest.mark.xdist_group("contrebande play_on")
@pytest.mark.parametrize(
    "rng", [5, random.Random(5), np.random.default_rng(5), None], ids=["int", "random", "numpy", "none"]
)
def test_random_play_to_the_end_is_a_game_like_any_other(rng):
    table = tripot.game("contrebande").start(3, seed=1, rounds="1")
    table.play_random(rng)
    assert table.outcome is not None
    again = tripot.replay(table.record())
    assert again.outcome == table.outcome
    assert bytes(again) == bytes(table)


@pytest.mark.xdist_group("contrebande play_on")
def test_random_play_is_repeatable_by_its_number():
    first, second = (tripot.game("contrebande").start(4, seed=1) for _ in range(2))
    first.play_random(9)
    second.play_random(9)
    assert first.history == second.history
