"""PROHIBITION ranks equal points (PRB-28): wherever bots play it, games end as at a table."""

import numpy as np
import pytest

import tripot
from tripot.bots.bouts import bouts
from tripot.bots.instincts import policy, temper
from tripot.bots.master import match
from tripot.bots.master.settings import settings_of
from tripot.engine.record_codec import to_document
from tripot.lab.tournament import Tournament, play

PROHIBITION = tripot.game("prohibition")
REGULAR = temper("prohibition")


def ended(state) -> tripot.Outcome:
    return PROHIBITION.position(to_document(PROHIBITION.rules, state)).outcome


def test_of_many_native_games_every_rank_is_the_table_s():
    found = bouts(PROHIBITION, [REGULAR] * 3, 48)
    assert any(len(set(row)) < 3 for row in found.scores.tolist())
    for i, record in enumerate(found.records):
        outcome = ended(PROHIBITION.new_state(record))
        assert tuple(found.ranks[i, found.seated[i]]) == outcome.ranks
        assert tuple(found.wins[i, found.seated[i]] > 0) == tuple(rank == 1 for rank in outcome.ranks)


@pytest.mark.parametrize("number", [3, 312])  # a tie that is broken, and one that is broken between two of three
def test_where_masters_are_measured_ties_are_broken_too(number):
    states = []
    played = match.play(
        PROHIBITION, policy("prohibition"), [REGULAR] * 3, 3, number, settings_of("prohibition"),
        watch=lambda before, move, after: states.append(after),
    )  # fmt: skip
    outcome = ended(states[-1])
    assert tuple(played.points) == outcome.scores
    assert sum(played.points == played.points.max()) > outcome.ranks.count(1)
    assert played.wins == pytest.approx([(rank == 1) / outcome.ranks.count(1) for rank in outcome.ranks])


def test_a_tournament_ranks_all_places_of_native_games():
    piece = Tournament(PROHIBITION, ["regular", "novice"], 3, 48, 5, None).todo[0]
    played = play(piece)
    tempers = [REGULAR if name == "regular" else temper("prohibition", "novice") for name in piece.line_up]
    found = bouts(PROHIBITION, tempers, 3 * piece.deals, piece.first)
    assert np.array_equal(played.ranks, found.ranks)
    assert any(sorted(ranks) == [1, 2, 3] for ranks in played.ranks)
