"""PROHIS, by Marc Brunnenkant: smugglers load convoys, rivals' officers control them, bribes change hands.

3 to 6 seats. On a turn a player draws one or two cards or sends a convoy of two to four face-down cards; passing is
for the end, when the pile is empty. Every rival may answer a convoy with an officer; the highest rank controls, may be
bribed, and turns one to three cards: an illegal one forfeits the convoy, anything else lets it through and costs the
officer. When the row of open cards can't be filled any more everybody has one last turn. Score: money, by the cards in
warehouse and hand.

A record holds counts of cards by kind wherever order can't matter (pile, hands, warehouses, bribe) and kinds by
position where it does (row, convoy). One more kind, `unknown`, stands for cards that a viewer can't see; a full
record has none. Sources: the printed rulebook; the clauses PRO-01 to PRO-28.
"""

from tripot.games.common import ALL, CHANCE, NOBODY, NOTHING, SOMETHING, WHO, filled, left_of, tell, total, unanswered
from tripot.games.declare import Clears, Entries, Field, Moves, Phases, Record

NAME = "prohis"
VERSION = 1
CLAUSE = "PRO"
SEATS = (3, 6)  # PRO-01
OPTIONS = {"tie": ("lot", "speed")}  # PRO-14: who controls among equal ranks
LIVE = {"tie": "speed"}
BY_LOT, BY_SPEED = range(len(OPTIONS["tie"]))

# Cards (PRO-02); the last three are officers
CARDS = ("legal", "illegal", "lieutenant", "captain", "inspector", "unknown")
LEGAL, ILLEGAL, LIEUTENANT, CAPTAIN, INSPECTOR, UNKNOWN = range(len(CARDS))
KINDS = UNKNOWN
EMPTY = -1
MOST_SEATS = SEATS[1]
FULL_PACK = (58, 30, 8)  # legal, illegal, lieutenant with 5 or 6 players (PRO-02)
SMALL_PACK = (40, 20, 6)  # with 3 or 4 (PRO-03)
PACK_CLAUSE = 2
DEALT = 4  # cards dealt to each hand, and face up in the row (PRO-05, PRO-06)
ROW = 4
HAND_LIMIT = 8  # from this many cards on nobody may draw (PRO-10)
SMALLEST_CONVOY, LARGEST_CONVOY = 2, 4
IN_WAREHOUSE = (1000, 4000, 3000, 4000, 5000)  # PRO-26
IN_HAND = (0, -4000, 1000, 2000, 3000)  # PRO-27

PHASES = Phases(
    ("first player", 7, CHANCE, "first", "seats"), ("dealing", 5, CHANCE, "deal", "pile"), ("turn", 8, "turn"),
    ("second card", 8, "turn"), ("refill", 9, CHANCE, "deal", "pile"), ("loading", 12, "turn"),
    ("control", 13, "rivals"), ("lot", 14, CHANCE), ("bribe", 17, "turn"),
    ("answer", 18, "controller", "accept", "refuse"), ("decide", 20, "controller", "inspect", "waive"),
    ("inspection", 21, "controller"), ("over", 28, NOBODY),
)  # fmt: skip
(
    FIRST, DEALING, TURN, SECOND, REFILL, LOADING, CONTROL, LOT, BRIBE, ANSWER, DECIDE, INSPECTION, OVER,
) = range(len(PHASES))  # fmt: skip
SEALED = ("control",)  # PRO-13
OFFICERS = CARDS[LIEUTENANT:UNKNOWN]
PLACES = tuple("0123")
MOVES = Moves(
    ("draw row", PLACES, 8), ("draw pile", 8), ("stop", 8), ("pass", 11), ("load", CARDS[:KINDS], 12), ("send", 12),
    ("control", OFFICERS, 13), ("let-pass", 13), ("offer", CARDS[:KINDS], 17), ("hand-over", 17), ("no-bribe", 17),
    ("accept", 18), ("refuse", 19), ("inspect", 20), ("waive", 20), ("flip", PLACES, 21),
)  # fmt: skip
(
    DRAW_ROW, DRAW_PILE, STOP, PASS, LOAD, SEND, PLAY_OFFICER, LET_PASS, OFFER, HAND_OVER, NO_BRIBE, ACCEPT, REFUSE,
    INSPECT, WAIVE, FLIP,
) = MOVES.starts  # fmt: skip
OUTCOMES = Moves(("deal", CARDS[:CAPTAIN]), ("first", tuple("012345")), ("lot", tuple("012345")))
DEAL, FIRST_SEAT, LOT_SEAT = OUTCOMES.starts
# A time-out plays the first legal one; for a convoy that must be sent, see `passive`
PASSIVE = (STOP, PASS, DRAW_PILE, SEND, LET_PASS, NO_BRIBE, HAND_OVER, ACCEPT, WAIVE)
ROLES = ("full hand", "end")  # of a turn: nothing may be drawn any more; nothing has to be done any more
FULL_HAND, AT_THE_END = range(len(ROLES))
ROLE_PROMPTS = {"full hand": 11, "end": 11}
REASONS = ("last round", "all passed")
LAST_ROUND, ALL_PASSED = range(len(REASONS))

# Every draw uses up a card of at most 96, every convoy stores at least two of at most 108 for good, and of n turns
# in a row one is no pass: fewer than (96 + 54) * 6 turns, none longer than 1 + 4 + 6 + 108 + 6 moves.
LONGEST = 150 * 6 * 125

SLOTS = ("row 0", "row 1", "row 2", "row 3", "hand")  # where a card from the pile goes
TO_HAND = len(SLOTS) - 1
DRAWN = ("row", "pile")  # where the first card of a turn came from
FROM_ROW, FROM_PILE = range(len(DRAWN))
ANSWERS = ("not asked", "let-pass", *OFFICERS)  # to a convoy; an officer is its kind
NOT_YET, NOT_ASKED, LETS_PASS = -1, 0, 1

RECORD = Record(
    SEATS,
    seats=Field("count"),
    tie=Field(OPTIONS["tie"], start=BY_LOT),
    phase=Field(PHASES),
    turn=Field("seat"),  # whose turn it is, and whose convoy is on the road
    dealt=Field("count"),  # cards dealt so far, before the first turn
    slot=Field(SLOTS),  # where the card that is being drawn goes
    drawn=Field(DRAWN),  # where this turn's first card came from
    passes=Field("count"),  # in a row
    last_turns=Field("count", start=-1),  # turns left in the last round
    controller=Field("seat", lasts="convoy"),  # who controls this convoy (or the last one)
    officer=Field(CARDS, lasts="convoy"),  # with which officer
    reason=Field(REASONS),
    pile=Field(CARDS, "count", known="nobody", cards=True),
    row=Field(ROW, CARDS, cards=True),
    convoy=Field(LARGEST_CONVOY, CARDS, known=("turn", "turned"), cards=True),
    turned=Field(LARGEST_CONVOY, CARDS, lasts="convoy"),  # what was turned of this convoy (or the last), by position
    bribe=Field(CARDS, "count", known=("turn", "weighs_bribe"), cards=True),  # PRO-17
    answers=Field("seats", ANSWERS, known=("owner", "unsealed"), start=NOT_ASKED, hidden=NOT_YET),  # or the last ones
    fastest=Field(OFFICERS, "seat", known="unsealed"),  # the first seat to answer with each rank
    hands=Field("seats", CARDS, "count", known=("owner", "over"), cards=True),  # PRO-28
    warehouses=Field("seats", CARDS, "count", known=("owner", "over"), cards=True),
)
clear_convoy = Clears("convoy")


def weighs_bribe(s, viewer):
    return s.phase == ANSWER and viewer == s.controller


def conceal(s, viewer):
    """A convoy or a bribe that is still being put together is in the hand, as far as others can see."""
    if viewer == s.turn:
        return
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


def begin(s, options):
    s.tie = options[0]
    for kind in range(CAPTAIN):
        s.pile[kind] = in_pack(s, kind)
    for seat in range(s.seats):  # PRO-04
        s.hands[seat, CAPTAIN] = 1
        s.hands[seat, INSPECTOR] = 1


def in_pack(s, kind):
    """How many cards of a kind are in the game (PRO-02, PRO-03, PRO-04)."""
    if kind > LIEUTENANT:
        return s.seats
    return SMALL_PACK[kind] if s.seats <= 4 else FULL_PACK[kind]


def hand_size(s, seat):
    size = 0
    for kind in range(KINDS + 1):
        size += s.hands[seat, kind]
    return size


# The deal (PRO-05, PRO-06, PRO-07)


def do_first_player(s, seat, move):
    s.turn = move - FIRST_SEAT
    s.phase = DEALING


def do_dealing(s, seat, move):
    """Four cards to each seat, then four to the row."""
    kind = move - DEAL
    s.pile[kind] -= 1
    hands = DEALT * s.seats
    if s.dealt < hands:
        s.hands[s.dealt // DEALT, kind] += 1
    else:
        s.row[s.dealt - hands] = kind
    s.dealt += 1
    if s.dealt == hands + ROW:
        s.phase = TURN


# A turn: draw (PRO-08 to PRO-10), pass (PRO-11) or send a convoy (PRO-12)


def may_turn(s, seat, can):
    draws = hand_size(s, seat) < HAND_LIMIT  # PRO-10
    sends = can_send(s, seat)
    at_the_end = total(s.pile) == 0
    for i in range(ROW):
        can[DRAW_ROW + i] = draws and s.row[i] != EMPTY
    can[DRAW_PILE] = draws and not at_the_end
    for kind in range(KINDS):
        can[LOAD + kind] = sends and s.hands[seat, kind] > 0
    can[PASS] = at_the_end or not (draws or sends)  # PRO-11


def can_send(s, seat):
    return hand_size(s, seat) >= SMALLEST_CONVOY and s.hands[seat, LEGAL] + s.hands[seat, ILLEGAL] > 0  # PRO-12


def do_turn(s, seat, move):
    if move == PASS:
        s.passes += 1
        if s.passes == s.seats:  # PRO-11
            s.reason = ALL_PASSED
            s.phase = OVER
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
    if total(s.pile) > 0:  # PRO-09: replaced at once
        s.phase = REFILL
    else:
        if s.last_turns < 0:  # PRO-25: one more turn for everybody after this one
            s.last_turns = s.seats + 1
        after_draw(s)


def may_second_card(s, seat, can):
    can[STOP] = 1
    can[DRAW_PILE] = s.drawn == FROM_ROW and total(s.pile) > 0  # PRO-08: never two from the pile
    for i in range(ROW):
        can[DRAW_ROW + i] = s.row[i] != EMPTY


def do_second_card(s, seat, move):
    if move == STOP:
        end_turn(s)
    else:
        draw(s, seat, move)


def do_refill(s, seat, move):
    s.pile[move - DEAL] -= 1
    if s.slot == TO_HAND:
        s.hands[s.turn, move - DEAL] += 1
    else:
        s.row[s.slot] = move - DEAL
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
            s.reason = LAST_ROUND
            s.phase = OVER
            return
    s.turn = left_of(s.turn, s.seats)
    s.phase = TURN


# A convoy (PRO-12)


def may_loading(s, seat, can):
    size = filled(s.convoy)
    has_goods = carries_goods(s)
    room = LARGEST_CONVOY - size
    can[SEND] = size >= SMALLEST_CONVOY and has_goods
    for kind in range(KINDS):  # the last place is for goods, if none are loaded
        can[LOAD + kind] = s.hands[seat, kind] > 0 and room > (1 if kind > ILLEGAL and not has_goods else 0)


def load(s, seat, kind):
    s.convoy[filled(s.convoy)] = kind
    s.hands[seat, kind] -= 1
    s.phase = LOADING


def carries_goods(s):
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == LEGAL or s.convoy[i] == ILLEGAL:
            return True
    return False


def do_loading(s, seat, move):
    """A card more, or the convoy is on the road: nothing of the last one is left on the table."""
    if move != SEND:
        load(s, seat, move - LOAD)
        return
    s.passes = 0
    clear_convoy(s)
    for rival in range(s.seats):
        s.answers[rival] = NOT_ASKED if rival == seat else NOT_YET
    s.phase = CONTROL


def passive(s, seat):
    """Who must send and doesn't say what sends two cards: goods first, then what is worth least (PRO-11, PRO-12)."""
    has_goods = carries_goods(s)
    unfinished = s.phase == LOADING and (filled(s.convoy) < SMALLEST_CONVOY or not has_goods)
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
    return s.phase == TURN and seat == s.turn and full and total(s.pile) > 0 and can_send(s, seat)


def role(s, seat):
    if must_send(s, seat):
        return FULL_HAND
    return AT_THE_END if s.phase == TURN and seat == s.turn and total(s.pile) == 0 else -1


# The answers to a convoy (PRO-13 to PRO-16)


def race(s):
    """Among equal ranks the fastest controls (PRO-14)."""
    return s.phase == CONTROL and s.tie == BY_SPEED


def rivals(s):
    """Every opponent is asked, also without an officer (PRO-13)."""
    return unanswered(s.answers)


def may_control(s, seat, can):
    can[LET_PASS] = 1
    for kind in range(LIEUTENANT, KINDS):
        can[PLAY_OFFICER + kind - LIEUTENANT] = s.hands[seat, kind] > 0


def do_control(s, seat, move):
    """One sealed answer (PRO-13). The officer stays in the hand until all have answered."""
    if move == LET_PASS:
        s.answers[seat] = LETS_PASS
    else:
        rank = move - PLAY_OFFICER
        s.answers[seat] = LIEUTENANT + rank
        if s.fastest[rank] < 0:
            s.fastest[rank] = seat
    if rivals(s) == 0:
        open_answers(s)


def open_answers(s):
    """The highest rank controls (PRO-14)."""
    highest = LETS_PASS
    for seat in range(MOST_SEATS):
        highest = max(highest, s.answers[seat])
    equals = 0
    for seat in range(MOST_SEATS):
        equals += s.answers[seat] == highest
    fastest = s.fastest[highest - LIEUTENANT] if highest != LETS_PASS else -1
    for rank in range(3):
        s.fastest[rank] = -1
    if highest == LETS_PASS:  # PRO-16
        store_convoy(s, s.turn)
        return
    s.officer = highest
    if s.tie == BY_LOT and equals > 1:
        s.phase = LOT
    else:
        take_control(s, fastest)


def odds_lot(s, weights):
    for seat in range(s.seats):
        if s.answers[seat] == s.officer:
            weights[LOT_SEAT + seat] = 1


def do_lot(s, seat, move):
    take_control(s, move - LOT_SEAT)


def take_control(s, seat):
    """The controller's officer lies on the table; the others keep theirs in hand (PRO-15)."""
    s.controller = seat
    s.hands[seat, s.officer] -= 1
    s.phase = BRIBE


# The bribe (PRO-17 to PRO-20)


def may_bribe(s, seat, can):
    """One offer, of one card or more (PRO-17)."""
    can[NO_BRIBE if total(s.bribe) == 0 else HAND_OVER] = 1
    for kind in range(KINDS):
        can[OFFER + kind] = s.hands[seat, kind] > 0


def do_bribe(s, seat, move):
    if move == NO_BRIBE:
        s.phase = DECIDE
    elif move == HAND_OVER:
        s.phase = ANSWER
    else:
        s.hands[seat, move - OFFER] -= 1
        s.bribe[move - OFFER] += 1


def do_answer(s, seat, move):
    for kind in range(KINDS):
        if move == ACCEPT:  # PRO-18
            s.warehouses[s.controller, kind] += s.bribe[kind]
        else:  # PRO-19
            s.hands[s.turn, kind] += s.bribe[kind]
        s.bribe[kind] = 0
    if move == ACCEPT:
        s.hands[s.controller, s.officer] += 1
        store_convoy(s, s.turn)
    else:
        s.phase = INSPECTION


def do_decide(s, seat, move):
    if move == WAIVE:  # PRO-20
        s.warehouses[s.controller, s.officer] += 1
        store_convoy(s, s.turn)
    else:
        s.phase = INSPECTION


# The inspection (PRO-21 to PRO-24)


def may_inspection(s, seat, can):
    for i in range(LARGEST_CONVOY):
        can[FLIP + i] = s.convoy[i] != EMPTY and s.turned[i] == EMPTY


def do_inspection(s, seat, move):
    """Turn one card of the convoy (PRO-21): it may decide everything."""
    found = s.convoy[move - FLIP]
    s.turned[move - FLIP] = found
    if found == ILLEGAL:  # PRO-22
        s.warehouses[s.controller, s.officer] += 1
        store_convoy(s, s.controller)
    elif found > ILLEGAL or flips_left(s) == 0:  # PRO-23, PRO-24
        s.hands[s.turn, s.officer] += 1
        store_convoy(s, s.turn)


def flips_left(s):
    """How many cards the controlling officer may still turn (PRO-21)."""
    left = min(s.officer - LIEUTENANT + 1, filled(s.convoy))
    for i in range(LARGEST_CONVOY):
        left -= s.turned[i] != EMPTY
    return left


def store_convoy(s, owner):
    """The convoy comes to a warehouse, and the turn is over."""
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] != EMPTY:
            s.warehouses[owner, s.convoy[i]] += 1
            s.convoy[i] = EMPTY
    end_turn(s)


# The end (PRO-26 to PRO-28)

LINES = Entries(("warehouse", CARDS[:KINDS], 26), ("hand", CARDS[:KINDS], 27))


def counts(s, seat, line):
    if line < KINDS:
        return -1 if s.warehouses[seat, UNKNOWN] > 0 else s.warehouses[seat, line]
    return -1 if s.hands[seat, UNKNOWN] > 0 else s.hands[seat, line - KINDS]


def earns(s, seat, line):
    """Goods and officers, dearer at home than in hand (PRO-26, PRO-27)."""
    each = IN_WAREHOUSE[line] if line < KINDS else IN_HAND[line - KINDS]
    return max(counts(s, seat, line), 0) * each


# Who hears and learns what


def overheard(s, seat, move, viewer):
    if s.phase == DEALING:
        return ALL if s.dealt >= DEALT * s.seats or s.dealt // DEALT == viewer else SOMETHING
    if s.phase == REFILL:
        return ALL if s.slot != TO_HAND or s.turn == viewer else SOMETHING
    adds_a_card = (LOAD <= move and move < SEND) or (OFFER <= move and move < HAND_OVER)
    return NOTHING if seat >= 0 and adds_a_card else ALL


def reveals(s, then, seat, move, viewer):
    """To all but the owner: the size of a convoy or bribe, a turned card; to the controller: offers, what is seized."""
    if viewer == s.turn:
        return 0
    code = 0
    if s.phase == LOADING and move == SEND:
        code = filled(s.convoy)
    elif s.phase == INSPECTION:
        code = 1 + s.convoy[move - FLIP]
        if code == 1 + ILLEGAL and viewer == s.controller:  # PRO-22
            for kind in range(KINDS):
                code = code * 64 + then.warehouses[viewer, kind]
    elif s.phase == BRIBE and move == HAND_OVER:
        code = total(s.bribe)
        for kind in range(KINDS if viewer == s.controller else 0):  # PRO-17
            code = code * 64 + s.bribe[kind]
    return code


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
) = range(len(NEWS))  # fmt: skip


def other_clause(s, seat, move):
    if s.phase == LOADING:
        return 12
    if s.phase != TURN and s.phase != SECOND:
        return 0
    if move > DRAW_PILE:
        return 8 if s.phase == SECOND else 0
    if s.phase == TURN and hand_size(s, seat) >= HAND_LIMIT:
        return 10
    if move == DRAW_PILE:
        return 25 if total(s.pile) == 0 else 0
    return 9 if s.row[move - DRAW_ROW] == EMPTY else 0


def news(s, then, told, things):
    if s.phase < CONTROL and then.phase == CONTROL:
        tell(told, SENT, s.turn, -1, filled(then.convoy), -1)
    elif (s.phase == CONTROL or s.phase == LOT) and then.phase == BRIBE:
        tell(told, CONTROLS, then.controller, -1, -1, -1)
    elif s.phase == CONTROL and then.phase != CONTROL and then.phase != LOT:
        news_of_convoy(s, then, told, things, UNCHECKED)
    elif s.phase == BRIBE and then.phase == ANSWER:
        tell(told, OFFERED, then.turn, then.controller, total(then.bribe), -1)
        if then.bribe[UNKNOWN] == 0:  # owner and controller know which
            for kind in range(KINDS):
                things[kind] = then.bribe[kind]
            tell(told, IN_BRIBE, then.turn, -1, -1, worth(things))
    elif s.phase == ANSWER and then.phase == INSPECTION:
        tell(told, REFUSED, s.controller, s.turn, total(s.bribe), -1)
    elif s.phase == ANSWER and then.phase != ANSWER:
        tell(told, BRIBED, s.controller, s.turn, total(s.bribe), -1)
        news_of_stored(s, then, told, things, s.turn)
    elif s.phase == DECIDE and then.phase != DECIDE and then.phase != INSPECTION:
        news_of_convoy(s, then, told, things, WAIVED)
    elif s.phase == INSPECTION and then.phase != INSPECTION:
        news_of_inspection(s, then, told, things)
    if s.last_turns < 0 and then.last_turns >= 0:
        tell(told, LAST_CALL, 0, -1, -1, -1)


def worth(things):
    """What they are worth in a warehouse."""
    money = 0
    for kind in range(KINDS):
        money += things[kind] * IN_WAREHOUSE[kind]
    return money


def news_of_convoy(s, then, told, things, outcome):
    """A convoy has come through, for one reason or another."""
    tell(told, outcome, s.turn, -1, filled(s.convoy), -1)
    news_of_stored(s, then, told, things, s.turn)


def news_of_stored(s, then, told, things, seat):
    """Whoever may look into a warehouse sees what has come into it, and what it is worth."""
    if s.warehouses[seat, UNKNOWN] + then.warehouses[seat, UNKNOWN] == 0:
        for kind in range(KINDS):
            things[kind] = then.warehouses[seat, kind] - s.warehouses[seat, kind]
        tell(told, STORED, seat, -1, -1, worth(things))


def news_of_inspection(s, then, told, things):
    outcome = PASSED
    for i in range(LARGEST_CONVOY):
        if then.turned[i] == ILLEGAL:
            outcome = SEIZED
        elif then.turned[i] > ILLEGAL:
            outcome = DECOY
    if outcome != SEIZED:
        news_of_convoy(s, then, told, things, outcome)
        return
    tell(told, SEIZED, s.controller, s.turn, filled(s.convoy), -1)
    news_of_stored(s, then, told, things, s.controller)
    if told[STORED, WHO] < 0:
        news_of_loss(s, then, told, things)


def news_of_loss(s, then, told, things):
    """The owner knows what is gone; others know what was turned, and that the rest is worth something."""
    unseen_cards = 0
    for i in range(LARGEST_CONVOY):
        kind = then.turned[i] if s.convoy[i] == UNKNOWN else s.convoy[i]
        if kind != EMPTY:
            things[kind] += 1
        elif s.convoy[i] != EMPTY:
            unseen_cards += 1
    loss = LOST if unseen_cards == 0 else AT_LEAST
    tell(told, loss, s.turn, -1, -1, worth(things) + unseen_cards * IN_WAREHOUSE[LEGAL])


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
