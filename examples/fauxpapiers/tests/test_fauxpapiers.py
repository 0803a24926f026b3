"""Tests of Faux papiers, clause by clause."""

import pytest

import tripot

GAME = tripot.game("fauxpapiers")


def dealt(*papers: str, seats: int = 3, **options: object) -> tripot.Table:
    """A table at which these papers are dealt and drawn first, in this order, and then the lowest ones."""
    coming = list(papers)

    def pick(weights: dict[str, int]) -> str:
        wanted = f"deal {coming.pop(0)}" if coming else ""
        return wanted if wanted in weights else next(iter(weights))

    return GAME.start(seats, chance=pick, **options)


def turn(table: tripot.Table, paper: str, claim: str, *answers: str) -> tripot.Table:
    """Whoever is on turn lays a paper and claims something; the others answer."""
    seat = table.view(None)["table"]["turn"]
    table.play(seat, f"lay {paper}", f"claim {claim}")
    for answer in answers:
        table.play(min(table.actors), answer)
    return table


def shown(table: tripot.Table, viewer: int | None = None) -> dict:
    return table.view(viewer)["table"]


@pytest.mark.clauses("FAU-01")
@pytest.mark.parametrize("seats", [1, 6])
def test_two_to_five_play(seats):
    with pytest.raises(tripot.BadOption, match="FAU-01"):
        GAME.start(seats)


@pytest.mark.clauses("FAU-02")
def test_thirty_papers():
    position = dealt().position()
    held = [*position["hands"], position["pile"]]
    counts = {days: sum(hand.get(days, 0) for hand in held) for days in "12345"}
    assert counts == {"1": 10, "2": 8, "3": 6, "4": 4, "5": 2}


@pytest.mark.clauses("FAU-03")
def test_three_papers_that_only_their_owner_sees():
    table = dealt("5", "1", "2")
    assert shown(table, 0)["hands"][0] == {"1": 1, "2": 1, "5": 1}
    assert shown(table, 1)["hands"][0] == {"unknown": 3}
    assert shown(table)["seals"] == [2, 2, 2]
    assert shown(table)["pile"] == {"unknown": 21}


@pytest.mark.clauses("FAU-04")
def test_a_paper_is_laid_face_down():
    table = dealt("5", "1", "2")
    table.play(0, "lay 5")
    assert shown(table, 0)["desk"] == "5"
    assert shown(table, 1)["desk"] == "unknown"
    with pytest.raises(tripot.IllegalMove, match=r"FAU-0[45]"):
        table.play(0, "lay 1")


@pytest.mark.clauses("FAU-05")
@pytest.mark.parametrize("claim", "12345")
def test_anything_can_be_claimed(claim):
    table = turn(dealt("2", "1", "1"), "2", claim)
    assert shown(table)["claim"] == claim


@pytest.mark.clauses("FAU-06")
def test_the_others_answer_in_turn_until_one_checks():
    table = turn(dealt("2", "1", "1", seats=4), "2", "3")
    assert table.actors == {1}
    table.play(1, "wave")
    assert table.actors == {2}
    table.play(2, "check")
    assert shown(table)["turn"] == 1


@pytest.mark.clauses("FAU-07")
def test_waved_through_a_lie_counts_and_is_never_seen():
    table = turn(dealt("1", "1", "1"), "1", "5", "wave", "wave")
    assert shown(table)["days"] == [5, 0, 0]
    assert shown(table)["under"] == {"unknown": 1}
    assert shown(table)["turned"] == {}


@pytest.mark.clauses("FAU-08")
@pytest.mark.parametrize("claim", ["2", "4"])
def test_a_paper_that_is_good_enough_costs_whoever_checked_a_seal(claim):
    table = turn(dealt("4", "1", "1"), "4", claim, "check")
    assert shown(table)["days"] == [int(claim), 0, 0]
    assert shown(table)["seals"] == [2, 1, 2]
    assert shown(table)["turned"] == {"4": 1}


@pytest.mark.clauses("FAU-09")
def test_a_forged_paper_costs_a_seal_and_pays_whoever_checked():
    table = turn(dealt("3", "1", "1"), "3", "4", "wave", "check")
    assert shown(table)["days"] == [0, 0, 4]
    assert shown(table)["seals"] == [1, 2, 2]


@pytest.mark.clauses("FAU-10")
def test_who_laid_draws_and_the_next_is_on_turn():
    table = turn(dealt("3", "1", "1"), "3", "3", "wave", "wave")
    assert shown(table)["turn"] == 1
    assert sum(shown(table, 0)["hands"][0].values()) == 3


@pytest.mark.clauses("FAU-10")
def test_without_seals_one_is_out_and_is_not_asked():
    table = dealt()
    turn(table, "1", "2", "check")
    turn(table, "1", "1", "wave", "wave")
    turn(table, "1", "1", "wave", "wave")
    turn(table, "1", "2", "check")
    assert shown(table)["out"] == [True, False, False]
    assert shown(table)["hands"][0] == {}
    turn(table, "1", "1", "wave")
    assert shown(table)["turn"] == 2


@pytest.mark.clauses("FAU-11")
def test_the_goal_ends_the_game():
    table = turn(dealt(goal=5), "1", "5", "wave", "wave")
    assert table.outcome.reason == "goal"


@pytest.mark.clauses("FAU-11")
def test_the_last_one_ends_it():
    table = dealt(seats=2)
    for _ in range(2):
        turn(table, "1", "2", "check")
        if table.outcome is None:
            turn(table, "1", "1", "wave")
    assert table.outcome.reason == "alone"


@pytest.mark.clauses("FAU-11")
def test_the_pile_ends_it():
    table = dealt(seats=5, goal=25)
    while table.outcome is None:
        seat = min(table.actors)
        table.play(seat, "wave" if "wave" in table.legal(seat) else table.legal(seat)[0])
    assert table.outcome.reason == "pile"


@pytest.mark.clauses("FAU-12")
def test_whoever_is_out_has_nothing():
    table = dealt(seats=2)
    turn(table, "1", "1", "wave")
    turn(table, "1", "5", "wave")
    turn(table, "1", "2", "check")
    turn(table, "1", "1", "wave")
    turn(table, "1", "2", "check")
    assert table.outcome.scores == (0, 10)
    assert table.outcome.ranks == (2, 1)
