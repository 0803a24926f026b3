"""One WebSocket a client: tables that it watches, and all that it does at them."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any, Protocol

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency

from tripot import __version__
from tripot.engine.errors import TripotError
from tripot.house import repository, scenes
from tripot.house.chat import Said
from tripot.house.conversation import Spoken
from tripot.house.errors import HouseError
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.rooms import Watcher
from tripot.house.scenes import Showing
from tripot.house.sheet import OVER, SPECTATOR
from tripot.web import messages
from tripot.web.limits import Bucket
from tripot.web.messages import (
    Ack,
    ChatLine,
    Drafted,
    Hello,
    Problem,
    Promises,
    PromiseView,
    Refused,
    RoomNow,
    Watching,
)
from tripot.web.metrics import REFUSALS, SOCKETS, SUBMITTED
from tripot.web.refusing import language_for, problem, problem_named, sentence
from tripot.web.services import RESTARTS, Services
from tripot.web.sessions import COOKIE

WAITING = 16  # messages that may wait for a slow reader; after that they get the sum of what they missed
TALK_WAITING = 64
COME_AGAIN = 2.0  # seconds until a store that can't be written is told again that somebody is here
STUCK = 20.0  # seconds that one message may take to be sent
POLICY, TOO_BIG, TRY_LATER = 1008, 1009, 1013  # codes that a WebSocket is closed with

encode = msgspec.json.Encoder().encode
decode = messages.decoder().decode
log = logging.getLogger(__name__)


@websocket("/ws", opt={"exclude_from_auth": True})
async def client_socket(socket: WebSocket[Any, Any, Any], services: NamedDependency[Services]) -> None:
    """Everything that a client does and sees at tables."""
    headers = socket.headers
    holder = services.sessions.read(socket.cookies.get(COOKIE))
    address = services.address_of(socket)
    limits = services.config.limits
    if not services.welcomes(headers.get("origin", ""), headers.get("host", "")) or holder is None:
        await _turn_away(socket, POLICY, "closed.no-cookie")
        return
    if services.sockets[address] >= limits.sockets_an_address or sum(services.sockets.values()) >= limits.sockets:
        await _turn_away(socket, TRY_LATER, "closed.full")
        return
    if services.closing:
        await _turn_away(socket, RESTARTS, "closed.restarts")
        return
    services.sockets[address] += 1
    SOCKETS.inc()
    try:
        guest = await services.guest(holder, headers.get("accept-language", ""), socket.query_params.get("language"))
        if guest is None:
            await _turn_away(socket, POLICY, "closed.signed-out")
            return
        await socket.accept()
        await GuestSocket(services, guest, socket.scope["line"]).stay()  # type: ignore[typeddict-item]
    finally:
        services.sockets[address] -= 1
        if not services.sockets[address]:
            del services.sockets[address]
        SOCKETS.dec()


async def _turn_away(socket: WebSocket[Any, Any, Any], code: int, why: str) -> None:
    await socket.accept()
    await socket.close(code, sentence(why, language_for(socket)))


class Transport(Protocol):
    """The server's own end of a WebSocket, below Litestar's. Its `hearer` may take a message as soon as it comes."""

    hearer: Callable[[str], bool] | None

    async def receive(self) -> Any: ...
    async def send(self, message: Any) -> None: ...
    def tell(self, text: bytes) -> bool: ...


class Subscription:
    """A table that a client watches: what it was shown of it last."""

    __slots__ = (
        "beat",
        "heard",
        "known",
        "muted",
        "over",
        "overheard",
        "promises",
        "seating",
        "shown",
        "silent_until",
        "unheard_until",
        "viewer",
    )

    def __init__(self, since: int, heard: int, overheard: int, muted: set[int]) -> None:
        self.beat = since
        self.known: bytes | None = None  # the record as they have seen it last
        self.viewer: int | None = None
        self.seating: object = None
        self.shown: object = None
        self.silent_until = heard  # what was said before that number was heard before that number
        self.heard: set[int] = set()
        self.unheard_until = overheard  # the same for what is said in the gallery
        self.overheard: set[int] = set()
        self.muted = muted
        self.promises: object = ()
        self.over = False


class GuestSocket(Watcher):
    """One guest's connection."""

    def __init__(self, services: Services, guest: Guest, line: Transport) -> None:
        self._services, self._house, self._guest, self._line = services, services.house, guest, line
        self._tables: dict[str, Subscription] = {}
        self._behind: set[str] = set()  # tables of which the sum of what was missed is to be shown
        self._submitting = ""  # the decision that an answer is awaited for
        self._waiting: deque[bytes] = deque()
        self._sending_since: float | None = None
        self._answering = False  # whether a message is, that had to wait for its turn
        self._wake = asyncio.Event()
        self._decided = asyncio.Event()  # no decision that was taken at once is being written
        self._decided.set()
        self._drained = asyncio.Event()
        limits = services.config.limits
        self._words = Bucket(limits.messages_a_second, limits.message_burst)
        self._refused_in_a_row = 0
        self._coming: set[asyncio.Future[Any]] = set()
        self._returning: set[str] = set()  # tables that are being told that they are here
        self._heard_at = time.monotonic()
        self._dropped: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()

    @property
    def guest_id(self) -> str:
        return self._guest.id

    # coming and going

    async def stay(self) -> None:
        """Until the client goes, the server stops, or too much is asked for."""
        self._send(Hello(self._guest.name, self._guest.language, __version__))
        tasks = (asyncio.create_task(self._receive_all()), asyncio.create_task(self._send_all()))
        for task in tasks:
            task.add_done_callback(self._ended)
        self._services.open_sockets.add(self)
        self._line.hearer = self._hear
        code, why = POLICY, ""
        try:
            code, why = await self._dropped
        finally:
            self._line.hearer = None
            self._services.open_sockets.discard(self)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if code:
                with suppress(Exception):
                    closing = self._line.send({"type": "websocket.close", "code": code, "reason": why})
                    await asyncio.wait_for(closing, 1.0)
            for table_id in list(self._tables):
                await self._leave(table_id)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        if not task.cancelled() and task.exception() is not None:
            log.debug("a socket broke", exc_info=task.exception())
        self.drop(0)

    def drop(self, code: int, why: str = "", **fields: object) -> None:
        """Close this connection, and name why; with code 0 it is closed already."""
        if not self._dropped.done():
            self._dropped.set_result((code, sentence(why, self._guest.language, **fields) if why else ""))

    def drop_if_dead(self, now: float) -> None:
        """Close it if nothing comes from it, or nothing goes to it, for too long."""
        if now - self._heard_at > self._services.config.limits.idle:
            self.drop(POLICY, "closed.silent")
        elif self._sending_since is not None and now - self._sending_since > STUCK:
            self.drop(TRY_LATER, "closed.slow")

    async def _leave(self, table_id: str) -> None:
        """Stop watching; if the guest watches from nowhere else, the table learns that they are away."""
        del self._tables[table_id]
        self._house.unwatch(table_id, self)
        others = self._house.watchers(table_id)
        elsewhere = any(isinstance(other, GuestSocket) and other.guest_id == self.guest_id for other in others)
        if not elsewhere and not self._services.closing:
            with suppress(TripotError):
                await self._house.act(table_id, lambda room, now: room.went_away(self._guest.id, now))

    def _say_here(self, table_id: str) -> None:
        """Another process, from which their other line was cut, takes them for gone."""
        if table_id not in self._returning:
            self._returning.add(table_id)
            self._do_soon(self._come_back(table_id))

    async def _come_back(self, table_id: str) -> None:
        try:
            await self._house.act(table_id, lambda room, now: room.come_back(self._guest.id))
        except Exception:  # a store that can't be written is read again, and then they seem to be gone again
            log.debug("somebody could not come back yet", exc_info=True)
            await asyncio.sleep(COME_AGAIN)
        finally:
            self._returning.discard(table_id)

    def _do_soon(self, doing: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(doing)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    # sending

    def _send(self, message: msgspec.Struct) -> None:
        self._send_text(encode(message))

    def _send_text(self, text: bytes) -> None:
        if self._waiting or self._sending_since is not None or not self._line.tell(text):
            self._waiting.append(text)
            self._wake.set()

    async def _send_all(self) -> None:
        waiting, send = self._waiting, self._line.send
        while True:
            self._sending_since = time.monotonic()
            while waiting:
                await send({"type": "websocket.send", "bytes": None, "text": waiting.popleft().decode()})
            self._sending_since = None
            self._drained.set()
            while self._behind:
                with suppress(TripotError):
                    await self._house.act(self._behind.pop(), self._show_all, reads=True)
            if not waiting:
                self._wake.clear()
                await self._wake.wait()

    def changed(self, showing: Showing) -> None:
        room = showing.room
        if room.id not in self._tables:
            return
        seat = room.seat_of(self._guest.id)
        if seat is not None and room.chairs[seat].away_since is not None and room.chairs[seat].bot is None:
            self._say_here(room.id)
        if len(self._waiting) >= WAITING:
            self._behind.add(room.id)
            self._wake.set()
        else:
            self._show(showing, seat)

    def _show_all(self, room: Room, now: float) -> None:
        self._show(Showing(room, now), room.seat_of(self._guest.id))

    def _show(self, showing: Showing, seat: int | None) -> None:
        """Send what is new of a table, from the guest's seat; the caller sees to it that the room is as written."""
        room = showing.room
        subscription = self._tables.get(room.id)
        if subscription is None:
            return
        if subscription.seating != room.seating:
            subscription.seating = room.seating
            self._send(RoomNow(scenes.room_view(room, self._guest.id)))
        if room.table is None:
            return
        viewer = SPECTATOR if seat is None else seat
        if viewer != subscription.viewer:
            if subscription.viewer is not None:
                subscription.beat = 0  # another pair of eyes: all of it anew
            subscription.viewer, subscription.known = viewer, None
        if room.status == OVER and not subscription.over:
            subscription.over = True
            if viewer != SPECTATOR:
                self._do_soon(self._overhear(room.id, 0))  # now they may know what was said behind their backs
        mark = showing.mark(viewer)
        if subscription.known is not None and subscription.shown == mark:
            self._show_promises(room, viewer, subscription)
            return
        ack = ""
        if self._submitting and room.accepted(self._guest.id, self._submitting):
            ack, self._submitting = self._submitting, ""
        self._send_text(showing.frame(viewer, self._guest.language, subscription.beat, subscription.known, ack))
        witness = room.chronicle(viewer).witness
        subscription.beat, subscription.known, subscription.shown = witness.beat, witness.record, mark
        self._show_promises(room, viewer, subscription)

    def _show_promises(self, room: Room, viewer: int, subscription: Subscription) -> None:
        """Promises that are new, or of which something has become."""
        given = room.talk.ledger.mark
        if not given:
            return
        mark = (viewer, given, frozenset(subscription.muted))
        if subscription.promises == mark:
            return
        subscription.promises = mark
        views = [
            PromiseView(
                number=promise.number,
                seat=promise.seat,
                phrase=promise.said.phrase,
                after=room.beat_for(viewer, promise.said.beat),
                to=promise.said.to,
                count=promise.said.count,
                what=promise.said.what,
                verdict=promise.verdict,
                settled=room.beat_for(viewer, promise.settled),
            )
            for promise in room.talk.ledger.promises
            if promise.seat not in subscription.muted
        ]
        self._send(Promises(room.id, views))

    def counted(self, table_id: str, count: int) -> None:
        if len(self._waiting) < TALK_WAITING:
            self._send(Watching(table_id, count))

    def said(self, table_id: str, spoken: Spoken) -> None:
        if len(self._waiting) < TALK_WAITING:
            self._pass_on(table_id, spoken)

    def _pass_on(self, table_id: str, spoken: Spoken) -> None:
        """Once, however often it is told: by this process, by another, or read again."""
        subscription = self._tables.get(table_id)
        if subscription is None:
            return
        if spoken.seat == SPECTATOR:
            self._overheard(table_id, subscription, spoken)
            return
        if spoken.number < subscription.silent_until or spoken.number in subscription.heard:
            return
        subscription.heard.add(spoken.number)
        if spoken.seat not in subscription.muted:
            self._send(_chat_line(table_id, spoken))

    def _overheard(self, table_id: str, subscription: Subscription, spoken: Spoken) -> None:
        """What is said in the gallery; those who play must not be helped by it."""
        if subscription.viewer != SPECTATOR and not subscription.over:
            return
        if spoken.number >= subscription.unheard_until and spoken.number not in subscription.overheard:
            subscription.overheard.add(spoken.number)
            self._send(_chat_line(table_id, spoken))

    async def _overhear(self, table_id: str, since: int) -> None:
        for spoken in await self._house.hear(table_id, since, seated=False):
            self._pass_on(table_id, spoken)

    # receiving

    async def _receive_all(self) -> None:
        """Answer message by message, until one is too much."""
        limits = self._services.config.limits
        while True:
            if len(self._waiting) >= WAITING:  # who doesn't read isn't read either
                self._drained.clear()
                await self._drained.wait()
            self._answering = False
            event = await self._line.receive()
            self._answering, self._heard_at = True, time.monotonic()
            if event["type"] == "websocket.disconnect":
                return None
            data = event.get("text")
            if not isinstance(data, str):
                return self.drop(POLICY, "closed.text")
            if len(data) > limits.message:
                return self.drop(TOO_BIG, "closed.big", most=limits.message)
            await self._decided.wait()
            if self._words.take():
                self._refused_in_a_row = 0
                await self._answer(data)
                continue
            self._refused_in_a_row += 1
            if self._refused_in_a_row > limits.message_burst:
                return self.drop(POLICY, "closed.many")
            self._refuse("", problem_named("slow-down.messages", self._guest.language))

    def _hear(self, data: str) -> bool:
        """Take a decision as soon as it comes, if nothing is in the way; whether it was taken."""
        if (
            self._answering
            or self._waiting
            or not self._decided.is_set()
            or len(data) > self._services.config.limits.message
        ):
            return False
        try:
            message = decode(data)
        except (msgspec.DecodeError, RecursionError):
            return False
        if not isinstance(message, messages.Submit | messages.Act) or not self._words.take():
            return False
        self._refused_in_a_row, self._heard_at = 0, time.monotonic()
        self._decided.clear()
        self._submitting = message.id

        def then(draft: scenes.Draft | None, fault: BaseException | None) -> None:
            if fault is not None:
                self._do_soon(self._decide_later(message))
                return
            try:
                self._tell_decided(message.id, draft)
            finally:
                self._submitting = ""
                self._decided.set()

        if not self._house.act_at_once(message.table, self._deed_of(message), then):
            self._do_soon(self._decide_later(message))
        return True

    async def _decide_later(self, message: messages.Submit | messages.Act) -> None:
        """It has to wait for something, or is to be refused."""
        self._submitting = ""
        try:
            await self._answer_to(message)
        finally:
            self._decided.set()

    async def _answer(self, data: str) -> None:
        try:
            message = decode(data)
        except (msgspec.DecodeError, RecursionError) as fault:
            self._refuse("", problem_named("message.unreadable", self._guest.language, why=fault))
            return
        await self._answer_to(message)

    async def _answer_to(self, message: Any) -> None:
        try:
            await _DEEDS[type(message)](self, message)
        except TripotError as fault:
            why = problem(fault, self._guest.language)
            REFUSALS.labels(why.code).inc()
            self._refuse(message.id, why)
        except Exception:
            log.exception("a message could not be answered")
            self._refuse(message.id, problem_named("broken.unknown", self._guest.language))

    def _refuse(self, message_id: str, why: Problem) -> None:
        self._send(Refused(message_id, why.code, why.sentence, why.clause))

    async def _watch(self, message: messages.Watch) -> None:
        table_id = message.table
        if table_id not in self._tables and len(self._tables) >= self._services.config.limits.tables_watched:
            raise HouseError("too-many.watched")
        muted = await self._house.store.read(repository.muted(self._guest.id, table_id))
        room = await self._house.watch(table_id, self)
        self._tables[table_id] = Subscription(message.since, message.heard, message.overheard, muted)
        if room.seat_of(self._guest.id) is not None:
            await self._house.act(table_id, lambda room, now: room.come_back(self._guest.id))
        self._send(Ack(message.id))
        await self._house.act(table_id, self._show_all, reads=True)
        for spoken in await self._house.hear(table_id, message.heard):
            self._pass_on(table_id, spoken)
        await self._overhear(table_id, message.overheard)

    async def _unwatch(self, message: messages.Unwatch) -> None:
        if message.table in self._tables:
            await self._leave(message.table)
        self._send(Ack(message.id))

    async def _decide(self, message: messages.Submit | messages.Act) -> None:
        """A decision is made, or was only begun."""
        self._submitting = message.id
        try:
            self._tell_decided(message.id, await self._house.act(message.table, self._deed_of(message)))
        finally:
            self._submitting = ""

    def _deed_of(self, message: messages.Submit | messages.Act) -> Callable[[Room, float], scenes.Draft | None]:
        """What a decision does at its table."""
        guest, token, beat, moves = self._guest.id, message.id, message.beat, message.moves
        if isinstance(message, messages.Submit):
            return lambda room, now: room.submit(guest, token, beat, moves, now)
        waited, language = message.waited, self._guest.language

        def deed(room: Room, now: float) -> scenes.Draft | None:
            look = room.act(guest, token, beat, moves, now, waited)
            return None if look is None else scenes.draft(room, look, False, moves, language)

        return deed

    def _tell_decided(self, token: str, draft: scenes.Draft | None) -> None:
        if draft is not None:
            self._send(Drafted(token, draft))
            return
        SUBMITTED.inc()
        if self._submitting:  # no scene has told them
            self._send(Ack(token))

    async def _draft(self, message: messages.TryOut) -> None:
        def deed(room: Room, now: float) -> scenes.Draft:
            look, complete = room.draft(self._guest.id, message.moves)
            return scenes.draft(room, look, complete, message.moves, self._guest.language)

        self._send(Drafted(message.id, await self._house.act(message.table, deed)))

    async def _take_back(self, message: messages.TakeBack) -> None:
        await self._house.act(message.table, lambda room, now: room.take_back(self._guest.id))
        self._send(Ack(message.id))

    async def _reveal(self, message: messages.Reveal) -> None:
        entropy = bytes.fromhex(message.entropy)
        await self._house.act(message.table, lambda room, now: room.reveal(self._guest.id, entropy, now))
        self._send(Ack(message.id))

    async def _say(self, message: messages.Say) -> None:
        if not self._services.talk.take(self._guest.id):
            raise HouseError("slow-down.talk")
        said = Said(message.text, message.phrase, message.to, message.count, message.what)
        await self._house.say(message.table, self._guest, said)
        self._send(Ack(message.id))

    async def _mute(self, message: messages.Mute) -> None:
        subscription = self._tables.get(message.table)
        if subscription is None:
            raise HouseError("not-watching.table")
        (subscription.muted.add if message.mute else subscription.muted.discard)(message.seat)
        await self._house.store.write(repository.muting(self._guest.id, message.table, message.seat, message.mute))
        self._send(Ack(message.id))

    async def _ping(self, message: messages.Ping) -> None:
        self._send(Ack(message.id))


_DEEDS: dict[type, Callable[[GuestSocket, Any], Awaitable[None]]] = {
    messages.Watch: GuestSocket._watch,
    messages.Unwatch: GuestSocket._unwatch,
    messages.Submit: GuestSocket._decide,
    messages.Act: GuestSocket._decide,
    messages.TryOut: GuestSocket._draft,
    messages.TakeBack: GuestSocket._take_back,
    messages.Reveal: GuestSocket._reveal,
    messages.Say: GuestSocket._say,
    messages.Mute: GuestSocket._mute,
    messages.Ping: GuestSocket._ping,
}


def _chat_line(table_id: str, spoken: Spoken) -> ChatLine:
    said = spoken.said
    return ChatLine(
        table_id,
        spoken.number,
        spoken.seat,
        spoken.name,
        spoken.at,
        said.text,
        said.phrase,
        said.to,
        said.count,
        said.what,
        spoken.seat == SPECTATOR,
    )
