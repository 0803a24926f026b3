"""One viewer's way through a game: what they hear of every step and what it brings about, from their side alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look, News, marked_moves
from tripot.engine.record_codec import clock_reader, scalar_reader
from tripot.engine.state import PlainState
from tripot.games.common import CHANCE

if TYPE_CHECKING:
    from tripot.engine.game import Game


# who is asked, the sealed question, the viewer's legal moves if they are asked, and what points are made of
Seen = tuple[int, int, bytes, bytes | None]


class Event(NamedTuple):
    """A move as a viewer hears it: of a seat or of chance (None); `text` is None if only that something happened.

    `act` is the verb of what happened, `about` the thing that it concerns, where the text doesn't name it.
    """

    seat: int | None
    text: str | None
    act: str
    about: str


class Moment(NamedTuple):
    """One step that a viewer noticed: what they heard, what it brought about, and in whose turn of which round."""

    events: tuple[Event, ...]
    news: tuple[News, ...]
    turn: int  # -1 for nobody's
    round: int  # 0 for none


class Witness:
    """Follows a game with the eyes and ears of one viewer (-1: a spectator) and keeps their latest look.

    `beat` counts the steps that they noticed. It is their own count: the number of all steps would tell of those that
    are hidden. One who is `patient` notices a sealed question's answers, their own among them, in one step: the last
    one. So nobody can count whether theirs was the last, which only they could learn and others didn't tell.
    """

    def __init__(self, game: Game, viewer: int, state: PlainState, patient: bool = False) -> None:
        self.game, self.viewer = game, viewer
        self._look: Look | None = Look(game, state, viewer)
        self._seen: Seen = (-1, 0, b"", None)
        self.record = bytes(self._look)  # as he sees it
        self.beat = 0
        self.mark()
        self.listener = Listener(game.rules, game.plain, viewer, patient=patient)

    @property
    def look(self) -> Look:
        """Made when somebody wants it: of many steps only the last one is looked at."""
        if self._look is None:
            self._look = Look.of_redacted(self.game, self.viewer, self.record, *self._seen)
        return self._look

    @property
    def seen(self) -> tuple[int, int, int, tuple[str, ...], bytes]:
        """Of their latest look: who is asked, the sealed question, the phase, the legal moves, what points are made of;
        without making that look, where native code has told it."""
        phase = scalar_reader(self.game.rules, "phase")(self.record)
        if self._look is not None:
            look = self._look
            return look.asked, int(look.sealed), phase, look.legal, look.scored
        asked, sealed, marks, scored = self._seen
        return asked, sealed, phase, marked_moves(self.game, marks) if marks else (), scored or self.look.scored

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> Moment | None:
        """What they noticed when the full record went from before to after by this move; None if nothing."""
        heard = self.listener.step(before, seat, move, after)
        now = Look(self.game, after, self.viewer)
        changed = bytes(now) != self.record
        label, then = self.game.plain.sealed(before), self.game.plain.sealed(after)
        if not (heard or changed) or self.waits(heard, seat, label, then):
            return None
        topics = [self.about(event, now) for event in heard]
        moment = self.noticed(heard, topics, bytes(now), self.look.news(now) if changed else ())
        self.take_note(now)
        return moment

    def waits(self, heard: Sequence[Heard], seat: int, label: int, then: int) -> bool:
        """Whether they notice nothing yet of a move that answers a sealed question and doesn't close it."""
        return self.listener.patient and not heard and seat != CHANCE and label != 0 and label == then

    def noticed(self, heard: Sequence[Heard], topics: Sequence[str], now: bytes, news: Iterable[News]) -> Moment:
        """What they noticed when they heard something, about these topics, and their record is so now."""
        events = tuple(Event(*event, topic) for event, topic in zip(heard, topics, strict=True))
        read_clock = clock_reader(self.game.rules)
        turn, number = read_clock(self.record)  # what ends a turn still belongs to it
        if turn < 0 or not number:
            next_turn, next_number = read_clock(now)
            turn, number = turn if turn >= 0 else next_turn, number or next_number
        return Moment(events, tuple(news), turn, number)

    def mark(self) -> None:
        """Keep an account of what changes from now on.

        `marked` is the record at the mark; since then `changed` fields did, a bit for each, `rescored` says whether
        points did; `twin` is a viewer who was shown just the same changes, perhaps this one.
        """
        self.marked, self.changed, self.twin, self.rescored = self.record, 0, self.viewer, False

    def take_note(self, now: Look) -> None:
        """One step further: the table looks so now."""
        self._look, self.record = now, bytes(now)
        self.mark()  # nobody has counted what this step changed: whoever knows an older record compares all of it
        self.beat += 1

    def take_note_of(self, record: bytes, seen: Seen, beats: int, changed: int, twin: int, rescored: bool) -> None:
        """Some steps further: the same of a record that was redacted for them, and compared with the marked one."""
        self._look, self.record, self._seen = None, record, seen
        self.changed, self.twin, self.rescored = changed, twin, rescored
        self.beat += beats

    def about(self, event: Heard, now: Look) -> str:
        """The thing that a move concerns that its own words don't name, or nothing."""
        if event.text is None or event.seat is None:
            return ""
        return self.look.about(now, event.seat, self.game.move_number(event.text))
