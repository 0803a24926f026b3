"""Rules files hold to the Python that all three twins share, and those that don't are told kindly."""

import ast

import pytest

from tripot.engine.subset import ADVICE, CALLS, complaints_in

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
