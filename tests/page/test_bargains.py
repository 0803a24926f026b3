"""A bargain between owner and officer, in two languages: one is kept, one is broken, and everybody reads which."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.page.accessibility import look
from tests.page.browser import LAPTOP, Visitor
from tests.web.guests import Guest

Visit = Callable[..., Visitor]


def act(visitor: Visitor, table: str, *moves: str) -> None:
    """Decide, at the beat that the house shows this visitor."""
    at = f"/api/tables/{table}"
    beat = visitor.context.request.get(f"{at}/scene").json()["beat"]
    decision = {"id": secrets.token_hex(8), "beat": beat, "moves": list(moves)}
    assert visitor.context.request.post(f"{at}/moves", data=decision).ok


def bubble(visitor: Visitor, seat: int) -> Locator:
    return visitor.page.locator("section[aria-label] > ol > li").nth(seat).locator(".bubble")


def test_a_bargain_is_kept_and_another_is_broken(visit: Visit, house) -> None:
    anna, bob, third = visit(), visit(size=LAPTOP, language="fr"), Guest(house, "Cleo")
    table = anna.open_table("PROHIS", 3, {})
    assert bob.context.request.get("/api/me").ok  # from now on the house knows his browser
    bob.go(f"/t/{table}")
    assert bob.context.request.post(f"/api/tables/{table}/sit", data={}).ok
    third.sit(table)
    anna.start()
    bob.at_the_table()
    names = anna.page.locator("section[aria-label=Players] .name").all_inner_texts()

    def others_turn() -> int:
        actors: list[int] = third.get(f"/api/tables/{table}/scene")["question"]["actors"]
        return actors[0]

    def cleo(*moves: str) -> None:
        beat = third.get(f"/api/tables/{table}/scene")["beat"]
        third.post(f"/api/tables/{table}/moves", id=secrets.token_hex(8), beat=beat, moves=list(moves))

    def hand_on(seat: int) -> None:
        """Until it is a seat's turn, the others draw a card."""
        while others_turn() != seat:
            who = others_turn()
            for move in ("draw pile", "stop"):
                cleo(move) if who == 2 else act((anna, bob)[who], table, move)

    def convoy(visitor: Visitor, seat: int) -> None:
        hand = visitor.context.request.get(f"/api/tables/{table}/scene").json()["view"]["hands"][seat]
        goods = [kind for kind in ("legal", "illegal") for _ in range(hand.get(kind, 0))]
        act(visitor, table, f"load {goods[0]}", f"load {goods[1]}", "send")

    # Anna's convoy, Bob's captain: they talk it over
    hand_on(0)
    convoy(anna, 0)
    act(bob, table, "control captain")
    cleo("let-pass")
    offer = f"Let this one pass, {names[1]}, and I'll let your next one pass."
    expect(anna.page.get_by_text(f"Talk it over with {names[1]}")).to_be_attached()
    anna.press(offer, anna.page.locator(".strip"))
    expect(bubble(anna, 0)).to_have_text(offer)
    in_french = f"Laisse passer celui-ci, {names[1]}, et je laisse passer ton prochain."
    expect(bubble(bob, 0)).to_have_text(in_french)
    expect(bob.page.get_by_text(f"À négocier avec {names[0]}")).to_be_visible()
    bob.press(f"Je ne l’ouvre pas, {names[0]}. Tu as ma parole.", bob.page.locator(".strip"))
    expect(bubble(anna, 1)).to_have_text(f"I won't open it, {names[0]}. You have my word.")
    anna.picture("bargain-phone")
    bob.picture("bargain-laptop")
    anna.page.set_viewport_size({"width": 844, "height": 390})
    anna.press("Wink", anna.page.locator(".strip"))
    anna.picture("bargain-lying")
    anna.page.set_viewport_size({"width": 390, "height": 844})
    act(anna, table, "no-bribe")
    act(bob, table, "waive")

    # Bob's next convoy: Anna lets it pass
    convoy(bob, 1)
    act(anna, table, "let-pass")
    cleo("let-pass")
    log = bob.page.locator("aside .log")
    expect(log.get_by_text(f"{names[0]} a tenu parole : « {in_french} »")).to_be_attached()
    expect(log.get_by_text(f"{names[1]} a tenu parole")).to_be_attached()

    # another word is given, and not kept
    hand_on(0)
    bob.press("Plus…")
    bob.press(re.compile(f"^Ton prochain convoi, {names[0]}"), bob.dialog)
    bob.press("Fermer", bob.dialog)
    expect(bubble(anna, 1)).to_have_text(f"I'll leave your next convoy alone, {names[0]}.")
    convoy(anna, 0)
    act(bob, table, "control inspector")
    cleo("let-pass")
    expect(log.get_by_text(f"{names[1]} n’a pas tenu parole")).to_be_attached()
    anna.press("Log")
    kept = anna.dialog.get_by_text(f"{names[0]} kept their word: “{offer}”")
    expect(kept).to_be_attached()
    expect(anna.dialog.get_by_text(f"{names[1]} broke their word")).to_be_attached()
    anna.picture("bargain-log-phone")
    anna.press("Close", anna.dialog)

    # enough of Bob: his words are gone, and none come any more
    anna.page.locator("nav button.talk").tap()
    assert not look(anna, "talk-phone")
    said = anna.dialog.locator("ol.lines li")
    expect(said).to_have_count(4)
    said.nth(1).locator("button.who").tap()
    anna.press(f"Don't listen to {names[1]}", anna.dialog)
    expect(said).to_have_count(2)
    expect(anna.dialog.get_by_text(f"You aren't listening to {names[1]}.")).to_be_visible()
    bob.page.locator("aside").get_by_label("Siffloter", exact=True).click()
    bob.quiet()
    expect(said).to_have_count(2)
    expect(bubble(anna, 1)).to_have_count(0)
