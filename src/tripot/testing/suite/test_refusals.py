"""Whatever is not legal is refused with a sentence that names a clause, and nothing has changed."""

import random

import pytest

import tripot
from tripot.engine.table import Table
from tripot.engine.texts import LANGUAGES
from tripot.testing.settings import Setting, each_game, each_setting

REFUSALS = 2000  # about so many are tried for each setting


def tables(setting: Setting, seed: int, count: int) -> list[Table]:
    """One table at so many moments of a random game: at its start, on the way and when it is over."""
    table, rng = setting.start(seed), random.Random(seed)
    moments = [table.copy()]
    while table.actors:
        seat = rng.choice(sorted(table.actors))
        table.play(seat, rng.choice(table.legal(seat)))
        moments.append(table.copy())
    step = max(1, (len(moments) - 1) // (count - 1))
    return [*moments[:-1:step], moments[-1]]


def refusal(table: Table, seat: int, text: str) -> tripot.IllegalMove:
    """The refusal of a move, which must leave the table as it was."""
    before = bytes(table)
    with pytest.raises(tripot.IllegalMove) as fault:
        table.play(seat, text)
    assert bytes(table) == before
    return fault.value


@each_setting()
def test_every_other_move_is_refused_by_a_clause(setting):
    clauses = [setting.game.texts(language).clauses for language in LANGUAGES]
    moments = max(3, REFUSALS // (setting.seats * len(setting.game.moves)))
    for table in tables(setting, 5, moments):
        history = table.history
        for seat in range(setting.seats):
            for text in set(setting.game.moves) - set(table.legal(seat)):
                fault = refusal(table, seat, text)
                assert fault.clause in str(fault)
                assert all(fault.clause in known for known in clauses)
                assert repr(text) in str(fault)
        assert table.history == history


@each_game()
@pytest.mark.parametrize("seat", [-1, 9, 99])
def test_a_seat_that_is_not_there_is_refused(game, seat):
    table = game.start(seed=1)
    assert "there is no seat" in str(refusal(table, seat, game.moves[0]))


@each_game()
@pytest.mark.parametrize("text", ["", "fly", "DRAW PILE", "draw  pile", "0"])
def test_an_unknown_text_is_refused(game, text):
    table = game.start(seed=1)
    before = bytes(table)
    with pytest.raises(tripot.UnknownMove, match="is no move of"):
        table.play(min(table.actors), text)
    assert bytes(table) == before


@each_game()
def test_what_chance_does_is_no_move_of_a_seat(game):
    table = game.start(seed=1)
    for text in game.outcomes:
        with pytest.raises(tripot.UnknownMove):
            table.play(min(table.actors), text)


@each_game()
def test_a_viewer_who_is_not_there_sees_nothing(game):
    table = game.start(seed=1)
    for viewer in (-1, table.seats):
        with pytest.raises(ValueError, match="there is no seat"):
            table.view(viewer)
