"""What training reckons with, in NumPy's words or PyTorch's: `xp` is either, and its arrays come in and go out."""

from __future__ import annotations

from typing import Any

SOFT = 0.1  # of a clone's chances, shared by all legal moves
TRACE = 0.97  # how much of advantages further ahead counts (lambda); games are short, rewards come at their end
LEAD = 0.3  # what a lead of one spread counts beside the win


def softened(chances: Any, legal: Any) -> Any:
    """A teacher's chances with a part of them spread over all legal moves, so that whoever learns them explores."""
    return (1 - SOFT) * chances + SOFT * legal / legal.sum(1)[:, None]


def reward(share: Any, lead: Any, seats: int, spread: float, counts: float = LEAD) -> Any:
    """What a game's end is worth: 0 for an even share of the win, 1 for all of it; and the lead, within bounds."""
    return (share * seats - 1) / (seats - 1) + counts * (lead / spread).clip(-2, 2)


def advantages(xp: Any, asked: list[Any], worths: list[Any], ends: list[Any], rewards: list[Any], following: Any,
               asked_next: Any) -> tuple[Any, Any]:  # fmt: skip
    """What the learner's own decisions gained, and of which that is known: those whose next one, or end, was seen.

    One array a step and one place a game: whether the learner was asked there, what it held its look for worth, whether
    the game ended with this step, and with what reward. `following` and `asked_next` are worths, and whether it is
    asked, after the last step. A decision leads to the learner's next one, whoever moves between. Decisions come out
    step by step, those of a step by their games.
    """
    known = asked_next
    ahead = xp.zeros_like(following)
    gains, seen = [], []
    for mine, value, ended, reward_now in zip(*(each[::-1] for each in (asked, worths, ends, rewards)), strict=True):
        following = xp.where(ended, reward_now, following)
        ahead = xp.where(ended, 0.0, ahead)
        known = known | ended
        gain = xp.where(known, following - value + TRACE * ahead, 0.0)
        gains.append(gain[mine])
        seen.append(known[mine])
        following, ahead = xp.where(mine, value, following), xp.where(mine, gain, ahead)
        known = known | mine
    return xp.concatenate(gains[::-1]), xp.concatenate(seen[::-1])


def shared_out(games: int, rivals: int) -> list[int]:
    """Where each rival's games end, if all have alike many: the first number is 0, the last one that of all games."""
    return [games * i // rivals for i in range(rivals + 1)]
