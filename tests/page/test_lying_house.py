"""A house that lies about its seals, to the real page: it gets a player's bytes once, and never unnoticed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.page.browser import Visitor

Visit = Callable[..., Visitor]
Lie = Callable[[dict[str, Any]], None]


def lied_to(visitor: Visitor, lie: Lie) -> list[dict[str, Any]]:
    """Put a liar on the visitor's line, who may change what is told of the room; all that the page says."""
    said: list[dict[str, Any]] = []

    def between(line: WebSocketRoute) -> None:
        house = line.connect_to_server()

        def hear(frame: str | bytes) -> None:
            said.append(json.loads(frame))
            house.send(frame)

        def tell(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["t"] == "room":
                lie(message["room"])
            line.send(json.dumps(message))

        line.on_message(hear)
        house.on_message(tell)

    visitor.page.route_web_socket(re.compile("/ws"), between)
    return said


def revealed(said: list[dict[str, Any]]) -> int:
    return sum(message["t"] == "reveal" for message in said)


def test_a_seal_that_comes_after_mine_was_opened_is_noticed(visit: Visit) -> None:
    """The house says `mixing` early, takes a player's bytes, and gives a puppet a seal that suits it."""
    visitor = visit()

    def lie(room: dict[str, Any]) -> None:
        if revealed(said):
            room["status"] = "mixing"  # it asks once more
            room["chairs"][1]["seal"] = "0" * 64
            room["chairs"][room["you"]].pop("entropy", None)

    said = lied_to(visitor, lie)
    visitor.go()
    visitor.choose_game("PROHIS")
    visitor.press("Play now", visitor.dialog)
    expect(visitor.page.get_by_role("alert").get_by_text("Careful: the house has changed")).to_be_visible()
    assert revealed(said) == 1


def test_bytes_are_not_given_to_a_house_that_has_changed_its_commitment(visit: Visit) -> None:
    visitor = visit(language="fr")
    said = lied_to(visitor, lambda room: room.update(commitment="0" * 64))
    visitor.go()
    visitor.choose_game("PROHIS")
    visitor.press("Jouer tout de suite", visitor.dialog)
    expect(visitor.page.get_by_role("alert").get_by_text("Attention : la maison a changé")).to_be_visible()
    assert revealed(said) == 0
