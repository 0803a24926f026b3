"""Rules files hold to the Python that all three twins share, and those that don't are told kindly."""

import ast

import numpy as np
import pytest

from tripot.engine.indexing import CHECK, not_below_zero, refusing
from tripot.engine.rules_lint import ADVICE, CALLS, complaints_in

# one slip for each kind of advice, inside a rules function
SLIPS = {
    ast.ClassDef: "    class Pile:\n        size = 0",
    ast.Lambda: "    biggest = lambda a: a",
    ast.ListComp: "    kinds = [kind for kind in range(5)]",
    ast.SetComp: "    kinds = {kind for kind in range(5)}",
    ast.DictComp: "    kinds = {kind: 0 for kind in range(5)}",
    ast.GeneratorExp: "    size = max(kind for kind in range(5))",
    ast.List: "    kinds = [0, 1]",
    ast.Set: "    kinds = {0, 1}",
    ast.Dict: "    kinds = {0: 1}",
    ast.Try: "    try:\n        s.turn = 0\n    except IndexError:\n        s.turn = 1",
    ast.Raise: "    raise ValueError",
    ast.With: "    with s:\n        s.turn = 0",
    ast.Import: "    import math",
    ast.ImportFrom: "    from math import pi",
    ast.Global: "    global turn",
    ast.Nonlocal: "    def inner(s):\n        nonlocal turn",
    ast.Yield: "    yield s.turn",
    ast.YieldFrom: "    yield from s.hands",
    ast.Await: "    async def wait(s):\n        await s",
    ast.AsyncFunctionDef: "    async def wait(s):\n        s.turn = 0",
    ast.JoinedStr: "    name = f'{s.turn}'",
    ast.Slice: "    hand = s.hands[1:2]",
    ast.Starred: "    s.turn = max(*s.hands)",
    ast.Div: "    s.turn = s.turn / 2",
    ast.NamedExpr: "    s.turn = (turn := 1)",
    ast.Delete: "    del s",
    ast.Assert: "    assert s.turn",
}
OTHER_SLIPS = {
    "a function in a function": "    def inner(s):\n        return 0",
    "whole numbers only": "    s.turn = 0.5",
    "'pass'": "    s.turn = 'pass'",
    "a named argument": "    s.turn = max(1, key=2)",
    "sum() is called": "    s.turn = sum(s.hands)",
    "a method is called": "    s.hands.sort()",
}


def complaints_about(slip: str) -> list[str]:
    return [str(complaint) for complaint in complaints_in(f"def apply(s, seat, move):\n{slip}\n", "games/slips.py")]


def test_there_is_a_slip_for_every_piece_of_advice():
    assert set(SLIPS) == set(ADVICE)


@pytest.mark.parametrize("kind", SLIPS, ids=lambda kind: kind.__name__)
def test_a_slip_is_met_with_its_advice(kind):
    found = complaints_about(SLIPS[kind])
    assert any(ADVICE[kind] in complaint for complaint in found)
    assert all(complaint.startswith("slips.py:") and "in apply" in complaint for complaint in found)


@pytest.mark.parametrize("advice", OTHER_SLIPS)
def test_other_slips_are_noticed_too(advice):
    assert any(advice in complaint for complaint in complaints_about(OTHER_SLIPS[advice]))


def test_a_class_beside_the_functions_is_noticed():
    assert "a class" in str(complaints_in("class Card:\n    kind = 0\n")[0])


def test_decorators_and_defaults_are_noticed():
    found = [str(complaint) for complaint in complaints_in("@fast\ndef apply(s, seat, move=0):\n    s.turn = move\n")]
    assert any("decorator" in complaint for complaint in found)
    assert any("default" in complaint for complaint in found)


def test_a_helper_of_a_rule_is_held_to_the_same():
    source = "def apply(s, seat, move):\n    helped(s)\n\n\ndef helped(s):\n    s.turn = 1 / 2\n"
    assert [complaint.function for complaint in complaints_in(source)] == ["helped"]


def test_what_only_plain_python_runs_may_use_all_of_it():
    source = "def setup(s, seats, options):\n    s.turn = 0\n\n\ndef flaw(s):\n    return sum([0, -1])\n"
    assert complaints_in(source) == []


def test_plain_loops_and_the_few_known_calls_are_fine():
    body = "\n".join(f"    s.turn = {call}(s.turn)" for call in CALLS)
    assert complaints_in(f'def apply(s, seat, move):\n    """A docstring."""\n{body}\n') == []


RECORD = np.dtype([("turn", np.int8), ("hands", np.int8, (4, 3))], align=True)
TABLES = {"DUTY": (0, 25, 50), "PACKS": np.zeros((2, 3), np.int8), "BEYOND": 3}


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("s.trun = 0", "the record has no 'trun': 'turn' is meant?"),
        ("s.deck = 0", "the record has no 'deck'"),
        ("s.turn = DUTTY[seat]", "there is no 'DUTTY': 'DUTY' is meant?"),
        ("s.turn = last", "there is no 'last'"),
        ("s.hands[seat] = 0", "s.hands has 2 axes, not 1"),
        ("s.turn[seat] = 0", "s.turn has 0 axes, not 1"),
        ("s.hands[0, 3] = 0", "s.hands has the places 0 to 2, not 3"),
        ("s.hands[-1, 0] = 0", "s.hands has the places 0 to 3, not -1"),
        ("s.turn = DUTY[BEYOND]", "DUTY has the places 0 to 2, not 3"),
        ("s.turn = PACKS[2, seat]", "PACKS has the places 0 to 1, not 2"),
        ("s.turn = PACKS[seat]", "PACKS has 2 axes, not 1"),
    ],
)
def test_fields_and_places_that_there_are_not_are_named(line, advice):
    source = f"def apply(s, seat, move):\n    {line}\n"
    found = complaints_in(source, "games/slips.py", {"apply"}, RECORD, TABLES)
    assert [str(complaint) for complaint in found] == [f"slips.py:2: in apply, {advice}"]


def test_places_that_there_are_give_no_cause_for_complaint():
    source = "def apply(s, seat, move):\n    s.hands[3, 2] = DUTY[2] + PACKS[1, seat] + s.turn\n"
    assert complaints_in(source, "games/slips.py", {"apply"}, RECORD, TABLES) == []


def last_of(cards, place):
    return cards[place] + cards[0]


def test_the_checked_twin_refuses_an_index_below_0(monkeypatch):
    monkeypatch.setitem(globals(), CHECK, not_below_zero)
    checked = refusing(last_of)
    assert checked((1, 2, 3), 2) == last_of((1, 2, 3), 2) == 4
    with pytest.raises(IndexError, match="below 0"):
        checked((1, 2, 3), -1)
