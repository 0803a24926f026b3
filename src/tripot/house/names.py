"""Names that people can read and tell apart: nothing unseen in them, and nobody called like another at one table."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import count

from tripot.house.errors import HouseError

LONGEST = 24  # characters
# letters and signs that show nothing, though they count as such: fillers of Hangul and Khmer, the empty Braille cell
BLANKS = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
MOST_MARKS = 2  # accents on one letter
SEEN = frozenset("LNPS")  # letters, numbers, punctuation, symbols


def clean(text: str, form: str = "NFC") -> str:
    """Without what isn't seen, steers a terminal or turns a line round; blanks are single and inside."""
    kept, marks = [], 0
    for letter in unicodedata.normalize(form, text):  # type: ignore[arg-type]
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category == "Cf" or marks > MOST_MARKS:
            continue
        kept.append(letter if letter.isprintable() and letter not in BLANKS else " ")
    return " ".join("".join(kept).split())


def is_seen(text: str) -> bool:
    """Whether there is anything to read in it."""
    return any(unicodedata.category(letter)[0] in SEEN for letter in text)


def checked_name(name: str) -> str:
    """A guest's name, fit to be shown to others."""
    words = clean(name, "NFKC")
    if not is_seen(words):
        raise HouseError("name.blank")
    if len(words) > LONGEST:
        raise HouseError("name.length", longest=LONGEST)
    return words


def key(name: str) -> str:
    """Two names that sound the same have the same one: case and accents aside."""
    letters = unicodedata.normalize("NFKD", clean(name, "NFKC").casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter) and not letter.isspace())


def told_apart(name: str, taken: Iterable[str]) -> str:
    """A name for a table where some are taken: the same, or with a number, as friends of one name are called."""
    used = {key(other) for other in taken}
    if key(name) not in used:
        return name
    numbered = (f"{name[: LONGEST - len(f' {number}')].rstrip()} {number}" for number in count(2))
    return next(each for each in numbered if key(each) not in used)
