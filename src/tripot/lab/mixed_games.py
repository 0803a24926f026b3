"""Many games among networks, and players of a level or habit: on a GPU or a processor, as PyTorch's tensors."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots.analysis.weighing import policy_of
from tripot.bots.bouts import SIDES
from tripot.bots.master import outlook
from tripot.engine.game import Game
from tripot.games import random_numbers
from tripot.lab.learning import sampled

OWN = 0  # the learner's place among all players
NUMBERS = 64  # among which those who go by a plan draw one for every game
BITS = 32
Player = Any  # a network, the temper of a level or habit (whole numbers), a master's plan, or `Planned`


@dataclass(frozen=True)
class Planned:
    """A network that goes by a master's plan where that is for its seat, whatever was heard."""

    network: Any
    plan: ModuleType


def shares_and_leads(game: Game, scores: Any) -> tuple[Any, Any]:
    """By seat: shares of the win, and leads over the mean of all."""
    points = scores.float()
    best = points == points.max(1, keepdim=True).values
    shares = points if game.name in SIDES else best / best.sum(1, keepdim=True)
    return shares, points - points.mean(1, keepdim=True)


class MixedGames(ABC):
    """Who sits where, and what is asked of whom. `sits` has a player's place for every seat of every game."""

    def __init__(self, torch: Any, game: Game, sits: npt.NDArray[np.int64], players: Sequence[Player]) -> None:
        self.torch, self.game, self.players = torch, game, players
        self.seats = sits.shape[1]
        self.sits = torch.as_tensor(sits, device=self.device)
        self.every = torch.arange(len(sits), device=self.device)

    device: str
    batch: Any
    asked_here: Sequence[int]  # places of rivals who are asked one by one
    seen: Any
    legal: Any
    actors: Any
    done: Any
    scores: Any

    @abstractmethod
    def step(self, moves: Any) -> None:
        """One move in every game."""

    @abstractmethod
    def show(self) -> None:
        """What is seen, legal, asked and over now."""

    def restart(self, seed: int) -> None:
        self.batch.restart(seed)
        self.show()

    def moves_of(self, player: Player, rows: Any) -> Any:
        with self.torch.no_grad():
            return sampled(self.torch, player(*self.looks(rows))[0])

    def asked(self, player: int) -> Any:
        """The games in which a player's seat is asked."""
        return (self.sits[self.every, self.actors] == player).nonzero()[:, 0]

    def looks(self, rows: Any) -> tuple[Any, Any]:
        """What is seen there, and which moves are legal: copies."""
        return self.seen[rows], self.legal[rows]

    def play(self, rows: Any, moves: Any) -> None:
        """One move in every game: the learner's are given, the others draw theirs."""
        chosen = self.torch.zeros_like(self.every)
        chosen[rows] = moves
        for place in self.asked_here:
            others = self.asked(place)
            if len(others):
                chosen[others] = self.moves_of(self.players[place], others)
        self.step(chosen)

    def results(self) -> tuple[Any, Any]:
        """By seat: shares of the win, and leads over the mean of all, in games that have just ended."""
        return shares_and_leads(self.game, self.scores)


class OnProcessor(MixedGames):
    device = "cpu"

    def __init__(
        self, torch: Any, game: Game, sits: npt.NDArray[np.int64], players: Sequence[Player], seed: int
    ) -> None:
        from tripot.engine.batch import Batch

        super().__init__(torch, game, sits, players)
        self.asked_here = range(1, len(players))
        self.batch = Batch(game, self.seats, len(sits), seed)
        luck = [0, 0]
        random_numbers.seed(luck, seed)
        self.luck = np.array(luck, np.int64)  # of those who play by a policy
        self.rng = random.Random(seed)
        self.own_numbers = [self.rng.getrandbits(BITS) for _ in range(NUMBERS)]
        self.drawn = torch.tensor([self.rng.randrange(NUMBERS) for _ in sits])  # in every game
        self.show()

    def show(self) -> None:
        batch, torch = self.batch, self.torch
        self.seen, self.legal = torch.from_numpy(batch.tensors), torch.from_numpy(batch.masks) != 0
        self.actors, self.done = torch.from_numpy(batch.actors).long(), torch.from_numpy(batch.done) != 0
        self.scores = torch.from_numpy(batch.scores)

    def step(self, moves: Any) -> None:
        self.batch.step(moves.numpy())
        self.show()
        for game in self.done.nonzero()[:, 0].tolist():
            self.drawn[game] = self.rng.randrange(NUMBERS)

    def moves_of(self, player: Player, rows: Any) -> Any:
        if isinstance(player, Planned):
            return self._planned(player, rows)
        if isinstance(player, ModuleType):
            return self._by_plan(player, rows)
        if isinstance(player, tuple):
            chosen = self.batch.chosen_by(policy_of(self.game), player, rows.numpy(), self.luck)
        else:
            return super().moves_of(player, rows)
        return self.torch.from_numpy(chosen)

    def _by_plan(self, plan: ModuleType, rows: Any) -> Any:
        """By the number that was drawn for each game."""
        moves, drawn = self.torch.empty_like(rows), self.drawn[rows]
        for place in drawn.unique().tolist():
            here, own = drawn == place, (self.own_numbers[place],)
            moves[here] = self.torch.from_numpy(self.batch.chosen_by(plan, own, rows[here].numpy(), self.luck))
        return moves

    def _planned(self, player: Planned, rows: Any) -> Any:
        unheard = np.zeros((self.game.most, outlook.situations_of(self.game.name), 2))
        covered = self.torch.tensor([
            player.plan.covers(
                self.batch.seen_in(row), int(self.actors[row]), unheard, self.own_numbers[int(self.drawn[row])]
            )
            for row in rows.tolist()
        ])  # fmt: skip
        moves = self.torch.empty_like(rows)
        for whom, here in ((player.plan, covered), (player.network, ~covered)):
            if bool(here.any()):
                moves[here] = self.moves_of(whom, rows[here])
        return moves


class OnGpu(MixedGames):
    """Players of a level or habit move inside the kernel: nobody asks them."""

    device = "cuda"

    def __init__(
        self, torch: Any, game: Game, sits: npt.NDArray[np.int64], players: Sequence[Player], seed: int
    ) -> None:
        from tripot.engine.gpu import OUTSIDE
        from tripot.engine.gpu_batch import GpuBatch

        super().__init__(torch, game, sits, players)
        if any(isinstance(player, ModuleType | Planned) for player in players):
            raise RuntimeError("a plan is met on a processor alone")
        inside = [place for place, player in enumerate(players) if isinstance(player, tuple)]
        self.asked_here = [place for place in range(1, len(players)) if place not in inside]
        seated = np.full(sits.shape, OUTSIDE, np.int8)
        for number, place in enumerate(inside):
            seated[sits == place] = number
        self.batch = GpuBatch(
            game, self.seats, len(sits), seed, policy=policy_of(game), tempers=[players[place] for place in inside],
            seated=seated,
        )  # fmt: skip
        self._moves = torch.from_dlpack(self.batch.moves)
        self._masks, self._actors = torch.from_dlpack(self.batch.masks), torch.from_dlpack(self.batch.actors)
        self._done = torch.from_dlpack(self.batch.done)
        self.seen, self.scores = torch.from_dlpack(self.batch.tensors), torch.from_dlpack(self.batch.scores)
        self.show()

    def show(self) -> None:
        self.legal, self.actors, self.done = self._masks != 0, self._actors.long(), self._done != 0

    def step(self, moves: Any) -> None:
        self._moves.copy_(moves)
        self.batch.step()
        self.show()
