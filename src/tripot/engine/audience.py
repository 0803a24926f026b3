"""All viewers of one table: what each of them notices of a move, for all of them at once.

At a table of the house sealed answers are played together, when their question is closed. All viewers are patient: what
they notice of it is one thing, with the answers in the order of seats, in whatever order they came.

The rules tell it one by one in plain Python, or in one native call where a game was `quickened`; nobody can see which.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from tripot.engine import noticing
from tripot.engine.game import Game, games
from tripot.engine.hearing import heard_of
from tripot.engine.look import Look, News, read_news
from tripot.engine.record_codec import seats_of
from tripot.engine.scoring import scored_in
from tripot.engine.state import PlainState
from tripot.engine.witness import Event, Moment, Witness
from tripot.games.common import ALL, LATER, NOTHING

Step = tuple[PlainState, int, int, PlainState]
AT_ONCE = 16  # moves that one native call makes


class Noticed(NamedTuple):
    """Of one move: who notices something, and what; and the sealed question that is open then, 0 for none."""

    moments: dict[int, Moment]
    sealed: int


class Audience:
    """The witnesses of one table, who are told of every move as it is made."""

    def __init__(self, game: Game, state: PlainState) -> None:
        self.game = game
        self.witnesses: dict[int, Witness] = {}
        self.sealed: int = game.plain.sealed(state)  # the sealed question that is open now, 0 for none
        self._state = state.copy()
        self._arrays: _Arrays | None = None
        self._fresh = False  # nothing was told since the mark

    def welcome(self, viewer: int, start: PlainState, steps: Iterable[Step]) -> tuple[Witness, list[Moment | None]]:
        """Somebody comes to look: what they would have noticed of every step so far (None: nothing)."""
        witness = Witness(self.game, viewer, start, patient=True)
        past = [witness.step(*step) for step in steps]
        self._rest()
        self.witnesses[viewer] = witness
        return witness, past

    def dismiss(self, viewer: int) -> None:
        self._rest()
        del self.witnesses[viewer]

    def mark(self) -> None:
        """What everybody sees now is what they will be told the changes of."""
        self._fresh = True
        for witness in self.witnesses.values():
            witness.mark()
        if self._arrays is not None:
            self._arrays.mark()

    def tell(self, moves: Sequence[tuple[int, int]]) -> list[Noticed]:
        """Moves are made, one after the other, each by a seat or by chance."""
        if self.game.notice_all is None or not moves:
            return [self._plain_step(seat, move) for seat, move in moves]
        if self._arrays is None:
            self._arrays = _Arrays(self.game, self._state, self.witnesses.values())
            if not self._fresh:  # who noticed the same before somebody came or went isn't known any more
                self._arrays.part()
        self._fresh = False
        noticed: list[Noticed] = []
        while len(noticed) < len(moves):
            following = moves[len(noticed) : len(noticed) + AT_ONCE]
            if self.sealed or any(witness.listener.sealed for witness in self.witnesses.values()):
                noticed.append(self._sealed_step(self._arrays, *following[0]))
            else:
                noticed += self._open_steps(self._arrays, following)
        return noticed

    def _plain_step(self, seat: int, move: int) -> Noticed:
        self._rest()
        self._fresh = False
        before, after = self._state, self._state.copy()
        self.game.plain.apply(after, seat, move)
        self._state, self.sealed = after, self.game.plain.sealed(after)
        noticed = {viewer: witness.step(before, seat, move, after) for viewer, witness in self.witnesses.items()}
        return Noticed({viewer: moment for viewer, moment in noticed.items() if moment is not None}, self.sealed)

    def _open_steps(self, arrays: _Arrays, moves: Sequence[tuple[int, int]]) -> list[Noticed]:
        """Moves that answer no sealed question, as many as can be made together. Most viewers notice the same."""
        done, self.sealed = arrays.notice(moves)
        game, witnesses = self.game, self.witnesses
        found = []
        beats = [0] * len(witnesses)
        for step, ((seat, move), signs) in enumerate(zip(moves, arrays.signs[:done].tolist(), strict=False)):
            made: list[Moment] = []  # by viewer
            noticed: dict[int, Moment] = {}
            for i, viewer in enumerate(witnesses):
                level, topic, news, seen, _, turn, number, alike = signs[i]
                if alike < i:
                    moment = made[alike]
                else:
                    told = arrays.news(step, i) if news else ()
                    moment = _moment(game, seat, move, level, topic, turn, number, told)
                made.append(moment)
                if level == LATER:
                    witnesses[viewer].listener.sealed.append((seat, move))
                if seen:
                    noticed[viewer] = moment
                    beats[i] += 1
            found.append(Noticed(noticed, 0))
        found[-1] = found[-1]._replace(sealed=self.sealed)
        arrays.read()
        for i, (witness, count) in enumerate(zip(witnesses.values(), beats, strict=True)):
            if count:
                arrays.show(i, witness, count)
        return found

    def _sealed_step(self, arrays: _Arrays, seat: int, move: int) -> Noticed:
        """A move while a sealed question is open, or when it was closed: then each may hear something else."""
        was_sealed = self.sealed
        _, self.sealed = arrays.notice(((seat, move),))
        arrays.part()
        arrays.read()
        noticed: dict[int, Moment] = {}
        after = None
        for i, (viewer, witness) in enumerate(self.witnesses.items()):
            level, topic, news_come, seen, *_ = arrays.signs[0, i].tolist()
            heard = witness.listener.hear(seat, move, level, was_sealed)
            unsealed = self.sealed != was_sealed and bool(witness.listener.sealed)
            if not (seen or unsealed):
                continue
            topics = [self.game.rules.ABOUT[topic] if topic >= 0 else ""] * len(heard)
            if unsealed:
                after = after or arrays.state
                opened = witness.listener.unseal(after)
                look = arrays.look(i, witness)
                heard, topics = heard + opened, topics + [witness.about(event, look) for event in opened]
            news = _news(self.game, *arrays.news(0, i)) if news_come else ()
            noticed[viewer] = witness.noticed(heard, topics, arrays.record(i), news)
            arrays.show(i, witness, 1)
        return Noticed(noticed, self.sealed)

    def completes(self, seat: int, move: int) -> bool | None:
        """Whether a legal move would complete an act; None where it would have to be found out in plain Python."""
        return None if self._arrays is None else self._arrays.completes(seat, move)

    def _rest(self) -> None:
        """Put what native steps have come to where plain ones find it."""
        if self._arrays is not None:
            self._state, self._arrays = self._arrays.state, None


@lru_cache(16384)
def _moment(
    game: Game, seat: int, move: int, level: int, topic: int, turn: int, number: int, told: tuple[bytes, ...]
) -> Moment:
    """What is noticed of a move that is heard at once, or of which only what comes of it is seen."""
    events: tuple[Event, ...] = ()
    if level not in (NOTHING, LATER):
        heard = heard_of(game.rules, seat, move, level == ALL)
        events = (Event(*heard, game.rules.ABOUT[topic] if topic >= 0 else ""),)
    return Moment(events, _news(game, *told) if told else (), turn, number)


@lru_cache(4096)
def _news(game: Game, told: bytes, things: bytes) -> tuple[News, ...]:
    """What one viewer is told, as a native step has written it."""
    rows: Any = memoryview(told).cast("q", (len(game.rules.NEWS), 4)).tolist()
    return tuple(read_news(game, rows, memoryview(things).cast("q").tolist()))


class _Arrays:
    """Where native steps find an audience, and leave what it noticed."""

    def __init__(self, game: Game, state: PlainState, witnesses: Iterable[Witness]) -> None:
        present = list(witnesses)
        count, rules = len(present), game.rules
        self._game = game
        self._states, was, now, marked = game.records(3), *(game.records(count) for _ in range(3))
        self._states[1] = state.record()
        for i, witness in enumerate(present):
            now[i] = np.frombuffer(witness.record, now.dtype)[0]
            marked[i] = np.frombuffer(witness.marked, now.dtype)[0]
        flat = [records.view(np.uint8).reshape(count, records.itemsize) for records in (was, now, marked)]
        _, self._now, self._marked = flat
        self.signs = np.zeros((AT_ONCE, count), noticing.SIGN)
        self._told = np.zeros((AT_ONCE, count, len(rules.NEWS), 4), np.int64)
        self._things = np.zeros((AT_ONCE, count, len(rules.ABOUT)), np.int64)
        marks = np.zeros((count, 8 * game.words), np.int8)
        lines = [np.zeros((count, seats_of(rules, state), len(rules.LINES), 2), np.int64) for _ in range(2)]
        self._lines, self._marked_lines = lines
        for i, witness in enumerate(present):
            scored = np.frombuffer(scored_in(game, witness.marked), np.int64)
            self._marked_lines[i] = scored.reshape(self._marked_lines[i].shape)
        self._together, self._ends = np.full(count, -1, np.int64), np.zeros(count, noticing.END)
        self._viewers = [witness.viewer for witness in present]
        self._seats, self._moves = np.zeros(AT_ONCE, np.int64), np.zeros(AT_ONCE, np.int64)
        self._before = self._states, was, now, *flat, np.array(self._viewers, np.int64), self._seats, self._moves
        self._after = (
            self.signs, self._told, self._things, marks, lines[0], lines[1], self._together, self._ends
        )  # fmt: skip
        self._shown = now, marks, self._lines
        self._sizes = [len(array[:1].tobytes()) for array in self._shown]  # of what is one viewer's

    def arguments(self, count: int) -> tuple[Any, ...]:
        """What the native call takes."""
        return *self._before, count, *self._after

    def notice(self, moves: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """How many moves were made, and the sealed question that is open then."""
        for place, (seat, move) in enumerate(moves):
            self._seats[place], self._moves[place] = seat, move
        done, sealed = self._game.notice_all(*self.arguments(len(moves)))
        return int(done), int(sealed)

    def completes(self, seat: int, move: int) -> bool:
        return bool(self._game.completes(self._states, seat, move))

    def mark(self) -> None:
        self._marked[:], self._marked_lines[:], self._together[:] = self._now, self._lines, -1

    def part(self) -> None:
        """From now on until the next mark nobody is shown the same as anybody else."""
        self._together[:] = 0
        self._ends["twin"] = range(len(self._viewers))

    def news(self, step: int, i: int) -> tuple[bytes, bytes]:
        return self._told[step, i].tobytes(), self._things[step, i].tobytes()

    def read(self) -> None:
        """What all viewers see now."""
        self._records, self._marks, self._scored = (array.tobytes() for array in self._shown)
        self._seen = self._ends.tolist()

    def record(self, i: int) -> bytes:
        size = self._sizes[0]
        return self._records[i * size : (i + 1) * size]

    def look(self, i: int, witness: Witness) -> Look:
        asked, sealed, *_ = self._seen[i]
        return Look.of_redacted(self._game, witness.viewer, self.record(i), asked, sealed, *self._choices(i))

    def _choices(self, i: int) -> tuple[bytes, bytes]:
        """A viewer's legal moves, if they may choose, and what points are made of."""
        asked, viewer = self._seen[i][0], self._viewers[i]
        _, wide, scores = self._sizes
        marks = self._marks[i * wide : (i + 1) * wide] if asked > 0 <= viewer and asked >> viewer & 1 else b""
        return marks, self._scored[i * scores : (i + 1) * scores]

    def show(self, i: int, witness: Witness, beats: int) -> None:
        """A witness has noticed so many steps, and sees the table as it is now."""
        asked, sealed, fields, twin, rescored = self._seen[i]
        seen = asked, sealed, *self._choices(i)
        witness.take_note_of(self.record(i), seen, beats, fields, self._viewers[twin], bool(rescored))

    @property
    def state(self) -> PlainState:
        """The full state."""
        return self._game.new_state(self._states[1])


def quicken(game: Game) -> None:
    """Let audiences of a game be told natively. Where the disk cache doesn't have the machine code yet, that takes
    seconds: a server first lets another process compile it, which is this module when it is run."""
    from numba import typeof

    from tripot.engine.native import native

    twin = native(game.rules, False, noticing.ENTRIES, None, noticing.parts_of(game.rules))
    arguments = _Arrays(game, game.new_state(), []).arguments(0)
    twin.notice_all.compile(tuple(map(typeof, arguments)))
    twin.completes.compile((typeof(arguments[0]), typeof(0), typeof(0)))
    game.completes, game.notice_all = twin.completes, twin.notice_all


def main() -> None:
    """Compile for all games what isn't in the disk cache yet, and tell which are ready."""
    os.nice(10)
    for each in games():
        try:
            quicken(each)
            print(each.name, flush=True)
        except Exception as fault:
            print(f"{each.name} stays in plain Python: {fault}", file=sys.stderr)


if __name__ == "__main__":
    main()
