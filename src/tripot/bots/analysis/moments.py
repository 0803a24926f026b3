"""The moments that decided a game: where chances changed most, by whom, and for how much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tripot.bots.analysis.claims import Claims
from tripot.bots.analysis.effort import Effort
from tripot.bots.analysis.marks import Decision

DRAW, TURN = "draw", "turn"  # what is neither a claim nor marked: luck, or just a strong move
MOST = 3


@dataclass(frozen=True)
class Prospects:
    """Before a step (or at the end): the share of the win and the points that each seat could expect."""

    step: int
    wins: tuple[float, ...]
    points: tuple[float, ...]


@dataclass(frozen=True)
class KeyMoment:
    """What a seat did or met at a step, and how its own chances and points changed by it."""

    step: int
    seat: int
    whom: int  # another seat that it concerned, or -1
    kind: str  # a fate of a lie or of the truth ("lie-caught", "truth-doubted"), a mark, a draw or a turn
    move: str
    better: str  # the best move, where that was another
    before: float
    after: float
    sum: float  # points gained or lost by it, or what a decision cost


def key_moments(
    chances: Sequence[Prospects],
    decisions: Sequence[Decision],
    found: Claims,
    movers: Sequence[tuple[int, str]],
    effort: Effort,
) -> list[KeyMoment]:
    """The three in which most was at stake, in the order of play; no two in the same act."""
    story = _Story(chances, len(movers))
    candidates: list[tuple[float, int, int, KeyMoment]] = []
    for claim in found.claims:
        if claim.fate:
            kind = f"{'truth' if claim.true else 'lie'}-{claim.fate}"
            moment = story.moment(claim.began, claim.ended + 1, claim.seat, claim.by, kind, movers[claim.step][1])
            candidates.append((story.swing(claim.began, claim.ended + 1), claim.began, claim.ended, moment))
    for decision in decisions:
        if decision.mark and decision.cost > 0:
            better = decision.options[0].move
            before, after = story.wins(decision.step, decision.seat), story.wins(decision.step + 1, decision.seat)
            moment = KeyMoment(
                decision.step, decision.seat, -1, decision.mark, decision.move, better, before, after, -decision.cost
            )
            stake = story.swing(decision.step, decision.step + 1) + 0.05 * min(decision.cost / effort.grave, 4.0)
            candidates.append((stake, decision.step, decision.step, moment))
    for step, (mover, move) in enumerate(movers):
        swing = story.swing(step, step + 1)
        seat = story.winner(step, step + 1)
        if mover < 0:
            moment = story.moment(step, step + 1, seat, -1, DRAW, move)
            candidates.append((0.8 * swing, step, step, moment))
        else:
            moment = story.moment(step, step + 1, mover, -1, TURN, move)
            candidates.append((0.7 * swing, step, step, moment))
    chosen: list[tuple[float, int, int, KeyMoment]] = []
    for candidate in sorted(candidates, key=lambda candidate: -candidate[0]):
        _, began, ended, _ = candidate
        if candidate[0] > 0 and all(ended < other[1] or began > other[2] for other in chosen):
            chosen.append(candidate)
        if len(chosen) == MOST:
            break
    return [moment for *_, moment in sorted(chosen, key=lambda candidate: candidate[1])]


class _Story:
    """Chances at any step: those of the last position that was looked at."""

    def __init__(self, chances: Sequence[Prospects], steps: int) -> None:
        self._at: list[Prospects] = []
        known = iter(chances)
        coming = next(known, None)
        for step in range(steps + 1):
            while coming is not None and coming.step <= step:
                last, coming = coming, next(known, None)
            self._at.append(last)

    def wins(self, step: int, seat: int) -> float:
        return self._at[step].wins[seat]

    def swing(self, began: int, ended: int) -> float:
        """The largest change of anybody's share of the win."""
        was, then = self._at[began].wins, self._at[ended].wins
        return max(abs(b - a) for a, b in zip(was, then, strict=True))

    def winner(self, began: int, ended: int) -> int:
        """Who gained most."""
        gains = [b - a for a, b in zip(self._at[began].points, self._at[ended].points, strict=True)]
        return max(range(len(gains)), key=gains.__getitem__)

    def moment(self, began: int, ended: int, seat: int, whom: int, kind: str, move: str) -> KeyMoment:
        was, then = self._at[began], self._at[ended]
        gained = then.points[seat] - was.points[seat]
        return KeyMoment(began, seat, whom, kind, move, "", was.wins[seat], then.wins[seat], gained)
