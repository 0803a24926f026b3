"""The leak tests bite: every game with a hole in it is caught, by each check that is there to catch it."""

import itertools

import pytest

from tests.leaks.variants import HOLES, Hole, setting_with
from tripot.engine.twins import plain
from tripot.testing.pairs import DRIVERS, run_pairs
from tripot.testing.settings import Setting
from tripot.testing.suite.test_interference import pairs_from
from tripot.testing.suite.test_lines import guess_in_lines
from tripot.testing.suite.test_redaction import leak_of_luck, leaks_along


def leak_along_lines(setting: Setting, effort: int) -> str:
    return next(itertools.chain.from_iterable(leaks_along(setting, seed) for seed in range(effort)), "")


def leak_in_pairs(setting: Setting, effort: int) -> str:
    lines = (pairs_from(setting, seed, 20, 12) for seed in range(10 * effort))
    return next((pair.leak for pairs in lines for pair in pairs if pair.leak), "")


def leak_in_driven_pairs(setting: Setting, effort: int) -> str:
    """By the driver of the native tests, which plain Python can run too."""
    twin = plain(setting.game.rules, DRIVERS)
    batches = (run_pairs(twin, setting, 10, first, depth=150, length=15).leak for first in range(0, 200 * effort, 10))
    return next(filter(None, batches), "")


def leak_of_imagination(setting: Setting, effort: int) -> str:
    return leak_of_luck(setting)


def guess_about_points(setting: Setting, effort: int) -> str:
    return next(filter(None, (guess_in_lines(setting, seed) for seed in range(effort))), "")


CHECKS = {
    "looks": leak_along_lines, "pairs": leak_in_pairs, "driver": leak_in_driven_pairs, "luck": leak_of_imagination,
    "points": guess_about_points,
}  # fmt: skip


@pytest.mark.parametrize(("hole", "check"), [(hole, check) for hole in HOLES for check in hole.noticed_by], ids=str)
def test_a_hole_is_noticed(hole: Hole, check: str):
    assert CHECKS[check](setting_with(hole), effort=3) != ""


@pytest.mark.parametrize("check", CHECKS)
@pytest.mark.parametrize(("game", "seats"), [("prohis", 4), ("chasse", 2)])
def test_a_copy_without_a_hole_is_not_accused(game, seats, check):
    """So that it is the hole that is noticed, not the copying."""

    def sealed(s):
        """nothing is changed"""
        return honest(s)  # noqa: F821

    whole = setting_with(Hole(game, seats, sealed, ()))
    assert CHECKS[check](whole, effort=1) == ""


def test_a_clause_can_t_be_a_spy():
    """Refusals are worded from what the asked seat sees: a clause that looks at the pile finds it face down."""

    def clause(s, seat, move):
        """the clause of a refusal tells what is in the pile"""
        return 1 + s.pile[LEGAL] % 20  # noqa: F821

    spied = setting_with(Hole("prohis", 4, clause, ()))
    assert leak_in_pairs(spied, effort=1) == ""
