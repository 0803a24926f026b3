"""Chasse has two seats; a search that stops before the end also counts what plaques on the way may come to. Who hides
plaques all in one place may run like anybody."""
# ruff: noqa: F821
# mypy: ignore-errors


def seats_in(s):
    return 2


def promise_of(s, viewer):
    """For plaques on the way what their figures' rows promise."""
    home = 0.0
    caught = 0.0
    for i in range(LARGEST):
        cell = s.where[RED, i]
        if cell >= 0 and cell < goal(s) and s.plaques[cell] > 0:
            chance = 0.35 + 0.45 * (cell // WIDE - 1) / (s.size - 1)
            home += POINTS * s.plaques[cell] * chance
            caught += POINTS * (s.plaques[cell] + 1) * (1.0 - chance)
    return 0.7 * (home - caught if viewer == smuggler(s) else caught - home)


def seen_by(s, scratch, seat):
    """The world as it is: the policy weighs it as it would weigh a redacted one (a test holds it to that)."""
    return s


def situations():
    return 2


def situation(s, seat):
    """Hiding, and walking."""
    return 0 if s.phase == HIDING else 1
