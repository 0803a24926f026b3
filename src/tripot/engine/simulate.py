"""Many random games at once: natively over threads, or in plain Python for comparison."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.game import Game
from tripot.engine.native import native
from tripot.games import random_numbers
from tripot.games.common import CHANCE, NOBODY

CHUNK = 1024  # games that a thread plays at a stretch
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Playouts:
    """What random games came to; row i is game i, whatever the number of threads."""

    seats: int
    lengths: npt.NDArray[np.int64]  # moves of seats
    scores: npt.NDArray[np.int32]
    reasons: npt.NDArray[np.int8]
    used: npt.NDArray[np.int64]  # how often each move was made
    records: npt.NDArray[np.void] | None

    @property
    def games(self) -> int:
        return len(self.lengths)

    @property
    def actions(self) -> int:
        return int(self.lengths.sum())


def playouts(
    game: Game,
    seats: int | None = None,
    games: int = 1000,
    seed: int = 0,
    threads: int | None = None,
    twin: str = "native",
    keep: bool = False,
    progress: Progress | None = None,
    **options: Any,
) -> Playouts:
    """Play random games to the end. Game i takes its luck from seed + i, so results don't depend on threads or twin.

    `twin` is "native", "checked" (native with bounds checks) or "plain"; `keep` keeps the final records; `progress` is
    called with the number of games that were finished since the last call.
    """
    seats = game.checked_seats(seats)
    numbers = game.option_numbers(game.chosen(options))
    result = Playouts(
        seats,
        np.zeros(games, np.int64),
        np.zeros((games, seats), np.int32),
        np.zeros(games, np.int8),
        np.zeros(len(game.moves), np.int64),
        game.records(games) if keep else None,
    )
    play = _plainly if twin == "plain" else _natively(game, twin == "checked")

    def chunk(first: int) -> tuple[int, npt.NDArray[np.int64]]:
        last = min(first + CHUNK, games)
        return last - first, play(game, result, numbers, seed, first, last)

    starts = range(0, games, CHUNK)
    workers = 1 if twin == "plain" else threads or os.cpu_count() or 1
    with ThreadPoolExecutor(workers) as pool:
        for done in as_completed([pool.submit(chunk, first) for first in starts]):
            count, used = done.result()
            result.used[:] += used
            if progress is not None:
                progress(count)
    return result


def _natively(game: Game, checked: bool) -> Callable[..., npt.NDArray[np.int64]]:
    drivers = native(game.rules, True) if checked else game.native

    def play(
        game: Game, result: Playouts, options: tuple[int, ...], seed: int, first: int, last: int
    ) -> npt.NDArray[np.int64]:
        states = game.records(last - first) if result.records is None else result.records[first:last]
        used = np.zeros(len(game.moves), np.int64)
        numbers = np.array(options or (0,), np.int64)
        drivers.playouts(
            states, result.seats, numbers, seed + first, result.lengths[first:last], result.scores[first:last], used
        )
        result.reasons[first:last] = states["reason"]
        return used

    return play


def _plainly(
    game: Game, result: Playouts, options: tuple[int, ...], seed: int, first: int, last: int
) -> npt.NDArray[np.int64]:
    """The same games, move for move, as ordinary Python."""
    plain, words = game.plain, game.words
    used = [0] * len(game.moves)
    for i in range(first, last):
        state: Any = game.new_state()
        luck = [0, 0]
        random_numbers.seed(luck, seed + i)
        plain.setup(state, result.seats, options)
        length = 0
        while (asked := plain.actors(state)) != NOBODY:
            if asked == CHANCE:
                weights = [0] * len(game.outcomes)
                plain.chance(state, weights)
                pick = random_numbers.below(luck, sum(weights))
                outcome = 0
                while pick >= weights[outcome]:
                    pick -= weights[outcome]
                    outcome += 1
                plain.apply(state, CHANCE, outcome)
                continue
            seat = (asked & -asked).bit_length() - 1
            can = bytearray(8 * words)
            plain.legal(state, seat, can)
            move = -1
            for _ in range(random_numbers.below(luck, can.count(1)) + 1):
                move = can.index(1, move + 1)
            used[move] += 1
            plain.apply(state, seat, move)
            length += 1
        result.lengths[i] = length
        plain.scores(state, result.scores[i])
        result.reasons[i] = state.reason
        if result.records is not None:
            result.records[i] = state.record()
    return np.array(used, np.int64)
