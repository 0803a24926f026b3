"""Training on the GPU: a small network learns to answer a frozen policy, the best response to it.

The network takes one seat of every game and the policy all others; rivals move inside the kernel, so that all the
network knows are its own questions. It starts as a clone of the policy (whose chances are softened, so that it tries
other moves too) and goes on by policy gradient (PPO) with entropy and a slow pull towards what it was before.
What it wins beyond an even share is how much the policy can be exploited by somebody who knows it: at least that much.

It may also begin as any network that was trained before. Best responses to networks, and networks that are hard to
read, are learned by `selfplay.py`.

Everything comes from one seed. A folder holds the log (one JSON object a line), the last checkpoint, from which the
same command goes on, and the weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from tripot.bots.instincts import policy, temper
from tripot.engine.game import Game
from tripot.lab.gains import advantages, reward, softened
from tripot.lab.learning import RATE, Learner, build, loaded, sampled, save, torch_here
from tripot.lab.mixed_games import shares_and_leads

GAMES, STEPS = 16384, 32
CLONING = 100  # iterations
CHECK_EVERY = 50
CHECKED = 8192  # games of a check; every place finishes one whole game


@dataclass(frozen=True)
class Run:
    """What is trained, and against whom."""

    game: Game
    seats: int
    level: str
    seed: int
    folder: Path
    minutes: float
    start: Path | None = None  # a network's weights, instead of a clone


class Games:
    """Games on the GPU with one seat for the network, as PyTorch's tensors."""

    def __init__(self, torch: Any, run: Run, games: int, seed: int, teacher: bool = False) -> None:
        from tripot.engine.gpu import OUTSIDE
        from tripot.engine.gpu_batch import GpuBatch

        seated = np.zeros((games, run.seats), np.int8)
        self.own = np.arange(games) % run.seats
        self.game = run.game
        seated[np.arange(games), self.own] = OUTSIDE
        rules_of_thumb = policy(run.game.name)
        tempers = [temper(run.game.name, run.level)]
        self.batch = GpuBatch(
            run.game, run.seats, games, seed, half=True, policy=rules_of_thumb, tempers=tempers, seated=seated,
            teacher=teacher,
        )  # fmt: skip
        self.seen = torch.from_dlpack(self.batch.tensors)
        self.masks = torch.from_dlpack(self.batch.masks)
        self.moves = torch.from_dlpack(self.batch.moves)
        self.done = torch.from_dlpack(self.batch.done)
        self.scores = torch.from_dlpack(self.batch.scores)
        self.leaned: Any = torch.from_dlpack(self.batch.leaned) if teacher else None
        self.seats = torch.as_tensor(self.own, device="cuda")[:, None]

    @property
    def legal(self) -> Any:
        return self.masks != 0

    def play(self, moves: Any) -> None:
        self.moves.copy_(moves)
        self.batch.step()

    def results(self) -> tuple[Any, Any]:
        """The network's share of the win, and its lead over the mean of all, in games that have just ended."""
        shares, leads = shares_and_leads(self.game, self.scores)
        return shares.gather(1, self.seats)[:, 0], leads.gather(1, self.seats)[:, 0]


def check(torch: Any, net: Any, run: Run, seed: int) -> tuple[float, float]:
    """The network's share of the wins against the frozen policy, and its standard error; all seats alike often.

    Without a network the policy plays for it: what is even.
    """
    games = Games(torch, run, CHECKED, seed, teacher=net is None)
    share = torch.zeros(CHECKED, device="cuda")
    counted = torch.zeros(CHECKED, dtype=torch.bool, device="cuda")
    for turn in range(run.game.rules.LONGEST):
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

    def __init__(self, run: Run) -> None:
        torch = self.torch = torch_here()
        self.given = run
        run.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(run.seed)
        torch.set_float32_matmul_precision("high")
        self.games = Games(torch, run, GAMES, run.seed, teacher=True)
        size, moves = self.games.seen.shape[1], self.games.masks.shape[1]
        self.net, self.slow = build(torch, size, moves, "cuda"), build(torch, size, moves, "cuda")
        self.learner = Learner(torch, self.net, self.slow, rate=1e-3)
        self.optimizer = self.learner.optimizer
        self.iteration, self.spent, self.spread = 0, 0.0, 1.0
        self.checkpoint = run.folder / "checkpoint.pt"
        if self.checkpoint.exists():
            self._take_up()
        elif run.start is not None:
            self.net.load_state_dict(loaded(torch, run.start, "cuda")[0].state_dict())
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
        self.torch.manual_seed(self.given.seed + self.iteration)
        self.games.batch.restart(self.given.seed + GAMES * (1 + self.iteration))

    def keep(self) -> None:
        self.torch.save(
            {"net": self.net.state_dict(), "slow": self.slow.state_dict(), "optimizer": self.optimizer.state_dict(),
             "iteration": self.iteration, "spent": self.spent, "spread": self.spread},
            self.checkpoint,
        )  # fmt: skip
        save(self.net, self.given.folder / f"{self.given.game.name}.npz")

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
        with (self.given.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def run(self) -> None:
        began = before = time.monotonic()
        if self.spent == 0:
            even, error = check(self.torch, None, self.given, seed=1 << 40)
            self.say(
                game=self.given.game.name, seats=self.given.seats, level=self.given.level, seed=self.given.seed,
                even=round(even, 4), error=round(error, 4),
            )  # fmt: skip
            before = time.monotonic()
        while time.monotonic() - began < self.given.minutes * 60:
            words = self.clone() if self.iteration < CLONING else self.improve()
            self.iteration += 1
            now = time.monotonic()
            self.spent, before = self.spent + now - before, now
            if self.iteration == CLONING:
                self.slow.load_state_dict(self.net.state_dict())
                for group in self.optimizer.param_groups:
                    group["lr"] = RATE
            if self.iteration % CHECK_EVERY == 0:
                share, error = check(self.torch, self.net, self.given, seed=1 << 40)
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
        rewards, ends, worths = [], [], []
        for _ in range(STEPS):
            decided = self.learner.decide(games.seen.clone(), games.legal)
            made.append(decided)
            games.play(decided["moves"])
            share, lead = games.results()
            worths.append(decided["values"])
            ends.append(games.done != 0)
            rewards.append(reward(share, lead, self.given.seats, self.spread))
        with torch.no_grad():
            following = self.net(games.seen, games.legal)[1]
        always = torch.ones_like(ends[0])  # others move inside the kernel
        gained, known = advantages(torch, [always] * STEPS, worths, ends, rewards, following, always)
        words = self.learner.improve(
            {name: torch.cat([each[name] for each in made]) for name in made[0]}, gained, known
        )
        over = torch.cat(ends)
        won = torch.cat(rewards)[over].mean() if bool(over.any()) else 0.0
        return {"reward": round(float(won), 3), **words}


def run_of(
    game: Game, seats: int, level: str, seed: int, folder: Path | None, minutes: float, start: Path | None = None
) -> Run:
    """A run, in a folder of its own where none is named."""
    temper(game.name, level)  # refused at once if there is none
    home = Path("build") / "training" / f"{game.name}-{seats}-{level}"
    return Run(game, seats, level, seed, folder or home, minutes, start)
