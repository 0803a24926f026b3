"""How a master looks at a game: how far, what it makes of where it stops, and what it tells apart. Defaults, and a
file for each game that needs its own.

Functions in the rules' own subset, bound with `search.py`: `seats_in`, `mark` and `far` (where a simulation began and
whether it has gone far enough), `promise_of` (points that a position is worth beyond those scored), `share_of_win`,
`seen_by`, what a seat's policy is shown of an imagined world, and `situations` and `situation`: in how many situations
a seat may behave as another type, and in which it is. `familiar` is plain Python: it shows the game's network what that
has learned to see.
"""
# ruff: noqa: F821
# mypy: ignore-errors

from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType


def seats_in(s):
    return s.seats


def mark(s):
    return 0


def far(s, began, horizon):
    return False


def promise_of(s, viewer):
    return 0.0


def share_of_win(s, viewer, ties):
    """What a first place is worth that so many share."""
    return 1.0 / ties


def seen_by(s, scratch, seat):
    """A copy that is redacted for the seat."""
    scratch[0] = s
    redact(scratch[0], seat)
    return scratch[0]


def situations():
    return 1


def situation(s, seat):
    return 0


def voice_of(s, seat):
    """Where what is known of a seat in its situation stands, among all seats' situations."""
    return seat * situations() + situation(s, seat)


USUAL = (seats_in, mark, far, promise_of, share_of_win, seen_by, situations, situation, voice_of)


def own_outlook(game_name: str) -> ModuleType | None:
    home = f"{__name__}.{game_name}"
    return import_module(home) if find_spec(home) else None


def outlook(game_name: str) -> tuple[FunctionType, ...]:
    """The functions for a game."""
    own = own_outlook(game_name)
    return tuple(getattr(own, usual.__name__, usual) for usual in USUAL)


def familiar(record, seat):
    """A redacted record and its seat as the game's network knows them; none where that is not to propose."""
    return record, seat


def familiar_of(game_name: str) -> FunctionType:
    return getattr(own_outlook(game_name), familiar.__name__, familiar)


def situations_of(game_name: str) -> int:
    """In how many situations a game's seats are known apart."""
    return next(int(each()) for each in outlook(game_name) if each.__name__ == situations.__name__)
