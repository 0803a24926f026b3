"""`tripot check`: the suites on some games, in a process of their own, and the goldens written anew."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from tripot.bots.instincts import policy
from tripot.engine import rules_lint
from tripot.engine.catalogue import home_of
from tripot.engine.errors import TripotError
from tripot.engine.game import game
from tripot.testing import perft_table, playthrough, records
from tripot.testing.plugin import CHECKED
from tripot.testing.project import test_files_of, tests_of
from tripot.testing.wording import silences, slips

NATIVE = ("test_audience.py", "test_twins.py", "test_tensors.py", "test_endings.py")  # what compiles the rules
NOTHING_RAN = 5  # pytest's exit status


def complaints(name: str) -> Iterator[str]:
    """What must be mended before anything is played: words that native code doesn't know, fields that aren't there."""
    chosen = game(name)
    for module in (chosen.rules, policy(name)):
        if module is not None:
            yield from map(str, rules_lint.complaints(module, chosen.rules))


def slips_of(name: str) -> Iterator[str]:
    """What texts lack. Until it is written things go by their names in the rules, so all but texts can be tested."""
    yield from slips(game(name))


def remarks(name: str) -> Iterator[str]:
    """What may be meant so, or forgotten; ours is meant so."""
    if not home_of(name).is_ours:
        yield from silences(game(name))


def check(names: Sequence[str], plain: bool, worded: bool = True, only: str = "") -> int:
    """Run the suites, and the own tests of makers' games; pytest's exit status, 0 if all is well.

    `only` says which tests by their names, as pytest's `-k` does.
    """
    for missing in ("pytest", "hypothesis"):
        if find_spec(missing) is None:
            raise TripotError(f"checking needs {missing}: pip install 'tripot[testing]'")
    suite = Path(str(files("tripot.testing"))) / "suite"
    left_out = [f"--ignore={suite / name}" for name in NATIVE] if plain else []
    left_out += [] if worded else [f"--ignore={suite / 'test_texts.py'}"]
    named = " and ".join([*(["not native"] if plain else []), *([f"({only})"] if only else [])])
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "tripot.testing.plugin", "-p", "no:cacheprovider", "--no-header",
        "--tb=short", "--import-mode=importlib", "-c", os.devnull, "--rootdir", str(Path.cwd()),
        "-o", "strict_markers=true", *left_out, "-k", named, str(suite), *map(str, test_files(names)),
    ]  # fmt: skip
    return subprocess.run(command, env={**os.environ, CHECKED: " ".join(names)}).returncode


def test_files(names: Iterable[str]) -> list[Path]:
    return [file for name in names for file in test_files_of(name)]


def renew(name: str) -> Iterator[Path]:
    """Write a game's goldens and records anew, file by file. Read the diff before you commit it."""
    tests = tests_of(name)
    if tests is None:
        raise TripotError(f"{name} is installed without its project: run this in the folder of its pyproject.toml")
    goldens, kept = tests / "goldens", tests / "records"
    for folder in (goldens, kept):
        folder.mkdir(parents=True, exist_ok=True)
    told = goldens / f"{name}.txt"
    told.write_text(playthrough.written(game(name)), encoding="utf-8")
    yield told
    perft_table.write(name, goldens / "perft.txt")
    yield goldens / "perft.txt"
    for old in records.files_of(name):
        old.unlink()
    for label, table in records.games_of(game(name)):
        (kept / f"{label}.txt").write_text(table.record(), encoding="utf-8")
        yield kept / f"{label}.txt"
