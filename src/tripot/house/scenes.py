"""What a client is shown of a table: made from the viewer's own look and from what they noticed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from types import ModuleType
from typing import Any, TypeVar, cast

import msgspec

from tripot.bots import has_character, played_at
from tripot.engine import record_codec
from tripot.engine.game import Game
from tripot.engine.log_sentences import SEAT_NAMES, epilogue, sentence_of, with_clauses
from tripot.engine.look import Look, News, role_in, seats_in
from tripot.engine.phrases import Wording, wording
from tripot.engine.scoring import scored_in
from tripot.engine.witness import Event, Moment, Witness
from tripot.house import fairness, speech
from tripot.house.logbook import Chronicle, Page
from tripot.house.room import Room
from tripot.house.sheet import OVER, PLAYING, SPECTATOR
from tripot.house.time_control import TimeControl


class ChairView(msgspec.Struct, omit_defaults=True):
    """A seat as everybody sees it."""

    seat: int
    name: str
    person: bool  # somebody has this seat
    bot: str | None = None  # the level of the bot that plays it now
    character: str = ""  # how a bot of the house plays, by its name
    offered: bool = False  # a bot plays it until somebody sits down
    away: bool = False
    invited: bool = False  # the seat is kept for `name`, who played here before
    seal: str | None = None  # the SHA-256 of what it mixes into chance
    entropy: str | None = None  # what it mixed in


class RoomView(msgspec.Struct, omit_defaults=True):
    """A table as everybody sees it, but for `you`: the seat of whoever looks."""

    table: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    pace: TimeControl
    public: bool
    status: str
    chairs: list[ChairView]
    commitment: str
    host: int | None = None  # the host's seat
    hosting: bool = False  # whoever looks is the host
    you: int | None = None
    opened_at: float = 0.0
    rematch_of: str | None = None
    rematch: str | None = None  # the table where they play again
    key: str = ""  # when the game is over


class EventView(msgspec.Struct, omit_defaults=True):
    """A move as the viewer heard it; without `move` they heard only that something happened (`act`)."""

    act: str
    seat: int | None = None
    move: str | None = None
    about: str = ""


class NewsView(msgspec.Struct, omit_defaults=True):
    """What a move brought about, for one seat; with another seat, a number and a sum where it tells of them."""

    name: str
    seat: int
    whom: int | None = None
    count: int | None = None
    sum: int | None = None


class SpeechView(msgspec.Struct):
    """What a seat says aloud by its move."""

    seat: int
    text: str


class PageView(msgspec.Struct, omit_defaults=True):
    """One beat of the log."""

    beat: int
    events: list[EventView]
    news: list[NewsView]
    told: list[str]  # in sentences
    clauses: list[str] = []  # of those sentences, the clause that each follows from, or ""
    turn: int | None = None  # whose turn it was
    round: int | None = None
    speech: SpeechView | None = None


Told = tuple[list[EventView], list[NewsView], list[str], list[str], int | None, int | None]  # what is on a page
Asking = tuple[Game, str, tuple[str, ...], int, str, int, bool, bool, tuple[str, ...], tuple[str, ...]]
T = TypeVar("T")
_encode = msgspec.json.Encoder().encode
_HEAD = b'{"t":"scene","table":%b,"since":%d,"beat":%d,"viewer":%b,%b'  # of a scene
_TAIL = b'"whole":false,"view":%b,"question":%b,"pages":[%b]%b%b}'  # which may be another's too


def _raw(kind: type[T], text: bytes) -> T:
    """A part of a scene that was encoded once for all who are shown the same: to be sent, and not to be looked into."""
    return cast(T, msgspec.Raw(text))


class LineView(msgspec.Struct):
    """Some of a seat's points: of what they are made, how many of it there are, and by which clause they count."""

    name: str
    clause: str
    text: str
    count: int
    points: int


class StandingView(msgspec.Struct, omit_defaults=True):
    """A seat's points, as far as the viewer may know: none are told where nothing is known."""

    lines: list[LineView]
    points: int | None = None
    more: bool = False  # some may be hidden from the viewer


class Choice(msgspec.Struct):
    """A move that the viewer may make, and its label."""

    move: str
    label: str


class OutcomeView(msgspec.Struct):
    """How the game ended."""

    scores: list[int]
    ranks: list[int]
    reason: str
    told: str
    epilogue: str = ""


class Question(msgspec.Struct, omit_defaults=True):
    """Who is asked now, what, and what the viewer may do."""

    phase: str
    clause: str
    prompt: str
    actors: list[int]
    role: str = ""  # what the viewer is, where that decides how they are asked
    sealed: bool = False
    race: bool = False  # who answers first may win
    choices: list[Choice] = []
    timeout: list[Choice] = []  # what time would play for the viewer: a whole act


class Scene(msgspec.Struct, omit_defaults=True, tag_field="t", tag="scene"):
    """A table as one viewer sees it after `beat`, and what they noticed after `since`.

    `view` has every field of the game's record as the viewer may know it or, in a scene that goes on from one that the
    client has, those that changed (`whole` is then false); `standings`, by seat, are left out if they didn't change.
    """

    table: str
    since: int
    beat: int
    viewer: int | None
    whole: bool
    view: dict[str, Any]
    question: Question
    pages: list[PageView]
    standings: list[StandingView] | None = None
    answered: list[Choice] | None = None  # the viewer's own sealed answer, while the question is open
    outcome: OutcomeView | None = None
    ends_in: float | None = None  # seconds until time decides
    stood_in: list[int] = []  # beats at which a bot decided for the viewer since they last decided themselves
    ack: str = ""  # the client's own submission that brought it about, which is accepted


class Draft(msgspec.Struct, omit_defaults=True, tag_field="t", tag="draft"):
    """How the table would look after the first moves of a series, and how the series may go on.

    If the moves are `complete`, a whole act, this is the table before the last of them: what it brings is seen when
    the act is done.
    """

    table: str
    moves: list[str]
    view: dict[str, Any]
    question: Question
    complete: bool = False


def room_view(room: Room, guest: str | None) -> RoomView:
    sheet = room.sheet
    return RoomView(
        table=sheet.id,
        game=sheet.game,
        rules=sheet.rules,
        seats=sheet.seats,
        options=sheet.options,
        pace=sheet.pace,
        public=sheet.public,
        status=sheet.status,
        chairs=[
            ChairView(
                seat=chair.seat,
                name=chair.name,
                person=chair.guest is not None,
                bot=chair.bot and played_at(sheet.game, chair.bot),
                character=chair.character if chair.bot and has_character(sheet.game, chair.bot) else "",
                offered=chair.offered,
                away=chair.away_since is not None,
                invited=chair.kept,
                seal=chair.seal,
                entropy=None if chair.entropy is None else chair.entropy.hex(),
            )
            for chair in room.chairs
        ],
        commitment=fairness.commitment(sheet.key),
        host=None if sheet.host is None else room.seat_of(sheet.host),
        hosting=guest is not None and guest == sheet.host,
        you=None if guest is None else room.seat_of(guest),
        opened_at=sheet.opened_at,
        rematch_of=sheet.rematch_of,
        rematch=sheet.rematch,
        key=sheet.key.hex() if sheet.status == OVER else "",
    )


class Showing:
    """A table at one moment, as it is shown to all who look at it; not to be kept any longer."""

    def __init__(self, room: Room, now: float) -> None:
        self.room, self.ends_at = room, room.ends_at
        self._ends_in = None if self.ends_at is None else round(max(0.0, self.ends_at - now), 1)
        self._packed_end = b"" if self._ends_in is None else b',"ends_in":' + _encode(self._ends_in)
        self._words: dict[str, tuple[tuple[str, ...], Wording]] = {}  # by language: names, and how things are said
        self._table = _encode(room.sheet.id)
        self._open = room.sheet.status == PLAYING and not room.answers  # nobody has an answer of their own to see
        self._tails: dict[tuple[object, ...], bytes] = {}  # of frames, by all that they depend on

    def mark(self, viewer: int) -> tuple[object, ...]:
        """Differs from the one before whenever there is something new to show a viewer."""
        room = self.room
        answer = room.answers.get(viewer)
        beat = room.chronicle(viewer).witness.beat
        return beat, None if answer is None else answer.token, room.sheet.status, self.ends_at

    def frame(self, viewer: int, language: str, since: int, known: bytes | None, ack: str) -> bytes:
        """A viewer's scene as it is sent. What is the same for several is put together once."""
        chronicle = self.room.chronicle(viewer)
        witness = chronicle.witness
        if known is None or known is not witness.marked or not self._open or chronicle.stood_in:
            text = _encode(self.scene(viewer, language, since, known))
        else:
            beat = witness.beat
            since = min(max(since, 0), beat)
            role = role_in(witness.game, witness.record, viewer)
            called, words = self._spoken_in(language)
            said = speech.declared_since(words, chronicle.pages, since) if words.declaration else ()
            key = language, witness.twin, since, beat, role, said
            tail = self._tails.get(key)
            if tail is None:
                tail = self._tails[key] = self._tail(chronicle, language, called, words, role, since)
            text = _HEAD % (self._table, since, beat, b"null" if viewer == SPECTATOR else b"%d" % viewer, tail)
        return b'%b,"ack":%b}' % (text[:-1], _encode(ack)) if ack else text

    def _tail(
        self, chronicle: Chronicle, language: str, called: tuple[str, ...], words: Wording, role: str, since: int
    ) -> bytes:
        """What `scene` gives in the usual case, from its view on: the client knows what was at the mark."""
        witness, game = chronicle.witness, self.room.game
        asked, sealed, phase, legal, scored = witness.seen
        timeout = self.room.timeout(witness.viewer) if legal else ()
        race = bool(sealed) and witness.look.race
        question = _packed_question(
            game, language, called, phase, role, asked, bool(sealed), race, legal, tuple(timeout)
        )
        pages = [
            self._packed_page(chronicle.pages, place, language, called, words)
            for place in range(since, len(chronicle.pages))
        ]
        points = b""
        if witness.rescored:
            points = b',"standings":' + _standings(game, language, self.room.sheet.seats, scored)
        return _TAIL % (_packed_view(witness), question, b",".join(pages), points, self._packed_end)

    def _spoken_in(self, language: str) -> tuple[tuple[str, ...], Wording]:
        found = self._words.get(language)
        if found is None:
            found = self._words[language] = names(self.room, language), wording(self.room.game.name, language)
        return found

    def scene(self, viewer: int, language: str, since: int, known: bytes | None = None) -> Scene:
        """A viewer's scene. With the record that the client knows already, only what changed since is in its view."""
        room = self.room
        chronicle, status = room.chronicle(viewer), room.sheet.status
        witness = chronicle.witness
        look, beat = witness.look, witness.beat
        since = min(max(since, 0), beat)
        answer = room.answers.get(viewer)
        called, words = self._spoken_in(language)
        return Scene(
            table=room.sheet.id,
            since=since,
            beat=beat,
            viewer=None if viewer == SPECTATOR else viewer,
            whole=known is None,
            view=look.document() if known is None else _view_since(witness, known),
            question=_raw(
                Question,
                _packed_question(*_asking(room, look, language, called, status == PLAYING and answer is None)),
            ),
            pages=[
                _raw(PageView, self._packed_page(chronicle.pages, place, language, called, words))
                for place in range(since, len(chronicle.pages))
            ],
            standings=_standings_of(look, language) if known is None or _is_rescored(witness, known) else None,
            answered=None if answer is None else labelled(room.game, language, called, answer.moves),
            outcome=outcome_view(room, language) if status == OVER else None,
            ends_in=self._ends_in,
            stood_in=list(chronicle.stood_in),
        )

    def _packed_page(
        self, pages: list[Page], place: int, language: str, names: tuple[str, ...], words: Wording
    ) -> bytes:
        page = pages[place]
        told = _packed_moment(self.room.game, page.moment, language, names)
        spoken = speech.declaration(words, pages, place)  # it goes back over what this viewer has heard before
        if spoken is None:
            return b'{"beat":%d,%b}' % (page.beat, told)
        return b'{"beat":%d,%b,"speech":%b}' % (page.beat, told, _encode(SpeechView(*spoken)))


@lru_cache(8192)
def _packed_moment(game: Game, moment: Moment, language: str, names: tuple[str, ...]) -> bytes:
    """A page without its beat, and without what is said on it."""
    return _encode(PageView(0, *told_of(game, moment, language, names)))[len(b'{"beat":0,') : -1]


def _view_since(witness: Witness, known: bytes) -> dict[str, Any]:
    """What changed for a viewer."""
    if known is not witness.marked:
        return record_codec.changes(witness.game.rules, known, witness.record)
    return _raw(dict[str, Any], _packed_view(witness))


def _packed_view(witness: Witness) -> bytes:
    """What changed for a viewer since the mark, put together from fields, of which many have been seen before."""
    rules, record = witness.game.rules, witness.record
    seats = record_codec.seat_count(rules, record)
    fields = [
        _packed_field(rules, seats, place, record[start:end])
        for place, start, end in record_codec.places(rules, witness.changed)
    ]
    return b"{%b}" % b",".join(fields)


def _is_rescored(witness: Witness, known: bytes) -> bool:
    """Whether points are made of something else than a viewer knows."""
    if known is witness.marked:
        return witness.rescored
    return witness.look.scored != scored_in(witness.game, known)


@lru_cache(16384)
def _packed_field(rules: ModuleType, seats: int, place: int, value: bytes) -> bytes:
    name, parts = record_codec.parts(rules, seats, place, value)
    if parts is None:
        return _encode(record_codec.field(rules, seats, place, value))[1:-1]
    return b'"%b":[%b]' % (name.encode(), b",".join(_packed_part(rules, seats, place, part) for part in parts))


@lru_cache(16384)
def _packed_part(rules: ModuleType, seats: int, place: int, value: bytes) -> bytes:
    return _encode(record_codec.part(rules, seats, place, value))


def question(room: Room, look: Look, language: str, names: tuple[str, ...], asked: bool) -> Question:
    return question_of(*_asking(room, look, language, names, asked))


def _asking(room: Room, look: Look, language: str, names: tuple[str, ...], asked: bool) -> Asking:
    """All that a question is made of."""
    legal = look.legal if asked else ()
    timeout = tuple(room.timeout(look.viewer)) if legal else ()
    phase, role = look.phase_number, look.role
    return room.game, language, names, phase, role, look.asked, look.sealed, look.race, legal, timeout


@lru_cache(4096)
def _packed_question(*asking: Any) -> bytes:
    return _encode(question_of(*asking))


@lru_cache(4096)
def question_of(
    game: Game,
    language: str,
    names: tuple[str, ...],
    phase: int,
    role: str,
    asked: int,
    sealed: bool,
    race: bool,
    legal: tuple[str, ...],
    timeout: tuple[str, ...],
) -> Question:
    name = str(game.rules.PHASES[phase])
    return Question(
        phase=name,
        clause=game.prompt_clause(phase, role),
        prompt=game.texts(language).prompt(name, role),
        actors=sorted(seats_in(asked)),
        role=role,
        sealed=sealed,
        race=race,
        choices=labelled(game, language, names, legal),
        timeout=labelled(game, language, names, timeout),
    )


def labelled(game: Game, language: str, names: tuple[str, ...], moves: Iterable[str]) -> list[Choice]:
    return [Choice(move, _label(game, language, move, names)) for move in moves]


def names(room: Room, language: str) -> tuple[str, ...]:
    return tuple(chair.name or SEAT_NAMES[language].format(chair.seat + 1) for chair in room.chairs)


@lru_cache(65536)
def _label(game: Game, language: str, move: str, names: tuple[str, ...]) -> str:
    return game.texts(language).move(move, names.__getitem__)


@lru_cache(4096)
def told_of(game: Game, moment: Moment, language: str, names: tuple[str, ...]) -> Told:
    """A moment as it is sent; the same for all who noticed the same."""
    told = with_clauses(moment, lambda part: _said(game, language, names, part))
    return (
        [EventView(event.act, event.seat, event.text, event.about) for event in moment.events],
        [NewsView(each.name, each.seat, *map(_given, (each.whom, each.number, each.sum))) for each in moment.news],
        [sentence for sentence, _ in told],
        [clause for _, clause in told] if any(clause for _, clause in told) else [],
        _given(moment.turn),
        moment.round or None,
    )


@lru_cache(16384)
def _said(game: Game, language: str, names: tuple[str, ...], part: Event | News) -> str:
    return sentence_of(game.texts(language), part, names.__getitem__)


def _given(number: int) -> int | None:
    return None if number < 0 else number


def standings_since(look: Look, known: Look | None, language: str) -> list[StandingView] | None:
    """What is known of every seat's points; None if it is what an earlier look knew."""
    if known is not None and look.scored == known.scored:
        return None
    return _standings_of(look, language)


def _standings_of(look: Look, language: str) -> list[StandingView]:
    return _raw(list[StandingView], _standings(look.game, language, look.seats, look.scored))


@lru_cache(4096)
def _standings(game: Game, language: str, seats: int, scored: bytes) -> bytes:
    size = len(scored) // seats
    found = [_standing(game, language, scored[seat * size : (seat + 1) * size]) for seat in range(seats)]
    return b"[%b]" % b",".join(found)


@lru_cache(16384)
def _standing(game: Game, language: str, scored: bytes) -> bytes:
    """What points of one seat are made of."""
    numbers = iter(memoryview(scored).cast("q").tolist())
    lines, points, hidden = list[bytes](), 0, False
    for place, (count, worth) in enumerate(zip(numbers, numbers, strict=True)):
        if count < 0:
            hidden = True
        elif count or worth:
            lines.append(_line(game, language, place, count, worth))
            points += worth
    if hidden and not lines:
        return b'{"lines":[],"more":true}'
    return b'{"lines":[%b],"points":%d%b}' % (b",".join(lines), points, b',"more":true' if hidden else b"")


@lru_cache(16384)
def _line(game: Game, language: str, place: int, count: int, points: int) -> bytes:
    name, clause = game.rules.LINES[place]
    text = game.texts(language).line(name, count)
    return _encode(LineView(name, game.clause_name(clause), text, count, points))


def outcome_view(room: Room, language: str) -> OutcomeView | None:
    outcome = room.table.outcome if room.table is not None else None
    if room.table is None or outcome is None:
        return None
    told = room.game.texts(language).end(outcome.reason)
    story = epilogue(room.table, language, names(room, language))
    return OutcomeView(list(outcome.scores), list(outcome.ranks), outcome.reason, told, story)


def draft(room: Room, look: Look, complete: bool, moves: list[str], language: str) -> Draft:
    known = room.chronicle(look.viewer).witness.look
    asked = question(room, look, language, names(room, language), True)
    return Draft(room.id, moves, look.changes(known), asked, complete)


def own_record(room: Room, viewer: int) -> str:
    """A running game as one viewer may know it: a line for all that they heard, `?` where they heard no more."""
    sheet = room.sheet
    lines = [f"game {sheet.game}", f"rules {sheet.rules}", f"players {sheet.seats}"]
    lines += [f"viewer {'spectator' if viewer == SPECTATOR else viewer}", "---"]
    for page in room.chronicle(viewer).pages:
        for event in page.moment.events:
            who = "chance" if event.seat is None else str(event.seat)
            lines.append(f"{who} {event.text or event.act + ' ?'}")
    return "\n".join(lines) + "\n"
