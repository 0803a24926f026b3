"""How a person names a move: by its number, its text, its label, or as much of them as is clear."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Sequence

Label = Callable[[str], str]


def normal(text: str) -> str:
    """A text as it is compared: without accents, capitals, hyphens and double spaces, with a plain apostrophe."""
    letters = unicodedata.normalize("NFKD", text.casefold().replace("-", " ").replace("’", "'"))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


class Offer:
    """The moves that a person may choose from."""

    def __init__(self, legal: Sequence[str], label: Label) -> None:
        self.legal, self.label = legal, label
        self._spellings = {move: spellings(move, label) for move in legal}

    def meant(self, answer: str) -> list[str]:
        """The moves that an answer may mean: one where it is clear."""
        if answer.isdecimal() and 1 <= int(answer) <= len(self.legal):
            return [self.legal[int(answer) - 1]]
        said = normal(answer)
        exact = [move for move, ways in self._spellings.items() if said in ways]
        return exact or [move for move, ways in self._spellings.items() if any(way.startswith(said) for way in ways)]

    def near(self, answer: str, most: int = 4) -> list[str]:
        """Moves that were perhaps meant: with all the answer's letters in this order, or much alike."""
        said = normal(answer)
        found = [move for move, ways in self._spellings.items() if any(_goes_through(said, way) for way in ways)]
        if not found:
            ways = {way: move for move, all_ways in self._spellings.items() for way in all_ways}
            found = list(dict.fromkeys(ways[way] for way in difflib.get_close_matches(said, ways, most)))
        return found[:most]

    def forbidden(self, answer: str, moves: Sequence[str]) -> str | None:
        """The move of the game that an answer names exactly though it isn't offered."""
        said = normal(answer)
        acts = {move.split()[0] for move in self.legal}
        named = [move for move in moves if said in spellings(move, self.label)]
        return next((move for move in named if move.split()[0] in acts), named[0] if named else None)


def spellings(move: str, label: Label) -> tuple[str, ...]:
    """All that a person may type for a move; what follows the verb is enough."""
    _, _, thing = move.partition(" ")
    ways = (normal(move), normal(label(move)))
    return (*ways, normal(thing)) if thing else ways


def _goes_through(said: str, way: str) -> bool:
    letters = iter(way)
    return all(letter in letters for letter in said)


def complete_with(offer: Offer) -> None:
    """Let the Tab key complete moves. Lines are not remembered: the next person could look them up."""
    try:
        import readline
    except ImportError:
        return
    readline.set_auto_history(False)
    readline.set_completer_delims("")

    def completed(text: str, number: int) -> str | None:
        moves = offer.meant(text) or offer.near(text, len(offer.legal))
        return offer.label(moves[number]) if number < len(moves) else None

    readline.set_completer(completed)
    readline.parse_and_bind("tab: complete")
