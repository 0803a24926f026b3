"""Every game from its first card to its scores, by three people and a bot; and what is there when it is over."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

import tripot
from tests.page.accessibility import look
from tests.page.browser import Visitor
from tests.page.evening import Evening, company
from tests.page.hidden import leaks
from tests.page.player import Player, amount, play_together, result_of
from tests.page.tables import Setting, each_game
from tests.servers import ROOT, Server
from tripot.engine.log_sentences import epilogue

pytestmark = pytest.mark.parametrize("evening", each_game(), indirect=True, scope="module")
LUCK = {"prohis": 5, "contrebande": 1, "chasse": 1, "condamnes": 10, "prohibition": 3}  # short games, many questions


@pytest.fixture(scope="module")
def evening(request: pytest.FixtureRequest, chromium: Browser, house: Server) -> Iterator[Evening]:
    setting: Setting = request.param
    evening = company(chromium, house, setting, LUCK[setting.game])
    try:
        evening.play(LUCK[setting.game])
        yield evening
    finally:
        for visitor in evening.everybody:
            visitor.context.close()


@pytest.fixture(autouse=True)
def nothing_lies_over_the_table(evening: Evening) -> None:
    """Tests leave their sheets open."""
    if evening.phone.dialog.count():
        evening.phone.press("Close", evening.phone.dialog)


def results(visitor: Visitor) -> list[tuple[int, str, int]]:
    """Rank, name and points, as everybody reads them."""
    return [(rank, re.sub(r"\s\((you|vous)\)$", "", name), points) for rank, name, points in result_of(visitor)]


def test_a_game_is_played_to_its_end_and_everybody_reads_the_same(evening: Evening) -> None:
    table = tripot.replay(evening.record)
    assert table.outcome is not None
    names = evening.phone.page.locator("section[aria-label=Players] .name").all_inner_texts()
    expected = sorted(zip(table.outcome.ranks, names, table.outcome.scores, strict=True))
    for visitor in evening.everybody:
        assert sorted(results(visitor)) == expected
    story = epilogue(table, "en", names)
    assert story
    expect(evening.phone.page.get_by_text(story)).to_be_attached()
    assert all(len(player.moves) > 5 for player in evening.players.values())


def test_hand_and_main_button_stay_in_their_places(evening: Evening) -> None:
    for where in ("laptop", "phone"):
        assert len(evening.players[where].high) == 1, (where, evening.players[where].high)
    low = evening.players["phone"].low
    assert max(low) - min(low) <= 1, low  # pixels are rounded


def test_nothing_that_was_offered_is_refused(evening: Evening) -> None:
    assert [visitor.page.evaluate("() => line.refused") for visitor in evening.seated] == [0] * len(evening.seated)


def test_who_won_and_what_my_points_are_made_of_is_in_view_at_once(evening: Evening) -> None:
    """On phones, upright as the game was played and on their side, and on a laptop."""
    page = evening.phone.page
    before = page.viewport_size
    assert before is not None
    for width, height in ((390, 844), (844, 390), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        for what in ("#end-title", ".own .player", ".own .line >> nth=0"):
            expect(page.locator(f"section.end {what}")).to_be_in_viewport(ratio=1)
    page.set_viewport_size(before)


def test_the_points_are_explained_clause_by_clause(evening: Evening) -> None:
    page = evening.phone.page
    for closed in page.locator("section.end .who[aria-expanded=false]").all()[::-1]:
        closed.tap()
    counts = page.locator("section.end tbody")
    assert counts.count() == evening.setting.seats
    for count, (*_, total) in zip(counts.all(), result_of(evening.phone), strict=True):
        assert sum(map(amount, count.locator(".line .points").all_inner_texts())) == total, count.inner_text()
        assert all(re.fullmatch(r"[A-Z]{3}-\d+", clause) for clause in count.locator(".rule").all_inner_texts())
    unit = {"prohis": r"−?\$[\d,]+", "contrebande": r"−?[\d,]+\xa0F"}.get(evening.setting.game, r"\d+")
    assert re.fullmatch(unit, page.locator("section.end .own .points").first.inner_text())
    page.locator("section.end .rule").first.tap()
    expect(evening.phone.dialog.get_by_text("The rule that matters now")).to_be_visible()


def test_nothing_that_the_rules_hide_came_to_any_browser(evening: Evening) -> None:
    for visitor in evening.everybody:
        seat = evening.seated.index(visitor) if visitor in evening.seated else None
        assert not leaks(visitor, evening.table, seat, evening.record)
    # somebody who only watches must not see as much
    assert leaks(evening.host, evening.table, None, evening.record)
    if evening.setting.game == "chasse":
        smuggler, *others = evening.hiding
        assert smuggler > 0
        assert not any(others)


def test_the_shuffle_is_checked_on_the_phone(evening: Evening) -> None:
    visitor = evening.phone
    visitor.press("Check the shuffle")
    expect(visitor.dialog.get_by_text("The shuffle was fair.")).to_be_visible()
    expect(visitor.dialog.get_by_text("Your own bytes are among them: this device remembers them.")).to_be_visible()
    evening.problems["phone"] += look(visitor, f"{evening.setting.game}-phone-shuffle")


def test_a_stacked_pack_is_found_out(evening: Evening) -> None:
    """A house that shows another key, or other cards, than those that the game was dealt with."""

    def stack(route: Route) -> None:
        proof = route.fetch().json()
        proof["key"] = "00" + proof["key"][2:]
        for draw in proof["draws"]:
            draw["outcome"] = min(draw["weights"])
        route.fulfill(json=proof)

    visitor = evening.phone
    visitor.page.route("**/proof?*", stack)
    visitor.press("Check the shuffle")
    expect(visitor.dialog.get_by_text("Something doesn't add up.")).to_be_visible()
    expect(visitor.dialog.get_by_text("The house's key does NOT match the fingerprint it showed.")).to_be_visible()
    if evening.setting.game != "chasse":  # where nothing is drawn
        wrong = re.compile(r"Draw \d+ is NOT what the key and the bytes give")
        expect(visitor.dialog.get_by_text(wrong)).to_be_visible()
    visitor.page.unroute("**/proof?*")


def test_the_record_is_downloaded_and_holds(evening: Evening, tmp_path: Path) -> None:
    with evening.phone.page.expect_download() as download:
        evening.phone.page.get_by_role("link", name="Download the game").tap()
    file = tmp_path / "game.txt"
    download.value.save_as(file)
    verified = subprocess.run(
        [sys.executable, "-m", "tripot", "verify", str(file)], capture_output=True, text=True, cwd=ROOT
    )
    assert verified.returncode == 0, verified.stdout


def test_every_screen_of_it_is_for_everybody(evening: Evening) -> None:
    """No barriers, nothing wider than 320 px or too small for a thumb; on its side a phone hides nothing asked."""
    evening.problems["phone"] += look(evening.phone, f"{evening.setting.game}-phone-end")
    problems = [f"{where}: {each}" for where, found in evening.problems.items() for each in found]
    assert not problems, "\n".join(problems)


def test_no_english_is_left_on_a_french_screen(evening: Evening) -> None:
    assert not evening.english, sorted(evening.english)


def test_they_play_again(evening: Evening) -> None:
    """The last test at a table: it leads all of them to the next one. Nothing has gone wrong until then."""
    names = evening.phone.page.locator("section[aria-label=Players] .name").all_inner_texts()
    for visitor in set(evening.everybody) - set(evening.seated):
        expect(visitor.button("Play again")).to_have_count(0)
    evening.phone.press("Play again")
    for visitor in evening.seated:
        if visitor is not evening.phone:
            visitor.press(re.compile("^(Join|Rejoindre)$"))
    for visitor in evening.seated:
        visitor.page.wait_for_function("(table) => !location.pathname.endsWith(table)", arg=evening.table)
        visitor.at_the_table()
    assert evening.phone.page.locator("section[aria-label=Players] .name").all_inner_texts() == names
    play_together([Player(visitor, 6) for visitor in evening.seated], 2)
    assert not [fault for visitor in evening.everybody for fault in visitor.faults]
