"""Promises and claims at a table, and whether they were kept or true: judged by what everybody sees alone.

They follow from what was said and from the log, so that every process, and every restart, comes to the same verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from tripot.engine.phrases import Claim, Phrasebook
from tripot.engine.witness import Moment
from tripot.house.chat import Said

KEPT, BROKEN, VOID, TRUE, LIE = "kept", "broken", "void", "true", "lie"
NEXT = "next"


class Page(Protocol):
    """What the public noticed at one beat."""

    @property
    def moment(self) -> Moment: ...


@dataclass
class Promise:
    """Words that somebody is held to. `beat` and `settled` are the public's; `verdict` is empty until it is settled."""

    number: int  # of what was said
    seat: int
    said: Said
    verdict: str = ""
    settled: int = 0
    stage: int = 0
    turned: list[str] = field(default_factory=list)
    read: int = 0  # pages

    def __post_init__(self) -> None:
        self.read = self.said.beat


class Ledger:
    """All promises of a table."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        self._promises: dict[int, Promise] = {}

    @property
    def promises(self) -> list[Promise]:
        """In the order in which they were made."""
        return [self._promises[number] for number in sorted(self._promises)]

    @property
    def mark(self) -> tuple[tuple[int, str], ...]:
        """Differs whenever there is something new."""
        if not self._promises:
            return ()
        return tuple((promise.number, promise.verdict) for promise in self.promises)

    def add(self, number: int, seat: int, said: Said) -> None:
        """Take note of what was said, if it is to be judged."""
        if said.phrase in self._book.phrases and self._book.judged(said.phrase):
            self._promises.setdefault(number, Promise(number, seat, said))

    def open_like(self, seat: int, said: Said) -> bool:
        """Whether a seat has given the same word already, and it still stands."""
        return any(
            not promise.verdict and (promise.seat, promise.said.phrase, promise.said.to) == (seat, said.phrase, said.to)
            for promise in self._promises.values()
        )

    def follow(self, pages: Sequence[Page]) -> None:
        """Judge by all that the public has noticed, page by page."""
        for promise in self._promises.values():
            while not promise.verdict and promise.read < len(pages):
                promise.verdict = self._step(promise, pages[promise.read].moment)
                promise.read += 1
                promise.settled = promise.read if promise.verdict else 0

    def _step(self, promise: Promise, moment: Moment) -> str:
        """The verdict after a moment, or nothing yet."""
        phrase = self._book.phrases[promise.said.phrase]
        if phrase.claim is not None:
            return self._held_against(promise, phrase.claim, moment)
        for sign in _signs(promise, moment):
            leads = phrase.promise[promise.stage].get(sign, "")
            if leads == NEXT:
                promise.stage += 1
                return ""
            if leads:
                return leads
        return ""

    def _held_against(self, promise: Promise, claim: Claim, moment: Moment) -> str:
        """A claim, compared with what is opened."""
        opening = self._book.openings[claim.of]
        promise.turned += [event.about for event in moment.events if event.act == opening.turns]
        names = {news.name for news in moment.news}
        if names & {*opening.true, *opening.lie}:
            return TRUE if bool(names & {*opening.true}) != claim.false else LIE
        if any(event.act in opening.unopened for event in moment.events):
            return VOID
        if set(promise.turned) & {*claim.some, *claim.none}:
            return TRUE if claim.some else LIE
        if names & {*opening.over}:
            all_seen = len(promise.turned) == promise.said.of
            return (LIE if claim.some else TRUE) if all_seen else VOID
        return ""

    def duties(self, seat: int) -> list[tuple[Promise, dict[str, str]]]:
        """The promises of a seat that it can keep or break by an act of its own now: verdicts by act."""
        found = []
        for promise in self.promises:
            stages = self._book.phrases[promise.said.phrase].promise
            if promise.seat == seat and not promise.verdict and stages:
                acts = {
                    sign.removeprefix("me "): leads
                    for sign, leads in stages[promise.stage].items()
                    if sign.startswith("me ")
                }
                if acts:
                    found.append((promise, acts))
        return found


def _signs(promise: Promise, moment: Moment) -> list[str]:
    """What happened, as promises name it: the most particular first."""
    signs = []
    for event in moment.events:
        if event.seat == promise.seat:
            signs.append(f"me {event.act}")
        elif event.seat is not None and event.seat == promise.said.to:
            signs.append(f"to {event.act}")
        if event.seat is not None:
            signs.append(f"any {event.act}")
    return signs + [f"news {news.name}" for news in moment.news]
