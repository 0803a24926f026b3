"""What many games of one kind come to: lengths, scores, ends and the clauses that came into play.

Random play is native; what bots play, and the count of clauses, takes tables in plain Python, spread over processes.
Game i takes its luck from seed + i, so that results don't depend on the number of processes or threads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots import RANDOM, Bot, bot
from tripot.bots.instincts import Instinct, temper
from tripot.engine.chance import Seeded
from tripot.engine.game import Game, game
from tripot.engine.look import Look
from tripot.games.common import CHANCE
from tripot.lab import arena

CHUNK = 10  # games that a process plays at a stretch
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Setting:
    """A game with a number of seats and options."""

    name: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def game(self) -> Game:
        return game(self.name)


@dataclass
class Clauses:
    """How often clauses allowed a move that was made, or were the ground of a question; and in how many games."""

    games: int = 0
    moves: Counter[str] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    seen_in: Counter[str] = field(default_factory=Counter)

    def watch(self, look: Look, move: str) -> None:
        self.moves[look.clause_of(look.game.move_number(move))] += 1
        self.questions[look.clause] += 1

    def finish(self) -> None:
        """A game is over: what came up in it counts once."""
        self.games += 1
        self.seen_in.update(set(self.moves) | set(self.questions))

    def add(self, other: Clauses) -> None:
        self.games += other.games
        self.moves += other.moves
        self.questions += other.questions
        self.seen_in += other.seen_in

    def times(self, clause: str) -> float:
        """Moves and questions a game."""
        return (self.moves[clause] + self.questions[clause]) / self.games


@dataclass
class Measured:
    """What games of one setting and one way of playing came to; row i is game i."""

    setting: Setting
    lengths: Ints
    scores: Floats  # by seat
    ends: Ints  # places in the game's reasons
    seed: int
    clauses: Clauses = field(default_factory=Clauses)

    @property
    def games(self) -> int:
        return len(self.lengths)

    def length(self, percent: float) -> int:
        return round(float(np.percentile(self.lengths, percent)))

    def ended(self, reason: str) -> arena.Mean:
        return arena.mean(self.ends == self.setting.game.reasons.index(reason))

    def first_players(self) -> Ints:
        return np.array([first_player(self.setting.game, self.setting.seats, self.seed + i) for i in range(self.games)])

    def in_order_of_play(self) -> Floats:
        """Scores with the first player's in the first column."""
        seats = np.arange(self.setting.seats)
        return np.take_along_axis(self.scores, (self.first_players()[:, None] + seats) % self.setting.seats, axis=1)


def first_player(game: Game, seats: int, seed: int) -> int:
    """Who is drawn to begin in the game with this seed."""
    source = Seeded(seed)
    drawn = [source.pick(weights) for weights in draws_for_first(game, seats)]
    return int(drawn[-1].split()[1])


@cache
def draws_for_first(game: Game, seats: int) -> tuple[dict[str, int], ...]:
    """What chance is asked from the start of a game up to the draw for the first player, itself included."""
    state = game.new_state()
    game.plain.setup(state, seats, game.option_numbers(game.chosen({})))
    draws = []
    while game.plain.actors(state) == CHANCE:
        weights = [0] * len(game.outcomes)
        game.plain.chance(state, weights)
        named = {text: weight for text, weight in zip(game.outcomes, weights, strict=True) if weight}
        draws.append(named)
        if next(iter(named)).split()[0] in ("first", "officer"):
            return tuple(draws)
        game.plain.apply(state, CHANCE, game.outcome_number(next(iter(named))))
    raise ValueError(f"nobody is drawn to begin in {game.name}")


def at_random(setting: Setting, games: int, seed: int, progress: Progress) -> Measured:
    """Every legal move as likely, natively."""
    from tripot.engine.simulate import playouts

    played = playouts(setting.game, setting.seats, games, seed, progress=progress, **dict(setting.options))
    return Measured(setting, played.lengths, played.scores.astype(np.float64), played.reasons.astype(np.int64), seed)


def by_bots(setting: Setting, level: str, games: int, seed: int, pool: Executor, progress: Progress) -> Measured:
    """Bots of one level in all seats, at plain tables; clauses are counted."""
    starts = range(seed, seed + games, CHUNK)
    jobs = [pool.submit(_play, setting, level, start, min(CHUNK, seed + games - start)) for start in starts]
    parts = []
    for job in jobs:
        parts.append(job.result())
        progress(parts[-1].games)
    clauses = Clauses()
    for part in parts:
        clauses.add(part.clauses)
    return Measured(
        setting,
        np.concatenate([part.lengths for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.ends for part in parts]),
        seed,
        clauses,
    )


def _player(game: Game, level: str) -> Bot:
    """A bot that decides natively, where it has a policy: in plain Python Chasse's takes a millisecond."""
    return bot(game.name, level) if level == RANDOM else Instinct(game, temper(game.name, level), natively=True)


def _play(setting: Setting, level: str, seed: int, games: int) -> Measured:
    """Some of these games, one after the other."""
    game, line_up = setting.game, [_player(setting.game, level)] * setting.seats
    clauses, bouts = Clauses(), []
    for number in range(seed, seed + games):
        one = Clauses()
        bouts.append(arena.play(game, line_up, 1, number, watcher=one.watch, **dict(setting.options)))
        one.finish()
        clauses.add(one)
    return Measured(
        setting,
        np.concatenate([bout.lengths for bout in bouts]),
        np.concatenate([bout.by_seat(bout.scores) for bout in bouts]),
        np.array([game.reasons.index(bout.reasons[0]) for bout in bouts]),
        seed,
        clauses,
    )
