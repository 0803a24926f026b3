"""Every file in games/ keeps the rules contract."""

import sys

import numpy as np
import pytest

from tests.settings import each_game
from tripot import games
from tripot.engine.catalogue import catalogue, rules_of
from tripot.engine.errors import BrokenGame


@pytest.mark.parametrize("name", catalogue())
def test_the_file_has_all_that_the_contract_asks_for(name):
    assert name == rules_of(name).NAME


def test_a_file_that_lacks_something_is_told_what(tmp_path, monkeypatch):
    source = 'NAME = "halma"\n\n\ndef setup(s, seats, options):\n    pass\n'
    (tmp_path / "halma.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tripot.games.halma", raising=False)
    assert "halma" in catalogue()
    with pytest.raises(BrokenGame, match=r"games/halma.py\) can't be played: it lacks VERSION, .*, STATE, .*, imagine"):
        rules_of("halma")


@each_game()
def test_texts_of_moves_and_outcomes_are_unique(game):
    for texts in (game.moves, game.outcomes, game.reasons, game.rules.PHASES, [name for name, _ in game.rules.NEWS]):
        assert len(set(texts)) == len(texts)
    assert not set(game.moves) & set(game.outcomes)


@each_game()
def test_a_move_is_words_with_single_spaces(game):
    for text in (*game.moves, *game.outcomes):
        assert text == " ".join(text.split())
        assert text.isascii()


@each_game()
def test_every_phase_rests_on_a_clause(game):
    assert len(game.rules.PROMPTS) == len(game.rules.PHASES)


@each_game()
def test_passive_moves_are_moves(game):
    assert all(0 <= move < len(game.moves) for move in game.rules.PASSIVE)


@each_game()
def test_the_record_is_aligned_and_signed(game):
    record = game.rules.STATE
    assert record.isalignedstruct
    assert {"phase", "reason"} <= set(record.names)
    assert all(np.issubdtype(kind.base, np.signedinteger) for kind, *_ in record.fields.values())
    assert game.fewest == game.most or "seats" in record.names


@each_game()
def test_the_legend_reads_every_field_that_is_not_derived(game):
    unread = set(game.rules.STATE.names) - set(game.rules.LEGEND)
    assert not set(game.rules.LEGEND) - set(game.rules.STATE.names)
    assert not unread or hasattr(game.rules, "complete"), f"{unread} are in no document and nothing fills them in"
