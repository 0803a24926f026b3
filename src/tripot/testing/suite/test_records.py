"""Golden games: complete records that replay to the same end, whatever becomes of the code."""

import pytest

import tripot
from tripot.testing.records import files_of
from tripot.testing.settings import complete_games, each_pinned_game

RECORDS = [path for name in complete_games() for path in files_of(name)]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_result(path):
    text = path.read_text(encoding="utf-8")
    table = tripot.replay(text)
    assert table.outcome is not None
    assert table.record() == text


@each_pinned_game()
def test_there_is_one_for_every_number_of_seats_and_way_to_end(game):
    tables = [tripot.replay(path.read_text(encoding="utf-8")) for path in files_of(game.name)]
    assert {table.seats for table in tables} == set(range(game.fewest, game.most + 1))
    assert {table.outcome.reason for table in tables} == set(game.reasons)
