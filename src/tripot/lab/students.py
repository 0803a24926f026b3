"""Training on the GPU: a small network learns from masters what they would do, and what a seat's look is worth.

It begins as a clone of the regulars, or as a network that was trained before, and goes on with what masters decided
after long thought (`python -m bench.masters … --decisions FOLDER` writes that down): the mixture that they drew from,
and who won. A part of their decisions is kept aside; the network that foretells these best is kept. It thinks in
microseconds, so thousands of its games fit on a GPU, where it stands in for the frozen master when a best response is
trained.

A folder holds the log (one JSON object a line), what the clone came to (`checkpoint.pt`) and the lessons after it
(`lessons.pt`), from which the same command goes on, and the weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import tripot
from tripot.engine.gpu import record_words
from tripot.engine.gpu_batch import TILE, WATCHERS
from tripot.engine.look import Look
from tripot.lab.learning import save
from tripot.lab.training import CLONING, Plan, Training, check

ASIDE = 10  # one block of decisions in so many is kept aside
BLOCK = 256  # decisions, all of a few games
BATCH, RATE, DECAY, ROUNDS = 1024, 3e-4, 0.02, 40
PATIENCE = 6  # rounds without a better network
KEEP_EVERY = 10  # iterations of cloning
PROCESSES = 4  # that find what was legal


def legal_of(task: tuple[str, Any, Any]) -> Any:
    """The legal moves of some looks, as marks."""
    name, looks, seats = task
    game = tripot.game(name)
    marks = np.zeros((len(looks), len(game.moves)), np.bool_)
    for row, look, seat in zip(marks, looks, seats, strict=True):
        row[Look.of_record(game, int(seat), look.tobytes()).legal_numbers()] = True
    return marks


class Lessons:
    """What masters decided, on the GPU."""

    def __init__(self, training: Training, file: Path) -> None:
        torch, game = training.torch, training.plan.game
        with np.load(file) as kept:
            looks, seats, players = (kept[name] for name in ("looks", "seats", "players"))
            shares, won = kept["shares"].astype(np.float32), kept["won"].astype(np.float32)
        parts = [(game.name, looks[at : at + 2000], seats[at : at + 2000]) for at in range(0, len(looks), 2000)]
        with ProcessPoolExecutor(PROCESSES) as pool:
            legal = np.concatenate(list(pool.map(legal_of, parts)))
        self.seen = self._tensors(training, looks, seats, players)
        self.legal = torch.as_tensor(legal, device="cuda")
        self.shares = torch.as_tensor(shares / shares.sum(1, keepdims=True), device="cuda")
        even = 1 / players.astype(np.float32)
        self.won = torch.as_tensor((won - even) / (1 - even), device="cuda")
        aside = torch.arange(len(looks), device="cuda") // BLOCK % ASIDE == ASIDE - 1
        self.aside, self.taught = aside.nonzero()[:, 0], (~aside).nonzero()[:, 0]

    def _tensors(self, training: Training, looks: Any, seats: Any, players: Any) -> Any:
        """Redacted records as tensors, by the kernel that shows them in games."""
        torch, batch = training.torch, training.games.batch
        cp, words = batch._cupy, record_words(training.plan.game)
        padded = np.zeros((len(looks), 4 * words), np.uint8)
        padded[:, : looks.shape[1]] = looks
        found = torch.zeros((len(looks), training.games.seen.shape[1]), dtype=training.games.seen.dtype, device="cuda")
        for count in np.unique(players):
            rows = np.flatnonzero(players == count)
            records = cp.asarray(np.ascontiguousarray(padded[rows].view(np.uint32).T))
            viewers = cp.asarray(np.ascontiguousarray(seats[rows].astype(np.int8)))
            marks = cp.zeros((batch._marks.shape[0], len(rows)), cp.uint32)
            masks = cp.zeros((len(rows), batch.masks.shape[1]), cp.int8)
            tensors = cp.zeros((len(rows), found.shape[1]), batch.tensors.dtype)
            batch._kernels.function(batch._observe)(
                (-(-len(rows) // TILE),), (WATCHERS,),
                (batch._features, np.int32(found.shape[1]), records, marks, viewers, np.int32(len(rows)),
                 np.int32(count), tensors, masks),
            )  # fmt: skip
            found[torch.as_tensor(rows, device="cuda")] = torch.from_dlpack(tensors)
        return found


class Student:
    """One run, cloning, then lessons, which can be broken off and taken up again."""

    def __init__(self, plan: Plan, decisions: Path) -> None:
        self.plan, self.training = plan, Training(plan)
        self.torch, self.net = self.training.torch, self.training.net
        self.lessons = Lessons(self.training, decisions)
        self.optimizer = self.torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=DECAY)
        self.turn, self.since = 0, 0  # rounds, and those without a better network
        self.best, self.kept = float("inf"), self.net.state_dict()
        self.checkpoint = plan.folder / "lessons.pt"
        if self.checkpoint.exists():
            self._take_up()

    def _take_up(self) -> None:
        kept = self.torch.load(self.checkpoint, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.turn, self.since, self.best, self.kept = kept["turn"], kept["since"], kept["best"], kept["kept"]
        self.training.iteration, self.training.spent = kept["iteration"], kept["spent"]
        self.torch.manual_seed(self.plan.seed + self.training.iteration)

    def keep(self) -> None:
        self.torch.save(
            {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "turn": self.turn,
             "since": self.since, "best": self.best, "kept": self.kept, "iteration": self.training.iteration,
             "spent": self.training.spent},
            self.checkpoint,
        )  # fmt: skip

    def run(self) -> None:
        training, before = self.training, time.monotonic()
        half, until = before + self.plan.minutes * 30, before + self.plan.minutes * 60
        while not self.turn and training.iteration < CLONING and time.monotonic() < half:
            training.clone()
            training.iteration += 1
            before = self._spent_since(before)
            if training.iteration % KEEP_EVERY == 0:
                training.keep()
        training.say(decisions=len(self.lessons.taught), aside=len(self.lessons.aside), **self.examine())
        while self.turn < ROUNDS and self.since < PATIENCE and time.monotonic() < until:
            self.learn()
            found = self.examine()
            training.iteration += 1
            before = self._spent_since(before)
            training.say(turn=self.turn, **found)
            self.turn += 1
            self.since += 1
            if found["loss"] < self.best:
                self.best, self.since = found["loss"], 0
                self.kept = {name: value.clone() for name, value in self.net.state_dict().items()}
                save(self.net, self.plan.folder / f"{self.plan.game.name}.npz")
            self.keep()
        self.net.load_state_dict(self.kept)
        share, error = check(self.torch, self.net, self.plan, seed=1 << 40)
        training.say(**self.examine(), share_among_regulars=round(share, 4), error=round(error, 4))

    def _spent_since(self, before: float) -> float:
        now = time.monotonic()
        self.training.spent += now - before
        return now

    def learn(self) -> None:
        """One round through all decisions that are taught."""
        torch, taught = self.torch, self.lessons.taught
        for part in taught[torch.randperm(len(taught), device=taught.device)].split(BATCH):
            loss, _, _ = self.loss(part)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()

    def loss(self, part: Any) -> tuple[Any, Any, Any]:
        lessons = self.lessons
        logs, values = self.net(lessons.seen[part], lessons.legal[part])
        unlike = -(lessons.shares[part] * logs.clamp(min=-30)).sum(1).mean()
        return unlike + 0.2 * ((values - lessons.won[part]) ** 2).mean(), unlike, logs

    def examine(self) -> dict[str, float]:
        """How well it foretells decisions that it wasn't taught: the mean over moves, and how often the likeliest."""
        lessons = self.lessons
        with self.torch.no_grad():
            loss, unlike, logs = self.loss(lessons.aside)
            shares = lessons.shares[lessons.aside]
            same = (shares * logs.exp()).sum(1).mean()
            surest = (logs.argmax(1) == shares.argmax(1)).float().mean()
        return {
            "loss": round(float(loss), 4), "unlike": round(float(unlike), 4), "same": round(float(same), 4),
            "surest": round(float(surest), 4),
        }  # fmt: skip
