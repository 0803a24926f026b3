"""The GPU twin: the same functions through numba-cuda, one thread a game."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cache
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.game import Game
from tripot.engine.twins import bind, words_for

THREADS = 128  # games a block


@dataclass(frozen=True)
class GpuPlayouts:
    """Random games on the GPU: how many moves of seats in how many seconds, and the final records."""

    actions: int
    seconds: float
    records: npt.NDArray[np.void]
    lengths: npt.NDArray[np.int32]


def _cuda() -> Any:
    """numba-cuda, which may still ask NumPy for names that NumPy has dropped."""
    for gone, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, gone):
            setattr(np, gone, getattr(np, now))
    try:
        from numba import cuda
    except ImportError as fault:
        raise RuntimeError("the GPU twin needs the extra tripot[gpu]") from fault
    if not cuda.is_available():
        raise RuntimeError("the GPU twin needs an NVIDIA GPU, and none was found")
    return cuda


@cache
def kernel(rules: ModuleType) -> Any:
    """One random game a thread, compiled for the GPU that is here."""
    cuda = _cuda()
    from numba import int8, int32, int64

    def device(function: FunctionType) -> Any:
        return cuda.jit(device=True)(function)

    twin = bind(rules, device, lambda function: function, lambda array: array)
    setup, scores, playout, seed = twin.setup, twin.scores, twin.playout, twin.seed
    words, outcomes, moves = words_for(rules), len(rules.OUTCOMES) + 1, len(rules.MOVES)

    @cuda.jit  # type: ignore[untyped-decorator]
    def playouts(states: Any, seats: Any, options: Any, first: Any, lengths: Any, points: Any) -> None:
        i = cuda.grid(1)
        if i < states.size:
            marks = cuda.local.array(words, int64)
            can = marks.view(int8)
            weights = cuda.local.array(outcomes, int32)
            used = cuda.local.array(moves, int32)
            luck = cuda.local.array(2, int64)
            seed(luck, first + i)
            setup(states[i], seats, options)
            lengths[i] = playout(states[i], can, marks, weights, luck, used)
            scores(states[i], points[i])

    return playouts


def playouts(game: Game, seats: int | None = None, games: int = 1 << 20, seed: int = 0, **options: Any) -> GpuPlayouts:
    """Random games to the end, the same as `simulate.playouts` plays; the clock stops when all are done."""
    cuda = _cuda()
    seats = game.checked_seats(seats)
    numbers = cuda.to_device(np.array(game.option_numbers(game.chosen(options)) or (0,), np.int64))
    states = cuda.to_device(game.records(games))
    lengths = cuda.device_array(games, np.int32)
    points = cuda.device_array((games, seats), np.int32)
    run = kernel(game.rules)
    run[1, THREADS](states[:1], seats, numbers, seed, lengths[:1], points[:1])  # compiles
    cuda.synchronize()
    began = time.perf_counter()
    run[-(-games // THREADS), THREADS](states, seats, numbers, seed, lengths, points)
    cuda.synchronize()
    seconds = time.perf_counter() - began
    counted = lengths.copy_to_host()
    return GpuPlayouts(int(counted.sum(dtype=np.int64)), seconds, states.copy_to_host(), counted)
