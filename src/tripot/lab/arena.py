"""The arena: bots play each other over many seeded games, changing seats after every game."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots import Bot
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.table import Table

Watcher = Callable[[Look, str], None]  # is shown every look that a bot was given, and the move it chose
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Mean:
    """An average with its standard error."""

    value: float
    error: float


def mean(values: npt.ArrayLike) -> Mean:
    many = np.asarray(values, np.float64)
    return Mean(float(many.mean()), float(many.std(ddof=1) / len(many) ** 0.5))


@dataclass(frozen=True)
class Series:
    """What many games came to; row i is game i. A player is a place in the line-up, whatever their seat was."""

    scores: Floats  # by player
    wins: Floats  # by player: 1 for a lone first place, equal first places share
    seats_of: npt.NDArray[np.int64]  # by player
    lengths: npt.NDArray[np.int64]  # moves of seats
    reasons: tuple[str, ...]  # why each game ended

    @property
    def games(self) -> int:
        return len(self.lengths)

    def win_share(self, player: int) -> Mean:
        return mean(self.wins[:, player])

    def lead(self, player: int) -> Mean:
        """By how many points a player is ahead of the others' average."""
        others = np.delete(self.scores, player, axis=1).mean(axis=1)
        return mean(self.scores[:, player] - others)

    def ended(self, reason: str) -> Mean:
        """The share of games that ended so."""
        return mean([each == reason for each in self.reasons])

    def by_seat(self, values: Floats) -> Floats:
        """Scores or wins with a column for each seat instead of each player."""
        turned = np.zeros_like(values)
        np.put_along_axis(turned, self.seats_of, values, axis=1)
        return turned


def play(
    game: Game,
    line_up: Sequence[Bot],
    games: int,
    seed: int = 0,
    rotate: bool = True,
    watcher: Watcher | None = None,
    **options: Any,
) -> Series:
    """Play so many games. Game i takes all its luck from seed + i, and by that number the line-up is turned."""
    seats = game.checked_seats(len(line_up))
    scores, wins = np.zeros((games, seats)), np.zeros((games, seats))
    seats_of, lengths = np.zeros((games, seats), np.int64), np.zeros(games, np.int64)
    reasons = []
    for i in range(games):
        turn = seed + i if rotate else 0
        seats_of[i] = [(player + turn) % seats for player in range(seats)]
        table = game.start(seats, seed=seed + i, **options)
        bots = dict(zip(seats_of[i].tolist(), line_up, strict=True))
        lengths[i] = play_out(table, bots, random.Random(seed + i), watcher)
        outcome = table.outcome
        assert outcome is not None
        ranks = np.array(outcome.ranks)[seats_of[i]]
        scores[i] = np.array(outcome.scores)[seats_of[i]]
        wins[i] = (ranks == 1) / (ranks == 1).sum()
        reasons.append(outcome.reason)
    return Series(scores, wins, seats_of, lengths, tuple(reasons))


def play_out(table: Table, bots: Mapping[int, Bot], rng: random.Random, watcher: Watcher | None = None) -> int:
    """Bots play a table to its end, sealed questions answered in any order; how many moves they made."""
    moves = 0
    while asked := sorted(table.actors):
        seat = rng.choice(asked)
        look = table.look(seat)
        move = bots[seat](look, rng)
        if watcher is not None:
            watcher(look, move)
        table.play(seat, move)
        moves += 1
    return moves
