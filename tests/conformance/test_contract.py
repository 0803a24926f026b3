"""A rules file that doesn't keep the contract is told why."""

import sys

import pytest

from tripot import games
from tripot.engine.catalogue import catalogue, rules_of
from tripot.engine.errors import BrokenGame


def test_a_file_that_lacks_something_is_told_what(tmp_path, monkeypatch):
    source = 'NAME = "halma"\n\n\ndef setup(s, seats, options):\n    pass\n'
    (tmp_path / "halma.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tripot.games.halma", raising=False)
    assert "halma" in catalogue()
    with pytest.raises(BrokenGame, match=r"games/halma.py\) can't be played: it lacks VERSION, .*, STATE, .*, imagine"):
        rules_of("halma")
