"""Analysis in the page, in every game: asked for, waited for, read beside the replay and on a sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.furnished import FURNISHED
from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.test_replays import line, record_of

Visit = Callable[..., Visitor]
WORDS = {
    "en": ("Analyse", "Analysis", "Key moments", "Luck and skill"),
    "fr": ("Analyser", "Analyse", "Moments clés", "Chance et talent"),
}
PATIENCE = 300_000  # ms: machine code may have to be made first


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (LAPTOP, "en")], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", FURNISHED)
def test_a_game_is_analysed_and_its_moments_lead_to_it(
    visit: Visit, tmp_path: Path, game: str, size: dict[str, int], language: str
) -> None:
    visitor = visit(size=size, language=language)
    page, (ask, analysis, moments, luck) = visitor.page, WORDS[language]
    visitor.go("/replay")
    page.locator("input[type=file]").set_input_files(record_of(game, tmp_path))
    visitor.press(ask)
    sheet_button = page.get_by_role("button", name=analysis, exact=True)
    expect(sheet_button).to_be_visible(timeout=PATIENCE)
    # chances of everybody, and a touch in the chart leads to its moment
    assert all("%" in text for text in page.locator(".reading .one").all_inner_texts())
    chart = page.locator(".chart")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    last = int(page.get_by_role("slider").get_attribute("max") or 0)
    assert abs(line(visitor) - last / 2) <= 1 + last / 100  # a pixel or two beside it
    # a decision shows what its alternatives were worth, as its seat could know
    for _ in range(last):
        if page.locator(".weighed li").count():
            break
        page.keyboard.press("ArrowRight")
    expect(page.locator(".weighed li").first).to_be_visible()
    assert look(visitor, f"analysis-{game}-{'phone' if visitor.touch else 'laptop'}") == []
    # the sheet: key moments lead to their place
    sheet_button.click()
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name=moments)).to_be_visible()
    expect(sheet.get_by_role("heading", name=luck)).to_be_visible()
    assert look(visitor, f"analysis-sheet-{game}-{'phone' if visitor.touch else 'laptop'}") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    cards = sheet.locator(".moments button")
    assert 1 <= cards.count() <= 3
    assert re.search(r"\d", cards.first.inner_text())
    cards.last.click()
    expect(sheet).to_have_count(0)
    expect(page.locator(".weighed li").first).to_be_visible()  # with eyes that see what could be chosen
    there = line(visitor)
    sheet_button.click()
    page.get_by_role("dialog").locator(".moments button").first.press("Enter")
    assert cards.count() == 0
    assert line(visitor) <= there
