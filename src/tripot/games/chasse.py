"""Chasse aux contrebandiers, by Rudi Hoffmann (Spear, 1962): thirteen smugglers, five hidden plaques, thirteen customs.

Two seats: seat 0 smuggles (red), seat 1 is customs (black); in a match they change sides for a second game and
points are added. The smuggler hides the plaques under the red figures and walks them to the row behind the customs;
customs end a move on a red figure to control it. Found plaques, arrived plaques and lost figures are worth 50
points each. There is no chance in this game.

A record holds the board square by square (with a rim of walls, so that a walk need not look for the edge): the
figure there, the plaques under it, and whether it was controlled and found empty. A viewer who may not see the
plaques under a figure reads -1 there. Sources: the printed rulebook, a review for the board's size; the clauses
CHA-01 to CHA-15. Smaller boards with fewer figures and plaques are for study.
"""

import numpy as np

from tripot.games.common import NOBODY, tell
from tripot.games.declare import Clears, Field, Moves, Phases, Record

NAME = "chasse"
VERSION = 1
SEATS = (2, 2)
CLAUSE = "CHA"

LARGEST = 13  # rows and columns of the board (CHA-02)
MOST_FIGURES = (13, 11, 9, 7, 4)  # a side, by the board's size: five on 5 x 5 could not move
POINTS = 50  # a plaque or a figure (CHA-13)
MOST_QUIET = 60  # moves without a control or an arrival (CHA-14)
CUSTOMS_STRIP = ((4, 2), (6, 3), (5, 1))  # CHA-07, from row 13 down, again from below the middle row
SMUGGLERS_STRIP = (4, 2, 6, 3, 5, 1)  # from row 1 up, again from above the middle row
MIDDLE = (2, 4, 6)
NUMBERS_A_ROW = 3


def read_numbers(text):
    """The numbers of rows 1, 2, ... of customs, a slash, of smugglers: `51,63/4,2`. Rows left out keep theirs."""
    numbers = [0] * (2 * LARGEST * NUMBERS_A_ROW)
    sides = text.split("/") if text else []
    if len(sides) not in (0, 2):
        raise ValueError("numbers: customs' rows, a slash, smugglers' rows, such as 51,63/4,2")
    for side, rows in enumerate(reversed(sides)):
        for row, digits in enumerate(rows.split(",")):
            if row >= LARGEST - 1 or not 1 <= len(digits) <= NUMBERS_A_ROW or not set(digits) <= set("123456789"):
                raise ValueError(f"numbers: {digits!r} is not one to three digits from 1 to 9 for one of rows 1 to 12")
            for i, digit in enumerate(digits):
                numbers[(side * LARGEST + row) * NUMBERS_A_ROW + i] = int(digit)
    return tuple(numbers)


MATCH_OR_NOT = ("no", "yes")
OPTIONS = {
    "match": MATCH_OR_NOT,
    "size": ("13", "11", "9", "7", "5"),
    "figures": (13, 1, 13),  # the most that a side has
    "plaques": (5, 1, 5),
    "quiet": (MOST_QUIET, 2, MOST_QUIET),
    "numbers": ("", read_numbers),
}
STUDY = ("size", "figures", "plaques", "numbers")
MATCH, SIZE, FIGURES, PLAQUES, QUIET, NUMBERS = 0, 1, 2, 3, 4, 5

# Squares: cells of a 15 x 15 board with a rim; row 1 is next to the lower rim
WIDE = LARGEST + 2
COLUMNS = "abcdefghijklm"
CELLS = tuple(
    f"{COLUMNS[cell % WIDE - 1]}{cell // WIDE}" if 0 < cell % WIDE < WIDE - 1 and 0 < cell // WIDE < WIDE - 1 else ""
    for cell in range(WIDE * WIDE)
)
FREE, RED, BLACK, WALL = -1, 0, 1, 2
COLOURS = ("red", "black", "wall")
UNKNOWN = -1

# A line is a row or a column, with a bit for every square where a figure stands. A way in it: the squares from a to b,
# without b
WAY = np.array([
    sum(1 << i for i in range(a, b, 1 if a < b else -1)) for a in range(WIDE) for b in range(WIDE)
], np.int16)  # fmt: skip

SQUARES = tuple(f"{COLUMNS[column]}{row + 1}" for row in range(LARGEST) for column in range(LARGEST))
STARTS = SQUARES[0:LARGEST:2] + SQUARES[LARGEST + 1 : 2 * LARGEST : 2]  # black squares of rows 1 and 2; a1 is black
PLACE = np.array([SQUARES.index(name) if name else -1 for name in CELLS], np.int16)  # where a cell is among these

PHASES = Phases(("hiding", 4, "turn"), ("lift", 6, "turn"), ("move", 6, "turn"), ("over", 15, NOBODY))
HIDING, LIFTING, MOVING, OVER = range(len(PHASES))
HEARD_BY = {"hiding": "nobody"}  # but the smuggler (CHA-04)
MOVES = Moves(("hide", STARTS, 4), ("lift", SQUARES, 6), ("to", SQUARES, 6))
HIDE, LIFT, TO = MOVES.starts
REASONS = ("decided", "no move", "no customs", "quiet")
DECIDED, NO_MOVE, NO_CUSTOMS, QUIET_END = range(len(REASONS))
ROLES = ("smuggler", "customs")

# A game: five plaques hidden, then at most 60 quiet moves of two halves before each of 26 + 13 controls and
# arrivals and after the last. A match: twice that.
LONGEST = 2 * (5 + 2 * 60 * 40)

RECORD = Record(
    SEATS,
    match=Field(MATCH_OR_NOT, start=0),
    leg=Field("count"),  # 0: seat 0 smuggles; 1: the second game of a match, seat 1 smuggles
    size=Field("count"),
    figures=Field("count"),  # figures a side begins with
    all_plaques=Field("count"),
    quiet_limit=Field("count"),
    phase=Field(PHASES),
    turn=Field("seat"),
    to_hide=Field("count"),  # plaques not yet hidden
    quiet=Field("count", lasts="leg"),  # moves in a row without a control or an arrival
    found=Field("count", lasts="leg"),  # plaques
    red_taken=Field("count", lasts="leg"),
    black_taken=Field("count", lasts="leg"),
    reason=Field(REASONS),
    lifted=Field(CELLS, wide=16, lasts="leg"),  # the lifted figure's cell
    points=Field("seats", "count", wide=16),
    numbers=Field(COLOURS[:2], LARGEST, NUMBERS_A_ROW, "count"),  # by side and row (CHA-07)
    board=Field(CELLS, COLOURS, seldom=True, lasts="leg"),
    plaques=Field(CELLS, "count", known="sees_under", hidden=UNKNOWN, seldom=True, lasts="leg"),
    cleared=Field(CELLS, "flag", seldom=True, lasts="leg"),  # controlled and found empty
    where=Field(2, LARGEST, "count", wide=16, start=-1, derived=True),  # each side's cells in order, then -1
    rows=Field(WIDE, "count", wide=16, derived=True),  # as lines
    columns=Field(WIDE, "count", wide=16, derived=True),
    ahead=Field(2, WIDE, "count", wide=16, signed=True, derived=True),  # by side and row, `way_ahead`
)
clear_leg = Clears("leg")


# The sides, the board and its numbers (CHA-01, CHA-02, CHA-07)


def begin(s, options):
    s.match = options[MATCH]
    s.size = LARGEST - 2 * options[SIZE]
    s.figures = min(options[FIGURES], MOST_FIGURES[options[SIZE]])
    s.all_plaques = options[PLAQUES]
    s.quiet_limit = options[QUIET]
    for side in range(2):
        for row in range(LARGEST):
            for i in range(NUMBERS_A_ROW):
                given = options[NUMBERS + (side * LARGEST + row) * NUMBERS_A_ROW + i]
                s.numbers[side, row, i] = given if row < s.size - 1 else 0  # CHA-09: nobody leaves the goal row
            if row < s.size - 1 and s.numbers[side, row, 0] == 0:
                number_row(s, side, row)
    begin_leg(s, 0)


def number_row(s, side, row):
    """The strip's numbers for one row (CHA-07)."""
    middle = s.size // 2
    if row == middle:
        for i in range(NUMBERS_A_ROW):
            s.numbers[side, row, i] = MIDDLE[i]
    elif side == RED:
        s.numbers[side, row, 0] = SMUGGLERS_STRIP[row % 6 if row < middle else (row - middle - 1) % 6]
    else:
        place = middle - 1 - row if row < middle else s.size - 1 - row
        s.numbers[side, row, 0] = CUSTOMS_STRIP[place % 3][0]
        s.numbers[side, row, 1] = CUSTOMS_STRIP[place % 3][1]


def smuggler(s):
    return s.leg


def role(s, seat):
    """In a match everybody is both."""
    return -1 if s.match else 0 if seat == smuggler(s) else 1


def side_to_move(s):
    return RED if s.turn == s.leg else BLACK


def begin_leg(s, leg):
    """Figures on their start squares (CHA-02), plaques in the smuggler's hand."""
    clear_leg(s)
    s.leg = leg
    s.turn = leg
    s.phase = HIDING
    s.to_hide = s.all_plaques
    for i in range(s.figures):
        s.board[start_cell(s.size, RED, i)] = RED
        s.board[start_cell(s.size, BLACK, i)] = BLACK
    complete(s)


def complete(s):
    """Fill in what follows from the rest: walls around the board, where figures stand, lines, and ways ahead."""
    for cell in range(WIDE * WIDE):
        if not on_board(s, cell):
            s.board[cell] = WALL
    for i in range(WIDE):
        s.rows[i] = 0
        s.columns[i] = 0
    for side in range(2):
        count = 0
        for cell in range(WIDE * WIDE):
            if s.board[cell] == side and count < LARGEST:
                s.where[side, count] = cell
                count += 1
                flip(s, cell)
        for i in range(count, LARGEST):
            s.where[side, i] = -1
        for row in range(WIDE):
            s.ahead[side, row] = way_ahead(s, side, row)


def flip(s, cell):
    """A figure comes to a cell or leaves it: note it in its row and its column."""
    s.rows[cell // WIDE] ^= 1 << cell % WIDE
    s.columns[cell % WIDE] ^= 1 << cell // WIDE


def way_ahead(s, side, row):
    """The squares of a column that the shortest straight move forward needs free; all of them if there is no such."""
    steps = LARGEST
    for i in range(NUMBERS_A_ROW):
        if 1 <= row <= LARGEST and 0 < s.numbers[side, row - 1, i] < steps:
            steps = s.numbers[side, row - 1, i]
    if side == RED and row + steps <= min(s.size, LARGEST):
        return (1 << steps) - 1 << row + 1
    if side == BLACK and row > steps:
        return (1 << steps) - 1 << row - steps
    return -1


def on_board(s, cell):
    return 1 <= cell % WIDE and cell % WIDE <= s.size and 1 <= cell // WIDE and cell // WIDE <= s.size


def start_cell(size, side, i):
    """The i-th start square: the black squares of two neighbouring rows, the longer row first (CHA-02)."""
    row = 1 if side == RED else size - 2
    longer = (size + 1) // 2
    if i < longer:
        return row * WIDE + 1 + 2 * i
    return (row + 1) * WIDE + 2 + 2 * (i - longer)


def is_start(s, cell):
    """Whether a cell is one of the smugglers' start squares (CHA-11), which `start_cell` counts."""
    row = cell // WIDE
    aside = cell % WIDE - row
    return row <= 2 and aside % 2 == 0 and aside // 2 + (row - 1) * ((s.size + 1) // 2) < s.figures


def goal(s):
    """The first cell of the goal row (CHA-03) in reading order; every cell from here on is in it or beyond."""
    return s.size * WIDE


def cell_of(square):
    return (square // LARGEST + 1) * WIDE + square % LARGEST + 1


# Hiding (CHA-04)


def may_hiding(s, seat, can):
    for i in range(LARGEST):
        can[HIDE + i] = s.board[start_cell(LARGEST, RED, i)] == RED


def do_hiding(s, seat, move):
    s.plaques[start_cell(LARGEST, RED, move - HIDE)] += 1
    s.to_hide -= 1
    if s.to_hide == 0:
        s.phase = LIFTING
        if not side_can_move(s):
            end_leg(s, NO_MOVE)


def sees_under(s, viewer, cell):
    """Customs see nothing under a red figure that they have not found empty, until the game is over."""
    return viewer == smuggler(s) or s.phase == OVER or s.board[cell] != RED or s.cleared[cell] == 1


def redact(s, viewer):
    """`sees_under`, for the red figures alone."""
    if viewer == smuggler(s) or s.phase == OVER:
        return
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and not s.cleared[cell]:
            s.plaques[cell] = UNKNOWN


# Moves (CHA-05 to CHA-09)


def may_lift(s, seat, can):
    side = side_to_move(s)
    for i in range(LARGEST):
        cell = s.where[side, i]
        if cell < 0:
            break
        if can_move(s, side, cell):
            can[LIFT + PLACE[cell]] = 1


def do_lift(s, seat, move):
    s.lifted = cell_of(move - LIFT)
    s.phase = MOVING


def can_move(s, side, cell):
    """Whether a figure has any move at all: most can go straight ahead or aside."""
    row = cell // WIDE
    column = cell % WIDE
    if s.columns[column] & s.ahead[side, row] == 0:
        return True
    line = s.rows[row]
    for i in range(NUMBERS_A_ROW):
        steps = s.numbers[side, row - 1, i]
        if steps == 0:
            return False
        way = (1 << steps) - 1
        if (
            (column > steps and line >> column - steps & way == 0)
            or (column + steps <= s.size and line >> column + 1 & way == 0)
            or reach(s, side, cell, steps, s.cleared, False)
        ):
            return True
    return False


def reach(s, side, cell, steps, can, mark):
    """Mark every square that a figure can end on with exactly so many steps and at most one turn (CHA-06).

    Without `mark`, only say whether there is one; `can` is then not written to. In every row there are two squares at
    this distance. The way leads along the figure's column and that row, or along its row and that column.
    """
    row = cell // WIDE
    column = cell % WIDE
    own_row = s.rows[row] ^ 1 << column  # without the figure itself
    own_column = s.columns[column] ^ 1 << row
    size = s.size
    last = size - side  # CHA-09: customs may not enter the goal row
    lowest = row - steps if row > steps else 1
    highest = row + steps if row + steps < last else last
    for end in range(lowest, highest + 1):
        up = WAY[WIDE * row + end]
        up_first = own_column & up == 0
        line = s.rows[end]
        aside = steps - abs(end - row)
        for other in (column - aside, column + aside):
            if 1 <= other <= size:
                along = WAY[WIDE * column + other]
                if (up_first and line & along == 0) or (own_row & along == 0 and s.columns[other] & up == 0):  # CHA-08
                    if line >> other & 1 == 0 or (side == BLACK and may_control(s, WIDE * end + other)):
                        if not mark:
                            return True
                        can[TO + PLACE[WIDE * end + other]] = 1
    return False


def may_move(s, seat, can):
    side = side_to_move(s)
    row = s.lifted // WIDE - 1
    for i in range(NUMBERS_A_ROW):
        if s.numbers[side, row, i] > 0:
            reach(s, side, s.lifted, s.numbers[side, row, i], can, True)


def do_move(s, seat, move):
    """The lifted figure ends its move: it walks, arrives or controls."""
    cell = cell_of(move - TO)
    side = side_to_move(s)
    s.quiet += 1
    if side == RED:
        s.plaques[cell] = s.plaques[s.lifted]
        s.cleared[cell] = s.cleared[s.lifted]
        s.plaques[s.lifted] = 0
        s.cleared[s.lifted] = 0
        relocate(s, RED, s.lifted, cell)
        if cell >= goal(s):
            s.quiet = 0
    elif s.board[cell] == RED:
        control(s, cell)
        s.quiet = 0
    else:
        relocate(s, BLACK, s.lifted, cell)
    s.lifted = -1
    s.turn = 1 - s.turn
    s.phase = LIFTING
    look_for_end(s)


def relocate(s, side, old, new):
    """Move a figure from one cell to another (-1: out of the game), keeping the list of cells in order."""
    s.board[old] = FREE
    flip(s, old)
    i = 0
    while s.where[side, i] != old:
        i += 1
    while i + 1 < LARGEST and s.where[side, i + 1] >= 0 and (new < 0 or s.where[side, i + 1] < new):
        s.where[side, i] = s.where[side, i + 1]
        i += 1
    while new >= 0 and i > 0 and s.where[side, i - 1] > new:
        s.where[side, i] = s.where[side, i - 1]
        i -= 1
    s.where[side, i] = new
    if new >= 0:
        s.board[new] = side
        flip(s, new)


# Controls (CHA-10, CHA-11)


def may_control(s, cell):
    """Whether customs may end a move on a figure (CHA-10, CHA-11)."""
    return s.board[cell] == RED and not is_start(s, cell)


def control(s, cell):
    """Both figures are turned over (CHA-10)."""
    if s.plaques[cell] > 0:
        s.found += s.plaques[cell]
        s.plaques[cell] = 0
        s.red_taken += 1
        relocate(s, RED, cell, -1)
        relocate(s, BLACK, s.lifted, cell)
    else:
        s.cleared[cell] = 1
        s.black_taken += 1
        relocate(s, BLACK, s.lifted, -1)


# The end (CHA-13, CHA-14)


def look_for_end(s):
    """CHA-14, in its order."""
    if s.quiet == 0 and on_the_way(s) == 0:  # only a control or an arrival decides
        end_leg(s, DECIDED)
    elif not side_can_move(s):
        end_leg(s, NO_MOVE)
    elif s.where[BLACK, 0] < 0:
        end_leg(s, NO_CUSTOMS)
    elif s.quiet >= s.quiet_limit:
        end_leg(s, QUIET_END)


def side_can_move(s):
    side = side_to_move(s)
    for i in range(LARGEST):
        cell = s.where[side, i]
        if cell < 0:
            return False
        if can_move(s, side, cell):
            return True
    return False


def arrived(s):
    """Plaques on the goal row; -1 if the viewer can't see them all."""
    count = 0
    for cell in range(goal(s) + 1, goal(s) + s.size + 1):
        if s.plaques[cell] < 0:
            return -1
        count += s.plaques[cell]
    return count


def on_the_way(s):
    return s.all_plaques - s.found - arrived(s)


def end_leg(s, reason):
    """Write down points; change sides for the second game of a match (CHA-01)."""
    s.reason = reason
    for seat in range(2):
        s.points[seat] += points_of_leg(s, seat)
    if s.match and s.leg == 0:
        s.reason = -1
        begin_leg(s, 1)
    else:
        s.phase = OVER


LINES = (("first game", 1), ("home", 13), ("unwatched", 14), ("black", 13), ("found", 13), ("red", 13), ("nobody", 14))
FIRST_GAME, HOME, UNWATCHED, BLACK_TAKEN, FOUND, RED_TAKEN, FOR_NOBODY = range(7)


def counts(s, seat, line):
    """Plaques and figures that count for a side (CHA-13); plaques on the way only if customs are gone (CHA-14)."""
    if line == FIRST_GAME:
        return s.leg
    if (line == FOUND or line == RED_TAKEN) != (seat != smuggler(s)):
        return 0
    if line == FOUND:
        return s.found
    if line == RED_TAKEN:
        return s.red_taken
    if line == BLACK_TAKEN:
        return s.black_taken
    if line == HOME:
        return arrived(s)
    counted = UNWATCHED if s.reason == NO_CUSTOMS else FOR_NOBODY
    return on_the_way(s) if s.reason >= 0 and line == counted else 0


def earns(s, seat, line):
    if line == FIRST_GAME:
        return s.points[seat] - (points_of_leg(s, seat) if s.phase == OVER else 0)
    return 0 if line == FOR_NOBODY else POINTS * max(counts(s, seat, line), 0)


def points_of_leg(s, seat):
    things = 0
    for line in range(HOME, FOR_NOBODY):
        things += max(counts(s, seat, line), 0)
    return POINTS * things


# Words for players

ABOUT = CELLS
NEWS = (("arrived", 9), ("caught", 10), ("empty", 10), ("second game", 1))
ARRIVED, CAUGHT, FOUND_EMPTY, SECOND_GAME = range(len(NEWS))


def other_clause(s, seat, move):
    """For a move that is forbidden, what forbids it."""
    if s.phase == HIDING:
        return 4
    if LIFT <= move and move < TO:
        if s.phase == MOVING:
            return 7
        cell = cell_of(move - LIFT)
        if s.board[cell] == RED and cell >= goal(s):
            return 9
        return 8 if s.board[cell] == side_to_move(s) else 0
    if move < TO or s.phase != MOVING:
        return 0
    cell = cell_of(move - TO)
    if side_to_move(s) == BLACK and s.board[cell] == RED:
        return 11 if is_start(s, cell) or cell >= goal(s) else 10
    if side_to_move(s) == BLACK and cell >= goal(s):
        return 9
    return 8 if s.board[cell] != FREE else 0


def reveals(s, then, seat, move, viewer):
    """A control shows what was under the figure; the end of a game of a match shows its points."""
    if viewer == smuggler(s):
        return 0
    if then.leg != s.leg:
        return 1000 + then.points[0] + then.points[1] * 1000
    return then.found - s.found + 100 * (then.red_taken - s.red_taken) + 200 * (then.black_taken - s.black_taken)


def news(s, then, told, things):
    if s.phase != MOVING:
        return
    if then.leg != s.leg:
        tell(told, SECOND_GAME, then.turn, -1, -1, -1)
    elif then.red_taken > s.red_taken:
        plaques = then.found - s.found
        tell(told, CAUGHT, s.turn, -1, plaques, POINTS * (plaques + 1))  # CHA-13: every plaque, and the figure
    elif then.black_taken > s.black_taken:
        tell(told, FOUND_EMPTY, s.turn, -1, -1, POINTS)
    elif side_to_move(s) == RED and then.quiet == 0:
        tell(told, ARRIVED, s.turn, -1, -1, -1)


def about(s, then, seat, move):
    """The square that a figure comes from."""
    return s.lifted if move >= TO else -1


PRINTED = {
    "columns": COLUMNS,
    "starts": {size: [CELLS[start_cell(size, RED, i)] for i in range(size)] for size in range(5, LARGEST + 1, 2)},
    "points": POINTS,
}
