"""Declarations as they are spoken: a sentence, item by item, from what everybody heard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tripot.engine.phrases import Wording, counted
from tripot.house.promises import Page

DECLARE, DECLARED, BAG = "declare", "declared", "claim-bag"
SPOKEN = (DECLARED, BAG)


def declaration(words: Wording, pages: Sequence[Page], place: int) -> tuple[int, str] | None:
    """Who has just declared on a page, and in what words; None if nobody has."""
    if not words.declaration:
        return None
    for event in pages[place].moment.events:
        if event.act == DECLARED and event.seat is not None:
            return event.seat, _sentence(words, _named(pages, place))
        if event.act == BAG and event.seat is not None:
            return event.seat, words.declaration["bag"]
    return None


def declared_since(words: Wording, pages: Sequence[Page], since: int) -> tuple[tuple[int, str], ...]:
    """All that was declared on pages from a place on."""
    speaking = [place for place in range(since, len(pages)) if any(e.act in SPOKEN for e in pages[place].moment.events)]
    return tuple(spoken for place in speaking if (spoken := declaration(words, pages, place)) is not None)


def _named(pages: Sequence[Page], place: int) -> Counter[str]:
    """What was named in one breath, in the order in which it was named."""
    named: list[str] = []
    while place:
        place -= 1
        found = [event.text.split()[1] for event in pages[place].moment.events if event.act == DECLARE and event.text]
        if not found:
            break
        named = found + named
    return Counter(named)


def _sentence(words: Wording, named: Counter[str]) -> str:
    if not named:
        return words.declaration["none"]
    items = ", ".join(counted(words, good, count) for good, count in named.items())
    sentence = words.declaration["some"].format(list=items)
    return sentence[0].upper() + sentence[1:]
