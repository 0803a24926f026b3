"""A game from its beginning on: its log, and what each viewer noticed of it, page by page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

import msgspec

from tripot.engine.audience import Audience, Noticed
from tripot.engine.errors import IllegalMove, TripotError
from tripot.engine.game import Game, game
from tripot.engine.phrases import phrasebook
from tripot.engine.table import Proof, Table
from tripot.engine.witness import Moment, Witness
from tripot.games.common import CHANCE
from tripot.house import fairness, tokens
from tripot.house.chat import Public
from tripot.house.conversation import Conversation
from tripot.house.cues import Cues
from tripot.house.errors import HouseError
from tripot.house.seating import SeatedTable
from tripot.house.sheet import (
    BY_BOT,
    BY_TIME,
    MIXING,
    OPEN,
    OVER,
    PLAYING,
    SPECTATOR,
    Answer,
    Chair,
    Draft,
    Sheet,
)


class Page(msgspec.Struct, frozen=True, gc=False):
    """What one viewer noticed at one beat, and when. There are more of these than of anything else."""

    beat: int
    at: float
    moment: Moment


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


class LoggedTable(SeatedTable):
    """The game that is played here: how it began, what was played, and what every viewer noticed of it."""

    def __init__(self, sheet: Sheet, chairs: list[Chair]) -> None:
        super().__init__(sheet, chairs)
        self.game: Game = game(sheet.game, sheet.rules)
        self.table: Table | None = None
        self.times: list[float] = []  # of every move of the log
        self.tokens: list[str | None] = []
        self.answers: dict[int, Answer] = {}
        self.drafts: dict[int, Draft] = {}
        self.sealed_since = 0.0
        self._questions = 0  # sealed questions that were put so far
        self.withdrawn: dict[int, tuple[str, ...]] = {}  # answers that count no more, however late they come again
        self._accepted: dict[str, str] = {}  # what was decided, by token and whose it is
        self._audience: Audience | None = None  # from the beginning of the game
        self._chronicles: dict[int, Chronicle] = {}
        self._told = 0  # moves that they were told of
        self._last = CHANCE  # the seat that moved last
        self.talk = Conversation(sheet.game)
        self.cues = Cues(phrasebook(sheet.game), sheet.pace, sheet.key)

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
