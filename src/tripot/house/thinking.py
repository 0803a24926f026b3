"""Where bots think: those that answer at once on the spot, all others in processes of their own.

So many think at a time, each within its time. One that raises, stalls or names a move that isn't legal has the passive
move made for it, a master that of a regular, and the log says what was wrong. This module is also what such a process
runs.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import os
import random
import select
import signal
import struct
import sys
import time
import traceback
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Sequence
from importlib import import_module
from types import FunctionType
from typing import Any

import msgspec

from tripot.bots import LEVELS, MASTER, NETWORK, REGULAR, bot, played_at
from tripot.bots.instincts import Instinct
from tripot.bots.makers import DECLARED
from tripot.bots.master import readiness
from tripot.bots.network import Network
from tripot.engine.game import game
from tripot.engine.hearing import Heard
from tripot.engine.look import Look
from tripot.house.compilers import Compilers
from tripot.house.recall import RecalledStep

AT_ONCE = frozenset({"random", "novice", "regular"})  # levels that take less than a millisecond
ALLOWED = 1.0  # seconds that any other may think about an act, and that it takes as far as anybody can see
LEAST = 0.05  # seconds; with less left of them a regular finishes the act at once
USED = 0.9  # of its time is for thinking; the rest is for the way there and back, so that it is never late
SLACK = 1.0  # seconds beyond, before it is taken for stalled: the machine may be busy
STARTING = 30.0  # seconds that a process may take until it can think
PR_SET_PDEATHSIG = 1
NICE = 10  # people come first
MINDS = 24  # bots that remember, in one process; Contrebande's masters take 20 MB each
LISTENS = 0.7  # of its time a bot may listen to what is new to it; it goes on listening when it is asked next
SHARED = (FunctionType, Instinct, Network)  # they keep nothing from one question to the next: one serves all seats
HURRIED, LISTENING, UNREADY = (  # why a regular plays in another bot's place
    "no time is left", "it has more to listen to than there is time for", "its machine code isn't there yet",
)  # fmt: skip
HOUSE = (*LEVELS, NETWORK)  # think beside each other; every maker's bot has processes of its own
OURS, TOLD = ("TRIPOT_", "PG"), ("TRIPOT_CACHE", DECLARED)  # variables that bots are not told, and those that they are
SAID = 1000  # times that this was said that are remembered, so that the log has it once a seat
_SIZE = struct.Struct("<I")
log = logging.getLogger(__name__)


def remembers(level: str) -> bool:
    """Whether a bot of a level is shown all that its seat noticed, and not only its look."""
    return level not in AT_ONCE


def allowed(level: str) -> float:
    """How long a bot of a level may think."""
    return 0.0 if level in AT_ONCE else ALLOWED


_Whose = tuple[str, str, str, int, int]


class _Question(msgspec.Struct, array_like=True):
    """What a bot is asked: its look, and the seed of its luck."""

    game: str
    rules: int
    level: str
    viewer: int
    record: bytes
    asked: int
    sealed: int
    marks: bytes
    luck: bytes
    seconds: float
    heard: list[tuple[list[tuple[int | None, str | None, str]], bytes]] = []  # by a bot that remembers, from the start
    character: str = ""
    seed: int = 0  # of what it settles for the whole game; nobody else at the table may know it
    aloud: bool = False  # say what the decision came from

    @property
    def whose(self) -> _Whose:
        """The mind that it is asked of."""
        return self.game, self.level, self.character, self.viewer, self.seed

    @property
    def home(self) -> str:
        """Whose processes think about it: the house's own, or those of a maker's bot."""
        return "" if self.level in HOUSE else self.level


class Advice(msgspec.Struct, array_like=True):
    """What a master weighed: moves, what each seems worth and how likely it is to be made; and what it believes."""

    options: list[tuple[str, float, float]]
    chances: dict[str, float]


class _Answer(msgspec.Struct, array_like=True):
    """The move that it names, or what went wrong."""

    move: str
    fault: str = ""
    advice: Advice | None = None
    instead: str = ""  # why it is a regular's and not the master's that was asked
    loading: float = 0.0  # seconds that reading machine code took, before anybody could think

    @property
    def listening(self) -> bool:
        """Whether the master goes on listening when it is asked next."""
        return self.instead == LISTENING


class _Thinker:
    """A process that thinks, for the house or a maker, with the games that it has what it needs for and whose minds are
    there."""

    def __init__(self, process: Process, home: str) -> None:
        self.process, self.home = process, home
        self.loaded: set[str] = set()
        self.minds: list[_Whose] = []

    def remember(self, question: _Question) -> None:
        self.minds = [*[whose for whose in self.minds if whose != question.whose][1 - MINDS :], question.whose]


class Thinkers:
    """The bots of one process. `bots` names the function that finds one, as `module:function`."""

    def __init__(self, most: int | None = None, bots: str = "tripot.bots:bot") -> None:
        self._most = most or max(1, (os.cpu_count() or 2) // 2)
        self._bots = bots
        self._processes: list[Process] = []
        self._resting: list[_Thinker] = []
        self._room = asyncio.Semaphore(self._most)
        self._closed = False
        self._said: deque[tuple[str, int, str]] = deque(maxlen=SAID)
        self.compilers = Compilers()

    async def choose(
        self, level: str, look: Look, luck: bytes, within: float = ALLOWED, heard: Sequence[RecalledStep] = (),
        character: str = "", seed: int = 0,
    ) -> str:  # fmt: skip
        """A legal move of the seat that looks; by the bot of that level, if it finds one within some seconds.

        `heard` is all that the seat noticed so far, for a bot that remembers, and `seed` its own for the whole game.
        Who can do but one thing waits as long for a place to think as anybody else: a busy house tells nothing.
        """
        legal = look.legal
        if level in AT_ONCE:
            answer = _chosen(bot(look.game.name, level, character), look, luck) if len(legal) > 1 else _Answer(legal[0])
        elif within <= LEAST:
            answer = _Answer("", instead=HURRIED)
        else:
            answer = await self._ponder(level, look, luck, within, heard, character, seed, within - LEAST)
            if self._closed:
                raise asyncio.CancelledError  # nobody is to blame: it is asked again when the house opens
        if answer.instead:
            self._say_instead(level, look.game.name, seed, answer.instead)
        if answer.instead == HURRIED:
            answer = _chosen(bot(look.game.name, REGULAR, character), look, luck)
        if answer.move in legal:
            return answer.move
        fault = answer.fault or f"{answer.move!r} isn't legal"
        if level == MASTER:  # who plays with it would rather have a regular than somebody who always passes
            log.warning("a regular plays in the place of a master of %s: %s", look.game.name, fault)
            return _chosen(bot(look.game.name, REGULAR, character), look, luck).move
        log.warning("the bot %s of %s has its passive move made: %s", level, look.game.name, fault)
        return look.passive or random.Random(luck).choice(legal)

    async def advise(self, look: Look, luck: bytes, heard: Sequence[RecalledStep], seed: int) -> Advice | None:
        """What a master would weigh in the place of whoever looks; None if it isn't ready yet."""
        until = time.monotonic() + STARTING
        answer = _Answer("", instead=LISTENING)
        while answer.listening and time.monotonic() < until:  # no other bot waits for it to hear a whole game
            answer = await self._ponder(MASTER, look, luck, ALLOWED, heard, seed=seed, patience=STARTING, aloud=True)
        if answer.fault:
            log.warning("no advice for %s: %s", look.game.name, answer.fault)
        return answer.advice

    def _say_instead(self, level: str, game_name: str, seed: int, why: str) -> None:
        """Say that a regular plays in a bot's place, once for every seat of a game and reason."""
        if (said := (game_name, seed, why)) not in self._said:
            self._said.append(said)
            log.info("a regular plays in the place of a %s of %s: %s", level, game_name, why)

    async def _ponder(
        self, level: str, look: Look, luck: bytes, within: float, heard: Sequence[RecalledStep], character: str = "",
        seed: int = 0, patience: float = STARTING, aloud: bool = False,
    ) -> _Answer:  # fmt: skip
        """Let a process think, if there is room for it within so many seconds; one that takes too long is ended, for
        nothing else stops it."""
        marks = bytearray(8 * look.game.words)
        for number in look.legal_numbers():
            marks[number] = 1
        question = _Question(
            look.game.name, look.game.version, level, look.viewer, bytes(look), look.asked, int(look.sealed),
            bytes(marks), luck, within, [([(*event,) for event in step.heard], step.record) for step in heard],
            character, seed, aloud,
        )  # fmt: skip
        asked = time.monotonic()
        try:
            await asyncio.wait_for(self._room.acquire(), patience)
        except TimeoutError:
            return _Answer("", instead=HURRIED)
        began, thinker, limit = time.monotonic(), None, STARTING
        try:
            question.seconds = max(LEAST, USED * within - (began - asked))  # others thought meanwhile
            thinker = self._rested(question) or _Thinker(await self._start(), question.home)
            ready = time.monotonic()
            if level != MASTER or question.game in thinker.loaded:
                limit = within + SLACK
            answer = await asyncio.wait_for(_asked(thinker.process, question), limit)
            if answer.instead == UNREADY:
                self.compilers.begin(question.game)
            elif level == MASTER:
                thinker.loaded.add(question.game)
            thinker.remember(question)
            self._resting.append(thinker)
        except TimeoutError:
            late = "it thought for more than" if thinker else "its process had not started after"
            return _Answer("", f"{late} {limit:.1f} seconds")
        except (OSError, EOFError) as fault:
            return _Answer("", f"its process ended ({type(fault).__name__})")
        finally:
            self._room.release()
            if thinker is not None and thinker not in self._resting:
                await _end(thinker.process)
        ready += answer.loading
        if ready > began + LEAST:  # whoever waited for that tells nothing by how long they thought then
            await asyncio.sleep(ready + within - time.monotonic())
        return answer

    def _rested(self, question: _Question) -> _Thinker | None:
        """The process that thought for this seat before, if it rests: it needn't listen to everything once more.

        Else any that does; one that ended meanwhile would have whoever is asked next take the blame.
        """
        self._resting = [thinker for thinker in self._resting if not _has_ended(thinker.process)]
        own = [thinker for thinker in self._resting if thinker.home == question.home]
        if not own:
            return None
        thinker = next((thinker for thinker in own if question.whose in thinker.minds), own[-1])
        self._resting.remove(thinker)
        return thinker

    async def _start(self) -> Process:
        if self._closed:
            raise EOFError("the house is closed")
        told = {name: value for name, value in os.environ.items() if name in TOLD or not name.startswith(OURS)}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tripot.house.thinking", self._bots, stdin=PIPE, stdout=PIPE, env=told
        )
        self._processes = [each for each in self._processes if each.returncode is None] + [process]
        try:
            if self._closed:
                raise EOFError("the house is closed")
            await asyncio.wait_for(_read(process), STARTING)
        except BaseException:
            await _end(process)
            raise
        return process

    async def close(self) -> None:
        """End all processes: whoever still thinks has not decided."""
        self._closed = True
        await self.compilers.close()
        for process in self._processes:
            await _end(process)
        for _ in range(self._most):  # those that were just starting
            await self._room.acquire()


def _has_ended(process: Process) -> bool:
    """Whether a process is over, be it that nobody has been told yet."""
    if process.returncode is not None or sys.platform != "linux":
        return process.returncode is not None
    try:
        end = os.pidfd_open(process.pid)
    except ProcessLookupError:
        return True
    try:
        told = select.poll()
        told.register(end, select.POLLIN)
        return bool(told.poll(0))
    finally:
        os.close(end)


async def _asked(process: Process, question: _Question) -> _Answer:
    assert process.stdin is not None
    process.stdin.write(_framed(question))
    await process.stdin.drain()
    return msgspec.msgpack.decode(await _read(process), type=_Answer)


async def _read(process: Process) -> bytes:
    assert process.stdout is not None
    (size,) = _SIZE.unpack(await process.stdout.readexactly(_SIZE.size))
    return await process.stdout.readexactly(size)


async def _end(process: Process) -> None:
    if process.returncode is None:
        process.kill()
    await process.wait()


def _framed(message: msgspec.Struct) -> bytes:
    data = msgspec.msgpack.encode(message)
    return _SIZE.pack(len(data)) + data


def _chosen(choose: Any, look: Look, luck: bytes) -> _Answer:
    try:
        move = choose(look, random.Random(luck))
        if not isinstance(move, str):
            return _Answer("", f"it named no move but {move!r}"[:200])
        move.encode()  # what can't be told is its own fault
        return _Answer(move)
    except Exception:
        return _Answer("", traceback.format_exc(limit=-4))


# a process that thinks


def main() -> None:
    """Answer questions until there are no more."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    os.nice(NICE)
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a bot prints is for its author
    module, _, name = sys.argv[1].partition(":")
    find = getattr(import_module(module), name)
    known = _Known(find)
    _tell(answers, _Answer(""))
    while len(size := questions.read(_SIZE.size)) == _SIZE.size:
        question = msgspec.msgpack.decode(questions.read(*_SIZE.unpack(size)), type=_Question)
        _tell(answers, _pondered(question, known))


def _tell(answers: Any, answer: _Answer) -> None:
    answers.write(_framed(answer))
    answers.flush()


class _Known:
    """The bots of this process. Each is of one seat at one table, unless it can keep nothing to itself; one that
    remembers is shown what is new to it."""

    def __init__(self, find: Any) -> None:
        self._find = find
        self._loaded: set[str] = set()  # the games whose masters have all that they need
        self._regulars: dict[tuple[str, str], Any] = {}  # by game and character
        self._minds: list[tuple[_Whose, list[Any], Any]] = []  # whose, what it was shown, the bot
        self.instead = ""  # why a regular answers for whoever was asked last

    def load(self, question: _Question) -> None:
        """Read the machine code that a master needs, if it is there. It takes seconds, in which nobody could think."""
        name = question.game
        thinks = played_at(name, question.level) == MASTER
        self.instead = UNREADY if thinks and not readiness.is_ready(name) else ""
        if thinks and not self.instead and name not in self._loaded:
            readiness.make_ready(name)
            self._loaded.add(name)

    def bot(self, question: _Question, until: float) -> Any | None:
        """Whoever answers. As long as a bot that remembers hasn't come to the end of what is new to it, a regular
        answers for a master, and nobody for anybody else's bot."""
        if self.instead:
            return self._regular(question)
        whose, heard = question.whose, question.heard
        mind = next((mind for mind in self._minds if mind[0] == whose and mind[1] == heard[: len(mind[1])]), None)
        if mind is not None:
            self._minds.remove(mind)
        _, shown, bot = mind or (whose, [], self._find(*whose[:3], question.seed))
        if type(bot) in SHARED:  # what a maker derives from these may keep something
            return bot
        rules, known = game(question.game, question.rules), len(shown)
        if not hasattr(bot, "notice"):
            heard = []
        while known < len(heard) and time.monotonic() < until:
            events, record = heard[known]
            bot.notice([Heard(*event) for event in events], Look.of_record(rules, question.viewer, record))
            known += 1
        self._minds = [*self._minds[1 - MINDS :], (whose, heard[:known], bot)]
        if known == len(heard):
            return bot
        if question.level != MASTER:
            return None
        self.instead = LISTENING
        return self._regular(question)

    def _regular(self, question: _Question) -> Any:
        """One of the same character."""
        wanted = question.game, question.character
        if wanted not in self._regulars:
            self._regulars[wanted] = self._find(question.game, REGULAR, question.character, None)
        return self._regulars[wanted]


def _pondered(question: _Question, known: _Known) -> _Answer:
    asked = time.monotonic()
    try:
        known.load(question)
        began = time.monotonic()
        choose = known.bot(question, began + LISTENS * question.seconds)
    except Exception:
        return _Answer("", traceback.format_exc(limit=-4))
    if choose is None:
        return _Answer("", f"it was still listening after {LISTENS * question.seconds:.1f} seconds")
    look = Look.of_redacted(
        game(question.game, question.rules), question.viewer, question.record, question.asked, question.sealed,
        question.marks,
    )  # fmt: skip
    if hasattr(choose, "seconds"):  # a bot that takes its time is told how much there is
        choose.seconds = question.seconds - (time.monotonic() - began)
    answer = _chosen(choose, look, question.luck) if len(look.legal) > 1 else _Answer(look.legal[0])
    answer.instead, answer.loading = known.instead, began - asked
    if question.aloud and answer.move and hasattr(choose, "thought"):
        thought = choose.thought(answer.move)
        answer.advice = Advice(
            [(option.move, option.worth, option.share) for option in thought.options], thought.chances
        )
    return answer


if __name__ == "__main__":
    main()
