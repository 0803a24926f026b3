"""How far the value that luck is measured by is to be believed, by games of regulars."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from typing import Any

import numpy as np

from tripot.bots.instincts import temper
from tripot.bots.luck import twin_of
from tripot.bots.luck.values import Value
from tripot.engine.game import Game
from tripot.games.common import CHANCE

TRUSTED = 1 << 42  # the seed of games that trust is fitted by
MOST = 2.0  # times the luck that a value sees; one that was trained for a short time sees too little


def options_of(game: Game) -> Any:
    return np.array(game.option_numbers(game.chosen({})) or (0,), np.int64)


def trusted(game: Game, value: Value, games: int, seats: Sequence[int] = ()) -> Value:
    """How much of the luck in each phase is to be believed, by least squares over games that the value hasn't seen.

    A phase is known before chance or anybody draws, so whatever share of its luck is taken off, the mean stays.
    """
    counts = list(seats) or list(range(game.fewest, game.most + 1))
    known = [results_and_luck(game, value, each, games, TRUSTED) for each in counts]
    phases = len(game.rules.PHASES)
    raw = np.concatenate([(results - results.mean(axis=0)).reshape(-1) for results, _ in known])
    luck = np.concatenate([by_phase.reshape(-1, phases) for _, by_phase in known])
    square = luck.T @ luck
    held = 0.01 * np.diag(square) + 1e-9
    trust = np.clip(np.linalg.solve(square + np.diag(held), luck.T @ raw), 0.0, MOST)
    remains = {
        each: float((results - by_phase @ trust).std(axis=0).mean())
        for each, (results, by_phase) in zip(counts, known, strict=True)
    }
    return replace(value, trust=trust.astype(np.float32), remains=remains)


def results_and_luck(game: Game, value: Value, seats: int, games: int, seed: int) -> tuple[Any, Any]:
    """Games of regulars: points by game and seat, and luck by game, seat and phase, before any trust."""
    played = list(islice(games_of(game, value, seats, seed), games))
    return np.array([points for points, _ in played], float), np.array([luck[0] for _, luck in played])


def start_of(game: Game, seats: int) -> bytes:
    start = game.new_state()
    game.plain.setup(start, seats, game.option_numbers(game.chosen({})))
    return bytes(start)


def regular_games(game: Game, seats: int, seed: int) -> Iterator[tuple[Any, Any, Any]]:
    """One game of regulars after the other: points, who moved and how."""
    twin, knobs = twin_of(game), np.array(temper(game.name), np.int64)
    movers, moves = np.zeros((2, game.rules.LONGEST), np.int64)
    points = np.zeros(max(seats, 9), np.int32)
    for number in count(seed):
        length = twin.play_regularly(
            game.records(1), game.records(1), seats, options_of(game), number, knobs, points, movers, moves
        )
        yield points[:seats].copy(), movers[:length].copy(), moves[:length].copy()


def games_of(game: Game, value: Value, seats: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """One game of regulars after the other: points, and luck by seat and phase: all, what it was besides the seat's own
    moves, and what chance had of it."""
    twin, phases, start = twin_of(game), len(game.rules.PHASES), start_of(game, seats)
    knobs = np.array([temper(game.name)], np.int64)
    for points, movers, moves in regular_games(game, seats, seed):
        states = np.frombuffer(bytearray(start), game.rules.STATE)
        terms, when = np.zeros((len(moves), max(seats, 9))), np.zeros(len(moves), np.int64)
        twin.luck_terms(states, seats, movers, moves, np.zeros(9, np.int64), knobs, *value.layers, terms, when)
        luck = np.zeros((3, seats, phases))
        for seat in range(seats):
            for part, counts in enumerate((movers >= CHANCE, movers != seat, movers == CHANCE)):
                luck[part, seat] = np.bincount(when, np.where(counts, terms[:, seat], 0.0), phases)
        yield points, luck
