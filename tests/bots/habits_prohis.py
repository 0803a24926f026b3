"""Habits of PROHIS that hang on something everybody sees: a seat, money, the size of a convoy, how late it is.

In the rules' subset. A temper has a regular's knobs, then those of the habit, then the number of the moment that it is
for; at any other moment its player is a regular.
"""

from tripot.bots.instincts.prohis import SLIP
from tripot.bots.instincts.prohis import lean as lean_by_knobs
from tripot.games.common import filled, total
from tripot.games.prohis import KINDS

MOMENTS = (
    "always", "the first seat", "after the sender", "across the table", "sender leads", "sender is behind", "leads",
    "is behind", "three cards or more", "two cards or fewer", "late", "early",
)  # fmt: skip
(
    ALWAYS, FIRST_SEAT, NEXT, ACROSS, SENDER_LEADS, SENDER_BEHIND, LEADS, BEHIND, LARGE, SMALL, LATE, EARLY,
) = range(12)  # fmt: skip
KNOBS = SLIP + 1
HALF = 20  # cards in the pile when it is late


def lean(s, seat, temper, weights):
    moment = temper[len(temper) - 1]
    lean_by_knobs(s, seat, temper[KNOBS : 2 * KNOBS] if is_now(s, seat, moment) else temper[0:KNOBS], weights)


def is_now(s, seat, moment):
    if moment == FIRST_SEAT:
        return seat == 0
    if moment == NEXT:
        return seat == (s.turn + 1) % s.seats
    if moment == ACROSS:
        return seat == (s.turn + 2) % s.seats
    if moment == SENDER_LEADS:
        return place(s, s.turn) == 0
    if moment == SENDER_BEHIND:
        return place(s, s.turn) >= s.seats - 2
    if moment == LEADS:
        return place(s, seat) == 0
    if moment == BEHIND:
        return place(s, seat) >= s.seats - 2
    if moment == LARGE:
        return filled(s.convoy) >= 3
    if moment == SMALL:
        return filled(s.convoy) <= 2
    if moment == LATE:
        return total(s.pile) < HALF
    if moment == EARLY:
        return total(s.pile) >= HALF
    return True


def stored(s, seat):
    """Cards in a warehouse: of others' money that is all that one sees."""
    cards = 0
    for kind in range(KINDS + 1):
        cards += s.warehouses[seat, kind]
    return cards


def place(s, seat):
    """How many have more in store."""
    ahead = 0
    for other in range(s.seats):
        ahead += 1 if stored(s, other) > stored(s, seat) else 0
    return ahead


DOUBTS, TRUSTS = {"inspect": 1000, "nose": 0}, {"inspect": 0, "nose": 0}
HABITS = {
    "smuggles in the first seat alone": ("the first seat", {"smuggle": 100, "few": 4}),
    "inspects the neighbour": ("after the sender", DOUBTS),
    "never controls the neighbour": ("after the sender", {"control": 0}),
    "lets the one across pass": ("across the table", TRUSTS),
    "inspects whoever leads": ("sender leads", DOUBTS),
    "trusts whoever is behind": ("sender is behind", TRUSTS),
    "honest when ahead": ("leads", {"smuggle": 0, "few": 0}),
    "smuggles when behind": ("is behind", {"smuggle": 100, "greed": 4, "few": 5}),
    "inspects large convoys": ("three cards or more", DOUBTS),
    "inspects small convoys": ("two cards or fewer", DOUBTS),
    "honest early": ("early", {"smuggle": 0}),
    "smuggles and doubts late": ("late", {"smuggle": 100, "greed": 4} | DOUBTS),
}
