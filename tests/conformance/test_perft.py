"""The number of different lines of play is known, so a move too many or too few is noticed."""

import pytest

from tests.goldens import perft
from tests.settings import each_game
from tripot.engine.perft import divide


@pytest.mark.parametrize("row", perft.rows(), ids=lambda row: f"{row.name}-{row.seats}-{row.seed}-depth-{row.depth}")
def test_lines_of_play_are_as_many_as_before(row):
    assert row.count() == row.lines


@each_game()
def test_every_number_of_seats_is_counted(game):
    counted = {row.seats for row in perft.rows() if row.name == game.name}
    assert counted == set(range(game.fewest, game.most + 1)), "run python -m tests.goldens"


@each_game()
def test_first_moves_add_up(game):
    table = game.start(seed=3)
    assert sum(divide(table, 3).values()) == perft.perft(table, 3)
