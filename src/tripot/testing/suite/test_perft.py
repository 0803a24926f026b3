"""The number of different lines of play is known, so a move too many or too few is noticed."""

import pytest

from tripot.engine.perft import divide, perft
from tripot.testing import perft_table
from tripot.testing.settings import complete_games, each_game

ROWS = [row for name in complete_games() for row in perft_table.rows(name)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.name}-{row.seats}-{row.seed}-depth-{row.depth}")
def test_lines_of_play_are_as_many_as_before(row):
    assert row.recount() == row.lines


@each_game()
def test_every_number_of_seats_is_counted_or_none(game):
    counted = {row.seats for row in ROWS if row.name == game.name}
    assert counted in (set(), set(range(game.fewest, game.most + 1))), f"run tripot check {game.name} --renew"


@each_game()
def test_first_moves_add_up(game):
    table = game.start(seed=3)
    assert sum(divide(table, 3).values()) == perft(table, 3)
