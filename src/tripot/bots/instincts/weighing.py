"""Arithmetic that policies share, in whole numbers: chances are counted in thousandths."""

from math import comb

import numpy as np

WHOLE = 1000
WAYS = np.array([[comb(n, k) for k in range(8)] for n in range(72)], np.int64)  # to choose k of n things


def slips(weights, slip):
    """Every legal move, marked by a 1, gets its share of `slip` thousandths, and never nothing."""
    count = 0
    for i in range(len(weights)):
        count += weights[i]
    share = max(1, slip * WHOLE // max(1, count))
    for i in range(len(weights)):
        weights[i] *= share


def put(weights, move, chance, slip):
    """A move gets so many thousandths of what slips leave."""
    weights[move] += chance * (WHOLE - slip)


def within(value, low, high):
    return min(max(value, low), high)


def ways(n, k):
    """In how many ways k of n things can be chosen."""
    if k < 0 or k > n:
        return 0
    return WAYS[n, k]
