"""Rows of figures: a table on the screen, and build/bench.json for whoever wants to compare runs."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Row:
    name: str
    unit: str
    ours: float | None = None
    peer: float | None = None
    ratio: float | None = None  # how many times better ours is
    spread: str | None = None
    goal: str | None = None
    met: bool | None = None
    note: str = ""


COLUMNS = ("what", "ours", "peer", "unit", "ratio", "spread", "goal", "met", "note")


def number(value: float | None) -> str:
    """Three digits that matter."""
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def cells(row: Row) -> tuple[str, ...]:
    ratio = "–" if row.ratio is None else number(row.ratio) + "×"
    met = {None: "", True: "yes", False: "NO"}[row.met]
    return (
        row.name, number(row.ours), number(row.peer), row.unit, ratio, row.spread or "", row.goal or "", met, row.note,
    )  # fmt: skip


def verdict(rows: Sequence[Row]) -> str:
    judged = [row for row in rows if row.met is not None]
    return f"{sum(row.met is True for row in judged)} of {len(judged)} goals met"


def show(rows: Sequence[Row]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*COLUMNS)
    for row in rows:
        style = {None: None, True: "green", False: "red"}[row.met]
        table.add_row(*cells(row), style=style)
    # wide enough for whole rows where the output is a file, or a terminal that can be scrolled
    console = Console()
    Console(width=max(console.width, 160)).print(table)
    print(verdict(rows))


def show_plainly(rows: Sequence[Row]) -> None:
    """The same table on a machine that has no rich."""
    lines = [COLUMNS, *map(cells, rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(COLUMNS))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def write(rows: Sequence[Row], path: Path, **more: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    machine = {"python": platform.python_version(), "system": platform.system(), "cores": os.cpu_count()}
    found = {"machine": machine, "rows": [asdict(row) for row in rows]} | more
    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read(path: Path) -> list[Row]:
    """Rows that were written before, which say where."""
    found = json.loads(path.read_text(encoding="utf-8"))
    where = f"{path.name}, on {found['machine']['cores']} cores"
    rows = [Row(**row) for row in found["rows"]]
    return [replace(row, note=f"{row.note}; {where}" if row.note else where) for row in rows]
