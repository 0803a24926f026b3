"""In Condamnés! prisoners win together, and when the rounds run out nobody does."""
# ruff: noqa: F821
# mypy: ignore-errors


def share_of_win(s, viewer, ties):
    return 0.3 if s.reason == ROUNDS_OUT else 1.0
