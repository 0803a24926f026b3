"""Saying something at a table, and hearing what others say, through whichever process."""

from __future__ import annotations

import logging

from tripot.house import chat, repository
from tripot.house.chat import Said
from tripot.house.conversation import Conversation, Spoken
from tripot.house.errors import HouseError
from tripot.house.repository import Guest
from tripot.house.rooms import ALL_TALK, TRIES, Place, Rooms
from tripot.house.sheet import CLOSED, OVER, PLAYING, SPECTATOR
from tripot.house.store import Conflict

log = logging.getLogger(__name__)
MOST_TALK = 200  # that is read back


class ChattingRooms(Rooms):
    """What is said at tables and beside them."""

    async def say(self, table_id: str, guest: Guest, said: Said) -> Spoken:
        """Say something at a table: from one's seat to all, or from the gallery to those who watch, too."""
        room = await self.look_at(table_id)
        seat = room.seat_of(guest.id)
        if room.status == CLOSED:
            raise HouseError("status.closed")
        if seat is None and room.status not in (PLAYING, OVER):
            raise HouseError("not-seated.here")
        said = chat.checked_of_person(said, room.sheet.game, room.sheet.seats, seat, room.public)
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

    def _take_in(self, place: Place, conversation: Conversation, spoken: Spoken) -> None:
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
