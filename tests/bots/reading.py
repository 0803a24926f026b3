"""Studying how regulars of Contrebande lie, and playing among them with what was learned (`reader_contrebande.py`)."""

from __future__ import annotations

import random

import numpy as np

import tripot
from tests.bots import reader_contrebande as reader
from tripot.bots.bouts import bouts
from tripot.bots.instincts import policy
from tripot.engine.native import native
from tripot.games import contrebande as rules

CONTREBANDE = tripot.game("contrebande")
SUPPOSED = 120  # thousandths of declarations that are false, of sorts that were never seen
LIES = {"lie": 400, "hide": 1000}
BITS = 62


def study(knobs: tuple[int, ...], seats: int, games: int) -> list[int]:
    """How often every sort of declaration is false in games among players of one temper, in thousandths."""
    twin = native(CONTREBANDE.rules, policy=policy("contrebande"))
    states, scratch = np.zeros(1, rules.STATE), np.zeros(1, rules.STATE)
    weights, points = np.zeros(len(rules.MOVES), np.int32), np.zeros(8, np.int32)
    luck, own, temper = np.zeros((1, 2), np.int64), random.Random(games), np.array(knobs, np.int64)
    counted = np.zeros((reader.SORTS, 2))
    for number in range(games):
        twin.seed_all(luck, number)
        seat = twin.step_one(states, luck[0], seats, np.zeros(2, np.int64), 0, -1, points)
        while seat < seats:
            if states[0]["phase"] in (rules.CUSTOMS, rules.NEIGHBOUR):
                state = CONTREBANDE.state_of(states.tobytes())
                counted[reader.sort_of(state, seat)] += (not rules.wholly_true(state, state.hand), 1)
            scratch[0] = states[0]
            twin.redact_all(scratch, seat)
            move = twin.decide_one(scratch, seat, temper, own.getrandbits(BITS), weights)
            seat = twin.step_one(states, luck[0], seats, np.zeros(2, np.int64), seat, move, points)
    return ((1000 * counted[:, 0] + SUPPOSED) // (counted[:, 1] + 1)).astype(int).tolist()


def readers(knobs: tuple[int, ...], learned: list[int]) -> dict[str, tuple[int, ...]]:
    """Several who have learned the same: some ask more of a doubt than others, or lie more, or less."""
    named = dict(zip(policy("contrebande").TEMPER, knobs, strict=True))
    ways = {"": {}, " and lies": LIES, " and tells the truth": {"lie": 0, "hide": 0, "bag": 0}}
    return {
        f"doubts for {search} and {denounce} F{way}": (*(named | changes).values(), *learned, search, denounce, 1)
        for way, changes in ways.items()
        for search, denounce in ((0, 0), (-100, 0), (-100, 100), (0, 100))
    }


def read_out(knobs: tuple[int, ...], seats: int, studied: int, games: int) -> tuple[str, float, float]:
    """Who of all readers wins most among players of a temper: its name, times an even share, standard error."""
    usual = (*knobs, *[0] * (reader.LENGTH - reader.KNOBS))
    found = []
    for name, one in readers(knobs, study(knobs, seats, studied)).items():
        share, error = bouts(CONTREBANDE, [one, *[usual] * (seats - 1)], games, 5, by=reader).share(0)
        found.append((seats * share, seats * error, name))
    share, error, name = max(found)
    return name, share, error
