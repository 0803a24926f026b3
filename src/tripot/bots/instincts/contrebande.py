"""How people play Contrebande: most hands are declared as they are, some as a cheaper hand would be, and a few as the
bag. A liar says what an honest player often says, so that words alone give nobody away; a doubter asks how often a
declaration is honest, what a lie would be worth to catch, and what the hand costs who takes it over."""

from tripot.bots.instincts.weighing import WHOLE, put, slips, ways, within
from tripot.engine import catalogue
from tripot.games.contrebande import (
    BAG,
    CLAIM_BAG,
    COMPENSATION,
    CUSTOMS,
    DECLARATION,
    DECLARE,
    DECLARED,
    DENOUNCE,
    DISCARD,
    DUTY,
    KINDS,
    LET_PASS,
    LUGGAGE,
    NEIGHBOUR,
    REWARD,
    SEARCH,
    TAKE,
    UNKNOWN,
    WINE,
    after,
    hand_size,
    in_pack,
    pack_size,
    steps_back,
)

legal = catalogue.rules_of("contrebande").legal

TEMPER = (
    "lie",  # how often a hand that is worth it is declared as a cheaper one, in thousandths
    "bare",  # of these lies, how many declare nothing at all
    "bag",  # how often the bag is claimed that isn't there, in thousandths
    "search",  # how often the officer searches where it gains as much as it costs
    "denounce",  # how often a neighbour denounces where it gains as much as it costs
    "nose",  # how much likelier a doubt gets with every hundred francs that it gains, in hundredths
    "crowd",  # how many liars are supposed among a hundred players who imitate the honest
    "patience",  # francs that a searched hand costs the officer who would rather see it go round
    "memory",  # how often a hand that was held before is remembered, in hundredths
    "slip",  # how many of a thousand moves are anything legal
)
LIE, BARE, BAG_LIE, SEARCHES, DENOUNCES, NOSE, CROWD, PATIENCE, MEMORY, SLIP = range(10)
LEVELS = {
    "novice": (20, 40, 2, 30, 15, 20, 10, 0, 60, 25),
    "regular": (300, 33, 17, 1, 13, 40, 20, 76, 100, 4),
}
CHARACTERS: dict[str, dict[str, int]] = {
    "bold": {"lie": 80, "bag": 15},
    "careful": {"lie": -150, "bag": -15, "denounce": -4},
    "suspicious": {"search": 12, "denounce": 12},
}
HABITS: dict[str, tuple[int, ...]] = {}

LAZY = (500, 300, 150, 40, 10)  # thousandths of those liars who don't imitate anybody, by the number of goods they name
LAZY_CROWD = 60  # how many of these are supposed among a thousand players
FALSE_CLAIMS = 40  # how many of a thousand players are supposed to claim a bag that isn't there
FINE_CHANCE = 1 << 40  # in what parts chances of hands are counted
DEAREST = 600  # a declaration that costs as much is no lie
FOR_NOTHING = 150  # francs below which few bother to lie


def lean(s, seat, temper, weights):
    legal(s, seat, weights)
    slips(weights, temper[SLIP])
    if s.phase == DECLARATION:
        lean_declaration(s, temper, weights)
    elif s.phase == CUSTOMS:
        doubt = doubt_of(officers_gain(s, temper), temper[SEARCHES], temper[NOSE])
        put(weights, SEARCH, doubt, temper[SLIP])
        put(weights, LET_PASS, WHOLE - doubt, temper[SLIP])
    elif s.phase == NEIGHBOUR:
        doubt = neighbours_doubt(s, seat, temper)
        put(weights, DENOUNCE, doubt, temper[SLIP])
        put(weights, TAKE, WHOLE - doubt, temper[SLIP])
    else:
        put(weights, DISCARD + dearest(s), WHOLE, temper[SLIP])


# Declaring


def lean_declaration(s, temper, weights):
    slip = temper[SLIP]
    items = 0
    last = WINE
    false = False  # whether what was named so far can't become the truth
    for kind in range(WINE, KINDS):
        items += s.declared[kind]
        if s.declared[kind] > 0:
            last = kind
        false = false or s.declared[kind] > s.hand[kind]
    for kind in range(WINE, last):
        false = false or s.declared[kind] < s.hand[kind]
    if s.hand[BAG] > 0 and items == 0:
        put(weights, CLAIM_BAG, WHOLE, slip)
        return
    if false:
        lean_further(s, items, last, weights, slip)
        return
    left = 0  # duty that is still to be named
    honest = DECLARED
    for kind in range(KINDS - 1, last - 1, -1):
        if s.hand[kind] > s.declared[kind]:
            left += (s.hand[kind] - s.declared[kind]) * DUTY[kind]
            honest = DECLARE + kind - WINE
    lies = temper[LIE] * within(left, 0, 2 * FOR_NOTHING) // (2 * FOR_NOTHING)
    if known_to_neighbour(s):
        lies //= 4
    claims = 0
    if items == 0 and s.discards[BAG] == 0:
        claims = temper[BAG_LIE] * within(left, 0, 2 * FOR_NOTHING) // (2 * FOR_NOTHING)
        put(weights, CLAIM_BAG, claims, slip)
    put(weights, honest, WHOLE - lies - claims, slip)
    if items > 0:  # leave out the rest
        put(weights, DECLARED, lies, slip)
        return
    bare = lies * temper[BARE] // 100
    put(weights, DECLARED, bare, slip)
    lies -= bare
    cheap = 0  # cheap goods that may be named instead
    for kind in range(WINE, WINE + 4):
        cheap += unseen(s, kind)
    for kind in range(WINE, WINE + 4):
        if cheap > 0:
            put(weights, DECLARE + kind - WINE, lies * unseen(s, kind) // cheap, slip)
    if cheap == 0:
        put(weights, DECLARED, lies, slip)


def lean_further(s, items, last, weights, slip):
    """A lie goes on: another cheap good, or no more."""
    more = 0
    if items < min(2, hand_size(s)) and last < WINE + 4:
        for kind in range(last, WINE + 4):
            if s.declared[kind] < in_pack(s, kind):
                more += 1
    named = 450 if more > 0 else 0
    put(weights, DECLARED, WHOLE - named, slip)
    if more > 0:
        for kind in range(last, WINE + 4):
            if s.declared[kind] < in_pack(s, kind):
                put(weights, DECLARE + kind - WINE, named // more, slip)


def known_to_neighbour(s):
    """Whether who may denounce this hand has held it before."""
    return steps_back(s, after(s, s.turn)) > 0


def dearest(s):
    if s.hand[BAG] > 0:
        return BAG
    best = LUGGAGE
    for kind in range(KINDS):
        if s.hand[kind] > 0 and (DUTY[kind] > DUTY[best] or s.hand[best] == 0):
            best = kind
    return best


# Doubting


def unseen(s, kind):
    """How many cards of a kind lie neither on the suitcase nor, as far as one can see, in the hand."""
    return in_pack(s, kind) - s.discards[kind]


def falsehood(s, seat, temper, remembers):
    """How likely a declaration is false, in thousandths."""
    honest = honest_chance(s, seat, remembers)
    items = 0
    duty = 0
    for kind in range(WINE, KINDS):
        items += s.declared[kind]
        duty += s.declared[kind] * DUTY[kind]
    if s.declared[BAG] > 0:
        false = FINE_CHANCE // WHOLE * FALSE_CLAIMS
    else:
        lazy = FINE_CHANCE // WHOLE * LAZY[within(items, 0, 4)] // ways(7 + items, items)
        dearer = within(DEAREST - duty, 0, DEAREST) * WHOLE // DEAREST
        false = honest // WHOLE * dearer // 100 * temper[CROWD] + lazy // WHOLE * LAZY_CROWD
    return false * WHOLE // max(1, honest + false)


def honest_chance(s, seat, remembers):
    """How likely the hand is just as declared if cards alone decide."""
    back = steps_back(s, seat) if remembers else 0
    total = 0
    drawn = hand_size(s)
    if back > 0:
        drawn = s.memory[seat, UNKNOWN]
    for kind in range(KINDS):
        total += unseen(s, kind) - (s.memory[seat, kind] if back > 0 else 0)
    if s.declared[BAG] > 0:
        return FINE_CHANCE // max(1, total) * drawn * unseen(s, BAG)
    count = 1
    plain = drawn
    for kind in range(WINE, KINDS):
        known = s.memory[seat, kind] if back > 0 else 0
        missing = s.declared[kind] - known
        count *= ways(unseen(s, kind) - known, missing)
        plain -= missing
    known = s.memory[seat, LUGGAGE] if back > 0 else 0
    count *= ways(unseen(s, LUGGAGE) - known + unseen(s, BAG), plain)
    return FINE_CHANCE // max(1, ways(total, drawn)) * count


def average_duty(s):
    """What a card that nobody has seen costs on average."""
    total = 0
    duty = 0
    for kind in range(KINDS):
        total += unseen(s, kind)
        duty += unseen(s, kind) * DUTY[kind]
    return duty // max(1, total)


def doubt_of(gain, usual, nose):
    """How likely a doubt is that gains so many francs."""
    return within(usual * 10 + gain * nose // 10, 0, WHOLE)


def officers_gain(s, temper):
    """What searching gains on average: fines instead of duty, and no informer to be paid; against a compensation."""
    false = falsehood(s, s.officer, temper, False)
    duty = 0
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
    fines = 2 * average_duty(s) * hand_size(s)
    caught = fines - duty + (REWARD - fines) // 2
    spent = temper[PATIENCE] * min(4, pack_size(s)) // 4
    return (false * caught - (WHOLE - false) * COMPENSATION) // WHOLE - spent


def neighbours_doubt(s, seat, temper):
    """How likely the neighbour denounces, who remembers the hand or doesn't."""
    vague = one_doubt(s, seat, temper, False)
    if steps_back(s, seat) == 0:
        return vague
    return (one_doubt(s, seat, temper, True) * temper[MEMORY] + vague * (100 - temper[MEMORY])) // 100


def one_doubt(s, seat, temper, remembers):
    """The informer's reward against a compensation; and a new hand instead of this one."""
    false = falsehood(s, seat, temper, remembers)
    declared = 0
    top = 0
    for kind in range(WINE, KINDS):
        if s.declared[kind] > 0:
            declared += s.declared[kind] * DUTY[kind]
            top = DUTY[kind]
    average = average_duty(s)
    this_hand = declared - top + average
    new_hand = min(4, pack_size(s)) * average
    gain = (false * REWARD - (WHOLE - false) * COMPENSATION) // WHOLE + (this_hand - new_hand) // 2
    return doubt_of(gain, temper[DENOUNCES], temper[NOSE])
