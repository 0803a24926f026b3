"""The table of PROHIS: the row, the convoy on the road, and everybody's hand and warehouse as counts."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid

from tripot.terminal.scene import Scene, lines, numbered, seat_table

ROW = 4


def draw(scene: Scene) -> RenderableType:
    table, words = scene.document, scene.words
    row = [*table["row"], *[None] * (ROW - len(table["row"]))]
    rows: list[tuple[str, str | Grid]] = [
        (scene.term("row"), numbered([_card(scene, card) for card in row])),
        (scene.term("pile"), _cards(scene, table["pile"])),
        *_convoy(scene),
    ]
    if table["last_turns"]:
        rows.append((words("last_round"), words("turns_left", count=table["last_turns"])))
    columns = [
        (scene.term("hand"), [_cards(scene, hand) for hand in table["hands"]]),
        (scene.term("warehouse"), [_cards(scene, warehouse) for warehouse in table["warehouses"]]),
    ]
    return Group(lines(rows), "", seat_table(scene, columns))


def _convoy(scene: Scene) -> list[tuple[str, str | Grid]]:
    """The convoy, who controls it, and what is offered."""
    table, words = scene.document, scene.words
    if not table["convoy"]:
        return []
    turned = [*table["turned"], *[None] * (len(table["convoy"]) - len(table["turned"]))]
    on_road = table["phase"] != "loading"
    cards = [
        words("turned", card=scene.term(card)) if on_road and turned[i] else _card(scene, card)
        for i, card in enumerate(table["convoy"])
    ]
    rows: list[tuple[str, str | Grid]] = [(words("convoy", name=scene.name(table["turn"])), numbered(cards))]
    if on_road and table["controller"] is not None:
        officer = words("with_officer", name=scene.name(table["controller"]), officer=scene.term(table["officer"]))
        rows.append((words("controlled"), officer))
    if table["bribe"]:
        rows.append((words("bribe"), _cards(scene, table["bribe"])))
    return rows


def _card(scene: Scene, card: str | None) -> str:
    if card is None:
        return scene.words("none")
    return scene.words("face_down") if card == "unknown" else scene.term(card)


def _cards(scene: Scene, cards: dict[str, Any]) -> str:
    """Cards that are seen by kind, others by number."""
    if set(cards) <= {"unknown"}:
        count = cards.get("unknown", 0)
        return scene.words("one_card") if count == 1 else scene.words("cards", count=count)
    return scene.counts(cards)
