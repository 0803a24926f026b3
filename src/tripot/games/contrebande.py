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

from tripot.games.luck import below
from tripot.games.terms import ALL, CHANCE, COUNT, NOBODY, SOMETHING, SUM, WHO, WHOM

NAME = "contrebande"
VERSION = 1
SEATS = (3, 6)  # CON-01
CLAUSE = "CON"
OPTIONS = {"rounds": ("all", "1", "2", "3", "4", "5"), "pack": ("full", "small", "tiny")}
STUDY = ("pack",)
ROUNDS, PACK = 0, 1

# Cards (CON-02), goods in the order of the board
CARDS = (
    "luggage", "bag", "wine", "cigars", "spirits", "perfume", "watch", "camera", "necklace", "crown", "unknown",
)  # fmt: skip
LUGGAGE, BAG, WINE, CROWN, UNKNOWN = 0, 1, 2, 9, 10
KINDS = 10
MOST_SEATS = 6
PACKS = np.array((
    (26, 1, 4, 4, 4, 4, 4, 4, 4, 1),
    (2, 1, 0, 0, 0, 0, 2, 0, 0, 0),  # small and tiny: for study
    (2, 1, 0, 0, 0, 0, 1, 0, 0, 0),
), np.int8)  # fmt: skip
HANDS = (4, 2, 2)  # cards in a hand (CON-07), by pack
DUTY = (0, 0, 25, 50, 75, 100, 150, 200, 250, 500)  # CON-03
FINE = (0, 0, 50, 100, 150, 200, 300, 400, 500, 1000)
FORTUNE, STEP = 10_000, 50  # all the money, and the steps in which it is shared out (CON-04)
COMPENSATION = 200  # to a player wrongly doubted (CON-12, CON-15, CON-16)
FALSE_CLAIM = 200  # for a bag that is not there (CON-16)
REWARD = 1000  # to an informer (CON-15)
PAYMENTS = (
    "duty paid", "duty got", "fine paid", "fine got", "compensation paid", "compensation got", "reward paid",
    "reward got",
)  # fmt: skip
OF_DUTY, OF_FINE, OF_COMPENSATION, OF_REWARD = 0, 2, 4, 6  # what is got comes next
DEAREST = 2700  # the most that is ever paid at once: a false claim of the bag with the crown and three necklaces
COIN = 25  # every payment is a multiple of the lowest duty

PHASES = ("officer", "dealing", "declaration", "customs", "neighbour", "discard", "over")
LOT, DEALING, DECLARATION, CUSTOMS, NEIGHBOUR, DISCARDING, OVER = 0, 1, 2, 3, 4, 5, 6
PROMPTS = (5, 7, 8, 9, 13, 14, 21)  # the clause each phase rests on

MOVES = (
    "declare wine", "declare cigars", "declare spirits", "declare perfume", "declare watch", "declare camera",
    "declare necklace", "declare crown", "declared", "claim-bag", "let-pass", "search", "take", "denounce",
    "discard luggage", "discard bag", "discard wine", "discard cigars", "discard spirits", "discard perfume",
    "discard watch", "discard camera", "discard necklace", "discard crown",
)  # fmt: skip
DECLARE, DECLARED, CLAIM_BAG, LET_PASS, SEARCH, TAKE, DENOUNCE, DISCARD = 0, 8, 9, 10, 11, 12, 13, 14
OUTCOMES = (
    "officer 0", "officer 1", "officer 2", "officer 3", "officer 4", "officer 5",
    "deal luggage", "deal bag", "deal wine", "deal cigars", "deal spirits", "deal perfume", "deal watch",
    "deal camera", "deal necklace", "deal crown",
)  # fmt: skip
OFFICER_SEAT, DEAL = 0, 6
PASSIVE = (DECLARED, LET_PASS, TAKE, DISCARD + BAG)  # a time-out plays the first legal one, or the first kind held

REASONS = ("all rounds played",)
ALL_ROUNDS = 0

# A round deals each of 56 cards once. Every declaration is at most five moves (four items and `declared`), followed by
# the officer's answer, the neighbour's and perhaps a discard; at least one card is then discarded for good, so there
# are at most 56 of them. Six rounds, and the lot for the first officer.
LONGEST = 1 + 6 * (56 + 56 * (5 + 1 + 1 + 1))

STATE = np.dtype([
    ("money", np.int32, MOST_SEATS),  # the widest fields come first: no byte is padding
    ("ledger", np.int32, (MOST_SEATS, len(PAYMENTS))),  # francs paid and got so far
    ("payments", np.int16, (MOST_SEATS, len(PAYMENTS))),  # and how often
    ("seats", np.int8),
    ("rounds", np.int8),  # rounds in this game
    ("edition", np.int8),  # which pack is played with
    ("phase", np.int8),
    ("round", np.int8),  # from 1
    ("officer", np.int8),
    ("turn", np.int8),  # who holds the hand, or has declared it and waits for the neighbour
    ("taken", np.int8),  # how often this hand was taken over
    ("drawn", np.int8),  # the card its holder drew after taking it over; nobody else knows it
    ("reason", np.int8),
    ("pack", np.int8, KINDS + 1),
    ("hand", np.int8, KINDS + 1),
    ("discards", np.int8, KINDS),  # on the open suitcase, this round
    ("declared", np.int8, KINDS),  # of the hand, so far; a bag stands for the claim of it
    ("shown", np.int8, KINDS),  # the last hand that was searched or denounced
    ("memory", np.int8, (MOST_SEATS, KINDS + 1)),  # what each earlier holder knows of the hand
], align=True)  # fmt: skip
LEGEND = {
    "seats": ("count",), "rounds": ("count",), "edition": (OPTIONS["pack"],), "phase": (PHASES,), "round": ("count",),
    "officer": ("seat",), "turn": ("seat",), "taken": ("count",), "drawn": (CARDS,), "reason": (REASONS,),
    "money": ("seats", "count"), "ledger": ("seats", PAYMENTS, "count"), "payments": ("seats", PAYMENTS, "count"),
    "pack": (CARDS, "count"), "hand": (CARDS, "count"),
    "discards": (CARDS[:KINDS], "count"), "declared": (CARDS[:KINDS], "count"), "shown": (CARDS[:KINDS], "count"),
    "memory": ("seats", CARDS, "count"),
}  # fmt: skip


def setup(s, seats, options):
    s.seats = seats
    s.rounds = seats if options[ROUNDS] == 0 else min(options[ROUNDS], seats)
    s.edition = options[PACK]
    s.round = 1
    s.officer = -1
    s.turn = -1
    s.taken = 0
    s.drawn = -1
    s.reason = -1
    s.pack[UNKNOWN] = 0
    s.hand[UNKNOWN] = 0
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind)
        s.hand[kind] = 0
        s.discards[kind] = 0
        s.declared[kind] = 0
        s.shown[kind] = 0
    for seat in range(MOST_SEATS):
        s.money[seat] = share(seats) if seat < seats else 0
        for payment in range(len(PAYMENTS)):
            s.ledger[seat, payment] = 0
            s.payments[seat, payment] = 0
        forget(s, seat)
    s.phase = LOT


def share(seats):
    """What everybody begins with (CON-04)."""
    return FORTUNE // (seats * STEP) * STEP


def in_pack(s, kind):
    """How many cards of a kind are in the game (CON-02)."""
    return PACKS[s.edition, kind]


def whole_hand(s):
    """How many cards a player takes, if the pack has them."""
    return HANDS[s.edition]


def hand_size(s):
    size = 0
    for kind in range(KINDS + 1):
        size += s.hand[kind]
    return size


def pack_size(s):
    size = 0
    for kind in range(KINDS + 1):
        size += s.pack[kind]
    return size


def after(s, seat):
    """The next player clockwise who is not the officer (CON-13)."""
    following = seat + 1 if seat + 1 < s.seats else 0
    if following == s.officer:
        following = following + 1 if following + 1 < s.seats else 0
    return following


def before(s, seat):
    previous = seat - 1 if seat > 0 else s.seats - 1
    if previous == s.officer:
        previous = previous - 1 if previous > 0 else s.seats - 1
    return previous


def holders(s):
    """How many other players have held this hand: the last ones before its holder, going back."""
    return min(s.taken, s.seats - 2)


# Who is asked


def actors(s):
    phase = s.phase
    if phase == OVER:
        return NOBODY
    if phase == LOT or phase == DEALING:
        return CHANCE
    if phase == CUSTOMS:
        return 1 << s.officer
    if phase == NEIGHBOUR:
        return 1 << after(s, s.turn)
    return 1 << s.turn


def sealed(s):
    return 0


# What is legal


def legal(s, seat, can):
    phase = s.phase
    if phase == DECLARATION:
        legal_declaration(s, can)
    elif phase == CUSTOMS:  # CON-09
        can[LET_PASS] = 1
        can[SEARCH] = 1
    elif phase == NEIGHBOUR:  # CON-13
        can[TAKE] = 1
        can[DENOUNCE] = 1
    elif phase == DISCARDING:
        if s.hand[BAG] > 0:  # CON-17
            can[DISCARD + BAG] = 1
        else:
            for kind in range(KINDS):
                if s.hand[kind] > 0:
                    can[DISCARD + kind] = 1


def legal_declaration(s, can):
    """Any goods in board order, no more than the hand or the pack can have of them (CON-08)."""
    items = 0
    last = WINE
    for kind in range(WINE, KINDS):
        if s.declared[kind] > 0:
            items += s.declared[kind]
            last = kind
    can[DECLARED] = 1
    if items == 0:
        can[CLAIM_BAG] = 1
    if items < hand_size(s):
        for kind in range(last, KINDS):
            if s.declared[kind] < in_pack(s, kind):
                can[DECLARE + kind - WINE] = 1


# What chance may do


def chance(s, weights):
    if s.phase == LOT:  # CON-05
        for seat in range(s.seats):
            weights[OFFICER_SEAT + seat] = 1
    else:
        for kind in range(KINDS):
            weights[DEAL + kind] = s.pack[kind]


# What moves do


def apply(s, seat, move):
    phase = s.phase
    if phase == DEALING:
        deal(s, move - DEAL)
    elif phase == DECLARATION:
        declare(s, move)
    elif phase == CUSTOMS:
        if move == SEARCH:
            open_hand(s, seat)
        else:
            let_pass(s)
    elif phase == NEIGHBOUR:
        if move == DENOUNCE:
            open_hand(s, seat)
        else:
            take(s, seat)
    elif phase == DISCARDING:
        discard(s, move - DISCARD)
    elif phase == LOT:
        s.officer = move - OFFICER_SEAT
        begin_round(s)


def begin_round(s):
    """All cards form the pack; the player left of the officer begins (CON-06, CON-07)."""
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind)
        s.discards[kind] = 0
    s.turn = after(s, s.officer)
    s.phase = DEALING


def deal(s, kind):
    """One card for a new hand (CON-07), or for one taken over (CON-14); what the pack still has (CON-20)."""
    s.pack[kind] -= 1
    s.hand[kind] += 1
    if s.taken > 0:
        s.drawn = kind
        seat = s.turn
        for _ in range(holders(s)):
            seat = before(s, seat)
            s.memory[seat, UNKNOWN] += 1
    if hand_size(s) == whole_hand(s) or pack_size(s) == 0:
        s.phase = DECLARATION


def declare(s, move):
    """One item more, the end of the declaration, or a claim of the bag instead of one (CON-08)."""
    if move == DECLARED:
        s.phase = CUSTOMS
    elif move == CLAIM_BAG:
        s.declared[BAG] = 1
        s.phase = CUSTOMS
    else:
        s.declared[WINE + move - DECLARE] += 1


def let_pass(s):
    """The duty on every declared item is paid, held or not (CON-10); a claim declares none (CON-16)."""
    duty = 0
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
    pay(s, s.turn, s.officer, duty, OF_DUTY)
    s.phase = NEIGHBOUR


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
    seat = s.turn
    for _ in range(holders(s)):
        seat = before(s, seat)
        forget(s, seat)
    clear_declaration(s)
    s.taken = 0
    s.turn = after(s, s.turn)
    if pack_size(s) > 0:
        s.phase = DEALING
    else:
        end_round(s)


def settle(s, doubter):
    """Who pays whom when the officer searched (CON-11, CON-12) or an informer denounced (CON-15); claims: CON-16."""
    informed = doubter != s.officer
    claimed = s.declared[BAG] > 0
    duty = 0
    fine = FALSE_CLAIM if claimed else 0
    for kind in range(WINE, KINDS):
        duty += s.hand[kind] * DUTY[kind]
        fine += s.hand[kind] * FINE[kind]
    if wholly_true(s):
        if not informed and not claimed:  # an informer comes after the duty was paid
            pay(s, s.turn, s.officer, duty, OF_DUTY)
        pay(s, doubter, s.turn, COMPENSATION, OF_COMPENSATION)
    else:
        pay(s, s.turn, s.officer, fine, OF_FINE)
        if informed:
            pay(s, s.officer, doubter, REWARD, OF_REWARD)


def wholly_true(s):
    """The bag is there as claimed (CON-16); else all goods in hand are declared, and no others (CON-11)."""
    if s.declared[BAG] > 0:
        return s.hand[BAG] > 0
    for kind in range(WINE, KINDS):
        if s.hand[kind] != s.declared[kind]:
            return False
    return True


def clear_declaration(s):
    """The hand leaves its holder: nothing is said of it, and the next one has not drawn yet."""
    s.drawn = -1
    for kind in range(BAG, KINDS):
        s.declared[kind] = 0


def take(s, seat):
    """The next player looks at the hand; who passed it on remembers it (CON-14)."""
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


def discard(s, kind):
    """A card that an earlier holder remembers, or else one that they did not know (CON-14)."""
    s.hand[kind] -= 1
    s.discards[kind] += 1
    seat = s.turn
    for _ in range(holders(s)):
        seat = before(s, seat)
        s.memory[seat, kind if s.memory[seat, kind] > 0 else UNKNOWN] -= 1
    if pack_size(s) > 0:
        s.phase = DEALING
    elif hand_size(s) > 0:  # CON-20
        s.phase = DECLARATION
    else:
        s.taken = 0
        end_round(s)


# The end


def end_round(s):
    """All cards have been played (CON-20): the next player is officer (CON-05), or it was the last round (CON-21)."""
    if s.round < s.rounds:
        s.round += 1
        s.officer = s.officer + 1 if s.officer + 1 < s.seats else 0
        begin_round(s)
    else:
        s.turn = -1
        s.reason = ALL_ROUNDS
        s.phase = OVER


LINES = (("share", 4), *zip(PAYMENTS, (10, 10, 11, 11, 12, 12, 15, 15), strict=True))


def counts(s, seat, line):
    """The share that everybody begins with, then every kind of payment."""
    return 1 if line == 0 else s.payments[seat, line - 1]


def earns(s, seat, line):
    return s.money[seat] - gained(s, seat) if line == 0 else signed(s, seat, line - 1)


def signed(s, seat, payment):
    """Of each pair of payments one is paid, one is got."""
    return -s.ledger[seat, payment] if payment % 2 == 0 else s.ledger[seat, payment]


def gained(s, seat):
    """What a player has got so far, less what they have paid."""
    francs = 0
    for payment in range(len(PAYMENTS)):
        francs += signed(s, seat, payment)
    return francs


# Who sees what


def redact(s, viewer):
    s.pack[UNKNOWN] = pack_size(s)
    for kind in range(KINDS):
        s.pack[kind] = 0
    if viewer != s.turn:
        s.hand[UNKNOWN] = hand_size(s)
        for kind in range(KINDS):
            s.hand[kind] = 0
        if s.drawn >= 0:
            s.drawn = UNKNOWN
    for seat in range(s.seats):
        if seat != viewer:
            for kind in range(KINDS):
                s.memory[seat, UNKNOWN] += s.memory[seat, kind]
                s.memory[seat, kind] = 0


def hears(s, seat, move, viewer):
    return ALL if s.phase != DEALING or s.turn == viewer else SOMETHING


def unsealed(s, seat, move, viewer):
    return ALL


def reveals(s, then, seat, move, viewer):
    """A hand searched or denounced is news to all but its holder; a hand taken over is to its taker."""
    shown = (s.phase == CUSTOMS and move == SEARCH) or (s.phase == NEIGHBOUR and (move == DENOUNCE or viewer == seat))
    if not shown or viewer == s.turn:
        return 0
    code = 0
    for kind in range(KINDS):
        code = code * 8 + s.hand[kind]
    return code


# What a viewer may imagine


def imagine(s, viewer, luck):
    """Deal all unseen cards anew: first they lie in the pack, then some fill the hand, and memories follow from it."""
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind) - s.discards[kind] - s.hand[kind]
    s.pack[UNKNOWN] = 0
    if s.hand[UNKNOWN] > 0:
        imagine_hand(s, viewer, luck)
    imagine_memories(s, viewer, luck)


def imagine_hand(s, viewer, luck):
    """Around what the viewer remembers. In a hand that was taken over only its newest card can be the bag (CON-17)."""
    if steps_back(s, viewer) > 0:
        for kind in range(KINDS):
            s.hand[kind] = s.memory[viewer, kind]
            s.pack[kind] -= s.memory[viewer, kind]
        s.hand[UNKNOWN] = s.memory[viewer, UNKNOWN]
    places = s.hand[UNKNOWN]
    s.hand[UNKNOWN] = 0
    bag_anywhere = s.taken == 0 or (s.taken == 1 and s.phase == DISCARDING)
    newest_is_bag = False
    if places > 0 and s.pack[BAG] > 0 and not bag_anywhere and s.phase != DEALING:
        newest_is_bag = below(luck, pack_size(s) - places + 1) == 0  # as likely as any place in the pack
    for i in range(places):
        kind = BAG
        if i > 0 or not newest_is_bag:
            kind = unseen(s, bag_anywhere, luck)
        s.pack[kind] -= 1
        s.hand[kind] += 1
        if i == 0 and s.drawn == UNKNOWN:
            s.drawn = kind


def unseen(s, bag_too, luck):
    """The kind of a card that the viewer can't see, by luck."""
    pick = below(luck, pack_size(s) if bag_too else pack_size(s) - s.pack[BAG])
    for kind in range(KINDS):
        if kind != BAG or bag_too:
            pick -= s.pack[kind]
            if pick < 0:
                return kind
    return -1


def steps_back(s, seat):
    """How many holders ago this seat held the hand; 0 if it did not, or holds it."""
    holder = s.turn
    for back in range(1, holders(s) + 1):
        holder = before(s, holder)
        if holder == seat:
            return back
    return 0


def drawn_since(s, back):
    """How many cards were drawn into the hand since the holder so many back had it."""
    to_draw = 1 if s.phase == DISCARDING or s.phase == DEALING else 0  # its present holder has not drawn yet
    undrawn = 0 if s.phase == DEALING else whole_hand(s) - hand_size(s)  # the pack was empty so often (CON-20)
    return max(0, back - to_draw - undrawn)


def may_be_gone(s, seat, back):
    """How many of those may be discarded again: of kinds that this holder knows none of now, and not the newest."""
    if drawn_since(s, back) == 1 and s.phase != DEALING and hand_size(s) == whole_hand(s):
        return 0
    cards = 0
    for kind in range(KINDS):
        if s.memory[seat, kind] == 0:
            cards += s.discards[kind]
    return cards


def imagine_memories(s, viewer, luck):
    """Going back, each holder knows what the next one knew, but for a card that the next one drew."""
    if s.taken == 0:
        return
    own = steps_back(s, viewer)
    later = s.turn
    for kind in range(KINDS):
        s.memory[later, kind] = s.hand[kind]
    for back in range(1, holders(s) + 1):
        seat = before(s, later)
        if back != own:
            for kind in range(KINDS + 1):
                s.memory[seat, kind] = s.memory[later, kind]
            kind = not_known(s, seat, back, viewer, own, luck)
            if kind >= 0:
                s.memory[seat, kind] -= 1
                s.memory[seat, UNKNOWN] += 1
        later = seat
    forget(s, s.turn)


def not_known(s, seat, back, viewer, own, luck):
    """The card of those that the next holder knew that this one did not, by luck; -1 for none.

    A viewer who had the hand before both knew no more than they.
    """
    if drawn_since(s, back) == drawn_since(s, back - 1):
        return -1
    if back == 1:
        return s.drawn
    if s.memory[seat, BAG] > 0:  # CON-17: drawn by the last holder
        return BAG
    between = own > back
    cards = 0
    for kind in range(KINDS):
        cards += s.memory[seat, kind] - (s.memory[viewer, kind] if between else 0)
    if drawn_since(s, back) - s.memory[seat, UNKNOWN] <= may_be_gone(s, seat, back):
        if below(luck, own - back + 1 if between else cards + 1) >= cards:
            return -1
    pick = below(luck, cards)
    for kind in range(KINDS):
        pick -= s.memory[seat, kind] - (s.memory[viewer, kind] if between else 0)
        if pick < 0:
            return kind
    return -1


# What a position must be

FLAWS = (
    ("luggage", 2), ("bag", 2), ("wine", 2), ("cigars", 2), ("spirits", 2), ("perfume", 2), ("watch", 2),
    ("camera", 2), ("necklace", 2), ("crown", 2), ("unknown cards", 2), ("negative", 2), ("pack", 2), ("round", 5),
    ("officer", 5), ("turn", 13), ("hand", 7), ("taken", 13), ("drawn", 14), ("bag kept", 17), ("declaration", 8),
    ("shown", 12), ("memory", 14), ("money", 19), ("end", 21),
)  # fmt: skip
(
    UNKNOWN_CARDS, NEGATIVE, WRONG_PACK, WRONG_ROUND, WRONG_OFFICER, WRONG_TURN, WRONG_HAND, WRONG_TAKEN, WRONG_DRAWN,
    BAG_KEPT, WRONG_DECLARATION, WRONG_SHOWN, WRONG_MEMORY, WRONG_MONEY, WRONG_END,
) = range(KINDS, KINDS + 15)  # fmt: skip


def flaw(s):
    fault = flaw_of_round(s)
    if fault < 0:
        fault = flaw_of_cards(s)
    if fault < 0:
        fault = flaw_of_hand(s)
    if fault < 0:
        fault = flaw_of_declaration(s)
    if fault < 0 and LOT < s.phase and s.phase < OVER:
        fault = flaw_of_turn(s)
    if fault < 0:
        fault = flaw_of_shown(s)
    if fault < 0:
        fault = flaw_of_memory(s)
    if fault < 0:
        fault = flaw_of_money(s)
    return fault


def flaw_of_round(s):
    if s.edition < 0 or s.edition >= len(PACKS):
        return WRONG_PACK
    if s.rounds < 1 or s.rounds > s.seats or s.round < 1 or s.round > s.rounds:
        return WRONG_ROUND
    if s.phase < LOT or s.phase > OVER:
        return WRONG_TURN
    if (s.officer != -1 or s.round > 1) if s.phase == LOT else (s.officer < 0 or s.officer >= s.seats):
        return WRONG_OFFICER
    if s.phase == LOT or s.phase == OVER:
        if s.turn != -1:
            return WRONG_TURN
    elif s.turn < 0 or s.turn >= s.seats or s.turn == s.officer:
        return WRONG_TURN
    over = s.phase == OVER
    if over != (s.reason == ALL_ROUNDS) or s.reason < -1 or s.reason > ALL_ROUNDS or (over and s.round < s.rounds):
        return WRONG_END
    return -1


def flaw_of_cards(s):
    if s.pack[UNKNOWN] != 0 or s.hand[UNKNOWN] != 0 or s.drawn == UNKNOWN:
        return UNKNOWN_CARDS
    for kind in range(KINDS):
        if s.pack[kind] < 0 or s.hand[kind] < 0 or s.discards[kind] < 0 or s.declared[kind] < 0 or s.shown[kind] < 0:
            return NEGATIVE
        for seat in range(s.seats):
            if s.memory[seat, kind] < 0 or s.memory[seat, UNKNOWN] < 0:
                return NEGATIVE
        if s.pack[kind] + s.hand[kind] + s.discards[kind] != in_pack(s, kind):
            return kind
    return -1


def flaw_of_hand(s):
    size = hand_size(s)
    whole = whole_hand(s)
    if s.phase == LOT or s.phase == OVER:
        if size > 0:
            return WRONG_HAND
        if (s.phase == OVER and pack_size(s) > 0) or (s.phase == LOT and discarded(s) > 0):
            return WRONG_END
    elif s.phase == DEALING:
        if size >= whole or pack_size(s) == 0 or (s.taken > 0 and size < whole - 1):
            return WRONG_HAND
    elif size == 0 or size > whole or (size < whole and pack_size(s) > 0):
        return WRONG_HAND
    if s.taken < 0 or (s.taken == 0 and s.phase == DISCARDING) or (s.taken > 0 and (s.phase == LOT or s.phase == OVER)):
        return WRONG_TAKEN
    has_drawn = DECLARATION <= s.phase and s.phase <= NEIGHBOUR and s.taken > 0 and size == whole
    if (s.drawn >= 0) != has_drawn or s.drawn < -1 or s.drawn > UNKNOWN or (has_drawn and s.hand[s.drawn] == 0):
        return WRONG_DRAWN
    if s.hand[BAG] > 0 and s.taken > 0:
        just_taken = s.phase == DISCARDING and (s.taken == 1 or size == whole)
        if not just_taken and s.drawn != BAG:
            return BAG_KEPT
    return -1


def flaw_of_declaration(s):
    declaring = DECLARATION <= s.phase and s.phase <= NEIGHBOUR
    items = 0
    for kind in range(KINDS):
        items += s.declared[kind]
        if s.declared[kind] > (0 if kind == LUGGAGE else in_pack(s, kind)):
            return WRONG_DECLARATION
    if items > hand_size(s) or (items > 0 and not declaring):
        return WRONG_DECLARATION
    if s.declared[BAG] > 0 and (items > 1 or s.phase == DECLARATION):
        return WRONG_DECLARATION
    return -1


def discarded(s):
    count = 0
    for kind in range(KINDS):
        count += s.discards[kind]
    return count


def discarded_singly(s):
    """Discards by those who took over this hand."""
    return s.taken - 1 if s.phase == DISCARDING else s.taken


def flaw_of_turn(s):
    """The turn went on with every hand that was shown, a whole one each, and with every one that was taken over."""
    place = 0
    seat = after(s, s.officer)
    while seat != s.turn:
        seat = after(s, seat)
        place += 1
    if s.phase == DISCARDING:
        place -= 1
    for shown in range(discarded(s) // whole_hand(s) + 1):
        singly = discarded(s) - shown * whole_hand(s)
        fits = singly == discarded_singly(s) if shown == 0 else singly >= discarded_singly(s)
        if fits and (shown + singly - place) % (s.seats - 1) == 0:
            return -1
    return WRONG_TURN


def flaw_of_shown(s):
    cards = 0
    for kind in range(KINDS):
        cards += s.shown[kind]
        if s.shown[kind] > (s.discards[kind] if s.round == 1 else in_pack(s, kind)):
            return WRONG_SHOWN
    if cards > whole_hand(s):
        return WRONG_SHOWN
    if s.round == 1 and s.phase < OVER:
        expected = whole_hand(s) if discarded(s) > discarded_singly(s) else 0
        return -1 if cards == expected else WRONG_SHOWN
    return -1


def flaw_of_memory(s):
    """Going back, each holder knows no card more than the next one, and at most the one less that the next one drew."""
    for seat in range(s.seats):
        size = 0
        for kind in range(KINDS + 1):
            size += s.memory[seat, kind]
        if size != (hand_size(s) if steps_back(s, seat) > 0 else 0):
            return WRONG_MEMORY
    later = s.turn
    for back in range(1, holders(s) + 1):
        seat = before(s, later)
        fewer = 0
        for kind in range(KINDS):
            known = s.hand[kind] if back == 1 else s.memory[later, kind]
            if s.memory[seat, kind] > known:
                return WRONG_MEMORY
            fewer += known - s.memory[seat, kind]
        gone = drawn_since(s, back) - s.memory[seat, UNKNOWN]
        if fewer > drawn_since(s, back) - drawn_since(s, back - 1) or gone > may_be_gone(s, seat, back):
            return WRONG_MEMORY
        if back == 1 and s.drawn >= 0 and s.memory[seat, s.drawn] == s.hand[s.drawn]:
            return WRONG_MEMORY
        if s.memory[seat, BAG] > 0 and (back > 1 or s.phase != DISCARDING):
            return BAG_KEPT
        later = seat
    return -1


def flaw_of_money(s):
    francs = 0
    begun = s.round > 1 or s.phase >= NEIGHBOUR or discarded(s) > 0
    for seat in range(s.seats):
        francs += s.money[seat]
        if s.money[seat] % COIN != 0 or (not begun and s.money[seat] != share(s.seats)):
            return WRONG_MONEY
        for payment in range(len(PAYMENTS)):
            times = s.payments[seat, payment]
            if times < 0 or times > (LONGEST if begun else 0):
                return WRONG_MONEY
            if s.ledger[seat, payment] < 0 or s.ledger[seat, payment] > times * DEAREST:
                return WRONG_MONEY
    return -1 if francs == s.seats * share(s.seats) else WRONG_MONEY


# Words for players

ABOUT = CARDS[:KINDS]
NEWS = (
    ("declaration", 8), ("nothing declared", 8), ("hand", 9), ("duty paid", 10), ("honest", 12), ("defamed", 15),
    ("caught", 11), ("immune", 16), ("impostor", 16), ("informer", 15), ("pack empty", 20), ("new officer", 5),
)  # fmt: skip
(
    DECLARATION_MADE, NOTHING_DECLARED, HAND_SHOWN, DUTY_PAID, HONEST, DEFAMED, CAUGHT, IMMUNE, IMPOSTOR, INFORMER,
    PACK_EMPTY, NEW_OFFICER,
) = range(12)  # fmt: skip
MOVE_CLAUSES = (8, 8, 8, 8, 8, 8, 8, 8, 8, 16, 9, 9, 14, 15, 14, 14, 14, 14, 14, 14, 14, 14, 14, 14)


def clause(s, seat, move):
    if move == CLAIM_BAG and s.phase == DECLARATION:
        for kind in range(WINE, KINDS):
            if s.declared[kind] > 0:
                return 8
    if s.declared[BAG] > 0 and LET_PASS <= move and move <= DENOUNCE:
        return 16
    if s.phase == DISCARDING and move >= DISCARD and s.hand[BAG] > 0:
        return 17
    return MOVE_CLAUSES[move]


def news(s, then, told, things):
    if s.phase == DECLARATION and then.phase == CUSTOMS:
        news_of_declaration(then, told, things)
    elif s.phase == CUSTOMS and then.phase == NEIGHBOUR:
        news_of_duty(s, told, s.money[s.turn] - then.money[s.turn])
    elif s.phase == CUSTOMS or (s.phase == NEIGHBOUR and then.phase != DISCARDING):
        news_of_hand(s, then, told, things)
    if then.round > s.round:
        told[NEW_OFFICER, WHO] = then.officer
    elif pack_size(s) > 0 and pack_size(then) == 0:
        told[PACK_EMPTY, WHO] = 0


def news_of_declaration(then, told, things):
    """All that was declared, with the duty that it would cost."""
    if then.declared[BAG] > 0:
        return
    duty = 0
    items = 0
    for kind in range(WINE, KINDS):
        things[kind] = then.declared[kind]
        items += then.declared[kind]
        duty += then.declared[kind] * DUTY[kind]
    made = DECLARATION_MADE if items > 0 else NOTHING_DECLARED
    told[made, WHO] = then.turn
    told[made, COUNT] = items
    told[made, SUM] = duty


def news_of_duty(s, told, francs):
    if francs > 0:
        told[DUTY_PAID, WHO] = s.turn
        told[DUTY_PAID, WHOM] = s.officer
        told[DUTY_PAID, SUM] = francs


def news_of_hand(s, then, told, things):
    """What the hand that was shown says of its holder, and who pays whom."""
    claimed = s.declared[BAG] > 0
    true = not claimed or then.shown[BAG] > 0
    for kind in range(KINDS):
        things[kind] = then.shown[kind]
        if kind >= WINE and not claimed and s.declared[kind] != then.shown[kind]:
            true = False
    told[HAND_SHOWN, WHO] = s.turn
    informed = s.phase == NEIGHBOUR
    gained = then.money[s.turn] - s.money[s.turn]
    verdict = IMPOSTOR if claimed else CAUGHT
    if true:
        verdict = IMMUNE if claimed else DEFAMED if informed else HONEST
        news_of_duty(s, told, COMPENSATION - gained)
    told[verdict, WHO] = s.turn
    told[verdict, WHOM] = after(s, s.turn) if true and informed else s.officer
    told[verdict, SUM] = COMPENSATION if true else -gained
    if informed and not true:
        told[INFORMER, WHO] = after(s, s.turn)
        told[INFORMER, WHOM] = s.officer
        told[INFORMER, SUM] = REWARD


def about(s, then, seat, move):
    return -1
