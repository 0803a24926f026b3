"""How people play PROHIS: draw what is worth smuggling, send it behind a decoy or leave it at home, answer convoys with
an officer, pay where it is dangerous and sometimes where it isn't, and inspect those who seem to have a reason to pay.

A convoy is put together in any order, from a plan: smuggle with a decoy, smuggle without one, or send honest goods.
The policy has no memory, so the plan is guessed from what is loaded already, as likely as each would have led to it.
"""

from tripot.bots.instincts.weighing import WHOLE, put, slips, ways, within
from tripot.engine import catalogue
from tripot.games.common import filled, total
from tripot.games.prohis import (
    ACCEPT,
    ANSWER,
    BRIBE,
    CONTROL,
    DECIDE,
    DRAW_PILE,
    DRAW_ROW,
    EMPTY,
    FLIP,
    FROM_ROW,
    HAND_LIMIT,
    HAND_OVER,
    ILLEGAL,
    IN_WAREHOUSE,
    INSPECT,
    KINDS,
    LARGEST_CONVOY,
    LEGAL,
    LET_PASS,
    LIEUTENANT,
    LOAD,
    LOADING,
    NO_BRIBE,
    OFFER,
    PASS,
    PLAY_OFFICER,
    REFUSE,
    ROW,
    SECOND,
    SEND,
    SMALLEST_CONVOY,
    STOP,
    TURN,
    WAIVE,
    can_send,
    hand_size,
)

legal = catalogue.rules_of("prohis").legal

TEMPER = (
    "smuggle",  # how often illegal goods are sent by who has them, in hundredths
    "greed",  # how many illegal goods at most travel together
    "decoy",  # how often an officer travels with them, in hundredths
    "ready",  # cards in hand from which a convoy is sent
    "keep",  # officers that stay in hand when an honest convoy could take them home
    "few",  # illegal goods in hand from which no more are drawn from the row
    "control",  # how often a convoy is answered with an officer, in hundredths
    "high",  # how often that is the highest one, in hundredths
    "bribe",  # how often a smuggler pays, in hundredths
    "bait",  # how often an honest sender pays, in hundredths
    "price",  # what is paid for each card that the officer may turn, in hundreds of dollars
    "inspect",  # how often a convoy is inspected where that gains as much as it costs, in hundredths
    "nose",  # how much likelier an inspection gets with every thousand dollars that it gains, in hundredths
    "payers",  # how many smugglers are supposed among a hundred who pay
    "silent",  # how many smugglers are supposed among a hundred who don't
    "slip",  # how many of a thousand moves are anything legal
)
(
    SMUGGLE, GREED, DECOY, READY, KEEP, FEW, CONTROLS, HIGH, BRIBES, BAIT, PRICE, INSPECTS, NOSE, PAYERS, SILENT, SLIP,
) = range(16)  # fmt: skip
LEVELS = {
    "novice": (35, 2, 15, 5, 3, 2, 40, 70, 90, 2, 30, 30, 8, 50, 30, 90),
    "regular": (51, 3, 100, 6, 2, 3, 100, 40, 29, 15, 20, 58, 54, 90, 48, 4),
}
CHARACTERS: dict[str, dict[str, int]] = {
    "bold": {"smuggle": 12, "bait": 10},
    "careful": {"smuggle": -15, "bribe": 20},
    "suspicious": {"inspect": 20, "silent": 10},
}
HABITS: dict[str, tuple[int, ...]] = {}

FOUND = (500, 700, 800)  # thousandths: how often an officer of each rank finds what is there
STORED = 2000  # what an officer gains on the way from hand to warehouse
CARD = 2300  # what a card of a rival's convoy is worth
TRACES = 1 << 20  # in what parts the likelihood of a plan is counted
PLANS = 3  # behind a decoy, without one, honest


def lean(s, seat, temper, weights):
    legal(s, seat, weights)
    slips(weights, temper[SLIP])
    phase = s.phase
    if phase == TURN:
        lean_turn(s, seat, temper, weights)
    elif phase == SECOND:
        lean_draw(s, seat, temper, weights, STOP)
    elif phase == LOADING:
        lean_load(s, seat, temper, weights, WHOLE)
    elif phase == CONTROL:
        lean_control(s, seat, temper, weights)
    elif phase == BRIBE:
        lean_bribe(s, seat, temper, weights)
    elif phase == ANSWER:
        refuse = doubt(s, temper, temper[PAYERS], bribe_worth(s) + STORED // 2)
        put(weights, REFUSE, refuse, temper[SLIP])
        put(weights, ACCEPT, WHOLE - refuse, temper[SLIP])
    elif phase == DECIDE:
        inspect = doubt(s, temper, temper[SILENT], STORED)
        put(weights, INSPECT, inspect, temper[SLIP])
        put(weights, WAIVE, WHOLE - inspect, temper[SLIP])
    else:
        lean_flip(s, temper, weights)


# A turn: draw or send


def closing(s):
    """Whether this may well be the last turn."""
    return s.last_turns >= 0 or total(s.pile) == 0


def lean_turn(s, seat, temper, weights):
    size = hand_size(s, seat)
    if can_send(s, seat):
        if closing(s) or size >= min(HAND_LIMIT, temper[READY]):
            lean_load(s, seat, temper, weights, WHOLE)
            return
    if size >= HAND_LIMIT or closing(s):
        put(weights, PASS if weights[PASS] > 0 else first_draw(s), WHOLE, temper[SLIP])
        return
    lean_draw(s, seat, temper, weights, first_draw(s))


def first_draw(s):
    """Some draw that is legal."""
    for i in range(ROW):
        if s.row[i] != EMPTY:
            return DRAW_ROW + i
    return DRAW_PILE


def lean_draw(s, seat, temper, weights, otherwise):
    """Lieutenants first, illegal goods while there are few in hand; rather the unknown than a legal good."""
    lieutenant = -1
    illegal = -1
    good = -1
    for i in range(ROW):
        if s.row[i] == LIEUTENANT:
            lieutenant = DRAW_ROW + i
        elif s.row[i] == ILLEGAL:
            illegal = DRAW_ROW + i
        elif s.row[i] == LEGAL:
            good = DRAW_ROW + i
    pile = total(s.pile) > 0 and (s.phase == TURN or s.drawn == FROM_ROW)
    best = otherwise
    if lieutenant >= 0:
        best = lieutenant
    elif illegal >= 0 and s.hands[seat, ILLEGAL] < temper[FEW]:
        best = illegal
    elif pile:
        best = DRAW_PILE
    elif good >= 0 and hand_size(s, seat) < HAND_LIMIT:
        best = good
    left = WHOLE
    if pile and best != DRAW_PILE:  # now and then something that nobody has seen
        put(weights, DRAW_PILE, WHOLE // 10, temper[SLIP])
        left -= WHOLE // 10
    put(weights, best, left, temper[SLIP])


# Loading


def loaded(s, kind):
    count = 0
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] == kind:
            count += 1
    return count


def of_kind(cards, kind):
    """How many cards of a kind there are among cards, which are counted in one number with a byte for each kind."""
    return cards >> 8 * kind & 255


def convoy_cards(s):
    cards = 0
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] != EMPTY:
            cards += 1 << 8 * s.convoy[i]
    return cards


def cards_before(s, seat, in_convoy):
    """All that was in hand before loading."""
    cards = in_convoy
    for kind in range(KINDS):
        cards += (1 << 8 * kind) * s.hands[seat, kind]
    return cards


def cargo(s, temper, plan, cards):
    """What a plan puts into the convoy, of all that was in hand before loading."""
    legal_goods = of_kind(cards, LEGAL)
    decoy = -1  # the lowest officer there is
    held = 0
    for rank in range(KINDS - 1, LIEUTENANT - 1, -1):
        if of_kind(cards, rank) > 0:
            decoy = rank
            held += of_kind(cards, rank)
    if plan < 2:
        with_decoy = plan == 0 and decoy >= 0
        room = LARGEST_CONVOY - (1 if with_decoy else 0)
        smuggled = min(min(room, of_kind(cards, ILLEGAL)), max(1, temper[GREED]) if not closing(s) else room)
        planned = (smuggled << 8 * ILLEGAL) + (min(room - smuggled, legal_goods) << 8 * LEGAL)
        return planned + (1 << 8 * decoy) if with_decoy else planned
    goods = min(LARGEST_CONVOY, legal_goods)
    going = min(LARGEST_CONVOY - goods, held if closing(s) else max(0, held - temper[KEEP]))
    if goods + going < SMALLEST_CONVOY:
        going = min(held, SMALLEST_CONVOY - goods)
    planned = goods << 8 * LEGAL
    for rank in range(LIEUTENANT, KINDS):
        taken = min(going, of_kind(cards, rank))
        planned += taken << 8 * rank
        going -= taken
    return planned


def plan_chance(s, temper, plan, cards):
    """How likely a plan is in thousandths, by temper and by what there is to send."""
    smuggle = temper[SMUGGLE]
    if closing(s) and smuggle > 0:
        smuggle += (100 - smuggle) * 7 // 10
    if of_kind(cards, ILLEGAL) == 0:
        smuggle = 0
    elif of_kind(cards, LEGAL) == 0:
        smuggle = 100
    if plan == 2:
        return (100 - smuggle) * 10
    return smuggle * (temper[DECOY] if plan == 0 else 100 - temper[DECOY]) // 10


def likelihood(s, temper, plan, cards, in_convoy):
    """How likely a plan is, and leads to what is loaded if it is loaded in any order."""
    chance = plan_chance(s, temper, plan, cards)
    if chance == 0:
        return 0
    planned = cargo(s, temper, plan, cards)
    size = 0
    orders = 1
    for kind in range(KINDS):
        wanted = of_kind(planned, kind)
        size += wanted
        orders *= ways(wanted, of_kind(in_convoy, kind))
    if size < SMALLEST_CONVOY or orders == 0:
        return 0
    return chance * orders * TRACES // ways(size, filled(s.convoy))


def lean_load(s, seat, temper, weights, share):
    """Each plan puts in what it still misses, in any order, or sends."""
    in_convoy = convoy_cards(s)
    cards = cards_before(s, seat, in_convoy)
    likely = (
        likelihood(s, temper, 0, cards, in_convoy),
        likelihood(s, temper, 1, cards, in_convoy),
        likelihood(s, temper, 2, cards, in_convoy),
    )
    total = likely[0] + likely[1] + likely[2]
    given = 0
    for plan in range(PLANS):
        part = likely[plan] * share // max(1, total)
        if part == 0:
            continue
        planned = cargo(s, temper, plan, cards)
        missing = 0
        for kind in range(KINDS):
            missing += of_kind(planned, kind) - of_kind(in_convoy, kind)
        if missing > 0:
            for kind in range(KINDS):
                more = of_kind(planned, kind) - of_kind(in_convoy, kind)
                if more > 0 and weights[LOAD + kind] > 0:
                    put(weights, LOAD + kind, part * more // missing, temper[SLIP])
                    given += part * more // missing
        elif weights[SEND] > 0:
            put(weights, SEND, part, temper[SLIP])
            given += part
    if given > 0:
        return
    if weights[SEND] > 0:  # a slip led here: be done with it
        put(weights, SEND, share, temper[SLIP])
        return
    for kind in range(KINDS):
        if weights[LOAD + kind] > 0:
            put(weights, LOAD + kind, share // KINDS, temper[SLIP])


# Controlling


def lean_control(s, seat, temper, weights):
    low = -1
    high = -1
    for kind in range(LIEUTENANT, KINDS):
        if s.hands[seat, kind] > 0:
            high = kind
            if low < 0:
                low = kind
    if low < 0:
        put(weights, LET_PASS, WHOLE, temper[SLIP])
        return
    controls = temper[CONTROLS]
    if closing(s) and controls > 0:
        controls += (100 - controls) // 2
    highest = within(temper[HIGH] + (filled(s.convoy) - 3) * 20, 0, 100)
    put(weights, LET_PASS, (100 - controls) * 10, temper[SLIP])
    put(weights, PLAY_OFFICER + high - LIEUTENANT, controls * highest // 10, temper[SLIP])
    put(weights, PLAY_OFFICER + low - LIEUTENANT, controls * (100 - highest) // 10, temper[SLIP])


def lean_bribe(s, seat, temper, weights):
    """A smuggler pays the more the higher the officer; an honest sender who pays wants to be inspected."""
    offered = bribe_worth(s)
    price = temper[PRICE] * 100 * (s.officer - LIEUTENANT + 1)
    kind = -1
    if s.hands[seat, LEGAL] > 0:
        kind = LEGAL
    elif s.hands[seat, ILLEGAL] > 0:
        kind = ILLEGAL
    if offered > 0:
        more = 900 if offered < price and kind >= 0 else 0
        put(weights, HAND_OVER, WHOLE - more, temper[SLIP])
    else:
        pays = temper[BRIBES] if loaded(s, ILLEGAL) > 0 else temper[BAIT]
        more = min(pays, 100) * 10 if kind >= 0 else 0
        put(weights, NO_BRIBE, WHOLE - more, temper[SLIP])
    if more > 0:
        put(weights, OFFER + kind, more, temper[SLIP])


def bribe_worth(s):
    total = 0
    for kind in range(KINDS):
        total += s.bribe[kind] * IN_WAREHOUSE[kind]
    return total


def doubt(s, temper, smugglers, instead):
    """How likely an inspection is where so many of a hundred smuggle, against what letting them go is worth."""
    rank = s.officer - LIEUTENANT
    size = filled(s.convoy)
    finds = smugglers * FOUND[min(rank, size - 1)] // 100
    hopes = finds * (size * CARD + STORED) // WHOLE - (WHOLE - finds) * (rank * 1000 + 2000) // WHOLE
    return within(temper[INSPECTS] * 10 + (hopes - instead) * temper[NOSE] // 100, 20, WHOLE - 20)


def lean_flip(s, temper, weights):
    closed = 0
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] != EMPTY and s.turned[i] == EMPTY:
            closed += 1
    for i in range(LARGEST_CONVOY):
        if s.convoy[i] != EMPTY and s.turned[i] == EMPTY:
            put(weights, FLIP + i, WHOLE // closed, temper[SLIP])
