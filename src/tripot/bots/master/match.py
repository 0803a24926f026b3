"""Games between masters and players by policy, in native steps: so that hundreds of them can be measured.

Who plays a seat is `MASTER`, a temper, or a bot that is given looks. Each master is shown what its seat hears and sees,
as at a table.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripot.bots import Bot
from tripot.bots.master.player import BITS, Master, twin_of
from tripot.bots.master.settings import Settings
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.native import native
from tripot.engine.ranking import ranks_in, wins_of
from tripot.games import random_numbers
from tripot.games.common import ALL, CHANCE, LATER, NOTHING

MASTER = None
Player = Sequence[int] | Bot | None  # a temper, a bot, or MASTER


class Seats:
    """The masters among the seats of one game, with their ears: what is sealed they hear of later."""

    def __init__(self, game: Game, policy: ModuleType, seats: Sequence[int], settings: Settings, seed: int) -> None:
        self.twin = twin_of(game.rules, policy)
        self.viewers = np.array(seats, np.int64)
        self.looks = np.zeros(len(seats), game.rules.STATE)
        self.levels = np.zeros(len(seats), np.int64)
        self.masters = {seat: Master(game, policy, settings, 16 * seed + seat, seat) for seat in seats}
        self.sealed: dict[int, list[tuple[int, int]]] = {seat: [] for seat in seats}
        self.seen: dict[int, bytes] = {}
        self.spent = dict.fromkeys(seats, 0.0)  # CPU seconds of listening, since that master's last decision

    def leave(self, seat: int) -> None:
        """Somebody else plays this seat after all."""
        if self.masters.pop(seat, None) is not None:
            self.viewers = np.array(list(self.masters), np.int64)
            self.looks, self.levels = self.looks[: len(self.masters)], self.levels[: len(self.masters)]

    def begin(self, states: Any) -> None:
        for seat, master in self.masters.items():
            look = states.copy()
            self.twin.redact_all(look, seat)
            self._listen(seat, master, [], look.tobytes())

    def step(self, states: Any, mover: int, move: int) -> None:
        """A move is made, and everybody notices what their seat may."""
        labels = self.twin.advance(states, mover, move, self.viewers, self.looks, self.levels)
        closed = labels // 64 != labels % 64
        for i, (seat, master) in enumerate(self.masters.items()):
            heard = self._heard(states, seat, mover, move, int(self.levels[i]), closed)
            record = self.looks[i].tobytes()
            if heard or record != self.seen[seat]:
                self._listen(seat, master, heard, record)

    def choose(self, seat: int, rng: random.Random) -> tuple[int, float]:
        """A master's move, and the CPU seconds of its decision: choosing, and listening since its last one."""
        began, spent = time.process_time(), self.spent[seat]
        move = self.masters[seat].choose(rng)
        self.spent[seat] = 0.0
        return move, spent + time.process_time() - began

    def _listen(self, seat: int, master: Master, heard: list[tuple[int, int]], record: bytes) -> None:
        began = time.process_time()
        master.take(heard, record)
        self.spent[seat] += time.process_time() - began
        self.seen[seat] = record

    def _heard(self, states: Any, seat: int, mover: int, move: int, level: int, closed: bool) -> list[tuple[int, int]]:
        heard = []
        if level == LATER:
            self.sealed[seat].append((mover, move))
        elif level != NOTHING:
            heard.append((mover, move if level == ALL else -1))
        if closed:
            for answered, answer in sorted(self.sealed[seat]):
                level = self.twin.unseal(states, answered, answer, seat)
                if level != NOTHING:
                    heard.append((answered, answer if level == ALL else -1))
            self.sealed[seat].clear()
        return heard


class Played(NamedTuple):
    """What a game came to, by seat."""

    points: npt.NDArray[np.int64]
    wins: npt.NDArray[np.float64]  # 1 for a lone first place, equal first places share
    masters: list[Master]  # who played, with what they have in mind at the end
    seconds: list[float]  # of CPU for every decision of a master, with what it listened to since its last one


class Rivals:
    """Who isn't a master: players by a policy, and bots that are given looks."""

    def __init__(self, game: Game, twin: SimpleNamespace, policy: ModuleType, rng: random.Random) -> None:
        self.game, self.twin, self.rng = game, twin, rng
        self.native = native(game.rules, policy=policy)
        self.look = np.zeros(1, game.rules.STATE)
        self.weights = np.zeros(len(game.rules.MOVES), np.int32)

    def choose(self, player: Sequence[int] | Bot, states: Any, seat: int) -> int:
        self.look[0] = states[0]
        self.twin.redact_all(self.look, seat)
        if callable(player):
            return self.game.move_number(player(Look.of_record(self.game, seat, self.look.tobytes()), self.rng))
        number = self.rng.getrandbits(BITS)
        return int(self.native.decide_one(self.look, seat, np.array(player, np.int64), number, self.weights))


def play(
    game: Game,
    policy: ModuleType,
    line_up: Sequence[Player] | Mapping[int, Player],
    seats: int,
    number: int,
    settings: Settings,
    by: ModuleType | None = None,
    watch: Callable[[Any, str, Any], None] | None = None,
    seen: Callable[[Master, int], None] | None = None,
    **options: Any,
) -> Played:
    """One game. Its chance comes from its number.

    A line-up by role (a mapping by the rules' `ROLES`) says who plays the seats of each, whoever they turn out to be.
    Players with a temper play by the policy or `by` another module with `lean`. `watch` is shown every seat's move,
    with the whole table before and after it; `seen` every master as it has decided, with the move.
    """
    twin, rng = twin_of(game.rules, policy), random.Random(number)
    states, luck = np.zeros(1, game.rules.STATE), np.zeros(2, np.int64)
    odds = np.zeros(len(game.rules.OUTCOMES) + 1, np.int32)
    rivals, seconds = Rivals(game, twin, by or policy, rng), list[float]()
    twin.begin_game(states, seats, np.array(game.option_numbers(game.chosen(options)) or (0,), np.int64), luck, number)
    by_role = isinstance(line_up, Mapping)
    may_be_masters = [seat for seat in range(seats) if by_role or line_up[seat] is MASTER]
    table = Seats(game, policy, may_be_masters, settings, number)
    table.begin(states)
    sides_known = not by_role
    while asked := int(twin.asked_now(states, odds, luck)):
        if asked < 0:
            table.step(states, CHANCE, int(odds[-1]))
            continue
        mover = (asked & -asked).bit_length() - 1
        sides_known = sides_known or _leave_to_others(game, states, table, line_up)
        player = line_up[_role(game, states, mover) if by_role else mover]
        if player is MASTER:
            move, spent = table.choose(mover, rng)
            seconds.append(spent)
            if seen is not None:
                seen(table.masters[mover], move)
        else:
            move = rivals.choose(player, states, mover)
        before = game.state_of(states.tobytes()) if watch is not None else None
        table.step(states, mover, move)
        if watch is not None:
            watch(before, game.moves[move], game.state_of(states.tobytes()))
    points = np.zeros((1, max(seats, 8)), np.int32)
    twin.final_points(states, points[0])
    points = points[:, :seats].astype(np.int64)
    wins = wins_of(ranks_in(game, points, states))
    return Played(points[0], wins[0], list(table.masters.values()), seconds)


def decisions(game: Game, policy: ModuleType, temper: Sequence[int], seats: int, count: int) -> list[tuple[int, bytes]]:
    """Questions with a choice, one from each of so many games by policy: who is asked, and what that seat sees."""
    twin, rng = twin_of(game.rules, policy), random.Random(count)
    states, scratch = np.zeros(1, game.rules.STATE), np.zeros(1, game.rules.STATE)
    luck, own = np.zeros(2, np.int64), np.zeros(2, np.int64)  # the game's, and what its players draw by
    random_numbers.seed(own, count)
    weights = np.zeros(len(game.rules.MOVES), np.int32)
    odds = np.zeros(len(game.rules.OUTCOMES) + 1, np.int32)
    found = []
    for number in range(count):
        options = np.array(game.option_numbers(game.chosen({})) or (0,), np.int64)
        twin.begin_game(states, seats, options, luck, number)
        met = []
        while asked := int(twin.asked_now(states, odds, luck)):
            mover, move = -1, int(odds[-1])
            if asked > 0:
                mover = (asked & -asked).bit_length() - 1
                move = int(twin.one_act(states, scratch, mover, np.array(temper, np.int64), weights, own))
                if (weights > 0).sum() > 1:
                    met.append((mover, scratch.tobytes()))
            twin.apply_all(states, np.array([mover]), np.array([move]))
        found.append(rng.choice(met))
    return found


def _leave_to_others(game: Game, states: Any, table: Seats, line_up: Any) -> bool:
    """Once everybody has a role, masters whose role is another's leave; whether it has come to that."""
    state = game.state_of(states.tobytes())
    roles = {seat: int(game.plain.role(state, seat)) for seat in table.masters}
    if min(roles.values()) < 0:
        return False
    for seat, role in roles.items():
        if line_up[role] is not MASTER:
            table.leave(seat)
    return True


def _role(game: Game, states: Any, seat: int) -> int:
    """A seat's place among the roles; who has none yet counts as having the last."""
    role = int(game.plain.role(game.state_of(states.tobytes()), seat))
    return role if role >= 0 else len(game.rules.ROLES) - 1
