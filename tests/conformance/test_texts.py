"""How sentences are put together, by games that show it."""

import re

import pytest

import tripot
from tripot.engine.texts import LANGUAGES, text_file


@pytest.mark.parametrize(("language", "named"), [("en", "Ann, Bob and Cid"), ("fr", "Ann, Bob et Cid")])
def test_an_epilogue_names_all_who_won(language, named):
    texts = tripot.game("prohis").texts(language)
    assert named in texts.epilogue("last round", ["Ann", "Bob", "Cid"])
    assert texts.epilogue("last round", ["Ann"]).endswith("Ann.")


@pytest.mark.parametrize(
    ("name", "hand"),
    [
        *((name, f"d’{name}") for name in ("Odette", "Émile", "Hélène", "Yvonne")),
        *((name, f"de {name}") for name in ("Jules", "Hans", "Yann", "a1")),
    ],
)
def test_french_elides_before_a_name(name, hand):
    assert tripot.game("condamnes").texts("fr").move("inspect 1", lambda seat: name) == f"Regarder la main {hand}"
    assert name in tripot.game("condamnes").texts("en").move("inspect 1", lambda seat: name)


@pytest.mark.parametrize("name", [game.name for game in tripot.games()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_was_rebuilt_is_called_the_real_thing(name, language):
    """The rulebooks came without pictures: no board, card or price here is the original one."""
    english = r"\b(real|true|original|authentic) (board|map|game|cards?|dice|prices?|numbers?)\b"
    french = r"\bvrai(e?s?) (plateau|plan|partie|cartes?|dés|prix|nombres?)\b"
    assert not re.search(f"{english}|{french}", text_file(name, language).read_text(encoding="utf-8"), re.IGNORECASE)
