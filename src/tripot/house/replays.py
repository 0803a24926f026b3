"""A game again, decision by decision: as one seat saw it then, or with everything open. For games that are over."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec

from tripot.engine.log_sentences import SEAT_NAMES, epilogue
from tripot.engine.look import Look
from tripot.engine.phrases import wording
from tripot.engine.records import Transcript
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.engine.witness import Event, Moment, Witness
from tripot.games.common import CHANCE
from tripot.house import speech
from tripot.house.conversation import Spoken
from tripot.house.errors import HouseError
from tripot.house.room import Room
from tripot.house.scenes import (
    ChairView,
    Choice,
    OutcomeView,
    PageView,
    Question,
    RoomView,
    SpeechView,
    StandingView,
    labelled,
    names,
    question_of,
    room_view,
    standings_since,
    told_of,
)
from tripot.house.sheet import OVER, SPECTATOR
from tripot.house.time_control import TimeControl

OPEN = "open"  # eyes that see everything; others are a seat's number, or
WATCHING = "spectator"
LONGEST = 10_000  # moves, chance's too, of a game that is shown again; people's games have hundreds


class DecisionView(msgspec.Struct, omit_defaults=True):
    """What a seat decided next, among what it could, and the clause that the move rests on."""

    seat: int
    move: str
    clause: str
    choices: list[Choice]
    step: int = 0  # the move's place in the record


class SaidView(msgspec.Struct, omit_defaults=True):
    """Something that was said at the table: own words, or a phrase with what fills it."""

    seat: int
    name: str
    text: str = ""
    phrase: str = ""
    to: int | None = None
    count: int | None = None
    what: str = ""


class Frame(msgspec.Struct, omit_defaults=True):
    """The table between two decisions: what had just happened, what changed by it, and what was decided then."""

    beat: int
    view: dict[str, Any]  # the first one has every field, the others those that changed
    question: Question
    standings: list[StandingView] | None = None  # if they changed
    pages: list[PageView] = []
    decisions: list[DecisionView] = []
    said: list[SaidView] = []  # before these were made
    step: int = 0  # moves of the record that had been made


class ReplayView(msgspec.Struct):
    """A game that is over, as one pair of eyes follows it."""

    room: RoomView
    eyes: str
    frames: list[Frame]
    outcome: OutcomeView


class _Page(NamedTuple):
    moment: Moment


class _Eyes(Protocol):
    """Follows a game from its beginning: what is seen now, and what was noticed of each step."""

    @property
    def look(self) -> Look: ...

    def decides(self, seat: int) -> bool:
        """Whether these eyes see what a seat could choose from."""
        ...

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> Moment | None: ...


class _OneViewer:
    """A seat, or whoever only watched: what they saw and heard then."""

    def __init__(self, table: Table, start: PlainState, viewer: int) -> None:
        self._witness = Witness(table.game, viewer, start, patient=True)
        self.step = self._witness.step

    @property
    def look(self) -> Look:
        return self._witness.look

    def decides(self, seat: int) -> bool:
        return seat == self._witness.viewer and seat != CHANCE


class _Everything:
    """All records as they were: the truth, which is nobody's secret any more."""

    def __init__(self, table: Table, start: PlainState) -> None:
        self._game = table.game
        self.look = self._see(start)

    def _see(self, state: PlainState) -> Look:
        return Look.of_record(self._game, SPECTATOR, bytes(state))

    def decides(self, seat: int) -> bool:
        return seat != CHANCE

    def step(self, before: PlainState, seat: int, move: int, after: PlainState) -> Moment:
        was, self.look = self.look, self._see(after)
        text = (self._game.outcomes if seat == CHANCE else self._game.moves)[move]
        about = "" if seat == CHANCE else was.about(self.look, seat, move)
        event = Event(None if seat == CHANCE else seat, text, text.split()[0], about)
        turn, number = was.turn, was.round
        return Moment(
            (event,), tuple(was.news(self.look)), turn if turn >= 0 else self.look.turn, number or self.look.round
        )


@dataclass(frozen=True)
class Finished:
    """A game that is over, and so doesn't change any more: who played it, when it was moved, and what was said."""

    table: Table
    room: RoomView
    called: tuple[str, ...]
    times: Sequence[float]
    spoken: Sequence[Spoken]

    def seen(self, eyes: str, language: str) -> ReplayView:
        """All of it, as one pair of eyes follows it: a second's work for a game of thousands of moves."""
        shown = _replayed(self.table, self.room, eyes, language, self.called)
        _tell(shown.frames, self.times, self.spoken)
        return shown


def finished(room: Room, guest: str | None, language: str, spoken: Sequence[Spoken] = ()) -> Finished:
    """A table of the house, with what was said at it; while it is played there is nothing to see."""
    if room.table is None or room.status != OVER:
        raise HouseError("status.replay")
    refuse_if_long(room.table.length)
    return Finished(room.table, room_view(room, guest), names(room, language), room.times, spoken)


def refuse_if_long(moves: int) -> None:
    if moves > LONGEST:
        raise HouseError("record.long", moves=moves, most=LONGEST)


def _tell(frames: list[Frame], times: Sequence[float], spoken: Sequence[Spoken]) -> None:
    """Put what was said where it was said: at the last frame that had come by then."""
    came = [times[frame.step - 1] if frame.step else 0.0 for frame in frames]
    for line in spoken:
        said = line.said
        frames[max(bisect_right(came, line.at) - 1, 0)].said.append(
            SaidView(line.seat, line.name, said.text, said.phrase, said.to, said.count, said.what)
        )


def replay_of_record(text: str, eyes: str, language: str) -> ReplayView:
    """A game that somebody kept as a record."""
    transcript = Transcript(text)
    refuse_if_long(len(transcript.lines))
    table = transcript.replay()
    if table.outcome is None:
        raise HouseError("status.unfinished")
    called = names_in(table, language)
    room = RoomView(
        table="",
        game=table.game.name,
        rules=table.game.version,
        seats=table.seats,
        options=dict(table.options or {}),
        pace=TimeControl(),
        public=False,
        status=OVER,
        chairs=[ChairView(seat, name, person=False) for seat, name in enumerate(called)],
        commitment=table.commitment,
    )
    return _replayed(table, room, eyes, language, called)


def names_in(table: Table, language: str) -> tuple[str, ...]:
    """What a record calls its players."""
    given = [*table.names, *[""] * table.seats][: table.seats]
    return tuple(name or SEAT_NAMES[language].format(seat + 1) for seat, name in enumerate(given))


def _replayed(table: Table, room: RoomView, eyes: str, language: str, called: tuple[str, ...]) -> ReplayView:
    outcome = table.outcome
    assert outcome is not None
    told = table.game.texts(language).end(outcome.reason)
    ended = OutcomeView(
        list(outcome.scores), list(outcome.ranks), outcome.reason, told, epilogue(table, language, called)
    )
    return ReplayView(room, eyes, list(frames_of(table, eyes, language, called)), ended)


def _seen_with(table: Table, eyes: str, start: PlainState) -> _Eyes:
    if eyes == OPEN:
        return _Everything(table, start)
    viewer = SPECTATOR if eyes == WATCHING else int(eyes)
    if viewer >= table.seats:
        raise HouseError("seat.none", seat=viewer, last=table.seats - 1)
    return _OneViewer(table, start, viewer)


def frames_of(table: Table, eyes: str, language: str, called: tuple[str, ...]) -> Iterator[Frame]:
    """One whenever somebody is asked and something was noticed; what chance did belongs to what it followed."""
    game, plain, start = table.game, table.game.plain, table.start_state()
    words = wording(game.name, language)
    seen = _seen_with(table, eyes, start)
    noticed: list[_Page] = []
    frame: Frame | None = None
    known: Look | None = None

    def taken(step: int) -> Frame:
        return Frame(
            step=step,
            said=[],
            decisions=[],
            beat=len(noticed),
            view=seen.look.document() if known is None else seen.look.changes(known),
            question=_question(table, seen.look, language, called),
            standings=standings_since(seen.look, known, language),
            pages=[
                _page(table, noticed, place, words, language, called)
                for place in range(frame.beat if frame else 0, len(noticed))
            ],
        )

    if plain.actors(start) != CHANCE:
        frame, known = taken(0), seen.look
    for step, (before, seat, move, after) in enumerate(table.steps()):
        if frame is not None and seen.decides(seat):
            frame.decisions.append(_decision(Look(game, before, seat), seat, move, language, called, step))
        moment = seen.step(before, seat, move, after)
        if moment is not None:
            noticed.append(_Page(moment))
        if plain.actors(after) == CHANCE or (frame is not None and frame.beat == len(noticed)):
            continue
        shown = taken(step + 1)
        if frame is not None:
            yield frame
        frame, known = shown, seen.look
    if frame is not None:
        yield frame


def _decision(look: Look, seat: int, move: int, language: str, called: tuple[str, ...], step: int) -> DecisionView:
    choices = labelled(look.game, language, called, look.legal)
    return DecisionView(seat, str(look.game.moves[move]), look.clause_of(move), choices, step)


def _question(table: Table, look: Look, language: str, called: tuple[str, ...]) -> Question:
    return question_of(
        table.game, language, called, look.phase_number, look.role, look.asked, look.sealed, look.race, look.legal, ()
    )


def _page(
    table: Table, noticed: Sequence[_Page], place: int, words: Any, language: str, called: tuple[str, ...]
) -> PageView:
    told = told_of(table.game, noticed[place].moment, language, called)
    spoken = speech.declaration(words, noticed, place)
    return PageView(place + 1, *told, None if spoken is None else SpeechView(*spoken))
