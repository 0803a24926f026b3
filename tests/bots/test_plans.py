"""A master's plans: smugglers of Chasse who run whatever is under them, and customs who bar the way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from types import ModuleType

import numpy as np
import pytest

import tripot
from tripot.bots.instincts import policy
from tripot.bots.master import Master
from tripot.bots.master.match import MASTER, play
from tripot.bots.master.plans import plan_of
from tripot.bots.master.plans.chasse import RUNNING
from tripot.bots.master.plans.chasse.ways import FAR, moves_from, note_ways
from tripot.bots.master.settings import settings_of, types_of
from tripot.engine.look import Look
from tripot.engine.native import native
from tripot.engine.rules_lint import complaints
from tripot.engine.state import PlainState
from tripot.engine.twins import plain

CHASSE = tripot.game("chasse")
RULES = CHASSE.rules
CELLS = RULES.CELLS
SMUGGLER, CUSTOMS = 0, 1
UNHEARD = np.zeros((2, 3, 2))  # by seat and situation: moves, and bits by which they were foretold
NUMBERS = range(1000)
QUICK = settings_of("chasse", simulations=100, seconds=60.0)


@pytest.fixture
def plan() -> ModuleType:
    found = plan_of("chasse")
    assert found is not None
    return found


def put(*moved: tuple[str, str], plaques: tuple[str, ...] = ("a1",) * 5, quiet: int = 20, turn: int = 0) -> PlainState:
    """A game after so many quiet moves: figures moved from where they start, the plaques under these smugglers."""
    table = CHASSE.start(seed=1)
    table.play(0, *["hide a1"] * 5)
    state = table.state()
    for home, there in moved:
        state.board[CELLS.index(there)] = state.board[CELLS.index(home)]
        state.board[CELLS.index(home)] = RULES.FREE
    state.plaques[CELLS.index("a1")] = 0
    for square in plaques:
        state.plaques[CELLS.index(square)] += 1
    state.quiet, state.turn = quiet, turn
    RULES.complete(state)
    return state


def waiting(*plaques: str, quiet: int = 20) -> PlainState:
    moved = (("c1", "c7"), ("e1", "f8"), ("l2", "l6"), ("c11", "e9"))
    return put(*moved, plaques=plaques or ("a1",) * 5, quiet=quiet)


def is_for(plan: ModuleType, state: PlainState, seat: int, bits: float = 0.0, moves: int = 10, number: int = 0) -> bool:
    foretold = UNHEARD.copy()
    foretold[1 - seat, RUNNING] = moves, bits
    record = np.frombuffer(bytes(Look(CHASSE, state, seat)), RULES.STATE)[0]
    return bool(plan.covers(record, seat, foretold, number))


def planned(plan: ModuleType, state: PlainState, seat: int, number: int = 0) -> dict[str, int]:
    """What a plan makes of a position: weights by move."""
    seen = np.frombuffer(bytes(Look(CHASSE, state, seat)), RULES.STATE).copy()
    weights, temper = np.zeros(len(CHASSE.moves), np.int32), np.array([number], np.int64)
    native(RULES, policy=plan).decide_one(seen, seat, temper, 0, weights)
    before = np.frombuffer(bytes(Look(CHASSE, state, seat)), RULES.STATE)
    assert all((seen[field] == before[field]).all() for field in RULES.STATE.names), "it looks, and touches nothing"
    return {CHASSE.moves[move]: int(weight) for move, weight in enumerate(weights) if weight > 0}


def best(weights: dict[str, int]) -> set[str]:
    return {move for move, weight in weights.items() if weight == max(weights.values())}


def after(state: PlainState, seat: int, *moves: str) -> PlainState:
    then = CHASSE.state_of(bytes(state))
    for move in moves:
        CHASSE.plain.apply(then, seat, CHASSE.move_number(move))
    return then


def arrivals(state: PlainState) -> set[str]:
    """The squares of smugglers who can come to the goal with their next move, by the rules."""
    state = CHASSE.state_of(bytes(state))
    state.turn, state.phase, state.lifted = SMUGGLER, RULES.LIFTING, -1
    found = set()
    for lift in Look(CHASSE, state, SMUGGLER).legal:
        moves = Look(CHASSE, after(state, SMUGGLER, lift), SMUGGLER).legal
        if any(move.endswith("13") for move in moves):
            found.add(lift.removeprefix("lift "))
    return found


def positions(count: int, seed: int) -> list[PlainState]:
    """Some of games by any moves."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        table = CHASSE.start(seed=rng.randrange(1000))
        for _ in range(rng.randrange(8, 160)):
            if table.actors:
                (seat,) = table.actors
                table.play(seat, rng.choice(table.look(seat).legal))
        if table.actors and table.state().phase in (RULES.LIFTING, RULES.MOVING):
            found.append(table.state())
    return found


def test_a_plan_is_written_in_the_rules_own_subset(plan: ModuleType):
    assert [str(complaint) for complaint in complaints(plan, RULES)] == []


# In how many moves


def walks(state: PlainState, cell: int, steps: int) -> set[int]:
    """Where a walk of so many steps with at most one turn ends (CHA-06), nobody on the way (CHA-08), step by step."""
    ends = set()
    ways = (1, -1, RULES.WIDE, -RULES.WIDE)
    for first in ways:
        for second in ways:
            if abs(first) == abs(second):
                continue
            for turn in range(steps + 1):
                path = [cell + first * min(i, turn) + second * max(0, i - turn) for i in range(1, steps + 1)]
                if all(state.board[on] == RULES.FREE for on in path):
                    ends.add(path[-1])
    return ends


def distances(state: PlainState) -> dict[int, int]:
    """For every square, in how many moves a smuggler who stood there would be at the goal."""
    squares = [cell for cell in range(len(CELLS)) if CELLS[cell]]
    found = {cell: 0 for cell in squares if cell // RULES.WIDE == RULES.LARGEST and state.board[cell] == RULES.FREE}
    reached: dict[int, set[int]] = {}
    for cell in squares:
        row = cell // RULES.WIDE
        if row < RULES.LARGEST:
            numbers = [state.numbers[0, row - 1, i] for i in range(RULES.NUMBERS_A_ROW)]
            reached[cell] = set().union(*(walks(state, cell, steps) for steps in numbers if steps))
    for moves in range(1, FAR):
        nearer = {cell for cell, away in found.items() if away == moves - 1}
        found |= {cell: moves for cell, ends in reached.items() if cell not in found and ends & nearer}
    return found


def test_the_ways_to_the_goal_are_those_of_the_rules():
    for state in positions(12, seed=3):
        weights = [0] * len(CHASSE.moves)
        note_ways(state, weights, RULES.LIFT, FAR - 1)
        away = distances(state)
        for cell in away:
            if cell // RULES.WIDE < RULES.LARGEST:
                assert moves_from(cell, weights, RULES.LIFT, FAR - 1) == away[cell], CELLS[cell]
        near = {CELLS[cell] for cell, moves in away.items() if moves == 1 and state.board[cell] == RULES.RED}
        assert near <= arrivals(state)


# Smugglers


def test_a_plan_tells_nobody_where_the_plaques_are(plan: ModuleType):
    state = waiting()
    weights = planned(plan, state, SMUGGLER)
    assert set(weights) == set(Look(CHASSE, state, SMUGGLER).legal)
    for plaques in (["c7"] * 5, ["f8", "l6", "m1", "m1", "m1"]):
        assert planned(plan, waiting(*plaques), SMUGGLER) == weights
    then = planned(plan, after(state, SMUGGLER, "lift c7"), SMUGGLER)
    assert set(then) == set(Look(CHASSE, after(state, SMUGGLER, "lift c7"), SMUGGLER).legal)
    assert best(then) == {"to c13"}, "the way is free, and six squares long"


def test_a_plan_is_for_smugglers_who_wait_in_vain(plan: ModuleType):
    assert not is_for(plan, waiting(quiet=3), SMUGGLER)
    assert is_for(plan, waiting(), SMUGGLER)
    ahead = waiting()
    ahead.black_taken = 1
    assert not is_for(plan, ahead, SMUGGLER), "who is ahead can wait"


# Customs


def test_a_plan_is_for_customs_who_face_a_stranger_in_some_games_unless_they_are_behind(plan: ModuleType):
    state = put(turn=CUSTOMS)
    bars = [number for number in NUMBERS if is_for(plan, state, CUSTOMS, number=number)]
    assert 250 < len(bars) < 350
    assert is_for(plan, state, CUSTOMS, bits=3.5, moves=10, number=bars[0])
    assert not is_for(plan, state, CUSTOMS, bits=4.5, moves=10, number=bars[0]), "whoever is known is searched for"
    assert is_for(plan, state, CUSTOMS, bits=4.5, moves=30, number=bars[0]), "the longer, the more it takes"
    state.black_taken = 1
    assert not is_for(plan, state, CUSTOMS, number=bars[0])


def test_customs_weigh_their_legal_moves_and_no_others(plan: ModuleType):
    for state in positions(30, seed=5):
        if state.turn == CUSTOMS:
            assert set(planned(plan, state, CUSTOMS)) == set(Look(CHASSE, state, CUSTOMS).legal)


def test_they_weigh_alike_in_plain_python(plan: ModuleType):
    for state in (through(), put(("c1", "c7"), ("c11", "e9"), turn=CUSTOMS), waiting()):
        weights = [0] * len(CHASSE.moves)
        plain(RULES, (), plan).weigh(CHASSE.state_of(bytes(Look(CHASSE, state, state.turn))), state.turn, (0,), weights)
        found = {CHASSE.moves[move]: weight for move, weight in enumerate(weights) if weight > 0}
        assert found == planned(plan, state, state.turn)


def test_customs_bar_the_way(plan: ModuleType):
    """A smuggler on c7 comes straight to c13 with six steps, if nobody stands in the column (CHA-08)."""
    state = put(("c1", "c7"), ("c11", "e9"), turn=CUSTOMS)
    assert arrivals(state) == {"c7"}
    for lift in best(planned(plan, state, CUSTOMS)):
        lifted = after(state, CUSTOMS, lift)
        for move in best(planned(plan, lifted, CUSTOMS)):
            assert not arrivals(after(lifted, CUSTOMS, move)), (lift, move)


def unanswered(state: PlainState, runner: str) -> set[str]:
    """A smuggler's moves after which somebody can arrive whatever customs do but control, by the rules."""
    found = set()
    for move in Look(CHASSE, after(state, SMUGGLER, f"lift {runner}"), SMUGGLER).legal:
        then = after(state, SMUGGLER, f"lift {runner}", move)
        if arrivals(then) and all(arrivals(reply) for reply in replies(then)):
            found.add(move)
    return found


def replies(state: PlainState) -> Iterator[PlainState]:
    for lift in Look(CHASSE, state, CUSTOMS).legal:
        lifted = after(state, CUSTOMS, lift)
        for move in Look(CHASSE, lifted, CUSTOMS).legal:
            if lifted.board[CELLS.index(move.removeprefix("to "))] != RULES.RED:
                yield after(lifted, CUSTOMS, move)


@pytest.mark.parametrize("runner", ["b7", "c7", "a7"])
def test_customs_look_ahead_to_whom_they_could_not_bar_any_more(runner: str, plan: ModuleType):
    state = put(("c1", runner), turn=CUSTOMS)
    assert any(unanswered(then, runner) for then in islice(replies(state), 12)), "there is something to overlook"
    lift = min(best(planned(plan, state, CUSTOMS)))
    lifted = after(state, CUSTOMS, lift)
    for move in sorted(best(planned(plan, lifted, CUSTOMS)))[:3]:
        assert not unanswered(after(lifted, CUSTOMS, move), runner), (lift, move)


def through() -> PlainState:
    """A smuggler on a12, whom nothing keeps from a13: customs may not enter the goal row (CHA-09)."""
    return put(("a1", "a12"), ("a11", "a9"), plaques=("m1",) * 5, turn=CUSTOMS)


def controls(plan: ModuleType, state: PlainState, number: int) -> bool:
    lift = min(best(planned(plan, state, CUSTOMS, number)))
    return "to a12" in best(planned(plan, after(state, CUSTOMS, lift), CUSTOMS, number))


def test_of_those_who_come_through_some_are_controlled_and_nobody_can_tell_which(plan: ModuleType):
    state = through()
    assert "a12" in arrivals(state)
    numbers = range(150)
    controlled = {number for number in numbers if controls(plan, state, number)}
    assert 15 < len(controlled) < 50
    later = through()
    later.quiet = 40
    assert {number for number in numbers if controls(plan, later, number)} == controlled, "waiting changes nothing"


def test_customs_who_are_behind_control_whoever_they_can(plan: ModuleType):
    state = through()
    state.black_taken = 1
    assert all(controls(plan, state, number) for number in range(10))


# Who is a stranger


@pytest.mark.parametrize(("rival", "known"), [("regular", True), ("any move", False)])
def test_who_plays_like_a_known_type_is_foretold_and_who_makes_any_move_is_not(rival: str, known: bool):
    names, rows, *_ = types_of(policy("chasse"), QUICK)
    line_up = [rows[names.index(rival)].tolist(), MASTER]
    (player,) = play(CHASSE, policy("chasse"), line_up, 2, 5, replace(QUICK, simulations=2)).masters
    moves, bits = player.mind.foretold.reshape(2, -1, 2)[SMUGGLER, RUNNING]
    assert moves > 10
    assert (bits > 0.5 * moves) if known else (bits < 3.0)


# At the table


def test_a_master_goes_by_its_plan():
    plan = plan_of("chasse")
    assert plan is not None
    state = waiting()
    player = Master(CHASSE, policy("chasse"), QUICK, seed=3)
    player(Look(CHASSE, state, SMUGGLER), random.Random(1))
    shares = {option.move: option.share for option in player.thought("").options}
    weights = planned(plan, state, SMUGGLER)
    assert shares == pytest.approx({move: weight / sum(weights.values()) for move, weight in weights.items()})


def test_masters_who_are_customs_bar_the_way_in_some_games_and_not_in_others():
    plan = plan_of("chasse")
    assert plan is not None
    state = put(("c1", "c7"), ("c11", "e9"), turn=CUSTOMS)
    seen = set()
    for seed in range(8):
        player = Master(CHASSE, policy("chasse"), QUICK, seed=seed)
        player(Look(CHASSE, state, CUSTOMS), random.Random(1))
        shares = {option.move: option.share for option in player.thought("").options}
        bars = is_for(plan, state, CUSTOMS, moves=0, number=player.own_number)
        weights = planned(plan, state, CUSTOMS, player.own_number)
        by_plan = pytest.approx({move: weight / sum(weights.values()) for move, weight in weights.items()})
        assert (shares == by_plan) == bars
        seen.add(bars)
    assert seen == {True, False}
