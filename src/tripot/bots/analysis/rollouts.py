"""Rollouts: moves tried in the same worlds with the same luck, and everybody plays on by the policy.

A world is drawn by its weight and a type for every seat and situation by that world's mixtures; then each move is tried
in a copy of it, with the same luck from there on, so that what differs is what the move did. `seats_in`, `mark`, `far`,
`promise_of` and `voice_of` are the master's outlook on the game.
"""
# ruff: noqa: F821
# mypy: ignore-errors

import numpy as np

from tripot.bots.master.search import lead_in, pick_type, pick_world


def roll_on(s, scratch, types, tempers, weights, odds, began, horizon, longest, luck):
    """Play on by the policy, to the end or far enough from where it began; whether it is over."""
    made = 0
    while made < longest:
        asked = actors(s)
        while asked < 0:
            apply(s, -1, happen(s, odds, luck))
            asked = actors(s)
        if asked == 0:
            return True
        if horizon > 0 and far(s, began, horizon):
            return False
        seat = lowest(asked)
        scratch[0] = s
        redact(scratch[0], seat)
        move = act(scratch[0], seat, tempers[types[voice_of(s, seat)]], weights, luck)
        apply(s, seat, move)
        made += 1
    return actors(s) == 0


def roll_out(worlds, cumulated, mixtures, tempers, own, viewer, moves, rounds, number, limits, found, final):
    """Try each move of a seat (-1: none) so many times. `limits`: the horizon, the most moves, and 1 if winning counts.

    `found[move]`: what it came to for the seat, the sum, then sum and sum of squares of what it is ahead of the first
    move; `final[move, seat]`: first places (shared where equal) and points, of those that were played to the end.
    """
    luck = np.zeros(2, np.int64)
    state = worlds[:1].copy()
    scratch = worlds[:1].copy()
    weights = np.zeros(MOVE_COUNT, np.int32)
    odds = np.zeros(OUTCOME_COUNT + 1, np.int32)
    points = np.zeros(16, np.int32)
    seats = seats_in(worlds[0])
    types = np.zeros(len(mixtures[0]), np.int64)
    for turn in range(rounds):
        seed(luck, number + turn)
        world = pick_world(cumulated, len(worlds), luck)
        for voice in range(len(types)):
            kind = pick_type(mixtures[world, voice], luck)
            types[voice] = own if voice // situations() == viewer else kind
        first = luck[0]
        second = luck[1]
        usual = 0.0
        for j in range(len(moves)):
            luck[0] = first
            luck[1] = second
            state[0] = worlds[world]
            s = state[0]
            began = mark(s)
            if moves[j] >= 0:
                apply(s, viewer, moves[j])
            over = roll_on(s, scratch, types, tempers, weights, odds, began, limits[0], limits[1], luck)
            scores(s, points)
            if over:
                best = points[0]
                for seat in range(1, seats):
                    best = max(best, points[seat])
                ties = 0
                for seat in range(seats):
                    ties += points[seat] == best
                for seat in range(seats):
                    final[j, seat, 0] += 1.0 / ties if points[seat] == best else 0.0
                    final[j, seat, 1] += points[seat]
            value = 0.0
            if viewer >= 0:
                if limits[2] > 0:
                    value = points[viewer] if over else promise_of(s, viewer)
                else:
                    value = lead_in(points, seats, viewer)
                    if not over:
                        value += promise_of(s, viewer)
            if j == 0:
                usual = value
            found[j, 0] += value
            found[j, 1] += value - usual
            found[j, 2] += (value - usual) * (value - usual)


# what a twin's user calls, and what only these call
ENTRIES = (roll_out,)
PARTS = (lead_in, pick_world, pick_type, roll_on)
