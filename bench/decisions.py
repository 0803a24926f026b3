"""Masters' decisions, kept for learning: what a seat saw, how often search tried every move, and what was chosen."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Any

Weighed = list[tuple[int, float, float]]  # moves, with their share of what is played and of what was tried
Decision = tuple[int, bytes, int, Weighed, float]  # a seat, its look, its move, what it weighed, and what that is worth


def note(decided: list[Decision], master: Any, move: int) -> None:
    """One decision, if there was something to decide."""
    tree, count = master.tree, int(master.tree.used[3])
    if count < 2:
        return
    tried, worth = tree.tried[:count].sum(axis=1), tree.worth[:count].sum()
    all_tried = max(1.0, float(tried.sum()))
    weighed = [(int(tree.roots[i]), float(tree.shares[i]), float(tried[i]) / all_tried) for i in range(count)]
    decided.append((master.seat, bytes(master.seen), move, weighed, float(worth) / all_tried))


class Decisions:
    """All that a run has kept; one file of arrays a game."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.by_game: dict[str, list[Any]] = defaultdict(list)

    def take(self, game: str, played: list[dict[str, Any]]) -> None:
        for each in played:
            self.by_game[game] += each.pop("decided", [])

    def write(self) -> None:
        import numpy as np

        import tripot

        self.folder.mkdir(parents=True, exist_ok=True)
        for name, decided in self.by_game.items():
            shares = np.zeros((len(decided), len(tripot.game(name).moves)), np.float16)
            visits = np.zeros_like(shares)
            for i, (_, _, _, _, weighed, _, _) in enumerate(decided):
                for move, share, tried in weighed:
                    shares[i, move], visits[i, move] = share, tried
            players, seats, looks, moves, _, worth, won = zip(*decided, strict=True)
            np.savez_compressed(
                self.folder / f"{name}.npz",
                looks=np.frombuffer(b"".join(looks), np.uint8).reshape(len(decided), -1),
                seats=np.array(seats, np.int8), players=np.array(players, np.int8), moves=np.array(moves, np.int16),
                shares=shares, visits=visits, worth=np.array(worth, np.float16), won=np.array(won, np.float16),
            )  # fmt: skip
