"""A game's rules on a terminal: one page of them, then clause by clause, each with where it is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tripot.engine.texts import Texts
from tripot.terminal.words import Words, words

CREDITS = ("author", "illustrator", "publisher", "year", "edition", "age", "length")
KINDS = ("printed", "interpreted", "reconstructed")


def front_page(texts: Texts, language: str) -> RenderableType:
    """Whose game it is, its story, goal, turn and end, and what the marks at the clauses mean."""
    say = words(language)
    return Group(*_front(texts, say))


def _front(texts: Texts, say: Words) -> Iterator[Text]:
    yield Text(texts.title, style="bold")
    facts = [say(f"sheet_{fact}", value=texts.sheet[fact]) for fact in CREDITS if fact in texts.sheet]
    if facts:
        yield Text(" · ".join(facts), style="dim")
    yield Text(f"\n{texts.sheet.get('story', texts.blurb)}")
    for part, told in texts.summary.items():
        yield Text.assemble(("\n" + say(f"summary_{part}") + " ", "bold"), told)
    if "rebuilt" in texts.sheet:
        yield Text("\n" + texts.sheet["rebuilt"], style="yellow")
    if texts.sources:
        yield Text("\n" + " ".join(say(f"{kind}_means") for kind in KINDS), style="dim")


def clauses(texts: Texts, chosen: Mapping[str, str], language: str) -> RenderableType:
    say = words(language)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(max_width=80)
    for name, text in chosen.items():
        space = [Text()] if len(chosen) > 1 else []
        grid.add_row(name, Group(Text(text), *sourced(texts, name, say), *space))
    return grid


def sourced(texts: Texts, clause: str, say: Words) -> Iterator[Text]:
    """Where a clause is from, in one line, where its game says so."""
    source = texts.sources.get(clause)
    if source is not None:
        style = "yellow" if source["kind"] == "reconstructed" else "dim"
        why = source.get("why", "")
        yield Text(f"{say(source['kind'])}. {why}" if why else f"{say(source['kind'])}.", style=style)
