"""A table of the house in memory: who sits there, what was played, who is asked and until when.

A room does no input or output and looks at no clock: it is told what is done and when, changes itself, and its caller
writes the change down before anybody is told of it. If that fails the room is thrown away, for it is only a cache
of what is written.
"""

from __future__ import annotations

import hmac
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import msgspec

from tripot.engine.audience import Audience, Noticed
from tripot.engine.chance import Seeded
from tripot.engine.errors import IllegalMove, TripotError
from tripot.engine.game import Game, game
from tripot.engine.look import Look
from tripot.engine.phrases import phrasebook
from tripot.engine.records import HASH
from tripot.engine.state import PlainState
from tripot.engine.table import Proof, Table
from tripot.engine.texts import refusal_word
from tripot.engine.witness import Moment, Witness
from tripot.games.terms import CHANCE
from tripot.house import botnames, fairness, tokens
from tripot.house.conversation import Conversation
from tripot.house.cues import Cues
from tripot.house.errors import HouseError, Stale
from tripot.house.foresight import Foresight
from tripot.house.names import key, told_apart
from tripot.house.pace import GRACE, PATIENCE, Pace, reaction
from tripot.house.recall import Recall
from tripot.house.talk import Public
from tripot.house.thinking import allowed
from tripot.house.timeouts import LONGEST_SERIES, after, passive_act, whole_act

OPEN, MIXING, PLAYING, OVER, CLOSED = "open", "mixing", "playing", "over", "closed"
SPECTATOR = -1
ABANDONED = 24 * 3600.0  # seconds after which a table that never began is closed
BY_TIME = "#time"  # the token of moves that a time-out made
BY_BOT = "#bot"  # and of those that ended an act of a bot which kept the seat warm
STANDIN = "regular"  # the bot that keeps a seat warm


@dataclass
class Chair:
    """One seat: whose it is, and who plays it now."""

    seat: int
    guest: str | None = None
    name: str = ""
    bot: str | None = None
    offered: bool = False
    away_since: float | None = None
    missed: int = 0  # decisions in a row that time has made, and all could see that it did
    seal: str | None = None
    entropy: bytes | None = None

    @property
    def warm(self) -> bool:
        """A bot plays until its owner comes back."""
        return self.guest is not None and self.bot is not None and self.away_since is not None

    @property
    def character(self) -> str:
        """What the bot that plays here is like; one that plays for somebody is like nobody."""
        return botnames.character(self.name) if self.bot is not None and self.guest is None else ""

    @property
    def free(self) -> bool:
        """Anybody may sit down here."""
        return self.guest is None and (self.offered if self.bot is not None else not self.name)

    @property
    def kept(self) -> bool:
        """The seat waits for somebody by name, who played here before."""
        return self.guest is None and self.bot is None and bool(self.name)


@dataclass
class Answer:
    """A sealed answer, kept until the question is closed."""

    moves: list[str]
    at: float
    token: str


class Kept(NamedTuple):
    """A series that a seat has composed and not decided, and how long the log was then: it counts until it grows."""

    number: int
    moves: list[str]


@dataclass
class Sheet:
    """What is written about a table besides its log."""

    id: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    pace: Pace
    public: bool
    status: str
    host: str | None
    key: bytes
    opened_at: float
    started_at: float | None = None
    ended_at: float | None = None
    rematch_of: str | None = None
    left: dict[str, int] = field(default_factory=dict)  # guests who left the running game, and the seats they had
    clock_from: float | None = None  # when somebody joined the only person at the table, who had all the time there is
    rematch: str | None = None  # the table that goes on from this one
    version: int = 0


class Page(msgspec.Struct, frozen=True, gc=False):
    """What one viewer noticed at one beat, and when. There are more of these than of anything else."""

    beat: int
    at: float
    moment: Moment


@dataclass
class Asking:
    """Which bots are to choose now, by seat and level; how long the log is, and which sealed question it is.

    `at` is when their choice counts: a sealed question is thought about before it is closed.
    """

    length: int
    label: int
    levels: dict[int, str]
    at: float = field(compare=False)


class Composed(NamedTuple):
    """A series as far as its seat may see it, and whether its last move, which isn't in it then, completes an act."""

    state: PlainState
    complete: bool


@dataclass
class Chronicle:
    """One viewer's witness, with all that they noticed."""

    witness: Witness
    pages: list[Page] = field(default_factory=list)
    stood_in: list[int] = field(default_factory=list)  # beats at which a bot decided for them since they last did

    @property
    def beat(self) -> int:
        return self.witness.beat

    def add(self, at: float, moment: Moment) -> None:
        self.pages.append(Page(len(self.pages) + 1, at, moment))

    def decided(self, token: str | None, noticed: bool) -> None:
        """It was their own seat's move; they have just noticed it or, if it is a sealed answer, will next."""
        if token == BY_BOT:
            self.stood_in.append(len(self.pages) + (not noticed))
        elif token is not None and token != BY_TIME:
            self.stood_in.clear()


class Room:
    """See the module's text. Whoever calls a method that changes something holds the room's lock."""

    def __init__(self, sheet: Sheet, chairs: list[Chair]) -> None:
        self.sheet = sheet
        self.chairs = chairs
        self.name_bots()
        self.game: Game = game(sheet.game, sheet.rules)
        self.table: Table | None = None
        self.times: list[float] = []  # of every move of the log
        self.tokens: list[str | None] = []
        self.answers: dict[int, Answer] = {}
        self.drafts: dict[int, Kept] = {}
        self.seating = self.seating_now()  # as it was last written
        self.sealed_since = 0.0
        self._questions = 0  # sealed questions that were put so far
        self.withdrawn: dict[int, tuple[str, ...]] = {}  # answers that count no more, however late they come again
        self._accepted: dict[str, str] = {}  # what was decided, by token and whose it is
        self._recalls: dict[int, Recall] = {}  # of bots that remember
        self._audience: Audience | None = None  # from the beginning of the game
        self._chronicles: dict[int, Chronicle] = {}
        self._told = 0  # moves that they were told of
        self._last = CHANCE  # the seat that moved last
        self.talk = Conversation(sheet.game)
        self.cues = Cues(phrasebook(sheet.game), sheet.pace, sheet.key)

    # who is who

    @property
    def id(self) -> str:
        return self.sheet.id

    @property
    def status(self) -> str:
        return self.sheet.status

    def seat_of(self, guest: str) -> int | None:
        """The guest's seat."""
        for chair in self.chairs:
            if chair.guest == guest:
                return chair.seat
        return None

    def chair_of(self, guest: str) -> Chair:
        seat = self.seat_of(guest)
        if seat is None:
            raise HouseError("not-seated.here")
        return self.chairs[seat]

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < self.sheet.seats:
            raise HouseError("seat.none", seat=seat, last=self.sheet.seats - 1)
        return self.chairs[seat]

    def _need(self, *statuses: str) -> None:
        if self.status not in statuses:
            raise HouseError("status.now", status=refusal_word(self.status))

    def _need_host(self, guest: str) -> None:
        if guest != self.sheet.host:
            raise HouseError("not-host.here")

    @property
    def people(self) -> list[int]:
        """The seats that people play themselves now."""
        return [chair.seat for chair in self.chairs if chair.guest is not None and chair.bot is None]

    @property
    def alone(self) -> bool:
        """Whether nobody but bots plays with the one person at the table, who then has all the time there is."""
        return len([chair for chair in self.chairs if chair.guest is not None]) < 2

    def seating_now(self) -> tuple[object, ...]:
        """What everybody sees of the seats. That time has decided for one is kept too, but is nobody's business."""
        chairs = [
            (chair.guest, chair.name, chair.bot, chair.offered, chair.away_since is None, chair.seal, chair.entropy)
            for chair in self.chairs
        ]
        return (self.status, self.sheet.host, self.sheet.rematch, *chairs)

    def name_bots(self) -> None:
        """Every bot has a name of its own; one that keeps somebody's seat goes on under theirs."""
        people = {key(chair.name) for chair in self.chairs if chair.guest is not None}
        for chair in self.chairs:
            if chair.guest is None and chair.bot is not None and (not chair.name or key(chair.name) in people):
                chair.name = botnames.bot_name(self.id, chair.seat, [other.name for other in self.chairs])

    # sitting down and getting up

    def sit(self, guest: str, name: str, seat: int | None, seal: str | None, now: float, kept: bool = False) -> None:
        """Take a seat, the first free one if none is named; or take one's own seat back from a bot.

        A seat that is kept for somebody is taken by nobody else: `kept` says that this is them.
        """
        self._need(OPEN, MIXING, PLAYING)
        mine = self.seat_of(guest)
        if mine is not None and seat in (None, mine):
            self.come_back(guest)
            self.chairs[mine].bot = None
            return
        if mine is not None:
            self._need(OPEN)  # during play nobody changes places: they would see two hands
        held = self.sheet.left.get(guest)
        if held is not None and seat not in (None, held):
            raise HouseError("seat.other")
        if held is not None:
            seat = held
        if seat is None:
            seat = next((chair.seat for chair in self.chairs if chair.free), None)
            if seat is None:
                raise HouseError("full.table")
        chair = self._chair(seat)
        if not chair.free and not (kept and chair.kept):
            raise HouseError("taken.seat")
        if self.status == MIXING:
            raise HouseError("status.mixing")
        if seal is not None and self.status == OPEN:
            _check_seal(seal)
        if mine is not None:
            seal = seal or self.chairs[mine].seal
            self.chairs[mine] = Chair(mine)
        name = told_apart(name, [other.name for other in self.chairs if other.seat != seat and self._is_called(other)])
        if self.alone:
            self.sheet.clock_from = now
        keeps = self.status == PLAYING  # what this seat mixed in is part of the game's chance
        self.chairs[seat] = Chair(
            seat, guest, name, seal=chair.seal if keeps else seal, entropy=chair.entropy if keeps else None
        )
        if self.sheet.host is None:
            self.sheet.host = guest
        self.name_bots()

    def _is_called(self, chair: Chair) -> bool:
        """Whether a name is somebody's for good: before the game a bot gives its own up."""
        return bool(chair.name) and (chair.guest is not None or chair.kept or self.status == PLAYING)

    def give_kept_away(self, seat: int) -> None:
        """Whom a seat was kept for doesn't come: a bot sits there until somebody wants it."""
        if self.status == OPEN and self._chair(seat).kept:
            name = botnames.bot_name(self.id, seat, [chair.name for chair in self.chairs])
            self.chairs[seat] = Chair(seat, name=name, bot=STANDIN, offered=True)

    def get_up(self, guest: str) -> None:
        """Leave for good: before the game the seat is free again, during it a bot plays on until somebody sits down."""
        self._need(OPEN, MIXING, PLAYING)
        chair = self.chair_of(guest)
        if self.status == OPEN:
            self.chairs[chair.seat] = Chair(chair.seat)
        else:
            self.sheet.left[guest] = chair.seat
            chair.guest, chair.away_since, chair.missed = None, None, 0
            chair.bot, chair.offered = STANDIN, True
        if self.sheet.host == guest:
            left = [other.guest for other in self.chairs if other.guest is not None]
            self.sheet.host = left[0] if left else None
            if not left and self.status == OPEN:
                self.sheet.status = CLOSED

    def set_bot(self, guest: str, seat: int, level: str | None, offered: bool) -> None:
        """Before the game the host puts a bot on a seat that nobody has, takes it away or offers it.

        During it a seat's owner alone hands it over: the host could weaken a rival, or offer hands to be looked at.
        """
        self._need(OPEN, PLAYING)
        chair = self._chair(seat)
        if chair.guest == guest:
            chair.bot, chair.away_since = level, None
            return
        self._need_host(guest)
        if chair.guest is not None:
            raise HouseError("taken.seat")
        if self.status == PLAYING:
            raise HouseError("seat.bots-stay")
        name = "" if level is None or chair.kept else chair.name
        self.chairs[seat] = Chair(seat, None, name, level, offered, seal=chair.seal, entropy=chair.entropy)
        self.name_bots()

    def went_away(self, guest: str, now: float) -> bool:
        """Somebody's last connection is gone. Whether that changes anything."""
        seat = self.seat_of(guest)
        if seat is None or self.status not in (OPEN, MIXING, PLAYING) or self.chairs[seat].away_since is not None:
            return False
        if self.chairs[seat].bot is not None:
            return False
        self.chairs[seat].away_since = now
        return True

    def come_back(self, guest: str) -> bool:
        """They are here again: a bot that kept their seat warm gives it back. Whether that changes anything."""
        seat = self.seat_of(guest)
        if seat is None or self.chairs[seat].away_since is None:
            return False
        chair = self.chairs[seat]
        chair.away_since, chair.missed, chair.bot = None, 0, None
        return True

    # the beginning

    def start(self, guest: str, now: float) -> None:
        """The host says that all are here. Seats that mix into chance now show what they sealed."""
        self._need(OPEN)
        self._need_host(guest)
        if any(chair.guest is None and chair.bot is None for chair in self.chairs):
            raise HouseError("empty.seat")
        self.sheet.status = MIXING
        self.sheet.started_at = now
        self._begin_if_mixed(now)

    def reveal(self, guest: str, entropy: bytes, now: float) -> None:
        """A seat shows what it mixes in; the last one begins the game."""
        chair = self.chair_of(guest)
        if chair.entropy == entropy:
            return
        self._need(MIXING)
        if chair.seal is None:
            raise HouseError("seal.none")
        fairness.check_entropy(chair.seal, entropy)
        chair.entropy = entropy
        self._begin_if_mixed(now)

    def _begin_if_mixed(self, now: float) -> None:
        if all(chair.seal is None or chair.entropy is not None for chair in self.chairs):
            self._begin(now)

    def _begin(self, now: float) -> None:
        self.sheet.status = PLAYING
        self._deal()
        self._write_down(now)

    def _deal(self) -> None:
        """Set the game up as its chance has it."""
        stream = fairness.stream(self.sheet.key, self.id, self._entropies)
        self.table = self.game.start(self.sheet.seats, chance=stream, **self.sheet.options)

    @property
    def _entropies(self) -> list[bytes | None]:
        return [chair.entropy for chair in self.chairs]

    # playing

    def submit(self, guest: str, token: str, beat: int, moves: Sequence[str], now: float) -> None:
        """A decision of a seat. The same token again changes nothing and is accepted again."""
        chair, token = self.chair_of(guest), tokens.kept(guest, token, moves)
        if self._is_new(chair.seat, token, beat, moves):
            if len(moves) > 1 and self._composed(chair.seat, moves[:-1]).complete:
                raise _complete(moves[-2])
            self._take(chair, token, moves, now)

    def act(
        self, guest: str, token: str, beat: int, moves: Sequence[str], now: float, waited: float = 0.0
    ) -> Look | None:
        """The same if the moves complete an act; if the series may go on, nothing is done but to show it.

        `waited` is how long the client showed earlier things first: alone with bots, a race begins after that.
        """
        chair, token = self.chair_of(guest), tokens.kept(guest, token, moves)
        if self._is_new(chair.seat, token, beat, moves):
            composed = self._composed(chair.seat, moves)
            if not composed.complete:
                self._keep_draft(chair.seat, moves)
                return Look(self.game, composed.state, chair.seat)
            self._take(chair, token, moves, now, waited)
        return None

    def _is_new(self, seat: int, token: str, beat: int, moves: Sequence[str]) -> bool:
        """Whether a decision is to be made that was not made yet; refused if it can't be made now."""
        name, decided = tokens.parted(token)
        known = self._decided(name)
        if known is not None and known != decided:
            raise HouseError("token.used")
        if known is not None:
            return False
        self._need(PLAYING)
        if not 1 <= len(moves) <= LONGEST_SERIES:
            raise HouseError("moves.series", most=LONGEST_SERIES)
        if beat != self.chronicle(seat).beat:
            raise Stale("stale.beat")
        if seat in self.answers:
            raise HouseError("answered.already")
        return True

    def _take(self, chair: Chair, token: str, moves: Sequence[str], now: float, waited: float = 0.0) -> None:
        """Play a decision, or keep it sealed while its question is open."""
        table, seat = self._playing(), chair.seat
        if self.label and seat in table.actors:
            table.check(seat, *moves)
            at = max(self.sealed_since, now - waited) if self.alone else now
            self.answers[seat] = Answer(list(moves), at, token)
            # and no more: whoever saw the seat come back now, or not go next time, would know that it has answered
            self._close_if_all_answered(now)
        else:
            table.play(seat, *moves)
            self._write_down(now, {seat: token})
            self.come_back(chair.guest or "")
            chair.missed, chair.bot = 0, None

    def accepted(self, guest: str, token: str) -> bool:
        """Whether a guest's decision was made, or waits sealed."""
        name = tokens.owned(guest, token)
        return name in self._accepted or any(tokens.parted(answer.token)[0] == name for answer in self.answers.values())

    def _decided(self, name: str) -> str | None:
        """What a guest has decided under a name, taken back or not."""
        found = self._accepted.get(name)
        if found is None and self.label:
            sealed = [answer.token for answer in self.answers.values()]
            sealed += [token for withdrawn in self.withdrawn.values() for token in withdrawn]
            found = dict(map(tokens.parted, sealed)).get(name)
        return found

    def take_back(self, guest: str) -> None:
        """A sealed answer is taken back before its question is closed: nobody has seen it."""
        seat = self.chair_of(guest).seat
        if seat not in self.answers:
            raise HouseError("undo.nothing")
        self.withdrawn[seat] = (*self.withdrawn.get(seat, ()), self.answers.pop(seat).token)

    def draft(self, guest: str, moves: Sequence[str]) -> tuple[Look, bool]:
        """What the seat would see after the first moves of a series that it hasn't confirmed, and whether they are
        a whole act: then the last of them isn't shown yet. Time may play them for it.

        Only as far as nothing is opened: a draft that showed something new would be a way to peek and think again.
        """
        self._need(PLAYING)
        seat = self.chair_of(guest).seat
        if len(moves) > LONGEST_SERIES:
            raise HouseError("moves.series", most=LONGEST_SERIES)
        composed = self._composed(seat, moves)
        self._keep_draft(seat, moves)
        return Look(self.game, composed.state, seat), composed.complete

    def _keep_draft(self, seat: int, moves: Sequence[str]) -> None:
        """Where a clock runs, remember what a seat has composed last."""
        self.drafts.pop(seat, None)
        if moves and self.ends_at is not None:
            self.drafts[seat] = Kept(self._playing().length, list(moves))

    def _composed(self, seat: int, moves: Sequence[str]) -> Composed:
        """What moves come to that their seat may still take back; refused if they go on after a whole act.

        Else a series would be a way to peek too: whether its next move is refused would tell what was opened.
        """
        before, complete = self._playing().state(), False
        for place, text in enumerate(moves):
            if complete:
                raise _complete(moves[place - 1])
            number = self.game.move_number(text)
            if number not in Look(self.game, before, seat).legal_numbers():
                self._playing_from(before).play(seat, text)  # refuses, and says why
            state, complete = after(self.game, before, seat, text)
            if not complete:
                before = state
        return Composed(before, complete)

    def _playing_from(self, state: PlainState) -> Table:
        return Table(self.game, self.sheet.seats, None, state.copy(), Seeded(0))

    def _playing(self) -> Table:
        if self.table is None:
            raise HouseError("status.not-begun")
        return self.table

    @property
    def label(self) -> int:
        """The sealed question that is open now, 0 for none."""
        return self._audience.sealed if self._audience is not None and self.sheet.status == PLAYING else 0

    def _write_down(self, now: float, named: Mapping[int, str] = {}) -> None:
        """Take note of the moves that the table has made; a token goes to the last move of its seat."""
        table = self._playing()
        fresh = table.moves_since(len(self.times))
        marks: list[str | None] = [None] * len(fresh)
        for seat, token in named.items():
            last = max(i for i, (mover, _) in enumerate(fresh) if mover == seat)
            marks[last] = token
            self._accept(token)
        self.times += [now] * len(fresh)
        self.tokens += marks
        self._tell()
        self.drafts.clear()
        if table.outcome is not None:
            self.sheet.status = OVER
            self.sheet.ended_at = now
            self.answers.clear()
            self.withdrawn.clear()

    def _accept(self, token: str) -> None:
        name, decided = tokens.parted(token)
        self._accepted[name] = decided

    # what viewers notice

    def _tell(self) -> None:
        """Let every chronicle notice the moves that are new."""
        table = self._playing()
        if self._audience is None:
            self._audience = Audience(self.game, table.start_state())
            self._questions = int(self._audience.sealed > 0)
            self._open_chronicle(SPECTATOR, 0)
            self.sealed_since = self.times[0] if self.times else self.sheet.started_at or 0.0
        audience = self._audience
        audience.mark()
        moves, bots = table.moves_since(self._told), self.talkers
        if not bots:
            self._note(moves, audience.sealed, audience.tell(moves))
            return
        public = self._chronicles[SPECTATOR]
        for each in moves:  # between any two of them a bot may find something to say
            at, sealed = self.times[self._told], audience.sealed
            before = public.witness.look if self.cues.listens(at, bots) else None
            (noticed,) = told = audience.tell([each])
            self._note([each], sealed, told)
            if before is not None and SPECTATOR in noticed.moments:
                self.cues.notice(public.beat, at, noticed.moments[SPECTATOR], before, public.witness.look, bots)

    def _note(self, moves: Sequence[tuple[int, int]], sealed: int, told: Sequence[Noticed]) -> None:
        """Write into chronicles what was noticed of moves, before which this sealed question was open."""
        chronicles = self._chronicles
        for (seat, _), (moments, label) in zip(moves, told, strict=True):
            at, page = self.times[self._told], None
            for viewer, moment in moments.items():
                pages = chronicles[viewer].pages
                if page is None or page.moment is not moment or page.beat != len(pages) + 1:
                    page = Page(len(pages) + 1, at, moment)  # mostly the same for all
                pages.append(page)
            if seat in chronicles:
                chronicles[seat].decided(self.tokens[self._told], seat in moments)
            if label != sealed:
                sealed, self.sealed_since = label, at
                self._questions += label > 0
            if seat != CHANCE:
                self._last = seat
            self._told += 1

    def chronicle(self, viewer: int) -> Chronicle:
        """All that a viewer noticed; made when it is first asked for."""
        found = self._chronicles.get(viewer)
        return self._open_chronicle(viewer, self._told) if found is None else found

    def _open_chronicle(self, viewer: int, told: int) -> Chronicle:
        table = self._playing()
        if self._audience is None:
            raise HouseError("status.not-begun")
        witness, past = self._audience.welcome(viewer, table.start_state(), islice(table.steps(), told))
        chronicle = Chronicle(witness)
        moves = table.moves_since(0)
        for at, (seat, _), token, moment in zip(self.times, moves, self.tokens, past, strict=False):
            if moment is not None:
                chronicle.add(at, moment)
            if seat == viewer:
                chronicle.decided(token, moment is not None)
        self._chronicles[viewer] = chronicle
        return chronicle

    @property
    def public(self) -> Public | None:
        """The running game as everybody sees it."""
        if self.status != PLAYING or self._audience is None:
            return None
        public = self._chronicles[SPECTATOR]
        return Public(public.witness.look, public.beat)

    @property
    def talkers(self) -> list[int]:
        """The bots that have somebody to talk to."""
        return [chair.seat for chair in self.chairs if chair.bot is not None] if self.people else []

    def follow_talk(self) -> None:
        """Judge promises by what is written of the game."""
        if self._audience is not None:
            self.talk.follow(self._chronicles[SPECTATOR].pages)

    def beat_for(self, viewer: int, public_beat: int) -> int:
        """A viewer's own count at the time when the public's was so."""
        if public_beat <= 0 or self._audience is None:
            return 0
        at = self._chronicles[SPECTATOR].pages[public_beat - 1].at
        pages = self.chronicle(viewer).pages
        return next((page.beat for page in reversed(pages) if page.at <= at), 0)

    def forget_viewers(self) -> None:
        """Nobody looks at present: keep only what the clock needs."""
        for viewer in [viewer for viewer in self._chronicles if viewer != SPECTATOR]:
            del self._chronicles[viewer]
            if self._audience is not None:
                self._audience.dismiss(viewer)

    @property
    def public_beat(self) -> int:
        """What the public counts by; 0 before the game begins."""
        return self._chronicles[SPECTATOR].beat if SPECTATOR in self._chronicles else 0

    @property
    def asked_at(self) -> float:
        """When the present question was put, as the public saw it: what is done in secret stops no clock."""
        pages = self._chronicles[SPECTATOR].pages
        return pages[-1].at if pages else self.sheet.started_at or 0.0

    # time

    @property
    def ends_at(self) -> float | None:
        """When time decides for those who are asked; the same for all who look."""
        status, pace = self.sheet.status, self.sheet.pace
        if status == MIXING:
            return (self.sheet.started_at or 0.0) + pace.reveal
        if status != PLAYING:
            return None
        if self._windowed:
            return max(self.sealed_since, self.sheet.clock_from or 0.0) + pace.window
        seconds = pace.seconds
        if seconds is None or self.alone:
            return None
        return max(self.asked_at, self.sheet.clock_from or 0.0) + seconds

    @property
    def _windowed(self) -> bool:
        """Whether a sealed question is open that is closed after a time of its own, whoever has answered."""
        return bool(self.sheet.pace.window and self.label and not self.alone)

    def _closing_at(self) -> float | None:
        """When the open sealed question is closed: after its window, or when all have answered.

        It stays open for a least time, the same whatever anybody holds, and a little longer than the last answer: so
        that nobody can tell hasty answers from slow ones by more than that somebody was waited for. Of bots there is
        nothing to tell: they answer when the key says, whether their seat's owner has answered instead or not.
        """
        ends_at, asked = self.ends_at, self._playing().actors
        people = asked.intersection(self.people)
        if self._windowed or not people <= self.answers.keys():
            return ends_at
        arrivals = [self.answers[seat].at if seat in people else self._arrival(seat) for seat in asked]
        last = max([self.sealed_since, *arrivals])
        if self.alone or not people:
            return last
        pace, number = self.sheet.pace, self.public_beat
        closing_at = max(self.sealed_since + pace.least, last + pace.pause(self.sheet.key, number))
        return closing_at if ends_at is None else min(closing_at, ends_at)

    def _close_if_all_answered(self, now: float) -> None:
        """Where nobody is waited for, and nobody could read anything from it, the question is closed at once."""
        if self.alone and not self._asked_bots():
            closing_at = self._closing_at()
            if closing_at is not None and closing_at <= now:
                self._close({}, now)

    def _asked_bots(self) -> list[int]:
        return [
            seat
            for seat in sorted(self._playing().actors)
            if self.chairs[seat].bot is not None and seat not in self.answers
        ]

    def _arrival(self, seat: int) -> float:
        """When a bot answers a sealed question."""
        return self.sealed_since + self._thinking(seat, False)

    def _thinking(self, seat: int, again: bool) -> float:
        if self.alone:
            return 0.0  # the one person's page shows what bots do at that person's own pace
        drawn = self.sheet.pace.thinking(self.sheet.key, self.public_beat, seat, again)
        return max(0.0, drawn - allowed(self.chairs[seat].bot or STANDIN))  # what it may think is a part of that

    def _decision_at(self) -> float | None:
        """When the seat that is asked is played by its bot, or by time."""
        actors = self._playing().actors
        if not actors:
            return None
        (seat,) = actors
        if self.chairs[seat].bot is not None:
            return self.asked_at + self._thinking(seat, self._last == seat)
        return self.ends_at

    @property
    def wake_at(self) -> float | None:
        """When the clockwork has something to do here."""
        if self.status == OPEN:
            return self.sheet.opened_at + ABANDONED
        if self.status == MIXING:
            return self.ends_at
        if self.status != PLAYING:
            return None
        first = self._closing_at() if self.label else self._decision_at()
        if self.label and first is not None:
            first = max(self.sealed_since, first - self._lead)
        for chair in self.chairs:
            if chair.away_since is not None:
                first = min(math.inf if first is None else first, self._drifts_until(chair))
        return None if first == math.inf else first

    @property
    def due_at(self) -> float | None:
        """The same, or when a bot wants to say something."""
        times = [at for at in (self.wake_at, self.cues.next_at) if at is not None]
        return min(times) if times and self.status == PLAYING else self.wake_at

    def _drifts_until(self, chair: Chair) -> float:
        """When a bot takes a seat whose owner is away; never while they are here, or nobody waits for them."""
        if not self.sheet.pace.live or chair.guest is None or chair.bot is not None or chair.away_since is None:
            return math.inf
        if all(other.guest is None or other.bot is not None or other.away_since is not None for other in self.chairs):
            return math.inf
        return chair.away_since + GRACE

    def asking(self, now: float) -> Asking | None:
        """The bots that are to choose before `pass_time`; None if none is. The question is the same as long as this
        is."""
        if self.status != PLAYING:
            return None
        at = self._closing_at() if self.label else self._decision_at()
        if at is None or at - self._lead > now:
            return None
        levels = {seat: self.chairs[seat].bot or STANDIN for seat in self._asked_bots()}
        return Asking(self._playing().length, self.label, levels, at) if levels else None

    @property
    def _lead(self) -> float:
        """How long before a sealed question is closed the bots begin to think about it."""
        return (
            max((allowed(self.chairs[seat].bot or STANDIN) for seat in self._asked_bots()), default=0.0)
            if self.label
            else 0.0
        )

    def foresight(self) -> Foresight:
        """The table as it is, to try out what bots do."""
        return Foresight(self._playing(), self._recalls)

    def is_next(self, seat: int, again: bool, now: float) -> str | None:
        """The level of the bot on a seat that is asked next in secret, if it is to decide by now too."""
        level = self.chairs[seat].bot
        return level if self.asked_at + self._thinking(seat, again) <= now else None

    def luck(self, seat: int, length: int) -> bytes:
        """The seed of luck for a bot or a time-out, from the table's key: the same until somebody moves."""
        return hmac.digest(self.sheet.key, b"choosing %d %d" % (length, seat), "sha256")

    def pass_time(self, chosen: Sequence[tuple[int, str]], now: float) -> bool:
        """Do what is due by now; `chosen` are the moves, in their order, of the bots that were asked. Whether anything
        changed."""
        if self.wake_at is None or self.wake_at > now:
            return False
        if self.status == OPEN:
            self.sheet.status = CLOSED
        elif self.status == MIXING:
            self._begin(now)
        else:
            self._keep_warm(now)
            self._decide(chosen, now)
        return True

    def _keep_warm(self, now: float) -> None:
        for chair in self.chairs:
            if self._drifts_until(chair) <= now:
                chair.bot = STANDIN

    def _decide(self, chosen: Sequence[tuple[int, str]], now: float) -> None:
        at = self._closing_at() if self.label else self._decision_at()
        if at is None or at > now:
            return
        if self.label:
            self._close(dict(chosen), now)
            return
        table = self._playing()
        (seat,) = table.actors
        if self.chairs[seat].bot is not None:
            for seat, move in chosen:
                stands_in = self.chairs[seat].warm and after(self.game, table.state(), seat, move)[1]
                table.play(seat, move)
                self._write_down(now, {seat: BY_BOT} if stands_in else {})
        else:
            public = self._chronicles[SPECTATOR].witness.look
            seen = seat in public.actors and not public.sealed
            table.play(seat, *self._timeout(table.look(seat)))
            self._write_down(now, {seat: BY_TIME})
            if seen:
                self._missed(seat, now)

    def timeout(self, seat: int) -> list[str]:
        """What time would play for a seat that is asked now; nothing where no clock runs, or a bot plays."""
        if self.ends_at is None or self.chairs[seat].bot is not None or seat in self.answers:
            return []
        look = self.chronicle(seat).witness.look
        if not self.drafts and self.game.rules.PASSIVE and self._audience is not None:
            passive = str(look.passive)
            if self._audience.completes(seat, self.game.move_number(passive)):
                return [passive]
        return self._timeout(look)

    def _timeout(self, look: Look) -> list[str]:
        """What the seat that looks has composed, if it is a whole act, else the passive act."""
        table, seat = self._playing(), look.viewer
        draft = self.drafts.get(seat)
        if draft is not None and draft.number == table.length:
            act = whole_act(self.game, table.state(), seat, draft.moves)
            if act is not None:
                return act
        return passive_act(table.state(), look, lambda: random.Random(self.luck(seat, table.length)))

    def _missed(self, seat: int, now: float) -> None:
        """All saw that time decided for a seat: what time does in secret shows nowhere, not even in a bot's coming."""
        chair = self.chairs[seat]
        chair.missed += 1
        if self.sheet.pace.live and chair.missed >= PATIENCE and chair.away_since is None:
            chair.away_since, chair.bot = now, STANDIN

    def _close(self, chosen: Mapping[int, str], now: float) -> None:
        """A sealed question is over: all answers are played, seat by seat unless it was a race, passive ones for those
        who are silent."""
        table, label = self._playing(), self.label
        asked = sorted(table.actors)
        if any(self.chairs[seat].bot and seat not in self.answers and seat not in chosen for seat in asked):
            return  # a bot came to the table since they were asked to choose: it is asked at the next tick
        series = {seat: [move] for seat, move in chosen.items()}
        series |= {seat: answer.moves for seat, answer in self.answers.items()}
        silent = {seat: self._timeout(table.look(seat)) for seat in asked if seat not in series}
        marks = {seat: answer.token for seat, answer in self.answers.items()} | dict.fromkeys(silent, BY_TIME)
        marks |= {seat: BY_BOT for seat in chosen if self.chairs[seat].warm and seat not in self.answers}
        if self.game.is_race(table.state()):
            asked = self._raced(asked, chosen)
        for seat in asked:
            table.play(seat, *(series[seat] if seat in series else silent[seat]))
            while self.game.plain.sealed(table.state()) == label and seat in table.actors:
                table.play(seat, *self._timeout(table.look(seat)))  # an answer that was only begun
        self.answers.clear()
        self.withdrawn.clear()
        self._write_down(now, marks)

    def _raced(self, asked: Sequence[int], chosen: Mapping[int, str]) -> list[int]:
        """Those who are asked, the fastest first: by arrival, last the silent and bots that keep somebody's seat; by
        correspondence as chance has it.

        Chance also orders those who arrive at one moment, so that no seat is the better one. `Audience` tells nobody of
        the order, but what the rules make of it.
        """
        secret, question = fairness.mixed(self.sheet.key, self.id, self._entropies), self._questions - 1
        drawn = fairness.race_order(secret, question, asked)
        if not self.sheet.pace.live:
            return drawn
        owned = {chair.seat for chair in self.chairs if chair.guest is not None} | set(self.sheet.left.values())
        arrivals = {
            seat: self.sealed_since + reaction(secret, question, seat)
            for seat in chosen
            if seat not in owned  # else who is slow could hand the seat to a bot that was quick
        }
        arrivals |= {seat: answer.at for seat, answer in self.answers.items()}
        return sorted(drawn, key=lambda seat: arrivals.get(seat, math.inf))

    # reading what is written

    def follow(self, rows: Sequence[tuple[int, int, float, str | None]]) -> None:
        """Play what the log says beyond what is known here. Chance must come out as it is written."""
        if self.status in (PLAYING, OVER) and self.table is None:
            self._deal()
        if self.table is None:
            return
        known = len(self.times)
        try:
            for seat, move, _, _ in rows:
                if seat != CHANCE:
                    self.table.play(seat, self.game.moves[move])
        except (IllegalMove, TripotError) as fault:
            raise HouseError("log.rules", table=self.id[:6], why=fault) from None
        if self.table.moves_since(known) != [(seat, move) for seat, move, _, _ in rows]:
            raise HouseError("log.chance", table=self.id[:6])
        self.times += [at for _, _, at, _ in rows]
        self.tokens += [token for _, _, _, token in rows]
        for _, _, _, token in rows:
            if token is not None:
                self._accept(token)
        self._tell()

    # taking it elsewhere

    @property
    def proof(self) -> Proof:
        """What shows that chance was not bent; the key only when the game is over."""
        over = self.status == OVER
        return Proof(
            self.id,
            fairness.commitment(self.sheet.key),
            tuple(chair.seal for chair in self.chairs),
            tuple(None if chair.entropy is None else chair.entropy.hex() for chair in self.chairs),
            self.sheet.key.hex() if over else "",
            self.sheet.pace.kind,
        )


def _complete(move: str) -> HouseError:
    return HouseError("draft.complete", move=move)


def _check_seal(seal: str) -> None:
    if not HASH.fullmatch(seal):
        raise HouseError("seal.form")
