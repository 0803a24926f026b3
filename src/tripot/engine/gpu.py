"""The GPU twin: rules and policies translated to CUDA C++, one thread a game, the same outcome bit by bit.

NVIDIA's run-time compiler makes the kernels when a game is first asked for, and CuPy keeps them on the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.game import Game
from tripot.engine.translate import game_source, words_of

HOME = Path(__file__).parent / "cuda"


@dataclass(frozen=True)
class GpuPlayouts:
    """Random games on the GPU: how many moves of seats in how many seconds, and the final records."""

    actions: int
    seconds: float
    records: npt.NDArray[np.void]
    lengths: npt.NDArray[np.int32]
    scores: npt.NDArray[np.int32]


def cupy() -> Any:
    """CuPy, and a GPU to use it on."""
    try:
        import cupy
    except ImportError as fault:
        raise RuntimeError("the GPU twin needs the extra tripot[gpu]") from fault
    try:
        cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as fault:
        raise RuntimeError("the GPU twin needs an NVIDIA GPU, and none was found") from fault
    return cupy


def source(rules: ModuleType, policy: ModuleType | None = None) -> str:
    """All of one game's kernels as C++; without a GPU's compiler, as loops over games for any other."""
    base, kernels = ((HOME / name).read_text(encoding="utf-8") for name in ("base.cuh", "kernels.cuh"))
    return f"{base}\n{game_source(rules, policy)}\n\n{kernels}"


class Kernels:
    """One game's kernels on the GPU that is here: so many threads a block, at least so many blocks a processor, so many
    bytes of shared memory a game."""

    def __init__(self, rules: ModuleType, policy: ModuleType | None, threads: int, blocks: int, held: int) -> None:
        self.cupy = cupy()
        options = ("--std=c++20", f"-DTHREADS={threads}", f"-DBLOCKS={blocks}")
        self.module = self.cupy.RawModule(code=source(rules, policy), options=options, backend="nvrtc")
        self.threads = threads
        self.shared = threads * held
        self._functions: dict[str, Any] = {}

    def function(self, name: str) -> Any:
        if name not in self._functions:
            self._functions[name] = self.module.get_function(name)
            if name in HOLDING:
                self._functions[name].max_dynamic_shared_size_bytes = self.shared
        return self._functions[name]

    def resident(self, name: str) -> int:
        """How many blocks of a kernel the GPU holds at once."""
        from cupy_backends.cuda.api import driver

        pointer = self.function(name).kernel.ptr
        a_processor = driver.occupancyMaxActiveBlocksPerMultiprocessor(pointer, self.threads, self.shared)
        return int(a_processor) * int(self.cupy.cuda.Device().attributes["MultiProcessorCount"])

    def play(self, name: str, games: int, *arguments: Any) -> None:
        """Run a kernel whose threads take one game after the other."""
        grid = min(-(-games // self.threads), self.resident(name))
        self.function(name)((grid,), (self.threads,), arguments, shared_mem=self.shared)

    def over(self, name: str, games: int, *arguments: Any) -> None:
        """Run a kernel with a thread for each game, on the stream that CuPy uses now."""
        held = self.shared if name in HOLDING else 0
        self.function(name)((-(-games // self.threads),), (self.threads,), arguments, shared_mem=held)


AT_RANDOM, OUTSIDE = -1, -2  # who sits in a seat, beside the tempers; as in kernels.cuh
HOLDING = ("playouts", "bouts", "step_all", "step_among", "walk")  # kernels that hold records in shared memory
ROOM = 220 << 10  # of shared memory that a processor has, less what the kernels' own variables take


def bytes_held(rules: ModuleType, whole: bool) -> int:
    """What a game takes in shared memory, an odd number of words: what is touched often and where the rest is; or its
    whole record, and marks of its moves."""
    often, seldom = words_of(rules.RECORD)
    pointer = 2 if seldom else 0
    return 4 * ((often + pointer + seldom | 1) + -(-len(rules.MOVES) // 32) if whole else often + pointer | 1)


def small_block(most: int) -> int:
    """Threads a block where all wait for the slowest, of so many games that a processor holds."""
    return 256 if most >= 1024 else 64 if most >= 64 else 32


def large_block(most: int) -> int:
    """Threads a block where games are sorted by phase: the more, the more alike are those of a warp. Two blocks a
    processor if they are large enough, so that one works while the other waits."""
    half = most // 2
    return max(32, min(512, half if half >= 320 else most) // 32 * 32)


@cache
def kernels(rules: ModuleType, policy: ModuleType | None = None) -> Kernels:
    """Kernels that make one move in every game."""
    held = bytes_held(rules, whole=True)
    most = ROOM // (held + (120 if policy else 40))  # games that a processor holds
    threads = small_block(most)
    return Kernels(rules, policy, threads, max(1, min(most // threads, 1024 // threads)), held)


@cache
def players(rules: ModuleType, policy: ModuleType | None = None, threads: int = 0, blocks: int = 0) -> Kernels:
    """Kernels that play whole games; so many threads and blocks instead of what fits best."""
    held = bytes_held(rules, whole=False)
    most = ROOM // (held + (120 if policy else 40))
    threads = threads or (small_block(most) if policy else large_block(most))
    return Kernels(rules, policy, threads, blocks or max(1, min(most // threads, 1024 // threads)), held)


def playouts_on_gpu(
    game: Game, seats: int | None = None, games: int = 1 << 20, seed: int = 0, by: Kernels | None = None, **options: Any
) -> GpuPlayouts:
    """Random games to the end, the same as `simulate.playouts` plays; the clock stops when all are done."""
    cp = cupy()
    seats = game.checked_seats(seats)
    made = by or players(game.rules)
    numbers = cp.asarray(option_numbers(game, options))
    records = cp.zeros((record_words(game), games), cp.uint32)
    lengths, points, taken = cp.zeros(games, cp.int32), cp.zeros((games, seats), cp.int32), cp.zeros(1, cp.int32)

    def run(count: int) -> None:
        taken[:] = 0
        given = (records, np.int32(count), np.int32(seats), numbers, np.uint64(seed), lengths, points, taken)
        made.play("playouts", count, *given)

    run(1)
    began, ended = cp.cuda.Event(), cp.cuda.Event()
    began.record()
    run(games)
    ended.record()
    ended.synchronize()
    seconds = cp.cuda.get_elapsed_time(began, ended) / 1000
    counted = lengths.get()
    return GpuPlayouts(
        int(counted.sum(dtype=np.int64)), seconds, from_words(game, records, apart=True), counted, points.get()
    )


def option_numbers(game: Game, options: dict[str, Any]) -> npt.NDArray[np.int32]:
    return np.array(game.option_numbers(game.chosen(options)) or (0,), np.int32)


def record_words(game: Game) -> int:
    """How many 32-bit words hold a record."""
    return sum(words_of(game.rules.RECORD))


def from_words(game: Game, words: Any, apart: bool = False) -> npt.NDArray[np.void]:
    """Records from their words, which lie by word, then by game; after whole games those seldom touched lie `apart`,
    behind the others, by game."""
    words = words.get() if hasattr(words, "get") else words
    often, seldom = words_of(game.rules.RECORD)
    behind = words[often:].reshape(words.shape[1], seldom) if apart else words[often:].T
    rows = np.ascontiguousarray(np.hstack([words[:often].T, behind])).view(np.uint8)
    size = game.rules.STATE.itemsize
    records: npt.NDArray[np.void] = np.ascontiguousarray(rows[:, :size]).view(game.rules.STATE)[:, 0]
    return records
