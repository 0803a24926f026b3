"""Puzzles over HTTP: the one of the day, the next one, one by its name, and answers."""

from __future__ import annotations

import asyncio
import random
from datetime import UTC, datetime
from typing import Any

from litestar import Request
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK
from msgspec import Struct

from tripot.house import puzzle_ratings, puzzles
from tripot.house.errors import HouseError
from tripot.house.puzzles import PuzzleAnswer, PuzzleOfDay, PuzzleView
from tripot.puzzles import puzzles_of
from tripot.web.messages import MoveText
from tripot.web.routes import AppServices, Visitor, get, post
from tripot.web.services import Services


class PuzzleGame(Struct):
    """The puzzles of a game: how many, how many I have answered and how many right, and my rating."""

    game: str
    count: int
    answered: int
    right: int
    rating: int


class PuzzleList(Struct):
    today: PuzzleOfDay
    games: list[PuzzleGame]


class PuzzleName(Struct):
    game: str
    name: str


class ChosenMove(Struct, forbid_unknown_fields=True):
    move: MoveText


@get("/puzzles", summary="The puzzle of the day, and how you did in each game's")
async def puzzle_list(guest: Visitor, services: AppServices) -> PuzzleList:
    found = []
    for name in puzzles.games_with_puzzles():
        mine, answered = await services.store.read(puzzle_ratings.history(guest.id, name))
        count = len(puzzles_of(name))
        found.append(PuzzleGame(name, count, len(answered), mine.right, round(mine.rating)))
    return PuzzleList(puzzles.of_the_day(datetime.now(UTC).date().isoformat()), found)


@get("/puzzles/{name:str}/next", summary="A puzzle that you haven't answered, about as hard as you are good")
async def next_puzzle(guest: Visitor, services: AppServices, name: FromPath[str]) -> PuzzleName:
    mine, answered = await services.store.read(puzzle_ratings.history(guest.id, name))
    return PuzzleName(name, puzzles.next_of(name, set(answered), mine.rating, random.random()))


@get("/puzzles/{name:str}/{puzzle:str}", summary="A puzzle: the table as its seat saw it, without the answer")
async def puzzle(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, name: FromPath[str], puzzle: FromPath[str]
) -> PuzzleView:
    _allow(request, services)
    asked = puzzles.puzzle(name, puzzle)
    _, answered = await services.store.read(puzzle_ratings.history(guest.id, name))
    rating = await services.store.read(puzzle_ratings.rating_of(asked, name))
    found = await asyncio.to_thread(puzzles.shown, name, puzzle, guest.name, guest.language, answered.get(asked.name))
    found.rating = round(rating.rating)
    return found


@post("/puzzles/{name:str}/{puzzle:str}", status_code=HTTP_200_OK, summary="Choose, and see the truth and why")
async def answer_puzzle(
    request: Request[Any, Any, Any],
    guest: Visitor,
    services: AppServices,
    name: FromPath[str],
    puzzle: FromPath[str],
    data: JSONBody[ChosenMove],
) -> PuzzleAnswer:
    _allow(request, services)
    asked = puzzles.puzzle(name, puzzle)
    found = await asyncio.to_thread(puzzles.judged, name, puzzle, data.move, guest.name, guest.language)
    noted = await services.store.write(
        puzzle_ratings.answering(guest.id, name, asked, data.move, services.house.clock())
    )
    found.first, found.mine, found.rating = noted.first, round(noted.mine.rating), round(noted.puzzle.rating)
    found.people, found.people_right = noted.puzzle.answers, noted.puzzle.right
    return found


def _allow(request: Request[Any, Any, Any], services: Services) -> None:
    if not services.puzzles.take(request.state["address"]):
        raise HouseError("slow-down.requests")


ROUTES = [puzzle_list, next_puzzle, puzzle, answer_puzzle]
