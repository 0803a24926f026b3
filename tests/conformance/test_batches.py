"""Many games at once."""

import pytest

import tripot
from tripot.engine.batch import Batch


@pytest.mark.xdist_group("contrebande batch")
def test_random_steps_of_a_batch_end_games_and_begin_others():
    batch = Batch(tripot.game("contrebande"), 3, games=50, seed=5, rounds="1", pack="tiny")
    ended = batch.step_random(200)
    assert ended > 50
    assert (batch.masks.sum(1) > 0).all()
    assert set(batch.actors.tolist()) == {0, 1, 2}
