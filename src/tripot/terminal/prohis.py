"""The table of PROHIS: the row, the convoy on the road, and everybody's hand and warehouse as counts."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid

from tripot.terminal.drawing import Drawing, lines, numbered, seat_table

ROW = 4


def draw(drawing: Drawing) -> RenderableType:
    table, words = drawing.document, drawing.words
    row = [*table["row"], *[None] * (ROW - len(table["row"]))]
    rows: list[tuple[str, str | Grid]] = [
        (drawing.term("row"), numbered([_card(drawing, card) for card in row])),
        (drawing.term("pile"), _cards(drawing, table["pile"])),
        *_convoy(drawing),
    ]
    if table["last_turns"]:
        rows.append((words("last_round"), words("turns_left", count=table["last_turns"])))
    columns = [
        (drawing.term("hand"), [_cards(drawing, hand) for hand in table["hands"]]),
        (drawing.term("warehouse"), [_cards(drawing, warehouse) for warehouse in table["warehouses"]]),
    ]
    return Group(lines(rows), "", seat_table(drawing, columns))


def _convoy(drawing: Drawing) -> list[tuple[str, str | Grid]]:
    """The convoy, who controls it, and what is offered."""
    table, words = drawing.document, drawing.words
    if not table["convoy"]:
        return []
    turned = [*table["turned"], *[None] * (len(table["convoy"]) - len(table["turned"]))]
    on_road = table["phase"] != "loading"
    cards = [
        words("turned", card=drawing.term(card)) if on_road and turned[i] else _card(drawing, card)
        for i, card in enumerate(table["convoy"])
    ]
    rows: list[tuple[str, str | Grid]] = [(words("convoy", name=drawing.name(table["turn"])), numbered(cards))]
    if on_road and table["controller"] is not None:
        officer = words("with_officer", name=drawing.name(table["controller"]), officer=drawing.term(table["officer"]))
        rows.append((words("controlled"), officer))
    if table["bribe"]:
        rows.append((words("bribe"), _cards(drawing, table["bribe"])))
    return rows


def _card(drawing: Drawing, card: str | None) -> str:
    if card is None:
        return drawing.words("none")
    return drawing.words("face_down") if card == "unknown" else drawing.term(card)


def _cards(drawing: Drawing, cards: dict[str, Any]) -> str:
    """Cards that are seen by kind, others by number."""
    if set(cards) <= {"unknown"}:
        count = cards.get("unknown", 0)
        return drawing.words("one_card") if count == 1 else drawing.words("cards", count=count)
    return drawing.counts(cards)
