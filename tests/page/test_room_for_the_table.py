"""What is asked leaves room for the table, and never lies over what can't be brought out from under it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.page.browser import SMALL_PHONE, Visitor
from tests.page.player import Player
from tests.page.scenes import SETTINGS

Visit = Callable[..., Visitor]
SIDEWAYS = {"width": 844, "height": 390}
MOST = 0.42  # of a small screen's height
STEPS = 12

# How much of the height the dock takes, and what of the table is under it when the page is scrolled to its end.
ROOM = """() => {
  scrollTo(0, document.scrollingElement.scrollHeight);
  const dock = document.querySelector(".dock").parentElement.getBoundingClientRect();
  const table = document.querySelector("section.board").getBoundingClientRect();
  return { share: dock.height / innerHeight, hidden: Math.max(0, table.bottom - dock.top) };
}"""

# What is wrong with a screen on which only the table scrolls, and shows what can be touched.
ASIDE = """() => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollHeight > innerHeight || page.scrollTop) wrong.push(`the page scrolls ${page.scrollHeight}`);
  const board = document.querySelector("section.board");
  const room = board.getBoundingClientRect();
  const inside = (thing) => {
    const { top, bottom } = thing.getBoundingClientRect();
    return top >= room.top - 1 && bottom <= room.bottom + 1;
  };
  const touched = [...board.querySelectorAll("[data-move], button.live")].filter((thing) => thing.offsetParent);
  if (touched.length && !touched.some(inside)) wrong.push("nothing that can be touched is in view");
  const answers = [...board.querySelectorAll(".tile[data-move]")];
  for (const answer of answers) if (!inside(answer)) wrong.push(`${answer.innerText} is hidden`);
  return wrong;
}"""


@pytest.mark.parametrize("game", SETTINGS)
def test_a_phone_on_its_side_hides_nothing_that_is_asked(visit: Visit, game: str) -> None:
    setting = SETTINGS[game]
    visitor = visit(size=SIDEWAYS)
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    player = Player(visitor, 3)
    for _ in range(STEPS):
        phase = player.wait()
        visitor.quiet()
        visitor.picture(f"{game}-sideways-{phase}")
        assert visitor.page.evaluate(ASIDE) == [], phase
        if phase == "over":
            break
        player.step()


@pytest.mark.parametrize("game", SETTINGS)
def test_the_dock_is_small_and_nothing_stays_under_it(visit: Visit, game: str) -> None:
    setting = SETTINGS[game]
    visitor = visit(size=SMALL_PHONE)
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    player = Player(visitor, 3)
    for _ in range(STEPS):
        if player.wait() == "over":
            break
        visitor.quiet()
        room = visitor.page.evaluate(ROOM)
        assert room["share"] < MOST
        assert room["hidden"] < 1
        player.step()


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
