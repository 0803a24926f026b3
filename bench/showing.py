"""What `bench.masters` found, as tables and pictures for docs/bots.md.

`python -m bench.showing build/masters.json docs/pictures`: Markdown on the screen; in the folder `masters.svg`, and a
picture of habits for every game.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import tripot
from bench.habits import meet
from bench.masters import PAYS, bluffs_of
from tests.bots.habits import habits
from tripot.lab.intervals import percent
from tripot.lab.plots import STYLE, WIDTH, key, save

MASTERS, REGULARS, MARK = "#0072b2", "#999999", "#d55e00"
DEALS = 300
TITLES = {"prohis": "PROHIS", "contrebande": "Contrebande", "prohibition": "PROHIBITION", "chasse": "Chasse",
          "condamnes": "Condamnés!"}  # fmt: skip
Found = dict[str, Any]


def share_of(row: Found) -> str:
    return percent((row["share"], row["low"], row["high"]))


def setting(row: Found) -> str:
    form = ", a match" if row["options"].get("match") == "yes" else ""
    return f"{TITLES[row['game']]}, {row['seats']} seats{form}"


def verdict(row: Found) -> str:
    word = "yes" if row["met"] else "**no**"
    return word if row["sure"] else f"{word}, not sure yet"


def show_strength(found: Sequence[Found]) -> None:
    print("| | master | goal | met | games | ms a decision: mean, p50, p99 |\n|---|---|---|---|---|---|")
    for row in found:
        if row["kind"] in ("strength", "crowd"):
            among = "a master among regulars" if row["kind"] == "strength" else "one regular among masters"
            sign = "≥" if row["at_least"] else "≤"
            print(
                f"| {setting(row)}: {among} | {share_of(row)} | {sign} {100 * row['goal']:.0f} % | {verdict(row)} | "
                f"{row['games']} | {row['think_ms']:.0f}, {row['think_p50_ms']:.0f}, {row['think_p99_ms']:.0f} |"
            )


def show_habits(found: Sequence[Found], game: str) -> None:
    thinking = {row["others"]: row for row in found if (row["kind"], row["game"]) == ("thinking", game)}
    print(f"\n| {TITLES[game]} | wins among masters | games | a master among such | games | a regular there |")
    print("|---|---|---|---|---|---|")
    for row in sorted(of_game(found, game), key=lambda row: -row["share"]):
        there = thinking.get(row["one"])
        rest = "| | |" if there is None else f"{share_of(there)} | {there['games']} | {100 * there['goal']:.0f} % |"
        print(f"| {row['one']} | {share_of(row)} | {row['games']} | {rest}")


def show_bluffs(found: Sequence[Found]) -> None:
    print("\n| | level | lies | of these caught | believed | honest but doubted | |\n|---|---|---|---|---|---|---|")
    for row in found:
        if row["kind"] == "bluff":
            counts = bluffs_of(row)
            print(f"| {TITLES[row['game']]} | {row['level']} | {counts.line()} | {counts.said:,} |")


def of_game(found: Sequence[Found], game: str) -> list[Found]:
    return [row for row in found if (row["kind"], row["game"]) == ("habit", game)]


def dots(axes: Axes, rows: Sequence[Found], at: Sequence[float], colour: str) -> None:
    """Times even, with intervals of 95 %."""
    times = [row["times_even"] for row in rows]
    lower = [max(0.0, mean - row["low"] / row["even"]) for mean, row in zip(times, rows, strict=True)]
    upper = [max(0.0, row["high"] / row["even"] - mean) for mean, row in zip(times, rows, strict=True)]
    axes.errorbar(times, at, xerr=[lower, upper], fmt="o", ms=4, color=colour, capsize=2)


def draw_strength(path: Path, found: Sequence[Found]) -> None:
    """A master among regulars in every setting; what is promised as a bar."""
    rows = [row for row in found if row["kind"] == "strength"]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.8 + 0.28 * len(rows)))
        axes = figure.subplots()
        places = [-float(i) for i in range(len(rows))]
        dots(axes, rows, places, MASTERS)
        axes.plot([row["goal"] / row["even"] for row in rows], places, "|", ms=12, color=MARK)
        axes.axvline(1, color="#999999", linestyle=":")
        axes.set_yticks(places, [setting(row) for row in rows])
        axes.set_xlim(left=0)
        axes.set_xlabel("wins among regulars, times even (dotted: even)")
        axes.grid(axis="x")
        key(axes, {"a master": MASTERS, "promised": MARK})
        save(figure, path)


def draw_habits(path: Path, game: str, rows: Sequence[Found]) -> None:
    """One player of every habit, among masters and among regulars."""
    chosen, known = tripot.game(game), habits(game)
    rows = sorted(rows, key=lambda row: -row["times_even"])
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.8 + 0.2 * len(rows)))
        axes = figure.subplots()
        places = [-float(i) for i in range(len(rows))]
        for row, place in zip(rows, places, strict=True):
            habit = known[row["one"]]
            share, _ = meet(chosen, habit.temper, habit.regular, row["seats"], DEALS, row["options"], habit.by)
            axes.plot([share / row["even"]], [place], "o", ms=4, color=REGULARS)
        dots(axes, rows, places, MASTERS)
        axes.axvline(PAYS, color=MARK, linestyle=":")
        axes.set_yticks(places, [row["one"] for row in rows])
        axes.set_xlim(left=0)
        axes.set_xlabel(f"wins of one such player, times even (dotted: {PAYS:g})")
        axes.grid(axis="x")
        key(axes, {"among masters": MASTERS, "among regulars": REGULARS})
        save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("found", type=Path)
    parser.add_argument("folder", type=Path)
    given = parser.parse_args()
    found = json.loads(given.found.read_text(encoding="utf-8"))["matches"]
    show_strength(found)
    show_bluffs(found)
    draw_strength(given.folder / "masters.svg", found)
    for game in TITLES:
        if rows := of_game(found, game):
            show_habits(found, game)
            draw_habits(given.folder / f"habits-{game}.svg", game, rows)


if __name__ == "__main__":
    main()
