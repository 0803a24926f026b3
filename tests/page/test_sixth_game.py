"""A game that the page has never heard of is playable at once, through the plain table."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.looking import look
from tests.page.player import Keys, Player, result_of
from tests.web.serving import Server

pytestmark = pytest.mark.xdist_group("sixth game")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A house with a sixth game, in a package."""
    folder, packages = tmp_path_factory.mktemp("house"), tmp_path_factory.mktemp("packages")
    games = Path(__file__).parent / "games"
    shutil.copytree(games / "texts", packages / "tripot_matches" / "texts")
    shutil.copy(games / "matches.py", packages / "tripot_matches" / "rules.py")
    (packages / "tripot_matches" / "__init__.py").touch()
    (packages / "tripot_matches-1.dist-info").mkdir()
    (packages / "tripot_matches-1.dist-info" / "METADATA").write_text("Name: tripot-matches\nVersion: 1\n")
    (packages / "tripot_matches-1.dist-info" / "entry_points.txt").write_text(
        "[tripot.games]\nmatches = tripot_matches.rules\n"
    )
    with Server(folder, module="tests.page.house", packages=packages) as server:
        yield server


@pytest.mark.parametrize(("size", "hand"), [(PHONE, Player), (LAPTOP, Keys)], ids=["phone", "laptop"])
def test_a_game_without_a_page_of_its_own_is_played(
    visit: Callable[..., Visitor], size: dict[str, int], hand: type[Player]
) -> None:
    visitor = visit(size=size)
    name = "phone" if visitor.touch else "laptop"
    visitor.open_table("Matches", 2, {1: "random"}, options={"most": "2"})
    visitor.start()
    problems: list[str] = []
    player = hand(visitor, 3, lambda phase: problems.extend(look(visitor, f"matches-{name}")))
    player.main = False  # every choice is a button of its own
    player.play()
    assert {points for _, _, points in result_of(visitor)} == {0, 1}
    assert {move.split()[-1] for move in player.moves} <= {"one", "two"}
    expect(visitor.page.get_by_text("The last match is taken.").first).to_be_visible()
    assert not problems + look(visitor, f"matches-{name}-end")
