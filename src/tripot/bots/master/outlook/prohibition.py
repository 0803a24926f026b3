"""PROHIBITION is long: some rounds further a search may stop and count what is aboard."""
# ruff: noqa: F821
# mypy: ignore-errors


def mark(s):
    return s.round


def far(s, began, horizon):
    return s.round - began >= horizon and s.stage == PLAY


def promise_of(s, viewer):
    """Cubes aboard and primes in sight will bring some of what they are worth; the weaker truck counts with two."""
    promise = 0.0
    for seat in range(s.seats):
        least = 1000.0
        for truck in range(fleet(s)):
            aboard = 0.0
            for colour in range(COLOUR_COUNT):
                aboard += 0.35 * (colour + 1) * s.cargo[seat, truck, colour]
            if s.prime[seat, truck] != EMPTY:
                aboard += 0.3 * PRIME_VALUES[s.prime[seat, truck]]
            least = min(least, aboard)
        promise += least if seat == viewer else -least / (s.seats - 1)
    return promise
