"""Condamnés!, clause by clause."""

from itertools import pairwise

import pytest

import tripot
from tripot.engine.hearing import Listener
from tripot.engine.look import Look

CONDAMNES = tripot.game("condamnes")
SUITS = "SCHD"
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [value + suit for value in VALUES for suit in SUITS]
GUARD = 0
ALL_KNOW = 1023


def script(*cards):
    """Chance as a scenario wants it: these cards, in this order, then any."""
    coming = iter(f"deal {card}" for card in cards)
    return lambda weights: next(coming, None) or next(iter(weights))


def recorder(asked, *cards):
    """The same, and what could have been dealt each time is written down."""
    pick = script(*cards)
    return lambda weights: asked.append([outcome.split()[1] for outcome in weights]) or pick(weights)


def opened(guard="", *prisoners, seats=3, stolen="KS", chance=()):
    """Seat 0 is the guard and the stolen card lies on the table. Hands are filled up with low cards."""
    hands = [guard.split(), *(cards.split() for cards in prisoners), *([] for _ in range(seats - 1 - len(prisoners)))]
    named = {stolen, *chance, *(card for cards in hands for card in cards)}
    spare = [card for card in PACK if card not in named]
    for seat, cards in enumerate(hands):
        while len(cards) < (3 if seat else 5):
            cards.append(spare.pop(0))
    others = [spare.pop(0) for _ in range(seats - 1)]
    dealt = [card for cards in hands for card in cards]
    return CONDAMNES.start(seats, chance=script(stolen, *others, *dealt, *chance))


def scenario(*hands, holder=1, **rest):
    """The first round begins, and this prisoner has the stolen card."""
    table = opened(*hands, **rest)
    answer(table, {seat: "grab" if seat == holder else "leave" for seat in range(1, table.seats)})
    return table


def given(card, *hands, **rest):
    """The guard has given this card: the first moment."""
    table = scenario(*hands, **rest)
    table.play(GUARD, f"give {card}")
    return table


def arranged(table, chance=(), hand=(), lies=(), **changes):
    """The same position, but some cards are in these hands or lie at these places, and other things are as said."""
    document = table.position()
    for card, seat in dict(hand).items():
        document["lies"].pop(card, None)
        document["hand"][card] = seat
        document["known"][card] = 2 << seat
    for card, place in dict(lies).items():
        document["hand"].pop(card, None)
        document["lies"][card] = place
        document["known"][card] = 0 if place.startswith("heap") else ALL_KNOW
    document["held"] = [list(document["hand"].values()).count(seat) for seat in range(table.seats)]
    document["heaps"] = [list(document["lies"].values()).count(f"heap {heap}") for heap in range(12)]
    return CONDAMNES.position(document | changes, chance=chance if callable(chance) else script(*chance))


def in_pack(table, *but):
    """The cards of the pack, except some."""
    lies = table.position()["lies"]
    return [card for card in PACK if lies.get(card, "").startswith("heap") and card not in but]


def answer(table, answers):
    for seat, move in answers.items():
        table.play(seat, move)


def moment(table, watch=1, acts=()):
    """The guard watches a prisoner; all prisoners wait, but for those who act."""
    waiting = dict.fromkeys(range(1, table.seats), "wait")
    answer(table, {GUARD: f"watch {watch}"} | waiting | dict(acts))
    return table


def onward(table, card, **looking):
    """A moment in which nobody is searched, then a card is passed."""
    moment(table, **looking)
    table.play(GUARD, "carry-on")
    table.play(turn(table), f"pass {card}")


def travel(table, *cards):
    for card in cards:
        onward(table, card)
    return table


def around(table, card):
    """The same card goes all the way around to the guard."""
    return travel(table, *[card] * (table.seats - 1))


def dig(table, seat, cards, mark=None):
    """Four cards are laid, the first stays on the table unless another shall."""
    laid = cards.split()
    table.play(seat, *(f"lay {card}" for card in laid), f"mark {mark or laid[0]}")
    return table


def search(table, seat, payment):
    table.play(GUARD, f"search {seat}", *(f"discard {card}" for card in payment.split()))
    return table


def turn(table):
    (seat,) = table.actors
    return seat


def hand(table, seat):
    return {card for card, owner in table.position()["hand"].items() if owner == seat}


def state(table, thing):
    return table.position()[thing]


def seen(table, thing, viewer=None):
    return table.view(viewer)["table"][thing]


def seen_in_hands(table, viewer):
    return seen(table, "hand", viewer)


def lying(table, place):
    return {card for card, there in table.position()["lies"].items() if there == place}


def texts(table, viewer):
    return [heard.text for heard in table.heard(viewer)]


def refused(table, seat, *moves):
    """The clause that the refusal of these moves names. A refusal changes nothing."""
    before = table.position()
    with pytest.raises(tripot.IllegalMove) as refusal:
        table.play(seat, *moves)
    assert table.position() == before
    return refusal.value.clause


# Cards and set-up


@pytest.mark.clauses("CND-01")
def test_three_to_nine_may_play():
    for seats in range(3, 10):
        assert len(seen(CONDAMNES.start(seats, seed=0), "held")) == seats
    for seats in (0, 2, 10):
        with pytest.raises(tripot.BadOption, match="CND-01"):
            CONDAMNES.start(seats, seed=0)


@pytest.mark.parametrize("seats", [3, 9])
@pytest.mark.clauses("CND-01", "CND-02")
def test_pack(seats):
    asked = []
    CONDAMNES.start(seats, chance=lambda weights: asked.append(weights) or next(iter(weights)))
    assert asked[0] == {f"deal {value}{suit}": 1 for suit in SUITS for value in VALUES}
    assert [len(weights) for weights in asked] == [52 - dealt for dealt in range(seats)]


@pytest.mark.parametrize(("announced", "higher"), list(pairwise(VALUES)))
@pytest.mark.clauses("CND-01", "CND-10", "CND-11")
def test_values_go_from_ace_to_king(announced, higher):
    guards = "JC QC KC JH QH" if announced in "JQ" else f"{announced}C"
    table = around(given(f"{announced}C", guards, "", f"{higher}D"), f"{higher}D")
    assert (state(table, "round"), table.view(GUARD)["phase"]) == (2, "give")
    table = around(given(f"{announced}C", guards, "", f"{announced}D"), f"{announced}D")
    assert (state(table, "round"), table.view(GUARD)["phase"]) == (1, "inspect")


@pytest.mark.parametrize("value", VALUES[1:])
@pytest.mark.clauses("CND-01", "CND-10")
def test_a_jack_queen_or_king_that_comes_back_brings_one_card_more(value):
    table = around(given("AC", "AC", "", f"{value}D"), f"{value}D")
    assert state(table, "round") == 2
    assert len(hand(table, GUARD)) == (6 if value in "JQK" else 5)


@pytest.mark.parametrize(
    ("cards", "guard"),
    [
        ("3S KD QS", 1),
        ("JS 10S AS", 0),
        ("KH KC KS", 2),
        ("KH KC 2S", 1),
        ("KD KH 2S", 1),
        ("9D 9C 9H 9S", 3),
        ("AS 2D 2H AC", 2),
    ],
)
@pytest.mark.clauses("CND-02", "CND-03")
def test_the_highest_card_makes_the_guard_and_is_the_stolen_card(cards, guard):
    dealt = cards.split()
    table = CONDAMNES.start(len(dealt), chance=script(*dealt))
    assert (seen(table, "guard"), seen(table, "stolen")) == (guard, dealt[guard])
    assert table.actors == set(range(len(dealt))) - {guard}


@pytest.mark.clauses("CND-02")
def test_cards_are_turned_up_together():
    table = CONDAMNES.start(4, chance=script("2C", "KD", "5H", "KS"))
    for viewer in (None, 0, 1, 2, 3):
        for before, _, _, _ in table.steps():
            known = Look(CONDAMNES, before, -1 if viewer is None else viewer).document()
            assert (known["hand"], known["lies"]) == ({}, {})
        listener = Listener(CONDAMNES.rules, CONDAMNES.plain, -1 if viewer is None else viewer)
        assert [len(listener.step(*step)) for step in table.steps()] == [0, 0, 0, 4]
        assert set(texts(table, viewer)) == {"deal 2C", "deal KD", "deal 5H", "deal KS"}


@pytest.mark.clauses("CND-03", "CND-05")
def test_the_prisoners_cards_go_under_the_pack():
    asked = []
    table = CONDAMNES.start(4, chance=recorder(asked, "2C", "KS", "5H", "9D"))
    under = {"2C", "5H", "9D"}
    for viewer in (None, 0, 1):
        assert {card for card, place in seen(table, "lies", viewer).items() if place == "heap 1"} == under
    answer(table, dict.fromkeys((0, 2, 3), "leave"))
    assert len(asked) == 4 + 5 + 3 * 3
    assert not any(under & set(cards) for cards in asked[4:])
    asked.clear()
    last = "KD"
    rest = [card for card in in_pack(table, last) if card not in under]
    table.play(1, f"give {next(card for card in hand(table, 1) if card[:-1] not in 'JQK')}")
    answer(table, {0: "wait", 1: "watch 0", 2: "wait", 3: "wait"})
    table = arranged(table, recorder(asked, last), lies=dict.fromkeys(rest, "discard"))
    payment = [card for card in hand(table, 1) if card[:-1] not in "JQK"][:2]
    table.play(1, "search 2", *(f"discard {card}" for card in payment))
    assert asked[0] == [last]
    assert set(asked[1]) == under


@pytest.mark.clauses("CND-04")
def test_the_first_to_grab_has_the_stolen_card_and_all_are_asked():
    table = opened(seats=5)
    assert table.actors == {1, 2, 3, 4}
    for seat in table.actors:
        assert table.legal(seat) == ("grab", "leave")
    answer(table, {4: "leave", 3: "grab", 1: "grab"})
    assert table.actors == {2}
    table.play(2, "grab")
    assert state(table, "holder") == 3
    assert lying(table, "stolen") == {"KS"}


@pytest.mark.clauses("CND-04")
def test_if_none_grabs_the_prisoner_left_of_the_guard_has_it():
    table = opened(seats=4)
    answer(table, {3: "leave", 2: "leave", 1: "leave"})
    assert state(table, "holder") == 1
    table = CONDAMNES.start(4, chance=script("2C", "3C", "4C", "KS"))
    answer(table, {2: "leave", 1: "leave", 0: "leave"})
    assert state(table, "holder") == 0


@pytest.mark.clauses("CND-04")
def test_grabs_are_sealed():
    table = opened(seats=4)
    shut = {viewer: (table.view(viewer), table.heard(viewer), table.log(viewer)) for viewer in (None, 0, 2, 3)}
    table.play(1, "grab")
    for viewer, before in shut.items():
        assert (table.view(viewer), table.heard(viewer), table.log(viewer)) == before
    assert seen(table, "answers", 1) == [None, "grab", None, None]
    assert table.view(2)["actors"] == [1, 2, 3]
    assert refused(table, 1, "leave") == "CND-04"


@pytest.mark.clauses("CND-04")
def test_prisoners_learn_who_has_the_stolen_card_but_not_who_else_grabbed():
    table = opened(seats=4)
    answer(table, {2: "grab", 1: "grab", 3: "leave"})
    for prisoner in (1, 2, 3):
        assert seen(table, "holder", prisoner) == 2
        assert "Seat 2 has the stolen card." in table.log(prisoner)
    for viewer in (None, GUARD):
        assert seen(table, "holder", viewer) is None
        assert not {"grab", "leave"} & set(texts(table, viewer))
        assert not [line for line in table.log(viewer) if "has the stolen card" in line]
    assert {"grab", "leave"} & set(texts(table, 3)) == {"leave"}
    assert {"grab", "leave"} & set(texts(table, 1)) == {"grab"}


@pytest.mark.parametrize("seats", range(3, 10))
@pytest.mark.clauses("CND-05")
def test_the_guard_gets_five_cards_every_prisoner_three(seats):
    table = scenario(seats=seats, holder=2)
    assert seen(table, "held") == [5] + [3] * (seats - 1)
    assert "KS" not in hand(table, 2)
    assert [act.split()[0] for _, act in table.history[-3 * seats - 2 :]] == ["deal"] * (3 * seats + 2)


# Winning


def last_tunnel(watch):
    """Two prisoners, one tunnel stands, and seat 2 has laid four hearts for the second one."""
    table = given("2H", "2H", "", "3H 4H 5H")
    table = arranged(table, lies={"10C": "table"})
    return dig(moment(table, watch, {2: "tunnel"}), 2, "2H 3H 4H 5H")


@pytest.mark.clauses("CND-06", "CND-22")
def test_the_last_tunnel_wins_before_any_card_is_drawn():
    table = last_tunnel(watch=1)
    assert table.outcome == tripot.Outcome((0, 1, 1), (3, 1, 1), "tunnels")
    assert lying(table, "table") == {"10C", "2H"}
    assert hand(table, 2) == set()
    assert table.history[-1] == (2, "mark 2H")


@pytest.mark.clauses("CND-06", "CND-17")
def test_the_last_tunnel_wins_before_the_guards_eyes_too():
    table = last_tunnel(watch=2)
    assert table.outcome is None
    table.play(GUARD, "let-be")
    assert table.outcome.reason == "tunnels"


@pytest.mark.parametrize(("seats", "tunnels"), [(3, 0), (4, 1), (9, 6)])
@pytest.mark.clauses("CND-06")
def test_fewer_tunnels_than_prisoners_do_not_win(seats, tunnels):
    table = given("2H", "2H", *[""] * (seats - 2), "3H 4H 5H", seats=seats)
    table = arranged(table, lies=dict.fromkeys(in_pack(table)[-tunnels:] if tunnels else (), "table"))
    dig(moment(table, 1, {seats - 1: "tunnel"}), seats - 1, "2H 3H 4H 5H")
    assert len(lying(table, "table")) == tunnels + 1
    assert table.outcome is None


def rich(table, cards, **rest):
    """The guard has so many cards in hand: what is lacking comes from the pack."""
    lacking = cards - len(hand(table, GUARD))
    return arranged(table, hand=dict.fromkeys(in_pack(table, *rest.get("chance", ()))[:lacking], GUARD), **rest)


@pytest.mark.clauses("CND-07", "CND-10", "CND-22")
def test_the_tenth_card_comes_by_a_face_card():
    table = rich(scenario("AC", "", "KD"), 9, chance=("9S",))
    table.play(GUARD, "give AC")
    around(table, "KD")
    assert table.outcome == tripot.Outcome((1, 0, 0), (1, 2, 2), "ten cards")
    assert table.history[-2:] == ((1, "pass KD"), (None, "deal 9S"))
    assert len(hand(table, GUARD)) == 10


@pytest.mark.parametrize(("payment", "drawn"), [("JC", 2), ("3C 4C", 3), ("3C JC", 3)])
@pytest.mark.clauses("CND-07", "CND-20")
def test_the_tenth_card_comes_by_a_search_and_nothing_after_it_happens(payment, drawn):
    table = given("AC", "AC 3C 4C JC", "6D 7D 8D", holder=1)
    table = search(moment(rich(table, 9)), 1, payment)
    assert table.outcome == tripot.Outcome((1, 0, 0), (1, 2, 2), "ten cards")
    assert [seat for seat, _ in table.history[-drawn:]] == [None] * drawn
    assert hand(table, 1) == {"6D", "7D", "8D"}
    assert lying(table, "stolen") == {"KS"}


@pytest.mark.clauses("CND-07", "CND-11")
def test_the_tenth_card_comes_by_a_pass_even_a_low_one():
    table = rich(given("9C", "9C JC", "", "2D", holder=1), 8)
    search(moment(table), 1, "JC")
    answer(table, {1: "leave", 2: "leave"})
    onward(table, "2D")
    assert (len(hand(table, GUARD)), table.outcome) == (9, None)
    onward(table, "2D")
    assert table.outcome == tripot.Outcome((1, 0, 0), (1, 2, 2), "ten cards")
    assert table.history[-1] == (1, "pass 2D")


@pytest.mark.clauses("CND-07")
def test_nine_cards_are_not_enough():
    table = around(rich(given("AC", "AC", "", "9D"), 8), "9D")
    assert (len(hand(table, GUARD)), table.outcome) == (9, None)
    assert table.view(GUARD)["phase"] == "give"


def thirtieth(*hands, **rest):
    return arranged(scenario(*hands, **rest), round=30, gaze=1)


@pytest.mark.clauses("CND-22")
def test_after_thirty_rounds_nobody_wins():
    table = thirtieth("AC", "9D", "")
    table.play(GUARD, "give AC")
    onward(table, "9D")
    assert table.outcome is None
    onward(table, "9D")
    assert table.outcome == tripot.Outcome((0, 0, 0), (1, 1, 1), "rounds")


@pytest.mark.clauses("CND-11", "CND-22")
def test_the_thirtieth_round_is_played_in_full():
    table = thirtieth("9C", "2D", "10D")
    table.play(GUARD, "give 9C")
    around(table, "2D")
    assert table.outcome is None
    table.play(GUARD, "inspect 2")
    table.play(GUARD, "swap 10D")
    assert table.outcome.reason == "rounds"


@pytest.mark.clauses("CND-22")
def test_the_twenty_ninth_round_is_not_the_last():
    table = arranged(scenario("AC", "", "9D"), round=29, gaze=1)
    table.play(GUARD, "give AC")
    around(table, "9D")
    assert (state(table, "round"), table.outcome) == (30, None)


@pytest.mark.clauses("CND-22")
def test_a_round_does_not_go_on_for_ever():
    table = arranged(given("AC", "AC", seats=5), moments=99, gaze=1)
    moment(table)
    assert table.legal(GUARD) == ("carry-on",)
    assert refused(table, GUARD, "search 1") == "CND-22"


# A round


@pytest.mark.clauses("CND-08")
def test_the_guard_gives_a_card_that_is_no_face():
    table = scenario("AC 10D JC QH KD")
    assert table.actors == {GUARD}
    assert table.legal(GUARD) == ("give AC", "give 10D")
    for face in ("JC", "QH", "KD"):
        assert refused(table, GUARD, f"give {face}") == "CND-08"
    table.play(GUARD, "give 10D")
    for viewer in (None, 0, 1, 2):
        assert seen(table, "announced", viewer) == "10D"
        assert seen(table, "hand", viewer)["10D"] == 2
        assert "give 10D" in texts(table, viewer)


@pytest.mark.clauses("CND-08")
def test_a_guard_with_only_faces_gives_one_of_them():
    table = scenario("JC QC KC JH QH")
    assert table.legal(GUARD) == ("give JC", "give QC", "give KC", "give JH", "give QH")
    table.play(GUARD, "give JH")
    assert "JH" in hand(table, 2)


@pytest.mark.parametrize("seats", [3, 4, 9])
@pytest.mark.clauses("CND-08", "CND-09")
def test_a_round_goes_right_the_next_one_left(seats):
    table = scenario("AC 2C 3C 4C 5C", seats=seats)
    for number, card in enumerate(("AC", "2C", "3C")):
        order = []
        table.play(GUARD, f"give {card}")
        while state(table, "announced") == card and state(table, "returned") is None:
            order.append(state(table, "bearer"))
            onward(table, card)
        assert order == (list(range(1, seats)) if number % 2 else list(range(seats - 1, 0, -1)))
        while table.view(GUARD)["phase"] == "inspect":
            table.play(GUARD, table.legal(GUARD)[0])
        if table.view(GUARD)["phase"] == "swap":
            table.play(GUARD, table.legal(GUARD)[0])


@pytest.mark.clauses("CND-09")
def test_any_card_of_the_hand_may_be_passed_but_not_the_stolen_one():
    table = moment(given("AC", "AC", "", "2H 9D KD", holder=2))
    table.play(GUARD, "carry-on")
    assert table.actors == {2}
    assert table.legal(2) == ("pass AC", "pass 2H", "pass 9D", "pass KD")
    assert refused(table, 2, "pass KS") == "CND-09"
    table.play(2, "pass 9D")
    assert hand(table, 2) == {"AC", "2H", "KD"}
    assert len(hand(table, 1)) == 4


@pytest.mark.clauses("CND-09")
def test_a_passed_card_is_seen_by_giver_and_receiver():
    table = given("AC", "AC", "", "", "9D", seats=4)
    onward(table, "9D")
    for viewer in (2, 3):
        assert seen_in_hands(table, viewer)["9D"] == 2
        assert "pass 9D" in texts(table, viewer)
    for viewer in (None, GUARD, 1):
        assert "9D" not in seen_in_hands(table, viewer)
        assert "pass 9D" not in texts(table, viewer)
        assert table.heard(viewer)[-1].act == "pass"
        assert "AC" not in seen_in_hands(table, viewer)  # it may have been that one
    onward(table, "AC" if "AC" in hand(table, 2) else "9D")
    assert "9D" not in seen_in_hands(table, 3)  # now seat 2 may have passed it on
    assert seen_in_hands(table, 1)["9D"] == 1
    onward(table, "9D")
    for viewer in (None, 0, 1, 2, 3):
        assert seen_in_hands(table, viewer)["9D"] == GUARD


@pytest.mark.parametrize(("seats", "passes"), [(3, 2), (9, 8)])
@pytest.mark.clauses("CND-09", "CND-10", "CND-13")
def test_a_whole_round(seats, passes):
    table = given("AC", "AC", *[""] * (seats - 2), "9D", seats=seats)
    for passed in range(passes):
        assert table.actors == set(range(seats))
        assert seen(table, "held") == [4] + [4 if seat == seats - 1 - passed else 3 for seat in range(1, seats)]
        onward(table, "9D")
    assert (seen(table, "round"), seen(table, "held")) == (2, [5] + [3] * (seats - 1))
    assert "9D" in hand(table, GUARD)
    assert [act for _, act in table.history].count("pass 9D") == passes


@pytest.mark.parametrize("returned", ["2D", "9D"])
@pytest.mark.clauses("CND-10", "CND-11")
def test_lower_or_equal_makes_the_guard_look_for_a_higher_card_than_he_got(returned):
    table = around(given("9C", "9C", "2S 10D JD", f"{returned} 3S KD"), returned)
    assert state(table, "returned") == returned
    assert table.legal(GUARD) == ("inspect 1", "inspect 2")
    table.play(GUARD, "inspect 1")
    assert table.legal(GUARD) == ("swap 10D", "swap JD")
    assert refused(table, GUARD, "swap 2S") == "CND-11"
    assert refused(table, GUARD, "inspect 2") == "CND-11"
    table.play(GUARD, "swap JD")
    assert hand(table, 1) == {"2S", "10D", returned}
    assert "JD" in hand(table, GUARD)
    assert (seen(table, "round"), len(hand(table, GUARD))) == (2, 5)


@pytest.mark.clauses("CND-11")
def test_a_card_between_the_one_he_got_and_the_announced_one_is_high_enough():
    table = around(given("9C", "9C", "2S 3S 4S", "2D 2H 2C"), "2D")
    table.play(GUARD, "inspect 1")
    assert table.legal(GUARD) == ("swap 3S", "swap 4S")


@pytest.mark.clauses("CND-11")
def test_hands_are_looked_through_one_by_one_in_any_order_each_once():
    table = around(given("9C", "9C", "2S 2C KD", "3S 3C 3D", "4S 4C 4D", "9D 5H 5S", seats=5), "9D")
    assert table.legal(GUARD) == ("inspect 1", "inspect 2", "inspect 3", "inspect 4")
    table.play(GUARD, "inspect 4")
    assert table.legal(GUARD) == ("inspect 1", "inspect 2", "inspect 3")
    assert refused(table, GUARD, "inspect 4") == "CND-11"
    table.play(GUARD, "inspect 2")
    table.play(GUARD, "inspect 1")
    assert table.legal(GUARD) == ("swap KD",)


@pytest.mark.clauses("CND-11")
def test_the_stolen_card_is_not_looked_at():
    table = around(given("9C", "9C", "2S 3S 9S", "9D 4H 5H", holder=1), "9D")
    table.play(GUARD, "inspect 1")
    assert table.view(GUARD)["phase"] == "inspect"
    assert seen(table, "holder", GUARD) is None


@pytest.mark.clauses("CND-11")
def test_no_higher_card_anywhere_means_no_exchange():
    table = around(given("10C", "10C", "2S 3S 9S", "10D 4H 10H"), "10D")
    table.play(GUARD, "inspect 2")
    assert table.legal(GUARD) == ("inspect 1",)
    table.play(GUARD, "inspect 1")
    assert (state(table, "round"), table.view(GUARD)["phase"]) == (2, "give")
    assert "10D" in hand(table, GUARD)
    assert hand(table, 1) == {"2S", "3S", "9S"}
    over = ("Nobody holds a higher card: Seat 0 swaps nothing.", "The round is over.")
    seen_by_two = "Seat 0 sees in Seat 1's hand: 2 of spades, 3 of spades, 9 of spades."
    assert table.log(GUARD)[-3:] == table.log(1)[-3:] == (seen_by_two, *over)
    for viewer in (2, None):
        assert table.log(viewer)[-3:] == ("Seat 0 looks through Seat 1's hand.", *over)


@pytest.mark.clauses("CND-11")
def test_who_sees_an_inspection():
    table = around(given("9C", "9C", "2S 3S 10D", "4H 5H 6H", "9D 6S 6D", seats=4), "9D")
    table.play(GUARD, "inspect 2")
    table.play(GUARD, "inspect 1")
    for viewer in (None, 1, 2, 3):
        assert texts(table, viewer)[-2:] == ["inspect 2", "inspect 1"]
    looked_through = {"2S": 1, "3S": 1, "10D": 1, "4H": 2, "5H": 2, "6H": 2}
    assert looked_through.items() <= seen_in_hands(table, GUARD).items()
    assert not {"2S", "3S", "10D"} & set(seen_in_hands(table, 2))
    assert not set(looked_through) & (set(seen_in_hands(table, 3)) | set(seen_in_hands(table, None)))
    table.play(GUARD, "swap 10D")
    for viewer in (GUARD, 1):
        assert seen_in_hands(table, viewer)["10D"] == GUARD
        assert "swap 10D" in texts(table, viewer)
    for viewer in (None, 2, 3):
        assert "10D" not in seen_in_hands(table, viewer)
        assert "swap 10D" not in texts(table, viewer)
        assert seen_in_hands(table, viewer)["9D"] == 1  # all see who gets the exchanged card


@pytest.mark.clauses("CND-11")
def test_the_guard_remembers_the_hands_he_looked_through():
    table = around(given("9C", "9C AC", "2S 3S 4S", "9D 4H 5H"), "9D")
    table.play(GUARD, "inspect 1")
    table.play(GUARD, "inspect 2")
    table.play(GUARD, "give AC")
    hands = {"2S": 1, "3S": 1, "4S": 1, "AC": 1}
    assert hands.items() <= seen_in_hands(table, GUARD).items()
    onward(table, "3S")
    assert not set(hands) & set(seen_in_hands(table, GUARD))
    assert seen(table, "noted", GUARD) == hands  # one of these four is with seat 2 now
    assert seen(table, "sure", GUARD)[1] == 3
    assert {"4H": 2, "5H": 2}.items() <= seen_in_hands(table, GUARD).items()
    for viewer in (None, 1, 2):
        assert seen(table, "noted", viewer) == {}
    onward(table, "3S")
    assert seen(table, "noted", GUARD) == {"2S": 1, "4S": 1, "AC": 1}
    assert {"4H": 2, "5H": 2}.items() <= seen_in_hands(table, GUARD).items()


def nearly_empty(left, asked, *cards, hands=("AC 3C 4C JC", "6D 7D 8D"), **rest):
    """The end of a moment; so many cards are left in the pack and all others are discarded."""
    table = moment(given("AC", *hands, **rest))
    stock = in_pack(table, *cards)
    return arranged(
        table,
        recorder(asked, *cards),
        lies=dict.fromkeys(stock[left:], "discard") | dict.fromkeys(stock[:left], "heap 0"),
    )


@pytest.mark.clauses("CND-12")
def test_when_the_pack_holds_too_few_for_a_draw_the_discards_go_under_it():
    asked = []
    table = nearly_empty(2, asked, holder=2)
    left, discards = lying(table, "heap 0"), lying(table, "discard")
    search(table, 2, "3C 4C")
    assert set(asked[0]) == left
    assert set(asked[1]) < left
    assert set(asked[2]) == discards | {"3C", "4C"}


@pytest.mark.clauses("CND-12", "CND-20")
def test_a_pack_that_is_just_enough_is_not_refilled():
    asked = []
    table = nearly_empty(3, asked, holder=1)
    discards = lying(table, "discard")
    search(table, 1, "3C 4C")
    assert [len(cards) for cards in asked[:3]] == [3, 2, 1]
    assert set(asked[3]) == discards | {"3C", "4C", "6D", "7D", "8D", "KS"}
    assert lying(table, "discard") == set()


@pytest.mark.clauses("CND-12", "CND-20")
def test_the_new_stolen_card_alone_may_need_the_discards():
    asked = []
    table = nearly_empty(5, asked, holder=1)
    discards = lying(table, "discard")
    search(table, 1, "JC")
    assert [len(cards) for cards in asked[:5]] == [5, 4, 3, 2, 1]
    assert set(asked[5]) == discards | {"JC", "6D", "7D", "8D", "KS"}
    assert "The discards are shuffled and put under the pack." in table.log(None)


@pytest.mark.clauses("CND-12", "CND-16")
def test_a_tunnel_goes_under_the_pack_before_its_draw():
    table = given("2H", "2H", "", "3H 4H 5H")
    asked = []
    stock = in_pack(table)
    table = arranged(table, recorder(asked), lies=dict.fromkeys(stock[1:], "discard") | {stock[0]: "heap 0"})
    dig(moment(table, 1, {2: "tunnel"}), 2, "2H 3H 4H 5H", mark="3H")
    assert asked[0] == [stock[0]]
    assert set(asked[1]) == {"2H", "4H", "5H"}  # four cards were enough: the discards stay
    assert len(lying(table, "discard")) == len(stock) - 1
    assert hand(table, 2) == {stock[0], "2H", "4H", "5H"}


# Watching


@pytest.mark.clauses("CND-13")
def test_a_moment_asks_everybody():
    table = given("AC", "AC", seats=5, holder=2)
    assert table.actors == {0, 1, 2, 3, 4}
    assert table.legal(GUARD) == ("watch 1", "watch 2", "watch 3", "watch 4")
    assert table.legal(2) == ("wait", "slip 1", "slip 3")
    for prisoner in (1, 3, 4):
        assert table.legal(prisoner) == ("wait",)
        assert refused(table, prisoner, "slip 2") == "CND-13"


@pytest.mark.parametrize(("holder", "neighbour", "across"), [(1, 2, 4), (4, 3, 1)])
@pytest.mark.clauses("CND-13")
def test_the_stolen_card_is_never_slipped_across_the_guard(holder, neighbour, across):
    table = given("AC", "AC", seats=5, holder=holder)
    assert table.legal(holder) == ("wait", f"slip {neighbour}")
    assert refused(table, holder, f"slip {across}") == refused(table, holder, "slip 0") == "CND-13"


@pytest.mark.clauses("CND-13")
def test_the_answers_of_a_moment_are_sealed():
    table = given("2H", "2H", "", "", "3H 4H 5H", seats=4, holder=1)
    before = {viewer: (table.view(viewer), table.heard(viewer), table.log(viewer)) for viewer in (None, 2)}
    answer(table, {GUARD: "watch 3", 1: "slip 2", 3: "tunnel"})
    for viewer, untold in before.items():
        assert (table.view(viewer), table.heard(viewer), table.log(viewer)) == untold
    assert seen(table, "answers", 3) == [None, None, None, "tunnel"]
    assert (seen(table, "eyes", GUARD), seen(table, "eyes", 1)) == (3, None)
    for seat, other in ((GUARD, "watch 1"), (1, "wait"), (3, "wait")):
        assert refused(table, seat, other) == "CND-13"
    table.play(2, "wait")
    for viewer in (None, 0, 1, 2, 3):
        assert seen(table, "gaze", viewer) == 3
        assert {"watch 3", "tunnel"} <= set(texts(table, viewer))
    for viewer in (None, 0, 1, 3):
        assert "wait" not in texts(table, viewer)


@pytest.mark.clauses("CND-13", "CND-16")
def test_a_tunnel_needs_its_four_cards_before_the_hand_over():
    table = given("2S", "2S", "", "3H 4H 5H", stolen="KH", holder=1)
    assert table.legal(2) == ("wait",)
    assert refused(table, 2, "tunnel") == "CND-16"


@pytest.mark.clauses("CND-13", "CND-16")
def test_what_may_be_laid_is_counted_after_the_hand_over():
    table = given("2H", "2H", "", "3H 4H 5H", stolen="KH", holder=1)
    moment(table, 1, {1: "slip 2", 2: "tunnel"})
    assert state(table, "holder") == 2
    assert table.legal(2) == ("lay 2H", "lay 3H", "lay 4H", "lay 5H", "lay KH")


@pytest.mark.clauses("CND-13")
def test_tunnels_are_laid_clockwise_from_the_guards_left_each_finished_before_the_next():
    new = ("9C", "9D", "10D", "JD")
    table = given("2H", "2H", "", "6S 7S 8S", "", "3H 4H 5H", seats=5, holder=2, chance=new)
    moment(table, 1, {4: "tunnel", 2: "tunnel"})
    assert table.actors == {2}
    dig(table, 2, "6S 7S 8S KS")
    assert table.view(GUARD)["phase"] == "grab"
    answer(table, {4: "grab", 1: "leave", 2: "leave", 3: "leave"})
    assert table.actors == {4}
    assert table.view(4)["phase"] == "lay"
    dig(table, 4, "2H 3H 4H 5H")
    assert table.actors == {GUARD}
    assert table.view(GUARD)["phase"] == "search"
    assert lying(table, "table") == {"6S", "2H"}


@pytest.mark.clauses("CND-13", "CND-19")
def test_a_moment_comes_before_every_pass_and_after_every_search():
    table = given("AC", "AC JC", seats=5)
    moment(table)
    search(table, 3, "JC")
    assert table.actors == {0, 1, 2, 3, 4}
    onward(table, "AC")
    assert table.actors == {0, 1, 2, 3, 4}
    assert state(table, "moments") == 3


@pytest.mark.clauses("CND-13", "CND-14")
def test_the_guard_sees_a_hand_over_if_he_watches_the_giver():
    table = moment(given("AC", "AC", seats=5, holder=2), 2, {2: "slip 3"})
    assert (seen(table, "giver", GUARD), seen(table, "receiver", GUARD), seen(table, "holder", GUARD)) == (2, 3, 3)
    assert "slip 3" in texts(table, GUARD)
    assert "Seat 2 was caught in the act!" in table.log(GUARD)
    assert seen(table, "holder", None) is None
    assert "slip 3" not in texts(table, None)


@pytest.mark.parametrize("watched", [1, 3, 4])
@pytest.mark.clauses("CND-13", "CND-14")
def test_any_other_hand_over_he_does_not_see(watched):
    table = moment(given("AC", "AC", seats=5, holder=2), watched, {2: "slip 3"})
    still = moment(given("AC", "AC", seats=5, holder=2), watched)
    for viewer in (None, GUARD):
        assert table.view(viewer) == still.view(viewer)
        assert (table.heard(viewer), table.log(viewer)) == (still.heard(viewer), still.log(viewer))
    for prisoner in (1, 2, 3, 4):
        assert (seen(table, "giver", prisoner), seen(table, "holder", prisoner)) == (2, 3)
        assert "slip 3" in texts(table, prisoner)


@pytest.mark.parametrize("watched", [1, 2, 3, 4])
@pytest.mark.clauses("CND-14")
def test_spectators_see_no_hand_over(watched):
    table = moment(given("AC", "AC", seats=5, holder=2), watched, {2: "slip 3"})
    still = moment(given("AC", "AC", seats=5, holder=2), watched)
    assert table.view(None) == still.view(None)
    assert table.heard(None) == still.heard(None)


def caught_twice():
    """Seat 2 is caught a first time, gets the stolen card back unseen and is caught again, with the travelling card."""
    table = given("AC", "AC 2C JC QC", seats=5, holder=2)
    onward(table, "AC", watch=2, acts={2: "slip 3"})
    onward(table, "AC", watch=1, acts={3: "slip 2"})
    return moment(table, 2, {2: "slip 3"})


@pytest.mark.clauses("CND-15")
def test_a_giver_caught_for_the_second_time_may_be_reseated():
    table = given("AC", "AC", seats=5, holder=2)
    moment(table, 2, {2: "slip 3"})
    assert table.view(GUARD)["phase"] == "search"
    table = caught_twice()
    assert table.legal(GUARD) == ("stay", "reseat 1", "reseat 3", "reseat 4")
    assert table.view(GUARD)["clause"] == "CND-15"
    assert refused(table, GUARD, "reseat 2") == refused(table, GUARD, "reseat 0") == "CND-15"
    assert seen(table, "caught", GUARD) == [0, 0, 2, 0, 0]


@pytest.mark.clauses("CND-15")
def test_the_guard_may_let_him_stay_and_is_asked_again_the_third_time():
    table = caught_twice()
    table.play(GUARD, "stay")
    assert seen(table, "seat_at") == [0, 1, 2, 3, 4]
    table.play(GUARD, "search 4", "discard JC")
    moment(table, 1, {3: "slip 2"})
    assert table.view(GUARD)["phase"] == "search"
    table.play(GUARD, "search 4", "discard QC")
    moment(table, 2, {2: "slip 1"})
    assert table.legal(GUARD) == ("stay", "reseat 1", "reseat 3", "reseat 4")


@pytest.mark.clauses("CND-15")
def test_two_prisoners_change_places_with_all_they_hold():
    table = caught_twice()
    hands = {seat: hand(table, seat) for seat in range(5)}
    table.play(GUARD, "reseat 4")
    assert seen(table, "seat_at") == [0, 1, 4, 3, 2]
    assert {seat: hand(table, seat) for seat in range(5)} == hands
    assert (state(table, "holder"), state(table, "bearer")) == (3, 2)
    assert "reseat 4" in texts(table, None)
    table.play(GUARD, "carry-on")
    table.play(2, "pass AC")
    assert state(table, "bearer") == 3  # on from the place at the guard's right
    assert set(table.legal(3)) == {"wait", "slip 4", "slip 2"}
    for bearer in (3, 4, 1):
        assert state(table, "bearer") == bearer
        onward(table, "AC")
    assert table.view(GUARD)["phase"] == "inspect"


@pytest.mark.clauses("CND-04", "CND-08", "CND-15")
def test_left_and_next_mean_places_after_a_change():
    table = caught_twice()
    table.play(GUARD, "reseat 1")
    assert seen(table, "seat_at") == [0, 2, 1, 3, 4]
    search(table, 3, "JC")
    answer(table, dict.fromkeys((1, 2, 3, 4), "leave"))
    assert state(table, "holder") == 2  # who sits left of the guard now
    assert table.legal(2) == ("wait", "slip 1")
    onward(table, "AC")
    assert state(table, "returned") == "AC"  # from there, the next place on the right is the guard's
    while table.view(GUARD)["phase"] != "give":
        table.play(GUARD, table.legal(GUARD)[0])
    table.play(GUARD, "give 2C")
    assert state(table, "bearer") == 2


@pytest.mark.clauses("CND-13", "CND-15")
def test_tunnels_are_laid_clockwise_by_places():
    table = given("2H", "2H", "", "6S 7S 8S", "", "3H 4H 5H", seats=5, holder=2)
    table = arranged(table, seat_at=[0, 4, 3, 1, 2], bearer=4)
    moment(table, 1, {2: "tunnel", 4: "tunnel"})
    assert table.actors == {4}
    dig(table, 4, "2H 3H 4H 5H")
    assert table.actors == {2}


@pytest.mark.clauses("CND-15")
def test_reseating_waits_for_the_tunnels_of_the_moment():
    table = given("2H", "2H", "", "", "", "3H 4H 5H", seats=5, holder=2)
    table = arranged(table, caught=[0, 0, 1, 0, 0])
    moment(table, 2, {2: "slip 3", 4: "tunnel"})
    assert table.actors == {4}
    dig(table, 4, "2H 3H 4H 5H")
    assert table.legal(GUARD) == ("stay", "reseat 1", "reseat 3", "reseat 4")


@pytest.mark.clauses("CND-14", "CND-15")
def test_spectators_do_not_see_that_reseating_is_asked():
    table = caught_twice()
    assert table.view(None)["phase"] == "search"
    assert seen(table, "caught") == [0, 0, 0, 0, 0]
    before = (table.view(None), table.heard(None))
    table.play(GUARD, "stay")
    assert (table.view(None), table.heard(None)) == before


# Tunnels


def digging(cards="3H 4H 5H", gift="2H", watch=1, stolen="KS", holder=1, **rest):
    """Seat 2, who has the travelling card, digs."""
    table = given(gift, gift, "", cards, stolen=stolen, holder=holder, **rest)
    return moment(table, watch, {2: "tunnel"})


@pytest.mark.clauses("CND-16")
def test_a_tunnel_with_the_travelling_card():
    asked = []
    table = given("2H", "2H", "", "3H 4H 5H")
    table = arranged(table, recorder(asked, "9S", "9C", "9D", "10S"))
    moment(table, 1, {2: "tunnel"})
    assert table.legal(2) == ("lay 2H", "lay 3H", "lay 4H", "lay 5H")
    table.play(2, "lay 5H", "lay 2H", "lay 4H")
    assert table.legal(2) == ("lay 3H",)
    table.play(2, "lay 3H")
    assert table.legal(2) == ("mark 2H", "mark 3H", "mark 4H", "mark 5H")
    table.play(2, "mark 4H")
    assert lying(table, "table") == {"4H"}
    assert lying(table, "heap 2") == {"2H", "3H", "5H"}  # below the two cards of the reveal
    assert hand(table, 2) == {"9S", "9C", "9D", "10S"}
    assert not any({"2H", "3H", "5H"} & set(cards) for cards in asked)
    assert (state(table, "bearer"), state(table, "holder")) == (2, 1)
    table.play(GUARD, "carry-on")
    assert len(table.legal(2)) == 4


@pytest.mark.clauses("CND-16")
def test_a_tunnel_with_a_card_that_was_passed_on():
    table = given("2S", "2S", "3H 4H 5H", "9H")
    onward(table, "9H")
    moment(table, 2, {1: "tunnel"})
    dig(table, 1, "3H 4H 5H 9H")
    assert lying(table, "table") == {"3H"}
    assert len(hand(table, 1)) == 4


@pytest.mark.clauses("CND-16", "CND-18")
def test_a_tunnel_with_the_stolen_card_draws_three():
    table = given("AC", "AC", "6S 7S 8S", "", holder=1, chance=("9S", "9C", "9D", "JD"))
    assert table.legal(1) == ("wait", "tunnel", "slip 2")
    moment(table, 2, {1: "tunnel"})
    table.play(1, "lay KS", "lay 6S", "lay 7S", "lay 8S")
    assert table.legal(1) == ("mark 6S", "mark 7S", "mark 8S")
    assert refused(table, 1, "mark KS") == "CND-16"
    table.play(1, "mark 7S")
    assert hand(table, 1) == {"9S", "9C", "9D"}
    assert lying(table, "heap 2") == {"6S", "8S", "KS"}
    assert (state(table, "stolen"), table.actors) == ("JD", {1, 2})


@pytest.mark.parametrize(
    ("laid", "left", "drawn"), [("2H 3H 4H 5H", {"KH"}, 4), ("KH 3H 4H 5H", {"2H"}, 3), ("2H KH 3H 4H", {"5H"}, 3)]
)
@pytest.mark.clauses("CND-16")
def test_a_prisoner_with_five_cards_of_one_suit(laid, left, drawn):
    table = digging(stolen="KH", holder=2)
    assert table.legal(2) == ("lay 2H", "lay 3H", "lay 4H", "lay 5H", "lay KH")
    before = len(table.history)
    dig(table, 2, laid, mark="3H")
    assert len(hand(table, 2)) == 4
    assert left <= hand(table, 2) | lying(table, "stolen")
    deals = [text for seat, text in table.history[before:] if seat is None]
    assert len(deals) == drawn + ("KH" in laid)


@pytest.mark.clauses("CND-16")
def test_only_four_cards_of_one_suit_make_a_tunnel():
    table = given("2S", "2S", "", "3H 4H 5H", holder=2)
    assert table.legal(2) == ("wait", "slip 1")
    assert refused(table, 2, "tunnel") == "CND-16"
    table = given("2S", "2S", "", "3H 4H 5H", stolen="KH", holder=2)
    moment(table, 1, {2: "tunnel"})
    assert refused(table, 2, "lay 2S") == "CND-16"
    assert hand(dig(table, 2, "3H 4H 5H KH"), 2) > {"2S"}


@pytest.mark.clauses("CND-16", "CND-17")
def test_a_tunnel_that_is_not_watched():
    table = digging(stolen="KH", holder=2)
    table.play(2, "lay KH", "lay 3H", "lay 4H")
    assert seen(table, "lies", 1)["3H"] == "laid"
    for viewer in (None, GUARD):
        assert "laid" not in seen(table, "lies", viewer).values()
        assert not {"lay KH", "lay 3H"} & set(texts(table, viewer))
        assert seen(table, "held", viewer) == [4, 3, 4]
    table.play(2, "lay 5H", "mark 4H")
    for viewer in (None, GUARD):
        assert seen(table, "lies", viewer)["4H"] == "table"
        unseen = {"2H", "3H", "5H"}  # the announced one too: it may have been laid
        assert not unseen & (set(seen(table, "lies", viewer)) | set(seen_in_hands(table, viewer)))
        assert "mark 4H" in texts(table, viewer)
    assert {"3H", "5H", "KH"} <= {card for card, place in seen(table, "lies", 1).items() if place == "heap 2"}
    assert {"lay KH", "lay 3H", "lay 4H", "lay 5H"} <= set(texts(table, 1))
    assert table.view(GUARD)["phase"] == "grab"  # it stands: nobody was asked


@pytest.mark.clauses("CND-17")
def test_a_tunnel_leaves_a_known_card_of_another_suit_where_it_was():
    table = given("2S", "2S", "", "3H 4H 5H", stolen="KH", holder=2)
    dig(moment(table, 1, {2: "tunnel"}), 2, "3H 4H 5H KH")
    assert [seen_in_hands(table, viewer).get("2S") for viewer in (None, 0, 1, 2)] == [2, 2, 2, 2]


@pytest.mark.clauses("CND-17")
def test_a_watched_tunnel_with_the_stolen_card_may_be_annulled():
    table = digging(watch=2, stolen="KH", holder=2)
    table.play(2, "lay KH", "lay 3H", "lay 4H", "lay 5H")
    assert {"lay KH", "lay 3H", "lay 4H", "lay 5H"} <= set(texts(table, GUARD))
    assert {"KH", "3H", "4H", "5H"} <= {card for card, place in seen(table, "lies", GUARD).items() if place == "laid"}
    table.play(2, "mark 3H")
    assert table.legal(GUARD) == ("annul", "let-be")
    table.play(GUARD, "annul")
    assert hand(table, 2) == {"2H", "3H", "4H", "5H"}
    assert (state(table, "holder"), lying(table, "stolen"), lying(table, "table")) == (2, {"KH"}, set())
    assert table.view(GUARD)["phase"] == "search"
    assert seen(table, "holder", GUARD) == 2
    assert {"3H": 2, "4H": 2, "5H": 2}.items() <= seen_in_hands(table, GUARD).items()


@pytest.mark.clauses("CND-17", "CND-18")
def test_a_watched_tunnel_with_the_stolen_card_may_be_let_be():
    table = dig(digging(watch=2, stolen="KH", holder=2), 2, "3H 4H 5H KH")
    table.play(GUARD, "let-be")
    assert lying(table, "table") == {"3H"}
    assert table.view(GUARD)["phase"] == "grab"
    known = {card for card, place in seen(table, "lies", GUARD).items() if place == "heap 2"}
    assert known == {"4H", "5H", "KH"}


@pytest.mark.clauses("CND-17")
def test_a_watched_tunnel_without_the_stolen_card_cannot_be_annulled():
    table = dig(digging(watch=2, stolen="KH", holder=2), 2, "2H 3H 4H 5H")
    assert table.actors == {GUARD}
    assert table.legal(GUARD) == ("let-be",)
    assert refused(table, GUARD, "annul") == "CND-17"
    table.play(GUARD, "let-be")
    assert lying(table, "table") == {"2H"}
    assert (state(table, "stolen"), state(table, "holder")) == ("KH", 2)


@pytest.mark.clauses("CND-17")
def test_spectators_see_one_card_of_a_watched_tunnel():
    table = dig(digging(watch=2), 2, "2H 3H 4H 5H", mark="4H")
    table.play(GUARD, "let-be")
    assert seen(table, "lies")["4H"] == "table"
    assert not {"3H", "5H"} & (set(seen(table, "lies")) | set(seen_in_hands(table, None)))
    assert not [text for text in texts(table, None) if text and text.startswith("lay")]


@pytest.mark.clauses("CND-18", "CND-20")
def test_a_stolen_card_used_up_is_followed_by_a_new_one():
    table = given("AC", "AC", "6S 7S 8S", "", holder=1, chance=("9S", "9C", "9D", "JD"))
    dig(moment(table, 2, {1: "tunnel"}), 1, "6S 7S 8S KS")
    for viewer in (None, 0, 1, 2):
        assert seen(table, "stolen", viewer) == "JD"
        assert texts(table, viewer)[-1] == "deal JD"
        assert "It is the new stolen card." in table.log(viewer)
    answer(table, {2: "grab", 1: "grab"})
    assert (state(table, "holder"), seen(table, "holder", 1), seen(table, "holder", GUARD)) == (2, 2, None)
    assert table.view(GUARD)["phase"] == "search"  # the moment goes on


# Search


@pytest.mark.parametrize("payment", ["JC", "3C 4C", "3C JC"])
@pytest.mark.clauses("CND-19", "CND-20")
def test_a_search_that_fails_brings_one_card(payment):
    table = moment(given("AC", "AC 2C 3C 4C JC", holder=1, chance=("9S",)))
    before = hand(table, GUARD)
    search(table, 2, payment)
    assert hand(table, GUARD) == before - set(payment.split()) | {"9S"}
    assert len(hand(table, GUARD)) == 5 - len(payment.split())
    assert (state(table, "holder"), len(hand(table, 2))) == (1, 4)
    for viewer in (None, 0, 1, 2):
        assert {card for card, place in seen(table, "lies", viewer).items() if place == "discard"} == set(
            payment.split()
        )
        assert "Seat 2 does not have the stolen card." in table.log(viewer)
    assert table.view(GUARD)["phase"] == "moment"


@pytest.mark.parametrize(("payment", "drawn"), [("JC", 2), ("3C 4C", 3), ("3C JC", 3)])
@pytest.mark.clauses("CND-19", "CND-20")
def test_a_search_that_succeeds(payment, drawn):
    cards = ("9S", "9C", "9D", "10S", "10C", "10D", "QD")
    table = moment(given("AC", "AC 2C 3C 4C JC", "6D 7D 8D", holder=1, chance=cards))
    before = hand(table, GUARD)
    search(table, 1, payment)
    assert hand(table, GUARD) == before - set(payment.split()) | set(cards[:drawn])
    assert hand(table, 1) == set(cards[drawn : drawn + 3])
    assert lying(table, "discard") == {"6D", "7D", "8D", "KS", *payment.split()}
    assert (state(table, "stolen"), table.view(GUARD)["phase"]) == (cards[drawn + 3], "grab")
    for viewer in (None, 0, 1, 2):
        whole = "and must discard it together with the whole hand: 3 cards."
        assert f"Found! Seat 1 has the stolen card, {whole}" in table.log(viewer)
    answer(table, {1: "leave", 2: "grab"})
    assert (state(table, "holder"), seen(table, "holder", GUARD)) == (2, None)
    assert table.view(GUARD)["phase"] == "moment"


@pytest.mark.parametrize(("searched", "answer"), [(1, "does not have"), (2, "has")])
@pytest.mark.clauses("CND-14", "CND-19")
def test_the_answer_is_true_after_an_unseen_hand_over(searched, answer):
    table = moment(given("AC", "AC JC", holder=1), 2, {1: "slip 2"})
    search(table, searched, "JC")
    assert any(f"Seat {searched} {answer} the stolen card" in line for line in table.log(GUARD))


@pytest.mark.clauses("CND-14", "CND-19")
def test_who_is_searched_in_vain_betrays_the_last_one_until_the_guard_looks_away():
    table = search(moment(given("AC", "AC JC", holder=1)), 2, "JC")
    for viewer in (None, GUARD):
        assert seen(table, "holder", viewer) == 1
    moment(table, watch=1)
    assert (seen(table, "holder", GUARD), seen(table, "holder", None)) == (1, None)
    table = search(moment(given("AC", "AC JC", holder=1)), 2, "JC")
    moment(table, watch=2)
    assert seen(table, "holder", GUARD) is None


@pytest.mark.clauses("CND-20")
def test_a_prisoner_with_the_travelling_card_discards_and_draws_four():
    table = moment(given("AC", "AC JC", "", "6D 7D 8D", holder=2))
    search(table, 2, "JC")
    assert lying(table, "discard") == {"JC", "AC", "6D", "7D", "8D", "KS"}
    assert len(hand(table, 2)) == 4
    answer(table, {1: "leave", 2: "leave"})
    moment(table)
    table.play(GUARD, "carry-on")
    assert table.actors == {2}
    assert len(table.legal(2)) == 4


@pytest.mark.clauses("CND-19")
def test_a_face_discarded_first_pays_alone():
    table = moment(given("AC", "AC 2C 3C JC QC"))
    table.play(GUARD, "search 1")
    assert table.legal(GUARD) == ("discard 2C", "discard 3C", "discard JC", "discard QC")
    table.play(GUARD, "discard 3C")
    assert table.actors == {GUARD}
    assert table.legal(GUARD) == ("discard 2C", "discard JC", "discard QC")
    assert refused(table, GUARD, "discard 9S") == "CND-19"
    table.play(GUARD, "discard QC")
    assert lying(table, "discard") >= {"3C", "QC"}
    table = moment(given("AC", "AC 2C 3C JC QC", holder=2))
    table.play(GUARD, "search 1")
    table.play(GUARD, "discard JC")
    assert table.view(GUARD)["phase"] == "moment"


def poor(card):
    """The guard has only this card left at the end of a moment."""
    table = given("AC", f"AC 2C 3C 4C {card}")
    return moment(arranged(table, lies=dict.fromkeys(("2C", "3C", "4C"), "heap 0")))


@pytest.mark.clauses("CND-19")
def test_who_cannot_pay_carries_on():
    table = poor("9D")
    assert table.actors == {GUARD}
    assert table.legal(GUARD) == ("carry-on",)
    assert refused(table, GUARD, "search 1") == "CND-19"


@pytest.mark.clauses("CND-19")
def test_a_single_face_pays():
    table = poor("JD")
    assert table.legal(GUARD) == ("carry-on", "search 1", "search 2")
    search(table, 2, "JD")
    assert len(hand(table, GUARD)) == 1


@pytest.mark.clauses("CND-19")
def test_the_guard_searches_prisoners_only_at_the_end_of_a_moment():
    table = given("AC", "AC")
    assert refused(table, GUARD, "search 1") == "CND-19"
    moment(table)
    assert refused(table, GUARD, "search 0") == "CND-19"
    table.play(GUARD, "carry-on")
    assert refused(table, GUARD, "search 1") == "CND-09"  # it isn't the guard's turn


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.clauses("CND-23")
def test_two_or_three_prisoners_are_searched_once_a_round(seats):
    table = moment(given("AC", "AC 2C 3C 4C 5C", seats=seats, holder=1))
    search(table, 2, "3C 4C")
    moment(table)
    assert table.legal(GUARD) == ("carry-on",)
    assert refused(table, GUARD, "search 1") == "CND-23"
    table.play(GUARD, "carry-on")
    table.play(seats - 1, "pass AC")
    moment(table)
    assert table.legal(GUARD) == ("carry-on",)


@pytest.mark.clauses("CND-23")
def test_the_next_round_allows_a_new_search():
    table = moment(given("AC", "AC 2C 3C 4C 5C", "", "9D", seats=3, holder=1))
    search(table, 2, "3C 4C")
    around(table, "9D")
    table.play(GUARD, "give 2C")
    moment(table)
    assert "search 1" in table.legal(GUARD)


@pytest.mark.clauses("CND-19", "CND-23")
def test_four_prisoners_are_searched_as_often_as_he_can_pay():
    table = moment(given("AC", "AC 2C JC QC KC", seats=5, holder=1))
    for prisoner, face in ((2, "JC"), (3, "QC"), (4, "KC")):
        search(table, prisoner, face)
        moment(table)
    assert "search 1" in table.legal(GUARD)


@pytest.mark.clauses("CND-21")
def test_no_move_shows_a_card_to_another_prisoner():
    assert {move.split()[0] for move in CONDAMNES.moves} == {
        "grab", "leave", "give", "watch", "wait", "slip", "tunnel", "lay", "mark", "annul", "let-be", "search",
        "discard", "carry-on", "pass", "inspect", "swap", "reseat", "stay",
    }  # fmt: skip
    table = given("AC", "AC", "9S 9C 9D")
    with pytest.raises(tripot.UnknownMove):
        table.play(1, "show 9S")


@pytest.mark.clauses("CND-08", "CND-21")
def test_all_see_the_announced_card_until_the_round_is_over():
    table = given("AC", "AC", "", "9D")
    for _ in range(2):
        assert [seen(table, "announced", viewer) for viewer in (None, 0, 1, 2)] == ["AC"] * 4
        onward(table, "9D")
    assert seen(table, "announced") is None


# Who sees what


@pytest.mark.clauses("CND-05")
def test_everybody_sees_his_own_hand_only():
    table = scenario("AC 2C 3C 4C 5C", "6D 7D 8D", "6H 7H 8H")
    for viewer in (0, 1, 2):
        assert seen_in_hands(table, viewer) == dict.fromkeys(hand(table, viewer), viewer)
    assert seen_in_hands(table, None) == {}


@pytest.mark.clauses("CND-05")
def test_all_see_how_many_cards_are_held_without_the_stolen_card():
    table = given("AC", "AC", seats=4, holder=3)
    for viewer in (None, 0, 1, 2, 3):
        assert seen(table, "held", viewer) == [4, 3, 3, 4]
        assert seen(table, "heaps", viewer)[:2] == [52 - 4 - 14, 3]


@pytest.mark.clauses("CND-02", "CND-04")
def test_all_know_which_card_is_stolen():
    table = scenario(stolen="QH")
    for viewer in (None, 0, 1, 2):
        assert (seen(table, "stolen", viewer), seen(table, "lies", viewer)["QH"]) == ("QH", "stolen")


@pytest.mark.parametrize("holder", [1, 2, 3])
@pytest.mark.clauses("CND-04")
def test_only_prisoners_know_who_has_the_stolen_card(holder):
    tables = [given("AC", "AC", seats=4, holder=seat) for seat in (holder, holder % 3 + 1)]
    for viewer in (None, GUARD):
        assert tables[0].view(viewer) == tables[1].view(viewer)
        assert tables[0].heard(viewer) == tables[1].heard(viewer)
        assert (tables[0].tensor(viewer) == tables[1].tensor(viewer)).all()
    for prisoner in (1, 2, 3):
        assert seen(tables[0], "holder", prisoner) == holder


@pytest.mark.clauses("CND-16")
def test_a_drawn_card_is_seen_by_its_owner_only():
    table = dig(digging(chance=("9S", "9C", "9D", "10S")), 2, "2H 3H 4H 5H")
    drawn = {"deal 9S", "deal 9C", "deal 9D", "deal 10S"}
    assert drawn <= set(texts(table, 2))
    for viewer in (None, GUARD, 1):
        assert not drawn & set(texts(table, viewer))
        assert [heard.act for heard in table.heard(viewer)][-4:] == ["deal"] * 4


# Records, questions and words

RECORD = """\
game condamnes
rules 1
players 3
---
chance deal 7H
chance deal KS
chance deal 9D
0 leave
2 grab
chance deal AC
chance deal 2C
chance deal 2H
chance deal 4D
chance deal JD
chance deal 6S
chance deal 7S
chance deal 8S
chance deal 3H
chance deal 4H
chance deal 5H
1 give 2H
0 wait
1 watch 2
2 wait
1 search 0
1 discard JD
chance deal QC
0 tunnel
1 watch 0
2 tunnel
2 lay 6S
2 lay 7S
2 lay 8S
2 lay KS
2 mark 8S
chance deal 9C
chance deal 9H
chance deal 10D
chance deal JC
2 leave
0 leave
0 lay 2H
0 lay 3H
0 lay 4H
0 lay 5H
0 mark 5H
1 let-be
score 0 CND-06 2 1 tunnels
score 1 CND-07 4 0 cards
score 2 CND-06 2 1 tunnels
result 1 0 1
"""


@pytest.mark.clauses("CND-02", "CND-05", "CND-06", "CND-13", "CND-16", "CND-18", "CND-20")
def test_a_record_written_by_hand_replays():
    table = tripot.replay(RECORD)
    assert table.record() == RECORD
    assert table.outcome == tripot.Outcome((1, 0, 1), (1, 3, 1), "tunnels")
    assert hand(table, 1) == {"AC", "2C", "4D", "QC"}
    assert hand(table, 2) == {"9C", "9H", "10D"}
    assert lying(table, "table") == {"8S", "5H"}
    assert lying(table, "heap 1") == {"7H", "9D"}
    assert lying(table, "heap 2") == {"6S", "7S", "KS"}
    assert lying(table, "heap 3") == {"2H", "3H", "4H"}
    assert lying(table, "discard") == {"JD"}
    assert (state(table, "stolen"), state(table, "holder")) == ("JC", 2)


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("chance deal 9D", "chance deal KS"),  # dealt already
        ("chance deal QC", "chance deal 9D"),  # still under the pack
        ("1 give 2H", "1 give JD"),
        ("2 mark 8S", "2 mark KS"),
        ("1 let-be", "1 annul"),
        ("result 1 0 1", "result 0 1 0"),
    ],
)
def test_a_record_that_breaks_the_rules_is_refused_with_its_line(line, instead):
    number = RECORD.splitlines().index(line) + 1
    with pytest.raises(tripot.BadRecord, match=f"line {number}:"):
        tripot.replay(RECORD.replace(line, instead))


def every_question():
    """A table in every phase in which somebody is asked, and the clause that the question rests on."""
    watched = digging(watch=2)
    laid = watched.copy()
    laid.play(2, "lay 2H", "lay 3H", "lay 4H", "lay 5H")
    marked = laid.copy()
    marked.play(2, "mark 2H")
    paying = moment(given("AC", "AC"))
    paying.play(GUARD, "search 1")
    passing = moment(given("AC", "AC"))
    passing.play(GUARD, "carry-on")
    inspecting = around(given("9C", "9C", "10S", "9D"), "9D")
    swapping = inspecting.copy()
    swapping.play(GUARD, "inspect 1")
    return [
        (opened(), "grab", "CND-04"),
        (scenario(), "give", "CND-08"),
        (given("AC", "AC"), "moment", "CND-13"),
        (watched, "lay", "CND-16"),
        (laid, "mark", "CND-16"),
        (marked, "verdict", "CND-17"),
        (caught_twice(), "reseat", "CND-15"),
        (moment(given("AC", "AC")), "search", "CND-19"),
        (paying, "discard", "CND-19"),
        (passing, "pass", "CND-09"),
        (inspecting, "inspect", "CND-11"),
        (swapping, "swap", "CND-11"),
        (last_tunnel(watch=1), "over", "CND-22"),
    ]


QUESTIONS = every_question()


@pytest.mark.parametrize(("table", "phase", "clause"), QUESTIONS, ids=[phase for _, phase, _ in QUESTIONS])
def test_every_question_names_its_clause_and_every_position_can_be_written_and_read(table, phase, clause):
    asked = min(table.actors, default=None)
    assert (table.view(asked)["phase"], table.view(asked)["clause"]) == (phase, clause)
    assert CONDAMNES.position(table.position()).position() == table.position()


@pytest.mark.parametrize(
    ("phase", "passive"),
    [
        ("grab", "leave"),
        ("give", "give AS"),
        ("lay", "lay 2H"),
        ("mark", "mark 2H"),
        ("verdict", "let-be"),
        ("reseat", "stay"),
        ("search", "carry-on"),
        ("discard", "discard AS"),
        ("pass", "pass 3S"),
        ("inspect", "inspect 1"),
        ("swap", "swap 10S"),
    ],
)
@pytest.mark.clauses("CND-04", "CND-15", "CND-17", "CND-19")
def test_a_time_out_plays_the_passive_move(phase, passive):
    (table,) = [table for table, question, _ in QUESTIONS if question == phase]
    assert table.look(min(table.actors)).passive == passive


@pytest.mark.clauses("CND-13")
def test_a_prisoner_who_runs_out_of_time_waits():
    table = given("2H", "2H", "", "3H 4H 5H", holder=2)
    assert [table.look(prisoner).passive for prisoner in (1, 2)] == ["wait", "wait"]


@pytest.mark.clauses("CND-13")
def test_a_guard_who_runs_out_of_time_watches_the_same_prisoner():
    table = given("AC", "AC", seats=5)
    assert table.look(GUARD).passive == "watch 4"  # the one with the travelling card
    onward(table, "AC", watch=3)
    assert table.look(GUARD).passive == "watch 3"
    onward(table, "AC", watch=2)
    assert table.look(GUARD).passive == "watch 2"


@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_has_its_words(language):
    said = CONDAMNES.texts(language)
    labels = [said.move(move) for move in CONDAMNES.moves]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(CONDAMNES.moves)
    assert all(said.prompt(phase) for phase in CONDAMNES.rules.PHASES)
    assert all(said.end(reason) for reason in CONDAMNES.reasons)


# Positions that can't be


MOMENT = given("2H", "2H", "", "3H 4H 5H").position()
DEBATE = moment(given("2H", "2H", "", "3H 4H 5H")).position()


def relocated(document, card, place=None, seat=None):
    """A card is elsewhere, and all counts are right."""
    hands = {name: owner for name, owner in document["hand"].items() if name != card}
    lies = {name: there for name, there in document["lies"].items() if name != card}
    if seat is None:
        lies[card] = place
    else:
        hands[card] = seat
    held = [list(hands.values()).count(owner) for owner in range(3)]
    heaps = [list(lies.values()).count(f"heap {heap}") for heap in range(12)]
    known = document["known"] | {card: ALL_KNOW}
    return document | {"hand": hands, "lies": lies, "held": held, "heaps": heaps, "known": known}


def richest():
    document = MOMENT
    for card in ("9S", "9C", "9D", "10S", "10C", "10D"):
        document = relocated(document, card, seat=GUARD)
    return document


FAULTY = {
    "unknown cards": MOMENT | {"lies": {card: place for card, place in MOMENT["lies"].items() if card != "9S"}},
    "cards": MOMENT | {"lies": MOMENT["lies"] | {"3H": "discard"}},
    "hands": MOMENT | {"held": [4, 3, 3]},
    "pack": MOMENT | {"heaps": [37, 2]},
    "reveal": opened().position() | {"phase": "reveal"},
    "guard": MOMENT | {"guard": None},
    "places": MOMENT | {"seat_at": [1, 0, 2]},
    "stolen card": MOMENT | {"stolen": None},
    "holder": MOMENT | {"holder": None},
    "tunnels": relocated(relocated(MOMENT, "9S", "table"), "9C", "table"),
    "ten cards": richest(),
    "round": MOMENT | {"round": 31},
    "travelling card": MOMENT | {"bearer": None},
    "returned card": MOMENT | {"returned": "AS"},
    "inspection": MOMENT | {"inspected": [False, True, False]},
    "answers": MOMENT | {"answers": [None, None, "slip right"]},
    "gaze": MOMENT | {"gaze": 1},
    "hand-over": DEBATE | {"giver": 1},
    "caught": MOMENT | {"caught": [1, 0, 0]},
    "laid cards": MOMENT | {"layer": 2},
    "digging": MOMENT | {"digging": [False, False, True]},
    "verdict": DEBATE | {"mark": "2H"},
    "search": MOMENT | {"paid": 1},
    "drawing": MOMENT | {"to_draw": 1},
    "end": MOMENT | {"reason": "tunnels"},
    "knowledge": MOMENT | {"known": MOMENT["known"] | {"3H": 0}},
    "notes": MOMENT | {"sure": [0, 1, 0]},
    "suspects": MOMENT | {"suspects": [False, False, True]},
}


@pytest.mark.parametrize(("flaw", "clause"), CONDAMNES.rules.FLAWS.items())
def test_an_impossible_position_is_refused_with_a_reason(flaw, clause):
    with pytest.raises(tripot.BadPosition) as refusal:
        CONDAMNES.position(FAULTY[flaw])
    assert str(refusal.value) == f"{CONDAMNES.texts().flaw(flaw)} (CND-{clause:02d})"


FAULTY_TOO = [
    ("hands", relocated(relocated(MOMENT, "3H", seat=1), "9S", "discard")),  # one has too many, another too few
    ("stolen card", relocated(MOMENT, "9S", "stolen")),  # two of them
    ("answers", MOMENT | {"answers": [None, "tunnel", None]}),  # who can't
    ("answers", MOMENT | {"eyes": 1, "answers": [None, "wait", "wait"]}),  # all are in
    ("answers", DEBATE | {"answers": [None, "wait", None]}),  # nobody is asked
    ("gaze", MOMENT | {"eyes": 0}),  # the guard's own seat
    ("search", MOMENT | {"searches": 1}),  # in the first moment
    ("search", DEBATE | {"moments": 3, "searches": 2}),  # two prisoners, one search a round
    ("knowledge", MOMENT | {"known": MOMENT["known"] | {"KS": 3}}),  # the stolen card was turned up
    ("suspects", MOMENT | {"suspects": [True, True, True]}),  # the guard's own seat, too
]


@pytest.mark.parametrize(("flaw", "document"), FAULTY_TOO)
def test_more_impossible_positions(flaw, document):
    with pytest.raises(tripot.BadPosition) as refusal:
        CONDAMNES.position(document)
    assert str(refusal.value).startswith(CONDAMNES.texts().flaw(flaw))
