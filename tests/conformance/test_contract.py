"""A rules file that doesn't keep the contract is told why."""

import inspect
import sys
from pathlib import Path

import pytest

from tripot import games
from tripot.engine.catalogue import catalogue, rules_of
from tripot.engine.contract import BY_CHAPTER, FUNCTIONS, MADE, Rules
from tripot.engine.contract_page import page
from tripot.engine.derive import MAKERS
from tripot.engine.errors import BrokenGame


def test_a_file_that_lacks_something_is_told_what(tmp_path, monkeypatch):
    source = 'NAME = "halma"\n\n\ndef setup(s, seats, options):\n    pass\n'
    (tmp_path / "halma.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, "tripot.games.halma", raising=False)
    assert "halma" in catalogue()
    with pytest.raises(BrokenGame, match=r"games/halma.py\) can't be played: it lacks VERSION, .*, MOVES, .*, earns"):
        rules_of("halma")


PLAYABLE = """
from tripot.games.declare import Field, Moves, Phases, Record
from tripot.games.common import NOBODY

NAME, VERSION, CLAUSE, SEATS = "NAME", 1, "HAL", (2, 2)
PHASES = Phases(("turn", 1, "turn"), ("over", 2, NOBODY))
MOVES = Moves(("pass", 1))
REASONS, LONGEST = ("passed",), 1
RECORD = Record(SEATS, phase=Field(PHASES), reason=Field(REASONS), turn=Field("seat", start=0))
STATE, LEGEND = RECORD.state, RECORD.legend


def may_turn(s, seat, can):
    can[0] = 1


def do_turn(s, seat, move):
    s.phase = 1
    s.reason = 0


LINES = (("first", 1),)


def counts(s, seat, line):
    return 1 if seat == 0 else 0


def earns(s, seat, line):
    return counts(s, seat, line)
"""


def written(tmp_path, monkeypatch, name: str, source: str) -> str:
    """One more file in games/."""
    (tmp_path / f"{name}.py").write_text(source.replace('NAME"', f'{name}"'), encoding="utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    monkeypatch.delitem(sys.modules, f"tripot.games.{name}", raising=False)
    return name


def test_the_table_is_what_a_module_has_when_it_is_loaded(tmp_path, monkeypatch):
    rules = rules_of(written(tmp_path, monkeypatch, "smallest", PLAYABLE))
    for function in FUNCTIONS.values():
        if function.default and function.default != BY_CHAPTER:
            signature = str(inspect.signature(getattr(rules, function.name)))
            assert signature == function.signature, function.name
    assert all(hasattr(rules, name) for name in Rules.__annotations__)


@pytest.mark.parametrize(
    ("honest", "slip", "named"),
    [
        ('known="all"', 'known="owner"', "turn belongs to nobody"),
        ('known="all"', 'known="dealer"', "turn is known to 'dealer'"),
        ("def do_turn", "def do_trun", r"phase 'turn' needs a function do_turn\(s, seat, move\)"),
        ('("turn", 1, "turn")', '("turn", 1, "dealer")', "phase 'turn' asks 'dealer'"),
        ('("turn", 1, "turn")', '("turn", 1, "turn", "pass")', "phase 'turn', and may_turn is written too: keep one"),
        ("Field(REASONS)", 'Field("reasons")', "'reasons' is no value"),
        ("Field(REASONS)", 'Field("seat", REASONS)', "no axes"),
        ('known="all"', 'known="nobody"', "turn is hidden: declare the pack"),
        ("def earns", "def earn", "it lacks earns"),
        ("Record(SEATS, ", 'Record(SEATS, **{f"mark_{i}": Field("flag") for i in range(61)}, ', "63 fields, not 64"),
        ("LONGEST = ", "LONGEST == ", "NameError"),
        ("s.phase = 1", "s.phase = ", "SyntaxError"),
    ],
)
def test_a_slip_is_named(tmp_path, monkeypatch, honest, slip, named):
    source = PLAYABLE.replace('Field("seat", start=0)', 'Field("seat", start=0, known="all")')
    assert honest in source
    name = written(tmp_path, monkeypatch, f"slip{abs(hash((honest, slip)))}", source.replace(honest, slip))
    with pytest.raises(BrokenGame, match=named) as told:
        rules_of(name)
    assert f"games/{name}.py" in str(told.value)


def test_the_page_about_the_contract_is_the_contract():
    """`python -m tripot.engine.contract_page > docs/contract.md`"""
    written = (Path(__file__).parents[2] / "docs" / "contract.md").read_text(encoding="utf-8")
    assert written == page()


def test_all_that_a_table_of_the_contract_names_is_made_or_required():
    for function in FUNCTIONS.values():
        assert function.purpose
        assert function.default != MADE or function.name in MAKERS
