"""Big moments stay in view, others are shown at one's own pace, and what was missed can be read again."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS

HOLD = 3.0  # seconds
TURNED = ("Card ", "Seized!", "A trap!", "All legal!")  # how headlines begin when a card of a convoy was turned
# A headline, or something that is asked.
NEXT = """() => {
  const headline = document.querySelector(".climax strong");
  return headline ? headline.innerText : document.querySelector(".dock.mine") && line.quiet() ? "mine" : null;
}"""
# How many milliseconds a headline stays.
STAYS = """(headline) => new Promise((gone) => {
  const since = performance.now();
  const watch = new MutationObserver(() => {
    if (document.querySelector(".climax strong")?.innerText === headline) return;
    watch.disconnect();
    gone(performance.now() - since);
  });
  watch.observe(document.querySelector(".climax"), { childList: true, subtree: true, characterData: true });
})"""
# Counts what makes sounds, and notes it with every headline: the test's own questions count as touches of the page.
LISTENING = """() => {
  window.sounding = 0;
  window.noted = [];
  window.AudioContext = class extends AudioContext {
    constructor() {
      super();
      window.sounding += 1;
    }
  };
  new MutationObserver(() => {
    if (!document.querySelector(".climax strong")) return;
    noted.push({ touched: navigator.userActivation.hasBeenActive, sounding });
  }).observe(document, { childList: true, subtree: true });
}"""


def headline(visitor: Visitor) -> Locator:
    return visitor.page.locator(".climax button")


def at_prohis(visit: Callable[..., Visitor], luck: int, **how: object) -> tuple[Visitor, Player]:
    visitor = visit(holds=True, **how)
    visitor.context.add_init_script(f"({LISTENING})()")
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    return visitor, Player(visitor, luck)


def play_until_turned(visitor: Visitor, player: Player) -> str:
    """Until a card of a convoy is turned; the headline about it. All others are tapped away."""
    while True:
        now = str(visitor.until(NEXT))
        if now.startswith(TURNED):
            return now
        if now == "mine":
            player.step(player.wait())
        else:
            headline(visitor).evaluate("(button) => button.click()")


def test_a_turned_card_stays_in_view_until_it_has_been_read_or_is_tapped(visit: Callable[..., Visitor]) -> None:
    visitor, player = at_prohis(visit, 3)
    watcher = visit(holds=True, size=LAPTOP)
    watcher.context.add_init_script(f"({LISTENING})()")
    watcher.go(f"/t/{visitor.table}")  # and touches nothing

    first = play_until_turned(visitor, player)
    stayed = visitor.page.evaluate(STAYS, first) / 1000
    assert HOLD - 0.5 < stayed < HOLD + 3, stayed
    assert visitor.page.evaluate("sounding") == 1

    play_until_turned(visitor, player)
    visitor.page.keyboard.press("p")
    assert not look(visitor, "prohis-phone-climax")
    headline(visitor).tap()  # though paused: a tap shows what comes next
    expect(headline(visitor)).to_have_count(0)

    untouched = [note["sounding"] for note in watcher.page.evaluate("noted") if not note["touched"]]
    assert untouched
    assert not any(untouched)


def test_alone_with_bots_a_pause_holds_them_and_a_skip_leads_to_my_turn(visit: Callable[..., Visitor]) -> None:
    visitor, player = at_prohis(visit, 3, size=LAPTOP)
    page = visitor.page

    def missed() -> list[str]:
        scenes = [message for message in visitor.heard if message["t"] == "scene"]
        pages = [told for scene in scenes for told in scene["pages"]]
        mine = max(i for i, told in enumerate(pages) if any(event.get("seat") == 0 for event in told["events"]))
        return [sentence for told in pages[mine + 1 :] for sentence in told["told"]]

    while True:
        player.step(player.wait())
        if page.locator(".dock.mine").count():
            continue
        page.keyboard.press("p")
        expect(visitor.button("Resume", page.locator(".strip"))).to_be_visible()
        expect(page.locator(".strip").get_by_text("Your turn")).to_be_visible()  # the bots have played, unseen
        expect(page.locator(".dock.mine")).to_have_count(0)
        if len(missed()) > 1:
            break
        visitor.press("Skip to my turn")
    visitor.press("Faster")
    expect(page.locator(".strip").get_by_role("status")).to_have_text(re.compile("2×"))
    visitor.press("Skip to my turn")
    expect(page.locator(".dock.mine")).to_be_visible()

    visitor.press(re.compile("^Since your last turn"))
    told = visitor.dialog.locator("li > span")
    told.first.wait_for()
    assert told.all_inner_texts()[-len(missed()) :] == missed()
    assert not look(visitor, "prohis-laptop-recap")
    visitor.press("Close", visitor.dialog)
    page.keyboard.press("b")
    expect(told.last).to_have_text(missed()[-1])
