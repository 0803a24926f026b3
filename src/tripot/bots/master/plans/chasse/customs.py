"""Customs who bar the way: they stand where nobody comes through, and control nobody without need.

A control that finds nothing puts the smuggler ahead, who can then wait for the end of the game. So customs who can't
tell loaded figures from empty ones do best to let nobody pass: that's a draw. Where somebody comes through all the
same, they can't be sure to control whoever is loaded and nobody else; an empty figure that passes costs nothing, and
there may be more where it came from, so only some are controlled. On which cells comes from a number that the others
don't know, and changes with every figure that is gone: a decoy that waits where it wasn't controlled isn't controlled
later either.
"""
# mypy: ignore-errors

from tripot.bots.instincts.chasse import erase, is_open
from tripot.bots.master.plans.chasse.ways import FAR, is_suspect, moves_from, note_ways
from tripot.engine import catalogue
from tripot.games.chasse import (
    BLACK,
    LARGEST,
    LIFT,
    NUMBERS_A_ROW,
    PLACE,
    RED,
    TO,
    WIDE,
    cell_of,
    flip,
)

legal = catalogue.rules_of("chasse").legal

THREATS = (0, 100000, 100, 12, 2)  # by how many moves a figure is from the goal
FORK = 50000  # and one who has such a move that customs can't keep it from coming through
DEEP = 4  # the most of these
EVEN, AHEAD, FAR_AHEAD = 200, 400, 700  # of 1,000 who come through, how many are controlled, by lead
SUSPECTS = 2  # of whom any may be controlled
SURE = 1000000  # the worth of a control that must be
NEVER = -(1 << 20)  # of one that mustn't
POINTLESS = -(1 << 28)  # of one of a figure that was found empty
WORST = -(1 << 29)
OWN_DESK = TO + 20  # where ways are noted while a figure is chosen; those of figures are before it
ROOM = WIDE * (DEEP + 1)


def choose_guard(s, seat, temper, weights):
    """The figure with the best move."""
    legal(s, seat, weights)
    best = WORST
    for i in range(LARGEST):
        cell = s.where[BLACK, i]
        if cell >= 0 and weights[LIFT + PLACE[cell]] > 0:
            weights[TO + i] = best_post(s, cell, temper, weights, OWN_DESK, best - 1)
            best = max(best, weights[TO + i])
    for i in range(LARGEST):
        cell = s.where[BLACK, i]
        if cell >= 0 and weights[LIFT + PLACE[cell]] > 0:
            weights[LIFT + PLACE[cell]] = 10000 if weights[TO + i] == best else 1
    erase(weights, TO, OWN_DESK + ROOM)


def choose_post(s, seat, temper, weights):
    """Its best move."""
    legal(s, seat, weights)
    best = best_post(s, s.lifted, temper, weights, LIFT, WORST - 1)
    for square in range(LARGEST * LARGEST):
        if weights[TO + square] > 0 and post_worth(s, s.lifted, cell_of(square), temper, weights, LIFT, best) == best:
            weights[TO + square] = 10000
    erase(weights, LIFT, LIFT + ROOM)


def best_post(s, cell, temper, weights, desk, best):
    """What the best square is worth to which customs can go from a cell, or `best` if that is more."""
    row = cell // WIDE
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[BLACK, row - 1, k]
        if steps == 0:
            break
        for end in range(max(1, row - steps), min(s.size - 1, row + steps) + 1):
            aside = steps - abs(end - row)
            for other in (cell % WIDE - aside, cell % WIDE + aside):
                if is_open(s, BLACK, cell, end, other):
                    best = max(best, post_worth(s, cell, WIDE * end + other, temper, weights, desk, best))
    return best


def post_worth(s, cell, there, temper, weights, desk, best):
    """How little smugglers threaten once customs went from a cell there; or what a control of who is there is worth.
    Less than `best` need not be exact."""
    if s.board[there] == RED:
        return control_worth(s, there, temper, weights, desk)
    flip(s, cell)
    flip(s, there)
    worth = -threat(s, weights, desk)
    if worth >= best and worth > -THREATS[1] and forks(s, cell, there, weights, desk):
        worth -= FORK
    flip(s, cell)
    flip(s, there)
    return worth


def forks(s, cell, there, weights, desk):
    """Whether a smuggler then has a move after which somebody comes through, whatever customs do but control.
    `threat` has just noted the ways."""
    for i in range(LARGEST):
        from_cell = s.where[RED, i]
        if not is_suspect(s, from_cell):
            continue
        row = from_cell // WIDE
        column = from_cell % WIDE
        for k in range(NUMBERS_A_ROW):
            steps = s.numbers[RED, row - 1, k]
            if steps == 0:
                break
            for end in range(max(1, row - steps), min(s.size - 1, row + steps) + 1):
                near = weights[desk + WIDE + end]
                aside = steps - abs(end - row)
                for other in (column - aside, column + aside):
                    if 1 <= other <= s.size and near >> other & 1 and is_open(s, RED, from_cell, end, other):
                        to_cell = WIDE * end + other
                        flip(s, from_cell)
                        flip(s, to_cell)
                        answered = can_bar(s, cell, there, i, to_cell, weights, desk + 2 * WIDE)
                        flip(s, from_cell)
                        flip(s, to_cell)
                        if not answered:
                            return True
    return False


def can_bar(s, cell, there, runner, runs_to, weights, desk):
    """Whether customs, one of whom went from a cell there, have a move after which nobody arrives with the next one."""
    for i in range(LARGEST):
        own = s.where[BLACK, i]
        if own < 0:
            break
        if own == cell:
            own = there
        row = own // WIDE
        column = own % WIDE
        for k in range(NUMBERS_A_ROW):
            steps = s.numbers[BLACK, row - 1, k]
            if steps == 0:
                break
            for end in range(max(1, row - steps), min(s.size - 1, row + steps) + 1):
                aside = steps - abs(end - row)
                for other in (column - aside, column + aside):
                    if is_open(s, RED, own, end, other):
                        flip(s, own)
                        flip(s, WIDE * end + other)
                        barred = not arrives_next(s, runner, runs_to, weights, desk)
                        flip(s, own)
                        flip(s, WIDE * end + other)
                        if barred:
                            return True
    return False


def arrives_next(s, runner, runs_to, weights, desk):
    """Whether somebody who may have plaques can arrive with the next move."""
    note_ways(s, weights, desk, 1)
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if is_suspect(s, cell) and moves_from(runs_to if i == runner else cell, weights, desk, 1) == 1:
            return True
    return False


def threat(s, weights, desk):
    """How near to the goal those are who may have plaques."""
    note_ways(s, weights, desk, DEEP)
    total = 0
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if is_suspect(s, cell):
            moves = moves_from(cell, weights, desk, DEEP)
            if moves < FAR:
                total += THREATS[moves]
    return total


def control_worth(s, there, temper, weights, desk):
    if s.cleared[there]:
        return POINTLESS
    note_ways(s, weights, desk, 1)
    arrives = moves_from(there, weights, desk, 1) == 1
    lead = s.found + s.red_taken - s.black_taken
    left = suspects(s)
    if lead < 0 or left <= SUSPECTS:
        return SURE + (1 if arrives else 0)
    share = EVEN if lead == 0 else AHEAD if lead == 1 else FAR_AHEAD
    if arrives and at_random(temper[0], there, left) < share:
        return -THREATS[1] // 2
    return NEVER


def at_random(number, there, when):
    """Below 1,000, and the same for as long as these are."""
    mixed = number & 0xFFFFF
    for part in (there, when, 1):
        mixed = (mixed ^ part) * 1103515245 + 12345 & 0x7FFFFFFF
        mixed ^= mixed >> 15
    return mixed % 1000


def suspects(s):
    """Smugglers on the way who may have plaques."""
    count = 0
    for i in range(LARGEST):
        count += 1 if is_suspect(s, s.where[RED, i]) else 0
    return count
