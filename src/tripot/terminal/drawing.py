"""A table as one viewer sees it, drawn for a terminal: any game by its legend, some by a drawing of their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tripot.terminal.words import Words, words

if TYPE_CHECKING:
    from tripot.engine.game import Game
    from tripot.engine.texts import Texts

MANY_NAMES = 12  # from here on a list of named things is grouped by where they are


@dataclass(frozen=True)
class Drawing:
    """What is drawn: a document (a look's, or a position's), and whose."""

    game: Game
    document: dict[str, Any]
    viewer: int | None
    language: str
    names: Sequence[str]
    legal: tuple[str, ...] = ()

    @property
    def texts(self) -> Texts:
        return self.game.texts(self.language)

    @property
    def words(self) -> Words:
        return words(self.language)

    def name(self, seat: int) -> str:
        return self.names[seat]

    def term(self, word: str) -> str:
        """A word of the game, or one that games share."""
        own = self.texts.word(word)
        return self.words.term(word) if own == word else own

    def label(self, field: str) -> str:
        """A field of the record in words; empty where it tells a player nothing."""
        aside = field in self.game.rules.ASIDE
        return "" if aside else self.words.field(self.game.name, field, self.texts.words)

    def counts(self, things: dict[str, int]) -> str:
        """Counted things in words."""
        said = [
            f"{thing}: {count}" if thing.isdecimal() else f"{count} × {self.term(thing)}"
            for thing, count in things.items()
        ]
        return ", ".join(said) or self.words("none")

    def seat_label(self, seat: int) -> Text:
        """A seat's name, with a mark for the viewer's own and for the one on turn that isn't colour."""
        notes = []
        if seat == self.viewer:
            notes.append(self.words("you"))
        if seat == self.document.get("turn") and self.document["reason"] is None:
            notes.append(self.words("on_turn"))
        label = Text(self.name(seat), style="bold" if seat == self.viewer else "")
        return label.append(f" ({', '.join(notes)})", style="dim") if notes else label


def draw(drawing: Drawing) -> RenderableType:
    """The table as a player can read it."""
    from tripot.terminal import chasse, prohis

    drawings: dict[str, Callable[[Drawing], RenderableType]] = {"prohis": prohis.draw, "chasse": chasse.draw}
    return drawings.get(drawing.game.name, draw_by_legend)(drawing)


def lines(rows: Sequence[tuple[str, str | Grid]]) -> Grid:
    """Labels and what they stand for, one below the other."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="cyan", max_width=24)
    grid.add_column()
    for label, value in rows:
        grid.add_row(Text(label), Text(value) if isinstance(value, str) else value)
    return grid


def numbered(items: Sequence[str]) -> Grid:
    """Things in a row by their place, counted from one."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_row(*(Text(f"{place}: {item}") for place, item in enumerate(items, 1)))
    return grid


def seat_table(drawing: Drawing, columns: Sequence[tuple[str, Sequence[str]]]) -> Grid:
    """One line for each seat; one for each column instead where that is narrower."""
    if len(columns) <= max(3, len(drawing.names)):
        grid = Grid("", box=None, header_style="cyan", padding=(0, 2, 0, 0))
        for label, _ in columns:
            grid.add_column(Text(label))
        for seat in range(len(drawing.names)):
            grid.add_row(drawing.seat_label(seat), *(Text(values[seat]) for _, values in columns))
        return grid
    grid = Grid("", box=None, header_style="", padding=(0, 2, 0, 0))
    for seat in range(len(drawing.names)):
        grid.add_column(drawing.seat_label(seat))
    for label, values in columns:
        grid.add_row(Text(label, style="cyan"), *(Text(value) for value in values))
    return grid


def draw_by_legend(drawing: Drawing) -> RenderableType:
    """Every field that isn't empty, in words; what belongs to seats in a table."""
    plain: list[tuple[str, str | Grid]] = []
    by_seat: list[tuple[str, Sequence[str]]] = []
    for field, legend in drawing.game.rules.LEGEND.items():
        label, value = drawing.label(field), drawing.document[field]
        if not label or _is_empty(value, legend):
            continue
        if legend[0] == "seats":
            by_seat.append((label, [_say(drawing, item, legend[1:]) for item in value]))
        elif len(legend) == 2 and legend[1] == "seat" and isinstance(legend[0], tuple) and len(legend[0]) > MANY_NAMES:
            by_seat.append((label, [_things_at(drawing, value, seat) for seat in range(len(drawing.names))]))
        else:
            plain.append((label, _say(drawing, value, legend)))
    return Group(lines(plain), "", seat_table(drawing, by_seat)) if by_seat else lines(plain)


def _is_empty(value: Any, legend: tuple[Any, ...]) -> bool:
    """Nothing that a player needs to be told; but seat 0 is a seat."""
    if isinstance(value, list):
        return all(_is_empty(item, legend) for item in value)
    return value is None or value == {} or (legend[-1] in ("count", "flag") and not value)


def _things_at(drawing: Drawing, value: dict[str, int], seat: int) -> str:
    return ", ".join(drawing.term(thing) for thing, owner in value.items() if owner == seat)


def _say(drawing: Drawing, value: Any, legend: tuple[Any, ...]) -> str:
    """A field's value in words."""
    axis, *rest = legend
    inner = tuple(rest)
    if not inner:
        return _say_value(drawing, value, axis)
    if axis == "seats":
        entries = [(drawing.name(seat), item) for seat, item in enumerate(value) if not _is_empty(item, inner)]
        return "; ".join(f"{name}: {_say(drawing, item, inner)}" for name, item in entries)
    if axis == "list":
        while value and _is_empty(value[-1], inner):
            value = value[:-1]
        return " · ".join(_say(drawing, item, inner) for item in value)
    if not value:
        return drawing.words("none")
    if inner == ("count",):
        return drawing.counts({thing: count for thing, count in value.items() if count is not None})
    if inner == ("flag",):
        return ", ".join(drawing.term(thing) for thing in value)
    if len(inner) == 1 and len(axis) > MANY_NAMES:
        places: dict[str, list[str]] = {}
        for thing, place in value.items():
            places.setdefault(_say_value(drawing, place, inner[0]), []).append(drawing.term(thing))
        return "; ".join(f"{place}: {', '.join(things)}" for place, things in places.items())
    return "; ".join(f"{drawing.term(thing)}: {_say(drawing, item, inner)}" for thing, item in value.items())


def _say_value(drawing: Drawing, value: Any, legend: Any) -> str:
    if value is None:
        return drawing.words("none")
    if legend == "seat":
        return drawing.name(value)
    if legend == "flag":
        return drawing.words("yes" if value else "no")
    return drawing.term(str(value))
