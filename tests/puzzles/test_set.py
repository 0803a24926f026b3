"""The puzzles that are shipped: enough, small, and each one a real position with a real question."""

from __future__ import annotations

from importlib.resources import files

import pytest

from tests.furnished import FURNISHED
from tripot.house import puzzles
from tripot.house.puzzle_truths import side_of
from tripot.puzzles import name_of, puzzles_of, read

ENOUGH = 200  # a game
MOST_BYTES = 1_000_000  # of all of them


@pytest.mark.parametrize("game", FURNISHED)
def test_there_are_enough_and_each_has_another_name(game: str) -> None:
    every = puzzles_of(game)
    assert len(every) >= ENOUGH
    assert len({each.name for each in every}) == len(every)
    assert all(each.name == name_of(game, each.seat, each.moves) for each in every)


def test_all_of_them_are_small() -> None:
    home = files("tripot.puzzles")
    assert sum(len((home / f"{game}.txt").read_bytes()) for game in FURNISHED) < MOST_BYTES


@pytest.mark.parametrize("game", FURNISHED)
def test_each_is_a_question_to_its_seat_with_right_and_wrong_answers(game: str) -> None:
    for each in puzzles_of(game):
        table = puzzles.table_of.__wrapped__(game, each.name)
        legal = table.legal(each.seat)
        assert set(each.right) < set(legal)
        assert {move for move, _, _ in each.options} <= set(legal)
        assert any(move in each.right for move, _, _ in each.options)
        assert any(move not in each.right for move, _, _ in each.options)
        assert each.options[0][1] == 0.0
        assert all(cost > 0 for move, cost, _ in each.options if move not in each.right)


@pytest.mark.parametrize("game", ["chasse", "contrebande", "prohis"])
def test_neither_doubt_nor_trust_is_always_right(game: str) -> None:
    doubts = []
    for each in puzzles_of(game):
        table = puzzles.table_of.__wrapped__(game, each.name)
        doubts.append(side_of(game, each.chances, each.right, table.look(each.seat)).doubts)
    told = [each for each in doubts if each is not None]
    assert 0.25 <= sum(told) / len(told) <= 0.75


@pytest.mark.parametrize("game", FURNISHED)
def test_a_line_is_read_as_it_was_written(game: str) -> None:
    first = puzzles_of(game)[0]
    assert read([first.line()]) == [first]
