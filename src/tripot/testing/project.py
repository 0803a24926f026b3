"""A game's project: the folder with its `pyproject.toml`, where its tests, goldens and records lie."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from tripot.engine.catalogue import GROUP, home_of, rules_of


def project_of(name: str) -> Path | None:
    """The folder that a game's rules, or whoever checks them, are in; None for a game that is installed without it."""
    file = Path(str(rules_of(name).__file__))
    return next((folder for folder in (Path.cwd(), *file.parents) if _makes(folder, name)), None)


def _makes(folder: Path, name: str) -> bool:
    """Whether a folder's project is the one that a game comes from."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    except (OSError, ValueError, KeyError):
        return False
    if home_of(name).is_ours:
        return bool(project.get("name") == "tripot")
    return name in project.get("entry-points", {}).get(GROUP, {})


def tests_of(name: str) -> Path | None:
    project = project_of(name)
    return None if project is None else project / "tests"


def test_files_of(name: str) -> Iterator[Path]:
    """The files with a game's own tests: ours lie by game, a maker's project has all of its tests for one."""
    tests = tests_of(name)
    if tests is not None:
        yield from sorted(tests.rglob(f"test_{name}.py" if home_of(name).is_ours else "test_*.py"))


@cache
def cases_of(name: str) -> ModuleType | SimpleNamespace:
    """What random play needs to be told: `ENDINGS`, reason -> a function that makes a position which leads to it;
    `CHOICES`, option -> one more text for an option that is read from text. From `NAME_cases.py`, if there is one."""
    tests = tests_of(name)
    for file in sorted(tests.rglob(f"{name}_cases.py")) if tests else ():
        spec: Any = spec_from_file_location(file.stem, file)
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
        return module
    return SimpleNamespace()


def endings_of(name: str) -> dict[str, Any]:
    return dict(getattr(cases_of(name), "ENDINGS", {}))


def is_pinned(name: str) -> bool:
    """Whether what a game says and does is written down, so that a change is noticed."""
    tests = tests_of(name)
    return tests is not None and (tests / "goldens" / f"{name}.txt").exists()
