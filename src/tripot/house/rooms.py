"""Tables in memory: what happens at one is written down before anybody is told, or it didn't happen."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from itertools import islice
from typing import Protocol, TypeVar

from tripot.engine.errors import TripotError
from tripot.house import repository
from tripot.house.conversation import Conversation, Spoken
from tripot.house.errors import HouseError, NotFound
from tripot.house.gallery import Gallery
from tripot.house.repository import Saved
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.store import Conflict, Store

T = TypeVar("T")
log = logging.getLogger(__name__)
TRIES = 6
ROOMS_KEPT = 2000  # in memory, and those that somebody looks at
ASIDE = 8  # rooms that are looked at to make room for one
ALL_TALK = 5000  # that is looked through for promises


class Watcher(Protocol):
    """Somebody who looks at tables: told when one has changed or something was said. It never waits."""

    @property
    def guest_id(self) -> str: ...
    def counted(self, table_id: str, count: int) -> None: ...
    def changed(self, showing: Showing) -> None: ...
    def said(self, table_id: str, spoken: Spoken) -> None: ...


class _Turn(asyncio.Lock):
    """Whose turn it is to be at a table."""

    def taken(self) -> bool:
        """Take it without waiting, if it is nobody's and nobody waits for it; whether that was so."""
        asking = self.acquire()
        try:
            asking.send(None)
        except StopIteration:
            return True
        asking.close()
        return False


class Place:
    """A table that this process has in memory, or is about to."""

    def __init__(self) -> None:
        self.lock = _Turn()
        self.room: Room | None = None
        self.watchers: dict[Watcher, None] = {}  # in the order of their coming
        self.talk: Conversation | None = None
        self.gallery = Gallery()

    def converse(self, room: Room) -> Conversation:
        """Let a room share what is known here of what was said."""
        self.talk = room.talk if self.talk is None else self.talk
        room.talk = self.talk
        return self.talk


class Rooms:
    """The tables that a process has in memory, those who look at them, and how what happens there is written down."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self.clock = store, clock
        self.rooms_kept = ROOMS_KEPT
        self.moves = 0  # written by this process
        self.stirred_at = 0.0  # when it last wrote something
        self.conflicts = 0
        self.name = secrets.token_hex(4)  # among the processes that share a store
        self._places: OrderedDict[str, Place] = OrderedDict()  # the one that was used last is last
        self._catching_up: set[asyncio.Future[None]] = set()
        self._counting: set[asyncio.Future[None]] = set()

    async def look_at(self, table_id: str) -> Room:
        """A room as it is now, to read and not to change."""
        return await self.act(table_id, lambda room, now: room, reads=True)

    async def act(self, table_id: str, deed: Callable[[Room, float], T], reads: bool = False) -> T:
        """Let something happen at a table: it is written down before anybody is told, or it didn't happen."""
        place = self._place(table_id)
        for _ in range(TRIES):
            async with place.lock:
                room = await self._room(place, table_id)
                if reads:
                    return deed(room, self.clock())
                saved = Saved.of(room)
                try:
                    result = deed(room, self.clock())
                except BaseException as fault:
                    if Saved.of(room) != saved:
                        place.room = None  # half done: what is written counts
                    if not isinstance(fault, TripotError) or not await self._is_behind(room):
                        raise
                else:
                    if await self._write(place, room, saved):
                        return result
            await self.refresh(table_id)
        raise HouseError("busy.table")

    def act_at_once(
        self, table_id: str, deed: Callable[[Room, float], T], then: Callable[[T | None, BaseException | None], None]
    ) -> bool:
        """The same without a wait for anything but the store, where nobody else is at the table. If it can be done so,
        `then` is told what came of it once it is written, or what went wrong; if not, nothing was done.

        A decision at a table takes this way nearly always: no task is made for it, and none is woken.
        """
        place = self._places.get(table_id)
        if place is None or place.room is None or not place.lock.taken():
            return False
        self._places.move_to_end(table_id)
        room, saved = place.room, Saved.of(place.room)
        try:
            result = deed(room, self.clock())
            change = repository.change(room, saved)
            writing = None if change is None else asyncio.ensure_future(self.store.write(change))
        except Exception:
            if Saved.of(room) != saved:
                place.room = None  # half done: what is written counts
            place.lock.release()
            return False
        if change is None or writing is None:
            place.lock.release()
            then(result, None)
            return True

        def wrote(done: asyncio.Future[None]) -> None:
            fault: BaseException | None = None
            try:
                done.result()
                self._become(place, room, saved, change)
            except (Exception, asyncio.CancelledError) as broken:
                fault = broken
                self.conflicts += isinstance(fault, Conflict)
            finally:
                place.lock.release()
            then(result, fault)

        place.room = None  # until it is written, what is in memory is not so
        writing.add_done_callback(wrote)
        return True

    async def _is_behind(self, room: Room) -> bool:
        """Whether another process has changed the table since: then a refusal is no answer."""
        if not self.store.shared:
            return False
        return (await self.store.read(repository.version_of([room.id]))).get(room.id) != room.sheet.version

    async def _write(self, place: Place, room: Room, saved: Saved) -> bool:
        """Write a change down and tell; False if another process was quicker."""
        change = repository.change(room, saved)
        if change is None:
            return True
        place.room = None  # until it is written, what is in memory is not so
        writing = asyncio.ensure_future(self.store.write(change))
        try:
            await asyncio.shield(writing)
        except Conflict:
            self.conflicts += 1
            return False
        except asyncio.CancelledError:  # who did it is gone; it is written all the same, and others must learn of it
            writing.add_done_callback(lambda _: self._catch_up(room.id))
            raise
        self._become(place, room, saved, change)
        return True

    def _become(self, place: Place, room: Room, saved: Saved, change: repository.Change) -> None:
        """A change is written: from now on the table is so, and those who look at it are told."""
        room.sheet.version += 1
        place.room = room
        if change.seating:
            room.seating = room.seating_now()
        self.moves += len(room.times) - saved.moves
        self.stirred_at = self.clock()
        self._tell(place, room)
        if change.seating:
            self._count(place, room)

    def _catch_up(self, table_id: str) -> None:
        task = asyncio.ensure_future(self.refresh(table_id))
        self._catching_up.add(task)
        task.add_done_callback(self._catching_up.discard)

    def _tell(self, place: Place, room: Room) -> None:
        room.follow_talk()
        showing = Showing(room, self.clock())
        for watcher in tuple(place.watchers):
            try:
                watcher.changed(showing)
            except Exception:  # one who can't be told must not keep the others from it
                log.exception("somebody could not be told")

    def _count(self, place: Place, room: Room, anew: bool = False) -> None:
        """Tell how many watch, if that has changed."""
        changed = place.gallery.count(
            (watcher.guest_id for watcher in place.watchers), (chair.guest for chair in room.chairs)
        )
        if self.store.shared and (changed or (anew and place.gallery.here)):
            writing = asyncio.ensure_future(
                self.store.write(repository.counting(room.id, self.name, place.gallery.here))
            )
            self._counting.add(writing)
            writing.add_done_callback(self._counting.discard)
        self._tell_count(place, room.id)

    def _tell_count(self, place: Place, table_id: str) -> None:
        total = place.gallery.total(self.clock())
        if total != (place.gallery.told or 0):
            for watcher in tuple(place.watchers):
                watcher.counted(table_id, total)
        place.gallery.told = total

    def hear_count(self, table_id: str, process: str, count: int) -> None:
        """So many watch a table through another process."""
        place = self._places.get(table_id)
        if place is not None and process != self.name:
            place.gallery.hear(process, count, self.clock())
            self._tell_count(place, table_id)

    def recount(self) -> None:
        """Say again to other processes how many watch here: what isn't said again is forgotten."""
        for place in list(self._places.values()):
            if place.room is not None and place.watchers:
                self._count(place, place.room, anew=True)

    async def _room(self, place: Place, table_id: str) -> Room:
        if place.room is None:
            found = await self.store.read(repository.reading(table_id))
            if found is None:
                if not place.watchers:
                    self._places.pop(table_id, None)
                raise NotFound("no-table.unknown")
            room = Room(found.sheet, found.chairs)
            room.answers, room.withdrawn, room.drafts = found.answers, found.withdrawn, found.drafts
            room.follow(found.log)
            talk = place.converse(room)
            if not talk.read:
                for spoken in await self.store.read(repository.hearing(table_id, 0, ALL_TALK)):
                    talk.add(spoken)
                talk.read = True
            place.room = room
            self._tell(place, room)  # it may be news to those who look: what was in memory had to be thrown away
            self._count(place, room)
        return place.room

    async def refresh(self, table_id: str, version: int | None = None) -> None:
        """Another process may have changed a table: read what is new and tell those who look at it here."""
        place = self._places.get(table_id)
        if place is None or place.room is None:
            if place is not None and place.watchers:
                await self._reread(place, table_id)
            return
        if version is None or place.room.sheet.version < version:
            await self._reread(place, table_id)

    async def learn(self, table_id: str, version: int, delta: repository.Delta) -> None:
        """Another process has brought a table to a version, and says how."""
        place = self._places.get(table_id)
        if place is None or not (place.watchers or place.room):
            return
        async with place.lock:
            room = place.room
            if room is not None and room.sheet.version == version - 1:
                place.room = None  # until all of it is learnt
                with suppress(HouseError):
                    delta.come_to(room)
                    place.room = room
                    self._tell(place, room)
                    return
        await self.refresh(table_id, version)

    async def _reread(self, place: Place, table_id: str) -> None:
        async with place.lock:
            known = place.room
            if known is not None:
                found = await self.store.read(repository.reading(table_id, len(known.times)))
                if found is None:
                    place.room = None  # it was tidied away
                    return
                if found.sheet.version == known.sheet.version:
                    return
                known.sheet, known.chairs = found.sheet, found.chairs
                known.answers, known.withdrawn, known.drafts = found.answers, found.withdrawn, found.drafts
                known.seating = known.seating_now()
                try:
                    known.follow(found.log)
                except HouseError:
                    place.room = None
            room = await self._room(place, table_id)
            self._tell(place, room)
            self._count(place, room)

    async def watch(self, table_id: str, watcher: Watcher) -> Room:
        """From now on the watcher is told; until `unwatch`. What another process has told them is known here too."""
        if self.store.shared:
            await self.refresh(table_id)
        place = self._place(table_id)
        async with place.lock:
            room = await self._room(place, table_id)
            place.watchers[watcher] = None
            if place.gallery.told:
                watcher.counted(table_id, place.gallery.told)
            self._count(place, room)
            return room

    def unwatch(self, table_id: str, watcher: Watcher) -> None:
        place = self._places.get(table_id)
        if place is None:
            return
        place.watchers.pop(watcher, None)
        if place.room is not None:
            self._count(place, place.room)
        if not place.watchers and place.room is not None:
            place.room.forget_viewers()

    def _place(self, table_id: str) -> Place:
        """A table's place in memory, which is in use now; those that were used longest ago make room for a new one."""
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = Place()
            for oldest in list(islice(self._places, max(0, min(len(self._places) - self.rooms_kept, ASIDE)))):
                self._let_go(oldest)
        self._places.move_to_end(table_id)
        return place

    def _let_go(self, table_id: str) -> None:
        """Drop a room that nobody looks at or is at: it is read again when it is needed."""
        place = self._places[table_id]
        if place.watchers or place.lock.locked():
            self._places.move_to_end(table_id)
        else:
            del self._places[table_id]

    def forget(self, table_ids: Iterable[str]) -> None:
        """Tables are gone from the store."""
        for table_id in table_ids:
            if table_id in self._places:
                self._let_go(table_id)

    def watchers(self, table_id: str) -> list[Watcher]:
        place = self._places.get(table_id)
        return [] if place is None else list(place.watchers)

    @property
    def rooms(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    @property
    def watched(self) -> list[str]:
        return [table_id for table_id, place in self._places.items() if place.watchers]
