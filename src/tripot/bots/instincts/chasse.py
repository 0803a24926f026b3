"""Chasse: smugglers who hide and run so that load and decoy look alike; customs who count what their controls brought.

Every move is weighed in points and made the more likely the better it looks. Danger is read off the board as people do
it: a figure may strike where the distance, counted along the lines, is one of its row's numbers, whoever stands
between. Customs remember what the record does: how many controls found something and how many nothing.
"""

from tripot.bots.instincts.moods import soften, stray
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
    WAY,
    WIDE,
    goal,
    is_start,
    may_control,
    side_to_move,
    start_cell,
)

TEMPER = (
    "stack",  # how likely a plaque goes under a figure that has one, where an empty figure is 10
    "haste",  # points that a smuggler sees in one move less to the goal
    "fear",  # of 100 figures in the customs' reach, how many a smuggler expects to be controlled before the first
    "recall",  # how many figures that first thought is worth: few are quick to learn
    "bait",  # hundredths of what a control of a decoy would bring that a smuggler walks it into reach for
    "hope",  # points for an empty figure's arrival
    "greed",  # points that a smuggler sees in moving a loaded figure rather than a decoy
    "order",  # how surely a smuggler makes the best-looking move
    "doubt",  # of 100 figures that come near, how many customs think loaded before the first control
    "count",  # how many controls that first thought is worth
    "rush",  # by how many hundredths more suspicious a figure is that can arrive in one move
    "pinch",  # hundredths of the suspicion that the last figures on the way share
    "guard",  # points, in quarters, for a square in reach where a runner may stop before its last move
    "home",  # points, in quarters, for each row that customs stay back
    "watch",  # how surely customs make the best-looking move
    "slip",  # of 1,000 moves, how many are made without thinking
)
(STACK, HASTE, FEAR, RECALL, BAIT, HOPE, GREED, ORDER, DOUBT, COUNT, RUSH, PINCH, GUARD, HOME, WATCH, SLIP) = range(16)

LEVELS = {
    "novice": (0, 12, 10, 60, 0, 0, 9, 12, 45, 60, 60, 100, 5, 4, 20, 60),
    "regular": (65, 20, 15, 10, 100, 10, 27, 48, 28, 1, 60, 70, 40, 8, 100, 2),
}
CHARACTERS = {
    "bold": {"fear": -10, "stack": 20},
    "careful": {"fear": 15, "stack": -20, "doubt": -3},
    "suspicious": {"doubt": 8, "rush": 10},
}
_REGULAR = dict(zip(TEMPER, LEVELS["regular"], strict=True))
HABITS = {
    name: tuple((_REGULAR | changes).values())
    for name, changes in {
        "never splits": {"stack": 1000},
        "never stacks": {"stack": 0},
        "fears nothing": {"fear": 0, "recall": 1000},
        "fears everything": {"fear": 100, "recall": 1000},
        "runs with the goods": {"greed": 60},
        "keeps the goods for last": {"greed": 0},
        "sends no decoys": {"bait": 0, "greed": 40},
        "controls nobody": {"doubt": 0, "count": 1000, "pinch": 0},
        "controls everybody": {"doubt": 100, "count": 1000},
        "controls at the last moment": {"doubt": 24, "count": 1000, "rush": 100},
        "stays at home": {"home": 60},
    }.items()
}

LEVEL = 1 << 20  # added to values in quarters of a point, so that every move that there is has one above 0

# Where a thought is noted, in weights of moves that are not asked for: a row's bits with `hide`; the rest, square by
# square, with the half of a move that isn't asked; its last row, where customs never stand, has a row's bits too
ROWS = HIDE - 1
STOPS = LARGEST * (LARGEST - 1) - 1
TWICE = WIDE  # bits of what is in reach more than once


def lean(s, seat, temper, weights):
    if s.phase == HIDING:
        hide(s, temper, weights)
    elif side_to_move(s) == RED:
        run(s, temper, weights)
    else:
        patrol(s, temper, weights)


def hide(s, temper, weights):
    """A plaque under any figure, and under one that has some already as the temper likes."""
    for i in range(LARGEST):
        cell = start_cell(LARGEST, RED, i)
        if s.board[cell] == RED:
            weights[HIDE + i] = 1 + (temper[STACK] if s.plaques[cell] > 0 else 10) * 10
    stray(weights, HIDE, HIDE + LARGEST, temper[SLIP])


# Both sides


def moves_left(s):
    """In how many moves a smuggler can reach the goal from each row, four bits a row."""
    left = 0
    for back in range(1, s.size):
        row = s.size - back
        steps = s.numbers[RED, row - 1, 0]
        for i in range(1, NUMBERS_A_ROW):
            steps = max(steps, s.numbers[RED, row - 1, i])
        fewest = 14 if row + steps < s.size else 0
        for end in range(row + 1, row + steps + 1 if fewest > 0 else 0):
            fewest = min(fewest, left >> 4 * end & 15)
        left |= fewest + 1 << 4 * row
    return left


def last_rows(s):
    """As `moves_left`, but only where it is one move; 0 elsewhere."""
    left = 0
    for row in range(1, s.size):
        away = s.size - row
        near = False
        for i in range(NUMBERS_A_ROW):
            near |= s.numbers[RED, row - 1, i] >= away
        left |= (1 if near else 0) << 4 * row
    return left


def last_stops(s, left):
    """The first row from which the goal can be reached in one move; there are none below."""
    row = 1
    while left >> 4 * row & 15 != 1:
        row += 1
    return row


def is_open(s, side, cell, end, other):
    """Whether a figure comes to a row and column by one of the two ways there, and may end there: as in the rules."""
    row = cell // WIDE
    column = cell % WIDE
    if other < 1 or other > s.size:
        return False
    line = s.rows[end]
    if line >> other & 1 and (side == RED or not may_control(s, WIDE * end + other)):
        return False
    up = WAY[WIDE * row + end]
    along = WAY[WIDE * column + other]
    if (s.columns[column] ^ 1 << row) & up | line & along == 0:
        return True
    return (s.rows[row] ^ 1 << column) & along | s.columns[other] & up == 0


def choose_figure(s, side, weights, order, slip):
    """Soften the values of figures, first put side by side."""
    for i in range(LARGEST):
        cell = s.where[side, i]
        weights[HIDE + i] = weights[LIFT + PLACE[cell]] if cell >= 0 else 0
    soften(weights, HIDE, HIDE + LARGEST, order, slip)
    for i in range(LARGEST):
        cell = s.where[side, i]
        if cell >= 0:
            weights[LIFT + PLACE[cell]] = weights[HIDE + i]
    erase(weights, HIDE, HIDE + LARGEST)


def choose_square(s, weights, order, slip):
    """Soften the values of the squares that are not too far away."""
    row = s.lifted // WIDE - 1
    side = side_to_move(s)
    far = max(s.numbers[side, row, 0], s.numbers[side, row, 1], s.numbers[side, row, 2])
    soften(weights, TO + LARGEST * max(0, row - far), TO + LARGEST * min(LARGEST, row + far + 1), order, slip)


def erase(weights, first, beyond):
    for i in range(first, beyond):
        weights[i] = 0


# The smuggler


def run(s, temper, weights):
    """Get nearer to the goal; plaques keep out of reach when it costs little, decoys seek the customs' eyes."""
    left = moves_left(s)
    dread = expected_controls(s, temper)
    spread_danger(s, weights)
    if s.phase == LIFTING:
        for i in range(LARGEST):
            cell = s.where[RED, i]
            if cell < 0 or cell >= goal(s):
                break
            weights[LIFT + PLACE[cell]] = best_run(s, cell, left, dread, temper, weights, False)
        choose_figure(s, RED, weights, temper[ORDER], temper[SLIP])
    else:
        best_run(s, s.lifted, left, dread, temper, weights, True)
        erase(weights, HIDE, HIDE + LARGEST)
        choose_square(s, weights, temper[ORDER], temper[SLIP])


def expected_controls(s, temper):
    """Of 1,000 figures in reach, how many customs will control: as many as so far, of those that came so far."""
    controls = s.red_taken + s.black_taken
    arrivals = 0
    for i in range(LARGEST):
        arrivals += 1 if s.where[RED, i] >= goal(s) else 0
    weight = temper[RECALL] + 1
    expected = (10 * temper[FEAR] * weight + 1000 * controls) // (weight + controls + arrivals)
    return expected * (s.quiet_limit - s.quiet) // s.quiet_limit  # who waits too long gets nothing


def spread_danger(s, weights):
    """Where customs may strike, and where more than one may. Figures of one row are side by side and reach as far."""
    i = 0
    while i < LARGEST and s.where[BLACK, i] >= 0:
        row = s.where[BLACK, i] // WIDE
        line = 0
        while i < LARGEST and s.where[BLACK, i] >= 0 and s.where[BLACK, i] // WIDE == row:
            line |= 1 << s.where[BLACK, i] % WIDE
            i += 1
        for k in range(NUMBERS_A_ROW):
            steps = s.numbers[BLACK, row - 1, k]
            if steps == 0:
                break
            for end in range(max(1, row - steps), min(s.size - 1, row + steps) + 1):
                aside = steps - abs(end - row)
                left = line >> aside
                right = line << aside & (1 << TWICE) - 1
                seen = weights[ROWS + end]
                both = seen & (left | right) | (left & right if aside > 0 else 0)
                weights[ROWS + end] = seen | left | right | (both & (1 << TWICE) - 1) << TWICE


def best_run(s, cell, left, dread, temper, weights, mark):
    """The best value of a smuggler's moves with one figure, 0 if it has none; with `mark`, note each."""
    row = cell // WIDE
    column = cell % WIDE
    now = left >> 4 * row & 15
    plaques = s.plaques[cell]
    loaded = plaques > 0
    stake = dread * (2 * plaques + 1) // 5 if loaded else 0  # quarters of a point
    bait = 0 if loaded or s.cleared[cell] else dread * temper[BAIT] // 500
    start = LEVEL + (4 * temper[GREED] if loaded else 0)
    if weights[ROWS + row] >> column & 1 and not is_start(s, cell):
        start += stake - bait
    best = 0
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[RED, row - 1, k]
        if steps == 0:
            break
        for end in range(min(s.size, row + steps), max(1, row - steps) - 1, -1):  # the best is mostly ahead
            if end == s.size:
                value = start + (200 * plaques + 4 * temper[HASTE] if loaded else 4 * temper[HOPE])
                danger = 0
            else:
                value = start + 4 * temper[HASTE] * (now - (left >> 4 * end & 15))
                danger = weights[ROWS + end]
            if not mark and value + max(0, bait - stake) <= best:
                continue
            aside = steps - abs(end - row)
            for other in (column - aside, column + aside):
                if 1 <= other <= s.size:
                    seen = value + bait - stake if danger >> other & 1 else value
                    if (mark or seen > best) and is_open(s, RED, cell, end, other):
                        best = max(best, seen)
                        if mark:
                            weights[TO + PLACE[WIDE * end + other]] = seen
    return best


# Customs


def patrol(s, temper, weights):
    """Control whoever is suspicious enough; else have in reach where runners may stop, and stay at home."""
    left = last_rows(s)
    stops = last_stops(s, left)
    chance = loaded_chance(s, temper)
    far = control_value(s, chance, 0)
    near = control_value(s, min(1000, chance + chance * temper[RUSH] // 100), 1)
    spread_danger(s, weights)
    if s.phase == LIFTING:
        spread_eyes(s, left, stops, temper, weights, TO)
        stops = first_stop(s, stops, weights, TO)
        for i in range(LARGEST):
            cell = s.where[BLACK, i]
            if cell < 0:
                break
            weights[LIFT + PLACE[cell]] = best_patrol(s, cell, left, stops, near, far, temper, weights, TO, False)
        erase(weights, TO, TO + LARGEST * LARGEST)
        choose_figure(s, BLACK, weights, temper[WATCH], temper[SLIP])
    else:
        spread_eyes(s, left, stops, temper, weights, LIFT)
        stops = first_stop(s, stops, weights, LIFT)
        best_patrol(s, s.lifted, left, stops, near, far, temper, weights, LIFT, True)
        erase(weights, LIFT, LIFT + LARGEST * LARGEST)
        erase(weights, HIDE, HIDE + LARGEST)
        choose_square(s, weights, temper[WATCH], temper[SLIP])


def loaded_chance(s, temper):
    """How likely, in thousandths, a runner is loaded: what controls have found so far, and who is left to have it."""
    weight = temper[COUNT] + 1
    chance = (10 * temper[DOUBT] * weight + 1000 * s.red_taken) // (weight + s.red_taken + s.black_taken)
    walking = 0  # somebody on the way has a plaque, or the game would be over
    for i in range(LARGEST):
        other = s.where[RED, i]
        if other >= 0 and other < goal(s) and not s.cleared[other]:
            walking += 1
    pinch = 1000 if walking == 1 else 10 * temper[PINCH] // walking
    return min(1000, max(chance, pinch))


def control_value(s, chance, arriving):
    """What a control brings on average, in quarters of a point."""
    load = 50 * (2 + s.found) // (2 + s.red_taken)  # what is under a loaded figure
    return (chance * (50 + load + arriving * load) - (1000 - chance) * 50) // 250


def spread_eyes(s, left, stops, temper, weights, desk):
    """For every square, what customs see in standing there: the places in reach, out of the others' reach until now,
    where a runner could stop for its last move or has stopped."""
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell < 0 or cell >= goal(s):
            break
        if s.cleared[cell]:
            continue
        row = cell // WIDE
        column = cell % WIDE
        if left >> 4 * row & 15 == 1:
            weights[desk + STOPS + row] |= 1 << column
        for k in range(NUMBERS_A_ROW):
            steps = s.numbers[RED, row - 1, k]
            if steps == 0:
                break
            for end in range(max(stops, row - steps), min(s.size - 1, row + steps) + 1):
                if left >> 4 * end & 15 == 1:
                    aside = steps - abs(end - row)
                    for other in (column - aside, column + aside):
                        if is_open(s, RED, cell, end, other):
                            weights[desk + STOPS + end] |= 1 << other
    for row in range(stops, s.size):
        unseen = weights[desk + STOPS + row] & ~weights[ROWS + row]
        column = 0
        while unseen >> column != 0:
            if unseen >> column & 1:
                look_from(s, row, column, temper[GUARD], weights, desk)
            column += 1


def first_stop(s, row, weights, desk):
    """The first row, from one on, where a runner could stop."""
    while row < s.size and weights[desk + STOPS + row] == 0:
        row += 1
    return row


def look_from(s, row, column, worth, weights, desk):
    """Every square from which customs strike this one is worth so much more."""
    for end in range(max(1, row - 6), min(s.size - 1, row + 6) + 1):
        for k in range(NUMBERS_A_ROW):
            aside = s.numbers[BLACK, end - 1, k] - abs(end - row)
            if aside >= 0:
                square = desk + LARGEST * (end - 1) + column - 1
                if column > aside:
                    weights[square - aside] += worth
                if aside > 0 and column + aside <= s.size:
                    weights[square + aside] += worth


def best_patrol(s, cell, left, stops, near, far, temper, weights, desk, mark):
    """The best value of a customs figure's moves, 0 if it has none; with `mark`, note each."""
    row = cell // WIDE
    column = cell % WIDE
    start = LEVEL
    for k in range(NUMBERS_A_ROW):  # what only this figure has in reach
        steps = s.numbers[BLACK, row - 1, k]
        for end in range(max(stops, row - steps), min(s.size - 1, row + steps) + 1):
            alone = weights[desk + STOPS + end] & ~(weights[ROWS + end] >> TWICE)
            aside = steps - abs(end - row)
            start -= temper[GUARD] * ((alone >> column + aside & 1) + (alone << aside >> column & 1))
    best = 0
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[BLACK, row - 1, k]
        if steps == 0:
            break
        for end in range(min(s.size - 1, row + steps), max(1, row - steps) - 1, -1):  # the best is mostly at home
            aside = steps - abs(end - row)
            line = s.rows[end]
            first = LARGEST * (end - 1) - 1
            stand = start + temper[HOME] * (end - row)
            for other in (column - aside, column + aside):
                if 1 <= other <= s.size:
                    value = stand + weights[desk + first + other]
                    if line >> other & 1:
                        if s.board[WIDE * end + other] != RED:
                            continue
                        found = near if left >> 4 * end & 15 == 1 else far
                        value = LEVEL + (-400 if s.cleared[WIDE * end + other] else found)
                    if (mark or value > best) and is_open(s, BLACK, cell, end, other):
                        best = max(best, value)
                        if mark:
                            weights[TO + first + other] = value
    return best
