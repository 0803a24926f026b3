"""All viewers of one table: what each of them notices of a move, for all of them at once.

At a table of the house sealed answers are played together, when their question is closed. All viewers are patient: what
they notice of it is one thing, with the answers in the order of seats, in whatever order they came.

The rules tell it one by one in plain Python, or in one native call where a game was `quickened`; nobody can see which.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import numpy as np

from tripot.engine.game import Game, games
from tripot.engine.hearing import Heard
from tripot.engine.legend import seats_of
from tripot.engine.look import Look, News, read_news
from tripot.engine.state import PlainState
from tripot.engine.witness import Moment, Witness
from tripot.games.terms import LATER

Step = tuple[PlainState, int, int, PlainState]


class Audience:
    """The witnesses of one table, who are told of every move as it is made."""

    def __init__(self, game: Game, state: PlainState) -> None:
        self.game = game
        self.witnesses: dict[int, Witness] = {}
        self.sealed: int = game.plain.sealed(state)  # the sealed question that is open now, 0 for none
        self._state = state.copy()
        self._arrays: _Arrays | None = None

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
        for witness in self.witnesses.values():
            witness.mark()

    def step(self, seat: int, move: int) -> dict[int, Moment]:
        """A move is made: who notices something, and what."""
        return self._plain_step(seat, move) if self.game.notice_all is None else self._native_step(seat, move)

    def _plain_step(self, seat: int, move: int) -> dict[int, Moment]:
        self._rest()
        before, after = self._state, self._state.copy()
        self.game.plain.apply(after, seat, move)
        self._state, self.sealed = after, self.game.plain.sealed(after)
        noticed = {viewer: witness.step(before, seat, move, after) for viewer, witness in self.witnesses.items()}
        return {viewer: moment for viewer, moment in noticed.items() if moment is not None}

    def _native_step(self, seat: int, move: int) -> dict[int, Moment]:
        arrays = self._arrays
        if arrays is None:
            arrays = self._arrays = _Arrays(self.game, self._state, self.witnesses.values())
        was_sealed, self.sealed = self.sealed, arrays.notice(seat, move)
        unseals = self.sealed != was_sealed
        records, marks, told, things, lines = arrays.bytes()
        size, wide, long, many, scores = arrays.sizes
        turn, number = _clocks(self.game)
        moments: dict[tuple[object, ...], Moment] = {}  # most viewers notice the same
        hearing: dict[int, list[Heard]] = {}  # by level, where all hear at once
        noticed: dict[int, Moment] = {}
        after = None
        for i, ((viewer, witness), signs) in enumerate(zip(self.witnesses.items(), arrays.signs.tolist(), strict=True)):
            level, asked, sealed, topic, fields, alike, news_come = signs
            record, before = records[i * size : (i + 1) * size], witness.record
            witness.changed |= fields
            if was_sealed or level == LATER:
                heard = witness.listener.hear(seat, move, level, was_sealed)
            elif level in hearing:
                heard = hearing[level]
            else:
                heard = hearing[level] = witness.listener.hear(seat, move, level, was_sealed)
            changed = record != before
            unsealed = unseals and bool(witness.listener.sealed)
            if not (heard or changed or unsealed):
                continue
            if was_sealed and witness.waits(heard, seat, was_sealed, self.sealed):
                arrays.keep(i, witness)
                continue
            scored = lines[i * scores : (i + 1) * scores]
            can = marks[i * wide : (i + 1) * wide] if asked > 0 <= viewer and asked >> viewer & 1 else b""
            key = alike, changed, before[turn], before[number], record[turn], record[number]
            moment = None if unsealed else moments.get(key)
            if moment is None:
                topics = [self.game.rules.ABOUT[topic] if topic >= 0 else ""] * len(heard)
                if unsealed:
                    after = after or arrays.state
                    opened = witness.listener.unseal(after)
                    look = Look.of_redacted(
                        self.game, viewer, record, asked, sealed, can, scored, witness.marked, witness.changed
                    )
                    heard, topics = heard + opened, topics + [witness.about(event, look) for event in opened]
                news: tuple[News, ...] = ()
                if changed and news_come:
                    news = _news(self.game, told[i * long : (i + 1) * long], things[i * many : (i + 1) * many])
                moment = witness.noticed(heard, topics, record, news)
                if not unsealed:
                    moments[key] = moment
            witness.take_note_of(record, (asked, sealed, can, scored))
            noticed[viewer] = moment
        return noticed

    def _rest(self) -> None:
        """Put what native steps have come to where plain ones find it."""
        if self._arrays is not None:
            self._state, self._arrays = self._arrays.state, None


@lru_cache(4096)
def _news(game: Game, told: bytes, things: bytes) -> tuple[News, ...]:
    """What one viewer is told, as a native step has written it."""
    rows: Any = memoryview(told).cast("q", (len(game.rules.NEWS), 4)).tolist()
    return tuple(read_news(game, rows, memoryview(things).cast("q").tolist()))


@cache
def _clocks(game: Game) -> tuple[slice, slice]:
    """Where in a record it is said whose turn it is, and in which round."""
    places = []
    for name in ("turn", "round"):
        kind, start, *_ = game.rules.STATE.fields.get(name, (np.dtype("V0"), 0))
        places.append(slice(start, start + kind.itemsize))
    return places[0], places[1]


class _Arrays:
    """Where a native step finds an audience, and leaves what it noticed."""

    def __init__(self, game: Game, state: PlainState, witnesses: Iterable[Witness]) -> None:
        present = list(witnesses)
        self._new_state, self._notice = game.new_state, game.notice_all
        self._states, self._was, self.now = game.records(2), game.records(len(present)), game.records(len(present))
        self._bytes = [
            records.view(np.uint8).reshape(len(present), records.itemsize) for records in (self._was, self.now)
        ]
        self._states[1] = state.record()
        for i, witness in enumerate(present):
            self.keep(i, witness)
        self._viewers = np.array([witness.viewer for witness in present], np.int64)
        self.signs = np.zeros((len(present), 7), np.int64)
        self.told = np.zeros((len(present), len(game.rules.NEWS), 4), np.int64)
        self.things = np.zeros((len(present), len(game.rules.ABOUT)), np.int64)
        self.marks = np.zeros((len(present), 8 * game.words), np.int8)
        self.lines = np.zeros((len(present), seats_of(game.rules, state), len(game.rules.LINES), 2), np.int64)
        shown = self.now, self.marks, self.told, self.things, self.lines
        self.sizes = [len(array[:1].tobytes()) for array in shown]  # of what is one viewer's

    def keep(self, i: int, witness: Witness) -> None:
        """The next step goes on from what a witness has noticed."""
        self.now[i] = np.frombuffer(witness.record, self.now.dtype)[0]

    def bytes(self) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        """All viewers' records, legal moves, news, the things in the news, and what points are made of."""
        news = self.told.tobytes(), self.things.tobytes()
        return self.now.tobytes(), self.marks.tobytes(), *news, self.lines.tobytes()

    def notice(self, seat: int, move: int) -> int:
        return int(self._notice(*self.arguments(seat, move)))

    def arguments(self, seat: int, move: int) -> tuple[Any, ...]:
        """What the native call takes."""
        records = self._states, self._was, self.now, *self._bytes
        return *records, self._viewers, seat, move, self.signs, self.told, self.things, self.marks, self.lines

    @property
    def state(self) -> PlainState:
        """The full state."""
        return self._new_state(self._states[1])


def quicken(game: Game) -> None:
    """Let audiences of a game be told natively. Where the disk cache doesn't have the machine code yet, that takes
    seconds: a server first lets another process compile it, which is this module when it is run."""
    from numba import typeof

    driver = game.native.notice_all
    driver.compile(tuple(typeof(argument) for argument in _Arrays(game, game.new_state(), []).arguments(0, 0)))
    game.notice_all = driver


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
