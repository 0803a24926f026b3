"""A tournament of bots: line-ups of everybody with everybody, each deal played once in every seating, so that luck is
shared; in pieces that can be played anywhere and in any order, kept in a file, and left out when it is resumed.

Line-ups of native players are played natively, all others at tables in Python. A bot that raises, stalls, ends its
process or plays illegally is disqualified and named; the games it sat in don't count, and the others are lined up anew.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from socket import gethostname
from typing import Any, NamedTuple

from tripot.bots import SEED_BITS
from tripot.bots.bouts import HIGHEST_SEED, bouts
from tripot.engine.chance import drawn_seed
from tripot.engine.errors import TripotError
from tripot.engine.game import Game, game
from tripot.engine.table import Table
from tripot.engine.witness import Witness
from tripot.games.common import CHANCE
from tripot.lab.contestants import Contestant, MakersBot, Spoilt, contestant, dismiss, mark_of, player, told

DEALS = 256  # that a piece has natively
FEW = 1  # and at tables in Python
STALLED = 10.0  # seconds after which a maker's bot has stalled
TRIES = 2  # at games in which a process was killed: it may have been another's doing
CHANGED = "its files changed while it played"


class Piece(NamedTuple):
    """Some deals of one line-up, each in every seating."""

    game: str
    options: tuple[tuple[str, Any], ...]
    line_up: tuple[str, ...]
    first: int  # the number of the first deal
    deals: int
    marks: tuple[str, ...]  # of the line-up, where the games are kept: whoever plays elsewhere must be the same
    stalled: float = STALLED
    kept_on: str = ""  # the machine on which they are kept

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
    chosen: Game, entered: Sequence[Contestant], marks: dict[str, str], seats: int, games: int, seed: int,
    options: dict[str, Any], stalled: float,
) -> list[Piece]:  # fmt: skip
    """So many games in pieces, every line-up with the same deals as far as they go."""
    native = {each.name: each.native for each in entered}
    found: list[Piece] = []
    several = line_ups(list(native), seats)
    deals = -(-games // (seats * len(several)))
    for line_up in several:
        size = DEALS if all(native[name] for name in line_up) else FEW
        for first in range(0, deals, size):
            number = min(size, deals - first)
            marked = tuple(marks[name] for name in line_up)
            given = tuple(sorted(options.items()))
            found.append(Piece(chosen.name, given, line_up, seed + first, number, marked, stalled, gethostname()))
    return found


def play(piece: Piece) -> Played:
    """Play a piece, wherever this runs."""
    for _ in range(TRIES):
        try:
            return _played(piece)
        except Spoilt as found:
            spoilt = found
            if not spoilt.is_killed:
                break
    return Played(piece.key, [], [], 0, spoilt.name, spoilt.fault)


def _played(piece: Piece) -> Played:
    chosen = game(piece.game)
    entered = [contestant(chosen, name) for name in piece.line_up]
    for each, mark in zip(entered, piece.marks, strict=True):
        if mark_of(chosen, each.name) != mark:
            if each.is_makers and piece.kept_on == gethostname():
                raise Spoilt(each.name, CHANGED)
            raise TripotError(f"{each.name} has other code or weights on {gethostname()} than where the arena is kept")
    seats = len(entered)
    if all(each.native for each in entered):
        result = bouts(
            chosen, [each.temper for each in entered], piece.deals * seats, piece.first, **dict(piece.options)
        )
        return Played(piece.key, result.scores.tolist(), result.ranks.tolist(), int(result.lengths.sum()))
    scores: list[list[int]] = []
    places: list[list[int]] = []
    decisions = 0
    for deal, turn in itertools.product(range(piece.deals), range(seats)):
        seated = [(seat - turn) % seats for seat in range(seats)]
        table = chosen.start(seats, seed=piece.first + deal, **dict(piece.options))
        decisions += _play_out(table, [piece.line_up[each] for each in seated], piece.first + deal, piece.stalled)
        outcome = table.outcome
        assert outcome is not None
        at = {each: seat for seat, each in enumerate(seated)}
        scores.append([outcome.scores[at[each]] for each in range(seats)])
        places.append([outcome.ranks[at[each]] for each in range(seats)])
    for each, mark in zip(entered, piece.marks, strict=True):
        if each.is_makers and mark_of(chosen, each.name) != mark:
            raise Spoilt(each.name, CHANGED)
    return Played(piece.key, scores, places, decisions)


def _play_out(table: Table, names: Sequence[str], deal: int, stalled: float) -> int:
    """Bots play a table to its end."""
    bots: list[Any] = []
    try:
        for seat, name in enumerate(names):
            with _blaming(name):
                own = random.Random(f"{deal} {seat} in mind").getrandbits(SEED_BITS)
                bots.append(player(table.game, name, seat, stalled, own))
        return _decided(table, names, bots, deal)
    finally:
        for bot in bots:
            if isinstance(bot, MakersBot):
                bot.leave()


def _decided(table: Table, names: Sequence[str], bots: Sequence[Any], deal: int) -> int:
    """Bots decide until nobody is asked any more; those that remember are shown what their seat notices."""
    chosen, decisions = table.game, 0
    lucks = [random.Random(f"{deal} {seat}") for seat in range(len(names))]
    witnesses: dict[int, Witness] = {}
    first = table.state()
    for seat, each in enumerate(bots):
        if hasattr(each, "notice"):
            witnesses[seat] = Witness(chosen, seat, first)
            with _blaming(names[seat]):
                each.notice([], witnesses[seat].look)
    state = first
    while asked := sorted(table.actors):
        seat = asked[0]
        look = table.look(seat)
        with _blaming(names[seat]):
            move = bots[seat](look, lucks[seat])
        if move not in look.legal:
            raise Spoilt(names[seat], f"{move!r} isn't legal in the phase {look.phase}")
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
                        with _blaming(names[viewer]):
                            bots[viewer].notice(moment.events, witness.look)
                state = then
    return decisions


@contextmanager
def _blaming(name: str) -> Iterator[None]:
    """What goes wrong here is somebody's fault, a bot's of the house, too."""
    try:
        yield
    except Spoilt:
        raise
    except Exception as fault:
        raise Spoilt(name, told(fault)) from fault


# Playing many pieces


def here(todo: Sequence[Piece]) -> Iterator[Played]:
    for piece in todo:
        yield play(piece)


def in_processes(todo: Sequence[Piece], processes: int) -> Iterator[Played]:
    pool = ProcessPoolExecutor(processes, mp_context=get_context("spawn"))
    try:
        for done in as_completed([pool.submit(play, piece) for piece in todo]):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)  # who doesn't want the others has lined up anew


def on_ray(todo: Sequence[Piece], address: str) -> Iterator[Played]:
    """On a cluster of Ray: `auto` for the one that is here, `local` for a new one on this machine."""
    try:
        import ray
    except ImportError as fault:
        raise TripotError(f"--ray needs the package ray: pip install 'tripot[ray]' ({fault})") from None
    ray.init(address=address, log_to_driver=False, ignore_reinit_error=True)
    try:
        remote = ray.remote(play)
        waiting = [remote.remote(piece) for piece in todo]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done)
    finally:
        ray.shutdown()


class Tournament:
    """All that is played, kept in a file, piece by piece.

    Whoever was disqualified before may have been repaired: taken up again, a tournament lets them begin anew. Whoever
    else has changed since would be another player by the same name, so it is refused.
    """

    def __init__(self, chosen: Game, names: Sequence[str], seats: int, games: int, seed: int | None,
                 file: Path | None, stalled: float = STALLED, **options: Any) -> None:  # fmt: skip
        """Without a seed it goes on by the file's, or by one drawn by lot: who knows it can foretell every card."""
        if len(set(names)) < max(2, len(names)):
            raise TripotError("an arena needs two bots or more, each entered once")
        self.game, self.names, self.seats = chosen, tuple(names), chosen.checked_seats(seats)
        self._entered = [contestant(chosen, name) for name in names]
        self._marks = {name: mark_of(chosen, name) for name in names}
        self._noted: dict[str, str] = {}  # the marks of those whose games are at the end of the file
        seed = _seed_in(file) if seed is None else seed
        self._wanted = games, seed, options, stalled
        self.about = {"game": chosen.name, "rules": chosen.version, "seats": seats, "seed": seed, "options": options}
        self.file = file
        self.played: dict[str, Played] = {}
        self.disqualified: dict[str, str] = {}
        self.todo = self._lined_up()
        if file is not None and file.exists():
            self._read(file)

    def _lined_up(self) -> list[Piece]:
        """All that those are to play who are left; one alone has nobody to play with."""
        left = [each for each in self._entered if each.name not in self.disqualified]
        return pieces(self.game, left, self._marks, self.seats, *self._wanted) if len(left) > 1 else []

    def _read(self, file: Path) -> None:
        text = file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if whole != text:
            file.write_text(whole, encoding="utf-8")  # torn in mid-write
        lines = whole.splitlines()
        if not lines or json.loads(lines[0]) != self.about:
            raise TripotError(f"{file} holds another tournament; move it away or name another file")
        played_by: dict[str, dict[str, str]] = {}
        for line in lines[1:]:
            entry = json.loads(line)
            if "bots" in entry:
                self._noted = entry["bots"]
                continue
            played = Played(**entry)
            if played.culprit:
                self.played = {key: each for key, each in self.played.items() if played.culprit not in _sat_in(key)}
            else:
                self.played[played.piece] = played
                played_by[played.piece] = self._noted
        sat = [(name, key) for key in self.played if {*_sat_in(key)} <= {*self.names} for name in _sat_in(key)]
        changed = sorted({name for name, key in sat if played_by[key].get(name) != self._marks[name]})
        if changed:
            whose = f"{', '.join(changed)}, whose code or weights have changed since"
            raise TripotError(f"{file} holds games of {whose}; move it away or name another file")

    def _take(self, played: Played) -> None:
        if played.culprit:
            self.disqualified[played.culprit] = played.fault
            self.todo = self._lined_up()
        else:
            self.played[played.piece] = played

    @property
    def left(self) -> list[Piece]:
        """What is still to be played."""
        return [piece for piece in self.todo if piece.key not in self.played]

    @property
    def total(self) -> int:
        """How many games are to be played in all."""
        return sum(piece.deals for piece in self.todo) * self.seats

    @property
    def done(self) -> int:
        """How many of them were played."""
        return sum(len(self.played[piece.key].scores) for piece in self.todo if piece.key in self.played)

    def run(
        self, how: Callable[[Sequence[Piece]], Iterable[Played]] = here,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:  # fmt: skip
        """Play what is left, and tell how much is done and how much there is. When somebody is disqualified, those left
        are lined up anew."""
        out = None
        if self.file is not None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            fresh = not self.file.exists()
            out = self.file.open("a", encoding="utf-8")
            if fresh:
                print(json.dumps(self.about), file=out, flush=True)
            if self.left and self._noted != self._marks:
                self._noted = self._marks
                print(json.dumps({"bots": self._marks}), file=out, flush=True)
        try:
            while left := self.left:
                for played in how(left):
                    self._take(played)
                    if out is not None:
                        print(json.dumps(played._asdict()), file=out, flush=True)
                    if progress is not None:
                        progress(self.done, self.total)
                    if played.culprit:
                        break
        finally:
            dismiss()
            if out is not None:
                out.close()

    @property
    def games(self) -> Iterator[tuple[tuple[str, ...], list[int], list[int]]]:
        """Every game that counts: who played, points and ranks, in the order of the line-ups and deals."""
        for piece in self.todo:
            played = self.played.get(piece.key)
            if played is not None:
                for scores, ranks in zip(played.scores, played.ranks, strict=True):
                    yield piece.line_up, scores, ranks

    @property
    def decisions(self) -> int:
        return sum(played.decisions for played in self.played.values())


def _seed_in(file: Path | None) -> int:
    """The seed of a tournament that is taken up again, or one drawn by lot."""
    first = file.read_text(encoding="utf-8").partition("\n")[0] if file is not None and file.exists() else ""
    return int(json.loads(first)["seed"]) if first else drawn_seed() % (HIGHEST_SEED >> 1)


def _sat_in(key: str) -> list[str]:
    """The line-up of a piece, by its key."""
    line_up: list[str] = json.loads(key)[0]
    return line_up
