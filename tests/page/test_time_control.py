"""At people's pace, in real browsers, the clock in our hand: a time-out with something laid out, a return, an hour."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, Visitor
from tests.servers import Server
from tests.web.guests import order
from tripot.house.time_control import GRACE

Visit = Callable[..., Visitor]
FUSE = 60


class Clocked(Server):
    """A server whose clock the test moves."""

    def pass_time(self, seconds: float) -> None:
        order(self, seconds=seconds, turn=True)


pytestmark = pytest.mark.xdist_group("clocked")


@pytest.fixture(scope="module")
def clocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clocked]:
    with Clocked(tmp_path_factory.mktemp("clocked"), module="tests.web.deterministic_server") as server:
        yield server


def scene(visitor: Visitor, table: str) -> dict[str, Any]:
    return dict(visitor.context.request.get(f"/api/tables/{table}/scene").json())


def on_turn(visitor: Visitor, table: str) -> bool:
    shown = scene(visitor, table)
    return shown["question"]["phase"] == "turn" and "choices" in shown["question"]


def own_moves(visitor: Visitor, table: str) -> list[str]:
    shown = scene(visitor, table)
    events = [event for page in shown["pages"] for event in page["events"]]
    return [event["move"] for event in events if event.get("seat") == shown["viewer"] and event.get("move")]


def decide(visitor: Visitor, table: str) -> bool:
    """Without the page: the last of the choices, if there are any."""
    shown = scene(visitor, table)
    choices = shown["question"].get("choices")
    if not choices:
        return False
    decision = {"id": f"beat {shown['beat']}", "beat": shown["beat"], "moves": [choices[-1]["move"]]}
    assert visitor.context.request.post(f"/api/tables/{table}/moves", data=decision).ok
    return True


def test_time_plays_what_is_laid_out_and_who_returns_is_told_what_a_bot_decided(clocked: Clocked, visit: Visit) -> None:
    anna, bob = visit(at=clocked), visit(at=clocked, size=LAPTOP)
    table = anna.open_table("PROHIS", 3, {2: "regular"}, fuse=FUSE)
    bob.go()
    bob.page.wait_for_load_state("networkidle")
    assert bob.context.request.post(f"/api/tables/{table}/sit", data={"seat": 1}).ok
    bob.go(f"/t/{table}")
    anna.start()
    while not (asked := [who for who in (anna, bob) if on_turn(who, table)]):
        for who in (anna, bob):
            decide(who, table)
        clocked.pass_time(3)
    (asked_one,) = asked
    page, known = asked_one.page, own_moves(asked_one, table)
    expect(page.get_by_text("If time runs out: Draw from the pile")).to_be_visible()
    told = page.get_by_text(re.compile("^If time runs out: .*Send the convoy"))
    while not told.count():
        card = page.locator("section.hand button.live").first
        card.tap() if asked_one.touch else card.click()
        asked_one.quiet()
    clocked.pass_time(FUSE)
    expect(told).to_have_count(0)
    *crates, last = own_moves(asked_one, table)[len(known) :]
    assert {crate.split()[0] for crate in crates} == {"load"}
    assert last == "send"

    bob.go("/")  # he leaves the table's page
    bob.page.wait_for_load_state("networkidle")
    clocked.pass_time(GRACE + 1)
    while not scene(bob, table).get("stood_in"):
        decide(anna, table)
        clocked.pass_time(5)
    bob.go(f"/t/{table}")
    note = bob.page.get_by_role("status").filter(has_text="A bot decided")
    expect(note).to_be_visible()
    bob.press("What did it do?", note)
    expect(note.get_by_role("listitem").first).to_contain_text(re.compile(r"\w+"))
    assert not look(bob, "laptop-returning")
    expect(anna.page.get_by_text("A bot decided")).to_have_count(0)
    bob.press("Got it", note)
    expect(note).to_have_count(0)
    bob.reload()
    bob.at_the_table()
    expect(bob.page.get_by_text("A bot decided")).to_have_count(0)


def test_alone_with_bots_a_table_waits_for_an_hour_whether_its_page_is_open_or_not(
    clocked: Clocked, visit: Visit
) -> None:
    anna = visit(at=clocked)
    table = anna.open_table("PROHIS", 3, {1: "regular", 2: "regular"}, fuse=FUSE)
    anna.start()
    while not on_turn(anna, table):
        decide(anna, table)
        clocked.pass_time(3)
    expect(anna.page.locator(".dock.mine")).to_be_visible()
    expect(anna.page.get_by_text("If time runs out")).to_have_count(0)
    before = scene(anna, table)
    clocked.pass_time(1800)
    anna.go("/")  # for the second half of it she is in the lobby
    clocked.pass_time(1800)
    after = scene(anna, table)
    assert (after["beat"], after["question"]) == (before["beat"], before["question"])
    anna.page.get_by_role("link", name="Your turn").tap()
    anna.at_the_table()
    expect(anna.page.get_by_text("A bot decided")).to_have_count(0)
    expect(anna.page.get_by_text("A bot plays for you.")).to_have_count(0)
    moves = len(own_moves(anna, table))
    anna.page.locator("[data-primary]").tap()
    anna.quiet()
    assert len(own_moves(anna, table)) > moves
