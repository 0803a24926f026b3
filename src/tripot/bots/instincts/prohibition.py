"""PROHIBITION: drive where most can be delivered, think of the next turn, fetch rich light loads, and send the law to
rivals: the more gladly the further ahead they are.

Moves are weighed in twentieths of a point, and the best-looking one is the likeliest.
"""

import numpy as np

from tripot.bots.instincts.moods import soften
from tripot.engine import catalogue
from tripot.games import chicago
from tripot.games.chicago import (
    BARS,
    BIT,
    BOTH_ENDS,
    BUILDING,
    DISTANCE,
    DISTILLERY,
    DOOR,
    EAST,
    EAST_RIM,
    ENDS,
    LEVEL,
    NEXT_TO,
    NORTH,
    NORTH_RIM,
    PRIVATE,
    SOUTH,
    SOUTH_RIM,
    STREETS_AT,
    UPRIGHT,
    WEST,
    WEST_RIM,
    WIDE,
    across_from,
    touches,
)
from tripot.games.prohibition import (
    BANNED,
    BLOCK_COUNT,
    CAPONE,
    CHARACTER_CHOICE,
    CHARACTER_COUNT,
    CHOOSE,
    CLOSED,
    COLOUR_COUNT,
    DELIVER,
    DELIVERING,
    DONE,
    DRIVE,
    DRIVING,
    EMPTY,
    ENTERING,
    FAVOURED,
    IN_LOAD,
    KEEP,
    KEEPING,
    KINDS,
    LOAD,
    LOADING,
    LONGEST_DRIVE,
    NESS,
    NO_LOAD,
    OPEN,
    PARK,
    PLACE,
    PLACE_TRUCK,
    PLACING,
    PRIME_VALUES,
    STEP,
    STREET_COUNT,
    TRUCK,
    TRUCK_CHOICE,
    WALKING,
    aboard,
    driven,
    fleet,
    free_crossroads,
    rule_over,
)

legal = catalogue.rules_of("prohibition").legal

TEMPER = (
    "fetch",  # points that an empty truck sees in a new load
    "later",  # hundredths of its worth that a delivery has which must wait for the next turn
    "prime",  # hundredths of its worth that a prime has
    "light",  # points that a cube more costs when a load is chosen
    "prey",  # tenths of a point that a rival's loss is worth
    "envy",  # hundredths that it is worth more when the rival leads
    "care",  # tenths of a point that an own loss costs
    "shelter",  # tenths of a point that Capone is worth beside an own truck, and costs beside a rival's
    "elbow",  # tenths of a point that the law costs on the line where an own truck is about to drive
    "serve",  # of 100 deliveries that can be made, how many are
    "order",  # how surely the best-looking move is made
    "slip",  # of 1,000 moves, how many are made without thinking
)
FETCH, LATER, PRIME, LIGHT, PREY, ENVY, CARE, SHELTER, ELBOW, SERVE, ORDER, SLIP = range(12)

LEVELS = {
    "novice": (4, 10, 30, 0, 5, 0, 5, 0, 0, 95, 25, 60),
    "regular": (6, 50, 100, 1, 10, 50, 10, 10, 10, 100, 100, 2),
}
CHARACTERS = {
    "bold": {"prey": 6, "care": -5},
    "careful": {"care": 8, "shelter": 8},
    "suspicious": {"prey": 3, "envy": 50},
}
_REGULAR = dict(zip(TEMPER, LEVELS["regular"], strict=True))
HABITS = {
    name: tuple((_REGULAR | changes).values())
    for name, changes in {
        "harms nobody": {"prey": 0, "envy": 0},
        "thinks of harm alone": {"prey": 100, "elbow": 0, "care": 0},
        "hunts the leader": {"envy": 1000},
        "ignores the law": {"care": 0, "shelter": 0, "elbow": 0},
        "follows Capone": {"shelter": 100},
        "lives for today": {"later": 0},
        "lives for tomorrow": {"later": 200},
        "cares for no prime": {"prime": 0},
        "cares for primes alone": {"prime": 1000},
        "takes what is heavy": {"light": 0},
        "takes what is light": {"light": 20},
        "never hurries to load": {"fetch": 0},
        "rushes to load": {"fetch": 100},
        "delivers half the time": {"serve": 50},
    }.items()
}

NOTHING = -1 << 18  # less than any move is worth
ZERO = 1 << 18  # added to what moves are worth, so that every one that there is has a value above 0
POINT = 20


def blocks_ahead():
    """The blocks, as bits, with a door just 1, 2 or 3 streets ahead of each street."""
    ends = chicago.ENDS.tolist()
    at = chicago.STREETS_AT.tolist()
    rows = []
    for start in range(len(ends)):
        known = {start, -1}
        ring = {start}
        for _ in range(3):
            ring = {ahead for street in ring for end in ends[street] for ahead in at[end]} - known
            known |= ring
            rows.append(sum({1 << int(DOOR[street]) for street in ring if DOOR[street] >= 0}))
    return np.array(rows, np.int64).reshape(len(ends), 3)


AHEAD = blocks_ahead()
STILLS = ~BARS & (1 << BLOCK_COUNT) - 1
PRIVATE_BLOCKS = np.array([np.flatnonzero(row >= PRIVATE) for row in BUILDING], np.int16)
PLACE_OF = np.zeros(67, np.int16)  # a lone bit's place, by the rest that 67 leaves of it
PLACE_OF[[(1 << place) % 67 for place in range(len(BIT))]] = np.arange(len(BIT))


def streets_to_stills():
    """How many streets away the nearest door of a distillery is, by layout."""
    away = np.full((len(chicago.BUILDING), len(chicago.ENDS)), 15, np.int16)
    for layout, kinds in enumerate(chicago.BUILDING.tolist()):
        ring = {
            s for block, kind in enumerate(kinds) if kind == DISTILLERY for s in chicago.DOOR_STREETS[block].tolist()
        }
        known = {-1}
        for far in range(15):
            for street in ring:
                away[layout, street] = far
            known |= ring
            ring = {
                int(ahead) for street in ring for end in chicago.ENDS[street] for ahead in chicago.STREETS_AT[end]
            } - known
    return away


TO_STILL = streets_to_stills()


def lean(s, seat, temper, weights):
    phase = s.phase
    legal(s, seat, weights)
    if phase == DRIVING:
        lean_drive(s, seat, temper, weights)
    elif phase == WALKING:
        for way in range(4):
            if weights[STEP + way] > 0:
                there = NEXT_TO[s.where[s.character], way]
                weights[STEP + way] = ZERO + best_walk(s, seat, s.character, there, way, s.steps - 1, temper, weights)
        forget_places(weights)
        soften(weights, STEP, STEP + 4, temper[ORDER], temper[SLIP])
    elif phase == CHARACTER_CHOICE:
        for character in range(CHARACTER_COUNT):
            if weights[CHOOSE + character] > 0:
                value = 0
                if s.where[character] >= 0:
                    value = best_walk(s, seat, character, s.where[character], -1, s.number, temper, weights)
                    forget_places(weights)
                weights[CHOOSE + character] = ZERO + value
        soften(weights, CHOOSE, CHOOSE + CHARACTER_COUNT, temper[ORDER], temper[SLIP])
    elif phase == ENTERING:
        for place in range(DRIVE - PLACE - 4):
            if weights[PLACE + place] > 0:
                weights[PLACE + place] = ZERO + presence(s, seat, s.character, place, temper)
        soften(weights, PLACE, STEP, temper[ORDER], temper[SLIP])
    elif phase == DELIVERING:
        for colour in range(COLOUR_COUNT):
            if weights[DELIVER + colour] > 0:
                weights[DELIVER + colour] = 1 + 1000 * temper[SERVE]
        weights[DONE] = 1 + 1000 * (100 - min(100, temper[SERVE])) + 10 * temper[SLIP]
    elif phase == LOADING:
        lean_load(s, seat, temper, weights)
    elif phase == KEEPING:
        for kind in range(KINDS):
            if weights[KEEP + kind] > 0:
                weights[KEEP + kind] = ZERO + merit(kind, temper)
        soften(weights, KEEP, KEEP + KINDS, temper[ORDER], temper[SLIP])
    elif phase == TRUCK_CHOICE:  # the weaker one counts
        for truck in range(2):
            weights[TRUCK + truck] = ZERO - POINT * s.points[seat, truck]
        soften(weights, TRUCK, TRUCK + 2, temper[ORDER], temper[SLIP])
    elif phase == PLACING:
        for street in range(STREET_COUNT):
            weights[PLACE_TRUCK + street] *= 100


# Loads


def merit(kind, temper):
    """Few cubes that are worth much empty the truck soon."""
    value = 0
    cubes = 0
    for colour in range(COLOUR_COUNT):
        value += (colour + 1) * IN_LOAD[kind, colour]
        cubes += IN_LOAD[kind, colour]
    return POINT * (value + temper[FETCH]) * 4 // max(1, cubes) - POINT * temper[LIGHT] * cubes // 2


def lean_load(s, seat, temper, weights):
    """An empty truck takes the best load; one that has cubes keeps them."""
    empty = aboard(s, seat, s.truck) == 0
    for slot in range(OPEN):
        if weights[LOAD + slot] > 0:
            weights[LOAD + slot] = ZERO + merit(s.open[slot], temper) if empty else ZERO - 8 * POINT
    weights[NO_LOAD] = ZERO - 8 * POINT if empty else ZERO
    soften(weights, LOAD, NO_LOAD + 1, temper[ORDER], temper[SLIP])


# The truck


def lean_drive(s, seat, temper, weights):
    """Every street that can be entered now is worth the best end of a drive through it."""
    brown, black, white = takers(s, seat, 0), takers(s, seat, 1), takers(s, seat, 2)
    count = driven(s)
    here = s.at[seat, s.truck]
    weights[PARK] = ZERO + stop_value(s, seat, here, count, temper, brown, black, white)
    for i in range(2):
        for way in range(4):
            street = STREETS_AT[ENDS[here, i], way]
            if street >= 0 and weights[DRIVE + street] > 0:
                far = NEXT_TO[ENDS[here, i], way]
                best = best_drive(s, seat, street, far, way, count + 1, temper, brown, black, white)
                weights[DRIVE + street] = ZERO + best
    soften(weights, DRIVE, PARK + 1, temper[ORDER], temper[SLIP])


def takers(s, seat, colour):
    """The blocks, as bits, that would take a cube of a colour which the truck has."""
    if s.cargo[seat, s.truck, colour] == 0:
        return 0
    layout = s.layout
    taken = s.blocks[0] | s.blocks[1] | s.blocks[2]
    for i in range(4):
        taken |= BIT[PRIVATE_BLOCKS[layout, i]]
    found = BARS[layout] & ~taken
    for i in range(4):
        block = PRIVATE_BLOCKS[layout, i]
        if BUILDING[layout, block] == PRIVATE + colour and s.bars[block, colour] < 2:
            found |= BIT[block]
    return found & ~(s.blocks[CLOSED] | across_from(s.blocks[colour]))


def best_drive(s, seat, street, far, way, count, temper, brown, black, white):
    """The best end of a drive that has just entered a street by a way, towards its far end.

    All drives go on at once: of every crossroads it is known by which ways it was come to.
    """
    best = stop_value(s, seat, street, count, temper, brown, black, white)
    upright = level = 0
    for other in range(s.seats):
        for truck in range(fleet(s)):
            upright |= UPRIGHT[s.at[other, truck]]
            level |= LEVEL[s.at[other, truck]]
    for i in range(LONGEST_DRIVE):
        if s.path[i] >= 0:
            upright |= UPRIGHT[s.path[i]]
            level |= LEVEL[s.path[i]]
    free = free_crossroads(s)
    north = BIT[far] if way == NORTH else 0
    east = BIT[far] if way == EAST else 0
    south = BIT[far] if way == SOUTH else 0
    west = BIT[far] if way == WEST else 0
    for driving in range(count, LONGEST_DRIVE):
        along = (east | west) & free
        across = (north | south) & free
        north = (north & free | along) & ~(upright << 1 | NORTH_RIM)
        south = (south & free | along) & ~(upright | SOUTH_RIM)
        east = (east & free | across) & ~(level | EAST_RIM)
        west = (west & free | across) & ~(level << WIDE | WEST_RIM)
        north, south, east, west = north >> 1, south << 1, east << WIDE, west >> WIDE
        rest = north | south >> 1  # streets, by their northern ends
        while rest != 0:
            place = PLACE_OF[(rest & -rest) % 67]
            rest &= rest - 1
            best = max(best, stop_value(s, seat, STREETS_AT[place, SOUTH], driving + 1, temper, brown, black, white))
        rest = west | east >> WIDE
        while rest != 0:
            place = PLACE_OF[(rest & -rest) % 67]
            rest &= rest - 1
            best = max(best, stop_value(s, seat, STREETS_AT[place, EAST], driving + 1, temper, brown, black, white))
    return best


def stop_value(s, seat, street, count, temper, brown, black, white):
    """What this way can deliver, the prime with the last cube, and then the next turn."""
    truck = s.truck
    block = DOOR[street]
    colour = count - 1
    takes = brown if colour == 0 else black if colour == 1 else white if colour == 2 else 0
    cubes = 0
    if block >= 0 and takes >> block & 1:
        rule = rule_over(s, street)
        if rule != BANNED:
            room = 1 + (1 if BUILDING[s.layout, block] >= PRIVATE else 0) + (1 if rule == FAVOURED else 0)
            cubes = max(0, min(s.cargo[seat, truck, colour], room - s.bars[block, colour]))
    value = POINT * cubes * count
    if aboard(s, seat, truck) > cubes:
        later = 0  # the dearest that is just so far ahead
        if brown & AHEAD[street, 0] and s.cargo[seat, truck, 0] > (cubes if colour == 0 else 0):
            later = 1
        if black & AHEAD[street, 1] and s.cargo[seat, truck, 1] > (cubes if colour == 1 else 0):
            later = 2
        if white & AHEAD[street, 2] and s.cargo[seat, truck, 2] > (cubes if colour == 2 else 0):
            later = 3
        return value + POINT * later * temper[LATER] // 100
    if cubes > 0 and s.prime[seat, truck] != EMPTY:
        value += POINT * PRIME_VALUES[s.prime[seat, truck]] * temper[PRIME] // 100
    if block >= 0 and STILLS[s.layout] >> block & 1 and rule_over(s, street) != BANNED:
        return value + POINT * temper[FETCH]
    return value + POINT * temper[FETCH] // 2 - 5 * TO_STILL[s.layout, street]


# The characters


def best_walk(s, seat, character, place, came, steps, temper, weights):
    """The best end of a walk."""
    best = -ZERO // 2
    rest = walk_ends(s, character, place, came, steps)
    while rest != 0:
        here = PLACE_OF[(rest & -rest) % 67]
        rest &= rest - 1
        if weights[PLACE + here] == 0:  # walks that begin by other ways may end here, too: it is judged once
            weights[PLACE + here] = ZERO + presence(s, seat, character, here, temper)
        best = max(best, weights[PLACE + here] - ZERO)
    return best


def walk_ends(s, character, place, came, steps):
    """The crossroads, as bits, where a walk of so many steps may end that has come to a place by a way (-1: none)."""
    upright = level = 0
    ends = free = free_crossroads(s)
    for other in range(s.seats):
        for truck in range(fleet(s)):
            street = s.at[other, truck]
            upright |= UPRIGHT[street]
            level |= LEVEL[street]
            if s.touched[character, other, truck]:
                ends &= ~BOTH_ENDS[street]
    north = BIT[place] if came == NORTH or came < 0 else 0
    east = BIT[place] if came == EAST else 0
    south = BIT[place] if came == SOUTH or came < 0 else 0
    west = BIT[place] if came == WEST else 0
    for _ in range(steps):
        along = east | west
        across = north | south
        north = (north | along) & ~(upright << 1 | NORTH_RIM)
        south = (south | along) & ~(upright | SOUTH_RIM)
        east = (east | across) & ~(level | EAST_RIM)
        west = (west | across) & ~(level << WIDE | WEST_RIM)
        north, south, east, west = (
            north >> 1 & free,
            south << 1 & free,
            east << WIDE & free,
            west >> WIDE & free,
        )
    return (north | east | south | west) & ends


def forget_places(weights):
    for place in range(PLACE, STEP):
        weights[place] = 0


def presence(s, seat, character, place, temper):
    """The law beside rivals' loaded trucks, Capone beside one's own; and the law not where one drives next."""
    value = 0
    for other in range(s.seats):
        for truck in range(fleet(s)):
            street = s.at[other, truck]
            if street < 0:
                continue
            if character == CAPONE:
                if touches(street, place):
                    value += 2 * temper[SHELTER] if other == seat else -2 * temper[SHELTER]
            elif touches(street, place):
                loss = loss_to(s, character, other, truck)
                if other == seat:
                    value -= 2 * temper[CARE] * loss
                else:
                    envy = 100 + (temper[ENVY] if s.points[other, truck] > s.points[seat, 0] else 0)
                    value += 2 * temper[PREY] * loss * envy // 100
            elif other == seat and truck == s.truck and 0 <= DISTANCE[place, street] <= 2:
                value -= 2 * temper[ELBOW]
    return value


def loss_to(s, character, seat, truck):
    """What a truck would lose to the law: its dearest cube to Ness, its cheapest to the Policeman, and a point."""
    if s.where[CAPONE] >= 0 and touches(s.at[seat, truck], s.where[CAPONE]):
        return 0
    for i in range(COLOUR_COUNT):
        colour = COLOUR_COUNT - 1 - i if character == NESS else i
        if s.cargo[seat, truck, colour] > 0:
            return colour + 2
    return 0
