"""What a seat could know and expect: a master's worlds, and rollouts of its moves in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tripot.bots.analysis import rollouts
from tripot.bots.analysis.effort import Effort, effort_for
from tripot.bots.instincts import policy
from tripot.bots.master import Master, chances, outlook, settings_of
from tripot.bots.master.settings import types_of
from tripot.engine.errors import BadOption
from tripot.engine.game import Game
from tripot.engine.hearing import Heard
from tripot.engine.look import Look
from tripot.engine.state import PlainState
from tripot.engine.witness import Event

BITS = 62  # of a number that luck is made of


@dataclass(frozen=True)
class Weighed:
    """A move, and by how much it is worth less than the best one, as far as the seat could know; how sure that is."""

    move: str
    worth: float
    error: float


def policy_of(game: Game) -> ModuleType:
    module = policy(game.name)
    if module is None:
        raise BadOption("option.no-policy", game=game.name)
    return module


@cache
def twin_of(rules: ModuleType, module: ModuleType) -> SimpleNamespace:
    """The native rollouts of a game."""
    from tripot.engine.native import native

    return native(rules, False, rollouts.ENTRIES, module, (*outlook.outlook(rules.NAME), *rollouts.PARTS))


def luck_from(*parts: object) -> int:
    """A number that luck is made of, the same for the same parts."""
    return int.from_bytes(sha256(repr(parts).encode()).digest()[:8], "little") >> (64 - BITS)


class Weigher:
    """One seat's mind. Show it all that the seat notices; it weighs the seat's moves by that alone."""

    def __init__(self, game: Game, seat: int, effort: Effort | None = None, seed: int = 0) -> None:
        self.game, self.seat, self.seed = game, seat, seed
        self.effort = effort or effort_for(game.name)
        module = policy_of(game)
        settings = settings_of(game.name, keep=self.effort.worlds)
        self._master = Master(game, module, settings, seed=luck_from(seed, seat), seat=seat)
        self._twin = twin_of(game.rules, module)
        self._own = types_of(module, settings)[4]
        self._weighed = 0  # decisions so far: the only count that luck may hang on, for it is the seat's own

    def notice(self, heard: Iterable[Heard | Event], look: Look) -> None:
        """One step: what the seat heard of it, and what it sees then."""
        self._master.notice(heard, look)

    def beliefs(self) -> dict[str, float]:
        """What it holds for likely now, by the names of a game's `[chances]`."""
        mind, count = self._master.mind, int(self._master.mind.tally[0]["worlds"])
        return chances.chances(self.game.rules, mind.worlds[:count], mind.weights[:count], self.seat)

    def weigh(self, look: Look, chosen: str = "", rounds: int = 0) -> list[Weighed]:
        """The legal moves, best first: tried `rounds` times each, or as often as the effort says."""
        legal = list(look.legal_numbers())
        if chosen:
            number = self.game.move_number(chosen)
            legal.sort(key=lambda move: move != number)
        times = rounds or self.effort.times(len(legal))
        found, _ = self._tried(legal, times)
        self._weighed += 1
        return _ranked([self.game.moves[move] for move in legal], found, times)

    def _tried(self, moves: list[int], times: int) -> tuple[Any, Any]:
        mind, count = self._master.mind, int(self._master.mind.tally[0]["worlds"])
        found, final = np.zeros((len(moves), 3)), np.zeros((len(moves), 16, 2))
        self._twin.roll_out(
            mind.worlds[:count], np.cumsum(mind.weights[:count]), mind.types[:count], mind.tempers, self._own,
            self.seat, np.array(moves, np.int64), times, luck_from(self.seed, self.seat, self._weighed),
            self.effort.limits, found, final,
        )  # fmt: skip
        return found, final


def _ranked(moves: list[str], found: Any, times: int) -> list[Weighed]:
    """By mean; the error is that of the difference to the first move, which was tried in the same worlds."""
    ahead = found[:, 1] / times
    errors = np.sqrt(np.maximum(found[:, 2] / times - ahead**2, 0.0) / max(times - 1, 1))
    best = int(np.argmax(ahead))
    known = np.where(np.arange(len(moves)) == 0, errors[best], errors)  # of the first: how sure its lag is
    ranked = [
        Weighed(move, float(mean - ahead[best]), float(error))
        for move, mean, error in zip(moves, ahead, known, strict=True)
    ]
    return sorted(ranked, key=lambda option: -option.worth)


class Evaluator:
    """How a full position goes on if everybody plays as regulars do: who wins, and with how much."""

    def __init__(self, game: Game, seats: int, effort: Effort | None = None, seed: int = 0) -> None:
        self.game, self.seats, self.seed = game, seats, seed
        self.effort = effort or effort_for(game.name)
        module = policy_of(game)
        self._twin = twin_of(game.rules, module)
        names, self._tempers, _, _, self._own = types_of(module, settings_of(game.name))
        self._mixtures = np.zeros((1, game.most * outlook.situations_of(game.name), len(names)), np.float32)
        self._mixtures[:, :, self._own] = 1.0

    def of(self, state: PlainState) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Shares of the win and expected points, by seat. The same luck for every position, so that they compare."""
        times = self.effort.foresight
        found, final = np.zeros((1, 3)), np.zeros((1, 16, 2))
        self._twin.roll_out(
            np.frombuffer(bytes(state), self.game.rules.STATE), np.ones(1), self._mixtures, self._tempers, self._own,
            -1, np.array([-1], np.int64), times, luck_from(self.seed), np.array([0, 1 << 20, 0], np.int64),
            found, final,
        )  # fmt: skip
        wins, points = final[0, : self.seats, 0] / times, final[0, : self.seats, 1] / times
        return tuple(map(float, points if self.effort.together else wins)), tuple(map(float, points))
