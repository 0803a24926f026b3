"""Somebody in Contrebande who has studied regulars: knows from many hands how often every sort of declaration is false,
and doubts just where that pays. A cheap stand-in for a learned best response.

In the rules' subset. A temper has a regular's knobs, then what was counted: for every sort of declaration how often it
is false, in thousandths, as the officer and as the neighbour see it; then by how many francs a doubt must pay, and
whether its player reads at all.
"""

from tripot.bots.instincts.contrebande import SLIP, average_duty
from tripot.bots.instincts.contrebande import lean as lean_by_knobs
from tripot.bots.instincts.weighing import WHOLE, put, slips
from tripot.engine import catalogue
from tripot.games.common import total
from tripot.games.contrebande import (
    BAG,
    COMPENSATION,
    CUSTOMS,
    DENOUNCE,
    DUTY,
    KINDS,
    LET_PASS,
    NEIGHBOUR,
    REWARD,
    SEARCH,
    TAKE,
    UNKNOWN,
    WINE,
)
from tripot.games.positions.contrebande import steps_back

legal = catalogue.rules_of("contrebande").legal

KNOBS = SLIP + 1
GOODS, DUTIES, TURNS, MEMORIES = 6, 6, 4, 5
SORTS = GOODS * DUTIES * TURNS * MEMORIES
BOUNDS = (0, 100, 200, 350, 550)  # francs of duty
CONTRADICTED, NOTHING_HELD = 4, 0
LEAN, CAREFUL, READS = KNOBS + SORTS, KNOBS + SORTS + 1, KNOBS + SORTS + 2
LENGTH = READS + 1


def lean(s, seat, temper, weights):
    if temper[READS] > 0 and s.phase in (CUSTOMS, NEIGHBOUR):
        legal(s, seat, weights)
        slips(weights, 0)
        officer = s.phase == CUSTOMS
        false = temper[KNOBS + sort_of(s, seat)]
        gains = officers(s, false, temper[LEAN]) if officer else neighbours(s, false, temper[CAREFUL])
        put(weights, (SEARCH if officer else DENOUNCE) if gains > 0 else (LET_PASS if officer else TAKE), WHOLE, 0)
    else:
        lean_by_knobs(s, seat, temper[0:KNOBS], weights)


def sort_of(s, seat):
    """A declaration's sort: how much is declared, how often the hand was taken over, and what one knows of it."""
    items = 0
    duty = 0
    for kind in range(WINE, KINDS):
        items += s.declared[kind]
        duty += s.declared[kind] * DUTY[kind]
    if s.declared[BAG] > 0:
        items = GOODS - 1
    dear = 0
    for bound in BOUNDS:
        dear += 1 if duty > bound else 0
    return ((items * DUTIES + dear) * TURNS + min(s.taken, TURNS - 1)) * MEMORIES + memory_of(s, seat)


def memory_of(s, seat):
    """What one remembers of the hand: nothing, that it can't be as declared, or how much of it must be new."""
    if s.phase == CUSTOMS or steps_back(s, seat) == 0:
        return NOTHING_HELD
    new = 0
    for kind in range(WINE, KINDS):
        more = s.declared[kind] - s.memory[seat, kind]
        if more < 0 and s.declared[BAG] == 0:
            return CONTRADICTED
        new += more
    if new > s.memory[seat, UNKNOWN]:
        return CONTRADICTED
    return 1 + min(2, max(0, new))


def officers(s, false, least):
    duty = 0
    for kind in range(WINE, KINDS):
        duty += s.declared[kind] * DUTY[kind]
    fines = 2 * average_duty(s) * total(s.hand)
    return (false * (fines - duty) - (WHOLE - false) * COMPENSATION) // WHOLE - least


def neighbours(s, false, least):
    return (false * REWARD - (WHOLE - false) * COMPENSATION) // WHOLE - least
