"""Condamnés!: prisoners who collect suits, keep the stolen card still while nobody is sure and slip it away when the
guard may look elsewhere; a guard who watches and searches the more keenly the fewer can have it.

Both sides know whom the guard may suspect, so both count heads: a search, a glance or a tunnel with the stolen card is
the surer the fewer there are, and mixed, so that nobody can rely on it.
"""

from tripot.bots.instincts.moods import soften
from tripot.bots.instincts.weighing import WHOLE, put, slips
from tripot.engine import catalogue
from tripot.games.condamnes import (
    ANNUL,
    CARRY_ON,
    DIG,
    FEW_PRISONERS,
    GIVE,
    GIVING,
    GRAB,
    GRABBING,
    INSPECT,
    INSPECTING,
    LAY,
    LAYING,
    LEAVE,
    LET_BE,
    MARK,
    MARKING,
    MOMENT,
    PACK,
    PASS,
    PASSING,
    PAY,
    PAYING,
    RESEAT,
    RESEATING,
    SEARCH,
    SEARCHING,
    SLIP,
    STAY,
    SUIT,
    SUITS,
    SWAP,
    SWAPPING,
    TRANSFER,
    TUNNEL_CARDS,
    VERDICT,
    WAIT,
    WATCH,
    beside,
    direction,
    is_face,
    of_suit,
    value_of,
)

# Of the guard are the knobs from `price` on, of prisoners those before; a card's choice is both sides' `order`
legal = catalogue.rules_of("condamnes").legal

TEMPER = (
    "grab",  # of 100 stolen cards that go with nothing in hand, how many a prisoner grabs
    "nerve",  # of 100 chances to dig with the stolen card where one in two may be seen, how many a prisoner takes
    "flee",  # of 100 moments in which the guard knows who has the stolen card, in how many it is slipped away
    "restless",  # the same while he doesn't know and it goes with little in hand
    "settled",  # the same while it goes with much
    "gift",  # what it costs to give the guard a tête that brings him a card
    "shame",  # what it costs to give him a card so low that he looks through hands
    "thrift",  # how much a prisoner cares for suits when passing a card
    "order",  # how surely the best-looking card is passed, given or taken
    "mistakes",  # of 1,000 moves of a prisoner, how many are made without thinking
    "price",  # how much the guard cares to give a high card
    "stare",  # of 100 moments in which the guard knows who has the stolen card, in how many he watches them
    "roam",  # of 100 other glances, how many fall on somebody who can't have it
    "keen",  # of 100 chances to search for a tête, how many he would take; divided by the number of suspects
    "gamble",  # the same for two other cards; divided by the number's square
    "stern",  # of 100 tunnels that he may annul, how many he does
    "haul",  # how much he would rather take a tête than break a suit
    "shuffle",  # of 100 prisoners whom he may reseat, how many he does
    "lapses",  # of 1,000 moves of the guard, how many are made without thinking
)
(
    GRABS, NERVE, FLEE, RESTLESS, SETTLED, GIFT, SHAME, THRIFT, ORDER, MISTAKES,
    PRICE, STARE, ROAM, KEEN, GAMBLE, STERN, HAUL, SHUFFLE, LAPSES,
) = range(19)  # fmt: skip

LEVELS = {
    "novice": (60, 90, 20, 30, 30, 20, 20, 20, 20, 60, 5, 50, 30, 60, 0, 80, 10, 0, 60),
    "regular": (40, 60, 40, 5, 2, 80, 20, 60, 80, 2, 40, 92, 5, 400, 120, 100, 40, 30, 2),
}
CHARACTERS = {
    "bold": {"nerve": 20, "restless": 4, "gamble": 40},
    "careful": {"nerve": -20, "restless": -4, "gamble": -30},
    "suspicious": {"roam": -5, "stare": 8, "keen": 100},
}
_REGULAR = dict(zip(TEMPER, LEVELS["regular"], strict=True))
HABITS = {
    name: tuple((_REGULAR | changes).values())
    for name, changes in {
        "never slips": {"flee": 0, "restless": 0, "settled": 0},
        "slips when known": {"flee": 100, "restless": 0, "settled": 0},
        "always slips": {"flee": 100, "restless": 100, "settled": 100},
        "never grabs": {"grab": 0},
        "always grabs": {"grab": 100},
        "never digs with the stolen card": {"nerve": 0},
        "digs whenever possible": {"nerve": 1000},
        "gives away têtes": {"gift": 0},
        "never gives too little": {"shame": 1000},
        "gives too little": {"shame": 0},
        "never watches suspects": {"stare": 0, "roam": 100},
        "always watches suspects": {"stare": 100, "roam": 0},
        "never searches": {"keen": 0, "gamble": 0},
        "searches whenever possible": {"keen": 10000, "gamble": 10000},
        "searches when sure": {"keen": 100, "gamble": 100},
        "never annuls": {"stern": 0},
        "gives any card": {"price": 0},
        "reseats whenever possible": {"shuffle": 100},
    }.items()
}

KEPT = (0, 0, 6, 20, 20, 20)  # what a card is worth in hand that is one of so many of its suit
ZERO = 1 << 16  # added to what moves are worth, so that every one that there is has a value above 0


def lean(s, seat, temper, weights):
    legal(s, seat, weights)
    slip = min(WHOLE, temper[LAPSES] if seat == s.guard else temper[MISTAKES])
    if s.phase == PASSING:
        lean_pass(s, seat, temper, weights, slip)
    elif s.phase == GIVING:
        lean_gift(s, temper, weights, slip)
    elif s.phase == SWAPPING:
        lean_swap(s, temper, weights, slip)
    else:
        slips(weights, slip)
        if s.phase == MOMENT:
            if seat == s.guard:
                lean_gaze(s, temper, weights, slip)
            else:
                lean_moment(s, seat, temper, weights, slip)
        elif s.phase == SEARCHING:
            lean_search(s, temper, weights, slip)
        elif s.phase == PAYING:
            put(weights, PAY + payment(s, seat), WHOLE, slip)
        elif s.phase == GRABBING:
            use = of_suit(s, seat, s.stolen // SUIT)
            grabs = WHOLE if use > 2 else 10 * min(100, temper[GRABS] + 25 * use)
            put(weights, GRAB, grabs, slip)
            put(weights, LEAVE, WHOLE - grabs, slip)
        elif s.phase == INSPECTING:
            lean_inspection(s, weights, slip)
        elif s.phase == LAYING:
            put(weights, LAY + card_to_lay(s, seat, weights), WHOLE, slip)
        elif s.phase == MARKING:
            put(weights, MARK + card_to_mark(weights), WHOLE, slip)
        elif s.phase == VERDICT:
            annuls = 10 * min(100, temper[STERN]) if weights[ANNUL] > 0 else 0
            put(weights, LET_BE, WHOLE - annuls, slip)
            if weights[ANNUL] > 0:
                put(weights, ANNUL, annuls, slip)
        elif s.phase == RESEATING:
            lean_reseating(s, temper, weights, slip)


def suspects_of(s):
    """How many may have the stolen card, as far as the guard can tell; everybody on his side of the bars knows that."""
    count = 0
    for prisoner in range(s.seats):
        count += s.suspects[prisoner]
    return count


def known_of_suit(s, seat, suit):
    """How many cards of a suit somebody is known to have, as far as the viewer knows."""
    count = 0
    for card in range(suit * SUIT, suit * SUIT + SUIT):
        count += 1 if s.hand[card] == seat else 0
    return count


# Prisoners


def lean_moment(s, seat, temper, weights, slip):
    """Dig, slip the stolen card away, or wait."""
    suspects = max(1, suspects_of(s))
    left = WHOLE
    if weights[DIG] > 0:
        dares = WHOLE
        if needs_stolen(s, seat):  # the fewer suspects, the likelier he looks here
            dares = min(WHOLE, 10 * temper[NERVE] * 2 * (suspects - 1) // suspects + 2 * temper[NERVE])
        put(weights, DIG, dares, slip)
        left -= dares
    if s.holder == seat:
        chance = temper[FLEE] if suspects == 1 else temper[RESTLESS]
        if suspects > 1 and known_of_suit(s, seat, s.stolen // SUIT) > 1:
            chance = temper[SETTLED]
        if s.searches > 0 and s.seats - 1 <= FEW_PRISONERS:  # nobody is searched before the next round
            chance //= 3
        flees = left * min(100, chance) // 100
        left -= slip_away(s, seat, flees, weights, slip)
    put(weights, WAIT, left, slip)


def needs_stolen(s, seat):
    """Whether every tunnel that he can lay needs the stolen card."""
    for suit in range(SUITS):
        if known_of_suit(s, seat, suit) >= TUNNEL_CARDS:
            return False
    return True


def slip_away(s, seat, chance, weights, slip):
    """To those beside him, rather to one who has use for it; how much of the chance went there."""
    left = beside(s, seat, 1)
    right = beside(s, seat, -1)
    suit = s.stolen // SUIT
    to_left = 0 if left == s.guard else 2 + known_of_suit(s, left, suit)
    to_right = 0 if right == s.guard else 2 + known_of_suit(s, right, suit)
    if to_left + to_right == 0:
        return 0
    share = chance * to_left // (to_left + to_right)
    if to_left > 0:
        put(weights, SLIP + left, share, slip)
    if to_right > 0:
        put(weights, SLIP + right, chance - share, slip)
    return chance


def lean_pass(s, seat, temper, weights, slip):
    """Keep what makes a suit; to the guard what is just high enough, else anything but a tête."""
    receiver = beside(s, seat, direction(s.round))
    announced = value_of(s.announced)
    for card in range(PACK):
        if weights[PASS + card] > 0:
            suit = card // SUIT
            count = of_suit(s, seat, suit)
            worth = ZERO - temper[THRIFT] * KEPT[min(count, 5)] // 8
            if s.stolen >= 0 and suit == s.stolen // SUIT:
                worth -= temper[THRIFT] // 8
            if receiver == s.guard:
                if value_of(card) <= announced:
                    worth -= 2 * temper[SHAME] - value_of(card)
                elif is_face(card):
                    worth -= 8 * temper[GIFT] if s.held[s.guard] == TRANSFER - 2 else 2 * temper[GIFT]
            else:
                worth += temper[THRIFT] * known_of_suit(s, receiver, suit) // 4
                if value_of(card) > announced and not is_face(card):
                    worth += 4
            weights[PASS + card] = worth
    soften(weights, PASS, PASS + PACK, temper[ORDER], slip)


def card_to_lay(s, seat, weights):
    """The stolen card only where it is needed."""
    best = -1
    for card in range(PACK):
        if weights[LAY + card] > 0 and (best < 0 or best == s.stolen):
            best = card
    return best


def card_to_mark(weights):
    """The highest: a tête left on the table is one that the guard won't get."""
    best = -1
    for card in range(PACK):
        if weights[MARK + card] > 0 and (best < 0 or value_of(card) > value_of(best)):
            best = card
    return best


# The guard


def lean_gift(s, temper, weights, slip):
    """The higher, the harder to beat without a tête."""
    for card in range(PACK):
        if weights[GIVE + card] > 0:
            weights[GIVE + card] = ZERO + value_of(card) * temper[PRICE] // 4
    soften(weights, GIVE, GIVE + PACK, temper[ORDER], slip)


def lean_gaze(s, temper, weights, slip):
    """Watch whoever may have the stolen card; somebody else now and then, so that nobody can rely on it."""
    suspects = suspects_of(s)
    watched = WHOLE - 10 * min(100, temper[ROAM]) if suspects > 1 else 10 * min(100, temper[STARE])
    others = s.seats - 1 - suspects
    if suspects == 0 or others == 0:
        watched = WHOLE if suspects > 0 else 0
    total = 0
    for prisoner in range(s.seats):
        if s.suspects[prisoner]:
            total += suspicion(s, prisoner)
    for prisoner in range(s.seats):
        if prisoner != s.guard:
            if s.suspects[prisoner]:
                put(weights, WATCH + prisoner, watched * suspicion(s, prisoner) // total, slip)
            else:
                put(weights, WATCH + prisoner, (WHOLE - watched) // others, slip)


def suspicion(s, prisoner):
    """How much likelier the stolen card is with somebody who was seen with its suit."""
    return 2 + known_of_suit(s, prisoner, s.stolen // SUIT) if s.stolen >= 0 else 2


def lean_search(s, temper, weights, slip):
    """A tête is spent on a fair chance, two other cards on a good one."""
    suspects = suspects_of(s)
    chance = 0
    if suspects > 0 and weights[SEARCH + (1 if s.guard == 0 else 0)] > 0:
        if has_face(s):
            chance = min(WHOLE, 10 * temper[KEEN] // suspects)
        if s.held[s.guard] >= 2:
            chance = max(chance, min(WHOLE, 10 * temper[GAMBLE] // (suspects * suspects)))
    put(weights, CARRY_ON, WHOLE - chance, slip)
    if chance > 0:
        total = 0
        for prisoner in range(s.seats):
            if s.suspects[prisoner]:
                total += suspicion(s, prisoner)
        for prisoner in range(s.seats):
            if s.suspects[prisoner]:
                put(weights, SEARCH + prisoner, chance * suspicion(s, prisoner) // total, slip)


def has_face(s):
    for card in range(PACK):
        if s.hand[card] == s.guard and is_face(card):
            return True
    return False


def payment(s, seat):
    """A search that can't fail is paid with low cards, of which three new ones come; another one with a tête."""
    sure = suspects_of(s) == 1
    face = -1
    plain = -1
    for card in range(PACK):
        if s.hand[card] == seat:
            if is_face(card):
                if face < 0 or value_of(card) < value_of(face):
                    face = card
            elif plain < 0 or value_of(card) < value_of(plain):
                plain = card
    if face < 0 or (plain >= 0 and (s.paid > 0 or (sure and s.held[seat] >= 2))):
        return plain
    return face


def lean_inspection(s, weights, slip):
    """Rather a hand where he knows of high cards."""
    total = 0
    for prisoner in range(s.seats):
        if weights[INSPECT + prisoner] > 0:
            total += 1 + high_cards(s, prisoner)
    for prisoner in range(s.seats):
        if weights[INSPECT + prisoner] > 0:
            put(weights, INSPECT + prisoner, WHOLE * (1 + high_cards(s, prisoner)) // total, slip)


def high_cards(s, prisoner):
    """How many têtes the guard knows or remembers in a hand."""
    count = 0
    for card in range(PACK):
        if is_face(card) and (s.hand[card] == prisoner or s.noted[card] == prisoner):
            count += 2
    return count


def lean_swap(s, temper, weights, slip):
    """A tête pays for a search; a card of a suit that is nearly complete is missed most."""
    for card in range(PACK):
        if weights[SWAP + card] > 0:
            worth = ZERO + 4 * known_of_suit(s, s.looked, card // SUIT) + value_of(card)
            weights[SWAP + card] = worth + (temper[HAUL] if is_face(card) else 0)
    soften(weights, SWAP, SWAP + PACK, temper[ORDER], slip)


def lean_reseating(s, temper, weights, slip):
    """Somebody who was caught often is sent away from those beside them, to any other place."""
    others = 0
    for prisoner in range(s.seats):
        others += 1 if weights[RESEAT + prisoner] > 0 else 0
    moves = 10 * min(100, temper[SHUFFLE]) if others > 0 else 0
    put(weights, STAY, WHOLE - moves, slip)
    for prisoner in range(s.seats):
        if weights[RESEAT + prisoner] > 0:
            put(weights, RESEAT + prisoner, moves // others, slip)
