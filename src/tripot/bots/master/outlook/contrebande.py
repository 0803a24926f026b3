"""Contrebande is long and its money is on the table: a few cards further is far enough, once a hand is dealt with.
Who lies may trust others or not, and may doubt by where the holder sits."""
# ruff: noqa: F821
# mypy: ignore-errors


def mark(s):
    cards = s.round * 128
    for kind in range(KINDS):
        cards += s.discards[kind]
    return cards


def far(s, began, horizon):
    """So many cards were discarded, and nothing is declared yet; or a new round has begun."""
    if s.round * 128 > began:
        return True
    if s.phase != DECLARATION and s.phase != DISCARDING:
        return False
    for kind in range(KINDS):
        if s.declared[kind] > 0:
            return False
    return mark(s) - began >= horizon


def seen_by(s, scratch, seat):
    """The world as it is: the policy weighs it as it would weigh a redacted one (a test holds it to that)."""
    return s


def situations():
    return 4


def situation(s, seat):
    """Declaring; and doubting who comes first after the officer, who comes last, and anybody else."""
    if s.phase != CUSTOMS and s.phase != NEIGHBOUR:
        return 0
    place = (s.turn - s.officer + s.seats) % s.seats
    if place == 1:
        return 1
    return 2 if place == s.seats - 1 else 3
