"""The master at a table: keeps in mind what its seat hears and sees, and searches when it is asked."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tripot.bots.master import beliefs, outlook, plans, search
from tripot.bots.master.chances import chances
from tripot.bots.master.settings import Settings, settings_of, types_of
from tripot.bots.network import Network, is_trained, trained
from tripot.engine.game import Game
from tripot.engine.hearing import Heard
from tripot.engine.look import Look
from tripot.engine.native import native
from tripot.engine.twins import plain
from tripot.engine.witness import Event

BITS = 62  # of a number that luck is made of
SELDOM = 1e-9  # the least chance that a move has by networks and tempers
READIER = np.log(1.2)  # so much readier to make a move than a regular is as much as counts
FEW = 4.0  # simulations that count as poor ones for every move
NODES, EDGES = 1 << 14, 1 << 17  # that a search has room for


@dataclass(frozen=True)
class Option:
    """A move that was weighed: what it seemed worth, how often it was tried, and how likely it was to be played."""

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


ENTRIES: tuple[Any, ...] = (*beliefs.ENTRIES, *search.ENTRIES)


def parts_of(rules: ModuleType) -> tuple[Any, ...]:
    """What these drivers are made of, for a game."""
    return (*outlook.outlook(rules.NAME), *beliefs.PARTS, *search.PARTS)


@cache
def twin_of(rules: ModuleType, policy: ModuleType, boundscheck: bool = False) -> SimpleNamespace:
    """The native drivers of the master for a game and its policy."""
    return native(rules, boundscheck, ENTRIES, policy, parts_of(rules))


def as_words(records: Any) -> Any:
    """Records as rows of the widest numbers that fit."""
    size = records.dtype.itemsize
    wide = next(kind for kind in (np.int64, np.int32, np.int16, np.int8) if size % np.dtype(kind).itemsize == 0)
    return records.view(wide).reshape(len(records), -1)


def mind_of(game: Game, tempers: Any, first: Any, settings: Settings) -> beliefs.Mind:
    rules = game.rules
    count, kinds, voices = settings.room, len(first), game.most * outlook.situations_of(game.name)
    moves = max(len(rules.MOVES), len(rules.OUTCOMES)) + 8
    worlds, spare = np.zeros(count, rules.STATE), np.zeros(count, rules.STATE)
    look, scratch = np.zeros(1, rules.STATE), np.zeros(3, rules.STATE)
    marks = np.zeros(game.words, np.int64)
    slots = 1 << (2 * count - 1).bit_length()
    return beliefs.Mind(
        worlds=worlds,
        world_words=as_words(worlds),
        weights=np.zeros(count),
        types=np.zeros((count, voices, kinds), np.float32),
        spare=spare,
        spare_words=as_words(spare),
        spare_weights=np.zeros(count),
        spare_types=np.zeros((count, voices, kinds), np.float32),
        look=look,
        look_words=as_words(look),
        scratch=scratch,
        scratch_words=as_words(scratch),
        tempers=tempers,
        first=first,
        faith=np.zeros((voices, kinds)),
        held=np.zeros((voices, kinds), np.float32),
        foretold=np.zeros((voices, 2)),
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
        tells=settings.tells,
        negligible=1e-6,
    )


def tree_of(game: Game, stern: Sequence[int], own: int, settings: Settings) -> search.Tree:
    rules = game.rules
    moves = len(rules.MOVES) + 8
    scratch = np.zeros(1, rules.STATE)
    marks = np.zeros(game.words, np.int64)
    return search.Tree(
        state=np.zeros(1, rules.STATE),
        scratch=scratch,
        scratch_words=as_words(scratch),
        keys=np.zeros(NODES, np.int64),
        stamps=np.zeros(NODES, np.int64),
        bases=np.zeros(NODES, np.int64),
        visits=np.zeros(EDGES),
        totals=np.zeros(EDGES),
        priors=np.zeros(EDGES),
        path=np.zeros(settings.depth, np.int64),
        points=np.zeros(max(game.most, 8), np.int32),
        types=np.zeros(game.most * outlook.situations_of(game.name), np.int64),
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
        poor=FEW,
    )


class Master:
    """A player of one seat in one game. Show it every step that the seat notices, then ask it for a move.

    It knows what it was shown and nothing else; the same seed, hearing and luck give the same move. Another one of the
    same seed that is shown again all that the seat heard is where this one is.
    """

    def __init__(
        self, game: Game, policy: ModuleType, settings: Settings | None = None, seed: int = 0, seat: int = -1
    ) -> None:
        """`seat` is that of the first look that it is shown, if not given."""
        self.game, self.policy, self.seat = game, policy, seat
        self.settings = settings or settings_of(game.name)
        self.seconds = self.settings.seconds  # that a decision may take
        self.mixed = {game.rules.PHASES.index(name) for name in self.settings.mixes}
        self.names, tempers, first, stern, own = types_of(policy, self.settings)
        self.twin = twin_of(game.rules, policy)
        self.mind = mind_of(game, tempers, first, self.settings)
        self.tree = tree_of(game, stern, own, self.settings)
        self.rng = random.Random(seed)  # for what is imagined; decisions have luck of their own
        self.own_number = random.Random(f"plan {seed}").getrandbits(BITS)
        self.seen: bytes | None = None
        self.network = trained(game.name) if self.settings.sway > 0 and is_trained(game.name) else None
        self.familiar, self.plan = outlook.familiar_of(game.name), plans.plan_of(game.name)
        character = self.settings.character
        self.tempers = tempers[[own, self.names.index(character)]].tolist() if character else []

    def notice(self, heard: Iterable[Heard | Event], look: Look) -> None:
        """One step: what the seat heard of it, and what it sees then (`Witness` tells both)."""
        events = []
        for event in heard:
            number = self.game.outcome_number if event.seat is None else self.game.move_number
            events.append((-1 if event.seat is None else event.seat, -1 if event.text is None else number(event.text)))
        self.seat = look.viewer
        self.take(events, bytes(look))

    def take(self, events: Sequence[tuple[int, int]], record: bytes) -> None:
        """The same in numbers: -1 for chance, and for a move of which it only heard that one was made."""
        self.mind.look[0] = np.frombuffer(record, self.game.rules.STATE)[0]
        number = self.rng.getrandbits(BITS)
        if self.seen is None:
            self.twin.begin_listening(self.mind, self.seat, number)
        else:
            seats = np.array([seat for seat, _ in events], np.int64)
            moves = np.array([move for _, move in events], np.int64)
            self.twin.notice(self.mind, self.seat, seats, moves, number)
        self.seen = record

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        """A legal move. Who shows it a look that it has not noticed lets it begin anew from there."""
        if bytes(look) != self.seen:
            self.seen, self.seat = None, look.viewer
            self.take([], bytes(look))
        return str(self.game.moves[self.choose(rng)])

    def choose(self, rng: random.Random, simulations: int | None = None, seconds: float | None = None) -> int:
        """The place in the game's table of a legal move of the seat, which is asked now.

        It ends with so many simulations, or when so many seconds are over.
        """
        mind, tree, settings = self.mind, self.tree, self.settings
        number, last = rng.getrandbits(BITS), rng.getrandbits(BITS)
        if self.twin.prepare_search(mind, tree, self.seat) == 1:
            tree.shares[0] = 1.0
            return int(tree.roots[0])
        wanted = settings.simulations if simulations is None else simulations
        until = time.perf_counter() + (self.seconds if seconds is None else seconds)
        done = 0
        while done < wanted and (done == 0 or time.perf_counter() < until):
            some = min(settings.chunk, wanted - done)
            self.twin.search(mind, tree, self.seat, some, (number + done) & (1 << BITS) - 1)
            done += some
        if self.plan is not None and self._goes_by(self.plan):
            tree.shares[: tree.used[3]] = self.planned(self.plan)
            return self._drawn(last)
        if not settings.character:
            return self._decided(last)
        honest = tree.worth.copy()
        self._colour()
        chosen = self._decided(last)
        tree.worth[:] = honest
        return chosen

    def _goes_by(self, plan: ModuleType) -> bool:
        foretold = self.mind.foretold.reshape(self.game.most, -1, 2)
        return bool(plan.covers(self.mind.look[0], self.seat, foretold, self.own_number))

    def planned(self, plan: ModuleType) -> Any:
        """How likely a plan makes each move."""
        weights, temper = np.zeros(len(self.game.moves), np.int32), np.array([self.own_number], np.int64)
        native(self.game.rules, policy=plan).decide_one(self.mind.look.copy(), self.seat, temper, 0, weights)
        return weights[self.tree.roots[: int(self.tree.used[3])]] / weights.sum()

    def _decided(self, number: int) -> int:
        """The move that comes of a search."""
        mind, tree = self.mind, self.tree
        if self.network is not None and (known := self.familiar(mind.look[0], self.seat)) is not None:
            record, seat = known
            return self._proposed(self.network, Look.of_record(self.game, seat, bytes(record)), number)
        mixes = int(mind.look[0]["phase"]) in self.mixed
        return int(tree.roots[self.twin.make_up_mind(tree, mixes, number)])

    def _spread(self) -> tuple[float, float]:
        """What simulations came to, and their deviation."""
        n, total, squares = self.tree.spread
        mean = total / max(n, 1.0)
        return mean, max(squares / max(n, 1.0) - mean * mean, 1e-12) ** 0.5

    def _proposed(self, network: Network, look: Look, number: int) -> int:
        """A move drawn by the network's chances, which search sways.

        One that is worth a deviation of simulations more becomes e to the `sway` times as likely.
        """
        tree, count = self.tree, int(self.tree.used[3])
        leaning = np.log(network.chances_of(look, tree.roots[:count]) + SELDOM)
        mean, deviation = self._spread()
        tried, worth = tree.tried[:count].sum(axis=1), tree.worth[:count].sum(axis=1)
        careful = (worth + FEW * (mean - deviation)) / (tried + FEW)
        leaning = leaning + self.settings.sway * careful / deviation
        powers = np.exp(leaning - leaning.max())
        tree.shares[:count] = powers / powers.sum()
        return self._drawn(number)

    def _drawn(self, number: int) -> int:
        """A move by its share."""
        tree, count = self.tree, int(self.tree.used[3])
        return int(random.Random(number).choices(tree.roots[:count].tolist(), tree.shares[:count].tolist())[0])

    def _colour(self) -> None:
        """What the character is readier to do than a regular seems worth a little more, so that it tips the scales."""
        tree, count = self.tree, int(self.tree.used[3])
        readier = self._readier()
        liked = self.settings.near * self._spread()[1] * readier / max(np.ptp(readier), READIER)
        tree.worth[:count] += liked[:, None] * tree.tried[:count]

    def _readier(self) -> Any:
        """How many times as likely as a regular somebody of the character is to make each move, as logarithms."""
        regular, own = (self._chances(temper) + SELDOM for temper in self.tempers)
        return np.clip(np.log(own / regular), -READIER, READIER)

    def _chances(self, temper: Sequence[int]) -> Any:
        """How likely somebody of a temper makes each move."""
        state, twin = self.game.state_of(self.mind.look[0].tobytes()), plain(self.game.rules, (), self.policy)
        weights = [0] * len(self.game.moves)
        total = twin.weigh(state, self.seat, temper, weights)
        return np.array(weights)[self.tree.roots[: int(self.tree.used[3])]] / total

    def thought(self, chosen: str) -> Thought:
        """What the last decision came from."""
        tree, count = self.tree, int(self.tree.used[3])
        tried, worth = tree.tried[:count].sum(axis=1), tree.worth[:count].sum(axis=1)
        options = tuple(
            Option(
                self.game.moves[int(tree.roots[i])],
                float(worth[i] / max(tried[i], 1)),
                int(tried[i]),
                float(tree.shares[i]),
            )
            for i in range(count)
        )
        worlds = int(self.mind.tally[0]["worlds"])
        faith = self.mind.faith.reshape(self.game.most, -1, len(self.names)).mean(axis=1)  # over all situations
        types = {
            seat: {name: float(share) for name, share in zip(self.names, row, strict=True)}
            for seat, row in enumerate(faith)
            if seat != self.seat
        }
        return Thought(
            chosen,
            tuple(sorted(options, key=lambda option: -option.tried)),
            chances(self.game.rules, self.mind.worlds[:worlds], self.mind.weights[:worlds], self.seat),
            types,
            worlds,
            int(tree.used[2]),
        )
