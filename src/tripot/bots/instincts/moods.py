"""How values become weights: the best-looking move is the likeliest, others the less the worse they look."""

import numpy as np

# How likely a move is that looks so many sixteenths of a mood worse than the best one
BEST = 2048
FALL = np.array([max(1, round(BEST * 2.718281828 ** (-i / 16))) for i in range(128)], np.int32)


def soften(weights, first, beyond, order, slip):
    """Turn the values of moves, all above 0, into chances. `order` says how surely the best one is made."""
    best = 0
    for i in range(first, beyond):
        best = max(best, weights[i])
    for i in range(first, beyond):
        if weights[i] > 0:
            weights[i] = FALL[min((best - weights[i]) * order >> 5, 127)]
    stray(weights, first, beyond, slip)


def stray(weights, first, beyond, slip):
    """So many of 1,000 moves are made without thinking: any of the legal ones."""
    total = 0
    moves = 0
    for i in range(first, beyond):
        total += weights[i]
        moves += 1 if weights[i] > 0 else 0
    extra = 1 + total * slip // (1000 * max(1, moves))
    for i in range(first, beyond):
        if weights[i] > 0:
            weights[i] = weights[i] * (1000 - slip) // 1000 + extra
