"""One viewer's way through a game: what he hears of every step and what it brings about, from his side alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look
from tripot.engine.state import PlainState

if TYPE_CHECKING:
    from tripot.engine.game import Game


class Event(NamedTuple):
    """A move as a viewer hears it: of a seat or of chance (None); `text` is None if only that something happened.

    `act` is the verb of what happened, `about` the thing that it concerns, where the text doesn't name it.
    """

    seat: int | None
    text: str | None
    act: str
    about: str


class Moment(NamedTuple):
    """One step of a game that a viewer noticed: what he heard, and what it brought about (names and seats)."""

    events: tuple[Event, ...]
    news: tuple[tuple[str, int], ...]


class Witness:
    """Follows a game with the eyes and ears of one viewer (-1: a spectator) and keeps his latest look.

    `beat` counts the steps that he noticed. It is his own count: the number of all steps would tell him of those that
    are hidden from him.
    """

    def __init__(self, game: Game, viewer: int, state: PlainState) -> None:
        self.game, self.viewer = game, viewer
        self.look = Look(game, state, viewer)
        self._seen = bytes(self.look)
        self.beat = 0
        self._listener = Listener(game.rules, game.plain, viewer)

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> Moment | None:
        """What he noticed when the full record went from before to after by this move; None if nothing."""
        heard = self._listener.step(before, seat, move, after)
        was, now = self.look, Look(self.game, after, self.viewer)
        seen = bytes(now)
        changed = seen != self._seen
        if not heard and not changed:
            return None
        self.look, self._seen = now, seen
        self.beat += 1
        events = tuple([Event(event.seat, event.text, event.act, self._about(event, was, now)) for event in heard])
        return Moment(events, tuple(was.news(now)) if changed else ())

    def _about(self, event: Heard, was: Look, now: Look) -> str:
        if event.text is None or event.seat is None:
            return ""
        return was.about(now, event.seat, self.game.move_number(event.text))
