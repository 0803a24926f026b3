"""Fitting the value that luck is measured by: games of regulars, some positions of each, and what they came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import cycle, islice
from typing import Any

import numpy as np

from tripot.bots.instincts import temper
from tripot.bots.luck import twin_of
from tripot.bots.luck.stakes import stakes_of
from tripot.bots.luck.values import Value
from tripot.engine.game import Game
from tripot.engine.tensor import tensor_size

POSITIONS = 8  # of every game
BATCH = 2048
USUAL = 4  # seats, of which there are twice as many examples
FIRST, SECOND, TRUSTED = 1 << 40, 1 << 41, 1 << 42  # seeds: of games to fit by, and of those that trust is fitted by


def examples(game: Game, seats: int, games: int, seed: int) -> tuple[Any, Any]:
    """Tensors of positions from games of regulars, everything open, and the points that their seats ended with."""
    twin, rng = twin_of(game), np.random.default_rng(seed)
    states, size = game.records(games), input_count(game)
    knobs = np.array(temper(game.name), np.int64)
    tensors = np.zeros((games, POSITIONS, size), np.float32)
    points = np.zeros((games, max(seats, 9)), np.int32)
    who = rng.integers(0, seats, (games, POSITIONS))
    none, room = np.full((1, 1), -1), np.zeros(1, np.int64)
    length = np.zeros(games, np.int64)
    for i in range(games):  # how long each game is, to pick from all of it
        length[i] = twin.collect(
            states[i : i + 1], game.records(1), seats, options_of(game), seed + i, knobs, none, tensors[:1, :1], none,
            points[:1], room, room,
        )  # fmt: skip
    picks = (rng.random((games, POSITIONS)) * length[:, None]).astype(np.int64)
    twin.collect(states, game.records(1), seats, options_of(game), seed, knobs, picks, tensors, who, points, room, room)
    return tensors.reshape(-1, size), np.take_along_axis(points.astype(np.float32), who, axis=1).reshape(-1)


def input_count(game: Game) -> int:
    """The tensor and what is at stake."""
    return tensor_size(game.rules) + int(stakes_of(game.name)[0]())


def options_of(game: Game) -> Any:
    return np.array(game.option_numbers(game.chosen({})) or (0,), np.int64)


def seat_counts(game: Game) -> list[int]:
    """All numbers of seats, the usual one twice."""
    return [*([USUAL] if game.fewest <= USUAL <= game.most else []), *range(game.fewest, game.most + 1)]


def fit(
    game: Game, chunks: int, games: int, width: int, seats: Sequence[int] = (), told: Callable[[str], None] = print
) -> Value:
    """Least squares: a straight part, solved; then by Adam one hidden layer too. Every chunk is of new games."""
    counts = list(seats) or seat_counts(game)
    first = [examples(game, count, games, FIRST + place * games) for place, count in enumerate(counts)]
    tensors, results = np.concatenate([x for x, _ in first]), np.concatenate([y for _, y in first])
    del first
    spread = tensors.std(axis=0)
    used = np.flatnonzero(spread > 1e-6)
    middle, scale = float(results.mean()), float(results.std()) or 1.0
    network = _Network(len(used), width, chunks)
    network.solve(tensors[:, used] / spread[used], (results - middle) / scale)
    del tensors
    for place, count in enumerate(islice(cycle(counts), chunks)):
        tensors, results = examples(game, count, games, SECOND + place * games)
        network.learn(
            (tensors[:, used] / spread[used]).astype(np.float32), ((results - middle) / scale).astype(np.float32)
        )
        if place % 8 == 7:
            told(f"{game.name}: {place + 1} of {chunks} chunks")
    size, parts = input_count(game), network.parts
    layer, direct = np.zeros((size, width), np.float32), np.zeros(size, np.float32)
    layer[used] = parts["first"] / spread[used, None]
    direct[used] = parts["direct"] / spread[used] * scale
    offset = parts["offset"].copy()
    offset[width] = offset[width] * scale + middle
    phases = len(game.rules.PHASES)
    return Value(game.version, layer, offset, parts["second"] * scale, direct, np.ones(phases, np.float32), {})


class _Network:
    def __init__(self, inputs: int, width: int, chunks: int) -> None:
        self.rng = np.random.default_rng(0)
        self.width, self.chunks, self.step, self.seen = width, chunks, 0, 0
        self.parts: dict[str, Any] = {
            "first": (self.rng.normal(size=(inputs, width)) / np.sqrt(inputs)).astype(np.float32),
            "offset": np.zeros(width + 1, np.float32),
            "second": np.zeros(width, np.float32),
            "direct": np.zeros(inputs, np.float32),
        }
        self.moments = {name: (np.zeros_like(part), np.zeros_like(part)) for name, part in self.parts.items()}

    def solve(self, inputs: Any, wanted: Any) -> None:
        """The best straight fit, held back a little."""
        mean = inputs.mean(axis=0)
        square = np.zeros((len(mean), len(mean)))
        for at in range(0, len(inputs), 65_536):
            part = inputs[at : at + 65_536] - mean
            square += part.T @ part
        across = (inputs.T @ (wanted - wanted.mean())).astype(np.float64)
        slope = np.linalg.solve(square + len(inputs) * 1e-4 * np.eye(len(mean)), across)
        self.parts["direct"] = slope.astype(np.float32)
        self.parts["offset"][self.width] = float(wanted.mean() - mean @ slope)

    def learn(self, inputs: Any, wanted: Any) -> None:
        """One pass over examples that it has not seen; steps get smaller to the end."""
        order = self.rng.permutation(len(inputs))
        for at in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[at : at + BATCH]
            self.step += 1
            done = (self.seen + at / len(order)) / self.chunks
            rate = 1e-3 * (1 + np.cos(np.pi * done)) / 2
            for name, slope in self.slopes(inputs[rows], wanted[rows]).items():
                mean, square = self.moments[name]
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                right = np.sqrt(1 - 0.999**self.step) / (1 - 0.9**self.step)
                self.parts[name] -= (rate * right * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)
        self.seen += 1

    def slopes(self, inputs: Any, wanted: Any) -> dict[str, Any]:
        parts, width = self.parts, self.width
        before = inputs @ parts["first"] + parts["offset"][:width]
        hidden = np.maximum(before, 0.0)
        off = (hidden @ parts["second"] + inputs @ parts["direct"] + parts["offset"][width] - wanted) / len(inputs)
        back = np.outer(off, parts["second"]) * (before > 0)
        return {
            "first": inputs.T @ back,
            "offset": np.append(back.sum(axis=0), off.sum()).astype(np.float32),
            "second": hidden.T @ off,
            "direct": inputs.T @ off,
        }


def trusted(game: Game, value: Value, games: int, seats: Sequence[int] = ()) -> Value:
    """How much of the luck in each phase is to be believed, by least squares over games that the value hasn't seen.

    A phase is known before chance or anybody draws, so whatever share of its luck is taken off, the mean stays.
    """
    counts = list(seats) or seat_counts(game)[-(game.most - game.fewest + 1) :]
    known = [results_and_luck(game, value, count, games, TRUSTED) for count in counts]
    phases = len(game.rules.PHASES)
    raw = np.concatenate([(results - results.mean(axis=0)).reshape(-1) for results, _ in known])
    luck = np.concatenate([by_phase.reshape(-1, phases) for _, by_phase in known])
    square = luck.T @ luck
    held = 0.01 * np.diag(square) + 1e-9
    trust = np.clip(np.linalg.solve(square + np.diag(held), luck.T @ raw), 0.0, 1.2)
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
    none, tensors = np.full((1, 1), -1), np.zeros((1, 1, input_count(game)), np.float32)
    movers, moves = np.zeros(game.rules.LONGEST, np.int64), np.zeros(game.rules.LONGEST, np.int64)
    points = np.zeros((1, max(seats, 9)), np.int32)
    number = seed
    while True:
        count = twin.collect(
            game.records(1), game.records(1), seats, options_of(game), number, knobs[0], none, tensors, none, points,
            movers, moves,
        )  # fmt: skip
        states = np.frombuffer(bytearray(bytes(start)), game.rules.STATE)
        terms, when = np.zeros((count, max(seats, 9))), np.zeros(count, np.int64)
        twin.luck_terms(
            states, seats, movers[:count], moves[:count], np.zeros(9, np.int64), knobs, *value.layers, terms, when
        )
        luck, by_chance = np.zeros((2, seats, phases))
        for seat in range(seats):
            luck[seat] = np.bincount(when, terms[:, seat], phases)
            by_chance[seat] = np.bincount(when, np.where(movers[:count] < 0, terms[:, seat], 0.0), phases)
        yield points[0, :seats].copy(), luck, by_chance
        number += 1
