"""Simple habits of Chasse that no knob can say, in the rules' subset: the last number of a temper says which.

A habit is of one side; on the other side, and where it has nothing to say, its player is a regular.
"""

from tripot.bots.instincts.chasse import is_open, moves_left
from tripot.bots.instincts.chasse import lean as lean_regular
from tripot.engine import catalogue
from tripot.games.chasse import (
    BLACK,
    HIDE,
    HIDING,
    LARGEST,
    LIFT,
    LIFTING,
    NUMBERS_A_ROW,
    PLACE,
    RED,
    TO,
    WIDE,
    cell_of,
    side_to_move,
    start_cell,
)

legal = catalogue.rules_of("chasse").legal

HABITS = (
    "regular", "corner, others at random", "corner, others run", "one stack runs first", "singles run as they come",
    "decoys first", "goods first", "two stacks", "left half only", "any move, as a smuggler", "never controls",
    "controls whoever comes", "controls at the last moment", "any move, as customs",
)  # fmt: skip
(
    REGULAR, CORNER_AT_RANDOM, CORNER_RUN, STACK_RUNS, SINGLES_RUN, DECOYS_FIRST, GOODS_FIRST, TWO_STACKS, LEFT_HALF,
    ANY_MOVE, NEVER_CONTROLS, ALWAYS_CONTROLS, LAST_MOMENT, ANY_PATROL,
) = range(14)  # fmt: skip


def lean(s, seat, temper, weights):
    habit = temper[len(temper) - 1]
    smuggles = CORNER_AT_RANDOM <= habit <= ANY_MOVE
    if s.phase == HIDING and smuggles:
        hide(s, seat, habit, weights)
    elif s.phase != HIDING and side_to_move(s) == RED and smuggles:
        run(s, seat, habit, weights)
    elif s.phase != HIDING and side_to_move(s) == BLACK and habit >= NEVER_CONTROLS:
        patrol(s, seat, habit, temper, weights)
    else:
        lean_regular(s, seat, temper, weights)


def hide(s, seat, habit, weights):
    legal(s, seat, weights)
    for i in range(LARGEST):
        first = s.to_hide == s.all_plaques
        loaded = s.plaques[start_cell(LARGEST, RED, i)] > 0
        if habit in (CORNER_AT_RANDOM, CORNER_RUN):
            weights[HIDE + i] = 1 if i == 0 else 0
        elif habit == STACK_RUNS:
            weights[HIDE + i] = 1 if loaded or first else 0
        elif habit == TWO_STACKS:
            weights[HIDE + i] = 1 if i == 7 + s.to_hide % 2 else 0
        elif habit == LEFT_HALF:
            weights[HIDE + i] = 1 if start_cell(LARGEST, RED, i) % WIDE <= 6 else 0
        elif habit != ANY_MOVE:
            weights[HIDE + i] = 0 if loaded else 1


def run(s, seat, habit, weights):
    """Whose turn it is, by what it hides and how far it is; then as far as it goes."""
    legal(s, seat, weights)
    if habit == ANY_MOVE:
        return
    left = moves_left(s)
    if s.phase == LIFTING:
        for i in range(LARGEST):
            cell = s.where[RED, i]
            if cell >= 0 and weights[LIFT + PLACE[cell]] > 0:
                loaded = s.plaques[cell] > 0
                weight = 1
                if habit in (GOODS_FIRST, STACK_RUNS, TWO_STACKS):
                    weight = 1000 if loaded else 1
                elif habit == LEFT_HALF:
                    weight = 1000 if cell % WIDE <= 6 else 1
                elif habit != SINGLES_RUN:
                    weight = 1 if loaded else 1000
                if habit != CORNER_AT_RANDOM:
                    weight *= 9 - 2 * min(4, left >> 4 * (cell // WIDE) & 15)
                weights[LIFT + PLACE[cell]] = weight
    elif habit != CORNER_AT_RANDOM:
        now = left >> 4 * (s.lifted // WIDE) & 15
        for square in range(LARGEST * LARGEST):
            if weights[TO + square] > 0:
                row = square // LARGEST + 1
                then = left >> 4 * row & 15
                weights[TO + square] = 1000 if row == s.size else 100 if then < now else 1


def patrol(s, seat, habit, temper, weights):
    """Those who control, do so wherever they can; else they stand where a regular would."""
    if habit == ANY_PATROL:
        legal(s, seat, weights)
        return
    left = moves_left(s)
    controls = 0
    if s.phase == LIFTING and habit != NEVER_CONTROLS:
        for i in range(LARGEST):
            cell = s.where[BLACK, i]
            if cell >= 0 and target(s, cell, left, habit) >= 0:
                weights[LIFT + PLACE[cell]] = 1
                controls += 1
    elif habit != NEVER_CONTROLS and target(s, s.lifted, left, habit) >= 0:
        weights[TO + PLACE[target(s, s.lifted, left, habit)]] = 1
        controls = 1
    if controls == 0:
        lean_regular(s, seat, temper, weights)
        peaceful = 0
        for square in range(LARGEST * LARGEST):
            peaceful += 1 if weights[TO + square] > 0 and s.board[cell_of(square)] != RED else 0
        for square in range(LARGEST * LARGEST):
            if peaceful > 0 and s.board[cell_of(square)] == RED:
                weights[TO + square] = 0


def target(s, cell, left, habit):
    """Somebody to control from a cell, -1 for nobody."""
    row = cell // WIDE
    column = cell % WIDE
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[BLACK, row - 1, k]
        if steps == 0:
            break
        for end in range(max(1, row - steps), min(s.size - 1, row + steps) + 1):
            aside = steps - abs(end - row)
            for other in (column - aside, column + aside):
                there = WIDE * end + other
                wanted = habit == ALWAYS_CONTROLS or left >> 4 * end & 15 == 1
                if wanted and is_open(s, BLACK, cell, end, other) and s.board[there] == RED and not s.cleared[there]:
                    return there
    return -1
