"""Masters measured: every match that is promised, in many processes, piece by piece, with intervals.

`python -m bench.masters build/masters.jsonl [--processes 16] [--seconds 480] [--games prohis ...] [--kinds habit ...]`

Every game played is a line of the file; who calls again goes on where it was, and files of several machines may be put
one after the other. Lines of other code are left alone, unless `--any-code` says that nothing but speed has changed
(what regulars win among players of a habit is then taken from the last report).
First every match gets its share of games, then those whose interval still holds the goal get more; those that should be
decided soonest come first. `--doubtful` goes on with these alone, goals that aren't met before others; a game gets the
more time the more of its goals aren't met. `build/masters.json`, which `python -m bench` reads, then has a row for each
match, and for each game one of all its habits together. How long a decision takes is CPU time: choosing, and all that
the master listened to since its last one. `--decisions FOLDER` keeps what masters saw, weighed and chose, for learning
from it.

- strength: a master among regulars.
- crowd: one regular among masters.
- habit: one player of a habit among masters.
- bluff: how often a level lies, is caught and is believed, in games of its own.
- thinking: one master among players of a habit, who should win at least what a regular wins there.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench.decisions import Decisions
from bench.matches import MASTER, REGULAR, Match, code_of, natively, play_one, play_some
from bench.report import Row, show_plainly, verdict, write
from tripot.lab.intervals import SURE, Share, interval

if TYPE_CHECKING:
    from tripot.lab.bluffs import Bluffs

KINDS = ("strength", "crowd", "bluff", "habit", "thinking")
# (seats, options, at least so many times even) for each game: two numbers of seats, or both forms of a game for two
STRENGTH: dict[str, tuple[tuple[int, tuple[tuple[str, str], ...], float], ...]] = {
    "prohis": ((4, (), 2.4), (3, (), 2.0)),
    "contrebande": ((4, (), 2.4), (3, (), 2.0)),
    "prohibition": ((3, (), 2.0), (2, (), 1.4)),
    "chasse": ((2, (), 1.4), (2, (("match", "yes"),), 1.4)),
    "condamnes": ((4, (), 1.4), (6, (), 1.4)),
}
CROWD, PAYS = 0.8, 1.1  # times even, at most
CROWDED = {"prohibition": 4}  # seats where one regular meets masters, if not those of a game's first setting
FIRST = {"strength": 16, "crowd": 12, "bluff": 4, "habit": 6, "thinking": 4}  # games
BETWEEN_TWO = 2  # times as many, where an even share is so near to what is promised
MOST = {"strength": 400, "crowd": 128, "bluff": 4, "habit": 96, "thinking": 96}
URGENT = ("strength", "crowd", "bluff")  # have their games before habits
MATTERS = {"strength": 4, "crowd": 4}  # whose verdict may cost so many times as much
PIECE = {"prohis": 2, "contrebande": 4, "prohibition": 2, "chasse": 4, "condamnes": 8}  # games at a time
BUDGET = 1000.0  # milliseconds
TRIAL = 40  # games with other settings
FEW_SECONDS = 5.0
FAILURES = 3  # pieces, then a match is left alone, or it would be given for ever
NATIVE = 2000  # games by players of a policy alone


Settings = tuple[tuple[str, float | str], ...]


def trials(games: Iterable[str], settings: list[Settings]) -> list[Match]:
    """Masters with other settings among regulars."""
    return [
        Match("strength", game, seats, MASTER, REGULAR, TRIAL, options, each)
        for game in games
        for seats, options, _ in STRENGTH[game]
        for each in settings
    ]


def changes(text: str) -> Settings:
    """`horizon=20,win=0.6,character=bold` as settings."""
    pairs = (part.partition("=") for part in text.split(",") if part)
    return tuple((name, float(value) if "." in value else value if value.isalpha() else int(value))
                 for name, _, value in pairs)  # fmt: skip


def plan(games: Iterable[str], kinds: Iterable[str]) -> list[Match]:
    """Everything that is promised of the master."""
    from tests.bots.habits import habits
    from tripot.lab.bluffs import GAMES as BLUFFING

    matches = []
    for game in games:
        for seats, options, _ in STRENGTH[game]:
            matches.append(match_of("strength", game, seats, MASTER, REGULAR, options))
        seats, options, _ = STRENGTH[game][0]
        between_two = matches[-2].two_sided  # then it is the same match whoever is the one
        if not between_two:
            matches.append(match_of("crowd", game, CROWDED.get(game, seats), REGULAR, MASTER, options))
        for level in ("novice", REGULAR, MASTER) if game in BLUFFING else ():
            matches.append(match_of("bluff", game, seats, level, level, options))
        for name in habits(game):
            matches.append(match_of("habit", game, seats, name, MASTER, options))
            if not between_two:
                matches.append(match_of("thinking", game, seats, MASTER, name, options))
    return [match for match in matches if match.kind in kinds]


def match_of(kind: str, game: str, seats: int, one: str, others: str, options: tuple[tuple[str, str], ...]) -> Match:
    """A match with its first share of games."""
    match = Match(kind, game, seats, one, others, FIRST[kind], options)
    return replace(match, games=BETWEEN_TWO * match.games) if match.two_sided else match


class Goal(NamedTuple):
    """A share that is promised: the least, or the most. A habit's between two sides also says, turned about, what a
    master wins who meets it."""

    share: float
    at_least: bool
    turned: bool = False

    def met(self, share: float) -> bool:
        return share >= self.share if self.at_least else share <= self.share


class Book:
    """What was played so far, and what is to be played next."""

    def __init__(self, matches: list[Match], goals: Iterable[tuple[Goal, ...]], file: Path, first: int = 0,
                 any_code: bool = False, doubtful: bool = False) -> None:  # fmt: skip
        self.matches, self.file = {match.key: match for match in matches}, file
        self.any_code, self.doubtful = any_code, doubtful
        self.spent: dict[str, float] = defaultdict(float)  # seconds that each game got of late
        self.won: dict[str, dict[int, float]] = defaultdict(dict)
        self.think: dict[str, list[float]] = defaultdict(list)
        self.bluffs: dict[str, Counter[str]] = defaultdict(Counter)
        self.given: dict[str, int] = {}  # games, those that are being played counted
        self.at: dict[str, int] = {}  # the next one's number
        self.failed: Counter[str] = Counter()  # pieces
        self.goals = {match.key: goal for match, goal in zip(matches, goals, strict=True)}
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                if line.endswith("}"):  # the last one may be torn
                    self.take(json.loads(line))
        for key in self.matches:
            self.given[key] = len(self.won[key])
            self.at[key] = max(first, max(self.won[key], default=-1) + 1)

    def take(self, played: dict[str, Any]) -> None:
        """A game counts once, however often it was played: all its luck comes from its number."""
        match = self.matches.get(played["match"])
        if match is None or played["number"] in self.won[match.key]:
            return
        if self.any_code or played["code"] == code_of(match.game):
            self.won[match.key][played["number"]] = played["won"]
            self.think[match.key] += played["think"]
            self.bluffs[match.key].update(played.get("bluffs", {}))

    def note(self, played: list[dict[str, Any]]) -> None:
        with self.file.open("a", encoding="utf-8") as lines:
            for each in played:
                lines.write(json.dumps(each, ensure_ascii=False) + "\n")
                self.take(each)

    def miss(self, match: Match, games: int, failed: bool) -> None:
        """So many that were given didn't come to their end."""
        self.given[match.key] -= games
        self.failed[match.key] += failed

    def share(self, match: Match) -> Share:
        return interval(sum(self.won[match.key].values()), len(self.won[match.key]))

    def is_open(self, match: Match) -> bool:
        """Whether its interval still holds a goal."""
        _, low, high = self.share(match)
        return any(low < goal.share < high for goal in self.goals[match.key])

    def misses(self, match: Match) -> bool:
        share, _, _ = self.share(match)
        return not all(goal.met(share) for goal in self.goals[match.key])

    def price(self, match: Match) -> float:
        """Roughly how many seconds more a verdict takes, if results go on as they began."""
        won, goal = list(self.won[match.key].values()), self.goals[match.key][-1].share
        if not won:
            return 0.0
        share = (sum(won) + goal) / (len(won) + 1)
        away = max(abs(share - goal), 0.02)
        wanted = SURE**2 * max(share * (1 - share), 0.05) / away**2
        more = max(wanted - self.given[match.key], PIECE[match.game])
        return more * self.lasts(match) / MATTERS.get(match.kind, 1)

    def lasts(self, match: Match) -> float:
        """How many seconds masters think in one of its games; a few, where none was played."""
        games = len(self.won[match.key])
        return sum(self.think[match.key]) / 1000 / games if games else FEW_SECONDS

    def next(self) -> tuple[Match, list[int]] | None:
        """The match that lacks most, and numbers of games."""
        playable = [match for match in self.matches.values() if self.failed[match.key] < FAILURES]
        short = [match for match in playable if self.given[match.key] < match.games]
        if short and not self.doubtful:
            urgent = [match for match in short if match.kind in URGENT] or short
            match = min(urgent, key=lambda each: self.given[each.key] / each.games)
            count = min(PIECE[match.game], match.games - self.given[match.key])
        else:
            unsure = [m for m in playable if self.is_open(m) and self.given[m.key] < MOST[m.kind]]
            unsure += [m for m in short if self.given[m.key] == 0 and m not in unsure]
            if not unsure:
                return None
            match = self.doubted(unsure) if self.doubtful else min(unsure, key=self.price)
            count = PIECE[match.game]
        first = self.at[match.key]
        self.at[match.key] += count
        self.given[match.key] += count
        self.spent[match.game] += count * self.lasts(match)
        return match, list(range(first, first + count))

    def doubted(self, unsure: list[Match]) -> Match:
        """The game whose turn it is, and of its matches one whose goal isn't met, whichever should be decided soonest.

        Those that are being played wait for what comes of it.
        """
        missed = Counter(match.game for match in unsure if self.misses(match))
        game = min({match.game: None for match in unsure}, key=lambda name: self.spent[name] / (1 + missed[name]))
        playing = {match.key: self.given[match.key] - len(self.won[match.key]) for match in unsure}
        own = [match for match in unsure if match.game == game]
        return min(own, key=lambda each: (not self.misses(each), playing[each.key], self.price(each)))

    def rows(self, match: Match) -> Iterator[dict[str, Any]]:
        """What a match shows; between two sides a habit's match also shows what thinking brings."""
        won = list(self.won[match.key].values())
        if match.kind == "bluff":
            yield {
                "kind": "bluff",
                "game": match.game,
                "seats": match.seats,
                "level": match.one,
                "games": len(won),
            } | dict(self.bluffs[match.key])
            return
        for goal in self.goals[match.key]:
            if goal.turned:
                yield self.row(match, "thinking", MASTER, match.one, [1 - each for each in won], 1 - goal.share, True)
            else:
                yield self.row(match, match.kind, match.one, match.others, won, goal.share, goal.at_least)

    def row(self, match: Match, kind: str, one: str, others: str, won: list[float], goal: float,
            at_least: bool) -> dict[str, Any]:  # fmt: skip
        share, low, high = interval(sum(won), len(won))
        think = sorted(self.think[match.key]) or [0.0]
        return {
            "kind": kind, "game": match.game, "seats": match.seats,
            "options": dict(match.options) | dict(match.settings),
            "one": one, "others": others, "games": len(won), "share": round(share, 4),
            "low": round(low, 4), "high": round(high, 4),
            "even": match.even, "times_even": round(share / match.even, 3),
            "goal": round(goal, 4), "at_least": at_least, "met": share >= goal if at_least else share <= goal,
            "sure": not low < goal < high, "think_ms": round(sum(think) / len(think), 1),
            "think_p50_ms": think[len(think) // 2],
            "think_p99_ms": think[int(0.99 * (len(think) - 1))],
        }  # fmt: skip


Known = dict[tuple[Any, ...], float]


def known_goals(report: Path) -> Known:
    """What regulars were found to win among players of a habit when the report was written."""
    found = json.loads(report.read_text(encoding="utf-8"))["matches"] if report.exists() else []
    return {
        (row["game"], row["seats"], row["others"]): row["goal"]
        for row in found
        if row["kind"] == "thinking" and row["one"] == MASTER
    }


def goals_of(match: Match, known: Known) -> tuple[Goal, ...]:
    """The shares that are promised; `known` are some that needn't be found by playing."""
    if match.kind == "strength":
        times = next(
            t for seats, options, t in STRENGTH[match.game] if (seats, options) == (match.seats, match.options)
        )
        return (Goal(times * match.even, True),)
    if match.kind == "crowd":
        return (Goal(CROWD * match.even, False),)
    if match.kind == "bluff":
        return (Goal(0.0, True),)
    pays = Goal(PAYS * match.even, False)
    if match.kind == "habit" and not match.two_sided:
        return (pays,)
    habit = match.others if match.kind == "thinking" else match.one
    regular = known.get((match.game, match.seats, habit))
    if regular is None:
        regular = natively(match, habit, NATIVE)
    return (Goal(regular, True),) if match.kind == "thinking" else (pays, Goal(1 - regular, False, turned=True))


def compile_once(game: str, with_scripts: bool) -> None:
    """Machine code that many need is in the cache before they need it."""
    from tests.bots.habits import habits

    seats, options, _ = STRENGTH[game][0]
    play_one(match_of("strength", game, seats, MASTER, REGULAR, options), 0)
    scripts = {habit.by: name for name, habit in habits(game).items() if habit.by is not None}
    for name in scripts.values() if with_scripts else ():
        natively(match_of("habit", game, seats, name, MASTER, options), name, 2 * seats)


def run(book: Book, processes: int, until: float, kept: Decisions | None = None) -> None:
    with ProcessPoolExecutor(processes) as pool:
        waiting: dict[Future[list[dict[str, Any]]], tuple[Match, list[int]]] = {}
        while True:
            while len(waiting) < 2 * processes and time.time() < until and (chosen := book.next()) is not None:
                waiting[pool.submit(play_some, *chosen, until, kept is not None)] = chosen
            if not waiting:
                return
            for done in wait(waiting, return_when=FIRST_COMPLETED).done:
                match, numbers = waiting.pop(done)
                fault = done.exception()
                played = [] if fault is not None else done.result()
                book.miss(match, len(numbers) - len(played), failed=fault is not None)
                if fault is not None:
                    print(f"{match.key}: {str(fault)[-500:]}", flush=True)
                    continue
                if kept is not None:
                    kept.take(match.game, played)
                book.note(played)


def bluffs_of(found: dict[str, Any]) -> Bluffs:
    from tripot.lab.bluffs import Bluffs

    return Bluffs(**{field.name: found.get(field.name, 0) for field in fields(Bluffs)})


def bluffing(found: dict[str, Any]) -> Row:
    """How often a level lies."""
    counts = bluffs_of(found)
    share, low, high = interval(counts.lies, counts.said)
    return Row(
        f"bluffs/{found['game']} {found['seats']}: {found['level']}", "share of lies", share,
        spread=f"{low:.2f}–{high:.2f}",
        note=f"lies | caught | believed | honest but doubted: {counts.line()}; of {counts.said:,}",
    )  # fmt: skip


def as_row(found: dict[str, Any]) -> Row:
    """A measured match as the bench's other rows."""
    if found["kind"] == "bluff":
        return bluffing(found)
    form = "".join(f" {key} {value}" for key, value in found["options"].items())
    return Row(
        f"master {found['kind']}/{found['game']} {found['seats']}{form}: {found['one']} among {found['others']}",
        "share", found["share"], spread=f"{found['low']:.2f}–{found['high']:.2f}",
        goal=f"{'≥' if found['at_least'] else '≤'} {found['goal']:.3f}", met=found["met"],
        note=f"{found['times_even']:g} times even, {found['games']} games, {found['think_ms']:g} ms a decision, "
        f"p99 {found['think_p99_ms']:g}" + ("" if found["sure"] else "; not sure yet"),
    )  # fmt: skip


def together(found: list[dict[str, Any]], book: Book) -> Iterator[Row]:
    """What all habits of a game win, as if they were one: many games, so a narrow interval."""
    for game in {row["game"]: None for row in found if row["kind"] == "habit"}:
        matches = [match for match in book.matches.values() if (match.kind, match.game) == ("habit", game)]
        won = [each for match in matches for each in book.won[match.key].values()]
        share, low, high = interval(sum(won), len(won))
        rows = [row for row in found if (row["kind"], row["game"]) == ("habit", game)]
        worst = max(rows, key=lambda row: row["share"])
        even = matches[0].even
        yield Row(
            f"master habits/{game}: all among masters", "times even", share / even,
            spread=f"{low / even:.2f}–{high / even:.2f}", goal=f"≤ {PAYS:g}", met=share <= PAYS * even,
            note=f"{len(won)} games of {len(matches)} habits; most wins {worst['one']}, {worst['times_even']:g}",
        )  # fmt: skip


def slowest(found: list[dict[str, Any]], book: Book) -> Iterator[Row]:
    """How long 99 of 100 decisions take at most, on one core."""
    for game in {row["game"]: None for row in found}:
        think = sorted(ms for match in book.matches.values() if match.game == game for ms in book.think[match.key])
        if think:
            worst = think[int(0.99 * (len(think) - 1))]
            yield Row(f"master p99/{game}", "ms", worst, goal=f"≤ {BUDGET:g}", met=worst <= BUDGET,
                      note=f"{len(think):,} decisions, half within {think[len(think) // 2]:g} ms, "
                           f"the slowest {think[-1]:g} ms")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", nargs="*", default=list(STRENGTH), choices=STRENGTH)
    parser.add_argument("--kinds", nargs="*", default=list(KINDS), choices=KINDS)
    parser.add_argument(
        "--settings", nargs="*", type=changes, help="others to try among regulars: horizon=20,win=0.6 or character=bold"
    )
    parser.add_argument("--from", type=int, default=0, help="the first game's number, another on every machine")
    parser.add_argument("--any-code", action="store_true", help="count lines of other code too")
    parser.add_argument("--doubtful", action="store_true", help="only matches without a verdict, missed goals first")
    parser.add_argument("--decisions", type=Path, metavar="FOLDER", help="keep what masters saw, weighed and chose")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=480)
    given = parser.parse_args()
    until = time.time() + given.seconds
    given.file.parent.mkdir(parents=True, exist_ok=True)
    matches = trials(given.games, given.settings) if given.settings else plan(given.games, given.kinds)
    with ProcessPoolExecutor(given.processes) as pool:
        known = known_goals(given.file.with_suffix(".json")) if given.any_code else {}
        list(pool.map(partial(compile_once, with_scripts=not known), given.games))
        print(f"compiled, {until - time.time():.0f} s left", flush=True)
        goals = pool.map(partial(goals_of, known=known), matches)
        book = Book(matches, goals, given.file, getattr(given, "from"), given.any_code, given.doubtful)
        print(f"{len(matches)} matches, {until - time.time():.0f} s left", flush=True)
    kept = Decisions(given.decisions) if given.decisions else None
    run(book, given.processes, until, kept)
    if kept is not None:
        kept.write()
    found = [row for match in book.matches.values() if book.won[match.key] for row in book.rows(match)]
    rows = [*map(as_row, found), *together(found, book), *slowest(found, book)]
    write(rows, given.file.with_suffix(".json"), matches=found)
    show_plainly(rows)
    print(verdict(rows))


if __name__ == "__main__":
    main()
