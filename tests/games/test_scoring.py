"""What points are made of, clause by clause, as every game tells it."""

import pytest

from tests.games import test_chasse as chasse
from tests.games import test_condamnes as condamnes
from tests.games import test_contrebande as contrebande
from tests.games import test_prohibition as prohibition
from tests.games import test_prohis as prohis


def told(lines, seat):
    """A seat's lines as (clause, name, count, points)."""
    return [(line.clause, line.name, line.number, line.points) for line in lines if line.seat == seat]


# PROHIS


@pytest.mark.clauses("PRO-26", "PRO-27")
def test_cards_at_home_and_in_hand_are_counted_kind_by_kind():
    table = prohis.scenario(hands=("illegal illegal captain",), warehouses=("legal legal illegal",), passes=2, pile="")
    table.play(0, "pass")
    assert told(table.lines, 0) == [
        ("PRO-26", "warehouse legal", 2, 2000),
        ("PRO-26", "warehouse illegal", 1, 4000),
        ("PRO-27", "hand illegal", 2, -8000),
        ("PRO-27", "hand captain", 1, 2000),
    ]


@pytest.mark.clauses("PRO-26", "PRO-28")
def test_during_play_i_know_my_own_money_and_nobody_elses():
    table = prohis.scenario(hands=("legal captain", "illegal"), warehouses=("illegal", "legal"))
    mine, others = told(table.look(0).lines, 0), told(table.look(0).lines, 1)
    assert mine[0] == ("PRO-26", "warehouse illegal", 1, 4000)
    assert {(count, points) for _, _, count, points in others} == {(None, None)}
    assert {points for *_, points in told(table.look(None).lines, 0)} == {None}


# Contrebande


@pytest.mark.clauses("CON-04", "CON-10", "CON-12")
def test_duty_and_compensation_are_told_to_both_who_paid_and_who_got():
    table = contrebande.declared("wine wine luggage luggage", "wine wine")
    table.play(contrebande.OFFICER, "let-pass")
    table.play(contrebande.NEIGHBOUR, "denounce")
    assert told(table.lines, contrebande.DECLARER) == [
        ("CON-04", "share", 1, 2500),
        ("CON-10", "duty paid", 1, -50),
        ("CON-12", "compensation got", 1, 200),
    ]
    assert told(table.lines, contrebande.OFFICER)[1:] == [("CON-10", "duty got", 1, 50)]
    assert told(table.lines, contrebande.NEIGHBOUR)[1:] == [("CON-12", "compensation paid", 1, -200)]


@pytest.mark.clauses("CON-11", "CON-15", "CON-16")
def test_fines_and_rewards_are_counted():
    table = contrebande.claimed("watch luggage luggage luggage")
    table.play(contrebande.OFFICER, "let-pass")
    table.play(contrebande.NEIGHBOUR, "denounce")
    assert told(table.lines, contrebande.DECLARER)[1:] == [("CON-11", "fine paid", 1, -300 - 200)]
    assert told(table.lines, contrebande.OFFICER)[1:] == [
        ("CON-11", "fine got", 1, 500),
        ("CON-15", "reward paid", 1, -1000),
    ]
    assert told(table.lines, contrebande.NEIGHBOUR)[1:] == [("CON-15", "reward got", 1, 1000)]


# Chasse


@pytest.mark.clauses("CHA-13")
def test_plaques_and_figures_are_counted_for_each_side():
    reds = {"e12": 2, "c13": 1, "b13": 0, "k4": 0}
    blacks = ["m1", "l1", "k1"]
    table = chasse.scenario(reds, blacks, found=2, red_taken=1, black_taken=2, cleared={"k4": True})
    chasse.move(table, "e12", "a13")
    assert told(table.lines, chasse.SMUGGLER) == [("CHA-13", "home", 3, 150), ("CHA-13", "black", 2, 100)]
    assert told(table.lines, chasse.CUSTOMS) == [("CHA-13", "found", 2, 100), ("CHA-13", "red", 1, 50)]


@pytest.mark.clauses("CHA-13", "CHA-04")
def test_customs_are_not_told_what_stands_on_the_finish_line():
    table = chasse.scenario({"e12": 2, "c13": 1, "k4": 2}, ["m1", "l1", "k1"])
    assert told(table.look(chasse.SMUGGLER).lines, chasse.SMUGGLER) == [("CHA-13", "home", 1, 50)]
    for viewer in (chasse.CUSTOMS, None):
        assert told(table.look(viewer).lines, chasse.SMUGGLER) == [("CHA-13", "home", None, None)]


@pytest.mark.clauses("CHA-14")
def test_plaques_on_the_way_count_only_if_customs_are_gone():
    already = {"found": 1, "red_taken": 1, "black_taken": 3, "cleared": {"e8": True}}
    table = chasse.scenario({"e8": 0, "a5": 3, "c13": 1}, ["e10"], turn=chasse.CUSTOMS, **already)
    chasse.move(table, "e10", "e8")
    assert ("CHA-14", "unwatched", 3, 150) in told(table.lines, chasse.SMUGGLER)
    table = chasse.scenario({"a1": 2}, ["e4"], options=chasse.STUCK_CUSTOMS)
    chasse.move(table, "a1", "a3")
    assert told(table.lines, chasse.SMUGGLER) == [("CHA-14", "nobody", 2, 0)]


@pytest.mark.clauses("CHA-01")
def test_the_second_game_of_a_match_tells_the_first_ones_points():
    table = chasse.tripot.game("chasse").start(seed=1, match="yes")
    table.play_random(5)
    for seat in range(2):
        clause, name, _, points = told(table.lines, seat)[0]
        assert (clause, name) == ("CHA-01", "first game")
        assert points == table.outcome.scores[seat] - sum(line[-1] for line in told(table.lines, seat)[1:])


# Condamnés!


@pytest.mark.clauses("CND-06")
def test_the_last_tunnel_is_the_prisoners_point():
    table = condamnes.last_tunnel(watch=1)
    assert told(table.lines, 1) == told(table.lines, 2) == [("CND-06", "tunnels", 2, 1)]
    assert [line[-1] for line in told(table.lines, condamnes.GUARD)] == [0]


@pytest.mark.clauses("CND-07")
def test_the_tenth_card_is_the_guards_point():
    table = condamnes.rich(condamnes.scenario("AC", "", "KD"), 9, chance=("9S",))
    table.play(condamnes.GUARD, "give AC")
    condamnes.around(table, "KD")
    assert told(table.lines, condamnes.GUARD) == [("CND-07", "cards", 10, 1)]
    assert told(table.lines, 1) == []


# PROHIBITION


@pytest.mark.clauses("PRB-14", "PRB-20", "PRB-21")
def test_what_a_truck_delivered_lost_and_won():
    table = prohibition.scenario(prohibition.truck("c2-c3", "220", aboard="100", points=3), bars=prohibition.POINTS)
    prohibition.drive(table, "c3-c4", "deliver brown")
    lines = told(table.lines, 0)
    assert ("PRB-20", "delivered brown", 1, 1) in lines
    assert sum(points for *_, points in lines) == 3 + 1 + 3
    last_cube = prohibition.truck("d2-d3", "220", aboard="010", lost="100", points=2)
    where = prohibition.ELSEWHERE | {"ness": "d4"}
    table = prohibition.rolled("1 ness-policeman", last_cube, where=where, bars=prohibition.POINTS)
    prohibition.walk(table, "ness", "n")
    assert ("PRB-14", "seized", 1, -1) in told(table.lines, 0)


@pytest.mark.clauses("PRB-27")
def test_a_prime_held_at_the_end_is_told_with_its_worth():
    held = prohibition.truck("c2-c3", "122", loaded=3)
    table = prohibition.scenario(*prohibition.RIVALS[:2], held, turn=2, stage="last round", ending="stalled")
    prohibition.drive(table, "c3-c4", "deliver brown")
    assert told(table.lines, 2) == [
        ("PRB-20", "delivered brown", 1, 1),
        ("PRB-27", "last prime", 7, 3),
        ("PRB-27", "aboard", 4, 0),
    ]
    table = prohibition.scenario(*prohibition.RIVALS[:2], held, turn=2, stage="last round", ending="stalled")
    prohibition.drive(table, "c3-c4", "done")
    assert told(table.lines, 2)[0] == ("PRB-27", "prime too soon", 7, 0)
    assert ("PRB-28", "losses") not in [line[:2] for line in told(table.lines, 2)]  # nobody has lost a cube


@pytest.mark.clauses("PRB-29")
def test_of_two_trucks_the_weaker_is_told():
    trucks = (
        prohibition.truck("c2-c3", "220", aboard="110", points=3),
        prohibition.truck("a1-a2", "122", aboard="112", points=1),
    )
    table = prohibition.scenario(*trucks, seats=2, bars=prohibition.POINTS)
    assert ("PRB-29", "truck 2", 3, 0) in told(table.lines, 0)
    assert sum(points for *_, points in told(table.lines, 0)) == 1
