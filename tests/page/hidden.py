"""What a browser was sent, held against the all-seeing record of the game: only what its seat may know, when it may."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import tripot
from tests.page.browser import Visitor
from tripot.engine.hearing import Listener
from tripot.engine.look import Look
from tripot.engine.record_codec import to_document

View = dict[str, Any]
HIDDEN = {"unknown"}


def leaks(visitor: Visitor, table_id: str, viewer: int | None, record: str) -> list[str]:
    """What was sent and shouldn't have been, in sentences."""
    return [*_of_scenes(visitor, table_id, viewer, record), *_of_secrets(visitor, table_id, record)]


def scenes(visitor: Visitor, table_id: str) -> Iterator[tuple[dict[str, Any], View]]:
    """Every scene that came, with all of what the viewer then saw."""
    seen: View = {}
    for message in visitor.heard:
        if message["t"] == "scene" and message["table"] == table_id:
            seen = message["view"] if message.get("whole") else seen | message["view"]
            yield message, seen


def _of_scenes(visitor: Visitor, table_id: str, viewer: int | None, record: str) -> Iterator[str]:
    table = tripot.replay(record)
    game = table.game
    states = [table.start_state(), *(after for *_, after in table.steps())]
    allowed = [
        json.loads(json.dumps(Look(game, state, -1 if viewer is None else viewer).document())) for state in states
    ]
    full = [to_document(game.rules, state) for state in states]
    at, concealed, pages = 0, 0, dict[int, Any]()
    for message, view in scenes(visitor, table_id):
        pages |= {page["beat"]: page for page in message["pages"]}
        now = next((i for i in range(at, len(states)) if allowed[i] == view), None)
        if now is None:
            yield f"after beat {message['beat']} came a view that nobody may have of this game at that time"
            continue
        at = now
        if "outcome" not in message:
            yield from (f"at beat {message['beat']} {what}" for what in SECRETS[game.name](view, full[now], viewer))
            concealed += len(list(SECRETS[game.name](full[now], full[now], viewer)))
    if not concealed and not (game.name == "chasse" and viewer == 0):  # the smuggler knows all
        yield "nothing was hidden in this game, so it proves nothing"
    events = [event for _, page in sorted(pages.items()) for event in page["events"]]
    heard = [(event.get("seat"), event.get("move"), event["act"]) for event in events]
    ears = Listener(game.rules, game.plain, -1 if viewer is None else viewer, patient=True)
    granted = [tuple(each) for step in table.steps() for each in ears.step(*step)]
    if heard != granted:
        where = next(
            i for i, pair in enumerate(zip([*heard, None], [*granted, None], strict=False)) if pair[0] != pair[1]
        )
        yield f"the log says {heard[where : where + 1]} where {granted[where : where + 1]} may be heard"


def _of_secrets(visitor: Visitor, table_id: str, record: str) -> Iterator[str]:
    """The house's key opens every card: it must not come before the end."""
    key = next(line.split()[1] for line in record.splitlines() if line.startswith("key "))
    over = False
    for frame in visitor.frames:
        message = json.loads(frame)
        room = message.get("room", {})
        over = over or (room.get("table") == table_id and room.get("status") == "over") or "outcome" in message
        if key in frame and not over:
            yield "the house's key came before the game was over"
    for url, body in visitor.bodies():
        if key in body and f"/tables/{table_id}" not in url and "/tables/mine" not in url:
            yield f"the house's key came with {url}"


# By game: what is written in a view and is hidden from a viewer by the rules.


def _prohis(view: View, full: View, viewer: int | None) -> Iterator[str]:
    if set(view["pile"]) - HIDDEN:
        yield f"the pile lies open: {view['pile']}"
    for place in ("hands", "warehouses"):
        for seat, cards in enumerate(view[place]):
            if seat != viewer and set(cards) - HIDDEN:
                yield f"seat {seat}'s {place} lie open: {cards}"
    if viewer != view["turn"]:
        for i, card in enumerate(view["convoy"]):
            turned = view["turned"][i] if i < len(view["turned"]) else None
            if card not in (None, "unknown") and turned is None:
                yield f"card {i} of the convoy is known: {card}"


def _contrebande(view: View, full: View, viewer: int | None) -> Iterator[str]:
    if set(view["pack"]) - HIDDEN:
        yield f"the pack lies open: {view['pack']}"
    if viewer != view["turn"] and set(view["hand"]) - HIDDEN:
        yield f"the traveller's hand lies open: {view['hand']}"


def _chasse(view: View, full: View, viewer: int | None) -> Iterator[str]:
    if viewer == view["leg"]:  # the smuggler
        return
    for square, colour in view["board"].items():
        if colour == "red" and not view["cleared"].get(square) and view["plaques"].get(square) is not None:
            yield f"the plaques at {square} are known: {view['plaques'][square]}"


def _condamnes(view: View, full: View, viewer: int | None) -> Iterator[str]:
    for card, seat in view["hand"].items():
        to_whom = full["known"].get(card, 0)  # all: 1; seats: bits from 2 on
        if seat not in (None, viewer) and not to_whom & (1 if viewer is None else 1 | 2 << viewer):
            yield f"{card} in seat {seat}'s hand is known"


def _prohibition(view: View, full: View, viewer: int | None) -> Iterator[str]:
    for seat, trucks in enumerate(view["hands"]):
        for cards in trucks.values():
            if seat != viewer and set(cards) - HIDDEN:
                yield f"seat {seat}'s loads lie open: {cards}"


SECRETS: dict[str, Callable[[View, View, int | None], Iterator[str]]] = {
    "prohis": _prohis,
    "contrebande": _contrebande,
    "chasse": _chasse,
    "condamnes": _condamnes,
    "prohibition": _prohibition,
}
