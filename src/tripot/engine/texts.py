"""Text for people, in French and English, from the files in `texts/`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any

from tripot.engine.catalogue import home_of
from tripot.engine.elision import elide

if TYPE_CHECKING:
    from tripot.engine.look import News

LANGUAGES = ("en", "fr")
SECTIONS = ("title", "blurb", "clauses", "words", "ends", "prompts", "moves", "log", "news", "flaws")
THOUSANDS = {"en": ",", "fr": "\N{NARROW NO-BREAK SPACE}"}


class Texts:
    """All that one game says in one language. What has no text yet is called by its name; `tripot check` names it."""

    def __init__(self, sections: dict[str, Any], language: str) -> None:
        lacking = [section for section in SECTIONS if section not in sections]
        if lacking:
            raise KeyError(", ".join(lacking))
        self._sections, self._language = sections, language
        self.title: str = sections["title"]
        self.blurb: str = sections["blurb"]
        self.clauses: dict[str, str] = sections["clauses"]
        self.words: dict[str, str] = sections["words"]
        self.ends: dict[str, str] = sections["ends"]
        self.unit: str | dict[str, str] = sections.get("sum", "{}")  # how a sum of points or money is written
        self.headlines: dict[str, str] = sections.get("headlines", {})  # by phase, above the plain table
        # whose game it is and how its story begins; goal, turn and end; where each clause is from
        self.sheet: dict[str, str] = sections.get("sheet", {})
        self.summary: dict[str, str] = sections.get("summary", {})
        self.sources: dict[str, dict[str, str]] = sections.get("sources", {})

    def clause(self, name: str) -> str:
        return self.clauses[name]

    def end(self, reason: str) -> str:
        return self.ends.get(reason, reason)

    def epilogue(self, reason: str, winners: Sequence[str], role: str = "") -> str:
        """How the story ends: by the reason, by the role of the one winner, or by how many have won."""
        told = self._sections.get("epilogue", {})
        count = "one" if len(winners) == 1 else "many"
        form = told.get(reason) or told.get(f"{count} {role}") or told.get(count, "")
        *others, last = winners
        named = f"{', '.join(others)} {told.get('and', '')} {last}" if others else last
        return self._filled(str(form), winner=named)

    def prompt(self, phase: str, role: str = "") -> str:
        """The question of a phase, in the words for a role where it has some of its own."""
        prompts = self._sections["prompts"]
        return str(prompts.get(f"{phase} {role}", prompts.get(phase, phase)))

    def flaw(self, name: str) -> str:
        return str(self._sections["flaws"].get(name, name))

    def option(self, name: str) -> str:
        return str(self._sections.get("options", {}).get(name, name))

    def word(self, word: str) -> str:
        return self.words.get(word, word)

    def _form(self, section: str, text: str, number: int = -1) -> tuple[str, list[str]] | None:
        """The template with the longest fixed beginning of a text, for a number of things, and the words after it."""
        words = text.split()
        for length in range(len(words), 0, -1):
            form = self._sections.get(section, {}).get(" ".join(words[:length]))
            if form is not None:
                return self._counted(form, number), words[length:]
        return None

    def move(self, text: str, name: Callable[[int], str] = str) -> str:
        """A move as a label on a button."""
        found = self._form("moves", text)
        return text if found is None else self._filled(found[0], *self._words(found[0], found[1], name))

    def chance(self, text: str, name: Callable[[int], str] = str) -> str:
        """Something that may be so, as a bot believes it; empty where there are no words for it."""
        found = self._form("chances", text)
        return "" if found is None else self._filled(found[0], *self._words(found[0], found[1], name))

    def told(self, text: str, who: str, about: str = "", name: Callable[[int], str] = str) -> str:
        """A move as a sentence in the log; empty where nothing is worth telling. `text` ends in ` ?` if half heard."""
        found = self._form("log", text)
        if found is None or (text.endswith("?") and found[1]):
            return ""
        return self._filled(found[0], *self._words(found[0], found[1], name), who=who, about=self.word(about))

    def news(self, news: News, name: Callable[[int], str] = str) -> str:
        """What a move brought about, in a sentence with its number, sum and things."""
        return self._filled(
            self._counted(self._sections["news"].get(news.name, news.name), news.number),
            who=name(news.seat),
            whom="" if news.whom < 0 else name(news.whom),
            count=self.number(news.number),
            sum=self.sum(news.sum),
            things=", ".join(
                f"{count} × {self.word(word)}" if count > 1 else self.word(word) for word, count in news.things
            ),
        )

    def line(self, name: str, count: int) -> str:
        """What some of a seat's points are made of."""
        found = self._form("lines", name, count)
        if found is None:
            return name
        return self._filled(found[0], *self._words(found[0], found[1], str), count=self.number(count))

    def number(self, number: int) -> str:
        return f"{number:,}".replace(",", THOUSANDS[self._language])

    def sum(self, number: int) -> str:
        """A sum in what the game counts in: money, or points."""
        sign = "−" if number < 0 else ""
        return sign + self._counted(self.unit, abs(number)).format(self.number(abs(number)))

    def _counted(self, forms: Any, number: int) -> str:
        """A text, or the one of its two forms that goes with a number."""
        if isinstance(forms, str):
            return forms
        return str(forms["one" if number == 1 or (number == 0 and self._language == "fr") else "other"])

    def _filled(self, form: str, *words: str, **named: str) -> str:
        """A template with its values, as the language joins them."""
        fitting = elide(form, *words, **named) if self._language == "fr" else form
        return fitting.format(*words, **named)

    def _words(self, form: str, words: list[str], name: Callable[[int], str]) -> list[str]:
        """Words that fill a template: `{0}` translated; a number is a seat where the template says `{0!s}`."""
        return [
            name(int(word)) if word.isdigit() and f"{{{i}!s}}" in form else self._said(word)
            for i, word in enumerate(words)
        ]

    def _said(self, word: str) -> str:
        """A word in the game's own words; a place, which people count from one."""
        return str(int(word) + 1) if word.isdigit() and word not in self.words else self.word(word)


def refusal(name: str, language: str, fields: Mapping[str, object]) -> str:
    """Why something was refused, in one language; a name that has no text is a sentence already."""
    if not is_worded(name):
        return name
    form = str(_refusals(language)[name])
    values = {field: str(value(language) if callable(value) else value) for field, value in fields.items()}
    return (elide(form, **values) if language == "fr" else form).format(**values)


def is_worded(name: str) -> bool:
    """Whether a refusal of this name has a text."""
    return name in _refusals("en")


def refusal_word(word: str) -> Callable[[str], str]:
    """A word of the house that stands in a refusal, as a function of the language."""
    return lambda language: str(_refusals(language)["words"][word])


@cache
def _refusals(language: str) -> dict[str, Any]:
    return _read(f"refusals.{language}.toml")


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads((files("tripot") / "texts" / name).read_text(encoding="utf-8"))


def sections_of(game: str, language: str) -> dict[str, Any]:
    """All sections of a game's text file in one language."""
    return tomllib.loads(text_file(game, language).read_text(encoding="utf-8"))


def text_file(game: str, language: str) -> Traversable:
    return home_of(game).file("texts", f"{game}.{language}.toml")


@cache
def texts(game: str, language: str = "en") -> Texts:
    if language not in LANGUAGES:
        raise ValueError(f"Tripot speaks {' and '.join(LANGUAGES)}, not {language!r}")
    return Texts(sections_of(game, language), language)
