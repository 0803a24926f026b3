"""Chasse has two seats; a search that stops before the end also counts what plaques on the way may come to. Who hides
plaques all in one place may run like anybody. Its network proposes to smugglers alone: customs do better by search."""
# ruff: noqa: F821
# mypy: ignore-errors

from functools import cache

import numpy as np

import tripot

STUDIED = ("size", "figures", "all_plaques", "numbers")  # what makes another board


def seats_in(s):
    return 2


def promise_of(s, viewer):
    """For plaques on the way what their figures' rows promise."""
    home = 0.0
    caught = 0.0
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and cell < goal(s) and s.plaques[cell] > 0:
            chance = 0.35 + 0.45 * (cell // WIDE - 1) / (s.size - 1)
            home += POINTS * s.plaques[cell] * chance
            caught += POINTS * (s.plaques[cell] + 1) * (1.0 - chance)
    return 0.7 * (home - caught if viewer == smuggler(s) else caught - home)


def seen_by(s, scratch, seat):
    """The world as it is: the policy weighs it as it would weigh a redacted one (a test holds it to that)."""
    return s


def situations():
    return 3


def situation(s, seat):
    """Hiding, running, and standing guard."""
    if s.phase == HIDING:
        return 0
    return 1 if seat == smuggler(s) else 2


@cache
def whole_board():
    """The record of a game as most people play it, which is what the network learned."""
    game = tripot.game("chasse")
    return np.frombuffer(bytes(game.start(seed=0).look(0)), game.rules.STATE)[0]


def familiar(record, seat):
    """A game of its own, even if it is one of a match."""
    if seat != record["leg"] or any(np.any(record[field] != whole_board()[field]) for field in STUDIED):
        return None
    single = record.copy()
    single["turn"] ^= single["leg"]
    single["match"], single["leg"], single["points"] = 0, 0, 0
    return single, 0
