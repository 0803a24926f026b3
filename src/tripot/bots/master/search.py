"""Search: a tree over one seat's own decisions, simulated in kept worlds.

A simulation draws a world by its weight and a type for every other seat by that world's mixture, and plays on. The
seat's own decisions in the tree are keyed by its redacted record, so worlds that it can't tell apart share them; all
others, and everything beyond the tree, play the game's policy. What comes of it is the share of the win mixed with the
lead in points. Some simulations are a test: there every rival is of one of the `stern` types (those who doubt all,
trust all, and so on), whatever was learned. Where lies and doubts are at stake the seat then mixes its acts by regret
matching against whoever picks the worst of these for it, in a small share of cases: being known costs little.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from typing import NamedTuple

import numpy as np


class Tree(NamedTuple):
    """Room for one search, and how it is done."""

    state: np.ndarray
    scratch: np.ndarray
    scratch_words: np.ndarray
    keys: np.ndarray  # of nodes
    stamps: np.ndarray
    bases: np.ndarray  # a node's first edge
    visits: np.ndarray  # of edges
    totals: np.ndarray
    priors: np.ndarray
    path: np.ndarray
    points: np.ndarray
    types: np.ndarray  # each seat's type in a simulation, for every situation
    weights: np.ndarray
    marks: np.ndarray
    can: np.ndarray
    moves: np.ndarray
    odds: np.ndarray
    cumulated: np.ndarray  # weights of worlds
    roots: np.ndarray  # the legal moves at the root
    tried: np.ndarray  # [root move, test]: how often, the first column for simulations that are none
    worth: np.ndarray  # and what came of it
    regrets: np.ndarray
    shares: np.ndarray  # [root move]: the seat's own mixture
    used: np.ndarray  # [stamp, edges, simulations, root moves]
    spread: np.ndarray  # [count, sum, sum of squares] of what simulations came to
    stern: np.ndarray  # the types that tests are made of
    own: int  # the seat's own type beyond the tree
    bold: float  # how much is explored
    win: float  # the win's share of what counts, the lead has the rest
    scale: float  # points that count as much as the win
    horizon: int  # see `far`; 0 for the end of the game
    longest: int  # moves of a simulation
    tests: float  # the share of simulations that are tests
    wary: float  # the share of cases in which the worst test counts
    trust: float  # what the policy's own leaning counts at a new node, in visits
    poor: float  # simulations that count as poor ones, so that what was tried little is no temptation


def lead_of(s, viewer, points):
    """By how many points a seat is ahead of the mean of the others."""
    scores(s, points)
    return lead_in(points, seats_in(s), viewer)


def lead_in(points, seats, viewer):
    others = 0.0
    for seat in range(seats):
        if seat != viewer:
            others += points[seat]
    return points[viewer] - others / (seats - 1)


def come_to(tree, s, viewer, base, over):
    """What a simulation came to."""
    lead = (lead_of(s, viewer, tree.points) - base) / tree.scale
    if not over:
        return (1.0 - tree.win) * lead + promise_of(s, viewer) / tree.scale
    best = tree.points[0]
    ties = 0
    seats = seats_in(s)
    for seat in range(1, seats):
        best = max(best, tree.points[seat])
    for seat in range(seats):
        if tree.points[seat] == best:
            ties += 1
    won = share_of_win(s, viewer, ties) if tree.points[viewer] == best else 0.0
    return tree.win * won + (1.0 - tree.win) * lead


def find_node(tree, h, stamp):
    """A node's place; of one that isn't there yet, -2 - the free place; -1 if there is no room."""
    mask = len(tree.keys) - 1
    at = h & mask
    for _ in range(32):  # places that a node may lie from where its key points
        if tree.stamps[at] != stamp:
            return -2 - at
        if tree.keys[at] == h:
            return at
        at = (at + 1) & mask
    return -1


def grow(tree, at, h, stamp, count, viewer):
    """A new node, whose edges begin with the policy's leaning; false if there is no room."""
    base = tree.used[1]
    if base + count > len(tree.visits):
        return False
    tree.used[1] += count
    tree.keys[at] = h
    tree.stamps[at] = stamp
    tree.bases[at] = base
    total = 0
    for j in range(count):
        total += tree.weights[tree.moves[j]]
    for j in range(count):
        tree.visits[base + j] = 0.0
        tree.totals[base + j] = 0.0
        tree.priors[base + j] = 0.8 * tree.weights[tree.moves[j]] / total + 0.2 / count
    return True


def select(tree, base, count, sd):
    """The edge to try: what came of it, and more for what was tried less than the policy leans to it."""
    visits = 0.0
    total = 0.0
    for j in range(base, base + count):
        visits += tree.visits[j]
        total += tree.totals[j]
    mean = total / visits if visits > 0.0 else 0.0
    root = np.sqrt(visits + 1.0)
    log = np.log(visits + 1.0)
    best = -1e18
    pick = 0
    for j in range(count):
        n = tree.visits[base + j]
        prior = tree.priors[base + j]
        value = (tree.totals[base + j] + mean + tree.trust * prior * (mean + sd)) / (n + 1.0 + tree.trust * prior)
        value += tree.bold * sd * (prior * root / (1.0 + n) + 0.5 * np.sqrt(log / (n + 0.5)))
        if value > best:
            best = value
            pick = j
    return pick


def draw_act(s, scratch, seat, temper, weights, luck):
    """What a seat does in a simulation."""
    return act(seen_by(s, scratch, seat), seat, temper, weights, luck)


def simulate(mind, tree, viewer, test, sd, luck):
    """One simulation of `tree.state`, from the seat's decision on; what came of it."""
    s = tree.state[0]
    scratch = tree.scratch  # names of their own: a field of a tuple costs time in a loop
    weights = tree.weights
    odds = tree.odds
    tempers = mind.tempers
    types = tree.types
    own = tree.own
    longest = tree.longest
    horizon = tree.horizon
    stamp = tree.used[0]
    base = lead_of(s, viewer, tree.points)
    began = mark(s)
    length = 0
    first = -1
    made = 0
    inside = True
    over = False
    while made < longest:
        asked = actors(s)
        while asked < 0:
            apply(s, -1, happen(s, odds, luck))
            asked = actors(s)
        if asked == 0:
            over = True
            break
        if horizon > 0 and made > 0 and far(s, began, horizon):
            break
        seat = lowest(asked)
        if made == 0:
            seat = viewer
        made += 1
        if seat == viewer and inside:
            scratch[0] = s
            redact(scratch[0], viewer)
            count = list_legal(scratch[0], viewer, tree.marks, tree.can, tree.moves)
            move = tree.moves[0]
            if count > 1:
                h = hash_of(tree.scratch_words[0])
                node = find_node(tree, h, stamp)
                if node >= 0:
                    pick = select(tree, tree.bases[node], count, sd)
                else:
                    total = weigh(scratch[0], viewer, tempers[own], weights)
                    move = draw_move(weights, total, luck)
                    pick = -1
                    if node < -1 and length < len(tree.path) and grow(tree, -2 - node, h, stamp, count, viewer):
                        node = -2 - node
                        pick = 0
                        while tree.moves[pick] != move:
                            pick += 1
                        inside = length == 0
                    else:
                        inside = False
                if pick >= 0:
                    move = tree.moves[pick]
                    if length == 0:
                        first = pick
                    tree.path[length] = tree.bases[node] + pick
                    length += 1
                    if length == len(tree.path):
                        inside = False
        else:
            kind = own if seat == viewer else types[voice_of(s, seat)]
            move = draw_act(s, scratch, seat, tempers[kind], weights, luck)
        apply(s, seat, move)
    value = come_to(tree, s, viewer, base, over)
    for i in range(length):
        tree.visits[tree.path[i]] += 1.0
        tree.totals[tree.path[i]] += value
    if first >= 0:
        tree.tried[first, test] += 1.0
        tree.worth[first, test] += value
    return value


def pick_world(cumulated, count, luck):
    """A world by its weight; `cumulated` are the sums of weights."""
    at = below(luck, 1 << 30) * cumulated[count - 1] / (1 << 30)
    low = 0
    high = count - 1
    while low < high:
        middle = (low + high) >> 1
        if cumulated[middle] > at:
            high = middle
        else:
            low = middle + 1
    return low


def pick_types(mind, tree, i, viewer, luck):
    """A type for every seat and situation by the world's mixtures or, as a test, one stern type for all. Which test."""
    if len(tree.stern) > 0 and below(luck, 1 << 20) < tree.tests * (1 << 20):
        test = below(luck, len(tree.stern))
        for voice in range(len(tree.types)):
            tree.types[voice] = tree.stern[test]
        return test + 1
    for voice in range(len(tree.types)):
        tree.types[voice] = pick_type(mind.types[i, voice], luck)
    return 0


def pick_type(mixture, luck):
    """A type by its share."""
    at = below(luck, 1 << 20) / (1 << 20)
    kind = 0
    while kind + 1 < len(mixture) and at >= mixture[kind]:
        at -= mixture[kind]
        kind += 1
    return kind


def prepare_search(mind, tree, viewer):
    """Begin a search for the look in mind; how many moves there are to choose from."""
    tree.used[0] += 1
    tree.used[1] = 0
    tree.used[2] = 0
    for i in range(len(tree.spread)):
        tree.spread[i] = 0.0
    total = 0.0
    for i in range(mind.tally[0].worlds):
        total += mind.weights[i]
        tree.cumulated[i] = total
    count = list_legal(mind.look[0], viewer, tree.marks, tree.can, tree.moves)
    for j in range(count):
        tree.roots[j] = tree.moves[j]
        for test in range(tree.tried.shape[1]):
            tree.tried[j, test] = 0.0
            tree.worth[j, test] = 0.0
    tree.used[3] = count
    return count


def search(mind, tree, viewer, simulations, number):
    """So many simulations more."""
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    for _ in range(simulations):
        i = pick_world(tree.cumulated, mind.tally[0].worlds, luck)
        tree.state[0] = mind.worlds[i]
        test = pick_types(mind, tree, i, viewer, luck)
        n = tree.spread[0]
        sd = 0.3  # until simulations tell
        if n >= 16.0:
            mean = tree.spread[1] / n
            sd = np.sqrt(max(tree.spread[2] / n - mean * mean, 1e-12))
        value = simulate(mind, tree, viewer, test, sd, luck)
        tree.spread[0] += 1.0
        tree.spread[1] += value
        tree.spread[2] += value * value
    tree.used[2] += simulations


def settle_shares(tree, mixes):
    """The seat's own mixture over its moves: the best on average or, if it `mixes`, also against the worst test."""
    count = tree.used[3]
    n = max(tree.spread[0], 1.0)
    mean = tree.spread[1] / n
    sd = np.sqrt(max(tree.spread[2] / n - mean * mean, 1e-12))
    best = -1e18
    pick = 0
    for j in range(count):
        visits = 0.0
        total = 0.0
        for test in range(tree.tried.shape[1]):
            visits += tree.tried[j, test]
            total += tree.worth[j, test]
        tree.shares[j] = 0.0
        value = -1e17
        if visits > 0.0:
            value = total / visits - sd / np.sqrt(visits)
        if value > best:
            best = value
            pick = j
    if not mixes or len(tree.stern) == 0 or tree.wary <= 0.0:
        tree.shares[pick] = 1.0
        return
    match_regrets(tree, count, mean, sd)


def worth_of(tree, j, test, mean, sd):
    """What a root move is worth in a test, careful where it was tried little."""
    n = tree.tried[j, test]
    usual = mean - sd
    if test > 0:
        usual = worth_of_all(tree, j, mean, sd)
        return (tree.worth[j, test] + tree.poor * usual) / (n + tree.poor)
    return (tree.worth[j, 0] + usual) / (n + 1.0) - sd / np.sqrt(n + 1.0)


def worth_of_all(tree, j, mean, sd):
    visits = 0.0
    total = 0.0
    for test in range(tree.tried.shape[1]):
        visits += tree.tried[j, test]
        total += tree.worth[j, test]
    return (total + mean - sd) / (visits + 1.0) - sd / np.sqrt(visits + 1.0)


def match_regrets(tree, count, mean, sd):
    """Regret matching against a rival who, in a share of cases, is of the type that is worst for the mixture."""
    for j in range(count):
        tree.regrets[j, 0] = 0.0
        tree.regrets[j, 1] = 1.0 / count
    rounds = 400
    for turn in range(rounds):
        worst = -1
        low = 1e18
        for test in range(1, len(tree.stern) + 1):
            value = 0.0
            for j in range(count):
                value += tree.regrets[j, 1] * worth_of(tree, j, test, mean, sd)
            if value < low:
                low = value
                worst = test
        expected = 0.0
        for j in range(count):
            value = (1.0 - tree.wary) * worth_of(tree, j, 0, mean, sd) + tree.wary * worth_of(tree, j, worst, mean, sd)
            tree.regrets[j, 2] = value
            expected += tree.regrets[j, 1] * value
        total = 0.0
        for j in range(count):
            tree.regrets[j, 0] = max(0.0, tree.regrets[j, 0] + tree.regrets[j, 2] - expected)
            total += tree.regrets[j, 0]
        for j in range(count):
            tree.regrets[j, 1] = tree.regrets[j, 0] / total if total > 0.0 else 1.0 / count
            if turn >= rounds // 2:
                tree.shares[j] += tree.regrets[j, 1] * 2.0 / rounds


def make_up_mind(tree, mixes, number):
    """The place of the chosen move among those at the root."""
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    settle_shares(tree, mixes)
    return draw_share(tree.shares, tree.used[3], 1.0, luck)


def advance(states, seat, move, viewers, looks, levels):
    """One move in a full record, and what each viewer hears and sees of it; the sealed question before and after."""
    was = sealed(states[0])
    for i in range(len(viewers)):
        levels[i] = hears(states[0], seat, move, viewers[i])
    apply(states[0], seat, move)
    for i in range(len(viewers)):
        looks[i] = states[0]
        redact(looks[i], viewers[i])
    return was * 64 + sealed(states[0])


def unseal(states, seat, move, viewer):
    """What a viewer hears of a sealed answer when the question was closed."""
    return unsealed(states[0], seat, move, viewer)


def asked_now(states, weights, luck):
    """Who is asked in a full record; for chance (-1), the outcome that luck picks is at `weights[-1]`."""
    asked = actors(states[0])
    if asked < 0:
        weights[OUTCOME_COUNT] = happen(states[0], weights, luck)
    return asked


def begin_game(states, seats, options, luck, number):
    seed(luck, number)
    setup(states[0], seats, options)


def final_points(states, points):
    scores(states[0], points)


def one_act(states, scratch, seat, temper, weights, luck):
    """What a seat does by the policy in a full record, of which it is given its own redacted copy."""
    scratch[0] = states[0]
    redact(scratch[0], seat)
    return act(scratch[0], seat, temper, weights, luck)


ENTRIES = (prepare_search, search, make_up_mind, advance, unseal, asked_now, begin_game, final_points, one_act)
PARTS = (
    lead_of, lead_in, come_to, find_node, grow, select, draw_act, simulate, pick_world, pick_types, pick_type,
    settle_shares, worth_of, worth_of_all, match_regrets,
)  # fmt: skip
