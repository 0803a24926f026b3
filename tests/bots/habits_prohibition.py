"""Habits of PROHIBITION that hang on something everybody sees: a seat, points, the size of a load, how late it is.

In the rules' subset. A temper has a regular's knobs, then those of the habit, then the number of the moment that it is
for; at any other moment its player is a regular. From `VICTIMS` on the law is sent to some trucks alone, from
`SENDS_NESS` on a character is moved whenever the dice allow it.
"""

from tripot.bots.instincts.prohibition import SLIP
from tripot.bots.instincts.prohibition import lean as lean_by_knobs
from tripot.games.common import left_of
from tripot.games.prohibition import (
    CAPONE,
    CHARACTER_CHOICE,
    CHARACTER_COUNT,
    CHOOSE,
    COLOUR_COUNT,
    EMPTY,
    NESS,
    POLICEMAN,
    aboard,
    fleet,
    truck_that_counts,
    worth,
)

MOMENTS = (
    "always", "early", "late", "leads", "is behind", "full truck", "nearly empty truck", "has the prime",
    "has lost the prime", "first seat", "harm the neighbour", "harm the one before", "harm the leader", "harm the last",
    "harm full trucks", "harm trucks with few cubes", "harm whoever has a prime", "send Ness", "send the Policeman",
    "move Capone",
)  # fmt: skip
(
    ALWAYS, EARLY, LATE, LEADS, BEHIND, FULL, FEW, PRIME, NO_PRIME, FIRST_SEAT, NEIGHBOUR, BEFORE, LEADER, LAST,
    FULL_ONES, FEW_ONES, PRIMED, SENDS_NESS, SENDS_POLICEMAN, MOVES_CAPONE,
) = range(20)  # fmt: skip
VICTIMS = NEIGHBOUR
KNOBS = SLIP + 1
EARLY_ROUNDS = 4
FULL_TRUCK = 3  # cubes


def lean(s, seat, temper, weights):
    moment = temper[len(temper) - 1]
    knobs = KNOBS if is_now(s, seat, moment) else 0
    if VICTIMS <= moment < SENDS_NESS:
        hide_others(s, seat, moment)
    lean_by_knobs(s, seat, temper[knobs : knobs + KNOBS], weights)
    if VICTIMS <= moment < SENDS_NESS:
        hide_others(s, seat, moment)  # and they are as they were
    if s.phase == CHARACTER_CHOICE and moment >= SENDS_NESS:
        character = NESS if moment == SENDS_NESS else POLICEMAN if moment == SENDS_POLICEMAN else CAPONE
        if weights[CHOOSE + character] > 0:
            for other in range(CHARACTER_COUNT):
                if other != character:
                    weights[CHOOSE + other] = 0


def is_now(s, seat, moment):
    if moment == EARLY:
        return s.round < EARLY_ROUNDS
    if moment == LATE:
        return s.round >= EARLY_ROUNDS
    if moment == LEADS:
        return place(s, seat) == 0
    if moment == BEHIND:
        return place(s, seat) > 0 and place(s, seat) >= s.seats - 2
    if moment == FIRST_SEAT:
        return seat == s.first
    if s.truck < 0:
        return moment >= VICTIMS or moment == ALWAYS
    if moment == FULL:
        return aboard(s, seat, s.truck) >= FULL_TRUCK
    if moment == FEW:
        return aboard(s, seat, s.truck) < FULL_TRUCK
    if moment == PRIME:
        return s.prime[seat, s.truck] != EMPTY
    if moment == NO_PRIME:
        return s.prime[seat, s.truck] == EMPTY
    return True


def place(s, seat):
    """How many have more points."""
    own = worth(s, seat, truck_that_counts(s, seat))
    ahead = 0
    for other in range(s.seats):
        ahead += 1 if worth(s, other, truck_that_counts(s, other)) > own else 0
    return ahead


def hide_others(s, seat, moment):
    """Trucks that shall be spared seem to carry less than nothing, or do no more: no harm is seen in sparing them."""
    for other in range(s.seats):
        for truck in range(fleet(s)):
            if other != seat and not is_victim(s, seat, moment, other, truck):
                for colour in range(COLOUR_COUNT):
                    s.cargo[other, truck, colour] = -s.cargo[other, truck, colour]


def is_victim(s, seat, moment, other, truck):
    if moment == NEIGHBOUR:
        return other == left_of(seat, s.seats)
    if moment == BEFORE:
        return seat == left_of(other, s.seats)
    if moment == FULL_ONES:
        return abs(aboard(s, other, truck)) >= FULL_TRUCK
    if moment == FEW_ONES:
        return abs(aboard(s, other, truck)) < FULL_TRUCK
    if moment == PRIMED:
        return s.prime[other, truck] != EMPTY
    own = worth(s, other, truck_that_counts(s, other))
    for third in range(s.seats):
        if third != seat:
            points = worth(s, third, truck_that_counts(s, third))
            if (moment == LEADER and points > own) or (moment == LAST and points < own):
                return False
    return True


HARMS, SPARES = {"prey": 100, "elbow": 0, "care": 0}, {"prey": 0, "envy": 0}
RISKS, KEEPS_CLEAR = {"care": 0, "shelter": 0, "elbow": 0}, {"care": 60, "shelter": 60, "elbow": 40}
HABITS = {
    "harms the neighbour alone": ("harm the neighbour", {}),
    "harms the one before alone": ("harm the one before", {}),
    "harms the leader alone": ("harm the leader", {}),
    "harms the last alone": ("harm the last", {}),
    "harms full trucks alone": ("harm full trucks", {}),
    "harms trucks with few cubes alone": ("harm trucks with few cubes", {}),
    "harms whoever has a prime alone": ("harm whoever has a prime", {}),
    "sends Ness": ("send Ness", {}),
    "sends the Policeman": ("send the Policeman", {}),
    "moves Capone": ("move Capone", {}),
    "harms early": ("early", HARMS),
    "harms late": ("late", HARMS),
    "spares all early": ("early", SPARES),
    "spares all late": ("late", SPARES),
    "harms when ahead": ("leads", HARMS),
    "harms when behind": ("is behind", HARMS),
    "risks when behind": ("is behind", RISKS),
    "keeps clear of the law when ahead": ("leads", KEEPS_CLEAR),
    "keeps clear of the law with a full truck": ("full truck", KEEPS_CLEAR),
    "keeps clear of the law for the prime": ("has the prime", KEEPS_CLEAR),
    "risks with few cubes": ("nearly empty truck", RISKS),
    "delivers from full trucks alone": ("nearly empty truck", {"serve": 30}),
    "delivers when nearly empty": ("full truck", {"serve": 30}),
    "lives for today when behind": ("is behind", {"later": 0}),
    "rushes to load once the prime is lost": ("has lost the prime", {"fetch": 30}),
    "takes heavy loads early": ("early", {"light": 0, "fetch": 0}),
    "harms as the first player": ("first seat", HARMS),
}
