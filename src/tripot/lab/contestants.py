"""Who may play in the arena: the house's levels, with a character if one is named, and bots of anybody's making.

`regular`, `regular/bold`, `network`, a habit that a game's policy knows, `package.module:Bot` (a class that is made
anew for every seat and game, or a function `choose(look, rng)`), or a name that a package gives in its entry points
`tripot.bots`.

The house's own play where the table is. A maker's bot plays in a process of its own, which gets looks and answers with
moves: it may raise, exit, swallow what would stop it or never come back, and is known by its process and ended with it.
This module is also what such a process runs.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import random
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, assert_never

import msgspec

from tripot import __version__
from tripot.bots import LEVELS, MASTER, NETWORK, RANDOM, bot
from tripot.bots.instincts import Instinct, Temper, policy, temper
from tripot.bots.makers import maker, seated
from tripot.bots.versions import code_of, digest_of
from tripot.engine.errors import BadOption, TripotError
from tripot.engine.game import Game, game
from tripot.engine.look import Look
from tripot.engine.witness import Event
from tripot.house.thinking import PR_SET_PDEATHSIG, STARTING

LONGEST = 500  # letters of what a bot's process says
STDERR = 2  # where what a bot prints goes: it is for its author
_SIZE = 4  # bytes that say how long a message is


class Contestant(NamedTuple):
    """A bot by the name that it was entered with. One that plays by its game's policy, or at random, is native."""

    name: str
    native: bool = False
    temper: Temper | None = None  # none: at random


class Spoilt(TripotError):
    """A bot did what nobody can play with; says whose fault it is."""

    def __init__(self, name: str, fault: str) -> None:
        self.name, self.fault = name, fault
        super().__init__(fault)


def contestant(game: Game, name: str) -> Contestant:
    """Somebody who is entered; an unknown name costs a sentence."""
    level, _, character = name.partition("/")
    module = policy(game.name)
    if level == RANDOM:
        return Contestant(name, native=module is not None)
    if level == MASTER and module is not None:
        temper(game.name, character=character)  # one that there isn't is refused
        return Contestant(name)
    if name == NETWORK:
        bot(game.name, name)  # a game that has none says so
        return Contestant(name)
    if module is not None and (level in LEVELS or level in module.HABITS):
        return Contestant(name, native=True, temper=temper(game.name, level, character))
    if level in LEVELS:
        raise BadOption("option.no-policy", game=game.name)
    _process_of(game, name)
    return Contestant(name)


def player(game: Game, name: str, seat: int, patience: float, seed: int | None = None) -> Any:
    """A bot for one seat of a new game, at one table at a time; a maker's is given so many seconds for an answer, and a
    master draws from the seed what nobody else may know."""
    entered = contestant(game, name)
    if entered.temper is not None:
        return Instinct(game, entered.temper)
    level, _, character = name.partition("/")
    if level in (*LEVELS, NETWORK):
        return bot(game.name, level, character, seed)
    process = _process_of(game, name)
    listens = process.ask(_Sit(seat), patience)
    return (ListeningBot if listens else MakersBot)(process, seat, patience)


def mark_of(game: Game, name: str) -> str:
    """Says when a bot has changed: the house's by version, code and weights, a maker's by its file, or by all that
    is in its package."""
    entered, level = contestant(game, name), name.partition("/")[0]
    if level == RANDOM:
        return __version__
    if entered.temper is not None or level in (*LEVELS, NETWORK):
        return f"{__version__} {code_of(game.name)}"
    return _process_of(game, name).ask(_Mark(), STARTING)


def told(fault: BaseException) -> str:
    """What was raised, and where; a refusal says by itself what it is about."""
    if isinstance(fault, BadOption):
        return str(fault)
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(last.filename).name}:{last.lineno}: {fault}".rstrip(": ")


# makers' bots, each in a process


class _Load(msgspec.Struct, array_like=True, tag=True):
    """Find a bot, where its arena would; the answer says why there is none."""

    game: str
    name: str
    paths: list[str]


class _Mark(msgspec.Struct, array_like=True, tag=True):
    """Say by a mark what the bot's file or package holds; the answer is empty if it comes from none."""


class _Sit(msgspec.Struct, array_like=True, tag=True):
    """Be made anew for a seat of a new game; the answer is empty if the bot needn't be shown what its seat notices."""

    seat: int


class _Notice(msgspec.Struct, array_like=True, tag=True):
    seat: int
    events: list[tuple[int | None, str | None, str, str]]
    record: bytes


class _Choose(msgspec.Struct, array_like=True, tag=True):
    """Name a move; so much luck is at hand."""

    seat: int
    record: bytes
    luck: int


_Message = _Load | _Mark | _Sit | _Notice | _Choose


class _Answer(msgspec.Struct, array_like=True):
    text: str = ""
    fault: str = ""


class BotProcess:
    """A process in which a maker's bot plays. It ends with the first thing that goes wrong there."""

    def __init__(self, game: Game, name: str) -> None:
        self._name = name
        self._line, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tripot.lab.contestants", str(theirs.fileno())], pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL, stdout=STDERR, start_new_session=True,
            )  # fmt: skip
        try:
            unknown = self.ask(_Load(game.name, name, sys.path), STARTING)
        except Spoilt as spoilt:
            raise Spoilt(name, str(BadOption("option.broken-bot", name=name, why=spoilt.fault))) from None
        if unknown:
            self.end()
            raise Spoilt(name, unknown)

    @property
    def has_ended(self) -> bool:
        return self._process.returncode is not None

    def ask(self, message: _Message, seconds: float) -> str:
        """What it answers within its time; whatever else comes of it is the bot's fault."""
        until = time.monotonic() + seconds
        try:
            self._line.settimeout(seconds)
            _send(self._line, message)
            answer = msgspec.msgpack.decode(_received(self._line, until), type=_Answer)
        except TimeoutError:
            fault = f"it thought for more than {seconds:g} seconds"
        except msgspec.MsgspecError:
            fault = "it wrote on the line to the arena"
        except (OSError, EOFError):
            fault = f"its process ended with status {self.end()}"
        else:
            fault = answer.fault
        if fault:
            self.end()
            raise Spoilt(self._name, fault)
        return answer.text

    def end(self) -> int:
        """End it with all that it has started; the status that it left with, if it was gone by itself."""
        if not self.has_ended:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._line.close()
        return self._process.wait()


class MakersBot:
    """A maker's bot at a seat, as the table sees it."""

    def __init__(self, process: BotProcess, seat: int, patience: float) -> None:
        self._process, self._seat, self._patience = process, seat, patience

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        return self._process.ask(_Choose(self._seat, bytes(look), rng.getrandbits(64)), self._patience)


class ListeningBot(MakersBot):
    """One that is shown all that its seat notices."""

    def notice(self, events: Sequence[Event], look: Look) -> None:
        self._process.ask(_Notice(self._seat, [(*event,) for event in events], bytes(look)), self._patience)


_processes: dict[tuple[str, str], BotProcess] = {}


def _process_of(game: Game, name: str) -> BotProcess:
    """The process of a bot that plays here: starting one takes longer than many decisions."""
    process = _processes.get((game.name, name))
    if process is None or process.has_ended:
        process = _processes[game.name, name] = BotProcess(game, name)
    return process


@atexit.register
def dismiss() -> None:
    """End the processes of all makers' bots that play here."""
    while _processes:
        _processes.popitem()[1].end()


def _send(line: socket.socket, message: msgspec.Struct) -> None:
    data = msgspec.msgpack.encode(message)
    line.sendall(len(data).to_bytes(_SIZE, "little") + data)


def _received(line: socket.socket, until: float | None = None) -> bytes:
    size = int.from_bytes(_read(line, _SIZE, until), "little")
    return _read(line, size, until)


def _read(line: socket.socket, size: int, until: float | None) -> bytes:
    found = b""
    while len(found) < size:
        if until is not None:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError
            line.settimeout(left)
        part = line.recv(size - len(found))
        if not part:
            raise EOFError
        found += part
    return found


# such a process


class _Seats:
    """The seats that one maker's bot has at a table."""

    def __init__(self) -> None:
        self._game: Any = None
        self._name = ""
        self._bots: dict[int, Any] = {}

    def answer(self, message: _Message) -> str:
        match message:
            case _Load(game_name, name, paths):
                sys.path[:] = paths
                self._game, self._name = game(game_name), name
                try:
                    maker(name)
                except TripotError as unknown:
                    return str(unknown)
                return ""
            case _Mark():
                module = sys.modules.get(getattr(maker(self._name), "__module__", ""))
                return digest_of(*_files_of(module))
            case _Sit(seat):
                self._bots[seat] = seated(self._name)
                return "listens" if hasattr(self._bots[seat], "notice") else ""
            case _Notice(seat, events, record):
                self._bots[seat].notice([Event(*event) for event in events], self._look(seat, record))
                return ""
            case _Choose(seat, record, luck):
                move = self._bots[seat](self._look(seat, record), random.Random(luck))
                return str(move) if isinstance(move, str) else repr(move)
        assert_never(message)

    def _look(self, seat: int, record: bytes) -> Look:
        return Look.of_record(self._game, seat, record)


def _files_of(module: ModuleType | None) -> list[Path]:
    """The file of a module that stands alone, or all that lies in its package."""
    package = sys.modules.get(getattr(module, "__package__", None) or "")
    inside = [file for folder in getattr(package, "__path__", ()) for file in sorted(Path(folder).rglob("*"))]
    own = getattr(module, "__file__", None)
    found = inside or ([Path(own)] if own else [])
    return [file for file in found if file.is_file() and "__pycache__" not in file.parts]


def main() -> None:
    """Play until nobody asks any more."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    line, seats = socket.socket(fileno=int(sys.argv[1])), _Seats()
    while True:
        try:
            message: _Message = msgspec.msgpack.decode(_received(line), type=_Message)
        except (OSError, EOFError):
            os._exit(0)  # threads that a bot has left behind would hold it back
        try:
            answer = _Answer(seats.answer(message)[:LONGEST])
        except BaseException as fault:  # `sys.exit` is one, too
            answer = _Answer("", told(fault)[:LONGEST])
        _send(line, answer)


if __name__ == "__main__":
    main()
