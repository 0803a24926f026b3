"""Game records as text, both ways: header lines, `---`, one line a move, and the result. No random source is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tripot.engine.chance import Chance, Keyed
from tripot.engine.errors import BadOption, BadPosition, BadRecord, IllegalMove, UnknownGame, UnknownMove
from tripot.engine.game import game
from tripot.engine.table import Table

KEYS = ("game", "rules", "players", "options", "position", "names", "commitment")
END_OF_HEADER = "---"


def write(table: Table) -> str:
    """A table's game so far."""
    lines = [f"game {table.game.name}", f"rules {table.game.version}", f"players {table.seats}"]
    if table.origin is not None:
        lines.append("position " + json.dumps(table.origin, separators=(",", ":")))
    elif table.options:
        lines.append("options " + " ".join(f"{name}={value}" for name, value in table.options.items()))
    if table.names:
        lines.append("names " + json.dumps(list(table.names), ensure_ascii=False))
    if table.commitment:
        lines.append(f"commitment {table.commitment}")
    lines.append(END_OF_HEADER)
    lines += [f"{'chance' if seat is None else seat} {text}" for seat, text in table.history]
    if table.outcome is not None:
        lines.append("result " + " ".join(map(str, table.outcome.scores)))
    return "\n".join(lines) + "\n"


class _Script:
    """Chance as the record has it: the next line must say what it did."""

    def __init__(self, lines: list[str], first: int) -> None:
        self.lines, self.first, self.next = lines, first, 0

    @property
    def number(self) -> int:
        """The line that is read now, counted from one."""
        return self.first + self.next

    def pick(self, weights: Mapping[str, int]) -> str:
        if self.next >= len(self.lines):
            raise _Unfinished
        who, _, text = self.lines[self.next].partition(" ")
        if who != "chance":
            raise BadRecord(f"line {self.number}: expected 'chance' and one of {', '.join(weights)}")
        if text not in weights:
            raise BadRecord(f"line {self.number}: chance can't give {text!r} now, only {', '.join(weights)}")
        self.next += 1
        return text


class _Unfinished(Exception):
    """The record stops where chance is asked."""


def read(text: str, chance: Chance | None = None) -> Table:
    """Replay a record. The table can be played on; chance then comes from the given source, or the system's."""
    lines = text.splitlines()
    header, first = _header(lines)
    script = _Script([line for line in lines[first:] if line.strip()], first + 1)
    try:
        table = _opened(header, script)
        while script.next < len(script.lines) and not script.lines[script.next].startswith("result"):
            _play_line(table, script)
    except _Unfinished:
        raise BadRecord(f"line {script.number}: the record stops where chance must act") from None
    _check_result(table, script)
    return table.copy(chance or Keyed())


def _header(lines: list[str]) -> tuple[dict[str, str], int]:
    """The header's keys and values, and the place of the first move."""
    header: dict[str, str] = {}
    for number, line in enumerate(lines):
        if line == END_OF_HEADER:
            for key in KEYS[:3]:
                if key not in header:
                    raise BadRecord(f"line {number + 1}: expected a line '{key} ...' before '{END_OF_HEADER}'")
            return header, number + 1
        key, _, value = line.partition(" ")
        if key not in KEYS or not value:
            raise BadRecord(f"line {number + 1}: expected one of {', '.join(KEYS)} with a value, or '{END_OF_HEADER}'")
        if key in header:
            raise BadRecord(f"line {number + 1}: there is a second {key!r}")
        header[key] = value
    raise BadRecord(f"line {len(lines) + 1}: expected '{END_OF_HEADER}' after the header")


def _opened(header: dict[str, str], script: _Script) -> Table:
    """The table that a header describes, with the script as its chance."""
    try:
        chosen = game(header["game"])
        if header["rules"] != str(chosen.version):
            raise BadRecord(f"a record of version {header['rules']} of {chosen.name}; these rules are {chosen.version}")
        seats = int(header["players"]) if header["players"].isdecimal() else -1
        if "position" in header:
            table = chosen.position(json.loads(header["position"]), chance=script)
        else:
            table = chosen.start(seats, chance=script, **_options(header.get("options", "")))
        if "names" in header:
            table.names = _names(header["names"])
        table.commitment = header.get("commitment", "")
    except (UnknownGame, BadOption, BadPosition, json.JSONDecodeError) as fault:
        raise BadRecord(f"in the header: {fault}") from None
    return table


def _names(text: str) -> tuple[str, ...]:
    names = json.loads(text)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise BadRecord(f"in the header: names are a list of texts, not {text}")
    return tuple(names)


def _options(text: str) -> dict[str, Any]:
    options = {}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals:
            raise BadRecord(f"in the header: option {word!r} has no value")
        options[name] = value
    return options


def _play_line(table: Table, script: _Script) -> None:
    number = script.number
    who, _, text = script.lines[script.next].partition(" ")
    if who == "chance":
        raise BadRecord(f"line {number}: chance isn't asked now")
    if not who.isdecimal():
        raise BadRecord(f"line {number}: expected a seat's number, 'chance' or 'result', not {who!r}")
    script.next += 1
    try:
        table.play(int(who), text)
    except (IllegalMove, UnknownMove) as fault:
        raise BadRecord(f"line {number}: {fault}") from None


def _check_result(table: Table, script: _Script) -> None:
    if script.next == len(script.lines):
        return
    number = script.number
    if script.next + 1 < len(script.lines):
        raise BadRecord(f"line {number + 1}: nothing is expected after the result")
    if table.outcome is None:
        raise BadRecord(f"line {number}: a result, but the game isn't over")
    expected = "result " + " ".join(map(str, table.outcome.scores))
    if script.lines[script.next] != expected:
        raise BadRecord(f"line {number}: the game ends with '{expected}'")
