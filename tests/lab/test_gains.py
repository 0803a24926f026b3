"""What training reckons with, in NumPy: the same functions learn on a GPU."""

from __future__ import annotations

import numpy as np
import pytest

from tripot.lab.gains import SOFT, TRACE, advantages, reward, shared_out, softened


def test_a_clone_keeps_most_of_its_teachers_chances_and_tries_every_legal_move():
    chances = np.array([[0.7, 0.3, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]])
    legal = np.array([[True, True, True, False], [False, False, False, True]])
    soft = softened(chances, legal)
    assert soft.sum(1) == pytest.approx([1, 1])
    assert soft[0] == pytest.approx([0.7 - 0.7 * SOFT + SOFT / 3, 0.3 - 0.3 * SOFT + SOFT / 3, SOFT / 3, 0])
    assert soft[1] == pytest.approx([0, 0, 0, 1]), "where nothing else is legal nothing else is tried"


def test_a_reward_counts_the_win_and_the_lead_within_bounds():
    share, lead = np.array([0.25, 1.0, 0.0, 0.0]), np.array([0.0, 0.0, -1e9, 1e9])
    assert reward(share, lead, 4, 100.0) == pytest.approx([0, 1, -1 / 3 - 0.6, -1 / 3 + 0.6])


def by_hand(asked, worths, ends, rewards, following, asked_next):
    """One game's gains, decision by decision: what is expected at the next own one, or got at the end, less what was
    expected here; and a part of what was gained after that."""
    steps = [step for step in range(len(asked)) if asked[step]]
    gains = {}
    for step in reversed(steps):
        end = next((t for t in range(step, len(asked)) if ends[t]), None)
        after = next((t for t in steps if t > step), None)
        if end is not None and (after is None or after > end):
            gains[step] = rewards[end] - worths[step]
        elif after is not None:
            gains[step] = worths[after] - worths[step] + TRACE * gains.get(after, 0.0)
        elif asked_next:
            gains[step] = following - worths[step]
    return gains


@pytest.mark.parametrize("often", [0.05, 0.3, 1.0])
def test_gains_are_those_reckoned_by_hand(often):
    rng = np.random.default_rng(5)
    steps, games = 24, 40
    asked, ends = rng.random((steps, games)) < often, rng.random((steps, games)) < 0.1
    worths, rewards = rng.normal(size=(steps, games)), rng.normal(size=(steps, games))
    following, asked_next = rng.normal(size=games), rng.random(games) < 0.5
    gains, known = advantages(np, list(asked), list(worths), list(ends), list(rewards), following, asked_next)
    places = [(step, game) for step in range(steps) for game in np.flatnonzero(asked[step])]
    assert len(places) == len(gains) == len(known)
    wanted = [
        by_hand(asked[:, g], worths[:, g], ends[:, g], rewards[:, g], following[g], asked_next[g]) for g in range(games)
    ]
    for (step, game), gain, is_known in zip(places, gains, known, strict=True):
        assert is_known == (step in wanted[game])
        assert gain == pytest.approx(wanted[game].get(step, 0.0))
    assert 0 < known.sum() <= len(known)


@pytest.mark.parametrize(("games", "rivals"), [(16384, 6), (8192, 3), (10, 1)])
def test_a_leagues_rivals_have_alike_many_games_and_none_is_left_over(games, rivals):
    ends = shared_out(games, rivals)
    assert (ends[0], ends[-1], len(ends)) == (0, games, rivals + 1)
    counts = np.diff(ends)
    assert counts.max() - counts.min() <= 1
