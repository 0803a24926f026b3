"""Known numbers of lines of play: one table for all games, in `perft.txt`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from tripot.engine.game import game
from tripot.engine.perft import perft

FILE = Path(__file__).with_name("perft.txt")
HEAD = "# game seats seed depth lines"
SEED = 7
ENOUGH = 3000  # lines: as deep as it takes to have so many


class Row(NamedTuple):
    name: str
    seats: int
    seed: int
    depth: int
    lines: int

    def count(self) -> int:
        return perft(game(self.name).start(self.seats, seed=self.seed), self.depth)


def rows() -> list[Row]:
    lines = [line.split() for line in FILE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return [Row(name, *map(int, numbers)) for name, *numbers in lines]


def counted(name: str) -> list[Row]:
    """Fresh rows for a game: every number of seats, deep enough."""
    return [deep_enough(name, seats) for seats in range(game(name).fewest, game(name).most + 1)]


def deep_enough(name: str, seats: int) -> Row:
    row = Row(name, seats, SEED, 1, 0)
    while (lines := row.count()) < ENOUGH:
        row = row._replace(depth=row.depth + 1)
    return row._replace(lines=lines)


def write(names: Iterable[str]) -> None:
    """Count these games anew and keep the rows of the others."""
    kept = [row for row in rows() if row.name not in names] if FILE.exists() else []
    made = sorted(kept + [row for name in names for row in counted(name)])
    FILE.write_text("\n".join([HEAD, *(" ".join(map(str, row)) for row in made)]) + "\n", encoding="utf-8")
