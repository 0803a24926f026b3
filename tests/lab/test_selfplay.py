"""Who meets whom where a network learns by playing itself and others."""

from pathlib import Path

import numpy as np
import pytest

import tripot
from tripot.bots.network import HOME
from tripot.lab.mixed_games import OWN
from tripot.lab.selfplay import SelfPlay, check_fits, parted, seating


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


def test_a_learner_of_one_side_has_that_seat_against_every_rival():
    sits = seating(games=90, seats=2, rivals=3, alone=0.0, own=1)
    assert (sits[:, 1] == OWN).all()
    assert np.bincount(sits[:, 0]).tolist() == [0, 30, 30, 30]


def test_a_seat_that_isnt_there_is_refused_before_anything_is_learned(tmp_path: Path):
    chasse = tripot.game("chasse")
    for seat in (-1, 2):
        with pytest.raises(RuntimeError, match=f"chasse has no seat {seat}"):
            SelfPlay(chasse, [2], HOME / "chasse.npz", ["regular"], 0.0, tmp_path / "there", seat=seat)
    assert not (tmp_path / "there").exists()


def test_a_plan_can_be_met_where_masters_have_one(tmp_path: Path):
    with pytest.raises(RuntimeError, match="masters of prohis have no plan"):
        SelfPlay(tripot.game("prohis"), [4], HOME / "prohis.npz", ["plan"], 0.0, tmp_path / "there")


def test_every_file_of_a_rival_is_looked_at(tmp_path: Path):
    files = f"{HOME / 'chasse.npz'}+{tmp_path / 'nowhere.npz'}"
    with pytest.raises(RuntimeError, match="nowhere"):
        SelfPlay(tripot.game("chasse"), [2], HOME / "chasse.npz", [files], 0.0, tmp_path / "there")


def test_without_rivals_a_learner_plays_itself():
    assert not seating(games=10, seats=3, rivals=0, alone=0.6).any()


def test_of_several_numbers_of_seats_the_first_has_half_of_all_games():
    assert parted(1024, 1) == [1024]
    assert parted(1024, 2) == [512, 1024]
    assert parted(1000, 4) == [500, 666, 833, 1000]


def test_a_network_of_another_game_is_refused(tmp_path: Path):
    prohis = tripot.game("prohis")
    check_fits(HOME / "prohis.npz", prohis)
    with pytest.raises(RuntimeError, match="is no network of prohis"):
        check_fits(HOME / "chasse.npz", prohis)
    with pytest.raises(RuntimeError, match="can't be read as a network"):
        check_fits(tmp_path / "nowhere.npz", prohis)
    (tmp_path / "text.npz").write_text("no numbers", encoding="utf-8")
    with pytest.raises(RuntimeError, match="can't be read as a network"):
        check_fits(tmp_path / "text.npz", prohis)
