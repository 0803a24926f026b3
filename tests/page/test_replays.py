"""Games that are over, once more: every table steps through one, with any eyes, and a link leads to a moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from playwright.sync_api import expect

import tripot
from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.test_mine import PLAY
from tripot.testing.settings import complete_games

Visit = Callable[..., Visitor]
NAMES = ("Odette", "Bibi", "Marcel", "Lulu", "Zazie")


@cache
def played(game: str) -> str:
    """The record of a game that was played at random."""
    rules = tripot.game(game)
    table = rules.start(rules.fewest, seed=3)
    table.names = NAMES[: table.seats]
    table.play_random(3)
    return table.record()


def record_of(game: str, folder: Path) -> Path:
    """A game, kept as a file."""
    path = folder / f"{game}.txt"
    path.write_text(played(game), "utf-8")
    return path


def heard(visitor: Visitor) -> str:
    """What a screen reader was told last."""
    return visitor.page.locator("p[aria-live=polite]").inner_text()


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
    assert str(last + 1) in heard(visitor)
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
    decision = page.locator(".decisions summary").first
    expect(decision).to_be_visible()
    chosen = decision.locator("> span").nth(1).inner_text().splitlines()[0].strip()
    assert chosen in heard(visitor)  # who listens hears what was decided, and Tab leads to what else could be done
    clause = page.locator(".decisions .rule").first
    assert re.fullmatch(r"[A-Z]{3}-\d\d", clause.inner_text())
    clause.focus()
    page.keyboard.press("Enter")
    expect(visitor.dialog).to_contain_text(clause.inner_text())
    page.keyboard.press("Escape")
    page.get_by_role("combobox").select_option("0")
    expect(page.locator(".frame > .seats .me")).to_contain_text("Odette")
    assert look(visitor, f"replay-{game}-{'phone' if visitor.touch else 'laptop'}") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    # by itself it goes on from where it stands, as fast as one likes
    before = line(visitor)
    page.keyboard.press("+")
    page.keyboard.press("+")
    expect(page.locator(".speed")).to_contain_text("4×")
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


DROP = """async (text) => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([text], "game.txt", { type: "text/plain" }));
  window.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, cancelable: true }));
}"""


def test_a_record_that_is_dropped_on_the_lobby_is_shown(visit: Visit) -> None:
    visitor = visit(size=LAPTOP)
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    visitor.page.evaluate(DROP, played("chasse"))
    expect(visitor.page.get_by_role("slider")).to_have_value("0")


def test_a_link_leads_a_friend_to_the_moment_and_the_eyes(visit: Visit) -> None:
    host, friend = visit(size=PHONE), visit(size=LAPTOP)
    host.go()
    expect(host.page.locator(".games button")).to_have_count(5)
    table = host.page.evaluate(PLAY)
    host.go(f"/t/{table}/replay")
    slider = host.page.get_by_role("slider")
    expect(slider).to_have_value("0")
    eyes = host.page.get_by_role("combobox")
    other = eyes.locator("option[value='1']").inner_text()
    eyes.select_option("1")
    expect(host.page.locator(".frame > .seats .me")).to_contain_text(other)
    place = host.page.locator("button", has_text="Step forward")
    for step in range(1, 4):  # whatever there is to read, the button stays under the thumb
        before = place.bounding_box()
        place.tap()
        expect(slider).to_have_value(str(step))
        assert place.bounding_box() == pytest.approx(before, abs=1)
    host.page.get_by_role("button", name="Copy a link to this moment").tap()
    expect(host.page.get_by_role("button", name="Link copied")).to_be_visible()
    link = host.page.url
    assert link.endswith(f"/t/{table}/replay?eyes=1&at=3")
    friend.page.goto(link, wait_until="domcontentloaded")
    expect(friend.page.get_by_role("slider")).to_have_value("3")
    expect(friend.page.get_by_role("combobox")).to_have_value("1")
