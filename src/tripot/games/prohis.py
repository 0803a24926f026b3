"""PROHIS, by Marc Brunnenkant: smugglers load convoys, rivals' officers control them, bribes change hands.

3 to 6 seats. On a turn a player draws one or two cards or sends a convoy of two to four face-down cards; passing is
for the end, when the pile is empty.
Every rival may answer a convoy with an officer; the highest rank controls, may be bribed, and turns one to three
cards: an illegal one forfeits the convoy, anything else lets it through and costs the officer. When the row of
open cards can't be filled any more everybody has one last turn. Score: money, by the cards in warehouse and hand.

A record holds counts of cards by kind wherever order can't matter (pile, hands, warehouses, bribe) and kinds by
position where it does (row, convoy). One more kind, `unknown`, stands for cards that a viewer can't see; a full
record has none. Sources: the printed rulebook; the clauses PRO-01 to PRO-28.
"""

import numpy as np

from tripot.games.luck import below
from tripot.games.terms import ALL, CHANCE, COUNT, LATER, NOBODY, NOTHING, SOMETHING, SUM, WHO, WHOM

NAME = "prohis"
VERSION = 1
SEATS = (3, 6)
CLAUSE = "PRO"
OPTIONS = {"tie": ("lot", "speed")}  # PRO-14: who controls among equal ranks
STUDY = ()
TIE = 0
LIVE = {"tie": "speed"}
BY_LOT, BY_SPEED = 0, 1

# Cards (PRO-02); the last three are officers
CARDS = ("legal", "illegal", "lieutenant", "captain", "inspector", "unknown")
LEGAL, ILLEGAL, LIEUTENANT, CAPTAIN, INSPECTOR, UNKNOWN = 0, 1, 2, 3, 4, 5
KINDS = 5
EMPTY = -1
MOST_SEATS = 6
FULL_PACK = (58, 30, 8)  # legal, illegal, lieutenant with 5 or 6 players (PRO-02)
SMALL_PACK = (40, 20, 6)  # with 3 or 4 (PRO-03)
DEALT = 4  # cards dealt to each hand, and face up in the row (PRO-05, PRO-06)
ROW = 4
HAND_LIMIT = 8  # from this many cards on nobody may draw (PRO-10)
SMALLEST_CONVOY, LARGEST_CONVOY = 2, 4
IN_WAREHOUSE = (1000, 4000, 3000, 4000, 5000)  # PRO-26
IN_HAND = (0, -4000, 1000, 2000, 3000)  # PRO-27

PHASES = (
    "first player", "dealing", "turn", "second card", "refill", "loading",
    "control", "lot", "bribe", "answer", "decide", "inspection", "over",
)  # fmt: skip
FIRST, DEALING, TURN, SECOND, REFILL, LOADING = 0, 1, 2, 3, 4, 5
CONTROL, LOT, BRIBE, ANSWER, DECIDE, INSPECTION, OVER = 6, 7, 8, 9, 10, 11, 12
PROMPTS = (7, 5, 8, 8, 9, 12, 13, 14, 17, 18, 20, 21, 28)  # the clause each phase rests on

MOVES = (
    "draw row 0", "draw row 1", "draw row 2", "draw row 3", "draw pile", "stop", "pass",
    "load legal", "load illegal", "load lieutenant", "load captain", "load inspector", "send",
    "control lieutenant", "control captain", "control inspector", "let-pass",
    "offer legal", "offer illegal", "offer lieutenant", "offer captain", "offer inspector", "hand-over", "no-bribe",
    "accept", "refuse", "inspect", "waive", "flip 0", "flip 1", "flip 2", "flip 3",
)  # fmt: skip
DRAW_ROW, DRAW_PILE, STOP, PASS, LOAD, SEND = 0, 4, 5, 6, 7, 12
PLAY_OFFICER, LET_PASS, OFFER, HAND_OVER, NO_BRIBE = 13, 16, 17, 22, 23
ACCEPT, REFUSE, INSPECT, WAIVE, FLIP = 24, 25, 26, 27, 28
OUTCOMES = (
    "deal legal", "deal illegal", "deal lieutenant",
    "first 0", "first 1", "first 2", "first 3", "first 4", "first 5",
    "lot 0", "lot 1", "lot 2", "lot 3", "lot 4", "lot 5",
)  # fmt: skip
DEAL, FIRST_SEAT, LOT_SEAT = 0, 3, 9
# A time-out plays the first legal one; for a convoy that must be sent, see `passive`
PASSIVE = (STOP, PASS, DRAW_PILE, SEND, LET_PASS, NO_BRIBE, HAND_OVER, ACCEPT, WAIVE)
ROLES = (
    "full hand",
    "end",
)  # what makes a turn special: nothing may be drawn any more; nothing has to be done any more
FULL_HAND, AT_THE_END = 0, 1
ROLE_PROMPTS = {"full hand": 11, "end": 11}

# Sealed answers to a convoy: an officer's kind, or
ANSWERS = ("not asked", "let-pass", "lieutenant", "captain", "inspector")
NOT_YET, NOT_ASKED, LETS_PASS = -1, 0, 1

DRAWN = ("row", "pile")  # where the first card of a turn came from
FROM_ROW, FROM_PILE = 0, 1
TO_HAND = 4  # the place a refill goes to: row slots 0-3, or the hand

REASONS = ("last round", "all passed")
LAST_ROUND, ALL_PASSED = 0, 1

# Every draw uses up a card of at most 96, every convoy stores at least two of at most 108 for good, and of n turns
# in a row one is no pass: fewer than (96 + 54) * 6 turns, none longer than 1 + 4 + 6 + 108 + 6 moves.
LONGEST = 150 * 6 * 125

STATE = np.dtype([
    ("seats", np.int8),
    ("tie", np.int8),
    ("phase", np.int8),
    ("turn", np.int8),  # whose turn it is, and whose convoy is on the road
    ("dealt", np.int8),  # cards dealt so far, before the first turn
    ("slot", np.int8),  # where the card that is being drawn goes
    ("drawn", np.int8),  # where this turn's first card came from
    ("passes", np.int8),  # passes in a row
    ("last_turns", np.int8),  # turns left in the last round, -1 before it
    ("controller", np.int8),  # who controls this convoy (or the last one)
    ("officer", np.int8),  # with which officer
    ("reason", np.int8),
    ("pile", np.int8, KINDS + 1),
    ("row", np.int8, ROW),
    ("convoy", np.int8, LARGEST_CONVOY),
    ("turned", np.int8, LARGEST_CONVOY),  # what was turned of this convoy (or the last one), by position
    ("bribe", np.int8, KINDS + 1),
    ("answers", np.int8, MOST_SEATS),  # to this convoy (or the last one)
    ("fastest", np.int8, 3),  # the first seat to answer with each rank
    ("hands", np.int8, (MOST_SEATS, KINDS + 1)),
    ("warehouses", np.int8, (MOST_SEATS, KINDS + 1)),
], align=True)  # fmt: skip
LEGEND = {
    "seats": ("count",), "tie": (OPTIONS["tie"],), "phase": (PHASES,), "turn": ("seat",), "dealt": ("count",),
    "slot": (("row 0", "row 1", "row 2", "row 3", "hand"),), "drawn": (DRAWN,), "passes": ("count",),
    "last_turns": ("count",), "controller": ("seat",), "officer": (CARDS,), "reason": (REASONS,),
    "pile": (CARDS, "count"), "row": ("list", CARDS), "convoy": ("list", CARDS), "turned": ("list", CARDS),
    "bribe": (CARDS, "count"), "answers": ("seats", ANSWERS), "fastest": (CARDS[2:5], "seat"),
    "hands": ("seats", CARDS, "count"), "warehouses": ("seats", CARDS, "count"),
}  # fmt: skip


def setup(s, seats, options):
    s.seats = seats
    s.tie = options[TIE]
    s.turn = -1
    s.dealt = 0
    s.passes = 0
    s.last_turns = -1
    s.controller = -1
    s.officer = EMPTY
    s.slot = -1
    s.drawn = -1
    s.reason = -1
    for kind in range(KINDS + 1):
        s.bribe[kind] = 0
        s.pile[kind] = in_pack(seats, kind) if kind <= LIEUTENANT else 0
        for seat in range(MOST_SEATS):
            s.hands[seat, kind] = 0
            s.warehouses[seat, kind] = 0
    for i in range(ROW):
        s.row[i] = EMPTY
        s.convoy[i] = EMPTY
        s.turned[i] = EMPTY
    for rank in range(3):
        s.fastest[rank] = -1
    for seat in range(MOST_SEATS):
        s.answers[seat] = NOT_ASKED
    for seat in range(seats):  # PRO-04
        s.hands[seat, CAPTAIN] = 1
        s.hands[seat, INSPECTOR] = 1
    s.phase = FIRST


def complete(s):
    """Seats that nobody sits in are never asked."""
    for seat in range(s.seats, MOST_SEATS):
        s.answers[seat] = NOT_ASKED


def in_pack(seats, kind):
    """How many cards of a kind are in the game (PRO-02, PRO-03, PRO-04)."""
    if kind > LIEUTENANT:
        return seats
    return SMALL_PACK[kind] if seats <= 4 else FULL_PACK[kind]


def hand_size(s, seat):
    size = 0
    for kind in range(KINDS + 1):
        size += s.hands[seat, kind]
    return size


def pile_size(s):
    return s.pile[LEGAL] + s.pile[ILLEGAL] + s.pile[LIEUTENANT] + s.pile[UNKNOWN]


def bribe_size(s):
    size = 0
    for kind in range(KINDS + 1):
        size += s.bribe[kind]
    return size


def convoy_size(s):
    size = 0
    while size < LARGEST_CONVOY and s.convoy[size] != EMPTY:
        size += 1
    return size


# Who is asked


def actors(s):
    phase = s.phase
    if phase == OVER:
        return NOBODY
    if phase == FIRST or phase == DEALING or phase == REFILL or phase == LOT:
        return CHANCE
    if phase == CONTROL:  # PRO-13: every opponent, also without an officer
        asked = 0
        for seat in range(MOST_SEATS):
            asked |= (s.answers[seat] == NOT_YET) << seat
        return asked
    if phase == ANSWER or phase == DECIDE or phase == INSPECTION:
        return 1 << s.controller
    return 1 << s.turn


def sealed(s):
    return 1 if s.phase == CONTROL else 0


def race(s):
    """Among equal ranks the fastest controls (PRO-14)."""
    return s.phase == CONTROL and s.tie == BY_SPEED


# What is legal


def legal(s, seat, can):
    phase = s.phase
    if phase == TURN:
        legal_turn(s, seat, can)
    elif phase == SECOND:
        legal_second(s, can)
    elif phase == LOADING:
        legal_loading(s, seat, can)
    elif phase == CONTROL:
        can[LET_PASS] = 1
        for kind in range(LIEUTENANT, KINDS):
            if s.hands[seat, kind] > 0:
                can[PLAY_OFFICER + kind - LIEUTENANT] = 1
    elif phase == BRIBE:
        if bribe_size(s) == 0:  # PRO-17: one offer, of one card or more
            can[NO_BRIBE] = 1
        else:
            can[HAND_OVER] = 1
        for kind in range(KINDS):
            if s.hands[seat, kind] > 0:
                can[OFFER + kind] = 1
    elif phase == ANSWER:
        can[ACCEPT] = 1
        can[REFUSE] = 1
    elif phase == DECIDE:  # PRO-20
        can[INSPECT] = 1
        can[WAIVE] = 1
    elif phase == INSPECTION:
        for i in range(LARGEST_CONVOY):
            if s.convoy[i] != EMPTY and s.turned[i] == EMPTY:
                can[FLIP + i] = 1


def legal_turn(s, seat, can):
    size = hand_size(s, seat)
    if size < HAND_LIMIT:  # PRO-10
        for i in range(ROW):
            if s.row[i] != EMPTY:
                can[DRAW_ROW + i] = 1
        if pile_size(s) > 0:
            can[DRAW_PILE] = 1
    if can_send(s, seat):
        for kind in range(KINDS):
            if s.hands[seat, kind] > 0:
                can[LOAD + kind] = 1
    if pile_size(s) == 0 or (size >= HAND_LIMIT and not can_send(s, seat)):  # PRO-11
        can[PASS] = 1


def can_send(s, seat):
    return hand_size(s, seat) >= SMALLEST_CONVOY and s.hands[seat, LEGAL] + s.hands[seat, ILLEGAL] > 0  # PRO-12


def legal_second(s, can):
    can[STOP] = 1
    for i in range(ROW):
        if s.row[i] != EMPTY:
            can[DRAW_ROW + i] = 1
    if s.drawn == FROM_ROW and pile_size(s) > 0:  # PRO-08: never two from the pile
        can[DRAW_PILE] = 1


def legal_loading(s, seat, can):
    size = convoy_size(s)
    has_goods = carries_goods(s)
    if size >= SMALLEST_CONVOY and has_goods:
        can[SEND] = 1
    if size < LARGEST_CONVOY:
        for kind in range(KINDS):
            last_place_for_goods = kind > ILLEGAL and not has_goods and size == LARGEST_CONVOY - 1
            if s.hands[seat, kind] > 0 and not last_place_for_goods:
                can[LOAD + kind] = 1


def passive(s, seat):
    """Who must send and doesn't say what sends two cards: goods first, then what is worth least (PRO-11, PRO-12)."""
    has_goods = carries_goods(s)
    unfinished = s.phase == LOADING and (convoy_size(s) < SMALLEST_CONVOY or not has_goods)
    if not unfinished and not must_send(s, seat):
        return -1
    cheapest = -1
    for kind in range(KINDS if has_goods else LIEUTENANT):
        if s.hands[seat, kind] > 0 and (cheapest < 0 or IN_WAREHOUSE[kind] < IN_WAREHOUSE[cheapest]):
            cheapest = kind
    return LOAD + cheapest


def must_send(s, seat):
    """The hand is full, so nothing may be drawn, and it isn't the end yet (PRO-10, PRO-11)."""
    full = hand_size(s, seat) >= HAND_LIMIT
    return s.phase == TURN and seat == s.turn and full and pile_size(s) > 0 and can_send(s, seat)


def role(s, seat):
    if must_send(s, seat):
        return FULL_HAND
    return AT_THE_END if s.phase == TURN and seat == s.turn and pile_size(s) == 0 else -1


def carries_goods(s):
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == LEGAL or s.convoy[i] == ILLEGAL:
            return True
    return False


# What chance may do


def chance(s, weights):
    if s.phase == FIRST:  # PRO-07
        for seat in range(s.seats):
            weights[FIRST_SEAT + seat] = 1
    elif s.phase == LOT:  # PRO-14
        for seat in range(s.seats):
            if s.answers[seat] == s.officer:
                weights[LOT_SEAT + seat] = 1
    else:
        weights[DEAL + LEGAL] = s.pile[LEGAL]
        weights[DEAL + ILLEGAL] = s.pile[ILLEGAL]
        weights[DEAL + LIEUTENANT] = s.pile[LIEUTENANT]


# What moves do


def apply(s, seat, move):
    phase = s.phase
    if phase == DEALING:
        deal(s, move - DEAL)
    elif phase == TURN:
        take_turn(s, seat, move)
    elif phase == SECOND:
        if move == STOP:
            end_turn(s)
        else:
            draw(s, seat, move)
    elif phase == REFILL:
        refill(s, move - DEAL)
    elif phase == LOADING:
        if move == SEND:
            send(s)
        else:
            load(s, seat, move - LOAD)
    elif phase == CONTROL:
        answer_convoy(s, seat, move)
    elif phase == LOT:
        take_control(s, move - LOT_SEAT)
    elif phase == BRIBE:
        make_offer(s, seat, move)
    elif phase == ANSWER:
        answer_bribe(s, move)
    elif phase == DECIDE:
        decide(s, move)
    elif phase == INSPECTION:
        flip(s, move - FLIP)
    elif phase == FIRST:
        s.turn = move - FIRST_SEAT
        s.phase = DEALING


def deal(s, kind):
    """The opening deal: four cards to each seat, then four to the row (PRO-05, PRO-06)."""
    s.pile[kind] -= 1
    hands = DEALT * s.seats
    if s.dealt < hands:
        s.hands[s.dealt // DEALT, kind] += 1
    else:
        s.row[s.dealt - hands] = kind
    s.dealt += 1
    if s.dealt == hands + ROW:
        s.phase = TURN


def take_turn(s, seat, move):
    if move == PASS:
        s.passes += 1
        if s.passes == s.seats:  # PRO-11
            end_game(s, ALL_PASSED)
        else:
            end_turn(s)
    elif move >= LOAD:
        load(s, seat, move - LOAD)
    else:
        s.passes = 0
        draw(s, seat, move)


def draw(s, seat, move):
    """Take a row card, or ask for one from the pile (PRO-08)."""
    if move == DRAW_PILE:
        s.slot = TO_HAND
        s.phase = REFILL
        return
    slot = move - DRAW_ROW
    s.hands[seat, s.row[slot]] += 1
    s.row[slot] = EMPTY
    s.slot = slot
    if pile_size(s) > 0:  # PRO-09: replaced at once
        s.phase = REFILL
    else:
        if s.last_turns < 0:  # PRO-25: one more turn for everybody after this one
            s.last_turns = s.seats + 1
        after_draw(s)


def refill(s, kind):
    s.pile[kind] -= 1
    if s.slot == TO_HAND:
        s.hands[s.turn, kind] += 1
    else:
        s.row[s.slot] = kind
    after_draw(s)


def after_draw(s):
    if s.drawn < 0:
        s.drawn = FROM_PILE if s.slot == TO_HAND else FROM_ROW
        s.slot = -1
        s.phase = SECOND
    else:
        end_turn(s)


def end_turn(s):
    s.slot = -1
    s.drawn = -1
    if s.last_turns > 0:
        s.last_turns -= 1
        if s.last_turns == 0:
            end_game(s, LAST_ROUND)
            return
    s.turn = s.turn + 1 if s.turn + 1 < s.seats else 0
    s.phase = TURN


def end_game(s, reason):
    s.reason = reason
    s.phase = OVER


def load(s, seat, kind):
    s.convoy[convoy_size(s)] = kind
    s.hands[seat, kind] -= 1
    s.phase = LOADING


def send(s):
    """The convoy is on the road: nothing of the last one is left on the table."""
    s.passes = 0
    for i in range(LARGEST_CONVOY):
        s.turned[i] = EMPTY
    for seat in range(s.seats):
        s.answers[seat] = NOT_YET
    s.answers[s.turn] = NOT_ASKED
    s.controller = -1
    s.officer = EMPTY
    s.phase = CONTROL


def answer_convoy(s, seat, move):
    """One sealed answer (PRO-13). The officer stays in the hand until all have answered."""
    if move == LET_PASS:
        s.answers[seat] = LETS_PASS
    else:
        rank = move - PLAY_OFFICER
        s.answers[seat] = LIEUTENANT + rank
        if s.fastest[rank] < 0:
            s.fastest[rank] = seat
    if actors(s) == NOBODY:
        open_answers(s)


def open_answers(s):
    """The highest rank controls (PRO-14)."""
    highest = LETS_PASS
    for seat in range(MOST_SEATS):
        highest = max(highest, s.answers[seat])
    rivals = 0
    for seat in range(MOST_SEATS):
        rivals += s.answers[seat] == highest
    fastest = s.fastest[highest - LIEUTENANT] if highest != LETS_PASS else -1
    for rank in range(3):
        s.fastest[rank] = -1
    if highest == LETS_PASS:  # PRO-16
        store_convoy(s, s.turn)
        end_turn(s)
        return
    s.officer = highest
    if s.tie == BY_LOT and rivals > 1:
        s.phase = LOT
    else:
        take_control(s, fastest)


def take_control(s, seat):
    """The controller's officer lies on the table; the others keep theirs in hand (PRO-15)."""
    s.controller = seat
    s.hands[seat, s.officer] -= 1
    s.phase = BRIBE


def make_offer(s, seat, move):
    """The owner puts a bribe together, or offers none (PRO-17)."""
    if move == NO_BRIBE:
        s.phase = DECIDE
    elif move == HAND_OVER:
        s.phase = ANSWER
    else:
        s.hands[seat, move - OFFER] -= 1
        s.bribe[move - OFFER] += 1


def answer_bribe(s, move):
    for kind in range(KINDS):
        if move == ACCEPT:  # PRO-18
            s.warehouses[s.controller, kind] += s.bribe[kind]
        else:  # PRO-19
            s.hands[s.turn, kind] += s.bribe[kind]
        s.bribe[kind] = 0
    if move == ACCEPT:
        s.hands[s.controller, s.officer] += 1
        store_convoy(s, s.turn)
        end_turn(s)
    else:
        s.phase = INSPECTION


def decide(s, move):
    if move == WAIVE:  # PRO-20
        s.warehouses[s.controller, s.officer] += 1
        store_convoy(s, s.turn)
        end_turn(s)
    else:
        s.phase = INSPECTION


def flip(s, i):
    """Turn one card of the convoy (PRO-21): it may decide everything."""
    found = s.convoy[i]
    s.turned[i] = found
    if found == ILLEGAL:  # PRO-22
        s.warehouses[s.controller, s.officer] += 1
        store_convoy(s, s.controller)
        end_turn(s)
    elif found > ILLEGAL or flips_left(s) == 0:  # PRO-23, PRO-24
        s.hands[s.turn, s.officer] += 1
        store_convoy(s, s.turn)
        end_turn(s)


def flips_left(s):
    """How many cards the controlling officer may still turn (PRO-21)."""
    left = s.officer - LIEUTENANT + 1
    size = convoy_size(s)
    if left > size:
        left = size
    for i in range(LARGEST_CONVOY):
        if s.turned[i] != EMPTY:
            left -= 1
    return left


def store_convoy(s, owner):
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] != EMPTY:
            s.warehouses[owner, s.convoy[i]] += 1
            s.convoy[i] = EMPTY


# The end


LINES = tuple([(f"warehouse {card}", 26) for card in CARDS[:KINDS]] + [(f"hand {card}", 27) for card in CARDS[:KINDS]])


def counts(s, seat, line):
    if line < KINDS:
        return -1 if s.warehouses[seat, UNKNOWN] > 0 else s.warehouses[seat, line]
    return -1 if s.hands[seat, UNKNOWN] > 0 else s.hands[seat, line - KINDS]


def earns(s, seat, line):
    """Goods and officers, dearer at home than in hand (PRO-26, PRO-27)."""
    each = IN_WAREHOUSE[line] if line < KINDS else IN_HAND[line - KINDS]
    return max(counts(s, seat, line), 0) * each


# Who sees what


def redact(s, viewer):
    if viewer != s.turn:
        conceal_turn(s)
    if s.phase == CONTROL:
        for seat in range(s.seats):
            if seat != viewer and seat != s.turn:
                s.answers[seat] = NOT_YET
        for rank in range(3):
            s.fastest[rank] = -1
    s.pile[UNKNOWN] = pile_size(s)
    for kind in range(KINDS):
        s.pile[kind] = 0
    if s.phase == OVER:  # PRO-28: hands and warehouses are opened
        return
    if viewer != s.turn:
        for i in range(LARGEST_CONVOY):
            if s.convoy[i] != EMPTY and s.turned[i] == EMPTY:
                s.convoy[i] = UNKNOWN
        if viewer != s.controller or s.phase != ANSWER:
            s.bribe[UNKNOWN] = bribe_size(s)
            for kind in range(KINDS):
                s.bribe[kind] = 0
    hands = s.hands
    warehouses = s.warehouses
    for seat in range(s.seats):
        if seat != viewer:
            hand = 0
            warehouse = 0
            for kind in range(KINDS + 1):
                hand += hands[seat, kind]
                hands[seat, kind] = 0
                warehouse += warehouses[seat, kind]
                warehouses[seat, kind] = 0
            hands[seat, UNKNOWN] = hand
            warehouses[seat, UNKNOWN] = warehouse


def conceal_turn(s):
    """A convoy or a bribe that is still being put together is in the hand, as far as others can see."""
    if s.phase == LOADING:
        for i in range(LARGEST_CONVOY):
            if s.convoy[i] != EMPTY:
                s.hands[s.turn, s.convoy[i]] += 1
                s.convoy[i] = EMPTY
        s.phase = TURN
    elif s.phase == BRIBE:
        for kind in range(KINDS + 1):
            s.hands[s.turn, kind] += s.bribe[kind]
            s.bribe[kind] = 0


def hears(s, seat, move, viewer):
    phase = s.phase
    if phase == DEALING:
        return ALL if s.dealt >= DEALT * s.seats or s.dealt // DEALT == viewer else SOMETHING
    if phase == REFILL:
        return ALL if s.slot != TO_HAND or s.turn == viewer else SOMETHING
    if seat == viewer:
        return ALL
    if phase == CONTROL:
        return LATER
    if (phase == TURN or phase == LOADING) and LOAD <= move and move < SEND:
        return NOTHING
    if phase == BRIBE and OFFER <= move and move < HAND_OVER:
        return NOTHING
    return ALL


def unsealed(s, seat, move, viewer):
    return ALL  # PRO-13: the answers are shown together


def reveals(s, then, seat, move, viewer):
    """To all but the owner: the size of a convoy or bribe, a turned card; to the controller: offers, what is seized."""
    if viewer == s.turn:
        return 0
    code = 0
    if s.phase == LOADING and move == SEND:
        code = convoy_size(s)
    elif s.phase == INSPECTION:
        code = 1 + s.convoy[move - FLIP]
        if code == 1 + ILLEGAL and viewer == s.controller:  # PRO-22
            for kind in range(KINDS):
                code = code * 64 + then.warehouses[viewer, kind]
    elif s.phase == BRIBE and move == HAND_OVER:
        code = bribe_size(s)
        if viewer == s.controller:  # PRO-17
            for kind in range(KINDS):
                code = code * 64 + s.bribe[kind]
    return code


# What a viewer may imagine


def imagine(s, viewer, luck):
    """Deal all unseen cards anew: first they lie in the pile, then they fill every hidden place.

    Captains and inspectors were never in the pile, a convoy has goods in it, an officer that was just shown is in the
    hand that took it back, and whoever passed before the end holds officers alone.
    """
    before_the_end = pile_size(s) > 0
    for kind in range(KINDS):
        s.pile[kind] = in_pack(s.seats, kind) - seen(s, kind)
    s.pile[UNKNOWN] = 0
    if s.phase == LOT or (BRIBE <= s.phase and s.phase <= INSPECTION):
        for seat in range(s.seats):
            kind = s.answers[seat]
            if kind > LETS_PASS and seat != s.controller and s.hands[seat, UNKNOWN] > 0:
                s.pile[kind] -= 1
                s.hands[seat, UNKNOWN] -= 1
                s.hands[seat, kind] += 1
    if s.phase == CONTROL and s.answers[viewer if viewer >= 0 else s.turn] > LETS_PASS:
        s.fastest[s.answers[viewer] - LIEUTENANT] = viewer
    for back in range(1, s.passes + 1 if before_the_end else 1):
        hand_officers(s, passer(s, back), luck)
    places = 0
    hidden_convoy = 0
    needs_goods = not carries_goods(s)
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == UNKNOWN:
            hidden_convoy += 1
    for seat in range(s.seats):
        places += s.hands[seat, UNKNOWN] + s.warehouses[seat, UNKNOWN]
    places += hidden_convoy + s.bribe[UNKNOWN]
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == UNKNOWN:
            s.convoy[i] = unseen(s, places, needs_goods, hidden_convoy == 1, luck)
            if s.convoy[i] <= ILLEGAL:
                needs_goods = False
            places -= 1
            hidden_convoy -= 1
    while s.bribe[UNKNOWN] > 0:
        s.bribe[UNKNOWN] -= 1
        s.bribe[unseen(s, places, False, False, luck)] += 1
        places -= 1
    for seat in range(s.seats):
        while s.hands[seat, UNKNOWN] > 0:
            s.hands[seat, UNKNOWN] -= 1
            s.hands[seat, unseen(s, places, False, False, luck)] += 1
            places -= 1
        while s.warehouses[seat, UNKNOWN] > 0:
            s.warehouses[seat, UNKNOWN] -= 1
            s.warehouses[seat, unseen(s, places, False, False, luck)] += 1
            places -= 1


def seen(s, kind):
    """How many cards of a kind lie where they are not unknown, the pile aside."""
    count = s.bribe[kind]
    for seat in range(s.seats):
        count += s.hands[seat, kind] + s.warehouses[seat, kind]
    for i in range(ROW):
        if s.row[i] == kind:
            count += 1
        if s.convoy[i] == kind:
            count += 1
    if s.officer == kind and BRIBE <= s.phase and s.phase <= INSPECTION:
        count += 1
    return count


def passer(s, back):
    """Who passed so many turns ago."""
    return (s.turn - back + s.seats) % s.seats


def hand_officers(s, seat, luck):
    """Fill what is hidden of a hand with officers."""
    while s.hands[seat, UNKNOWN] > 0:
        pick = below(luck, s.pile[LIEUTENANT] + s.pile[CAPTAIN] + s.pile[INSPECTOR])
        kind = LIEUTENANT
        while pick >= s.pile[kind]:
            pick -= s.pile[kind]
            kind += 1
        s.pile[kind] -= 1
        s.hands[seat, UNKNOWN] -= 1
        s.hands[seat, kind] += 1


def unseen(s, places, needs_goods, last_for_goods, luck):
    """Take one unseen card out of the pile for the next of so many hidden places."""
    high = s.pile[CAPTAIN] + s.pile[INSPECTOR]
    free = places - 1 if needs_goods else places  # one place is kept for goods
    if needs_goods and last_for_goods:
        kind = LEGAL if below(luck, s.pile[LEGAL] + s.pile[ILLEGAL]) < s.pile[LEGAL] else ILLEGAL
    elif high > 0 and below(luck, free) < high:
        kind = CAPTAIN if below(luck, high) < s.pile[CAPTAIN] else INSPECTOR
    else:
        pick = below(luck, s.pile[LEGAL] + s.pile[ILLEGAL] + s.pile[LIEUTENANT])
        kind = LIEUTENANT
        if pick < s.pile[LEGAL]:
            kind = LEGAL
        elif pick < s.pile[LEGAL] + s.pile[ILLEGAL]:
            kind = ILLEGAL
    s.pile[kind] -= 1
    return kind


# What a position must be

FLAWS = (
    ("unknown cards", 2), ("legal", 2), ("illegal", 2), ("lieutenant", 2), ("captain", 4), ("inspector", 4),
    ("negative", 2), ("turn", 7), ("dealing", 5), ("row", 9), ("passes", 11), ("last round", 25), ("drawing", 8),
    ("convoy", 12), ("answers", 13), ("control", 14), ("bribe", 17), ("inspection", 21), ("end", 25), ("pile", 6),
)  # fmt: skip
(
    UNKNOWN_CARDS, WRONG_LEGAL, _, _, _, _, NEGATIVE, WRONG_TURN, WRONG_DEAL, WRONG_ROW, WRONG_PASSES,
    WRONG_LAST_ROUND, WRONG_DRAWING, WRONG_CONVOY, WRONG_ANSWERS, WRONG_CONTROL, WRONG_BRIBE, WRONG_INSPECTION,
    WRONG_END, WRONG_PILE,
) = range(20)  # fmt: skip


def flaw(s):
    fault = flaw_of_cards(s)
    if fault < 0:
        fault = flaw_of_turn(s)
    if fault < 0:
        fault = flaw_of_convoy(s)
    if fault < 0:
        fault = flaw_of_control(s)
    return fault


def flaw_of_cards(s):
    if s.phase < FIRST or s.phase > OVER:
        return WRONG_TURN
    if s.pile[UNKNOWN] + s.bribe[UNKNOWN] != 0:
        return UNKNOWN_CARDS
    for seat in range(s.seats):
        if s.hands[seat, UNKNOWN] + s.warehouses[seat, UNKNOWN] != 0:
            return UNKNOWN_CARDS
    for i in range(ROW):
        if s.row[i] == UNKNOWN or s.convoy[i] == UNKNOWN or s.turned[i] == UNKNOWN:
            return UNKNOWN_CARDS
    for kind in range(KINDS):
        if s.pile[kind] < 0 or s.bribe[kind] < 0:
            return NEGATIVE
        for seat in range(s.seats):
            if s.hands[seat, kind] < 0 or s.warehouses[seat, kind] < 0:
                return NEGATIVE
        if s.pile[kind] + seen(s, kind) != in_pack(s.seats, kind):
            return WRONG_LEGAL + kind
    if s.pile[CAPTAIN] + s.pile[INSPECTOR] > 0:
        return WRONG_PILE
    return -1


def flaw_of_turn(s):
    hands = DEALT * s.seats
    if (s.turn < 0 or s.turn >= s.seats) if s.phase != FIRST else s.turn != -1:
        return WRONG_TURN
    if s.phase <= DEALING:
        out = in_pack(s.seats, LEGAL) + in_pack(s.seats, ILLEGAL) + in_pack(s.seats, LIEUTENANT) - pile_size(s)
        if s.dealt != out or s.dealt < 0 or s.dealt >= hands + ROW or (s.phase == FIRST and s.dealt > 0):
            return WRONG_DEAL
        for seat in range(s.seats):
            expected = s.dealt - DEALT * seat
            if hand_size(s, seat) != 2 + (DEALT if expected > DEALT else expected if expected > 0 else 0):
                return WRONG_DEAL
    elif s.dealt != hands + ROW:
        return WRONG_DEAL
    gaps = 0  # places in the row that can't be filled any more
    for i in range(ROW):
        if s.row[i] > LIEUTENANT:
            return WRONG_ROW
        filled = s.row[i] != EMPTY
        if s.phase <= DEALING:
            if filled != (hands + i < s.dealt):
                return WRONG_ROW
        elif not filled and not (s.phase == REFILL and s.slot == i):
            if pile_size(s) > 0:
                return WRONG_ROW
            gaps += 1
    if (gaps > 0) != (s.last_turns >= 0):
        return WRONG_LAST_ROUND
    if s.passes > 0 and s.phase != TURN and s.phase != LOADING and s.phase != OVER:
        return WRONG_PASSES
    if s.passes < 0 or s.passes > s.seats or (s.passes == s.seats) != (s.phase == OVER and s.reason == ALL_PASSED):
        return WRONG_PASSES
    for back in range(1, s.passes + 1 if pile_size(s) > 0 else 1):  # PRO-11
        if can_send(s, passer(s, back)) or hand_size(s, passer(s, back)) < HAND_LIMIT:
            return WRONG_PASSES
    if s.last_turns < -1 or s.last_turns > s.seats + 1:
        return WRONG_LAST_ROUND
    if s.last_turns > s.seats and s.phase != SECOND:
        return WRONG_LAST_ROUND
    if (s.phase == SECOND) != (s.drawn >= 0 and s.slot < 0) or (s.phase == REFILL) != (s.slot >= 0):
        return WRONG_DRAWING
    if (s.phase == REFILL and pile_size(s) == 0) or (s.drawn == FROM_PILE and s.slot == TO_HAND):
        return WRONG_DRAWING
    if s.phase == REFILL and s.slot < TO_HAND and s.row[s.slot] != EMPTY:
        return WRONG_DRAWING
    if (s.phase == OVER) != (s.reason >= 0) or (s.last_turns == 0) != (s.reason == LAST_ROUND):
        return WRONG_END
    return -1


def flaw_of_convoy(s):
    size = convoy_size(s)
    for i in range(size, LARGEST_CONVOY):
        if s.convoy[i] != EMPTY:
            return WRONG_CONVOY
    on_the_road = CONTROL <= s.phase and s.phase <= INSPECTION
    if on_the_road and (size < SMALLEST_CONVOY or not carries_goods(s)):
        return WRONG_CONVOY
    if s.phase == LOADING:
        goods = s.hands[s.turn, LEGAL] + s.hands[s.turn, ILLEGAL]
        if size == 0 or (size == 1 and hand_size(s, s.turn) == 0):
            return WRONG_CONVOY
        if not carries_goods(s) and (goods == 0 or size == LARGEST_CONVOY):
            return WRONG_CONVOY
    elif not on_the_road and size > 0:
        return WRONG_CONVOY
    offered = bribe_size(s)
    if (offered > 0 and s.phase != BRIBE and s.phase != ANSWER) or (offered == 0 and s.phase == ANSWER):
        return WRONG_BRIBE
    for i in range(LARGEST_CONVOY):
        if s.turned[i] == EMPTY or not on_the_road:
            continue
        if s.phase != INSPECTION or s.turned[i] != LEGAL or s.convoy[i] != LEGAL:
            return WRONG_INSPECTION
    if s.phase == INSPECTION and flips_left(s) <= 0:
        return WRONG_INSPECTION
    return -1


def flaw_of_control(s):
    highest = LETS_PASS
    rivals = 0
    answered = 0
    for seat in range(s.seats):
        if s.answers[seat] < NOT_YET or s.answers[seat] > INSPECTOR:
            return WRONG_ANSWERS
        if s.answers[seat] > NOT_ASKED:
            answered += 1
        if s.answers[seat] > highest:
            highest = s.answers[seat]
            rivals = 0
        if s.answers[seat] == highest:
            rivals += 1
        if s.phase != CONTROL and s.answers[seat] == NOT_YET:
            return WRONG_ANSWERS
        if s.phase == CONTROL and seat != s.turn and s.answers[seat] == NOT_ASKED:
            return WRONG_ANSWERS
        current = CONTROL <= s.phase and s.phase <= INSPECTION
        if current and s.answers[seat] > LETS_PASS and seat != s.controller and s.hands[seat, s.answers[seat]] == 0:
            return WRONG_ANSWERS
    for rank in range(3):
        first = s.fastest[rank]
        if first >= 0 and (s.phase != CONTROL or first >= s.seats or s.answers[first] != LIEUTENANT + rank):
            return WRONG_ANSWERS
        for seat in range(s.seats):
            if s.phase == CONTROL and s.answers[seat] == LIEUTENANT + rank and first < 0:
                return WRONG_ANSWERS
    if CONTROL <= s.phase and s.phase <= INSPECTION and s.answers[s.turn] != NOT_ASKED:
        return WRONG_ANSWERS
    if s.phase == CONTROL:
        return WRONG_ANSWERS if answered >= s.seats - 1 or s.controller >= 0 or s.officer != EMPTY else -1
    if (answered != 0 or (CONTROL <= s.phase and s.phase <= INSPECTION)) and answered != s.seats - 1:
        return WRONG_ANSWERS
    if s.phase == LOT:
        fits = s.officer == highest and rivals > 1 and s.controller < 0 and s.tie == BY_LOT
        return -1 if fits and highest > LETS_PASS else WRONG_CONTROL
    if s.controller < -1 or s.controller >= s.seats or (s.controller < 0) != (s.officer == EMPTY):
        return WRONG_CONTROL
    if s.controller >= 0 and (s.answers[s.controller] != s.officer or s.officer != highest or highest == LETS_PASS):
        return WRONG_CONTROL
    if BRIBE <= s.phase and s.phase <= INSPECTION and s.controller < 0:
        return WRONG_CONTROL
    return -1


# Words for players

ABOUT = CARDS
NEWS = (
    ("sent", 12), ("controls", 14), ("unchecked", 16), ("offered", 17), ("in the bribe", 17), ("bribed", 18),
    ("refused", 19), ("waived", 20), ("seized", 22), ("decoy", 23), ("passed", 24), ("stored", 26), ("lost", 26),
    ("at least", 26), ("last round", 25),
)  # fmt: skip
(
    SENT, CONTROLS, UNCHECKED, OFFERED, IN_BRIBE, BRIBED, REFUSED, WAIVED, SEIZED, DECOY, PASSED, STORED, LOST,
    AT_LEAST, LAST_CALL,
) = range(15)  # fmt: skip
MOVE_CLAUSES = (
    8, 8, 8, 8, 8, 8, 11, 12, 12, 12, 12, 12, 12, 13, 13, 13, 13,
    17, 17, 17, 17, 17, 17, 17, 18, 19, 20, 20, 21, 21, 21, 21,
)  # fmt: skip


def clause(s, seat, move):
    if s.phase == LOADING:
        return 12
    if s.phase == SECOND and move > DRAW_PILE:
        return 8
    drawing = move <= DRAW_PILE and (s.phase == TURN or s.phase == SECOND)
    if drawing and s.phase == TURN and hand_size(s, seat) >= HAND_LIMIT:
        return 10
    if drawing and move < DRAW_PILE and s.row[move] == EMPTY:
        return 9
    if drawing and move == DRAW_PILE and pile_size(s) == 0:
        return 25
    return MOVE_CLAUSES[move]


def news(s, then, told, things):
    if s.phase < CONTROL and then.phase == CONTROL:
        told[SENT, WHO] = s.turn
        told[SENT, COUNT] = convoy_size(then)
    elif (s.phase == CONTROL or s.phase == LOT) and then.phase == BRIBE:
        told[CONTROLS, WHO] = then.controller
    elif s.phase == CONTROL and then.phase != CONTROL and then.phase != LOT:
        news_of_convoy(s, then, told, things, UNCHECKED)
    elif s.phase == BRIBE and then.phase == ANSWER:
        news_of_bribe(then, told, things)
    elif s.phase == ANSWER and then.phase != ANSWER:
        outcome = REFUSED if then.phase == INSPECTION else BRIBED
        told[outcome, WHO] = s.controller
        told[outcome, WHOM] = s.turn
        told[outcome, COUNT] = bribe_size(s)
        if outcome == BRIBED:
            news_of_stored(s, then, told, things, s.turn)
    elif s.phase == DECIDE and then.phase != DECIDE and then.phase != INSPECTION:
        news_of_convoy(s, then, told, things, WAIVED)
    elif s.phase == INSPECTION and then.phase != INSPECTION:
        outcome = PASSED
        for i in range(LARGEST_CONVOY):
            if then.turned[i] == ILLEGAL:
                outcome = SEIZED
            elif then.turned[i] > ILLEGAL:
                outcome = DECOY
        if outcome == SEIZED:
            news_of_seizure(s, then, told, things)
        else:
            news_of_convoy(s, then, told, things, outcome)
    if s.last_turns < 0 and then.last_turns >= 0:
        told[LAST_CALL, WHO] = 0


def news_of_bribe(then, told, things):
    """Everybody sees how many cards are offered; owner and controller know which."""
    told[OFFERED, WHO] = then.turn
    told[OFFERED, WHOM] = then.controller
    told[OFFERED, COUNT] = bribe_size(then)
    if then.bribe[UNKNOWN] == 0:
        worth = 0
        for kind in range(KINDS):
            things[kind] = then.bribe[kind]
            worth += then.bribe[kind] * IN_WAREHOUSE[kind]
        told[IN_BRIBE, WHO] = then.turn
        told[IN_BRIBE, SUM] = worth


def news_of_convoy(s, then, told, things, outcome):
    """A convoy has come through, for one reason or another."""
    told[outcome, WHO] = s.turn
    told[outcome, COUNT] = convoy_size(s)
    news_of_stored(s, then, told, things, s.turn)


def news_of_stored(s, then, told, things, seat):
    """Whoever may look into a warehouse sees what has come into it, and what it is worth."""
    if s.warehouses[seat, UNKNOWN] + then.warehouses[seat, UNKNOWN] > 0:
        return
    worth = 0
    for kind in range(KINDS):
        things[kind] = then.warehouses[seat, kind] - s.warehouses[seat, kind]
        worth += things[kind] * IN_WAREHOUSE[kind]
    told[STORED, WHO] = seat
    told[STORED, SUM] = worth


def news_of_seizure(s, then, told, things):
    """The controller sees what is stored, the owner knows what is gone; others know what was turned."""
    told[SEIZED, WHO] = s.controller
    told[SEIZED, WHOM] = s.turn
    told[SEIZED, COUNT] = convoy_size(s)
    news_of_stored(s, then, told, things, s.controller)
    if told[STORED, WHO] >= 0:
        return
    worth = 0
    unseen_cards = 0
    for i in range(LARGEST_CONVOY):
        kind = then.turned[i] if s.convoy[i] == UNKNOWN else s.convoy[i]
        if s.convoy[i] != EMPTY and kind == EMPTY:
            unseen_cards += 1
        elif kind != EMPTY:
            things[kind] += 1
            worth += IN_WAREHOUSE[kind]
    if unseen_cards == 0:
        told[LOST, WHO] = s.turn
        told[LOST, SUM] = worth
    else:
        told[AT_LEAST, WHO] = s.turn
        told[AT_LEAST, SUM] = worth + unseen_cards * IN_WAREHOUSE[LEGAL]


def about(s, then, seat, move):
    """The row card that is taken, the convoy card that is turned."""
    if seat >= 0 and move < DRAW_PILE:
        return s.row[move - DRAW_ROW]
    if seat >= 0 and move >= FLIP:
        return then.turned[move - FLIP]
    return -1


PRINTED = {
    "kinds": CARDS[:KINDS],
    "inWarehouse": dict(zip(CARDS, IN_WAREHOUSE, strict=False)),
    "inHand": dict(zip(CARDS, IN_HAND, strict=False)),
    "stars": {CARDS[kind]: kind - LIEUTENANT + 1 for kind in (LIEUTENANT, CAPTAIN, INSPECTOR)},
    "row": ROW,
}
