"""Hints: asked for beside the question, read on a sheet, and only by whoever plays bots alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.looking import Tongue, look
from tripot.bots.master.readiness import make_ready

Visit = Callable[..., Visitor]
LAMP = {"en": "Ask for a hint", "fr": "Demander un conseil"}


OPEN = """async () => {
  const ask = async (path, body) => {
    const headers = { "content-type": "application/json" };
    return (await fetch(`/api/tables${path}`, { method: "POST", headers, body: JSON.stringify(body) })).json();
  };
  const pace = { kind: "live", fuse: 0, tempo: "instant" };
  const { table } = await ask("", { game: "contrebande", seats: 3, pace, bots: [null, "regular", "regular"] });
  await ask(`/${table}/start`, {});
  return table;
}"""


@pytest.fixture(scope="module", autouse=True)
def _adviser() -> None:
    make_ready("contrebande")


@pytest.mark.parametrize(("size", "language"), [(PHONE, "fr"), (LAPTOP, "en")], ids=["phone", "laptop"])
def test_a_hint_says_what_a_master_would_weigh(visit: Visit, size: dict[str, int], language: str) -> None:
    visitor = visit(size=size, language=language)
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    table = visitor.page.evaluate(OPEN)
    visitor.go(f"/t/{table}")
    visitor.at_the_table()
    visitor.until("() => document.querySelector('.dock.mine')")
    before = visitor.page.evaluate(f"fetch('/api/tables/{table}/scene').then((given) => given.text())")
    visitor.page.locator(".dock").get_by_role("button", name=LAMP[language]).click()
    options = visitor.dialog.locator(".bar")
    expect(options.first).to_be_visible(timeout=60_000)
    assert look(visitor, f"hint-{language}") == []
    assert language == "en" or Tongue("contrebande").left(visitor) == []
    after = visitor.page.evaluate(f"fetch('/api/tables/{table}/scene').then((given) => given.text())")
    assert after == before  # a hint changes nothing at the table
    visitor.page.keyboard.press("Escape")
    expect(visitor.dialog).to_have_count(0)
