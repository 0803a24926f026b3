"""Marks on forty positions with a clear answer, eight a game: what was done there, and what it must be called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.games import test_chasse as chasse
from tests.games import test_condamnes as condamnes
from tests.games import test_contrebande as contrebande
from tests.games import test_prohibition as prohibition
from tests.games import test_prohis as prohis
from tripot.bots.analysis import judged_at
from tripot.engine.table import Table

LIE, READ, GULLIBLE, HONEST, BLUNDER = "masterly-lie", "good-read", "gullible", "needless-honesty", "blunder"
Position = Callable[[], Table]
POSITIONS: dict[str, tuple[Position, int, str]] = {}


def judged(seat: int, mark: str) -> Callable[[Position], Position]:
    """A position, whose act in it is judged, and the one mark that it must get ("": none)."""

    def keep(build: Position) -> Position:
        POSITIONS[build.__name__] = (build, seat, mark)
        return build

    return keep


# PROHIS: seat 0 sends, seat 1 answers. Officers that nobody holds lie open in warehouses.

LAST = {"pile": "", "row": "- - - -", "last_turns": 3}


def prohis_sent(load, spare="", rivals=("", ""), **rest):
    """A convoy that all let pass."""
    table = prohis.on_the_road(load, spare, rivals, chance=["deal legal"] * 4, **rest)
    prohis.answer(table, {1: "let-pass", 2: "let-pass"})
    return table


@judged(0, LIE)
def prohis_smuggles_where_nobody_can_look():
    return prohis_sent("illegal illegal illegal illegal", "legal legal", pile="legal " * 12)


@judged(0, HONEST)
def prohis_leaves_illegal_goods_at_home_in_the_last_turn():
    return prohis_sent("legal legal", "illegal illegal illegal illegal", **LAST)


@judged(1, GULLIBLE)
def prohis_lets_pass_what_can_only_be_illegal():
    """All legal goods lie in its own warehouse."""
    return prohis_sent("illegal illegal illegal", rivals=("inspector", ""), warehouses=("", "legal " * 40), **LAST)


@judged(1, READ)
def prohis_looks_into_a_convoy_that_may_well_be_illegal():
    table = prohis.controlled("inspector", load="illegal illegal legal illegal", pile="legal " * 12)
    table.play(0, "no-bribe")
    table.play(1, "inspect")
    table.play(1, "flip 0")
    return table


@judged(1, BLUNDER)
def prohis_inspects_what_can_only_be_legal():
    """All illegal goods lie in its own warehouse."""
    table = prohis.controlled("inspector", load="legal legal", warehouses=("", "illegal " * 20), **LAST)
    table.play(0, "no-bribe")
    table.play(1, "inspect")
    table.play(1, "flip 0")
    table.play(1, "flip 1")
    return table


@judged(0, BLUNDER)
def prohis_pays_an_inspector_for_clean_goods():
    table = prohis.controlled("lieutenant", load="legal legal", spare="inspector captain", pile="legal " * 12)
    table.play(0, "offer inspector", "offer captain", "hand-over")
    table.play(1, "accept")
    return table


@judged(0, BLUNDER)
def prohis_passes_its_last_turn_with_goods_in_hand():
    table = prohis.scenario(hands=("legal legal illegal illegal", "", ""), **LAST)
    table.play(0, "pass")
    return table


@judged(0, "")
def prohis_sends_legal_goods_in_its_last_turn():
    return prohis_sent("legal legal legal legal", rivals=("inspector", ""), **LAST)


# Contrebande: seat 0 is the officer, seat 1 declares, seat 2 is the neighbour.


def declared(dealt, goods="", officer="let-pass", neighbour="take"):
    table = contrebande.scenario(dealt)
    contrebande.declare(table, goods)
    return contrebande_answered(table, officer, neighbour)


def contrebande_answered(table, officer, neighbour, next_to=2):
    table.play(0, officer)
    if officer == "let-pass":
        table.play(next_to, neighbour)
    return table


def impossible(officer, neighbour="take"):
    """Two wines are declared, and all four lie on the open suitcase."""
    table = contrebande.late_scenario(
        "camera necklace luggage luggage", "luggage luggage luggage luggage", officer=0, turn=1
    )
    contrebande.declare(table, "wine wine")
    return contrebande_answered(table, officer, neighbour)


def crown_before_trusting_eyes(*goods):
    """Everybody has let everything pass so far, and now seat 1 draws the crown."""
    hands = 12
    table = contrebande.scenario("luggage " * (4 + hands - 1) + "crown")
    for hand in range(hands):
        contrebande.declare(table)
        contrebande_answered(table, "let-pass", "take", next_to=(hand + 1) % 3 + 1)
        table.play(contrebande.turn(table), "discard luggage")
    contrebande.declare(table, *goods)
    return contrebande_answered(table, "let-pass", "take")


@judged(1, LIE)
def contrebande_says_nothing_of_a_crown_before_trusting_eyes():
    return crown_before_trusting_eyes()


@judged(1, HONEST)
def contrebande_declares_a_crown_before_trusting_eyes():
    return crown_before_trusting_eyes("crown")


@judged(0, READ)
def contrebande_searches_a_fresh_hand_that_declares_nothing():
    return declared("crown necklace camera watch", officer="search")


@judged(2, READ)
def contrebande_denounces_a_fresh_hand_that_declares_nothing():
    return declared("crown necklace camera watch", neighbour="denounce")


@judged(0, GULLIBLE)
def contrebande_lets_the_impossible_pass():
    return impossible("let-pass", "denounce")


@judged(2, GULLIBLE)
def contrebande_takes_the_impossible_over():
    return impossible("let-pass")


@judged(1, BLUNDER)
def contrebande_pays_duty_for_a_crown_that_is_not_there():
    return declared("luggage luggage luggage luggage", "crown")


@judged(1, "")
def contrebande_has_nothing_and_says_so():
    return declared("luggage luggage luggage luggage")


# Chasse: seat 0 smuggles, seat 1 is customs.


def walked(reds, blacks, *moves, **rest):
    table = chasse.scenario(reds, blacks, **rest)
    for start, end in moves:
        chasse.move(table, start, end)
    return table


@judged(1, GULLIBLE)
def chasse_leaves_the_only_figure_alone():
    """One red figure with all plaques stops where g12 can reach it; another one moves."""
    return walked({"g7": 3}, ["g12", "a12"], ("g7", "g9"), ("a12", "a9"))


@judged(1, "")
def chasse_stops_the_only_figure():
    return walked({"g7": 3}, ["g12", "a12"], ("g7", "g9"), ("g12", "g9"))


@judged(1, READ)
def chasse_stops_one_of_two():
    return walked({"g7": 2, "c7": 0, "k7": 2}, ["g12", "a12"], ("g7", "g9"), ("g12", "g9"))


THREATENED = {"a12": 3, "c5": 0}, ["a9", "m12"]  # a9 can stop what is on a12, which can come home


@judged(0, HONEST)
def chasse_shows_an_empty_figure_instead_of_coming_home():
    return walked(*THREATENED, ("c5", "c10"), ("a9", "a12"))


@judged(0, BLUNDER)
def chasse_leaves_its_plaques_to_customs():
    return walked(*THREATENED, ("c5", "h5"))


@judged(0, "")
def chasse_comes_home():
    return walked(*THREATENED, ("a12", "e13"))


@judged(1, BLUNDER)
def chasse_stops_a_figure_that_was_found_empty():
    reds, blacks = {"g9": 0, "c4": 2}, ["g12", "c11"]
    return walked(reds, blacks, ("g12", "g9"), turn=chasse.CUSTOMS, cleared={"g9": True}, black_taken=1)


@judged(0, LIE)
def chasse_walks_contraband_past_customs():
    """What is on l6 has to get out of m12's way, and stops where customs could still look."""
    return walked({"l6": 3, "a7": 0, "b9": 0, "e10": 0}, ["m12", "e9", "f11"], ("l6", "l5"), ("m1", "h1"))


# Condamnés!: seat 0 guards.


def last_tunnel(*hand, holder=1, watch=1, acts=()):
    """Two prisoners, one tunnel stands, and seat 2 has the cards for the second one; a moment."""
    table = condamnes.given("2H", "2H", "", " ".join(hand), holder=holder)
    return condamnes.moment(condamnes.arranged(table, lies={"10C": "table"}), watch, acts)


OWN = ("3H", "4H", "5H")  # with the card that travels, four of a suit
WITH_THE_STOLEN_CARD = ("3S", "4S", "5S")


def dug_with_the_stolen_card(watch):
    table = last_tunnel(*WITH_THE_STOLEN_CARD, holder=2, watch=watch, acts={2: "tunnel"})
    return condamnes.dig(table, 2, "KS 3S 4S 5S", mark="3S")


@judged(2, LIE)
def condamnes_digs_with_the_stolen_card_unseen():
    return dug_with_the_stolen_card(watch=1)


@judged(2, HONEST)
def condamnes_does_not_dare_to_dig_with_the_stolen_card():
    return last_tunnel(*WITH_THE_STOLEN_CARD, holder=2)


@judged(0, GULLIBLE)
def condamnes_lets_a_tunnel_with_the_stolen_card_be():
    table = dug_with_the_stolen_card(watch=2)
    table.play(0, "let-be")
    return table


@judged(0, "")
def condamnes_annuls_what_it_sees():
    table = dug_with_the_stolen_card(watch=2)
    table.play(0, "annul")
    return table


@judged(2, "")
def condamnes_digs_with_its_own_four_cards():
    return condamnes.dig(last_tunnel(*OWN, acts={2: "tunnel"}), 2, "2H 3H 4H 5H")


@judged(2, BLUNDER)
def condamnes_waits_with_the_last_tunnel_in_hand():
    return last_tunnel(*OWN)


@judged(0, "")
def condamnes_carries_on_with_nine_cards_in_hand():
    table = condamnes.moment(condamnes.rich(condamnes.given("2S", "2S"), 9))
    table.play(0, "carry-on")
    return table


@judged(1, "")
def condamnes_keeps_the_stolen_card_and_waits():
    return condamnes.moment(condamnes.given("2S", "2S", holder=1), watch=1)


# PROHIBITION: nobody can lie, so there are only blunders. Seat 0 drives.


LAST_ROUND = {"stage": "last round", "ending": "stalled"}  # what is still aboard after it is lost


def driven(load, way, *then, at="c2-c3", aboard=None, **rest):
    table = prohibition.scenario(prohibition.truck(at, load, aboard=aboard), **rest)
    prohibition.drive(table, way, *then)
    return table


def three_streets_driven(then):
    """A white cube can be delivered."""
    came = ["c2-c3", "c3-c4", "c4-c5", "c5-c6"]
    table = prohibition.scenario(prohibition.truck("c5-c6", "113"), phase="delivery", path=came, **LAST_ROUND)
    table.play(0, then)
    return table


@judged(0, BLUNDER)
def prohibition_keeps_a_white_cube_at_the_end():
    return three_streets_driven("done")


@judged(0, "")
def prohibition_delivers_a_white_cube_at_the_end():
    return three_streets_driven("deliver white")


@judged(0, BLUNDER)
def prohibition_parks_a_full_truck_at_the_end():
    table = prohibition.scenario(prohibition.truck("c2-c3", "113"), **LAST_ROUND)
    table.play(0, "park")
    return table


@judged(0, BLUNDER)
def prohibition_drives_past_all_bars_at_the_end():
    return driven("113", "c3-c4 c4-c5 c5-c6 c6-c7", **LAST_ROUND)


@judged(0, "")
def prohibition_delivers_a_brown_cube():
    return driven("220", "c3-c4", "deliver brown")


@judged(0, BLUNDER)
def prohibition_takes_the_worst_load():
    return driven("220", "b1-b2", "load 1", at="b2-b3", aboard="000", chance=("deal 031",))


@judged(0, "")
def prohibition_takes_the_best_load():
    return driven("220", "b1-b2", "load 3", at="b2-b3", aboard="000", chance=("deal 031",))


@judged(0, "")
def prohibition_delivers_two_black_cubes_where_capone_rules():
    return driven("130", "c3-d3 d3-d4", "deliver black", "deliver black", where={"capone": "d1"})


@pytest.mark.parametrize("name", POSITIONS)
def test_an_act_is_called_what_it_was(name: str) -> None:
    build, seat, mark = POSITIONS[name]
    decisions = judged_at(build())
    assert {decision.mark for decision in decisions if decision.seat == seat and decision.mark} == {mark} - {""}


def test_there_are_eight_positions_a_game() -> None:
    assert Counter(name.split("_")[0] for name in POSITIONS) == dict.fromkeys(
        ("prohis", "contrebande", "chasse", "condamnes", "prohibition"), 8
    )
