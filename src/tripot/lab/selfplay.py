"""Learning on a processor: a network plays against itself, and against others that it should not lose to.

In a share of all games every seat is the learner's, and it learns from each of them; in the others it has one seat and
a rival all the rest: a network, or a level or habit of the game's policy. With nothing but rivals it learns the best
response to them, which says how much they can be exploited by somebody who knows them: at least that much.

Everything comes from one seed but the end, which is a time. A folder holds the log (one JSON object a line), the last
checkpoint, from which the same command goes on, and the weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots.analysis.weighing import policy_of
from tripot.bots.instincts import temper
from tripot.engine.batch import Batch
from tripot.engine.game import Game
from tripot.engine.tensor import tensor_size
from tripot.games import random_numbers
from tripot.lab.gains import advantages, reward, shared_out
from tripot.lab.learning import ENTROPY, Learner, loaded, sampled, save, torch_here

GAMES, STEPS = 1024, 64
CHECK_EVERY = 50  # iterations
CHECKED = 512  # games of a check with each rival
ENDS = 1000  # games whose ends say how far apart points are
OWN = 0  # the learner's place among all players
Player = Any  # a network, or the temper of a level or habit: whole numbers


def seating(games: int, seats: int, rivals: int, alone: float) -> npt.NDArray[np.int64]:
    """Whose seat is whose, game by game: all are the learner's in a share of games, one is in all others."""
    sits = np.zeros((games, seats), np.int64)
    first = round(games * alone) if rivals else games
    ends = shared_out(games - first, max(rivals, 1))
    for rival in range(rivals):
        for game in range(first + ends[rival], first + ends[rival + 1]):
            sits[game] = 1 + rival
            sits[game, game % seats] = OWN
    return sits


def check_fits(path: Path, game: Game) -> None:
    """A file that holds no network of a game is refused before anything is learned."""
    try:
        with np.load(path) as file:
            sizes = len(file["shift"]), len(file["policy.bias"])
    except (OSError, ValueError, KeyError) as fault:
        raise RuntimeError(f"{path} can't be read as a network: {fault}") from None
    if sizes != (tensor_size(game.rules), len(game.moves)):
        raise RuntimeError(f"{path} is no network of {game.name}: it sees or does other things")


class Games:
    """Games among networks, and people of a level or habit."""

    def __init__(
        self, torch: Any, game: Game, sits: npt.NDArray[np.int64], players: Sequence[Player], seed: int
    ) -> None:
        self.torch, self.sits, self.players = torch, sits, players
        self.batch = Batch(game, sits.shape[1], len(sits), seed)
        self.every = np.arange(len(sits))
        luck = [0, 0]
        random_numbers.seed(luck, seed)
        self.luck = np.array(luck, np.int64)  # of those who play by a policy

    def asked(self, player: int) -> npt.NDArray[np.int64]:
        """The games in which a player's seat is asked."""
        return np.flatnonzero(self.sits[self.every, self.batch.actors] == player)

    def looks(self, rows: npt.NDArray[np.int64]) -> tuple[Any, Any]:
        """What is seen there, and which moves are legal: copies."""
        return (
            self.torch.from_numpy(self.batch.tensors[rows]),
            self.torch.from_numpy(self.batch.masks[rows]) != 0,
        )

    def play(self, rows: npt.NDArray[np.int64], moves: Any) -> None:
        """One move in every game: the learner's are given, the others draw theirs."""
        chosen = np.zeros(len(self.sits), np.int64)
        chosen[rows] = moves.numpy()
        for place, player in enumerate(self.players[1:], 1):
            others = self.asked(place)
            if len(others):
                chosen[others] = self._moves_of(player, others)
        self.batch.step(chosen)

    def _moves_of(self, player: Player, rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        if isinstance(player, tuple):
            return self.batch.chosen_by(policy_of(self.batch.game), player, rows, self.luck)
        with self.torch.no_grad():
            moves: npt.NDArray[np.int64] = sampled(self.torch, player(*self.looks(rows))[0]).numpy()
        return moves

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return self.batch.done.astype(bool)

    def results(self) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
        """By seat: shares of the win, and leads over the mean of all, in games that have just ended."""
        points = self.batch.scores.astype(np.float32)
        best = points == points.max(1, keepdims=True)
        return best / best.sum(1, keepdims=True, dtype=np.float32), points - points.mean(1, keepdims=True)


def check(torch: Any, game: Game, seats: int, net: Any, rivals: Sequence[Player], seed: int) -> list[float]:
    """The network's share of the wins among players of each rival; all seats alike often."""
    sits = seating(CHECKED * len(rivals), seats, len(rivals), 0.0)
    games = Games(torch, game, sits, [net, *rivals], seed)
    own = games.every % seats
    share = np.full(len(sits), np.nan)
    while np.isnan(share).any():
        rows = games.asked(OWN)
        with torch.no_grad():
            moves = sampled(torch, net(*games.looks(rows))[0])
        games.play(rows, moves)
        now = games.done & np.isnan(share)
        share[now] = games.results()[0][games.every, own][now]
    return [round(float(part.mean()), 3) for part in np.split(share, len(rivals))]


class SelfPlay:
    """One run, which can be broken off and taken up again."""

    def __init__(self, game: Game, seats: int, start: Path, rivals: Sequence[str], alone: float, folder: Path,
                 seed: int = 1, entropy: float = ENTROPY, games: int = GAMES) -> None:  # fmt: skip
        for path in (start, *(Path(rival) for rival in rivals if rival.endswith(".npz"))):
            check_fits(path, game)
        torch = self.torch = torch_here()
        torch.manual_seed(seed)
        folder.mkdir(parents=True, exist_ok=True)
        self.game, self.seats, self.folder, self.seed = game, seats, folder, seed
        self.rivals: list[Player] = [
            loaded(torch, Path(rival), "cpu") if rival.endswith(".npz") else temper(game.name, rival)
            for rival in rivals
        ]
        self.learner = Learner(torch, loaded(torch, start, "cpu"), loaded(torch, start, "cpu"), entropy)
        self.iteration, self.spent, self.spread = 0, 0.0, 0.0
        self.checkpoint = folder / "checkpoint.pt"
        sits = seating(games, seats, len(rivals), alone)
        self.games = Games(torch, game, sits, [self.learner.net, *self.rivals], seed)
        if self.checkpoint.exists():
            self._take_up()
        else:
            self._measure_leads()

    def _measure_leads(self) -> None:
        """How far apart the points are at the end, with the network as it begins."""
        leads: list[Any] = []
        while sum(map(len, leads)) < ENDS:
            rows = self.games.asked(OWN)
            self.games.play(rows, self.learner.decide(*self.games.looks(rows))["moves"])
            leads.append(self.games.results()[1][self.games.done])
        self.spread = float(np.concatenate(leads).std()) + 1e-6

    def _take_up(self) -> None:
        kept = self.torch.load(self.checkpoint, weights_only=True)
        self.learner.net.load_state_dict(kept["net"])
        self.learner.slow.load_state_dict(kept["slow"])
        self.learner.optimizer.load_state_dict(kept["optimizer"])
        self.iteration, self.spent, self.spread = kept["iteration"], kept["spent"], kept["spread"]
        self.torch.manual_seed(self.seed + self.iteration)
        self.games.batch.restart(self.seed + len(self.games.sits) * (1 + self.iteration))

    def keep(self) -> None:
        learner = self.learner
        self.torch.save(
            {"net": learner.net.state_dict(), "slow": learner.slow.state_dict(),
             "optimizer": learner.optimizer.state_dict(), "iteration": self.iteration, "spent": self.spent,
             "spread": self.spread},
            self.checkpoint,
        )  # fmt: skip
        save(learner.net, self.folder / f"{self.game.name}.npz")

    def run(self, seconds: float) -> None:
        """Learn for so long; what a check takes is not counted."""
        until = self.spent + seconds
        while self.spent < until:
            began = time.monotonic()
            words = self.improve()
            self.iteration += 1
            self.spent += time.monotonic() - began
            if self.iteration % CHECK_EVERY == 0:
                self.say(words)
        self.say({})

    def say(self, words: dict[str, Any]) -> None:
        """Keep what was learned, and tell how it fares."""
        self.keep()
        if self.rivals:
            words = words | {
                "shares": check(self.torch, self.game, self.seats, self.learner.net, self.rivals, seed=1 << 40)
            }
        line = json.dumps({"iteration": self.iteration, "seconds": round(self.spent, 1), **words})
        print(line, flush=True)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def improve(self) -> dict[str, float]:
        """Play some moves of every game, then learn from what was won. A place is a seat of a game."""
        torch, games, seats = self.torch, self.games, self.seats
        places = games.sits.size
        made: list[dict[str, Any]] = []
        asked, worths, ends, rewards = [], [], [], []
        for _ in range(STEPS):
            rows, at = self._places()
            decided = self.learner.decide(*games.looks(rows))
            made.append(decided)
            mine, values = np.zeros(places, bool), np.zeros(places, np.float32)
            mine[at], values[at] = True, decided["values"].numpy()
            games.play(rows, decided["moves"])
            asked.append(mine)
            worths.append(values)
            ends.append(games.done.repeat(seats))
            rewards.append(reward(*games.results(), seats, self.spread).ravel())
        rows, at = self._places()
        following, asked_next = np.zeros(places, np.float32), np.zeros(places, bool)
        with torch.no_grad():
            following[at] = self.learner.net(*games.looks(rows))[1].numpy()
        asked_next[at] = True
        gained, known = advantages(np, asked, worths, ends, rewards, following, asked_next)
        played = {name: torch.cat([each[name] for each in made]) for name in made[0]}
        return self.learner.improve(
            played, torch.from_numpy(gained.astype(np.float32, copy=False)), torch.from_numpy(known)
        )

    def _places(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The games in which the learner is asked, and its places there."""
        rows = self.games.asked(OWN)
        return rows, rows * self.seats + self.games.batch.actors[rows]
