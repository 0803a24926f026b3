"""Luck and skill apart: what chance, and draws of players whose mixtures are known, were worth to every seat.

As in AIVAT, each such step is worth the value of what happened less the mean value of what could have happened, by a
value that was fixed before. Its mean is 0, so results that are corrected for it have the same mean and less noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tripot.bots.instincts import Temper, policy
from tripot.bots.luck import terms
from tripot.bots.luck.values import Value, value_for
from tripot.engine.game import Game
from tripot.engine.native import native
from tripot.engine.table import Table


@dataclass(frozen=True)
class Luck:
    """One seat's result, what of it was luck, and how uncertain the rest is (a standard deviation)."""

    result: float
    draws: float  # by chance: cards, dice, lots
    rivals: float  # by what bots drew among the moves that they mix
    remains: float

    @property
    def luck(self) -> float:
        return self.draws + self.rivals

    @property
    def corrected(self) -> float:
        return self.result - self.luck


def twin_of(game: Game) -> Any:
    """The native loops for a game."""
    return native(game.rules, False, terms.ENTRIES, policy(game.name), terms.PARTS)


def luck_of(table: Table, tempers: Sequence[Temper | None] = ()) -> list[Luck]:
    """By seat; nothing where no value was fitted for these rules. `tempers` are of seats that drew moves by one."""
    value, outcome = value_for(table.game.name), table.outcome
    if value is None or value.rules != table.game.version or outcome is None:
        return []
    steps = [(seat, move) for _, seat, move, _ in table.steps()]
    found = terms_of(table.game, table.seats, bytes(table.start_state()), steps, tempers, value)
    if not found.any():  # nothing that is believed: that is no knowledge that there was none
        return []
    by_chance = np.array([seat < 0 for seat, _ in steps])
    nearest = min(value.remains, key=lambda seats: abs(seats - table.seats))
    remains = value.remains[nearest]
    return [
        Luck(
            float(outcome.scores[seat]),
            float(found[by_chance, seat].sum()),
            float(found[~by_chance, seat].sum()),
            remains,
        )
        for seat in range(table.seats)
    ]


def terms_of(
    game: Game,
    seats: int,
    start: bytes,
    steps: Sequence[tuple[int, int]],
    tempers: Sequence[Temper | None],
    value: Value,
) -> Any:
    """What every step was worth as luck: a row a step, a column a seat."""
    states = np.frombuffer(bytearray(start), game.rules.STATE)
    movers = np.array([seat for seat, _ in steps], np.int64)
    moves = np.array([move for _, move in steps], np.int64)
    rows = [temper for temper in tempers if temper is not None] or [(0,)]
    known = np.full(max(seats, 9), -1, np.int64)
    drawn = [seat for seat, temper in enumerate(tempers) if temper is not None]
    known[drawn] = range(len(drawn))
    found, phases = np.zeros((len(steps), max(seats, 9))), np.zeros(len(steps), np.int64)
    twin_of(game).luck_terms(
        states, seats, movers, moves, known, np.array(rows, np.int64), *value.layers, found, phases
    )  # fmt: skip
    return found[:, :seats] * value.trust[phases, None]
