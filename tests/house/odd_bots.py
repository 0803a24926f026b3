"""Bots for tests of where bots think: some never come to an end, some come to a bad one."""

import os
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from tripot.bots import MASTER, play_at_random
from tripot.bots import bot as house_bot
from tripot.engine.hearing import Heard
from tripot.engine.look import Look


def _stalls(look: Look, rng: random.Random) -> str:
    while True:
        pass


def _raises(look: Look, rng: random.Random) -> str:
    raise KeyError("no such plan")


def _cheats(look: Look, rng: random.Random) -> str:
    return "take all"


def _mumbles(look: Look, rng: random.Random) -> str:
    return "\ud800"


def _dies(look: Look, rng: random.Random) -> str:
    os._exit(3)


def _chats(look: Look, rng: random.Random) -> str:
    print("I have it all")
    return play_at_random(look, rng)


def _dawdles(look: Look, rng: random.Random) -> str:
    until = time.monotonic() + 0.1
    while time.monotonic() < until:
        pass
    return play_at_random(look, rng)


class Patient:
    """Takes all the time that there is, if it is told how much."""

    seconds = 0.0

    def __call__(self, look: Look, rng: random.Random) -> str:
        until = time.monotonic() + self.seconds
        while time.monotonic() < until:
            pass
        return play_at_random(look, rng)


class Hurried:
    """Makes the first move where there is hardly any time, else the last."""

    seconds = 0.0

    def __call__(self, look: Look, rng: random.Random) -> str:
        return look.legal[0 if self.seconds < 0.2 else -1]


class Tally:
    """Keeps nothing in mind but how often it was asked, and chooses by that."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, look: Look, rng: random.Random) -> str:
        self.asked += 1
        return look.legal[self.asked % len(look.legal)]


class _Settles:
    """Remembers, and has settled by its seed what it does in this game."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def notice(self, heard: Sequence[Heard], look: Look) -> None:
        pass

    def __call__(self, look: Look, rng: random.Random) -> str:
        return look.legal[self.seed % len(look.legal)]


class _Counts:
    """Remembers how many steps it was shown, and chooses by that."""

    def __init__(self, takes: float = 0.0) -> None:
        self.shown, self.takes = 0, takes

    def notice(self, heard: Sequence[Heard], look: Look) -> None:
        self.shown += 1
        until = time.monotonic() + self.takes
        while time.monotonic() < until:
            pass

    def __call__(self, look: Look, rng: random.Random) -> str:
        return look.legal[self.shown % len(look.legal)]


class _HardOfHearing:
    """A master who takes its time to listen."""

    def __init__(self, master: Any) -> None:
        self._master, self.thought = master, master.thought

    def notice(self, heard: Sequence[Heard], look: Look) -> None:
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            pass
        self._master.notice(heard, look)

    def __call__(self, look: Look, rng: random.Random) -> str:
        return str(self._master(look, rng))


ODD = {
    "stalls": _stalls, "raises": _raises, "cheats": _cheats, "mumbles": _mumbles, "dies": _dies, "chats": _chats,
    "dawdles": _dawdles, "hurries": play_at_random, "patient": Patient(), "hurried": Hurried(),
}  # fmt: skip


def bot(game: str, level: str, character: str = "", seed: int | None = None) -> Callable[[Look, random.Random], str]:
    if level == "counts":
        return _Counts()
    if level == "counts slowly":
        return _Counts(0.1)
    if level == MASTER:
        return _HardOfHearing(house_bot(game, level, character, seed))
    if level == "settles":
        return _Settles(seed or 0)
    return ODD[level] if level in ODD else house_bot(game, level.removeprefix("elsewhere "), character, seed)
