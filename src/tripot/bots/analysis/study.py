"""A finished game, studied: chances over time, what each decision cost, marks, key moments, truth and lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tripot.bots.analysis.claims import Honesty, claims_of, honesty_of, rules_of_lying
from tripot.bots.analysis.effort import Effort, effort_for
from tripot.bots.analysis.marks import Decision, marked
from tripot.bots.analysis.moments import KeyMoment, Prospects, key_moments
from tripot.bots.analysis.weighing import Evaluator, Weigher
from tripot.bots.instincts import Temper
from tripot.bots.luck import Luck, luck_of
from tripot.bots.versions import code_of, digest_of
from tripot.engine.table import Table
from tripot.engine.witness import Witness
from tripot.games.common import CHANCE

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Analysis:
    """What came of it, and of which rules and bots."""

    game: str
    rules: int
    bots: str
    seats: int
    steps: int
    chances: list[Prospects]
    decisions: list[Decision]
    moments: list[KeyMoment]
    honesty: list[Honesty]  # by seat; none where nobody can lie
    luck: list[Luck]  # by seat; none where it can't be told


@cache
def bots_version(game_name: str) -> str:
    """Names what an analysis comes from: rules and bots, what studies them, and the value that luck is measured by."""
    bots = Path(__file__).parents[1]
    files = [file for part in ("analysis", "luck") for file in sorted((bots / part).rglob("*.py"))]
    own = digest_of(*files, *(bots / "luck" / "fitted").glob(f"{game_name}.npz"))
    return f"{code_of(game_name)}-{own}"


def analyse(
    table: Table,
    effort: Effort | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    tempers: Sequence[Temper | None] = (),
) -> Analysis:
    """Study a game that is over. `progress` is told the share that is done; `tempers` are of bots, by seat."""
    if table.outcome is None:
        raise ValueError("only a game that is over can be analysed")
    played, steps = table.game, list(table.steps())
    effort = effort or effort_for(played.name)
    decisions, chances = [], []
    evaluator = Evaluator(played, table.seats, effort, seed)
    choices = decisions_of(table, effort, seed)
    for step, ((before, *_), decision) in enumerate(zip(steps, choices, strict=True)):
        if step == 0 or played.plain.actors(before) != CHANCE:
            chances.append(Prospects(step, *evaluator.of(before)))
        if decision is not None:
            decisions.append(decision)
        if progress is not None:
            progress((step + 1) / len(steps))
    chances.append(_final(table, len(steps)))
    found = claims_of(table)
    judged = marked(decisions, found, _lies(table), effort)
    movers = [(seat, (played.outcomes if seat == CHANCE else played.moves)[move]) for _, seat, move, _ in steps]
    return Analysis(
        played.name,
        played.version,
        bots_version(played.name),
        table.seats,
        len(steps),
        chances,
        judged,
        key_moments(chances, judged, found, movers, effort),
        honesty_of(found, table.seats) if rules_of_lying(played.name) else [],
        luck_of(table, tempers, effort.luck),
    )


def judged_at(table: Table, effort: Effort | None = None, seed: int = 0) -> list[Decision]:
    """The decisions at a table so far, with their marks; whoever made them is judged by what their seat could know."""
    effort = effort or effort_for(table.game.name)
    decisions = [decision for decision in decisions_of(table, effort, seed) if decision is not None]
    return marked(decisions, claims_of(table), _lies(table), effort)


def decisions_of(table: Table, effort: Effort, seed: int) -> Iterator[Decision | None]:
    """For every step the decision that it was, if somebody had a choice. Each seat's mind hears what its seat heard."""
    played, start = table.game, table.start_state()
    witnesses = [Witness(played, seat, start) for seat in range(table.seats)]
    minds = [Weigher(played, seat, effort, seed) for seat in range(table.seats)]
    for witness, mind in zip(witnesses, minds, strict=True):
        mind.notice((), witness.look)
    for step, (before, seat, move, after) in enumerate(table.steps()):
        decision = None
        if seat != CHANCE and len(witnesses[seat].look.legal_numbers()) > 1:
            decision = _decided(minds[seat], witnesses[seat], step, played.moves[move])
        yield decision
        for witness, mind in zip(witnesses, minds, strict=True):
            moment = witness.step(before, seat, move, after)
            if moment is not None:
                mind.notice(moment.events, witness.look)


def _decided(mind: Weigher, witness: Witness, step: int, move: str) -> Decision:
    options = tuple(mind.weigh(witness.look, move))
    chosen = next(option for option in options if option.move == move)
    return Decision(step, mind.seat, move, options, max(-chosen.worth, 0.0), chosen.error, beliefs=mind.beliefs())


def _final(table: Table, step: int) -> Prospects:
    outcome = table.outcome
    assert outcome is not None
    first = [rank == 1 for rank in outcome.ranks]
    points = tuple(map(float, outcome.scores))
    if effort_for(table.game.name).together:
        return Prospects(step, points, points)
    return Prospects(step, tuple(float(best) / sum(first) for best in first), points)


def _lies(table: Table) -> Callable[[int, int, str], bool]:
    """Whether a move at a step makes a claim a lie, by the truth."""
    module, played = rules_of_lying(table.game.name), table.game
    states = [before for before, *_ in table.steps()]
    return lambda step, seat, move: module is not None and module.lies(states[step], seat, played.move_number(move))
