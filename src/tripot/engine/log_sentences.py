"""The log in sentences, for one viewer, from what they noticed only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tripot.engine.look import News
from tripot.engine.state import PlainState
from tripot.engine.texts import Texts
from tripot.engine.witness import Event, Moment, Witness

if TYPE_CHECKING:
    from tripot.engine.game import Game
    from tripot.engine.table import Table

SEAT_NAMES = {"en": "Seat {}", "fr": "Place {}"}


def sentences(texts: Texts, moment: Moment, name: Callable[[int], str]) -> list[str]:
    """What a moment was, for a reader."""
    return [sentence for sentence, _ in with_clauses(moment, lambda part: sentence_of(texts, part, name))]


def with_clauses(moment: Moment, said: Callable[[Event | News], str]) -> list[tuple[str, str]]:
    """The same, each sentence with the clause that it follows from, if it is a consequence."""
    told = [(said(event), "") for event in moment.events]
    told += [(said(news), news.clause) for news in moment.news]
    return [(sentence, clause) for sentence, clause in told if sentence]


def sentence_of(texts: Texts, part: Event | News, name: Callable[[int], str]) -> str:
    """A part of a moment; empty where nothing is worth telling."""
    if isinstance(part, News):
        return texts.news(part, name)
    who = "" if part.seat is None else name(part.seat)
    return texts.told(part.text or f"{part.act} ?", who, part.about, name)


def epilogue(table: Table, language: str, names: Sequence[str]) -> str:
    """How the story of a game that is over ends; empty where its texts tell none."""
    if table.outcome is None:
        return ""
    winners = [seat for seat, rank in enumerate(table.outcome.ranks) if rank == 1]
    role = table.look(winners[0]).role if len(winners) == 1 else ""
    return table.game.texts(language).epilogue(table.outcome.reason, [names[seat] for seat in winners], role)


class Teller:
    """Tells one viewer what happens, in their language."""

    def __init__(self, game: Game, viewer: int, language: str, names: Sequence[str] = ()) -> None:
        self._game, self._viewer, self._names = game, viewer, names
        self._texts = game.texts(language)
        self._unnamed = SEAT_NAMES[language]
        self._witness: Witness | None = None

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> list[str]:
        """The sentences of one step. Steps come in their order, the first one from wherever the teller begins."""
        if self._witness is None:
            self._witness = Witness(self._game, self._viewer, before)
        moment = self._witness.step(before, seat, move, after)
        return [] if moment is None else sentences(self._texts, moment, self.name)

    def name(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else self._unnamed.format(seat)
