"""Every game from its first card to its scores, by taps on a phone; and what is there when it is over."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

import tripot
from tests.page.browser import Visitor
from tests.page.hidden import leaks
from tests.page.looking import look
from tests.page.player import Player, amount, result_of
from tests.page.scenes import Setting, each_game
from tests.web.serving import ROOT, Server
from tripot.engine.telling import epilogue

pytestmark = pytest.mark.parametrize("played", each_game("taps"), indirect=True, scope="module")
LUCK = {"prohis": 5, "contrebande": 1, "chasse": 1, "condamnes": 3, "prohibition": 1}  # short games, many questions


@dataclass
class Played:
    setting: Setting
    visitor: Visitor
    player: Player
    table: str
    problems: list[str]


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Played]:
    """A whole game by taps; every new screen on the way is looked at."""
    setting: Setting = request.param
    luck = LUCK[setting.game]
    visitor = Visitor(chromium, house, scene=f"{setting.game} by taps {luck}")
    problems: list[str] = []
    name = f"{setting.game}-phone"
    try:
        table = visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
        visitor.start()
        player = Player(visitor, luck, lambda phase: problems.extend(look(visitor, f"{name}-{phase}")))
        player.play()
        yield Played(setting, visitor, player, table, problems)
    finally:
        visitor.context.close()


@pytest.fixture(autouse=True)
def nothing_lies_over_the_table(played: Played) -> None:
    """Scenes leave their sheets open."""
    if played.visitor.dialog.count():
        played.visitor.press("Close", played.visitor.dialog)


def test_a_game_is_played_to_its_end_by_taps(played: Played) -> None:
    table = tripot.replay(record_of(played.visitor))
    assert table.outcome is not None
    names = played.visitor.page.locator("section[aria-label=Players] .name").all_inner_texts()
    expected = sorted(zip(table.outcome.ranks, names, table.outcome.scores, strict=True))
    told = [(rank, re.sub(r"\s\(you\)$", "", name), points) for rank, name, points in result_of(played.visitor)]
    assert sorted(told) == expected
    story = epilogue(table, "en", names)
    assert story
    expect(played.visitor.page.get_by_text(story)).to_be_attached()
    assert len(played.player.moves) > 5


def test_hand_and_main_button_stay_in_their_places(played: Played) -> None:
    assert len(played.player.high) == 1, played.player.high
    assert max(played.player.low) - min(played.player.low) <= 1, played.player.low  # pixels are rounded


def test_nothing_that_was_offered_is_refused(played: Played) -> None:
    assert played.visitor.page.evaluate("() => line.refused") == 0


def test_who_won_and_what_my_points_are_made_of_is_in_view_at_once(played: Played) -> None:
    """On phones, upright as the game was played and on their side, and on a laptop."""
    page = played.visitor.page
    before = page.viewport_size
    assert before is not None
    for width, height in ((390, 844), (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for what in ("#end-title", ".own .player", ".own .line >> nth=0"):
            expect(page.locator(f"section.end {what}")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(before)


def test_the_points_are_explained_clause_by_clause(played: Played) -> None:
    page = played.visitor.page
    for closed in page.locator("section.end .who[aria-expanded=false]").all()[::-1]:
        closed.tap()
    counts = page.locator("section.end tbody")
    assert counts.count() == played.setting.seats
    for count, (*_, total) in zip(counts.all(), result_of(played.visitor), strict=True):
        assert sum(map(amount, count.locator(".line .points").all_inner_texts())) == total, count.inner_text()
        assert all(re.fullmatch(r"[A-Z]{3}-\d+", clause) for clause in count.locator(".rule").all_inner_texts())
    unit = {"prohis": r"-?\$[\d,]+", "contrebande": r"-?[\d,]+\xa0F"}.get(played.setting.game, r"\d+")
    assert re.fullmatch(unit, page.locator("section.end .own .points").first.inner_text())
    page.locator("section.end .rule").first.tap()
    expect(played.visitor.dialog.get_by_text("The rule that matters now")).to_be_visible()


def test_nothing_that_the_rules_hide_came_to_the_browser(played: Played) -> None:
    record = record_of(played.visitor)
    assert not leaks(played.visitor, played.table, 0, record)
    assert leaks(played.visitor, played.table, None, record)  # somebody who only watches must not see as much


def test_the_shuffle_is_checked_on_the_phone(played: Played) -> None:
    visitor = played.visitor
    visitor.press("Check the shuffle")
    expect(visitor.dialog.get_by_text("The shuffle was fair.")).to_be_visible()
    expect(visitor.dialog.get_by_text("Your own bytes are among them: this device remembers them.")).to_be_visible()
    played.problems += look(visitor, f"{played.setting.game}-phone-shuffle")


def test_a_stacked_pack_is_found_out(played: Played) -> None:
    """A house that shows another key, or other cards, than those that the game was dealt with."""

    def stack(route: Route) -> None:
        proof = route.fetch().json()
        proof["key"] = "00" + proof["key"][2:]
        for draw in proof["draws"]:
            draw["outcome"] = min(draw["weights"])
        route.fulfill(json=proof)

    visitor = played.visitor
    visitor.page.route("**/proof?*", stack)
    visitor.press("Check the shuffle")
    expect(visitor.dialog.get_by_text("Something doesn't add up.")).to_be_visible()
    expect(visitor.dialog.get_by_text("The house's key does NOT match the fingerprint it showed.")).to_be_visible()
    if played.setting.game != "chasse":  # where nothing is drawn
        wrong = re.compile(r"Draw \d+ is NOT what the key and the bytes give")
        expect(visitor.dialog.get_by_text(wrong)).to_be_visible()
    visitor.page.unroute("**/proof?*")


def test_the_record_is_downloaded_and_holds(played: Played, tmp_path: Path) -> None:
    with played.visitor.page.expect_download() as download:
        played.visitor.page.get_by_role("link", name="Download the game").tap()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    verified = subprocess.run(
        [sys.executable, "-m", "tripot", "verify", str(file)], capture_output=True, text=True, cwd=ROOT
    )
    assert verified.returncode == 0, verified.stdout


def test_every_screen_of_it_is_for_everybody(played: Played) -> None:
    """No barriers, nothing wider than 320 px, nothing too small for a thumb."""
    problems = played.problems + look(played.visitor, f"{played.setting.game}-phone-end")
    assert not problems, "\n".join(problems)


def test_they_play_again(played: Played) -> None:
    """The last scene at a table: it leads to the next one. Nothing has gone wrong until then."""
    visitor = played.visitor
    visitor.press("Play again")
    visitor.page.wait_for_function("(table) => !location.pathname.endsWith(table)", arg=played.table)
    visitor.at_the_table()
    Player(visitor, 6).play(steps=2)
    assert visitor.faults == []


def record_of(visitor: Visitor) -> str:
    """The all-seeing record, which is open when the game is over."""
    answer = visitor.context.request.get(f"/api/tables/{visitor.table}/record")
    assert answer.ok, json.dumps(answer.text())
    return answer.text()
