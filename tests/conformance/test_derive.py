"""What the engine makes from a declaration alone: clean starts, redaction, hearing, imagining, checks of positions."""

import sys
from collections import Counter
from types import ModuleType

import pytest

from tripot.engine.contract import completed
from tripot.engine.derive import fault_of
from tripot.engine.errors import BadRules
from tripot.engine.state import plain_state
from tripot.engine.twins import plain
from tripot.games.common import ALL, LATER, SOMETHING
from tripot.games.random_numbers import seed

SOURCE = """
from tripot.games.declare import Clears, Field, Moves, Phases, Record
from tripot.games.common import CHANCE, NOBODY

NAME, VERSION, CLAUSE, SEATS = "pairs", 1, "PAI", (2, 3)
CARDS = ("low", "high", "unknown")
BIDS = ("bid low", "bid high", "fold")
PHASES = Phases(("deal", 1, CHANCE, "deal", "pack"), ("bid", 2, "bidders", *BIDS), ("over", 3, NOBODY))
MOVES = Moves(("bid", ("low", "high"), 2), ("fold", 3))
OUTCOMES = Moves(("deal", ("low", "high")))
SEALED, HEARD_BY = ("bid",), {"deal": "receiver"}
REASONS, LONGEST, LINES = ("bids",), 9, (("bids", 3),)
RECORD = Record(
    SEATS,
    seats=Field("count"), phase=Field(PHASES), reason=Field(REASONS), dealt=Field("count"),
    pack=Field(CARDS, "count", known="nobody", cards=True),
    hands=Field("seats", CARDS, "count", known=("owner", "over"), cards=True),
    bids=Field("seats", ("low", "high", "fold"), known=("owner", "unsealed"), lasts="bidding"),
    debts=Field("seats", "count", known="owner", hidden=-1),
    marks=Field("seats", "count", known="dealt_cards", hidden=-1, lasts="bidding"),
    dealt_cards=Field("seats", "flag"),
    rent=Field("count", known="seats", hidden=-1),
    where=Field(CARDS[:2], ("here", "there"), start=0),
)
clear_bidding = Clears("bidding")


def receiver(s):
    return s.dealt


def in_pack(s, kind):
    return 4 if kind == 0 else 2


def begin(s, options):
    for kind in range(2):
        s.pack[kind] = in_pack(s, kind)
    s.dealt_cards[1] = 1
    s.where[0] = 1


def do_deal(s, seat, move):
    s.pack[move] -= 1
    s.hands[s.dealt, move] += 1
    s.dealt += 1
    if s.dealt == s.seats:
        s.phase = 1


def bidders(s):
    asked = 0
    for seat in range(s.seats):
        asked |= (s.bids[seat] < 0) << seat
    return asked


def do_bid(s, seat, move):
    s.bids[seat] = move
    if bidders(s) == 0:
        s.phase = 2
        s.reason = 0


def counts(s, seat, line):
    return 1


def earns(s, seat, line):
    return 1
"""


@pytest.fixture(scope="module")
def rules():
    module = ModuleType("tests.conformance.pairs_of_cards")
    exec(SOURCE, vars(module))
    return completed(module)


@pytest.fixture
def bidding(rules, monkeypatch):
    """Three cards are dealt, low, high and low, and seat 1 has bid."""
    monkeypatch.setitem(sys.modules, rules.__name__, rules)
    twin, state = plain(rules), plain_state(rules.STATE)()
    twin.setup(state, 3, ())
    for card in (0, 1, 0):
        twin.apply(state, -1, card)
    twin.apply(state, 1, 0)
    return twin, state


def test_moves_that_are_always_the_same_are_offered(bidding):
    twin, state = bidding
    can = [0, 0, 0]
    twin.legal(state, 0, can)
    assert can == [1, 1, 1]


@pytest.mark.parametrize(
    ("drawn", "seats", "weights"),
    [
        ('"deal", "pack"', 3, [4, 2]),
        ('"deal", "seats"', 1, [1, 0]),
        ('"deal"', 3, [1, 1]),
        ('"deal", "where", "there"', 3, [1, 0]),
    ],
)
def test_chance_draws_as_the_phase_says(drawn, seats, weights, monkeypatch):
    module = ModuleType("tests.conformance.other_deal")
    exec(SOURCE.replace('"deal", "pack"', drawn), vars(module))
    monkeypatch.setitem(sys.modules, module.__name__, module)
    twin, state = plain(completed(module)), plain_state(module.STATE)()
    twin.setup(state, seats, ())
    odds = [0, 0]
    twin.chance(state, odds)
    assert odds == weights


@pytest.mark.parametrize(
    ("stated", "wrong", "complaint"),
    [
        ('BIDS = ("bid low"', 'BIDS = ("bid more"', "'bid' offers 'bid more'"),
        ('"deal", "pack"', '"turn", "pack"', "'deal' offers 'turn'"),
        ('"deal", "pack"', '"deal", "heap"', "'deal' draws from 'heap'"),
        ('"deal", "pack"', '"deal", "where", "away"', "'deal' offers 'away'"),
        ('("bid",)', '("bids",)', "'bids' is no phase"),
        ('"receiver"', '"owner"', "heard by 'owner'"),
        ('Clears("bidding")', 'Clears("round")', "clear_bidding clears a 'round'"),
        ('known="dealt_cards"', 'known="where"', "marks is known by 'where'"),
    ],
)
def test_what_a_phase_can_t_offer_is_named(stated, wrong, complaint):
    module = ModuleType("tests.conformance.odd_offer")
    exec(SOURCE.replace(stated, wrong), vars(module))
    with pytest.raises(BadRules, match=complaint):
        completed(module)


def read(state, field):
    return state.record()[field].tolist()


def test_a_clean_start_is_what_is_declared(bidding, rules):
    twin, state = bidding
    twin.setup(state, 2, ())
    assert read(state, "hands") == [[0, 0, 0]] * 3
    assert read(state, "bids") == [-1, -1, -1]
    assert (state.seats, state.phase, state.reason, read(state, "pack")) == (2, 0, -1, [4, 2, 0])


def test_everybody_sees_their_own_and_nobody_the_rest(bidding):
    twin, state = bidding
    twin.redact(state, 1)
    assert read(state, "pack") == [0, 0, 3]
    assert read(state, "hands") == [[0, 0, 1], [0, 1, 0], [0, 0, 1]]
    assert read(state, "bids") == [-1, 0, -1]
    assert read(state, "debts") == [-1, 0, -1]  # none is a number too


def test_what_another_field_or_a_seat_opens_is_seen(bidding):
    twin, state = bidding
    look = state.copy()
    twin.redact(look, 0)
    assert (read(look, "marks"), look.rent) == ([-1, 0, -1], 0)  # cards were dealt to seat 1 alone
    twin.redact(state, -1)
    assert (read(state, "marks"), state.rent) == ([-1, 0, -1], -1)


def test_a_card_is_heard_of_by_all_and_named_to_one(bidding):
    twin, state = bidding
    twin.setup(state, 3, ())
    twin.apply(state, -1, 0)
    assert [twin.hears(state, -1, 1, viewer) for viewer in (-1, 0, 1)] == [SOMETHING, SOMETHING, ALL]


def test_what_lasts_so_long_is_cleared(bidding):
    twin, state = bidding
    state.marks[2] = 3
    twin.clear_bidding(state)
    assert (read(state, "bids"), read(state, "marks"), state.dealt) == ([-1, -1, -1], [0, 0, 0], 3)


def test_a_sealed_answer_is_seen_by_its_owner_until_all_are_in(bidding):
    twin, state = bidding
    look = state.copy()
    twin.redact(look, 0)
    assert read(look, "bids") == [-1, -1, -1]
    assert [twin.hears(state, 2, 1, viewer) for viewer in (-1, 0, 2)] == [LATER, LATER, ALL]
    for seat in (0, 2):
        twin.apply(state, seat, 2)
    twin.redact(state, 0)
    assert read(state, "bids") == [2, 0, 2]
    assert read(state, "hands") == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]  # it is over


def test_unseen_cards_are_imagined_each_as_likely(bidding):
    """Seat 1 has a high one: of the five cards they can't see one is high, so each hand has it once in five times."""
    twin, state = bidding
    twin.redact(state, 1)
    found = Counter()
    for number in range(4000):
        world, luck = state.copy(), [0, 0]
        seed(luck, number)
        twin.imagine(world, 1, luck)
        assert twin.misfit(world) < 0
        found.update(seat for seat in (0, 2) if world.hands[seat, 1])
    assert all(700 < found[seat] < 900 for seat in (0, 2))


@pytest.mark.parametrize(
    ("field", "place", "value", "fault"),
    [
        ("pack", 0, -1, ("position.negative", "pack")),
        ("hands", (0, 2), 1, ("position.unknown", "hands")),
        ("hands", (0, 1), 1, ("position.cards", "high")),
        ("bids", 0, 3, ("position.range", "bids")),
        ("bids", 0, -2, ("position.range", "bids")),
    ],
)
def test_what_no_record_can_have_is_found(bidding, rules, field, place, value, fault):
    twin, state = bidding
    assert twin.misfit(state) == -1
    getattr(state, field)[place] = value
    assert fault_of(rules, twin.misfit(state)) == fault
