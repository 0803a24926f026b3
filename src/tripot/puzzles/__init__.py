"""Puzzles: positions from strong play in which somebody may be lying. `making.py` finds them, the house sets them.

A puzzle is the moves of a game up to one seat's decision, and what a long search says about that. Whoever is asked
moves in the order of seats, so that a game is a row of numbers. `GAME.txt` has a line of JSON for each.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files

import numpy as np

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"  # of names: nothing that looks like something else
NAME_LENGTH = 8


@dataclass(frozen=True)
class Puzzle:
    """A decision of one seat, the right answers to it, and how well bots do."""

    name: str
    rules: int
    seats: int
    seat: int
    moves: tuple[int, ...]  # of seats and of chance, as they came
    right: tuple[str, ...]
    options: tuple[tuple[str, float, float], ...]  # the moves that matter: what each costs, how often a master makes it
    unit: str  # of the cost: points, or chances of winning
    chances: dict[str, float]  # what a master believes then
    rates: dict[str, float]  # how often each level answers right
    rating: int

    def line(self) -> str:
        return json.dumps(asdict(self) | {"moves": pack(self.moves)}, separators=(",", ":"))


def pack(moves: Sequence[int]) -> str:
    return base64.b85encode(zlib.compress(np.array(moves, "<u2").tobytes(), 9)).decode()


def unpack(text: str) -> tuple[int, ...]:
    return tuple(np.frombuffer(zlib.decompress(base64.b85decode(text)), "<u2").tolist())


def read(lines: Iterable[str]) -> list[Puzzle]:
    found = []
    for line in lines:
        fields = json.loads(line)
        fields["moves"] = unpack(fields["moves"])
        fields["right"] = tuple(fields["right"])
        fields["options"] = tuple((move, cost, share) for move, cost, share in fields["options"])
        found.append(Puzzle(**fields))
    return found


def name_of(game_name: str, seat: int, moves: Sequence[int]) -> str:
    """A name that follows from what is asked."""
    digest = hashlib.sha256(f"{game_name} {seat} {pack(moves)}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:NAME_LENGTH])


@cache
def puzzles_of(game_name: str) -> tuple[Puzzle, ...]:
    """The set of a game; empty for one that has none."""
    path = files(__name__) / f"{game_name}.txt"
    return tuple(read(path.read_text("utf-8").splitlines())) if path.is_file() else ()
