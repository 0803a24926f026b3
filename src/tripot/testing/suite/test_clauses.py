"""Every clause of a game is proven by a test that names it, and no test names a clause that doesn't exist."""

from tripot.testing.clauses import proofs
from tripot.testing.project import project_of
from tripot.testing.settings import each_game


@each_game()
def test_every_clause_is_proven(game):
    if project_of(game.name) is not None:  # else its tests stayed with its maker
        proven = proofs(game.name)
        unproven = [clause for clause in game.texts().clauses if clause not in proven]
        assert not unproven, f"no test is marked with {', '.join(unproven)}"


@each_game()
def test_every_clause_named_exists(game):
    known = game.texts().clauses
    assert {clause: tests for clause, tests in proofs(game.name).items() if clause not in known} == {}


@each_game()
def test_both_languages_have_the_same_clauses(game):
    clauses = list(game.texts().clauses)
    assert list(game.texts("fr").clauses) == clauses
    assert all(clause.startswith(f"{game.rules.CLAUSE}-") for clause in clauses)
