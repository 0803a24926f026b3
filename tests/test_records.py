"""Golden games: complete records that replay to the same end, whatever becomes of the code."""

from pathlib import Path

import pytest

import tripot

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_game_replays_to_its_result(path):
    text = path.read_text(encoding="utf-8")
    table = tripot.replay(text)
    assert table.outcome is not None
    assert table.record() == text


def test_there_is_one_for_every_game_number_of_seats_and_way_to_end():
    wanted, found = set(), set()
    for game in tripot.games():
        wanted |= {(game.name, seats) for seats in range(game.fewest, game.most + 1)}
        wanted |= {(game.name, reason) for reason in game.reasons}
    for path in RECORDS:
        table = tripot.replay(path.read_text(encoding="utf-8"))
        found |= {(table.game.name, table.seats), (table.game.name, table.outcome.reason)}
    assert found == wanted
