"""In Condamnés! prisoners win together, when the rounds run out nobody does, and some rounds are as telling as all."""
# ruff: noqa: F821
# mypy: ignore-errors


def share_of_win(s, viewer, ties):
    return 0.3 if s.reason == ROUNDS_OUT else 1.0


def mark(s):
    return s.round


def far(s, began, horizon):
    return s.phase == GIVING and s.round - began >= horizon


def promise_of(s, viewer):
    """How likely a side is to win: by the tunnels that stand, and by the guard's cards."""
    ahead = lying(s, TABLE) / (s.seats - 1) - (s.held[s.guard] - 3) / (TRANSFER - 3)
    ahead = min(max(0.5 + 0.45 * ahead, 0.05), 0.95)
    return 1.0 - ahead if viewer == s.guard else ahead
