"""Habits of Condamnés! that hang on something everybody sees: places, whose turn it is, cards in hand, how late it is.

In the rules' subset. A temper says first how somebody plays as a prisoner, then how as the guard: each half has a
regular's knobs, then those of the habit, then the number of the moment that it is for; at any other moment its player
is a regular. At moments from `TARGETS` on the guard watches or searches as often as a regular, but always that one.
"""

from tripot.bots.instincts.condamnes import LAPSES, suspects_of
from tripot.bots.instincts.condamnes import lean as lean_by_knobs
from tripot.games.condamnes import MOMENT, SEARCH, SEARCHING, WATCH, beside, direction

MOMENTS = (
    "always", "early", "late", "few may have it", "many may have it", "was watched", "another was watched",
    "has the travelling card", "beside the guard", "far from the guard", "the guard has many cards",
    "the guard has few cards", "was caught", "the first round", "after the first round", "searched before",
    "watch the left", "watch the right", "watch across", "watch whose turn it is", "watch who passed",
    "watch who comes next", "watch in turn", "watch the same again", "watch another", "watch who was caught most",
    "search the left", "search most cards", "search whom he watched",
)  # fmt: skip
(
    ALWAYS, EARLY, LATE, FEW, MANY, WATCHED, UNWATCHED, BEARER, BESIDE, FAR, RICH, POOR, CAUGHT, FIRST_ROUND, LATER,
    SEARCHED, WATCH_LEFT, WATCH_RIGHT, WATCH_ACROSS, WATCH_BEARER, WATCH_PASSER, WATCH_NEXT, WATCH_IN_TURN, WATCH_AGAIN,
    WATCH_ANEW, WATCH_CAUGHT, SEARCH_LEFT, SEARCH_MOST, SEARCH_WATCHED,
) = range(29)  # fmt: skip
TARGETS, SEARCHES = WATCH_LEFT, SEARCH_LEFT
KNOBS = LAPSES + 1
HALF = 2 * KNOBS + 1
EARLY_ROUNDS = 5
FEW_SUSPECTS = 2
MANY_CARDS = 8  # of the ten that win


def lean(s, seat, temper, weights):
    own = HALF if seat == s.guard else 0
    moment = temper[own + HALF - 1]
    knobs = own + (KNOBS if is_now(s, seat, moment) else 0)
    lean_by_knobs(s, seat, temper[knobs : knobs + KNOBS], weights)
    if seat == s.guard and s.phase == MOMENT and TARGETS <= moment < SEARCHES:
        aim(s, moment, WATCH, weights)
    if s.phase == SEARCHING and moment >= SEARCHES:
        aim(s, moment, SEARCH, weights)


def is_now(s, seat, moment):
    if moment == EARLY:
        return s.round <= EARLY_ROUNDS
    if moment == LATE:
        return s.round > EARLY_ROUNDS
    if moment == FEW:
        return suspects_of(s) <= FEW_SUSPECTS
    if moment == MANY:
        return suspects_of(s) > FEW_SUSPECTS
    if moment == WATCHED:
        return s.gaze == seat
    if moment == UNWATCHED:
        return s.gaze != seat
    if moment == BEARER:
        return s.bearer == seat
    if moment == BESIDE:
        return is_beside_guard(s, seat)
    if moment == FAR:
        return not is_beside_guard(s, seat)
    if moment == RICH:
        return s.guard >= 0 and s.held[s.guard] >= MANY_CARDS
    if moment == POOR:
        return s.guard >= 0 and s.held[s.guard] < MANY_CARDS
    if moment == CAUGHT:
        return s.caught[seat] > 0
    if moment == FIRST_ROUND:
        return s.round <= 1
    if moment == LATER:
        return s.round > 1
    if moment == SEARCHED:
        return s.searches > 0
    return True


def is_beside_guard(s, seat):
    return s.guard >= 0 and (beside(s, seat, 1) == s.guard or beside(s, seat, -1) == s.guard)


def aim(s, moment, verb, weights):
    """All that the guard would do to anybody, to one prisoner or to those whom the habit leaves."""
    sum_of_all = 0
    chosen = 0
    for prisoner in range(s.seats):
        sum_of_all += weights[verb + prisoner]
        chosen += 1 if prisoner != s.guard and is_meant(s, moment, prisoner) else 0
    if chosen == 0 or sum_of_all == 0:
        return
    for prisoner in range(s.seats):
        if prisoner != s.guard:
            weights[verb + prisoner] = max(1, sum_of_all // chosen) if is_meant(s, moment, prisoner) else 0


def is_meant(s, moment, prisoner):
    if moment in (WATCH_LEFT, SEARCH_LEFT):
        return prisoner == beside(s, s.guard, 1)
    if moment == WATCH_RIGHT:
        return prisoner == beside(s, s.guard, -1)
    if moment == WATCH_ACROSS:
        return prisoner == s.seat_at[(s.place[s.guard] + s.seats // 2) % s.seats]
    if moment == WATCH_BEARER:
        return prisoner == s.bearer
    if moment == WATCH_PASSER:  # the first card comes from the guard
        passer = beside(s, s.bearer, -direction(s.round))
        return prisoner == (s.bearer if passer == s.guard else passer)
    if moment == WATCH_NEXT:
        following = beside(s, s.bearer, direction(s.round))
        return prisoner == (s.bearer if following == s.guard else following)
    if moment == WATCH_IN_TURN:
        return prisoner == s.seat_at[(s.place[s.guard] + 1 + s.moments % (s.seats - 1)) % s.seats]
    if moment in (WATCH_AGAIN, SEARCH_WATCHED):
        return prisoner == s.gaze
    if moment == WATCH_ANEW:
        return prisoner != s.gaze
    for other in range(s.seats):
        if other != s.guard:
            if moment == WATCH_CAUGHT and s.caught[other] > s.caught[prisoner]:
                return False
            if moment == SEARCH_MOST and s.held[other] > s.held[prisoner]:
                return False
    return True


SLIPS, STILL = {"flee": 100, "restless": 100, "settled": 100}, {"flee": 0, "restless": 0, "settled": 0}
SEARCHING_ALWAYS, SEARCHING_NEVER = {"keen": 10000, "gamble": 10000}, {"keen": 0, "gamble": 0}
DIGS, WAITS = {"nerve": 1000}, {"nerve": 0}
PRISONERS_HABITS = {
    "slips early": ("early", SLIPS),
    "slips late": ("late", SLIPS),
    "slips when few may have it": ("few may have it", SLIPS),
    "slips when many may have it": ("many may have it", SLIPS),
    "slips after being watched": ("was watched", SLIPS),
    "slips after another was watched": ("another was watched", SLIPS),
    "slips with the travelling card": ("has the travelling card", SLIPS),
    "slips beside the guard": ("beside the guard", SLIPS),
    "never slips once caught": ("was caught", STILL),
    "grabs beside the guard": ("beside the guard", {"grab": 100}),
    "grabs far from the guard": ("far from the guard", {"grab": 100}),
    "grabs the first stolen card": ("the first round", {"grab": 100}),
    "digs early": ("early", DIGS),
    "digs once the guard has many cards": ("the guard has many cards", DIGS),
    "doesn't dare once the guard has many cards": ("the guard has many cards", WAITS),
    "gives away têtes early": ("early", {"gift": 0}),
}
GUARDS_HABITS = {
    "watches the neighbour on the left": ("watch the left", {}),
    "watches the neighbour on the right": ("watch the right", {}),
    "watches the one across": ("watch across", {}),
    "watches whose turn it is": ("watch whose turn it is", {}),
    "watches whoever passed last": ("watch who passed", {}),
    "watches whoever comes next": ("watch who comes next", {}),
    "watches everybody in turn": ("watch in turn", {}),
    "watches the same one on and on": ("watch the same again", {}),
    "never watches the same one twice": ("watch another", {}),
    "watches whoever was caught most": ("watch who was caught most", {}),
    "searches the neighbour on the left": ("search the left", {}),
    "searches whoever has most cards": ("search most cards", {}),
    "searches whom he watched": ("search whom he watched", {}),
    "searches in the first round": ("the first round", SEARCHING_ALWAYS),
    "searches late alone": ("early", SEARCHING_NEVER),
    "searches when rich": ("the guard has many cards", SEARCHING_ALWAYS),
    "never searches when rich": ("the guard has many cards", SEARCHING_NEVER),
    "searches once a round": ("searched before", SEARCHING_NEVER),
}
HABITS = PRISONERS_HABITS | GUARDS_HABITS
