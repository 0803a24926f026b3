"""A race at a table of people: whoever taps first has the stolen card, whatever their seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser import LAPTOP, Visitor
from tests.page.tables import SETTINGS

Visit = Callable[..., Visitor]


def scene_of(visitor: Visitor, table: str) -> Any:
    return visitor.context.request.get(f"/api/tables/{table}/scene").json()


@pytest.mark.clauses("CND-04")
def test_the_highest_seat_taps_first_and_has_the_stolen_card(visit: Visit) -> None:
    people = [visit(), visit(size=LAPTOP), visit()]
    table = people[0].open_table(SETTINGS["condamnes"].title, 3, {})
    for later in people[1:]:
        assert later.context.request.get("/api/me").ok  # from now on the house knows this browser
        later.go(f"/t/{table}")
        assert later.context.request.post(f"/api/tables/{table}/sit", data={}).ok
    people[0].start()
    for later in people[1:]:
        later.at_the_table()
    guard = scene_of(people[0], table)["view"]["guard"]
    low, high = (seat for seat in range(3) if seat != guard)
    people[high].page.locator('[data-move="grab"]:visible').first.click()
    expect(people[high].page.locator("[data-undo]").first).to_be_visible()  # it is in; the question is still open
    people[low].page.locator('[data-move="grab"]:visible').first.click()
    for prisoner in (high, low):  # the first could take theirs back until the question was closed
        expect(people[prisoner].page.locator("[data-undo]")).to_have_count(0)
        assert scene_of(people[prisoner], table)["view"]["holder"] == high
    assert scene_of(people[guard], table)["view"]["holder"] is None
