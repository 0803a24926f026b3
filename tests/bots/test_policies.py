"""Policies beyond the contract that every game's is held to (`tripot.testing.suite`): every twin plays alike, in whole
games, in series and in batches."""

from __future__ import annotations

import numpy as np
import pytest

import tripot
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import CHARACTERS, policy, temper
from tripot.engine.batch import Batch
from tripot.engine.errors import BadOption
from tripot.engine.rules_lint import complaints
from tripot.engine.twins import plain
from tripot.games import random_numbers
from tripot.testing.settings import Setting, complete_games

SEED = 1920
AFFORDED = 0.85  # of what a regular wins, a character wins at least
DEALS = {"prohibition": 150}  # that a character plays, 600 if not given
GAMES = [tripot.game(name) for name in complete_games() if policy(name) is not None]
each_policy = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_seating = pytest.mark.parametrize(
    "setting", [Setting(game, seats) for game in GAMES for seats in (game.fewest, game.most)], ids=str
)


def tempers_of(game):
    """Every temper that the house knows of, and one with all knobs at nothing."""
    module = policy(game.name)
    levels = [temper(game.name, level, character) for level in module.LEVELS for character in ("", *CHARACTERS)]
    return [*levels, *module.HABITS.values(), (0,) * len(module.TEMPER)]


def mixed_line_up(setting):
    """Seats of different tempers, somebody at random among them."""
    line_up = [RANDOM, *tempers_of(setting.game)] * setting.seats
    return line_up[: setting.seats]


@each_policy
def test_a_policy_is_written_in_the_rules_own_subset(game):
    assert [str(complaint) for complaint in complaints(policy(game.name), game.rules)] == []


@each_seating
def test_whole_games_are_the_same_in_plain_python_natively_and_with_bounds_checks(setting):
    line_up = mixed_line_up(setting)
    plain, native, checked = (
        bouts(setting.game, line_up, setting.seats + 1, SEED, twin) for twin in ("plain", "native", "checked")
    )
    for other in (native, checked):
        assert other.records.tobytes() == plain.records.tobytes()
        assert np.array_equal(other.used, plain.used)
        assert np.array_equal(other.scores, plain.scores)


@each_policy
def test_a_series_can_be_played_in_pieces(game):
    line_up = mixed_line_up(Setting(game, game.fewest))
    whole = bouts(game, line_up, 20, SEED)
    pieces = [bouts(game, line_up, count, SEED, first=first) for first, count in ((0, 7), (7, 13))]
    assert np.array_equal(np.concatenate([piece.scores for piece in pieces]), whole.scores)


@each_policy
def test_everybody_has_every_deal_in_every_seat(game):
    line_up = mixed_line_up(Setting(game, game.fewest))
    seated = bouts(game, line_up, game.fewest, SEED).seated
    assert {tuple(sorted(row)) for row in seated.T.tolist()} == {tuple(range(game.fewest))}


def test_two_policies_in_one_process_never_share_a_twin():
    from tripot.engine.native import native

    rules = tripot.game("contrebande").rules
    with_policy, without = native(rules, policy=policy("contrebande")), native(rules)
    assert hasattr(with_policy, "bouts")
    assert not hasattr(without, "bouts")


def test_an_unknown_temper_is_refused():
    with pytest.raises(BadOption, match="contrebande knows no 'genius'; it knows novice, regular"):
        temper("contrebande", "genius")
    with pytest.raises(BadOption, match="no bot is 'shy'; they are bold, careful, suspicious"):
        temper("contrebande", "regular", "shy")
    with pytest.raises(tripot.UnknownGame, match="there is no game 'whist'"):
        temper("whist")


@each_policy
def test_in_a_batch_seats_choose_by_a_policy_as_they_would_alone(game):
    module, knobs = policy(game.name), temper(game.name)
    batch = Batch(game, games=12, seed=4)
    batch.step_random(30)
    luck = [0, 0]
    random_numbers.seed(luck, 9)
    rows = np.array([0, 3, 4, 11])
    chosen = batch.chosen_by(module, knobs, rows, np.array(luck, np.int64))
    twin = plain(game.rules, (), module)
    for row, move in zip(rows, chosen, strict=True):
        own, seat = game.new_state(batch._states[row]), int(batch.actors[row])
        twin.redact(own, seat)
        seen, expected = batch.seen_in(row), np.frombuffer(bytes(own), game.rules.STATE)[0]
        assert all(np.array_equal(seen[field], expected[field]) for field in game.rules.STATE.names)
        assert move == twin.act(own, seat, knobs, [0] * len(game.moves), luck)
        assert batch.masks[row, move]


@each_policy
def test_a_character_wins_about_as_much_as_a_regular(game):
    seats = min(4, game.most)
    games, regular = seats * DEALS.get(game.name, 600), temper(game.name)
    even, _ = bouts(game, [regular] * seats, games, SEED).share(0)
    for character in CHARACTERS:
        one = temper(game.name, "regular", character)
        share, error = bouts(game, [one] + [regular] * (seats - 1), games, SEED).share(0)
        assert share + 2 * error > AFFORDED * even, character


@pytest.mark.parametrize(("name", "doubts"), [("contrebande", ["search", "denounce"]), ("prohis", ["inspect"])])
def test_who_is_suspicious_doubts_more_often_than_others(name, doubts):
    game = tripot.game(name)
    one, regular = temper(name, "regular", "suspicious"), temper(name)
    used = bouts(game, [one, regular, regular, regular], 2000, SEED).used
    doubted = used[:, [game.moves.index(move) for move in doubts]].sum(axis=1)
    assert doubted[0] > 1.1 * doubted[1:].mean()
