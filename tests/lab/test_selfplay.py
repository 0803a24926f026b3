"""Who meets whom where a network learns by playing itself and others."""

from pathlib import Path

import numpy as np
import pytest

import tripot
from tripot.bots.instincts import policy, temper
from tripot.bots.network import HOME
from tripot.lab.mixed_games import OWN
from tripot.lab.selfplay import SelfPlay, check_fits, parsed, parted, seating, type_of


def test_a_learner_has_all_seats_in_its_share_of_games_and_one_in_all_others():
    sits = seating(games=100, seats=4, own=[None] * 3, alone=0.4)
    alone = (sits == OWN).all(axis=1)
    assert alone.sum() == 40
    assert ((sits[~alone] == OWN).sum(axis=1) == 1).all()


def test_every_rival_is_met_as_often_and_from_every_seat():
    sits = seating(games=120, seats=4, own=[None] * 3, alone=0.0)
    met = sits.max(axis=1)
    assert np.bincount(met).tolist() == [0, 40, 40, 40]
    for rival in (1, 2, 3):
        own = np.argmin(sits[met == rival], axis=1)
        assert np.bincount(own).tolist() == [10, 10, 10, 10]
        others = sits[met == rival]
        assert set(others[others != OWN].tolist()) == {rival}


def test_against_some_rivals_a_learner_always_has_the_same_seat():
    sits = seating(games=90, seats=2, own=[1, None, 0], alone=0.0)
    met = sits.max(axis=1)
    assert np.bincount(met).tolist() == [0, 30, 30, 30]
    assert (sits[met == 1, 1] == OWN).all()
    assert (sits[met == 2, 0] == OWN).sum() == 15
    assert (sits[met == 3, 0] == OWN).all()


def test_a_rival_may_name_the_seat_of_whoever_meets_it():
    assert parsed("regular") == ("regular", None)
    assert parsed("controls nobody@0") == ("controls nobody", 0)
    assert parsed("here@home/one.npz+two.npz@1") == ("here@home/one.npz+two.npz", 1)
    assert parsed("here@home/one.npz") == ("here@home/one.npz", None)
    with pytest.raises(RuntimeError, match="a number: regular@first"):
        parsed("regular@first")


def test_rivals_are_levels_habits_or_other_types_that_masters_know():
    chasse = tripot.game("chasse")
    assert type_of(chasse, "regular") == temper("chasse")
    assert type_of(chasse, "controls nobody") == temper("chasse", "controls nobody")
    knobs = dict(zip(policy("chasse").TEMPER, type_of(chasse, "decoys first"), strict=True))
    assert knobs["greed"] == -100
    with pytest.raises(RuntimeError, match="nobody of chasse plays like nobody"):
        type_of(chasse, "nobody")


def test_a_seat_that_isnt_there_is_refused_before_anything_is_learned(tmp_path: Path):
    chasse = tripot.game("chasse")
    with pytest.raises(RuntimeError, match="regular: chasse has no seat 2"):
        SelfPlay(chasse, [2], HOME / "chasse.npz", ["regular@2"], 0.0, tmp_path / "there")
    assert not (tmp_path / "there").exists()


@pytest.mark.parametrize("rival", ["plan", f"{HOME / 'prohis.npz'}+plan"])
def test_a_plan_can_be_met_where_masters_have_one(rival: str, tmp_path: Path):
    with pytest.raises(RuntimeError, match="masters of prohis have no plan"):
        SelfPlay(tripot.game("prohis"), [4], HOME / "prohis.npz", [rival], 0.0, tmp_path / "there")


def test_every_file_of_a_rival_is_looked_at(tmp_path: Path):
    files = f"{HOME / 'chasse.npz'}+{tmp_path / 'nowhere.npz'}+plan"
    with pytest.raises(RuntimeError, match="nowhere"):
        SelfPlay(tripot.game("chasse"), [2], HOME / "chasse.npz", [files], 0.0, tmp_path / "there")


def test_without_rivals_a_learner_plays_itself():
    assert not seating(games=10, seats=3, own=[], alone=0.6).any()


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
