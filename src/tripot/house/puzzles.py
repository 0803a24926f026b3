"""Puzzles as people meet them: a position with all that its seat knew; and, once they have chosen, the truth and why.

What is right is told only with the answer. The puzzle of the day is the same for everybody that day.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import msgspec

from tripot.engine import records
from tripot.engine.catalogue import catalogue
from tripot.engine.game import Game, game
from tripot.engine.look import Look
from tripot.engine.table import Table
from tripot.games.common import CHANCE
from tripot.house import puzzle_ratings, reasons
from tripot.house.botnames import bot_name
from tripot.house.errors import HouseError, NotFound
from tripot.house.puzzle_truths import Truth, side_of, truth_of
from tripot.house.replays import OPEN, Frame, frames_of
from tripot.house.scenes import ChairView, RoomView
from tripot.house.sheet import PLAYING
from tripot.house.time_control import TimeControl
from tripot.puzzles import Puzzle, puzzles_of

BELIEFS = 4
LIE = "lie"  # what it is about, so it comes first
LIKELY = 0.05  # what is less likely is left out
KEPT = 128  # tables in memory


class PuzzleView(msgspec.Struct):
    """What a puzzle shows before it is answered: the table as its seat saw it, with all that it had heard."""

    game: str
    name: str
    rating: int
    question: str
    room: RoomView
    frame: Frame
    answered: str | None = None  # my first answer, if I gave one


class WeighedAnswer(msgspec.Struct):
    """A move: what it costs against the best, and how often a master makes it."""

    move: str
    label: str
    cost: float
    share: float
    right: bool


class Likelihood(msgspec.Struct):
    text: str
    share: float


class PuzzleAnswer(msgspec.Struct):
    """What came of it. `truth` is the same table with everything open."""

    move: str
    right: bool
    first: bool  # only first answers count
    told: str  # the truth, in a sentence
    why: list[str]
    unit: str
    options: list[WeighedAnswer]
    beliefs: list[Likelihood]
    truth: Frame
    levels: dict[str, float]  # how often bots of each level answer right
    people: int = 0  # who have answered
    people_right: int = 0
    rating: int = 0
    mine: int = 0  # my own rating in this game


class PuzzleOfDay(msgspec.Struct):
    game: str
    name: str
    day: str


def games_with_puzzles() -> list[str]:
    return [name for name in catalogue() if puzzles_of(name)]


def puzzle(game_name: str, name: str) -> Puzzle:
    if game_name not in catalogue():
        raise NotFound("no-game.name", game=game_name[:40], games=", ".join(catalogue()))
    found = _by_name(game_name).get(name)
    if found is None:
        raise NotFound("no-puzzle.name")
    return found


@cache
def _by_name(game_name: str) -> dict[str, Puzzle]:
    return {each.name: each for each in puzzles_of(game_name)}


def of_the_day(day: str) -> PuzzleOfDay:
    """The games take turns from day to day; which of a game's puzzles it is, the date says."""
    names = games_with_puzzles()
    if not names:
        raise NotFound("no-puzzle.name")
    number = int.from_bytes(hashlib.sha256(day.encode()).digest()[:8], "big")
    year, month, date = (int(part) for part in day.split("-"))
    chosen = names[(372 * year + 31 * month + date) % len(names)]
    every = puzzles_of(chosen)
    return PuzzleOfDay(chosen, every[number % len(every)].name, day)


def next_of(game_name: str, answered: set[str], rating: float, luck: float) -> str:
    """One that wasn't answered yet, about as hard as somebody is good; when all were, any."""
    every = puzzles_of(game_name)
    if not every:
        raise NotFound("no-puzzle.game", game=game_name[:40])
    left = [each for each in every if each.name not in answered] or list(every)
    near = sorted(left, key=lambda each: (abs(each.rating - rating), each.name))[: max(8, len(left) // 8)]
    return near[int(luck * len(near))].name


# the table


@lru_cache(KEPT)
def table_of(game_name: str, name: str) -> Table:
    """The game up to the question. Whoever is asked moves in the order of seats."""
    asked, chosen = puzzle(game_name, name), game(game_name)
    state, lines = chosen.start(asked.seats, seed=0).start_state(), []
    for move in asked.moves:
        actors = chosen.plain.actors(state)
        seat = CHANCE if actors < 0 else (actors & -actors).bit_length() - 1
        lines.append(f"chance {chosen.outcomes[move]}" if seat == CHANCE else f"{seat} {chosen.moves[move]}")
        chosen.plain.apply(state, seat, move)
    header = [f"game {game_name}", f"rules {asked.rules}", f"players {asked.seats}", "---"]
    return records.read("\n".join(header + lines) + "\n")


def names_at(asked: Puzzle, solver: str) -> tuple[str, ...]:
    names: list[str] = []
    for seat in range(asked.seats):
        names.append(solver if seat == asked.seat else bot_name(asked.name, seat, [solver, *names]))
    return tuple(names)


def shown(game_name: str, name: str, solver: str, language: str, answered: str | None = None) -> PuzzleView:
    """A puzzle before its answer."""
    asked = puzzle(game_name, name)
    names = names_at(asked, solver)
    room = RoomView(
        table="",
        game=game_name,
        rules=asked.rules,
        seats=asked.seats,
        options={},
        pace=TimeControl(),
        public=False,
        status=PLAYING,
        chairs=[ChairView(seat, each, person=seat == asked.seat) for seat, each in enumerate(names)],
        commitment="",
        you=asked.seat,
    )
    frame = _last(table_of(game_name, name), str(asked.seat), language, names)
    question = reasons.texts(language)["questions"].get(game_name, "")
    return PuzzleView(game_name, name, asked.rating, question, room, frame, answered)


def _last(table: Table, eyes: str, language: str, names: tuple[str, ...]) -> Frame:
    """The table now, with all that was told until then."""
    frames = list(frames_of(table, eyes, language, names))
    view: dict[str, Any] = {}
    for frame in frames:
        view |= frame.view
    standings = next((frame.standings for frame in reversed(frames) if frame.standings is not None), None)
    pages = [page for frame in frames for page in frame.pages]
    return Frame(frames[-1].beat, view, frames[-1].question, standings, pages)


# the answer


def judged(game_name: str, name: str, move: str, solver: str, language: str) -> PuzzleAnswer:
    """What an answer is worth, and why; who has answered and how is for the store to say."""
    asked, table = puzzle(game_name, name), table_of(game_name, name)
    texts, names = table.game.texts(language), names_at(asked, solver)
    look = table.look(asked.seat)
    if move not in look.legal:
        raise HouseError("puzzle.move", move=move[:80])
    truth = truth_of(table, look)
    options = [
        WeighedAnswer(each, texts.move(each, names.__getitem__), cost, share, each in asked.right)
        for each, cost, share in asked.options
    ]
    beliefs = [
        Likelihood(text, share)
        for chance, share in sorted(asked.chances.items(), key=lambda chance: (chance[0] != LIE, -chance[1]))
        if LIKELY <= share < 1 and (text := texts.chance(chance, names.__getitem__))
    ]
    right = move in asked.right
    return PuzzleAnswer(
        move=move,
        right=right,
        first=True,
        told=_told(table.game, truth, names, language),
        why=_why(table.game, asked, look, truth, right, names, language),
        unit=asked.unit,
        options=options,
        beliefs=beliefs[:BELIEFS],
        truth=_last(table, OPEN, language, names),
        levels=asked.rates,
        rating=asked.rating,
        mine=round(puzzle_ratings.FIRST),
    )


def _told(chosen: Game, truth: Truth, names: Sequence[str], language: str) -> str:
    form = reasons.texts(language)["truths"].get(f"{chosen.name} {truth.kind}", "")
    if isinstance(form, dict):
        form = form["one" if truth.number == 1 else "other"]
    words = chosen.texts(language).words
    things = ", ".join(words.get(thing, thing) for thing in truth.things)
    who = names[truth.seat] if truth.seat >= 0 else ""
    return reasons.filled(language, form, count=truth.number, things=things, who=who)


def _why(
    chosen: Game, asked: Puzzle, look: Look, truth: Truth, right: bool, names: Sequence[str], language: str
) -> list[str]:
    """Why it is so: the chances, what the next best costs, and what luck would have made of it."""
    side = side_of(chosen.name, asked.chances, asked.right, look)
    told = reasons.for_side(chosen, side, names, language)
    wrong = [cost for move, cost, _ in asked.options if move not in asked.right]
    if wrong:
        told.append(reasons.next_best(chosen, min(wrong), asked.unit, language))
    if side.doubts is not None and truth.kind in ("lie", "honest") and side.doubts != (truth.kind == "lie"):
        told.append(reasons.said(language)["luck" if right else "fluke"])
    if right and side.reason == "search" and side.seat != truth.seat:
        told.append(reasons.said(language)["luck"])
    return told
