"""The line breaks in the middle of a move: nothing is lost, nothing is done twice, and the page goes on by itself."""

from __future__ import annotations

import json
import os
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browser import Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS
from tests.servers import Server

Visit = Callable[..., Visitor]
SEND = "[data-primary]:has-text('Send the convoy')"
BROKEN_LINES = [r"WebSocket connection to", r"net::ERR_(CONNECTION|INTERNET|ABORTED|NETWORK|EMPTY)"]


class Mortal(Server):
    """A server that can be frozen and killed, and another that takes its place."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self._folder = folder
        super().__init__(folder, *options, module="tests.page.house", port=port)

    def freeze(self) -> None:
        os.killpg(self.id, signal.SIGSTOP)

    def heir(self) -> Mortal:
        return Mortal(self._folder, "--seed", "2", port=self.port)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Mortal]:
    with Mortal(tmp_path) as server:
        yield server


def at_work(visitor: Visitor) -> Player:
    """At a table of PROHIS with a convoy laid out and not sent."""
    setting = SETTINGS["prohis"]
    visitor.open_table(setting.title, setting.seats, setting.bots())
    visitor.start()
    player = Player(visitor, 60)
    while player.wait() and not visitor.page.locator(SEND).count():
        player.step()
    return player


def own_moves(visitor: Visitor) -> list[str]:
    """What the house has written down of seat 0."""
    scene: Any = visitor.context.request.get(f"/api/tables/{visitor.table}/scene").json()
    events = [event for page in scene["pages"] for event in page["events"]]
    return [event["move"] for event in events if event.get("seat") == 0]


def submissions(visitor: Visitor) -> list[dict[str, Any]]:
    return [message for message in map(json.loads, visitor.said) if message["t"] == "act"]


def test_a_draft_outlives_the_server(visit: Visit, mortal: Mortal) -> None:
    visitor = visit(at=mortal)
    visitor.excused = BROKEN_LINES
    player = at_work(visitor)
    laid_out = visitor.page.locator("[data-drop=convoy] button").all_inner_texts()
    before = own_moves(visitor)
    mortal.kill()
    expect(visitor.page.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    visitor.picture("phone-reconnecting")
    with mortal.heir():
        expect(visitor.page.get_by_text(re.compile("Connection lost|No connection"))).to_have_count(0)
        assert visitor.page.locator("[data-drop=convoy] button").all_inner_texts() == laid_out
        assert own_moves(visitor) == before
        visitor.page.locator(SEND).tap()
        visitor.quiet()
        assert len(own_moves(visitor)) > len(before)
        player.play(steps=3)


def test_a_decision_that_never_arrived_is_made_once(visit: Visit, mortal: Mortal) -> None:
    visitor = visit(at=mortal)
    visitor.excused = BROKEN_LINES
    player = at_work(visitor)
    series = visitor.page.locator(SEND)
    before, sent = own_moves(visitor), len(submissions(visitor))
    mortal.freeze()
    visitor.page.locator(SEND).tap()
    visitor.until("() => !line.quiet()")
    mortal.kill()
    with mortal.heir():
        expect(series).to_have_count(0)
        visitor.quiet()
        attempts = submissions(visitor)[sent:]
        assert len({attempt["id"] for attempt in attempts}) == 1  # the same decision again, not another one
        assert own_moves(visitor) == before + attempts[0]["moves"]
        player.play(steps=3)


# The first decision after `armed` is answered by silence, and the line breaks as soon as the house has acknowledged it.
DEAF = """() => {
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", (event) => {
        if (!this.asked || window.cut) return;
        event.stopImmediatePropagation();
        const { id, ack } = JSON.parse(event.data);
        if (id === this.asked || ack === this.asked) {
          window.cut = true;
          this.close();
        }
      });
    }
    send(data) {
      const { t, id } = JSON.parse(data);
      if (window.armed && t === "act") this.asked = id;
      super.send(data);
    }
  };
}"""


def test_a_decision_whose_answer_was_lost_is_not_made_twice(visit: Visit) -> None:
    """The house has written it down, but the line breaks before the page hears so."""
    visitor = visit()
    visitor.context.add_init_script(f"({DEAF})()")
    player = at_work(visitor)
    before, sent = own_moves(visitor), len(submissions(visitor))
    visitor.page.evaluate("() => (window.armed = true)")
    visitor.page.locator(SEND).tap()
    visitor.until("() => window.cut")
    expect(visitor.page.locator(SEND)).to_have_count(0)
    visitor.quiet()
    first, again = submissions(visitor)[sent:]
    assert first == again
    assert own_moves(visitor) == before + first["moves"]
    player.play(steps=3)


def test_the_page_comes_back_from_a_tunnel(visit: Visit) -> None:
    """The phone loses its network in the middle of a draft, and finds it again."""
    visitor = visit()
    visitor.excused = BROKEN_LINES
    player = at_work(visitor)
    before = own_moves(visitor)
    visitor.context.set_offline(True)
    visitor.page.locator(SEND).tap()
    visitor.context.set_offline(False)
    expect(visitor.page.locator(SEND)).to_have_count(0)
    visitor.quiet()
    assert own_moves(visitor)[: len(before)] == before
    assert own_moves(visitor)[len(before) :] == submissions(visitor)[-1]["moves"]
    player.play(steps=3)


def test_somebody_who_comes_back_later_finds_his_table(visit: Visit) -> None:
    visitor = visit()
    player = at_work(visitor)
    before, table = own_moves(visitor), visitor.table
    visitor.go()
    visitor.page.get_by_role("link", name="Your turn").tap()
    visitor.at_the_table()
    assert visitor.table == table
    assert own_moves(visitor) == before
    player.play(steps=2)
