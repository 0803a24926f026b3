"""How a rules file states its tables: the record with who may know each field, the phases, the moves.

The engine makes functions, documents and tensors from these (`tripot.engine.derive`); rules only declare.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

UNKNOWN = "unknown"  # the name that stands for what a viewer can't see

WORD = 4  # bytes
MOST_FIELDS = 63  # of a record: which have changed is one bit each of a machine's word

Reading = str | int | tuple[str, ...]


class Field:
    """One field of a record: how it reads, and who may know it.

    It reads as its axes and then a value: `Field("seats", CARDS, "count")`. A value is a tuple of names, `"seat"`,
    `"count"` or `"flag"`; an axis is `"seats"`, a tuple of names, or a number: a list of so many places.

    `known` says who may know it, in one way or several: `"all"`, `"nobody"`, `"owner"` (the seat of its first axis of
    seats), `"seats"` (whoever has one), the name of a field with a seat in it (whoever that is) or of one along the
    same places (all, where that holds something), `"unsealed"` (all, once the sealed question is closed), the name of a
    phase (all, as long as it lasts), or the name of a function of the rules, given the record, the viewer and the place
    (as many numbers of it as it takes).

    `start` is what it holds when a game begins and where nothing is: 0 (the first phase), and -1 for names and seats.
    Hidden counts by kind are counted as `unknown`; another hidden value becomes `unknown` where there is such a name,
    else `hidden`, which is `start` unless it is given; where no name or seat stands, that stays.

    `cards`: cards of the pack lie here, and are counted. `vague`: a full record may have unknowns here. `signed`: a
    count that may be below 0. `derived`: in no document; the rules' `complete` fills it in. `wide`: its bits. `seldom`:
    touched in few moves; a GPU keeps it apart from what it has at hand, and so plays more games at once. `lasts`: the
    name of the time (a turn, a round) after which it is as at the start; see `Clears`.
    """

    def __init__(
        self,
        *reads: Reading,
        known: str | tuple[str, ...] = "all",
        start: int | None = None,
        hidden: int | None = None,
        wide: int = 8,
        vague: bool = False,
        cards: bool = False,
        derived: bool = False,
        signed: bool = False,
        seldom: bool = False,
        lasts: str = "",
    ) -> None:
        *axes, value = reads
        if not (isinstance(value, tuple) or value in ("seat", "count", "flag")):
            raise TypeError(f"{value!r} is no value of a field: names, 'seat', 'count' or 'flag' are")
        if any(isinstance(axis, str) and axis != "seats" for axis in axes):
            raise TypeError(f"{axes!r} are no axes of a field: 'seats', names and numbers are")
        self.axes, self.value = tuple(axes), value
        self.known = (known,) if isinstance(known, str) else known
        from_0 = value in ("count", "flag") or isinstance(value, Phases)
        self.start: int = start if start is not None else 0 if from_0 else -1
        self.unknown = value.index(UNKNOWN) if isinstance(value, tuple) and UNKNOWN in value else -1
        self.hidden: int = hidden if hidden is not None else self.unknown if self.unknown >= 0 else self.start
        self.wide, self.vague, self.cards, self.derived, self.signed = wide, vague, cards, derived, signed
        self.seldom, self.lasts = seldom, lasts

    @property
    def legend(self) -> tuple[Any, ...]:
        """How it reads as a document."""
        return (*("list" if isinstance(axis, int) else axis for axis in self.axes), self.value)

    @property
    def shows_blank(self) -> bool:
        """Whether a hidden place still shows that nothing is there: no card, no answer. No number shows."""
        return self.value not in ("count", "flag")

    @property
    def unknown_kind(self) -> int:
        """The place of the unknown ones among counts by kind, or -1."""
        kinds = self.axes[-1] if self.axes and self.value == "count" else ()
        return kinds.index(UNKNOWN) if isinstance(kinds, tuple) and UNKNOWN in kinds else -1

    def shape(self, seats: int) -> tuple[int, ...]:
        sizes = {"seats": seats}
        return tuple(
            axis if isinstance(axis, int) else sizes[axis] if isinstance(axis, str) else len(axis) for axis in self.axes
        )


class Record:
    """All fields of a game's record, in the order of its documents; in memory the widest come first, and those that
    are seldom touched last, from a whole word on."""

    def __init__(self, seats: tuple[int, int], /, **fields: Field) -> None:
        self.seats, self.fields = seats, fields
        count = sum(not field.derived for field in fields.values())
        if count > MOST_FIELDS:
            raise TypeError(f"a record has at most {MOST_FIELDS} fields, not {count}: join some along an axis")
        for name, field in fields.items():
            if "owner" in field.known and "seats" not in field.axes:
                raise TypeError(f"{name} belongs to nobody: 'owner' needs an axis of seats")

    @property
    def state(self) -> np.dtype[np.void]:
        in_order = sorted(self.fields.items(), key=lambda item: (item[1].seldom, -item[1].wide))
        kinds = [np.dtype((f"i{field.wide // 8}", field.shape(self.seats[1]))) for _, field in in_order]
        offsets: list[int] = []
        end = 0
        for (_, field), kind in zip(in_order, kinds, strict=True):
            begins_apart = field.seldom and len(offsets) == self.often
            unit = max(field.wide // 8, WORD if begins_apart else 1)
            offsets.append(-(-end // unit) * unit)
            end = offsets[-1] + kind.itemsize
        names = [name for name, _ in in_order]
        unit = max(field.wide // 8 for field in self.fields.values())
        size = -(-end // unit) * unit
        return np.dtype({"names": names, "formats": kinds, "offsets": offsets, "itemsize": size, "aligned": True})

    @property
    def often(self) -> int:
        """How many fields are not touched seldom."""
        return sum(not field.seldom for field in self.fields.values())

    @property
    def legend(self) -> dict[str, tuple[Any, ...]]:
        return {name: field.legend for name, field in self.fields.items() if not field.derived}


class Clears:
    """A function of the rules that is only declared: it puts all fields that last so long back to their start.

    `clear_turn = Clears("turn")`, and then `clear_turn(s)` where a turn is over. The engine makes it.
    """

    def __init__(self, time: str) -> None:
        self.time = time

    def __call__(self, s: Any) -> None:
        raise NotImplementedError(f"what clears a {self.time} is made when the game is loaded")


class Phases(tuple[str, ...]):
    """The phases, each with its name, the clause that its question rests on, and who is asked.

    Asked is `CHANCE`, `NOBODY`, the name of a field with a seat in it, or of a function that gives seats as bits. Where
    the same moves may be made whatever has happened, they follow. Where all outcomes of a verb are as likely, the verb
    follows; with `"seats"` so many of them, with the name of a field as likely as there are cards of each kind in it,
    with the name of a field by card and a value those cards of which it says so.
    """

    clauses: tuple[int, ...]
    asked: tuple[str | int, ...]
    offered: tuple[tuple[str, ...], ...]

    def __new__(cls, *rows: Any) -> Phases:
        phases = super().__new__(cls, (name for name, *_ in rows))
        phases.clauses = tuple(clause for _, clause, *_ in rows)
        phases.asked = tuple(asked for _, _, asked, *_ in rows)
        phases.offered = tuple(tuple(moves) for _, _, _, *moves in rows)
        return phases


class Moves(tuple[str, ...]):
    """The texts of moves or outcomes, from rows of a verb, perhaps its words, and the clause it rests on.

    `starts` are the places of each row's first text.
    """

    clauses: tuple[int, ...]
    starts: tuple[int, ...]

    def __new__(cls, *rows: tuple[Any, ...]) -> Moves:
        texts: list[str] = []
        clauses: list[int] = []
        starts: list[int] = []
        for verb, *rest in rows:
            starts.append(len(texts))
            texts += _texts(verb, rest)
            clause = rest[-1] if rest and isinstance(rest[-1], int) else 0
            clauses += [clause] * (len(texts) - len(clauses))
        moves = super().__new__(cls, texts)
        moves.clauses, moves.starts = tuple(clauses), tuple(starts)
        return moves


class Entries(tuple[tuple[str, int], ...]):
    """The names and clauses of NEWS or LINES, from rows like those of moves; `starts` as there."""

    starts: tuple[int, ...]

    def __new__(cls, *rows: tuple[Any, ...]) -> Entries:
        named = Moves(*rows)
        entries = super().__new__(cls, zip(named, named.clauses, strict=True))
        entries.starts = named.starts
        return entries


def _texts(verb: str, rest: list[Any]) -> Iterator[str]:
    if rest and isinstance(rest[0], tuple):
        return (f"{verb} {word}" for word in rest[0])
    return iter((verb,))
