"""Who meets whom where a network learns by playing itself and others."""

import numpy as np

from tripot.lab.selfplay import OWN, seating


def test_a_learner_has_all_seats_in_its_share_of_games_and_one_in_all_others():
    sits = seating(games=100, seats=4, rivals=3, alone=0.4)
    alone = (sits == OWN).all(axis=1)
    assert alone.sum() == 40
    assert ((sits[~alone] == OWN).sum(axis=1) == 1).all()


def test_every_rival_is_met_as_often_and_from_every_seat():
    sits = seating(games=120, seats=4, rivals=3, alone=0.0)
    met = sits.max(axis=1)
    assert np.bincount(met).tolist() == [0, 40, 40, 40]
    for rival in (1, 2, 3):
        own = np.argmin(sits[met == rival], axis=1)
        assert np.bincount(own).tolist() == [10, 10, 10, 10]
        others = sits[met == rival]
        assert set(others[others != OWN].tolist()) == {rival}


def test_without_rivals_a_learner_plays_itself():
    assert not seating(games=10, seats=3, rivals=0, alone=0.6).any()
