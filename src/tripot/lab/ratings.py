"""What a tournament says about its bots: shares of wins, points and ratings, each with an interval of 95 %, by deal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tripot.lab.intervals import SURE
from tripot.lab.tournament import Tournament


class Standing(NamedTuple):
    """One bot's: how many games and wins (equal first places share), its rating; each with half its interval."""

    name: str
    games: int
    wins: float
    wins_error: float
    even: float  # what it would win if all were equal
    lead: float
    lead_error: float
    rating: float
    rating_error: float


def standings(tournament: Tournament) -> list[Standing]:
    """Best rating first."""
    wins: dict[str, list[float]] = defaultdict(list)
    leads: dict[str, list[float]] = defaultdict(list)
    games, seats = list(tournament.games), tournament.seats
    for first_game in range(0, len(games), seats):
        shares, ahead = defaultdict[str, list[float]](list), defaultdict[str, list[float]](list)
        for line_up, scores, ranks in games[first_game : first_game + seats]:  # of one deal, each in another seating
            first, total = ranks.count(1), sum(scores)
            for place, name in enumerate(line_up):
                shares[name].append((ranks[place] == 1) / first)
                ahead[name].append(scores[place] - (total - scores[place]) / (len(scores) - 1))
        for name, won in shares.items():  # they share their luck
            wins[name].append(float(np.mean(won)))
            leads[name].append(float(np.mean(ahead[name])))
    ratings = rated(tournament)
    found = []
    for name, won in wins.items():
        rating, error = ratings[name]
        found.append(
            Standing(
                name, len(won) * seats, float(np.mean(won)), _half(won), 1 / seats, float(np.mean(leads[name])),
                _half(leads[name]), rating, error,
            )
        )  # fmt: skip
    return sorted(found, key=lambda each: -each.rating)


def _half(values: Sequence[float]) -> float:
    return float(SURE * np.std(values, ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("inf")


def rated(tournament: Tournament) -> dict[str, tuple[float, float]]:
    """Plackett-Luce by OpenSkill, game by game; a bot that has several seats moves by their average."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings: dict[str, Any] = {name: model.rating() for name in tournament.names}
    for line_up, _, ranks in tournament.games:
        if len(set(line_up)) == 1:
            continue
        teams = [[model.rating(mu=ratings[name].mu, sigma=ratings[name].sigma)] for name in line_up]
        after = model.rate(teams, ranks=[float(rank) for rank in ranks])
        moved: dict[str, list[Any]] = defaultdict(list)
        for name, (rating,) in zip(line_up, after, strict=True):
            moved[name].append(rating)
        for name, several in moved.items():
            mu = float(np.mean([each.mu for each in several]))
            sigma = float(np.mean([each.sigma for each in several]))
            ratings[name] = model.rating(mu=mu, sigma=sigma)
    return {name: (float(rating.mu), float(SURE * rating.sigma)) for name, rating in ratings.items()}


def table(found: Sequence[Standing]) -> str:
    """As Markdown."""
    lines = ["| bot | games | wins | times even | ahead by | rating |", "|---|---|---|---|---|---|"]
    for each in found:
        lines.append(
            f"| {each.name} | {each.games:,} | {each.wins:.1%} ± {each.wins_error:.1%} | "
            f"{each.wins / each.even:.2f} | {each.lead:,.0f} ± {each.lead_error:,.0f} | "
            f"{each.rating:.1f} ± {each.rating_error:.1f} |"
        )
    return "\n".join(lines)


def draw(path: Path, found: Sequence[Standing]) -> None:
    """Shares of wins and ratings as points with their intervals."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    from tripot.lab.plots import STYLE, WIDTH, save

    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 0.9 + 0.3 * len(found)))
        left, right = figure.subplots(1, 2, sharey=True)
        rows = list(range(len(found)))[::-1]
        left.errorbar(
            [100 * each.wins for each in found], rows, xerr=[100 * each.wins_error for each in found], fmt="o",
            color="#0072b2", capsize=3,
        )  # fmt: skip
        left.axvline(100 * found[0].even, color="#999999", linestyle=":")
        left.set_xlabel("wins, % (dotted: even)")
        left.set_yticks(rows, [each.name for each in found])
        right.errorbar(
            [each.rating for each in found], rows, xerr=[each.rating_error for each in found], fmt="o",
            color="#e69f00", capsize=3,
        )  # fmt: skip
        right.set_xlabel("rating (Plackett-Luce)")
        for axes in (left, right):
            axes.grid(axis="x")
        save(figure, path)
