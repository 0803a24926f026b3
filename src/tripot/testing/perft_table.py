"""Known numbers of lines of play: one table for all games of a project, in `tests/goldens/perft.txt`."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from tripot.engine.game import game
from tripot.engine.perft import perft
from tripot.testing.project import tests_of

HEAD = "# game seats seed depth lines"
SEED = 7
ENOUGH = 3000  # lines: as deep as it takes to have so many


class Row(NamedTuple):
    name: str
    seats: int
    seed: int
    depth: int
    lines: int

    def recount(self) -> int:
        return perft(game(self.name).start(self.seats, seed=self.seed), self.depth)


def file_of(name: str) -> Path | None:
    tests = tests_of(name)
    return None if tests is None else tests / "goldens" / "perft.txt"


def rows(name: str) -> list[Row]:
    """What was counted of a game; nothing before anything was."""
    return [row for row in _all(file_of(name)) if row.name == name]


def _all(file: Path | None) -> list[Row]:
    if file is None or not file.exists():
        return []
    lines = [line.split() for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Row(name, *map(int, numbers)) for name, *numbers in lines]


def counted(name: str) -> list[Row]:
    """Fresh rows for a game: every number of seats, deep enough."""
    return [deep_enough(name, seats) for seats in range(game(name).fewest, game(name).most + 1)]


def deep_enough(name: str, seats: int) -> Row:
    """As deep as it takes, or as deep as the game goes."""
    row, before = Row(name, seats, SEED, 1, 0), 0
    while before != (lines := row.recount()) < ENOUGH:
        row, before = row._replace(depth=row.depth + 1), lines
    return row._replace(lines=lines)


def write(name: str, file: Path) -> None:
    """Count a game anew and keep the rows of the others."""
    made = sorted([row for row in _all(file) if row.name != name] + counted(name))
    file.write_text("\n".join([HEAD, *(" ".join(map(str, row)) for row in made)]) + "\n", encoding="utf-8")
