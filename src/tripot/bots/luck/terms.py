"""What luck was worth, step by step: loops over one game with a fixed value of positions.

At every step whose outcomes and their likelihoods are known, the value of what happened less the mean of what could
have happened. That difference is 0 on average whatever the value says, so it can be taken off a result without
bending it. The value is a network over the tensor of the full record (`values.py` says what its parts are).
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np


def add_row(hidden, x, row):
    for k in range(len(hidden)):
        hidden[k] += x * row[k]


def worth_to_all(s, seats, slot, equal, first, offset, second, second_offset, out, room, points, worth):
    """What every seat may expect of a full record: what it has and, if the game isn't over, what is still to come."""
    scores(s, points)
    for seat in range(seats):
        worth[seat] = points[seat]
    if actors(s) == 0:
        return
    size = len(slot)
    width = len(second)
    wide = len(offset)
    deep = len(second_offset)
    tensor = room[:size]
    hidden = room[size : size + wide]
    deeper = room[size + wide : size + wide + deep]
    encode(s, 0, tensor)
    for k in range(wide):
        hidden[k] = offset[k]
    for i in range(size):
        x = tensor[i]
        if x != 0.0:
            if slot[i] >= 0:
                add_row(hidden, x, first[slot[i]])
            place = int(x) + 1  # from LOWEST on, as in values.py
            if place >= 0 and place < equal.shape[1] and equal[i, place] >= 0:
                add_row(hidden, np.float32(1.0), first[equal[i, place]])
    for k in range(deep):
        deeper[k] = second_offset[k]
    for k in range(width):
        if hidden[k] > 0.0:
            add_row(deeper, hidden[k], second[k])
    for seat in range(seats):
        worth[seat] += hidden[width + seat]
    for k in range(deep):
        if deeper[k] > 0.0:
            for seat in range(seats):
                worth[seat] += deeper[k] * out[k, seat]


def add_term(
    s, state, mover, move, weights, count, seats, slot, equal, first, offset, second, second_offset, out, room, points,
    worth, term,
):  # fmt: skip
    """What a step was worth to every seat: its value less the mean over all that could have happened."""
    whole = 0.0
    possible = 0
    for i in range(count):
        whole += weights[i]
        possible += weights[i] > 0
    if possible < 2:
        return
    for i in range(count):
        if weights[i] > 0:
            state[0] = s
            apply(state[0], mover, i)
            worth_to_all(state[0], seats, slot, equal, first, offset, second, second_offset, out, room, points, worth)
            share = weights[i] / whole
            for seat in range(seats):
                term[seat] -= share * worth[seat]
                if i == move:
                    term[seat] += worth[seat]


def luck_terms(
    states, seats, movers, moves, known, tempers, slot, equal, first, offset, second, second_offset, out, terms, phases
):  # fmt: skip
    """Follow a game from `states[0]` on and write what every step was worth as luck: `terms[step, seat]`.

    `phases[step]` is the phase that it happened in.

    `known[seat]` is the row of `tempers` by which a seat draws its moves, -1 where nobody knows.
    """
    state = states[:1].copy()
    scratch = states[:1].copy()
    s = states[0]
    weights = np.zeros(max(MOVE_COUNT, OUTCOME_COUNT) + 1, np.int32)
    room = np.zeros(len(slot) + len(offset) + len(second_offset), np.float32)
    points = np.zeros(16, np.int32)
    worth = np.zeros(16)
    for step in range(len(moves)):
        mover = movers[step]
        phases[step] = s.phase
        if mover < 0:
            for i in range(OUTCOME_COUNT):
                weights[i] = 0
            chance(s, weights)
        elif known[mover] >= 0:
            scratch[0] = s
            redact(scratch[0], mover)
            weigh(scratch[0], mover, tempers[known[mover]], weights)
        if mover < 0 or known[mover] >= 0:
            add_term(
                s, state, mover, moves[step], weights, OUTCOME_COUNT if mover < 0 else MOVE_COUNT, seats, slot, equal,
                first, offset, second, second_offset, out, room, points, worth, terms[step],
            )  # fmt: skip
        apply(s, mover, moves[step])


def play_regularly(states, scratch, seats, options, number, temper, points, movers, moves):
    """A game by policy, step by step, in `movers` and `moves`; how many there were."""
    s = states[0]
    weights = np.zeros(MOVE_COUNT, np.int32)
    odds = np.zeros(OUTCOME_COUNT + 1, np.int32)
    luck = np.zeros(2, np.int64)
    seed(luck, number)
    setup(s, seats, options)
    step = 0
    asked = actors(s)
    while asked != 0:
        mover = -1
        if asked < 0:
            move = happen(s, odds, luck)
        else:
            mover = lowest(asked)
            scratch[0] = s
            redact(scratch[0], mover)
            move = act(scratch[0], mover, temper, weights, luck)
        movers[step] = mover
        moves[step] = move
        apply(s, mover, move)
        step += 1
        asked = actors(s)
    scores(s, points)
    return step


# what a twin's user calls, and what only these call
ENTRIES = (luck_terms, play_regularly)
PARTS = (add_row, worth_to_all, add_term)
