"""What pytest is told wherever games are tested: the mark of clauses, and how Hypothesis works."""

from __future__ import annotations

import os
from typing import Any

import pytest

CHECKED = "TRIPOT_CHECKED"  # the games that `tripot check` was asked for, with spaces between them; else all


def pytest_configure(config: Any) -> None:
    from hypothesis import settings

    config.addinivalue_line("markers", "clauses(*ids): the clauses that a test proves")
    config.addinivalue_line("markers", "xdist_group(name): tests that share a worker, where pytest-xdist is installed")
    settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
    settings.load_profile("tripot")
    if CHECKED in os.environ:
        config.pluginmanager.register(Report())


def pytest_collection_modifyitems(items: list[Any]) -> None:
    """What a game has none of (goldens, endings made by hand) is no test that was skipped."""
    items[:] = [item for item in items if not any(map(_is_empty, item.iter_markers("skip")))]


def _is_empty(mark: Any) -> bool:
    return "got empty parameter set" in str(mark.kwargs.get("reason", ""))


class Report:
    """How `tripot check` tells what is wrong."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """A test that fails in one setting after another tells the whole story once."""
        if report.failed:
            test = report.nodeid.partition("[")[0]
            if test in self._told:
                lines = report.longreprtext.splitlines()
                errors = [line for line in lines if line.startswith("E ")]
                report.longrepr = "\n".join(dict.fromkeys([*errors[:1], *errors[-1:]])) or lines[-1]
            self._told.add(test)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: Any) -> None:
        """What Python says of a number without room, in the words of the contract."""
        fault = call.excinfo and call.excinfo.value
        if isinstance(fault, ValueError) and "memoryview: invalid value" in str(fault):
            fault.add_note("A number is too large for its field: give it room in RECORD, wide=16 or 32.")
