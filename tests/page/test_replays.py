"""Games that are over, once more: every table steps through one, with any eyes, and a link leads to a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tripot
from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.looking import Tongue, look
from tripot.testing.settings import complete_games

Visit = Callable[..., Visitor]
NAMES = ("Odette", "Bibi", "Marcel", "Lulu", "Zazie")


def record_of(game: str, folder: Path) -> Path:
    """A game that was played at random, kept as a file."""
    rules = tripot.game(game)
    table = rules.start(min(rules.most, 4), seed=3)
    table.names = NAMES[: table.seats]
    table.play_random(3)
    path = folder / f"{game}.txt"
    path.write_text(table.record(), "utf-8")
    return path


def line(visitor: Visitor) -> int:
    return int(visitor.page.get_by_role("slider").input_value())


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (LAPTOP, "en")], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", complete_games())
def test_a_record_is_stepped_through_with_any_eyes(
    visit: Visit, tmp_path: Path, game: str, size: dict[str, int], language: str
) -> None:
    visitor = visit(size=size, language=language)
    page, slider = visitor.page, visitor.page.get_by_role("slider")
    visitor.go("/replay")
    page.locator("input[type=file]").set_input_files(record_of(game, tmp_path))
    expect(slider).to_have_value("0")
    last = int(slider.get_attribute("max") or 0)
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowDown")
    first_climax = line(visitor)
    assert first_climax > 1
    page.keyboard.press("ArrowUp")
    assert line(visitor) < first_climax
    page.keyboard.press("End")
    expect(slider).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    slider.fill(str(last // 2))
    expect(page.locator(".decisions summary").first).to_be_visible()
    page.get_by_role("combobox").select_option("0")
    expect(page.locator(".frame > .seats .me")).to_contain_text("Odette")
    assert look(visitor, f"replay-{game}-{'phone' if visitor.touch else 'laptop'}") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    # by itself it goes on from where it stands
    before = line(visitor)
    page.keyboard.press("Space")
    visitor.until("(before) => Number(document.querySelector('[type=range]').value) > before + 1", before)
    page.keyboard.press("Space")


def test_a_file_that_is_no_game_is_refused_with_a_sentence(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.excused += ["409 ", "Failed to load resource"]
    (tmp_path / "poem.txt").write_text("Sous le pont Mirabeau coule la Seine", "utf-8")
    visitor.go()
    visitor.page.get_by_role("link", name=re.compile("from its file")).click()
    visitor.page.locator("input[type=file]").set_input_files(tmp_path / "poem.txt")
    expect(visitor.page.get_by_role("alert")).to_contain_text("line 1")
    visitor.page.locator("input[type=file]").set_input_files(record_of("chasse", tmp_path))
    expect(visitor.page.get_by_role("slider")).to_have_value("0")
