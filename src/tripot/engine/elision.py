"""French "de" and "que" before a name: « la main d’Odette », « la main de Jules »."""

from __future__ import annotations

import re
import unicodedata

# before a vowel, a mute h (Hélène, not Hans) or the y of Yves; a square such as a1 is no word
_VOWEL = re.compile(r"(?:[aeiouœæ]|h[eiouy]|y[^aeiou\W])(?!\d)", re.IGNORECASE)
_BEFORE_FIELD = re.compile(r"\b(d|qu)e (?=\{(\w+)(?:!s)?\})", re.IGNORECASE)


def elide(form: str, *words: str, **named: str) -> str:
    """A template in which "de" and "que" fit the values that will follow them."""
    values = {**{str(place): word for place, word in enumerate(words)}, **named}
    return _BEFORE_FIELD.sub(lambda found: f"{found[1]}’" if _elides(values.get(found[2], "")) else found[0], form)


def _elides(word: str) -> bool:
    letters = unicodedata.normalize("NFKD", word)
    return _VOWEL.match("".join(letter for letter in letters if not unicodedata.combining(letter))) is not None
