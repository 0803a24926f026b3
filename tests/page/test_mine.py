"""My games: from nothing to a list, along to another device, and forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, PHONE, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]

# A short game against bots to its end, by the last of what can be done each time.
PLAY = """async () => {
  const ask = async (method, path, body) => {
    const given = { method, headers: { "content-type": "application/json" } };
    if (body) given.body = JSON.stringify(body);
    return (await fetch(`/api/tables${path}`, given)).json();
  };
  const pace = { kind: "live", fuse: 0, tempo: "instant" };
  const options = { rounds: "1", pack: "tiny" };
  const { table } = await ask("POST", "", {
    game: "contrebande", seats: 3, options, pace, bots: [null, "regular", "regular"],
  });
  await ask("POST", `/${table}/start`);
  for (let number = 0; ; number++) {
    const room = await ask("GET", `/${table}`);
    if (room.status === "over") return table;
    if (room.status !== "playing") continue;
    const { beat, question } = await ask("GET", `/${table}/scene`);
    if (!question.actors.includes(0)) continue;
    const moves = [question.choices[(number * 7) % question.choices.length].move];
    await ask("POST", `/${table}/moves`, { id: `m${number}`, beat, moves });
  }
}"""


def test_who_has_played_nothing_yet_is_told_where_to_begin(visit: Visit) -> None:
    visitor = visit(size=PHONE)
    visitor.go()
    visitor.page.get_by_role("link", name="My games").click()
    expect(visitor.page.locator("main")).to_contain_text("You haven't finished a game yet.")
    assert look(visitor, "mine-none") == []
    visitor.page.get_by_role("link", name="Choose a game").click()
    expect(visitor.page.locator(".games button")).to_have_count(5)


@pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "fr"), (SIDEWAYS, "fr"), (LAPTOP, "en")], ids=["phone", "lying", "laptop"]
)
def test_games_are_listed_with_how_honest_one_was(visit: Visit, size: dict[str, int], language: str) -> None:
    visitor = visit(size=size, language=language)
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    tables = [visitor.page.evaluate(PLAY) for _ in range(2)]
    visitor.go("/me")
    games = visitor.page.locator("main ul > li")
    expect(games).to_have_count(2)
    hrefs = visitor.page.get_by_role("link", name=re.compile("Replay|Revoir")).evaluate_all(
        "(links) => links.map((link) => new URL(link.href).pathname)"
    )
    assert sorted(hrefs) == sorted(f"/t/{table}/replay" for table in tables)
    counted = visitor.page.evaluate("fetch('/api/me/games').then((given) => given.json())")["games"]
    told = sum(game["candour"].get("told", 0) for game in counted)
    lies = sum(game["candour"].get("lies", 0) for game in counted)
    shown = f"{lies} of {told} claims" if language == "en" else f"{lies} déclaration{'s' * (lies > 1)} sur {told}"
    expect(visitor.page.locator("dl")).to_contain_text(shown)
    assert look(visitor, f"mine-{language}-{size['width']}") == []
    visitor.page.get_by_role("link", name=re.compile("Replay|Revoir")).first.click()
    expect(visitor.page.get_by_role("slider")).to_be_visible()


def test_a_key_brings_one_to_another_device_and_leaves_no_trace_in_the_address(visit: Visit) -> None:
    phone, laptop = visit(size=PHONE), visit(size=LAPTOP)
    phone.go()
    expect(phone.page.locator(".games button")).to_have_count(5)
    phone.page.evaluate(PLAY)
    phone.go("/me")
    name = phone.page.evaluate("fetch('/api/me').then((given) => given.json())")["name"]
    phone.press("Take me to another device")
    key = phone.dialog.locator("code").inner_text()
    expect(phone.dialog.get_by_role("img", name="A code that brings you to another device")).to_be_visible()
    assert look(phone, "mine-key") == []
    asked: list[str] = []
    laptop.page.on("request", lambda request: asked.append(request.url))
    laptop.go(f"/me#key={key}")
    expect(laptop.dialog).to_contain_text(f"{name} has finished 1 game.")
    assert "#" not in laptop.page.url
    assert look(laptop, "mine-become") == []
    laptop.press(f"Be {name} on this device")
    expect(laptop.page.locator("main ul > li")).to_have_count(1)
    assert laptop.page.evaluate("fetch('/api/me').then((given) => given.json())")["name"] == name
    assert not [url for url in asked if key.replace("-", "") in url.replace("-", "")]
    assert laptop.page.evaluate("performance.getEntriesByType('navigation')[0].name").endswith("/me")


def test_who_wants_to_be_forgotten_is(visit: Visit) -> None:
    visitor = visit()
    visitor.excused.append("ERR_ABORTED")  # what the page asked before it was loaded anew
    visitor.go()
    expect(visitor.page.locator(".games button")).to_have_count(5)
    visitor.page.evaluate(PLAY)
    visitor.go("/me")
    expect(visitor.page.locator("main ul > li")).to_have_count(1)
    visitor.press("Forget me")
    visitor.press("Yes, forget me")
    expect(visitor.page.locator("main")).to_contain_text("You haven't finished a game yet.")
    assert visitor.page.evaluate("Object.keys(localStorage).includes('tripot.named')") is False
