"""Small plain pictures of figures, as SVG files that are the same whenever they are made from the same figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

Series = Mapping[str, npt.NDArray[Any]]  # by way of playing

WIDTH = 7.2  # inches
COLOURS = {"random": "#999999", "regular": "#0072b2"}  # ways of playing; all colours differ for colour-blind eyes too
SHARES = ("#56b4e9", "#e69f00", "#bbbbbb", "#cc79a7", "#009e73")
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",  # letters stay letters
    "svg.hashsalt": "tripot",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#dddddd",
    "legend.frameon": False,
}


def save(figure: Figure, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")


def key(axes: Axes, names: Mapping[str, str]) -> None:
    """What the colours stand for, in one line above the picture."""
    patches = [Patch(color=colour, label=name) for name, colour in names.items()]
    axes.legend(handles=patches, ncols=len(patches), loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.2)


def draw_lengths(path: Path, rows: Mapping[str, Series]) -> None:
    """Boxes from quarter to quarter with the median, whiskers over the middle nine tenths."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.6 + 0.5 * len(rows)))
        axes = figure.subplots()
        for row, series in enumerate(rows.values()):
            for i, (play, lengths) in enumerate(series.items()):
                low, quarter, median, three_quarters, high = np.percentile(lengths, (5, 25, 50, 75, 95)).tolist()
                box = {"whislo": low, "q1": quarter, "med": median, "q3": three_quarters, "whishi": high}
                axes.bxp(
                    [box],
                    positions=[-row + 0.18 - 0.36 * i],
                    widths=0.28,
                    orientation="horizontal",
                    showfliers=False,
                    patch_artist=True,
                    boxprops={"facecolor": COLOURS[play], "edgecolor": "none"},
                    medianprops={"color": "black"},
                    whiskerprops={"color": COLOURS[play]},
                    capprops={"color": COLOURS[play]},
                )
        axes.set_yticks([-row for row in range(len(rows))], list(rows))
        axes.set_xlim(left=0)
        axes.set_xlabel("moves")
        axes.grid(True, axis="x")
        key(axes, COLOURS)
        save(figure, path)


def draw_scores(path: Path, rows: Mapping[str, Series]) -> None:
    """A panel for each row: the average of each column as a dot, one standard deviation up and down as a line."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 2.4))
        panels = np.atleast_1d(figure.subplots(1, len(rows), sharey=True))
        for axes, (label, series) in zip(panels, rows.items(), strict=True):
            for i, (play, scores) in enumerate(series.items()):
                at = np.arange(scores.shape[1]) - 0.15 + 0.3 * i
                axes.errorbar(at, scores.mean(axis=0), scores.std(axis=0), fmt="o", ms=4, color=COLOURS[play])
            axes.set_xticks(range(scores.shape[1]), [str(place + 1) for place in range(scores.shape[1])])
            axes.set_xlabel(label)
            axes.grid(True, axis="y")
        panels[0].set_ylabel("points")
        key(panels[0], COLOURS)
        save(figure, path)


def draw_shares(path: Path, rows: Mapping[str, Mapping[str, float]]) -> None:
    """Every row one bar, cut into shares that add up to one; shares of a twentieth and more are written in."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.6 + 0.26 * len(rows)))
        axes = figure.subplots()
        for row, shares in enumerate(rows.values()):
            left = 0.0
            for share, colour in zip(shares.values(), SHARES, strict=False):
                axes.barh(-row, share, left=left, height=0.8, color=colour)
                if share >= 0.05:
                    axes.text(left + share / 2, -row, f"{share:.0%}", ha="center", va="center", fontsize=8)
                left += share
        axes.set_yticks([-row for row in range(len(rows))], list(rows))
        axes.set_xlim(0, 1)
        axes.xaxis.set_major_formatter(lambda share, _: f"{share:.0%}")
        names = list(next(iter(rows.values())))
        key(axes, dict(zip(names, SHARES, strict=False)))
        save(figure, path)


def draw_clauses(path: Path, clauses: Sequence[str], times: Mapping[str, Sequence[float]]) -> None:
    """Dots on a scale of powers of ten: how many moves and questions a game rest on each clause."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.8 + 0.2 * len(clauses)))
        axes = figure.subplots()
        rows = -np.arange(len(clauses))
        for play, values in times.items():
            many = np.asarray(values)
            axes.plot(many[many > 0], rows[many > 0], "o", ms=5, color=COLOURS[play])
        axes.set_yticks(rows.tolist(), clauses)
        axes.set_xscale("log")
        axes.set_xlabel("moves and questions a game")
        axes.grid(True, axis="x")
        key(axes, COLOURS)
        save(figure, path)
