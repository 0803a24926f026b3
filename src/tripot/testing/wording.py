"""What a game's two text files lack and what they have too much of, each named with its file and its section."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tripot.engine.catalogue import home_of
from tripot.engine.game import Game
from tripot.engine.texts import LANGUAGES, sections_of, text_file

UNWORDED = ("seats", "phase", "reason", "out")  # fields that a table shows by other means than their name
UNKNOWN = "unknown"  # which is drawn face down
BY_THE_RULES = ("clauses", "ends", "flaws", "news")  # sections of which the rules know all that there is to say
# a straight apostrophe, or a space at which a line may break before what belongs to the word in front of it
LOOSE_FRENCH = re.compile(r"\w'\w|[^\s\d] [!?;:»](?!\" =)|« ")


def slips(game: Game) -> Iterator[str]:
    """All that must be written, or struck out, before the game can say everything."""
    for language in LANGUAGES:
        told = sections_of(game.name, language)
        for slip in _slips_in(game, told):
            yield f"{_file(game, language)}: {slip}"
    yield from _one_sided(game)
    loose: dict[str, list[int]] = {}
    for number, line in enumerate(text_file(game.name, "fr").read_text(encoding="utf-8").splitlines(), 1):
        for wrong in LOOSE_FRENCH.findall(line):
            loose.setdefault(wrong, []).append(number)
    for wrong, lines in sorted(loose.items()):
        needs = "a curled apostrophe (U+2019)" if "'" in wrong else "a no-break space (U+202F)"
        where = ", ".join(map(str, dict.fromkeys(lines)))
        yield f"{_file(game, 'fr')}: {wrong!r} needs {needs}, in line {where}"


def silences(game: Game) -> Iterator[str]:
    """What the log leaves out: rightly so where another sentence tells it, else forgotten."""
    for language in LANGUAGES:
        untold = _without(sections_of(game.name, language).get("log", {}), game.moves)
        for silence in _named("log", "tells nothing of", untold):
            yield f"{_file(game, language)}: {silence}"


def _slips_in(game: Game, told: dict[str, Any]) -> Iterator[str]:
    rules = game.rules
    exact = {
        "ends": set(game.reasons),
        "flaws": set(rules.FLAWS),
        "news": {name for name, _ in rules.NEWS},
        "prompts": set(rules.PHASES),
    }
    for section, names in exact.items():
        said = set(told.get(section, ()))
        if section == "prompts":
            said -= {f"{phase} {role}" for phase in rules.PHASES for role in rules.ROLES}
        yield from _named(section, "lacks", names - said)
        yield from _named(section, "has what the rules don't know:", said - names)
    yield from _named("moves", "lacks a form for", _without(told.get("moves", {}), game.moves))
    yield from _named("lines", "lacks", _without(told.get("lines", {}), [name for name, _ in rules.LINES]))
    spoken = [*game.moves, *game.outcomes]
    halves = [f"{text.split()[0]} ?" for text in spoken]  # as they are half heard
    for section in ("moves", "log"):
        unused = [form for form in told.get(section, ()) if not _begins(form, [*spoken, *halves])]
        yield from _named(section, "has forms that no move begins with:", unused)
    if not home_of(game.name).is_ours:  # ours have tables and a terminal that word their fields
        shown = {name for name in rules.RECORD.fields if name not in (*UNWORDED, *rules.ASIDE)}
        yield from _named("words", "lacks the fields", shown - set(told.get("words", ())))
        yield from _named("words", "lacks", _values(game, shown) - set(told.get("words", ())))
    for phase, headline in told.get("headlines", {}).items():
        if phase not in rules.PHASES:
            yield f"[headlines] has what is no phase: {phase}"
        unknown = set(re.findall(r"{(\w+)", headline)) - set(rules.RECORD.fields)
        yield from _named("headlines", f"of {phase} names what is no field:", unknown)
    yield from _slips_of_clauses(game, list(told.get("clauses", ())))


def _values(game: Game, fields: Iterable[str]) -> set[str]:
    """The names that stand in these fields or count something there; numbers are counted from one."""
    read = [
        part
        for field in fields
        for part in (*game.rules.RECORD.fields[field].axes, game.rules.RECORD.fields[field].value)
    ]
    names = {name for part in read if isinstance(part, tuple) for name in part}
    return {name for name in names if name and name != UNKNOWN and not name.isdigit()}


def _slips_of_clauses(game: Game, written: list[str]) -> Iterator[str]:
    rules = game.rules
    used = {*rules.PROMPTS, *rules.FLAWS.values(), *rules.MOVES.clauses, rules.PACK_CLAUSE}
    used |= {clause for _, clause in (*rules.NEWS, *rules.LINES)}
    names = {game.clause_name(number) for number in used if number}
    in_order = [game.clause_name(number) for number in range(1, len(written) + 1)]
    yield from _named("clauses", "lacks", names - set(written))
    yield from _named("clauses", "counts from 1 without a gap, and has", set(written) - set(in_order))


def _one_sided(game: Game) -> Iterator[str]:
    """What one language says and the other doesn't."""
    texts = {language: sections_of(game.name, language) for language in LANGUAGES}
    for language, other in (LANGUAGES, LANGUAGES[::-1]):
        for section in texts[language]:
            there, here = texts[other].get(section, {}), texts[language][section]
            if section not in texts[other]:
                yield f"{_file(game, other)}: lacks {section}, which {language} has"
            elif isinstance(here, dict) and section not in BY_THE_RULES:
                for slip in _named(section, "lacks", set(here) - set(there)):
                    yield f"{_file(game, other)}: {slip}, which {language} has"


def _named(section: str, what: str, names: Iterable[str]) -> Iterator[str]:
    if found := sorted(names):
        yield f"[{section}] {what} {', '.join(found)}"


def _without(forms: Iterable[str], texts: Iterable[str]) -> set[str]:
    """The verbs of texts that no form fits."""
    return {text.split()[0] for text in texts if not any(_begins(form, [text]) for form in forms)}


def _begins(form: str, texts: Iterable[str]) -> bool:
    return any(f"{text} ".startswith(f"{form} ") for text in texts)


def _file(game: Game, language: str) -> str:
    return f"texts/{game.name}.{language}.toml"
