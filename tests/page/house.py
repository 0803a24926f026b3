"""A server for browsers that play by themselves: `python -m tests.page.house --port N [--seed N] [--games FOLDER]`.

It serves the application as it is, with two things from outside: random bytes are drawn from a seed, so that a game
that failed can be played again, and nobody is told to slow down, since these players don't think.
"""

from __future__ import annotations

import os
import random
import sys
from typing import Any

import msgspec
from granian import Granian
from granian.constants import Interfaces

from tripot.house import fairness, house
from tripot.web import app, sessions
from tripot.web.desk import Config
from tripot.web.limits import Limits

PLENTY = 1_000_000_000
GENEROUS = Limits(
    messages_a_second=PLENTY, message_burst=PLENTY, requests_a_second=PLENTY, request_burst=PLENTY,
    tables_a_minute=PLENTY, talk_a_second=PLENTY, talk_burst=PLENTY,
)  # fmt: skip


class Dice(random.Random):
    """In place of the operating system."""

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()

    def token_bytes(self, count: int) -> bytes:
        return self.randbytes(count)


def said(option: str, default: str) -> str:
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else default


def application() -> Any:
    if "TRIPOT_PAGE" in os.environ:
        from pathlib import Path

        app.PAGE = Path(os.environ["TRIPOT_PAGE"])
    house.secrets = sessions.secrets = fairness.secrets = Dice(int(said("--seed", "1")))  # type: ignore[assignment]
    return app.create_app(Config(os.environ["TRIPOT_DATABASE"], limits=msgspec.structs.replace(GENEROUS)))


def main() -> None:
    Granian(
        "tests.page.house:application",
        address="127.0.0.1",
        port=int(said("--port", "")),
        interface=Interfaces.ASGI,
        factory=True,
        websockets=True,
        log_enabled=False,
    ).serve()


if __name__ == "__main__":
    main()
