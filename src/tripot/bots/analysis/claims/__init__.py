"""What is a claim, a lie, a doubt and a trust, game by game, read from a finished game's full records.

- A **claim** is what a seat says or pretends by an act; it is true or a lie.
- An **answer** is how another seat took it: it doubts or trusts, and is right or wrong.
- A claim's **fate**: a lie is `believed`, `caught` or `survived` (looked into, and nothing was found); the truth is
  `believed` or `doubted`.

One file a game says what that means there; a game without one has no lies.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tripot.engine.table import Table

BELIEVED, CAUGHT, SURVIVED, DOUBTED = "believed", "caught", "survived", "doubted"
DOUBT, TRUST = "doubt", "trust"

Steps = list[tuple[Any, int, int, Any]]  # before, seat, move, after


@dataclass
class Claim:
    """What a seat says from step `began` to `step`, and what became of it at `ended`, decided by a seat."""

    began: int
    step: int
    seat: int
    true: bool
    fate: str = ""
    ended: int = -1
    by: int = -1


@dataclass(frozen=True)
class Answer:
    """How a seat took a claim of another, from step `began` to `step`. `opens` says that it looks for itself."""

    began: int
    step: int
    seat: int
    whom: int
    doubts: bool
    right: bool
    opens: bool = False
    about: str = ""  # the name of the belief that it is a lie, among those of the seat; "not ..." for its opposite


@dataclass(frozen=True)
class Bribe:
    """A bribe that was taken; in vain where there was nothing to hide."""

    step: int
    seat: int
    in_vain: bool


@dataclass
class Claims:
    claims: list[Claim] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    bribes: list[Bribe] = field(default_factory=list)


def rules_of_lying(game_name: str) -> Any:
    """A game's module here: `follow(steps, plain)` and `lies(state, seat, move)`; None where nobody can lie."""
    home = f"{__name__}.{game_name}"
    return import_module(home) if find_spec(home) else None


def claims_of(table: Table) -> Claims:
    """All that was claimed, doubted and trusted at a table."""
    module = rules_of_lying(table.game.name)
    found: Claims = module.follow(list(table.steps()), table.game.plain) if module else Claims()
    return found


@dataclass(frozen=True)
class Honesty:
    """Truth and lies of one seat."""

    told: int = 0  # claims
    lies: int = 0
    believed: int = 0  # of the lies
    caught: int = 0
    doubted: int = 0  # though true
    right: int = 0  # looked into somebody's claim, and it was a lie
    wrong: int = 0
    fooled: int = 0  # let a lie pass that it could have looked into
    bribes: int = 0
    in_vain: int = 0


def honesty_of(found: Claims, seats: int) -> list[Honesty]:
    """Truth and lies counted by seat."""

    def count(things: Iterable[bool]) -> int:
        return sum(map(bool, things))

    counted = []
    for seat in range(seats):
        told = [claim for claim in found.claims if claim.seat == seat]
        answers = [answer for answer in found.answers if answer.seat == seat]
        bribes = [bribe for bribe in found.bribes if bribe.seat == seat]
        counted.append(
            Honesty(
                told=len(told),
                lies=count(not claim.true for claim in told),
                believed=count(not claim.true and claim.fate == BELIEVED for claim in told),
                caught=count(claim.fate == CAUGHT for claim in told),
                doubted=count(claim.fate == DOUBTED for claim in told),
                right=count(answer.opens and answer.right for answer in answers),
                wrong=count(answer.opens and not answer.right for answer in answers),
                fooled=count(not answer.doubts and not answer.right for answer in answers),
                bribes=len(bribes),
                in_vain=count(bribe.in_vain for bribe in bribes),
            )
        )
    return counted
