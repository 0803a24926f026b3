"""Luck and skill apart: what chance, and draws of players whose mixtures are known, were worth to every seat.

As in AIVAT, each such step is worth the value of what happened less the mean value of what could have happened. Its
mean is 0, so results that are corrected for it have the same mean and less noise. The value is a network that was
fixed before (`terms.py`), or in games that have none, what comes of playing on by the policy (`playing.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np

from tripot.bots.instincts import Temper, policy, temper
from tripot.bots.luck import playing, terms
from tripot.bots.luck.values import Value, value_for
from tripot.engine.game import Game
from tripot.engine.native import native
from tripot.engine.table import Table
from tripot.games.common import CHANCE

ROUNDS = 400  # that a position is played on
APART = 24  # bits: more rounds than one game takes in all


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


def luck_of(table: Table, tempers: Sequence[Temper | None] = (), rounds: int = ROUNDS) -> list[Luck]:
    """By seat; nothing where there is no chance or no policy. `tempers` are of seats that drew moves by one."""
    if table.outcome is None or not table.game.outcomes or policy(table.game.name) is None:
        return []
    value = value_for(table.game.name)
    if value is None or value.rules != table.game.version:
        return luck_by_playing(table, tempers, rounds)
    return luck_by_value(table, tempers, value)


def luck_by_value(table: Table, tempers: Sequence[Temper | None], value: Value) -> list[Luck]:
    outcome = table.outcome
    assert outcome is not None
    steps = [(seat, move) for _, seat, move, _ in table.steps()]
    found = terms_of(table.game, table.seats, bytes(table.start_state()), steps, tempers, value)
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


def luck_by_playing(table: Table, tempers: Sequence[Temper | None], rounds: int) -> list[Luck]:
    """Where nobody's moves are known, what chance did; else what others' decisions don't explain, and chance is told
    from bots' draws with less care. An order of answers that decided something is nobody's draw."""
    outcome, seats = table.outcome, table.seats
    assert outcome is not None
    steps = [(seat, move) for _, seat, move, _ in table.steps()]
    raced = np.array([seat != CHANCE and table.game.is_race(before) for before, seat, _, _ in table.steps()], np.int64)
    some = any(each is not None for each in tempers)
    number = int.from_bytes(sha256(repr(steps).encode()).digest()[:4], "little") << APART
    times = (rounds // 8, rounds) if some else (2 * rounds, 0)
    draws, expected = expectations(table.game, seats, bytes(table.start_state()), steps, tempers, times, number, raced)
    found = []
    for seat, score in enumerate(map(float, outcome.scores)):
        chance = float(draws[0, seat])
        luck = score - float(expected[0, seat]) if some else chance
        found.append(Luck(score, chance, luck - chance, float((expected if some else draws)[1, seat]) ** 0.5))
    return found


def expectations(
    game: Game,
    seats: int,
    start: bytes,
    steps: Sequence[tuple[int, int]],
    tempers: Sequence[Temper | None],
    rounds: tuple[int, int],
    number: int,
    raced: Any = None,
) -> tuple[Any, Any]:
    """What chance was worth to every seat, and what is left without it and without draws of those with tempers; each
    with its variance. `rounds` are those for the one and the other, 0 for what isn't asked."""
    twin = native(game.rules, False, playing.ENTRIES, policy(game.name), playing.PARTS)
    states = np.frombuffer(bytearray(start), game.rules.STATE)
    known = [tempers[seat] if seat < len(tempers) else None for seat in range(seats)]
    rows = np.array([temper(game.name) if each is None else each for each in known], np.int64)
    movers, moves = (np.array([step[part] for step in steps], np.int64) for part in (0, 1))
    draws, expected = np.zeros((2, 4, seats))
    twin.luck_by_playing(
        states, seats, movers, moves, np.zeros(len(steps), np.int64) if raced is None else raced,
        np.array([each is not None for each in known]), rows, np.array(rounds, np.int64), number, draws, expected,
    )  # fmt: skip
    return draws[:2], expected[:2]


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
