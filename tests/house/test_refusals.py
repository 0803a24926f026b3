"""Every refusal is a text, in both languages: no sentence for people is in the code."""

import ast
import string
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import tripot
from tests.house.people import ANNA, BOB, NOON, began, room_of
from tripot.engine import errors
from tripot.engine.errors import Refusal
from tripot.engine.texts import LANGUAGES
from tripot.house import errors as house_errors
from tripot.house import fairness
from tripot.house.errors import sentence_of

SOURCES = Path(tripot.__file__).parent
KINDS = {
    name
    for module in (errors, house_errors, fairness)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}
SENDERS = {
    "problem_named": 0,
    "sentence": 0,
    "_refused": 2,
    "drop": 1,
    "_turn_away": 2,
}  # and which argument is the name


def worded(language: str) -> dict[str, str]:
    text = (files("tripot") / "texts" / f"refusals.{language}.toml").read_text("utf-8")
    return {name: form for name, form in tomllib.loads(text).items() if isinstance(form, str)}


def fields(form: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(form) if name is not None}


def calls() -> Iterator[tuple[str, ast.Call, int]]:
    """Every place in the sources where something is refused: where, how, and which argument names it."""
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                where = f"{path.relative_to(SOURCES)}:{node.lineno}"
                if called in KINDS:
                    yield where, node, 0
                elif called in SENDERS and path.parent.name == "web" and len(node.args) > SENDERS[called]:
                    yield where, node, SENDERS[called]


def names(node: ast.expr) -> list[str]:
    """The names that an argument may be; none if it is no name."""
    if isinstance(node, ast.IfExp):
        return names(node.body) + names(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_both_languages_word_the_same_refusals_with_the_same_fields() -> None:
    english, french = map(worded, LANGUAGES)
    assert english.keys() == french.keys()
    assert {name: fields(form) for name, form in english.items()} == {
        name: fields(form) for name, form in french.items()
    }


def test_nothing_is_refused_with_a_sentence_of_the_code_s_own() -> None:
    known, used = worded("en"), set[str]()
    for where, call, place in calls():
        argument = call.args[place]
        if isinstance(argument, ast.Name) and argument.id in ("reason", "why", "name"):
            continue  # a name that was chosen above, and is looked for below
        found = names(argument)
        assert found, f"{where} refuses without a name"
        for name in found:
            assert name in known, f"{where}: there is no text {name!r}"
            used.add(name)
            if (
                not any(keyword.arg is None for keyword in call.keywords)
                and place == 0
                and isinstance(argument, ast.Constant)
            ):
                given = {keyword.arg for keyword in call.keywords}
                assert fields(known[name]) <= given, f"{where}: {name!r} lacks {fields(known[name]) - given}"
    sources = "".join(path.read_text("utf-8") for path in SOURCES.rglob("*.py"))
    assert {name for name in known if f'"{name}"' not in sources} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_a_whole_sentence_with_its_clause_in_the_reader_s_language(language: str) -> None:
    room = began("prohis", [ANNA, BOB, "random"])
    seat = min(room.table.actors)  # type: ignore[union-attr]
    guest = room.chairs[seat].guest or ANNA.id
    with pytest.raises(Refusal) as illegal:
        room.submit(guest, "x", room.chronicle(seat).beat, ["let-pass"], NOON)
    told = sentence_of(illegal.value, language)
    clause = illegal.value.clause
    assert tripot.game("prohis").texts(language).clause(clause) in told
    with pytest.raises(Refusal) as status:
        room_of("prohis", [ANNA, BOB, "random"]).submit(ANNA.id, "x", 0, ["send"], NOON)
    assert (
        sentence_of(status.value, language)
        == {
            "en": "The table is open, so this can't be done now.",
            "fr": "La table est ouverte\N{NO-BREAK SPACE}: ce n’est pas possible maintenant.",
        }[language]
    )
