"""Every game ends within its bound, and every way to end is seen."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

import tripot
from tripot.engine import record_codec
from tripot.engine.simulate import playouts
from tripot.engine.table import Outcome
from tripot.testing.project import endings_of
from tripot.testing.settings import complete_games, each_game, each_setting, settings_of

GAMES = 1000
BY_HAND = [(name, reason) for name in complete_games() for reason in endings_of(name)]


def reasons_by_play(game) -> set[str]:
    """The ways in which random games ended, over all settings."""
    seen: set[str] = set()
    for setting in settings_of(game.name):
        ended = playouts(game, setting.seats, games=GAMES, seed=7, threads=1, **dict(setting.options))
        seen |= {game.reasons[reason] for reason in np.unique(ended.reasons)}
    return seen


@each_game("playouts")
def test_every_reason_to_end_is_reached(game):
    by_hand = set(endings_of(game.name))
    by_play = reasons_by_play(game)
    assert by_play | by_hand == set(game.reasons)
    assert not by_play & by_hand, "these need no position of their own"


@each_setting("playouts")
def test_no_game_is_longer_than_the_proven_bound(setting):
    ended = playouts(setting.game, setting.seats, games=GAMES, seed=8, threads=1, **dict(setting.options))
    assert ended.lengths.max() <= setting.game.rules.LONGEST


@pytest.mark.parametrize(("name", "reason"), BY_HAND)
def test_positions_made_by_hand_end_as_they_say(name, reason):
    table, rng = tripot.game(name).position(endings_of(name)[reason](), seed=1), random.Random(1)
    assert table.outcome is None
    while table.actors:
        seat = min(table.actors)
        table.play(seat, rng.choice(table.legal(seat)))
    assert table.outcome.reason == reason


def outcomes(game) -> Iterator[Outcome]:
    """How random games ended, by tables that stand in their last states."""
    ended = playouts(game, game.most, games=40, seed=9, threads=1, keep=True)
    for record in ended.records:
        state = game.new_state(record.reshape(()).copy())
        yield game.position(record_codec.to_document(game.rules, state)).outcome


@each_game("playouts")
def test_equal_points_share_a_rank(game):
    for outcome in outcomes(game):
        assert sorted(outcome.ranks)[0] == 1
        for rank, score in zip(outcome.ranks, outcome.scores, strict=True):
            better = sum(other < rank for other in outcome.ranks)
            assert rank == better + 1
            assert all(score >= other for other, its in zip(outcome.scores, outcome.ranks, strict=True) if its > rank)
