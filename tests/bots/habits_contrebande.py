"""Habits of Contrebande that hang on something everybody sees: a seat, money, how much is declared, how late it is.

In the rules' subset. A temper has a regular's knobs, then those of the habit, then the number of the moment that it is
for; at any other moment its player is a regular.
"""

from tripot.bots.instincts.contrebande import SLIP
from tripot.bots.instincts.contrebande import lean as lean_by_knobs
from tripot.games.common import total
from tripot.games.contrebande import BAG, DUTY, KINDS, WINE

MOMENTS = (
    "always", "beside the officer", "holder leads", "holder is poor", "leads", "is poor", "much is declared",
    "little is declared", "full hand", "small hand", "the bag is claimed", "late", "the first round",
)  # fmt: skip
(
    ALWAYS, BESIDE, HOLDER_LEADS, HOLDER_POOR, LEADS, POOR, MUCH, LITTLE, FULL, FEW, CLAIMED, LATE, FIRST_ROUND,
) = range(13)  # fmt: skip
KNOBS = SLIP + 1
DEAR = 400  # francs of duty from which much is declared
FULL_HAND = 4
FEW_LEFT = 16  # cards in the pack when it is late


def lean(s, seat, temper, weights):
    moment = temper[len(temper) - 1]
    lean_by_knobs(s, seat, temper[KNOBS : 2 * KNOBS] if is_now(s, seat, moment) else temper[0:KNOBS], weights)


def is_now(s, seat, moment):
    if moment == BESIDE:
        return seat == (s.officer + 1) % s.seats or s.turn == (s.officer + 1) % s.seats
    if moment == HOLDER_LEADS:
        return place(s, s.turn) == 0
    if moment == HOLDER_POOR:
        return place(s, s.turn) >= s.seats - 2
    if moment == LEADS:
        return place(s, seat) == 0
    if moment == POOR:
        return place(s, seat) >= s.seats - 2
    if moment == MUCH:
        return declared_duty(s) >= DEAR
    if moment == LITTLE:
        return declared_duty(s) < DEAR
    if moment == FULL:
        return total(s.hand) >= FULL_HAND
    if moment == FEW:
        return total(s.hand) < FULL_HAND
    if moment == CLAIMED:
        return s.declared[BAG] > 0
    if moment == LATE:
        return total(s.pack) < FEW_LEFT
    if moment == FIRST_ROUND:
        return s.round == 1
    return True


def declared_duty(s):
    duty = 0
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
    return duty


def place(s, seat):
    """How many have more money."""
    ahead = 0
    for other in range(s.seats):
        ahead += 1 if s.money[other] > s.money[seat] else 0
    return ahead


LIES, TELLS = {"lie": 1000, "hide": 1000}, {"lie": 0, "hide": 0, "bag": 0}
DOUBTS, TRUSTS = {"search": 100, "denounce": 100, "nose": 0}, {"search": 0, "denounce": 0, "nose": 0}
HABITS = {
    "lies beside the officer": ("beside the officer", LIES),
    "doubts beside the officer": ("beside the officer", DOUBTS),
    "doubts whoever leads": ("holder leads", DOUBTS),
    "trusts the poor": ("holder is poor", TRUSTS),
    "honest when ahead": ("leads", TELLS),
    "lies when poor": ("is poor", LIES | {"bag": 60}),
    "trusts whoever declares much": ("much is declared", TRUSTS),
    "doubts whoever declares little": ("little is declared", DOUBTS),
    "lies with a full hand": ("full hand", LIES),
    "lies with a small hand": ("small hand", LIES),
    "doubts whoever claims the bag": ("the bag is claimed", DOUBTS),
    "lies and doubts late": ("late", LIES | DOUBTS),
    "honest in the first round": ("the first round", TELLS),
}
