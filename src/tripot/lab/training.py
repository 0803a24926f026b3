"""Training on the GPU: a small network learns to answer a frozen policy, the best response to it.

The network takes one seat of every game and the policy all others; rivals move inside the kernel, so that all the
network knows are its own questions. It starts as a clone of the policy (whose chances are softened, so that it tries
other moves too) and goes on by policy gradient (PPO) with entropy and a slow pull towards what it was before.
What it wins beyond an even share is how much the policy can be exploited by somebody who knows it: at least that much.

The frozen rival may also be a network, a student of masters say (`students.py`); then the learner begins as its copy.
It may also begin as any other network that was trained before. In a league it meets the level, several networks that it
should not lose to, and in half of all games what it was itself a little before: so it learns to be hard to read rather
than to read one rival.

Everything comes from one seed. A folder holds the log (one JSON object a line), the last checkpoint, from which the
same command goes on, and the weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

import tripot
from tripot.bots.instincts import policy, temper
from tripot.engine.game import Game
from tripot.lab.gains import advantages, reward, shared_out, softened
from tripot.lab.learning import ENTROPY, RATE, Learner, build, loaded, sampled, save, torch_here

GAMES, STEPS = 16384, 32
CLONING = 100  # iterations
CHECK_EVERY = 50
CHECKED = 8192  # games of a check; every place finishes one whole game
SIDES = ("condamnes",)  # games in which a side wins together


@dataclass(frozen=True)
class Plan:
    """What is trained, and against whom."""

    game: Game
    seats: int
    level: str
    seed: int
    folder: Path
    minutes: float
    rival: Path | None = None  # a network's weights, instead of the level
    start: Path | None = None  # a network's weights, instead of a clone
    league: tuple[Path, ...] = ()  # other networks' weights, whom the learner meets beside the rival and itself
    entropy: float = ENTROPY


class Games:
    """Games on the GPU with one seat for the network, as PyTorch's tensors."""

    def __init__(
        self, torch: Any, plan: Plan, games: int, seed: int, teacher: bool = False, half: bool = False
    ) -> None:
        """`half` of a league's games are kept for a rival who is named later."""
        from tripot.engine.gpu import OUTSIDE
        from tripot.engine.gpu_batch import GpuBatch

        seated = np.zeros((games, plan.seats), np.int8)
        self.own = np.arange(games) % plan.seats
        self.by_sides = plan.game.name in SIDES
        seated[np.arange(games), self.own] = OUTSIDE
        self.rivals: list[Any] = [loaded(torch, path, "cuda") for path in (plan.rival, *plan.league) if path]
        if plan.league:
            self.rivals.insert(0, None)  # the level, which moves inside the kernel
            self.rivals += [None] * len(self.rivals) if half else []
        if self.rivals:
            seated[shared_out(games, len(self.rivals))[1] if plan.league else 0 :] = OUTSIDE
        rules_of_thumb = policy(plan.game.name)
        tempers = [temper(plan.game.name, plan.level)]
        self.batch = GpuBatch(
            plan.game, plan.seats, games, seed, half=True, policy=rules_of_thumb, tempers=tempers, seated=seated,
            teacher=teacher,
        )  # fmt: skip
        self.seen = torch.from_dlpack(self.batch.tensors)
        self.masks = torch.from_dlpack(self.batch.masks)
        self.moves = torch.from_dlpack(self.batch.moves)
        self.done = torch.from_dlpack(self.batch.done)
        self.scores = torch.from_dlpack(self.batch.scores)
        self.leaned: Any = torch.from_dlpack(self.batch.leaned) if teacher else None
        self.seats = torch.as_tensor(self.own, device="cuda")[:, None]
        self.actors = torch.from_dlpack(self.batch.actors)
        self.torch = torch

    @property
    def legal(self) -> Any:
        return self.masks != 0

    @property
    def mine(self) -> Any:
        """Where the network is asked; elsewhere its rival moves."""
        return self.actors == self.seats[:, 0]

    def play(self, moves: Any) -> None:
        if self.rivals:
            moves = self.torch.where(self.mine, moves, self._others())
        self.moves.copy_(moves)
        self.batch.step()

    def _others(self) -> Any:
        """What rivals would do, each of them in as many games; where the level moves, nobody asks."""
        legal, ends = self.legal, shared_out(len(self.seen), len(self.rivals))
        moves = self.torch.zeros_like(self.moves)
        with self.torch.no_grad():
            for rival, (a, b) in zip(self.rivals, pairwise(ends), strict=True):
                if rival is not None:
                    moves[a:b] = sampled(self.torch, rival(self.seen[a:b], legal[a:b])[0])
        return moves

    def results(self) -> tuple[Any, Any]:
        """The network's share of the win, and its lead over the mean of all, in games that have just ended."""
        points = self.scores.float()
        best = points == points.max(1, keepdim=True).values
        shares = points if self.by_sides else best / best.sum(1, keepdim=True)
        share = shares.gather(1, self.seats)[:, 0]
        return share, (points - points.mean(1, keepdim=True)).gather(1, self.seats)[:, 0]


def check(torch: Any, net: Any, plan: Plan, seed: int) -> tuple[float, float]:
    """The network's share of the wins against the frozen policy, and its standard error; all seats alike often.

    Without a network the policy plays for it, or the rival: what is even.
    """
    games = Games(torch, plan, CHECKED, seed, teacher=net is None and plan.rival is None)
    net = net or next((rival for rival in games.rivals if rival is not None), None)
    share = torch.zeros(CHECKED, device="cuda")
    counted = torch.zeros(CHECKED, dtype=torch.bool, device="cuda")
    for turn in range(plan.game.rules.LONGEST):
        with torch.no_grad():
            logs = games.leaned.log() if net is None else net(games.seen, games.legal)[0]
            games.play(sampled(torch, logs))
        now = (games.done != 0) & ~counted
        share = torch.where(now, games.results()[0], share)
        counted |= now
        if turn % 50 == 49 and bool(counted.all()):
            break
    ended = share[counted]
    return float(ended.mean()), float(ended.std() / len(ended) ** 0.5)


class Training:
    """One run, which can be broken off and taken up again."""

    def __init__(self, plan: Plan) -> None:
        torch = self.torch = torch_here()
        self.plan = plan
        plan.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.games = Games(torch, plan, GAMES, plan.seed, teacher=plan.rival is None, half=bool(plan.league))
        self.steps = STEPS if plan.rival is None else STEPS * plan.seats
        size, moves = self.games.seen.shape[1], self.games.masks.shape[1]
        self.net, self.slow = build(torch, size, moves, "cuda"), build(torch, size, moves, "cuda")
        self.learner = Learner(torch, self.net, self.slow, plan.entropy, rate=1e-3)
        self.optimizer = self.learner.optimizer
        self.iteration, self.spent, self.spread = 0, 0.0, 1.0
        if plan.league:
            known = len(self.games.rivals) // 2
            self.games.rivals[known:] = [self.slow] * known
        self.checkpoint = plan.folder / "checkpoint.pt"
        if self.checkpoint.exists():
            self._take_up()
        elif (start := plan.start or plan.rival) is not None:
            self.net.load_state_dict(loaded(torch, start, "cuda").state_dict())
            self.slow.load_state_dict(self.net.state_dict())
            self._measure_leads()
            self.iteration = CLONING
        else:
            self._scale_inputs()
            self.slow.load_state_dict(self.net.state_dict())
        for group in self.optimizer.param_groups if self.iteration >= CLONING else ():
            group["lr"] = RATE

    def _take_up(self) -> None:
        kept = self.torch.load(self.checkpoint, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.slow.load_state_dict(kept["slow"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.iteration, self.spent, self.spread = kept["iteration"], kept["spent"], kept["spread"]
        self.torch.manual_seed(self.plan.seed + self.iteration)
        self.games.batch.restart(self.plan.seed + GAMES * (1 + self.iteration))

    def keep(self) -> None:
        self.torch.save(
            {"net": self.net.state_dict(), "slow": self.slow.state_dict(), "optimizer": self.optimizer.state_dict(),
             "iteration": self.iteration, "spent": self.spent, "spread": self.spread},
            self.checkpoint,
        )  # fmt: skip
        save(self.net, self.plan.folder / f"{self.plan.game.name}.npz")

    def _teachers_word(self) -> Any:
        return softened(self.games.leaned, self.games.legal)

    def _measure_leads(self) -> None:
        """How far apart the points are at the end, with the network as it begins."""
        leads: list[Any] = []
        count = 0
        while count < GAMES:
            with self.torch.no_grad():
                moves = sampled(self.torch, self.net(self.games.seen, self.games.legal)[0])
            self.games.play(moves)
            leads.append(self.games.results()[1][self.games.done != 0])
            count += len(leads[-1])
        self.spread = float(self.torch.cat(leads).std()) + 1e-6

    def _scale_inputs(self) -> None:
        """Means and spreads of all inputs, and of leads at the end, from games that the policy plays by itself."""
        seen, leads = [], []
        for turn in range(200):
            self.games.play(sampled(self.torch, self._teachers_word().log()))
            if turn % 10 == 0:
                seen.append(self.games.seen[:2048].float())
            leads.append(self.games.results()[1][self.games.done != 0])
        everything = self.torch.cat(seen)
        self.net.shift.copy_(everything.mean(0))
        self.net.scale.copy_(1 / everything.std(0).clamp(min=0.1))
        self.spread = float(self.torch.cat(leads).std()) + 1e-6

    def say(self, **words: Any) -> None:
        line = {"iteration": self.iteration, "seconds": round(self.spent, 1), **words}
        print(json.dumps(line), flush=True)
        with (self.plan.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def run(self) -> None:
        began = before = time.monotonic()
        if self.spent == 0:
            even, error = check(self.torch, None, self.plan, seed=1 << 40)
            self.say(
                game=self.plan.game.name, seats=self.plan.seats, level=str(self.plan.rival or self.plan.level),
                seed=self.plan.seed,
                even=round(even, 4), error=round(error, 4),
            )  # fmt: skip
            before = time.monotonic()
        while time.monotonic() - began < self.plan.minutes * 60:
            words = self.clone() if self.iteration < CLONING else self.improve()
            self.iteration += 1
            now = time.monotonic()
            self.spent, before = self.spent + now - before, now
            if self.iteration == CLONING:
                self.slow.load_state_dict(self.net.state_dict())
                for group in self.optimizer.param_groups:
                    group["lr"] = RATE
            if self.iteration % CHECK_EVERY == 0:
                share, error = check(self.torch, self.net, self.plan, seed=1 << 40)
                self.say(share=round(share, 4), error=round(error, 4), **words)
                self.keep()
                before = time.monotonic()
        self.keep()

    def clone(self) -> dict[str, float]:
        """The policy plays, softened, and the network learns its chances."""
        torch = self.torch
        for _ in range(STEPS):
            wanted = self._teachers_word()
            logs, _ = self.net(self.games.seen, self.games.legal)
            loss = -(wanted * logs.clamp(min=-30)).sum(1).mean()
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            self.optimizer.step()
            self.games.play(sampled(torch, wanted.log()))
        agreed = (logs.argmax(1) == wanted.argmax(1)).float().mean()
        return {"loss": round(float(loss.detach()), 4), "agrees": round(float(agreed), 3)}

    def improve(self) -> dict[str, float]:
        """Play, then learn from what was won (PPO)."""
        torch, games = self.torch, self.games
        made: list[dict[str, Any]] = []
        asked, rewards, ends, worths = [], [], [], []
        for _ in range(self.steps):
            mine = games.mine
            decided = self.learner.decide(games.seen, games.legal)
            rows = mine.nonzero()[:, 0]
            made.append({name: value[rows] for name, value in decided.items()})
            games.play(decided["moves"])
            share, lead = games.results()
            asked.append(mine)
            worths.append(decided["values"])
            ends.append(games.done != 0)
            rewards.append(reward(share, lead, self.plan.seats, self.spread))
        with torch.no_grad():
            following = self.net(games.seen, games.legal)[1]
        gained, known = advantages(torch, asked, worths, ends, rewards, following, games.mine)
        words = self.learner.improve(
            {name: torch.cat([each[name] for each in made]) for name in made[0]}, gained, known
        )
        over = torch.cat(ends)
        won = torch.cat(rewards)[over].mean() if bool(over.any()) else 0.0
        return {"reward": round(float(won), 3), **words}


def planned(
    game: Game,
    seats: int,
    against: str,
    seed: int,
    folder: Path | None,
    minutes: float,
    start: Path | None = None,
    league: tuple[Path, ...] = (),
    entropy: float = ENTROPY,
) -> Plan:
    """A run, in a folder of its own where none is named. Against a file, its network is the rival."""
    rival = Path(against) if against.endswith(".npz") else None
    level = "regular" if rival else against
    home = Path("build") / "training" / f"{game.name}-{seats}-{'network' if rival else level}"
    return Plan(game, seats, level, seed, folder or home, minutes, rival, start, league, entropy)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tripot.lab.training", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int)
    parser.add_argument(
        "--against", default="regular", help="a level or a habit of the game's policy, or a network's file"
    )
    parser.add_argument("--start", type=Path, metavar="FILE", help="a network to begin with, instead of a clone")
    parser.add_argument(
        "--league",
        type=Path,
        nargs="*",
        default=(),
        metavar="FILE",
        help="networks to meet beside the rival, and itself in half of the games",
    )
    parser.add_argument("--entropy", type=float, default=ENTROPY, help="what a mixed mind is worth")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--folder", type=Path)
    chosen = parser.parse_args()
    game = tripot.game(chosen.game)
    seats = game.checked_seats(chosen.seats)
    Training(
        planned(
            game,
            seats,
            chosen.against,
            chosen.seed,
            chosen.folder,
            chosen.minutes,
            chosen.start,
            tuple(chosen.league),
            chosen.entropy,
        )
    ).run()


if __name__ == "__main__":
    main()
