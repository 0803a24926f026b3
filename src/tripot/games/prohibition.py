"""PROHIBITION, a prototype shown at Ludinord 2014: trucks bring alcohol from Chicago's distilleries to its bars.

2 to 4 seats; two players have two trucks each. On a turn a player rolls the dice, moves one of two characters (Ness
and the Policeman take cubes and forbid, Capone protects and allows more), drives a truck 1 to 4 streets and may
deliver: a brown cube after one street, a black one after two, a white one after three. Bars hold one colour, their
neighbours another. An empty truck scores its prime and fetches a new load. Score: cubes delivered and primes, less
cubes lost; with two players the weaker truck's.

The city is data in `chicago.py`. A record holds what lies where: trucks on streets, characters on crossroads, cubes in
stock, trucks, loss tiles, bars and the box, load cards by kind. Only the cards dealt at the start are secret, until
their owner has kept one; one more kind, `unknown`, stands for them. Sources: the prototype's rulebook; the clauses
PRB-01 to PRB-29.
"""

import numpy as np

from tripot.games.chicago import (
    BAR,
    BLOCKS,
    BUILDING,
    CHARACTERS,
    CITY,
    COLOURS,
    CROSSROADS,
    DISTANCE,
    DISTILLERY,
    DOOR,
    DOOR_STREETS,
    ENDS,
    LAYOUTS,
    NEIGHBOURS,
    NEXT_TO,
    PLACES,
    PRIVATE,
    STREETS,
    STREETS_AT,
    WAYS,
    meeting,
    touches,
)
from tripot.games.luck import below
from tripot.games.terms import ALL, CHANCE, COUNT, NOBODY, SOMETHING, SUM, WHO

NAME = "prohibition"
VERSION = 1
SEATS = (2, 4)
CLAUSE = "PRB"
OPTIONS = {"layout": ("lot", "1", "2", "3", "4")}  # PRB-04
STUDY = ()
LAYOUT = 0

# Material (PRB-06, PRB-07, PRB-08); a load's digits are its brown, black and white cubes, worth 1, 2 and 3
LOAD_CARDS = {
    6: "220 220 301 410", 7: "130 211 320 401", 8: "121 202 230 311", 9: "031 112 221 302",
    10: "022 103 131 212", 11: "013 041 122 203", 12: "032 032 113 113",
}  # fmt: skip
ALL_CARDS = 28
CARDS_A_VALUE = 4
SMALLEST_LOAD = 4  # cubes
CUBES = 20  # of each colour
CUBES_OF_THREE = 15  # with three players
CLOSED_TILES = 3
PRIME_VALUES = np.array((3, 5, 7), np.int16)
PRIMES = ("3", "5", "7")
PRIMES_A_TRUCK = len(PRIMES)
DICE_PAIRS = ("ness-policeman", "ness-capone", "policeman-capone")
FACES, PAIRS = 3, len(DICE_PAIRS)

MOST_SEATS = 4
TRUCKS = ("1", "2")  # two players have both
DEALT = 3  # load cards to each truck (PRB-10)
OPEN = 5  # open loads
PRIME_COUNT = PRIMES_A_TRUCK * MOST_SEATS
LONGEST_DRIVE = 4
LIMIT, PRIVATE_LIMIT = 1, 2  # cubes in a bar, one more where Capone rules (PRB-19)
QUIET_ROUNDS = 3  # PRB-26

STREET_COUNT, CROSSROADS_COUNT, BLOCK_COUNT, LAYOUT_COUNT = len(STREETS), len(CROSSROADS), len(BLOCKS), len(LAYOUTS)
COLOUR_COUNT, CHARACTER_COUNT = len(COLOURS), len(CHARACTERS)
NESS, POLICEMAN, CAPONE = 0, 1, 2
EMPTY = -1


def check_loads(cards):
    """Refuse load cards, given as texts by value, that are not as PRB-07 says."""
    loads = [load for row in cards.values() for load in row.split()]
    if len(loads) != ALL_CARDS:
        raise ValueError(f"PRB-07: {len(loads)} loads, not {ALL_CARDS}")
    if sorted(cards) != list(range(6, 13)):
        raise ValueError("PRB-07: loads have the values 6 to 12")
    for value, row in cards.items():
        if len(row.split()) != CARDS_A_VALUE:
            raise ValueError(f"PRB-07: {len(row.split())} loads of value {value}, not {CARDS_A_VALUE}")
        for load in row.split():
            if len(load) != COLOUR_COUNT or not load.isdecimal():
                raise ValueError(f"PRB-07: {load!r} is no load; three digits are its brown, black and white cubes")
            if sum((colour + 1) * int(digit) for colour, digit in enumerate(load)) != value:
                raise ValueError(f"PRB-07: the load {load} is not worth {value}")
            if sum(map(int, load)) < SMALLEST_LOAD:
                raise ValueError(f"PRB-07: the load {load} has fewer than {SMALLEST_LOAD} cubes")


check_loads(LOAD_CARDS)
LOADS = tuple(dict.fromkeys(" ".join(LOAD_CARDS.values()).split()))  # equal cards are one kind
COPIES = np.array([" ".join(LOAD_CARDS.values()).split().count(load) for load in LOADS], np.int16)
IN_LOAD = np.array([[int(digit) for digit in load] for load in LOADS], np.int16)
KINDS = len(LOADS)
UNKNOWN = KINDS

PHASES = (
    "layout", "first player", "placing", "dealing", "keeping", "open loads", "truck", "load", "refill", "dice",
    "character", "place", "walk", "drive", "delivery", "over",
)  # fmt: skip
LAYOUT_LOT, FIRST_LOT, PLACING, DEALING, KEEPING, OPENING, TRUCK_CHOICE, LOADING = 0, 1, 2, 3, 4, 5, 6, 7
REFILLING, DICE, CHARACTER_CHOICE, ENTERING, WALKING, DRIVING, DELIVERING, OVER = 8, 9, 10, 11, 12, 13, 14, 15
TRUCK_DONE = 16  # never asked: the truck on turn has played
PROMPTS = (4, 9, 9, 10, 10, 10, 29, 22, 22, 12, 12, 12, 12, 16, 17, 26)  # the clause each phase rests on

MOVES = (
    tuple(f"place-truck {street}" for street in STREETS)
    + tuple(f"keep {load}" for load in LOADS)
    + tuple(f"truck {truck}" for truck in TRUCKS)
    + tuple(f"load {slot}" for slot in range(OPEN))
    + ("no-load",)
    + tuple(f"character {character}" for character in CHARACTERS)
    + tuple(f"place {crossroads}" for crossroads in CROSSROADS)
    + tuple(f"step {way}" for way in WAYS)
    + tuple(f"drive {street}" for street in STREETS)
    + ("park",)
    + tuple(f"deliver {colour}" for colour in COLOURS)
    + ("done",)
)
PLACE_TRUCK = 0
KEEP = PLACE_TRUCK + len(STREETS)
TRUCK = KEEP + KINDS
LOAD = TRUCK + len(TRUCKS)
NO_LOAD = LOAD + OPEN
CHOOSE = NO_LOAD + 1
PLACE = CHOOSE + len(CHARACTERS)
STEP = PLACE + len(CROSSROADS)
DRIVE = STEP + len(WAYS)
PARK = DRIVE + len(STREETS)
DELIVER = PARK + 1
DONE = DELIVER + COLOUR_COUNT
OUTCOMES = (
    tuple(f"layout {layout + 1}" for layout in range(len(LAYOUTS)))
    + tuple(f"first {seat}" for seat in range(MOST_SEATS))
    + tuple(f"deal {load}" for load in LOADS)
    + tuple(f"roll {number} {pair}" for number in (1, 2, 3) for pair in DICE_PAIRS)
)
LAYOUT_IS = 0
FIRST_IS = LAYOUT_IS + len(LAYOUTS)
DEAL = FIRST_IS + MOST_SEATS
ROLL = DEAL + KINDS
PASSIVE = (NO_LOAD, PARK, DONE)

REASONS = ("loads", "closed", "bars", "stalled")
NO_LOADS, ALL_CLOSED, ALL_BARS, STALLED = 0, 1, 2, 3
STAGES = ("play", "last round", "last truck")
PLAY, LAST_ROUND, LAST_TRUCK = 0, 1, 2

# Who rules a street (PRB-15)
NONE, BANNED, FAVOURED = 0, 1, 2

# At most 60 cubes are delivered and 60 / 4 loads taken; before each of these 75 there are at most two full rounds
# without, then three more and the last round: 3 * 75 + 3 + 1 rounds of four trucks. A truck's turn is at most: truck,
# load and refill, dice, character, three steps, four streets, three cubes, load and refill. The start: layout, first
# player, four trucks placed, twelve cards dealt, four kept, five opened.
LONGEST = 27 + 17 * 4 * 229

STATE = np.dtype([
    ("seats", np.int8),
    ("layout", np.int8),
    ("phase", np.int8),
    ("first", np.int8),  # the first player
    ("turn", np.int8),
    ("truck", np.int8),  # which of their trucks is asked about
    ("second_truck", np.int8),  # two players: the other truck has already played in this turn
    ("opener", np.int8),  # two players: the truck that opened the game
    ("round", np.int16),
    ("stage", np.int8),
    ("ending", np.int8),  # why the end comes, before it has come
    ("reason", np.int8),
    ("dealt", np.int8),  # cards dealt to trucks at the start
    ("busy", np.int8),  # a cube was delivered or a load taken in this round
    ("quiet", np.int8),  # full rounds in a row without
    ("number", np.int8),  # the dice of this truck's turn, 0 and -1 before they are rolled
    ("pair", np.int8),
    ("character", np.int8),  # the character that is being moved
    ("steps", np.int8),  # crossroads that it has still to go
    ("came", np.int8),  # the way of its last step
    ("path", np.int8, LONGEST_DRIVE + 1),  # the street where the truck began its move, then those driven
    ("where", np.int8, len(CHARACTERS)),
    ("touched", np.int8, (len(CHARACTERS), MOST_SEATS, len(TRUCKS))),  # in contact at the end of its last move
    ("stock", np.int8, COLOUR_COUNT),
    ("box", np.int8, COLOUR_COUNT),  # cubes that have left the game
    ("pack", np.int8, KINDS + 1),
    ("open", np.int8, OPEN),
    ("down", np.int8, OPEN),  # turned face down
    ("spent", np.int8, KINDS),  # load cards that have been replaced by another
    ("lost_primes", np.int8, PRIME_COUNT),  # from the bottom of the pile
    ("at", np.int8, (MOST_SEATS, len(TRUCKS))),
    ("card", np.int8, (MOST_SEATS, len(TRUCKS))),
    ("cargo", np.int8, (MOST_SEATS, len(TRUCKS), COLOUR_COUNT)),
    ("lost", np.int8, (MOST_SEATS, len(TRUCKS), COLOUR_COUNT)),  # cubes on the loss tile
    ("losses", np.int8, (MOST_SEATS, len(TRUCKS))),  # all cubes that ever went there
    ("prime", np.int8, (MOST_SEATS, len(TRUCKS))),
    ("loaded", np.int8, (MOST_SEATS, len(TRUCKS))),  # loads taken aboard so far
    ("delivered", np.int8, (MOST_SEATS, len(TRUCKS))),  # a cube of this load was
    ("drove", np.int8, (MOST_SEATS, len(TRUCKS))),  # since this load came aboard
    ("points", np.int16, (MOST_SEATS, len(TRUCKS))),
    ("served", np.int8, (MOST_SEATS, len(TRUCKS), COLOUR_COUNT)),  # cubes delivered
    ("fined", np.int8, (MOST_SEATS, len(TRUCKS))),  # points lost for cubes taken
    ("primes", np.int8, (MOST_SEATS, len(TRUCKS))),  # primes scored
    ("hands", np.int8, (MOST_SEATS, len(TRUCKS), KINDS + 1)),  # cards dealt, until one is kept
    ("bars", np.int8, (len(BLOCKS), COLOUR_COUNT)),
    ("closed", np.int8, len(BLOCKS)),
], align=True)  # fmt: skip
LEGEND = {
    "seats": ("count",), "layout": (OPTIONS["layout"][1:],), "phase": (PHASES,), "first": ("seat",), "turn": ("seat",),
    "truck": (TRUCKS,), "second_truck": ("flag",), "opener": (TRUCKS,), "round": ("count",), "stage": (STAGES,),
    "ending": (REASONS,), "reason": (REASONS,), "dealt": ("count",), "busy": ("flag",), "quiet": ("count",),
    "number": ("count",), "pair": (DICE_PAIRS,), "character": (CHARACTERS,), "steps": ("count",), "came": (WAYS,),
    "path": ("list", STREETS), "where": (CHARACTERS, CROSSROADS), "touched": (CHARACTERS, "seats", TRUCKS, "flag"),
    "stock": (COLOURS, "count"), "box": (COLOURS, "count"), "pack": ((*LOADS, "unknown"), "count"),
    "open": ("list", LOADS), "down": ("list", "flag"), "spent": (LOADS, "count"), "lost_primes": ("list", PRIMES),
    "at": ("seats", TRUCKS, STREETS), "card": ("seats", TRUCKS, LOADS), "cargo": ("seats", TRUCKS, COLOURS, "count"),
    "lost": ("seats", TRUCKS, COLOURS, "count"), "losses": ("seats", TRUCKS, "count"),
    "prime": ("seats", TRUCKS, PRIMES), "loaded": ("seats", TRUCKS, "count"), "delivered": ("seats", TRUCKS, "flag"),
    "drove": ("seats", TRUCKS, "flag"), "points": ("seats", TRUCKS, "count"),
    "served": ("seats", TRUCKS, COLOURS, "count"), "fined": ("seats", TRUCKS, "count"),
    "primes": ("seats", TRUCKS, "count"),
    "hands": ("seats", TRUCKS, (*LOADS, "unknown"), "count"), "bars": (BLOCKS, COLOURS, "count"),
    "closed": (BLOCKS, "flag"),
}  # fmt: skip


def setup(s, seats, options):
    s.seats = seats
    s.layout = options[LAYOUT] - 1
    s.phase = LAYOUT_LOT if s.layout < 0 else FIRST_LOT
    s.first = -1
    s.turn = -1
    s.truck = -1
    s.second_truck = 0
    s.opener = -1
    s.round = 0
    s.stage = PLAY
    s.ending = -1
    s.reason = -1
    s.dealt = 0
    s.busy = 0
    s.quiet = 0
    clear_turn(s)
    for character in range(CHARACTER_COUNT):
        s.where[character] = -1
        for seat in range(MOST_SEATS):
            for truck in range(2):
                s.touched[character, seat, truck] = 0
    for colour in range(COLOUR_COUNT):
        s.stock[colour] = all_cubes(s)
        s.box[colour] = 0
    for kind in range(KINDS):
        s.pack[kind] = COPIES[kind]
        s.spent[kind] = 0
    s.pack[UNKNOWN] = 0
    for slot in range(OPEN):
        s.open[slot] = EMPTY
        s.down[slot] = 0
    for i in range(PRIME_COUNT):
        s.lost_primes[i] = EMPTY
    for seat in range(MOST_SEATS):
        for truck in range(2):
            garage(s, seat, truck)
    for block in range(BLOCK_COUNT):
        s.closed[block] = 0
        for colour in range(COLOUR_COUNT):
            s.bars[block, colour] = 0


def garage(s, seat, truck):
    """A truck before the game."""
    s.at[seat, truck] = -1
    s.card[seat, truck] = EMPTY
    s.losses[seat, truck] = 0
    s.prime[seat, truck] = EMPTY
    s.loaded[seat, truck] = 0
    s.delivered[seat, truck] = 0
    s.drove[seat, truck] = 0
    s.points[seat, truck] = 0
    s.fined[seat, truck] = 0
    s.primes[seat, truck] = 0
    for colour in range(COLOUR_COUNT):
        s.cargo[seat, truck, colour] = 0
        s.lost[seat, truck, colour] = 0
        s.served[seat, truck, colour] = 0
    for kind in range(KINDS + 1):
        s.hands[seat, truck, kind] = 0


def clear_turn(s):
    """Dice, character and path of a truck's turn are gone when it is over."""
    s.number = 0
    s.pair = -1
    s.character = -1
    s.steps = 0
    s.came = -1
    for i in range(LONGEST_DRIVE + 1):
        s.path[i] = -1


def all_cubes(s):
    """Cubes of each colour in the game (PRB-06)."""
    return CUBES_OF_THREE if s.seats == 3 else CUBES


def fleet(s):
    """How many trucks a player has (PRB-29)."""
    return 2 if s.seats == 2 else 1


# Who is asked


def actors(s):
    phase = s.phase
    if phase == OVER:
        return NOBODY
    if phase == DICE or phase == REFILLING or phase == DEALING or phase == OPENING or phase <= FIRST_LOT:
        return CHANCE
    return 1 << s.turn


def sealed(s):
    return 0


# What is legal


def legal(s, seat, can):
    phase = s.phase
    if phase == DRIVING:
        legal_drive(s, seat, can)
    elif phase == WALKING:
        for way in range(4):
            if why_no_step(s, way) == 0:
                can[STEP + way] = 1
    elif phase == CHARACTER_CHOICE:
        for character in range(CHARACTER_COUNT):
            if is_shown(s, character) and can_go(s, character):
                can[CHOOSE + character] = 1
    elif phase == DELIVERING:
        can[DELIVER + driven(s) - 1] = 1
        can[DONE] = 1  # PRB-17: never compulsory
    elif phase == LOADING:
        for slot in range(OPEN):
            if not s.down[slot]:
                can[LOAD + slot] = 1
        can[NO_LOAD] = 1
    elif phase == TRUCK_CHOICE:
        can[TRUCK] = 1
        can[TRUCK + 1] = 1
    elif phase == ENTERING:
        for i in range(4):
            place = PLACES[s.layout, s.character, i]
            if place >= 0 and not is_occupied(s, place):
                can[PLACE + place] = 1
    elif phase == PLACING:
        for block in range(BLOCK_COUNT):
            if BUILDING[s.layout, block] == DISTILLERY:
                for i in range(2):
                    if not has_truck(s, DOOR_STREETS[block, i]):
                        can[PLACE_TRUCK + DOOR_STREETS[block, i]] = 1
    elif phase == KEEPING:
        for kind in range(KINDS):
            if s.hands[seat, s.truck, kind] > 0:
                can[KEEP + kind] = 1


def is_occupied(s, crossroads):
    return s.where[NESS] == crossroads or s.where[POLICEMAN] == crossroads or s.where[CAPONE] == crossroads


def has_truck(s, street):
    at = s.at
    for seat in range(s.seats):
        if at[seat, 0] == street or at[seat, 1] == street:
            return True
    return False


# Characters


def is_shown(s, character):
    """The die leaves one of the three out: Capone on its first face, the Policeman, Ness."""
    return s.pair >= 0 and s.pair + character != 2


def can_go(s, character):
    """Whether a character can be placed, or walk the whole number (PRB-12)."""
    if s.where[character] >= 0:
        return can_walk(s, character, s.where[character], -1, s.number)
    for i in range(4):
        place = PLACES[s.layout, character, i]
        if place >= 0 and not is_occupied(s, place):
            return True
    return False


def can_walk(s, character, place, came, steps):
    """Whether a walk of so many steps can be completed from a crossroads that was entered by a way (-1: none).

    Walks are numbers whose digits to base 4 are ways.
    """
    for walk in range(1 << 2 * steps):
        here = place
        last = came
        rest = walk
        for _ in range(steps):
            way = rest & 3
            if not is_open_way(s, here, last, way):
                here = -1
                break
            here = NEXT_TO[here, way]
            last = way
            rest >>= 2
        if here >= 0 and may_stop(s, character, here):
            return True
    return False


def is_open_way(s, place, came, way):
    """One step: not straight back (PRB-12), no character there, no truck on the way (PRB-13)."""
    there = NEXT_TO[place, way]
    if there < 0 or (came >= 0 and way == (came + 2) % 4):
        return False
    return not is_occupied(s, there) and not has_truck(s, STREETS_AT[place, way])


def may_stop(s, character, place):
    """Not in contact with a truck that it was in contact with after its last move (PRB-13)."""
    for seat in range(s.seats):
        for truck in range(2):
            if s.touched[character, seat, truck] and touches(s.at[seat, truck], place):
                return False
    return True


def why_no_step(s, way):
    """The clause that forbids the walking character to go on this way, 0 if none does."""
    place = s.where[s.character]
    if NEXT_TO[place, way] < 0 or (s.came >= 0 and way == (s.came + 2) % 4):
        return 12
    if not is_open_way(s, place, s.came, way):
        return 13
    if can_walk(s, s.character, NEXT_TO[place, way], way, s.steps - 1):
        return 0
    return 13 if s.steps == 1 else 12


# Influence


def rule_over(s, street):
    """Whether Ness or the Policeman forbids on a street, Capone favours it, or neither (PRB-15).

    Only crossroads of the street's own line count, so at most two characters are equally near: one on each side.
    """
    nearest = STREET_COUNT
    rule = NONE
    for character in range(CHARACTER_COUNT):
        if s.where[character] >= 0:
            distance = DISTANCE[s.where[character], street]
            if distance >= 0 and distance <= nearest:
                effect = FAVOURED if character == CAPONE else BANNED
                rule = effect if distance < nearest or effect == rule else NONE
                nearest = distance
    return rule


# Driving


def driven(s):
    """Streets that the truck has driven in this move."""
    count = 0
    while count < LONGEST_DRIVE and s.path[count + 1] >= 0:
        count += 1
    return count


def legal_drive(s, seat, can):
    """PRB-16: the streets that can be entered now, or the end of the drive."""
    can[PARK] = 1
    street = s.at[seat, s.truck]
    for i in range(2):
        end = ENDS[street, i]
        if may_leave_by(s, end):
            for way in range(4):
                ahead = STREETS_AT[end, way]
                if ahead >= 0 and not has_truck(s, ahead) and not is_driven(s, ahead):
                    can[DRIVE + ahead] = 1


def may_leave_by(s, end):
    """A street is left by the far end, the first by either; past a character only from between two (PRB-13)."""
    count = driven(s)
    if count > 0:
        return not touches(s.path[count - 1], end) and not is_occupied(s, end)
    return not is_occupied(s, end) or is_between_two(s, s.path[0])


def is_between_two(s, street):
    return is_occupied(s, ENDS[street, 0]) and is_occupied(s, ENDS[street, 1])


def is_driven(s, street):
    for i in range(LONGEST_DRIVE):
        if s.path[i] == street:
            return True
    return False


# Delivering and loading


def why_no_delivery(s, seat, colour):
    """The clause that forbids the truck on turn to deliver a cube of this colour, 0 if none does."""
    street = s.at[seat, s.truck]
    block = DOOR[street]
    if driven(s) != colour + 1:
        return 16
    if s.cargo[seat, s.truck, colour] == 0 or block < 0:
        return 17
    building = BUILDING[s.layout, block]
    if building == DISTILLERY:
        return 17
    rule = rule_over(s, street)
    if rule == BANNED:
        return 15
    if s.closed[block]:
        return 25
    if building >= PRIVATE and building != PRIVATE + colour:
        return 19
    if s.bars[block, (colour + 1) % 3] + s.bars[block, (colour + 2) % 3] > 0:
        return 17
    if has_neighbour(s, block, colour):
        return 18
    limit = LIMIT if building == BAR else PRIVATE_LIMIT
    return 0 if s.bars[block, colour] < limit + (rule == FAVOURED) else 19


def has_neighbour(s, block, colour):
    """Whether a bar across one of a block's streets holds this colour (PRB-18)."""
    bars = s.bars
    for way in range(4):
        other = NEIGHBOURS[block, way]
        if other >= 0 and bars[other, colour] > 0:
            return True
    return False


def can_deliver(s):
    count = driven(s)
    return 0 < count and count <= COLOUR_COUNT and why_no_delivery(s, s.turn, count - 1) == 0


def can_load(s):
    """PRB-22: at a distillery's door that nobody watches, with an open load left, and not twice without driving."""
    street = s.at[s.turn, s.truck]
    block = DOOR[street]
    if block < 0 or BUILDING[s.layout, block] != DISTILLERY or loads_down(s) == OPEN:
        return False
    if not s.drove[s.turn, s.truck] and (s.loaded[s.turn, s.truck] == 0 or not is_empty(s, s.turn, s.truck)):
        return False
    return rule_over(s, street) != BANNED


def aboard(s, seat, truck):
    """Cubes on a truck."""
    return s.cargo[seat, truck, 0] + s.cargo[seat, truck, 1] + s.cargo[seat, truck, 2]


def is_empty(s, seat, truck):
    return aboard(s, seat, truck) == 0


def loads_down(s):
    count = 0
    for slot in range(OPEN):
        count += s.down[slot]
    return count


# What chance may do


def chance(s, weights):
    if s.phase == DICE:  # PRB-08
        for roll in range(FACES * PAIRS):
            weights[ROLL + roll] = 1
    elif s.phase == LAYOUT_LOT:  # PRB-04
        for layout in range(LAYOUT_COUNT):
            weights[LAYOUT_IS + layout] = 1
    elif s.phase == FIRST_LOT:  # PRB-09
        for seat in range(s.seats):
            weights[FIRST_IS + seat] = 1
    else:
        for kind in range(KINDS):
            weights[DEAL + kind] = s.pack[kind]


# What moves do


def apply(s, seat, move):
    phase = s.phase
    if phase == DRIVING:
        drive(s, seat, move - DRIVE)
    elif phase == WALKING:
        step(s, move - STEP)
    elif phase == DICE:
        roll(s, (move - ROLL) // PAIRS + 1, (move - ROLL) % PAIRS)
    elif phase == CHARACTER_CHOICE:
        s.character = move - CHOOSE
        s.steps = s.number if s.where[s.character] >= 0 else 0
        s.phase = WALKING if s.steps > 0 else ENTERING
    elif phase == ENTERING:
        s.where[s.character] = move - PLACE
        begin_drive(s)
    elif phase == DELIVERING:
        deliver(s, seat, move - DELIVER)
    elif phase == LOADING:
        load(s, seat, move - LOAD)
    elif phase == REFILLING or phase == OPENING:
        open_load(s, move - DEAL)
    elif phase == TRUCK_CHOICE:
        s.truck = move - TRUCK
        if is_opening(s):
            s.opener = s.truck
        s.phase = LOADING
    else:
        prepare(s, seat, move)
    if s.phase == DELIVERING or s.phase == LOADING or s.phase == TRUCK_DONE:
        move_on(s)


def move_on(s):
    """To the next question that can be answered: a delivery, a load, or one of the next truck's turn."""
    if s.phase == DELIVERING and not can_deliver(s):
        s.phase = LOADING
    while s.phase == TRUCK_DONE or (s.phase == LOADING and not can_load(s)):
        if s.phase == LOADING and s.pair < 0:
            if s.loaded[s.turn, s.truck] == 0:  # PRB-11
                fill_truck(s, s.turn, s.truck)
            s.phase = DICE
        else:
            end_truck(s)


# The start


def prepare(s, seat, move):
    """Everything before the first turn (PRB-04, PRB-09, PRB-10)."""
    if s.phase == LAYOUT_LOT:
        s.layout = move - LAYOUT_IS
        s.phase = FIRST_LOT
    elif s.phase == FIRST_LOT:
        s.first = move - FIRST_IS
        s.turn = (s.first - 1) % s.seats
        s.truck = 0
        s.phase = PLACING
    elif s.phase == PLACING:
        place_truck(s, seat, move - PLACE_TRUCK)
    elif s.phase == DEALING:
        deal(s, move - DEAL)
    else:
        keep(s, seat, move - KEEP)


def place_truck(s, seat, street):
    """From the last player to the first, all trucks of a player in a row (PRB-09)."""
    s.at[seat, s.truck] = street
    if s.truck + 1 < fleet(s):
        s.truck += 1
    elif seat == s.first:
        s.truck = -1
        s.phase = DEALING
    else:
        s.truck = 0
        s.turn = (seat - 1) % s.seats


def owner(s, dealt):
    """The seat that the next card goes to when so many have been dealt."""
    return (s.first + dealt // (DEALT * fleet(s))) % s.seats


def deal(s, kind):
    """Three cards to each truck, clockwise from the first player (PRB-10)."""
    s.pack[kind] -= 1
    s.hands[owner(s, s.dealt), s.dealt // DEALT % fleet(s), kind] += 1
    s.dealt += 1
    if s.dealt == DEALT * fleet(s) * s.seats:
        s.truck = 0
        s.phase = KEEPING


def keep(s, seat, kind):
    """One card stays, openly, with a prime of 3; the others go back (PRB-10)."""
    s.hands[seat, s.truck, kind] -= 1
    s.card[seat, s.truck] = kind
    s.prime[seat, s.truck] = 0
    for other in range(KINDS):
        s.pack[other] += s.hands[seat, s.truck, other]
        s.hands[seat, s.truck, other] = 0
    if s.truck + 1 < fleet(s):
        s.truck += 1
        return
    s.turn = (seat + 1) % s.seats
    s.truck = 0
    if s.turn == s.first:
        s.truck = -1
        s.phase = OPENING


# A turn


def is_opening(s):
    """Two players: the first player opens with one truck (PRB-29)."""
    return s.seats == 2 and s.round == 0 and s.turn == s.first


def begin_turn(s):
    s.truck = 0
    if s.stage == LAST_TRUCK:
        s.truck = 1 - s.opener
    elif s.seats == 2:
        s.truck = -1
    s.phase = LOADING if s.truck >= 0 else TRUCK_CHOICE


def roll(s, number, pair):
    s.number = number
    s.pair = pair
    for character in range(CHARACTER_COUNT):
        if is_shown(s, character) and can_go(s, character):
            s.phase = CHARACTER_CHOICE
    if s.phase == DICE:  # PRB-12: neither can go
        begin_drive(s)


def step(s, way):
    s.where[s.character] = NEXT_TO[s.where[s.character], way]
    s.came = way
    s.steps -= 1
    if s.steps == 0:
        end_walk(s)
        begin_drive(s)


def end_walk(s):
    """Ness and the Policeman take a cube of every truck in contact, clockwise from the player on turn (PRB-14)."""
    place = s.where[s.character]
    for i in range(s.seats):
        seat = (s.turn + i) % s.seats
        for truck in range(fleet(s)):
            street = s.at[seat, truck]
            contact = touches(street, place)
            s.touched[s.character, seat, truck] = contact
            safe = s.where[CAPONE] >= 0 and touches(street, s.where[CAPONE])  # also from Capone himself
            if contact and not safe:
                take_cube(s, seat, truck)


def take_cube(s, seat, truck):
    """Ness takes the most valuable cube, the Policeman the least: one point less, but never below 0 (PRB-14)."""
    for i in range(COLOUR_COUNT):
        colour = COLOUR_COUNT - 1 - i if s.character == NESS else i
        if s.cargo[seat, truck, colour] > 0:
            if s.points[seat, truck] > 0:
                s.points[seat, truck] -= 1
                s.fined[seat, truck] += 1
            lose_cubes(s, seat, truck, colour, 1)
            settle_prime(s, seat, truck)
            return


def lose_cubes(s, seat, truck, colour, count):
    """From the truck to its loss tile."""
    s.cargo[seat, truck, colour] -= count
    s.lost[seat, truck, colour] += count
    s.losses[seat, truck] += count


def begin_drive(s):
    s.character = -1
    s.came = -1
    s.path[0] = s.at[s.turn, s.truck]
    s.phase = DRIVING


def drive(s, seat, street):
    """One street further, or park; the fourth ends the drive by itself (PRB-16)."""
    if street == PARK - DRIVE:
        s.phase = DELIVERING
        return
    count = driven(s) + 1
    s.path[count] = street
    s.at[seat, s.truck] = street
    s.drove[seat, s.truck] = 1
    if count == LONGEST_DRIVE:
        s.phase = DELIVERING


def deliver(s, seat, colour):
    """One cube into the bar whose door is here scores its value (PRB-17, PRB-20), or no more."""
    if colour == DONE - DELIVER:
        s.phase = LOADING
        return
    s.cargo[seat, s.truck, colour] -= 1
    s.bars[DOOR[s.at[seat, s.truck]], colour] += 1
    s.points[seat, s.truck] += colour + 1
    s.served[seat, s.truck, colour] += 1
    s.delivered[seat, s.truck] = 1
    s.busy = 1
    settle_prime(s, seat, s.truck)
    if are_bars_served(s):
        announce(s, ALL_BARS)


# Loads and primes


def load(s, seat, slot):
    """A new load (PRB-22): cubes still aboard are lost, the loss tile is emptied, card and prime are taken."""
    if slot == NO_LOAD - LOAD:
        s.phase = DICE if s.pair < 0 else TRUCK_DONE
        return
    truck = s.truck
    for colour in range(COLOUR_COUNT):
        lose_cubes(s, seat, truck, colour, s.cargo[seat, truck, colour])
    settle_prime(s, seat, truck)
    for colour in range(COLOUR_COUNT):
        s.box[colour] += s.lost[seat, truck, colour]
        s.lost[seat, truck, colour] = 0
    s.spent[s.card[seat, truck]] += 1
    s.card[seat, truck] = s.open[slot]
    s.open[slot] = EMPTY
    s.prime[seat, truck] = s.loaded[seat, truck] if s.loaded[seat, truck] < PRIMES_A_TRUCK else recover_prime(s)
    s.busy = 1
    fill_truck(s, seat, truck)
    s.phase = REFILLING


def open_load(s, kind):
    """The next card fills the empty place, or the next empty place at the start (PRB-10, PRB-22)."""
    s.pack[kind] -= 1
    s.open[empty_slot(s)] = kind
    turn_down_loads(s)
    if s.phase == REFILLING:
        s.phase = DICE if s.pair < 0 else TRUCK_DONE
    elif empty_slot(s) == OPEN:
        begin_turn(s)


def empty_slot(s):
    """The first place without an open load."""
    slot = 0
    while slot < OPEN and s.open[slot] != EMPTY:
        slot += 1
    return slot


def fill_truck(s, seat, truck):
    """The cubes of its card come aboard, of a first load what the stock has (PRB-11)."""
    for colour in range(COLOUR_COUNT):
        count = IN_LOAD[s.card[seat, truck], colour]
        if count > s.stock[colour]:
            count = s.stock[colour]
        s.stock[colour] -= count
        s.cargo[seat, truck, colour] = count
    s.loaded[seat, truck] += 1
    s.delivered[seat, truck] = 0
    s.drove[seat, truck] = 0
    turn_down_loads(s)


def turn_down_loads(s):
    """An open load that the stock can't fill any more is turned face down (PRB-24)."""
    for slot in range(OPEN):
        if s.open[slot] != EMPTY and not can_fill(s, s.open[slot]):
            s.down[slot] = 1
    if loads_down(s) == OPEN:
        announce(s, NO_LOADS)


def can_fill(s, kind):
    for colour in range(COLOUR_COUNT):
        if IN_LOAD[kind, colour] > s.stock[colour]:
            return False
    return True


def settle_prime(s, seat, truck):
    """A prime is lost with the cubes that it depends on (PRB-23), else scored when the truck is empty (PRB-21)."""
    prime = s.prime[seat, truck]
    if prime == EMPTY:
        return
    if is_forfeit(s, seat, truck, prime):
        s.lost_primes[lost_prime_count(s)] = prime
        s.prime[seat, truck] = EMPTY
    elif is_empty(s, seat, truck):
        s.points[seat, truck] += PRIME_VALUES[prime]
        s.primes[seat, truck] += 1
        s.prime[seat, truck] = EMPTY


def is_forfeit(s, seat, truck, prime):
    """The 3 for two lost cubes of one colour, the 5 for two of different colours, the 7 for one (PRB-23)."""
    most = 0
    colours = 0
    for colour in range(COLOUR_COUNT):
        count = s.lost[seat, truck, colour]
        if count > most:
            most = count
        if count > 0:
            colours += 1
    if prime == 0:
        return most >= 2
    return colours >= 2 if prime == 1 else colours >= 1


def lost_prime_count(s):
    count = 0
    while count < PRIME_COUNT and s.lost_primes[count] != EMPTY:
        count += 1
    return count


def recover_prime(s):
    """Take the top of the pile of lost primes, if there is one (PRB-22)."""
    count = lost_prime_count(s)
    if count == 0:
        return EMPTY
    prime = s.lost_primes[count - 1]
    s.lost_primes[count - 1] = EMPTY
    return prime


# Rounds, closing, the end


def end_truck(s):
    """On to the player's other truck, the next player, the next round."""
    clear_turn(s)
    if s.seats == 2 and not s.second_truck and not is_opening(s) and s.stage != LAST_TRUCK:  # PRB-29
        s.second_truck = 1
        s.truck = 1 - s.truck
        s.phase = LOADING
        return
    s.second_truck = 0
    if s.stage == LAST_TRUCK:
        end_game(s)
        return
    s.turn = (s.turn + 1) % s.seats
    if s.turn == s.first:
        end_round(s)
    if s.phase != OVER:
        begin_turn(s)


def end_round(s):
    s.round += 1
    close_bars(s)
    s.quiet = 0 if s.busy else s.quiet + 1
    s.busy = 0
    if s.quiet >= QUIET_ROUNDS:
        announce(s, STALLED)
    if s.stage == LAST_ROUND:
        if s.seats == 2:
            s.stage = LAST_TRUCK
        else:
            end_game(s)
    elif s.ending >= 0:
        s.stage = LAST_ROUND


def close_bars(s):
    """PRB-25: in reading order, while tiles last."""
    tiles = closed_tiles(s)
    for block in range(BLOCK_COUNT):
        if tiles > 0 and not s.closed[block] and is_shut_in(s, block):
            s.closed[block] = 1
            tiles -= 1
            if tiles == 0:
                announce(s, ALL_CLOSED)
    if are_bars_served(s):
        announce(s, ALL_BARS)


def closed_tiles(s):
    """Tiles that are left."""
    tiles = CLOSED_TILES
    for block in range(BLOCK_COUNT):
        tiles -= s.closed[block]
    return tiles


def is_shut_in(s, block):
    """An empty bar among all three colours, an empty private bar beside its own (PRB-25)."""
    building = BUILDING[s.layout, block]
    if building == DISTILLERY or is_served(s, block):
        return False
    for colour in range(COLOUR_COUNT):
        if (building == BAR or building == PRIVATE + colour) and not has_neighbour(s, block, colour):
            return False
    return True


def is_served(s, block):
    return s.bars[block, 0] + s.bars[block, 1] + s.bars[block, 2] > 0


def are_bars_served(s):
    """Whether every bar that is not closed has a cube (PRB-26)."""
    for block in range(BLOCK_COUNT):
        if BUILDING[s.layout, block] != DISTILLERY and not s.closed[block] and not is_served(s, block):
            return False
    return True


def announce(s, ending):
    """The end comes; the first reason counts (PRB-26)."""
    if s.ending < 0:
        s.ending = ending


def end_game(s):
    s.reason = s.ending
    s.truck = -1
    s.phase = OVER


LINES = (
    *((f"delivered {colour}", 20) for colour in COLOURS), ("seized", 14), ("primes", 21), ("last prime", 27),
    ("prime too soon", 27), ("aboard", 27), ("truck 1", 29), ("truck 2", 29), ("losses", 28),
)  # fmt: skip
SEIZED_LINE, PRIMES_LINE, LAST_PRIME, PRIME_TOO_SOON, ABOARD_LINE, FIRST_TRUCK, SECOND_TRUCK, LOSSES_LINE = range(3, 11)


def counts(s, seat, line):
    """What the points of the truck that counts are made of."""
    truck = truck_that_counts(s, seat)
    if line < SEIZED_LINE:
        return s.served[seat, truck, line]
    if line == SEIZED_LINE:
        return s.fined[seat, truck]
    if line == PRIMES_LINE:
        return s.primes[seat, truck]
    if line == FIRST_TRUCK or line == SECOND_TRUCK:
        return worth(s, seat, 1 - truck) if s.seats == 2 and line == FIRST_TRUCK + truck else 0
    if s.phase != OVER:
        return 0
    if line == ABOARD_LINE:
        return aboard(s, seat, truck)
    if line == LOSSES_LINE:
        return losses(s, seat) if is_tied(s, seat) else 0
    held = s.prime[seat, truck]
    return PRIME_VALUES[held] if held != EMPTY and s.delivered[seat, truck] == (line == LAST_PRIME) else 0


def earns(s, seat, line):
    truck = truck_that_counts(s, seat)
    if line < SEIZED_LINE:
        return s.served[seat, truck, line] * (line + 1)
    if line == SEIZED_LINE:
        return -s.fined[seat, truck]
    if line == PRIMES_LINE:
        points = s.points[seat, truck] + s.fined[seat, truck]
        for colour in range(COLOUR_COUNT):
            points -= s.served[seat, truck, colour] * (colour + 1)
        return points
    return last_prime(s, seat, truck) if line == LAST_PRIME else 0


def truck_that_counts(s, seat):
    """With two players the weaker truck (PRB-29)."""
    return 1 if s.seats == 2 and worth(s, seat, 1) < worth(s, seat, 0) else 0


def worth(s, seat, truck):
    return s.points[seat, truck] + last_prime(s, seat, truck)


def last_prime(s, seat, truck):
    """At the end a prime counts less one for each cube aboard, if one was delivered (PRB-27)."""
    prime = s.prime[seat, truck]
    if s.phase != OVER or prime == EMPTY or not s.delivered[seat, truck]:
        return 0
    return max(PRIME_VALUES[prime] - aboard(s, seat, truck), 0)


def is_tied(s, seat):
    """Whether another player has as many points."""
    own = worth(s, seat, truck_that_counts(s, seat))
    for other in range(s.seats):
        if other != seat and worth(s, other, truck_that_counts(s, other)) == own:
            return True
    return False


def losses(s, seat):
    return s.losses[seat, 0] + s.losses[seat, 1]


def tiebreak(s, out):
    """Fewer cubes lost (PRB-28)."""
    for seat in range(s.seats):
        out[seat] = -losses(s, seat)


# Who sees what


def is_secret(s):
    """Cards are in hands only until the last player has kept one (PRB-10)."""
    return s.phase == DEALING or s.phase == KEEPING


def redact(s, viewer):
    if not is_secret(s):
        return
    for kind in range(KINDS):
        s.pack[UNKNOWN] += s.pack[kind]
        s.pack[kind] = 0
    for seat in range(s.seats):
        if seat != viewer:
            for truck in range(2):
                for kind in range(KINDS):
                    s.hands[seat, truck, UNKNOWN] += s.hands[seat, truck, kind]
                    s.hands[seat, truck, kind] = 0


def hears(s, seat, move, viewer):
    return SOMETHING if s.phase == DEALING and owner(s, s.dealt) != viewer else ALL


def unsealed(s, seat, move, viewer):
    return ALL


def reveals(s, then, seat, move, viewer):
    return 0  # a kept card is named by the move; what went back is known by elimination


# What a viewer may imagine


def imagine(s, viewer, luck):
    """All unseen cards lie in the pack, then the hidden hands are dealt from it."""
    if not is_secret(s):
        return
    size = 0
    for kind in range(KINDS):
        s.pack[kind] = COPIES[kind]
        for seat in range(s.seats):
            for truck in range(2):
                s.pack[kind] -= s.hands[seat, truck, kind] + (s.card[seat, truck] == kind)
        size += s.pack[kind]
    s.pack[UNKNOWN] = 0
    for seat in range(s.seats):
        for truck in range(2):
            while s.hands[seat, truck, UNKNOWN] > 0:
                s.hands[seat, truck, UNKNOWN] -= 1
                kind = 0
                pick = below(luck, size) - s.pack[kind]
                while pick >= 0:
                    kind += 1
                    pick -= s.pack[kind]
                s.pack[kind] -= 1
                s.hands[seat, truck, kind] += 1
                size -= 1


# What a position must be

FLAWS = (
    ("negative", 6), ("brown", 6), ("black", 6), ("white", 6), ("losses", 14), ("layout", 4), ("bars", 17),
    ("neighbours", 18), ("limit", 19), ("closed", 25), ("unknown cards", 10), ("loads", 7), ("spent", 22),
    ("open loads", 22), ("face down", 24), ("streets", 9), ("second truck", 29), ("hands", 10), ("load cards", 10),
    ("cargo", 22), ("delivered", 22), ("prime", 22), ("prime to lose", 23), ("prime to score", 21),
    ("lost primes", 23), ("points", 20), ("crossroads", 13), ("contact", 13), ("phase", 12), ("turn", 9),
    ("two players", 29), ("dealing", 10), ("start", 9), ("dice", 12), ("walk", 12), ("path", 16), ("question", 12),
    ("round", 26), ("end", 26),
)  # fmt: skip
(
    NEGATIVE, WRONG_CUBES, _, _, WRONG_LOSSES, WRONG_LAYOUT, WRONG_BARS,
    WRONG_NEIGHBOURS, WRONG_LIMIT, WRONG_CLOSED, UNKNOWN_CARDS, WRONG_LOADS, WRONG_SPENT,
    WRONG_OPEN, WRONG_DOWN, WRONG_STREETS, WRONG_FLEET, WRONG_HANDS, WRONG_CARD,
    WRONG_CARGO, WRONG_DELIVERED, WRONG_PRIME, PRIME_TO_LOSE, PRIME_TO_SCORE,
    WRONG_LOST_PRIMES, WRONG_POINTS, WRONG_CROSSROADS, WRONG_CONTACT, WRONG_PHASE, WRONG_TURN,
    WRONG_TWO, WRONG_DEAL, WRONG_START, WRONG_DICE, WRONG_WALK, WRONG_PATH, WRONG_QUESTION,
    WRONG_ROUND, WRONG_END,
) = range(39)  # fmt: skip


def flaw(s):
    fault = flaw_of_turn(s)
    if fault < 0:
        fault = flaw_of_cubes(s)
    if fault < 0:
        fault = flaw_of_bars(s)
    if fault < 0:
        fault = flaw_of_loads(s)
    if fault < 0:
        fault = flaw_of_trucks(s)
    if fault < 0:
        fault = flaw_of_primes(s)
    if fault < 0:
        fault = flaw_of_characters(s)
    if fault < 0:
        fault = flaw_of_question(s)
    if fault < 0:
        fault = flaw_of_end(s)
    return fault


def flaw_of_turn(s):
    """Whose turn it is, and with which truck."""
    if s.phase < LAYOUT_LOT or s.phase > OVER:
        return WRONG_PHASE
    if s.layout < -1 or s.layout >= LAYOUT_COUNT or (s.layout < 0) != (s.phase == LAYOUT_LOT):
        return WRONG_LAYOUT
    drawn = s.phase > FIRST_LOT
    if (s.first < 0 or s.first >= s.seats) if drawn else s.first != -1:
        return WRONG_TURN
    if (s.turn < 0 or s.turn >= s.seats) if drawn else s.turn != -1:
        return WRONG_TURN
    if (s.phase == DEALING or s.phase == OPENING) and s.turn != s.first:
        return WRONG_TURN
    one = s.phase == PLACING or s.phase == KEEPING or (LOADING <= s.phase and s.phase <= DELIVERING)
    if (s.truck < 0 or s.truck >= fleet(s)) if one else s.truck != -1:
        return WRONG_TURN
    playing = TRUCK_CHOICE <= s.phase
    if s.round < 0 or (s.round > 0 and not playing):
        return WRONG_ROUND
    if s.seats > 2:
        return WRONG_TWO if s.second_truck or s.opener >= 0 or s.stage == LAST_TRUCK or s.phase == TRUCK_CHOICE else -1
    chosen = playing and not (is_opening(s) and s.phase == TRUCK_CHOICE)
    if (s.opener < 0 or s.opener > 1) if chosen else s.opener != -1:
        return WRONG_TWO
    single = is_opening(s) or s.stage == LAST_TRUCK
    if s.second_truck and (single or s.phase < LOADING or s.phase == OVER):
        return WRONG_TWO
    if s.phase != OVER and s.stage == LAST_TRUCK and (s.turn != s.first or s.truck != 1 - s.opener):
        return WRONG_TWO
    if is_opening(s) and chosen and s.truck != s.opener:
        return WRONG_TWO
    return -1


def flaw_of_cubes(s):
    """Every cube is somewhere, once."""
    losses = 0
    tiles = 0
    for colour in range(COLOUR_COUNT):
        count = s.stock[colour] + s.box[colour]
        tiles += s.box[colour]
        if s.stock[colour] < 0 or s.box[colour] < 0:
            return NEGATIVE
        for seat in range(s.seats):
            for truck in range(2):
                if s.cargo[seat, truck, colour] < 0 or s.lost[seat, truck, colour] < 0:
                    return NEGATIVE
                count += s.cargo[seat, truck, colour] + s.lost[seat, truck, colour]
                tiles += s.lost[seat, truck, colour]
        for block in range(BLOCK_COUNT):
            if s.bars[block, colour] < 0:
                return NEGATIVE
            count += s.bars[block, colour]
        if count != all_cubes(s):
            return WRONG_CUBES + colour
    for seat in range(s.seats):
        for truck in range(2):
            losses += s.losses[seat, truck]
            on_tile = s.lost[seat, truck, 0] + s.lost[seat, truck, 1] + s.lost[seat, truck, 2]
            if s.losses[seat, truck] < on_tile:
                return WRONG_LOSSES
    return WRONG_LOSSES if losses != tiles else -1


def flaw_of_bars(s):
    tiles = CLOSED_TILES
    for block in range(BLOCK_COUNT):
        building = BUILDING[s.layout, block] if s.layout >= 0 else DISTILLERY
        held = 0
        for colour in range(COLOUR_COUNT):
            count = s.bars[block, colour]
            held += count > 0
            if count > 0 and s.phase < TRUCK_CHOICE:
                return WRONG_START
            if count > 0 and building == DISTILLERY:
                return WRONG_BARS
            if count > (LIMIT if building == BAR else PRIVATE_LIMIT) + 1:
                return WRONG_LIMIT
            if count > 0 and building >= PRIVATE and building != PRIVATE + colour:
                return WRONG_LIMIT
            if count > 0 and has_neighbour(s, block, colour):
                return WRONG_NEIGHBOURS
        if held > 1:
            return WRONG_BARS
        if s.closed[block] < 0 or s.closed[block] > 1:
            return WRONG_CLOSED
        if s.closed[block]:
            tiles -= 1
            if building == DISTILLERY or not is_shut_in(s, block):
                return WRONG_CLOSED
    return WRONG_CLOSED if tiles < 0 else -1


def flaw_of_loads(s):
    """Every load card is somewhere, once."""
    spent = 0
    taken = 0
    for kind in range(KINDS):
        count = s.pack[kind] + s.spent[kind]
        spent += s.spent[kind]
        if s.pack[kind] < 0 or s.spent[kind] < 0:
            return NEGATIVE
        for slot in range(OPEN):
            count += s.open[slot] == kind
        for seat in range(s.seats):
            for truck in range(2):
                if s.hands[seat, truck, kind] < 0:
                    return NEGATIVE
                count += s.hands[seat, truck, kind] + (s.card[seat, truck] == kind)
        if count != COPIES[kind]:
            return WRONG_LOADS
    if s.pack[UNKNOWN] != 0:
        return UNKNOWN_CARDS
    for seat in range(s.seats):
        for truck in range(2):
            if s.hands[seat, truck, UNKNOWN] != 0:
                return UNKNOWN_CARDS
            taken += s.loaded[seat, truck] - 1 if s.loaded[seat, truck] > 0 else 0
    out = COLOUR_COUNT * all_cubes(s) - s.stock[0] - s.stock[1] - s.stock[2]
    if spent != taken or SMALLEST_LOAD * spent > out:
        return WRONG_SPENT
    empty = 0
    for slot in range(OPEN):
        if s.open[slot] == EMPTY:
            empty += 1
            if s.down[slot]:
                return WRONG_DOWN
        elif s.open[slot] < EMPTY or s.open[slot] >= KINDS:
            return WRONG_OPEN
        elif s.down[slot] != (0 if can_fill(s, s.open[slot]) else 1):
            return WRONG_DOWN
    if s.phase < OPENING:
        return WRONG_OPEN if empty < OPEN else -1
    if s.phase == OPENING:
        return WRONG_OPEN if empty != OPEN - empty_slot(s) or empty == 0 else -1
    return WRONG_OPEN if empty != (s.phase == REFILLING) else -1


def flaw_of_trucks(s):
    playing = TRUCK_CHOICE <= s.phase
    for seat in range(s.seats):
        for truck in range(2):
            street = s.at[seat, truck]
            card = s.card[seat, truck]
            if street < -1 or street >= STREET_COUNT:
                return WRONG_STREETS
            if card < EMPTY or card >= KINDS:
                return WRONG_CARD
            for other in range(2 * seat + truck):
                if street >= 0 and s.at[other // 2, other % 2] == street:
                    return WRONG_STREETS
            if (street >= 0) != is_placed(s, seat, truck):
                return WRONG_FLEET if truck >= fleet(s) else WRONG_STREETS
            if not playing and street >= 0:
                at_door = DOOR[street] >= 0 and BUILDING[s.layout, DOOR[street]] == DISTILLERY
                if not at_door:
                    return WRONG_STREETS
            if (card != EMPTY) != has_kept(s, seat, truck):
                return WRONG_FLEET if truck >= fleet(s) else WRONG_CARD
            if hand_size(s, seat, truck) != expected_hand(s, seat, truck):
                return WRONG_HANDS
            fault = flaw_of_cargo(s, seat, truck)
            if fault >= 0:
                return fault
    on_turn = LOADING <= s.phase and s.phase <= DELIVERING
    if on_turn and s.loaded[s.turn, s.truck] == 0:
        return WRONG_CARGO
    if s.dealt != DEALT * fleet(s) * s.seats if s.phase >= KEEPING else (s.phase < DEALING and s.dealt != 0):
        return WRONG_DEAL
    return WRONG_DEAL if s.dealt < 0 or (s.phase == DEALING and s.dealt >= DEALT * fleet(s) * s.seats) else -1


def is_placed(s, seat, truck):
    """Whether a truck must be on the map: from the last player to the first (PRB-09)."""
    if s.phase < PLACING or truck >= fleet(s):
        return False
    if s.phase > PLACING:
        return True
    behind = (s.first + s.seats - 1 - seat) % s.seats
    asked = (s.first + s.seats - 1 - s.turn) % s.seats
    return behind < asked or (behind == asked and truck < s.truck)


def has_kept(s, seat, truck):
    """Whether a truck must have its card: clockwise from the first player (PRB-10)."""
    if s.phase < KEEPING or truck >= fleet(s):
        return False
    if s.phase > KEEPING:
        return True
    place = (seat - s.first) % s.seats
    asked = (s.turn - s.first) % s.seats
    return place < asked or (place == asked and truck < s.truck)


def hand_size(s, seat, truck):
    size = 0
    for kind in range(KINDS + 1):
        size += s.hands[seat, truck, kind]
    return size


def expected_hand(s, seat, truck):
    if truck >= fleet(s) or not is_secret(s) or has_kept(s, seat, truck):
        return 0
    before = ((seat - s.first) % s.seats * fleet(s) + truck) * DEALT
    size = s.dealt - before
    return 0 if size < 0 else DEALT if size > DEALT else size


def flaw_of_cargo(s, seat, truck):
    """Cubes aboard and lost come from the card; what is missing was delivered."""
    aboard = 0
    missing = 0
    if s.loaded[seat, truck] < 0 or s.losses[seat, truck] < 0 or s.points[seat, truck] < 0:
        return NEGATIVE
    if s.fined[seat, truck] < 0 or s.fined[seat, truck] > s.losses[seat, truck]:
        return WRONG_POINTS
    if s.primes[seat, truck] < 0 or s.primes[seat, truck] > s.loaded[seat, truck]:
        return WRONG_POINTS
    for flag in (s.delivered[seat, truck], s.drove[seat, truck]):
        if flag < 0 or flag > 1 or (flag and s.loaded[seat, truck] == 0):
            return WRONG_DELIVERED
    if s.loaded[seat, truck] > 0 and (s.phase < TRUCK_CHOICE or s.card[seat, truck] == EMPTY):
        return WRONG_CARGO
    for colour in range(COLOUR_COUNT):
        if s.served[seat, truck, colour] < 0 or s.served[seat, truck, colour] > CUBES:
            return WRONG_POINTS
        cubes = s.cargo[seat, truck, colour] + s.lost[seat, truck, colour]
        in_load = IN_LOAD[s.card[seat, truck], colour] if s.loaded[seat, truck] > 0 else 0
        if cubes > in_load:
            return WRONG_CARGO
        missing += in_load - cubes
        aboard += s.cargo[seat, truck, colour]
    if s.delivered[seat, truck] and missing == 0:
        return WRONG_DELIVERED
    if not s.delivered[seat, truck] and missing > 0 and s.loaded[seat, truck] > 1:
        return WRONG_DELIVERED
    if s.delivered[seat, truck] and not s.drove[seat, truck]:
        return WRONG_DELIVERED
    if s.loaded[seat, truck] == 0 and (s.losses[seat, truck] > 0 or s.points[seat, truck] > 0):
        return WRONG_POINTS
    return -1


def flaw_of_primes(s):
    """At most one token of each value for every truck that has had such a load."""
    for i in range(PRIME_COUNT):
        if s.lost_primes[i] < EMPTY or s.lost_primes[i] >= PRIMES_A_TRUCK:
            return WRONG_LOST_PRIMES
        if s.lost_primes[i] != EMPTY and i >= lost_prime_count(s):
            return WRONG_LOST_PRIMES
    most = 0
    for prime in range(PRIMES_A_TRUCK):
        held = 0
        had = 0
        for i in range(PRIME_COUNT):
            held += s.lost_primes[i] == prime
        for seat in range(s.seats):
            for truck in range(2):
                held += s.prime[seat, truck] == prime
                had += s.loaded[seat, truck] > prime or (prime == 0 and s.card[seat, truck] != EMPTY)
        if held > had:
            return WRONG_LOST_PRIMES
        most += PRIME_VALUES[prime] * (had - held)
    points = 0
    for seat in range(s.seats):
        for truck in range(2):
            prime = s.prime[seat, truck]
            loads = s.loaded[seat, truck]
            if prime < EMPTY or prime >= PRIMES_A_TRUCK or (prime != EMPTY and s.card[seat, truck] == EMPTY):
                return WRONG_PRIME
            if prime != EMPTY and loads <= PRIMES_A_TRUCK and prime != (loads - 1 if loads > 0 else 0):
                return WRONG_PRIME
            if prime == EMPTY and loads == 0 and s.card[seat, truck] != EMPTY:
                return WRONG_PRIME
            if prime != EMPTY and is_forfeit(s, seat, truck, prime):
                return PRIME_TO_LOSE
            if prime != EMPTY and loads > 0 and is_empty(s, seat, truck):
                return PRIME_TO_SCORE
            points += s.points[seat, truck]
    for block in range(BLOCK_COUNT):
        most += s.bars[block, 0] + 2 * s.bars[block, 1] + 3 * s.bars[block, 2]
    return WRONG_POINTS if points > most else -1


def flaw_of_characters(s):
    for character in range(CHARACTER_COUNT):
        place = s.where[character]
        if place < -1 or place >= CROSSROADS_COUNT or (place >= 0 and s.phase < TRUCK_CHOICE):
            return WRONG_CROSSROADS
        for other in range(character):
            if place >= 0 and s.where[other] == place:
                return WRONG_CROSSROADS
        for seat in range(s.seats):
            for truck in range(2):
                touched = s.touched[character, seat, truck]
                if touched < 0 or touched > 1 or (touched and (place < 0 or truck >= fleet(s))):
                    return WRONG_CONTACT
    return -1


def flaw_of_question(s):
    """Dice, character, path and what is asked fit together."""
    late = s.path[0] >= 0
    rolled = s.pair >= 0
    if s.pair < -1 or s.pair >= PAIRS or s.number < 0 or s.number > FACES or rolled != (s.number > 0):
        return WRONG_DICE
    if s.phase == LOADING or s.phase == REFILLING:
        if rolled != late:
            return WRONG_DICE
    elif rolled != (CHARACTER_CHOICE <= s.phase and s.phase <= DELIVERING):
        return WRONG_DICE
    elif late != (s.phase == DRIVING or s.phase == DELIVERING):
        return WRONG_PATH
    moving = s.phase == ENTERING or s.phase == WALKING
    if (s.character < 0 or s.character > CAPONE or not is_shown(s, s.character)) if moving else s.character != -1:
        return WRONG_WALK
    if s.phase == WALKING:
        if s.steps < 1 or s.steps > s.number or s.came < -1 or s.came > 3 or (s.came < 0) != (s.steps == s.number):
            return WRONG_WALK
        if s.where[s.character] < 0 or not can_walk(s, s.character, s.where[s.character], s.came, s.steps):
            return WRONG_WALK
    elif s.steps != 0 or s.came != -1:
        return WRONG_WALK
    choices = 0
    for character in range(CHARACTER_COUNT):
        choices += is_shown(s, character) and can_go(s, character)
    if s.phase == CHARACTER_CHOICE and choices == 0:
        return WRONG_QUESTION
    if s.phase == ENTERING and (s.where[s.character] >= 0 or not can_go(s, s.character)):
        return WRONG_QUESTION
    fault = flaw_of_path(s)
    if fault >= 0:
        return fault
    if s.phase == LOADING and not can_load(s):
        return WRONG_QUESTION
    return WRONG_QUESTION if s.phase == DELIVERING and not can_deliver(s) else -1


def flaw_of_path(s):
    """Every street of a drive follows from the one before (PRB-16)."""
    count = driven(s)
    for i in range(LONGEST_DRIVE + 1):
        street = s.path[i]
        if street < -1 or street >= STREET_COUNT or (street >= 0 and (s.path[0] < 0 or i > count)):
            return WRONG_PATH
        if i == 0 or street < 0:
            continue
        crossing = meeting(s.path[i - 1], street)
        for j in range(i):
            if s.path[j] == street:
                return WRONG_PATH
        if crossing < 0 or (i > 1 and touches(s.path[i - 2], crossing)):
            return WRONG_PATH
        if is_occupied(s, crossing) and not (i == 1 and is_between_two(s, s.path[0])):
            return WRONG_PATH
        if i < count and has_truck(s, street):
            return WRONG_PATH
    if s.path[0] < 0:
        return -1
    if s.path[count] != s.at[s.turn, s.truck] or (count > 0 and has_truck(s, s.path[0])):
        return WRONG_PATH
    if s.phase == DRIVING and count == LONGEST_DRIVE:
        return WRONG_PATH
    if s.phase != REFILLING and count > 0 and not s.drove[s.turn, s.truck]:
        return WRONG_PATH
    return -1


def flaw_of_end(s):
    """Where an end has come it is announced (PRB-26); three of the four can be seen on the table."""
    if s.busy < 0 or s.busy > 1 or s.quiet < 0 or s.quiet > s.round or s.round > LONGEST:
        return WRONG_ROUND
    if s.quiet > QUIET_ROUNDS + 1 or (s.quiet >= QUIET_ROUNDS and s.stage == PLAY):
        return WRONG_ROUND
    if s.stage < PLAY or s.stage > LAST_TRUCK or s.ending < -1 or s.ending >= len(REASONS):
        return WRONG_END
    if (s.stage > PLAY and s.ending < 0) or (s.ending >= 0 and s.phase < TRUCK_CHOICE):
        return WRONG_END
    if s.phase == OVER:
        return -1 if s.reason == s.ending and s.stage == (LAST_TRUCK if s.seats == 2 else LAST_ROUND) else WRONG_END
    if s.reason != -1:
        return WRONG_END
    if s.phase < TRUCK_CHOICE:
        return WRONG_ROUND if s.busy or s.quiet else -1
    for reason in range(STALLED):
        if reason == NO_LOADS:
            come = loads_down(s) == OPEN
        elif reason == ALL_CLOSED:
            come = closed_tiles(s) == 0
        else:
            come = are_bars_served(s)
        if (come and s.ending < 0) or (s.ending == reason and not come):
            return WRONG_END
    return -1


# Words for players

ABOUT = (*LOADS, "ness", "the policeman", "capone", "bar", "private", *COLOURS)
ABOUT_CHARACTER = KINDS
ABOUT_BAR = KINDS + 3
ABOUT_CUBE = KINDS + 5
NEWS = (
    ("seized 1", 14), ("seized 2", 14), ("seized 3", 14), ("seized 4", 14), ("cubes", 14),
    ("delivered", 20), ("prime lost 1", 23), ("prime lost 2", 23), ("prime lost 3", 23), ("prime lost 4", 23),
    ("prime scored 1", 21), ("prime scored 2", 21), ("prime scored 3", 21), ("prime scored 4", 21),
    ("aboard", 11), ("no character", 12), ("face down", 24), ("bar closed", 25), ("end near", 26), ("last round", 26),
    ("last truck", 29),
)  # fmt: skip
SEIZED, CUBES_TAKEN, DELIVERED, PRIME_LOST, PRIME_SCORED, ABOARD, NO_CHARACTER, FACE_DOWN = 0, 4, 5, 6, 10, 14, 15, 16
BAR_CLOSED, END_NEAR, LAST_ROUND_BEGINS, LAST_TRUCK_BEGINS = 17, 18, 19, 20
FIRST_ROUND = 0  # how the record counts the first one


def clause(s, seat, move):
    """The clause that a move rests on; for one that is forbidden here, the one that forbids it."""
    if move < KEEP:
        return 9
    if move < TRUCK:
        return 10
    if move < LOAD:
        return 29
    if move < CHOOSE:
        return 24 if s.phase == LOADING and move < NO_LOAD and s.down[move - LOAD] else 22
    if move < STEP:
        return 12
    if move < DRIVE:
        return max(12, why_no_step(s, move - STEP)) if s.phase == WALKING else 12
    if move < DELIVER:
        return 16
    if move < DONE and (s.phase == DRIVING or s.phase == DELIVERING):
        return why_no_delivery(s, seat, move - DELIVER) or 17
    return 17


def news(s, then, told, things):
    trucks = fleet(s)
    for seat in range(s.seats):
        for truck in range(trucks):
            place = seat * trucks + truck
            if s.phase == WALKING and then.losses[seat, truck] > s.losses[seat, truck]:
                told[SEIZED + place, WHO] = seat
                told[SEIZED + place, COUNT] = then.losses[seat, truck] - s.losses[seat, truck]
                told[SEIZED + place, SUM] = min(s.points[seat, truck], 1)
                told[CUBES_TAKEN, WHO] = seat
                for colour in range(COLOUR_COUNT):
                    things[ABOUT_CUBE + colour] += s.cargo[seat, truck, colour] - then.cargo[seat, truck, colour]
            if s.loaded[seat, truck] == 0 and then.loaded[seat, truck] > 0:
                told[ABOARD, WHO] = seat
            news_of_prime(s, then, told, seat, truck, place)
    if s.phase == DELIVERING:
        for colour in range(COLOUR_COUNT):
            if then.cargo[s.turn, s.truck, colour] < s.cargo[s.turn, s.truck, colour]:
                told[DELIVERED, WHO] = s.turn
                told[DELIVERED, SUM] = colour + 1
    if s.phase == DICE and then.phase == DRIVING:
        told[NO_CHARACTER, WHO] = s.turn
    if loads_down(then) > loads_down(s):
        told[FACE_DOWN, WHO] = 0
    if closed_tiles(then) < closed_tiles(s):
        told[BAR_CLOSED, WHO] = 0
    if s.ending < 0 and then.ending >= 0:
        told[END_NEAR, WHO] = 0
    if s.stage != then.stage:
        told[LAST_ROUND_BEGINS if then.stage == LAST_ROUND else LAST_TRUCK_BEGINS, WHO] = then.turn


def news_of_prime(s, then, told, seat, truck, place):
    """A prime that is gone was lost if its token came onto the pile, else scored."""
    prime = s.prime[seat, truck]
    loading = then.loaded[seat, truck] > s.loaded[seat, truck]
    if prime == EMPTY or s.loaded[seat, truck] == 0 or (then.prime[seat, truck] == prime and not loading):
        return
    scored = then.points[seat, truck] - s.points[seat, truck] >= PRIME_VALUES[prime] - 1
    outcome = (PRIME_SCORED if scored else PRIME_LOST) + place
    told[outcome, WHO] = seat
    told[outcome, SUM] = PRIME_VALUES[prime]


def about(s, then, seat, move):
    """The load that is taken, the character that is moved, the kind of bar that is served."""
    if seat < 0:
        return -1
    if LOAD <= move and move < NO_LOAD:
        return s.open[move - LOAD]
    if PLACE <= move and move < DRIVE:
        return ABOUT_CHARACTER + s.character
    if DELIVER <= move and move < DONE:
        return ABOUT_BAR + (BUILDING[s.layout, DOOR[s.at[seat, s.truck]]] >= PRIVATE)
    return -1


PRINTED = {
    "colours": COLOURS,
    "characters": CHARACTERS,
    "trucks": TRUCKS,
    "worth": {colour: i + 1 for i, colour in enumerate(COLOURS)},
    "loads": {load: {COLOURS[i]: int(digit) for i, digit in enumerate(load)} for load in LOADS},
    "city": CITY,
}
