"""What random play keeps at hand, in plain Python: marks of legal moves as bits, bits counted and found, small arrays.

Native code has the same names from `registers.py`.
"""

from __future__ import annotations

from typing import Any

WORD = 64


class Marks:
    """Marks of moves, one bit each. Rules write them as they write any array of marks."""

    def __init__(self, moves: int) -> None:
        self.words = [0] * -(-moves // WORD)

    def __setitem__(self, move: int, marked: int) -> None:
        word, place = divmod(move, WORD)
        self.words[word] = self.words[word] & ~(1 << place) | bool(marked) << place


def no_marks(moves: int) -> Marks:
    return Marks(moves)


def marked_in(marks: Marks, word: int) -> int:
    """The marks of 64 moves, as bits."""
    return marks.words[word]


def ones(bits: int) -> int:
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The lowest bit that is set: of several asked seats, who is asked first."""
    return (bits & -bits).bit_length() - 1


def nth_one(bits: int, place: int) -> int:
    """The bit that comes after so many others that are set."""
    for _ in range(place):
        bits &= bits - 1
    return lowest(bits)


def small_array(size: int, kind: Any) -> list[int]:
    """As many zeros; in native code of this kind."""
    return [0] * size


NAMES = ("no_marks", "marked_in", "ones", "lowest", "nth_one", "small_array")
