"""Every clause of every game is proven by a test that names it, and no test names a clause that doesn't exist."""

import pytest

from tests.clauses import marked, proofs, table
from tripot.engine.catalogue import catalogue, rules_of
from tripot.engine.texts import texts

CLAUSES = {game: list(texts(game).clauses) for game in catalogue()}


@pytest.mark.parametrize("game", catalogue())
def test_every_clause_is_proven(game):
    proven = proofs()
    assert [clause for clause in CLAUSES[game] if clause not in proven] == []


def test_every_clause_named_exists():
    known = {clause for clauses in CLAUSES.values() for clause in clauses}
    assert {clause: tests for clause, tests in proofs().items() if clause not in known} == {}


@pytest.mark.parametrize("game", catalogue())
def test_both_languages_have_the_same_clauses(game):
    assert list(texts(game, "fr").clauses) == CLAUSES[game]
    assert all(clause.startswith(f"{rules_of(game).CLAUSE}-") for clause in CLAUSES[game])


def test_only_marks_on_tests_count():
    source = '''
@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.clauses("ONE-01", "ONE-02")
def test_marked(seats): ...

@pytest.mark.clauses("ONE-03")
def no_test(): ...

def test_unmarked():
    """pytest.mark.clauses("ONE-04")"""
'''
    assert list(marked(source)) == [("test_marked", ["ONE-01", "ONE-02"])]


def test_table_lists_every_clause_with_its_proofs():
    lines = table().splitlines()
    for clause, tests in proofs().items():
        (line,) = [line for line in lines if line.startswith(f"| {clause} |")]
        assert all(f"`{test}`" in line for test in tests)
