"""The board of Chasse aux contrebandiers, with letters for figures, and for the smuggler alone what they carry."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from tripot.terminal.drawing import Drawing

COLUMNS = "abcdefghijklm"
SQUARE = 4  # letters wide


def draw(drawing: Drawing) -> RenderableType:
    size = drawing.document["size"]
    head = Text("     " + "".join(f"{column:^{SQUARE}}" for column in COLUMNS[:size]) + "   ", style="cyan")
    head.append(drawing.words("steps_of"))
    board = [_row(drawing, row) for row in range(size, 0, -1)]
    edge = "─" * (SQUARE * size)
    return Group(head, f"    ┌{edge}┐", *board, f"    └{edge}┘", "", *_notes(drawing))


def _row(drawing: Drawing, row: int) -> Text:
    size, numbers = drawing.document["size"], drawing.document["numbers"]
    line = Text(f" {row:>2} ", style="cyan").append("│", style="default")
    for column in range(size):
        line.append_text(_square(drawing, f"{COLUMNS[column]}{row}", (column + row) % 2 == 1))
    line.append("│ ", style="default")
    if row == size:
        return line.append(drawing.term("goal"))
    red, black = (",".join(str(number) for number in numbers[side][row - 1] if number) for side in ("red", "black"))
    return line.append(f"       {red:<7}{black}")


def _square(drawing: Drawing, square: str, is_black: bool) -> Text:
    table = drawing.document
    figure, can_go = table["board"].get(square), f"to {square}" in drawing.legal
    if figure == "red":
        letter = drawing.words("red_letter").lower() if table["cleared"].get(square) else drawing.words("red_letter")
        plaques = table["plaques"].get(square)  # absent: none; null: not for this viewer
        mark = f"{letter}!" if can_go else f"{letter}{plaques or ''}"
        style = "bold red"
    elif figure == "black":
        mark, style = drawing.words("black_letter"), "bold blue"
    elif can_go:
        mark, style = "+", "bold green"
    else:
        mark, style = "·" if is_black else " ", "dim"
    around = "[]" if square == table["lifted"] else "  "
    return Text.assemble(around[0], (f"{mark:<{SQUARE - 2}}", style), around[1])


def _notes(drawing: Drawing) -> list[Text]:
    """What the letters mean, who plays what, and the count so far."""
    table, words = drawing.document, drawing.words
    smuggler = table["leg"]
    sides = [f"{words('smuggler')} (R)", f"{words('customs')} ({words('black_letter')})"]
    seats = [(drawing.seat_label(seat), sides[(seat - smuggler) % 2]) for seat in (smuggler, 1 - smuggler)]
    who = Text(" · ").join(label.append(f" = {side}") for label, side in seats)
    count = words(
        "score_line",
        found=table["found"],
        plaques=table["all_plaques"],
        red=table["red_taken"],
        black=table["black_taken"],
        quiet=table["quiet"],
        limit=table["quiet_limit"],
    )
    notes = [who, Text(count)]
    if table["to_hide"]:
        notes.append(Text(words("to_hide", count=table["to_hide"])))
    if table["leg"] == 1:
        notes.append(Text(words("second_game")))
    if any(table["points"]):
        points = ", ".join(f"{drawing.name(seat)} {points}" for seat, points in enumerate(table["points"]))
        notes.append(Text(words("points_line", points=points)))
    legend = [words("letters")]
    if any(table["plaques"].values()):
        legend.append(words("plaques_under"))
    if table["lifted"]:
        legend.append(words("marked"))
    return [*notes, Text(" · ".join(legend), style="dim")]
