"""Rooms and people for scenes at tables of the house: no clock, no disk."""

import hashlib
from collections.abc import Sequence
from typing import Any

from tripot.engine.game import game
from tripot.house.archive import Guest
from tripot.house.pace import Pace
from tripot.house.room import OPEN, Chair, Room, Sheet

ANNA, BOB, CLEO, DORA = (Guest(name.lower(), name, "en", 0.0) for name in ("Anna", "Bob", "Cleo", "Dora"))
KEY = bytes(range(32))
NOON = 1_000_000.0


def room_of(
    name: str,
    sitting: Sequence[Guest | str],
    *,
    pace: Pace = Pace(),  # noqa: B008 - never changed
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


def beat(room: Room, guest: Guest) -> int:
    seat = room.seat_of(guest.id)
    assert seat is not None
    return room.chronicle(seat).beat
