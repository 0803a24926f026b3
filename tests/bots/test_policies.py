"""Policies keep their contract: only legal moves have weight, every twin weighs and plays alike, and nobody decides by
what they can't know. A game is held to it as soon as it has a policy."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tripot
from tripot.bots.bouts import RANDOM, bouts
from tripot.bots.instincts import CHARACTERS, Instinct, policy, temper
from tripot.engine.batch import Batch
from tripot.engine.errors import BadOption
from tripot.engine.rules_lint import complaints
from tripot.engine.twins import plain
from tripot.games import random_numbers
from tripot.testing.leak_checks import imagined, table_of
from tripot.testing.settings import Setting, complete_games

SEED = 1920
MOST = 1 << 20  # what all weights together stay below
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


@each_policy
def test_levels_characters_and_habits_turn_knobs_that_are_there(game):
    module = policy(game.name)
    assert list(module.LEVELS) == ["novice", "regular"]
    assert tuple(module.CHARACTERS) == CHARACTERS
    assert all(set(changes) <= set(module.TEMPER) for changes in module.CHARACTERS.values())
    assert {len(values) for values in (*module.LEVELS.values(), *module.HABITS.values())} == {len(module.TEMPER)}
    assert all(knob >= 0 for knobs in tempers_of(game) for knob in knobs)


@each_seating
def test_legal_moves_alone_have_weight_whatever_the_temper_and_natively_the_same(setting):
    game, rng, moment = setting.game, random.Random(SEED), 0
    tempers = tempers_of(game)
    plainly = [Instinct(game, knobs) for knobs in tempers]
    natively = [Instinct(game, knobs, natively=True) for knobs in tempers]
    table = setting.start(SEED)
    while (asked := sorted(table.actors)) and moment < 400:
        look = table.look(rng.choice(asked))
        place = moment % len(tempers)
        weights = [0] * len(game.moves)
        plainly[place]._twin.lean(game.state_of(bytes(look)), look.viewer, tempers[place], weights)
        marked = {move for move, weight in enumerate(weights) if weight}
        assert marked == set(look.legal_numbers()), look.document()
        assert min(weights) == 0
        assert sum(weights) < MOST
        if len(look.legal) > 1:
            assert natively[place].weights(look) == plainly[place].weights(look)
            number = rng.getrandbits(32)
            move = plainly[place](look, random.Random(number))
            assert natively[place](look, random.Random(number)) == move
        else:
            move = look.legal[0]
        table.play(look.viewer, move if moment % 3 else rng.choice(look.legal))
        moment += 1


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


@each_seating
def test_weights_and_choice_are_the_same_whatever_lies_hidden(setting):
    game, rng = setting.game, random.Random(SEED)
    player = Instinct(game, temper(game.name))
    table, hidden = setting.start(SEED), 0
    for moment in range(150):
        if not table.actors:
            break
        seat = rng.choice(sorted(table.actors))
        other = table_of(game, imagined(game, table.state(), seat, rng.getrandbits(62)))
        hidden += bytes(other) != bytes(table)
        move = player(table.look(seat), random.Random(moment))
        assert player.weights(other.look(seat)) == player.weights(table.look(seat))
        assert player(other.look(seat), random.Random(moment)) == move
        table.play(seat, move)
    assert hidden or game.name == "prohibition"  # where all but the first cards lies open


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
        assert move == twin.act(own, seat, knobs, [0] * len(game.moves), luck)
        assert batch.masks[row, move]
