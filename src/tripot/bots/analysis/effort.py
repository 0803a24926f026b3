"""How much an analysis takes on itself, and what counts in each game: numbers, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tripot.bots.luck import ROUNDS


@dataclass(frozen=True)
class Effort:
    """`slight` and `grave` are in points (Condamnés!: in shares of the win): what a decision may cost unnoticed, and
    what makes it a blunder."""

    tries: int = 1200  # rollouts of a decision, shared among its moves
    fewest: int = 40  # of each move
    worlds: int = 256  # that a seat keeps in mind
    foresight: int = 200  # rollouts of a full position
    luck: int = ROUNDS  # rollouts of one by which luck is told
    horizon: int = 0  # see the master's `outlook`; 0 for the end of the game
    longest: int = 2000  # moves of a rollout
    slight: float = 1.0
    grave: float = 3.0
    together: bool = False  # winners share the win whole: only winning counts

    def times(self, moves: int) -> int:
        """How often each of so many moves is tried."""
        return max(self.fewest, self.tries // max(moves, 1))

    def scaled(self, share: float) -> Effort:
        """The same with a share of the work."""
        if share == 1.0:
            return self
        return replace(
            self,
            tries=max(int(self.tries * share), 8),
            fewest=max(int(self.fewest * share), 4),
            worlds=max(int(self.worlds * min(share, 1.0)), 32),
            foresight=max(int(self.foresight * share), 4),
            luck=max(int(self.luck * share), 8),
        )

    @property
    def clear(self) -> float:
        """What tells a better act from a worse one."""
        return (self.slight + self.grave) / 2

    @property
    def limits(self) -> Any:
        return np.array([self.horizon, self.longest, self.together], np.int64)


EFFORTS = {
    "prohis": Effort(horizon=10, slight=800.0, grave=2500.0),
    "contrebande": Effort(tries=3000, horizon=64, worlds=512, slight=75.0, grave=400.0),
    "chasse": Effort(tries=600, fewest=30, foresight=40, longest=12, slight=8.0, grave=30.0),
    "condamnes": Effort(tries=600, horizon=3, slight=0.02, grave=0.08, together=True),
    "prohibition": Effort(tries=400, fewest=20, worlds=64, foresight=60, horizon=3, slight=0.8, grave=2.5),
}


def effort_for(game_name: str, **changes: Any) -> Effort:
    return replace(EFFORTS.get(game_name, Effort()), **changes)
