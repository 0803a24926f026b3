"""Both languages say everything that a game can say."""

import re
from typing import Any

import pytest

from tripot.engine.look import Look, News, seats_in
from tripot.engine.texts import LANGUAGES, sections_of
from tripot.engine.witness import Witness
from tripot.testing.random_play import line, states
from tripot.testing.settings import Setting, each_game, each_setting
from tripot.testing.wording import slips

each_language = pytest.mark.parametrize("language", LANGUAGES)


def sections(name: str, language: str) -> dict[str, Any]:
    """All of a game's texts; what gives it a voice (sheet, summary, epilogue, sources) may be missing."""
    return {"sheet": {}, "summary": {}, "epilogue": {}, "sources": {}} | sections_of(name, language)


def keys(section: Any) -> set[str]:
    return set(section) if isinstance(section, dict) else set()


@each_game()
def test_nothing_lacks_its_text(game):
    assert list(slips(game)) == []


@each_game()
@each_language
def test_no_text_is_empty(game, language):
    for name, section in sections(game.name, language).items():
        texts = section.items() if isinstance(section, dict) else [(name, section)]
        for key, text in texts:
            assert all(part.strip() for part in (text.values() if isinstance(text, dict) else [text])), f"{name}: {key}"


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
def test_every_piece_of_news_has_its_sentence(game, language):
    for name, _ in game.rules.NEWS:
        for count in (1, 2):
            news = News(name, 0, whom=1, number=count, sum=1000 * count, things=((str((*game.rules.ABOUT, "")[0]), 2),))
            assert_said(game.texts(language).news(news, ("Ann", "Ben").__getitem__))


@each_game()
@each_language
def test_every_move_has_a_label(game, language):
    for text in game.moves:
        assert_said(game.texts(language).move(text, "seat {}".format))


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
            assert "?" not in sentence.replace("\N{NARROW NO-BREAK SPACE}?", "") or told.endswith("?")


@each_game()
@each_language
def test_every_clause_says_where_it_is_from(game, language):
    """What isn't wholly printed says which part is ours, and why."""
    told = sections(game.name, language)
    assert list(told["sources"]) in ([], list(told["clauses"]))
    for clause, source in told["sources"].items():
        assert source["kind"] in {"printed", "interpreted", "reconstructed"}, clause
        assert keys(source) <= {"kind", "why"}, clause
        assert source["kind"] == "printed" or source["why"].endswith("."), clause


@each_game()
def test_both_languages_say_that_a_clause_is_from_the_same_place(game):
    english, french = (sections(game.name, language)["sources"] for language in ("en", "fr"))
    for clause, source in english.items():
        assert source["kind"] == french[clause]["kind"], clause
        assert keys(source) == keys(french[clause]), clause


@each_game()
@each_language
def test_what_was_rebuilt_is_said_on_the_sheet(game, language):
    told = sections(game.name, language)
    rebuilt = [clause for clause, source in told["sources"].items() if source["kind"] == "reconstructed"]
    assert bool(rebuilt) == ("rebuilt" in told["sheet"]), rebuilt


@each_game()
@each_language
def test_the_rules_on_one_page_name_clauses_that_there_are(game, language):
    told = sections(game.name, language)
    assert list(told["summary"]) in ([], ["goal", "turn", "end"])
    for part, text in told["summary"].items():
        named = re.findall(r"[A-Z]{3}-\d\d", text)
        assert named, part
        assert set(named) <= keys(told["clauses"]), part
    english, french = (sections(game.name, each)["summary"] for each in ("en", "fr"))
    for part in english:
        assert re.findall(r"[A-Z]{3}-\d\d", english[part]) == re.findall(r"[A-Z]{3}-\d\d", french[part]), part


@each_game()
def test_the_sheet_has_a_story_and_the_same_names_in_both_languages(game):
    english, french = (sections(game.name, language)["sheet"] for language in ("en", "fr"))
    assert not english or "story" in english
    for fact in keys(english) & {"author", "illustrator", "publisher", "year"}:
        assert english[fact] == french[fact]


@each_game()
@each_language
def test_every_end_has_its_epilogue(game, language):
    """However it ended, whoever won; winners are named, and no form is left over."""
    told, texts = sections(game.name, language)["epilogue"], game.texts(language)
    roles = ("", *game.rules.ROLES)
    ways = [
        (reason, names, role) for reason in game.reasons for names in (["Ann"], ["Ann", "Bob", "Cid"]) for role in roles
    ]
    for way in ways if told else ():
        assert_said(texts.epilogue(*way))
    used = {
        form for form in told if form in game.reasons or form in {"and", "one", "many"} or form.split()[-1] in roles
    }
    assert used == keys(told)


@each_setting()
def test_news_has_all_that_its_sentence_names(setting):
    """A seat that is there, and somebody, a number and things where the sentence has room for them."""
    game = setting.game
    forms = {(name, language): str(sections(game.name, language)["news"][name])
             for name, _ in game.rules.NEWS for language in LANGUAGES}  # fmt: skip
    for seed, viewer in ((71, -1), (72, 0)):
        witness = Witness(game, viewer, setting.first_state())
        for step in line(setting, seed):
            moment = witness.step(step.before, step.seat, step.move, step.after)
            for news in moment.news if moment else ():
                assert 0 <= news.seat < setting.seats, f"{news.name} is of a seat that isn't there: {news.seat}"
                assert -1 <= news.whom < setting.seats, f"{news.name} names a seat that isn't there: {news.whom}"
                there = {"who": True, "whom": news.whom >= 0, "count": news.number >= 0, "things": bool(news.things)}
                for language in LANGUAGES:
                    named = re.findall(r"{(\w+)", forms[news.name, language])
                    missing = [word for word in named if not there.get(word, True)]
                    assert not missing, f"{news.name} has no {missing[0]}, {step.told(game)}"


def assert_said(sentence: str) -> None:
    assert sentence.strip()
    assert "{" not in sentence
    assert "}" not in sentence
