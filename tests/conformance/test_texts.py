"""Both languages say everything that a game can say."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tests.lines import states
from tests.settings import Setting, each_game
from tripot.engine.look import Look, seats_in
from tripot.engine.texts import LANGUAGES

each_language = pytest.mark.parametrize("language", LANGUAGES)


def sections(name: str, language: str) -> dict[str, Any]:
    file = files("tripot") / "texts" / f"{name}.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def has_form(forms: dict[str, str], text: str) -> bool:
    """Whether there is a template for a text or for its first words."""
    words = text.split()
    return any(" ".join(words[:length]) in forms for length in range(1, len(words) + 1))


def keys(section: Any) -> set[str]:
    return set(section) if isinstance(section, dict) else set()


@each_game()
def test_both_languages_have_the_same_texts(game):
    english, french = sections(game.name, "en"), sections(game.name, "fr")
    assert keys(english) == keys(french)
    for section in english:
        assert keys(english[section]) == keys(french[section]), section


@each_game()
@each_language
def test_no_text_is_empty(game, language):
    for name, section in sections(game.name, language).items():
        texts = section.items() if isinstance(section, dict) else [(name, section)]
        for key, text in texts:
            assert text.strip(), f"{name}: {key}"


@each_game()
@each_language
def test_clauses_are_numbered_without_a_gap(game, language):
    clauses = sorted(game.texts(language).clauses)
    assert clauses == [game.clause_name(number) for number in range(1, len(clauses) + 1)]


@each_game()
@each_language
def test_prompts_and_flaws_rest_on_clauses_that_there_are(game, language):
    numbers = [*game.rules.PROMPTS, *(clause for _, clause in game.rules.FLAWS)]
    assert {game.clause_name(number) for number in numbers} <= set(game.texts(language).clauses)


@each_game()
def test_every_move_rests_on_a_clause_that_there_is(game):
    """Whatever an asked seat may try, legal or not."""
    clauses = game.texts().clauses
    for state in states(Setting(game, game.most), 41)[::9]:
        for seat in seats_in(game.plain.actors(state)):
            look = Look(game, state, seat)
            assert {look.clause_of(move) for move in range(len(game.moves))} <= set(clauses)


@each_game()
@each_language
def test_every_phase_has_a_prompt(game, language):
    roles = getattr(game.rules, "ROLES", ())
    for_roles = {f"{phase} {role}" for phase in game.rules.PHASES for role in roles}
    assert keys(sections(game.name, language)["prompts"]) - for_roles == set(game.rules.PHASES)


@each_game()
@each_language
def test_every_end_flaw_and_piece_of_news_has_its_sentence(game, language):
    told = sections(game.name, language)
    assert keys(told["ends"]) == set(game.reasons)
    assert keys(told["flaws"]) == {name for name, _ in game.rules.FLAWS}
    assert keys(told["news"]) == set(game.rules.NEWS)
    for name in game.rules.NEWS:
        assert_said(game.texts(language).news(name, "Ann"))


@each_game()
@each_language
def test_every_move_has_a_label(game, language):
    forms, texts = sections(game.name, language)["moves"], game.texts(language)
    without = [text for text in game.moves if not has_form(forms, text)]
    assert not without
    for text in game.moves:
        assert_said(texts.move(text, "seat {}".format))


@each_game()
@each_language
def test_no_two_moves_have_the_same_label(game, language):
    labels: dict[str, str] = {}
    for text in game.moves:
        label = game.texts(language).move(text, "seat {}".format)
        assert labels.setdefault(label, text) == text, label


@each_game()
@each_language
def test_every_move_can_be_told(game, language):
    """In full and half heard; a sentence may be missing where there is nothing to tell, but none may break."""
    texts = game.texts(language)
    for text in (*game.moves, *game.outcomes):
        for told in (text, f"{text.split()[0]} ?"):
            sentence = texts.told(told, "Ann", game.rules.ABOUT[0] if game.rules.ABOUT else "", "seat {}".format)
            assert "{" not in sentence
            assert "?" not in sentence.replace("\N{NO-BREAK SPACE}?", "") or told.endswith("?")


@each_game()
@each_language
def test_every_form_is_used(game, language):
    """A template that no move begins with is a slip of the pen."""
    told = sections(game.name, language)
    spoken = [*game.moves, *game.outcomes, *(f"{text.split()[0]} ?" for text in (*game.moves, *game.outcomes))]
    for section in ("moves", "log"):
        unused = [form for form in told[section] if not any(f"{text} ".startswith(f"{form} ") for text in spoken)]
        assert not unused, section


def assert_said(sentence: str) -> None:
    assert sentence.strip()
    assert "{" not in sentence
    assert "}" not in sentence
