"""What luck was worth, step by step: loops over one game with a fixed value of positions.

At every step whose outcomes and their likelihoods are known, the value of what happened less the mean of what could
have happened. That difference is 0 on average whatever the value says, so it can be taken off a result without
bending it. The value is a small network over the tensor of the full record: `first` and `second` are its layers.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np


def read_whole(s, seat, tensor):
    """A full record as inputs: the tensor, then what is at stake."""
    encode(s, seat, tensor)
    size = len(tensor)
    for i in range(size - stake_count(), size):
        tensor[i] = 0.0
    stakes(s, seat, tensor[size - stake_count() :])


def worth_to(s, seat, first, offset, second, direct, tensor, hidden):
    """What a seat may expect of a full record."""
    read_whole(s, seat, tensor)
    width = len(hidden)
    for k in range(width):
        hidden[k] = offset[k]
    total = offset[width]
    for i in range(len(tensor)):
        if tensor[i] != 0.0:
            x = tensor[i]
            total += x * direct[i]
            for k in range(width):
                hidden[k] += x * first[i, k]
    for k in range(width):
        if hidden[k] > 0.0:
            total += hidden[k] * second[k]
    return total


def add_term(s, state, mover, move, weights, count, seats, first, offset, second, direct, tensor, hidden, term):
    """What a step was worth to every seat: its value less the mean over all that could have happened."""
    whole = 0.0
    for i in range(count):
        whole += weights[i]
    for i in range(count):
        if weights[i] > 0:
            state[0] = s
            apply(state[0], mover, i)
            share = weights[i] / whole
            for seat in range(seats):
                value = worth_to(state[0], seat, first, offset, second, direct, tensor, hidden)
                term[seat] -= share * value
                if i == move:
                    term[seat] += value


def luck_terms(states, seats, movers, moves, known, tempers, first, offset, second, direct, terms, phases):
    """Follow a game from `states[0]` on and write what every step was worth as luck: `terms[step, seat]`.

    `phases[step]` is the phase that it happened in.

    `known[seat]` is the row of `tempers` by which a seat draws its moves, -1 where nobody knows.
    """
    state = states[:1].copy()
    scratch = states[:1].copy()
    s = states[0]
    weights = np.zeros(max(MOVE_COUNT, OUTCOME_COUNT) + 1, np.int32)
    tensor = np.zeros(len(direct), np.float32)
    hidden = np.zeros(len(second), np.float32)
    for step in range(len(moves)):
        mover = movers[step]
        phases[step] = s.phase
        if mover < 0:
            for i in range(OUTCOME_COUNT):
                weights[i] = 0
            chance(s, weights)
            add_term(
                s,
                state,
                mover,
                moves[step],
                weights,
                OUTCOME_COUNT,
                seats,
                first,
                offset,
                second,
                direct,
                tensor,
                hidden,
                terms[step],
            )
        elif known[mover] >= 0:
            scratch[0] = s
            redact(scratch[0], mover)
            weigh(scratch[0], mover, tempers[known[mover]], weights)
            add_term(
                s,
                state,
                mover,
                moves[step],
                weights,
                MOVE_COUNT,
                seats,
                first,
                offset,
                second,
                direct,
                tensor,
                hidden,
                terms[step],
            )
        apply(s, mover, moves[step])


def collect(states, scratch, seats, options, number, temper, picks, tensors, who, points, movers, moves):
    """A game by policy in every state, with some of its positions as tensors; how many moves the last one had.

    Position k of game i is the one before its `picks[i, k]`-th step, seen with everything open from seat `who[i, k]`.
    The last game's steps are written down in `movers` and `moves`, as far as there is room.
    """
    weights = np.zeros(MOVE_COUNT, np.int32)
    odds = np.zeros(OUTCOME_COUNT + 1, np.int32)
    luck = np.zeros(2, np.int64)
    step = 0
    for i in range(len(states)):
        s = states[i]
        seed(luck, number + i)
        setup(s, seats, options)
        step = 0
        asked = actors(s)
        while asked != 0:
            for k in range(picks.shape[1]):
                if picks[i, k] == step:
                    read_whole(s, who[i, k], tensors[i, k])
            mover = -1
            if asked < 0:
                move = happen(s, odds, luck)
            else:
                mover = lowest(asked)
                scratch[0] = s
                redact(scratch[0], mover)
                move = act(scratch[0], mover, temper, weights, luck)
            if step < len(moves):
                movers[step] = mover
                moves[step] = move
            apply(s, mover, move)
            step += 1
            asked = actors(s)
        scores(s, points[i])
    return step


# what a twin's user calls, and what only these call
ENTRIES = (luck_terms, collect)
PARTS = (read_whole, worth_to, add_term)
