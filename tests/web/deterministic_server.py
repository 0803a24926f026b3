"""A server for tests whose luck, clock and secrets are given: `python -m tests.web.deterministic_server --port N`.

It serves the application as it is. What comes from outside of it is replaced: the operating system's random bytes, the
time, and the stream that a table's key makes. `POST /rig` says what chance does at a table, lets time pass, opens a
leak, or is answered when something has come to its end.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
from typing import Any

import msgspec
from litestar import post

from tests.web.twins import Scripted
from tripot.house import fairness, house, rooms, scenes, tending
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.scheduler import Scheduler
from tripot.web import app as app_module
from tripot.web import connections, serving, sessions
from tripot.web import services as services_module
from tripot.web.limits import Limits
from tripot.web.services import Config, Services, quicken_games

NOON = 1_700_000_000.0
honest_stream = fairness.stream
PLENTY = 1_000_000_000


class Orders(msgspec.Struct):
    """What the test wants of the server."""

    table: str = ""
    luck: list[str] | None = None
    seconds: float = 0.0
    turn: bool = False
    leak: str | None = None
    quickened: bool = False  # the answer comes when all games are told natively
    analysed: bool = False  # the answer comes when all analyses are made


class Dice(random.Random):
    """In place of the operating system."""

    def token_hex(self, count: int) -> str:
        return self.randbytes(count).hex()

    def token_bytes(self, count: int) -> bytes:
        return self.randbytes(count)


class Rig:
    def __init__(self) -> None:
        self.now = NOON
        self.luck: dict[str, list[str]] = {}
        self.leak = ""
        self.quickened = asyncio.Event()

    async def quicken(self) -> None:
        await quicken_games()
        self.quickened.set()

    def clock(self) -> float:
        return self.now

    def stream(self, key: bytes, table_id: str, entropies: Any) -> Any:
        if table_id in self.luck:
            return Scripted(self.luck[table_id])
        return honest_stream(key, table_id, entropies)


def rig_up() -> Rig:
    """Replace all that comes from outside, in this process."""
    rig = Rig()
    dice = Dice(7)
    house.secrets = rooms.secrets = tending.secrets = dice  # type: ignore[assignment]
    sessions.secrets = services_module.secrets = fairness.secrets = dice  # type: ignore[assignment]
    fairness.stream = rig.stream  # type: ignore[assignment]
    services_module.House = lambda store, thinkers: House(store, rig.clock, thinkers)  # type: ignore[assignment,misc]
    services_module.quicken_games = rig.quicken
    open_leaks(rig)
    return rig


def open_leaks(rig: Rig) -> None:
    """Ways in which a server could give something away, each open while its name is set: the tests must notice."""
    honest_scene, honest_mark, honest_view = Showing.scene, Showing.mark, scenes.room_view

    def scene(showing: Showing, viewer: int, *others: Any) -> Any:
        room = showing.room
        if rig.leak == "another's eyes" and viewer >= 0:
            other = honest_scene(showing, (viewer + 1) % room.sheet.seats, *others)
            own = honest_scene(showing, viewer, *others)
            return msgspec.structs.replace(other, viewer=viewer, question=own.question)
        shown = honest_scene(showing, viewer, *others)
        if rig.leak == "version":
            shown.since = room.sheet.version
        if rig.leak == "length" and room.table is not None:
            shown.table += " " * (room.table.length % 7)
        if rig.leak == "hidden":
            shown.table += f"{sum(bytes(room.table)) % 10}" if room.table is not None else ""
        return shown

    def mark(showing: Showing, viewer: int) -> tuple[object, ...]:
        room = showing.room
        extra = (len(room.answers),) if rig.leak == "who answered" else ()
        return (*honest_mark(showing, viewer), *extra, *((room.sheet.version,) if rig.leak == "every change" else ()))

    def room_view(room: Room, guest: str | None) -> Any:
        view = honest_view(room, guest)
        if rig.leak == "key":
            view.commitment = fairness.commitment(bytes(room.table) if room.table is not None else b"")
        return view

    Showing.scene, Showing.mark, scenes.room_view = scene, mark, room_view  # type: ignore[assignment,method-assign]


def application() -> Any:
    rig = rig_up()
    limits = Limits(
        messages_a_second=PLENTY, message_burst=PLENTY, requests_a_second=PLENTY, request_burst=PLENTY,
        tables_a_minute=PLENTY, tables_an_address=PLENTY, bot_tables=PLENTY, bot_tables_an_address=PLENTY,
        public_tables=PLENTY, public_tables_an_address=PLENTY, sockets_an_address=1000,
        talk_a_second=PLENTY, talk_burst=PLENTY,
    )  # fmt: skip
    connections.REPLY_WITHIN = PLENTY  # what an order waits for may take a while
    if "--hasty" in sys.argv:
        limits = msgspec.structs.replace(limits, files_a_second=1.0, file_burst=100.0)
        connections.HEAD_WITHIN = connections.BODY_WITHIN = connections.REPLY_WITHIN = 0.5
        services_module.HEALTHY = 0.0
    busy = 0 if "--busy" in sys.argv else PLENTY
    config = Config(os.environ["TRIPOT_DATABASE"], scheduler=False, limits=limits, busy=busy, analysis=0.02)
    app = app_module.create_app(config)

    @post("/rig", status_code=200)
    async def orders(services: Services, data: Orders) -> int:
        """What the test wants, and at how many tables something was due."""
        if data.luck is not None:
            rig.luck[data.table] = data.luck
        if data.leak is not None:
            rig.leak = data.leak
        rig.now += data.seconds
        if data.quickened:
            await rig.quickened.wait()
        if data.analysed:
            await asyncio.gather(*services.house.analysts._tasks.values())
        return await Scheduler(services.house).turn() if data.turn else 0

    app.register(orders)
    return app


def main() -> None:
    serving.listen(
        "tests.web.deterministic_server:application", "127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])
    )


if __name__ == "__main__":
    main()
