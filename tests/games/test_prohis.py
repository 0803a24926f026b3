"""PROHIS, clause by clause."""

from collections import Counter

import pytest

import tripot
from tripot.engine.record_codec import to_document

PROHIS = tripot.game("prohis")
PACKS = {3: (40, 20, 6), 4: (40, 20, 6), 5: (58, 30, 8), 6: (58, 30, 8)}
GOODS = ("legal", "illegal", "lieutenant")
OFFICERS = ("lieutenant", "captain", "inspector")


def cards(words):
    return Counter(words.split())


def script(*outcomes):
    """Chance as a scenario wants it: these outcomes, in this order, and none beyond."""
    coming = iter(outcomes)
    return lambda weights: next(coming)


def position(seats=3, hands=(), warehouses=(), row="legal legal legal legal", pile=None, **rest):
    """Seat 0's turn, unless said otherwise. Cards that aren't named lie in the pile; those that can't, or all of them
    if the pile is named, in the last seat's warehouse."""
    pack = Counter(dict(zip(GOODS, PACKS[seats], strict=True))) + Counter(captain=seats, inspector=seats)
    held = [cards(words) for words in hands] + [Counter() for _ in range(seats - len(hands))]
    stored = [cards(words) for words in warehouses] + [Counter() for _ in range(seats - len(warehouses))]
    shown = [None if word == "-" else word for word in row.split()]
    left = pack - sum(held + stored, Counter(filter(None, shown)))
    drawn = Counter({kind: left[kind] for kind in GOODS}) if pile is None else cards(pile)
    stored[-1] += left - drawn
    document = PROHIS.start(seats, seed=1).position()
    return document | {
        "turn": 0,
        "pile": dict(+drawn),
        "row": shown,
        "hands": [dict(hand) for hand in held],
        "warehouses": [dict(+store) for store in stored],
        **rest,
    }


def scenario(*, chance=(), **rest):
    return PROHIS.position(position(**rest), chance=script(*chance))


def convoy(kinds):
    return (*(f"load {kind}" for kind in kinds.split()), "send")


def answer(table, answers):
    for seat, move in answers.items():
        table.play(seat, move)


def on_the_road(load="legal legal", spare="", rivals=("captain",), **rest):
    """Seat 0 has sent a convoy and keeps some spare cards; the others hold what is said."""
    table = scenario(hands=(f"{load} {spare}", *rivals), **rest)
    table.play(0, *convoy(load))
    return table


def controlled(by="captain", **rest):
    """Seat 1 controls the convoy of seat 0, seat 2 lets it pass."""
    table = on_the_road(rivals=(by,), **rest)
    answer(table, {1: f"control {by}", 2: "let-pass"})
    return table


def inspected(**rest):
    table = controlled(**rest)
    table.play(0, "no-bribe")
    table.play(1, "inspect")
    return table


def hand(table, seat):
    return table.position()["hands"][seat]


def warehouse(table, seat):
    return table.position()["warehouses"][seat]


def turn(table):
    (seat,) = table.actors
    return seat


# Set-up


@pytest.mark.clauses("PRO-01")
def test_three_to_six_may_play():
    for seats in (3, 4, 5, 6):
        assert len(PROHIS.start(seats, seed=0).view(None)["table"]["hands"]) == seats
    for seats in (0, 2, 7):
        with pytest.raises(tripot.BadOption, match="PRO-01"):
            PROHIS.start(seats, seed=0)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("PRO-02", "PRO-03", "PRO-04")
def test_pack(seats):
    opening = []
    PROHIS.start(seats, chance=lambda weights: opening.append(weights) or next(iter(weights)))
    assert opening[1] == dict(zip(("deal legal", "deal illegal", "deal lieutenant"), PACKS[seats], strict=True))
    found = Counter()
    document = PROHIS.start(seats, seed=3).position()
    for place in (document["pile"], *document["hands"], *document["warehouses"], Counter(document["row"])):
        found += Counter(place)
    assert found == dict(zip(GOODS, PACKS[seats], strict=True)) | {"captain": seats, "inspector": seats}


@pytest.mark.clauses("PRO-02")
def test_a_59th_legal_card_is_refused():
    document = PROHIS.start(6, seed=0).position()
    document["pile"]["legal"] += 1
    with pytest.raises(tripot.BadPosition, match="PRO-02"):
        PROHIS.position(document)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("PRO-04", "PRO-05")
def test_a_hand_starts_with_a_captain_an_inspector_and_four_more(seats):
    for dealt in PROHIS.start(seats, seed=5).position()["hands"]:
        assert (dealt["captain"], dealt["inspector"], sum(dealt.values())) == (1, 1, 6)


@pytest.mark.parametrize(("seats", "size"), [(3, 50), (4, 46), (5, 72), (6, 68)])
@pytest.mark.clauses("PRO-06")
def test_pile_and_row_after_set_up(seats, size):
    shown = PROHIS.start(seats, seed=9).view(None)["table"]
    assert shown["pile"] == {"unknown": size}
    assert len(shown["row"]) == 4
    assert set(shown["row"]) <= set(GOODS)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("PRO-07")
def test_first_player_is_drawn_by_lot_and_play_is_clockwise(seats):
    asked = []
    table = PROHIS.start(seats, chance=lambda weights: asked.append(weights) or list(weights)[-1])
    assert asked[0] == {f"first {seat}": 1 for seat in range(seats)}
    order = []
    for _ in range(seats):
        order.append(turn(table))
        table.play(order[-1], "draw row 0")
        table.play(order[-1], "stop")
    assert order == [seats - 1, *range(seats - 1)]


# A turn


@pytest.mark.parametrize(
    ("first", "second", "chance"),
    [
        ("draw row 0", "draw row 3", ("deal legal", "deal legal")),
        ("draw row 1", "draw pile", ("deal legal", "deal legal")),
        ("draw pile", "draw row 2", ("deal legal", "deal legal")),
    ],
)
@pytest.mark.clauses("PRO-08")
def test_two_cards_may_be_drawn_and_the_second_ends_the_turn(first, second, chance):
    table = scenario(hands=("captain",), chance=chance)
    table.play(0, first)
    assert turn(table) == 0
    table.play(0, second)
    assert hand(table, 0) == {"captain": 1, "legal": 2}
    assert turn(table) == 1


@pytest.mark.parametrize("first", ["draw row 0", "draw pile"])
@pytest.mark.clauses("PRO-08")
def test_one_card_is_enough(first):
    table = scenario(hands=("captain",), chance=("deal legal",))
    assert "stop" not in table.legal(0)
    table.play(0, first)
    table.play(0, "stop")
    assert hand(table, 0) == {"captain": 1, "legal": 1}
    assert turn(table) == 1


@pytest.mark.clauses("PRO-08")
def test_never_two_cards_from_the_pile():
    table = scenario(hands=("captain",), chance=("deal legal",))
    table.play(0, "draw pile")
    assert table.legal(0) == ("draw row 0", "draw row 1", "draw row 2", "draw row 3", "stop")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, "draw pile")
    assert refusal.value.clause == "PRO-08"


@pytest.mark.clauses("PRO-08")
def test_after_a_card_there_is_no_convoy_and_no_pass():
    table = scenario(hands=("legal legal",), chance=("deal legal",))
    table.play(0, "draw row 0")
    for move in ("load legal", "pass"):
        with pytest.raises(tripot.IllegalMove) as refusal:
            table.play(0, move)
        assert refusal.value.clause == "PRO-08"


@pytest.mark.clauses("PRO-09")
def test_a_row_card_is_replaced_at_once_and_may_be_taken_too():
    table = scenario(row="legal illegal legal legal", chance=("deal lieutenant", "deal illegal"))
    table.play(0, "draw row 1")
    assert table.view(None)["table"]["row"] == ["legal", "lieutenant", "legal", "legal"]
    table.play(0, "draw row 1")
    assert hand(table, 0) == {"illegal": 1, "lieutenant": 1}
    assert table.view(None)["table"]["row"] == ["legal", "illegal", "legal", "legal"]


@pytest.mark.clauses("PRO-09", "PRO-25")
def test_pile_runs_out_on_a_replacement_in_the_middle_of_a_draw():
    table = scenario(row="legal illegal lieutenant legal", pile="")
    table.play(0, "draw row 1")
    assert table.view(None)["table"]["row"] == ["legal", None, "lieutenant", "legal"]
    assert table.legal(0) == ("draw row 0", "draw row 2", "draw row 3", "stop")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, "draw row 1")
    assert refusal.value.clause == "PRO-09"
    table.play(0, "draw row 2")
    assert hand(table, 0) == {"illegal": 1, "lieutenant": 1}
    assert table.view(None)["table"]["row"] == ["legal", None, None, "legal"]


@pytest.mark.clauses("PRO-09")
def test_an_empty_pile_gives_no_card():
    table = scenario(hands=("captain",), pile="")
    with pytest.raises(tripot.IllegalMove):
        table.play(0, "draw pile")


@pytest.mark.parametrize("held", ["legal " * 8, "legal " * 6 + "captain inspector", "legal " * 9])
@pytest.mark.clauses("PRO-10")
def test_eight_cards_are_too_many_to_draw(held):
    table = scenario(hands=(held,))
    assert not any(move.startswith("draw") for move in table.legal(0))
    for move in ("draw row 0", "draw pile"):
        with pytest.raises(tripot.IllegalMove) as refusal:
            table.play(0, move)
        assert refusal.value.clause == "PRO-10"
    assert set(table.legal(0)) == {f"load {kind}" for kind in held.split()}


@pytest.mark.clauses("PRO-10")
def test_a_hand_of_seven_draws_twice_and_holds_nine():
    table = scenario(hands=("legal " * 5 + "captain inspector",), chance=("deal legal", "deal legal"))
    table.play(0, "draw row 0")
    table.play(0, "draw pile")
    assert sum(hand(table, 0).values()) == 9


@pytest.mark.clauses("PRO-10", "PRO-24")
def test_a_won_officer_takes_a_hand_past_eight():
    table = controlled(by="lieutenant", spare="illegal " * 8)
    table.play(0, "no-bribe")
    table.play(1, "inspect")
    table.play(1, "flip 0")
    assert hand(table, 0) == {"illegal": 8, "lieutenant": 1}


@pytest.mark.parametrize("held", ["", "captain", "legal legal", "legal " * 7 + "captain", "illegal " * 9])
@pytest.mark.clauses("PRO-11")
def test_while_there_is_a_pile_a_turn_must_draw_or_send(held):
    table = scenario(hands=(held,), pile="legal")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, "pass")
    assert refusal.value.clause == "PRO-11"
    assert table.legal(0)


@pytest.mark.parametrize("held", ["", "legal legal", "legal " * 8, "captain inspector"])
@pytest.mark.clauses("PRO-11")
def test_when_the_pile_is_empty_anybody_may_pass_although_the_row_is_full(held):
    table = scenario(hands=(held,), pile="")
    table.play(0, "pass")
    assert turn(table) == 1
    assert table.view(None)["table"]["passes"] == 1
    assert table.view(None)["table"]["last_turns"] is None


ALL_OFFICERS = "lieutenant " * 6 + "captain inspector"  # a full hand that no convoy can be made of


@pytest.mark.clauses("PRO-10", "PRO-11", "PRO-12")
def test_who_can_neither_draw_nor_send_passes_before_the_end():
    table = scenario(hands=(ALL_OFFICERS,))
    assert table.legal(0) == ("pass",)
    assert table.look(0).passive == "pass"
    table.play(0, "pass")
    assert PROHIS.position(table.position()).position() == table.position()
    assert "pass" not in table.legal(1)


@pytest.mark.clauses("PRO-10", "PRO-11")
def test_the_question_names_the_clause_that_makes_a_full_hand_send():
    full = scenario(hands=("legal " * 8,))
    assert {move.split()[0] for move in full.legal(0)} == {"load"}
    assert full.look(0).clause == "PRO-11"
    assert scenario(hands=("legal " * 8,), pile="").look(0).clause == "PRO-11"  # one may pass
    assert scenario(hands=("legal " * 7,)).look(0).clause == "PRO-08"


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.clauses("PRO-11")
def test_who_passed_before_the_end_is_known_to_hold_officers_alone(viewer):
    table = scenario(hands=(ALL_OFFICERS,))
    table.play(0, "pass")
    for seed in range(20):
        imagined = to_document(PROHIS.rules, table.look(viewer).imagined(seed))
        assert not imagined["hands"][0].keys() & {"legal", "illegal", "unknown"}
        assert PROHIS.position(imagined).position() == imagined


@pytest.mark.parametrize("first", [0, 2])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("PRO-11")
def test_the_game_ends_at_once_when_everybody_has_passed(seats, first):
    table = scenario(seats=seats, turn=first, pile="")
    for passed in range(seats):
        assert table.outcome is None
        table.play((first + passed) % seats, "pass")
    assert table.outcome.reason == "all passed"
    assert table.actors == frozenset()


@pytest.mark.clauses("PRO-11")
def test_a_draw_breaks_the_row_of_passes():
    table = scenario(passes=2, pile="")
    table.play(0, "draw row 0")
    table.play(0, "stop")
    assert table.view(None)["table"]["passes"] == 0
    table.play(1, "pass")
    table.play(2, "pass")
    assert table.outcome is None
    table.play(0, "pass")
    assert table.outcome.reason == "all passed"


@pytest.mark.clauses("PRO-11")
def test_a_convoy_breaks_the_row_of_passes():
    table = on_the_road(passes=2, pile="")
    answer(table, {1: "let-pass", 2: "let-pass"})
    table.play(1, "pass")
    table.play(2, "pass")
    assert table.outcome is None


@pytest.mark.parametrize("load", ["legal legal", "legal illegal illegal", "captain inspector illegal lieutenant"])
@pytest.mark.clauses("PRO-12")
def test_a_convoy_of_two_to_four_cards_lies_in_loading_order(load):
    table = scenario(hands=(load,))
    table.play(0, *convoy(load))
    assert table.view(0)["table"]["convoy"] == load.split()
    assert hand(table, 0) == {}


@pytest.mark.clauses("PRO-12")
def test_one_card_is_no_convoy_and_a_refused_series_changes_nothing():
    table = scenario(hands=("legal legal",))
    before = table.position()
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, "load legal", "send")
    assert refusal.value.clause == "PRO-12"
    assert table.position() == before
    assert table.history == ()


@pytest.mark.clauses("PRO-12")
def test_four_cards_are_the_most():
    table = scenario(hands=("legal " * 5,))
    table.play(0, *["load legal"] * 4)
    assert table.legal(0) == ("send",)


@pytest.mark.clauses("PRO-12")
def test_officers_alone_are_no_convoy():
    table = scenario(hands=("lieutenant lieutenant captain inspector",))
    assert not any(move.startswith("load") for move in table.legal(0))
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, *convoy("captain inspector"))
    assert refusal.value.clause == "PRO-12"


@pytest.mark.clauses("PRO-12")
def test_officers_wait_for_goods_and_leave_them_a_place():
    table = scenario(hands=("legal lieutenant lieutenant captain inspector",))
    table.play(0, "load captain", "load inspector")
    assert "send" not in table.legal(0)
    table.play(0, "load lieutenant")
    assert table.legal(0) == ("load legal",)
    table.play(0, "load legal", "send")
    assert table.view(0)["table"]["convoy"] == ["captain", "inspector", "lieutenant", "legal"]


@pytest.mark.clauses("PRO-12")
def test_a_single_card_in_hand_cannot_be_loaded():
    assert "load legal" not in scenario(hands=("legal",)).legal(0)


# Control


@pytest.mark.clauses("PRO-13")
def test_every_opponent_is_asked_also_without_an_officer():
    table = on_the_road(rivals=("captain lieutenant", "legal", ""), seats=4)
    assert table.actors == {1, 2, 3}
    assert table.legal(0) == ()
    assert table.legal(1) == ("control lieutenant", "control captain", "let-pass")
    assert table.legal(2) == table.legal(3) == ("let-pass",)


@pytest.mark.clauses("PRO-13")
def test_an_answer_is_final():
    table = on_the_road(rivals=("captain inspector",))
    table.play(1, "control captain")
    for move in ("control inspector", "let-pass"):
        with pytest.raises(tripot.IllegalMove) as refusal:
            table.play(1, move)
        assert refusal.value.clause == "PRO-13"


@pytest.mark.clauses("PRO-13")
def test_nobody_controls_with_an_officer_he_does_not_hold():
    table = on_the_road(rivals=("captain",))
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(1, "control inspector")
    assert refusal.value.clause == "PRO-13"


@pytest.mark.parametrize("viewer", [0, 2, 3, None])
@pytest.mark.clauses("PRO-13")
def test_answers_are_sealed_until_the_last_one_is_in(viewer):
    table = on_the_road(rivals=("captain", "lieutenant", "inspector"), seats=4)
    view, heard, log = table.view(viewer), table.heard(viewer), table.log(viewer)
    table.play(1, "control captain")
    assert (table.view(viewer), table.heard(viewer), table.log(viewer)) == (view, heard, log)
    assert table.view(1)["table"]["answers"] == ["not asked", "captain", None, None]
    answer(table, {3: "control inspector", 2: "let-pass"})
    assert table.view(viewer)["table"]["answers"] == ["not asked", "captain", "let-pass", "inspector"]
    assert {said.text for said in table.heard(viewer)} >= {"control captain", "let-pass", "control inspector"}


@pytest.mark.parametrize("tie", ["lot", "speed"])
@pytest.mark.parametrize(
    ("answers", "controller"),
    [
        ({1: "control lieutenant", 2: "control captain", 3: "control inspector"}, 3),
        ({1: "control lieutenant", 2: "control captain", 3: "let-pass"}, 2),
        ({1: "control lieutenant", 2: "let-pass", 3: "let-pass"}, 1),
        ({1: "control lieutenant", 2: "control lieutenant", 3: "control captain"}, 3),
    ],
)
@pytest.mark.clauses("PRO-14")
def test_the_highest_rank_controls(answers, controller, tie):
    rivals = ("lieutenant", "captain lieutenant", "inspector captain")
    table = on_the_road(rivals=rivals, seats=4, tie=tie)
    answer(table, answers)
    shown = table.view(None)["table"]
    assert shown["controller"] == controller
    assert shown["officer"] == answers[controller].split()[1]


@pytest.mark.parametrize("officer", OFFICERS)
@pytest.mark.parametrize("first", [1, 2, 3])
@pytest.mark.clauses("PRO-14")
def test_among_three_equal_officers_the_earliest_answer_wins_at_a_table_for_speed(officer, first):
    table = on_the_road(rivals=(officer,) * 3, seats=4, tie="speed")
    answer(table, {seat % 3 + 1: f"control {officer}" for seat in range(first - 1, first + 2)})
    assert table.view(None)["table"]["controller"] == first


@pytest.mark.clauses("PRO-14")
def test_speed_counts_only_among_the_highest_rank():
    table = on_the_road(rivals=("lieutenant", "captain", "captain"), seats=4, tie="speed")
    answer(table, {1: "control lieutenant", 3: "control captain", 2: "control captain"})
    assert table.view(None)["table"]["controller"] == 3


@pytest.mark.parametrize("drawn", [1, 2, 3])
@pytest.mark.clauses("PRO-14")
def test_among_three_equal_officers_a_lot_is_drawn_whoever_was_fastest(drawn):
    asked = []
    document = position(seats=4, hands=("legal legal", "captain", "captain", "captain lieutenant"))
    table = PROHIS.position(document, chance=lambda weights: asked.append(weights) or f"lot {drawn}")
    table.play(0, *convoy("legal legal"))
    answer(table, {2: "control captain", 3: "control captain", 1: "control captain"})
    assert asked == [{"lot 1": 1, "lot 2": 1, "lot 3": 1}]
    assert table.view(None)["table"]["controller"] == drawn


@pytest.mark.clauses("PRO-14")
def test_lot_is_the_default_and_only_the_tied_are_in_it():
    asked = []
    document = position(seats=4, hands=("legal legal", "captain", "lieutenant", "captain"))
    assert document["tie"] == "lot"
    table = PROHIS.position(document, chance=lambda weights: asked.append(weights) or "lot 3")
    table.play(0, *convoy("legal legal"))
    answer(table, {1: "control captain", 2: "control lieutenant", 3: "control captain"})
    assert asked == [{"lot 1": 1, "lot 3": 1}]
    assert table.view(None)["table"]["controller"] == 3


def test_tie_is_settled_by_lot_or_speed_and_nothing_else():
    assert PROHIS.options == {"tie": ("lot", "speed")}
    with pytest.raises(tripot.BadOption):
        PROHIS.start(3, seed=0, tie="seniority")


@pytest.mark.clauses("PRO-15")
def test_the_others_take_their_officers_back_and_all_have_seen_them():
    table = on_the_road(rivals=("captain", "lieutenant", "inspector"), seats=4)
    answer(table, {1: "control captain", 2: "control lieutenant", 3: "control inspector"})
    assert [hand(table, seat) for seat in (1, 2, 3)] == [{"captain": 1}, {"lieutenant": 1}, {}]
    assert table.view(None)["table"]["answers"] == ["not asked", "captain", "lieutenant", "inspector"]


@pytest.mark.clauses("PRO-16")
def test_an_unchecked_convoy_is_stored_face_down():
    table = on_the_road("legal illegal captain", rivals=("inspector",))
    answer(table, {1: "let-pass", 2: "let-pass"})
    assert warehouse(table, 0) == {"legal": 1, "illegal": 1, "captain": 1}
    assert hand(table, 1) == {"inspector": 1}
    assert table.view(1)["table"]["warehouses"][0] == {"unknown": 3}
    assert turn(table) == 1


# Bribe


@pytest.mark.clauses("PRO-17")
def test_a_bribe_is_made_of_hand_cards_of_any_kind():
    table = controlled(load="legal legal", spare="illegal inspector illegal", warehouses=("captain",))
    assert turn(table) == 0
    assert table.legal(0) == ("offer illegal", "offer inspector", "no-bribe")
    table.play(0, "offer illegal")
    assert table.legal(0) == ("offer illegal", "offer inspector", "hand-over")
    table.play(0, "offer illegal", "offer inspector")
    assert table.legal(0) == ("hand-over",)
    table.play(0, "hand-over")
    assert table.view(1)["table"]["bribe"] == {"illegal": 2, "inspector": 1}
    assert table.legal(1) == ("accept", "refuse")


@pytest.mark.clauses("PRO-17")
def test_an_owner_without_cards_is_asked_for_a_bribe_too():
    table = controlled(spare="")
    assert table.legal(0) == ("no-bribe",)


@pytest.mark.clauses("PRO-17")
def test_an_empty_bribe_cannot_be_handed_over():
    table = controlled(spare="legal")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(0, "hand-over")
    assert refusal.value.clause == "PRO-17"


@pytest.mark.clauses("PRO-17", "PRO-19")
def test_there_is_one_offer_only():
    table = controlled(spare="legal captain")
    table.play(0, "offer legal", "hand-over")
    assert table.legal(0) == ()
    table.play(1, "refuse")
    assert table.actors == {1}
    with pytest.raises(tripot.IllegalMove):
        table.play(0, "offer captain", "hand-over")


@pytest.mark.clauses("PRO-18")
def test_an_accepted_bribe():
    table = controlled(load="legal illegal", by="inspector", spare="illegal lieutenant legal")
    table.play(0, "offer illegal", "offer lieutenant", "hand-over")
    table.play(1, "accept")
    assert warehouse(table, 1) == {"illegal": 1, "lieutenant": 1}
    assert hand(table, 1) == {"inspector": 1}
    assert warehouse(table, 0) == {"legal": 1, "illegal": 1}
    assert hand(table, 0) == {"legal": 1}
    assert turn(table) == 1


@pytest.mark.clauses("PRO-19")
def test_a_refused_bribe_comes_back_and_the_convoy_must_be_inspected():
    table = controlled(load="legal illegal", by="inspector", spare="illegal lieutenant")
    table.play(0, "offer illegal", "offer lieutenant", "hand-over")
    table.play(1, "refuse")
    assert hand(table, 0) == {"illegal": 1, "lieutenant": 1}
    assert table.legal(1) == ("flip 0", "flip 1")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(1, "waive")
    assert refusal.value.clause == "PRO-20"


@pytest.mark.clauses("PRO-20")
def test_without_a_bribe_the_inspection_may_be_waived():
    table = controlled(load="illegal illegal", by="captain", spare="legal")
    table.play(0, "no-bribe")
    assert table.legal(1) == ("inspect", "waive")
    table.play(1, "waive")
    assert warehouse(table, 1) == {"captain": 1}
    assert hand(table, 1) == {}
    assert warehouse(table, 0) == {"illegal": 2}
    assert turn(table) == 1


@pytest.mark.clauses("PRO-20")
def test_nothing_is_waived_while_a_bribe_lies_on_the_table():
    table = controlled(spare="legal")
    table.play(0, "offer legal", "hand-over")
    with pytest.raises(tripot.IllegalMove):
        table.play(1, "waive")


# Inspection


@pytest.mark.parametrize(("officer", "count"), [("lieutenant", 1), ("captain", 2), ("inspector", 3)])
@pytest.mark.clauses("PRO-21", "PRO-24")
def test_each_rank_turns_its_number_of_cards_no_more_no_less(officer, count):
    table = inspected(load="legal legal legal legal", by=officer)
    for place in (3, 0, 2)[:count]:
        assert table.actors == {1}
        assert all(move.startswith("flip") for move in table.legal(1))
        table.play(1, f"flip {place}")
    assert turn(table) == 1
    assert table.view(None)["phase"] == "turn"
    assert warehouse(table, 0) == {"legal": 4}
    assert hand(table, 0) == {officer: 1}
    assert hand(table, 1) == {}
    assert warehouse(table, 1) == {}


@pytest.mark.clauses("PRO-21")
def test_a_card_is_turned_once():
    table = inspected(load="legal legal legal", by="inspector")
    table.play(1, "flip 1")
    assert table.legal(1) == ("flip 0", "flip 2")
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(1, "flip 1")
    assert refusal.value.clause == "PRO-21"


@pytest.mark.clauses("PRO-21", "PRO-24")
def test_an_inspector_turns_all_of_a_convoy_of_two():
    table = inspected(load="legal legal", by="inspector")
    table.play(1, "flip 1")
    table.play(1, "flip 0")
    assert warehouse(table, 0) == {"legal": 2}
    assert hand(table, 0) == {"inspector": 1}


@pytest.mark.parametrize("officer", OFFICERS)
@pytest.mark.clauses("PRO-22")
def test_an_illegal_card_forfeits_the_whole_convoy(officer):
    table = inspected(load="legal captain illegal illegal", by=officer, spare="legal")
    table.play(1, "flip 2")
    assert warehouse(table, 1) == cards(f"legal captain illegal illegal {officer}")
    assert warehouse(table, 0) == {}
    assert hand(table, 0) == {"legal": 1}
    assert hand(table, 1) == {}
    assert turn(table) == 1


@pytest.mark.clauses("PRO-22")
def test_an_illegal_card_counts_as_the_last_one_turned_too():
    table = inspected(load="legal legal illegal", by="inspector")
    for place in (0, 1, 2):
        table.play(1, f"flip {place}")
    assert warehouse(table, 1) == cards("legal legal illegal inspector")


@pytest.mark.clauses("PRO-22")
def test_an_illegal_card_that_is_not_turned_harms_nobody():
    table = inspected(load="legal legal illegal", by="captain")
    table.play(1, "flip 0")
    table.play(1, "flip 1")
    assert warehouse(table, 0) == {"legal": 2, "illegal": 1}


@pytest.mark.parametrize("found", OFFICERS)
@pytest.mark.clauses("PRO-23")
def test_a_turned_officer_saves_the_convoy_at_once(found):
    table = inspected(load=f"illegal {found} illegal", by="inspector")
    table.play(1, "flip 1")
    assert warehouse(table, 0) == cards(f"illegal illegal {found}")
    assert hand(table, 0) == {"inspector": 1}
    assert hand(table, 1) == {}
    assert turn(table) == 1


@pytest.mark.clauses("PRO-19", "PRO-22")
def test_the_inspection_after_a_refusal_is_like_any_other():
    table = controlled(load="illegal legal", by="lieutenant", spare="legal")
    table.play(0, "offer legal", "hand-over")
    table.play(1, "refuse")
    table.play(1, "flip 0")
    assert warehouse(table, 1) == {"illegal": 1, "legal": 1, "lieutenant": 1}


# End and score


@pytest.mark.parametrize("taker", [0, 1])
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("PRO-25")
def test_after_the_first_gap_everybody_has_one_turn_and_the_taker_is_last(seats, taker):
    table = scenario(seats=seats, turn=taker, pile="")
    table.play(taker, "draw row 0")
    assert turn(table) == taker
    table.play(taker, "stop")
    order = []
    for _ in range(seats - 1):
        order.append(turn(table))
        table.play(order[-1], "pass")
    order.append(turn(table))
    table.play(taker, "draw row 1")
    assert table.outcome is None
    table.play(taker, "stop")
    assert order == [(taker + 1 + i) % seats for i in range(seats)]
    assert table.outcome.reason == "last round"


@pytest.mark.clauses("PRO-25")
def test_the_last_card_of_the_pile_does_not_set_off_the_last_round():
    table = scenario(pile="legal", chance=("deal legal",))
    table.play(0, "draw pile")
    table.play(0, "stop")
    table.play(1, "pass")
    assert table.view(None)["table"]["last_turns"] is None
    table.play(2, "draw row 3")
    assert table.view(None)["table"]["last_turns"] is not None


@pytest.mark.clauses("PRO-25")
def test_a_card_replaced_by_the_last_one_of_the_pile_does_not_set_it_off_but_the_next_does():
    table = scenario(pile="illegal", chance=("deal illegal",))
    table.play(0, "draw row 0")
    assert table.view(None)["table"]["last_turns"] is None
    table.play(0, "draw row 0")
    assert table.view(None)["table"]["last_turns"] == 3
    assert turn(table) == 1


@pytest.mark.clauses("PRO-25")
def test_further_gaps_do_not_start_the_last_round_again():
    table = scenario(row="legal - legal legal", pile="", last_turns=3)
    for seat, slot in ((0, 0), (1, 2), (2, 3)):
        assert table.outcome is None
        table.play(seat, f"draw row {slot}")
        table.play(seat, "stop")
    assert table.outcome.reason == "last round"


@pytest.mark.clauses("PRO-25", "PRO-24")
def test_the_last_turn_of_all_may_be_a_convoy_and_is_played_out():
    hands = ("legal legal", "", "captain")
    table = scenario(hands=hands, row="legal legal - -", pile="", last_turns=1, passes=2)
    table.play(0, *convoy("legal legal"))
    answer(table, {2: "control captain", 1: "let-pass"})
    table.play(0, "no-bribe")
    table.play(2, "inspect")
    table.play(2, "flip 0")
    assert table.outcome is None
    table.play(2, "flip 1")
    assert table.outcome.reason == "last round"
    assert table.outcome.scores[0] == 2 * 1000 + 2000


@pytest.mark.clauses("PRO-11", "PRO-25")
def test_everybody_passing_in_the_last_round():
    table = scenario(pile="")
    table.play(0, "draw row 0")
    table.play(0, "stop")
    for seat in (1, 2, 0):
        assert table.outcome is None
        table.play(seat, "pass")
    assert table.outcome.reason == "all passed"


@pytest.mark.parametrize(
    ("kind", "money"),
    [("legal", 1000), ("illegal", 4000), ("lieutenant", 3000), ("captain", 4000), ("inspector", 5000)],
)
@pytest.mark.clauses("PRO-26")
def test_money_in_the_warehouse(kind, money):
    table = scenario(warehouses=("", f"{kind} {kind}"), passes=2, pile="")
    table.play(0, "pass")
    assert table.outcome.scores[:2] == (0, 2 * money)


@pytest.mark.parametrize(
    ("kind", "money"), [("legal", 0), ("illegal", -4000), ("lieutenant", 1000), ("captain", 2000), ("inspector", 3000)]
)
@pytest.mark.clauses("PRO-27")
def test_money_in_the_hand(kind, money):
    table = scenario(hands=("", f"{kind} {kind}"), passes=2, pile="")
    table.play(0, "pass")
    assert table.outcome.scores[:2] == (0, 2 * money)


@pytest.mark.clauses("PRO-26", "PRO-27")
def test_a_hand_of_illegal_cards_is_a_loss():
    table = scenario(hands=("illegal " * 7 + "legal captain",), warehouses=("illegal inspector",), passes=2, pile="")
    table.play(0, "pass")
    assert table.outcome.scores[0] == 4000 + 5000 - 7 * 4000 + 2000


@pytest.mark.parametrize(
    ("held", "warehouses", "ranks"),
    [
        ("", ("illegal", "illegal", "legal legal legal"), (1, 1, 3)),
        ("", ("illegal illegal legal legal legal", "", ""), (1, 2, 2)),
        ("", ("", "illegal illegal", "legal legal legal"), (3, 1, 2)),
        ("illegal", ("illegal legal", "legal", "legal"), (1, 1, 1)),
    ],
)
@pytest.mark.clauses("PRO-28")
def test_the_richest_wins_and_equal_totals_share_the_rank(held, warehouses, ranks):
    share = "legal " * 11 + "illegal " * 6 + "lieutenant lieutenant "
    warehouses = [share + more for more in warehouses]
    hands = (f"captain inspector {held}", "captain inspector", "captain inspector")
    table = scenario(hands=hands, warehouses=warehouses, passes=2, pile="")
    table.play(0, "pass")
    assert table.outcome.ranks == ranks


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.clauses("PRO-28")
def test_at_the_end_hands_and_warehouses_are_opened(viewer):
    table = scenario(hands=("legal captain", "illegal"), warehouses=("illegal", "lieutenant"), passes=2, pile="")
    table.play(0, "pass")
    shown = table.view(viewer)["table"]
    assert shown["hands"] == table.position()["hands"]
    assert shown["warehouses"] == table.position()["warehouses"]
    assert shown["pile"] == {}


# Who sees what

OWNER, CONTROLLING, OTHER, SPECTATOR = 0, 1, 2, None


def seen(table, thing, whose=None):
    """What the owner, the controlling player, another player and a spectator see of a thing."""
    views = [table.view(viewer)["table"][thing] for viewer in (OWNER, CONTROLLING, OTHER, SPECTATOR)]
    return views if whose is None else [view[whose] for view in views]


@pytest.mark.clauses("PRO-17")
def test_hands_are_seen_by_their_holders_only():
    table = controlled(spare="legal illegal")
    assert seen(table, "hands", OWNER) == [{"legal": 1, "illegal": 1}] + [{"unknown": 2}] * 3
    table = scenario(hands=("", "captain legal", "inspector"))
    assert seen(table, "hands", 1) == [{"unknown": 2}, {"captain": 1, "legal": 1}, {"unknown": 2}, {"unknown": 2}]


@pytest.mark.clauses("PRO-06")
def test_the_pile_is_a_number_to_all():
    assert seen(scenario(pile="legal illegal illegal"), "pile") == [{"unknown": 3}] * 4


@pytest.mark.clauses("PRO-06", "PRO-13", "PRO-21")
def test_row_turned_cards_and_shown_officers_are_open_to_all():
    table = inspected(load="legal illegal legal", by="inspector", row="legal illegal lieutenant legal")
    table.play(1, "flip 2")
    assert seen(table, "row") == [["legal", "illegal", "lieutenant", "legal"]] * 4
    assert seen(table, "turned") == [[None, None, "legal"]] * 4
    assert seen(table, "answers") == [["not asked", "inspector", "let-pass"]] * 4
    table.play(1, "flip 1")
    assert seen(table, "turned") == [[None, "illegal", "legal"]] * 4


@pytest.mark.clauses("PRO-12")
def test_an_unturned_convoy_is_a_number_to_all_but_its_owner():
    table = inspected(load="legal illegal captain", by="inspector")
    assert seen(table, "convoy") == [["legal", "illegal", "captain"]] + [["unknown"] * 3] * 3
    table.play(1, "flip 0")
    assert seen(table, "convoy") == [["legal", "illegal", "captain"]] + [["legal", "unknown", "unknown"]] * 3


@pytest.mark.clauses("PRO-17")
def test_the_controlling_player_alone_looks_at_a_bribe():
    table = controlled(spare="legal illegal captain")
    table.play(0, "offer illegal", "offer captain", "hand-over")
    offered = {"illegal": 1, "captain": 1}
    assert seen(table, "bribe") == [offered, offered, {"unknown": 2}, {"unknown": 2}]
    assert seen(table, "hands", OWNER) == [{"legal": 1}] + [{"unknown": 1}] * 3


@pytest.mark.clauses("PRO-16", "PRO-18", "PRO-22")
def test_warehouses_are_seen_by_their_owners_only():
    table = inspected(load="illegal legal", by="captain")
    table.play(1, "flip 0")
    taken = {"illegal": 1, "legal": 1, "captain": 1}
    assert seen(table, "warehouses", 1) == [{"unknown": 3}, taken, {"unknown": 3}, {"unknown": 3}]
    table = controlled(load="legal illegal", spare="legal")
    table.play(0, "offer legal", "hand-over")
    table.play(1, "accept")
    assert seen(table, "warehouses", 0) == [{"legal": 1, "illegal": 1}] + [{"unknown": 2}] * 3
    assert seen(table, "warehouses", 1) == [{"unknown": 1}, {"legal": 1}, {"unknown": 1}, {"unknown": 1}]


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.clauses("PRO-12", "PRO-17")
def test_nothing_is_seen_or_heard_of_a_convoy_or_bribe_that_is_being_put_together(viewer):
    table = scenario(hands=("legal legal captain illegal", "captain"))
    for series in (["load legal", "load captain"], ["offer illegal", "offer legal"]):
        before = table.view(viewer), bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)
        table.play(0, *series)
        assert (table.view(viewer), bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)) == before
        if "load legal" in series:
            assert table.view(0)["table"]["convoy"] == ["legal", "captain"]
            table.play(0, "send")
            answer(table, {1: "control captain", 2: "let-pass"})
    assert table.view(0)["table"]["bribe"] == {"legal": 1, "illegal": 1}


@pytest.mark.clauses("PRO-11", "PRO-25", "PRO-14", "PRO-08")
def test_passes_last_round_controller_and_the_place_of_the_first_card_are_open_to_all():
    table = scenario(hands=("", "legal legal", "captain"), pile="")
    table.play(0, "pass")
    assert seen(table, "passes") == [1] * 4
    table.play(1, *convoy("legal legal"))
    answer(table, {0: "let-pass", 2: "control captain"})
    assert seen(table, "controller") == [2] * 4
    assert seen(table, "officer") == ["captain"] * 4
    table.play(1, "no-bribe")
    table.play(2, "waive")
    table.play(2, "draw row 0")
    assert seen(table, "last_turns") == [4] * 4
    assert seen(table, "drawn") == ["row"] * 4
    table = scenario(chance=("deal illegal",))
    table.play(0, "draw pile")
    assert seen(table, "drawn") == ["pile"] * 4


@pytest.mark.parametrize("viewer", [1, 2, None])
@pytest.mark.clauses("PRO-12", "PRO-16")
def test_a_card_taken_face_up_cannot_be_followed_into_a_convoy(viewer):
    stories = []
    for load in ("lieutenant legal", "legal illegal"):
        chance = ("deal legal",) * 3
        table = scenario(hands=("legal illegal",), row="lieutenant legal legal legal", chance=chance)
        for seat, drawn in enumerate(("draw row 0", "draw pile", "draw pile")):
            table.play(seat, drawn)
            table.play(seat, "stop")
        table.play(0, *convoy(load))
        answer(table, {1: "let-pass", 2: "let-pass"})
        stories.append((bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)))
    assert stories[0] == stories[1]


@pytest.mark.parametrize(("viewer", "heard"), [(0, "deal illegal"), (1, None), (2, None), (None, None)])
@pytest.mark.clauses("PRO-08")
def test_a_card_from_the_pile_is_known_to_who_draws_it(viewer, heard):
    table = scenario(chance=("deal illegal",))
    table.play(0, "draw pile")
    (said,) = [event for event in table.heard(viewer) if event.act == "deal"]
    assert said.text == heard


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.clauses("PRO-05", "PRO-06")
def test_the_opening_deal_is_heard_by_who_gets_the_card_and_the_row_by_all(viewer):
    table = PROHIS.start(3, seed=4)
    dealt = [event.text for event in table.heard(viewer) if event.act == "deal"]
    open_to_viewer = [place for place, text in enumerate(dealt) if text is not None]
    own = [] if viewer is None else [4 * viewer + card for card in range(4)]
    assert len(dealt) == 16
    assert open_to_viewer == [*own, 12, 13, 14, 15]


# Moves, records and words


@pytest.mark.clauses("PRO-08", "PRO-11", "PRO-12", "PRO-13", "PRO-17", "PRO-20", "PRO-21")
def test_moves():
    kinds = ("legal", "illegal", *OFFICERS)
    assert set(PROHIS.moves) == {
        *(f"draw row {slot}" for slot in range(4)),
        *("draw pile", "stop", "pass", "send", "let-pass", "hand-over", "no-bribe"),
        *("accept", "refuse", "inspect", "waive"),
        *(f"load {kind}" for kind in kinds),
        *(f"offer {kind}" for kind in kinds),
        *(f"control {officer}" for officer in OFFICERS),
        *(f"flip {place}" for place in range(4)),
    }
    assert set(PROHIS.outcomes) == {
        *(f"deal {kind}" for kind in GOODS),
        *(f"{word} {seat}" for word in ("first", "lot") for seat in range(6)),
    }
    with pytest.raises(tripot.UnknownMove):
        scenario().play(0, "draw row 4")


RECORD = """\
game prohis
rules 1
players 3
options tie=lot
---
chance first 1
chance deal legal
chance deal legal
chance deal illegal
chance deal lieutenant
chance deal legal
chance deal illegal
chance deal illegal
chance deal legal
chance deal legal
chance deal legal
chance deal legal
chance deal lieutenant
chance deal legal
chance deal illegal
chance deal lieutenant
chance deal legal
1 draw row 1
chance deal legal
1 draw pile
chance deal lieutenant
2 load legal
2 load lieutenant
2 load legal
2 send
1 control captain
0 control captain
chance lot 0
2 offer inspector
2 hand-over
0 refuse
0 flip 2
0 flip 1
0 load illegal
0 load legal
0 send
1 control inspector
2 let-pass
0 no-bribe
1 waive
1 load illegal
1 load illegal
1 load legal
1 send
2 let-pass
0 let-pass
2 draw pile
chance deal legal
2 stop
"""


@pytest.mark.clauses("PRO-05", "PRO-06", "PRO-07", "PRO-09", "PRO-14")
def test_a_record_written_by_hand_replays():
    table = tripot.replay(RECORD)
    assert table.record() == RECORD
    assert table.outcome is None
    assert turn(table) == 0
    assert table.position()["row"] == ["legal", "legal", "lieutenant", "legal"]
    assert table.position()["hands"] == [
        {"legal": 1, "lieutenant": 1, "inspector": 1},
        {"legal": 1, "illegal": 1, "lieutenant": 1, "captain": 1},
        {"legal": 2, "captain": 2, "inspector": 1},
    ]
    assert table.position()["warehouses"] == [
        {"legal": 1, "illegal": 1},
        {"legal": 1, "illegal": 2, "inspector": 1},
        {"legal": 2, "lieutenant": 1},
    ]


@pytest.mark.clauses("PRO-11", "PRO-26", "PRO-27")
def test_a_record_says_how_the_game_ended():
    table = scenario(hands=("illegal captain", "inspector"), warehouses=("legal legal",), pile="")
    for seat in range(3):
        table.play(seat, "pass")
    record = table.record()
    assert table.outcome.scores[:2] == (0, 3000)
    told = [line for line in record.splitlines() if not line.startswith("score ")]
    assert told[-4:-1] == ["0 pass", "1 pass", "2 pass"]
    assert tripot.replay(record).outcome == table.outcome
    with pytest.raises(tripot.BadRecord, match=f"line {len(record.splitlines())}:"):
        tripot.replay(record.replace("result 0 3000", "result 0 3001"))


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("chance first 1", "chance first 3"),
        ("1 draw row 1", "0 draw row 1"),
        ("chance lot 0", "chance lot 2"),
        ("2 stop", "2 pass"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(line, instead):
    number = RECORD.splitlines().index(line) + 1
    with pytest.raises(tripot.BadRecord, match=f"line {number}:"):
        tripot.replay(RECORD.replace(line, instead))


def every_question():
    """A table in every phase in which somebody is asked, and the clause that the question rests on."""
    drawing = scenario(chance=("deal legal",))
    drawing.play(0, "draw row 0")
    loading = scenario(hands=("legal legal",))
    loading.play(0, "load legal")
    offered = controlled(spare="legal")
    offered.play(0, "offer legal", "hand-over")
    unbribed = controlled()
    unbribed.play(0, "no-bribe")
    over = scenario(passes=2, pile="")
    over.play(0, "pass")
    return [
        (scenario(), "turn", "PRO-08"),
        (drawing, "second card", "PRO-08"),
        (loading, "loading", "PRO-12"),
        (on_the_road(), "control", "PRO-13"),
        (controlled(spare="legal"), "bribe", "PRO-17"),
        (offered, "answer", "PRO-18"),
        (unbribed, "decide", "PRO-20"),
        (inspected(), "inspection", "PRO-21"),
        (over, "over", "PRO-28"),
    ]


QUESTIONS = every_question()


@pytest.mark.parametrize(("table", "phase", "clause"), QUESTIONS, ids=[phase for _, phase, _ in QUESTIONS])
def test_every_question_names_its_clause_and_every_position_can_be_written_and_read(table, phase, clause):
    asked = min(table.actors, default=None)
    assert (table.view(asked)["phase"], table.view(asked)["clause"]) == (phase, clause)
    assert PROHIS.position(table.position()).position() == table.position()


@pytest.mark.clauses("PRO-11", "PRO-13", "PRO-17", "PRO-20")
def test_a_time_out_plays_the_passive_move():
    table = scenario(hands=("legal legal", "captain"))
    assert table.look(0).passive == "draw pile"
    table = scenario(hands=("legal " * 8,), pile="")
    assert table.look(0).passive == "pass"
    table = on_the_road()
    assert table.look(1).passive == table.look(2).passive == "let-pass"
    table = controlled(spare="legal")
    assert table.look(0).passive == "no-bribe"
    table.play(0, "no-bribe")
    assert table.look(1).passive == "waive"
    table = scenario(chance=("deal legal",))
    table.play(0, "draw pile")
    assert table.look(0).passive == "stop"


@pytest.mark.parametrize(
    ("held", "sent"),
    [
        ("legal " * 8, "legal legal"),
        ("inspector captain lieutenant illegal illegal legal legal legal", "legal legal"),
        ("inspector captain lieutenant lieutenant illegal illegal illegal legal", "legal lieutenant"),
        ("captain captain inspector illegal illegal illegal illegal legal", "legal illegal"),
        ("illegal " * 7 + "lieutenant", "illegal lieutenant"),
        ("captain captain inspector inspector inspector captain illegal illegal", "illegal illegal"),
        ("captain captain inspector inspector inspector captain captain illegal", "illegal captain"),
    ],
)
@pytest.mark.clauses("PRO-10", "PRO-11", "PRO-12")
def test_a_time_out_with_a_full_hand_sends_two_cards_goods_first_then_the_least_worth(held, sent):
    table = scenario(seats=4, hands=(held,))
    for move in convoy(sent):
        assert table.look(0).passive == move
        table.play(0, move)
    assert table.view(None)["phase"] == "control"


@pytest.mark.clauses("PRO-12")
def test_a_time_out_finishes_a_convoy_that_was_begun():
    table = scenario(hands=("captain captain inspector legal illegal",))
    table.play(0, "load captain", "load inspector")
    for move in ("load legal", "send"):
        assert table.look(0).passive == move
        table.play(0, move)


@pytest.mark.parametrize(
    ("held", "pile", "prompt"),
    [
        ("legal " * 7, None, "Your turn: draw one or two cards, or send a convoy."),
        ("legal " * 8, None, "Your hand is full: send a convoy."),
        ("legal " * 8, "", "The pile is empty. Draw face-up cards, send a convoy, or pass."),
    ],
)
@pytest.mark.clauses("PRO-10", "PRO-11")
def test_a_turn_says_what_it_must_do(held, pile, prompt):
    look = scenario(hands=(held,), pile=pile).look(0)
    assert PROHIS.texts().prompt(look.phase, look.role) == prompt
    assert PROHIS.texts("fr").prompt(look.phase, look.role) != PROHIS.texts("fr").prompt("control")


NAMES = ("Ana", "Bob", "Éva")


def story():
    table = controlled(load="legal illegal", by="lieutenant", spare="legal", row="lieutenant legal legal legal")
    table.play(0, "offer legal", "hand-over")
    table.play(1, "refuse")
    table.play(1, "flip 1")
    return table


@pytest.mark.clauses("PRO-12", "PRO-17", "PRO-22")
def test_the_log_tells_each_viewer_what_he_may_know():
    watched = (
        "Ana sends a convoy of 2 cards.",
        "Bob plays a Lieutenant.",
        "Éva lets the convoy pass.",
        "Bob controls the convoy.",
        "Ana offers Bob a bribe of one card.",
        "Bob refuses the bribe and inspects.",
        "The bribe, one card, goes back to Ana.",
        "Bob turns card 2: illegal goods.",
        "Bob seizes Ana's whole convoy of 2 cards, and stores the officer with it.",
    )
    guess = "Ana loses at least $5,000. Seen: illegal goods."
    bribe = "In it: legal goods, worth $1,000 in a warehouse."
    table = story()
    assert table.log(None, "en", NAMES) == (*watched, guess)
    assert set(table.log(2, "en", NAMES)) == {*watched, guess}  # one's own answer comes first: one knew it first
    stored = "Into Bob's warehouse: legal goods, illegal goods, Lieutenant, worth $8,000."
    assert table.log(1, "en", NAMES) == (*watched[:5], bribe, *watched[5:], stored)
    assert table.log(0, "en", NAMES) == (
        "Ana loads legal goods.",
        "Ana loads illegal goods.",
        *watched[:4],
        "Ana sets aside legal goods for a bribe.",
        watched[4],
        bribe,
        *watched[5:],
        "Ana loses legal goods, illegal goods, worth $5,000.",
    )


def test_the_log_tells_how_a_convoy_ended():
    table = on_the_road()
    answer(table, {1: "let-pass", 2: "let-pass"})
    assert table.log(None, "en", NAMES)[-1] == "Nobody controls: Ana stores the convoy of 2 cards."
    stores = "Ana stores all 2 cards and takes the controlling officer in hand."
    for load, told, worth in (
        ("legal legal", f"The convoy passes: {stores}", "2 × legal goods, worth $2,000"),
        (
            "captain legal",
            f"An officer in the convoy: the inspection is over. {stores}",
            "legal goods, Captain, worth $5,000",
        ),
    ):
        table = inspected(load=load, by="lieutenant")
        table.play(1, "flip 0")
        assert table.log(None, "en", NAMES)[-1] == told
        assert table.log(0, "en", NAMES)[-2:] == (told, f"Into Ana's warehouse: {worth}.")
    table = on_the_road(rivals=("captain", "captain"), chance=("lot 2",))
    answer(table, {1: "control captain", 2: "control captain"})
    assert table.log(None, "en", NAMES)[-2:] == (
        "Equal ranks: the lot falls on Éva.",
        "Éva controls the convoy.",
    )


@pytest.mark.clauses("PRO-25")
def test_the_log_announces_the_last_round_once():
    table = scenario(pile="")
    for slot in (0, 1):
        table.play(0, f"draw row {slot}")
    assert [line for line in table.log(None, "en", NAMES) if line.startswith("The pile is empty")] == [
        "The pile is empty and a face-up card can't be replaced: after this turn, everyone plays one last time."
    ]


def test_the_log_in_french():
    assert story().log(None, "fr", NAMES) == (
        "Ana lance un convoi de 2 cartes.",
        "Bob abat un Lieutenant.",
        "Éva laisse passer.",
        "Bob contrôle le convoi.",
        "Ana offre à Bob un pot-de-vin d’une carte.",
        "Bob refuse le pot-de-vin et inspecte.",
        "Le pot-de-vin, une carte, revient à Ana.",
        "Bob retourne la carte 2\xa0: marchandise illégale.",
        "Bob saisit tout le convoi, 2 cartes perdues pour Ana, et met aussi son contrôleur à l’entrepôt.",
        "Ana perd au moins 5\N{NARROW NO-BREAK SPACE}000\N{NARROW NO-BREAK SPACE}$. On a vu\xa0: marchandise illégale.",
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_its_words(language):
    said = PROHIS.texts(language)
    rules = PROHIS.rules
    labels = [said.move(move) for move in PROHIS.moves]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(PROHIS.moves)
    assert all(said.prompt(phase) for phase in rules.PHASES)
    assert all("Ana" in said.told(move, "Ana", "legal") for move in PROHIS.moves if move not in ("send", "hand-over"))
    assert all(said.end(reason) for reason in PROHIS.reasons)
    assert all(said.option(name) != name for name in ("tie", "tie.lot", "tie.speed"))


# Positions that can't be


def faulty(**changes):
    """An ordinary position with something wrong in it."""
    return position(hands=("legal legal illegal captain inspector", "captain inspector", "inspector")) | changes


FAULTY = {
    "turn": faulty(turn=None),
    "dealing": faulty(dealt=15),
    "row": position(row="captain legal legal legal"),
    "passes": faulty(passes=1),
    "last round": position(row="legal - legal legal", pile=""),
    "drawing": faulty(drawn="row"),
    "convoy": position(hands=("legal",)) | {"hands": [{}, {}, {}], "convoy": ["legal"]},
    "answers": faulty(answers=["not asked", None, "let-pass"]),
    "control": faulty(controller=1, officer="captain"),
    "bribe": position(hands=("legal",)) | {"hands": [{}, {}, {}], "bribe": {"legal": 1}},
    "inspection": controlled().position() | {"phase": "inspection", "turned": ["legal", "legal"]},
    "end": faulty(reason="last round"),
    "pile": faulty(pile={"legal": 34, "illegal": 19, "lieutenant": 6, "captain": 1}, warehouses=[{}, {}, {}]),
}


@pytest.mark.parametrize(("flaw", "clause"), PROHIS.rules.FLAWS.items())
def test_an_impossible_position_is_refused_with_a_reason(flaw, clause):
    with pytest.raises(tripot.BadPosition) as refusal:
        PROHIS.position(FAULTY[flaw])
    assert str(refusal.value) == f"{PROHIS.texts().flaw(flaw)} (PRO-{clause:02d})"


MISCOUNTED = [
    (
        "hands: in a position all cards are known",
        faulty(hands=[{"unknown": 5}, {"captain": 1, "inspector": 1}, {"inspector": 1}]),
    ),
    ("legal", faulty(row=["legal"] * 3 + ["lieutenant"], pile={"legal": 34, "illegal": 19, "lieutenant": 6})),
    ("illegal", faulty(pile={"legal": 34, "illegal": 20, "lieutenant": 6})),
    ("lieutenant", faulty(pile={"legal": 34, "illegal": 19, "lieutenant": 7})),
    ("captain", faulty(warehouses=[{}, {}, {"captain": 2}])),
    ("inspector", faulty(warehouses=[{}, {"inspector": 1}, {"captain": 1}])),
    ("warehouses: nothing can be less than none", faulty(warehouses=[{"legal": -1}, {}, {"captain": 1, "legal": 1}])),
]


@pytest.mark.clauses("PRO-02")
@pytest.mark.parametrize(("reason", "document"), MISCOUNTED)
def test_every_card_is_counted(reason, document):
    with pytest.raises(tripot.BadPosition, match="PRO-02") as refusal:
        PROHIS.position(document)
    counted = f"{PROHIS.texts().word(reason)}: there are too many or too few of these cards"
    assert str(refusal.value).startswith(reason if ":" in reason else counted)


ROAD = on_the_road(rivals=("captain", "inspector")).position()
CONTROL = controlled(spare="legal").position()
GAP = {"row": "legal - legal legal", "pile": ""}
OUTRANKED = on_the_road(rivals=("captain", "lieutenant"))
answer(OUTRANKED, {1: "control captain", 2: "control lieutenant"})
IN_THE_DEAL = {"phase": "dealing", "dealt": 3}
FAULTY_TOO = [
    ("last round", position(pile="", last_turns=2)),  # the row is full
    ("row", position(row="legal - legal legal", last_turns=2)),  # the pile is not empty
    ("last round", position(**GAP, last_turns=5)),
    ("last round", position(**GAP, last_turns=4)),  # this turn set it off, and nothing was drawn
    ("end", position(**GAP, last_turns=0)),
    ("passes", CONTROL | {"passes": 1}),
    ("passes", position(pile="", passes=3)),  # then it would be over
    ("passes", position(turn=1, hands=(f"{ALL_OFFICERS} legal",), passes=1)),  # a convoy could have been sent
    ("row", position(row="legal - legal legal")),
    ("dealing", position(hands=("captain inspector legal legal", "captain inspector legal"), row="") | IN_THE_DEAL),
    ("turn", faulty(turn=None, phase="second card", drawn="row")),
    ("drawing", faulty(phase="second card")),
    ("drawing", faulty(phase="refill")),
    ("drawing", faulty(phase="refill", slot="hand", drawn="pile")),  # two from the pile
    ("drawing", faulty(phase="refill", slot="row 1")),  # a card lies there
    ("convoy", ROAD | {"convoy": ["legal", None, "legal"]}),
    ("convoy", ROAD | {"phase": "turn"}),
    (
        "convoy",
        on_the_road("legal captain", rivals=("captain inspector",)).position()
        | {"convoy": ["inspector", "captain"], "hands": [{"legal": 1}, {"captain": 1}, {}]},
    ),
    ("convoy", position(hands=("legal",)) | {"hands": [{}, {}, {}], "convoy": ["legal"], "phase": "loading"}),
    ("answers", ROAD | {"answers": ["not asked", "let-pass", "let-pass"]}),  # all are in
    ("answers", ROAD | {"answers": ["let-pass", None, None]}),  # the owner's
    ("answers", ROAD | {"answers": ["not asked", "inspector", None], "fastest": {"inspector": 1}}),  # not in hand
    ("answers", ROAD | {"answers": ["not asked", "captain", None]}),  # and nobody was first
    ("answers", ROAD | {"fastest": {"captain": 1}}),  # but seat 1 hasn't answered
    ("answers", ROAD | {"controller": 1, "officer": "captain"}),  # not all have answered
    ("answers", CONTROL | {"answers": ["not asked", "not asked", "not asked"]}),
    ("control", CONTROL | {"controller": None, "officer": None, "hands": [{"legal": 1}, {"captain": 1}, {}]}),
    (
        "control",
        OUTRANKED.position() | {"controller": 2, "officer": "lieutenant", "hands": [{}, {"captain": 1}, {}]},
    ),
    ("control", ROAD | {"phase": "lot", "officer": "captain", "answers": ["not asked", "captain", "let-pass"]}),
    ("bribe", CONTROL | {"phase": "answer"}),
    ("inspection", CONTROL | {"turned": ["legal"]}),
    ("inspection", inspected(load="legal illegal").position() | {"turned": [None, "legal"]}),
    ("end", faulty(phase="over")),
]


@pytest.mark.parametrize(("flaw", "document"), FAULTY_TOO)
def test_more_impossible_positions(flaw, document):
    with pytest.raises(tripot.BadPosition) as refusal:
        PROHIS.position(document)
    assert str(refusal.value).startswith(PROHIS.texts().flaw(flaw))


@pytest.mark.clauses("PRO-05")
def test_a_position_in_the_middle_of_the_deal():
    hands = ("captain inspector legal illegal legal", "captain inspector", "captain inspector")
    table = PROHIS.position(position(hands=hands, row="") | IN_THE_DEAL, seed=1)
    assert len(table.history) == 16 - 3
    assert [sum(hand.values()) for hand in table.position()["hands"]] == [6, 6, 6]
