"""A seat's look at a table: everything a player, a bot or an adapter is given. It has no way to a full state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tripot.engine import record_codec
from tripot.engine.reading import answer_in
from tripot.engine.scoring import Line, lines_of, scored_in
from tripot.engine.state import PlainState
from tripot.engine.tensor import tensor_size
from tripot.games import random_numbers
from tripot.games.common import CHANCE, COUNT, SUM, WHO, WHOM

if TYPE_CHECKING:
    from tripot.engine.game import Game


@cache
def seats_in(asked: int) -> frozenset[int]:
    return frozenset(seat for seat in range(asked.bit_length()) if asked >> seat & 1) if asked > 0 else frozenset()


class News(NamedTuple):
    """What a move brought about: whose it is, and the other seat, number, sum and things that it tells of, if any."""

    name: str
    seat: int
    clause: str = ""
    whom: int = -1
    number: int = -1
    sum: int = -1
    things: tuple[tuple[str, int], ...] = ()


class Look:
    """What one viewer (a seat, or -1: a spectator) may know of a table at one moment."""

    __slots__ = (
        "_asked",
        "_decoded",
        "_legal",
        "_plain",
        "_record",
        "_rules",
        "_scored",
        "_sealed",
        "game",
        "viewer",
    )

    def __init__(self, game: Game, state: PlainState, viewer: int) -> None:
        """Take a full state's copy and redact it at once."""
        own = state.copy()
        game.plain.redact(own, viewer)
        self.game, self.viewer, self._record = game, viewer, bytes(own)
        self._rules, self._plain = game.rules, game.plain
        self._decoded: PlainState | None = own
        self._asked: int | None = None
        self._sealed: int | None = None
        self._legal: list[int] | None = None
        self._scored: bytes | None = None

    @classmethod
    def of_record(cls, game: Game, viewer: int, record: bytes) -> Look:
        """A look at a record that was redacted for the viewer."""
        look = cls.__new__(cls)
        look.game, look.viewer, look._record = game, viewer, record
        look._rules, look._plain, look._decoded = game.rules, game.plain, None
        look._asked, look._sealed, look._legal = None, None, None
        look._scored = None
        return look

    @classmethod
    def of_redacted(
        cls,
        game: Game,
        viewer: int,
        record: bytes,
        asked: int,
        sealed: int,
        marks: bytes,
        scored: bytes | None = None,
    ) -> Look:
        """A look at a record that was redacted for the viewer; `marks` are their legal moves, if they are asked, and
        `scored` what points are made of, if that is known."""
        look = cls.__new__(cls)
        look.game, look.viewer, look._record = game, viewer, record
        look._rules, look._plain, look._decoded = game.rules, game.plain, None
        look._asked, look._sealed, look._legal = asked, sealed, _marked(marks) if marks else []
        look._scored = scored
        return look

    @property
    def _state(self) -> PlainState:
        """The redacted record, as the rules read it."""
        if self._decoded is None:
            self._decoded = self.game.state_of(self._record)
        return self._decoded

    def __bytes__(self) -> bytes:
        """The redacted record: equal for two tables exactly if the viewer can't tell them apart now."""
        return self._record

    @property
    def asked(self) -> int:
        """Who is asked, as far as the viewer can see, as the rules say it."""
        if self._asked is None:
            self._asked = int(self._plain.actors(self._state))
        return self._asked

    @property
    def actors(self) -> frozenset[int]:
        """Who is asked, as far as the viewer can see."""
        return seats_in(self.asked)

    @property
    def phase(self) -> str:
        return str(self._rules.PHASES[self.phase_number])

    @property
    def phase_number(self) -> int:
        return record_codec.scalar_reader(self._rules, "phase")(self._record)

    @property
    def role(self) -> str:
        """What the viewer is in this game, where that decides how they are asked; else nothing."""
        return role_in(self.game, self._record, self.viewer)

    @property
    def clause(self) -> str:
        """The clause that the present question rests on."""
        return self.game.prompt_clause(self.phase_number, self.role)

    def legal_numbers(self) -> list[int]:
        """The viewer's legal moves, as places in the game's table."""
        if self._legal is None:
            can = bytearray(8 * self.game.words)
            if self.viewer in self.actors:
                self._plain.legal(self._state, self.viewer, can)
            self._legal = _marked(can)
        return self._legal

    @property
    def legal(self) -> tuple[str, ...]:
        """The viewer's legal moves."""
        numbers = self.legal_numbers()
        return tuple(map(self.game.moves.__getitem__, numbers)) if numbers else ()

    def clause_of(self, move: int) -> str:
        """The clause that allows or forbids a move of the viewer."""
        return self.game.clause_name(self._plain.clause(self._state, self.viewer, move))

    @property
    def passive(self) -> str | None:
        """What a time-out plays for the viewer."""
        return passive_in(self.game, self._record, self.viewer, self.legal)

    def document(self) -> dict[str, Any]:
        """The table as the viewer sees it."""
        return record_codec.read(self._rules, self._record)

    def changes(self, known: Look) -> dict[str, Any]:
        """The fields of the document that differ from an earlier look's."""
        return record_codec.changes(self._rules, known._record, self._record)

    @property
    def sealed(self) -> bool:
        """Whether the present question is answered in secret, by all at once."""
        if self._sealed is None:
            self._sealed = int(self._plain.sealed(self._state))
        return bool(self._sealed)

    @property
    def race(self) -> bool:
        """Whether the order of the answers to it may decide something."""
        return self.sealed and bool(self._plain.race(self._state))

    @property
    def seats(self) -> int:
        """How many seats the table has."""
        return record_codec.seat_count(self._rules, self._record)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What every seat's points are made of by now, as far as the viewer may know."""
        return lines_of(self.game, self.scored)

    @property
    def scored(self) -> bytes:
        """The same as numbers."""
        if self._scored is None:
            self._scored = scored_in(self.game, self._record)
        return self._scored

    def view(self) -> dict[str, Any]:
        """All that the viewer may know, as a plain dict."""
        return {
            "game": self.game.name,
            "rules": self.game.version,
            "viewer": None if self.viewer < 0 else self.viewer,
            "seats": self.seats,
            "actors": sorted(self.actors),
            "chance": self.asked == CHANCE,
            "phase": self.phase,
            "clause": self.clause,
            "legal": list(self.legal),
            "table": self.document(),
        }

    def tensor(self) -> npt.NDArray[np.float32]:
        """The same as numbers; `tripot.engine.tensor` says which is which."""
        out = np.zeros(tensor_size(self._rules), np.float32)
        self._plain.encode(self._state, self.viewer, out)
        return out

    def imagined(self, seed: int) -> PlainState:
        """A full state that agrees with this look, by luck."""
        state = self._state.copy()
        luck = [0, 0]
        random_numbers.seed(luck, seed)
        self._plain.imagine(state, self.viewer, luck)
        return state

    def news(self, then: Look) -> list[News]:
        """What happened between this look and the next one, beyond the move itself."""
        rows = max(len(self._rules.NEWS), 1)
        told: Any = memoryview(bytearray(b"\xff" * 32 * rows)).cast("q", (rows, 4))
        things = [0] * len(self._rules.ABOUT)
        self._plain.news(self._state, then._state, told, things)
        return read_news(self.game, told.tolist(), things)

    @property
    def turn(self) -> int:
        """Whose turn it is, -1 for nobody's."""
        return record_codec.clock_reader(self._rules)(self._record)[0]

    @property
    def round(self) -> int:
        """The number of the round, from 1; 0 where there is none."""
        return record_codec.clock_reader(self._rules)(self._record)[1]

    def about(self, then: Look, seat: int, move: int) -> str:
        """The thing a move concerns that its own words don't name, or nothing."""
        place = self._plain.about(self._state, then._state, seat, move)
        return str(self._rules.ABOUT[place]) if place >= 0 else ""


def role_in(game: Game, record: bytes, viewer: int) -> str:
    """What a viewer is, by a record that was redacted for them."""
    roles = game.rules.ROLES
    place = answer_in(game, "role", record, viewer) if roles and viewer >= 0 else -1
    return str(roles[place]) if place >= 0 else ""


def passive_in(game: Game, record: bytes, viewer: int, legal: tuple[str, ...]) -> str | None:
    """What a time-out plays for a viewer who has these legal moves, by a record that was redacted for them."""
    if legal and game.has_own_passive:
        move = answer_in(game, "passive", record, viewer)
        if move >= 0:
            return str(game.moves[move])
    return game.passive_of(legal)


@lru_cache(4096)
def marked_moves(game: Game, marks: bytes) -> tuple[str, ...]:
    """The moves that are marked."""
    return tuple(map(game.moves.__getitem__, _marked(marks)))


def read_news(game: Game, told: Sequence[Sequence[int]], things: Sequence[int]) -> list[News]:
    """The news that the rules have written."""
    found = [(*entry, row) for entry, row in zip(game.rules.NEWS, told, strict=False) if row[WHO] >= 0]
    if not found:
        return []
    listed = tuple((str(word), count) for word, count in zip(game.rules.ABOUT, things, strict=True) if count > 0)
    return [
        News(name, row[WHO], game.clause_name(clause) if clause else "", row[WHOM], row[COUNT], row[SUM], listed)
        for name, clause, row in found
    ]


def _marked(can: bytes | bytearray) -> list[int]:
    """The places of the marks."""
    found, at = [], can.find(1)
    while at >= 0:
        found.append(at)
        at = can.find(1, at + 1)
    return found
