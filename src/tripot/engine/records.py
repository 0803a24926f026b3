"""Game records as text, both ways: header lines, `---`, one line a move, what points are made of, and the result.

No random source is needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tripot.engine.chance import Chance, Keyed
from tripot.engine.errors import BadOption, BadPosition, BadRecord, IllegalMove, UnknownGame, UnknownMove
from tripot.engine.game import Game, game
from tripot.engine.table import Outcome, Proof, Table

PROVEN = ("table", "commitment", "seals", "entropies", "pace")
PACES = ("live", "correspondence")
KEYS = ("game", "rules", "players", "options", "position", "names", *PROVEN, "key")
LONG_KEYS = ("position", "names", "seals", "entropies")
LONGEST_LINE = 500  # letters, of any line but those
END_OF_HEADER = "---"
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
HASH = re.compile(r"[0-9a-f]{64}")

# Told of every chance line before it is played: the line's number, what could happen, and what the line says.
Watch = Callable[[int, Mapping[str, int], str], None]


def write(table: Table) -> str:
    """A table's game so far."""
    lines = [f"game {table.game.name}", f"rules {table.game.version}", f"players {table.seats}"]
    if table.origin is not None:
        lines.append("position " + json.dumps(table.origin, separators=(",", ":")))
    elif table.options:
        lines.append("options " + " ".join(f"{name}={value}" for name, value in table.options.items()))
    if table.names:
        lines.append("names " + json.dumps(list(table.names), ensure_ascii=False))
    lines += _proof_lines(table.proof)
    lines.append(END_OF_HEADER)
    lines += [f"{'chance' if seat is None else seat} {text}" for seat, text in table.history]
    if table.outcome is not None:
        lines += [*_score_lines(table), _result(table.outcome)]
    return "\n".join(lines) + "\n"


def _score_lines(table: Table) -> list[str]:
    """What every seat's points are made of: seat, clause, how many, points, and of what."""
    return [f"score {seat} {clause} {number} {points} {name}" for seat, name, clause, number, points in table.lines]


def _result(outcome: Outcome) -> str:
    return "result " + " ".join(map(str, outcome.scores))


def _proof_lines(proof: Proof) -> Iterator[str]:
    for key in (*PROVEN, "key"):
        value = getattr(proof, key)
        if value:
            yield f"{key} {value if isinstance(value, str) else json.dumps(value)}"


def read(text: str, chance: Chance | None = None) -> Table:
    """Replay a record. The table can be played on; chance then comes from the given source, or the system's."""
    return Transcript(text).replay(chance)


class Transcript:
    """A record that is about to be replayed: its header is read and checked, its moves are not."""

    def __init__(self, text: str) -> None:
        lines = text.splitlines()
        header = _Header(lines)
        self.lines = [(number, line) for number, line in enumerate(lines[header.end :], header.end + 1) if line.strip()]
        self._last = len(lines)
        try:
            self.game = header.played()
            self.position: Any = header.json("position")
            if self.position is None:
                self.seats = self.game.checked_seats(_whole(header["players"]))
                self.options = self.game.chosen(_options(header.get("options", "")))
        except (UnknownGame, BadOption) as fault:
            raise BadRecord(f"in the header: {fault}") from None
        self.names = _names(header)
        self.proof = _proof(header)

    @property
    def has_result(self) -> bool:
        return bool(self.lines) and self.lines[-1][1].startswith("result")

    def replay(self, chance: Chance | None = None, watch: Watch | None = None) -> Table:
        """The table at the record's end. If it is played on, chance comes from the given source, or the system's."""
        script = _Script(self.lines, self._last + 1, watch)
        try:
            table = self._opened(script)
            while not script.is_over() and not script.line.startswith(("score ", "result")):
                _play_line(table, script)
        except _Unfinished:
            raise BadRecord(f"line {script.number}: the record stops where chance must act") from None
        _check_result(table, script)
        return table.copy(chance or Keyed())

    def _opened(self, script: _Script) -> Table:
        if self.position is None:
            table = self.game.start(self.seats, chance=script, **self.options)
        else:
            try:
                table = self.game.position(self.position, chance=script)
            except BadPosition as fault:
                raise BadRecord(f"in the header: {fault}") from None
        table.names, table.proof = self.names, self.proof
        return table


class _Header(dict[str, str]):
    """A header's keys and values, with the line of each; `end` is the line after which the moves begin."""

    def __init__(self, lines: list[str]) -> None:
        super().__init__()
        self.numbers: dict[str, int] = {}
        for number, line in enumerate(lines, 1):
            if line == END_OF_HEADER:
                self.end = number
                self.need(*KEYS[:3])
                return
            key, _, value = line.partition(" ")
            if key not in KEYS or not value:
                raise BadRecord(f"line {number}: expected one of {', '.join(KEYS)} with a value, or '{END_OF_HEADER}'")
            if key in self:
                raise BadRecord(f"line {number}: there is a second {key!r}")
            if key not in LONG_KEYS and len(line) > LONGEST_LINE:
                raise BadRecord(f"line {number}: {key!r} is followed by {len(value)} letters, which is too long")
            self[key], self.numbers[key] = value, number
        raise BadRecord(f"line {len(lines) + 1}: expected '{END_OF_HEADER}' after the header")

    def need(self, *keys: str) -> None:
        for key in keys:
            if key not in self:
                raise BadRecord(f"line {self.end}: expected a line '{key} ...' before '{END_OF_HEADER}'")

    def fault(self, key: str, sentence: str) -> BadRecord:
        return BadRecord(f"line {self.numbers[key]}: {sentence}, not {_quoted(self[key])}")

    def played(self) -> Game:
        """The game that was played, on the rules that it was played on."""
        present, given = game(self["game"]), self["rules"]
        version = _whole(given)
        if version < 0:
            raise self.fault("rules", "the number of a version is expected")
        try:
            return game(present.name, version)
        except UnknownGame:
            sentence = f"a record of version {given} of {present.name}; these rules are {present.version}"
            raise BadRecord(sentence) from None

    def json(self, key: str) -> Any:
        """The value as JSON says it; None if there is no such line."""
        if key not in self:
            return None
        try:
            value = json.loads(self[key])
        except (ValueError, RecursionError) as fault:  # no JSON, a number of thousands of digits, too deep
            raise BadRecord(f"line {self.numbers[key]}: {key}: this is no JSON: {fault}") from None
        if value is None:
            raise self.fault(key, "a value is expected")
        return value

    def hash(self, key: str) -> str:
        """The value, 64 hex digits; empty if there is no such line."""
        value = self.get(key, "")
        if value and not HASH.fullmatch(value):
            raise self.fault(key, f"{key}: 64 hex digits (0-9, a-f) are expected")
        return value

    def hashes(self, key: str, seats: int) -> tuple[str | None, ...]:
        """One of 64 hex digits, or null, for each seat."""
        values = self.json(key)
        if not isinstance(values, list) or len(values) != seats:
            raise self.fault(key, f"{key}: a list with one entry for each of the {seats} seats is expected")
        for seat, value in enumerate(values):
            if value is not None and not (isinstance(value, str) and HASH.fullmatch(value)):
                raise self.fault(key, f"{key} of seat {seat}: 64 hex digits (0-9, a-f) or null are expected")
        return tuple(values)


def _quoted(text: str) -> str:
    """A piece of a file as a sentence may carry it, whatever it holds."""
    return repr(text if len(text) <= 80 else text[:79] + "…")


def _whole(text: str) -> int:
    """A whole number; -1 if it isn't one."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1


def _names(header: _Header) -> tuple[str, ...]:
    names = header.json("names")
    if names is None:
        return ()
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord(f"in the header: names are a list of texts, not {_quoted(header['names'])}")
    return tuple(names)


def _options(text: str) -> dict[str, Any]:
    options = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadRecord(f"in the header: option {word!r} has no value")
        options[name] = value
    return options


def _proof(header: _Header) -> Proof:
    """What a house table wrote down; of another table at most a commitment."""
    if not any(key in header for key in ("table", "pace", "seals", "entropies", "key")):
        return Proof(commitment=header.get("commitment", ""))
    header.need(*PROVEN)
    if "position" in header:
        raise BadRecord(f"line {header.numbers['position']}: a house table begins with a deal, not with a position")
    if not TABLE_ID.fullmatch(header["table"]):
        raise header.fault("table", "a table's id of letters, digits, - and _ is expected")
    if header["pace"] not in PACES:
        raise header.fault("pace", f"a table's pace is one of {', '.join(PACES)}")
    seats = _whole(header["players"])
    return Proof(
        header["table"],
        header.hash("commitment"),
        header.hashes("seals", seats),
        header.hashes("entropies", seats),
        header.hash("key"),
        header["pace"],
    )


class _Unfinished(Exception):
    """The record stops where chance is asked."""


class _Script:
    """Chance as the record has it: the next line must say what it did."""

    def __init__(self, lines: list[tuple[int, str]], end: int, watch: Watch | None) -> None:
        self.lines, self.end, self.watch, self.next = lines, end, watch, 0

    def is_over(self) -> bool:
        return self.next == len(self.lines)

    @property
    def number(self) -> int:
        """The line that is read now, counted from one."""
        return self.end if self.is_over() else self.lines[self.next][0]

    @property
    def line(self) -> str:
        number, line = self.lines[self.next]
        if len(line) > LONGEST_LINE:
            raise BadRecord(f"line {number}: {len(line)} letters are too many for a move")
        return line

    def pick(self, weights: Mapping[str, int]) -> str:
        if self.is_over():
            raise _Unfinished
        who, _, text = self.line.partition(" ")
        if who != "chance":
            raise BadRecord(f"line {self.number}: expected 'chance' and one of {', '.join(weights)}")
        if self.watch is not None:
            self.watch(self.number, weights, text)
        if text not in weights:
            raise BadRecord(f"line {self.number}: chance can't give {text!r} now, only {', '.join(weights)}")
        self.next += 1
        return text


def _play_line(table: Table, script: _Script) -> None:
    number = script.number
    who, _, text = script.line.partition(" ")
    if who == "chance":
        raise BadRecord(f"line {number}: chance isn't asked now")
    seat = _whole(who)
    if seat < 0:
        raise BadRecord(f"line {number}: expected a seat's number, 'chance' or 'result', not {_quoted(who)}")
    script.next += 1
    try:
        table.play(seat, text)
    except (IllegalMove, UnknownMove) as fault:
        raise BadRecord(f"line {number}: {fault}") from None


def _check_result(table: Table, script: _Script) -> None:
    if script.is_over():
        return
    if table.outcome is None:
        raise BadRecord(f"line {script.number}: a result, but the game isn't over")
    explained = _score_lines(table) if script.line.startswith("score ") else []
    for expected in (*explained, _result(table.outcome)):
        if script.is_over() or script.line != expected:
            raise BadRecord(f"line {script.number}: the game ends with '{expected}'")
        script.next += 1
    if not script.is_over():
        raise BadRecord(f"line {script.number}: nothing is expected after the result")
