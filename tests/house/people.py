"""Rooms and people for scenarios at tables of the house: no clock, no disk."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tripot.engine.game import game
from tripot.house.conversation import Spoken
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import Scene, Showing
from tripot.house.sheet import OPEN, Chair, Sheet
from tripot.house.time_control import TimeControl

ANNA, BOB, CLEO, DORA = (Guest(name.lower(), name, "en", 0.0) for name in ("Anna", "Bob", "Cleo", "Dora"))
KEY = bytes(range(32))
NOON = 1_000_000.0


class Onlooker:
    """Watches a table, and looks again whenever it has changed."""

    guest_id = "somebody"

    def __init__(self) -> None:
        self.lengths: list[int] = []  # of the game, at each change
        self._changed = asyncio.Event()

    def changed(self, showing: Showing) -> None:
        self.lengths.append(showing.room.table.length if showing.room.table else 0)
        self._changed.set()

    def said(self, table_id: str, spoken: Spoken) -> None: ...

    def counted(self, table_id: str, count: int) -> None: ...

    async def until_longer(self, length: int) -> None:
        """Wait until the game has gone on."""
        async with asyncio.timeout(20):
            while not self.lengths or self.lengths[-1] <= length:
                self._changed.clear()
                await self._changed.wait()


def room_of(
    name: str,
    sitting: Sequence[Guest | str],
    *,
    pace: TimeControl = TimeControl(),  # noqa: B008 - never changed
    key: bytes = KEY,
    table_id: str = "abcdefghijkmnpqr",
    at: float = NOON,
    **options: Any,
) -> Room:
    """An open table: a guest sits on each seat, or a bot of a level."""
    chosen = game(name)
    sheet = Sheet(
        id=table_id,
        game=name,
        rules=chosen.version,
        seats=len(sitting),
        options=chosen.chosen(options),
        pace=pace.checked(),
        public=False,
        status=OPEN,
        host=next((who.id for who in sitting if isinstance(who, Guest)), None),
        key=key,
        opened_at=at,
    )
    chairs = [
        Chair(seat, who.id, who.name) if isinstance(who, Guest) else Chair(seat, bot=who)
        for seat, who in enumerate(sitting)
    ]
    return Room(sheet, chairs)


def began(name: str, sitting: Sequence[Guest | str], **settings: Any) -> Room:
    """The same, and the game has begun."""
    room = room_of(name, sitting, **settings)
    room.start(room.sheet.host or "", settings.get("at", NOON))
    return room


def token(*words: object) -> str:
    return hashlib.sha256(repr(words).encode()).hexdigest()[:16]


def played_as(room: Room, name: str) -> int:
    """How many decisions of the log a client has given this name."""
    return sum(mark is not None and mark.partition("#")[0] == name for mark in room.tokens)


def beat(room: Room, guest: Guest) -> int:
    seat = room.seat_of(guest.id)
    assert seat is not None
    return room.chronicle(seat).beat


def sending(legal: Sequence[str]) -> str:
    """The move that brings PROHIS to its sealed question soonest."""
    return next((move for move in legal if move.startswith(("load", "send"))), legal[0])


def tick(room: Room, now: float, choose: Callable[[Sequence[str]], str] = sending) -> bool:
    """What the scheduler does at a moment; bots choose as they are told here."""
    asking = room.asking(now)
    asked = () if asking is None else asking.levels
    return room.pass_time([(seat, choose(room.foresight().look(seat).legal)) for seat in asked], now)


def decide(room: Room, now: float, choose: Callable[[Sequence[str]], str] = sending) -> float:
    """Whoever is asked decides: a person now, a bot when it is due. Until when that takes."""
    assert room.table is not None
    seat = min(room.table.actors)
    chair = room.chairs[seat]
    if chair.bot is None:
        move = choose(room.table.legal(seat))
        room.submit(chair.guest or "", token(room.table.length, seat, now), room.chronicle(seat).beat, [move], now)
        return now
    due = room.wake_at
    assert due is not None
    tick(room, max(now, due), choose)
    return max(now, due)


def until_sealed(room: Room, now: float = NOON) -> float:
    """Play on to a sealed question; when it was put."""
    for _ in range(300):
        if room.label:
            return now
        now = decide(room, now + 0.25)
    raise AssertionError("no sealed question was put")


def answer(room: Room, guest: Guest, now: float, mark: str = "") -> str:
    """A guest answers the sealed question; with what."""
    seat = room.seat_of(guest.id)
    assert room.table is not None
    assert seat is not None
    move = room.table.legal(seat)[-1]
    room.submit(guest.id, mark or token(guest.id, room.table.length), beat(room, guest), [move], now)
    return move


def scene_of(room: Room, viewer: int, now: float = NOON, language: str = "en") -> Scene:
    """A viewer's scene as their client reads it."""
    return msgspec.json.decode(msgspec.json.encode(Showing(room, now).scene(viewer, language, 0)), type=Scene)
