"""A sixth game, to be played through the page without a line of its own in it: matches on a table.

Two players take one, two or three matches in turn; whoever takes the last one wins. The lot says how many there are.
"""

import numpy as np

from tripot.games.terms import ALL, CHANCE, NOBODY

NAME, VERSION, CLAUSE = "matches", 1, "MAT"
SEATS = (2, 2)
OPTIONS = {"most": ("3", "2")}
STUDY = ()
MOVES = ("take one", "take two", "take three")
OUTCOMES = ("lay seven", "lay eight", "lay nine")
PHASES = ("laying", "taking", "over")
LAYING, TAKING, OVER = 0, 1, 2
PROMPTS = (1, 2, 3)
PASSIVE = (0,)
REASONS = ("last match",)
FLAWS = (("matches", 1),)
NEWS = ()
ABOUT = ()
LONGEST = 10  # one lot, and at most nine matches

STATE = np.dtype([
    ("phase", np.int8),
    ("reason", np.int8),
    ("most", np.int8),
    ("matches", np.int8),
    ("turn", np.int8),
    ("taken", np.int8, 2),
], align=True)  # fmt: skip
LEGEND = {
    "phase": (PHASES,), "reason": (REASONS,), "most": ("count",), "matches": ("count",), "turn": ("seat",),
    "taken": ("seats", "count"),
}  # fmt: skip


def setup(s, seats, options):
    s.reason = -1
    s.most = 3 - options[0]


def actors(s):
    if s.phase == LAYING:
        return CHANCE
    return NOBODY if s.phase == OVER else 1 << s.turn


def sealed(s):
    return 0


def legal(s, seat, can):
    for count in range(min(s.most, s.matches)):
        can[count] = 1


def chance(s, weights):
    for outcome in range(3):
        weights[outcome] = 1


def apply(s, seat, move):
    if seat == CHANCE:
        s.matches = 7 + move
        s.phase = TAKING
        return
    s.matches -= move + 1
    s.taken[seat] += move + 1
    if s.matches == 0:
        s.phase = OVER
        s.reason = 0
    else:
        s.turn = 1 - s.turn


def scores(s, out):
    out[s.turn] = 1


def redact(s, viewer):
    pass


def hears(s, seat, move, viewer):
    return ALL


def unsealed(s, seat, move, viewer):
    return ALL


def imagine(s, viewer, luck):
    pass


def reveals(s, then, seat, move, viewer):
    return 0


def flaw(s):
    return 0 if s.matches < 0 else -1


def clause(s, seat, move):
    return 2


def news(s, then, told, things):
    pass


def about(s, then, seat, move):
    return -1
