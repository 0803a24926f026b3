"""An analysis in the terminal: key moments, decisions that stand out, truth and lies, luck and skill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tripot.bots.analysis import Analysis
from tripot.house.studies import AnalysisTeller, shown
from tripot.terminal.words import words

COUNTED = ("told", "lies", "believed", "caught", "doubted", "right", "wrong", "fooled")
BRIBES = ("bribes", "in_vain")


def verdict(found: Analysis, language: str, names: Sequence[str]) -> Iterator[RenderableType]:
    """All of an analysis, part by part."""
    say, view = words(language), shown(found, names, language, None)
    yield _heading(say("moments"))
    for moment in view.moments:
        yield Text(f"  {moment.step + 1}. {moment.text}")
    yield _heading(say("marks"))
    yield _marks(found, language, names)
    if view.honesty:
        fields = COUNTED + (BRIBES if view.bribery else ())
        yield _heading(say("honesty"))
        rows = [[str(getattr(row, field)) for field in fields] for row in view.honesty]
        yield _grid(say("player"), [say(field) for field in fields], names, rows)
    if view.luck:
        yield _heading(say("luck"))
        rows = [[row.result, row.luck, f"{row.corrected} ± {row.remains}"] for row in view.luck]
        yield _grid(say("player"), [say("points"), say("lucky"), say("corrected")], names, rows)
    if view.comparison:
        yield Text(view.comparison)
    yield Text(say("versions", rules=found.rules, bots=found.bots), style="dim")


def _marks(found: Analysis, language: str, names: Sequence[str]) -> Grid:
    teller, grid = AnalysisTeller(found, names, language), Grid.grid(padding=(0, 2))
    for decision in found.decisions:
        if decision.mark:
            best = decision.options[0]
            better = "" if best.move == decision.move else f"{teller.move(best.move)} +{teller.sum(decision.cost)}"
            grid.add_row(
                Text(f"  {decision.step + 1}."), Text(names[decision.seat]), Text(teller.move(decision.move)),
                Text(teller.mark(decision.mark), style="bold"), Text(better),
            )  # fmt: skip
    return grid


def _heading(text: str) -> Text:
    return Text(f"\n{text}", style="bold")


def _grid(first: str, columns: Sequence[str], names: Sequence[str], rows: Sequence[Sequence[str]]) -> Grid:
    grid = Grid(first, header_style="cyan")
    for column in columns:
        grid.add_column(column, justify="right")
    for name, row in zip(names, rows, strict=True):
        grid.add_row(Text(name), *row)
    return grid
