"""Small things on a small screen: each stands where it belongs, and can be met by a thumb."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.browser import SIDEWAYS, SMALL_PHONE, Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS

Visit = Callable[..., Visitor]

# How long and wide trucks are drawn, in the map's own measure; and whether they point up a street.
TRUCKS = """() => [...document.querySelectorAll("g.truck")].map((truck) => {
  const { width, height } = truck.getBoundingClientRect();
  const scale = truck.ownerSVGElement.getScreenCTM().a;
  return { broad: Math.min(width, height) / scale, upright: height > width };
})"""
STREET = 34  # the width of a street on the map, where crossroads are 100 apart


def test_trucks_stand_in_their_streets(visit: Visit) -> None:
    setting = SETTINGS["prohibition"]
    visitor = visit(size=SIDEWAYS)
    visitor.open_table(setting.title, setting.seats, setting.bots(), options={"layout": "1"})
    visitor.start()
    Player(visitor, 3).wait()
    places = visitor.page.locator("section.board button[data-move^='place-truck ']")
    moves = [str(place.get_attribute("data-move")) for place in places.all()]
    upright = next(place for place, move in enumerate(moves) if move[-2] == move[-5])  # as in b1-b2
    before = visitor.page.evaluate(TRUCKS)
    places.nth(upright).click()
    visitor.page.locator("button[data-primary]").click()
    visitor.until("(count) => document.querySelectorAll('g.truck').length > count", len(before))
    trucks = visitor.page.evaluate(TRUCKS)
    assert all(truck["broad"] <= STREET for truck in trucks), trucks
    assert any(truck["upright"] for truck in trucks)


@pytest.mark.parametrize("game", ["chasse", "prohibition"])
def test_squares_that_are_smaller_than_a_thumb_are_buttons_too(visit: Visit, game: str) -> None:
    setting = SETTINGS[game]
    visitor = visit(size=SMALL_PHONE)
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    Player(visitor, 3).wait()
    offered = visitor.page.locator("section.board button[data-move]").count()
    buttons = visitor.page.locator(".dock .choices .small button")
    assert offered == buttons.count() > 1
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
