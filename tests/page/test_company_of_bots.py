"""Whom people choose to play with: bots of a level and of a character, at once or seat by seat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.page.accessibility import look
from tests.page.browser import PHONE, SMALL_PHONE, Visitor
from tests.page.tables import SETTINGS

Visit = Callable[..., Visitor]


def test_a_company_of_one_character_plays_at_once_and_is_remembered(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.choose_game(SETTINGS["prohis"].title)
    level, character = visitor.dialog.get_by_label("You play against"), visitor.dialog.get_by_label("Character of the")
    expect(character).to_have_value("")  # mixed
    level.select_option("random")
    expect(character).to_have_count(0)  # who plays at random has none
    level.select_option("novice")
    character.select_option("suspicious")
    expect(visitor.dialog).to_contain_text("makes mistakes; a suspicious one doubts a little more")
    visitor.press("Play now", visitor.dialog)
    visitor.at_the_table()
    visitor.press("Who is who")
    expect(visitor.dialog.get_by_text("Novice, suspicious")).to_have_count(3)
    visitor.go()
    visitor.choose_game(SETTINGS["condamnes"].title)
    expect(level).to_have_value("novice")
    expect(character).to_have_value("suspicious")


def test_the_host_chooses_each_bot_s_level_and_character_before_the_game(visit: Visit) -> None:
    visitor = visit(size=SMALL_PHONE)
    visitor.open_table(SETTINGS["prohis"].title, 4, {1: "master/bold", 2: "novice", 3: "random"})
    seats = visitor.page.get_by_role("region", name="Seats").get_by_role("listitem")
    second, name = seats.nth(1), seats.nth(1).locator("strong")
    level, character = (second.get_by_label(f"{trait} of the bot at seat 2") for trait in ("Level", "Character"))
    expect(level).to_have_value("master")
    expect(character).to_have_value("bold")
    drawn = re.compile("bold|careful|suspicious")
    expect(seats.nth(2).get_by_label("Character")).to_have_value(drawn)
    expect(seats.nth(3).get_by_label("Character")).to_have_count(0)
    called = name.inner_text()
    level.select_option("regular")
    expect(level).to_be_enabled()
    expect(character).to_have_value("bold")
    expect(name).to_have_text(called)
    character.select_option("careful")
    expect(name).not_to_have_text(called)
    expect(character).to_have_value("careful")
    expect(visitor.page.get_by_role("button", name="Sit here")).to_have_count(0)  # the bots keep their seats
    assert not look(visitor, "waiting-room-with-bots-small-phone")


def test_a_character_that_has_no_name_left_is_refused_and_the_seat_shows_who_sits_there(visit: Visit) -> None:
    visitor = visit(language="fr")
    visitor.excused = ["409"]
    visitor.context.request.put("/api/me", data={"name": "Odette", "language": "fr"})  # as a suspicious bot would be
    bots = [None, *["regular"] * 8]
    plan = {"game": "condamnes", "seats": 9, "bots": bots, "characters": [None, *["suspicious"] * 7, "careful"]}
    table = visitor.context.request.post("/api/tables", data=plan).json()["table"]
    visitor.go(f"/t/{table}")
    last = visitor.page.get_by_label("Caractère du robot à la place 9")
    last.select_option("suspicious")
    expect(visitor.page.get_by_role("alert")).to_contain_text("il ne reste pas d’autre robot méfiant")
    expect(last).to_have_value("careful")


def test_who_opens_a_table_sees_beside_the_button_why_it_is_refused(visit: Visit) -> None:
    visitor = visit(size=PHONE, language="fr")
    visitor.excused = ["409"]
    visitor.go()
    visitor.choose_game(SETTINGS["condamnes"].title)
    visitor.press("Ouvrir une table", visitor.dialog)
    form = visitor.dialog
    form.locator("label.number", has_text="9").click()
    form.get_by_label("Votre nom").fill("Odette")  # as a suspicious bot would be called
    for seat in range(2, 10):
        form.get_by_label(f"Place {seat}", exact=True).select_option("regular/suspicious")
    visitor.press("Ouvrir une table", form)
    expect(form.get_by_role("alert")).to_contain_text("il ne reste pas d’autre robot méfiant")
    form.get_by_label("Place 2", exact=True).scroll_into_view_if_needed()
    expect(form.get_by_role("alert")).to_be_in_viewport()
    assert not look(visitor, "open-table-refused-phone")
