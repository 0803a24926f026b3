"""Chicago as the game PROHIBITION lays it out: blocks, doors, streets, crossroads and four layouts, as data.

The city has 6 x 6 blocks, two doors each, between 7 x 7 crossroads and 84 streets. Every table below is made from the
few lines at the top when this file is loaded, and checked: a map that breaks a clause is refused with its number.
Crossroads are numbered by column, then row (a1, a2, ..., g7), streets by their names, blocks in reading order; -1 in a
table is no street, no crossroads or no block.
"""

import numpy as np

BLOCKS_A_SIDE = 6  # PRB-02: two districts of 3 x 3 blocks in each direction
DISTRICT = 3
LINES = BLOCKS_A_SIDE + 1  # of streets, in each direction
WAYS = ("n", "e", "s", "w")
NORTH, EAST, SOUTH, WEST = 0, 1, 2, 3
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))  # columns and rows, by way
DOOR_SIDES = ((NORTH, SOUTH), (EAST, WEST))  # of a block with row + column even, odd (PRB-03)

COLOURS = ("brown", "black", "white")
BROWN, BLACK, WHITE = 0, 1, 2
CHARACTERS = ("ness", "policeman", "capone")
CHARACTER_COLOURS = (BLACK, BROWN, WHITE)  # PRB-05

# PRB-04: centre; distilleries NW, NE, SE, SW; private bars NW, NE, SE, SW, as (row, column)
LAYOUTS = (
    (BLACK, ((0, 1), (1, 5), (5, 4), (4, 0)), ((2, 0), (1, 3), (3, 5), (4, 2))),
    (BLACK, ((2, 1), (1, 3), (3, 4), (4, 2)), ((0, 1), (1, 5), (5, 4), (4, 0))),
    (BROWN, ((0, 1), (1, 3), (5, 4), (4, 2)), ((2, 1), (1, 5), (3, 4), (4, 0))),
    (BROWN, ((0, 1), (1, 3), (3, 4), (4, 0)), ((2, 1), (1, 5), (5, 4), (4, 2))),
)
PRIVATE_COLOURS = (WHITE, BLACK, BROWN, BLACK)
DISTRICTS = ((0, 0), (0, 1), (1, 1), (1, 0))  # NW, NE, SE, SW
BUILDINGS = ("bar", "distillery", "private brown", "private black", "private white")
BAR, DISTILLERY, PRIVATE = 0, 1, 2

# PRB-05: coloured crossroads, as (column, row), four each: the centre, and those on the rim
FIRST_LINE, MIDDLE_LINE, LAST_LINE = 0, LINES // 2, LINES - 1
NOWHERE = (-1, -1)
CENTRE = ((MIDDLE_LINE, MIDDLE_LINE), NOWHERE, NOWHERE, NOWHERE)
MIDDLES = ((MIDDLE_LINE, FIRST_LINE), (LAST_LINE, MIDDLE_LINE), (MIDDLE_LINE, LAST_LINE), (FIRST_LINE, MIDDLE_LINE))
CORNERS = ((FIRST_LINE, FIRST_LINE), (LAST_LINE, FIRST_LINE), (LAST_LINE, LAST_LINE), (FIRST_LINE, LAST_LINE))


# Crossroads and streets


def crossroads_at(column, row):
    """A crossroads' number, or -1 beyond the rim."""
    return column * LINES + row if 0 <= column and column < LINES and 0 <= row and row < LINES else -1


CROSSROADS = tuple(f"{'abcdefg'[column]}{row + 1}" for column in range(LINES) for row in range(LINES))
NEXT_TO = np.array([  # the next crossroads each way
    [crossroads_at(place // LINES + right, place % LINES + down) for right, down in STEPS]
    for place in range(LINES * LINES)
], np.int16)  # fmt: skip
ENDS = np.array([
    (place, NEXT_TO[place, way])
    for place in range(LINES * LINES)
    for way in (SOUTH, EAST)
    if NEXT_TO[place, way] >= 0
], np.int16)  # fmt: skip
STREETS = tuple(f"{CROSSROADS[a]}-{CROSSROADS[b]}" for a, b in ENDS)
STREETS_AT = np.array([  # the street each way
    [ENDS.tolist().index(sorted((place, there))) if there >= 0 else -1 for there in NEXT_TO[place].tolist()]
    for place in range(LINES * LINES)
], np.int16)  # fmt: skip


def distance(place, a, b):
    """Streets from a crossroads to the nearer end of a street a-b on one of its two lines, else -1 (PRB-15)."""
    column, row = place // LINES, place % LINES
    if column == a // LINES and column == b // LINES:
        return min(abs(row - a % LINES), abs(row - b % LINES))
    if row == a % LINES and row == b % LINES:
        return min(abs(column - a // LINES), abs(column - b // LINES))
    return -1


DISTANCE = np.array([[distance(place, a, b) for a, b in ENDS] for place in range(LINES * LINES)], np.int16)


# Places as bits: a crossroads; a street of each direction by its northern or western end; both ends of a street
BIT = np.array([1 << place for place in range(LINES * LINES)], np.int64)
UPRIGHT = np.array([BIT[a] if b == a + 1 else 0 for a, b in ENDS], np.int64)
LEVEL = np.array([BIT[a] if b == a + LINES else 0 for a, b in ENDS], np.int64)
BOTH_ENDS = np.array([BIT[a] | BIT[b] for a, b in ENDS], np.int64)
ALL_CROSSROADS = int(BIT.sum())
NORTH_RIM = int(BIT[::LINES].sum())
SOUTH_RIM = NORTH_RIM << LINES - 1
WEST_RIM = int(BIT[:LINES].sum())
EAST_RIM = WEST_RIM << LINES * (LINES - 1)


def touches(street, place):
    """Whether a street ends at a crossroads."""
    return DISTANCE[place, street] == 0


def ways_on(place, came, steps, free, upright, level, ends):
    """The ways, as bits, by which a walk of so many steps can go on from where it came to by a way (-1: by none).

    It goes by free crossroads and by no taken street, upright or level, never straight back, and ends where it may.
    Counted back from there: which crossroads can be left by a way with one step to go, two, three.
    """
    north = (free & ~upright) << 1 & ~NORTH_RIM
    east = free >> LINES & ~level
    south = free >> 1 & ~(upright | SOUTH_RIM)
    west = (free & ~level) << LINES
    after_north = after_east = after_south = after_west = ends
    by_north = by_east = by_south = by_west = 0
    for _ in range(steps):
        by_north = north & after_north << 1
        by_east = east & after_east >> LINES
        by_south = south & after_south >> 1
        by_west = west & after_west << LINES
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
    level_taken = ((level | EAST_RIM) >> place & 1) << EAST | ((level << LINES | WEST_RIM) >> place & 1) << WEST
    return 15 & ~(upright_taken | level_taken)


def meeting(street, other):
    """The crossroads where two streets meet, or -1."""
    for i in range(2):
        if touches(other, ENDS[street, i]):
            return ENDS[street, i]
    return -1


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


def line_beside(row, column, side):
    """The line of streets along a block's side: a row of crossroads for north and south, else a column."""
    if side == NORTH or side == SOUTH:
        return row + (side == SOUTH)
    return column + (side == EAST)


def check_doors(doors):
    """Refuse doors, given as sides by block, unless every inner street has one, every other rim street too (PRB-03)."""
    if len(doors) != len(BLOCKS):
        raise ValueError(f"PRB-02: doors of {len(doors)} blocks; the city has {len(BLOCKS)}")
    counts = [0] * len(STREETS)
    inner = set()
    for block, sides in enumerate(doors):
        if len(sides) != 2 or len(set(sides)) != 2:
            raise ValueError(f"PRB-03: block {BLOCKS[block]} has not two doors")
        for side in range(4):
            counts[street_beside(block, side)] += side in sides
            if FIRST_LINE < line_beside(*SPOTS[block], side) < LAST_LINE:
                inner.add(street_beside(block, side))
    for street, count in enumerate(counts):
        if count > 1 or (count == 0 and street in inner):
            raise ValueError(f"PRB-03: the street {STREETS[street]} has {count} doors")
    if counts.count(0) != 2 * BLOCKS_A_SIDE:
        raise ValueError(f"PRB-03: {counts.count(0)} rim streets have no door, not {2 * BLOCKS_A_SIDE}")


DOORS = tuple(DOOR_SIDES[(row + column) % 2] for row, column in SPOTS)
check_doors(DOORS)
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


def check_layout(distilleries, privates):
    """Refuse special buildings, given as (row, column) for NW, NE, SE, SW, that break PRB-04."""
    if len(distilleries) != len(DISTRICTS) or len(privates) != len(DISTRICTS):
        raise ValueError("PRB-04: each of the four districts has one distillery and one private bar")
    special = (*distilleries, *privates)
    for i, (row, column) in enumerate(special):
        if (row // DISTRICT, column // DISTRICT) != DISTRICTS[i % len(DISTRICTS)]:
            raise ValueError(f"PRB-04: the special building at {(row, column)} is not in its own district")
        for other in special[:i]:
            if abs(row - other[0]) <= 1 and abs(column - other[1]) <= 1:
                raise ValueError(f"PRB-04: the special buildings at {other} and {(row, column)} touch")
    for row, column in distilleries:
        for side in DOORS[row * BLOCKS_A_SIDE + column]:
            if line_beside(row, column, side) in (FIRST_LINE, MIDDLE_LINE, LAST_LINE):
                raise ValueError(f"PRB-04: the distillery at {(row, column)} has a door on a coloured crossroads' line")


def check_centre(centre):
    if centre not in (BLACK, BROWN):
        raise ValueError("PRB-05: the centre is black or brown")


for _centre, _distilleries, _privates in LAYOUTS:
    check_layout(_distilleries, _privates)
    check_centre(_centre)
BUILDING = np.array([  # what stands on every block, by layout
    [
        DISTILLERY
        if spot in distilleries
        else PRIVATE + PRIVATE_COLOURS[privates.index(spot)]
        if spot in privates
        else BAR
        for spot in SPOTS
    ]
    for _, distilleries, privates in LAYOUTS
], np.int16)  # fmt: skip
PLACES = np.array([  # the crossroads of each character's colour, by layout
    [
        [crossroads_at(*spot) for spot in (MIDDLES if colour == WHITE else CENTRE if colour == centre else CORNERS)]
        for colour in CHARACTER_COLOURS
    ]
    for centre, _, _ in LAYOUTS
], np.int16)  # fmt: skip

# Blocks as bits, by layout: all bars, and the private ones of a colour
BARS = ((BUILDING != DISTILLERY) * BIT[: len(BLOCKS)]).sum(1)
PRIVATES = np.stack([((BUILDING == PRIVATE + i) * BIT[: len(BLOCKS)]).sum(1) for i in range(len(COLOURS))], axis=1)

# Crossroads, streets and blocks by name, and what stands where in each layout: for whoever draws them
CITY = {
    "streets": [
        {"name": name, "door": None if block < 0 else BLOCKS[block]}
        for name, block in zip(STREETS, DOOR.tolist(), strict=True)
    ],
    "blocks": [
        {"name": name, "row": row, "column": column, "doors": [WAYS[side] for side in sides]}
        for name, (row, column), sides in zip(BLOCKS, SPOTS, DOORS, strict=True)
    ],
    "layouts": [
        {
            "buildings": {
                BLOCKS[block]: BUILDINGS[kind] for block, kind in enumerate(BUILDING[layout].tolist()) if kind != BAR
            },
            "places": {
                name: [CROSSROADS[place] for place in PLACES[layout, character] if place >= 0]
                for character, name in enumerate(CHARACTERS)
            },
        }
        for layout in range(len(LAYOUTS))
    ],
}
