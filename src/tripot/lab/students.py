"""A small network learns from masters what they would do, and what a seat's look is worth.

It begins as the house's network of a game, or as any other, and goes on with what masters decided after long thought
(`python -m bench.masters … --decisions FOLDER` writes that down): the mixture that they drew from, and who won. A part
of their decisions is kept aside; the network that foretells these best is kept. It thinks in microseconds, so thousands
of its games are played at once, where it stands in for the frozen master when a best response is trained. It runs on a
GPU where there is one, else on a processor.

A folder holds the log (one JSON object a line), the last checkpoint, from which the same command goes on, and the
weights as `tripot.bots.network` reads them.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

import tripot
from tripot.bots.instincts import policy
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.tensor import tensor_size
from tripot.lab.learning import loaded, save, torch_here
from tripot.lab.selfplay import check, check_fits, type_of

ASIDE = 10  # one block of decisions in so many is kept aside
BLOCK = 256  # decisions, all of a few games
BATCH, RATE, DECAY, ROUNDS = 1024, 3e-4, 0.02, 40
PATIENCE = 6  # rounds without a better network
PROCESSES = 4  # that read what was seen
READ = 1000  # looks at a time
LEVEL = "regular"  # among whom it is tried at the end

Numbers = npt.NDArray[np.float32]
Marks = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Decided:
    """Masters' decisions, a row each: what the seat saw, what was legal, the chance that each move was drawn with, and
    what its game brought (0 for an even share of the win, 1 for all of it)."""

    seen: Numbers
    legal: Marks
    shares: Numbers
    won: Numbers

    @property
    def aside(self) -> Marks:
        """Those that aren't taught: whole blocks, as decisions of one game are like each other."""
        marks: Marks = np.arange(len(self.won)) // BLOCK % ASIDE == ASIDE - 1
        return marks


def seen_and_legal(task: tuple[str, npt.NDArray[np.uint8], Sequence[int]]) -> tuple[Numbers, Marks]:
    """What some looks show, as numbers, and the legal moves, as marks."""
    name, looks, seats = task
    game = tripot.game(name)
    seen = np.zeros((len(looks), tensor_size(game.rules)), np.float32)
    legal = np.zeros((len(looks), len(game.moves)), np.bool_)
    for row, (record, seat) in enumerate(zip(looks, seats, strict=True)):
        look = Look.of_record(game, int(seat), record.tobytes())
        seen[row] = look.tensor()
        legal[row, look.legal_numbers()] = True
    return seen, legal


def decided_in(game: Game, file: Path) -> Decided:
    """The decisions of a file; one that isn't about this game is refused."""
    try:
        with np.load(file) as kept:
            looks, seats, players = (kept[name] for name in ("looks", "seats", "players"))
            shares, won = kept["shares"].astype(np.float32), kept["won"].astype(np.float32)
    except (OSError, ValueError, KeyError) as fault:
        raise RuntimeError(f"{file} can't be read as decisions of masters: {fault}") from None
    if shares.shape[1:] != (len(game.moves),) or looks.shape[1:] != (game.records(1).dtype.itemsize,):
        raise RuntimeError(f"{file} has no decisions of {game.name}: others are seen or made there")
    if len(won) < BLOCK * ASIDE:
        raise RuntimeError(f"{file} has {len(won):,} decisions; a student needs {BLOCK * ASIDE:,} at least")
    parts = [(game.name, looks[at : at + READ], seats[at : at + READ]) for at in range(0, len(looks), READ)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        seen, legal = map(np.concatenate, zip(*pool.map(seen_and_legal, parts), strict=True))
    even = 1 / players.astype(np.float32)
    return Decided(seen, legal, shares / shares.sum(1, keepdims=True), (won - even) / (1 - even))


class Student:
    """One run, which can be broken off and taken up again."""

    def __init__(self, game: Game, seats: int, start: Path, decisions: Path, folder: Path, seed: int = 1) -> None:
        check_fits(start, game)
        decided = decided_in(game, decisions)
        torch = self.torch = torch_here()
        device = self.device = "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(seed)
        torch.set_float32_matmul_precision("high")
        folder.mkdir(parents=True, exist_ok=True)
        self.game, self.seats, self.folder, self.seed = game, seats, folder, seed
        self.seen, self.legal, self.shares, self.won = (
            torch.as_tensor(array, device=device)
            for array in (decided.seen, decided.legal, decided.shares, decided.won)
        )
        self.aside, self.taught = (
            torch.as_tensor(np.flatnonzero(marks), device=device) for marks in (decided.aside, ~decided.aside)
        )
        self.net = loaded(torch, start, device)[0]
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=DECAY)
        self.turn, self.since, self.spent = 0, 0, 0.0  # rounds, those without a better network, and seconds
        self.best, self.kept = float("inf"), dict[str, Any]()
        self.checkpoint = folder / "lessons.pt"
        if self.checkpoint.exists():
            self._take_up()

    def _take_up(self) -> None:
        kept = self.torch.load(self.checkpoint, map_location=self.device, weights_only=True)
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.turn, self.since, self.spent = kept["turn"], kept["since"], kept["spent"]
        self.best, self.kept = kept["best"], kept["kept"]
        self.torch.manual_seed(self.seed + self.turn)

    def keep(self) -> None:
        self.torch.save(
            {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "turn": self.turn,
             "since": self.since, "spent": self.spent, "best": self.best, "kept": self.kept},
            self.checkpoint,
        )  # fmt: skip

    def say(self, **words: Any) -> None:
        line = json.dumps({"turn": self.turn, "seconds": round(self.spent, 1), **words})
        print(line, flush=True)
        with (self.folder / "log.jsonl").open("a", encoding="utf-8") as file:
            file.write(line + "\n")

    def run(self, seconds: float) -> None:
        """Learn for so long, or until nothing gets better; then say how the best of it fares."""
        until = self.spent + seconds
        if not self.turn:
            found = self.examine()
            self.compare(found["loss"])  # whoever only gets worse stays as it began
            self.say(game=self.game.name, taught=len(self.taught), aside=len(self.aside), **found)
        while self.turn < ROUNDS and self.since < PATIENCE and self.spent < until:
            began = time.monotonic()
            self.learn()
            found = self.examine()
            self.turn += 1
            self.since += 1
            self.compare(found["loss"])
            self.spent += time.monotonic() - began
            self.say(**found)
            self.keep()
        self.net.load_state_dict(self.kept)
        words: dict[str, Any] = dict(self.examine())
        if policy(self.game.name) is not None:
            (words["share_among_regulars"],) = check(
                self.torch, self.game, self.seats, self.net, [type_of(self.game, LEVEL)], [None], 1 << 40, self.device
            )
        self.say(**words)

    def compare(self, loss: float) -> None:
        """The network as it is now is kept if it is the best so far."""
        if loss < self.best:
            self.best, self.since = loss, 0
            self.kept = {name: value.clone() for name, value in self.net.state_dict().items()}
            save(self.net, self.folder / f"{self.game.name}.npz")

    def learn(self) -> None:
        """One round through all decisions that are taught."""
        torch, taught = self.torch, self.taught
        for part in taught[torch.randperm(len(taught), device=taught.device)].split(BATCH):
            loss, _, _ = self.loss(part)
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()

    def loss(self, part: Any) -> tuple[Any, Any, Any]:
        logs, values = self.net(self.seen[part], self.legal[part])
        unlike = -(self.shares[part] * logs.clamp(min=-30)).sum(1).mean()
        return unlike + 0.2 * ((values - self.won[part]) ** 2).mean(), unlike, logs

    def examine(self) -> dict[str, float]:
        """How well it foretells decisions that it wasn't taught: the mean over moves, and how often the likeliest."""
        with self.torch.no_grad():
            loss, unlike, logs = self.loss(self.aside)
            shares = self.shares[self.aside]
            same = (shares * logs.exp()).sum(1).mean()
            surest = (logs.argmax(1) == shares.argmax(1)).float().mean()
        return {
            "loss": round(float(loss), 4), "unlike": round(float(unlike), 4), "same": round(float(same), 4),
            "surest": round(float(surest), 4),
        }  # fmt: skip
