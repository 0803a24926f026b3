"""PROHIBITION: drive where most can be delivered, think of the next turn, fetch rich light loads, and send the law to
rivals: the more gladly the further ahead they are.

Moves are weighed in twentieths of a point, and the best-looking one is the likeliest.
"""

import numpy as np

from tripot.bots.instincts.moods import soften
from tripot.engine import catalogue
from tripot.games import chicago
from tripot.games.chicago import (
    BUILDING,
    DISTANCE,
    DISTILLERY,
    DOOR,
    DOOR_STREETS,
    ENDS,
    NEXT_TO,
    PRIVATE,
    STREETS_AT,
    touches,
)
from tripot.games.prohibition import (
    BANNED,
    BLOCK_COUNT,
    CAPONE,
    CHARACTER_CHOICE,
    CHARACTER_COUNT,
    CHOOSE,
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
    driven,
    fleet,
    has_neighbour,
    has_truck,
    is_driven,
    is_empty,
    is_occupied,
    is_open_way,
    may_leave_by,
    may_stop,
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

# What is noted of every street, with moves that are not asked for: where a cube of each colour would be taken, and
# where loads are
STILL = 8


def streets_ahead():
    """The streets that lie just 1, 2 or 3 streets ahead of each, then -1."""
    ends = chicago.ENDS.tolist()
    at = chicago.STREETS_AT.tolist()
    rows = []
    for start in range(len(ends)):
        known = {start, -1}
        ring = {start}
        for _ in range(3):
            ring = {ahead for street in ring for end in ends[street] for ahead in at[end]} - known
            known |= ring
            rows.append(sorted(ring))
    widest = max(len(row) for row in rows) + 1
    return np.array([row + [-1] * (widest - len(row)) for row in rows], np.int16).reshape(len(ends), 3, widest)


AHEAD = streets_ahead()


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
    empty = is_empty(s, seat, s.truck)
    for slot in range(OPEN):
        if weights[LOAD + slot] > 0:
            weights[LOAD + slot] = ZERO + merit(s.open[slot], temper) if empty else ZERO - 8 * POINT
    weights[NO_LOAD] = ZERO - 8 * POINT if empty else ZERO
    soften(weights, LOAD, NO_LOAD + 1, temper[ORDER], temper[SLIP])


# The truck


def lean_drive(s, seat, temper, weights):
    """Every street that can be entered now is worth the best end of a drive through it."""
    survey(s, seat, weights)
    count = driven(s)
    here = s.at[seat, s.truck]
    weights[PARK] = ZERO + stop_value(s, seat, here, count, temper, weights, NOTHING)
    for i in range(2):
        end = ENDS[here, i]
        if may_leave_by(s, end):
            for way in range(4):
                street = STREETS_AT[end, way]
                if street >= 0 and weights[DRIVE + street] > 0:
                    far = ENDS[street, 0] + ENDS[street, 1] - end
                    best = best_drive(s, seat, street, far, count + 1, temper, weights)
                    weights[DRIVE + street] = ZERO + best
    for street in range(STREET_COUNT):
        weights[PLACE_TRUCK + street] = 0
    soften(weights, DRIVE, PARK + 1, temper[ORDER], temper[SLIP])


def survey(s, seat, weights):
    """Note at every street what could be delivered or fetched there."""
    for block in range(BLOCK_COUNT):
        building = BUILDING[s.layout, block]
        marks = 0
        if building == DISTILLERY:
            marks = STILL
        elif not s.closed[block]:
            cubes = s.bars[block, 0] + s.bars[block, 1] + s.bars[block, 2]
            if cubes <= (0 if building < PRIVATE else 1):
                for colour in range(COLOUR_COUNT):
                    if s.cargo[seat, s.truck, colour] > 0 and (building < PRIVATE or building == PRIVATE + colour):
                        marks |= 0 if has_neighbour(s, block, colour) else 1 << colour
        weights[PLACE_TRUCK + DOOR_STREETS[block, 0]] |= marks
        weights[PLACE_TRUCK + DOOR_STREETS[block, 1]] |= marks


def best_drive(s, seat, street, far, count, temper, weights):
    """The best end of a drive that has just entered a street towards its far end.

    The ways on are numbers whose digits to base 4, the first one highest, are ways; of those that share a closed
    beginning only the first is looked at.
    """
    best = stop_value(s, seat, street, count, temper, weights, NOTHING)
    rest = LONGEST_DRIVE - count
    if is_occupied(s, far):
        return best
    walk = 0
    while walk < 1 << 2 * rest:
        here = street
        end = far
        after = walk + 1
        for i in range(rest):
            low = 2 * (rest - 1 - i)
            ahead = STREETS_AT[end, walk >> low & 3]
            if ahead < 0 or ahead == here or is_driven(s, ahead) or has_truck(s, ahead):
                after = (walk >> low) + 1 << low
                break
            if walk & (1 << low) - 1 == 0:
                best = stop_value(s, seat, ahead, count + i + 1, temper, weights, best)
            end = ENDS[ahead, 0] + ENDS[ahead, 1] - end
            here = ahead
            if is_occupied(s, end):
                after = (walk >> low) + 1 << low
                break
        walk = after
    return best


def stop_value(s, seat, street, count, temper, weights, best):
    """What this way can deliver, the prime with the last cube, and then the next turn; at least `best`."""
    truck = s.truck
    marks = weights[PLACE_TRUCK + street]
    colour = count - 1
    cubes = 0
    if 0 <= colour < COLOUR_COUNT and marks >> colour & 1:
        rule = rule_over(s, street)
        if rule != BANNED:
            room = 1 + (1 if BUILDING[s.layout, DOOR[street]] >= PRIVATE else 0) + (1 if rule == FAVOURED else 0)
            room -= s.bars[DOOR[street], colour]
            cubes = max(0, min(s.cargo[seat, truck, colour], room))
    value = POINT * cubes * count
    left = -cubes
    for other in range(COLOUR_COUNT):
        left += s.cargo[seat, truck, other]
    if left > 0:
        later = 0
        for back in range(COLOUR_COUNT):
            other = COLOUR_COUNT - 1 - back  # the dearest first
            promise = value + POINT * (other + 1) * temper[LATER] // 100
            if later == 0 and promise > best and s.cargo[seat, truck, other] > (cubes if other == colour else 0):
                later = (other + 1) * is_ahead(street, other, weights)
        return max(best, value + POINT * later * temper[LATER] // 100)
    if cubes > 0 and s.prime[seat, truck] != EMPTY:
        value += POINT * PRIME_VALUES[s.prime[seat, truck]] * temper[PRIME] // 100
    if marks & STILL and rule_over(s, street) != BANNED:
        return max(best, value + POINT * temper[FETCH])
    return max(best, value + POINT * temper[FETCH] // 2 - 5 * TO_STILL[s.layout, street])


def is_ahead(street, colour, weights):
    """Whether a cube of a colour can be delivered just so many streets ahead."""
    i = 0
    while AHEAD[street, colour, i] >= 0:
        if weights[PLACE_TRUCK + AHEAD[street, colour, i]] >> colour & 1:
            return 1
        i += 1
    return 0


# The characters


def best_walk(s, seat, character, place, came, steps, temper, weights):
    """The best end of a walk; walks are numbers whose digits to base 4 are ways, the first one highest."""
    best = -ZERO // 2
    walk = 0
    while walk < 1 << 2 * steps:
        here = place
        last = came
        after = walk + 1
        for i in range(steps):
            low = 2 * (steps - 1 - i)
            way = walk >> low & 3
            if not is_open_way(s, here, last, way):
                after = (walk >> low) + 1 << low
                here = -1
                break
            here = NEXT_TO[here, way]
            last = way
        if here >= 0 and may_stop(s, character, here):
            if weights[PLACE + here] == 0:  # many walks end at the same place: it is judged once
                weights[PLACE + here] = ZERO + presence(s, seat, character, here, temper)
            best = max(best, weights[PLACE + here] - ZERO)
        walk = after
    return best


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
