"""A table: one game being played, from its start or a position, with its whole history."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from tripot.engine import record_codec
from tripot.engine.chance import Chance
from tripot.engine.errors import IllegalMove
from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look, seats_in
from tripot.engine.ranking import ranked
from tripot.engine.scoring import Line, lines_in
from tripot.engine.state import PlainState
from tripot.games.common import CHANCE

if TYPE_CHECKING:
    from tripot.engine.game import Game

Rng = random.Random | np.random.Generator | int


@dataclass(frozen=True)
class Outcome:
    """How a game ended: points and rank by seat (equal ones share a rank), and why."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    reason: str


@dataclass(frozen=True)
class Proof:
    """What a house table's chance can be checked with afterwards; bytes as hex, None where a seat gave none."""

    table: str = ""
    commitment: str = ""
    seals: tuple[str | None, ...] = ()
    entropies: tuple[str | None, ...] = ()
    key: str = ""  # until the end nobody may know it
    pace: str = ""  # live: races are decided by arrival; correspondence: by chance


class Table:
    """Open one with `game.start` or `game.position`."""

    def __init__(
        self,
        game: Game,
        seats: int,
        options: dict[str, Any] | None,
        state: PlainState,
        chance: Chance,
        origin: dict[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.seats = seats
        self.options = options
        self.origin = origin
        self.names: tuple[str, ...] = ()
        self.proof = Proof()
        self._state = state
        self._start = state.copy()
        self._chance = chance
        self._history: list[tuple[int, int]] = []

    @property
    def commitment(self) -> str:
        """The hash of the key that chance comes from; empty if nobody has committed to one."""
        return self.proof.commitment

    @commitment.setter
    def commitment(self, commitment: str) -> None:
        self.proof = replace(self.proof, commitment=commitment)

    # who may do what

    @property
    def actors(self) -> frozenset[int]:
        """The seats that are asked now; empty when the game is over."""
        return seats_in(self.game.plain.actors(self._state))

    def look(self, viewer: int | None) -> Look:
        """What a seat (None: a spectator) may know: all that bots and adapters are given."""
        if viewer is not None and not 0 <= viewer < self.seats:
            raise ValueError(f"there is no seat {viewer} at this table; seats are 0 to {self.seats - 1}")
        return Look(self.game, self._state, -1 if viewer is None else viewer)

    def legal(self, seat: int) -> tuple[str, ...]:
        """The moves that a seat may make now, in the game's order; none if it isn't asked."""
        return self.look(seat).legal

    def view(self, viewer: int | None) -> dict[str, Any]:
        """What a seat (None: a spectator) may know, as a plain dict."""
        outcome = self.outcome
        ended = (
            None
            if outcome is None
            else {"scores": list(outcome.scores), "ranks": list(outcome.ranks), "reason": outcome.reason}
        )
        return {**self.look(viewer).view(), "outcome": ended}

    # playing

    def play(self, seat: int, *moves: str) -> None:
        """Make a move, or a series that belongs together: all of it or nothing. Chance moves that follow are played."""
        numbers, state = self._tried(seat, moves)
        happened = self._happen(state)
        self._state = state
        self._history += [(seat, number) for number in numbers] + happened

    def check(self, seat: int, *moves: str) -> None:
        """Refuse what `play` would refuse, and play nothing."""
        self._tried(seat, moves)

    def _tried(self, seat: int, moves: Sequence[str]) -> tuple[list[int], PlainState]:
        """The numbers of moves, and the state after them, before chance; refused where one is illegal."""
        if not moves:
            raise ValueError("there is no move to play")
        numbers = [self.game.move_number(text) for text in moves]
        state = self._state.copy()
        plain = self.game.plain
        for i, number in enumerate(numbers):
            if i and plain.actors(state) == CHANCE:
                raise IllegalMove("illegal.chance-first", move=moves[i])
            self._refuse_if_illegal(state, seat, number)
            plain.apply(state, seat, number)
        return numbers, state

    def _is_legal(self, state: PlainState, seat: int, number: int) -> bool:
        asked = self.game.plain.actors(state)
        if asked <= 0 or not asked >> seat & 1:
            return False
        can = bytearray(8 * self.game.words)
        self.game.plain.legal(state, seat, can)
        return bool(can[number])

    def _refuse_if_illegal(self, state: PlainState, seat: int, number: int) -> None:
        """Say why a move can't be made, by what the seat itself may know."""
        if not 0 <= seat < self.seats:
            raise IllegalMove("illegal.no-seat", seat=repr(seat), last=self.seats - 1)
        if self._is_legal(state, seat, number):
            return
        look = Look(self.game, state, seat)
        asked = seat in look.actors
        clause = look.clause_of(number) if asked else look.clause
        over = not self.game.plain.actors(state)
        reason = "illegal.now" if asked else "illegal.over" if over else "illegal.not-asked"
        game = self.game
        raise IllegalMove(
            reason,
            clause,
            seat=seat,
            move=game.moves[number],
            rule=lambda language: f"{clause}: {game.texts(language).clause(clause)}",
        )

    def settle(self) -> None:
        """Let chance play until a seat is asked."""
        self._history += self._happen(self._state)

    def _happen(self, state: PlainState) -> list[tuple[int, int]]:
        """Play chance on a state until a seat is asked; what happened."""
        plain, game = self.game.plain, self.game
        happened = []
        while plain.actors(state) == CHANCE:
            number = game.outcome_number(self._chance.pick(self._weights(state)))
            plain.apply(state, CHANCE, number)
            happened.append((CHANCE, number))
        return happened

    def _weights(self, state: PlainState) -> dict[str, int]:
        weights = [0] * len(self.game.outcomes)
        self.game.plain.chance(state, weights)
        return {text: weight for text, weight in zip(self.game.outcomes, weights, strict=True) if weight}

    def play_random(self, rng: Rng | None = None) -> None:
        """Random legal play to the end, natively."""
        longest = self.game.rules.LONGEST
        seats, moves = np.zeros(longest, np.int8), np.zeros(longest, np.int16)
        record = self._state.copy().record()
        luck = np.zeros(2, np.int64)
        count = self.game.native.play_on(record.reshape(1), luck, _number(rng), seats, moves)
        self._state = self.game.new_state(record)
        self._history += zip(seats[:count].tolist(), moves[:count].tolist(), strict=True)

    # the end

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        plain = self.game.plain
        if plain.actors(self._state):
            return None
        scores, breaks = [0] * self.seats, [0] * self.seats
        plain.scores(self._state, scores)
        plain.tiebreak(self._state, breaks)
        ranks = ranked(np.array([scores]), np.array([breaks]))[0].tolist()
        return Outcome(tuple(scores), tuple(ranks), self.game.reasons[self._state.reason])  # type: ignore[attr-defined]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What every seat's points are made of, clause by clause. All-seeing: viewers have their look's lines."""
        return lines_in(self.game, bytes(self._state))

    # what happened

    @property
    def history(self) -> tuple[tuple[int | None, str], ...]:
        """Every move so far: (seat, or None for chance; text). All-seeing."""
        return tuple(
            (None, self.game.outcomes[number]) if seat == CHANCE else (seat, self.game.moves[number])
            for seat, number in self._history
        )

    @property
    def length(self) -> int:
        """How many moves were made so far, chance included."""
        return len(self._history)

    def start_state(self) -> PlainState:
        """A copy of the full state that the table began with, before chance did anything."""
        return self._start.copy()

    def beginning(self) -> PlainState:
        """The full state that the table began with. All-seeing."""
        return self._start.copy()

    def moves_since(self, number: int) -> list[tuple[int, int]]:
        """The moves from a number on: (seat, or -1 for chance; place in the game's table). All-seeing."""
        return self._history[number:]

    def steps(self) -> Iterator[tuple[PlainState, int, int, PlainState]]:
        """Every move again, with the full states before and after it."""
        before = self._start
        for seat, number in self._history:
            after = before.copy()
            self.game.plain.apply(after, seat, number)
            yield before, seat, number, after
            before = after

    def draws(self) -> Iterator[tuple[dict[str, int], str]]:
        """Every time that chance was asked: what could happen, by weight, and what did. All-seeing."""
        for before, seat, number, _ in self.steps():
            if seat == CHANCE:
                yield self._weights(before), self.game.outcomes[number]

    def races(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Every race that was run: the sealed question's number, from 0, and the seats as they answered. All-seeing."""
        sealed, label, questions = self.game.plain.sealed, 0, 0
        answered: list[int] | None = None
        for before, seat, _, after in self.steps():
            if sealed(before) != label:
                label = sealed(before)
                questions += bool(label)
                answered = [] if self.game.is_race(before) else None
            if answered is None:
                continue
            if seat not in answered:
                answered.append(seat)
            if sealed(after) != label:
                yield questions - 1, tuple(answered)

    def heard(self, viewer: int | None) -> tuple[Heard, ...]:
        """What a seat (None: a spectator) has heard so far."""
        listener = Listener(self.game.rules, self.game.plain, -1 if viewer is None else viewer)
        return tuple(heard for step in self.steps() for heard in listener.step(*step))

    def log(self, viewer: int | None, language: str = "en", names: Sequence[str] = ()) -> tuple[str, ...]:
        """What happened, in sentences for one viewer."""
        from tripot.engine.log_sentences import Teller

        teller = Teller(self.game, -1 if viewer is None else viewer, language, names or self.names)
        return tuple(sentence for step in self.steps() for sentence in teller.step(*step))

    def tensor(self, viewer: int | None) -> npt.NDArray[np.float32]:
        """What a seat may know, as numbers."""
        return self.look(viewer).tensor()

    # taking it elsewhere

    def position(self) -> dict[str, Any]:
        """The full state as a readable dict."""
        return record_codec.to_document(self.game.rules, self._state)

    def record(self) -> str:
        """The game so far, as text."""
        from tripot.engine.records import write

        return write(self)

    def state(self) -> PlainState:
        """A copy of the full state, for analysis. Players, bots and adapters get a `look` instead."""
        return self._state.copy()

    @property
    def chance(self) -> Chance:
        """Who plays for chance here: whoever has it knows the future."""
        return self._chance

    def copy(self, chance: Chance | None = None) -> Table:
        """The same table to try things on; with its own source of chance, if one is given."""
        twin = Table(self.game, self.seats, self.options, self._state.copy(), chance or self._chance, self.origin)
        twin.names, twin.proof = self.names, self.proof
        twin._start, twin._history = self._start, list(self._history)
        return twin

    def __bytes__(self) -> bytes:
        """The full record."""
        return bytes(self._state)


def _number(rng: Rng | None) -> int:
    """A seed out of any of the usual sources of randomness."""
    if rng is None:
        return random.SystemRandom().getrandbits(63)
    if isinstance(rng, int):
        return rng
    return rng.getrandbits(63) if isinstance(rng, random.Random) else int(rng.integers(1 << 63))
