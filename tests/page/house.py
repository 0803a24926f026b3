"""A server for browsers that play by themselves: `python -m tests.page.house --port N [--seed N]`.

It serves the application as it is, with three things from outside: random bytes are drawn by the test that a browser
plays, so that a game is the same whenever it is played and whatever else the house is doing; nobody is told to slow
down, since these players don't think; and for the same reason bots react and think ten times as fast.
"""

from __future__ import annotations

import math
import os
import random
import sys
from collections.abc import Sequence
from contextvars import ContextVar
from statistics import NormalDist
from typing import Any

from tests.page import PLAYED_HEADER
from tripot.house import fairness, house, rooms, tending, thinking, time_control
from tripot.web import app, sessions
from tripot.web.limits import Limits
from tripot.web.services import Config
from tripot.web.serving import listen

PLENTY = 1_000_000_000
HASTE = 10
GENEROUS = Limits(
    messages_a_second=PLENTY, message_burst=PLENTY, requests_a_second=PLENTY, request_burst=PLENTY,
    tables_a_minute=PLENTY, tables_a_minute_an_address=PLENTY, tables_an_address=PLENTY,
    bot_tables=PLENTY, bot_tables_an_address=PLENTY, public_tables=PLENTY, public_tables_an_address=PLENTY,
    talk_a_second=PLENTY, talk_burst=PLENTY, files_a_second=PLENTY, file_burst=PLENTY, replays_a_minute=PLENTY,
    analyses_an_hour=PLENTY, analyses_an_hour_an_address=PLENTY,
    puzzles_a_minute=PLENTY, keys_a_minute=PLENTY, exports_a_minute=PLENTY, hints_a_minute=PLENTY,
    hints_a_minute_an_address=PLENTY,
)  # fmt: skip


played: ContextVar[str] = ContextVar("played", default="")


class Dice:
    """In place of the operating system: whatever is played has a cup of its own."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._cups: dict[str, random.Random] = {}

    def _cup(self) -> random.Random:
        name = played.get()
        return self._cups.setdefault(name, random.Random(f"{self._seed} {name}"))

    def choice(self, letters: Sequence[Any]) -> Any:
        return self._cup().choice(letters)

    def token_hex(self, count: int) -> str:
        return self.token_bytes(count).hex()

    def token_bytes(self, count: int) -> bytes:
        return self._cup().randbytes(count)


def said(option: str, default: str) -> str:
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else default


def hurry() -> None:
    """What takes people seconds takes these tenths."""
    time_control.BRISKEST /= HASTE
    time_control.REFLEX /= HASTE
    time_control.MUSING = NormalDist(time_control.MUSING.mean - math.log(HASTE), time_control.MUSING.stdev)
    thinking.ALLOWED /= HASTE


def application() -> Any:
    hurry()
    dice = Dice(said("--seed", "1"))
    house.secrets = rooms.secrets = tending.secrets = sessions.secrets = fairness.secrets = dice  # type: ignore[assignment]
    served: Any = app.create_app(Config(os.environ["TRIPOT_DATABASE"], limits=GENEROUS, analysis=0.02))

    async def as_it_is_played(asked: Any, receive: Any, send: Any) -> None:
        headers = dict(asked.get("headers", ()))
        played.set(headers.get(PLAYED_HEADER.encode(), b"").decode())
        await served(asked, receive, send)

    as_it_is_played.state = served.state  # type: ignore[attr-defined]
    return as_it_is_played


def main() -> None:
    listen("tests.page.house:application", "127.0.0.1", int(said("--port", "")))


if __name__ == "__main__":
    main()
