"""Marks: what a decision deserves to be remembered for.

All but the truth of a claim is judged as the seat could know: `cost` is what the act lost against the best one.

- **masterly lie**: a lie that wasn't caught, cost nothing to speak of, and was clearly better than any honest act.
- **good read**: a doubt that found a lie, or a trust in the truth against the odds; it cost nothing to speak of, and
  the other answer would have. What was as good as certain takes no reading.
- **gullible**: a lie was let pass although a doubt was clearly better.
- **needless honesty**: the truth was told although a lie was clearly better.
- **blunder**: anything else that cost gravely.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tripot.bots.analysis.claims import BELIEVED, DOUBT, SURVIVED, TRUST, Answer, Claim, Claims
from tripot.bots.analysis.effort import Effort
from tripot.bots.analysis.weighing import Weighed

MASTERLY_LIE, GOOD_READ, GULLIBLE = "masterly-lie", "good-read", "gullible"
NEEDLESS_HONESTY, BLUNDER = "needless-honesty", "blunder"
MARKS = (MASTERLY_LIE, GOOD_READ, GULLIBLE, NEEDLESS_HONESTY, BLUNDER)
LIE, TRUTH = "lie", "truth"
CERTAIN = 0.95  # a lie that is as likely as this is no secret
ODDS = 0.5
SURE = 2.0  # standard errors


@dataclass(frozen=True)
class Decision:
    """A choice of a seat at a step of the record: what it could choose from, best first, and what its choice cost."""

    step: int
    seat: int
    move: str
    options: tuple[Weighed, ...]
    cost: float
    error: float
    kind: str = ""  # truth or lie, doubt or trust
    mark: str = ""
    beliefs: dict[str, float] | None = None

    def worth(self, move: str) -> float:
        return next(option.worth for option in self.options if option.move == move)


Lies = Callable[[int, int, str], bool]  # whether a move of a seat at a step makes a claim a lie


def marked(decisions: Sequence[Decision], found: Claims, lies: Lies, effort: Effort) -> list[Decision]:
    """The decisions with their kinds and marks."""
    kinds: dict[int, str] = {}
    marks: dict[int, str] = {}
    at = {decision.step: decision for decision in decisions}
    for claim in found.claims:
        act = [at[step] for step in range(claim.began, claim.step + 1) if step in at and at[step].seat == claim.seat]
        if act:
            kinds[act[-1].step] = TRUTH if claim.true else LIE
            _mark_claim(claim, act, lies, effort, marks)
    for answer in found.answers:
        act = [at[step] for step in range(answer.began, answer.step + 1) if step in at and at[step].seat == answer.seat]
        if act:
            kinds[act[-1].step] = DOUBT if answer.doubts else TRUST
            _mark_answer(answer, act, effort, marks)
    for act in _acts(decisions):
        worst = max(act, key=lambda decision: decision.cost)
        if costs(worst, effort.grave) and not any(decision.step in marks for decision in act):
            marks[worst.step] = BLUNDER
    return [
        replace(decision, kind=kinds.get(decision.step, ""), mark=marks.get(decision.step, ""))
        for decision in decisions
    ]


def _acts(decisions: Sequence[Decision]) -> list[list[Decision]]:
    """Decisions that a seat made without anybody in between: one act, which has one mark."""
    acts: list[list[Decision]] = []
    for decision in decisions:
        last = acts[-1][-1] if acts else None
        if last is not None and last.seat == decision.seat and last.step + 1 == decision.step:
            acts[-1].append(decision)
        else:
            acts.append([decision])
    return acts


def costs(decision: Decision, least: float) -> bool:
    """Whether it cost at least so much, and that for sure."""
    return decision.cost >= least and decision.cost >= SURE * decision.error


def _mark_claim(claim: Claim, act: Sequence[Decision], lies: Lies, effort: Effort, marks: dict[int, str]) -> None:
    cost = sum(decision.cost for decision in act)
    gain = max(_lie_ahead(decision, lies) for decision in act)
    if not claim.true and claim.fate in (BELIEVED, SURVIVED) and cost <= effort.slight and gain >= effort.slight:
        marks[act[-1].step] = MASTERLY_LIE
    if claim.true:
        worst = max(act, key=lambda decision: decision.cost)
        if cost >= effort.clear and costs(worst, effort.slight) and lies(worst.step, worst.seat, worst.options[0].move):
            marks[worst.step] = NEEDLESS_HONESTY


def _lie_ahead(decision: Decision, lies: Lies) -> float:
    """By how much the chosen lie is ahead of the best honest move; 0 where there was none of both."""
    honest = [option.worth for option in decision.options if not lies(decision.step, decision.seat, option.move)]
    if not honest or not lies(decision.step, decision.seat, decision.move):
        return 0.0
    return -decision.cost - max(honest)


def _mark_answer(answer: Answer, act: Sequence[Decision], effort: Effort, marks: dict[int, str]) -> None:
    worst = max(act, key=lambda decision: decision.cost)
    cost = sum(decision.cost for decision in act)
    if not answer.doubts and not answer.right:
        if costs(worst, effort.clear):
            marks[worst.step] = GULLIBLE
    elif answer.right and cost <= effort.slight:
        likely = _likely(answer, act[0])
        other = max((_next_best(decision) for decision in act), default=0.0)
        if (answer.doubts and likely < CERTAIN and other >= effort.slight) or (
            not answer.doubts and likely >= ODDS and other >= effort.slight
        ):
            marks[act[-1].step] = GOOD_READ


def _next_best(decision: Decision) -> float:
    """By how much the chosen move is ahead of the best other one."""
    others = [option.worth for option in decision.options if option.move != decision.move]
    return -decision.cost - max(others) if others else 0.0


def _likely(answer: Answer, decision: Decision) -> float:
    """How likely a lie was, as the seat could know; what has no name was plain to see."""
    beliefs = decision.beliefs or {}
    if answer.about.startswith("not "):
        name = answer.about.removeprefix("not ")
        return 1.0 - beliefs[name] if name in beliefs else ODDS
    return beliefs.get(answer.about, ODDS) if answer.about else 1.0
