"""Games that packages bring, played in the browser: on the plain table, or on a table of their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests import packages
from tests.page.accessibility import look
from tests.page.browser import LAPTOP, PHONE, SIDEWAYS, Visitor
from tests.page.player import Keys, Player, result_of
from tests.servers import Server

pytestmark = pytest.mark.xdist_group("packages")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house with two more games: the example, and one that was begun a moment ago with a table of its own."""
    folder, installed = tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("packages")
    begun = packages.tripot("new", "mygame", "--in", str(folder / "mygame"), "--table", packages=installed)
    assert begun.returncode == 0, begun.stderr
    for project in (folder / "mygame", packages.EXAMPLE):
        packages.install(project, installed)
    with Server(folder, module="tests.page.house", packages=installed) as server:
        yield server


@pytest.mark.parametrize(
    ("size", "hand", "name"),
    [(PHONE, Player, "phone"), (SIDEWAYS, Player, "sideways"), (LAPTOP, Keys, "laptop")],
    ids=["phone", "sideways", "laptop"],
)
def test_the_example_is_played_on_the_plain_table(
    visit: Callable[..., Visitor], size: dict[str, int], hand: type[Player], name: str
) -> None:
    visitor = visit(size=size)
    visitor.open_table("Faux papiers", 4, {1: "cerberus", 2: "regular", 3: "random"})
    problems = look(visitor, f"fauxpapiers-{name}-waiting")
    visitor.start()
    levels = visitor.page.locator("section[aria-label=Players] .bot")
    for level, named in zip(levels.all(), ("cerberus", "Regular", "Random"), strict=True):
        expect(level).to_contain_text(named)
    visitor.press("Who is who")
    expect(visitor.dialog).to_contain_text("plays as “cerberus”, a bot made by somebody else.")
    expect(visitor.dialog).to_contain_text(re.compile("is a regular: bluffs, .* (bold|careful|suspicious), and "))
    problems += look(visitor, f"fauxpapiers-{name}-who")
    visitor.press("Close", visitor.dialog)
    player = hand(visitor, 3, lambda phase: problems.extend(look(visitor, f"fauxpapiers-{name}")))
    player.main = False  # every choice is a button or a card of its own
    player.play()
    assert len(result_of(visitor)) == 4
    assert not problems + look(visitor, f"fauxpapiers-{name}-end")


def test_the_hand_is_mine_and_the_claim_stands_above_the_table(visit: Callable[..., Visitor]) -> None:
    visitor = visit(size=LAPTOP)
    visitor.open_table("Faux papiers", 2, {1: "regular"})
    visitor.start()
    board = visitor.page.locator("section.board")
    hand = board.get_by_role("region", name="Only you see this")
    expect(hand.locator("button").first).to_be_visible()
    cards = hand.locator("[data-move]").evaluate_all("cards => cards.map((card) => card.dataset.move)")
    assert cards
    assert all(move.startswith("lay ") for move in cards)
    hand.locator("button").first.click()
    visitor.page.locator(".dock .choices button").last.click()
    expect(board.locator(".headline")).to_contain_text("It is good for 5")


def test_a_game_brings_a_table_of_its_own(visit: Callable[..., Visitor]) -> None:
    visitor = visit(size=PHONE)
    visitor.open_table("Mygame", 2, {1: "mygame-doubter"})
    visitor.start()
    expect(visitor.page.locator(".own-card")).to_be_visible()
    assert visitor.page.locator(".own-card").evaluate("card => getComputedStyle(card).display") == "grid"
    player = Player(visitor, 3)
    player.main = False
    player.play()
    assert len(result_of(visitor)) == 2
    scripts = [response.url for response in visitor.responses if response.url.endswith("/table.js")]
    assert scripts
    assert all("/assets/games/mygame/" in url for url in scripts)
