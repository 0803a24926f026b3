"""Several browsers at one table: the invitation, the talk, and whoever only watches."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, Visitor
from tests.page.player import STATE, Player, play_together
from tests.page.tables import SETTINGS, Setting, invite

Visit = Callable[..., Visitor]


def together(visit: Visit, setting: Setting, people: int) -> list[Visitor]:
    """People in browsers of their own at one table whose game has begun; the first is the host."""
    host, *guests = [visit(size=LAPTOP) if seat == 1 else visit() for seat in range(people)]
    host.open_table(setting.title, setting.seats, setting.bots(people), options=setting.options)
    invite(host, guests)
    host.start()
    for guest in guests:
        guest.at_the_table()
    return [host, *guests]


def test_a_sealed_answer_lies_in_its_place_until_it_is_taken_back(visit: Visit) -> None:
    """Before it is opened: face down at the checkpoint, and in nobody else's view."""
    people = together(visit, SETTINGS["prohis"], 2)
    players = [Player(visitor, seed) for seed, visitor in enumerate(people, 62)]
    while [state := player.page.evaluate(STATE) for player in players] != ["PRO-13", "PRO-13"]:
        assert "over" not in [player.page.evaluate(STATE) for player in players]
        for player in players:
            if player.page.evaluate(STATE) not in (None, "over", "PRO-13"):
                player.step()
        if state is None:
            players[0].page.evaluate("() => new Promise(requestAnimationFrame)")
    one, other = people
    officers = one.page.locator(".hand button.live")
    held = one.page.locator("[data-place='hand:0']").count()
    officers.first.tap()
    mine = one.page.locator(".checkpoint button.sealed")
    expect(mine).to_contain_text("You")
    expect(one.page.locator("[data-place='hand:0']")).to_have_count(held - 1)
    expect(one.page.locator("[data-primary]")).to_have_count(0)
    expect(one.page.locator("[data-undo]")).to_have_text("Take it back")
    one.picture("prohis-phone-sealed")
    expect(other.page.locator(".checkpoint button.sealed")).to_have_count(0)
    mine.tap()
    expect(mine).to_have_count(0)
    expect(one.page.locator("[data-place='hand:0']")).to_have_count(held)
    expect(one.page.locator("[data-undo]")).to_have_count(0)
    one.press("Let it pass")
    expect(mine).to_contain_text("let it pass")


@pytest.mark.clauses("CND-04")
def test_the_quicker_of_two_prisoners_has_the_stolen_card_and_be_it_the_higher_seat(visit: Visit) -> None:
    people = together(visit, SETTINGS["condamnes"], 3)
    names = [name.inner_text() for name in people[0].page.locator("section[aria-label=Players] .name").all()]
    table = people[0].table
    grab = 'button[data-move="grab"]'
    prisoners = sorted(people[0].context.request.get(f"/api/tables/{table}/scene").json()["question"]["actors"])
    (guard,) = set(range(3)) - set(prisoners)
    for seat in reversed(prisoners):  # the higher one is the quicker
        people[seat].page.locator(grab).click()
        people[seat].page.locator(grab).wait_for(state="detached")
    told = f"{names[prisoners[1]]} has the stolen card."
    for seat in prisoners:
        expect(people[seat].page.get_by_text(told).first).to_be_attached()
    expect(people[guard].page.get_by_text("has the stolen card.")).to_have_count(0)


def test_they_talk_and_somebody_watches(visit: Visit) -> None:
    host, friend = together(visit, SETTINGS["prohis"], 2)
    watcher = visit(language="fr")
    watcher.go(f"/t/{host.table}")
    watcher.at_the_table()
    expect(watcher.page.get_by_text("Vous regardez.")).to_be_visible()

    say = friend.page.get_by_label("In your own words")
    say.fill("Nothing to declare, <b>officer</b>.")
    say.press("Enter")
    expect(friend.page.locator("ol.lines").get_by_text("Nothing to declare, <b>officer</b>.")).to_be_visible()
    expect(host.page.locator("nav").get_by_text("1 new message")).to_be_attached()
    host.press(re.compile("^Talk"))
    expect(host.dialog.get_by_text("Nothing to declare, <b>officer</b>.")).to_be_visible()
    assert not look(host, "talk-phone")
    name = host.page.locator("section[aria-label=Players] .name").nth(1).inner_text()
    host.dialog.get_by_label("To whom").select_option(name)
    host.dialog.get_by_label("How many").select_option("2")
    offer = f"{name}, two cards for you if you let me through."
    host.press(offer, host.dialog)
    expect(host.dialog.locator("ol.lines li").last).to_contain_text(offer)
    expect(friend.page.locator("aside ol.lines li").last).to_contain_text(offer)

    watcher.page.locator("nav button.talk").tap()
    lines = watcher.dialog.locator("ol.lines li")
    expect(lines).to_have_count(2)
    assert lines.last.inner_text() != host.dialog.locator("ol.lines li").last.inner_text()  # each in their own language
    expect(watcher.dialog.get_by_text("Seul le public vous entend")).to_be_visible()
    words = watcher.dialog.get_by_label("Avec vos mots")
    words.fill("Elle ment !")
    words.press("Enter")
    expect(lines).to_have_count(3)
    friend.quiet()
    expect(friend.page.get_by_text("Elle ment !")).to_have_count(0)  # who plays isn't helped
    expect(friend.page.get_by_text("1 person watching")).to_be_attached()


def test_somebody_leaves_and_comes_back(visit: Visit) -> None:
    """First a bot plays for them, then they leave for good: a bot keeps the seat and gives it up to them again."""
    host, friend = together(visit, SETTINGS["prohis"], 2)
    bot = host.page.locator("section[aria-label=Players] li").nth(1).locator(".bot")
    friend.press("Table")
    friend.press("Let a bot play for me", friend.dialog)
    expect(friend.page.get_by_text("A bot plays for you.")).to_be_visible()
    expect(bot).to_be_visible()
    friend.press("Take my seat back")
    expect(friend.page.get_by_text("A bot plays for you.")).to_have_count(0)
    expect(bot).to_have_count(0)

    friend.press("Table")
    friend.press("Leave the table", friend.dialog)
    expect(friend.dialog.get_by_text("Leave for good?")).to_be_visible()
    in_the_lobby = friend.page.expect_request_finished
    with in_the_lobby(lambda sent: "/tables?" in sent.url), in_the_lobby(lambda sent: "/tables/mine?" in sent.url):
        friend.press("Leave the table", friend.dialog)
    expect(bot).to_be_visible()
    friend.go(f"/t/{host.table}")
    friend.at_the_table()
    friend.press("Take a seat")
    expect(bot).to_have_count(0)
    players = [Player(host, 50), Player(friend, 51)]
    play_together(players, 8)
    assert all(player.moves for player in players)
