"""Hints: asked for beside the question, read on a sheet, and only by whoever plays bots alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.accessibility import Tongue, look
from tests.page.browser import LAPTOP, PHONE, SIDEWAYS, Visitor
from tests.page.tables import SETTINGS
from tripot.bots.master.readiness import make_ready
from tripot.testing.settings import complete_games

Visit = Callable[..., Visitor]
LAMP = {"en": "Ask for a hint", "fr": "Demander un conseil"}
PATIENCE = 60_000  # ms


OPEN = """async ([game, seats]) => {
  const ask = async (path, body) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(`/api/tables${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const pace = { kind: "live", fuse: 0, tempo: "instant" };
  const { table } = await ask("", { game, seats, pace, bots: [null, ...Array(seats - 1).fill("random")] });
  await ask(`/${table}/start`, {});
  return table;
}"""


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (LAPTOP, "en")], ids=["phone", "laptop"])
@pytest.mark.parametrize("game", complete_games())
def test_a_hint_says_what_a_master_would_weigh_and_why(
    visit: Visit, game: str, size: dict[str, int], language: str
) -> None:
    make_ready(game)
    visitor = visit(size=size, language=language)
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    table = visitor.page.evaluate(OPEN, [game, SETTINGS[game].seats])
    visitor.go(f"/t/{table}")
    visitor.at_the_table()
    visitor.until("() => document.querySelector('.dock.mine')")
    before = visitor.page.evaluate(f"fetch('/api/tables/{table}/scene').then((given) => given.text())")
    visitor.press(LAMP[language], visitor.page.locator(".dock"))
    expect(visitor.dialog.locator(".bar").first).to_be_visible(timeout=PATIENCE)
    expect(visitor.dialog.locator(".why").first).not_to_be_empty()
    assert look(visitor, f"hint-{game}-{'phone' if visitor.touch else 'laptop'}") == []
    assert language == "en" or Tongue(game).left(visitor) == []
    if visitor.touch:  # on its side: longer than the screen, and read by keys all the same
        visitor.page.set_viewport_size(SIDEWAYS)  # type: ignore[arg-type]
        assert look(visitor, f"hint-{game}-lying") == []
    after = visitor.page.evaluate(f"fetch('/api/tables/{table}/scene').then((given) => given.text())")
    assert after == before  # a hint changes nothing at the table
    visitor.page.keyboard.press("Escape")
    expect(visitor.dialog).to_have_count(0)


def test_whoever_asks_before_the_adviser_is_ready_waits_and_is_told(visit: Visit) -> None:
    make_ready("contrebande")
    visitor = visit(size=PHONE)
    visitor.excused += ["409 ", "Failed to load resource"]
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    visitor.go(f"/t/{visitor.page.evaluate(OPEN, ['contrebande', 3])}")
    visitor.until("() => document.querySelector('.dock.mine')")
    unready = {"code": "not-ready", "sentence": "The adviser is still getting ready.", "clause": ""}
    visitor.page.route("**/hint?*", lambda asked: asked.fulfill(status=409, json=unready), times=1)
    visitor.press("Ask for a hint", visitor.page.locator(".dock"))
    expect(visitor.dialog).to_contain_text("getting ready for this game")
    expect(visitor.dialog.locator(".bar").first).to_be_visible(timeout=PATIENCE)
