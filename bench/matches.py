"""One match of masters with others: who sits where, one seeded game at a time, and what came of all of them."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.decisions import Decision, note
from tripot.bots import versions
from tripot.bots.bouts import SIDES

MASTER, REGULAR = "master", "regular"


@dataclass(frozen=True)
class Match:
    """Who meets whom. `one` is whose wins are counted, among `others`: "master", "regular", or a habit by its name.

    In Condamnés! one is the guard of the others in even games, and all their prisoners in odd ones.
    """

    kind: str  # what it proves: see `masters.py`
    game: str
    seats: int
    one: str
    others: str
    games: int  # before others get more
    options: tuple[tuple[str, str], ...] = ()
    settings: tuple[tuple[str, float | str], ...] = ()  # of the masters, other than usual

    @property
    def key(self) -> str:
        who = [self.kind, self.game, self.seats, self.one, self.others, self.options, self.settings]
        return json.dumps(who, ensure_ascii=False)

    @property
    def by_sides(self) -> bool:
        return self.game in SIDES

    @property
    def two_sided(self) -> bool:
        return self.by_sides or self.seats == 2

    @property
    def even(self) -> float:
        return 0.5 if self.by_sides else 1 / self.seats


@cache
def code_of(game: str) -> str:
    """A mark of all that decides a match's moves, but for the engine: results of other code are no part of it."""
    habits = sorted((Path(__file__).parents[1] / "tests" / "bots").glob("habits*.py"))
    return f"{versions.code_of(game)}-{versions.digest_of(*habits)}"


def play_one(match: Match, number: int, keeps: bool = False) -> dict[str, Any]:
    """The game of that number; all its luck comes from it. `keeps` adds what masters saw, weighed and chose."""
    import numpy as np

    import tripot
    from tests.bots.habits import Habit, habits
    from tripot.bots.instincts import temper
    from tripot.bots.master.match import MASTER as THINKS
    from tripot.bots.master.match import play
    from tripot.bots.master.settings import settings_of

    game, policy = tripot.game(match.game), import_module(f"tripot.bots.instincts.{match.game}")
    regular = temper(match.game)
    known = habits(match.game)
    habit = next((known[name] for name in (match.one, match.others) if name in known), Habit(regular, regular))

    def player_of(name: str) -> tuple[int, ...] | None:
        return THINKS if name == MASTER else habit.regular if name == REGULAR else habit.temper

    one, others = player_of(match.one), player_of(match.others)
    settings = settings_of(match.game, **dict(match.settings))
    decided: list[Decision] = []
    begin = partial(
        play, game, policy, seats=match.seats, settings=settings, by=habit.by,
        seen=partial(note, decided) if keeps else None, **dict(match.options),
    )  # fmt: skip
    if match.by_sides:
        roles = {0: one, 1: others} if number % 2 == 0 else {0: others, 1: one}
        played = begin(line_up=roles, number=number // 2)
        winners = int(played.points.sum())  # several are the prisoners; a game that nobody wins is shared
        won = 0.5 if winners == 0 else float((winners == 1) == (number % 2 == 0))
    else:
        me = number % match.seats
        line_up = [one if seat == me else others for seat in range(match.seats)]
        deal = number // match.seats  # each in every seating
        played = begin(line_up=line_up, number=deal)
        won = float(played.wins[me])
    lead = 0.0 if match.by_sides else float(played.points[me] - np.delete(played.points, me).mean())
    shares = played.points if match.by_sides else played.wins
    kept = [(match.seats, *each, float(shares[each[0]])) for each in decided]
    return {
        "match": match.key,
        "code": code_of(match.game),
        "number": number,
        "won": won,
        "lead": lead,
        "think": [round(1000 * second, 1) for second in played.seconds],
    } | ({"decided": kept} if keeps else {})


def count_bluffs(match: Match, number: int) -> dict[str, Any]:
    """One game among players of one level: how often they lied, were caught, believed, or doubted though honest."""
    from dataclasses import asdict

    from tripot.lab.bluffs import Bluffs, count_in

    found = Bluffs()
    count_in(found, match.game, match.one, match.seats, number)
    played = {"match": match.key, "code": code_of(match.game), "number": number, "won": 0.0, "think": []}
    return played | {"bluffs": asdict(found)}


def natively(match: Match, name: str, games: int) -> float:
    """What a regular wins among players of a habit, in many games at once."""
    import tripot
    from tests.bots.habits import habits, of_sides
    from tripot.bots.bouts import bouts

    game, habit = tripot.game(match.game), habits(match.game)[name]
    options = dict(match.options)
    if not match.by_sides:
        line_up = [habit.regular] + [habit.temper] * (match.seats - 1)
        return bouts(game, line_up, games // match.seats * match.seats, 1, by=habit.by, **options).share(0)[0]
    return of_sides(habit.regular, habit.temper, match.seats, games // 2, 1, habit.by)


def play_some(match: Match, numbers: Sequence[int], until: float, keeps: bool = False) -> list[dict[str, Any]]:
    """Some games of a match, as many as there is time for."""
    played: list[dict[str, Any]] = []
    for number in numbers:
        if time.time() > until:
            break
        played.append(count_bluffs(match, number) if match.kind == "bluff" else play_one(match, number, keeps))
    return played
