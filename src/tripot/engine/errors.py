"""What can be refused, each with a sentence that a player can read. A refusal changes nothing."""

from __future__ import annotations


class TripotError(ValueError):
    """Anything that Tripot refuses."""


class IllegalMove(TripotError):
    """A move of this game that can't be made now; names the clause."""

    def __init__(self, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.clause = clause


class UnknownMove(TripotError):
    """A text that is no move of this game."""


class UnknownGame(TripotError):
    """A name that is no game of the house."""


class BadOption(TripotError):
    """A number of seats or an option that the game doesn't have."""


class BadPosition(TripotError):
    """A document that is no possible position."""


class BadRecord(TripotError):
    """A text that is no record of a game."""
