"""Tables copied, written down as positions and records, and read again."""

import json
import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tripot
from tripot.engine.game import Game
from tripot.engine.table import Table
from tripot.testing.settings import Setting, each_game, each_setting
from tripot.testing.suite.test_refusals import tables


@cache
def short_record(game: Game) -> str:
    return played(Setting(game, game.fewest), 12, 30).record()


def played(setting: Setting, seed: int, moves: int) -> Table:
    """A table some random moves into the game, or at its end."""
    table = setting.start(seed)
    play_some(table, random.Random(seed), moves)
    return table


def play_some(table: Table, rng: random.Random, moves: int) -> None:
    for _ in range(moves):
        if not table.actors:
            return
        seat = rng.choice(sorted(table.actors))
        table.play(seat, rng.choice(table.legal(seat)))


@each_setting()
def test_a_copy_goes_its_own_way(setting):
    table = played(setting, 2, 4)
    before, history = bytes(table), table.history
    twin = table.copy()
    assert (bytes(twin), twin.history, twin.seats) == (before, history, table.seats)
    play_some(twin, random.Random(0), 1)
    assert bytes(twin) != before
    assert (bytes(table), table.history) == (before, history)


@each_setting()
def test_a_position_reads_back_to_the_same_bytes(setting):
    for table in tables(setting, 3, 12):
        document = json.loads(json.dumps(table.position()))
        assert document == table.position()
        again = setting.game.position(document)
        assert bytes(again) == bytes(table)
        assert again.actors == table.actors
        assert again.outcome == table.outcome


@each_setting()
def test_records_of_running_and_finished_games_replay(setting):
    for table in tables(setting, 4, 6):
        again = tripot.replay(table.record())
        assert bytes(again) == bytes(table)
        assert again.history == table.history
        assert again.outcome == table.outcome
        assert again.record() == table.record()


@each_setting()
def test_a_record_may_begin_with_a_position(setting):
    begun = setting.game.position(played(setting, 6, 20).position(), seed=9)
    play_some(begun, random.Random(6), 25)
    again = tripot.replay(begun.record())
    assert bytes(again) == bytes(begun)
    assert again.history == begun.history
    assert again.record() == begun.record()


@each_game()
def test_a_record_keeps_names_and_the_commitment(game):
    table = game.start(seed=1)
    table.names = ("Ann", "Zoé «la Rouge»", "Bob")[: table.seats]
    table.commitment = "0123abcd"
    again = tripot.replay(table.record())
    assert again.names == table.names
    assert again.commitment == table.commitment


@each_game()
def test_a_replayed_table_can_be_played_on(game):
    table = tripot.replay(played(Setting(game, game.most), 7, 10).record())
    before = len(table.history)
    play_some(table, random.Random(7), 10_000)
    assert table.outcome is not None
    assert len(table.history) > before


@each_game()
def test_a_changed_result_is_noticed(game):
    record = played(Setting(game, game.fewest), 8, 10_000).record().splitlines()
    scores = record[-1].split()
    scores[1] = str(int(scores[1]) + 1)
    with pytest.raises(tripot.BadRecord, match="the game ends with"):
        tripot.replay("\n".join([*record[:-1], " ".join(scores)]))


@each_game()
def test_a_record_of_other_rules_is_refused(game):
    record = game.start(seed=1).record()
    with pytest.raises(tripot.BadRecord, match="version 999"):
        tripot.replay(record.replace(f"rules {game.version}", "rules 999"))


@each_game()
def test_a_record_without_its_first_move_is_refused(game):
    lines = played(Setting(game, game.fewest), 3, 10_000).record().splitlines()
    del lines[lines.index("---") + 1]
    with pytest.raises(tripot.BadRecord):
        tripot.replay("\n".join(lines))


@each_game()
@settings(max_examples=50)
@given(place=st.integers(0, 60), text=st.text(max_size=20))
def test_nonsense_in_a_record_is_refused(game, place, text):
    lines = short_record(game).splitlines()
    lines.insert(place, f"!{text}")
    with pytest.raises(tripot.BadRecord):
        tripot.replay("\n".join(lines))


def two_in_a_row(game) -> tuple[Table, int, str, str] | None:
    """A table where one seat makes two moves running, with no chance between them; a game may have none."""
    for seed in range(20):
        table, rng = game.start(seed=seed), random.Random(seed)
        for _ in range(200):
            if not table.actors:
                break
            seat = rng.choice(sorted(table.actors))
            first = rng.choice(table.legal(seat))
            then = table.copy()
            then.play(seat, first)
            if len(then.history) == len(table.history) + 1 and then.actors == {seat}:
                return table, seat, first, then.legal(seat)[0]
            table = then
    return None


@each_game()
def test_a_series_is_played_whole(game):
    found = two_in_a_row(game)
    if found is None:
        return
    table, seat, first, second = found
    together, one_by_one = table.copy(), table.copy()
    together.play(seat, first, second)
    one_by_one.play(seat, first)
    one_by_one.play(seat, second)
    common = len(table.history) + 2
    assert together.history[:common] == one_by_one.history[:common]


@each_game()
def test_a_series_with_one_wrong_move_is_not_played_at_all(game):
    table = game.start(seed=1)
    seat = min(table.actors)
    first = table.legal(seat)[0]
    then = table.copy()
    then.play(seat, first)
    wrong = next((text for text in game.moves if text not in then.legal(seat)), None)
    before, history = bytes(table), table.history
    if wrong is not None:
        with pytest.raises(tripot.IllegalMove):
            table.play(seat, first, wrong)
    with pytest.raises(tripot.UnknownMove):
        table.play(seat, first, "fly")
    assert (bytes(table), table.history) == (before, history)


@each_game()
def test_no_move_at_all_is_no_series(game):
    table = game.start(seed=1)
    with pytest.raises(ValueError, match="no move to play"):
        table.play(min(table.actors))
