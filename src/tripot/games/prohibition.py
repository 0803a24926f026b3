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
    ALL_CROSSROADS,
    BARS,
    BIT,
    BLOCKS,
    BOTH_ENDS,
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
    LEVEL,
    NEXT_TO,
    PLACES,
    PRIVATE,
    PRIVATES,
    STREETS,
    STREETS_AT,
    UPRIGHT,
    WAYS,
    across_from,
    open_ways,
    touches,
    ways_on,
)
from tripot.games.common import CHANCE, NOBODY, filled, left_of, tell, total
from tripot.games.declare import Clears, Entries, Field, Moves, Phases, Record

NAME = "prohibition"
VERSION = 1
SEATS = (2, 4)
CLAUSE = "PRB"
PACK_CLAUSE = 7
OPTIONS = {"layout": ("lot", "1", "2", "3", "4")}  # PRB-04
LAYOUT = 0

# Material (PRB-06, PRB-07, PRB-08); a load's digits are its brown, black and white cubes, worth 1, 2 and 3
LOAD_CARDS = {
    6: "220 220 301 410", 7: "130 211 320 401", 8: "121 202 230 311", 9: "031 112 221 302",
    10: "022 103 131 212", 11: "013 041 122 203", 12: "032 032 113 113",
}  # fmt: skip
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

STREET_COUNT, BLOCK_COUNT = len(STREETS), len(BLOCKS)
COLOUR_COUNT, CHARACTER_COUNT = len(COLOURS), len(CHARACTERS)
CLOSED = COLOUR_COUNT  # beside the colours that blocks hold
NESS, POLICEMAN, CAPONE = 0, 1, 2
EMPTY = -1

LOADS = tuple(dict.fromkeys(" ".join(LOAD_CARDS.values()).split()))  # equal cards are one kind
COPIES = np.array([" ".join(LOAD_CARDS.values()).split().count(load) for load in LOADS], np.int16)
IN_LOAD = np.array([[int(digit) for digit in load] for load in LOADS], np.int16)
KINDS = len(LOADS)

PHASES = Phases(
    ("layout", 4, CHANCE, "layout"), ("first player", 9, CHANCE, "first", "seats"), ("placing", 9, "turn"),
    ("dealing", 10, CHANCE, "deal", "pack"), ("keeping", 10, "turn"), ("open loads", 10, CHANCE, "deal", "pack"),
    ("truck", 29, "turn", "truck 1", "truck 2"), ("load", 22, "turn"), ("refill", 22, CHANCE, "deal", "pack"),
    ("dice", 12, CHANCE, "roll"), ("character", 12, "turn"), ("place", 12, "turn"), ("walk", 12, "turn"),
    ("drive", 16, "turn"), ("delivery", 17, "turn"), ("over", 26, NOBODY),
)  # fmt: skip
(
    LAYOUT_LOT, FIRST_LOT, PLACING, DEALING, KEEPING, OPENING, TRUCK_CHOICE, LOADING, REFILLING, DICE,
    CHARACTER_CHOICE, ENTERING, WALKING, DRIVING, DELIVERING, OVER,
) = range(len(PHASES))  # fmt: skip
HEARD_BY = {"dealing": "next_owner"}
TRUCK_DONE = len(PHASES)  # never asked: the truck on turn has played

MOVES = Moves(
    ("place-truck", STREETS, 9), ("keep", LOADS, 10), ("truck", TRUCKS, 29), ("load", tuple("01234"), 22),
    ("no-load", 22), ("character", CHARACTERS, 12), ("place", CROSSROADS, 12), ("step", WAYS, 12),
    ("drive", STREETS, 16), ("park", 16), ("deliver", COLOURS, 17), ("done", 17),
)  # fmt: skip
PLACE_TRUCK, KEEP, TRUCK, LOAD, NO_LOAD, CHOOSE, PLACE, STEP, DRIVE, PARK, DELIVER, DONE = MOVES.starts
OUTCOMES = Moves(
    ("layout", OPTIONS["layout"][1:]), ("first", tuple("0123")), ("deal", LOADS),
    ("roll", tuple(f"{number} {pair}" for number in (1, 2, 3) for pair in DICE_PAIRS)),
)  # fmt: skip
LAYOUT_IS, FIRST_IS, DEAL, ROLL = OUTCOMES.starts
PASSIVE = (NO_LOAD, PARK, DONE)

REASONS = ("loads", "closed", "bars", "stalled")
NO_LOADS, ALL_CLOSED, ALL_BARS, STALLED = range(len(REASONS))
STAGES = ("play", "last round", "last truck")
PLAY, LAST_ROUND, LAST_TRUCK = range(len(STAGES))
FIRST_ROUND = 0  # how the record counts the first one

# Who rules a street (PRB-15)
NONE, BANNED, FAVOURED = 0, 1, 2

# At most 60 cubes are delivered and 60 / 4 loads taken; before each of these 75 there are at most two full rounds
# without, then three more and the last round: 3 * 75 + 3 + 1 rounds of four trucks. A truck's turn is at most: truck,
# load and refill, dice, character, three steps, four streets, three cubes, load and refill. The start: layout, first
# player, four trucks placed, twelve cards dealt, four kept, five opened.
LONGEST = 27 + 17 * 4 * 229

RECORD = Record(
    SEATS,
    seats=Field("count"),
    layout=Field(OPTIONS["layout"][1:]),
    phase=Field(PHASES),
    first=Field("seat"),  # the first player
    turn=Field("seat"),
    truck=Field(TRUCKS),  # which of their trucks is asked about
    second_truck=Field("flag"),  # two players: the other truck has already played in this turn
    opener=Field(TRUCKS),  # two players: the truck that opened the game
    round=Field("count", wide=16),
    stage=Field(STAGES, start=PLAY),
    ending=Field(REASONS),  # why the end comes, before it has come
    reason=Field(REASONS),
    dealt=Field("count"),  # cards dealt to trucks at the start
    busy=Field("flag"),  # a cube was delivered or a load taken in this round
    quiet=Field("count"),  # full rounds in a row without
    number=Field("count", lasts="turn"),  # the dice of this truck's turn, 0 and none before they are rolled
    pair=Field(DICE_PAIRS, lasts="turn"),
    character=Field(CHARACTERS, lasts="walk"),  # the character that is being moved
    steps=Field("count", lasts="walk"),  # crossroads that it has still to go
    came=Field(WAYS, lasts="walk"),  # the way of its last step
    path=Field(LONGEST_DRIVE + 1, STREETS, lasts="turn"),  # the street where the truck began, then those driven
    where=Field(CHARACTERS, CROSSROADS),
    touched=Field(CHARACTERS, "seats", TRUCKS, "flag"),  # in contact at the end of its last move
    stock=Field(COLOURS, "count"),
    box=Field(COLOURS, "count", seldom=True),  # cubes that have left the game
    pack=Field((*LOADS, "unknown"), "count", known="are_open", cards=True, seldom=True),
    open=Field(OPEN, LOADS, cards=True),
    down=Field(OPEN, "flag"),  # turned face down
    spent=Field(LOADS, "count", cards=True, seldom=True),  # load cards that have been replaced by another
    lost_primes=Field(PRIME_COUNT, PRIMES, seldom=True),  # from the bottom of the pile
    at=Field("seats", TRUCKS, STREETS),
    card=Field("seats", TRUCKS, LOADS, cards=True),
    cargo=Field("seats", TRUCKS, COLOURS, "count"),
    lost=Field("seats", TRUCKS, COLOURS, "count"),  # cubes on the loss tile
    losses=Field("seats", TRUCKS, "count", seldom=True),  # all cubes that ever went there
    prime=Field("seats", TRUCKS, PRIMES),
    loaded=Field("seats", TRUCKS, "count"),  # loads taken aboard so far
    delivered=Field("seats", TRUCKS, "flag"),  # a cube of this load was
    drove=Field("seats", TRUCKS, "flag"),  # since this load came aboard
    points=Field("seats", TRUCKS, "count", wide=16),
    served=Field("seats", TRUCKS, COLOURS, "count", seldom=True),  # cubes delivered
    fined=Field("seats", TRUCKS, "count", seldom=True),  # points lost for cubes taken
    primes=Field("seats", TRUCKS, "count", seldom=True),  # primes scored
    # cards dealt to a truck, until one is kept
    hands=Field("seats", TRUCKS, (*LOADS, "unknown"), "count", known=("owner", "are_open"), cards=True, seldom=True),
    bars=Field(BLOCKS, COLOURS, "count", seldom=True),
    closed=Field(BLOCKS, "flag", seldom=True),
    blocks=Field((*COLOURS, "closed"), "count", wide=64, derived=True),  # with a cube of a colour, or closed, as bits
)
clear_turn, clear_walk = Clears("turn"), Clears("walk")


def begin(s, options):
    s.layout = options[LAYOUT] - 1
    s.phase = LAYOUT_LOT if s.layout < 0 else FIRST_LOT
    for colour in range(COLOUR_COUNT):
        s.stock[colour] = all_cubes(s)
    for kind in range(KINDS):
        s.pack[kind] = in_pack(s, kind)


def in_pack(s, kind):
    """Load cards of a kind in the game (PRB-07)."""
    return COPIES[kind]


def all_cubes(s):
    """Cubes of each colour in the game (PRB-06)."""
    return CUBES_OF_THREE if s.seats == 3 else CUBES


def fleet(s):
    """How many trucks a player has (PRB-29)."""
    return 2 if s.seats == 2 else 1


def is_occupied(s, crossroads):
    return s.where[NESS] == crossroads or s.where[POLICEMAN] == crossroads or s.where[CAPONE] == crossroads


def has_truck(s, street):
    at = s.at
    for seat in range(s.seats):
        if at[seat, 0] == street or at[seat, 1] == street:
            return True
    return False


# The city, the first player and the trucks (PRB-04, PRB-09)


def do_layout(s, seat, move):
    s.layout = move - LAYOUT_IS
    s.phase = FIRST_LOT


def do_first_player(s, seat, move):
    s.first = move - FIRST_IS
    s.turn = (s.first - 1) % s.seats
    s.truck = 0
    s.phase = PLACING


def may_placing(s, seat, can):
    for block in range(BLOCK_COUNT):
        if BUILDING[s.layout, block] == DISTILLERY:
            for i in range(2):
                if not has_truck(s, DOOR_STREETS[block, i]):
                    can[PLACE_TRUCK + DOOR_STREETS[block, i]] = 1


def do_placing(s, seat, move):
    """From the last player to the first, all trucks of a player in a row (PRB-09)."""
    s.at[seat, s.truck] = move - PLACE_TRUCK
    if s.truck + 1 < fleet(s):
        s.truck += 1
    elif seat == s.first:
        s.truck = -1
        s.phase = DEALING
    else:
        s.truck = 0
        s.turn = (seat - 1) % s.seats


# The first loads (PRB-10)


def next_owner(s):
    """The seat that the next card goes to."""
    return (s.first + s.dealt // (DEALT * fleet(s))) % s.seats


def do_dealing(s, seat, move):
    """Three cards to each truck, clockwise from the first player (PRB-10)."""
    kind = move - DEAL
    s.pack[kind] -= 1
    s.hands[next_owner(s), s.dealt // DEALT % fleet(s), kind] += 1
    s.dealt += 1
    if s.dealt == DEALT * fleet(s) * s.seats:
        s.truck = 0
        s.phase = KEEPING


def are_open(s, viewer):
    """Cards are in hands only until the last player has kept one (PRB-10)."""
    return s.phase != DEALING and s.phase != KEEPING


def may_keeping(s, seat, can):
    for kind in range(KINDS):
        can[KEEP + kind] = s.hands[seat, s.truck, kind] > 0


def do_keeping(s, seat, move):
    """One card stays, openly, with a prime of 3; the others go back (PRB-10)."""
    kind = move - KEEP
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


def do_open_loads(s, seat, move):
    """The next card fills the empty place, or the next empty place at the start (PRB-10, PRB-22)."""
    kind = move - DEAL
    s.pack[kind] -= 1
    s.open[filled(s.open)] = kind
    turn_down_loads(s)
    if s.phase == REFILLING:
        s.phase = DICE if s.pair < 0 else TRUCK_DONE
    elif filled(s.open) == OPEN:
        begin_turn(s)


# A turn, and the choice of two trucks (PRB-29)


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


def do_truck(s, seat, move):
    s.truck = move - TRUCK
    if is_opening(s):
        s.opener = s.truck
    s.phase = LOADING


def afterwards(s):
    """On to the next question that can be answered: a delivery, a load, or one of the next truck's turn."""
    if s.phase == DELIVERING and not can_deliver(s):
        s.phase = LOADING
    while s.phase == TRUCK_DONE or (s.phase == LOADING and not can_load(s)):
        if s.phase == LOADING and s.pair < 0:
            if s.loaded[s.turn, s.truck] == 0:  # PRB-11
                fill_truck(s, s.turn, s.truck)
            s.phase = DICE
        else:
            end_truck(s)


# Loads (PRB-11, PRB-22, PRB-24)


def can_load(s):
    """PRB-22: at a distillery's door that nobody watches, with an open load left, and not twice without driving."""
    street = s.at[s.turn, s.truck]
    block = DOOR[street]
    if block < 0 or BUILDING[s.layout, block] != DISTILLERY or total(s.down) == OPEN:
        return False
    if not s.drove[s.turn, s.truck] and (s.loaded[s.turn, s.truck] == 0 or aboard(s, s.turn, s.truck) > 0):
        return False
    return rule_over(s, street) != BANNED


def aboard(s, seat, truck):
    """Cubes on a truck."""
    return s.cargo[seat, truck, 0] + s.cargo[seat, truck, 1] + s.cargo[seat, truck, 2]


def may_load(s, seat, can):
    for slot in range(OPEN):
        can[LOAD + slot] = not s.down[slot]
    can[NO_LOAD] = 1


def do_load(s, seat, move):
    """A new load (PRB-22): cubes still aboard are lost, the loss tile is emptied, card and prime are taken."""
    if move == NO_LOAD:
        s.phase = DICE if s.pair < 0 else TRUCK_DONE
        return
    slot = move - LOAD
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


do_refill = do_open_loads


def fill_truck(s, seat, truck):
    """The cubes of its card come aboard, of a first load what the stock has (PRB-11)."""
    for colour in range(COLOUR_COUNT):
        count = min(IN_LOAD[s.card[seat, truck], colour], s.stock[colour])
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
    if total(s.down) == OPEN:
        announce(s, NO_LOADS)


def can_fill(s, kind):
    for colour in range(COLOUR_COUNT):
        if IN_LOAD[kind, colour] > s.stock[colour]:
            return False
    return True


# Primes (PRB-21, PRB-23)


def settle_prime(s, seat, truck):
    """A prime is lost with the cubes that it depends on (PRB-23), else scored when the truck is empty (PRB-21)."""
    prime = s.prime[seat, truck]
    if prime == EMPTY:
        return
    if is_forfeit(s, seat, truck, prime):
        s.lost_primes[filled(s.lost_primes)] = prime
        s.prime[seat, truck] = EMPTY
    elif aboard(s, seat, truck) == 0:
        s.points[seat, truck] += PRIME_VALUES[prime]
        s.primes[seat, truck] += 1
        s.prime[seat, truck] = EMPTY


def is_forfeit(s, seat, truck, prime):
    """The 3 for two lost cubes of one colour, the 5 for two of different colours, the 7 for one (PRB-23)."""
    most = 0
    colours = 0
    for colour in range(COLOUR_COUNT):
        most = max(most, s.lost[seat, truck, colour])
        colours += s.lost[seat, truck, colour] > 0
    if prime == 0:
        return most >= 2
    return colours >= 2 if prime == 1 else colours >= 1


def recover_prime(s):
    """Take the top of the pile of lost primes, if there is one (PRB-22)."""
    count = filled(s.lost_primes)
    if count == 0:
        return EMPTY
    prime = s.lost_primes[count - 1]
    s.lost_primes[count - 1] = EMPTY
    return prime


# Dice and characters (PRB-12, PRB-13)


def do_dice(s, seat, move):
    s.number = (move - ROLL) // PAIRS + 1
    s.pair = (move - ROLL) % PAIRS
    for character in range(CHARACTER_COUNT):
        if s.phase == DICE and is_shown(s, character) and can_go(s, character):
            s.phase = CHARACTER_CHOICE
    if s.phase == DICE:  # PRB-12: neither can go
        begin_drive(s)


def is_shown(s, character):
    """The die leaves one of the three out: Capone on its first face, the Policeman, Ness."""
    return s.pair >= 0 and s.pair + character != 2


def can_go(s, character):
    """Whether a character can be placed, or walk the whole number (PRB-12)."""
    if s.where[character] >= 0:
        return ways_to_walk(s, character, s.where[character], -1, s.number) != 0
    return PLACES[s.layout, character] & free_crossroads(s) != 0


def ways_to_walk(s, character, place, came, steps):
    """The ways, as bits, by which a character that came to a crossroads can complete its walk (PRB-12, PRB-13)."""
    upright = level = 0
    ends = ALL_CROSSROADS
    for seat in range(s.seats):
        for truck in range(fleet(s)):
            street = s.at[seat, truck]
            upright |= UPRIGHT[street]
            level |= LEVEL[street]
            if s.touched[character, seat, truck]:  # not in contact with the same truck twice in a row
                ends &= ~BOTH_ENDS[street]
    return ways_on(place, came, steps, free_crossroads(s), upright, level, ends)


def free_crossroads(s):
    """Those without a character, as bits."""
    free = ALL_CROSSROADS
    for character in range(CHARACTER_COUNT):
        if s.where[character] >= 0:
            free &= ~BIT[s.where[character]]
    return free


def may_character(s, seat, can):
    for character in range(CHARACTER_COUNT):
        can[CHOOSE + character] = is_shown(s, character) and can_go(s, character)


def do_character(s, seat, move):
    s.character = move - CHOOSE
    s.steps = s.number if s.where[s.character] >= 0 else 0
    s.phase = WALKING if s.steps > 0 else ENTERING


def may_place(s, seat, can):
    places = PLACES[s.layout, s.character] & free_crossroads(s)
    for place in range(len(CROSSROADS)):
        can[PLACE + place] = places >> place & 1


def do_place(s, seat, move):
    s.where[s.character] = move - PLACE
    begin_drive(s)


def may_walk(s, seat, can):
    ways = ways_to_walk(s, s.character, s.where[s.character], s.came, s.steps)
    for way in range(4):
        can[STEP + way] = ways >> way & 1


def is_barred(s, way):
    """Whether a truck or a character keeps the walk from going on, or from ending, this way (PRB-13)."""
    place = s.where[s.character]
    there = NEXT_TO[place, way]
    goes_back = s.came >= 0 and way == s.came ^ 2
    if there < 0 or goes_back or ways_to_walk(s, s.character, place, s.came, s.steps) >> way & 1:
        return False
    return s.steps == 1 or is_occupied(s, there) or has_truck(s, STREETS_AT[place, way])


def do_walk(s, seat, move):
    s.came = move - STEP
    s.where[s.character] = NEXT_TO[s.where[s.character], s.came]
    s.steps -= 1
    if s.steps == 0:
        end_walk(s)
        begin_drive(s)


# Cubes taken (PRB-14) and influence (PRB-15)


def end_walk(s):
    """Ness and the Policeman take a cube of every truck in contact, clockwise from the player on turn (PRB-14)."""
    place = s.where[s.character]
    seat = s.turn
    for _ in range(s.seats):
        for truck in range(fleet(s)):
            street = s.at[seat, truck]
            contact = touches(street, place)
            s.touched[s.character, seat, truck] = contact
            safe = s.where[CAPONE] >= 0 and touches(street, s.where[CAPONE])  # also from Capone himself
            if contact and not safe:
                take_cube(s, seat, truck)
        seat = left_of(seat, s.seats)


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


# Driving (PRB-16)


def begin_drive(s):
    clear_walk(s)
    s.path[0] = s.at[s.turn, s.truck]
    s.phase = DRIVING


def driven(s):
    """Streets that the truck has driven in this move."""
    return max(filled(s.path) - 1, 0)


def may_drive(s, seat, can):
    """PRB-16: the streets that can be entered now, or the end of the drive."""
    can[PARK] = 1
    count = driven(s)
    upright = level = 0  # streets with a truck, and those driven
    for other in range(s.seats):
        for truck in range(fleet(s)):
            upright |= UPRIGHT[s.at[other, truck]]
            level |= LEVEL[s.at[other, truck]]
    for i in range(count):
        upright |= UPRIGHT[s.path[i]]
        level |= LEVEL[s.path[i]]
    for i in range(2):
        end = ENDS[s.at[seat, s.truck], i]
        if may_leave_by(s, end, count):
            ways = open_ways(end, upright, level)
            for way in range(4):
                if ways >> way & 1:
                    can[DRIVE + STREETS_AT[end, way]] = 1


def may_leave_by(s, end, count):
    """A street is left by the far end, the first by either; past a character only from between two (PRB-13)."""
    if count > 0:
        return not touches(s.path[count - 1], end) and not is_occupied(s, end)
    return not is_occupied(s, end) or is_between_two(s, s.path[0])


def is_between_two(s, street):
    return free_crossroads(s) & BOTH_ENDS[street] == 0


def do_drive(s, seat, move):
    """One street further, or park; the fourth ends the drive by itself (PRB-16)."""
    if move == PARK:
        s.phase = DELIVERING
        return
    count = driven(s) + 1
    s.path[count] = move - DRIVE
    s.at[seat, s.truck] = move - DRIVE
    s.drove[seat, s.truck] = 1
    if count == LONGEST_DRIVE:
        s.phase = DELIVERING


# Delivering (PRB-17 to PRB-20)


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
    if s.blocks[CLOSED] & BIT[block]:
        return 25
    if building >= PRIVATE and building != PRIVATE + colour:
        return 19
    if (s.blocks[0] | s.blocks[1] | s.blocks[2]) & ~s.blocks[colour] & BIT[block]:
        return 17
    if s.blocks[colour] & across_from(BIT[block]):
        return 18
    limit = PRIVATE_LIMIT if building >= PRIVATE else LIMIT
    return 0 if s.bars[block, colour] < limit + (rule == FAVOURED) else 19


def can_deliver(s):
    count = driven(s)
    return 0 < count and count <= COLOUR_COUNT and why_no_delivery(s, s.turn, count - 1) == 0


def may_delivery(s, seat, can):
    can[DELIVER + driven(s) - 1] = 1
    can[DONE] = 1  # PRB-17: never compulsory


def do_delivery(s, seat, move):
    """One cube into the bar whose door is here scores its value (PRB-17, PRB-20), or no more."""
    if move == DONE:
        s.phase = LOADING
        return
    colour = move - DELIVER
    s.cargo[seat, s.truck, colour] -= 1
    block = DOOR[s.at[seat, s.truck]]
    s.bars[block, colour] += 1
    s.blocks[colour] |= BIT[block]
    s.points[seat, s.truck] += colour + 1
    s.served[seat, s.truck, colour] += 1
    s.delivered[seat, s.truck] = 1
    s.busy = 1
    settle_prime(s, seat, s.truck)
    if are_bars_served(s):
        announce(s, ALL_BARS)


# Rounds, closing, the end (PRB-25, PRB-26)


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
    if s.stage == LAST_ROUND and s.seats == 2:
        s.stage = LAST_TRUCK
    elif s.stage == LAST_ROUND:
        end_game(s)
    elif s.ending >= 0:
        s.stage = LAST_ROUND


def close_bars(s):
    """PRB-25: in reading order, while tiles last."""
    shut_in = blocks_shut_in(s) & ~s.blocks[CLOSED]
    for block in range(BLOCK_COUNT if shut_in != 0 else 0):
        if shut_in & BIT[block] and total(s.closed) < CLOSED_TILES:
            s.closed[block] = 1
            s.blocks[CLOSED] |= BIT[block]
            if total(s.closed) == CLOSED_TILES:
                announce(s, ALL_CLOSED)
    if are_bars_served(s):
        announce(s, ALL_BARS)


def blocks_shut_in(s):
    """Empty bars among all three colours, empty private bars beside their own, as bits (PRB-25)."""
    shut_in = BARS[s.layout]
    for colour in range(COLOUR_COUNT):
        others = PRIVATES[s.layout, (colour + 1) % 3] | PRIVATES[s.layout, (colour + 2) % 3]
        shut_in &= (across_from(s.blocks[colour]) | others) & ~s.blocks[colour]
    return shut_in


def are_bars_served(s):
    """Whether every bar that is not closed has a cube (PRB-26)."""
    return BARS[s.layout] & ~(s.blocks[0] | s.blocks[1] | s.blocks[2] | s.blocks[CLOSED]) == 0


def announce(s, ending):
    """The end comes; the first reason counts (PRB-26)."""
    if s.ending < 0:
        s.ending = ending


def end_game(s):
    s.reason = s.ending
    s.truck = -1
    s.phase = OVER


# Points (PRB-14, PRB-20, PRB-27 to PRB-29)

LINES = Entries(
    ("delivered", COLOURS, 20), ("seized", 14), ("primes", 21), ("last prime", 27), ("prime too soon", 27),
    ("aboard", 27), ("truck", TRUCKS, 29), ("losses", 28),
)  # fmt: skip
_, SEIZED_LINE, PRIMES_LINE, LAST_PRIME, PRIME_TOO_SOON, ABOARD_LINE, TRUCK_LINE, LOSSES_LINE = LINES.starts


def counts(s, seat, line):
    """What the points of the truck that counts are made of."""
    truck = truck_that_counts(s, seat)
    if line < SEIZED_LINE:
        return s.served[seat, truck, line]
    if line == SEIZED_LINE:
        return s.fined[seat, truck]
    if line == PRIMES_LINE:
        return s.primes[seat, truck]
    if TRUCK_LINE <= line and line < LOSSES_LINE:
        return worth(s, seat, 1 - truck) if s.seats == 2 and line == TRUCK_LINE + truck else 0
    if s.phase != OVER:
        return 0
    if line == ABOARD_LINE:
        return aboard(s, seat, truck)
    if line == LOSSES_LINE:
        return s.losses[seat, 0] + s.losses[seat, 1] if is_tied(s, seat) else 0
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


def tiebreak(s, out):
    """Fewer cubes lost (PRB-28)."""
    for seat in range(s.seats):
        out[seat] = -s.losses[seat, 0] - s.losses[seat, 1]


# Words for players

ABOUT = (*LOADS, "ness", "the policeman", "capone", "bar", "private", *COLOURS)
ABOUT_CHARACTER, ABOUT_BAR, ABOUT_CUBE = KINDS, KINDS + 3, KINDS + 5
EACH_TRUCK = tuple("1234")
NEWS = Entries(
    ("seized", EACH_TRUCK, 14), ("cubes", 14), ("delivered", 20), ("prime lost", EACH_TRUCK, 23),
    ("prime scored", EACH_TRUCK, 21), ("aboard", 11), ("no character", 12), ("face down", 24), ("bar closed", 25),
    ("end near", 26), ("last round", 26), ("last truck", 29),
)  # fmt: skip
(
    SEIZED, CUBES_TAKEN, DELIVERED, PRIME_LOST, PRIME_SCORED, ABOARD, NO_CHARACTER, FACE_DOWN, BAR_CLOSED, END_NEAR,
    LAST_ROUND_BEGINS, LAST_TRUCK_BEGINS,
) = NEWS.starts  # fmt: skip


def other_clause(s, seat, move):
    """For a move that is forbidden here, what forbids it."""
    if s.phase == LOADING and LOAD <= move and move < NO_LOAD:
        return 24 if s.down[move - LOAD] else 0
    if s.phase == WALKING and STEP <= move and move < DRIVE:
        return 13 if is_barred(s, move - STEP) else 0
    if (s.phase == DRIVING or s.phase == DELIVERING) and DELIVER <= move and move < DONE:
        return why_no_delivery(s, seat, move - DELIVER)
    return 0


def news(s, then, told, things):
    trucks = fleet(s)
    for seat in range(s.seats):
        for truck in range(trucks):
            place = seat * trucks + truck
            if s.phase == WALKING and then.losses[seat, truck] > s.losses[seat, truck]:
                cubes = then.losses[seat, truck] - s.losses[seat, truck]
                tell(told, SEIZED + place, seat, -1, cubes, min(s.points[seat, truck], 1))
                tell(told, CUBES_TAKEN, seat, -1, -1, -1)
                for colour in range(COLOUR_COUNT):
                    things[ABOUT_CUBE + colour] += s.cargo[seat, truck, colour] - then.cargo[seat, truck, colour]
            if s.loaded[seat, truck] == 0 and then.loaded[seat, truck] > 0:
                tell(told, ABOARD, seat, -1, -1, -1)
            news_of_prime(s, then, told, seat, truck, place)
    if s.phase == DELIVERING and aboard(then, s.turn, s.truck) < aboard(s, s.turn, s.truck):
        tell(told, DELIVERED, s.turn, -1, -1, driven(s))
    if s.phase == DICE and then.phase == DRIVING:
        tell(told, NO_CHARACTER, s.turn, -1, -1, -1)
    if total(then.down) > total(s.down):
        tell(told, FACE_DOWN, 0, -1, -1, -1)
    if total(then.closed) > total(s.closed):
        tell(told, BAR_CLOSED, 0, -1, -1, -1)
    if s.ending < 0 and then.ending >= 0:
        tell(told, END_NEAR, 0, -1, -1, -1)
    if s.stage != then.stage:
        begins = LAST_ROUND_BEGINS if then.stage == LAST_ROUND else LAST_TRUCK_BEGINS
        tell(told, begins, then.turn, -1, -1, -1)


def news_of_prime(s, then, told, seat, truck, place):
    """A prime that is gone was lost if its token came onto the pile, else scored."""
    prime = s.prime[seat, truck]
    loading = then.loaded[seat, truck] > s.loaded[seat, truck]
    if prime == EMPTY or s.loaded[seat, truck] == 0 or (then.prime[seat, truck] == prime and not loading):
        return
    scored = then.points[seat, truck] - s.points[seat, truck] >= PRIME_VALUES[prime] - 1
    outcome = (PRIME_SCORED if scored else PRIME_LOST) + place
    tell(told, outcome, seat, -1, -1, PRIME_VALUES[prime])


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
