"""Chasse has two seats, and points only at the end: a search that stops before counts those that lie on the board."""
# ruff: noqa: F821
# mypy: ignore-errors


def seats_in(s):
    return 2


def promise_of(s, viewer):
    """What is home, found and taken, and for plaques on the way what their figures' rows promise."""
    home = 50.0 * (arrived(s) + s.black_taken)
    caught = 50.0 * (s.found + s.red_taken)
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and cell < goal(s) and s.plaques[cell] > 0:
            chance = 0.35 + 0.45 * (cell // WIDE - 1) / (s.size - 1)
            home += 50.0 * s.plaques[cell] * chance
            caught += 50.0 * (s.plaques[cell] + 1) * (1.0 - chance)
    return 0.7 * (home - caught if viewer == smuggler(s) else caught - home)
