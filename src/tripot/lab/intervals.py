"""Shares and differences of shares with their intervals of 95 %."""

from __future__ import annotations

from math import hypot

SURE = 1.96  # standard errors on either side
Share = tuple[float, float, float]  # and the ends of its interval


def interval(won: float, games: int) -> Share:
    """A share and its interval, after Wilson: fair also where nearly all or none are won."""
    n = max(games, 1)
    share = won / n
    middle, half = share + SURE**2 / (2 * n), SURE * (share * (1 - share) / n + SURE**2 / (4 * n * n)) ** 0.5
    scale = 1 + SURE**2 / n
    return share, max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def difference(one: Share, other: Share) -> Share:
    """Between two shares, with its interval, after Newcombe: wide where either isn't sure."""
    (share, low, high), (less, least, most) = one, other
    more = share - less
    return more, more - hypot(share - low, most - less), more + hypot(high - share, less - least)


def percent(share: Share) -> str:
    """`67 % (21–94)`."""
    value, low, high = (f"{100 * each:.0f}" for each in share)
    return f"{value} % ({low}–{high})"
