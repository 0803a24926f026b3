"""Every game from its first card to its scores by keys alone, on a laptop, in French and by lamplight."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser

from tests.page.browser import LAPTOP, Visitor
from tests.page.looking import Tongue, look
from tests.page.player import Keys
from tests.page.scenes import Setting, each_game
from tests.web.serving import Server

pytestmark = pytest.mark.parametrize("played", each_game("keys"), indirect=True, scope="module")
LUCK = 1  # with it the games are short, and other roles are played than by taps


@dataclass
class Played:
    visitor: Visitor
    player: Keys
    problems: list[str]
    english: set[str]


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Played]:
    """A whole game by keys; every new screen on the way is looked at."""
    setting: Setting = request.param
    visitor = Visitor(chromium, house, size=LAPTOP, dark=True, scene=f"{setting.game} by keys {LUCK}")
    problems: list[str] = []
    english: set[str] = set()
    tongue = Tongue(setting.game)

    def seen(phase: str) -> None:
        problems.extend(look(visitor, f"{setting.game}-laptop-{phase}"))
        english.update(tongue.left(visitor))

    try:
        visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
        visitor.press("FR Français")
        visitor.page.get_by_role("heading", name="On dresse la table").wait_for()
        seen("waiting")
        visitor.page.locator("button.primary.big").focus()
        visitor.page.keyboard.press("Enter")
        visitor.at_the_table()
        player = Keys(visitor, LUCK, seen)
        player.play()
        seen("end")
        yield Played(visitor, player, problems, english)
    finally:
        visitor.context.close()


def test_a_game_is_played_to_its_end_by_keys(played: Played) -> None:
    assert played.visitor.page.locator("section.end .player").count() > 1
    assert len(played.player.moves) > 5
    assert played.visitor.faults == []


def test_the_hand_stays_in_its_place(played: Played) -> None:
    assert len(played.player.high) == 1, played.player.high


def test_no_english_is_left_on_a_french_screen(played: Played) -> None:
    assert not played.english, sorted(played.english)


def test_every_screen_of_it_is_for_everybody_by_lamplight(played: Played) -> None:
    assert not played.problems, "\n".join(played.problems)
