"""The house: everything that guests do at tables, written down before anybody is told."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tripot.bots import levels_of
from tripot.engine.game import game
from tripot.house import botnames, fairness, repository
from tripot.house.analyses import Analysts
from tripot.house.errors import HouseError, NotFound
from tripot.house.names import checked_name
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import own_record
from tripot.house.sheet import CLOSED, OPEN, OVER, SPECTATOR, Chair, Sheet
from tripot.house.store import Conflict, Store
from tripot.house.tending import TendedRooms
from tripot.house.thinking import Thinkers
from tripot.house.time_control import TimeControl

LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is taken for another
MOST_TABLES = 20  # that one guest may have open at a time


@dataclass
class Plan:
    """What a guest wants of a new table. `bots` names a level, or None for a seat that waits for somebody.

    `characters` says by seat what the bots are to be like; where it says nothing, the table draws it.
    """

    game: str
    seats: int
    options: dict[str, Any]
    pace: TimeControl
    public: bool
    bots: list[str | None]
    sits: bool
    seal: str | None
    characters: Sequence[str | None] = ()


class House(TendedRooms):
    """All tables of one store. Any number of houses may share a store that is `shared`."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time, thinkers: Thinkers | None = None) -> None:
        super().__init__(store, clock, thinkers)
        self.analysts = Analysts(store, clock)
        self.part: Callable[[str], None] = lambda guest_id: None  # tells a guest's connections that they are signed out

    async def guest(self, guest_id: str) -> Guest | None:
        return await self.store.read(repository.knowing(guest_id))

    async def greet(self, guest_id: str, name: str, language: str) -> Guest:
        """A guest says what to call them and which language they read."""
        guest = Guest(guest_id, checked_name(name), language, self.clock())
        await self.store.write(repository.greeting(guest))
        return guest

    async def open_table(
        self, guest: Guest, plan: Plan, rematch_of: str | None = None, names: Sequence[str] = ()
    ) -> Room:
        """A new table. `names` says, by seat, whom seats wait for and what bots are called."""
        chosen = game(plan.game)
        seats = chosen.checked_seats(plan.seats)
        levels = levels_of(chosen.name)
        if len(plan.bots) > seats or any(level is not None and level not in levels for level in plan.bots):
            raise HouseError("bots.plan", seats=seats, levels=", ".join(levels))
        bots = plan.bots + [None] * (seats - len(plan.bots))
        characters = [
            botnames.checked_character(chosen.name, bots[seat] if seat < seats else None, wanted, "characters")
            for seat, wanted in enumerate(plan.characters)
        ]
        if len(await self.store.read(repository.tables_of(guest.id, MOST_TABLES))) >= MOST_TABLES:
            raise HouseError("too-many.tables", most=MOST_TABLES)
        sheet = Sheet(
            id="".join(secrets.choice(LETTERS) for _ in range(16)),
            game=chosen.name,
            rules=chosen.version,
            seats=seats,
            options=chosen.chosen(plan.options, plan.pace.checked().live),
            pace=plan.pace,
            public=plan.public,
            status=OPEN,
            host=guest.id,
            key=fairness.new_key(),
            opened_at=self.clock(),
            rematch_of=rematch_of,
        )
        called = list(names) or [""] * seats
        for seat, character in enumerate(characters):
            if character:
                called[seat] = botnames.name_with(character, sheet.id, seat, [guest.name, *called])
        seated = enumerate(zip(called, bots, strict=True))
        room = Room(sheet, [Chair(seat, name=name, bot=level) for seat, (name, level) in seated])
        if plan.sits:
            room.sit(guest.id, guest.name, None, plan.seal, self.clock())
        await self.store.write(repository.opening(room))
        place = self._place(room.id)
        place.room, place.converse(room).read = room, True
        return room

    async def rematch(self, guest: Guest, table_id: str, seal: str | None) -> str:
        """Play again: whoever asks first opens a table like this one, the others are invited to their old seats.

        When all of them have come the game begins by itself.
        """
        room = await self.look_at(table_id)
        seat = room.chair_of(guest.id).seat
        if room.status != OVER:
            raise HouseError("status.rematch")
        found = await self._next_table(table_id)
        if found is None:
            sheet = room.sheet
            bots = [None if chair.guest is not None else chair.bot for chair in room.chairs]
            plan = Plan(sheet.game, sheet.seats, sheet.options, sheet.pace, sheet.public, bots, sits=False, seal=None)
            names = [
                chair.name if chair.guest is not None or botnames.character(chair.name) else "" for chair in room.chairs
            ]
            try:
                found = (await self.open_table(guest, plan, table_id, names)).id
            except Conflict:
                found = await self._next_table(table_id)
        if found is None:
            raise NotFound("no-table.no-rematch")
        people = [chair.guest for chair in room.chairs if chair.guest is not None]
        await self.act(found, lambda room, now: _sit_again(room, guest, seat, seal, people, now))
        await self.refresh(table_id)
        return found

    async def decline_rematch(self, guest: Guest, table_id: str) -> None:
        """Not now: a bot takes the seat that is kept, and gives it up to whoever comes."""
        room = await self.look_at(table_id)
        seat = room.chair_of(guest.id).seat
        found = await self._next_table(table_id)
        if found is None:
            raise NotFound("no-table.nobody-asked")
        await self.act(found, lambda room, now: room.give_kept_away(seat))

    async def _next_table(self, table_id: str) -> str | None:
        """Where they play again; not a table that was closed before it began."""
        found = await self.store.read(repository.rematch_of(table_id))
        if found is not None and (await self.look_at(found)).status == CLOSED:
            await self.store.write(repository.giving_up_rematch(table_id))
            return None
        return found

    async def sit(self, guest: Guest, table_id: str, seat: int | None, seal: str | None) -> Room:
        """Take a seat; whoever is invited to one takes that, unless they name another."""
        room = await self.look_at(table_id)
        mine = await self.kept_for(guest.id, room)
        chosen = mine if seat is None else seat

        def deed(room: Room, now: float) -> Room:
            room.sit(guest.id, guest.name, chosen, seal, now, kept=chosen == mine)
            return room

        return await self.act(table_id, deed)

    async def kept_for(self, guest_id: str, room: Room) -> int | None:
        """The seat that is kept for a guest at a table that goes on from another."""
        before = room.sheet.rematch_of
        if before is None or room.status != OPEN or not any(chair.kept for chair in room.chairs):
            return None
        try:
            seat = (await self.look_at(before)).seat_of(guest_id)
        except NotFound:
            return None
        return seat if seat is not None and room.chairs[seat].kept else None

    async def record(self, table_id: str, guest: Guest | None) -> str:
        """A finished game for everybody, all-seeing; a running one as this guest may know it."""
        return await self.act(table_id, lambda room, now: _record(room, guest), reads=True)


def _sit_again(room: Room, guest: Guest, seat: int, seal: str | None, people: list[str], now: float) -> None:
    if room.seat_of(guest.id) is not None:
        return
    chair = room.chairs[seat]
    room.sit(guest.id, guest.name, seat if chair.kept or chair.free else None, seal, now, kept=True)
    if room.status == OPEN and room.sheet.host is not None and all(room.seat_of(each) is not None for each in people):
        room.start(room.sheet.host, now)


def _record(room: Room, guest: Guest | None) -> str:
    if room.table is None:
        raise HouseError("status.no-record")
    if room.status == OVER:
        room.table.names = tuple(chair.name for chair in room.chairs)
        room.table.proof = room.proof
        return room.table.record()
    seat = None if guest is None else room.seat_of(guest.id)
    return own_record(room, SPECTATOR if seat is None else seat)
