"""A tournament of bots: line-ups of everybody with everybody, each deal played once in every seating, so that luck is
shared; in pieces that can be played anywhere and in any order, kept in a file, and left out when it is resumed.

Line-ups of native players are played natively, all others at tables in Python. A bot that raises, stalls or plays
illegally is disqualified and named; the games it sat in don't count, and the others play on without it.
"""

from __future__ import annotations

import itertools
import json
import random
import signal
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tripot.bots.bouts import bouts
from tripot.engine.errors import TripotError
from tripot.engine.game import Game, game
from tripot.engine.table import Table
from tripot.engine.witness import Witness
from tripot.games.common import CHANCE
from tripot.lab.contestants import contestant, is_ours, player

DEALS = 256  # that a piece has natively
FEW = 1  # and at tables in Python
STALLED = 10.0  # seconds after which a bot has stalled
NO_CLOCK, ENDLESS = 0.0, 1 << 30


class Piece(NamedTuple):
    """Some deals of one line-up, each in every seating."""

    game: str
    options: tuple[tuple[str, Any], ...]
    line_up: tuple[str, ...]
    first: int  # the number of the first deal
    deals: int
    stalled: float = STALLED

    @property
    def key(self) -> str:
        return json.dumps([self.line_up, self.first, self.deals])


class Played(NamedTuple):
    """What a piece came to: for every game the line-up's points and ranks; or who has spoilt it, and how."""

    piece: str
    scores: list[list[int]]
    ranks: list[list[int]]
    decisions: int = 0
    culprit: str = ""
    fault: str = ""


def line_ups(names: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Every choice of so many bots; where there are fewer bots than seats, everybody sits at least once."""
    if len(names) >= seats:
        return list(itertools.combinations(names, seats))
    more = itertools.combinations_with_replacement(names, seats - len(names))
    return [(*names, *others) for others in more]


def pieces(
    chosen: Game, names: Sequence[str], seats: int, games: int, seed: int, options: dict[str, Any], stalled: float
) -> list[Piece]:
    """So many games in pieces, every line-up with the same deals as far as they go."""
    entered = {name: contestant(chosen, name) for name in names}
    found: list[Piece] = []
    several = line_ups(names, seats)
    deals = -(-games // (seats * len(several)))
    for line_up in several:
        size = DEALS if all(entered[name].native for name in line_up) else FEW
        for first in range(0, deals, size):
            number = min(size, deals - first)
            piece = Piece(chosen.name, tuple(sorted(options.items())), line_up, seed + first, number, stalled)
            found.append(piece)
    return found


def play(piece: Piece) -> Played:
    """Play a piece, wherever this runs."""
    chosen = game(piece.game)
    entered = [contestant(chosen, name) for name in piece.line_up]
    seats = len(entered)
    if all(each.native for each in entered):
        result = bouts(
            chosen, [each.temper for each in entered], piece.deals * seats, piece.first, **dict(piece.options)
        )
        ranks = np.where(result.wins > 0, 1, 2) if chosen.breaks_ties else _ranks(result.scores)
        return Played(piece.key, result.scores.tolist(), ranks.tolist(), int(result.lengths.sum()))
    scores: list[list[int]] = []
    places: list[list[int]] = []
    decisions = 0
    for deal, turn in itertools.product(range(piece.deals), range(seats)):
        seated = [(seat - turn) % seats for seat in range(seats)]
        table = chosen.start(seats, seed=piece.first + deal, **dict(piece.options))
        try:
            for name in filter(is_ours, piece.line_up):
                _get_ready(chosen.name, name)
            decisions += _play_out(table, [piece.line_up[each] for each in seated], piece.first + deal, piece.stalled)
        except _Spoilt as spoilt:
            return Played(piece.key, [], [], 0, spoilt.name, spoilt.fault)
        outcome = table.outcome
        assert outcome is not None
        at = {each: seat for seat, each in enumerate(seated)}
        scores.append([outcome.scores[at[each]] for each in range(seats)])
        places.append([outcome.ranks[at[each]] for each in range(seats)])
    return Played(piece.key, scores, places, decisions)


def _ranks(scores: Any) -> Any:
    """Equal points share a rank."""
    return 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)


class _Spoilt(Exception):
    def __init__(self, name: str, fault: str) -> None:
        self.name, self.fault = name, fault
        super().__init__(fault)


@cache
def _get_ready(game_name: str, name: str) -> None:
    """Some first decisions, with which a bot of the house compiles the rules: no clock runs for that."""
    chosen = game(game_name)
    _play_out(chosen.start(chosen.fewest, seed=0), [name] * chosen.fewest, 0, NO_CLOCK, 2 * chosen.fewest)


def _play_out(table: Table, names: Sequence[str], deal: int, stalled: float, longest: int = ENDLESS) -> int:
    """Bots play a table to its end, or for so many decisions; those that remember are shown what their seat notices."""
    chosen, decisions = table.game, 0
    bots = []
    for name in names:
        with _blaming(name, stalled):
            bots.append(player(chosen, name))
    lucks = [random.Random(f"{deal} {seat}") for seat in range(len(names))]
    witnesses: dict[int, Witness] = {}
    first = table.state()
    for seat, each in enumerate(bots):
        if hasattr(each, "notice"):
            witnesses[seat] = Witness(chosen, seat, first)
            with _blaming(names[seat], stalled):
                each.notice([], witnesses[seat].look)
    state = first
    while decisions < longest and (asked := sorted(table.actors)):
        seat = asked[0]
        with _blaming(names[seat], stalled):
            look = table.look(seat)
            move = bots[seat](look, lucks[seat])
            if move not in look.legal:
                raise _Spoilt(names[seat], f"{move!r} isn't legal in the phase {look.phase}")
        made = table.length
        table.play(seat, move)
        decisions += 1
        if witnesses:
            for who, text in table.history[made:]:
                number = chosen.outcome_number(text) if who is None else chosen.move_number(text)
                then = state.copy()
                chosen.plain.apply(then, CHANCE if who is None else who, number)
                for viewer, witness in witnesses.items():
                    moment = witness.step(state, CHANCE if who is None else who, number, then)
                    if moment is not None:
                        with _blaming(names[viewer], stalled):
                            bots[viewer].notice(moment.events, witness.look)
                state = then
    return decisions


@contextmanager
def _blaming(name: str, stalled: float) -> Iterator[None]:
    """What goes wrong here is somebody's fault."""
    in_time = threading.current_thread() is threading.main_thread()
    if in_time:
        before = signal.signal(signal.SIGALRM, _alarm)
        signal.setitimer(signal.ITIMER_REAL, stalled)
    try:
        yield
    except _Spoilt:
        raise
    except TimeoutError:
        raise _Spoilt(name, f"it thought for more than {stalled:g} seconds") from None
    except Exception as fault:
        last = traceback.extract_tb(fault.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        raise _Spoilt(name, f"{type(fault).__name__} at {where}: {fault}") from fault
    finally:
        if in_time:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def _alarm(number: int, frame: Any) -> None:
    raise TimeoutError


# Playing many pieces


def here(todo: Sequence[Piece]) -> Iterator[Played]:
    for piece in todo:
        yield play(piece)


def in_processes(todo: Sequence[Piece], processes: int) -> Iterator[Played]:
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(play, piece) for piece in todo]):
            yield done.result()


def on_ray(todo: Sequence[Piece], address: str) -> Iterator[Played]:
    """On a cluster of Ray, `auto` for the one that is here, `local` for one of its own on this machine."""
    try:
        import ray
    except ImportError as fault:
        raise TripotError(f"--ray needs the package ray ({fault})") from None
    ray.init(address=None if address == "local" else address, log_to_driver=False, ignore_reinit_error=True)
    try:
        remote = ray.remote(play)
        waiting = [remote.remote(piece) for piece in todo]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()


class Tournament:
    """All that is played, kept in a file, piece by piece."""

    def __init__(self, chosen: Game, names: Sequence[str], seats: int, games: int, seed: int, file: Path | None,
                 stalled: float = STALLED, **options: Any) -> None:  # fmt: skip
        if len(set(names)) < max(2, len(names)):
            raise TripotError("an arena needs two bots or more, each entered once")
        self.game, self.names, self.seats = chosen, tuple(names), chosen.checked_seats(seats)
        self.todo = pieces(chosen, self.names, self.seats, games, seed, options, stalled)
        self.about = {"game": chosen.name, "rules": chosen.version, "seats": seats, "seed": seed, "options": options}
        self.file = file
        self.played: dict[str, Played] = {}
        self.disqualified: dict[str, str] = {}
        if file is not None and file.exists():
            self._read(file)

    def _read(self, file: Path) -> None:
        lines = file.read_text(encoding="utf-8").splitlines()
        if not lines or json.loads(lines[0]) != self.about:
            raise TripotError(f"{file} holds another tournament; move it away or name another file")
        for line in lines[1:]:
            if line.endswith("}"):  # the last one may be torn
                self._take(Played(**json.loads(line)))

    def _take(self, played: Played) -> None:
        if played.culprit:
            self.disqualified.setdefault(played.culprit, played.fault)
        else:
            self.played[played.piece] = played

    @property
    def left(self) -> list[Piece]:
        """What is still to be played."""
        return [
            piece for piece in self.todo
            if piece.key not in self.played and not set(piece.line_up) & set(self.disqualified)
        ]  # fmt: skip

    def run(
        self, how: Callable[[Sequence[Piece]], Iterable[Played]] = here, progress: Callable[[int], None] | None = None
    ) -> None:
        """Play what is left. Whoever is disqualified on the way is in no piece that begins after that."""
        out = None
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self.file.exists()
            out = self.file.open("a", encoding="utf-8")
            if fresh:
                print(json.dumps(self.about), file=out, flush=True)
        while self.left:
            out_before = len(self.disqualified)
            for played in how(self.left):
                known = played.culprit in self.disqualified
                self._take(played)
                if out is not None and not known:
                    print(json.dumps(played._asdict()), file=out, flush=True)
                if progress is not None:
                    progress(len(played.scores))
                if len(self.disqualified) > out_before:
                    break  # go on without it
        if out is not None:
            out.close()

    @property
    def games(self) -> Iterator[tuple[tuple[str, ...], list[int], list[int]]]:
        """Every game that counts: who played, points and ranks, in the order of the line-ups and deals."""
        for piece in self.todo:
            played = self.played.get(piece.key)
            if played is not None and not set(piece.line_up) & set(self.disqualified):
                for scores, ranks in zip(played.scores, played.ranks, strict=True):
                    yield piece.line_up, scores, ranks

    @property
    def decisions(self) -> int:
        return sum(played.decisions for played in self.played.values())
