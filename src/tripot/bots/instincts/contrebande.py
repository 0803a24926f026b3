"""How people play Contrebande: most hands are declared as they are, some as a cheaper hand would be, and a few as the
bag. A liar says what an honest player often says, so that words alone give nobody away; a doubter asks how often a
declaration is honest, what a lie would be worth to catch, and what the hand costs who takes it over."""

from tripot.bots.instincts.weighing import WHOLE, put, slips, ways, within
from tripot.engine import catalogue
from tripot.games.common import total
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
    in_pack,
)
from tripot.games.positions.contrebande import steps_back

legal = catalogue.rules_of("contrebande").legal

TEMPER = (
    "lie",  # how often a hand that is worth it is declared as a cheaper one, in thousandths
    "bare",  # of these lies, how many declare nothing at all
    "hide",  # how often a dear card is left out that nobody else can know, in thousandths
    "bag",  # how often the bag is claimed that isn't there, in thousandths
    "search",  # how often the officer searches where it gains as much as it costs
    "denounce",  # how often a neighbour denounces where it gains as much as it costs
    "nose",  # how much likelier a doubt gets with every hundred francs that it gains, in hundredths
    "crowd",  # how many liars are supposed among a hundred players who imitate the honest
    "patience",  # francs that a searched hand costs the officer who would rather see it go round
    "memory",  # how often a hand that was held before is remembered, in hundredths
    "slip",  # how many of a thousand moves are anything legal
)
LIE, BARE, HIDE, BAG_LIE, SEARCHES, DENOUNCES, NOSE, CROWD, PATIENCE, MEMORY, SLIP = range(11)
LEVELS = {
    "novice": (20, 40, 20, 2, 30, 15, 20, 10, 0, 60, 25),
    "regular": (125, 40, 500, 4, 34, 13, 36, 14, 10, 100, 4),
}
CHARACTERS: dict[str, dict[str, int]] = {
    "bold": {"lie": 80, "bag": 15},
    "careful": {"lie": -150, "bag": -15, "denounce": -4},
    "suspicious": {"search": 12, "denounce": 1},
}
HABITS: dict[str, tuple[int, ...]] = {}

LAZY = (500, 300, 150, 40, 10)  # thousandths of those liars who don't imitate anybody, by the number of goods they name
LAZY_CROWD = 60  # how many of these are supposed among a thousand players
FALSE_CLAIMS = 40  # how many of a thousand players are supposed to claim a bag that isn't there
FINE_CHANCE = 1 << 40  # in what parts chances of hands are counted
DEAREST = 600  # a declaration that costs as much is no lie
FOR_NOTHING = 75  # francs below which nobody bothers to lie
DEAR_CARD = 200  # francs of duty: a card as dear is left out as often as any
DEAR_HAND = 300  # francs more than that: lies are as frequent as they get


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
    named = 0  # francs of duty so far
    for kind in range(WINE, KINDS):
        items += s.declared[kind]
        named += s.declared[kind] * DUTY[kind]
        if s.declared[kind] > 0:
            last = kind
    if s.hand[BAG] > 0 and items == 0:
        put(weights, CLAIM_BAG, WHOLE, slip)
        return
    remembered = known_to_neighbour(s)
    secret = s.drawn if remembered and s.drawn >= WINE else LUGGAGE  # a card that the neighbour can't know
    false = False  # whether what was named so far can't become the truth, or all of it but the secret
    held = 0
    for kind in range(WINE, KINDS):
        held += s.hand[kind] * DUTY[kind]
        false = false or s.declared[kind] > s.hand[kind]
        false = false or (kind < last and s.declared[kind] + (1 if kind == secret else 0) < s.hand[kind])
    if false:
        imitate(s, items, last, held - FOR_NOTHING - named, WHOLE, weights, slip)
        return
    honest = DECLARED
    further = DECLARED  # what comes next for somebody who leaves the secret out
    for kind in range(KINDS - 1, last - 1, -1):
        if s.hand[kind] > s.declared[kind]:
            honest = DECLARE + kind - WINE
            if kind != secret or s.hand[kind] > s.declared[kind] + 1:
                further = honest
    worth = within(held - named - FOR_NOTHING, 0, DEAR_HAND)
    hides = 0
    lies = 0
    if not remembered:
        lies = temper[LIE] * worth // DEAR_HAND
    elif further != honest:
        hides = temper[HIDE] * within(DUTY[secret], 0, DEAR_CARD) // DEAR_CARD
    if items > 0:  # most liars began to lie before
        lies //= 4
    claims = 0
    if items == 0 and s.discards[BAG] == 0:
        claims = min(temper[BAG_LIE] * worth // DEAR_HAND, WHOLE - lies - hides)
        put(weights, CLAIM_BAG, claims, slip)
    put(weights, honest, WHOLE - lies - hides - claims, slip)
    put(weights, further, hides, slip)
    if lies > 0:
        bare = lies * temper[BARE] // 100
        put(weights, DECLARED, bare, slip)
        imitate(s, items, last, held - named - FOR_NOTHING, lies - bare, weights, slip)


def imitate(s, items, last, most, share, weights, slip):
    """A lie goes on as an honest hand might, dealt from unseen cards, but for no more than so many francs."""
    missing = total(s.hand) - items
    cards = unseen(s, LUGGAGE)
    hands = ways(cards, missing)  # of hands that have nothing more
    stop = hands
    above = hands
    for kind in range(KINDS - 1, last - 1, -1):
        cards += max(0, unseen(s, kind) - s.declared[kind])
        upto = ways(cards, missing)
        if DUTY[kind] <= most:
            hands += upto - above
        above = upto
    if hands == 0:
        put(weights, DECLARED, share, slip)
        return
    cards = unseen(s, LUGGAGE)
    above = stop
    rest = share
    for kind in range(KINDS - 1, last - 1, -1):
        cards += max(0, unseen(s, kind) - s.declared[kind])
        upto = ways(cards, missing)
        if DUTY[kind] <= most and s.declared[kind] < in_pack(s, kind):
            part = share * (upto - above) // hands
            put(weights, DECLARE + kind - WINE, part, slip)
            rest -= part
        above = upto
    put(weights, DECLARED, rest, slip)


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
    cards = 0
    drawn = total(s.hand)
    if back > 0:
        drawn = s.memory[seat, UNKNOWN]
    for kind in range(KINDS):
        cards += unseen(s, kind) - (s.memory[seat, kind] if back > 0 else 0)
    if s.declared[BAG] > 0:
        return FINE_CHANCE // max(1, cards) * drawn * unseen(s, BAG)
    count = 1
    plain = drawn
    for kind in range(WINE, KINDS):
        known = s.memory[seat, kind] if back > 0 else 0
        missing = s.declared[kind] - known
        count *= ways(unseen(s, kind) - known, missing)
        plain -= missing
    known = s.memory[seat, LUGGAGE] if back > 0 else 0
    count *= ways(unseen(s, LUGGAGE) - known + unseen(s, BAG), plain)
    return FINE_CHANCE // max(1, ways(cards, drawn)) * count


def average_duty(s):
    """What a card that nobody has seen costs on average."""
    cards = 0
    duty = 0
    for kind in range(KINDS):
        cards += unseen(s, kind)
        duty += unseen(s, kind) * DUTY[kind]
    return duty // max(1, cards)


def doubt_of(gain, usual, nose):
    """How likely a doubt is that gains so many francs."""
    return within(usual * 10 + gain * nose // 10, 0, WHOLE)


def officers_gain(s, temper):
    """What searching gains on average: fines instead of duty, and no informer to be paid; against a compensation."""
    false = falsehood(s, s.officer, temper, False)
    duty = 0
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
    fines = 2 * average_duty(s) * total(s.hand)
    caught = fines - duty + (REWARD - fines) // 2
    spent = temper[PATIENCE] * min(4, total(s.pack)) // 4
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
    new_hand = min(4, total(s.pack)) * average
    gain = (false * REWARD - (WHOLE - false) * COMPENSATION) // WHOLE + (this_hand - new_hand) // 2
    return doubt_of(gain, temper[DENOUNCES], temper[NOSE])
