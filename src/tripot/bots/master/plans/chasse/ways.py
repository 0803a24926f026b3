"""In how many moves a smuggler comes to the goal as the board stands: row by row, with a bit for every column."""
# mypy: ignore-errors

from tripot.games.chasse import NUMBERS_A_ROW, RED, WIDE, goal

FAR = 9  # moves to a goal that can't be reached


def is_suspect(s, cell):
    """Whether a smuggler there is on the way and may have plaques."""
    return cell >= 0 and cell < goal(s) and s.cleared[cell] == 0


def note_ways(s, weights, desk, most):
    """By number of moves, up to `most`, and by row: the columns from which a smuggler comes to the goal in so many.

    They are noted in weights that nobody asks for now, from `desk`: first those on the goal row itself that are free,
    then those from which it takes one move, and so on. Whoever stands in the way stays there.
    """
    inside = (1 << s.size + 1) - 2
    for row in range(WIDE):
        weights[desk + row] = 0
    weights[desk + s.size] = inside & ~s.rows[s.size]
    for moves in range(1, most + 1):
        now = desk + WIDE * moves
        for row in range(WIDE):
            weights[now + row] = 0
        for row in range(1, s.size):
            weights[now + row] = ways_to(s, row, weights, now - WIDE, inside)


def moves_from(cell, weights, desk, most):
    """In how many moves a smuggler comes from a cell to the goal, after `note_ways`; FAR if in more than `most`."""
    for moves in range(most + 1):
        if weights[desk + WIDE * moves + cell // WIDE] >> cell % WIDE & 1:
            return moves
    return FAR


def ways_to(s, row, weights, aims, inside):
    """The columns of a row from which a smuggler can go to a free square that is noted at `aims`, for all at once.

    As in the rules: so many steps as the row has for a number, first along the column, then along the row, or the other
    way round (CHA-06), and nobody on the way (CHA-08).
    """
    line = s.rows[row]
    here = 0
    for k in range(NUMBERS_A_ROW):
        steps = s.numbers[RED, row - 1, k]
        if steps == 0:
            break
        for way in (1, -1):
            clear = inside  # columns that are free from here to the row
            for far in range(0 if way == 1 else 1, steps + 1):
                end = row + way * far
                if end < 1 or end > s.size:
                    break
                there = s.rows[end]
                if far > 0:
                    clear &= ~there
                if clear == 0:
                    break
                aim = weights[aims + end]
                if aim != 0:
                    here |= turns_to(line, there, clear, aim, steps - far, inside)
    return here & inside


def turns_to(line, there, clear, aim, aside, inside):
    """The columns of a line from which `aim`, in another line so many squares aside, is reached by a turn."""
    if aside == 0:
        return clear & aim
    right = clear  # first along the column, then to the right
    left = clear
    corner = clear & aim  # first along the row, then along the column
    along_right = inside
    along_left = inside
    for away in range(1, aside + 1):
        right &= ~(there >> away)
        left &= ~(there << away)
        along_right &= ~(line >> away)
        along_left &= ~(line << away)
    return right & aim >> aside | left & aim << aside | along_right & corner >> aside | along_left & corner << aside
