"""Sheets over the page: "back", Escape and a touch beside them close them, and nothing of them stays behind."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.browser import SMALL_PHONE, Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS

Visit = Callable[..., Visitor]


def lies_open(visitor: Visitor) -> bool:
    """Whether a sheet is open, when the browser's history has come to rest."""
    visitor.quiet()
    return visitor.dialog.count() > 0


def test_back_closes_the_sheet_and_not_the_table(visit: Visit) -> None:
    visitor = visit()
    setting = SETTINGS["prohis"]
    table = visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    for closing in ("back", "Escape", "beside", "back"):
        visitor.press("Rules")
        expect(visitor.dialog).to_be_visible()
        if closing == "back":
            visitor.page.go_back()
        elif closing == "Escape":
            visitor.page.keyboard.press("Escape")
        else:
            visitor.page.touchscreen.tap(195, 8)
        expect(visitor.dialog).to_have_count(0)
        assert visitor.table == table
    # none of them has left anything behind: the next "back" leads to the lobby, where no sheet is open
    visitor.page.go_back()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    assert not lies_open(visitor)


def test_back_closes_a_sheet_of_the_lobby_that_led_to_another(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.choose_game(SETTINGS["chasse"].title)
    visitor.press("Open a table", visitor.dialog)
    expect(visitor.dialog.get_by_role("group", name="Pace")).to_be_visible()
    visitor.page.go_back()
    expect(visitor.dialog).to_have_count(0)
    expect(visitor.page.locator(".games button")).to_have_count(5)


@pytest.mark.clauses("PRO-14")
def test_a_new_table_of_prohis_is_about_speed_unless_it_is_played_by_correspondence(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.choose_game(SETTINGS["prohis"].title)
    visitor.press("Open a table", visitor.dialog)
    tie, by_post = visitor.dialog.locator("[id$='-tie']"), visitor.dialog.get_by_text("By correspondence")
    expect(tie).to_have_value("speed")
    by_post.tap()
    expect(tie).to_have_value("lot")
    tie.select_option("speed")  # what the host has chosen stays
    visitor.dialog.locator("input[value=live]").check()
    by_post.tap()
    expect(tie).to_have_value("speed")


def test_the_discards_of_condamnes_are_shown_and_put_away_on_a_phone(visit: Visit) -> None:
    visitor = visit(size=SMALL_PHONE)
    setting = SETTINGS["condamnes"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    player = Player(visitor, 3)
    discards = visitor.button(re.compile("Show all discards"))
    while not discards.count():
        player.step(player.wait())
    for closing in ("cross", "beside"):
        discards.tap()
        expect(visitor.dialog.get_by_role("img").first).to_be_visible()
        visitor.press("Close", visitor.dialog) if closing == "cross" else visitor.page.touchscreen.tap(160, 8)
        expect(visitor.dialog).to_have_count(0)


def test_a_hint_that_is_cut_says_that_there_is_more(visit: Visit) -> None:
    visitor = visit(size=SMALL_PHONE)
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    hint = visitor.page.get_by_role("complementary", name="First game").locator("button.hint")
    text = hint.locator(".text")
    cut = "(text) => text.scrollHeight > text.clientHeight + 1"
    assert text.evaluate(cut)
    expect(hint).to_contain_text("more")
    hint.tap()
    expect(hint).to_contain_text("less")
    assert not text.evaluate(cut)
