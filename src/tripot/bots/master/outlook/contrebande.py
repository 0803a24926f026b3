"""Contrebande is long and its money is on the table: a few cards further is far enough, once a hand is dealt with."""
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
    cards = s.round * 128
    for kind in range(KINDS):
        cards += s.discards[kind]
        if s.declared[kind] > 0:
            return False
    return cards - began >= horizon


def seen_by(s, scratch, seat):
    """The world as it is: the policy weighs it as it would weigh a redacted one (a test holds it to that)."""
    return s
