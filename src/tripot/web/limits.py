"""How much one client may ask for."""

from __future__ import annotations

import time
from collections import OrderedDict

import msgspec


class Limits(msgspec.Struct, frozen=True):
    """What a host may set; the defaults are for a café or a club behind one address."""

    body: int = 32_768  # bytes of a request
    message: int = 8_192  # bytes over a WebSocket
    messages_a_second: float = 15.0
    message_burst: float = 60.0
    requests_a_second: float = 20.0
    request_burst: float = 100.0
    tables_a_minute: float = 10.0  # opened by one guest
    tables_a_minute_an_address: float = 120.0  # a cookie costs nothing: guests are no limit
    tables_an_address: int = 200  # that aren't over, opened from one address
    public_tables: int = 5  # the same in the lobby, opened by one guest
    public_tables_an_address: int = 30
    bot_tables: int = 3  # the same where nobody but bots sits
    bot_tables_an_address: int = 10
    sockets: int = 10_000  # in this process
    sockets_an_address: int = 100
    tables_watched: int = 20  # by one socket
    idle: float = 75.0  # seconds without a word before a socket is closed
    hints_a_minute: float = 20.0  # to one guest: each is a second of somebody's thinking
    hints_a_minute_an_address: float = 60.0
    keys_a_minute: float = 10.0  # tried by one address, to be somebody from another device
    exports_a_minute: float = 4.0  # of all that a guest has played
    analyses_an_hour: float = 12.0  # begun by one guest: each takes a core for most of a minute
    analyses_an_hour_an_address: float = 60.0
    puzzles_a_minute: float = 60.0  # set and answered, by one address
    replays_a_minute: float = 30.0  # games seen again, by one address
    records_a_minute: float = 120.0  # brought along by one address, to ask what an analysis has come to
    talk_a_second: float = 0.5
    talk_burst: float = 5.0
    files_a_second: float = 100.0  # parts of the page: a whole café may open it at once
    file_burst: float = 2_000.0

    # below the messages: what a WebSocket may carry in all, and what an address may hold open

    @property
    def frames_a_second(self) -> float:
        return 4 * self.messages_a_second

    @property
    def frame_burst(self) -> float:
        return 4 * self.message_burst

    @property
    def bytes_a_second(self) -> float:
        return self.message * self.messages_a_second / 4

    @property
    def byte_burst(self) -> float:
        return self.message * self.message_burst

    @property
    def connections_an_address(self) -> int:
        return 2 * self.sockets_an_address + 100


class Bucket:
    """Fills by `rate` a second up to `burst`; each word takes a drop, or as many as it weighs."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.left, self.at = rate, burst, burst, time.monotonic()

    def take(self, drops: float = 1.0) -> bool:
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < drops:
            return False
        self.left -= drops
        return True


class Buckets:
    """A bucket for each of many clients; those that were not seen for long are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 50_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate, self._burst)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket.take()
