"""Learning by playing: a network plays against itself, and against others that it should not lose to.

In a share of all games every seat is the learner's, and it learns from each of them; in the others it has one seat and
a rival all the rest: a network, a level, habit or any other type that masters take people for, or a master's plan.
Some rivals are met in one seat alone: those who are good at one side of a game. With nothing but rivals it learns the
best response to them, which says how much they can be exploited by somebody who knows them: at least that much. A
rival's file that is written anew is read anew, so that runs side by side learn from each other. It may be taught
several numbers of seats at once. It runs on a GPU where there is one, else on a processor.

Everything comes from one seed but the end, which is a time. A folder holds the log (one JSON object a line), the last
checkpoint, from which the same command goes on, and the weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots.instincts import policy
from tripot.bots.master.plans import plan_of
from tripot.bots.master.settings import settings_of, types_of
from tripot.bots.network import read
from tripot.engine.game import Game
from tripot.engine.tensor import tensor_size
from tripot.lab.gains import LEAD, advantages, reward, shared_out
from tripot.lab.learning import ENTROPY, Learner, loaded, sampled, save, together, torch_here
from tripot.lab.mixed_games import OWN, MixedGames, OnGpu, OnProcessor, Planned, Player

GAMES = {"cpu": 1024, "cuda": 16384}
STEPS = 64
CHECK_EVERY, KEEP_EVERY = 50, 10  # iterations
CHECKED = {"cpu": 512, "cuda": 4096}  # games of a check with each rival
PLAN = "plan"  # the rival who plays by a master's plan; with a network's file before it, only where masters do
ENDS = 1000  # games whose ends say how far apart points are


def seating(games: int, seats: int, own: Sequence[int | None], alone: float) -> npt.NDArray[np.int64]:
    """Whose seat is whose, game by game: all are the learner's in a share of games, one is in all others: each in turn,
    or against some rivals its `own`."""
    sits = np.zeros((games, seats), np.int64)
    first = round(games * alone) if own else games
    ends = shared_out(games - first, max(len(own), 1))
    for rival, seat in enumerate(own):
        for game in range(first + ends[rival], first + ends[rival + 1]):
            sits[game] = 1 + rival
            sits[game, game % seats if seat is None else seat] = OWN
    return sits


def parsed(text: str) -> tuple[str, int | None]:
    """A rival, and the learner's seat against it: `regular@1`; without one it has each in turn."""
    name, _, seat = text.rpartition("@")
    if not name or "." in seat:  # an @ in a file's path
        return text, None
    if not seat.isdecimal():
        raise RuntimeError(f"after @ there is the learner's seat, a number: {text}")
    return name, int(seat)


def type_of(game: Game, name: str) -> tuple[int, ...]:
    """The temper of a level, a habit or any other type that masters take people for."""
    rules_of_thumb = policy(game.name)
    if rules_of_thumb is None:
        raise RuntimeError(f"{game.name} has no policy: its rivals are networks")
    names, rows, *_ = types_of(rules_of_thumb, settings_of(game.name))
    if name not in names:
        raise RuntimeError(f"nobody of {game.name} plays like {name}; known are {', '.join(names)}")
    return tuple(rows[names.index(name)].tolist())


def parted(games: int, numbers: int) -> list[int]:
    """Where each number's games end: the first has half of them, if there are several."""
    half = games // 2 if numbers > 1 else games
    return [half, *(half + end for end in shared_out(games - half, max(numbers - 1, 1))[1:])][:numbers]


def by_plan(name: str) -> bool:
    return name.split("+")[-1] == PLAN


def files_of(name: str) -> list[str]:
    """The networks' files of a rival; none if it has a name or is a plan."""
    return [part for part in name.split("+") if part != PLAN] if ".npz" in name else []


def check_fits(path: Path, game: Game) -> None:
    """A file that holds no network of a game is refused before anything is learned."""
    try:
        sizes = {(len(weights["shift"]), len(weights["policy.bias"])) for weights in read(path)}
    except (OSError, ValueError, KeyError) as fault:
        raise RuntimeError(f"{path} can't be read as a network: {fault}") from None
    if sizes != {(tensor_size(game.rules), len(game.moves))}:
        raise RuntimeError(f"{path} is no network of {game.name}: it sees or does other things")


class NetworkRival:
    """A rival whose networks are read from files, joined by +; they play by the mean of their chances, or by a plan
    where masters do."""

    def __init__(self, torch: Any, files: str, device: str, plan: ModuleType | None) -> None:
        self._torch, self._device = torch, device
        self._paths = [Path(path) for path in files_of(files)]
        self._nets = [loaded(torch, path, device) for path in self._paths]
        self._written = [path.stat().st_mtime_ns for path in self._paths]
        network = together(torch, [net for nets in self._nets for net in nets])
        self.player: Player = Planned(network, plan) if plan is not None and by_plan(files) else network

    def renew(self) -> None:
        """Read what was written anew: whoever learns beside it has become somebody else."""
        for i, path in enumerate(self._paths):
            if (written := path.stat().st_mtime_ns) != self._written[i]:
                self._written[i] = written
                for net, now in zip(self._nets[i], loaded(self._torch, path, self._device), strict=True):
                    net.load_state_dict(now.state_dict())


def games_on(device: str, torch: Any, game: Game, sits: npt.NDArray[np.int64], players: Sequence[Player],
             seed: int) -> MixedGames:  # fmt: skip
    return (OnGpu if device == "cuda" else OnProcessor)(torch, game, sits, players, seed)


def check(torch: Any, game: Game, seats: int, net: Any, rivals: Sequence[Player], own: Sequence[int | None], seed: int,
          device: str) -> list[float]:  # fmt: skip
    """The network's share of the wins among players of each rival, in its own seat there, or in all alike often."""
    sits = seating(CHECKED[device] * len(rivals), seats, own, 0.0)
    games = games_on(device, torch, game, sits, [net, *rivals], seed)
    mine = (games.sits == OWN).long().argmax(1)
    share = torch.full((len(sits),), torch.nan, device=device)
    while bool(share.isnan().any()):
        rows = games.asked(OWN)
        with torch.no_grad():
            moves = sampled(torch, net(*games.looks(rows))[0])
        games.play(rows, moves)
        now = games.done & share.isnan()
        share = torch.where(now, games.results()[0][games.every, mine], share)
    return [round(float(part.mean()), 3) for part in share.view(len(rivals), -1)]


class SelfPlay:
    """One run, which can be broken off and taken up again. Of several numbers of seats the first has half of all games,
    and the checks."""

    def __init__(self, game: Game, seats: Sequence[int], start: Path, rivals: Sequence[str], alone: float, folder: Path,
                 seed: int = 1, entropy: float = ENTROPY, games: int | None = None, lead: float = LEAD
                 ) -> None:  # fmt: skip
        named = [parsed(each) for each in rivals]
        for name, seat in named:
            if seat is not None and seat >= min(seats):
                raise RuntimeError(f"{name}: {game.name} has no seat {seat}, the first of {min(seats)} is 0")
        plan = plan_of(game.name)
        if plan is None and any(by_plan(name) for name, _ in named):
            raise RuntimeError(f"masters of {game.name} have no plan")
        files = {name for name, _ in named if files_of(name)}
        for path in (start, *(Path(file) for name in files for file in files_of(name))):
            check_fits(path, game)
        types = {name: type_of(game, name) for name, _ in named if name not in files and name != PLAN}
        torch = self.torch = torch_here()
        device = self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        folder.mkdir(parents=True, exist_ok=True)
        self.game, self.folder, self.seed, self.lead = game, folder, seed, lead
        self.networks = {name: NetworkRival(torch, name, device, plan) for name in files}
        met = {PLAN: plan, **types, **{name: rival.player for name, rival in self.networks.items()}}
        self.rivals: list[Player] = [met[name] for name, _ in named]
        self.own = [seat for _, seat in named]
        self.learner = Learner(torch, loaded(torch, start, device)[0], loaded(torch, start, device)[0], entropy)
        self.iteration, self.spent = 0, 0.0
        self.spreads = dict.fromkeys(seats, 1.0)  # of leads at the end, by seats
        self.checkpoint = folder / "checkpoint.pt"
        players = [self.learner.net, *self.rivals]
        ends = [0, *parted(games or GAMES[device], len(seats))]
        self.tables = [
            games_on(device, torch, game, seating(ends[i + 1] - ends[i], many, self.own, alone), players,
                     seed + ends[i])
            for i, many in enumerate(seats)
        ]  # fmt: skip
        if self.checkpoint.exists():
            self._take_up()
        else:
            for games_there in self.tables:
                self._measure_leads(games_there)

    def _measure_leads(self, games: MixedGames) -> None:
        """How far apart the points are at the end, with the network as it begins."""
        leads: list[Any] = []
        while sum(map(len, leads)) < ENDS:
            rows = games.asked(OWN)
            games.play(rows, self.learner.decide(*games.looks(rows))["moves"])
            leads.append(games.results()[1][games.done])
        self.spreads[games.seats] = float(self.torch.cat(leads).std()) + 1e-6

    def _take_up(self) -> None:
        kept = self.torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        self.learner.net.load_state_dict(kept["net"])
        self.learner.slow.load_state_dict(kept["slow"])
        self.learner.optimizer.load_state_dict(kept["optimizer"])
        self.iteration, self.spent, self.spreads = kept["iteration"], kept["spent"], kept["spreads"]
        self.torch.manual_seed(self.seed + self.iteration)
        all_games, before = sum(len(each.sits) for each in self.tables), 0
        for games in self.tables:
            games.restart(self.seed + all_games * (1 + self.iteration) + before)
            before += len(games.sits)

    def keep(self) -> None:
        learner = self.learner
        self.torch.save(
            {"net": learner.net.state_dict(), "slow": learner.slow.state_dict(),
             "optimizer": learner.optimizer.state_dict(), "iteration": self.iteration, "spent": self.spent,
             "spreads": self.spreads},
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
            if self.iteration % KEEP_EVERY == 0:
                self.keep()
                for rival in self.networks.values():
                    rival.renew()
            if self.iteration % CHECK_EVERY == 0:
                self.say(words)
        self.say({})

    def say(self, words: dict[str, Any]) -> None:
        """Keep what was learned, and tell how it fares."""
        self.keep()
        if self.rivals:
            seats = self.tables[0].seats
            words = words | {
                "shares": check(
                    self.torch, self.game, seats, self.learner.net, self.rivals, self.own, 1 << 40, self.device
                )
            }
        line = json.dumps({"iteration": self.iteration, "seconds": round(self.spent, 1), **words})
        print(line, flush=True)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def improve(self) -> dict[str, float]:
        """Play some moves of every game, then learn from what was won."""
        torch = self.torch
        lessons = [self._played(games) for games in self.tables]
        decisions, gained, known = zip(*lessons, strict=True)
        played = {name: torch.cat([each[name] for part in decisions for each in part]) for name in decisions[0][0]}
        return self.learner.improve(played, torch.cat(gained), torch.cat(known))

    def _played(self, games: MixedGames) -> tuple[list[dict[str, Any]], Any, Any]:
        """The learner's decisions in some steps of these games, what they gained, and of which that is known. A place
        is a seat of a game."""
        torch, seats = self.torch, games.seats
        nowhere = torch.zeros(games.sits.numel(), device=self.device)
        made: list[dict[str, Any]] = []
        asked, worths, ends, rewards = [], [], [], []
        for _ in range(STEPS):
            rows = games.asked(OWN)
            at = rows * seats + games.actors[rows]
            decided = self.learner.decide(*games.looks(rows))
            made.append(decided)
            games.play(rows, decided["moves"])
            asked.append((nowhere != 0).index_fill(0, at, True))
            worths.append(nowhere.index_copy(0, at, decided["values"]))
            ends.append(games.done.repeat_interleave(seats))
            rewards.append(reward(*games.results(), seats, self.spreads[seats], self.lead).flatten())
        rows = games.asked(OWN)
        at = rows * seats + games.actors[rows]
        with torch.no_grad():
            following = nowhere.index_copy(0, at, self.learner.net(*games.looks(rows))[1])
        gained, known = advantages(
            torch, asked, worths, ends, rewards, following, (nowhere != 0).index_fill(0, at, True)
        )
        return made, gained, known
