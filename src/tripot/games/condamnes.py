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

from tripot.games.common import ALL, CHANCE, NOBODY, NOTHING, SOMETHING, tell, total, unanswered
from tripot.games.declare import Clears, Field, Moves, Phases, Record

NAME = "condamnes"
VERSION = 1
CLAUSE = "CND"
SEATS = (3, 9)

# Cards (CND-01): spades, clubs, hearts, diamonds, each from ace to king
VALUES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = tuple(value + suit for suit in "SCHD" for value in VALUES)
PACK, SUIT, SUITS = len(CARDS), len(VALUES), 4
LOWEST_FACE = 10  # from the jack on, counted from the ace as 0: a tête
MOST_SEATS = SEATS[1]
GUARDS_HAND, PRISONERS_HAND = 5, 3  # CND-05
TRANSFER = 10  # cards in the guard's hand that win (CND-07)
TUNNEL_CARDS = 4  # CND-16
ROUNDS = 30  # CND-22
CAUGHT_OFTEN = 2  # caught so often, a giver may be reseated (CND-15)
PRICE = 2  # cards that pay for a search, or one tête (CND-19)
FEW_PRISONERS = 3  # up to so many, one search a round (CND-23)
PATIENCE = 99  # after so many moments of one round nobody is searched or reseated, so that CND-22 ends every game

# Where a card lies that is in no hand
HEAPS = 12  # at most 3 are left when discards become one more, and 8 tunnels follow; or 2 from the start and 8
PLACES = ("stolen", "laid", "table", "discard", *(f"heap {i}" for i in range(HEAPS)))
STOLEN, LAID, TABLE, DISCARD, HEAP = range(5)
NOWHERE = -1
EVERYBODY = (2 << MOST_SEATS) - 1  # bits of `known`

PHASES = Phases(
    ("reveal", 2, CHANCE, "deal", "lies", "heap 0"), ("grab", 4, "thieves", "grab", "leave"),
    ("drawing", 5, CHANCE, "deal", "lies", "heap 0"), ("stolen card", 20, CHANCE, "deal", "lies", "heap 0"),
    ("give", 8, "guard"), ("moment", 13, "everybody"), ("lay", 16, "layer"), ("mark", 16, "layer"),
    ("verdict", 17, "guard"), ("reseat", 15, "guard"), ("search", 19, "guard"), ("discard", 19, "guard"),
    ("pass", 9, "bearer"), ("inspect", 11, "guard"), ("swap", 11, "guard"), ("over", 22, NOBODY),
)  # fmt: skip
(
    REVEAL, GRABBING, DRAWING, NEW_STOLEN, GIVING, MOMENT, LAYING, MARKING, VERDICT, RESEATING, SEARCHING, PAYING,
    PASSING, INSPECTING, SWAPPING, OVER,
) = range(len(PHASES))  # fmt: skip
SEALED = ("reveal", "grab", "moment")
SEAT_NAMES = tuple(str(seat) for seat in range(MOST_SEATS))
MOVES = Moves(
    ("grab", 4), ("leave", 4), ("wait", 13), ("tunnel", 16), ("annul", 17), ("let-be", 17), ("carry-on", 19),
    ("stay", 15), ("slip", SEAT_NAMES, 13), ("watch", SEAT_NAMES, 13), ("search", SEAT_NAMES, 19),
    ("inspect", SEAT_NAMES, 11), ("reseat", SEAT_NAMES, 15), ("pass", CARDS, 9), ("give", CARDS, 8),
    ("discard", CARDS, 19), ("lay", CARDS, 16), ("mark", CARDS, 16), ("swap", CARDS, 11),
)  # fmt: skip
(
    GRAB, LEAVE, WAIT, DIG, ANNUL, LET_BE, CARRY_ON, STAY, SLIP, WATCH, SEARCH, INSPECT, RESEAT,
    PASS, GIVE, PAY, LAY, MARK, SWAP,
) = MOVES.starts  # fmt: skip
OUTCOMES = Moves(("deal", CARDS))
PASSIVE = (LEAVE, WAIT, LET_BE, CARRY_ON, STAY)  # for `watch`, see `passive`
ROLES = ("guard", "prisoner")

# Sealed answers; left is clockwise
ANSWERS = ("leave", "grab", "wait", "tunnel", "slip left", "slip right")
NOT_YET, LEAVES, GRABS, WAITS, DIGS, SLIPS_LEFT, SLIPS_RIGHT = range(-1, len(ANSWERS))

FOUND = ("not there", "there")
REASONS = ("tunnels", "ten cards", "rounds")
ALL_TUNNELS, TEN_CARDS, ROUNDS_OUT = range(len(REASONS))

# A moment: 9 answers, at most two tunnels (of the travelling card's bearer and of the stolen card's) with 4 `lay`, a
# `mark`, a verdict, 4 cards, a new stolen card and 8 grabs each; one `reseat`; a search with 2 discards, 3 and 4 cards,
# a new stolen card and 8 grabs, or `carry-on` and a pass: 9 + 38 + 1 + 19. After PATIENCE moments each ends with a
# pass, and 8 passes end a round from anywhere; a round adds `give`, 8 `inspect` and one `swap` or card. There are at
# most ROUNDS rounds (CND-22), and before them 9 cards, 8 grabs and 29 cards.
LONGEST = ROUNDS * ((PATIENCE + 8) * 67 + 10) + 46

RECORD = Record(
    SEATS,
    seats=Field("count"),
    phase=Field(PHASES),
    reason=Field(REASONS),
    round=Field("count"),  # 0 before the first
    moments=Field("count", lasts="round"),
    searches=Field("count", lasts="round"),
    guard=Field("seat"),
    stolen=Field(CARDS, lasts="theft"),  # the stolen card
    holder=Field("seat", known="knows_holder", lasts="theft"),  # who has it (while it is grabbed: who was first)
    announced=Field(CARDS, lasts="round"),  # the card that the guard gave in this round
    bearer=Field("seat", lasts="round"),  # who has the travelling card
    returned=Field(CARDS, lasts="round"),  # the card that came back to the guard, who looks for a higher one
    looked=Field("seat", lasts="round"),  # in whose hand the guard found one
    eyes=Field("seat", known="guard"),  # whom the guard watches, still sealed
    gaze=Field("seat"),  # whom the guard watched in the last moment
    giver=Field("seat", known="saw_slip"),  # who slipped the stolen card in the last moment
    receiver=Field("seat", known="saw_slip"),
    layer=Field("seat"),  # whose tunnel is being laid
    mark=Field(CARDS),  # the card of it that shall stay on the table
    searched=Field("seat", lasts="moment"),
    paid=Field("count", lasts="moment"),  # cards discarded for this search
    found=Field(FOUND, lasts="moment"),
    drawer=Field("seat", lasts="draw"),  # who is being dealt cards
    to_draw=Field("count", lasts="draw"),  # how many more
    answers=Field("seats", ANSWERS, known=("owner", "unsealed")),
    digging=Field("seats", "flag"),  # answered `tunnel`, not yet laid
    caught=Field("seats", "count", known="seats", wide=16),  # how often seen slipping the stolen card
    inspected=Field("seats", "flag", lasts="round"),  # looked through
    suspects=Field("seats", "flag", lasts="theft"),
    rumours=Field("seats", "flag", lasts="theft"),
    held=Field("seats", "count"),  # cards in hand
    sure=Field("seats", "count", known="guard"),
    seat_at=Field(MOST_SEATS, "seat"),  # who sits at each place
    place=Field("seats", "seat", derived=True),  # where each seat's player sits
    heaps=Field(HEAPS, "count"),  # cards in each heap of the pack
    hand=Field(CARDS, "seat", known="known"),
    lies=Field(CARDS, PLACES, known="known"),
    noted=Field(CARDS, "seat", known="guard"),
    known=Field(CARDS, "count", wide=16),
)
clear_round, clear_moment, clear_draw, clear_theft = map(Clears, ("round", "moment", "draw", "theft"))


def is_prisoner(s, seat):
    return 0 <= seat and seat < s.seats and seat != s.guard


def saw_slip(s, viewer):
    """Prisoners, and the guard who watched the giver (CND-14)."""
    return is_prisoner(s, viewer) or (viewer >= 0 and s.gaze == s.giver)


def knows_holder(s, viewer):
    """Prisoners see it; guard and spectators know if they have no choice."""
    return s.phase != GRABBING and (is_prisoner(s, viewer) or total(s.suspects) == 1)


def conceal(s, viewer):
    """Whoever doesn't see it knows nothing of a tunnel that is being laid, and spectators only what everybody knows."""
    if (s.phase == LAYING or s.phase == MARKING) and not bit_of(viewer) & onlookers(s):
        take_back_tunnel(s)
        s.phase = LAYING
    if viewer < 0:
        for seat in range(s.seats):
            s.suspects[seat] = s.rumours[seat]
        if s.phase == RESEATING:
            s.phase = SEARCHING
    for card in range(PACK):
        s.known[card] = 1 if s.known[card] & (1 | bit_of(viewer)) else 0


def begin(s, options):
    s.drawer = 0
    s.to_draw = 1
    for seat in range(s.seats):
        s.seat_at[seat] = seat
        s.place[seat] = seat
    s.heaps[0] = PACK
    for card in range(PACK):
        s.lies[card] = HEAP


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
    if place < 0:
        place += s.seats
    return s.seat_at[place if place < s.seats else 0]


def direction(number):
    """Cards travel to the right (-1) in the first round, then to the left, alternating (CND-08)."""
    return -1 if number % 2 == 1 else 1


def lying(s, place):
    """How many cards lie somewhere."""
    count = 0
    for card in range(PACK):
        count += s.lies[card] == place
    return count


def stolen_lies(s, place):
    """Whether the stolen card lies there."""
    return s.stolen >= 0 and s.lies[s.stolen] == place


def mark_prisoners(s, can, verb):
    for seat in range(s.seats):
        can[verb + seat] = seat != s.guard


def mark_hand(s, seat, can, verb, lowest, below):
    """Mark the cards of a hand from a value (ace 0) up to below another; how many there are."""
    count = 0
    for suit in range(SUITS):
        for card in range(suit * SUIT + lowest, suit * SUIT + below):
            if s.hand[card] == seat:
                can[verb + card] = 1
                count += 1
    return count


def holds(s, seat, lowest):
    """Whether there is a card of a value (ace 0) or higher in a hand."""
    for card in range(PACK):
        if s.hand[card] == seat and card % SUIT >= lowest:
            return True
    return False


# What follows by itself, looked after in one place when a move is done
STANDS, NEXT_TUNNEL, NEXT_MOMENT, NEXT_ROUND, NEXT_CARDS = -1, -2, -3, -4, -5


def afterwards(s):
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


def thieves(s):
    """Prisoners who have not answered yet."""
    return unanswered(s.answers) & ((1 << s.seats) - 1) & ~(1 << s.guard)


def role(s, seat):
    """Guard and prisoners are asked different things in the same moment."""
    return -1 if s.guard < 0 else 0 if seat == s.guard else 1


# The guard (CND-02), and the stolen card (CND-03, CND-04)


def do_reveal(s, seat, card):
    deal(s, card, 0)
    s.drawer += 1
    if s.drawer == s.seats:
        turn_up(s)


def deal(s, card, witnesses):
    """A card from the pack into the drawer's hand."""
    take_from_pack(s, card, witnesses)
    s.hand[card] = s.drawer
    s.held[s.drawer] += 1


def take_from_pack(s, card, witnesses):
    """Who doesn't see which card is taken no longer knows any card of that heap, unless it was the last one."""
    s.heaps[0] -= 1
    if s.heaps[0] > 0:
        for other in range(PACK):
            knowers = witnesses if s.lies[other] == HEAP else EVERYBODY
            s.known[other] &= knowers
    else:
        for other in range(PACK):
            if s.lies[other] > HEAP:
                s.lies[other] -= 1
        for heap in range(1, HEAPS):
            s.heaps[heap - 1] = s.heaps[heap]
        s.heaps[HEAPS - 1] = 0
    s.lies[card] = NOWHERE
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
    clear_draw(s)
    lay_out(s, highest)


def lay_out(s, card):
    """A stolen card lies face up, and the guard's eyes are shut (CND-04)."""
    s.stolen = card
    s.lies[card] = STOLEN
    s.known[card] = EVERYBODY
    s.phase = GRABBING


def race(s):
    """The first to grab has the stolen card (CND-04)."""
    return s.phase == GRABBING


def do_grab(s, seat, move):
    """One sealed answer; the first `grab` has the stolen card, but all are asked (CND-04)."""
    s.answers[seat] = GRABS if move == GRAB else LEAVES
    if move == GRAB and s.holder < 0:
        s.holder = seat
    if thieves(s) != 0:
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


def do_stolen_card(s, seat, card):
    take_from_pack(s, card, EVERYBODY)
    lay_out(s, card)


# Drawing cards (CND-05, CND-12)


def start_draw(s, seat, count):
    s.drawer = seat
    s.to_draw = count
    s.phase = NEXT_CARDS


def restock(s):
    """Too few cards for the next draw: the discards go under the pack (CND-12)."""
    if total(s.heaps) < (s.to_draw if s.drawer >= 0 else 1):
        put_under_pack(s, DISCARD)


def put_under_pack(s, place):
    """All that lies there becomes the last heap."""
    last = 0
    while s.heaps[last] > 0:
        last += 1
    for card in range(PACK):
        if s.lies[card] == place:
            s.lies[card] = HEAP + last
            s.heaps[last] += 1


def do_drawing(s, seat, card):
    deal(s, card, bit_of(s.drawer))
    s.to_draw -= 1
    if s.drawer == s.guard and s.held[s.guard] == TRANSFER:  # CND-07
        clear_draw(s)
        end_game(s, TEN_CARDS)
    elif s.to_draw == 0:
        after_draw(s)


def after_draw(s):
    """Somebody has drawn their cards: for the first deal, a search, a tête or a tunnel."""
    seat = s.drawer
    clear_draw(s)
    if s.round == 0 and beside(s, seat, 1) != s.guard:
        start_draw(s, beside(s, seat, 1), PRISONERS_HAND)
    elif s.round == 0 or (seat == s.guard and s.searched < 0):
        s.phase = NEXT_ROUND
    elif seat == s.guard and s.found == 1:
        give_up(s)
    elif seat == s.guard:
        s.phase = NEXT_MOMENT
    elif s.stolen < 0:  # CND-18, CND-20
        s.phase = NEXT_CARDS
    else:
        s.phase = NEXT_TUNNEL


# A round (CND-08 to CND-11)


def begin_round(s):
    clear_round(s)
    if s.round == ROUNDS:
        end_game(s, ROUNDS_OUT)
    else:
        s.round += 1
        s.phase = GIVING


def may_give(s, seat, can):
    """No tête, unless the guard has only those (CND-08)."""
    if mark_hand(s, seat, can, GIVE, 0, LOWEST_FACE) == 0:
        mark_hand(s, seat, can, GIVE, LOWEST_FACE, SUIT)


def do_give(s, seat, move):
    """The guard announces a card and gives it to the prisoner next in line (CND-08)."""
    card = move - GIVE
    s.announced = card
    s.bearer = beside(s, s.guard, direction(s.round))
    s.hand[card] = s.bearer
    s.known[card] = EVERYBODY
    s.held[s.guard] -= 1
    s.held[s.bearer] += 1
    s.phase = NEXT_MOMENT


def may_pass(s, seat, can):
    mark_hand(s, seat, can, PASS, 0, SUIT)


def do_pass(s, seat, move):
    """One card goes to the next in line, unseen by others; the last one to the guard, who turns it up (CND-09)."""
    card = move - PASS
    receiver = beside(s, seat, direction(s.round))
    s.held[seat] -= 1
    s.held[receiver] += 1
    if receiver == s.guard:
        strike_note(s, card)
        s.known[card] = EVERYBODY
        s.bearer = -1
        compare(s, card)
    else:
        take_notes(s, seat)
        lose_sight(s, seat, bit_of(seat) | bit_of(receiver))
        s.known[card] = bit_of(seat) | bit_of(receiver)
        s.bearer = receiver
        s.phase = NEXT_MOMENT
    s.hand[card] = receiver


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


def may_inspect(s, seat, can):
    """Each hand once (CND-11)."""
    for prisoner in range(s.seats):
        can[INSPECT + prisoner] = prisoner != s.guard and not s.inspected[prisoner]


def do_inspect(s, seat, move):
    """The guard looks through a hand, and remembers it (CND-11)."""
    prisoner = move - INSPECT
    strike_notes(s, prisoner)
    for card in range(PACK):
        if s.hand[card] == prisoner:
            s.noted[card] = -1
            s.known[card] |= bit_of(s.guard)
    s.inspected[prisoner] = 1
    if holds(s, prisoner, value_of(s.returned)):
        s.looked = prisoner
        s.phase = SWAPPING
    elif total(s.inspected) == s.seats - 1:
        s.phase = NEXT_ROUND


def may_swap(s, seat, can):
    mark_hand(s, s.looked, can, SWAP, value_of(s.returned), SUIT)


def do_swap(s, seat, move):
    """The guard takes a higher card out of that hand for the one that came back; only its owner sees which."""
    lose_sight(s, s.looked, bit_of(s.guard) | bit_of(s.looked))
    s.hand[move - SWAP] = s.guard
    s.hand[s.returned] = s.looked
    s.known[s.returned] = EVERYBODY
    s.phase = NEXT_ROUND


# A moment (CND-13, CND-14)


def begin_moment(s):
    clear_moment(s)
    s.moments += 1
    s.phase = MOMENT


def everybody(s):
    return thieves(s) | (1 << s.guard if s.eyes < 0 else 0)


def may_moment(s, seat, can):
    """The guard watches a prisoner; a prisoner waits, slips the stolen card or digs (CND-13)."""
    if seat == s.guard:
        mark_prisoners(s, can, WATCH)
        return
    can[WAIT] = 1
    can[DIG] = can_dig(s, seat)
    if s.holder == seat:
        for step in range(-1, 2, 2):
            neighbour = beside(s, seat, step)
            can[SLIP + neighbour] = neighbour != s.guard


def do_moment(s, seat, move):
    """One sealed answer (CND-13)."""
    if seat == s.guard:
        s.eyes = move - WATCH
    elif move == WAIT:
        s.answers[seat] = WAITS
    elif move == DIG:
        s.answers[seat] = DIGS
    else:
        s.answers[seat] = SLIPS_LEFT if move - SLIP == beside(s, seat, 1) else SLIPS_RIGHT
    if everybody(s) == 0:
        open_moment(s)


def passive(s, seat):
    """What a time-out plays where `PASSIVE` can't say it: the guard goes on watching the same prisoner. Else -1."""
    if s.phase == MOMENT and seat == s.guard:
        return WATCH + (s.gaze if s.gaze >= 0 else s.bearer)
    return -1


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
            reached_unwatched |= around if s.suspects[seat] and seat != s.gaze else 0
    for seat in range(s.seats):
        if seat != s.guard:
            s.rumours[seat] |= (reached >> seat) & 1
            s.suspects[seat] |= (reached_unwatched >> seat) & 1
    if thief >= 0:
        expose(s, thief)


def catch_sight(s, holder):
    """The guard knows now who has the stolen card."""
    for seat in range(s.seats):
        s.suspects[seat] = 1 if seat == holder else 0


def expose(s, holder):
    """All know now who has the stolen card."""
    catch_sight(s, holder)
    for seat in range(s.seats):
        s.rumours[seat] = s.suspects[seat]


# Tunnels (CND-16 to CND-18)


def of_suit(s, seat, suit):
    """How many cards of a suit a prisoner could lay now: of the hand, and the stolen card if it is there (CND-16)."""
    count = 1 if s.holder == seat and s.stolen // SUIT == suit and stolen_lies(s, STOLEN) else 0
    for card in range(suit * SUIT, suit * SUIT + SUIT):
        count += s.hand[card] == seat
    return count


def can_dig(s, seat):
    """Whether a prisoner has four cards of one suit; a hand of three needs the stolen card for that."""
    left = s.held[seat] + (1 if s.holder == seat else 0)  # at most so many are of this suit or a later one
    for suit in range(SUITS):
        if left >= TUNNEL_CARDS:
            count = of_suit(s, seat, suit)
            if count >= TUNNEL_CARDS:
                return True
            left -= count
    return False


def laid_suit(s):
    """The suit of the tunnel that is being laid, -1 before its first card."""
    for card in range(PACK):
        if s.lies[card] == LAID:
            return card // SUIT
    return -1


def next_tunnel(s):
    """Clockwise from the guard's left (CND-13); after the last, reseating if it is due (CND-15), then a search."""
    s.layer = -1
    s.phase = SEARCHING
    if s.giver >= 0 and s.giver == s.gaze and s.caught[s.giver] >= CAUGHT_OFTEN:
        s.phase = RESEATING
    seat = s.guard
    for _ in range(s.seats - 1):
        seat = beside(s, seat, 1)
        if s.digging[seat]:
            s.layer = seat
            s.phase = LAYING
            return


def onlookers(s):
    """Who sees all cards of the tunnel: the prisoners, and a guard who watches (CND-17)."""
    seats = EVERYBODY - 1
    return seats if s.gaze == s.layer else seats - bit_of(s.guard)


def may_lay(s, seat, can):
    """Four of one suit; the first card fixes which (CND-16)."""
    begun = laid_suit(s)
    for suit in range(SUITS):
        if suit == begun or (begun < 0 and of_suit(s, seat, suit) >= TUNNEL_CARDS):
            for card in range(suit * SUIT, suit * SUIT + SUIT):
                if s.hand[card] == seat or (card == s.stolen and s.holder == seat and stolen_lies(s, STOLEN)):
                    can[LAY + card] = 1


def do_lay(s, seat, move):
    card = move - LAY
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


def may_mark(s, seat, can):
    """Not the stolen card (CND-16)."""
    for card in range(PACK):
        can[MARK + card] = s.lies[card] == LAID and card != s.stolen


def do_mark(s, seat, move):
    """The four cards are on the table, one of them to stay; others than onlookers see that one only."""
    card = move - MARK
    s.mark = card
    s.digging[s.layer] = 0
    witnesses = onlookers(s)
    strike_notes(s, s.layer)
    s.noted[card] = -1
    for other in range(PACK):
        own = s.hand[other] == s.layer or (s.lies[other] == LAID and other != s.stolen)
        if own and other // SUIT == card // SUIT:  # a card of another suit is still in the hand
            s.known[other] &= witnesses
    s.known[card] = EVERYBODY
    if stolen_lies(s, LAID):
        expose(s, s.layer)
    s.phase = VERDICT if s.gaze == s.layer else STANDS


def may_verdict(s, seat, can):
    can[LET_BE] = 1
    can[ANNUL] = stolen_lies(s, LAID)  # CND-17


def do_verdict(s, seat, move):
    """A tunnel laid before the guard's eyes (CND-17)."""
    if move == LET_BE:
        s.phase = STANDS
    else:
        take_back_tunnel(s)
        s.mark = -1
        s.phase = NEXT_TUNNEL


def take_back_tunnel(s):
    """The cards laid are where they were."""
    for card in range(PACK):
        if s.lies[card] == LAID:
            if card == s.stolen:
                s.lies[card] = STOLEN
            else:
                s.lies[card] = NOWHERE
                s.hand[card] = s.layer
                s.held[s.layer] += 1


def stand(s):
    """One card stays, three go under the pack; the stolen card among them is used up (CND-16, CND-18)."""
    s.lies[s.mark] = TABLE
    s.mark = -1
    if stolen_lies(s, LAID):
        clear_theft(s)
    put_under_pack(s, LAID)
    if lying(s, TABLE) == s.seats - 1:  # CND-06
        end_game(s, ALL_TUNNELS)
    else:
        start_draw(s, s.layer, proper_hand(s, s.layer) - s.held[s.layer])


def proper_hand(s, prisoner):
    return PRISONERS_HAND + 1 if prisoner == s.bearer else PRISONERS_HAND


# New places (CND-15)


def may_reseat(s, seat, can):
    can[STAY] = 1
    if s.moments < PATIENCE:
        mark_prisoners(s, can, RESEAT)
        can[RESEAT + s.giver] = 0


def do_reseat(s, seat, move):
    """The giver and another prisoner change places, with all they hold."""
    if move != STAY:
        prisoner = move - RESEAT
        place = s.place[s.giver]
        s.place[s.giver] = s.place[prisoner]
        s.place[prisoner] = place
        s.seat_at[place] = prisoner
        s.seat_at[s.place[s.giver]] = s.giver
    s.phase = SEARCHING


# Search (CND-19, CND-20)


def may_search(s, seat, can):
    can[CARRY_ON] = 1
    if can_pay(s):
        mark_prisoners(s, can, SEARCH)


def can_pay(s):
    """Whether the guard may search now, and can pay for it."""
    if s.moments >= PATIENCE or (s.searches > 0 and s.seats - 1 <= FEW_PRISONERS):  # CND-23
        return False
    return s.held[s.guard] >= PRICE or holds(s, s.guard, LOWEST_FACE)


def do_search(s, seat, move):
    if move == CARRY_ON:
        s.phase = PASSING
    else:
        s.searched = move - SEARCH
        s.searches += 1
        s.phase = PAYING


def may_discard(s, seat, can):
    """A first card that doesn't pay alone needs a second one (CND-19)."""
    enough = s.paid > 0 or s.held[seat] >= PRICE
    mark_hand(s, seat, can, PAY, 0 if enough else LOWEST_FACE, SUIT)


def do_discard(s, seat, move):
    """A tête pays alone, another card with a second one (CND-19); then the prisoner answers."""
    card = move - PAY
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
    strike_notes(s, s.searched)
    for card in range(PACK):
        if s.hand[card] == s.searched or card == s.stolen:
            s.noted[card] = -1
            s.hand[card] = -1
            s.lies[card] = DISCARD
            s.known[card] = EVERYBODY
    s.held[s.searched] = 0
    clear_theft(s)
    start_draw(s, s.searched, proper_hand(s, s.searched))


# Who remembers what


def lose_sight(s, prisoner, witnesses):
    """A card leaves a hand, and only witnesses see which: others know none of it for certain."""
    for card in range(PACK):
        knowers = witnesses if s.hand[card] == prisoner else EVERYBODY
        s.known[card] &= knowers


def take_notes(s, prisoner):
    """The guard doesn't see which card leaves a hand, but remembers those seen in it: all but one are still there."""
    guard = bit_of(s.guard)
    sure = s.sure[prisoner]
    for card in range(PACK):
        if s.hand[card] == prisoner and s.known[card] & guard:
            s.noted[card] = prisoner
            sure += 1
    s.sure[prisoner] = max(sure - 1, 0)


def strike_note(s, card):
    """The guard sees a card again that was noted in a hand: it is there no more."""
    prisoner = s.noted[card]
    if prisoner >= 0:
        s.noted[card] = -1
        if s.hand[card] == prisoner and s.sure[prisoner] > 0:
            s.sure[prisoner] -= 1


def strike_notes(s, prisoner):
    """What was noted in a hand is worth nothing any more."""
    for card in range(PACK):
        if s.noted[card] == prisoner:
            s.noted[card] = -1
    s.sure[prisoner] = 0


# The end (CND-06, CND-07, CND-22)


def end_game(s, reason):
    s.reason = reason
    s.phase = OVER


LINES = (("cards", 7), ("tunnels", 6), ("rounds", 22))
CARDS_LINE, TUNNELS_LINE, ROUNDS_LINE = range(len(LINES))


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


# Who hears and learns what


def overheard(s, seat, move, viewer):
    phase = s.phase
    if seat == CHANCE:
        return ALL if phase == NEW_STOLEN or viewer == s.drawer else SOMETHING
    if phase == LAYING:
        return ALL if bit_of(viewer) & onlookers(s) else NOTHING
    if phase == PASSING:
        receiver = beside(s, seat, direction(s.round))
        return ALL if receiver == s.guard or receiver == viewer else SOMETHING
    if phase == SWAPPING:
        return ALL if viewer == s.looked else SOMETHING
    return NOTHING if phase == RESEATING and move == STAY and viewer < 0 else ALL


def unsealed(s, seat, move, viewer):
    """Gaze and tunnels are shown to all; a hand-over to prisoners, and to the guard who watched the giver (CND-14).

    Who has grabbed the stolen card is news to the prisoners, not who answered what (CND-04).
    """
    if seat == CHANCE or seat == viewer:
        return ALL
    if SLIP <= move and move < WATCH:
        return ALL if saw_slip(s, viewer) else NOTHING
    return ALL if move == DIG or move >= WATCH else NOTHING


def reveals(s, then, seat, move, viewer):
    """What is turned up, looked through, found or seen, as a number."""
    if s.phase == REVEAL:
        return revealed_cards(s, -1, move) if then.phase != REVEAL else 0
    if s.phase == MOMENT and then.phase != MOMENT:
        shown = 1 + then.gaze
        for prisoner in range(s.seats):
            shown = shown * 2 + then.digging[prisoner]
        if saw_slip(then, viewer):
            shown = shown * 100 + (then.giver + 1) * 10 + then.receiver + 1
        return shown
    if s.phase == GRABBING and then.phase != GRABBING:
        return 1 + then.holder if is_prisoner(s, viewer) else 0
    if s.phase == MARKING and not bit_of(viewer) & onlookers(s):
        return 2 if s.lies[s.stolen] == LAID else 1
    if s.phase == PAYING and then.found >= 0:
        return 0 if is_prisoner(s, viewer) else 1 + then.found
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
) = range(len(NEWS))  # fmt: skip


def other_clause(s, seat, move):
    searching = SEARCH <= move and move < INSPECT and s.phase == SEARCHING
    reseating = RESEAT <= move and move < PASS and s.phase == RESEATING
    if searching and s.searches > 0 and s.seats - 1 <= FEW_PRISONERS:
        return 23
    return 22 if (searching or reseating) and s.moments >= PATIENCE else 0


def news(s, then, told, things):
    if s.phase == REVEAL and then.guard >= 0:
        tell(told, IS_GUARD, then.guard, -1, -1, -1)
    elif s.phase == NEW_STOLEN:
        tell(told, IS_STOLEN, 0, -1, -1, -1)
    elif s.phase == GRABBING and then.phase != GRABBING:
        tell(told, IS_HOLDER, then.holder, -1, -1, -1)
    elif s.phase == MOMENT and then.phase != MOMENT and then.giver >= 0 and then.giver == then.gaze:
        tell(told, IS_CAUGHT, then.giver, -1, -1, -1)
    elif s.phase == DRAWING and s.round > 0:
        tell(told, DRAWS, s.drawer, -1, -1, -1)
    elif s.phase == INSPECTING and then.phase != INSPECTING and then.phase != SWAPPING:
        tell(told, NOTHING_HIGHER, s.guard, -1, -1, -1)
    elif s.phase == PASSING and then.bearer < 0 and then.reason != TEN_CARDS:
        outcome = IS_LOWER if then.phase == INSPECTING else IS_FACE if then.phase == DRAWING else IS_HIGHER
        tell(told, outcome, s.guard, -1, -1, -1)
    if s.found < 0 and then.found >= 0:
        answer = IS_THERE if then.found == 1 else NOT_THERE
        tell(told, answer, then.searched, -1, s.held[then.searched], -1)
    if lying(then, TABLE) > lying(s, TABLE):
        tell(told, HAS_DUG, s.layer, -1, lying(then, TABLE), -1)
    if lying(then, DISCARD) < lying(s, DISCARD):
        tell(told, REFILL, 0, -1, -1, -1)
    if s.phase == INSPECTING:
        news_of_inspection(s, then, told, things)
    if s.round > 0 and then.round > s.round:
        tell(told, ROUND_OVER, 0, -1, -1, -1)


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
                tell(told, HAND_SEEN, s.guard, prisoner, known, -1)


def about(s, then, seat, move):
    """The card that the guard gives for the one taken."""
    return s.returned if seat >= 0 and move >= SWAP else -1


PRINTED = {"transfer": TRANSFER, "rounds": ROUNDS, "directions": [direction(number) for number in range(ROUNDS + 1)]}
