"""Condamnés!, version 2.1: one guard against a team of prisoners who dig tunnels and may cheat.

3 to 9 seats. The highest card turned up makes the guard, and becomes the stolen card that a prisoner grabs while the
guard's eyes are shut. In every round the guard gives an announced card to the next prisoner; each prisoner passes one
card on until one comes back, which must be higher. Before each pass there is a moment: the guard watches one prisoner
while they slip the stolen card along or lay four cards of a suit, a tunnel; the guard may search for the stolen card
at a price. As many tunnels as prisoners win for the prisoners, ten cards in hand for the guard; winners score 1.

A record holds for every card the hand it is in (`hand`) or the place where it lies (`lies`): beside a prisoner as the
stolen card, laid in a tunnel, left on the table, discarded, or in a heap of the pack. The pack is a row of heaps: what
was put under it is a later heap, cards come from heap 0, and an empty heap closes up. Players sit at places, which
prisoners may be made to change.

What a viewer knows is part of the record. `known` has a bit for everyone who saw a card go where it is now (bit 0:
the spectators and with them all; bit i + 1: seat i), until a card may have left that place unseen; in a viewer's
redacted record it is 1 for what they know, and a card they don't know is in no hand and lies nowhere. The guard
remembers the hands looked through: `noted` is where a card was last seen that may have moved since, `sure`
how many of a hand's noted cards must still be in it. `suspects` are those who may have the stolen card as far as the
guard can tell, `rumours` as far as spectators can. Sources: the printed rulebook; the clauses CND-01 to CND-23.
"""

import numpy as np

from tripot.games.luck import below
from tripot.games.terms import ALL, CHANCE, COUNT, LATER, NOBODY, NOTHING, SOMETHING, WHO, WHOM

NAME = "condamnes"
VERSION = 1
SEATS = (3, 9)
CLAUSE = "CND"
OPTIONS: dict[str, tuple[str, ...]] = {}
STUDY = ()

# Cards (CND-01): spades, clubs, hearts, diamonds, each from ace to king
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = tuple(value + suit for suit in "SCHD" for value in VALUES)
PACK, SUIT, SUITS = 52, 13, 4
LOWEST_FACE = 10  # from the jack on, counted from the ace as 0: a tête
MOST_SEATS = 9
GUARDS_HAND, PRISONERS_HAND = 5, 3  # CND-05
TRANSFER = 10  # cards in the guard's hand that win (CND-07)
TUNNEL_CARDS = 4  # CND-16
ROUNDS = 30  # CND-22
CAUGHT_OFTEN = 2  # caught so often, a giver may be reseated (CND-15)
PRICE = 2  # cards that pay for a search, or one tête (CND-19)
FEW_PRISONERS = 3  # up to so many, one search a round (CND-23)
ATTEMPTS = 200  # to imagine hands that fit all notes and tunnels; the last one lets the notes be
PATIENCE = 99  # after so many moments of one round nobody is searched or reseated, so that CND-22 ends every game

# Where a card lies that is in no hand
HEAPS = 12  # at most 3 are left when discards become one more, and 8 tunnels follow; or 2 from the start and 8
PLACES = ("stolen", "laid", "table", "discard", *(f"heap {i}" for i in range(HEAPS)))
STOLEN, LAID, TABLE, DISCARD, HEAP = 0, 1, 2, 3, 4
NOWHERE = -1
EVERYBODY = (2 << MOST_SEATS) - 1  # bits of `known`

PHASES = (
    "reveal", "grab", "drawing", "stolen card", "give", "moment", "lay", "mark", "verdict",
    "reseat", "search", "discard", "pass", "inspect", "swap", "over",
)  # fmt: skip
REVEAL, GRABBING, DRAWING, NEW_STOLEN, GIVING, MOMENT, LAYING, MARKING, VERDICT = 0, 1, 2, 3, 4, 5, 6, 7, 8
RESEATING, SEARCHING, PAYING, PASSING, INSPECTING, SWAPPING, OVER = 9, 10, 11, 12, 13, 14, 15
PROMPTS = (2, 4, 5, 20, 8, 13, 16, 16, 17, 15, 19, 19, 9, 11, 11, 22)  # the clause each phase rests on

SEAT_NAMES = tuple(str(seat) for seat in range(MOST_SEATS))
MOVES = (
    "grab", "leave", "wait", "tunnel", "annul", "let-be", "carry-on", "stay",
    *(f"{act} {seat}" for act in ("slip", "watch", "search", "inspect", "reseat") for seat in SEAT_NAMES),
    *(f"{act} {card}" for act in ("pass", "give", "discard", "lay", "mark", "swap") for card in CARDS),
)  # fmt: skip
GRAB, LEAVE, WAIT, DIG, ANNUL, LET_BE, CARRY_ON, STAY = 0, 1, 2, 3, 4, 5, 6, 7
SLIP, WATCH, SEARCH, INSPECT, RESEAT = 8, 17, 26, 35, 44
PASS, GIVE, PAY, LAY, MARK, SWAP = 53, 105, 157, 209, 261, 313
OUTCOMES = tuple(f"deal {card}" for card in CARDS)
PASSIVE = (LEAVE, WAIT, LET_BE, CARRY_ON, STAY)  # for `watch`, see `passive`

# Sealed answers; left is clockwise
ANSWERS = ("leave", "grab", "wait", "tunnel", "slip left", "slip right")
NOT_YET, LEAVES, GRABS, WAITS, DIGS, SLIPS_LEFT, SLIPS_RIGHT = -1, 0, 1, 2, 3, 4, 5
SEALED_REVEAL, SEALED_GRAB, SEALED_MOMENT = 1, 2, 3

FOUND = ("not there", "there")
REASONS = ("tunnels", "ten cards", "rounds")
ALL_TUNNELS, TEN_CARDS, ROUNDS_OUT = 0, 1, 2

# A moment: 9 answers, at most two tunnels (of the travelling card's bearer and of the stolen card's) with 4 `lay`, a
# `mark`, a verdict, 4 cards, a new stolen card and 8 grabs each; one `reseat`; a search with 2 discards, 3 and 4 cards,
# a new stolen card and 8 grabs, or `carry-on` and a pass: 9 + 38 + 1 + 19. After PATIENCE moments each ends with a
# pass, and 8 passes end a round from anywhere; a round adds `give`, 8 `inspect` and one `swap` or card. There are at
# most ROUNDS rounds (CND-22), and before them 9 cards, 8 grabs and 29 cards.
LONGEST = ROUNDS * ((PATIENCE + 8) * 67 + 10) + 46

STATE = np.dtype([
    ("seats", np.int8),
    ("phase", np.int8),
    ("reason", np.int8),
    ("round", np.int8),  # 0 before the first
    ("moments", np.int8),  # of this round
    ("searches", np.int8),
    ("guard", np.int8),
    ("stolen", np.int8),  # the stolen card, -1 while there is none
    ("holder", np.int8),  # who has it (while it is grabbed: who was first)
    ("announced", np.int8),  # the card that the guard gave in this round
    ("bearer", np.int8),  # who has the travelling card
    ("returned", np.int8),  # the card that came back to the guard, who looks for a higher one
    ("looked", np.int8),  # in whose hand the guard found one
    ("eyes", np.int8),  # whom the guard watches, still sealed
    ("gaze", np.int8),  # whom the guard watched in the last moment
    ("giver", np.int8),  # who slipped the stolen card in the last moment
    ("receiver", np.int8),
    ("layer", np.int8),  # whose tunnel is being laid
    ("mark", np.int8),  # the card of it that shall stay on the table
    ("searched", np.int8),
    ("paid", np.int8),  # cards discarded for this search
    ("found", np.int8),
    ("drawer", np.int8),  # who is being dealt cards
    ("to_draw", np.int8),  # how many more
    ("answers", np.int8, MOST_SEATS),  # sealed
    ("digging", np.int8, MOST_SEATS),  # answered `tunnel`, not yet laid
    ("caught", np.int16, MOST_SEATS),  # how often seen slipping the stolen card
    ("inspected", np.int8, MOST_SEATS),  # looked through in this round
    ("suspects", np.int8, MOST_SEATS),
    ("rumours", np.int8, MOST_SEATS),
    ("held", np.int8, MOST_SEATS),  # cards in hand
    ("sure", np.int8, MOST_SEATS),
    ("seat_at", np.int8, MOST_SEATS),  # who sits at each place
    ("place", np.int8, MOST_SEATS),  # where each seat's player sits: derived
    ("heaps", np.int8, HEAPS),  # cards in each heap of the pack
    ("hand", np.int8, PACK),
    ("lies", np.int8, PACK),
    ("noted", np.int8, PACK),
    ("known", np.int16, PACK),
], align=True)  # fmt: skip
LEGEND = {
    "seats": ("count",), "phase": (PHASES,), "reason": (REASONS,), "round": ("count",), "moments": ("count",),
    "searches": ("count",), "guard": ("seat",), "stolen": (CARDS,), "holder": ("seat",), "announced": (CARDS,),
    "bearer": ("seat",), "returned": (CARDS,), "looked": ("seat",), "eyes": ("seat",), "gaze": ("seat",),
    "giver": ("seat",), "receiver": ("seat",), "layer": ("seat",), "mark": (CARDS,), "searched": ("seat",),
    "paid": ("count",), "found": (FOUND,), "drawer": ("seat",), "to_draw": ("count",), "answers": ("seats", ANSWERS),
    "digging": ("seats", "flag"), "caught": ("seats", "count"), "inspected": ("seats", "flag"),
    "suspects": ("seats", "flag"), "rumours": ("seats", "flag"), "held": ("seats", "count"), "sure": ("seats", "count"),
    "seat_at": ("list", "seat"), "heaps": ("list", "count"), "hand": (CARDS, "seat"), "lies": (CARDS, PLACES),
    "noted": (CARDS, "seat"), "known": (CARDS, "count"),
}  # fmt: skip


def setup(s, seats, options):
    s.seats = seats
    s.phase = REVEAL
    s.reason = -1
    s.round = 0
    s.moments = 0
    s.searches = 0
    s.guard = -1
    s.stolen = -1
    s.holder = -1
    s.announced = -1
    s.bearer = -1
    s.returned = -1
    s.looked = -1
    s.eyes = -1
    s.gaze = -1
    s.giver = -1
    s.receiver = -1
    s.layer = -1
    s.mark = -1
    s.searched = -1
    s.paid = 0
    s.found = -1
    s.drawer = 0
    s.to_draw = 1
    for seat in range(MOST_SEATS):
        s.answers[seat] = NOT_YET
        s.digging[seat] = 0
        s.caught[seat] = 0
        s.inspected[seat] = 0
        s.suspects[seat] = 0
        s.rumours[seat] = 0
        s.held[seat] = 0
        s.sure[seat] = 0
        s.seat_at[seat] = seat if seat < seats else -1
        s.place[seat] = seat if seat < seats else -1
    for heap in range(HEAPS):
        s.heaps[heap] = 0
    s.heaps[0] = PACK
    for card in range(PACK):
        s.hand[card] = -1
        s.lies[card] = HEAP
        s.noted[card] = -1
        s.known[card] = 0


def complete(s):
    """Fill in where each seat's player sits."""
    for seat in range(MOST_SEATS):
        s.place[seat] = -1
    for place in range(s.seats):
        if s.seat_at[place] >= 0:
            s.place[s.seat_at[place]] = place


def value_of(card):
    return card % SUIT + 1


def is_face(card):
    return card % SUIT >= LOWEST_FACE


def bit_of(viewer):
    """The bit of a seat (or of the spectators, -1) in `known`."""
    return 1 << (viewer + 1)


def beside(s, seat, step):
    """Who sits next to a player: on their left (1) or on their right (-1). Places count, not seats (CND-15)."""
    place = s.place[seat] + step
    if place == s.seats:
        place = 0
    elif place < 0:
        place = s.seats - 1
    return s.seat_at[place]


def direction(number):
    """Cards travel to the right (-1) in the first round, then to the left, alternating (CND-08)."""
    return -1 if number % 2 == 1 else 1


def of_suit(s, seat, suit):
    """How many cards of a suit a prisoner could lay now: of the hand, and the stolen card if it is there (CND-16)."""
    count = 0
    for card in range(suit * SUIT, suit * SUIT + SUIT):
        count += 1 if s.hand[card] == seat else 0
    if s.holder == seat and s.stolen // SUIT == suit and s.stolen >= 0 and s.lies[s.stolen] == STOLEN:
        count += 1
    return count


def can_dig(s, seat):
    """Whether a prisoner has four cards of one suit; a hand of three needs the stolen card for that."""
    for suit in range(SUITS):
        if seat == s.bearer or (seat == s.holder and suit == s.stolen // SUIT):
            if of_suit(s, seat, suit) >= TUNNEL_CARDS:
                return True
    return False


def laid_suit(s):
    """The suit of the tunnel that is being laid, -1 before its first card."""
    for card in range(PACK):
        if s.lies[card] == LAID:
            return card // SUIT
    return -1


def lying(s, place):
    """How many cards lie somewhere."""
    count = 0
    for card in range(PACK):
        if s.lies[card] == place:
            count += 1
    return count


# Who is asked


def actors(s):
    phase = s.phase
    if phase == MOMENT or phase == GRABBING:  # CND-13: everybody; CND-04: every prisoner
        asked = 0
        for seat in range(s.seats):
            if s.answers[seat] == NOT_YET and seat != s.guard:
                asked |= 1 << seat
        if phase == MOMENT and s.eyes < 0:
            asked |= 1 << s.guard
        return asked
    if phase <= NEW_STOLEN:
        return CHANCE
    if phase == PASSING:
        return 1 << s.bearer
    if phase == LAYING or phase == MARKING:
        return 1 << s.layer
    return NOBODY if phase == OVER else 1 << s.guard


def sealed(s):
    if s.phase == MOMENT:
        return SEALED_MOMENT
    if s.phase == GRABBING:
        return SEALED_GRAB
    return SEALED_REVEAL if s.phase == REVEAL else 0


def race(s):
    """The first to grab has the stolen card (CND-04)."""
    return s.phase == GRABBING


# What is legal


def legal(s, seat, can):
    phase = s.phase
    if phase == MOMENT:
        legal_moment(s, seat, can)
    elif phase == PASSING:  # CND-09
        for card in range(PACK):
            can[PASS + card] = 1 if s.hand[card] == seat else 0
    elif phase == SEARCHING:
        can[CARRY_ON] = 1
        if may_search(s):
            for prisoner in range(s.seats):
                if prisoner != s.guard:
                    can[SEARCH + prisoner] = 1
    elif phase == PAYING:  # CND-19: a first card that doesn't pay alone needs a second one
        for card in range(PACK):
            if s.hand[card] == seat and (is_face(card) or s.paid > 0 or s.held[seat] >= PRICE):
                can[PAY + card] = 1
    elif phase == GIVING:
        legal_gift(s, seat, can)
    elif phase == GRABBING:
        can[GRAB] = 1
        can[LEAVE] = 1
    elif phase == INSPECTING:  # CND-11: each hand once
        for prisoner in range(s.seats):
            if prisoner != s.guard and not s.inspected[prisoner]:
                can[INSPECT + prisoner] = 1
    elif phase == SWAPPING:
        for card in range(PACK):
            if s.hand[card] == s.looked and value_of(card) > value_of(s.returned):
                can[SWAP + card] = 1
    elif phase == LAYING:
        legal_lay(s, seat, can)
    elif phase == MARKING:  # CND-16: not the stolen card
        for card in range(PACK):
            if s.lies[card] == LAID and card != s.stolen:
                can[MARK + card] = 1
    elif phase == VERDICT:
        can[LET_BE] = 1
        if s.stolen >= 0 and s.lies[s.stolen] == LAID:  # CND-17
            can[ANNUL] = 1
    elif phase == RESEATING:  # CND-15
        can[STAY] = 1
        if s.moments < PATIENCE:
            for prisoner in range(s.seats):
                if prisoner != s.guard and prisoner != s.giver:
                    can[RESEAT + prisoner] = 1


def legal_moment(s, seat, can):
    """The guard watches a prisoner; a prisoner waits, slips the stolen card or digs (CND-13)."""
    if seat == s.guard:
        for prisoner in range(s.seats):
            if prisoner != s.guard:
                can[WATCH + prisoner] = 1
        return
    can[WAIT] = 1
    if can_dig(s, seat):
        can[DIG] = 1
    if s.holder == seat:
        for step in range(-1, 2, 2):
            neighbour = beside(s, seat, step)
            if neighbour != s.guard:
                can[SLIP + neighbour] = 1


def legal_gift(s, seat, can):
    """No tête, unless the guard has only those (CND-08)."""
    plain_cards = 0
    for card in range(PACK):
        if s.hand[card] == seat and not is_face(card):
            can[GIVE + card] = 1
            plain_cards += 1
    if plain_cards == 0:
        for card in range(PACK):
            if s.hand[card] == seat:
                can[GIVE + card] = 1


def legal_lay(s, seat, can):
    """Four of one suit; the first card fixes which (CND-16)."""
    begun = laid_suit(s)
    for suit in range(SUITS):
        if suit == begun or (begun < 0 and of_suit(s, seat, suit) >= TUNNEL_CARDS):
            for card in range(suit * SUIT, suit * SUIT + SUIT):
                if s.hand[card] == seat or (card == s.stolen and s.holder == seat and s.lies[card] == STOLEN):
                    can[LAY + card] = 1


def may_search(s):
    """Whether the guard may search now, and can pay for it."""
    if s.moments >= PATIENCE or (s.searches > 0 and s.seats - 1 <= FEW_PRISONERS):  # CND-23
        return False
    if s.held[s.guard] >= PRICE:
        return True
    for card in range(PACK):
        if s.hand[card] == s.guard and is_face(card):
            return True
    return False


ROLES = ("guard", "prisoner")


def role(s, seat):
    """Guard and prisoners are asked different things in the same moment."""
    return -1 if s.guard < 0 else 0 if seat == s.guard else 1


def passive(s, seat):
    """What a time-out plays where `PASSIVE` can't say it: the guard goes on watching the same prisoner. Else -1."""
    if s.phase == MOMENT and seat == s.guard:
        return WATCH + (s.gaze if s.gaze >= 0 else s.bearer)
    return -1


# What chance may do


def chance(s, weights):
    for card in range(PACK):
        weights[card] = 1 if s.lies[card] == HEAP else 0


# What moves do


def apply(s, seat, move):
    phase = s.phase
    if phase == MOMENT:
        answer_moment(s, seat, move)
    elif phase == GRABBING:
        answer_grab(s, seat, move)
    elif phase <= NEW_STOLEN:
        deal(s, move)
    elif phase == PASSING:
        pass_on(s, seat, move - PASS)
    elif phase == SEARCHING:
        if move == CARRY_ON:
            s.phase = PASSING
        else:
            s.searched = move - SEARCH
            s.searches += 1
            s.phase = PAYING
    elif phase == PAYING:
        pay(s, move - PAY)
    elif phase == GIVING:
        give(s, move - GIVE)
    elif phase == INSPECTING:
        inspect(s, move - INSPECT)
    elif phase == SWAPPING:
        swap(s, move - SWAP)
    elif phase == LAYING:
        lay(s, move - LAY)
    elif phase == MARKING:
        leave_mark(s, move - MARK)
    elif phase == VERDICT:
        judge(s, move)
    elif phase == RESEATING:
        if move != STAY:
            reseat(s, move - RESEAT)
        s.phase = SEARCHING
    carry_out(s)


# What follows by itself, looked after in one place when a move is done
STANDS, NEXT_TUNNEL, NEXT_MOMENT, NEXT_ROUND, NEXT_CARDS = -1, -2, -3, -4, -5


def carry_out(s):
    """A tunnel that stands or falls, a draw, a search lead on to what comes next."""
    if s.phase == STANDS:
        stand(s)
    if s.phase == NEXT_TUNNEL:
        next_tunnel(s)
    elif s.phase == NEXT_MOMENT:
        begin_moment(s)
    elif s.phase == NEXT_ROUND:
        begin_round(s)
    elif s.phase == NEXT_CARDS:
        restock(s)
        s.phase = DRAWING if s.drawer >= 0 else NEW_STOLEN


def deal(s, card):
    """A card from the pack: for the reveal, into a hand, or as the new stolen card."""
    witnesses = bit_of(s.drawer) if s.phase == DRAWING else 0
    take_from_pack(s, card, EVERYBODY if s.phase == NEW_STOLEN else witnesses)
    if s.phase == NEW_STOLEN:
        lay_out(s, card)
        return
    s.hand[card] = s.drawer
    s.held[s.drawer] += 1
    if s.phase == REVEAL:
        s.drawer += 1
        if s.drawer == s.seats:
            turn_up(s)
        return
    s.to_draw -= 1
    if s.drawer == s.guard and s.held[s.guard] == TRANSFER:  # CND-07
        s.drawer = -1
        s.to_draw = 0
        end_game(s, TEN_CARDS)
    elif s.to_draw == 0:
        after_draw(s)


def take_from_pack(s, card, witnesses):
    """Who doesn't see which card is taken no longer knows any card of that heap, unless it was the last one."""
    s.lies[card] = NOWHERE
    s.heaps[0] -= 1
    if s.heaps[0] > 0:
        s.known[card] &= witnesses
        for other in range(PACK):
            if s.lies[other] == HEAP:
                s.known[other] &= witnesses
    else:
        for other in range(PACK):
            if s.lies[other] > HEAP:
                s.lies[other] -= 1
        for heap in range(1, HEAPS):
            s.heaps[heap - 1] = s.heaps[heap]
        s.heaps[HEAPS - 1] = 0
    s.known[card] |= witnesses
    if s.guard >= 0 and witnesses & bit_of(s.guard):
        strike_note(s, card)


def turn_up(s):
    """The highest card makes the guard (CND-02) and is the stolen card; the others go under the pack (CND-03)."""
    highest = -1
    for card in range(PACK):
        if s.hand[card] >= 0 and (highest < 0 or card % SUIT > highest % SUIT):  # equal: the suit that comes first
            highest = card
    s.guard = s.hand[highest]
    for card in range(PACK):
        if s.hand[card] >= 0:
            s.held[s.hand[card]] = 0
            s.hand[card] = -1
            s.lies[card] = HEAP + 1
            s.known[card] = EVERYBODY
    s.heaps[1] = s.seats - 1
    s.drawer = -1
    s.to_draw = 0
    lay_out(s, highest)


def lay_out(s, card):
    """A stolen card lies face up, and the guard's eyes are shut (CND-04)."""
    s.stolen = card
    s.lies[card] = STOLEN
    s.known[card] = EVERYBODY
    s.phase = GRABBING


def answer_grab(s, seat, move):
    """One sealed answer; the first `grab` has the stolen card, but all are asked (CND-04)."""
    s.answers[seat] = GRABS if move == GRAB else LEAVES
    if move == GRAB and s.holder < 0:
        s.holder = seat
    for prisoner in range(s.seats):
        if prisoner != s.guard and s.answers[prisoner] == NOT_YET:
            return
    if s.holder < 0:
        s.holder = beside(s, s.guard, 1)
    for prisoner in range(s.seats):
        s.answers[prisoner] = NOT_YET
        s.suspects[prisoner] = 1 if prisoner != s.guard else 0
        s.rumours[prisoner] = s.suspects[prisoner]
    if s.round == 0:
        start_draw(s, s.guard, GUARDS_HAND)  # CND-05
    elif s.searched >= 0:
        s.phase = NEXT_MOMENT
    else:
        s.phase = NEXT_TUNNEL


def start_draw(s, seat, count):
    s.drawer = seat
    s.to_draw = count
    s.phase = NEXT_CARDS


def after_draw(s):
    """Somebody has drawn their cards: for the first deal, a search, a tête or a tunnel."""
    seat = s.drawer
    s.drawer = -1
    if s.round == 0:
        left = beside(s, seat, 1)
        if left == s.guard:
            s.phase = NEXT_ROUND
        else:
            start_draw(s, left, PRISONERS_HAND)
    elif s.searched >= 0 and seat == s.guard:
        if s.found == 1:
            give_up(s)
        else:
            s.phase = NEXT_MOMENT
    elif seat == s.guard:
        s.phase = NEXT_ROUND
    elif s.stolen < 0:  # CND-18, CND-20
        s.phase = NEXT_CARDS
    else:
        s.phase = NEXT_TUNNEL


def restock(s):
    """Too few cards for the next draw: the discards go under the pack as one heap (CND-12)."""
    need = s.to_draw if s.drawer >= 0 else 1
    cards = 0
    last = 0
    for heap in range(HEAPS):
        cards += s.heaps[heap]
        if s.heaps[heap] > 0:
            last = heap + 1
    if cards < need:
        for card in range(PACK):
            if s.lies[card] == DISCARD:
                s.lies[card] = HEAP + last
                s.heaps[last] += 1


# A round


def begin_round(s):
    s.announced = -1
    s.bearer = -1
    s.returned = -1
    s.looked = -1
    s.moments = 0
    s.searches = 0
    for seat in range(s.seats):
        s.inspected[seat] = 0
    if s.round == ROUNDS:
        end_game(s, ROUNDS_OUT)
    else:
        s.round += 1
        s.phase = GIVING


def give(s, card):
    """The guard announces a card and gives it to the prisoner next in line (CND-08)."""
    s.announced = card
    s.bearer = beside(s, s.guard, direction(s.round))
    s.hand[card] = s.bearer
    s.known[card] = EVERYBODY
    s.held[s.guard] -= 1
    s.held[s.bearer] += 1
    s.phase = NEXT_MOMENT


def pass_on(s, seat, card):
    """One card goes to the next in line, unseen by others; the last one to the guard, who turns it up (CND-09)."""
    receiver = beside(s, seat, direction(s.round))
    if receiver == s.guard:
        strike_note(s, card)
        s.known[card] = EVERYBODY
    else:
        lose_sight(s, seat, bit_of(seat) | bit_of(receiver))
        s.known[card] = bit_of(seat) | bit_of(receiver)
    s.hand[card] = receiver
    s.held[seat] -= 1
    s.held[receiver] += 1
    s.bearer = receiver
    s.phase = NEXT_MOMENT
    if receiver == s.guard:
        s.bearer = -1
        compare(s, card)


def compare(s, card):
    """Higher than announced is fine, a tête brings one more card (CND-10); else a higher one is looked for (CND-11)."""
    s.phase = NEXT_ROUND
    if s.held[s.guard] == TRANSFER:
        end_game(s, TEN_CARDS)
    elif value_of(card) <= value_of(s.announced):
        s.returned = card
        s.phase = INSPECTING
    elif is_face(card):
        start_draw(s, s.guard, 1)


def inspect(s, prisoner):
    """The guard looks through a hand, and remembers it (CND-11)."""
    s.inspected[prisoner] = 1
    s.sure[prisoner] = 0
    higher = False
    for card in range(PACK):
        if s.noted[card] == prisoner:
            s.noted[card] = -1
        if s.hand[card] == prisoner:
            s.noted[card] = -1
            s.known[card] |= bit_of(s.guard)
            if value_of(card) > value_of(s.returned):
                higher = True
    if higher:
        s.looked = prisoner
        s.phase = SWAPPING
        return
    for other in range(s.seats):
        if other != s.guard and not s.inspected[other]:
            return
    s.phase = NEXT_ROUND


def swap(s, card):
    """The guard takes a higher card out of that hand for the one that came back; only its owner sees which."""
    lose_sight(s, s.looked, bit_of(s.guard) | bit_of(s.looked))
    s.hand[card] = s.guard
    s.hand[s.returned] = s.looked
    s.known[s.returned] = EVERYBODY
    s.phase = NEXT_ROUND


# A moment


def begin_moment(s):
    s.moments += 1
    s.searched = -1
    s.paid = 0
    s.found = -1
    s.phase = MOMENT


def answer_moment(s, seat, move):
    """One sealed answer (CND-13)."""
    if seat == s.guard:
        s.eyes = move - WATCH
    elif move == WAIT:
        s.answers[seat] = WAITS
    elif move == DIG:
        s.answers[seat] = DIGS
    else:
        s.answers[seat] = SLIPS_LEFT if move - SLIP == beside(s, seat, 1) else SLIPS_RIGHT
    if s.eyes < 0:
        return
    for prisoner in range(s.seats):
        if prisoner != s.guard and s.answers[prisoner] == NOT_YET:
            return
    open_moment(s)


def open_moment(s):
    """The gaze is shown, the stolen card changes hands, tunnels are announced."""
    s.gaze = s.eyes
    s.eyes = -1
    s.giver = -1
    s.receiver = -1
    for seat in range(s.seats):
        s.digging[seat] = 1 if s.answers[seat] == DIGS else 0
        if s.answers[seat] >= SLIPS_LEFT:
            s.giver = seat
            s.receiver = beside(s, seat, 1 if s.answers[seat] == SLIPS_LEFT else -1)
            s.holder = s.receiver
        s.answers[seat] = NOT_YET
    suspect_anew(s)
    if s.giver >= 0 and s.gaze == s.giver:  # CND-14
        s.caught[s.giver] += 1
        catch_sight(s, s.receiver)
    s.phase = NEXT_TUNNEL


def suspect_anew(s):
    """Whoever may have had the stolen card may have slipped it to a neighbour, but not before watching eyes."""
    reached = 0
    reached_unwatched = 0
    thief = -1
    for seat in range(s.seats):
        if s.digging[seat]:
            if seat != s.bearer:  # three cards in hand: the fourth is the stolen one
                thief = seat
        elif s.rumours[seat]:
            around = (1 << beside(s, seat, 1)) | (1 << beside(s, seat, -1))
            reached |= around
            if s.suspects[seat] and seat != s.gaze:
                reached_unwatched |= around
    for seat in range(s.seats):
        if seat != s.guard:
            if (reached >> seat) & 1:
                s.rumours[seat] = 1
            if (reached_unwatched >> seat) & 1:
                s.suspects[seat] = 1
    if thief >= 0:
        expose(s, thief)


def catch_sight(s, holder):
    """The guard knows now who has the stolen card."""
    for seat in range(s.seats):
        s.suspects[seat] = 1 if seat == holder else 0


def expose(s, holder):
    """All know now who has the stolen card (-1: nobody)."""
    for seat in range(s.seats):
        s.suspects[seat] = 1 if seat == holder else 0
        s.rumours[seat] = s.suspects[seat]


# Tunnels


def next_tunnel(s):
    """Clockwise from the guard's left (CND-13); after the last, reseating if it is due (CND-15), then a search."""
    s.layer = -1
    s.phase = SEARCHING
    if s.giver >= 0 and s.giver == s.gaze and s.caught[s.giver] >= CAUGHT_OFTEN:
        s.phase = RESEATING
    place = s.place[s.guard]
    for _ in range(s.seats - 1):
        place = place + 1 if place + 1 < s.seats else 0
        if s.digging[s.seat_at[place]]:
            s.layer = s.seat_at[place]
            s.phase = LAYING
            return


def onlookers(s):
    """Who sees all cards of the tunnel: the prisoners, and a guard who watches (CND-17)."""
    seats = EVERYBODY - 1
    return seats if s.gaze == s.layer else seats - bit_of(s.guard)


def lay(s, card):
    if s.gaze == s.layer:
        strike_note(s, card)
        if card == s.stolen:
            catch_sight(s, s.layer)
    if s.hand[card] == s.layer:
        s.held[s.layer] -= 1
    s.hand[card] = -1
    s.lies[card] = LAID
    s.known[card] |= onlookers(s)
    if lying(s, LAID) == TUNNEL_CARDS:
        s.phase = MARKING


def leave_mark(s, card):
    """The four cards are on the table, one of them to stay; others than onlookers see that one only."""
    s.mark = card
    s.digging[s.layer] = 0
    witnesses = onlookers(s)
    for other in range(PACK):
        if s.noted[other] == s.layer or other == card:
            s.noted[other] = -1
        own = s.hand[other] == s.layer or (s.lies[other] == LAID and other != s.stolen)
        if own and other // SUIT == card // SUIT:  # a card of another suit is still in the hand
            s.known[other] &= witnesses
    s.sure[s.layer] = 0
    s.known[card] = EVERYBODY
    if s.stolen >= 0 and s.lies[s.stolen] == LAID:
        expose(s, s.layer)
    s.phase = VERDICT if s.gaze == s.layer else STANDS


def judge(s, move):
    """A tunnel laid before the guard's eyes (CND-17)."""
    if move == LET_BE:
        s.phase = STANDS
        return
    for card in range(PACK):
        if s.lies[card] == LAID:
            if card == s.stolen:
                s.lies[card] = STOLEN
            else:
                s.lies[card] = NOWHERE
                s.hand[card] = s.layer
                s.held[s.layer] += 1
    s.mark = -1
    s.phase = NEXT_TUNNEL


def stand(s):
    """One card stays, three go under the pack; the stolen card among them is used up (CND-16, CND-18)."""
    last = 0
    while s.heaps[last] > 0:
        last += 1
    s.lies[s.mark] = TABLE
    s.mark = -1
    for card in range(PACK):
        if s.lies[card] == LAID:
            s.lies[card] = HEAP + last
            s.heaps[last] += 1
            if card == s.stolen:
                s.stolen = -1
                s.holder = -1
    if s.stolen < 0:
        expose(s, -1)
    if lying(s, TABLE) == s.seats - 1:  # CND-06
        end_game(s, ALL_TUNNELS)
    else:
        start_draw(s, s.layer, proper_hand(s, s.layer) - s.held[s.layer])


def proper_hand(s, prisoner):
    return PRISONERS_HAND + 1 if prisoner == s.bearer else PRISONERS_HAND


def reseat(s, prisoner):
    """The giver and another prisoner change places, with all they hold (CND-15)."""
    place = s.place[s.giver]
    s.place[s.giver] = s.place[prisoner]
    s.place[prisoner] = place
    s.seat_at[place] = prisoner
    s.seat_at[s.place[s.giver]] = s.giver


# Search


def pay(s, card):
    """A tête pays alone, another card with a second one (CND-19); then the prisoner answers."""
    s.hand[card] = -1
    s.lies[card] = DISCARD
    s.known[card] = EVERYBODY
    s.held[s.guard] -= 1
    s.paid += 1
    if s.paid == PRICE or is_face(card):
        s.found = 1 if s.holder == s.searched else 0
        if s.found == 1:  # CND-20
            expose(s, s.searched)
            start_draw(s, s.guard, s.paid + 1)
        else:
            s.suspects[s.searched] = 0
            s.rumours[s.searched] = 0
            start_draw(s, s.guard, 1)


def give_up(s):
    """The prisoner found with the stolen card discards it with the whole hand, and draws anew (CND-20)."""
    for card in range(PACK):
        if s.noted[card] == s.searched:
            s.noted[card] = -1
        if s.hand[card] == s.searched or card == s.stolen:
            s.noted[card] = -1
            s.hand[card] = -1
            s.lies[card] = DISCARD
            s.known[card] = EVERYBODY
    s.sure[s.searched] = 0
    s.held[s.searched] = 0
    s.stolen = -1
    s.holder = -1
    expose(s, -1)
    start_draw(s, s.searched, proper_hand(s, s.searched))


# Who remembers what


def lose_sight(s, prisoner, witnesses):
    """A card leaves a hand, and only witnesses see which: others know none of it for certain. The guard takes notes."""
    guard = bit_of(s.guard)
    remembers = not witnesses & guard
    for card in range(PACK):
        if s.hand[card] == prisoner:
            if remembers and s.known[card] & guard:
                s.noted[card] = prisoner
                s.sure[prisoner] += 1
            s.known[card] &= witnesses
    if remembers and s.sure[prisoner] > 0:
        s.sure[prisoner] -= 1


def strike_note(s, card):
    """The guard sees a card again that was noted in a hand: it is there no more."""
    prisoner = s.noted[card]
    if prisoner >= 0:
        s.noted[card] = -1
        if s.hand[card] == prisoner and s.sure[prisoner] > 0:
            s.sure[prisoner] -= 1


# The end


def end_game(s, reason):
    s.reason = reason
    s.phase = OVER


LINES = (("cards", 7), ("tunnels", 6), ("rounds", 22))
CARDS_LINE, TUNNELS_LINE, ROUNDS_LINE = range(3)


def counts(s, seat, line):
    """The guard's cards, the prisoners' tunnels; and the rounds, if they have run out."""
    if s.guard < 0:
        return 0
    if line == ROUNDS_LINE:
        return s.round if s.reason == ROUNDS_OUT else 0
    if (line == CARDS_LINE) != (seat == s.guard):
        return 0
    return s.held[s.guard] if line == CARDS_LINE else lying(s, TABLE)


def earns(s, seat, line):
    """Winners score 1 (CND-06, CND-07)."""
    if line == CARDS_LINE:
        return 1 if s.reason == TEN_CARDS and seat == s.guard else 0
    return 1 if line == TUNNELS_LINE and s.reason == ALL_TUNNELS and seat != s.guard else 0


# Who sees what


def redact(s, viewer):
    watching = viewer >= 0 and viewer == s.guard
    imprisoned = viewer >= 0 and viewer != s.guard
    if (s.phase == LAYING or s.phase == MARKING) and not imprisoned and not (watching and s.gaze == s.layer):
        conceal_tunnel(s)
    for card in range(PACK):
        if s.known[card] & (1 | bit_of(viewer)):
            s.known[card] = 1
        else:
            s.known[card] = 0
            s.hand[card] = -1
            s.lies[card] = NOWHERE
        if not watching:
            s.noted[card] = -1
    if s.phase == MOMENT or s.phase == GRABBING:
        for seat in range(s.seats):
            if seat != viewer:
                s.answers[seat] = NOT_YET
        if not watching:
            s.eyes = -1
        if s.phase == GRABBING:
            s.holder = -1
    if not watching:
        for seat in range(s.seats):
            s.sure[seat] = 0
    if not imprisoned:
        conceal_thief(s, watching)


def conceal_tunnel(s):
    """Cards that are still being laid out of a viewer's sight are where they were, as far as that viewer can tell."""
    for card in range(PACK):
        if s.lies[card] == LAID:
            if card == s.stolen:
                s.lies[card] = STOLEN
            else:
                s.lies[card] = NOWHERE
                s.hand[card] = s.layer
                s.held[s.layer] += 1
    s.phase = LAYING


def conceal_thief(s, watching):
    """Guard and spectators know who has the stolen card if they have no choice; only the guard sees it slipped."""
    if not watching:
        for seat in range(s.seats):
            s.suspects[seat] = s.rumours[seat]
            s.caught[seat] = 0
        if s.phase == RESEATING:
            s.phase = SEARCHING
    if not watching or s.gaze != s.giver:  # CND-14
        s.giver = -1
        s.receiver = -1
    suspects = 0
    for seat in range(s.seats):
        suspects += s.suspects[seat]
    if suspects != 1:
        s.holder = -1


def hears(s, seat, move, viewer):
    phase = s.phase
    if seat == CHANCE:
        if phase == REVEAL:  # CND-02: all are turned up together
            return LATER
        return ALL if phase == NEW_STOLEN or viewer == s.drawer else SOMETHING
    if seat == viewer:
        return ALL
    if phase == MOMENT or phase == GRABBING:
        return LATER
    if phase == LAYING:
        return ALL if bit_of(viewer) & onlookers(s) else NOTHING
    if phase == PASSING:
        receiver = beside(s, seat, direction(s.round))
        return ALL if receiver == s.guard or receiver == viewer else SOMETHING
    if phase == SWAPPING:
        return ALL if viewer == s.looked else SOMETHING
    if phase == RESEATING and move == STAY and viewer < 0:
        return NOTHING
    return ALL


def unsealed(s, seat, move, viewer):
    """Gaze and tunnels are shown to all; a hand-over to prisoners, and to the guard who watched the giver (CND-14).

    Who has grabbed the stolen card is news to the prisoners, not who answered what (CND-04).
    """
    if seat == CHANCE or seat == viewer:
        return ALL
    if SLIP <= move and move < WATCH:
        if viewer < 0 or (viewer == s.guard and s.gaze != seat):
            return NOTHING
        return ALL
    return ALL if move == DIG or move >= WATCH else NOTHING


def reveals(s, then, seat, move, viewer):
    """What is turned up, looked through, found or seen, as a number."""
    imprisoned = viewer >= 0 and viewer != s.guard
    if s.phase == REVEAL:
        return revealed_cards(s, -1, move) if then.phase != REVEAL else 0
    if s.phase == MOMENT and then.phase != MOMENT:
        shown = 1 + then.gaze
        for prisoner in range(s.seats):
            shown = shown * 2 + then.digging[prisoner]
        if imprisoned or (viewer >= 0 and then.giver == then.gaze):
            shown = shown * 100 + (then.giver + 1) * 10 + then.receiver + 1
        return shown
    if s.phase == GRABBING and then.phase != GRABBING:
        return 1 + then.holder if imprisoned else 0
    if s.phase == MARKING and not bit_of(viewer) & onlookers(s):
        return 2 if s.lies[s.stolen] == LAID else 1
    if s.phase == PAYING and then.found >= 0:
        return 0 if imprisoned else 1 + then.found
    if s.phase == DRAWING and s.found == 1 and then.stolen < 0 and s.stolen >= 0 and viewer != s.searched:
        return revealed_cards(s, s.searched, -1)
    if s.phase == INSPECTING and viewer == s.guard:
        return revealed_cards(s, move - INSPECT, -1)
    if s.phase == INSPECTING and viewer != move - INSPECT:
        return 2 if then.phase == SWAPPING else 1
    return 0


def revealed_cards(s, seat, card):
    """A hand (-1: the reveal, with its last card) as a number."""
    code = 0
    for prisoner in range(s.seats):
        for other in range(PACK):
            if s.hand[other] == prisoner and (seat < 0 or seat == prisoner):
                code = code * 64 + other + 1
    return code * 64 + card + 1


# What a viewer may imagine


def imagine(s, viewer, luck):
    """Deal all unseen cards anew, in such a way that everything the record tells can be true."""
    hidden_holder = s.holder < 0 and s.stolen >= 0 and s.phase != GRABBING
    if s.phase == GRABBING and viewer >= 0 and s.answers[viewer] == GRABS:
        s.holder = viewer
    count_free_places(s)
    for attempt in range(ATTEMPTS):
        if hidden_holder:
            imagine_holder(s, luck)
        if imagine_needed(s, attempt + 1 < ATTEMPTS, luck):
            break
        for card in range(PACK):  # that could not be: take back what was placed
            if not s.known[card]:
                if s.hand[card] >= 0:
                    s.held[s.hand[card]] += 1
                s.hand[card] = -1
                s.lies[card] = NOWHERE
    imagine_rest(s, luck)
    for seat in range(s.seats):
        s.held[seat] = 0
    for heap in range(HEAPS):
        s.heaps[heap] = 0
    for card in range(PACK):
        if s.hand[card] >= 0:
            s.held[s.hand[card]] += 1
        elif s.lies[card] >= HEAP:
            s.heaps[s.lies[card] - HEAP] += 1
        s.known[card] = imagined_knowledge(s, card, viewer)


def count_free_places(s):
    """`held` and `heaps` count places for unseen cards, until all are filled."""
    for card in range(PACK):
        if s.hand[card] >= 0:
            s.held[s.hand[card]] -= 1
        elif s.lies[card] >= HEAP:
            s.heaps[s.lies[card] - HEAP] -= 1


def imagine_holder(s, luck):
    count = 0
    for seat in range(s.seats):
        count += s.suspects[seat]
    pick = below(luck, count)
    for seat in range(s.seats):
        if s.suspects[seat]:
            if pick == 0:
                s.holder = seat
            pick -= 1


def imagine_needed(s, with_notes, luck):
    """Place the cards that can't be just any; false if that fails."""
    if s.phase == VERDICT:  # a spectator knows the suit
        for _ in range(TUNNEL_CARDS - lying(s, LAID)):
            card = unseen(s, s.mark // SUIT, 0, SUIT, -1, luck)
            s.lies[card] = LAID
    for seat in range(s.seats):
        if with_notes:
            for _ in range(s.sure[seat]):
                if not imagine_in_hand(s, seat, -1, 0, SUIT, seat, luck):
                    return False
        if s.inspected[seat] and s.looked != seat:  # nothing higher was found here
            while s.held[seat] > 0:
                if not imagine_in_hand(s, seat, -1, 0, value_of(s.returned), -1, luck):
                    return False
        elif s.inspected[seat] and s.held[seat] > 0 and not has_higher(s, seat):
            if not imagine_in_hand(s, seat, -1, value_of(s.returned), SUIT, -1, luck):
                return False
        if s.digging[seat] and not imagine_tunnel(s, seat, luck):
            return False
    if s.phase == PAYING and s.paid == 0 and s.held[s.guard] == 1:
        only = True
        for card in range(PACK):
            if s.hand[card] == s.guard:
                only = False
        if only:  # one card pays only if it is a tête
            return imagine_in_hand(s, s.guard, -1, LOWEST_FACE, SUIT, -1, luck)
    return True


def has_higher(s, seat):
    for card in range(PACK):
        if s.hand[card] == seat and value_of(card) > value_of(s.returned):
            return True
    return False


def imagine_tunnel(s, seat, luck):
    """Who has announced a tunnel can lay one: complete a suit in their hand."""
    begun = laid_suit(s) if seat == s.layer else -1
    choices = 0
    for suit in range(SUITS):
        if (begun < 0 or suit == begun) and tunnel_lacks(s, seat, suit) <= s.held[seat]:
            choices += 1
    if choices == 0:
        return False
    pick = below(luck, choices)
    for suit in range(SUITS):
        if (begun < 0 or suit == begun) and tunnel_lacks(s, seat, suit) <= s.held[seat]:
            if pick == 0:
                for _ in range(tunnel_lacks(s, seat, suit)):
                    if not imagine_in_hand(s, seat, suit, 0, SUIT, -1, luck):
                        return False
                return True
            pick -= 1
    return False


def tunnel_lacks(s, seat, suit):
    lacks = TUNNEL_CARDS - of_suit(s, seat, suit)
    if seat == s.layer:
        for card in range(suit * SUIT, suit * SUIT + SUIT):
            if s.lies[card] == LAID:
                lacks -= 1
    return lacks


def imagine_in_hand(s, seat, suit, lowest, below_value, noted, luck):
    """Put an unseen card of this kind into a hand; false if there is none, or no place."""
    card = unseen(s, suit, lowest, below_value, noted, luck)
    if card < 0 or s.held[seat] <= 0:
        return False
    s.hand[card] = seat
    s.held[seat] -= 1
    return True


def unseen(s, suit, lowest, below_value, noted, luck):
    """An unplaced card by luck: of a suit (-1: any), from lowest to below a value (ace 0), noted in a hand (or -1)."""
    count = 0
    for card in range(PACK):
        if is_unseen(s, card, suit, lowest, below_value, noted):
            count += 1
    if count == 0:
        return -1
    pick = below(luck, count)
    for card in range(PACK):
        if is_unseen(s, card, suit, lowest, below_value, noted):
            if pick == 0:
                return card
            pick -= 1
    return -1


def is_unseen(s, card, suit, lowest, below_value, noted):
    if s.hand[card] >= 0 or s.lies[card] >= 0 or (noted >= 0 and s.noted[card] != noted):
        return False
    return (suit < 0 or card // SUIT == suit) and lowest <= card % SUIT and card % SUIT < below_value


def imagine_rest(s, luck):
    """Every unseen card that is left goes to any free place."""
    free = 0
    for seat in range(s.seats):
        free += s.held[seat]
    for heap in range(HEAPS):
        free += s.heaps[heap]
    for card in range(PACK):
        if s.hand[card] < 0 and s.lies[card] < 0:
            pick = below(luck, free)
            free -= 1
            seat = 0
            while seat < s.seats and pick >= s.held[seat]:
                pick -= s.held[seat]
                seat += 1
            if seat < s.seats:
                s.hand[card] = seat
                s.held[seat] -= 1
            else:
                heap = 0
                while pick >= s.heaps[heap]:
                    pick -= s.heaps[heap]
                    heap += 1
                s.lies[card] = HEAP + heap
                s.heaps[heap] -= 1


def imagined_knowledge(s, card, viewer):
    """Who knows where a card is: the viewer or nobody, and those who always do."""
    knowers = 0
    if s.known[card]:
        knowers = EVERYBODY if viewer < 0 else bit_of(viewer)
    seat = s.hand[card]
    if seat >= 0:
        if s.phase != REVEAL:
            knowers |= bit_of(seat)
        if s.inspected[seat]:
            knowers |= bit_of(s.guard)
    elif s.lies[card] == LAID and card != s.mark and card != s.stolen:
        knowers |= onlookers(s)
    elif s.lies[card] < HEAP:
        knowers = EVERYBODY
    return knowers


# What a position must be

FLAWS = (
    ("unknown cards", 1), ("cards", 1), ("hands", 5), ("pack", 12), ("reveal", 2), ("guard", 2), ("places", 15),
    ("stolen card", 3), ("holder", 4), ("tunnels", 6), ("ten cards", 7), ("round", 22), ("travelling card", 9),
    ("returned card", 10), ("inspection", 11), ("answers", 13), ("gaze", 13), ("hand-over", 14), ("caught", 15),
    ("laid cards", 16), ("digging", 16), ("verdict", 17), ("search", 19), ("drawing", 12), ("end", 22),
    ("knowledge", 11), ("notes", 11), ("suspects", 14),
)  # fmt: skip
(
    UNKNOWN_CARDS, WRONG_CARDS, WRONG_HANDS, WRONG_PACK, WRONG_REVEAL, WRONG_GUARD, WRONG_PLACES, WRONG_STOLEN,
    WRONG_HOLDER, WRONG_TUNNELS, WRONG_TEN, WRONG_ROUND, WRONG_BEARER, WRONG_RETURNED, WRONG_INSPECTION,
    WRONG_ANSWERS, WRONG_GAZE, WRONG_HAND_OVER, WRONG_CAUGHT, WRONG_LAID, WRONG_DIGGING, WRONG_VERDICT, WRONG_SEARCH,
    WRONG_DRAWING, WRONG_END, WRONG_KNOWLEDGE, WRONG_NOTES, WRONG_SUSPECTS,
) = range(28)  # fmt: skip


def flaw(s):
    fault = flaw_of_cards(s)
    if fault < 0:
        fault = flaw_of_reveal(s) if s.phase == REVEAL else flaw_of_guard(s)
    if fault < 0 and s.phase != REVEAL:
        fault = flaw_of_play(s)
    return fault


def flaw_of_play(s):
    fault = flaw_of_round(s)
    if fault < 0:
        fault = flaw_of_draw(s)
    if fault < 0:
        fault = flaw_of_hands(s)
    if fault < 0:
        fault = flaw_of_answers(s)
    if fault < 0:
        fault = flaw_of_tunnel(s)
    if fault < 0:
        fault = flaw_of_search(s)
    if fault < 0:
        fault = flaw_of_inspection(s)
    if fault < 0:
        fault = flaw_of_knowledge(s)
    return fault


def is_prisoner(s, seat):
    return 0 <= seat and seat < s.seats and seat != s.guard


def pack_size(s):
    size = 0
    for heap in range(HEAPS):
        size += s.heaps[heap]
    return size


def flaw_of_cards(s):
    if s.phase < REVEAL or s.phase > OVER:
        return WRONG_ROUND
    for card in range(PACK):
        if s.hand[card] < 0 and s.lies[card] < 0:
            return UNKNOWN_CARDS
        if s.hand[card] >= 0 and s.lies[card] >= 0:
            return WRONG_CARDS
    for seat in range(MOST_SEATS):
        cards = 0
        for card in range(PACK):
            if s.hand[card] == seat:
                cards += 1
        if s.held[seat] != cards or (seat >= s.seats and cards > 0):
            return WRONG_HANDS
    for heap in range(HEAPS):
        if s.heaps[heap] != lying(s, HEAP + heap):
            return WRONG_PACK
        if heap > 0 and s.heaps[heap] > 0 and s.heaps[heap - 1] == 0:
            return WRONG_PACK
    return -1


def flaw_of_reveal(s):
    """Nothing has happened yet but one card to each seat from 0 up."""
    if s.drawer < 0 or s.drawer >= s.seats or s.to_draw != 1 or s.heaps[0] + s.drawer != PACK:
        return WRONG_REVEAL
    if s.round != 0 or s.moments != 0 or s.searches != 0 or s.paid != 0:
        return WRONG_REVEAL
    for seat in range(s.seats):
        if s.held[seat] != (1 if seat < s.drawer else 0) or s.seat_at[seat] != seat or s.answers[seat] != NOT_YET:
            return WRONG_REVEAL
        if s.digging[seat] != 0 or s.caught[seat] != 0 or s.inspected[seat] != 0 or s.sure[seat] != 0:
            return WRONG_REVEAL
        if s.suspects[seat] != 0 or s.rumours[seat] != 0:
            return WRONG_REVEAL
    for card in range(PACK):
        if s.known[card] != 0 or s.noted[card] >= 0:
            return WRONG_REVEAL
    if s.guard >= 0 or s.stolen >= 0 or s.holder >= 0 or s.announced >= 0 or s.bearer >= 0 or s.returned >= 0:
        return WRONG_REVEAL
    if s.looked >= 0 or s.eyes >= 0 or s.gaze >= 0 or s.giver >= 0 or s.receiver >= 0 or s.layer >= 0 or s.mark >= 0:
        return WRONG_REVEAL
    return WRONG_REVEAL if s.searched >= 0 or s.found >= 0 or s.reason >= 0 else -1


def flaw_of_guard(s):
    if s.guard < 0 or s.guard >= s.seats:
        return WRONG_GUARD
    for place in range(s.seats):
        if s.seat_at[place] < 0 or s.place[s.seat_at[place]] != place:
            return WRONG_PLACES
    if s.seat_at[s.guard] != s.guard:
        return WRONG_PLACES
    lies_there = s.stolen >= 0 and s.lies[s.stolen] == STOLEN
    if lying(s, STOLEN) != (1 if lies_there else 0):
        return WRONG_STOLEN
    if s.stolen >= 0 and not lies_there and not (s.lies[s.stolen] == LAID and s.holder == s.layer):
        return WRONG_STOLEN
    replaced = s.phase == NEW_STOLEN or s.phase == OVER or (s.phase == DRAWING and s.round > 0 and s.drawer != s.guard)
    if (s.stolen < 0 and not replaced) or (s.stolen >= 0 and s.phase == NEW_STOLEN):
        return WRONG_STOLEN
    suspects = 0
    for seat in range(s.seats):
        suspects += s.suspects[seat]
        if s.suspects[seat] < 0 or s.suspects[seat] > s.rumours[seat] or s.rumours[seat] > 1:
            return WRONG_SUSPECTS
    if s.rumours[s.guard]:
        return WRONG_SUSPECTS
    if s.stolen < 0 or s.phase == GRABBING:
        if suspects > 0:
            return WRONG_SUSPECTS
        return WRONG_HOLDER if s.phase != GRABBING and s.holder >= 0 else -1
    if not is_prisoner(s, s.holder):
        return WRONG_HOLDER
    return -1 if s.suspects[s.holder] else WRONG_SUSPECTS


def flaw_of_round(s):
    before = s.round == 0 and (s.phase == GRABBING or s.phase == DRAWING)
    if s.round < 0 or s.round > ROUNDS or (s.round == 0) != before:
        return WRONG_ROUND
    fresh = before or s.phase == GIVING or s.reason == ROUNDS_OUT
    if (fresh and s.moments + s.searches != 0) or (not fresh and (s.moments < 1 or s.moments > PATIENCE + MOST_SEATS)):
        return WRONG_ROUND
    ended = s.moments if fresh or s.searched >= 0 else s.moments - 1  # moments that can have ended with a search
    if s.searches < 0 or s.searches > ended or (s.searches > 1 and s.seats - 1 <= FEW_PRISONERS):
        return WRONG_SEARCH
    if fresh != (s.announced < 0):
        return WRONG_ROUND
    back = s.phase == INSPECTING or s.phase == SWAPPING or (s.drawer == s.guard and s.searched < 0)
    if ((fresh or back) and s.bearer >= 0) or not (fresh or back or s.phase == OVER or is_prisoner(s, s.bearer)):
        return WRONG_BEARER
    if (s.phase == OVER) != (s.reason >= 0) or (s.reason == ROUNDS_OUT and s.round != ROUNDS):
        return WRONG_END
    if (s.held[s.guard] >= TRANSFER) != (s.reason == TEN_CARDS) or s.held[s.guard] > TRANSFER:
        return WRONG_TEN
    if lying(s, TABLE) > s.seats - 1 or (lying(s, TABLE) == s.seats - 1) != (s.reason == ALL_TUNNELS):
        return WRONG_TUNNELS
    return -1


def flaw_of_draw(s):
    if s.phase != DRAWING:
        if s.drawer >= 0 or s.to_draw != 0 or (s.phase == NEW_STOLEN and pack_size(s) == 0):
            return WRONG_DRAWING
        return -1
    if s.drawer < 0 or s.to_draw < 1 or pack_size(s) < s.to_draw:
        return WRONG_DRAWING
    if s.round > 0 and s.drawer != s.guard and s.drawer != (s.layer if s.searched < 0 else s.searched):
        return WRONG_DRAWING
    if s.round > 0 and s.drawer == s.guard and s.to_draw > (s.paid + 1 if s.found == 1 else 1):
        return WRONG_DRAWING
    return -1


def flaw_of_hands(s):
    """Prisoners have three cards, four with the travelling one, unless they are being dealt or laying them."""
    dealt = True
    seat = s.guard
    for _ in range(s.seats):
        size = GUARDS_HAND if seat == s.guard else proper_hand(s, seat)
        if s.round == 0:
            if s.phase == GRABBING or (s.drawer != seat and not dealt):
                size = 0
            if s.drawer == seat:
                dealt = False
        elif seat == s.guard:
            size = s.held[seat]
        elif seat == s.layer and s.reason == ALL_TUNNELS:
            size = s.held[seat]
        elif seat == s.layer:
            for card in range(PACK):
                if s.lies[card] == LAID and card != s.stolen:
                    size -= 1
        if (s.drawer == seat and seat != s.guard) or (s.drawer == seat and s.round == 0):
            size -= s.to_draw
        if s.held[seat] != size:
            return WRONG_HANDS
        seat = beside(s, seat, 1)
    if s.phase == GIVING and s.held[s.guard] == 0:
        return WRONG_HANDS
    return -1


def flaw_of_answers(s):
    open_answers = 0
    grabs = 0
    for seat in range(s.seats):
        answer = s.answers[seat]
        grabbing = answer == LEAVES or answer == GRABS
        if answer == NOT_YET:
            if seat != s.guard:
                open_answers += 1
            continue
        if seat == s.guard or s.phase != (GRABBING if grabbing else MOMENT):
            return WRONG_ANSWERS
        if answer == GRABS:
            grabs += 1
        if answer == DIGS and not can_dig(s, seat):
            return WRONG_ANSWERS
        if answer >= SLIPS_LEFT and (s.holder != seat or beside(s, seat, 1 if answer == SLIPS_LEFT else -1) == s.guard):
            return WRONG_ANSWERS
    if s.eyes >= 0 and (s.phase != MOMENT or s.eyes == s.guard):
        return WRONG_GAZE
    if (s.phase == GRABBING or (s.phase == MOMENT and s.eyes >= 0)) and open_answers == 0:
        return WRONG_ANSWERS
    if s.phase == GRABBING:
        if (s.holder >= 0) != (grabs > 0) or (s.holder >= 0 and s.answers[s.holder] != GRABS):
            return WRONG_HOLDER
    unused = s.round == 0 or (s.round == 1 and (s.phase == GIVING or (s.phase == MOMENT and s.moments == 1)))
    if s.gaze == s.guard or (s.gaze < 0) != unused:
        return WRONG_GAZE
    if (s.giver < 0) != (s.receiver < 0) or (s.giver >= 0 and (s.gaze < 0 or s.giver == s.receiver)):
        return WRONG_HAND_OVER
    if s.giver >= 0 and (s.giver == s.guard or s.receiver == s.guard):
        return WRONG_HAND_OVER
    if s.phase == RESEATING and (s.giver < 0 or s.giver != s.gaze or s.caught[s.giver] < CAUGHT_OFTEN):
        return WRONG_CAUGHT
    for seat in range(s.seats):
        if s.caught[seat] < 0 or (s.caught[seat] > 0 and seat == s.guard):
            return WRONG_CAUGHT
    return -1


def flaw_of_tunnel(s):
    laying = LAYING <= s.phase and s.phase <= VERDICT
    follows = s.phase == DRAWING or s.phase == NEW_STOLEN or s.phase == GRABBING or s.reason == ALL_TUNNELS
    laid = lying(s, LAID)
    if (laying and not is_prisoner(s, s.layer)) or (s.layer >= 0 and not laying and not follows):
        return WRONG_LAID
    if s.layer >= 0 and (s.layer == s.guard or s.searched >= 0 or (s.phase == DRAWING and s.drawer != s.layer)):
        return WRONG_LAID
    if (s.phase == GRABBING and s.round > 0 and s.layer < 0 and s.searched < 0) or (s.round == 0 and s.layer >= 0):
        return WRONG_LAID
    if laid > TUNNEL_CARDS or (laid == TUNNEL_CARDS) != (s.phase == MARKING or s.phase == VERDICT):
        return WRONG_LAID
    if laid > 0 and not laying:
        return WRONG_LAID
    if laid > 0:
        for card in range(PACK):
            if s.lies[card] == LAID and card // SUIT != laid_suit(s):
                return WRONG_LAID
        if of_suit(s, s.layer, laid_suit(s)) + laid < TUNNEL_CARDS:
            return WRONG_LAID
    for seat in range(s.seats):
        if s.digging[seat]:
            if seat == s.guard or s.layer < 0 or s.digging[seat] != 1:
                return WRONG_DIGGING
            if (seat != s.layer or laid == 0) and not can_dig(s, seat):
                return WRONG_DIGGING
    if (s.phase == LAYING or s.phase == MARKING) and not s.digging[s.layer]:
        return WRONG_DIGGING
    if (s.phase == VERDICT) != (s.mark >= 0) or (s.phase == VERDICT and s.gaze != s.layer):
        return WRONG_VERDICT
    if s.phase == VERDICT and (s.lies[s.mark] != LAID or s.mark == s.stolen):
        return WRONG_VERDICT
    return -1


def flaw_of_search(s):
    follows = s.phase == DRAWING or s.phase == NEW_STOLEN or s.phase == GRABBING or s.reason == TEN_CARDS
    if s.searched < 0:
        return WRONG_SEARCH if s.paid != 0 or s.found >= 0 or s.phase == PAYING else -1
    if s.searched == s.guard or s.searches < 1 or not (follows or s.phase == PAYING):
        return WRONG_SEARCH
    if s.phase == PAYING:
        if s.found >= 0 or s.paid < 0 or s.paid >= PRICE or (s.paid > 0 and s.held[s.guard] == 0):
            return WRONG_SEARCH
        if s.paid == 0 and s.held[s.guard] < PRICE:
            for card in range(PACK):
                if s.hand[card] == s.guard and is_face(card):
                    return -1
            return WRONG_SEARCH
        return -1
    if s.found < 0 or s.paid < 1 or s.paid > PRICE:
        return WRONG_SEARCH
    if s.phase != GRABBING and s.stolen >= 0 and (s.holder == s.searched) != (s.found == 1):
        return WRONG_SEARCH
    return -1


def flaw_of_inspection(s):
    looking = s.phase == INSPECTING or s.phase == SWAPPING
    if looking != (s.returned >= 0) or (s.phase == SWAPPING) != (s.looked >= 0):
        return WRONG_RETURNED
    if looking and (s.hand[s.returned] != s.guard or value_of(s.returned) > value_of(s.announced)):
        return WRONG_RETURNED
    left = 0
    for seat in range(s.seats):
        if s.inspected[seat]:
            if not looking or seat == s.guard or s.inspected[seat] != 1:
                return WRONG_INSPECTION
            if has_higher(s, seat) != (seat == s.looked):
                return WRONG_INSPECTION
        elif seat != s.guard:
            left += 1
    if (s.phase == INSPECTING and left == 0) or (s.phase == SWAPPING and not s.inspected[s.looked]):
        return WRONG_INSPECTION
    return -1


def flaw_of_knowledge(s):
    """Everyone knows their own hand and what lies in the open; the guard knows the hand just looked through."""
    for card in range(PACK):
        known = s.known[card]
        if known < 0 or known > EVERYBODY or (known & 1 and known != EVERYBODY):
            return WRONG_KNOWLEDGE
        seat = s.hand[card]
        if seat >= 0:
            if not known & bit_of(seat) or (s.inspected[seat] and not known & bit_of(s.guard)):
                return WRONG_KNOWLEDGE
        elif s.lies[card] == LAID and known & onlookers(s) != onlookers(s):
            return WRONG_KNOWLEDGE
        elif s.lies[card] < HEAP and s.lies[card] != LAID and known != EVERYBODY:
            return WRONG_KNOWLEDGE
        if (card == s.mark or card == s.stolen) and known != EVERYBODY:
            return WRONG_KNOWLEDGE
        if s.noted[card] >= 0 and (s.noted[card] == s.guard or known & bit_of(s.guard)):
            return WRONG_NOTES
    for seat in range(s.seats):
        there = 0
        for card in range(PACK):
            if s.noted[card] == seat and (s.hand[card] == seat or (s.lies[card] == LAID and s.layer == seat)):
                there += 1
        if s.sure[seat] < 0 or s.sure[seat] > there:
            return WRONG_NOTES
    return -1


# Words for players

ABOUT = CARDS
NEWS = (
    ("guard", 2), ("stolen card", 20), ("holder", 4), ("caught", 14), ("tunnel", 16), ("there", 20), ("not there", 20),
    ("draws", 0), ("refill", 12), ("higher", 10), ("face", 10), ("lower", 11), ("hand", 11), ("nothing higher", 11),
    ("round over", 10),
)  # fmt: skip
(
    IS_GUARD, IS_STOLEN, IS_HOLDER, IS_CAUGHT, HAS_DUG, IS_THERE, NOT_THERE, DRAWS, REFILL,
    IS_HIGHER, IS_FACE, IS_LOWER, HAND_SEEN, NOTHING_HIGHER, ROUND_OVER,
) = range(15)  # fmt: skip
ACT_CLAUSES = (4, 4, 13, 16, 17, 17, 19, 15)  # grab, leave, wait, tunnel, annul, let-be, carry-on, stay
SEAT_CLAUSES = (13, 13, 19, 11, 15)  # slip, watch, search, inspect, reseat
CARD_CLAUSES = (9, 8, 19, 16, 16, 11)  # pass, give, discard, lay, mark, swap


def clause(s, seat, move):
    if SEARCH <= move and move < INSPECT and s.phase == SEARCHING:
        if s.searches > 0 and s.seats - 1 <= FEW_PRISONERS:
            return 23
        return 22 if s.moments >= PATIENCE else 19
    if RESEAT <= move and move < PASS and s.phase == RESEATING and s.moments >= PATIENCE:
        return 22
    if move < SLIP:
        return ACT_CLAUSES[move]
    if move < PASS:
        return SEAT_CLAUSES[(move - SLIP) // MOST_SEATS]
    return CARD_CLAUSES[(move - PASS) // PACK]


def news(s, then, told, things):
    if s.phase == REVEAL and then.guard >= 0:
        told[IS_GUARD, WHO] = then.guard
    elif s.phase == NEW_STOLEN:
        told[IS_STOLEN, WHO] = 0
    elif s.phase == GRABBING and then.phase != GRABBING:
        told[IS_HOLDER, WHO] = then.holder
    elif s.phase == MOMENT and then.phase != MOMENT and then.giver >= 0 and then.giver == then.gaze:
        told[IS_CAUGHT, WHO] = then.giver
    elif s.phase == DRAWING and s.round > 0:
        told[DRAWS, WHO] = s.drawer
    elif s.phase == INSPECTING and then.phase != INSPECTING and then.phase != SWAPPING:
        told[NOTHING_HIGHER, WHO] = s.guard
    elif s.phase == PASSING and then.phase == INSPECTING:
        told[IS_LOWER, WHO] = s.guard
    elif s.phase == PASSING and then.phase == DRAWING:
        told[IS_FACE, WHO] = s.guard
    elif s.phase == PASSING and then.bearer < 0 and then.reason != TEN_CARDS:
        told[IS_HIGHER, WHO] = s.guard
    if s.found < 0 and then.found >= 0:
        answer = IS_THERE if then.found == 1 else NOT_THERE
        told[answer, WHO] = then.searched
        told[answer, COUNT] = s.held[then.searched]
    if lying(then, TABLE) > lying(s, TABLE):
        told[HAS_DUG, WHO] = s.layer
        told[HAS_DUG, COUNT] = lying(then, TABLE)
    for card in range(PACK):
        if s.lies[card] == DISCARD and then.lies[card] >= HEAP:
            told[REFILL, WHO] = 0
    if s.phase == INSPECTING:
        news_of_inspection(s, then, told, things)
    if s.round > 0 and then.round > s.round:
        told[ROUND_OVER, WHO] = 0


def news_of_inspection(s, then, told, things):
    """Guard and owner know what was seen in a hand that was looked through."""
    last = then.phase != INSPECTING and then.phase != SWAPPING  # and nobody is left to look through
    for prisoner in range(s.seats):
        if prisoner != s.guard and not s.inspected[prisoner] and (then.inspected[prisoner] or last):
            known = 0
            for card in range(PACK):
                if s.hand[card] == prisoner or then.hand[card] == prisoner:
                    things[card] = 1
                    known += 1
            if known == s.held[prisoner]:
                told[HAND_SEEN, WHO] = s.guard
                told[HAND_SEEN, WHOM] = prisoner
                told[HAND_SEEN, COUNT] = known


def about(s, then, seat, move):
    """The card that the guard gives for the one taken."""
    return s.returned if seat >= 0 and move >= SWAP else -1


PRINTED = {
    "transfer": TRANSFER,
    "rounds": ROUNDS,
    "directions": [direction(number) for number in range(ROUNDS + 1)],
}
