"""Contrebande (sold as Contraband, Smuggle, Zoll, Rien à déclarer ?): declare, lie, search, denounce.

3 to 6 seats. In every round another player is Customs officer; the others take turns with one hand of four cards.
Its holder declares goods, or claims the diplomatic bag, truthfully or not. The officer lets them pass, for the duty on
what was declared, or searches: a false declaration costs fines, a true one costs the officer. A hand let pass goes on
to the next player, who denounces the declaration or takes the hand, discards a card, draws one and declares in turn.
A round ends when all cards have been played. Score: money, in francs.

A record holds counts of cards by kind: the pack, the one hand in play, the discards, and what each earlier holder
remembers of that hand. One more kind, `unknown`, stands for cards that a viewer can't see; in a full record only
memories have them. Sources: the printed rulebook; the clauses CON-01 to CON-21. Smaller packs and fewer rounds
are for study.
"""

import numpy as np

from tripot.games.common import CHANCE, NOBODY, left_of, right_of, tell, total
from tripot.games.declare import Clears, Field, Moves, Phases, Record

NAME = "contrebande"
VERSION = 1
CLAUSE = "CON"
SEATS = (3, 6)  # CON-01
OPTIONS = {"rounds": ("all", "1", "2", "3", "4", "5"), "pack": ("full", "small", "tiny")}
STUDY = ("pack",)
ROUNDS, PACK = range(len(OPTIONS))

# Cards (CON-02), goods in the order of the board
CARDS = (
    "luggage", "bag", "wine", "cigars", "spirits", "perfume", "watch", "camera", "necklace", "crown", "unknown",
)  # fmt: skip
LUGGAGE, BAG, WINE = 0, 1, 2  # goods from wine on
UNKNOWN = KINDS = len(CARDS) - 1
PACKS = np.array((
    (26, 1, 4, 4, 4, 4, 4, 4, 4, 1),
    (2, 1, 0, 0, 0, 0, 2, 0, 0, 0),  # small and tiny: for study
    (2, 1, 0, 0, 0, 0, 1, 0, 0, 0),
), np.int8)  # fmt: skip
PACK_CLAUSE = 2
HANDS = (4, 2, 2)  # cards in a hand (CON-07), by pack
DUTY = (0, 0, 25, 50, 75, 100, 150, 200, 250, 500)  # CON-03, CON-18
FINE = (0, 0, 50, 100, 150, 200, 300, 400, 500, 1000)
FORTUNE, STEP = 10_000, 50  # all the money, and the steps in which it is shared out (CON-04)
COMPENSATION = 200  # to a player wrongly doubted (CON-12, CON-15, CON-16)
FALSE_CLAIM = 200  # for a bag that is not there (CON-16)
REWARD = 1000  # to an informer (CON-15)
PAYMENTS = (
    "duty paid", "duty got", "fine paid", "fine got", "compensation paid", "compensation got", "reward paid",
    "reward got",
)  # fmt: skip
OF_DUTY, OF_FINE, OF_COMPENSATION, OF_REWARD = range(0, len(PAYMENTS), 2)  # what is got comes next

PHASES = Phases(
    ("officer", 5, CHANCE, "officer", "seats"), ("dealing", 7, CHANCE, "deal", "pack"), ("declaration", 8, "turn"),
    ("customs", 9, "officer", "let-pass", "search"), ("neighbour", 13, "neighbour", "take", "denounce"),
    ("discard", 14, "turn"), ("over", 21, NOBODY),
)  # fmt: skip
LOT, DEALING, DECLARATION, CUSTOMS, NEIGHBOUR, DISCARDING, OVER = range(len(PHASES))
HEARD_BY = {"dealing": "turn"}
MOVES = Moves(
    ("declare", CARDS[WINE:KINDS], 8), ("declared", 8), ("claim-bag", 16), ("let-pass", 9), ("search", 9),
    ("take", 14), ("denounce", 15), ("discard", CARDS[:KINDS], 14),
)  # fmt: skip
DECLARE, DECLARED, CLAIM_BAG, LET_PASS, SEARCH, TAKE, DENOUNCE, DISCARD = MOVES.starts
OUTCOMES = Moves(("officer", tuple("012345")), ("deal", CARDS[:KINDS]))
OFFICER_SEAT, DEAL = OUTCOMES.starts
PASSIVE = (DECLARED, LET_PASS, TAKE, DISCARD + BAG)  # a time-out plays the first legal one, or the first kind held
REASONS = ("all rounds played",)
ALL_ROUNDS = 0

# A round deals each of 56 cards once. Every declaration is at most five moves (four items and `declared`), followed by
# the officer's answer, the neighbour's and perhaps a discard; at least one card is then discarded for good, so there
# are at most 56 of them. Six rounds, and the lot for the first officer.
LONGEST = 1 + 6 * (56 + 56 * (5 + 1 + 1 + 1))

RECORD = Record(
    SEATS,
    seats=Field("count"),
    rounds=Field("count"),  # in this game
    edition=Field(OPTIONS["pack"], start=0),  # which pack is played with
    phase=Field(PHASES),
    round=Field("count", start=1),
    officer=Field("seat"),
    turn=Field("seat"),  # who holds the hand, or has declared it and waits for the neighbour
    taken=Field("count", lasts="hand"),  # how often this hand was taken over
    drawn=Field(CARDS, known="turn", lasts="declaration"),  # the card its holder drew after taking it over
    reason=Field(REASONS),
    money=Field("seats", "count", wide=32, signed=True),
    ledger=Field("seats", PAYMENTS, "count", wide=32),  # francs paid and got so far
    payments=Field("seats", PAYMENTS, "count", wide=16),  # and how often
    pack=Field(CARDS, "count", known="nobody", cards=True),
    hand=Field(CARDS, "count", known="turn", cards=True),
    discards=Field(CARDS[:KINDS], "count", cards=True),  # on the open suitcase, this round
    declared=Field(CARDS[:KINDS], "count", lasts="declaration"),  # so far; a bag stands for the claim of it
    shown=Field(CARDS[:KINDS], "count"),  # the last hand that was searched or denounced
    # what each earlier holder knows of the hand
    memory=Field("seats", CARDS, "count", known="owner", vague=True, lasts="hand"),
)
clear_declaration, clear_hand = Clears("declaration"), Clears("hand")


def begin(s, options):
    s.rounds = s.seats if options[ROUNDS] == 0 else min(options[ROUNDS], s.seats)
    s.edition = options[PACK]
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind)
    for seat in range(s.seats):
        s.money[seat] = share(s.seats)


def share(seats):
    """What everybody begins with (CON-04)."""
    return FORTUNE // (seats * STEP) * STEP


def in_pack(s, kind):
    """How many cards of a kind are in the game (CON-02)."""
    return PACKS[s.edition, kind]


def after(s, seat):
    """The next player clockwise who is not the officer (CON-13)."""
    following = left_of(seat, s.seats)
    return left_of(following, s.seats) if following == s.officer else following


def before(s, seat):
    previous = right_of(seat, s.seats)
    return right_of(previous, s.seats) if previous == s.officer else previous


def holders(s):
    """How many other players have held this hand: the last ones before its holder, going back."""
    return min(s.taken, s.seats - 2)


# The officer (CON-05), and a round (CON-06)


def do_officer(s, seat, move):
    s.officer = move - OFFICER_SEAT
    begin_round(s)


def begin_round(s):
    """All cards form the pack; the player left of the officer begins (CON-06, CON-07)."""
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind)
        s.discards[kind] = 0
    s.turn = after(s, s.officer)
    s.phase = DEALING


def end_round(s):
    """All cards have been played (CON-20): the next player is officer (CON-05), or it was the last round (CON-21)."""
    if s.round < s.rounds:
        s.round += 1
        s.officer = left_of(s.officer, s.seats)
        begin_round(s)
    else:
        s.turn = -1
        s.reason = ALL_ROUNDS
        s.phase = OVER


# Dealing (CON-07)


def do_dealing(s, seat, move):
    """One card for a new hand (CON-07), or for one taken over (CON-14); what the pack still has (CON-20)."""
    kind = move - DEAL
    s.pack[kind] -= 1
    s.hand[kind] += 1
    if s.taken > 0:
        s.drawn = kind
        holder = s.turn
        for _ in range(holders(s)):
            holder = before(s, holder)
            s.memory[holder, UNKNOWN] += 1
    if total(s.hand) == HANDS[s.edition] or total(s.pack) == 0:
        s.phase = DECLARATION


# Declaration (CON-08)


def may_declaration(s, seat, can):
    """Any goods in board order, no more than the hand or the pack can have of them (CON-08)."""
    items = 0
    last = WINE
    for kind in range(WINE, KINDS):
        if s.declared[kind] > 0:
            items += s.declared[kind]
            last = kind
    more = items < total(s.hand)
    can[DECLARED] = 1
    can[CLAIM_BAG] = items == 0
    for kind in range(WINE, KINDS):
        can[DECLARE + kind - WINE] = more and kind >= last and s.declared[kind] < in_pack(s, kind)


def do_declaration(s, seat, move):
    """One item more, the end of the declaration, or a claim of the bag instead of one (CON-08)."""
    if move == DECLARED:
        s.phase = CUSTOMS
    elif move == CLAIM_BAG:
        s.declared[BAG] = 1
        s.phase = CUSTOMS
    else:
        s.declared[WINE + move - DECLARE] += 1


# Customs (CON-09)


def do_customs(s, seat, move):
    """Let pass, the duty on every declared item is paid, held or not (CON-10); a claim declares none (CON-16)."""
    if move == SEARCH:
        open_hand(s, seat)
    else:
        pay(s, s.turn, s.officer, due(s.declared, DUTY), OF_DUTY)
        s.phase = NEIGHBOUR


def due(goods, rates):
    """Duty or fine on all of these goods (CON-03)."""
    francs = 0
    for kind in range(WINE, KINDS):
        francs += goods[kind] * rates[kind]
    return francs


def pay(s, debtor, creditor, francs, payment):
    """Whoever can't pay goes below zero (CON-19)."""
    if francs > 0:
        s.money[debtor] -= francs
        s.money[creditor] += francs
        s.ledger[debtor, payment] += francs
        s.ledger[creditor, payment + 1] += francs
        s.payments[debtor, payment] += 1
        s.payments[creditor, payment + 1] += 1


def open_hand(s, doubter):
    """The hand is shown and discarded, and the next player takes a new one (CON-12, CON-15, CON-16)."""
    settle(s, doubter)
    for kind in range(KINDS):
        s.shown[kind] = s.hand[kind]
        s.discards[kind] += s.hand[kind]
        s.hand[kind] = 0
    clear_declaration(s)
    clear_hand(s)
    s.turn = after(s, s.turn)
    if total(s.pack) > 0:
        s.phase = DEALING
    else:
        end_round(s)


def settle(s, doubter):
    """Who pays whom when the officer searched (CON-11, CON-12) or an informer denounced (CON-15); claims: CON-16."""
    informed = doubter != s.officer
    claimed = s.declared[BAG] > 0
    if wholly_true(s, s.hand):
        if not informed and not claimed:  # an informer comes after the duty was paid
            pay(s, s.turn, s.officer, due(s.hand, DUTY), OF_DUTY)
        pay(s, doubter, s.turn, COMPENSATION, OF_COMPENSATION)
    else:
        pay(s, s.turn, s.officer, due(s.hand, FINE) + (FALSE_CLAIM if claimed else 0), OF_FINE)
        if informed:
            pay(s, s.officer, doubter, REWARD, OF_REWARD)


def wholly_true(s, hand):
    """The bag is there as claimed (CON-16); else all goods in hand are declared, and no others (CON-11)."""
    if s.declared[BAG] > 0:
        return hand[BAG] > 0
    for kind in range(WINE, KINDS):
        if hand[kind] != s.declared[kind]:
            return False
    return True


# The neighbour (CON-13)


def neighbour(s):
    return 1 << after(s, s.turn)


def do_neighbour(s, seat, move):
    """Who takes the hand looks at it; who passed it on remembers it (CON-14)."""
    if move == DENOUNCE:
        open_hand(s, seat)
        return
    for kind in range(KINDS):
        s.memory[s.turn, kind] = s.hand[kind]
    forget(s, seat)
    clear_declaration(s)
    s.taken += 1
    s.turn = seat
    s.phase = DISCARDING


def forget(s, seat):
    for kind in range(KINDS + 1):
        s.memory[seat, kind] = 0


def may_discard(s, seat, can):
    bag_there = s.hand[BAG] > 0  # CON-17
    for kind in range(KINDS):
        can[DISCARD + kind] = s.hand[kind] > 0 and (kind == BAG or not bag_there)


def do_discard(s, seat, move):
    """A card that an earlier holder remembers, or else one that they did not know (CON-14)."""
    kind = move - DISCARD
    s.hand[kind] -= 1
    s.discards[kind] += 1
    holder = s.turn
    for _ in range(holders(s)):
        holder = before(s, holder)
        s.memory[holder, kind if s.memory[holder, kind] > 0 else UNKNOWN] -= 1
    if total(s.pack) > 0:
        s.phase = DEALING
    elif total(s.hand) > 0:  # CON-20
        s.phase = DECLARATION
    else:
        s.taken = 0
        end_round(s)


# The end

LINES = (("share", 4), *zip(PAYMENTS, (10, 10, 11, 11, 12, 12, 15, 15), strict=True))


def counts(s, seat, line):
    """The share that everybody begins with, then every kind of payment."""
    return 1 if line == 0 else s.payments[seat, line - 1]


def earns(s, seat, line):
    """The share is what was neither got nor paid. Of each pair of payments one is paid, one is got."""
    if line > 0:
        return s.ledger[seat, line - 1] if line % 2 == 0 else -s.ledger[seat, line - 1]
    francs = s.money[seat]
    for payment in range(0, len(PAYMENTS), 2):
        francs += s.ledger[seat, payment] - s.ledger[seat, payment + 1]
    return francs


# Who hears and learns what


def reveals(s, then, seat, move, viewer):
    """A hand searched or denounced is news to all but its holder; a hand taken over is to its taker."""
    shown = (s.phase == CUSTOMS and move == SEARCH) or (s.phase == NEIGHBOUR and (move == DENOUNCE or viewer == seat))
    code = 0
    for kind in range(KINDS):
        code = code * 8 + s.hand[kind]
    return code if shown and viewer != s.turn else 0


# Words for players

ABOUT = CARDS[:KINDS]
NEWS = (
    ("declaration", 8), ("nothing declared", 8), ("hand", 9), ("duty paid", 10), ("honest", 12), ("defamed", 15),
    ("caught", 11), ("immune", 16), ("impostor", 16), ("informer", 15), ("pack empty", 20), ("new officer", 5),
)  # fmt: skip
(
    DECLARATION_MADE, NOTHING_DECLARED, HAND_SHOWN, DUTY_PAID, HONEST, DEFAMED, CAUGHT, IMMUNE, IMPOSTOR, INFORMER,
    PACK_EMPTY, NEW_OFFICER,
) = range(len(NEWS))  # fmt: skip


def other_clause(s, seat, move):
    if move == CLAIM_BAG and s.phase == DECLARATION and total(s.declared) > 0:
        return 8
    if s.declared[BAG] > 0 and LET_PASS <= move and move <= DENOUNCE:
        return 16
    if s.phase == DISCARDING and move >= DISCARD and s.hand[BAG] > 0:
        return 17
    return 0


def news(s, then, told, things):
    if s.phase == DECLARATION and then.phase == CUSTOMS:
        news_of_declaration(then, told, things)
    elif s.phase == CUSTOMS and then.phase == NEIGHBOUR:
        news_of_duty(s, told, s.money[s.turn] - then.money[s.turn])
    elif s.phase == CUSTOMS or (s.phase == NEIGHBOUR and then.phase != DISCARDING):
        news_of_hand(s, then, told, things)
    if then.round > s.round:
        tell(told, NEW_OFFICER, then.officer, -1, -1, -1)
    elif total(s.pack) > 0 and total(then.pack) == 0:
        tell(told, PACK_EMPTY, 0, -1, -1, -1)


def news_of_declaration(then, told, things):
    """All that was declared, with the duty that it would cost."""
    if then.declared[BAG] == 0:
        for kind in range(WINE, KINDS):
            things[kind] = then.declared[kind]
        items = total(then.declared)
        made = DECLARATION_MADE if items > 0 else NOTHING_DECLARED
        tell(told, made, then.turn, -1, items, due(then.declared, DUTY))


def news_of_duty(s, told, francs):
    if francs > 0:
        tell(told, DUTY_PAID, s.turn, s.officer, -1, francs)


def news_of_hand(s, then, told, things):
    """What the hand that was shown says of its holder, and who pays whom."""
    claimed = s.declared[BAG] > 0
    for kind in range(KINDS):
        things[kind] = then.shown[kind]
    tell(told, HAND_SHOWN, s.turn, -1, -1, -1)
    informed = s.phase == NEIGHBOUR
    gained = then.money[s.turn] - s.money[s.turn]
    if wholly_true(s, then.shown):
        verdict = IMMUNE if claimed else DEFAMED if informed else HONEST
        news_of_duty(s, told, COMPENSATION - gained)
        tell(told, verdict, s.turn, after(s, s.turn) if informed else s.officer, -1, COMPENSATION)
    else:
        tell(told, IMPOSTOR if claimed else CAUGHT, s.turn, s.officer, -1, -gained)
        if informed:
            tell(told, INFORMER, after(s, s.turn), s.officer, -1, REWARD)


PRINTED = {
    "cards": CARDS[:KINDS],
    "duty": dict(zip(CARDS[WINE:], DUTY[WINE:], strict=False)),
    "fine": dict(zip(CARDS[WINE:], FINE[WINE:], strict=False)),
    "pack": dict(zip(CARDS, PACKS[0].tolist(), strict=False)),
    "reward": REWARD,
}
