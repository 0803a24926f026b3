"""How far the value that luck is measured by is to be believed, by games of regulars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from tripot.bots.instincts import temper
from tripot.bots.luck import twin_of
from tripot.bots.luck.values import Value
from tripot.engine.game import Game

TRUSTED = 1 << 42  # the seed of games that trust is fitted by
MOST = 2.0  # times the luck that a value sees; one that was trained for a short time sees too little


def options_of(game: Game) -> Any:
    return np.array(game.option_numbers(game.chosen({})) or (0,), np.int64)


def trusted(game: Game, value: Value, games: int, seats: Sequence[int] = ()) -> Value:
    """How much of the luck in each phase is to be believed, by least squares over games that the value hasn't seen.

    A phase is known before chance or anybody draws, so whatever share of its luck is taken off, the mean stays.
    """
    counts = list(seats) or list(range(game.fewest, game.most + 1))
    known = [results_and_luck(game, value, count, games, TRUSTED) for count in counts]
    phases = len(game.rules.PHASES)
    raw = np.concatenate([(results - results.mean(axis=0)).reshape(-1) for results, _ in known])
    luck = np.concatenate([by_phase.reshape(-1, phases) for _, by_phase in known])
    square = luck.T @ luck
    held = 0.01 * np.diag(square) + 1e-9
    trust = np.clip(np.linalg.solve(square + np.diag(held), luck.T @ raw), 0.0, MOST)
    remains = {
        count: float((results - by_phase @ trust).std(axis=0).mean())
        for count, (results, by_phase) in zip(counts, known, strict=True)
    }
    return replace(value, trust=trust.astype(np.float32), remains=remains)


def results_and_luck(game: Game, value: Value, seats: int, games: int, seed: int) -> tuple[Any, Any]:
    """Games of regulars: points by game and seat, and luck by game, seat and phase, before any trust."""
    played = list(islice(games_of(game, value, seats, seed), games))
    return np.array([points for points, _, _ in played], float), np.array([luck for _, luck, _ in played])


def games_of(game: Game, value: Value, seats: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """One game of regulars after the other: points, luck by seat and phase, and the part of it that chance had."""
    twin, phases = twin_of(game), len(game.rules.PHASES)
    knobs = np.array([temper(game.name)], np.int64)
    start = game.new_state()
    game.plain.setup(start, seats, game.option_numbers(game.chosen({})))
    movers, moves = np.zeros(game.rules.LONGEST, np.int64), np.zeros(game.rules.LONGEST, np.int64)
    points = np.zeros(max(seats, 9), np.int32)
    number = seed
    while True:
        count = twin.play_regularly(
            game.records(1), game.records(1), seats, options_of(game), number, knobs[0], points, movers, moves
        )
        states = np.frombuffer(bytearray(bytes(start)), game.rules.STATE)
        terms, when = np.zeros((count, max(seats, 9))), np.zeros(count, np.int64)
        twin.luck_terms(
            states, seats, movers[:count], moves[:count], np.zeros(9, np.int64), knobs, *value.layers, terms, when
        )
        luck, by_chance = np.zeros((2, seats, phases))
        for seat in range(seats):
            luck[seat] = np.bincount(when, terms[:, seat], phases)
            by_chance[seat] = np.bincount(when, np.where(movers[:count] < 0, terms[:, seat], 0.0), phases)
        yield points[:seats].copy(), luck, by_chance
        number += 1
