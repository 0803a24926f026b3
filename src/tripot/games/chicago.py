"""Chicago as the game PROHIBITION lays it out: blocks, doors, streets, crossroads and four layouts, as data.

The city has 6 x 6 blocks, two doors each, between 7 x 7 crossroads and 84 streets. Every table below is made from the
few lines at the top when this file is loaded; `positions/chicago.py` refuses what breaks a clause. Crossroads are
numbered by column, then row (a1, a2, ..., g7), streets by their names, blocks in reading order; -1 in a table is no
street, no crossroads or no block.
"""

import numpy as np

BLOCKS_A_SIDE = 6  # PRB-02: two districts of 3 x 3 blocks in each direction
WIDE = BLOCKS_A_SIDE + 1  # crossroads in each direction
WAYS = ("n", "e", "s", "w")
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # columns and rows, by way
DOOR_SIDES = ((NORTH, SOUTH), (EAST, WEST))  # of a block with row + column even, odd (PRB-03)

COLOURS = ("brown", "black", "white")
BROWN, BLACK, WHITE = 0, 1, 2
CHARACTERS = ("ness", "policeman", "capone")
CHARACTER_COLOURS = (BLACK, BROWN, WHITE)  # PRB-05

# PRB-04: the layouts side by side. D: a distillery; N, K, W: a private bar for brown, black, white; the rest are bars
PLANS = """
    .D....  .W....  .D....  .D....
    ...K.D  ...D.K  ...D.K  ...D.K
    W.....  .D....  .W....  .W....
    .....N  ....D.  ....N.  ....D.
    D.K...  K.D...  K.D...  D.K...
    ....D.  ....N.  ....D.  ....N.
"""
SIGNS = ".DNKW"
BUILDINGS = ("bar", "distillery", "private brown", "private black", "private white")
BAR, DISTILLERY, PRIVATE = 0, 1, 2
CENTRES = (BLACK, BLACK, BROWN, BROWN)  # by layout
LAYOUTS = tuple(PLANS.split()[layout :: len(CENTRES)] for layout in range(len(CENTRES)))

# PRB-05: coloured crossroads, as (column, row): the centre, and those on the rim
FIRST_LINE, MIDDLE_LINE, LAST_LINE = 0, WIDE // 2, WIDE - 1
CENTRE = ((MIDDLE_LINE, MIDDLE_LINE),)
MIDDLES = ((MIDDLE_LINE, FIRST_LINE), (LAST_LINE, MIDDLE_LINE), (MIDDLE_LINE, LAST_LINE), (FIRST_LINE, MIDDLE_LINE))
CORNERS = ((FIRST_LINE, FIRST_LINE), (LAST_LINE, FIRST_LINE), (LAST_LINE, LAST_LINE), (FIRST_LINE, LAST_LINE))


# Crossroads and streets


def crossroads_at(column, row):
    """A crossroads' number, or -1 beyond the rim."""
    return column * WIDE + row if 0 <= column < WIDE and 0 <= row < WIDE else -1


CROSSROADS = tuple(f"{'abcdefg'[column]}{row + 1}" for column in range(WIDE) for row in range(WIDE))
NEXT_TO = np.array([  # the next crossroads each way
    [crossroads_at(place // WIDE + right, place % WIDE + down) for right, down in STEPS]
    for place in range(WIDE * WIDE)
], np.int16)  # fmt: skip
ENDS = np.array([
    (place, NEXT_TO[place, way])
    for place in range(WIDE * WIDE)
    for way in (SOUTH, EAST)
    if NEXT_TO[place, way] >= 0
], np.int16)  # fmt: skip
STREETS = tuple(f"{CROSSROADS[a]}-{CROSSROADS[b]}" for a, b in ENDS)
STREETS_AT = np.array([  # the street each way
    [ENDS.tolist().index(sorted((place, there))) if there >= 0 else -1 for there in NEXT_TO[place].tolist()]
    for place in range(WIDE * WIDE)
], np.int16)  # fmt: skip


def distance(place, a, b):
    """Streets from a crossroads to the nearer end of a street a-b on one of its two lines, else -1 (PRB-15)."""
    nearer = min(abs(place - a), abs(place - b))
    if place // WIDE == a // WIDE == b // WIDE:
        return nearer
    return nearer // WIDE if place % WIDE == a % WIDE == b % WIDE else -1


DISTANCE = np.array([[distance(place, a, b) for a, b in ENDS] for place in range(WIDE * WIDE)], np.int16)


# Places as bits: a crossroads; a street of each direction by its northern or western end; both ends of a street
BIT = np.array([1 << place for place in range(WIDE * WIDE)], np.int64)
UPRIGHT = np.array([BIT[a] if b == a + 1 else 0 for a, b in ENDS], np.int64)
LEVEL = np.array([BIT[a] if b == a + WIDE else 0 for a, b in ENDS], np.int64)
BOTH_ENDS = np.array([BIT[a] | BIT[b] for a, b in ENDS], np.int64)
ALL_CROSSROADS = int(BIT.sum())
NORTH_RIM = int(BIT[::WIDE].sum())
SOUTH_RIM = NORTH_RIM << WIDE - 1
WEST_RIM = int(BIT[:WIDE].sum())
EAST_RIM = WEST_RIM << WIDE * (WIDE - 1)


def touches(street, place):
    """Whether a street ends at a crossroads."""
    return DISTANCE[place, street] == 0


def ways_on(place, came, steps, free, upright, level, ends):
    """The ways, as bits, by which a walk of so many steps can go on from where it came to by a way (-1: by none).

    It goes by free crossroads and by no taken street, upright or level, never straight back, and ends where it may.
    Counted back from there: which crossroads can be left by a way with one step to go, two, three.
    """
    north = (free & ~upright) << 1 & ~NORTH_RIM
    east = free >> WIDE & ~level
    south = free >> 1 & ~(upright | SOUTH_RIM)
    west = (free & ~level) << WIDE
    after_north = after_east = after_south = after_west = ends
    by_north = by_east = by_south = by_west = 0
    for _ in range(steps):
        by_north = north & after_north << 1
        by_east = east & after_east >> WIDE
        by_south = south & after_south >> 1
        by_west = west & after_west << WIDE
        after_north = by_north | by_east | by_west
        after_east = by_north | by_east | by_south
        after_south = by_east | by_south | by_west
        after_west = by_north | by_south | by_west
    upright_ways = by_north >> place & 1 | (by_south >> place & 1) << SOUTH
    level_ways = (by_east >> place & 1) << EAST | (by_west >> place & 1) << WEST
    return (upright_ways | level_ways) & ~(1 << (came ^ 2) if came >= 0 else 0)


def open_ways(place, upright, level):
    """The ways, as bits, along streets that are not taken."""
    upright_taken = (upright << 1 | NORTH_RIM) >> place & 1 | ((upright | SOUTH_RIM) >> place & 1) << SOUTH
    level_taken = ((level | EAST_RIM) >> place & 1) << EAST | ((level << WIDE | WEST_RIM) >> place & 1) << WEST
    return 15 & ~(upright_taken | level_taken)


# Blocks and doors

SPOTS = tuple((row, column) for row in range(BLOCKS_A_SIDE) for column in range(BLOCKS_A_SIDE))
BLOCKS = tuple(  # a block is named by its north-west and its south-east corner
    f"{CROSSROADS[crossroads_at(column, row)]}-{CROSSROADS[crossroads_at(column + 1, row + 1)]}"
    for row, column in SPOTS
)


def street_beside(block, side):
    row, column = block // BLOCKS_A_SIDE, block % BLOCKS_A_SIDE
    corner = crossroads_at(column + (side == EAST), row + (side == SOUTH))
    return STREETS_AT[corner, EAST if side == NORTH or side == SOUTH else SOUTH]


DOORS = tuple(DOOR_SIDES[(row + column) % 2] for row, column in SPOTS)
DOOR_STREETS = np.array([[street_beside(block, side) for side in sides] for block, sides in enumerate(DOORS)], np.int16)
DOOR = np.array([  # the block whose door is on a street
    next((block for block in range(len(BLOCKS)) if street in DOOR_STREETS[block]), -1) for street in range(len(STREETS))
], np.int16)  # fmt: skip

WESTERN = int(BIT[0 : len(BLOCKS) : BLOCKS_A_SIDE].sum())
EASTERN = WESTERN << BLOCKS_A_SIDE - 1


def across_from(blocks):
    """The blocks across the streets of some (PRB-18), all as bits."""
    along = (blocks & ~WESTERN) >> 1 | (blocks & ~EASTERN) << 1
    return along | blocks >> BLOCKS_A_SIDE | blocks << BLOCKS_A_SIDE


# Layouts

BUILDING = np.array([[SIGNS.index(sign) for row in plan for sign in row] for plan in LAYOUTS], np.int16)  # by block
PLACES = np.array([  # the crossroads of each character's colour, by layout, as bits
    [
        sum(1 << crossroads_at(*spot) for spot in {WHITE: MIDDLES, centre: CENTRE}.get(colour, CORNERS))
        for colour in CHARACTER_COLOURS
    ]
    for centre in CENTRES
], np.int64)  # fmt: skip

# Blocks as bits, by layout: all bars, and the private ones of a colour
BARS = ((BUILDING != DISTILLERY) * BIT[: len(BLOCKS)]).sum(1)
PRIVATES = np.stack([((BUILDING == PRIVATE + i) * BIT[: len(BLOCKS)]).sum(1) for i in range(len(COLOURS))], axis=1)

# Crossroads, streets and blocks by name, and what stands where in each layout: for whoever draws them
CITY = {
    "streets": [
        {"name": name, "door": BLOCKS[block] if block >= 0 else None} for name, block in zip(STREETS, DOOR.tolist())
    ],
    "blocks": [
        {"name": name, "row": row, "column": column, "doors": [WAYS[side] for side in sides]}
        for name, (row, column), sides in zip(BLOCKS, SPOTS, DOORS)
    ],
    "layouts": [
        {
            "buildings": {name: BUILDINGS[kind] for name, kind in zip(BLOCKS, kinds) if kind != BAR},
            "places": {
                character: [name for place, name in enumerate(CROSSROADS) if bits >> place & 1]
                for character, bits in zip(CHARACTERS, places)
            },
        }
        for kinds, places in zip(BUILDING.tolist(), PLACES.tolist())
    ],
}
