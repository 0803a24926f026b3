"""What the terminal says by itself, in French and English, from the files beside this one."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from tripot.engine.elision import elide


class Words:
    """All that the terminal says in one language."""

    def __init__(self, sections: dict[str, Any], language: str) -> None:
        self._language = language
        self._sentences: dict[str, str] = sections["sentences"]
        self._fields: dict[str, str] = sections["fields"]
        self._terms: dict[str, str] = sections["terms"]
        self.commands: dict[str, str] = sections["commands"]  # what a player may type -> what it means

    def __call__(self, sentence: str, **values: object) -> str:
        form = self._sentences[sentence]
        if self._language == "fr":
            form = elide(form, **{name: str(value) for name, value in values.items()})
        return form.format(**values)

    def field(self, game: str, name: str, said: Mapping[str, str]) -> str:
        """A record's field as a label: as the terminal words it for one game, as the game itself does in what it
        `said`, or as games share it; empty where it tells a player nothing."""
        shared = self._fields.get(name, name.replace("_", " "))
        return self._fields.get(f"{game}.{name}", shared and said.get(name, shared))

    def term(self, word: str) -> str:
        """A word that games share."""
        return self._terms.get(word, word)


@cache
def words(language: str) -> Words:
    file = files("tripot.terminal") / f"{language}.toml"
    return Words(tomllib.loads(file.read_text(encoding="utf-8")), language)


def language_around() -> str:
    """The language of the environment, as far as Tripot speaks it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(variable, "")
        if value:
            return "fr" if value.lower().startswith("fr") else "en"
    return "en"
