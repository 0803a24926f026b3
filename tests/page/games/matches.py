"""A sixth game, to be played through the page without a line of its own in it: matches on a table.

Two players take one, two or three matches in turn; whoever takes the last one wins. The lot says how many there are.
"""

from tripot.games.declare import Field, Moves, Phases, Record
from tripot.games.terms import CHANCE, NOBODY

NAME, VERSION, CLAUSE = "matches", 1, "MAT"
SEATS = (2, 2)
OPTIONS = {"most": ("3", "2")}
PHASES = Phases(("laying", 1, CHANCE), ("taking", 2, "turn"), ("over", 3, NOBODY))
LAYING, TAKING, OVER = range(len(PHASES))
MOVES = Moves(("take", ("one", "two", "three"), 2))
OUTCOMES = Moves(("lay", ("seven", "eight", "nine")))
PASSIVE = (0,)
REASONS = ("last match",)
LONGEST = 10  # one lot, and at most nine matches
RECORD = Record(
    SEATS,
    phase=Field(PHASES),
    reason=Field(REASONS),
    most=Field("count"),
    matches=Field("count"),
    turn=Field("seat", start=0),
    taken=Field("seats", "count"),
)
STATE, LEGEND = RECORD.state, RECORD.legend


def begin(s, options):
    s.most = 3 - options[0]


def odds_laying(s, weights):
    for outcome in range(3):
        weights[outcome] = 1


def do_laying(s, seat, move):
    s.matches = 7 + move
    s.phase = TAKING


def may_taking(s, seat, can):
    for count in range(min(s.most, s.matches)):
        can[count] = 1


def do_taking(s, seat, move):
    s.matches -= move + 1
    s.taken[seat] += move + 1
    if s.matches == 0:
        s.phase = OVER
        s.reason = 0
    else:
        s.turn = 1 - s.turn


LINES = (("last match", 3),)


def counts(s, seat, line):
    return 1 if s.phase == OVER and seat == s.turn else 0


def earns(s, seat, line):
    return counts(s, seat, line)
