"""What luck was worth, by playing on: positions of one game are played to the end many times by the policy.

The mean of that is what a position is worth if everybody goes on as regulars do. Chance, and bots whose mixtures are
known, move it by 0 on average, so a result is, on average, what the start was worth and what everybody else's
decisions added to it.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np


def add_worth(
    s, share, rounds, mover, avoided, seats, tempers, number, state, scratch, weights, odds, points, luck, found
):
    """Play a position to the end so often and add `share` of the mean to `found[0]`, its variance to `found[1]`.

    With a `mover`, that seat first makes any move but the avoided one, by its weight.
    """
    for seat in range(seats):
        found[2, seat] = 0.0
        found[3, seat] = 0.0
    for turn in range(rounds):
        seed(luck, number + turn)
        state[0] = s
        now = state[0]
        if mover >= 0:
            scratch[0] = now
            redact(scratch[0], mover)
            total = weigh(scratch[0], mover, tempers[mover], weights) - weights[avoided]
            weights[avoided] = 0
            apply(now, mover, draw_move(weights, total, luck))
        asked = actors(now)
        while asked != 0:
            if asked < 0:
                apply(now, -1, happen(now, odds, luck))
            else:
                seat = lowest(asked)
                scratch[0] = now
                redact(scratch[0], seat)
                apply(now, seat, act(scratch[0], seat, tempers[seat], weights, luck))
            asked = actors(now)
        scores(now, points)
        for seat in range(seats):
            found[2, seat] += points[seat]
            found[3, seat] += points[seat] * np.float64(points[seat])
    for seat in range(seats):
        mean = found[2, seat] / rounds
        found[0, seat] += share * mean
        found[1, seat] += share * share * (found[3, seat] / rounds - mean * mean) / rounds


def luck_by_playing(states, seats, movers, moves, raced, known, tempers, rounds, number, draws, expected):
    """Follow a game from `states[0]` on. `draws[0]` is what chance was worth to everybody, `expected[0]` what the start
    was worth and what decisions added that nobody's mixture explains; `[1]` how uncertain that is, as a variance.

    `rounds` are those for the one and the other, 0 for what isn't asked. `raced` marks steps whose order may have
    decided something, `known` the seats that draw by their row of `tempers`.
    """
    state = states[:1].copy()
    scratch = states[:1].copy()
    s = states[0]
    weights = np.zeros(MOVE_COUNT, np.int32)
    odds = np.zeros(OUTCOME_COUNT + 1, np.int32)
    points = np.zeros(16, np.int32)
    luck = np.zeros(2, np.int64)
    few = rounds[0]
    many = rounds[1]
    stride = max(few, many)
    at = number
    happened = False
    if many > 0:
        add_worth(s, 1.0, many, -1, 0, seats, tempers, at, state, scratch, weights, odds, points, luck, expected)
    for step in range(len(moves)):
        mover = movers[step]
        move = moves[step]
        at += 3 * stride
        if few > 0 and (mover < 0) != happened:  # a run of draws begins or ends
            share = 1.0 if happened else -1.0
            add_worth(s, share, few, -1, 0, seats, tempers, at, state, scratch, weights, odds, points, luck, draws)
        happened = mover < 0
        others = 0.0  # how likely another move was
        if many > 0 and mover >= 0 and (raced[step] or not known[mover]):
            scratch[0] = s
            redact(scratch[0], mover)
            total = weigh(scratch[0], mover, tempers[mover], weights)
            others = (total - weights[move]) / total
        if others > 0.0:
            now = at + stride
            add_worth(
                s,
                -others,
                many,
                mover,
                move,
                seats,
                tempers,
                now,
                state,
                scratch,
                weights,
                odds,
                points,
                luck,
                expected,
            )
        apply(s, mover, move)
        if others > 0.0:
            now = at + 2 * stride
            add_worth(
                s, others, many, -1, 0, seats, tempers, now, state, scratch, weights, odds, points, luck, expected
            )
    if few > 0 and happened:
        add_worth(s, 1.0, 1, -1, 0, seats, tempers, at, state, scratch, weights, odds, points, luck, draws)


# what a twin's user calls, and what only these call
ENTRIES = (luck_by_playing,)
PARTS = (add_worth,)
