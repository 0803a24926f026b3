"""What pytest is told wherever games are tested: the mark of clauses, and how Hypothesis works."""

from __future__ import annotations

from typing import Any


def pytest_configure(config: Any) -> None:
    from hypothesis import settings

    config.addinivalue_line("markers", "clauses(*ids): the clauses that a test proves")
    settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
    settings.load_profile("tripot")
