"""How hard puzzles are and how good people, by their first answers: Glicko, one answer at a time.

A puzzle begins with the rating that bots gave it and is moved by people from there.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from tripot.house import schema
from tripot.house.store import Work
from tripot.puzzles import Puzzle

FIRST, UNSURE = 1200.0, 350.0  # of a guest who has answered nothing
ROUGH = 120.0  # how unsure the bots' word about a puzzle is
SUREST = 45.0
Q = math.log(10) / 400


class Rating(NamedTuple):
    rating: float
    deviation: float
    answers: int = 0
    right: int = 0


def after(mine: Rating, other: Rating, score: float) -> Rating:
    """My rating after a game against another, or against a puzzle; 1 for a win."""
    weight = 1 / math.sqrt(1 + 3 * (Q * other.deviation / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-weight * (mine.rating - other.rating) / 400))
    information = (Q * weight) ** 2 * expected * (1 - expected)
    variance = 1 / (1 / mine.deviation**2 + information)
    rating = mine.rating + Q * variance * weight * (score - expected)
    return Rating(rating, max(SUREST, math.sqrt(variance)), mine.answers + 1, mine.right + int(score))


class Answered(NamedTuple):
    """What the store says to an answer: whether it was the first, and the ratings then."""

    first: bool
    mine: Rating
    puzzle: Rating


def answering(guest_id: str, game: str, asked: Puzzle, move: str, at: float) -> Work[Answered]:
    """Note a guest's first answer, and what follows from it; later ones change nothing."""

    def write(connection: Connection) -> Answered:
        answers, right = schema.puzzle_answers, move in asked.right
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        noted = dialect.insert(answers).values(
            guest=guest_id, puzzle=asked.name, game=game, move=move, right=right, at=at
        )
        first = bool(connection.execute(noted.on_conflict_do_nothing()).rowcount)
        mine = _read(connection, guest_id, game) or Rating(FIRST, UNSURE)
        puzzle = _read(connection, asked.name, game) or Rating(asked.rating, ROUGH)
        if first:
            mine, puzzle = after(mine, puzzle, float(right)), _judged_by(puzzle, mine, right)
            _write(connection, guest_id, game, mine)
            _write(connection, asked.name, game, puzzle)
        return Answered(first, mine, puzzle)

    return write


def _judged_by(puzzle: Rating, solver: Rating, right: bool) -> Rating:
    """A puzzle wins where somebody errs; what it counts is how many were right."""
    return after(puzzle, solver, 1.0 - right)._replace(right=puzzle.right + right)


def history(guest_id: str, game: str) -> Work[tuple[Rating, dict[str, str]]]:
    """A guest's rating in a game, and the first answers that they gave to its puzzles."""

    def read(connection: Connection) -> tuple[Rating, dict[str, str]]:
        answers = schema.puzzle_answers
        rows = connection.execute(
            select(answers.c.puzzle, answers.c.move).where(answers.c.guest == guest_id, answers.c.game == game)
        )
        given = {str(row.puzzle): str(row.move) for row in rows}
        return _read(connection, guest_id, game) or Rating(FIRST, UNSURE), given

    return read


def rating_of(asked: Puzzle, game: str) -> Work[Rating]:
    return lambda connection: _read(connection, asked.name, game) or Rating(asked.rating, ROUGH)


def _read(connection: Connection, whose: str, game: str) -> Rating | None:
    ratings = schema.puzzle_ratings
    row = connection.execute(select(ratings).where(ratings.c.whose == whose, ratings.c.game == game)).one_or_none()
    return None if row is None else Rating(row.rating, row.deviation, row.answers, row.right)


def _write(connection: Connection, whose: str, game: str, rating: Rating) -> None:
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    row = dialect.insert(schema.puzzle_ratings).values(whose=whose, game=game, **rating._asdict())
    connection.execute(row.on_conflict_do_update(index_elements=["whose", "game"], set_=rating._asdict()))
