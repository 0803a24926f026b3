"""How texts are set: French with its own spaces and apostrophes, English with one kind of apostrophe."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import ROOT

# What French never has: another space than its own before double signs and within its quotation marks, a straight
# apostrophe, straight quotation marks.
MISSET = re.compile(r"[^\s\u202f] [;!?»]|« |[\w)}»] :|[\w}][;!?](?=\s|$)|[\w}]:(?= )|\w'\w|\"")
NAMES = re.compile(r"Condamnés!|\bR!")  # a title as it is printed, and a sign on the board
TOML = [*ROOT.glob("src/tripot/texts/*.toml"), *ROOT.glob("src/tripot/terminal/*.toml")]
PAGE = [*ROOT.glob("ui/src/**/*exts.json"), *ROOT.glob("ui/src/**/coach.json")]


def strings(section: Any) -> Iterator[str]:
    if isinstance(section, str):
        yield section
    elif isinstance(section, dict):
        for value in section.values():
            yield from strings(value)
    elif isinstance(section, list):
        for value in section:
            yield from strings(value)


def texts(file: Path, language: str) -> list[str]:
    """All that a file says in a language."""
    if file.suffix == ".toml":
        named = file.stem.rpartition(".")[2] or file.stem
        return list(strings(tomllib.loads(file.read_text("utf-8")))) if named == language else []
    return list(strings(json.loads(file.read_text("utf-8"))[language]))


@pytest.mark.parametrize("file", [*TOML, *PAGE], ids=lambda file: file.relative_to(ROOT).as_posix())
def test_french_is_set_as_french_and_english_as_english(file: Path) -> None:
    french, english = texts(file, "fr"), texts(file, "en")
    assert french or english or file.name == "talk.toml"
    assert not [text for text in french if MISSET.search(NAMES.sub("", text))]
    assert not [text for text in english if re.search("[’‘\u00ab\u00bb]", text)]
