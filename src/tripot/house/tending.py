"""What is due at tables: bots choose and speak, time decides; and what a master would advise."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Sequence

from tripot.bots import chatter
from tripot.engine.look import Look
from tripot.house import chat, repository
from tripot.house.chat import Said
from tripot.house.chatting import ChattingRooms
from tripot.house.cues import Cue
from tripot.house.errors import HouseError
from tripot.house.foresight import Foresight
from tripot.house.repository import Guest, Saved
from tripot.house.room import Room
from tripot.house.rooms import Place
from tripot.house.sheet import PLAYING
from tripot.house.store import Store
from tripot.house.thinking import Advice, Thinkers, allowed, remembers
from tripot.house.timing import Asking

QUIET = 2.0  # seconds that a bot keeps silent after it has spoken
ADVISED = 8  # guests who may wait for a hint at a time


class TendedRooms(ChattingRooms):
    """Bots that choose, speak and advise, and time that passes."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time, thinkers: Thinkers | None = None) -> None:
        super().__init__(store, clock)
        self.thinkers = thinkers or Thinkers()
        self._advising = asyncio.Lock()
        self._advised: set[str] = set()  # guests who wait for a hint

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
            return await self._do_due(place, room, asking.of_those(chosen, room.asking(now)), now)

    async def _do_due(self, place: Place, room: Room, chosen: Sequence[tuple[int, str]], now: float) -> bool:
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
            character, seed = room.chairs[seat].character, room.seed(seat)
            move = await self.thinkers.choose(level, look, luck, within, heard, character, seed)
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
            look, heard, seed = foresight.look(seat), list(foresight.heard(seat)), room.seed(seat)
        self._advised.add(guest.id)
        try:
            async with self._advising:  # one at a time: the bots of others' tables wait for a place to think, too
                advice = await self.thinkers.advise(look, secrets.token_bytes(16), heard, seed)
        finally:
            self._advised.discard(guest.id)
        if advice is None:
            raise HouseError("not-ready.hint")
        return room, look, advice


def _kept_word(room: Room, seat: int, move: str, look: Look) -> str:
    """A bot's move, or the one by which it keeps what it promised."""
    chair = room.chairs[seat]
    for _, verdicts in room.talk.ledger.duties(seat):
        move = chatter.keeping(look, move, verdicts, chair.bot or "", chair.character)
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
        line = chatter.answer(look, cue.heard.said.phrase, cue.heard.seat, luck, chair.character)
    if line is None:
        return None
    try:
        said = chat.checked(
            Said("", line.phrase, line.to, line.count, line.what), room.sheet.game, room.sheet.seats, cue.seat, public
        )
    except HouseError:
        return None
    if not chat.fits(said, room.sheet.game, cue.seat, public.look.phase, public.look.document()):
        return None
    return None if room.talk.ledger.open_like(cue.seat, said) else (cue.seat, chair.name, said)
