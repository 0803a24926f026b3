"""The ready-made words of the table: which there are in a game, when they fit, and how they are said in a language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from tripot.engine.catalogue import home_of

REST = "rest"  # the role of whoever has no other
Forms = dict[str, str]  # by plural form


class Claim(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is said about hidden things: that there are `some` or `none` of these among the cards of a place."""

    of: str  # convoy, hand, declaration
    some: tuple[str, ...] = ()
    none: tuple[str, ...] = ()
    false: bool = False  # that a declaration isn't true


class Phrase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a phrase is offered first, to whom it is said, what it may be about; see texts/talk.toml."""

    when: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    what: tuple[str, ...] = ()
    count: str = ""
    promise: tuple[dict[str, str], ...] = ()
    claim: Claim | None = None
    gesture: bool = False
    character: str = ""  # whose own it is among the house's bots: nobody else says it


class Opening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How hidden things come to light: the act that turns them, the news that ends it, and what tells at once."""

    turns: str = ""
    over: tuple[str, ...] = ()
    unopened: tuple[str, ...] = ()
    true: tuple[str, ...] = ()
    lie: tuple[str, ...] = ()


class Remark(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What bots of a role may say at a moment: any of these, or one of two opposite claims."""

    by: str
    says: tuple[str, ...] = ()
    opposite: tuple[str, ...] = ()
    what: str = ""
    after: bool = False


class Phrasebook(msgspec.Struct, frozen=True):
    """All that can be said with ready-made words at a game's table."""

    roles: dict[str, str]  # the public field that names whoever has the role
    phrases: dict[str, Phrase]
    openings: dict[str, Opening]
    remarks: dict[str, tuple[Remark, ...]]
    answers: dict[str, tuple[str, ...]]
    characters: dict[str, tuple[str, ...]]  # what of everybody's words bots of a character like
    retorts: dict[str, dict[str, tuple[str, ...]]]  # and their own answers to what can be said to them

    def judged(self, name: str) -> bool:
        """Whether the table will tell if it was kept, or true."""
        phrase = self.phrases[name]
        return bool(phrase.promise) or (phrase.claim is not None and phrase.claim.of in self.openings)

    def own(self, character: str, role: str) -> tuple[str, ...]:
        """What bots of a character say in a role, and nobody else does."""
        return tuple(
            name
            for name, phrase in self.phrases.items()
            if character and phrase.character == character and (not phrase.by or role in phrase.by)
        )

    def role(self, table: Mapping[str, Any], seat: int) -> str:
        """What a seat is, by a document that everybody may see."""
        return next((role for role, field in self.roles.items() if table.get(field) == seat), REST)


class Wording(msgspec.Struct, frozen=True):
    """How it is said in one language: forms of phrases and things, words for numbers, a declaration's frame."""

    phrases: dict[str, Forms]
    things: dict[str, Forms]
    numbers: list[str]
    declaration: dict[str, str]


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("tripot") / "texts" / name).read_text(encoding="utf-8"))


def _own(game: str, name: str, found: dict[str, Any]) -> dict[str, Any]:
    """A game's part of what was found; a package has a file of its own, if it has anything to say."""
    home = home_of(game)
    if home.is_ours:
        return dict(found.get(game, {}))
    file = home.file("texts", name)
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _forms(form: str | Forms) -> Forms:
    return form if isinstance(form, dict) else {"other": form}


@cache
def phrasebook(game: str) -> Phrasebook:
    """A game's own phrases first, then those for every game, then gestures."""
    found = _read("talk.toml")
    own = _own(game, "talk.toml", found)
    phrases = msgspec.convert({**own.get("phrases", {}), **found["phrases"]}, dict[str, Phrase], strict=False)
    gestures = {name: Phrase(gesture=True) for name in found["gestures"]["all"]}
    return Phrasebook(
        own.get("roles", {}),
        phrases | gestures,
        msgspec.convert(own.get("opening", {}), dict[str, Opening]),
        msgspec.convert(own.get("bots", {}), dict[str, tuple[Remark, ...]]),
        msgspec.convert(found["answers"] | own.get("answers", {}), dict[str, tuple[str, ...]]),
        msgspec.convert(found["characters"], dict[str, tuple[str, ...]]),
        msgspec.convert(found["retorts"], dict[str, dict[str, tuple[str, ...]]]),
    )


@cache
def wording(game: str, language: str) -> Wording:
    found = _read(f"talk.{language}.toml")
    own = _own(game, f"talk.{language}.toml", found)
    forms = own.get("phrases", {}) | found["phrases"] | found["gestures"]
    return Wording(
        {name: _forms(form) for name, form in forms.items()},
        {name: _forms(form) for name, form in own.get("things", {}).items()},
        found["numbers"]["words"],
        own.get("declaration", {}),
    )


def counted(words: Wording, thing: str, count: int) -> str:
    """So many of a thing."""
    forms = words.things[thing]
    number = words.numbers[count] if count < len(words.numbers) else str(count)
    return forms["one" if count == 1 and "one" in forms else "other"].format(count=number)
