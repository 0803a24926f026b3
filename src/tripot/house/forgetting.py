"""Forgetting a guest: their name, list and words go; games that others played too stay, under a seat's number."""

from __future__ import annotations

from contextlib import suppress

import msgspec
from sqlalchemy import Connection, delete, or_, select, update

from tripot.engine.errors import TripotError
from tripot.house import played, schema
from tripot.house.chat import Said
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.sheet import MIXING, OPEN, PLAYING
from tripot.house.store import Work
from tripot.house.tidying import delete_tables


async def forget(house: House, guest_id: str) -> None:
    """Everything that is a guest's own. Whoever was interrupted asks again: what is gone is gone."""
    seats: dict[str, int | None] = {}
    for table_id in await house.store.read(_tables_of(guest_id)):
        seats[table_id] = None
        with suppress(TripotError):  # a table by rules that this house lacks has only its rows
            seats[table_id] = await house.act(table_id, lambda room, now: _get_up(room, guest_id))
    house.forget(await house.store.write(_erasing(guest_id, seats)))
    house.part(guest_id)


def _get_up(room: Room, guest_id: str) -> int | None:
    """Leave a seat, and no name on it; which it was."""
    running = room.status in (OPEN, MIXING, PLAYING)
    seat = room.seat_of(guest_id)
    if seat is None:
        seat = room.sheet.left.get(guest_id)
    elif running:
        room.get_up(guest_id)
    room.sheet.left.pop(guest_id, None)
    if room.sheet.host == guest_id:
        room.sheet.host = None
    if seat is not None and room.chairs[seat].guest in (guest_id, None):
        chair = room.chairs[seat]
        chair.guest, chair.name, chair.away_since = None, "", None
        chair.left = seat in room.sheet.left.values()
        if running:
            room.name_bots()
        room.talk.rename(seat)
    return seat


def _tables_of(guest_id: str) -> Work[list[str]]:
    """Where a guest sits, is host, or has left a running game."""

    def read(connection: Connection) -> list[str]:
        tables, chairs = schema.tables, schema.chairs
        sits = tables.c.id.in_(select(chairs.c.table_id).where(chairs.c.guest == guest_id))
        there = or_(sits, tables.c.host == guest_id, tables.c.left.contains(guest_id, autoescape=True))
        return [str(row.id) for row in connection.execute(select(tables.c.id).where(there))]

    return read


def _erasing(guest_id: str, seats: dict[str, int | None]) -> Work[list[str]]:
    """The rows that are a guest's; the tables where nobody else has a seat, which go with them."""

    def write(connection: Connection) -> list[str]:
        chairs, tables = schema.chairs, schema.tables
        connection.execute(update(chairs).where(chairs.c.guest == guest_id).values(guest=None, name=""))
        connection.execute(update(tables).where(tables.c.host == guest_id).values(host=None))
        peopled = {
            str(row.table_id)
            for row in connection.execute(
                select(chairs.c.table_id).where(chairs.c.table_id.in_(seats), chairs.c.guest.is_not(None))
            )
        }
        for table_id in peopled:
            if (seat := seats[table_id]) is not None:
                _hush(connection, table_id, seat)
                played.renaming(table_id, seat)(connection)
        alone = [table_id for table_id in seats if table_id not in peopled]
        delete_tables(connection, alone)
        for part, column in (
            (schema.mutes, "guest"), (schema.keys, "guest"), (schema.played, "guest"), (schema.puzzle_answers, "guest"),
            (schema.puzzle_ratings, "whose"), (schema.guests, "id"),
        ):  # fmt: skip
            connection.execute(delete(part).where(part.c[column] == guest_id))
        return alone

    return write


def _hush(connection: Connection, table_id: str, seat: int) -> None:
    """Of what a seat said, ready-made phrases stay, without a name; own words go."""
    talk = schema.talk
    theirs = (talk.c.table_id == table_id) & (talk.c.seat == seat)
    own = [
        row.number
        for row in connection.execute(select(talk.c.number, talk.c.said).where(theirs))
        if msgspec.json.decode(row.said, type=Said).text
    ]
    connection.execute(delete(talk).where(theirs, talk.c.number.in_(own)))
    connection.execute(update(talk).where(theirs).values(name=""))
