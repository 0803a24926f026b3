"""Loops in which seats play by a policy: a function `lean` that gives every legal move of a redacted record a weight.

Like `game_loops.py` this is written in the rules' own subset and bound by a twin, here to a game's functions and to one
policy for it (`lean`). Whoever decides is given a copy of the record that was redacted for them, never the record.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np

OWN_LUCK = 57  # the bit from which a seat's number is mixed into a game's, so that each has luck of its own


def weigh(s, seat, temper, weights):
    """How likely a seat is to make each move; the sum. `s` is redacted for that seat."""
    for i in range(MOVE_COUNT):
        weights[i] = 0
    lean(s, seat, temper, weights)
    total = 0
    for i in range(MOVE_COUNT):
        total += weights[i]
    return total


def draw_move(weights, total, luck):
    """A move by its weight; looked for eight by eight, then one by one."""
    pick = below(luck, total)
    move = 0
    while move + 8 <= MOVE_COUNT:
        eight = 0
        for i in range(8):
            eight += weights[move + i]
        if pick < eight:
            break
        pick -= eight
        move += 8
    while pick >= weights[move]:
        pick -= weights[move]
        move += 1
    return move


def act(s, seat, temper, weights, luck):
    """The move that a seat makes; `s` is redacted for that seat."""
    total = weigh(s, seat, temper, weights)
    return draw_move(weights, total, luck)


def decide_for(s, scratch, seat, temper, at_random, can, words, weights, luck):
    """The move of a seat in a full record: by the policy with its temper, or any legal one."""
    if at_random:
        clear(words)
        legal(s, seat, can)
        return choose(words, luck)
    scratch[0] = s
    redact(scratch[0], seat)
    return act(scratch[0], seat, temper, weights, luck)


def bout(s, scratch, tempers, at_random, seated, can, words, weights, odds, luck, lucks, used):
    """One game to its end, from where it is; how many moves the seats made. `seated` has the player of each seat."""
    actions = 0
    while True:
        asked = actors(s)
        while asked < 0:
            apply(s, -1, happen(s, odds, luck))
            asked = actors(s)
        if asked == 0:
            return actions
        seat = lowest(asked)
        player = seated[seat]
        move = decide_for(s, scratch, seat, tempers[player], at_random[player], can, words, weights, lucks[seat])
        used[player, move] += 1
        apply(s, seat, move)
        actions += 1


def bouts(states, scratch, seats, options, numbers, seated, tempers, at_random, lengths, points, used):
    """A game in every state. Its chance comes from its number, as at a table with that seed, and so does each seat's
    own luck; `seated[i]` has the player of each seat, `tempers` a row for each player."""
    words = np.zeros(WORD_COUNT, np.int64)
    can = words.view(np.int8)
    weights = np.zeros(MOVE_COUNT, np.int32)
    odds = np.zeros(OUTCOME_COUNT + 1, np.int32)
    luck = np.zeros(2, np.int64)
    lucks = np.zeros((seats, 2), np.int64)
    for i in range(len(states)):
        seed(luck, numbers[i])
        for seat in range(seats):
            seed(lucks[seat], numbers[i] + ((seat + 1) << OWN_LUCK))
        setup(states[i], seats, options)
        lengths[i] = bout(
            states[i], scratch, tempers, at_random, seated[i], can, words, weights, odds, luck, lucks, used
        )
        scores(states[i], points[i])


def decide_one(states, seat, temper, number, weights):
    """The move of a seat in one redacted record, by luck from a number; `weights` are left as they were weighed."""
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    return act(states[0], seat, temper, weights, luck)


def decide_all(states, scratch, rows, who, temper, luck, moves):
    """The moves of those who are asked in some of many full records, all by one temper and one source of luck."""
    weights = np.zeros(MOVE_COUNT, np.int32)
    for i in range(len(rows)):
        seat = who[rows[i]]
        scratch[0] = states[rows[i]]
        redact(scratch[0], seat)
        moves[i] = act(scratch[0], seat, temper, weights, luck)


# what a twin's user calls, and what only these call
ENTRIES = (bouts, decide_one, decide_all)
PARTS = (weigh, draw_move, act, decide_for, bout)
