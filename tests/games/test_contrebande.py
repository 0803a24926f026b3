"""Contrebande, clause by clause."""

import random
from collections import Counter

import pytest

import tripot
from tripot.engine.look import Look

CONTREBANDE = tripot.game("contrebande")
DUTY = {
    "wine": 25, "cigars": 50, "spirits": 75, "perfume": 100, "watch": 150, "camera": 200, "necklace": 250, "crown": 500,
}  # fmt: skip
FINE = {
    "wine": 50, "cigars": 100, "spirits": 150, "perfume": 200, "watch": 300, "camera": 400, "necklace": 500,
    "crown": 1000,
}  # fmt: skip
GOODS = tuple(DUTY)
PACK = {"luggage": 26, "bag": 1} | dict.fromkeys(GOODS[:-1], 4) | {"crown": 1}
SHARES = {3: 3300, 4: 2500, 5: 2000, 6: 1650}
OFFICER, DECLARER, NEIGHBOUR, THIRD = range(4)


def cards(words):
    return dict(Counter(words.split()))


def script(*outcomes):
    """Chance as a scenario wants it: these outcomes, in this order, then what there is most of."""
    coming = iter(outcomes)
    return lambda weights: next(coming, max(weights, key=weights.get))


def scenario(dealt="", seats=4, officer=OFFICER, **options):
    """An officer is drawn, and these cards are dealt, in this order."""
    deals = (f"deal {kind}" for kind in dealt.split())
    return CONTREBANDE.start(seats, chance=script(f"officer {officer}", *deals), **options)


def position(hand, pack="", **rest):
    """Three players in the second round, seat 1 declares this hand. Cards that aren't named are discarded."""
    played = Counter(PACK) - Counter(hand.split()) - Counter(pack.split())
    return scenario(seats=3).position() | {
        "round": 2,
        "hand": cards(hand),
        "pack": cards(pack),
        "discards": dict(played),
        **rest,
    }


def late_scenario(hand, pack="", **rest):
    return CONTREBANDE.position(position(hand, pack, **rest), chance=script())


def declare(table, goods=""):
    table.play(turn(table), *(f"declare {good}" for good in goods.split()), "declared")


def declared(hand, goods="", **rest):
    """Seat 1 holds a hand and has declared some goods."""
    table = scenario(hand, **rest)
    declare(table, goods)
    return table


def claimed(hand, **rest):
    """Seat 1 holds a hand and has claimed the bag."""
    table = scenario(hand, **rest)
    table.play(DECLARER, "claim-bag")
    return table


def passed_on(table):
    """The officer lets the hand pass."""
    table.play(table.position()["officer"], "let-pass")
    return table


def taken(table, discard):
    """The officer lets the hand pass; the next player takes it and discards a card."""
    passed_on(table)
    seat = turn(table)
    table.play(seat, "take")
    table.play(seat, f"discard {discard}")
    return table


def turn(table):
    (seat,) = table.actors
    return seat


def gains(table):
    """By seat, what was won or lost since the money was shared out."""
    return [money - SHARES[table.seats] for money in table.position()["money"]]


def seen(table, thing, viewer=None):
    return table.view(viewer)["table"][thing]


def refused(table, seat, *moves):
    """The clause that the refusal of these moves names. A refusal changes nothing."""
    before = table.position()
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(seat, *moves)
    assert table.position() == before
    return refusal.value.clause


def search_all_hands(table):
    """Everybody declares nothing and is searched, until the round is over."""
    number = seen(table, "round")
    while table.outcome is None and seen(table, "round") == number:
        declare(table)
        table.play(turn(table), "search")


def time_out(table):
    """Whoever is asked lets the time run out."""
    seat = turn(table)
    table.play(seat, table.look(seat).passive)


# Material


@pytest.mark.clauses("CON-01")
def test_three_to_six_may_play():
    for seats in (3, 4, 5, 6):
        assert len(seen(CONTREBANDE.start(seats, seed=0), "money")) == seats
    for seats in (0, 2, 7):
        with pytest.raises(tripot.BadOption, match="CON-01"):
            CONTREBANDE.start(seats, seed=0)


@pytest.mark.clauses("CON-02")
def test_pack():
    opening = []
    CONTREBANDE.start(3, chance=lambda weights: opening.append(weights) or list(weights)[-1])
    assert opening[1] == {f"deal {kind}": number for kind, number in PACK.items()}
    assert sum(PACK.values()) == 56


@pytest.mark.parametrize("good", GOODS)
@pytest.mark.clauses("CON-03", "CON-10", "CON-18")
def test_duty_on_each_good(good):
    table = passed_on(declared(f"{good} luggage luggage luggage", good))
    assert gains(table) == [DUTY[good], -DUTY[good], 0, 0]


@pytest.mark.parametrize("good", GOODS)
@pytest.mark.clauses("CON-03", "CON-11", "CON-18")
def test_fine_on_each_good(good):
    table = declared(f"{good} luggage luggage luggage")
    table.play(OFFICER, "search")
    assert gains(table) == [FINE[good], -FINE[good], 0, 0]


@pytest.mark.clauses("CON-03")
def test_two_of_a_good_cost_twice_as_much():
    assert gains(passed_on(declared("watch watch wine luggage", "wine watch watch")))[DECLARER] == -(25 + 2 * 150)
    table = declared("watch watch wine luggage")
    table.play(OFFICER, "search")
    assert gains(table)[DECLARER] == -(50 + 2 * 300)


@pytest.mark.clauses("CON-03", "CON-17")
def test_luggage_and_the_bag_cost_nothing():
    table = declared("bag luggage luggage luggage", "wine")
    table.play(OFFICER, "search")
    assert gains(table) == [0, 0, 0, 0]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("CON-04")
def test_everybody_starts_with_the_same_money(seats):
    assert seen(CONTREBANDE.start(seats, seed=2), "money") == [SHARES[seats]] * seats


@pytest.mark.clauses("CON-04")
def test_money_is_kept_from_round_to_round():
    table = declared("wine cigars watch luggage")
    table.play(OFFICER, "search")
    search_all_hands(table)
    before = seen(table, "money")
    assert seen(table, "round") == 2
    assert len(set(before)) > 1
    declare(table)
    passed_on(table)
    assert seen(table, "money") == before


# A round


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("CON-05")
def test_the_first_officer_is_drawn_by_lot(seats):
    asked = []
    table = CONTREBANDE.start(seats, chance=lambda weights: asked.append(weights) or list(weights)[-1])
    assert asked[0] == {f"officer {seat}": 1 for seat in range(seats)}
    assert seen(table, "officer") == seats - 1


@pytest.mark.parametrize(("seats", "first"), [(3, 0), (3, 2), (4, 1), (5, 4), (6, 0), (6, 3)])
@pytest.mark.clauses("CON-05", "CON-21")
def test_everybody_is_officer_for_one_round_clockwise(seats, first):
    table = scenario(seats=seats, officer=first)
    officers = []
    while table.outcome is None:
        officers.append(seen(table, "officer"))
        assert seen(table, "round") == len(officers)
        search_all_hands(table)
    assert officers == [(first + i) % seats for i in range(seats)]
    assert table.outcome.reason == "all rounds played"


@pytest.mark.clauses("CON-06", "CON-20")
def test_every_round_begins_with_all_56_cards():
    packs = []

    def pick(weights):
        if sum(weights.values()) == 56:
            packs.append(weights)
        return max(weights, key=weights.get)

    table = CONTREBANDE.start(4, chance=pick)
    for _ in range(4):
        search_all_hands(table)
    assert packs == [{f"deal {kind}": number for kind, number in PACK.items()}] * 4


@pytest.mark.clauses("CON-06", "CON-13")
def test_the_officer_never_holds_cards():
    table = CONTREBANDE.start(3, seed=4, rounds=2)
    while table.outcome is None:
        officer = seen(table, "officer")
        assert seen(table, "turn") != officer
        assert set(seen(table, "hand", officer)) == {"unknown"}
        assert seen(table, "memory")[officer] == {}
        assert officer not in table.actors or table.legal(officer) == ("let-pass", "search")
        time_out(table)


@pytest.mark.parametrize(("seats", "officer", "left"), [(3, 0, 1), (3, 2, 0), (4, 1, 2), (6, 5, 0)])
@pytest.mark.clauses("CON-07")
def test_the_player_left_of_the_officer_begins_with_four_cards(seats, officer, left):
    table = scenario("wine crown luggage bag", seats=seats, officer=officer)
    assert table.actors == {left}
    assert seen(table, "hand", left) == cards("wine crown luggage bag")
    assert seen(table, "pack") == {"unknown": 52}
    for viewer in (*(set(range(seats)) - {left}), None):
        assert seen(table, "hand", viewer) == {"unknown": 4}


@pytest.mark.clauses("CON-08")
def test_any_goods_can_be_declared_with_any_hand():
    for hand in ("luggage luggage luggage luggage", "wine bag crown watch"):
        assert scenario(hand).legal(DECLARER) == (*(f"declare {good}" for good in GOODS), "declared", "claim-bag")


@pytest.mark.parametrize("goods", ["", "wine", "wine wine wine wine", "cigars cigars watch crown", "perfume necklace"])
@pytest.mark.clauses("CON-08", "CON-09")
def test_a_declaration_says_how_many_of_each_good(goods):
    table = declared("luggage luggage watch luggage", goods)
    assert seen(table, "declared") == cards(goods)
    assert turn(table) == OFFICER


@pytest.mark.clauses("CON-08")
def test_goods_are_declared_in_the_order_of_the_board():
    table = scenario()
    table.play(DECLARER, "declare watch")
    later = tuple(f"declare {good}" for good in ("watch", "camera", "necklace", "crown"))
    assert table.legal(DECLARER) == (*later, "declared")
    assert refused(table, DECLARER, "declare perfume") == "CON-08"


@pytest.mark.clauses("CON-08")
def test_no_more_items_than_cards_in_hand():
    table = scenario("wine wine wine wine")
    table.play(DECLARER, "declare wine", "declare wine", "declare spirits", "declare camera")
    assert table.legal(DECLARER) == ("declared",)
    assert refused(table, DECLARER, "declare camera") == "CON-08"
    table = late_scenario("luggage watch")
    table.play(1, "declare crown")
    assert refused(table, 1, "declare crown") == "CON-08"
    table = late_scenario("luggage watch")
    table.play(1, "declare wine", "declare wine")
    assert table.legal(1) == ("declared",)


@pytest.mark.clauses("CON-08", "CON-18")
def test_no_second_crown_can_be_declared():
    table = scenario()
    table.play(DECLARER, "declare crown")
    assert table.legal(DECLARER) == ("declared",)


@pytest.mark.clauses("CON-08")
def test_goods_that_lie_open_in_the_discard_can_be_declared_again():
    table = declared("wine wine wine wine")
    table.play(OFFICER, "search")
    assert seen(table, "discards") == {"wine": 4}
    declare(table, "wine wine wine wine")
    assert seen(table, "declared") == {"wine": 4}
    table = declared("crown luggage luggage luggage")
    table.play(OFFICER, "search")
    declare(table, "crown")
    assert seen(table, "declared") == {"crown": 1}


@pytest.mark.clauses("CON-08", "CON-16")
def test_the_bag_is_claimed_first_or_not_at_all():
    table = scenario("bag wine luggage luggage")
    assert refused(table, DECLARER, "declare wine", "claim-bag") == "CON-08"
    assert table.history[-1] == (None, "deal luggage")
    table.play(DECLARER, "claim-bag")
    assert turn(table) == OFFICER
    assert refused(table, DECLARER, "declare wine") == "CON-09"


@pytest.mark.clauses("CON-08")
def test_a_declaration_cannot_be_changed():
    table = declared("wine luggage luggage luggage")
    assert table.legal(DECLARER) == ()
    assert refused(table, DECLARER, "declare wine") == "CON-09"


@pytest.mark.clauses("CON-09")
def test_the_officer_and_nobody_else_lets_pass_or_searches():
    table = declared("wine luggage luggage luggage", "wine")
    assert table.actors == {OFFICER}
    assert table.legal(OFFICER) == ("let-pass", "search")
    for seat in (DECLARER, NEIGHBOUR, THIRD):
        assert table.legal(seat) == ()
        assert refused(table, seat, "search") == "CON-09"


@pytest.mark.clauses("CON-10")
def test_let_pass_duty_is_paid_at_once_on_what_was_declared():
    table = passed_on(declared("crown camera luggage luggage", "wine watch watch"))
    assert gains(table) == [325, -325, 0, 0]
    assert table.actors == {NEIGHBOUR}


@pytest.mark.clauses("CON-10")
def test_let_pass_with_nothing_declared_costs_nothing():
    assert gains(passed_on(declared("crown camera luggage luggage"))) == [0, 0, 0, 0]


@pytest.mark.clauses("CON-10", "CON-13")
def test_a_hand_goes_on_unseen():
    table = passed_on(declared("crown camera luggage luggage", "wine"))
    for viewer in (OFFICER, NEIGHBOUR, THIRD, None):
        assert seen(table, "hand", viewer) == {"unknown": 4}
        assert seen(table, "shown", viewer) == {}
    assert seen(table, "declared", NEIGHBOUR) == {"wine": 1}


@pytest.mark.clauses("CON-11")
def test_the_rulebooks_own_example():
    table = declared("wine cigars watch luggage", "wine cigars", seats=3)
    table.play(OFFICER, "search")
    assert gains(table) == [50 + 100 + 300, -(50 + 100 + 300), 0]


@pytest.mark.parametrize(
    ("hand", "goods", "fine"),
    [
        ("wine luggage luggage luggage", "", 50),
        ("wine wine luggage luggage", "wine", 100),
        ("wine luggage luggage luggage", "wine wine", 50),
        ("wine luggage luggage luggage", "wine crown", 50),
        ("perfume luggage luggage luggage", "cigars cigars", 200),  # the same duty, and yet a lie
        ("crown necklace necklace camera", "camera necklace necklace", 2400),
        ("luggage luggage luggage luggage", "crown", 0),
        ("luggage luggage luggage bag", "wine", 0),
    ],
)
@pytest.mark.clauses("CON-11")
def test_searched_and_not_wholly_true_costs_the_fine_on_all_goods_in_hand(hand, goods, fine):
    table = declared(hand, goods)
    table.play(OFFICER, "search")
    assert gains(table) == [fine, -fine, 0, 0]


@pytest.mark.parametrize(
    ("hand", "goods", "duty"),
    [
        ("wine luggage luggage luggage", "wine", 25),
        ("watch cigars watch luggage", "cigars watch watch", 350),
        ("crown necklace necklace necklace", "necklace necklace necklace crown", 1250),
        ("luggage luggage luggage luggage", "", 0),
    ],
)
@pytest.mark.clauses("CON-12")
def test_searched_and_wholly_true_costs_the_duty_and_the_officer_pays_200(hand, goods, duty):
    table = declared(hand, goods)
    table.play(OFFICER, "search")
    assert gains(table) == [duty - 200, 200 - duty, 0, 0]


@pytest.mark.parametrize("goods", ["wine crown", "wine"])
@pytest.mark.clauses("CON-12")
def test_a_searched_hand_is_discarded_face_up_and_the_next_player_takes_four_new_cards(goods):
    table = declared("wine crown luggage luggage camera watch bag luggage", goods)
    table.play(OFFICER, "search")
    assert seen(table, "shown") == seen(table, "discards") == cards("wine crown luggage luggage")
    assert seen(table, "declared") == {}
    assert table.actors == {NEIGHBOUR}
    assert seen(table, "hand", NEIGHBOUR) == cards("camera watch bag luggage")
    assert "declared" in table.legal(NEIGHBOUR)
    assert seen(table, "pack") == {"unknown": 48}


@pytest.mark.parametrize(("seats", "officer"), [(3, 0), (3, 1), (4, 2), (5, 4), (6, 3)])
@pytest.mark.clauses("CON-13")
def test_the_hand_goes_round_clockwise_past_the_officer(seats, officer):
    table = scenario(seats=seats, officer=officer)
    order = []
    for _ in range(2 * (seats - 1)):
        order.append(turn(table))
        declare(table)
        taken(table, "luggage")
    assert order == [(officer + 1 + i) % seats for i in range(seats - 1)] * 2


@pytest.mark.clauses("CON-13")
def test_the_next_player_takes_or_denounces_before_looking():
    table = passed_on(declared("wine luggage luggage luggage"))
    assert table.actors == {NEIGHBOUR}
    assert table.legal(NEIGHBOUR) == ("take", "denounce")
    assert seen(table, "hand", NEIGHBOUR) == {"unknown": 4}
    assert refused(table, NEIGHBOUR, "discard luggage") == "CON-14"
    for seat in (OFFICER, DECLARER, THIRD):
        assert refused(table, seat, "denounce") == "CON-13"


@pytest.mark.clauses("CON-14")
def test_who_takes_a_hand_looks_discards_one_draws_one_and_declares():
    table = passed_on(declared("wine wine crown luggage camera", "wine"))
    table.play(NEIGHBOUR, "take")
    assert seen(table, "hand", NEIGHBOUR) == cards("wine wine crown luggage")
    assert seen(table, "declared") == {}
    assert table.legal(NEIGHBOUR) == ("discard luggage", "discard wine", "discard crown")
    assert refused(table, NEIGHBOUR, "discard camera") == "CON-14"
    assert refused(table, NEIGHBOUR, "denounce") == "CON-15"
    table.play(NEIGHBOUR, "discard wine")
    assert seen(table, "discards") == {"wine": 1}
    assert seen(table, "hand", NEIGHBOUR) == cards("wine crown luggage camera")
    assert seen(table, "pack") == {"unknown": 51}
    declare(table, "wine")
    assert table.actors == {OFFICER}
    assert gains(table) == [25, -25, 0, 0]


@pytest.mark.clauses("CON-14")
def test_the_declaration_comes_after_the_new_card():
    table = passed_on(declared("wine wine crown luggage"))
    table.play(NEIGHBOUR, "take")
    with pytest.raises(tripot.IllegalMove, match="chance comes first"):
        table.play(NEIGHBOUR, "discard wine", "declared")
    assert refused(table, NEIGHBOUR, "declared") == "CON-08"


@pytest.mark.clauses("CON-14", "CON-11")
def test_a_hand_taken_over_is_declared_and_searched_like_any_other():
    table = taken(declared("wine wine crown luggage camera", "wine"), "crown")
    declare(table, "wine wine")
    table.play(OFFICER, "search")
    fine = 2 * 50 + 400
    assert gains(table) == [25 + fine, -25, -fine, 0]
    assert seen(table, "shown") == cards("wine wine luggage camera")
    assert table.actors == {THIRD}


@pytest.mark.clauses("CON-15")
def test_denounced_and_not_true_all_fines_are_paid_and_duty_is_not_given_back():
    table = passed_on(declared("wine watch luggage luggage", "wine"))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [25 + 50 + 300 - 1000, -25 - 50 - 300, 1000, 0]


@pytest.mark.clauses("CON-15")
def test_too_much_declared_is_denounced_for_a_reward_even_where_the_fine_is_nothing():
    table = passed_on(declared("luggage luggage luggage luggage", "wine"))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [25 - 1000, -25, 1000, 0]


@pytest.mark.parametrize(
    ("hand", "goods", "duty"),
    [("wine watch luggage luggage", "wine watch", 175), ("luggage luggage luggage luggage", "", 0)],
)
@pytest.mark.clauses("CON-15")
def test_a_true_declaration_denounced_costs_the_informer_200(hand, goods, duty):
    table = passed_on(declared(hand, goods))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [duty, 200 - duty, -200, 0]


@pytest.mark.parametrize("goods", ["wine watch", ""])
@pytest.mark.clauses("CON-15")
def test_either_way_the_informer_takes_four_new_cards_and_declares(goods):
    table = passed_on(declared("wine watch luggage luggage camera bag luggage crown", goods))
    table.play(NEIGHBOUR, "denounce")
    assert seen(table, "shown") == seen(table, "discards") == cards("wine watch luggage luggage")
    assert table.actors == {NEIGHBOUR}
    assert seen(table, "hand", NEIGHBOUR) == cards("camera bag luggage crown")
    declare(table, "crown")
    assert table.actors == {OFFICER}


@pytest.mark.clauses("CON-15")
def test_only_the_declarer_answers_for_a_hand_that_others_held_before():
    table = taken(declared("crown wine luggage luggage"), "luggage")
    declare(table)
    passed_on(table)
    table.play(THIRD, "denounce")
    assert gains(table) == [1050 - 1000, 0, -1050, 1000]


# Diplomatic bag and crown


@pytest.mark.clauses("CON-16")
def test_a_claim_is_answered_like_a_declaration():
    table = claimed("bag crown luggage luggage")
    assert seen(table, "declared") == {"bag": 1}
    assert table.legal(OFFICER) == ("let-pass", "search")
    passed_on(table)
    assert table.legal(NEIGHBOUR) == ("take", "denounce")


@pytest.mark.parametrize("hand", ["bag crown luggage luggage", "wine crown luggage luggage"])
@pytest.mark.clauses("CON-16")
def test_a_claim_that_nobody_doubts_costs_nothing_and_the_hand_goes_on(hand):
    table = passed_on(claimed(hand))
    table.play(NEIGHBOUR, "take")
    assert gains(table) == [0, 0, 0, 0]
    assert seen(table, "hand", NEIGHBOUR) == cards(hand)
    assert seen(table, "declared") == {}


@pytest.mark.clauses("CON-16")
def test_the_officer_doubts_a_true_claim():
    table = claimed("bag crown wine luggage")
    table.play(OFFICER, "search")
    assert gains(table) == [-200, 200, 0, 0]


@pytest.mark.clauses("CON-16")
def test_the_officer_doubts_a_false_claim():
    table = claimed("luggage crown wine luggage")
    table.play(OFFICER, "search")
    assert gains(table) == [200 + 1050, -200 - 1050, 0, 0]


@pytest.mark.clauses("CON-16")
def test_the_neighbour_doubts_a_true_claim():
    table = passed_on(claimed("bag crown wine luggage"))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [0, 200, -200, 0]


@pytest.mark.clauses("CON-16")
def test_the_neighbour_doubts_a_false_claim():
    table = passed_on(claimed("luggage crown wine luggage"))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [200 + 1050 - 1000, -200 - 1050, 1000, 0]


@pytest.mark.clauses("CON-16")
def test_a_false_claim_with_luggage_alone_costs_200():
    table = claimed("luggage luggage luggage luggage")
    table.play(OFFICER, "search")
    assert gains(table) == [200, -200, 0, 0]


@pytest.mark.parametrize("hand", ["bag crown wine luggage", "luggage crown wine luggage"])
@pytest.mark.parametrize("doubter", [OFFICER, NEIGHBOUR])
@pytest.mark.clauses("CON-16")
def test_a_doubted_hand_is_discarded_and_the_next_player_takes_four_new_cards(hand, doubter):
    table = claimed(f"{hand} watch watch luggage luggage")
    if doubter == NEIGHBOUR:
        passed_on(table)
    table.play(doubter, "search" if doubter == OFFICER else "denounce")
    assert seen(table, "discards") == seen(table, "shown") == cards(hand)
    assert table.actors == {NEIGHBOUR}
    assert seen(table, "hand", NEIGHBOUR) == cards("watch watch luggage luggage")


@pytest.mark.parametrize("claim", [True, False])
@pytest.mark.clauses("CON-17", "CON-14")
def test_a_bag_received_must_be_discarded_claimed_or_not(claim):
    hand = "bag crown luggage luggage camera"
    table = passed_on(claimed(hand) if claim else declared(hand))
    table.play(NEIGHBOUR, "take")
    assert table.legal(NEIGHBOUR) == ("discard bag",)
    assert refused(table, NEIGHBOUR, "discard crown") == "CON-17"
    table.play(NEIGHBOUR, "discard bag")
    assert seen(table, "discards") == {"bag": 1}
    assert seen(table, "hand", NEIGHBOUR) == cards("crown luggage luggage camera")


@pytest.mark.clauses("CON-17", "CON-16")
def test_a_discarded_bag_can_be_claimed_again_but_is_not_there():
    table = taken(claimed("bag crown luggage luggage camera"), "bag")
    table.play(NEIGHBOUR, "claim-bag")
    table.play(OFFICER, "search")
    assert gains(table) == [1600, 0, -1600, 0]


@pytest.mark.clauses("CON-17", "CON-16")
def test_who_draws_the_bag_may_use_it():
    table = taken(declared("crown luggage luggage luggage bag"), "luggage")
    table.play(NEIGHBOUR, "claim-bag")
    table.play(OFFICER, "search")
    assert gains(table) == [-200, 0, 200, 0]


@pytest.mark.clauses("CON-17")
def test_a_bag_that_is_not_claimed_is_luggage():
    table = declared("bag wine luggage luggage", "wine")
    table.play(OFFICER, "search")
    assert gains(table) == [25 - 200, 200 - 25, 0, 0]
    table = passed_on(declared("bag wine luggage luggage"))
    table.play(NEIGHBOUR, "denounce")
    assert gains(table) == [50 - 1000, -50, 1000, 0]


@pytest.mark.clauses("CON-18")
def test_the_crown_is_passed_on_and_discarded_like_any_good():
    table = taken(declared("crown luggage luggage luggage wine", "crown"), "crown")
    assert gains(table) == [500, -500, 0, 0]
    assert seen(table, "discards") == {"crown": 1}
    declare(table, "wine")
    table.play(OFFICER, "search")
    assert gains(table) == [500 + 25 - 200, -500, 200 - 25, 0]


# Money and end


@pytest.mark.clauses("CON-19")
def test_a_fine_beyond_the_balance_is_a_loan():
    table = late_scenario("crown necklace camera camera", phase="customs", money=[8900, 1000, 0])
    table.play(0, "search")
    assert seen(table, "money") == [8900 + 2300, 1000 - 2300, 0]


@pytest.mark.clauses("CON-19")
def test_duty_and_damages_beyond_the_balance_are_loans_too():
    table = late_scenario("luggage luggage luggage luggage", money=[9900, 0, 0])
    declare(table, "crown")
    table.play(0, "let-pass")
    assert seen(table, "money") == [10400, -500, 0]
    table = late_scenario("luggage luggage luggage luggage", phase="neighbour", money=[9900, 0, 0])
    table.play(2, "denounce")
    assert seen(table, "money") == [9900, 200, -200]


@pytest.mark.clauses("CON-19")
def test_the_officers_balance_may_go_below_zero():
    table = late_scenario("wine luggage luggage luggage", phase="neighbour", money=[0, 5000, 4900])
    table.play(2, "denounce")
    assert seen(table, "money") == [50 - 1000, 5000 - 50, 5900]
    table = late_scenario("luggage luggage luggage luggage", phase="customs", money=[-100, 5000, 5000])
    table.play(0, "search")
    assert seen(table, "money") == [-300, 5200, 5000]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.clauses("CON-19", "CON-02", "CON-21")
def test_money_and_cards_are_only_ever_moved(seats):
    rng = random.Random(seats)
    table = CONTREBANDE.start(seats, seed=seats)
    while table.outcome is None:
        now = table.position()
        assert sum(now["money"]) == seats * SHARES[seats]
        assert Counter(now["pack"]) + Counter(now["hand"]) + Counter(now["discards"]) == PACK
        table.play(turn(table), rng.choice(table.legal(turn(table))))
    assert sum(table.outcome.scores) == seats * SHARES[seats]


@pytest.mark.clauses("CON-20")
def test_the_pack_runs_out_inside_a_deal_of_four():
    table = late_scenario("wine luggage luggage luggage", "crown camera", phase="customs")
    table.play(0, "search")
    assert seen(table, "round") == 2
    assert table.actors == {2}
    assert seen(table, "hand", 2) == cards("crown camera")
    assert seen(table, "pack") == {}
    table.play(2, "declare wine", "declare wine")
    assert table.legal(2) == ("declared",)
    table.play(2, "declared")
    table.play(0, "search")
    assert seen(table, "money") == [3300 + 50 + 1400, 3300 - 50, 3300 - 1400]
    assert seen(table, "round") == 3


@pytest.mark.clauses("CON-20")
def test_the_last_card_of_the_pack_may_be_the_new_card_of_a_hand_taken_over():
    table = late_scenario("wine luggage luggage luggage", "camera", phase="neighbour")
    table.play(2, "take")
    table.play(2, "discard wine")
    assert seen(table, "hand", 2) == cards("luggage luggage luggage camera")
    assert seen(table, "pack") == {}
    assert table.actors == {2}


@pytest.mark.clauses("CON-20", "CON-14")
def test_a_hand_taken_over_from_an_empty_pack_gets_smaller_until_its_last_card_is_discarded():
    table = late_scenario("wine wine crown", phase="neighbour")
    for seat, good, left in ((2, "wine", "wine crown"), (1, "wine", "crown")):
        table.play(seat, "take")
        table.play(seat, f"discard {good}")
        assert table.actors == {seat}
        assert seen(table, "hand", seat) == cards(left)
        declare(table)
        table.play(0, "let-pass")
    assert table.legal(2) == ("take", "denounce")
    table.play(2, "take")
    assert seen(table, "round") == 2
    table.play(2, "discard crown")
    assert seen(table, "round") == 3
    assert seen(table, "money") == [3300, 3300, 3300]
    assert (seen(table, "officer"), table.actors) == (1, {2})
    assert (seen(table, "taken"), seen(table, "memory")) == (0, [{}, {}, {}])


@pytest.mark.clauses("CON-20", "CON-17")
def test_the_bag_is_the_smaller_hands_first_discard_too():
    table = late_scenario("bag wine", phase="neighbour")
    table.play(2, "take")
    assert table.legal(2) == ("discard bag",)
    table.play(2, "discard bag")
    assert seen(table, "hand", 2) == {"wine": 1}
    table = late_scenario("bag", phase="neighbour")
    table.play(2, "take")
    table.play(2, "discard bag")
    assert seen(table, "round") == 3


@pytest.mark.parametrize(("phase", "seat", "move"), [("customs", 0, "search"), ("neighbour", 2, "denounce")])
@pytest.mark.clauses("CON-20")
def test_a_hand_shown_with_the_pack_empty_ends_the_round_after_it_is_paid_for(phase, seat, move):
    table = late_scenario("crown luggage luggage luggage", phase=phase)
    table.play(seat, move)
    assert seen(table, "money")[1] == 3300 - 1000
    assert seen(table, "round") == 3
    assert seen(table, "discards") == {}
    assert seen(table, "pack") == {"unknown": 52}
    assert seen(table, "memory") == [{}, {}, {}]
    assert (seen(table, "officer"), table.actors) == (1, {2})


@pytest.mark.clauses("CON-20")
def test_a_hand_on_its_way_with_the_pack_empty_is_still_played():
    table = late_scenario("crown luggage luggage luggage", phase="customs")
    table.play(0, "let-pass")
    assert seen(table, "round") == 2
    assert table.legal(2) == ("take", "denounce")


@pytest.mark.clauses("CON-21")
def test_the_game_ends_with_the_last_card_of_the_last_round():
    table = late_scenario("wine", round=3, phase="customs", money=[4000, 3000, 2900])
    table.play(0, "search")
    assert table.outcome == tripot.Outcome((4050, 2950, 2900), (1, 2, 3), "all rounds played")
    assert table.actors == frozenset()
    assert (seen(table, "turn"), seen(table, "reason")) == (None, "all rounds played")
    assert CONTREBANDE.position(table.position()).outcome == table.outcome
    with pytest.raises(tripot.IllegalMove, match="the game is over"):
        table.play(1, "declared")


@pytest.mark.parametrize(
    ("money", "ranks"),
    [
        ([3300, 3300, 3300], (1, 1, 1)),
        ([4000, 1900, 4000], (1, 3, 1)),
        ([2000, 2000, 5900], (2, 2, 1)),
        ([-100, 6000, 4000], (3, 1, 2)),
    ],
)
@pytest.mark.clauses("CON-21")
def test_the_richest_wins_and_equal_sums_share_the_rank(money, ranks):
    table = late_scenario("luggage", round=3, phase="neighbour", money=money)
    table.play(2, "take")
    table.play(2, "discard luggage")
    assert table.outcome == tripot.Outcome(tuple(money), ranks, "all rounds played")


# Who sees what


def seen_by_all(table, thing):
    return [seen(table, thing, viewer) for viewer in (*range(table.seats), None)]


def remembered(table, seat):
    """What a seat's own view says that it remembers of the hand."""
    return seen(table, "memory", seat)[seat]


@pytest.mark.clauses("CON-07", "CON-13", "CON-14")
def test_a_hand_is_seen_by_its_holder_only():
    hand, hidden = cards("wine cigars watch luggage"), {"unknown": 4}
    table = scenario("wine cigars watch luggage camera")
    assert seen_by_all(table, "hand") == [hidden, hand, hidden, hidden, hidden]
    declare(table)
    assert seen_by_all(table, "hand") == [hidden, hand, hidden, hidden, hidden]
    passed_on(table)
    assert seen_by_all(table, "hand") == [hidden, hand, hidden, hidden, hidden]
    table.play(NEIGHBOUR, "take")
    assert seen_by_all(table, "hand") == [hidden, hidden, hand, hidden, hidden]
    assert seen_by_all(table, "drawn") == [None] * 5
    table.play(NEIGHBOUR, "discard wine")
    hand = cards("cigars watch luggage camera")
    assert seen_by_all(table, "hand") == [hidden, hidden, hand, hidden, hidden]
    assert seen_by_all(table, "drawn") == ["unknown", "unknown", "camera", "unknown", "unknown"]
    declare(table)
    passed_on(table)
    table.play(THIRD, "take")
    assert seen_by_all(table, "drawn") == [None] * 5


@pytest.mark.parametrize("officer", [0, 1, 2, 3, 4])
@pytest.mark.clauses("CON-14")
def test_earlier_holders_remember_the_hand_as_far_as_they_can_follow_it(officer):
    one, two, three, four = ((officer + place) % 5 for place in (1, 2, 3, 4))
    table = declared("wine cigars watch luggage crown camera luggage", seats=5, officer=officer)
    assert remembered(table, one) == {}
    taken(table, "wine")  # two draws the crown
    assert remembered(table, one) == cards("cigars watch luggage unknown")
    declare(table)
    passed_on(table)
    table.play(three, "take")
    assert remembered(table, one) == cards("cigars watch luggage unknown")
    assert remembered(table, two) == cards("cigars watch luggage crown")
    table.play(three, "discard crown")  # one never knew it; three draws a camera
    assert remembered(table, one) == cards("cigars watch luggage unknown")
    assert remembered(table, two) == cards("cigars watch luggage unknown")
    declare(table)
    taken(table, "luggage")  # four draws luggage
    assert remembered(table, one) == cards("cigars watch unknown unknown")
    assert remembered(table, two) == cards("cigars watch unknown unknown")
    assert remembered(table, three) == cards("cigars watch camera unknown")
    assert remembered(table, four) == {}
    assert seen(table, "hand", four) == cards("cigars watch camera luggage")
    declare(table)
    table.play(officer, "search")
    assert table.position()["memory"] == [{}] * 5


@pytest.mark.clauses("CON-14")
def test_a_hand_that_comes_back_is_known_whole_again():
    table = declared("wine cigars watch luggage crown", seats=3)
    taken(table, "wine")
    assert remembered(table, 1) == cards("cigars watch luggage unknown")
    declare(table)
    passed_on(table)
    assert remembered(table, 1) == cards("cigars watch luggage unknown")
    assert seen(table, "hand", 1) == {"unknown": 4}
    table.play(1, "take")
    assert seen(table, "hand", 1) == cards("cigars watch luggage crown")
    assert remembered(table, 1) == {}
    assert remembered(table, 2) == cards("cigars watch luggage crown")
    table.play(1, "discard cigars")
    assert remembered(table, 2) == cards("watch luggage crown unknown")


@pytest.mark.parametrize("move", ["search", "denounce"])
@pytest.mark.clauses("CON-12", "CON-15")
def test_a_shown_hand_is_known_to_all_and_nobody_needs_to_remember_it(move):
    table = taken(declared("wine cigars watch luggage crown"), "wine")
    declare(table)
    if move == "denounce":
        passed_on(table)
    table.play(turn(table), move)
    assert seen_by_all(table, "shown") == [cards("cigars watch luggage crown")] * 5
    assert seen_by_all(table, "memory") == [[{}, {}, {}, {}]] * 5


@pytest.mark.clauses("CON-14", "CON-20")
def test_a_discard_without_a_new_card_only_takes_from_memory():
    table = late_scenario("wine wine crown", phase="neighbour")
    table.play(2, "take")
    assert remembered(table, 1) == cards("wine wine crown")
    table.play(2, "discard wine")
    assert remembered(table, 1) == cards("wine crown")


@pytest.mark.clauses("CON-14")
def test_of_the_others_memories_only_the_size_is_seen():
    table = taken(declared("wine cigars watch luggage crown"), "wine")
    for viewer in (OFFICER, NEIGHBOUR, THIRD, None):
        assert seen(table, "memory", viewer) == [{}, {"unknown": 4}, {}, {}]


@pytest.mark.clauses("CON-14")
def test_memories_are_part_of_a_position():
    table = taken(declared("wine cigars watch luggage crown"), "wine")
    declare(table)
    passed_on(table)
    again = CONTREBANDE.position(table.position(), chance=script("deal camera"))
    again.play(THIRD, "take")
    again.play(THIRD, "discard crown")
    assert remembered(again, DECLARER) == cards("cigars watch luggage unknown")
    assert remembered(again, NEIGHBOUR) == cards("cigars watch luggage unknown")


@pytest.mark.clauses("CON-04", "CON-08", "CON-12", "CON-14")
def test_what_everybody_sees():
    table = scenario("wine cigars watch luggage crown camera luggage bag perfume")
    table.play(DECLARER, "declare wine")
    assert seen_by_all(table, "declared") == [{"wine": 1}] * 5
    table.play(DECLARER, "declare crown", "declared")
    assert seen_by_all(table, "declared") == [{"wine": 1, "crown": 1}] * 5
    table.play(OFFICER, "search")
    declare(table, "perfume")
    taken(table, "bag")
    for thing, value in {
        "round": 1,
        "officer": OFFICER,
        "turn": THIRD,
        "money": [2500 + 450 + 100, 2500 - 450, 2500 - 100, 2500],
        "discards": cards("wine cigars watch luggage bag"),
        "shown": cards("wine cigars watch luggage"),
        "pack": {"unknown": 47},
    }.items():
        assert seen_by_all(table, thing) == [value] * 5


@pytest.mark.parametrize("viewer", [OFFICER, THIRD, None])
@pytest.mark.clauses("CON-07", "CON-10", "CON-14")
def test_nobody_else_can_tell_a_hand_from_another(viewer):
    stories = []
    for dealt in ("wine luggage bag luggage wine", "wine crown bag cigars luggage"):
        table = taken(declared(dealt, "wine"), "bag")
        declare(table, "crown")
        passed_on(table)
        stories.append((bytes(table.look(viewer)), table.heard(viewer), table.log(viewer)))
    assert stories[0] == stories[1]


@pytest.mark.parametrize("viewer", [OFFICER, DECLARER, NEIGHBOUR, THIRD, None])
@pytest.mark.clauses("CON-07", "CON-14")
def test_a_card_from_the_pack_is_known_to_who_takes_it(viewer):
    table = taken(declared("wine cigars watch luggage crown"), "wine")
    heard = [event.text for event in table.heard(viewer) if event.act == "deal"]
    assert heard == [
        *(f"deal {kind}" if viewer == DECLARER else None for kind in ("wine", "cigars", "watch", "luggage")),
        "deal crown" if viewer == NEIGHBOUR else None,
    ]


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
@pytest.mark.clauses("CON-21")
def test_nothing_is_left_to_hide_at_the_end(viewer):
    table = late_scenario("wine", round=3, phase="customs")
    table.play(0, "search")
    assert table.look(viewer).document() == table.position()


# Moves, records and words


@pytest.mark.clauses("CON-08", "CON-09", "CON-13", "CON-14")
def test_moves():
    assert set(CONTREBANDE.moves) == {
        *(f"declare {good}" for good in GOODS),
        *("declared", "claim-bag", "let-pass", "search", "take", "denounce"),
        *(f"discard {kind}" for kind in PACK),
    }
    assert set(CONTREBANDE.outcomes) == {
        *(f"officer {seat}" for seat in range(6)),
        *(f"deal {kind}" for kind in PACK),
    }
    with pytest.raises(tripot.UnknownMove):
        scenario().play(DECLARER, "declare luggage")


@pytest.mark.clauses("CON-05", "CON-07", "CON-14")
def test_order_of_chance():
    table = declared("wine cigars watch luggage crown camera luggage bag perfume")
    taken(table, "wine")
    declare(table)
    table.play(OFFICER, "search")
    assert table.history == (
        (None, "officer 0"),
        (None, "deal wine"),
        (None, "deal cigars"),
        (None, "deal watch"),
        (None, "deal luggage"),
        (DECLARER, "declared"),
        (OFFICER, "let-pass"),
        (NEIGHBOUR, "take"),
        (NEIGHBOUR, "discard wine"),
        (None, "deal crown"),
        (NEIGHBOUR, "declared"),
        (OFFICER, "search"),
        (None, "deal camera"),
        (None, "deal luggage"),
        (None, "deal bag"),
        (None, "deal perfume"),
    )


@pytest.mark.clauses("CON-02", "CON-14")
def test_a_deal_weighs_as_many_as_cards_are_left():
    asked = []
    dealt = script("officer 0", "deal bag", "deal wine", "deal wine", "deal crown")
    table = CONTREBANDE.start(4, chance=lambda weights: asked.append(weights) or dealt(weights))
    table.play(DECLARER, "declared")
    taken(table, "bag")
    left = Counter(PACK) - Counter(cards("bag wine wine crown"))
    assert asked[-1] == {f"deal {kind}": number for kind, number in left.items()}


RECORD = """\
game contrebande
rules 1
players 3
options rounds=all pack=tiny
---
chance officer 2
chance deal watch
chance deal luggage
0 declare watch
0 declared
2 let-pass
1 take
1 discard luggage
chance deal bag
1 claim-bag
2 search
chance deal luggage
0 declared
2 search
chance deal luggage
chance deal luggage
1 declare watch
1 declared
0 let-pass
2 denounce
chance deal bag
chance deal watch
2 declared
0 let-pass
1 take
1 discard bag
1 declare watch
1 declared
0 let-pass
2 take
2 discard watch
chance deal luggage
chance deal watch
2 claim-bag
1 let-pass
0 denounce
chance deal bag
chance deal luggage
0 claim-bag
1 let-pass
2 denounce
score 0 CON-04 1 3300 share
score 0 CON-10 1 -150 duty paid
score 0 CON-10 2 300 duty got
score 0 CON-12 2 400 compensation got
score 0 CON-15 1 -1000 reward paid
score 0 CON-15 1 1000 reward got
score 1 CON-04 1 3300 share
score 1 CON-10 2 -300 duty paid
score 1 CON-11 1 500 fine got
score 1 CON-12 1 200 compensation got
score 1 CON-15 1 -1000 reward paid
score 2 CON-04 1 3300 share
score 2 CON-10 1 150 duty got
score 2 CON-11 1 -500 fine paid
score 2 CON-12 3 -600 compensation paid
score 2 CON-15 1 1000 reward got
result 3850 2700 3350
"""


@pytest.mark.clauses("CON-05", "CON-07", "CON-14", "CON-16", "CON-20", "CON-21")
def test_a_record_written_by_hand_replays():
    table = tripot.replay(RECORD)
    assert table.record() == RECORD
    assert table.outcome == tripot.Outcome((3850, 2700, 3350), (1, 3, 2), "all rounds played")


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("chance officer 2", "chance officer 3"),
        ("chance deal bag", "chance deal watch"),
        ("2 search", "1 search"),
        ("1 discard bag", "1 discard watch"),
        ("result 3850 2700 3350", "result 3850 2700 3351"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(line, instead):
    number = RECORD.splitlines().index(line) + 1
    with pytest.raises(tripot.BadRecord, match=f"line {number}:"):
        tripot.replay(RECORD.replace(line, instead, 1))


@pytest.mark.clauses("CON-08", "CON-09", "CON-13", "CON-14", "CON-17")
def test_a_time_out_plays_the_passive_move():
    table = scenario("bag crown watch wine luggage")
    for seat, move in (
        (DECLARER, "declared"),
        (OFFICER, "let-pass"),
        (NEIGHBOUR, "take"),
        (NEIGHBOUR, "discard bag"),
        (NEIGHBOUR, "declared"),
        (OFFICER, "let-pass"),
        (THIRD, "take"),
        (THIRD, "discard luggage"),
    ):
        assert table.look(seat).passive == move
        table.play(seat, move)
    table = passed_on(declared("crown watch wine wine"))
    table.play(NEIGHBOUR, "take")
    assert table.look(NEIGHBOUR).passive == "discard wine"


@pytest.mark.clauses("CON-08")
def test_a_time_out_closes_a_declaration_that_was_begun():
    table = scenario()
    table.play(DECLARER, "declare wine")
    time_out(table)
    assert seen(table, "declared") == {"wine": 1}
    assert table.actors == {OFFICER}


# Options for study


@pytest.mark.clauses("CON-21", "CON-02")
def test_the_real_game_is_the_default():
    assert CONTREBANDE.options == {
        "rounds": ("all", "1", "2", "3", "4", "5"),
        "pack": ("full", "small", "tiny"),
    }
    table = scenario(seats=5)
    assert (seen(table, "rounds"), seen(table, "edition")) == (5, "full")
    for option in ({"rounds": "6"}, {"pack": "huge"}):
        with pytest.raises(tripot.BadOption):
            scenario(**option)


@pytest.mark.parametrize(("seats", "chosen", "played"), [(4, "1", 1), (4, "3", 3), (3, "5", 3), (6, "5", 5)])
def test_fewer_rounds(seats, chosen, played):
    table = scenario(seats=seats, rounds=chosen)
    for _ in range(played):
        assert table.outcome is None
        search_all_hands(table)
    assert table.outcome.reason == "all rounds played"


@pytest.mark.parametrize(
    ("pack", "held"),
    [("small", {"luggage": 2, "bag": 1, "watch": 2}), ("tiny", {"luggage": 2, "bag": 1, "watch": 1})],
)
def test_smaller_packs_have_hands_of_two(pack, held):
    asked = []
    dealt = script("officer 0", "deal bag", "deal luggage")
    table = CONTREBANDE.start(3, chance=lambda weights: asked.append(weights) or dealt(weights), pack=pack)
    assert asked[1] == {f"deal {kind}": number for kind, number in held.items()}
    assert seen(table, "hand", 1) == {"bag": 1, "luggage": 1}
    assert table.legal(1) == ("declare watch", "declared", "claim-bag")
    table.play(1, *["declare watch"] * min(held["watch"], 2))
    assert table.legal(1) == ("declared",)


# Words

NAMES = ("Ana", "Bob", "Éva", "Luc")


def story():
    table = declared("bag wine luggage luggage luggage watch luggage", "wine")
    taken(table, "bag")
    table.play(NEIGHBOUR, "claim-bag")
    passed_on(table)
    table.play(THIRD, "denounce")
    return table


@pytest.mark.clauses("CON-10", "CON-14", "CON-15", "CON-16")
def test_the_log_tells_each_viewer_what_he_may_know():
    drawn = ["Drawn from the pack: Diplomatic Bag.", "Drawn from the pack: wine."]
    drawn += ["Drawn from the pack: luggage."] * 2
    opening = ["Ana is drawn by lot as the first Customs officer."]
    first = [
        "Bob declares: wine.",
        "Bob has declared wine: 25\N{NO-BREAK SPACE}F duty if let pass.",
        "Ana lets the player pass.",
        "Bob pays Ana 25\N{NO-BREAK SPACE}F duty.",
        "Éva accepts the cards.",
        "Éva discards: Diplomatic Bag.",
    ]
    second = [
        "Éva claims the Diplomatic Bag.",
        "Ana lets the player pass.",
        "Luc turns informer: the cards are shown.",
        "In the suitcase: 3 × luggage, wine.",
        "There is no Diplomatic Bag: Éva pays Ana 250\N{NO-BREAK SPACE}F, which is 200 F plus the fine on every card.",
        "Luc receives the informer's reward from Ana: 1,000\N{NO-BREAK SPACE}F.",
    ]
    table = story()
    assert [list(table.log(viewer, "en", NAMES)) for viewer in (OFFICER, DECLARER, NEIGHBOUR, THIRD, None)] == [
        opening + first + second,
        opening + drawn + first + second,
        opening + first + ["Drawn from the pack: luggage."] + second,
        opening
        + first
        + second
        + [f"Drawn from the pack: {word}." for word in ("watch", "luggage", "luggage", "luggage")],
        opening + first + second,
    ]


def test_the_log_in_french():
    francs = "\N{NARROW NO-BREAK SPACE}F"
    assert story().log(None, "fr", NAMES) == (
        "Le sort désigne le premier Douanier\xa0: Ana.",
        "Bob déclare\xa0: vin.",
        f"Bob a déclaré\xa0: vin, soit 25{francs} de droits en cas de passage.",
        "Ana laisse passer.",
        f"Bob paie 25{francs} de droits à Ana.",
        "Éva accepte les cartes.",
        "Éva défausse\xa0: Valise Diplomatique.",
        "Éva invoque la Valise Diplomatique.",
        "Ana laisse passer.",
        "Luc joue les Indicateurs\xa0: les cartes sont dévoilées.",
        "Dans la valise\xa0: 3 × bagages, vin.",
        f"Pas de Valise Diplomatique\xa0: Éva paie 250{francs} à Ana, soit 200 F plus l’amende sur toutes ses cartes.",
        f"Luc touche la récompense de l’Indicateur, payée par Ana\xa0: 1\N{NARROW NO-BREAK SPACE}000{francs}.",
    )


def told(table):
    """What the log tells a spectator beyond the moves: the names of the news, and whom they are of."""
    looks = [(Look(CONTREBANDE, before, -1), Look(CONTREBANDE, after, -1)) for before, _, _, after in table.steps()]
    return [(news.name, NAMES[news.seat]) for was, now in looks for news in was.news(now)]


@pytest.mark.parametrize(
    ("hand", "goods", "verdict"),
    [
        ("wine luggage luggage luggage", "wine", "honest"),
        ("wine luggage luggage luggage", "wine wine", "caught"),
        ("bag wine luggage luggage", "bag", "immune"),
        ("luggage wine luggage luggage", "bag", "impostor"),
    ],
)
@pytest.mark.clauses("CON-11", "CON-12", "CON-15", "CON-16")
def test_the_log_says_what_a_shown_hand_means(hand, goods, verdict):
    table = claimed(hand) if goods == "bag" else declared(hand, goods)
    table.play(OFFICER, "search")
    stated = [] if goods == "bag" else [("declaration", "Bob")]
    duty = [("duty paid", "Bob")] if verdict == "honest" else []
    assert told(table) == [*stated, ("hand", "Bob"), *duty, (verdict, "Bob")]
    table = passed_on(claimed(hand) if goods == "bag" else declared(hand, goods))
    table.play(NEIGHBOUR, "denounce")
    duty = [] if goods == "bag" else [("duty paid", "Bob")]
    reward = [("informer", "Éva")] if verdict in ("caught", "impostor") else []
    heard = "defamed" if verdict == "honest" else verdict
    assert told(table) == [*stated, *duty, ("hand", "Bob"), (heard, "Bob"), *reward]


@pytest.mark.clauses("CON-20", "CON-05")
def test_the_log_says_when_the_pack_is_empty_and_who_is_the_next_officer():
    table = late_scenario("luggage luggage luggage luggage", "luggage", phase="customs")
    table.play(0, "search")
    declare(table)
    table.play(0, "search")
    lines = table.log(None, "en", NAMES)
    assert sum(line.startswith("The pack is empty") for line in lines) == 1
    assert lines[-1] == "The round is over. The next Customs officer is Bob."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_its_words(language):
    said = CONTREBANDE.texts(language)
    rules = CONTREBANDE.rules
    labels = [said.move(move) for move in CONTREBANDE.moves]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(CONTREBANDE.moves)
    assert all(said.prompt(phase) for phase in rules.PHASES)
    assert all("Ana" in said.told(move, "Ana") for move in CONTREBANDE.moves if move != "declared")
    assert all(said.end(reason) for reason in CONTREBANDE.reasons)
    for name, choices in CONTREBANDE.options.items():
        assert all(said.option(key) != key for key in (name, *(f"{name}.{choice}" for choice in choices)))


# Positions that can't be

DEALT = "wine cigars watch luggage"


def faulty(**changes):
    """Seat 1 has taken their cards, and something is wrong."""
    return scenario(DEALT).position() | changes


def one_more(kind):
    """A card too many lies in the pack."""
    document = faulty()
    document["pack"] = dict(Counter(document["pack"]) + Counter([kind]))
    return document


def wrongly_taken(**changes):
    """Seat 2 has taken the hand of seat 1, discarded wine and drawn the crown, and something is wrong."""
    return taken(declared(f"{DEALT} crown"), "wine").position() | changes


def with_the_bag(document):
    """The bag has come out of the pack, for a piece of luggage of the hand."""
    swap = Counter(document["pack"]) - Counter(["bag"]) + Counter(["luggage"])
    return document | {"pack": dict(swap), "hand": cards("bag cigars watch crown")}


FAULTY = {
    "round": faulty(round=5),
    "officer": faulty(officer=None),
    "turn": faulty(turn=2),
    "hand": faulty(hand=cards("wine cigars watch"), pack=dict(Counter(PACK) - Counter(cards("wine cigars watch")))),
    "taken": faulty(phase="discard"),
    "drawn": faulty(drawn="wine"),
    "bag kept": with_the_bag(wrongly_taken()),
    "declaration": faulty(declared={"wine": 3, "cigars": 2}),
    "shown": faulty(shown=cards(DEALT)),
    "memory": wrongly_taken(memory=[{}, cards("cigars watch luggage crown"), {}, {}]),
    "money": faulty(money=[2500, 2500, 2500, 2600]),
    "end": faulty(reason="all rounds played"),
}


@pytest.mark.parametrize(("flaw", "clause"), CONTREBANDE.rules.FLAWS.items())
def test_an_impossible_position_is_refused_with_a_reason(flaw, clause):
    with pytest.raises(tripot.BadPosition) as refusal:
        CONTREBANDE.position(FAULTY[flaw])
    assert str(refusal.value) == f"{CONTREBANDE.texts().flaw(flaw)} (CON-{clause:02d})"


@pytest.mark.clauses("CON-02")
@pytest.mark.parametrize("kind", PACK)
def test_the_cards_of_every_kind_are_counted(kind):
    with pytest.raises(tripot.BadPosition, match=r"too many or too few .*CON-02") as refusal:
        CONTREBANDE.position(one_more(kind))
    assert CONTREBANDE.texts().word(kind) in str(refusal.value)


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (faulty(hand={"unknown": 4}), "hand: in a position all cards are known (CON-02)"),
        (faulty(discards={"luggage": -1}), "discards: nothing can be less than none (CON-02)"),
        (faulty(edition=None), "edition: there is no such thing (CON-02)"),
    ],
)
def test_what_no_position_can_have_is_refused_by_its_field(document, reason):
    with pytest.raises(tripot.BadPosition) as refusal:
        CONTREBANDE.position(document)
    assert str(refusal.value) == reason


def overdealt():
    """A fifth card in hand."""
    document = faulty(hand=cards(f"{DEALT} crown"))
    return document | {"pack": dict(Counter(document["pack"]) - Counter(["crown"]))}


def twice_taken(*memories):
    """Seat 3 has taken the hand too, discarded cigars and drawn the bag; seats 1 and 2 remember something wrong."""
    table = taken(declared(f"{DEALT} crown bag"), "wine")
    declare(table)
    document = taken(table, "cigars").position()
    return document | {"memory": [{}, *memories, {}]} if memories else document


def searched(**changes):
    table = declared(DEALT)
    table.play(OFFICER, "search")
    return table.position() | changes


ENDED = {"phase": "over", "turn": None, "reason": "all rounds played"}


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        (faulty(rounds=5), 5),  # more rounds than players
        (faulty(round=0), 5),
        (faulty(phase="officer", turn=None), 5),  # drawn already
        (faulty(officer=1), 13),  # the officer holds cards
        (faulty(turn=None), 13),
        (faulty(phase="over", turn=None), 21),  # no reason
        (position("", **ENDED), 21),  # the last round is yet to come
        (position("", "wine", round=3, **ENDED), 21),
        (position("wine", round=3, **ENDED), 7),
        (faulty(phase="dealing"), 7),  # a whole hand
        (position("wine", phase="dealing"), 7),  # from an empty pack
        (position("wine", "camera"), 7),  # a hand of one, and yet there is a pack
        (position(""), 7),
        (overdealt(), 7),
        (faulty(hand={"wine": -1, "luggage": 5}), 2),
        (faulty(declared={"wine": -1}), 2),
        (faulty(memory=[{}, {"wine": -1, "crown": 1}, {}, {}]), 2),
        (faulty(declared={"luggage": 1}), 8),
        (faulty(declared={"crown": 2}), 8),
        (faulty(declared={"bag": 1}), 8),  # a claim ends the declaration
        (faulty(phase="customs", declared={"bag": 1, "wine": 1}), 8),
        (wrongly_taken(phase="discard", drawn=None, declared={"wine": 1}), 8),
        (faulty(taken=1), 14),  # a hand taken over has a card drawn last
        (faulty(memory=[{}, {}, {"wine": 4}, {}]), 14),  # seat 2 has not held it
        (faulty(money=[2400, 2600, 2500, 2500]), 19),  # nothing has been paid yet
        (searched(money=[2510, 2490, 2500, 2500]), 19),
        (searched(shown={}), 12),
        (searched(shown=cards("wine cigars watch watch")), 12),
        (searched(turn=3), 13),
        (wrongly_taken(taken=4), 13),  # but only one was discarded
        (wrongly_taken(drawn="necklace"), 14),  # it isn't there
        (wrongly_taken(drawn="luggage"), 14),  # seat 1 remembers it
        (wrongly_taken(memory=[{}, {}, {}, {}]), 14),
        (wrongly_taken(memory=[{}, cards("bag cigars watch unknown"), {}, {}]), 14),
        (wrongly_taken(memory=[{}, cards("cigars watch unknown unknown"), {}, {}]), 14),
        (twice_taken(cards("watch luggage unknown unknown"), cards("watch luggage unknown unknown")), 14),
        (twice_taken(cards("watch luggage crown unknown"), cards("watch luggage unknown unknown")), 14),
        (twice_taken(cards("watch luggage unknown unknown"), cards("watch luggage crown bag")), 14),
    ],
)
def test_more_impossible_positions(document, clause):
    with pytest.raises(tripot.BadPosition, match=f"CON-{clause:02d}"):
        CONTREBANDE.position(document)


@pytest.mark.parametrize("document", [faulty(), wrongly_taken(), twice_taken(), searched(), position("wine")])
def test_without_the_fault_they_are_possible(document):
    assert CONTREBANDE.position(document).position() == document
