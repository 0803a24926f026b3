"""Training on the GPU: what every seat may expect of a whole position, everything open, among regulars.

Luck is measured by that value (`tripot.bots.luck`), so small differences between what could have happened count more
than the whole. It is learned by temporal differences, TD(λ): a position's target is mostly what the network itself
makes of the positions some steps later, which is far less noisy than how the game ended. What a seat has already is
added to what the network says, so it learns what is still to come.

Everything comes from one seed. A folder holds the log (one JSON object a line), the last checkpoint, from which the
same command goes on, and the weights as `tripot.bots.luck.values` reads them.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

import tripot
from tripot.bots.instincts import policy, temper
from tripot.bots.luck.values import LOWEST, SPREAD
from tripot.engine.game import Game
from tripot.engine.gpu_here import KernelsHere
from tripot.engine.gpu_walk import BEGIN, Walks
from tripot.engine.tensor import features
from tripot.lab.learning import torch_here

STEPS = 64  # of each game between two looks at what is to be learned
RATE, LEAST_RATE = 1e-3, 1e-5
AHEAD = (0.97, 0.8)  # λ at the beginning and at the end
PARTS = 4  # updates for each step of all games
KEPT = 0.9995  # of the slow weights, each update
KEEP_EVERY = 60  # seconds
RARE = 5e-4  # inputs that are seldom otherwise aren't used
SAMPLES = 1 << 16  # positions that inputs are scaled by
USUAL = {"condamnes": 5}  # seats, else 4


@dataclass(frozen=True)
class Course:
    """What is learned, and how long."""

    game: Game
    seed: int
    folder: Path
    minutes: float
    games: int = 1 << 14  # with the usual number of seats
    others: int = 1 << 12  # with each other one
    width: int = 256
    here: bool = False  # by this machine's processor, without a GPU

    @property
    def device(self) -> str:
        return "cpu" if self.here else "cuda"


@cache
def kernels_here(rules: ModuleType, habits: ModuleType) -> KernelsHere:
    return KernelsHere(rules, habits)


def build(torch: Any, plan: dict[str, Any], width: int, most: int) -> Any:
    """Two hidden layers, and a straight way past them; inputs are numbers, and marks that a number has a value."""
    inputs = len(plan["used"]) + len(plan["feature"])

    class Net(torch.nn.Module):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            for name in ("used", "feature", "equals", "shift", "scale"):
                self.register_buffer(name, torch.as_tensor(plan[name]))
            self.first = torch.nn.Linear(inputs, width)
            self.second = torch.nn.Linear(width, width)
            self.out = torch.nn.Linear(width, most)
            self.direct = torch.nn.Linear(inputs, most, bias=False)
            torch.nn.init.zeros_(self.out.weight)
            torch.nn.init.zeros_(self.direct.weight)

        def forward(self, seen: Any) -> Any:
            numbers = (seen[:, self.used] - self.shift) * self.scale
            x = torch.cat([numbers, (seen[:, self.feature] == self.equals).float()], 1)
            hidden = torch.relu(self.second(torch.relu(self.first(x))))
            return self.out(hidden) + self.direct(x)

    return Net()


class Stretch:
    """Some steps of many games with one number of seats, kept as whole records."""

    def __init__(self, torch: Any, course: Course, seats: int, games: int) -> None:
        self.torch, self.seats, self.games, self.device = torch, seats, games, course.device
        name, seed = course.game.name, course.seed + (seats << 32)
        habits = policy(name)
        assert habits is not None
        by, arrays = (kernels_here(course.game.rules, habits), np) if course.here else (None, None)
        self.walks = Walks(course.game, seats, games, seed, habits, temper(name), by, arrays)
        xp = self.walks.arrays
        self.kept = xp.zeros((STEPS + 1, *self.walks.records.shape), xp.uint32)
        self.tensors = xp.zeros((games, self.walks.size), xp.float32)
        self.viewers = xp.zeros(games, xp.int8)
        self.seen = torch.from_dlpack(self.tensors)
        self.places = torch.from_dlpack(self.viewers)
        self.now = torch.zeros((STEPS + 1, games, seats), device=self.device)
        self.ended = torch.zeros((STEPS, games), dtype=torch.bool, device=self.device)
        self.results = torch.zeros((STEPS, games, seats), device=self.device)
        self.wanted = torch.zeros((STEPS, games, seats), device=self.device)
        self.length = self._scatter()

    def _scatter(self) -> int:
        """Games at all their points at once; how long one is."""
        over, length = 0, 0
        self.walks.step()
        while over < self.games // 2:
            self.walks.step()
            over += int(self.walks.done.sum())
            length += 1
        offset = self.torch.randint(0, length, (self.games,)).numpy()
        places = self.walks.arrays.asarray(offset)
        for turn in range(length):
            self.walks.moves[places == turn] = BEGIN
            self.walks.step()
        return length

    def view_from(self) -> None:
        """Another seat's place for every game; seats are then counted from it."""
        chosen = self.torch.randint(0, self.seats, (self.games,), device=self.device, dtype=self.torch.int8)
        self.places.copy_(chosen)
        seats = self.torch.arange(self.seats, device=self.device)
        self.order = (chosen.long()[:, None] + seats) % self.seats

    def look(self, at: int) -> Any:
        self.walks.observe(self.kept[at], self.viewers, self.tensors)
        return self.seen

    def walk(self) -> None:
        """The next steps."""
        torch, walks = self.torch, self.walks
        self.view_from()
        now, points, done = (torch.from_dlpack(each) for each in (walks.now, walks.points, walks.done))
        for at in range(STEPS + 1):
            self.kept[at] = walks.records
            self.now[at] = now.float().gather(1, self.order)
            if at < STEPS:
                self.walks.step()
                self.ended[at] = done != 0
                self.results[at] = points.float().gather(1, self.order)

    def aimed(self, at: int, most: int) -> Any:
        """These for one step; nothing where there is no seat."""
        return self.torch.nn.functional.pad(self.wanted[at], (0, most - self.seats), value=float("nan"))

    def aim(self, value: Any, ahead: float, scale: float) -> None:
        """What the value of each position should be."""
        torch = self.torch
        with torch.no_grad():
            later = self.now[STEPS] + scale * value(self.look(STEPS))[:, : self.seats]
            found = later
            for at in range(STEPS - 1, -1, -1):
                found = torch.where(self.ended[at][:, None], self.results[at], (1 - ahead) * later + ahead * found)
                self.wanted[at] = (found - self.now[at]) / scale
                later = self.now[at] + scale * value(self.look(at))[:, : self.seats]


class Valuing:
    """One run, which can be broken off and taken up again."""

    def __init__(self, course: Course) -> None:
        torch = self.torch = torch_here()
        self.course, game = course, course.game
        course.folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(course.seed)
        torch.set_float32_matmul_precision("high")
        usual = USUAL.get(game.name, 4)
        self.stretches = [
            Stretch(torch, course, seats, course.games if seats == usual else course.others)
            for seats in range(game.fewest, game.most + 1)
        ]
        self.iteration, self.spent = 0, 0.0
        self.checkpoint = course.folder / f"{game.name}.pt"
        if self.checkpoint.exists():
            kept = torch.load(self.checkpoint, weights_only=True, map_location=course.device)
            self.plan, self.scale = {name: array.cpu().numpy() for name, array in kept["plan"].items()}, kept["scale"]
            self.iteration, self.spent = kept["iteration"], kept["spent"]
            torch.manual_seed(course.seed + self.iteration)
        else:
            self.plan, self.scale = self._plan()
        self.net, self.slow = (build(torch, self.plan, course.width, game.most).to(course.device) for _ in range(2))
        fused = course.device == "cuda"
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=RATE, weight_decay=1e-5, fused=fused)
        if self.checkpoint.exists():
            self.net.load_state_dict(kept["net"])
            self.slow.load_state_dict(kept["slow"])
            self.optimizer.load_state_dict(kept["optimizer"])
        else:
            self.slow.load_state_dict(self.net.state_dict())

    def _plan(self) -> tuple[dict[str, Any], float]:
        """Which inputs there are, by what they are in games so far; and how far results are apart."""
        torch, seen, results = self.torch, [], []
        rounds = max(2, -(-self.stretches[0].length // STEPS))
        for stretch in self.stretches:
            for _ in range(rounds):
                stretch.walk()
                for at in range(0, STEPS, 8):
                    some = max(1, SAMPLES * stretch.games * 8 // (self._games() * rounds * STEPS))
                    seen.append(stretch.look(at)[:some].cpu().clone())
                results.append(stretch.results[stretch.ended].reshape(-1).cpu())
        everything = torch.cat(seen).numpy()
        spread = everything.std(axis=0)
        usual = (everything != np.round(np.median(everything, axis=0))).mean(axis=0)
        used = np.flatnonzero((spread > 1e-6) & (usual > RARE / 4))
        feature, equals = [], []
        for place, each in enumerate(features(self.course.game.rules)):
            if each.kind != "number" or place not in set(used):
                continue
            for value in range(LOWEST, LOWEST + SPREAD):
                if value != 0 and RARE < (everything[:, place] == value).mean() < 1 - RARE:
                    feature.append(place)
                    equals.append(value)
        plan = {
            "used": used.astype(np.int64), "feature": np.array(feature, np.int64),
            "equals": np.array(equals, np.float32), "shift": everything[:, used].mean(axis=0).astype(np.float32),
            "scale": (1 / np.maximum(spread[used], 0.1)).astype(np.float32),
        }  # fmt: skip
        return plan, float(torch.cat(results).std()) or 1.0

    def _games(self) -> int:
        return sum(stretch.games for stretch in self.stretches)

    def say(self, **words: Any) -> None:
        line = {"iteration": self.iteration, "seconds": round(self.spent, 1), **words}
        print(json.dumps(line), flush=True)
        with (self.course.folder / f"{self.course.game.name}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")

    def run(self) -> None:
        began, course = time.monotonic(), self.course
        left = course.minutes * 60
        if self.iteration == 0:
            self.say(
                game=course.game.name, seed=course.seed, games=self._games(), inputs=len(self.plan["used"]),
                marks=len(self.plan["feature"]), scale=round(self.scale, 3),
            )  # fmt: skip
        before, since, losses = self.spent, time.monotonic(), list[float]()
        kept = since
        while (past := time.monotonic() - began) < left:
            share = past / left
            rate = LEAST_RATE + (RATE - LEAST_RATE) * (1 + math.cos(math.pi * share)) / 2
            for group in self.optimizer.param_groups:
                group["lr"] = rate * min(1.0, (self.iteration + 1) / 10)
            losses.append(self.learn(AHEAD[0] + (AHEAD[1] - AHEAD[0]) * share))
            self.iteration += 1
            self.spent = before + time.monotonic() - began
            if time.monotonic() - since > 10:
                since = time.monotonic()
                self.say(loss=round(float(np.mean(losses)), 5), positions=self.iteration * STEPS * self._games())
                losses = []
            if time.monotonic() - kept > KEEP_EVERY:
                kept = time.monotonic()
                self.keep()
        self.keep()

    def learn(self, ahead: float) -> float:
        torch = self.torch
        for stretch in self.stretches:
            stretch.walk()
            stretch.aim(self.slow, ahead, self.scale)
        total = torch.zeros((), device=self.course.device)
        for at in torch.randperm(STEPS).tolist():
            rows = torch.cat([stretch.look(at) for stretch in self.stretches])
            wanted = torch.cat([stretch.aimed(at, self.course.game.most) for stretch in self.stretches])
            for part in range(PARTS):
                guess, aim = self.net(rows[part::PARTS]), wanted[part::PARTS]
                there = ~aim.isnan()
                loss = torch.where(there, guess - aim, 0.0).square().sum() / there.sum()
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
                self.optimizer.step()
                kept = min(KEPT, 1 - 1 / (1 + self.iteration))
                with torch.no_grad():
                    torch._foreach_lerp_(list(self.slow.parameters()), list(self.net.parameters()), 1 - kept)
                total += loss.detach()
        return float(total) / (STEPS * PARTS)

    def keep(self) -> None:
        plan = {name: self.torch.as_tensor(array) for name, array in self.plan.items()}
        self.torch.save(
            {"net": self.net.state_dict(), "slow": self.slow.state_dict(), "optimizer": self.optimizer.state_dict(),
             "iteration": self.iteration, "spent": self.spent, "plan": plan, "scale": self.scale},
            self.checkpoint,
        )  # fmt: skip
        path = self.course.folder / f"{self.course.game.name}.npz"
        np.savez_compressed(path, **self.weights())
        self.say(bytes=path.stat().st_size)

    def weights(self) -> dict[str, Any]:
        """The slow weights, in points and over inputs as they come; each row of the first layer has its own scale."""
        own = {name: value.double().cpu().numpy() for name, value in self.slow.state_dict().items()}
        size, used = self.stretches[0].walks.size, self.plan["used"]
        rows = np.concatenate([own["first.weight"], own["direct.weight"] * self.scale]).T
        rows[: len(used)] *= own["scale"][:, None]
        offset = np.concatenate([own["first.bias"], own["out.bias"] * self.scale]) - own["shift"] @ rows[: len(used)]
        sizes = np.maximum(np.abs(rows).max(axis=1), 1e-12)
        slot, equal = np.full(size, -1, np.int16), np.full((size, SPREAD), -1, np.int16)
        slot[used] = np.arange(len(used))
        marks = np.arange(len(self.plan["feature"]))
        equal[self.plan["feature"], self.plan["equals"].astype(int) - LOWEST] = len(used) + marks
        return {
            "rules": np.array(self.course.game.version), "slot": slot, "equal": equal,
            "first": (rows / sizes[:, None]).astype(np.float16), "sizes": sizes.astype(np.float32),
            "offset": offset.astype(np.float32), "second": own["second.weight"].T.astype(np.float16),
            "second_offset": own["second.bias"].astype(np.float32),
            "out": (own["out.weight"].T * self.scale).astype(np.float32),
        }  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tripot.lab.valuing", description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--folder", type=Path, default=Path("build/values"))
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--games", type=int, default=1 << 14, help="with the usual number of seats")
    parser.add_argument("--others", type=int, default=1 << 12, help="with each other number")
    parser.add_argument("--here", action="store_true", help="without a GPU")
    chosen = parser.parse_args()
    game, given = tripot.game(chosen.game), (chosen.seed, chosen.folder, chosen.minutes, chosen.games, chosen.others)
    Valuing(Course(game, *given, chosen.width, chosen.here)).run()


if __name__ == "__main__":
    main()
