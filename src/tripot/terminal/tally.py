"""What many random games came to, in numbers and tables."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.progress import ProgressColumn, Task
from rich.table import Table as Grid
from rich.text import Text

from tripot.engine.ranking import ranks_in, wins_of

if TYPE_CHECKING:
    from tripot.engine.game import Game
    from tripot.engine.simulate import Playouts


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.finished_speed or task.speed or 0:,.0f} games/s")


class Tally:
    """Collects batches of games."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game, self._seats = game, seats
        self._scores: list[npt.NDArray[np.int32]] = []
        self._lengths: list[npt.NDArray[np.int64]] = []
        self._wins = np.zeros(seats)
        self._ends: Counter[int] = Counter()
        self._used = np.zeros(len(game.moves), np.int64)

    def add(self, played: Playouts) -> None:
        self._scores.append(played.scores)
        self._lengths.append(played.lengths)
        self._ends.update(played.reasons.tolist())
        self._used += played.used
        self._wins += wins_of(ranks_in(self._game, played.scores, played.records)).sum(axis=0)

    def document(self) -> dict[str, Any]:
        scores, lengths = np.concatenate(self._scores), np.concatenate(self._lengths)
        games = len(lengths)
        verbs: Counter[str] = Counter()
        for move, count in zip(self._game.moves, self._used.tolist(), strict=True):
            verbs[move.split()[0]] += count
        return {
            "games": games,
            "scores": [
                {"seat": seat, **_spread(scores[:, seat]), "wins": float(self._wins[seat] / games)}
                for seat in range(self._seats)
            ],
            "length": _spread(lengths),
            "ends": {reason: self._ends[number] for number, reason in enumerate(self._game.reasons)},
            "moves": dict(verbs),
        }


def _spread(values: npt.NDArray[Any]) -> dict[str, Any]:
    return {
        "mean": float(values.mean()),
        "sd": float(values.std()),
        "min": int(values.min()),
        "quartiles": [float(quartile) for quartile in np.quantile(values, (0.25, 0.5, 0.75))],
        "max": int(values.max()),
    }


def tables(document: dict[str, Any]) -> RenderableType:
    games = document["games"]
    scores = _grid("Scores", "seat", "mean", "sd", "min", "25 %", "median", "75 %", "max", "wins")
    for row in document["scores"]:
        scores.add_row(str(row["seat"]), *_cells(row), f"{row['wins']:.2%}")
    length = _grid("Length, in moves of seats", "mean", "sd", "min", "25 %", "median", "75 %", "max")
    length.add_row(*_cells(document["length"]))
    ends = _grid("Ends", "reason", "games", "share")
    for reason, count in document["ends"].items():
        ends.add_row(reason, f"{count:,}", f"{count / games:.2%}")
    moves = _grid("Moves", "verb", "count", "a game")
    for verb, count in document["moves"].items():
        moves.add_row(verb, f"{count:,}", f"{count / games:,.2f}")
    side_by_side = Grid.grid(padding=(0, 3))
    side_by_side.add_row(ends, moves)
    return Group(scores, length, side_by_side)


def _grid(title: str, first: str, *others: str) -> Grid:
    grid = Grid(title=title, title_justify="left", title_style="bold", header_style="cyan", box=SIMPLE_HEAD)
    grid.add_column(first, justify="right" if title.startswith("Length") else "left")
    for label in others:
        grid.add_column(label, justify="right")
    return grid


def _cells(spread: dict[str, Any]) -> list[str]:
    low, middle, high = (f"{quartile:,.0f}" for quartile in spread["quartiles"])
    return [
        f"{spread['mean']:,.1f}",
        f"{spread['sd']:,.1f}",
        f"{spread['min']:,}",
        low,
        middle,
        high,
        f"{spread['max']:,}",
    ]
