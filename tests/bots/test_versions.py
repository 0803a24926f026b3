"""The mark of a game's bots: another one as soon as anything has changed that they play by."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tripot

ASK = """
import json
from tripot.bots.versions import code_of
from tripot.engine.catalogue import catalogue
print(json.dumps({name: code_of(name) for name in catalogue()}))
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package, in which files may be changed."""
    left_out = shutil.ignore_patterns("web", "__pycache__")
    return Path(shutil.copytree(Path(tripot.__file__).parent, tmp_path / "tripot", ignore=left_out))


def codes(house: Path) -> dict[str, str]:
    told = subprocess.run([sys.executable, "-c", ASK], cwd=house.parent, check=True, capture_output=True, text=True)
    return dict(json.loads(told.stdout))


@pytest.mark.parametrize(
    ("file", "games"),
    [
        ("games/condamnes.py", {"condamnes"}),
        ("games/positions/contrebande.py", {"contrebande"}),
        ("games/common.py", {"chasse", "condamnes", "contrebande", "prohibition", "prohis"}),
        ("bots/instincts/chasse.py", {"chasse"}),
        ("bots/instincts/moods.py", {"chasse", "condamnes", "contrebande", "prohibition", "prohis"}),
        ("bots/master/plans/chasse/ways.py", {"chasse"}),
        ("bots/master/search.py", {"chasse", "condamnes", "contrebande", "prohibition", "prohis"}),
        ("bots/networks/prohis.npz", {"prohis"}),
        ("bots/chatter.py", set()),
    ],
)
def test_what_changes_marks_those_games_that_are_played_by_it(house, file, games):
    before = codes(house)
    with (house / file).open("ab") as changed:
        changed.write(b"\n")
    after = codes(house)
    assert {name for name in before if before[name] != after[name]} == games
