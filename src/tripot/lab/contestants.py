"""Who may play in the arena: the house's levels, with a character if one is named, and bots of anybody's making.

`regular`, `regular/bold`, `network`, a habit that a game's policy knows, `package.module:Bot` (a class that is made
anew for every seat and game, or a function `choose(look, rng)`), or a name that a package gives in its entry points
`tripot.bots`.

The house's own play where the table is. A maker's bot is loaded in a process of its own, and every seat of every game
has a copy of that, which gets looks and answers with moves. It may raise, exit, swallow what would stop it or never
come back: it is known by its process, and ended with it when the game is over, so that it keeps nothing for the next.
This module is also what such processes run.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import io
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import msgspec
import numpy as np

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
LEAVING = 2.0  # seconds after which a process that has hung up should have ended
ONE_THREAD = {"OMP_NUM_THREADS": "1"}  # other numbers of them add in another order, and can't be copied
PR_SET_CHILD_SUBREAPER = 36  # whoever has lost its parent becomes a child of ours
_SIZE = 4  # bytes that say how long a message is


class Contestant(NamedTuple):
    """A bot by the name that it was entered with. One that plays by its game's policy, or at random, is native."""

    name: str
    native: bool = False
    temper: Temper | None = None  # none: at random
    is_makers: bool = False


class Spoilt(TripotError):
    """A bot did what nobody can play with, or was killed, maybe by another; says who it is, and what is wrong."""

    def __init__(self, name: str, fault: str, is_killed: bool = False) -> None:
        self.name, self.fault, self.is_killed = name, fault, is_killed
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
    return Contestant(name, is_makers=True)


def player(game: Game, name: str, seat: int, patience: float, seed: int | None = None) -> Any:
    """A bot for one seat of a new game, at one table at a time; a maker's is given so many seconds for an answer. A
    master draws from the seed what nobody else may know, and a maker's what it draws from nowhere else."""
    entered = contestant(game, name)
    if entered.temper is not None:
        return Instinct(game, entered.temper)
    level, _, character = name.partition("/")
    if level in (*LEVELS, NETWORK):
        return bot(game.name, level, character, seed)
    process = _process_of(game, name).copied()
    listens = process.ask(_Sit(seat, seed), patience).text
    return (ListeningBot if listens else MakersBot)(process, patience)


def mark_of(game: Game, name: str) -> str:
    """Says when a bot has changed: the house's by version, code and weights, a maker's by its file, or by all that
    is in its package."""
    entered, level = contestant(game, name), name.partition("/")[0]
    if level == RANDOM:
        return __version__
    if entered.temper is not None or level in (*LEVELS, NETWORK):
        return f"{__version__} {code_of(game.name)}"
    return digest_of(*_files_in(_process_of(game, name).places))


def told(fault: BaseException) -> str:
    """What was raised, and where; a refusal says by itself what it is about."""
    if isinstance(fault, BadOption):
        return str(fault)
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return f"{type(fault).__name__} at {Path(last.filename).name}:{last.lineno}: {fault}".rstrip(": ")


# makers' bots, each in a process


class _Load(msgspec.Struct, array_like=True, tag=True):
    """Find a bot, where its arena would; the answer says why there is none, and where it lies."""

    name: str


class _Prepare(msgspec.Struct, array_like=True, tag=True):
    """Be ready to load a bot of a game."""

    game: str
    paths: list[str]


class _Copy(msgspec.Struct, array_like=True, tag=True):
    """Make a copy of yourself for a seat of a new game, at the line that comes with this; the answer is its number."""


class _End(msgspec.Struct, array_like=True, tag=True):
    """End a copy and all that it has started; the answer is its status, if it ends by itself in so many seconds."""

    copy: int
    seconds: float


class _Sit(msgspec.Struct, array_like=True, tag=True):
    """Be made anew for a seat of a new game; the answer is empty if the bot needn't be shown what its seat notices."""

    seat: int
    seed: int | None


class _Notice(msgspec.Struct, array_like=True, tag=True):
    events: list[tuple[int | None, str | None, str, str]]
    record: bytes


class _Choose(msgspec.Struct, array_like=True, tag=True):
    """Name a move; so much luck is at hand."""

    record: bytes
    luck: int


_Message = _Load | _Prepare | _Copy | _End | _Sit | _Notice | _Choose


class _Answer(msgspec.Struct, array_like=True):
    text: str = ""
    fault: str = ""
    places: list[str] = []
    is_alone: bool = True  # nothing runs that a copy would lack, or share


class _Asked(ABC):
    """A process that is asked. It ends with the first thing that goes wrong there."""

    has_ended = False

    def __init__(self, name: str, line: socket.socket) -> None:
        self.name, self._line = name, line

    def ask(self, message: _Message, seconds: float, *handed: int) -> _Answer:
        """What it answers within its time; whatever else comes of it is the bot's fault."""
        until, is_killed = time.monotonic() + seconds, False
        try:
            self._line.settimeout(seconds)
            _send(self._line, message, *handed)
            answer = msgspec.msgpack.decode(_received(self._line, until), type=_Answer)
        except TimeoutError:
            fault = f"it thought for more than {seconds:g} seconds"
        except msgspec.MsgspecError:
            fault = "it wrote on the line to the arena"
        except (OSError, EOFError):
            status = self.end(LEAVING)
            is_killed = status is not None and status < 0
            fault = _ending(status)
        else:
            fault = answer.fault
        if fault:
            self.end()
            raise Spoilt(self.name, fault, is_killed)
        return answer

    @abstractmethod
    def end(self, seconds: float = 0.0) -> int | None:
        """End it with all that it has started; the status that it left with, if it is gone by itself in its time."""


class BotProcess(_Asked):
    """A process that has loaded a maker's bot, and of which every seat of every game has a copy.

    Threads aren't copied, and processes would be shared: a bot that starts some when it is loaded is loaded by every
    copy.
    """

    def __init__(self, game: Game, name: str) -> None:
        self._copies: dict[int, BotCopy] = {}
        try:
            self._start(game, name)
            loaded = self.ask(_Load(name), STARTING)
            if not loaded.is_alone:
                self.end()
                self._start(game, name)
        except Spoilt as spoilt:
            why = str(BadOption("option.broken-bot", name=name, why=spoilt.fault))
            raise Spoilt(name, why, spoilt.is_killed) from None
        if loaded.text:
            self.end()
            raise Spoilt(name, loaded.text)
        self.places, self._is_loaded = loaded.places, loaded.is_alone

    def _start(self, game: Game, name: str) -> None:
        line, theirs = socket.socketpair()
        super().__init__(name, line)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tripot.lab.contestants", str(theirs.fileno())], pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL, stdout=STDERR, start_new_session=True, env=ONE_THREAD | os.environ,
            )  # fmt: skip
        self.has_ended = False
        self.ask(_Prepare(game.name, sys.path), STARTING)

    def copied(self) -> BotCopy:
        """A copy for a seat of a new game."""
        line, theirs = socket.socketpair()
        try:
            number = int(self.ask(_Copy(), STARTING, theirs.fileno()).text)
        except Spoilt:
            line.close()
            raise
        finally:
            theirs.close()
        copy = self._copies[number] = BotCopy(self, line, number)
        if not self._is_loaded:
            copy.ask(_Load(self.name), STARTING)
        return copy

    def end_copy(self, number: int, seconds: float) -> int | None:
        status = self.ask(_End(number, seconds), STARTING + seconds).text
        self._copies.pop(number, None)
        return int(status) if status else None

    def end(self, seconds: float = 0.0) -> int | None:
        if self.has_ended:
            return None
        self.has_ended = True
        left = dict(self._copies)
        with suppress(OSError, EOFError):
            for number, copy in self._copies.items():
                copy.end()
                self._line.settimeout(LEAVING)
                _send(self._line, _End(number, 0.0))
                _received(self._line, time.monotonic() + LEAVING)
                del left[number]
        status = _end(self._process.pid, seconds)
        for number, copy in left.items():  # they end with it, but not what they have started
            copy.end()
            _kill_group(number)
        self._line.close()
        self._process.returncode = status or 0  # it is no more to be waited for
        return status


class BotCopy(_Asked):
    """A copy of such a process, for one seat of one game."""

    def __init__(self, process: BotProcess, line: socket.socket, number: int) -> None:
        super().__init__(process.name, line)
        self._process, self._number = process, number

    def end(self, seconds: float = 0.0) -> int | None:
        if self.has_ended:
            return None
        self.has_ended = True
        self._line.close()
        return None if self._process.has_ended else self._process.end_copy(self._number, seconds)


class MakersBot:
    """A maker's bot at a seat, as the table sees it."""

    def __init__(self, process: BotCopy, patience: float) -> None:
        self._process, self._patience = process, patience

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        return self._process.ask(_Choose(bytes(look), rng.getrandbits(64)), self._patience).text

    def leave(self) -> None:
        """The game is over."""
        with suppress(Spoilt):
            self._process.end()


class ListeningBot(MakersBot):
    """One that is shown all that its seat notices."""

    def notice(self, events: Sequence[Event], look: Look) -> None:
        self._process.ask(_Notice([(*event,) for event in events], bytes(look)), self._patience)


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


def _files_in(places: Sequence[str]) -> list[Path]:
    """The file of a module that stands alone, or all that lies in its package."""
    found = [file for place in map(Path, places) for file in (sorted(place.rglob("*")) if place.is_dir() else [place])]
    return [file for file in found if file.is_file() and "__pycache__" not in file.parts]


def _ending(status: int | None) -> str:
    if status is None:
        return "it hung up on the arena"
    return f"its process was ended by signal {-status}" if status < 0 else f"its process ended with status {status}"


def _end(child: int, seconds: float) -> int | None:
    """End a process of ours with all that it has started; its status, if it is gone by itself in so many seconds."""
    until = time.monotonic() + seconds
    try:
        while not (ended := os.waitpid(child, os.WNOHANG))[0]:
            if time.monotonic() >= until:
                os.kill(child, signal.SIGKILL)
                _kill_group(child)
                os.waitpid(child, 0)
                return None
            time.sleep(0.001)
    except ChildProcessError:  # somebody else waited for it
        return None
    _kill_group(child)
    return os.waitstatus_to_exitcode(ended[1])


def _kill_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _send(line: socket.socket, message: msgspec.Struct, *handed: int) -> None:
    data = msgspec.msgpack.encode(message)
    data = len(data).to_bytes(_SIZE, "little") + data
    sent = socket.send_fds(line, [data], handed) if handed else 0
    line.sendall(data[sent:])


def _received(line: socket.socket, until: float | None = None, handed: list[int] | None = None) -> bytes:
    head = b""
    if handed is not None:
        head, files, _, _ = socket.recv_fds(line, _SIZE, 1)
        handed += files
        if not head:
            raise EOFError
    size = int.from_bytes(head + _read(line, _SIZE - len(head), until), "little")
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


# such processes


class _Origin:
    """The process that is copied. Nothing of a bot runs here once it is loaded."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._seat = _Seat()
        self._copies: set[int] = set()

    def answer(self, message: _Message, handed: Sequence[int]) -> _Answer:
        match message:
            case _Copy():
                (line,) = handed
                number = self._copied(line)
                os.close(line)
                self._copies.add(number)
                return _Answer(str(number))
            case _End(copy, seconds):
                status = _end(copy, seconds)
                self._copies.discard(copy)
                while orphans := set(_children()) - self._copies:
                    for orphan in orphans:
                        _end(orphan, 0.0)
                return _Answer("" if status is None else str(status))
        answer = self._seat.answer(message)
        gc.freeze()  # what is never looked at again is never copied in truth
        return answer

    def _copied(self, line: int) -> int:
        origin = os.getpid()
        if (number := os.fork()) != 0:
            return number
        try:
            os.setsid()
            _die_with_parent()
            if os.getppid() == origin:
                self._line.close()
                theirs = socket.socket(fileno=line)
                _serve(theirs, lambda message, handed: self._seat.answer(message))
        finally:
            os._exit(1)


class _Seat:
    """A maker's bot in its seat."""

    def __init__(self) -> None:
        self._game: Any = None
        self._name, self._seat = "", -1
        self._bot: Any = None

    def answer(self, message: _Message) -> _Answer:
        match message:
            case _Prepare(game_name, paths):
                sys.path[:] = paths
                self._game = game(game_name)
                self._warm_up()
                _draw_from(0)
            case _Load(name):
                self._name, before = name, _running()
                try:
                    made = maker(name)
                except TripotError as unknown:
                    return _Answer(str(unknown))
                return _Answer(places=_places_of(made), is_alone=_running() <= before)
            case _Sit(seat, seed):
                if seed is not None:
                    _draw_from(seed)
                self._seat, self._bot = seat, seated(self._name)
                return _Answer("listens" if hasattr(self._bot, "notice") else "")
            case _Notice(events, record):
                self._bot.notice([Event(*event) for event in events], self._look(record))
            case _Choose(record, luck):
                move = self._bot(self._look(record), random.Random(luck))
                return _Answer((move if isinstance(move, str) else repr(move))[:LONGEST])
        return _Answer()

    def _warm_up(self) -> None:
        """Read the looks of a game: what is there for the next one needn't be made by every copy."""
        table, luck = self._game.start(seed=0), random.Random(0)
        while table.actors:
            self._seat = min(table.actors)
            look = self._look(bytes(table.look(self._seat)))
            _ = look.document()
            table.play(self._seat, luck.choice(look.legal))

    def _look(self, record: bytes) -> Look:
        return Look.of_record(self._game, self._seat, record)


def _draw_from(seed: int) -> None:
    """Copies would all draw the same where a bot doesn't draw from what it is given."""
    random.seed(seed)
    np.random.seed(seed % 2**32)
    if "torch" in sys.modules:
        sys.modules["torch"].manual_seed(seed)


def _places_of(made: Any) -> list[str]:
    """The folders of the package that a bot comes from, or the file of a module that stands alone."""
    module = sys.modules.get(getattr(made, "__module__", ""))
    package = sys.modules.get(getattr(module, "__package__", None) or "")
    found = [*getattr(package, "__path__", ())] or [getattr(module, "__file__", None)]
    return [str(Path(place).absolute()) for place in found if place]


def _running() -> int:
    """How many threads and children this process has."""
    try:
        return len(os.listdir("/proc/self/task")) + len(_children())
    except FileNotFoundError:
        return threading.active_count()


def _children() -> list[int]:
    found: list[int] = []
    for listed in Path("/proc/self/task").glob("*/children"):
        with suppress(OSError):  # a thread that has ended meanwhile
            found += map(int, listed.read_text().split())
    return found


def _die_with_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _serve(line: socket.socket, answer: Callable[[_Message, Sequence[int]], _Answer]) -> NoReturn:
    """Answer until nobody asks any more."""
    while True:
        handed: list[int] = []
        try:
            message: _Message = msgspec.msgpack.decode(_received(line, handed=handed), type=_Message)
        except (OSError, EOFError):
            os._exit(0)  # threads that a bot has left behind would hold it back
        try:
            answered = answer(message, handed)
        except BaseException as fault:  # `sys.exit` is one, too
            answered = _Answer(fault=told(fault)[:LONGEST])
        _send(line, answered)


def main() -> None:
    _die_with_parent()
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)  # a copy is ended before it could empty it
    line = socket.socket(fileno=int(sys.argv[1]))
    _serve(line, _Origin(line).answer)


if __name__ == "__main__":
    main()
