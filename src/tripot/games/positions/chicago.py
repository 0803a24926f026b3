"""PROHIBITION: which maps and load cards can't be. `check_all` looks through what it has."""

from tripot.games.chicago import (
    BAR,
    BLACK,
    BLOCKS,
    BLOCKS_A_SIDE,
    BROWN,
    CENTRES,
    COLOURS,
    DISTILLERY,
    DOORS,
    EAST,
    FIRST_LINE,
    LAST_LINE,
    LAYOUTS,
    MIDDLE_LINE,
    NORTH,
    SIGNS,
    SOUTH,
    SPOTS,
    STREETS,
    street_beside,
)
from tripot.games.prohibition import LOAD_CARDS

DISTRICT = 3  # blocks, in each direction (PRB-02)
LOADS, LOADS_A_VALUE = 28, 4
SMALLEST_LOAD = 4  # cubes


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


def check_layout(plan):
    """Refuse special buildings, given as a plan of the city, that break PRB-04."""
    bar, distillery = SIGNS[BAR], SIGNS[DISTILLERY]
    special = {(row, column): plan[row][column] for row, column in SPOTS if plan[row][column] != bar}
    for district in {(row // DISTRICT, column // DISTRICT) for row, column in SPOTS}:
        found = [special[spot] for spot in special if (spot[0] // DISTRICT, spot[1] // DISTRICT) == district]
        if len(found) != 2 or found.count(distillery) != 1:
            raise ValueError("PRB-04: each of the four districts has one distillery and one private bar")
    for row, column in special:
        for other in special:
            if other != (row, column) and abs(row - other[0]) <= 1 and abs(column - other[1]) <= 1:
                raise ValueError(f"PRB-04: the special buildings at {other} and {(row, column)} touch")
    for (row, column), sign in special.items():
        for side in DOORS[row * BLOCKS_A_SIDE + column] if sign == distillery else ():
            if line_beside(row, column, side) in (FIRST_LINE, MIDDLE_LINE, LAST_LINE):
                raise ValueError(f"PRB-04: the distillery at {(row, column)} has a door on a coloured crossroads' line")


def check_centre(centre):
    if centre not in (BLACK, BROWN):
        raise ValueError("PRB-05: the centre is black or brown")


def check_loads(cards):
    """Refuse load cards, given as texts by value, that are not as PRB-07 says."""
    loads = [load for row in cards.values() for load in row.split()]
    if len(loads) != LOADS:
        raise ValueError(f"PRB-07: {len(loads)} loads, not {LOADS}")
    if sorted(cards) != list(range(6, 13)):
        raise ValueError("PRB-07: loads have the values 6 to 12")
    for value, row in cards.items():
        if len(row.split()) != LOADS_A_VALUE:
            raise ValueError(f"PRB-07: {len(row.split())} loads of value {value}, not {LOADS_A_VALUE}")
        for load in row.split():
            if len(load) != len(COLOURS) or not load.isdecimal():
                raise ValueError(f"PRB-07: {load!r} is no load; three digits are its brown, black and white cubes")
            if sum((colour + 1) * int(digit) for colour, digit in enumerate(load)) != value:
                raise ValueError(f"PRB-07: the load {load} is not worth {value}")
            if sum(map(int, load)) < SMALLEST_LOAD:
                raise ValueError(f"PRB-07: the load {load} has fewer than {SMALLEST_LOAD} cubes")


def check_all():
    """All that the game has."""
    check_doors(DOORS)
    for plan, centre in zip(LAYOUTS, CENTRES, strict=True):
        check_layout(plan)
        check_centre(centre)
    check_loads(LOAD_CARDS)
