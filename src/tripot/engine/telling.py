"""The log in sentences, for one viewer, from what he hears and from his redacted records only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look
from tripot.engine.state import PlainState

if TYPE_CHECKING:
    from tripot.engine.game import Game

SEAT_NAMES = {"en": "Seat {}", "fr": "Place {}"}


class Teller:
    """Tells one viewer what happens, in his language."""

    def __init__(self, game: Game, viewer: int, language: str, names: Sequence[str] = ()) -> None:
        self._game, self._viewer, self._names = game, viewer, names
        self._texts = game.texts(language)
        self._unnamed = SEAT_NAMES[language]
        self._listener = Listener(game.rules, game.plain, viewer)

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> list[str]:
        heard = self._listener.step(before, seat, move, after)
        was, now = Look(self._game, before, self._viewer), Look(self._game, after, self._viewer)
        sentences = [self._sentence(event, was, now) for event in heard]
        if bytes(was) != bytes(now):
            sentences += [self._texts.news(name, self.name(who)) for name, who in was.news(now)]
        return [sentence for sentence in sentences if sentence]

    def _sentence(self, event: Heard, was: Look, now: Look) -> str:
        text = event.text or f"{event.act} ?"
        who = "" if event.seat is None else self.name(event.seat)
        about = ""
        if event.text is not None and event.seat is not None:
            about = was.about(now, event.seat, self._game.move_number(event.text))
        return self._texts.told(text, who, about, self.name)

    def name(self, seat: int) -> str:
        return self._names[seat] if seat < len(self._names) else self._unnamed.format(seat)
