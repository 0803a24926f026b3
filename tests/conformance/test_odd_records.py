"""Lines that don't belong into a record."""

import pytest

import tripot
from tripot.testing.suite.test_round_trips import short_record

ODD_LINES = (
    "", "---", "0", "0 ", "0 pass", "1 pass", "9 pass", "-1 pass", "² pass", "chance", "chance deal legal",
    "result", "result 0 0 0",
    "game poker", "rules 0", "players 0", "players 99", "players three", "players ²", "options",
    "options tie", "options tie=dice",
    "position {}", "position [", "position null", "names [", "names 3", "names [1]", "commitment", "seed 7",
)  # fmt: skip


def assert_refused_or_another_game(lines: list[str]) -> None:
    try:
        table = tripot.replay("\n".join(lines))
    except tripot.BadRecord:
        return
    assert tripot.replay(table.record()).history == table.history


@pytest.mark.parametrize("line", ODD_LINES)
def test_an_odd_line_anywhere_is_refused_with_a_sentence_or_makes_another_game(line):
    lines = short_record(tripot.game("prohis")).splitlines()
    for place in range(len(lines) + 1):
        assert_refused_or_another_game([*lines[:place], line, *lines[place:]])
        assert_refused_or_another_game([*lines[:place], line, *lines[place + 1 :]])
