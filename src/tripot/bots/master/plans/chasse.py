"""What a master does in Chasse when customs control nobody and let nobody through: any figures run.

A smuggler who always knows better than to risk a plaque ends in a draw against customs who wait. So when nothing has
happened for a while, figures run without regard to where the plaques are, and nobody learns it from that. Where k of n
figures have plaques, whoever controls a runner finds nothing n - k times in n, and then the smuggler is ahead; whoever
lets it pass, lets plaques pass k times in n. The longer nothing happens, the more figures leave home.
"""
# mypy: ignore-errors

from tripot.bots.instincts.chasse import erase
from tripot.engine import catalogue
from tripot.games.chasse import (
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
)

legal = catalogue.rules_of("chasse").legal

WAITED = 12  # quiet moves
PATIENCE = 3  # quiet moves after which one figure more leaves home
FAR = 9  # moves to a goal that can't be reached


def covers(record, seat):
    """It is for smugglers on the whole board who aren't ahead, when nothing happens."""
    arrived = record["plaques"][LARGEST * WIDE :].sum()
    ahead = record["black_taken"] + arrived > record["found"] + record["red_taken"]
    smuggles = seat == record["leg"] and record["phase"] != HIDING
    return bool(smuggles and record["size"] == LARGEST and record["quiet"] >= WAITED and not ahead)


def lean(s, seat, temper, weights):
    if s.phase == LIFTING:
        choose_runner(s, seat, weights)
    else:
        choose_stop(s, seat, weights)


def choose_runner(s, seat, weights):
    """Who arrives at once; else somebody leaves home, any as likely, or the nearest goes on."""
    legal(s, seat, weights)
    few = away_from_home(s) <= s.quiet // PATIENCE
    find_ways(s, weights, TO)
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and weights[LIFT + PLACE[cell]] > 0:
            moves = weights[TO + PLACE[cell]]
            weight = 1000
            if s.cleared[cell]:
                weight = 1
            elif is_start(s, cell):
                weight = 300000 if few and moves < FAR else 100
            elif moves < FAR:
                weight = 100000000 if moves == 1 else 100000 >> moves
            weights[LIFT + PLACE[cell]] = weight
    erase(weights, TO, TO + LARGEST * LARGEST)


def away_from_home(s):
    """Figures on the way that may have the plaques."""
    count = 0
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and cell < goal(s) and not s.cleared[cell] and not is_start(s, cell):
            count += 1
    return count


def choose_stop(s, seat, weights):
    """Towards the goal."""
    legal(s, seat, weights)
    find_ways(s, weights, LIFT)
    for square in range(LARGEST * LARGEST):
        if weights[TO + square] > 0:
            weights[TO + square] = 1 << 3 * (FAR - 1 - min(weights[LIFT + square], FAR - 1))
    erase(weights, LIFT, LIFT + LARGEST * LARGEST)


def find_ways(s, weights, desk):
    """For every square, in how many moves a figure there reaches the goal as the board stands; 0 on the goal row."""
    for square in range(LARGEST * LARGEST):
        weights[desk + square] = FAR
    for column in range(1, s.size + 1):
        if s.rows[s.size] >> column & 1 == 0:
            weights[desk + LARGEST * (s.size - 1) + column - 1] = 0
    for moves in range(1, FAR):
        for row in range(1, s.size):
            for column in range(1, s.size + 1):
                square = desk + LARGEST * (row - 1) + column - 1
                if weights[square] == FAR and leads_on(s, row, column, moves - 1, weights, desk):
                    weights[square] = moves


def leads_on(s, row, column, moves, weights, desk):
    """Whether a figure here can go to a square that is so many moves from the goal."""
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[RED, row - 1, k]
        if steps == 0:
            break
        for end in range(max(1, row - steps), min(s.size, row + steps) + 1):
            aside = steps - abs(end - row)
            for other in (column - aside, column + aside):
                away = weights[desk + LARGEST * (end - 1) + other - 1] if 1 <= other <= s.size else FAR
                if away == moves and is_way(s, row, column, end, other):
                    return True
    return False


def is_way(s, row, column, end, other):
    """Whether a smuggler here comes there, as in the rules; whoever stands here now is that one, or gone by then."""
    if s.rows[end] >> other & 1:
        return False
    own_row = s.rows[row] & ~(1 << column)
    own_column = s.columns[column] & ~(1 << row)
    up = WAY[WIDE * row + end]
    along = WAY[WIDE * column + other]
    line = own_row if end == row else s.rows[end]
    return own_column & up | line & along == 0 or (own_row & along == 0 and s.columns[other] & up == 0)
