"""Luck: worth nothing on average, told by seat, and none where there is no chance or nobody's draws are known."""

from __future__ import annotations

from itertools import islice

import msgspec
import numpy as np
import pytest

import tripot
from tripot.bots.instincts import temper
from tripot.bots.luck import Luck, expectations, luck_by_playing, luck_of, terms_of
from tripot.bots.luck.fitting import games_of, regular_games, start_of
from tripot.bots.luck.values import LOWEST, SPREAD, value_for
from tripot.games.common import CHANCE

PROHIS = tripot.game("prohis")


def test_luck_is_worth_nothing_on_average_and_explains_half_of_the_noise():
    """The figure for a thousand games is in the docs; here some hundred must show it."""
    value = value_for("prohis")
    played = list(islice(games_of(PROHIS, value, 4, 1 << 44), 300))
    raw = np.array([points for points, _ in played], float)
    luck = np.array([by_phase[0] @ value.trust for _, by_phase in played])
    assert np.abs(luck.mean(axis=0)).max() < 4 * luck.std() / len(played) ** 0.5
    assert (raw - luck).var(axis=0).mean() < 0.5 * raw.var(axis=0).mean()


def outcomes_of(state):
    """All that chance may do, with its likelihood."""
    weights = [0] * len(PROHIS.outcomes)
    PROHIS.plain.chance(state, weights)
    return {outcome: weight / sum(weights) for outcome, weight in enumerate(weights) if weight}


def test_what_chance_may_do_is_worth_nothing_in_the_mean():
    table = PROHIS.start(4, seed=5)
    table.play_random(5)
    steps = [(seat, move) for _, seat, move, _ in table.steps()]
    value = value_for("prohis")
    for at in (0, 7, next(step for step, (seat, _) in enumerate(steps) if step > 40 and seat == CHANCE)):
        before = list(table.steps())[at][0]
        likely = outcomes_of(before)
        start = bytes(table.start_state())
        worth = {
            outcome: terms_of(PROHIS, 4, start, [*steps[:at], (CHANCE, outcome)], (), value)[-1] for outcome in likely
        }
        mean = sum(share * worth[outcome] for outcome, share in likely.items())
        assert mean == pytest.approx(np.zeros(4), abs=0.5)  # dollars


def test_only_draws_that_are_known_are_luck():
    table = PROHIS.start(3, seed=5)
    table.play_random(5)
    nobody, everybody = luck_of(table), luck_of(table, [temper("prohis")] * 3)
    assert [luck.result for luck in nobody] == list(table.outcome.scores)
    assert all(luck.rivals == 0 for luck in nobody)
    assert any(luck.rivals != 0 for luck in everybody)
    assert [luck.draws for luck in nobody] == [luck.draws for luck in everybody]
    for luck in everybody:
        assert luck.corrected == pytest.approx(luck.result - luck.draws - luck.rivals)


def test_playing_on_keeps_the_mean_and_takes_off_what_all_others_drew():
    """One seat's moves are nobody's draw; what is left is what these were worth, and little of the noise."""
    seats, games, regular, start = 3, 60, temper("prohis"), start_of(PROHIS, 3)
    raw, left, sure = [], [], []
    for at, (points, movers, moves) in enumerate(islice(regular_games(PROHIS, seats, 1 << 45), games)):
        steps = list(zip(movers.tolist(), moves.tolist(), strict=True))
        _, expected = expectations(PROHIS, seats, start, steps, [None, regular, regular], (0, 30), (at + 1) << 30)
        raw.append(points[0])
        left.append(expected[0, 0])
        sure.append(expected[1, 0])
    apart = np.array(raw) - np.array(left)
    assert abs(apart.mean()) < 4 * apart.std() / games**0.5
    assert np.var(left) < 0.75 * np.var(raw)
    assert 0 < np.mean(sure) < np.var(left)


def test_playing_on_finds_the_luck_that_the_value_finds():
    by_playing, by_value = [], []
    for seed in range(6):
        table = PROHIS.start(3, seed=seed)
        table.play_random(seed)
        by_playing += [luck.draws for luck in luck_by_playing(table, (), 200)]
        by_value += [luck.draws for luck in luck_of(table)]
    assert np.corrcoef(by_playing, by_value)[0, 1] > 0.5


def test_what_playing_on_finds_can_be_kept_and_adds_up():
    table = PROHIS.start(3, seed=5)
    table.play_random(5)
    nobody = luck_by_playing(table, (), 20)
    somebody = luck_by_playing(table, [None, temper("prohis"), None], 20)
    assert nobody == luck_by_playing(table, (), 20)  # the same record, the same luck
    assert all(luck.rivals == 0 for luck in nobody)
    assert any(luck.rivals != 0 for luck in somebody)
    for luck in nobody + somebody:
        assert luck.corrected == pytest.approx(luck.result - luck.draws - luck.rivals)
        assert luck.remains > 0
    kept = msgspec.json.decode(msgspec.json.encode(somebody), type=list[Luck])
    assert kept == somebody


def test_who_answered_first_is_nobodys_draw():
    """Whoever grabs the stolen card first has it: among known bots only that is left, else nothing but the start."""
    condamnes, regular = tripot.game("condamnes"), temper("condamnes")
    table = condamnes.start(4, seed=2)
    table.play_random(2)
    steps = [(seat, move) for _, seat, move, _ in table.steps()]
    raced = np.array([seat != CHANCE and condamnes.is_race(before) for before, seat, _, _ in table.steps()])
    assert raced.any()
    start, known = bytes(table.start_state()), [regular] * 4
    _, sure = expectations(condamnes, 4, start, steps, known, (0, 10), 1 << 30)
    _, expected = expectations(condamnes, 4, start, steps, known, (0, 10), 1 << 30, raced)
    assert (expected[1] >= sure[1]).all()
    assert expected[1].sum() > sure[1].sum()


def test_a_game_without_chance_has_no_luck():
    table = tripot.game("chasse").start(seed=1, size="5", plaques=1, quiet=4)
    table.play_random(1)
    assert luck_of(table) == []


def test_the_value_is_what_its_layers_say():
    """The native loops read them as plain arrays would: chance's one draw from the start, all outcomes compared."""
    value, seats = value_for("prohis"), 4
    start = PROHIS.new_state()
    PROHIS.plain.setup(start, seats, PROHIS.option_numbers(PROHIS.chosen({})))
    likely = outcomes_of(start)
    worth = {}
    for outcome in likely:
        after = PROHIS.state_of(bytes(start))
        PROHIS.plain.apply(after, CHANCE, outcome)
        worth[outcome] = expected(value, after, seats)
    mean = sum(share * worth[outcome] for outcome, share in likely.items())
    for outcome in likely:
        found = terms_of(PROHIS, seats, bytes(start), [(CHANCE, outcome)], (), value)[0]
        trust = value.trust[PROHIS.rules.PHASES.index("first player")]
        assert found == pytest.approx(trust * (worth[outcome] - mean), abs=0.1)  # dollars


def expected(value, state, seats):
    tensor, points = np.zeros(len(value.slot)), [0] * seats
    PROHIS.plain.encode(state, 0, tensor)
    PROHIS.plain.scores(state, points)
    hidden = value.offset.astype(float)
    for place in np.flatnonzero(tensor):
        if value.slot[place] >= 0:
            hidden += tensor[place] * value.first[value.slot[place]]
        mark = value.equal[place, int(tensor[place]) - LOWEST] if tensor[place] < LOWEST + SPREAD else -1
        if mark >= 0:
            hidden += value.first[mark]
    width = len(value.second)
    deeper = np.maximum(np.maximum(hidden[:width], 0) @ value.second + value.second_offset, 0)
    return np.array(points) + (hidden[width:] + deeper @ value.out)[:seats]
