"""What can be refused, each with a sentence that a player can read. A refusal changes nothing."""

from __future__ import annotations


class TripotError(ValueError):
    """Anything that Tripot refuses."""


class Refusal(TripotError):
    """A refusal by name, which is a code and a reason; `texts/refusals.*.toml` words it with the fields it is given.

    A field may be a function of the language. `clause` names the rule, where it is one. A maker's own game or bot
    has no texts there, and says it in a sentence of its own.
    """

    CODE = "refused"

    def __init__(self, name: str, clause: str = "", /, **fields: object) -> None:
        self.name, self.clause, self.fields = name, clause, fields
        super().__init__(self.sentence())

    @property
    def code(self) -> str:
        """One short word for programs, which never changes."""
        from tripot.engine.texts import is_worded

        return self.name.partition(".")[0] if is_worded(self.name) else self.CODE

    def sentence(self, language: str = "en") -> str:
        from tripot.engine.texts import refusal

        return refusal(self.name, language, self.fields)


class IllegalMove(Refusal):
    """A move of this game that can't be made now; names the clause."""

    CODE = "illegal"


class UnknownMove(Refusal):
    """A text that is no move of this game."""

    CODE = "unknown-move"


class UnknownGame(Refusal):
    """A name that is no game of the house."""

    CODE = "no-game"


class BrokenGame(UnknownGame):
    """A game that is installed and can't be played; says whose it is and what is wrong."""


class BadOption(Refusal):
    """A number of seats or an option that the game doesn't have."""

    CODE = "option"


class BadPosition(Refusal):
    """A document that is no possible position."""

    CODE = "position"


class BadRules(TypeError):
    """A rules module that doesn't keep the contract; says what is wrong."""


class BadRecord(TripotError):
    """A text that is no record of a game."""
