"""What a command was given: files, options, tables and viewers. What is wrong with them is said in one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tripot.engine import record_codec
from tripot.engine.chance import Keyed
from tripot.engine.errors import TripotError
from tripot.engine.game import Game, game
from tripot.engine.records import read as replayed
from tripot.engine.table import Table

STDIN = Path("-")


def text_of(file: Path) -> str:
    try:
        return sys.stdin.read() if file == STDIN else file.read_text(encoding="utf-8")
    except OSError as fault:
        raise TripotError(f"{file} can't be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise TripotError(f"{file} can't be read: it is no UTF-8 text") from None


def write(file: Path, text: str, anew: bool = False) -> None:
    """Write a file; with `anew` only where there is none."""
    if file == STDIN:
        sys.stdout.write(text)
        return
    try:
        with file.open("x" if anew else "w", encoding="utf-8") as target:
            target.write(text)
    except FileExistsError:
        raise TripotError(f"{file} is there already; a new file is needed") from None
    except OSError as fault:
        raise TripotError(f"{file} can't be written: {fault.strerror}") from None


def options_of(chosen: Game, given: Sequence[str] | None) -> dict[str, Any]:
    """All options of a game, as `name=value` texts have them."""
    options = {}
    for text in given or ():
        name, equals, value = text.partition("=")
        if not equals:
            raise TripotError(f"--option {text!r}: a name, = and a value are expected")
        options[name] = value
    return chosen.chosen(options)


def recorded(file: Path) -> Table:
    return replayed(text_of(file))


def opened(
    name: str | None,
    seats: int | None,
    seed: int,
    option: Sequence[str] | None,
    record: Path | None,
    position: Path | None,
) -> Table:
    """A new table, or one as a file has it."""
    if record is not None and position is not None:
        raise TripotError("a record or a position is read, not both")
    if record is not None:
        table = recorded(record)
        if name is not None and game(name) is not table.game:
            raise TripotError(f"{record} is a record of {table.game.name}, not of {name}")
        return table
    if name is None:
        raise TripotError("which game? `tripot games` lists them")
    chosen = game(name)
    if position is not None:
        return _in_position(chosen, position)
    return chosen.start(seats, seed, **options_of(chosen, option))


def _in_position(chosen: Game, file: Path) -> Table:
    """A table as a file has it; chance, if it is asked there, has not acted yet."""
    try:
        document = json.loads(text_of(file))
    except (json.JSONDecodeError, RecursionError) as fault:
        raise TripotError(f"{file} is no JSON: {fault}") from None
    state = record_codec.from_document(chosen.rules, document)
    chosen.check(state)
    return Table(chosen, record_codec.seats_of(chosen.rules, state), None, state, Keyed(), document)


def make_moves(table: Table, file: Path) -> None:
    """Play the moves that a file names, one `SEAT MOVE` a line."""
    for number, line in enumerate(text_of(file).splitlines(), 1):
        who, _, text = line.strip().partition(" ")
        if not who:
            continue
        if not who.isdecimal():
            raise TripotError(f"line {number}: expected a seat's number and a move, not {line!r}")
        try:
            table.play(int(who), text)
        except TripotError as fault:
            raise TripotError(f"line {number}: {fault}") from None


def viewer_at(table: Table, name: str | None) -> int | None:
    """A seat; None for a spectator."""
    if name is None or name == "spectator":
        return None
    if not name.isdecimal() or int(name) >= table.seats:
        raise TripotError(f"--as {name!r}: a seat from 0 to {table.seats - 1} is expected, or spectator")
    return int(name)
