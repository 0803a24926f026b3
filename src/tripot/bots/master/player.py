"""The master at a table: keeps in mind what its seat hears and sees, and searches when it is asked."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tripot.bots.master import beliefs, outlook, search
from tripot.bots.master.settings import Settings, settings_of, types_of
from tripot.engine.game import Game
from tripot.engine.look import Look

EVENT = tuple[int | None, str | None]


@dataclass(frozen=True)
class Option:
    """A move that was weighed: what it seemed worth, how often it was tried, and the chance that it was to be played."""

    move: str
    worth: float
    tried: int
    share: float


@dataclass(frozen=True)
class Thought:
    """What a decision came from: moves weighed, chances seen, and what kind of player everybody else seems to be."""

    chosen: str
    options: tuple[Option, ...]
    chances: dict[str, float]
    types: dict[int, dict[str, float]]
    worlds: int
    simulations: int


@cache
def twin_of(rules: ModuleType, policy: ModuleType, boundscheck: bool = False) -> SimpleNamespace:
    """The native drivers of the master for a game and its policy."""
    from tripot.engine.native import native

    return native(
        rules,
        boundscheck,
        (*beliefs.ENTRIES, *search.ENTRIES),
        policy,
        (*outlook.outlook(rules.NAME), *beliefs.PARTS, *search.PARTS),
    )


def as_words(records: Any) -> Any:
    """Records as rows of the widest numbers that fit."""
    size = records.dtype.itemsize
    wide = next(kind for kind in (np.int64, np.int32, np.int16, np.int8) if size % np.dtype(kind).itemsize == 0)
    return records.view(wide).reshape(len(records), -1)


def mind_of(game: Game, tempers: Any, first: Any, settings: Settings) -> beliefs.Mind:
    rules = game.rules
    count, kinds, seats = settings.room, len(first), game.most
    moves = max(len(rules.MOVES), len(rules.OUTCOMES)) + 8
    worlds, spare = np.zeros(count, rules.STATE), np.zeros(count, rules.STATE)
    look, scratch = np.zeros(1, rules.STATE), np.zeros(3, rules.STATE)
    marks = np.zeros(game.words, np.int64)
    slots = 1 << (2 * count - 1).bit_length()
    return beliefs.Mind(
        worlds=worlds,
        world_words=as_words(worlds),
        weights=np.zeros(count),
        types=np.zeros((count, seats, kinds), np.float32),
        spare=spare,
        spare_words=as_words(spare),
        spare_weights=np.zeros(count),
        spare_types=np.zeros((count, seats, kinds), np.float32),
        look=look,
        look_words=as_words(look),
        scratch=scratch,
        scratch_words=as_words(scratch),
        tempers=tempers,
        first=first,
        faith=np.zeros((seats, kinds)),
        held=np.zeros((seats, kinds), np.float32),
        leaning=np.zeros((kinds, len(rules.MOVES)), np.int32),
        sums=np.zeros(kinds),
        shares=np.zeros(moves),
        marks=marks,
        can=marks.view(np.int8),
        moves=np.zeros(moves, np.int64),
        odds=np.zeros(len(rules.OUTCOMES) + 1, np.int32),
        keys=np.zeros(slots, np.int64),
        slots=np.zeros(slots, np.int64),
        tally=np.zeros(1, beliefs.TALLY),
        keep=settings.keep,
        fewest=settings.fewest,
        renew=settings.renew,
        slip=settings.slip,
        forget=settings.forget,
        negligible=1e-6,
    )


def tree_of(game: Game, stern: Sequence[int], own: int, settings: Settings) -> search.Tree:
    rules = game.rules
    nodes, edges, moves = 1 << 14, 1 << 17, len(rules.MOVES) + 8
    scratch = np.zeros(1, rules.STATE)
    marks = np.zeros(game.words, np.int64)
    return search.Tree(
        state=np.zeros(1, rules.STATE),
        scratch=scratch,
        scratch_words=as_words(scratch),
        keys=np.zeros(nodes, np.int64),
        stamps=np.zeros(nodes, np.int64),
        bases=np.zeros(nodes, np.int64),
        visits=np.zeros(edges),
        totals=np.zeros(edges),
        priors=np.zeros(edges),
        path=np.zeros(settings.depth, np.int64),
        points=np.zeros(max(game.most, 8), np.int32),
        types=np.zeros(game.most, np.int64),
        weights=np.zeros(len(rules.MOVES), np.int32),
        marks=marks,
        can=marks.view(np.int8),
        moves=np.zeros(moves, np.int64),
        odds=np.zeros(len(rules.OUTCOMES) + 1, np.int32),
        cumulated=np.zeros(settings.room),
        roots=np.zeros(moves, np.int64),
        tried=np.zeros((moves, len(stern) + 1)),
        worth=np.zeros((moves, len(stern) + 1)),
        regrets=np.zeros((moves, 3)),
        shares=np.zeros(moves),
        used=np.zeros(4, np.int64),
        spread=np.zeros(3),
        stern=np.array(stern, np.int64),
        own=own,
        bold=settings.bold,
        win=settings.win,
        scale=settings.scale,
        horizon=settings.horizon,
        longest=settings.longest,
        tests=settings.tests if len(stern) else 0.0,
        wary=settings.wary,
        trust=settings.trust,
    )


class Master:
    """A player of one seat in one game. Show it every step that the seat notices, then ask it for a move."""

    def __init__(
        self, game: Game, seat: int, policy: ModuleType, settings: Settings | None = None, seed: int = 0
    ) -> None:
        self.game, self.seat, self.policy = game, seat, policy
        self.settings = settings or settings_of(game.name)
        self.names, tempers, first, stern, own = types_of(policy, self.settings)
        self.twin = twin_of(game.rules, policy)
        self.mind = mind_of(game, tempers, first, self.settings)
        self.tree = tree_of(game, stern, own, self.settings)
        self.rng = random.Random(seed)
        self.begun = False

    def see(self, record: bytes) -> None:
        self.mind.look[0] = np.frombuffer(record, self.game.rules.STATE)[0]

    def notice(self, heard: Sequence[EVENT], look: Look) -> None:
        """One step: what the seat heard (who, None for chance; the move, None if only that one was made), and sees."""
        events = [
            (
                -1 if seat is None else seat,
                -1
                if text is None
                else (self.game.outcome_number(text) if seat is None else self.game.move_number(text)),
            )
            for seat, text in heard
        ]
        self.take(events, bytes(look))

    def take(self, events: Sequence[tuple[int, int]], record: bytes) -> None:
        """The same in numbers."""
        self.see(record)
        number = self.rng.getrandbits(62)
        if not self.begun:
            self.begun = True
            self.twin.begin(self.mind, self.seat, number)
            return
        seats = np.array([seat for seat, _ in events], np.int64)
        moves = np.array([move for _, move in events], np.int64)
        self.twin.notice(self.mind, self.seat, seats, moves, number)

    def choose(self, simulations: int | None = None, seconds: float | None = None) -> int:
        """The place of a legal move of the seat, which is asked, in the game's table."""
        mind, tree, settings = self.mind, self.tree, self.settings
        if self.twin.prepare_search(mind, tree, self.seat) == 1:
            return int(tree.roots[0])
        wanted = settings.simulations if simulations is None else simulations
        until = time.perf_counter() + (settings.seconds if seconds is None else seconds)
        done = 0
        while done < wanted and (done == 0 or time.perf_counter() < until):
            some = min(settings.chunk, wanted - done)
            self.twin.search(mind, tree, self.seat, some, self.rng.getrandbits(62))
            done += some
        mixes = settings.mixes_in(int(mind.look[0]["phase"]))
        return int(tree.roots[self.twin.make_up_mind(tree, mixes, self.rng.getrandbits(62))])
