"""Analysis: of a whole game in every game, and by what each seat could know, whatever others hid."""

from __future__ import annotations

from pathlib import Path

import pytest

import tripot
from tests.furnished import FURNISHED
from tripot.bots.analysis import MARKS, analyse, effort_for
from tripot.bots.analysis.claims import claims_of
from tripot.bots.analysis.study import decisions_of
from tripot.engine.records import Transcript

RECORDS = Path(__file__).parents[1] / "records"
ENDED = {
    "prohis": "prohis-all-passed", "contrebande": "contrebande-3-seats", "chasse": "chasse-no-customs",
    "condamnes": "condamnes-3-seats", "prohibition": "prohibition-closed",
}  # fmt: skip


def quick(name):
    return effort_for(name, tries=16, fewest=4, worlds=32, foresight=8, luck=8)


@pytest.mark.parametrize("name", FURNISHED)
def test_a_whole_game_is_studied(name):
    table = Transcript((RECORDS / f"{ENDED[name]}.txt").read_text()).replay()
    told = []
    found = analyse(table, quick(name), progress=told.append)
    assert (found.game, found.rules, found.seats) == (name, table.game.version, table.seats)
    assert told == sorted(told)
    assert told[-1] == 1.0
    steps = list(table.steps())
    for chance in found.chances:
        assert len(chance.wins) == table.seats
        assert name == "condamnes" or sum(chance.wins) == pytest.approx(1.0)
    assert found.chances[-1].points == table.outcome.scores
    choices = {step for step, (_, seat, _, _) in enumerate(steps) if seat >= 0}
    assert {decision.step for decision in found.decisions} <= choices
    for decision in found.decisions:
        _, seat, move, _ = steps[decision.step]
        assert (decision.seat, decision.move) == (seat, table.game.moves[move])
        assert max(option.worth for option in decision.options) == 0.0 <= decision.cost
        assert len({option.move for option in decision.options}) == len(decision.options) > 1
        assert decision.mark in ("", *MARKS)
    assert 1 <= len(found.moments) <= 3
    assert [moment.step for moment in found.moments] == sorted({moment.step for moment in found.moments})


def test_a_game_that_goes_on_is_not_studied():
    with pytest.raises(ValueError, match="over"):
        analyse(tripot.game("chasse").start(seed=1))


def test_the_same_game_is_judged_the_same():
    table = Transcript((RECORDS / "prohis-all-passed.txt").read_text()).replay()
    assert analyse(table, quick("prohis")) == analyse(table, quick("prohis"))


def officers_view(hand):
    """Contrebande: seat 0 is the officer and hears nothing of the hand but that one wine is declared."""
    deals = iter(["officer 0", *(f"deal {kind}" for kind in hand.split())])
    table = tripot.game("contrebande").start(4, chance=lambda weights: next(deals, max(weights, key=weights.get)))
    table.play(1, "declare wine", "declared")
    table.play(0, "let-pass")
    return table


def rivals_view(*convoy):
    """PROHIS: seat 0 sends a convoy of two that seat 1 lets pass."""
    deals = iter(["first 0", *["deal legal"] * 2, *["deal illegal"] * 2, *["deal legal"] * 12])
    table = tripot.game("prohis").start(4, chance=lambda weights: next(deals, "deal legal"))
    table.play(0, *(f"load {kind}" for kind in convoy), "send")
    table.play(1, "let-pass")
    return table


@pytest.mark.parametrize(
    ("one", "other", "seat"),
    [
        (officers_view("wine luggage luggage luggage"), officers_view("crown necklace bag camera"), 0),
        (officers_view("wine luggage luggage luggage"), officers_view("wine wine wine wine"), 0),
        (rivals_view("legal", "legal"), rivals_view("illegal", "illegal"), 1),
        (rivals_view("legal", "legal"), rivals_view("legal", "inspector"), 1),
    ],
)
def test_a_decision_is_judged_by_what_its_seat_could_know(one, other, seat):
    effort = quick(one.game.name)
    judged = [
        [
            (choice.move, choice.options, choice.beliefs)
            for choice in decisions_of(table, effort, 0)
            if choice and choice.seat == seat
        ]
        for table in (one, other)
    ]
    assert judged[0] == judged[1]
    assert len(judged[0]) == 1


def test_who_holds_the_cards_is_judged_by_them():
    """The same positions from the other side: there the hidden cards do count."""
    effort = quick("contrebande")
    one, other = (
        next(choice.options for choice in decisions_of(officers_view(hand), effort, 0) if choice)
        for hand in ("wine luggage luggage luggage", "crown necklace bag camera")
    )
    assert one != other


@pytest.mark.parametrize("record", sorted(RECORDS.glob("prohis-*.txt")), ids=lambda file: file.stem)
def test_what_became_of_a_convoy_is_told_though_the_game_ends_with_it(record):
    """The last turn of the last round may well be a convoy (PRO-25)."""
    found = claims_of(Transcript(record.read_text()).replay())
    assert found.claims
    assert all(claim.fate for claim in found.claims)
