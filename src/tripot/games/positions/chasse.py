"""Chasse: how customs imagine the plaques that they can't see, and which positions can't be.

The names that look undefined are the game's.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from tripot.games.random_numbers import below

FLAWS = {
    "board": 2, "figures": 1, "plaques": 1, "unknown plaques": 4, "turn": 5, "hiding": 4, "lifted": 6, "goal row": 9,
    "cleared": 10, "decided": 14, "numbers": 7, "points": 13, "end": 14, "no move": 14,
}  # fmt: skip


def imagine(s, viewer, luck):
    """Hide the unseen plaques anew, under figures that may have them; while the game goes on one is on the way."""
    if viewer == smuggler(s) or s.phase == OVER:
        return
    hidden = s.all_plaques - s.to_hide - s.found
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0:
            s.plaques[cell] = 0
    if s.phase != HIDING:
        s.plaques[suspect(s, True, luck)] += 1
        hidden -= 1
    for _ in range(hidden):
        s.plaques[suspect(s, False, luck)] += 1


def suspect(s, still_walking, luck):
    """The cell of a red figure not found empty, by luck; of one that has not arrived if `still_walking`."""
    count = 0
    for i in range(LARGEST):
        if is_suspect(s, s.where[RED, i], still_walking):
            count += 1
    pick = below(luck, count)
    for i in range(LARGEST):
        if is_suspect(s, s.where[RED, i], still_walking):
            if pick == 0:
                return s.where[RED, i]
            pick -= 1
    return -1


def is_suspect(s, cell, still_walking):
    return cell >= 0 and not s.cleared[cell] and not (still_walking and cell >= goal(s))


def flaws(s):
    yield from flaws_of_set(s)
    yield from flaws_of_board(s)
    yield from flaws_of_turn(s)


def flaws_of_set(s):
    if not 5 <= s.size <= LARGEST or s.size % 2 == 0:
        yield "board"
        return
    if not 1 <= s.figures <= s.size:
        yield "figures"
    if not 1 <= s.all_plaques <= 5 or s.to_hide > s.all_plaques:
        yield "plaques"
    for side in range(2):
        for row in range(LARGEST):
            numbers = [s.numbers[side, row, i] for i in range(NUMBERS_A_ROW)]
            given = [number for number in numbers if number > 0]
            if numbers[: len(given)] != given or any(number > 9 for number in given):
                yield "numbers"
            if (not given) != (row >= s.size - 1):
                yield "numbers"
    for points in s.points:
        if points % POINTS or (points > 0 and s.leg == 0 and s.phase != OVER):
            yield "points"


def flaws_of_board(s):
    if any(plaques < 0 for plaques in s.plaques):
        yield "unknown plaques"
    inside = [cell for cell in range(WIDE * WIDE) if on_board(s, cell)]
    if any((s.board[cell] != WALL) != on_board(s, cell) for cell in range(WIDE * WIDE)):
        yield "board"
    reds = [cell for cell in inside if s.board[cell] == RED]
    blacks = [cell for cell in inside if s.board[cell] == BLACK]
    cleared = [cell for cell in range(WIDE * WIDE) if s.cleared[cell]]
    hidden = sum(s.plaques[cell] for cell in reds)
    if hidden < sum(s.plaques):
        yield "plaques"
    if any(s.board[cell] != RED or s.plaques[cell] for cell in cleared):
        yield "cleared"
    if any(cell >= goal(s) for cell in blacks):
        yield "goal row"
    if len(reds) + s.red_taken != s.figures or len(blacks) + s.black_taken != s.figures:
        yield "figures"
    if hidden + s.to_hide + s.found != s.all_plaques or s.found < s.red_taken or (s.found > 0 and s.red_taken == 0):
        yield "plaques"
    if len(cleared) > s.black_taken or (not cleared and s.black_taken > 0):  # a figure found empty is never taken
        yield "cleared"


def flaws_of_turn(s):
    if s.turn < 0 or s.leg > s.match or not 2 <= s.quiet_limit <= MOST_QUIET:
        yield "turn"
        return
    if s.quiet >= s.quiet_limit and s.phase != OVER:
        yield "turn"
    if s.phase == HIDING:
        starts = [(start_cell(s.size, side, i), side) for side in (RED, BLACK) for i in range(s.figures)]
        if s.to_hide == 0 or s.turn != smuggler(s) or s.quiet + s.red_taken + s.black_taken > 0:
            yield "hiding"
        if any(s.board[cell] != side for cell, side in starts):
            yield "hiding"
    elif s.to_hide > 0:
        yield "hiding"
    if (s.phase == MOVING) != (s.lifted >= 0):
        yield "lifted"
    elif s.phase == MOVING:
        side = side_to_move(s)
        if s.board[s.lifted] != side or not can_move(s, side, s.lifted):
            yield "lifted"
    if (s.phase == OVER) != (s.reason >= 0) or (s.phase == OVER and s.leg < s.match):
        yield "end"
    if s.phase in (LIFTING, MOVING):
        if on_the_way(s) == 0 or s.where[BLACK, 0] < 0:
            yield "decided"
        if not side_can_move(s):
            yield "no move"
