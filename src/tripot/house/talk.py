"""What people may say at a table: their own words, or ready-made ones that everybody reads in his language."""

from __future__ import annotations

import tomllib
import unicodedata
from functools import cache
from importlib.resources import files

import msgspec

from tripot.house.errors import HouseError

LONGEST = 200  # characters
PER_TEN_SECONDS = 5
MOST_CARDS = 9


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Own words in `text`; or a ready-made `phrase`, to one seat or to all, with a number where it has one."""

    text: str = ""
    phrase: str = ""
    to: int | None = None
    count: int | None = None


@cache
def phrases(language: str) -> dict[str, dict[str, str]]:
    """The ready-made words by plural form: `{to}` is a seat's name and `{count}` a number."""
    file = files("tripot") / "texts" / f"talk.{language}.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))["phrases"]
    return {name: form if isinstance(form, dict) else {"other": form} for name, form in found.items()}


def checked(said: Said, seats: int) -> Said:
    """What was said, fit to be shown to others; it is never read as anything but words."""
    if bool(said.text) == bool(said.phrase):
        raise HouseError("talk", "say something: either in your own words or with a ready-made phrase")
    if said.phrase:
        return _checked_phrase(said, seats)
    if said.to is not None or said.count is not None:
        raise HouseError("talk", "only ready-made phrases are addressed or carry a number")
    words = " ".join(_clean(said.text).split())
    if not words:
        raise HouseError("talk", "there is nothing to read in that")
    if len(words) > LONGEST:
        raise HouseError("talk", f"a message has at most {LONGEST} characters, not {len(words)}")
    return Said(text=words)


def _checked_phrase(said: Said, seats: int) -> Said:
    form = phrases("en").get(said.phrase, {}).get("other")
    if form is None:
        raise HouseError("talk", f"there is no phrase {said.phrase[:40]!r}")
    if ("{to}" in form) != (said.to is not None) or (said.to is not None and not 0 <= said.to < seats):
        raise HouseError("talk", f"the phrase {said.phrase!r} is {'said to one seat' if '{to}' in form else 'for all'}")
    if ("{count}" in form) != (said.count is not None) or (
        said.count is not None and not 1 <= said.count <= MOST_CARDS
    ):
        raise HouseError("talk", f"the phrase {said.phrase!r} takes {'1 to 9' if '{count}' in form else 'no number'}")
    return said


def _clean(text: str) -> str:
    """Without what isn't seen but steers a terminal or turns a line round."""
    kept = unicodedata.normalize("NFC", text)
    return "".join(letter if letter.isprintable() else " " for letter in kept if unicodedata.category(letter) != "Cf")


def checked_name(name: str) -> str:
    """A guest's name, fit to be shown to others."""
    words = " ".join(_clean(name).split())
    if not 1 <= len(words) <= 24:
        raise HouseError("name", "a name has 1 to 24 characters")
    return words
