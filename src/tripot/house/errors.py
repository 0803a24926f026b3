"""What the house refuses, each with a code for programs and a sentence for people. A refusal changes nothing."""

from __future__ import annotations

from tripot.engine.errors import Refusal, TripotError


class HouseError(Refusal):
    """A refusal of the house."""


def code_of(fault: TripotError) -> str:
    """The code of a refusal, whoever refuses."""
    return fault.code if isinstance(fault, Refusal) else "refused"


def clause_of(fault: TripotError) -> str:
    """The rule that a refusal rests on, if it is one."""
    return fault.clause if isinstance(fault, Refusal) else ""


def sentence_of(fault: TripotError, language: str) -> str:
    """A refusal as a whole sentence in the reader's language."""
    said = fault.sentence(language) if isinstance(fault, Refusal) else str(fault)
    return whole(said)


def whole(said: str) -> str:
    """A sentence with a capital letter and a full stop."""
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?", "…")) else ".")


class NotFound(HouseError):
    """There is no such table, or nobody may know that there is one."""


class Stale(HouseError):
    """A decision about a table that has moved on."""
