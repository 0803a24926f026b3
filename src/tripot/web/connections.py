"""The server's ends of connections. Who takes too long, or sends too much, is cut off, whatever they ask for.

All that rests on uvicorn's insides is here; `tests/attacks` says what broke when they change.
"""

from __future__ import annotations

import asyncio
import resource
import struct
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.speedups import apply_mask

from tripot.web.limits import Bucket
from tripot.web.refusing import sentence
from tripot.web.sessions import language_of

if TYPE_CHECKING:
    from tripot.web.services import Services

HEAD_WITHIN = 10.0  # seconds to say what one wants
BODY_WITHIN = 10.0  # seconds to say the rest of it
REPLY_WITHIN = 30.0  # seconds to take the answer
GOODBYE = 3.0  # seconds that the last bytes of a connection may take
SLICE = 1024  # bytes that are read at a time: few enough that even the smallest frames in them hold nobody up
POLICY = 1008  # the code that a WebSocket is closed with when somebody breaks the rules of the house
UNREAD = 8  # messages that may wait to be answered before no more are read
WHOLE_TEXT, MASKED = 0x81, 0x80  # the first byte of a frame that is a whole text; a bit of the second
HEAD, LONG_HEAD = struct.Struct(">BBH"), struct.Struct(">BBQ")
SPARE_FILES = 100  # descriptors that a process needs for other things than connections


def most_connections() -> int:
    """How many connections this process can hold: as many as it may have open files, less a few."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return max(hard - SPARE_FILES, SPARE_FILES)


class HouseRequests(H11Protocol):
    """Requests, each with a time for its head, its body and its answer."""

    _deadline: asyncio.TimerHandle | None = None
    _stage: tuple[object, str] = (None, "")

    @property
    def _services(self) -> Services:
        return self.app.state.services  # type: ignore[no-any-return]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._services.let_in(_address(self)):
            transport.abort()
        self._set_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self._services.let_out(_address(self))
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._set_deadline()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._set_deadline()

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(GOODBYE, self.transport.abort)

    def _set_deadline(self) -> None:
        """Another stage begins the wait anew; another byte does not."""
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or cycle.response_complete:
            stage, within = "head", HEAD_WITHIN
        elif cycle.more_body:
            stage, within = "body", BODY_WITHIN
        else:
            stage, within = "reply", REPLY_WITHIN
        if self._stage != (cycle, stage):
            self._stage = (cycle, stage)
            self._wait(within)

    def _wait(self, seconds: float) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(seconds, self._give_up)

    def _give_up(self) -> None:
        if self.transport.get_protocol() is not self:
            return  # it has become a WebSocket
        cycle, stage = self._stage
        if stage == "head" and not self.transport.get_write_buffer_size():
            self.transport.close()
        elif stage == "head":  # the last answer isn't taken yet
            self._stage = (cycle, "reply")
            self._wait(REPLY_WITHIN)
        else:
            self.transport.abort()


class Inbox:
    """What has come over a WebSocket and wasn't taken yet: for one reader, so it needs less than asyncio's queue."""

    __slots__ = ("_events", "_loop", "_reader")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop, self._events = loop, deque[Any]()
        self._reader: asyncio.Future[None] | None = None

    @property
    def size(self) -> int:
        return len(self._events)

    def empty(self) -> bool:
        return not self._events

    def put_nowait(self, event: Any) -> None:
        self._events.append(event)
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    def get_nowait(self) -> Any:
        return self._events.popleft()

    async def get(self) -> Any:
        while not self._events:
            self._reader = self._loop.create_future()
            await self._reader
        return self._events.popleft()


class HouseSocket(WebSocketsSansIOProtocol):
    """A WebSocket with a budget of frames, of every kind, and of bytes.

    It gives itself to the application, whose wrappers would cost more than a frame, and knows that who is cut off
    because the server stops hasn't gone away.
    """

    _deaf = False  # nothing is read any more
    hearer: Callable[[str], bool] | None = None  # takes a message at once, if it can
    queue: Inbox  # type: ignore[assignment]

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.queue = Inbox(self.loop)
        limits = self._services.config.limits
        self._frames = Bucket(limits.frames_a_second, limits.frame_burst)
        self._bytes = Bucket(limits.bytes_a_second, limits.byte_burst)
        self._parsed = self.conn.events_received
        self.conn.events_received = self._within_budget  # type: ignore[method-assign]

    @property
    def _services(self) -> Services:
        return self.app.state.services  # type: ignore[no-any-return]

    @property
    def _language(self) -> str:
        headers = dict(self.scope["headers"]) if hasattr(self, "scope") else {}
        return language_of(headers.get(b"accept-language", b"").decode("latin-1"))

    def data_received(self, data: bytes) -> None:
        if len(data) <= SLICE and (text := self._only_text(data)) is not None:
            if self._bytes.take(len(data)) and self._frames.take():
                self._pass_on(text)
            else:
                self._cut_off()
            return
        for start in range(0, len(data), SLICE):
            if self._deaf or self.transport.is_closing():
                return
            piece = data[start : start + SLICE]
            if self._bytes.take(len(piece)):
                super().data_received(piece)
            else:
                self._cut_off()

    def _only_text(self, data: bytes) -> str | None:
        """What is said, where it came as most messages do: one whole text frame and nothing else."""
        if self._deaf or len(data) < 6 or data[0] != WHOLE_TEXT or not self._is_between_frames():
            return None
        size, start = data[1] & 127, 2
        if size == 126:
            size, start = data[2] << 8 | data[3], 4
        if not data[1] & MASKED or size > SLICE or len(data) != start + 4 + size:
            return None
        try:
            return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
        except UnicodeDecodeError:
            return None  # the protocol says what is wrong with it

    def _is_between_frames(self) -> bool:
        """Whether the protocol waits for the first byte of a message."""
        return not self.close_sent and waits_for_a_message(self.conn)

    def _pass_on(self, text: str) -> None:
        """One message for the application, which isn't read on for without end."""
        if self.hearer is not None and self.queue.empty() and self.hearer(text):
            return
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.size >= UNREAD:
            self.read_paused = True
            self.transport.pause_reading()

    def _within_budget(self) -> list[Any]:
        events = self._parsed()
        frames = sum(isinstance(event, Frame) for event in events)
        if not frames or self._frames.take(frames):
            return events
        self._cut_off()
        return []

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:  # who asks and never reads
            self._cut_off()

    def _cut_off(self) -> None:
        """Say goodbye without reading another byte: there may be no end of them."""
        self._deaf, self.read_paused = True, False
        self.transport.pause_reading()
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY, "reason": ""})
        if not self.close_sent:
            self.close_sent = True
            try:
                self.conn.send_close(POLICY, sentence("closed.many", self._language))
                self.transport.write(b"".join(self.conn.data_to_send()))
            except InvalidState:
                pass
        if self.close_timer is None:
            self.close_timer = self.loop.call_later(GOODBYE, self.transport.abort)

    async def run_asgi(self) -> None:
        self.scope["line"] = self  # type: ignore[typeddict-unknown-key]
        await super().run_asgi()
        self.loop.call_later(GOODBYE, self.transport.abort)  # who doesn't read the last bytes isn't waited for

    def tell(self, text: bytes) -> bool:
        """Send a text at once, if nothing is in the way; whether it was sent."""
        if self.transport.is_closing() or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        size = len(text)  # the frame is made here: there is nothing to negotiate about one that is whole
        if size < 126:
            head = bytes((WHOLE_TEXT, size))
        elif size < 65_536:
            head = HEAD.pack(WHOLE_TEXT, 126, size)
        else:
            head = LONG_HEAD.pack(WHOLE_TEXT, 127, size)
        self.transport.write(head + text)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        self._services.let_out(_address(self))
        super().connection_lost(exc)

    def shutdown(self) -> None:
        self._services.closing = True
        super().shutdown()
        self.loop.call_later(GOODBYE, self.transport.abort)


def _address(protocol: HouseRequests | HouseSocket) -> str:
    return protocol.client[0] if protocol.client else ""


def waits_for_a_message(conn: ServerProtocol) -> bool:
    """Whether a protocol waits for the first byte of a message."""
    if conn.state is not State.OPEN or conn.current_size is not None or conn.reader.eof:  # or within a longer one
        return False
    parser: Any = conn.parser  # within which another one parses frames, and in that one another waits
    waits = parser.gi_yieldfrom and parser.gi_yieldfrom.gi_yieldfrom
    return waits is not None and waits.__name__ == "at_eof"
