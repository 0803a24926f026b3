"""Faux papiers: lay a paper face down, say for how many days it is good, and hope that nobody checks.

2 to 5 seats. Whoever is on turn lays one of three papers and claims so many days for it. The others, one after the
other, wave them through or check. Waved through by all, the claim counts, true or not. Checked, the paper is turned up:
a false claim costs its owner a seal, a true one costs whoever checked. Without seals one is out. The game ends with
the last paper of the pile, when somebody has enough days, or when one is left.

A record counts papers by their days: the pile, the hands, what went under unseen, what was turned up; and the one
paper that lies on the desk. Nobody knows the pile and what went under; a hand is its owner's secret.
"""

from tripot.games.common import CHANCE, COUNT, NOBODY, WHO, WHOM
from tripot.games.declare import Field, Moves, Phases, Record

NAME, VERSION, CLAUSE = "fauxpapiers", 1, "FAU"
SEATS = (2, 5)  # FAU-01
OPTIONS = {"goal": (15, 5, 25)}  # FAU-11
STUDY = ()

PAPERS = ("1", "2", "3", "4", "5", "unknown")  # by their days
KINDS = len(PAPERS) - 1
PACK, PACK_CLAUSE = (10, 8, 6, 4, 2), 2
HAND, SEALS = 3, 2  # FAU-03

PHASES = Phases(
    ("deal", 3, CHANCE), ("lay", 4, "turn"), ("claim", 5, "turn"), ("answer", 6, "asked"), ("draw", 10, CHANCE),
    ("over", 11, NOBODY),
)  # fmt: skip
DEAL, LAY, CLAIM, ANSWER, DRAW, OVER = range(len(PHASES))
HEARD_BY = {"deal": "dealt_to", "lay": "nobody", "draw": "dealt_to"}
MOVES = Moves(("lay", PAPERS[:KINDS], 4), ("claim", PAPERS[:KINDS], 5), ("wave", 6), ("check", 6))
LAYING, CLAIMING, WAVE, CHECK = MOVES.starts
OUTCOMES = Moves(("deal", PAPERS[:KINDS]))
PASSIVE = (WAVE,)
REASONS = ("goal", "alone", "pile")
GOAL, ALONE, PILE = range(len(REASONS))

# Every paper is dealt once and laid once at most: a deal, a paper, a claim and an answer of each of the others.
LONGEST = sum(PACK) * (1 + 2 + SEATS[1] - 1)

RECORD = Record(
    SEATS,
    seats=Field("count"),
    goal=Field("count"),
    phase=Field(PHASES),
    reason=Field(REASONS),
    turn=Field("seat"),
    asked=Field("seat"),  # who answers
    claim=Field(PAPERS[:KINDS]),
    desk=Field(PAPERS, known="turn", cards=True),  # the paper that was laid
    opened=Field(PAPERS[:KINDS]),  # the paper that was turned up last
    days=Field("seats", "count", wide=16),
    seals=Field("seats", "count"),
    out=Field("seats", "flag"),
    hands=Field("seats", PAPERS, "count", known="owner", cards=True),
    pile=Field(PAPERS, "count", known="nobody", cards=True),
    under=Field(PAPERS, "count", known="nobody", cards=True),
    turned=Field(PAPERS[:KINDS], "count", cards=True),
)
ASIDE = ("asked", "under")  # the plain table needs no place for these


def in_pack(s, kind):
    return PACK[kind]


def begin(s, options):
    s.goal = options[0]
    s.turn = 0
    for seat in range(s.seats):
        s.seals[seat] = SEALS
    for kind in range(KINDS):
        s.pile[kind] = PACK[kind]


# Papers are dealt (FAU-03), and drawn (FAU-10)


def odds_deal(s, weights):
    for kind in range(KINDS):
        weights[kind] = s.pile[kind]


odds_draw = odds_deal


def do_deal(s, seat, move):
    deal(s, dealt_to(s), move)
    if dealt_to(s) == s.seats:
        s.phase = LAY


def do_draw(s, seat, move):
    deal(s, s.turn, move)
    s.turn = next_in(s, s.turn)
    s.phase = LAY


def deal(s, seat, kind):
    s.pile[kind] -= 1
    s.hands[seat, kind] += 1


def dealt_to(s):
    """Who is dealt the next paper: the first whose hand isn't full, or whoever has laid one."""
    if s.phase == DRAW:
        return s.turn
    seat = 0
    while seat < s.seats and size_of_hand(s, seat) == HAND:
        seat += 1
    return seat


def size_of_hand(s, seat):
    papers = 0
    for kind in range(KINDS + 1):
        papers += s.hands[seat, kind]
    return papers


def size_of_pile(s):
    papers = 0
    for kind in range(KINDS + 1):
        papers += s.pile[kind]
    return papers


def next_in(s, seat):
    """The next seat clockwise that is still in the game."""
    following = (seat + 1) % s.seats
    while s.out[following] == 1:
        following = (following + 1) % s.seats
    return following


# A paper on the desk (FAU-04), and what is said of it (FAU-05)


def may_lay(s, seat, can):
    for kind in range(KINDS):
        if s.hands[seat, kind] > 0:
            can[LAYING + kind] = 1


def do_lay(s, seat, move):
    s.hands[seat, move - LAYING] -= 1
    s.desk = move - LAYING
    s.opened = -1
    s.phase = CLAIM


def may_claim(s, seat, can):
    for kind in range(KINDS):
        can[CLAIMING + kind] = 1


def do_claim(s, seat, move):
    s.claim = move - CLAIMING
    s.asked = next_in(s, seat)
    s.phase = ANSWER


# The others answer, one after the other (FAU-06)


def may_answer(s, seat, can):
    can[WAVE] = 1
    can[CHECK] = 1


def do_answer(s, seat, move):
    if move == CHECK:
        check(s, seat)
    elif next_in(s, seat) == s.turn:
        wave_through(s)
    else:
        s.asked = next_in(s, seat)


def wave_through(s):
    """All have waved: the claim counts, and the paper goes under unseen (FAU-07)."""
    s.days[s.turn] += s.claim + 1
    s.under[s.desk] += 1
    end_turn(s)


def check(s, checker):
    """The paper is turned up: it is good for what was claimed (FAU-08), or it is not (FAU-09)."""
    s.opened = s.desk
    s.turned[s.desk] += 1
    if s.desk >= s.claim:
        s.days[s.turn] += s.claim + 1
        lose_seal(s, checker)
    else:
        s.days[checker] += s.claim + 1
        lose_seal(s, s.turn)
    end_turn(s)


def lose_seal(s, seat):
    """Whoever has lost the last seal is out, and their papers go under (FAU-10)."""
    s.seals[seat] -= 1
    if s.seals[seat] == 0:
        s.out[seat] = 1
        for kind in range(KINDS):
            s.under[kind] += s.hands[seat, kind]
            s.hands[seat, kind] = 0


def end_turn(s):
    """The game ends (FAU-11), or whoever laid a paper is dealt another, if they are still in."""
    s.desk = -1
    s.claim = -1
    s.asked = -1
    inside = 0
    best = 0
    for seat in range(s.seats):
        inside += 1 - s.out[seat]
        best = max(best, s.days[seat])
    if best >= s.goal:
        end(s, GOAL)
    elif inside == 1:
        end(s, ALONE)
    elif size_of_pile(s) == 0:
        end(s, PILE)
    elif s.out[s.turn] == 1:
        s.turn = next_in(s, s.turn)
        s.phase = LAY
    else:
        s.phase = DRAW


def end(s, reason):
    s.turn = -1
    s.reason = reason
    s.phase = OVER


# Who has won (FAU-12)

LINES = (("days", 12),)


def counts(s, seat, line):
    return s.days[seat] if s.out[seat] == 0 else 0


def earns(s, seat, line):
    return counts(s, seat, line)


# Who learns what


def reveals(s, then, seat, move, viewer):
    """A paper that is turned up is new to all but whoever laid it."""
    return 1 + s.desk if move == CHECK and s.phase == ANSWER and viewer != s.turn else 0


# Words for players

ABOUT = PAPERS[:KINDS]
NEWS = (("waved", 7), ("good", 8), ("forged", 9), ("out", 10))
WAVED, GOOD, FORGED, PUT_OUT = range(len(NEWS))


def news(s, then, told, things):
    if s.phase != ANSWER or then.phase == ANSWER:
        return
    if then.opened < 0:
        told[WAVED, WHO] = s.turn
        told[WAVED, COUNT] = s.claim + 1
    else:
        things[then.opened] = 1
        verdict = GOOD if then.opened >= s.claim else FORGED
        told[verdict, WHO] = s.turn
        told[verdict, WHOM] = s.asked
        told[verdict, COUNT] = s.claim + 1
    for seat in range(s.seats):
        if then.out[seat] > s.out[seat]:
            told[PUT_OUT, WHO] = seat


# Positions: what else must be true of one, beside that every paper lies somewhere

FLAWS = {"hand": 3, "desk": 4, "claim": 5, "seals": 10, "turn": 10, "end": 11}


def flaws(s):
    on_desk, claimed, asked = s.desk >= 0, s.claim >= 0, s.asked >= 0
    inside = [seat for seat in range(s.seats) if not s.out[seat]]
    if on_desk != (s.phase in (CLAIM, ANSWER)):
        yield "desk"
    if claimed != (s.phase == ANSWER) or asked != (s.phase == ANSWER):
        yield "claim"
    if any(s.seals[seat] > SEALS or (s.seals[seat] == 0) != (seat not in inside) for seat in range(s.seats)):
        yield "seals"
    if (s.turn >= 0) != (s.phase != OVER) or (s.phase != OVER and s.turn not in inside):
        yield "turn"
    if asked and (s.asked == s.turn or s.asked not in inside):
        yield "turn"
    if s.phase == OVER:
        yield from flaws_of_end(s, inside)
        return
    if s.reason >= 0 or len(inside) < 2 or max(s.days[seat] for seat in range(s.seats)) >= s.goal:
        yield "end"
    if s.phase == DRAW and size_of_pile(s) == 0:
        yield "end"
    yield from flaws_of_hands(s, inside)


def flaws_of_hands(s, inside):
    for seat in range(s.seats):
        held = size_of_hand(s, seat)
        if s.phase == DEAL:
            dealt = held == HAND or (seat >= dealt_to(s) and (held == 0 or seat == dealt_to(s)))
            if not dealt or held > HAND or dealt_to(s) == s.seats:
                yield "hand"
        elif held != (0 if seat not in inside else HAND - (seat == s.turn and s.phase != LAY)):
            yield "hand"


def flaws_of_end(s, inside):
    """It ended for the reason that is given, and no earlier one."""
    best = max(s.days[seat] for seat in range(s.seats))
    why = GOAL if best >= s.goal else ALONE if len(inside) == 1 else PILE
    if s.reason != why or (why == PILE and size_of_pile(s) > 0) or not inside:
        yield "end"
