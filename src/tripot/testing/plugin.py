"""What pytest is told wherever games are tested: the mark of clauses, and how Hypothesis works."""

from __future__ import annotations

from typing import Any


def pytest_configure(config: Any) -> None:
    from hypothesis import settings

    config.addinivalue_line("markers", "clauses(*ids): the clauses that a test proves")
    settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
    settings.load_profile("tripot")


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """What a game has none of (goldens, endings made by hand) is no test that was skipped."""
    items[:] = [item for item in items if not any(map(_is_empty, item.iter_markers("skip")))]


def _is_empty(mark: Any) -> bool:
    return "got empty parameter set" in str(mark.kwargs.get("reason", ""))
