"""The door, the lobby and the sheets over a table: at both sizes, in both languages, by day and by lamplight."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS

Visit = Callable[..., Visitor]
HOWS = {
    "phone-en-day": {"size": PHONE, "language": "en", "dark": False},
    "phone-fr-night": {"size": PHONE, "language": "fr", "dark": True},
    "laptop-en-night": {"size": LAPTOP, "language": "en", "dark": True},
    "laptop-fr-day": {"size": LAPTOP, "language": "fr", "dark": False},
}


@pytest.mark.parametrize("name", HOWS)
def test_every_screen_before_a_game_is_for_everybody(visit: Visit, name: str) -> None:
    how: dict[str, Any] = HOWS[name]
    visitor = visit(**how)
    tongue = Tongue("prohis")
    problems: list[str] = []

    def seen(screen: str) -> None:
        problems.extend(look(visitor, f"{screen}-{name}"))
        if how["language"] == "fr":
            problems.extend(f"{screen} says {text!r}" for text in tongue.left(visitor))

    def touch(thing: str) -> None:
        found = visitor.page.locator(thing)
        found.tap() if visitor.touch else found.click()

    visitor.go()
    assert visitor.page.locator("html").get_attribute("lang") == how["language"]
    expect(visitor.page.locator(".games button")).to_have_count(5)
    seen("lobby")
    touch("header .guest")
    seen("settings")
    touch("dialog header button")
    touch(".games li:nth-child(1) button")
    seen("game")
    touch("dialog .content button.quiet:last-child")
    visitor.page.locator("dialog input[type=search]").wait_for()
    seen("rules")
    touch("dialog header button")
    touch("dialog .actions button:not(.primary)")
    visitor.page.locator("dialog form").wait_for()
    seen("open-table")
    touch("dialog form button.primary")
    visitor.page.wait_for_url("**/t/*")
    visitor.page.locator("ol li .place").first.wait_for()
    seen("waiting-room")
    assert not problems, "\n".join(problems)


def test_every_sheet_over_a_table_is_for_everybody(visit: Visit) -> None:
    visitor = visit()
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    Player(visitor, 4).play(steps=3)
    tongue = Tongue("prohis")
    problems: list[str] = []
    for language in ("en", "fr"):
        if language == "fr":
            visitor.press("FR Français")
            visitor.button("Règles").wait_for()
        for place, sheet in enumerate(("rules", "log", "talk", "menu")):
            visitor.page.locator("nav button").nth(place).tap()
            visitor.dialog.wait_for()
            problems += look(visitor, f"table-{sheet}-phone-{language}")
            if language == "fr":
                problems += [f"{sheet} says {text!r}" for text in tongue.left(visitor)]
            if sheet == "menu":
                visitor.dialog.locator(".actions button").nth(1).tap()  # the keys
                problems += look(visitor, f"table-keys-phone-{language}")
            visitor.dialog.locator("header button").tap()
    assert not problems, "\n".join(problems)


def test_the_guards_own_screens_are_for_everybody(visit: Visit) -> None:
    """At Condamnés! the guard is asked other things than the prisoners; who it is, the cards say."""
    visitor, problems = visit(), list[str]()
    setting = SETTINGS["condamnes"]
    player = Player(visitor, 3, lambda phase: problems.extend(look(visitor, f"condamnes-phone-guard-{phase}")))
    asked = ""
    while asked != "CND-08":
        visitor.open_table(setting.title, setting.seats, setting.bots())
        visitor.start()
        asked = player.wait()
    player.play(steps=24)
    assert {"CND-08", "CND-13", "CND-19"} <= player.phases
    assert not problems, "\n".join(problems)


def test_the_typefaces_come_from_the_house_and_nothing_jumps_when_they_do(visit: Visit) -> None:
    visitor = visit()
    held: list[Route] = []
    visitor.page.route("**/*.woff2", lambda route: held.append(route))
    with visitor.page.expect_request("**/jost*.woff2"), visitor.page.expect_request("**/spectral*.woff2"):
        visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    assert len(held) == 2
    posters = "() => [...document.querySelectorAll('.games li')].map((item) => item.getBoundingClientRect().y)"
    before = visitor.page.evaluate(posters)
    for route in held:
        route.continue_()
    loaded = "({ family, status }) => status === 'loaded' && ['Jost', 'Spectral'].includes(family)"
    visitor.until(f"() => [...document.fonts].filter({loaded}).length === 2")
    assert visitor.page.evaluate(posters) == pytest.approx(before, abs=1)
    faces = [answer.headers for answer in visitor.responses if answer.url.endswith(".woff2")]
    assert {face["content-type"] for face in faces} == {"font/woff2"}
    assert {face["cache-control"] for face in faces} == {"public, max-age=31536000, immutable"}


def test_the_first_card_is_two_taps_away(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.choose_game(SETTINGS["prohis"].title)
    visitor.press("Play now", visitor.dialog)
    visitor.at_the_table()
    expect(visitor.page.locator("[data-place='hand:0']").first).to_be_visible()
    # whoever plays alone is guided, and the tab says whose turn it is
    expect(visitor.page.get_by_label("First game")).to_be_visible()
    visitor.until("() => document.querySelector('.dock.mine')")
    assert visitor.page.title() == "● Your turn – PROHIS – Tripot"


def test_the_language_is_switched_in_the_middle_of_a_game(visit: Visit) -> None:
    """The question, the log and the talk come anew; nothing English is left."""
    visitor = visit(size=LAPTOP)
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    player = Player(visitor, 4)
    player.play(steps=4)
    player.wait()
    told = visitor.page.locator("aside .log li")
    before = told.count()
    visitor.press("FR Français")
    tongue = Tongue("prohis")
    tongue.wait_until_gone(visitor)
    expect(told).to_have_count(before)


def test_the_log_is_grouped_and_keeps_its_place(visit: Visit) -> None:
    """By round and turn, in colours; it is as tall on my turn as on theirs, and lets nobody lose their place."""
    visitor = visit(size=LAPTOP)
    setting = SETTINGS["contrebande"]
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    log, heights, player = visitor.page.locator("aside .log"), set(), Player(visitor, 2)
    for _ in range(4):
        player.wait()
        heights.add(log.evaluate("log => log.clientHeight"))
        player.step()
        heights.add(log.evaluate("log => log.clientHeight"))
    assert len(heights) == 1
    assert min(heights) > 100
    expect(log.get_by_role("heading", name="Round 1")).to_be_visible()
    turns = log.locator(".turn")
    names = visitor.page.locator("section[aria-label=Players] .name").all_inner_texts()
    assert {heading.split("\n")[-1] for heading in turns.locator("h4").all_inner_texts()} <= set(names)
    assert len({turn.evaluate("turn => getComputedStyle(turn).borderLeftColor") for turn in turns.all()}) > 1
    player.wait()
    assert log.evaluate("log => log.scrollHeight - log.clientHeight - log.scrollTop") < 25  # the newest is in sight
    log.evaluate("log => { log.scrollTop = 0; }")
    player.step()
    player.wait()
    assert log.evaluate("log => log.scrollTop") == 0  # somebody reads back
    log.locator("li button").first.click()
    expect(visitor.dialog.get_by_text("The rule that matters now")).to_be_visible()


def test_the_language_is_switched_before_the_table_is_laid(visit: Visit) -> None:
    """The rules were asked for in English and come when the page is French already."""
    visitor = visit()
    setting = SETTINGS["contrebande"]
    held: list[Route] = []
    visitor.page.route("**/rules?language=en", lambda route: held.append(route))
    with visitor.page.expect_request("**/rules?language=en"):
        visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.press("FR Français")
    with visitor.page.expect_response("**/rules?language=fr"):
        held[0].continue_()
    visitor.press("Commencer la partie")
    visitor.at_the_table()
    tongue = Tongue("contrebande")
    tongue.wait_until_gone(visitor)


def test_the_rules_open_at_what_matters_now_and_are_searched(visit: Visit) -> None:
    visitor = visit()
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    clause = Player(visitor, 1).wait().split(",")[0]
    visitor.page.locator(".dock .prompt .rule").tap()
    expect(visitor.dialog.locator("li.now .name")).to_have_text(clause)
    expect(visitor.dialog.locator("li.now")).to_be_in_viewport()
    visitor.dialog.get_by_label("Search the rules").fill("WAREHOUSE bribe")
    expect(visitor.dialog.get_by_role("status")).to_have_text(re.compile(r"^\d+ rules?$"))
    for text in visitor.dialog.locator("ol li").all_inner_texts():
        assert "warehouse" in text.lower()
        assert "bribe" in text.lower()


def test_a_game_s_sheet_tells_its_story_and_what_was_rebuilt(visit: Visit) -> None:
    visitor = visit(language="fr")
    visitor.go()
    visitor.choose_game("Chasse aux contrebandiers")
    sheet = visitor.dialog
    for said in ("Un jeu de Rudi Hoffmann", "Spear-Spiele, 1962", "La nuit, à la frontière.", "notre reconstitution"):
        expect(sheet).to_contain_text(said)
    expect(sheet).not_to_contain_text("indiqué")  # neither age nor length is printed
    visitor.press("Fermer", sheet)
    visitor.choose_game("PROHIS")
    expect(sheet).to_contain_text("Illustrations de Tony Rochon")
    expect(sheet).to_contain_text(re.compile(r"Âge indiqué\s: à partir de 10 ans"))
    expect(sheet).not_to_contain_text("reconstitué")


def test_the_rules_begin_with_goal_turn_and_end_and_say_where_they_are_from(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    visitor.choose_game("Contrebande")
    visitor.press("Read the rules", visitor.dialog)
    sheet = visitor.dialog
    expect(sheet.get_by_role("heading", level=3)).to_have_text(["Goal", "Your turn", "The end"])
    visitor.press("CON-15", sheet.get_by_label("In short"))
    clause = sheet.locator("[data-clause=CON-15]")
    expect(clause).to_be_focused()
    expect(clause).to_be_in_viewport()
    prices = sheet.locator("[data-clause=CON-03]")
    expect(prices).to_contain_text(
        "Reconstructed Printed: the fines for wine, cigars and watch, and both sums for the crown."
    )
    every = sheet.locator("ol li").count()
    sheet.get_by_label("Only what we had to decide").check()
    expect(prices).to_be_attached()
    expect(clause).not_to_be_attached()  # wholly printed
    assert 0 < sheet.locator("ol li").count() < every
    assert sheet.locator("ol .interpreted, ol .reconstructed").count() == sheet.locator("ol li").count()


def test_what_cannot_be_done_is_answered_with_its_clause(visit: Visit) -> None:
    visitor = visit()
    setting = SETTINGS["chasse"]
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    Player(visitor, 1).wait()
    square = visitor.page.locator("[data-square=g7]").bounding_box()
    assert square is not None
    visitor.page.touchscreen.tap(square["x"] + 9, square["y"] + 9)  # no figure stands there to hide a plaque under
    expect(visitor.page.get_by_text("That can't be done.")).to_be_visible()
    expect(visitor.page.locator(".refusal .rule")).to_have_text("CHA-04")
    assert not look(visitor, "phone-refusal")


def test_cards_move_and_with_reduced_motion_they_do_not(visit: Visit) -> None:
    """Every movement that the page starts is counted, as a card goes from the row into the hand."""
    counting = """() => {
      const move = Element.prototype.animate;
      window.moved = 0;
      Element.prototype.animate = function (frames, how) {
        window.moved += (typeof how === "number" ? how : how?.duration) > 0;
        return move.call(this, frames, how);
      };
    }"""
    setting = SETTINGS["prohis"]
    moved = {}
    for still in (False, True):
        visitor = visit(still=still)
        visitor.open_table(setting.title, setting.seats, setting.bots())
        visitor.start()
        visitor.page.evaluate(counting)
        Player(visitor, 2).play(steps=8)
        moved[still] = visitor.page.evaluate("() => moved")
    assert moved[False] > 0
    assert moved[True] == 0


def test_a_convoy_is_loaded_by_dragging_cards(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    player, page = Player(visitor, 9), visitor.page
    while not (player.wait() == "PRO-08" and page.locator(".hand button.live").count()):
        player.step()
    visitor.quiet()
    card = page.locator(".hand button.live [data-drag]").last.bounding_box()
    road = page.locator("[data-drop=convoy]").bounding_box()
    assert card is not None
    assert road is not None
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(road["x"] + road["width"] / 2, road["y"] + road["height"] / 2, steps=5)
    page.mouse.up()
    expect(page.locator("[data-undo]")).to_be_visible()
    expect(page.locator("[data-place='convoy:0']")).to_be_visible()


def test_the_page_can_be_installed(visit: Visit) -> None:
    visitor = visit()
    visitor.go()
    manifest = visitor.context.request.get("/manifest.webmanifest").json()
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512"} <= sizes
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert visitor.context.request.get(icon["src"]).ok
    assert visitor.page.locator("link[rel=manifest]").count() == 1


def test_an_address_without_a_table_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.excused = ["404"]
    visitor.go("/t/aaaaaaaaaaaaaaaa")
    expect(visitor.page.get_by_role("alert")).to_have_text("There is no such table. Perhaps the link is incomplete.")
    assert not look(visitor, "no-table-phone")
