"""Fitting the value that luck is measured by: games of regulars, some positions of each, and what they came to."""

from __future__ import annotations

from typing import Any

import numpy as np

from tripot.bots.instincts import temper
from tripot.bots.luck import twin_of
from tripot.bots.luck.values import Value
from tripot.engine.game import Game
from tripot.engine.tensor import tensor_size

POSITIONS = 8  # of every game
WIDTH = 32
BATCH = 2048


def examples(game: Game, seats: int, games: int, seed: int) -> tuple[Any, Any]:
    """Tensors of positions from games of regulars, everything open, and the points that their seats ended with."""
    twin, rng = twin_of(game), np.random.default_rng(seed)
    states, size = game.records(games), tensor_size(game.rules)
    options = np.array(game.option_numbers(game.chosen({})) or (0,), np.int64)
    knobs = np.array(temper(game.name), np.int64)
    tensors = np.zeros((games, POSITIONS, size), np.float32)
    points = np.zeros((games, max(seats, 8)), np.int32)
    who = rng.integers(0, seats, (games, POSITIONS))
    none, room = np.full((1, 1), -1), np.zeros(1, np.int64)
    length = np.zeros(games, np.int64)
    for i in range(games):  # how long each game is, to pick from all of it
        length[i] = twin.collect(
            states[i : i + 1], game.records(1), seats, options, seed + i, knobs, none, tensors[:1, :1], none,
            points[:1], room, room,
        )  # fmt: skip
    picks = (rng.random((games, POSITIONS)) * length[:, None]).astype(np.int64)
    twin.collect(states, game.records(1), seats, options, seed, knobs, picks, tensors, who, points, room, room)
    return tensors.reshape(-1, size), np.take_along_axis(points.astype(np.float32), who, axis=1).reshape(-1)


def fit(game: Game, tensors: Any, results: Any, epochs: int = 12, width: int = WIDTH, seed: int = 0) -> Value:
    """Least squares: a straight part, solved; then by Adam one hidden layer for what is left."""
    rng = np.random.default_rng(seed)
    spread = tensors.std(axis=0)
    used = np.flatnonzero(spread > 1e-6)
    inputs = (tensors[:, used] / spread[used]).astype(np.float32)
    middle, scale = float(results.mean()), float(results.std()) or 1.0
    wanted = ((results - middle) / scale).astype(np.float32)
    share = 1.0 / np.sqrt(len(used))
    parts = {
        "first": (rng.normal(size=(len(used), width)) * share).astype(np.float32),
        "offset": np.zeros(width + 1, np.float32),
        "second": np.zeros(width, np.float32),
        "direct": np.zeros(len(used), np.float32),
    }
    parts["direct"], parts["offset"][width] = _straight(inputs, wanted)
    moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in parts.items()}
    step, whole = 0, epochs * max(1, len(inputs) // BATCH)
    for _ in range(epochs):
        order = rng.permutation(len(inputs))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[at : at + BATCH]
            step += 1
            slopes = _slopes(parts, inputs[rows], wanted[rows])
            rate = 1e-3 * 0.5 * (1 + np.cos(np.pi * step / whole))
            for name, slope in slopes.items():
                mean, square = moments[name]
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                right = np.sqrt(1 - 0.999**step) / (1 - 0.9**step)
                parts[name] -= (rate * right * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
    size = tensors.shape[1]
    first, direct = np.zeros((size, width), np.float32), np.zeros(size, np.float32)
    first[used] = parts["first"] / spread[used, None]
    direct[used] = parts["direct"] / spread[used] * scale
    offset = parts["offset"].copy()
    offset[width] = offset[width] * scale + middle
    return Value(game.version, first, offset, parts["second"] * scale, direct, {})


def _straight(inputs: Any, wanted: Any) -> tuple[Any, float]:
    """The best straight fit, held back a little."""
    mean = inputs.mean(axis=0)
    square = np.zeros((len(mean), len(mean)))
    for at in range(0, len(inputs), 65_536):
        part = inputs[at : at + 65_536] - mean
        square += part.T @ part
    across = (inputs.T @ (wanted - wanted.mean())).astype(np.float64)
    slope = np.linalg.solve(square + len(inputs) * 1e-4 * np.eye(len(mean)), across)
    return slope.astype(np.float32), float(wanted.mean() - mean @ slope)


def _slopes(parts: Any, inputs: Any, wanted: Any) -> dict[str, Any]:
    width = len(parts["second"])
    before = inputs @ parts["first"] + parts["offset"][:width]
    hidden = np.maximum(before, 0.0)
    off = (hidden @ parts["second"] + inputs @ parts["direct"] + parts["offset"][width] - wanted) / len(inputs)
    back = np.outer(off, parts["second"]) * (before > 0)
    decay = 1e-5
    return {
        "first": inputs.T @ back + decay * parts["first"],
        "offset": np.append(back.sum(axis=0), off.sum()).astype(np.float32),
        "second": hidden.T @ off + decay * parts["second"],
        "direct": inputs.T @ off + decay * parts["direct"],
    }


def predicted(value: Value, tensors: Any) -> Any:
    """What the value says of many tensors at once."""
    width = len(value.second)
    hidden = np.maximum(tensors @ value.first + value.offset[:width], 0.0)
    return hidden @ value.second + tensors @ value.direct + value.offset[width]
