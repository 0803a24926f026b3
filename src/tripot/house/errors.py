"""What the house refuses, each with a code for programs and a sentence for people. A refusal changes nothing."""

from __future__ import annotations

from tripot.engine.errors import TripotError


class HouseError(TripotError):
    """A refusal. `code` is one short word that never changes; `clause` names the rule, where it is one."""

    def __init__(self, code: str, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.code, self.clause = code, clause


_CODES = {
    "IllegalMove": "illegal",
    "UnknownMove": "unknown-move",
    "UnknownGame": "no-game",
    "BadOption": "option",
    "WrongEntropy": "seal",
}


def code_of(fault: TripotError) -> str:
    """The code of a refusal, whoever refuses."""
    return fault.code if isinstance(fault, HouseError) else _CODES.get(type(fault).__name__, "refused")


class NotFound(HouseError):
    """There is no such table, or nobody may know that there is one."""


class Stale(HouseError):
    """A decision about a table that has moved on."""
