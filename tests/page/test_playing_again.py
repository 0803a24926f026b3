"""An evening: people come by a link and say their names, play, are asked to play again, and find their games listed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, SIDEWAYS, Visitor
from tests.page.player import leave_it_to_bots

Visit = Callable[..., Visitor]


def test_an_evening_with_names_a_rematch_and_results(visit: Visit) -> None:
    host, friend, third, watcher = visit(size=LAPTOP), visit(), visit(size=SIDEWAYS), visit()
    first = host.open_table("Contrebande", 4, {3: "regular"}, options={"rounds": "1"})
    link = host.page.get_by_label("Invite", exact=True).input_value()

    # whoever comes by a link is asked for a name, once
    friend.page.goto(link, wait_until="domcontentloaded")
    friend.press("Take a seat")
    drawn = friend.dialog.get_by_label("Your name").input_value()
    assert drawn
    friend.dialog.get_by_label("Your name").fill("Marius")
    assert not look(friend, "name-phone")
    friend.press("Sit down", friend.dialog)
    expect(host.page.get_by_role("region", name="Seats").get_by_text("Marius")).to_be_visible()
    third.page.goto(link, wait_until="domcontentloaded")
    third.press("Take a seat")
    third.press(re.compile("^Skip"), third.dialog)
    third.page.get_by_text("will start the game when everyone is here").wait_for()
    host.start()
    watcher.page.goto(link, wait_until="domcontentloaded")
    watcher.at_the_table()
    leave_it_to_bots([host, friend, third], watcher)

    # a table that is over invites nobody: strangers may open one like it
    host.press("Table")
    expect(host.dialog.get_by_label("Invite", exact=True)).to_have_count(0)
    host.press("Close", host.dialog)
    expect(watcher.button("Open a table with the same settings")).to_be_visible()

    # one asks for another game: the others are asked on their screens, in the lobby too, and the watcher isn't
    third.go()
    friend.press("Play again")
    friend.page.wait_for_url(lambda url: not url.endswith(first))
    second = friend.table
    wish = re.compile("Marius wants to play again")
    expect(host.page.get_by_text(wish)).to_be_visible()
    assert not look(host, "invited-laptop")
    third.reload()
    expect(third.page.get_by_text(wish)).to_be_visible()
    assert not look(third, "invited-lobby-sideways")
    expect(watcher.page.get_by_role("link", name="Watch the next game")).to_be_visible()
    expect(watcher.page.get_by_text(wish)).to_have_count(0)

    # one would rather not, thinks better of it, and when all have come it begins
    third.press("Not now")
    expect(third.page.get_by_text(wish)).to_have_count(0)
    host.press("Join")
    host.page.wait_for_url(f"**/t/{second}")
    expect(host.button("Start the game")).to_have_count(0)  # Marius has that
    expect(friend.button("Start the game")).to_be_enabled()
    third.page.get_by_role("link", name=re.compile("Contrebande")).first.click()
    third.press("Join after all")
    people = [host, friend, third]
    for visitor in people:
        visitor.at_the_table()
        assert visitor.table == second
        # once to see who comes, and once to play: a page that is gone holds no line to the table
        assert [words["t"] for words in map(json.loads, visitor.said) if words.get("table") == second][:3] == [
            "watch", "unwatch", "watch",
        ]  # fmt: skip
    names = host.page.locator("section[aria-label=Players] .name").all_inner_texts()
    assert names[1] == "Marius"

    # my tables: those that go on first, then the results; one can be taken off the list
    host.go()
    tables = host.page.locator("main li", has=host.page.locator(".state"))
    expect(tables).to_have_count(2)
    expect(tables.nth(1).locator(".state")).to_have_text(re.compile(r"(You win!|(1st|2nd|3rd|4th) of 4) · −?[\d,]+\sF"))
    expect(tables.nth(1)).to_contain_text("Marius")
    assert not look(host, "my-tables-laptop")
    tables.nth(1).get_by_role("button").click()
    expect(tables).to_have_count(1)
    host.reload()
    expect(tables).to_have_count(1)


def test_a_table_that_is_left_before_it_has_come_is_not_watched(visit: Visit) -> None:
    host = visit()
    table = host.open_table("PROHIS", 4, {})
    host.go()
    link = host.page.locator(f"a[href='/t/{table}']")
    link.wait_for()
    host.said.clear()
    held: list[Route] = []
    host.page.route(f"**/api/tables/{table}*", lambda route: held.append(route))
    with host.page.expect_request(f"**/api/tables/{table}*"):
        link.click()
    host.page.go_back()
    link.wait_for()
    with host.page.expect_request_finished(lambda request: "/rules?" in request.url):
        held[0].continue_()
    host.quiet()
    host.excused.append("ERR_ABORTED")  # what the table is drawn with may be on its way still
    assert not [words for words in host.said if '"watch"' in words]


def test_a_table_that_was_closed_says_so_and_offers_another(visit: Visit) -> None:
    host, late = visit(), visit()
    table = host.open_table("PROHIS", 4, {})
    host.press("Leave the table")
    late.go(f"/t/{table}")
    expect(late.page.get_by_text("This table was closed")).to_be_visible()
    assert not look(late, "closed-phone")
    late.press("Open a table with the same settings")
    late.page.get_by_role("heading", name="The table is being set").wait_for()
    assert late.table != table
    expect(late.page.locator("ol li .place")).to_have_count(4)


def test_a_host_is_offered_only_what_a_host_needs(visit: Visit) -> None:
    host = visit(size=LAPTOP)
    host.go()
    host.choose_game("Chasse aux contrebandiers")
    host.press("Open a table", host.dialog)
    options = host.dialog.get_by_role("group", name="Options")
    expect(options.locator("label")).to_have_count(2)  # a match; and when a game that leads nowhere ends
    expect(options.get_by_text(re.compile("study|5 × 5"))).to_have_count(0)
