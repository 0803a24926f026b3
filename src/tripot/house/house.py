"""The house: everything that guests do at tables, written down before anybody is told."""

from __future__ import annotations

import asyncio
import hmac
import logging
import random
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any, Protocol, TypeVar

from tripot.bots import chatter, levels_of
from tripot.engine.errors import TripotError
from tripot.engine.game import game
from tripot.engine.look import Look
from tripot.house import botnames, fairness, repository, talk
from tripot.house.analyses import Analysts
from tripot.house.conversation import Conversation, Spoken
from tripot.house.cues import Cue
from tripot.house.errors import HouseError, NotFound
from tripot.house.foresight import Foresight
from tripot.house.gallery import Gallery
from tripot.house.names import checked_name
from tripot.house.pace import Pace
from tripot.house.repository import Guest, Saved
from tripot.house.room import CLOSED, OPEN, OVER, PLAYING, SPECTATOR, STANDIN, Asking, Chair, Room, Sheet
from tripot.house.scenes import Showing, own_record
from tripot.house.store import Conflict, Store
from tripot.house.talk import Said
from tripot.house.thinking import AT_ONCE, LEAST, Advice, Thinkers, allowed, remembers

T = TypeVar("T")
log = logging.getLogger(__name__)
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that is taken for another
MOST_TABLES = 20  # that one guest may have open at a time
MOST_TALK = 200  # that is read back
ALL_TALK = 5000  # that is looked through for promises
TRIES = 6
QUIET = 2.0  # seconds that a bot keeps silent after it has spoken
ROOMS_KEPT = 2000  # in memory, and those that somebody looks at
ADVISED = 8  # guests who may wait for a hint at a time
ASIDE = 8  # rooms that are looked at to make room for one


@dataclass
class Plan:
    """What a guest wants of a new table. `bots` names a level, or None for a seat that waits for somebody."""

    game: str
    seats: int
    options: dict[str, Any]
    pace: Pace
    public: bool
    bots: list[str | None]
    sits: bool
    seal: str | None


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


class _Place:
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


class House:
    """All tables of one store. Any number of houses may share a store that is `shared`."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time, thinkers: Thinkers | None = None) -> None:
        self.store, self.clock = store, clock
        self.thinkers = thinkers or Thinkers()
        self.analysts = Analysts(store, clock)
        self.rooms_kept = ROOMS_KEPT
        self.moves = 0  # written by this process
        self.stirred_at = 0.0  # when it last wrote something
        self.conflicts = 0
        self.name = secrets.token_hex(4)  # among the processes that share a store
        self.part: Callable[[str], None] = lambda guest_id: None  # tells a guest's connections that they are signed out
        self._places: OrderedDict[str, _Place] = OrderedDict()  # the one that was used last is last
        self._catching_up: set[asyncio.Future[None]] = set()
        self._counting: set[asyncio.Future[None]] = set()
        self._advising = asyncio.Lock()
        self._advised: set[str] = set()  # guests who wait for a hint

    # guests

    async def guest(self, guest_id: str) -> Guest | None:
        return await self.store.read(repository.knowing(guest_id))

    async def greet(self, guest_id: str, name: str, language: str) -> Guest:
        """A guest says what to call them and which language they read."""
        guest = Guest(guest_id, checked_name(name), language, self.clock())
        await self.store.write(repository.greeting(guest))
        return guest

    # tables

    async def open_table(
        self, guest: Guest, plan: Plan, rematch_of: str | None = None, names: Sequence[str] = ()
    ) -> Room:
        """A new table. `names` says, by seat, whom seats wait for and what bots are called."""
        chosen = game(plan.game)
        seats = chosen.checked_seats(plan.seats)
        levels = levels_of(chosen.name)
        if len(plan.bots) > seats or any(level is not None and level not in levels for level in plan.bots):
            raise HouseError("bots.plan", seats=seats, levels=", ".join(levels))
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
        bots = plan.bots + [None] * (seats - len(plan.bots))
        called = zip(names or [""] * seats, bots, strict=True)
        room = Room(sheet, [Chair(seat, name=name, bot=level) for seat, (name, level) in enumerate(called)])
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
                chair.name if chair.guest is not None or chair.name in botnames.NAMES else "" for chair in room.chairs
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

    async def _write(self, place: _Place, room: Room, saved: Saved) -> bool:
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

    def _become(self, place: _Place, room: Room, saved: Saved, change: repository.Change) -> None:
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

    def _tell(self, place: _Place, room: Room) -> None:
        room.follow_talk()
        showing = Showing(room, self.clock())
        for watcher in tuple(place.watchers):
            try:
                watcher.changed(showing)
            except Exception:  # one who can't be told must not keep the others from it
                log.exception("somebody could not be told")

    def _count(self, place: _Place, room: Room, anew: bool = False) -> None:
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

    def _tell_count(self, place: _Place, table_id: str) -> None:
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

    async def _room(self, place: _Place, table_id: str) -> Room:
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

    async def _reread(self, place: _Place, table_id: str) -> None:
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

    # looking

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

    def _place(self, table_id: str) -> _Place:
        """A table's place in memory, which is in use now; those that were used longest ago make room for a new one."""
        place = self._places.get(table_id)
        if place is None:
            place = self._places[table_id] = _Place()
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

    async def record(self, table_id: str, guest: Guest | None) -> str:
        """A finished game for everybody, all-seeing; a running one as this guest may know it."""
        return await self.act(table_id, lambda room, now: _record(room, guest), reads=True)

    # talk

    async def say(self, table_id: str, guest: Guest, said: Said) -> Spoken:
        """Say something at a table: from one's seat to all, or from the gallery to those who watch, too."""
        room = await self.look_at(table_id)
        seat = room.seat_of(guest.id)
        if room.status == CLOSED:
            raise HouseError("status.closed")
        if seat is None and room.status not in (PLAYING, OVER):
            raise HouseError("not-seated.here")
        said = talk.checked(said, room.sheet.game, room.sheet.seats, seat, room.public)
        if seat is not None and room.talk.ledger.open_like(seat, said):
            raise HouseError("talk.again")
        name = guest.name if seat is None else room.chairs[seat].name
        spoken = await self._speak(table_id, SPECTATOR if seat is None else seat, name, said)
        if room.cues.next_at is not None and room.cues.next_at == room.due_at:  # a bot will answer
            await self.store.write(repository.waking(table_id, room.sheet.version, room.due_at))
        return spoken

    async def _speak(self, table_id: str, seat: int, name: str, said: Said) -> Spoken:
        for _ in range(TRIES):
            try:
                spoken = await self.store.write(repository.saying(table_id, seat, name, said, self.clock()))
            except Conflict:
                continue
            self.tell_talk(table_id, spoken)
            return spoken
        raise HouseError("busy.talk")

    def tell_talk(self, table_id: str, spoken: Spoken) -> None:
        place = self._places.get(table_id)
        if place is not None and place.talk is not None and spoken.seat != SPECTATOR:
            self._take_in(place, place.talk, spoken)
        for watcher in tuple(place.watchers) if place is not None else ():
            try:
                watcher.said(table_id, spoken)
            except Exception:  # one who can't be told must not keep the others from it
                log.exception("somebody could not be told")

    def _take_in(self, place: _Place, conversation: Conversation, spoken: Spoken) -> None:
        """Remember what was said: a promise stands in everybody's log, and a bot that is addressed will answer."""
        known = len(conversation.ledger.mark)
        fresh = conversation.add(spoken)
        room = place.room
        if room is None or not fresh:
            return
        room.cues.heard(spoken, room.talkers)
        if len(conversation.ledger.mark) > known:
            self._tell(place, room)

    async def hear(self, table_id: str, since: int, seated: bool = True) -> list[Spoken]:
        return await self.store.read(repository.hearing(table_id, since, MOST_TALK, seated))

    async def hear_all(self, table_id: str) -> list[Spoken]:
        """All that was said by those who played."""
        return await self.store.read(repository.hearing(table_id, 0, ALL_TALK))

    async def retell_talk(self, table_id: str, number: int, seated: bool = True) -> None:
        """Tell what was said, perhaps through another process, from a number on. Watchers may know it already."""
        place = self._places.get(table_id)
        if place is not None and (place.watchers or place.room):
            for spoken in await self.hear(table_id, number, seated):
                self.tell_talk(table_id, spoken)

    # hints

    async def hint(self, table_id: str, guest: Guest) -> tuple[Room, Look, Advice]:
        """What a master would weigh in a guest's place, by what their seat may know; for whoever plays bots alone."""
        place = self._place(table_id)
        async with place.lock:
            room = await self._room(place, table_id)
            seat = room.chair_of(guest.id).seat
            if not room.alone:
                raise HouseError("hint.people")
            if room.status != PLAYING or room.table is None or seat not in room.table.actors or seat in room.answers:
                raise HouseError("hint.not-asked")
            if guest.id in self._advised or len(self._advised) >= ADVISED:
                raise HouseError("slow-down.requests")
            foresight = room.foresight()
            look, heard = foresight.look(seat), list(foresight.heard(seat))
        self._advised.add(guest.id)
        try:
            async with self._advising:  # one at a time: the bots of others' tables wait for a place to think, too
                advice = await self.thinkers.advise(look, secrets.token_bytes(16), heard)
        finally:
            self._advised.discard(guest.id)
        if advice is None:
            raise HouseError("not-ready.hint")
        return room, look, advice

    # time and bots

    async def pass_time(self, table_id: str, version: int | None = None) -> bool:
        """Do what is due at a table that is at a version: bots choose and talk, time decides. Whether anything was."""
        await self.refresh(table_id, version)
        lines: list[tuple[int, str, Said]] = []
        changed = await self._tend(table_id, lines)
        for seat, name, said in lines:
            await self._speak(table_id, seat, name, said)
        return changed

    async def _tend(self, table_id: str, lines: list[tuple[int, str, Said]]) -> bool:
        place = self._place(table_id)
        async with place.lock:
            room = await self._room(place, table_id)
            began = self.clock()
            lines += [line for cue in room.cues.take(began) if (line := _line(room, cue)) is not None]
            asking = room.asking(began)
            if asking is None:
                return await self._do_due(place, room, (), began)
            foresight = room.foresight()
        # however hard a choice was, it is heard after the same time; and nobody waits for it at the lock
        chosen = await self._chosen(room, asking, foresight, began)
        heard_at = max(asking.at, began + max(room.sheet.pace.choosing, *map(allowed, asking.levels.values())))
        await asyncio.sleep(max(0.0, heard_at - self.clock()))
        place = self._place(table_id)
        async with place.lock:
            room = await self._room(place, table_id)
            now = max(heard_at, self.clock())
            return await self._do_due(place, room, chosen if room.asking(now) == asking else (), now)

    async def _do_due(self, place: _Place, room: Room, chosen: Sequence[tuple[int, str]], now: float) -> bool:
        """Let time pass at a table whose lock is held. Whether anything changed."""
        saved = Saved.of(room)
        try:
            changed = room.pass_time(chosen, now)
        except BaseException:
            place.room = None  # half done: what is written counts
            raise
        if changed and saved != Saved.of(room):
            return await self._write(place, room, saved)
        await self.store.write(repository.waking(room.id, room.sheet.version, room.due_at))
        return False

    async def _chosen(self, room: Room, asking: Asking, foresight: Foresight, began: float) -> list[tuple[int, str]]:
        """What the bots choose that are to move now.

        A bot's secret moves and the public one that ends them are one change: nobody can tell how many they were, nor
        by how long they took together. Each may take half of the time that is left.
        """

        async def choose(seat: int, level: str) -> tuple[int, str]:
            look, left = foresight.look(seat), began + allowed(level) - self.clock()
            within = left if asking.label else left / 2
            luck = room.luck(seat, foresight.length)
            heard = foresight.heard(seat) if remembers(level) else ()
            move = await self.thinkers.choose(
                level if level in AT_ONCE or within > LEAST else STANDIN,
                look,
                luck,
                within,
                heard,
                room.chairs[seat].character,
            )
            return seat, _kept_word(room, seat, move, look)

        if asking.label:
            return await asyncio.gather(*(choose(seat, level) for seat, level in asking.levels.items()))
        ((seat, level),) = asking.levels.items()
        chosen = [await choose(seat, level)]
        while not foresight.notices(*chosen[-1]) and len(foresight.actors) == 1 and not foresight.sealed:
            (following,) = foresight.actors
            bot = room.is_next(following, following == seat, began)
            if bot is None:
                break
            seat = following
            chosen.append(await choose(seat, bot))
        return chosen


def _kept_word(room: Room, seat: int, move: str, look: Look) -> str:
    """A bot's move, or the one by which it keeps what it promised."""
    for promise, verdicts in room.talk.ledger.duties(seat):
        lot = hmac.digest(room.sheet.key, b"word %d" % promise.number, "sha256")
        move = chatter.keeping(move, look.legal, verdicts, random.Random(lot))
    return move


def _line(room: Room, cue: Cue) -> tuple[int, str, Said] | None:
    """What a bot says on its cue, if it still has something to say that fits the moment."""
    public, chair = room.public, room.chairs[cue.seat]
    if public is None or chair.bot is None or room.table is None:
        return None
    if any(line.seat == cue.seat and line.at > cue.at - QUIET for line in room.talk.lines):
        return None
    look, luck = room.table.look(cue.seat), room.cues.luck(cue)
    if cue.remark is not None:
        line = chatter.remark(look, cue.remark, luck, chair.character)
    elif cue.heard is not None:
        line = chatter.answer(look, cue.heard.said.phrase, cue.heard.seat, luck)
    if line is None:
        return None
    try:
        said = talk.checked(
            Said("", line.phrase, line.to, line.count, line.what), room.sheet.game, room.sheet.seats, cue.seat, public
        )
    except HouseError:
        return None
    if not talk.fits(said, room.sheet.game, cue.seat, public.look.phase, public.look.document()):
        return None
    return None if room.talk.ledger.open_like(cue.seat, said) else (cue.seat, chair.name, said)


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
