"""Clients that cost little, so that a load test measures the server: one for WebSockets, text frames both ways and no
more, and one for requests."""

import asyncio
import base64
import json
import os
import struct
from collections.abc import Callable
from typing import Any


class Wire(asyncio.Protocol):
    """One connection. `heard` is called with every text that arrives."""

    def __init__(self, heard: Callable[["Wire", bytes], None]) -> None:
        self._heard = heard
        self._buffer = bytearray()
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport: asyncio.Transport = transport  # type: ignore[assignment]

    def greet(self, host: str, path: str, cookie: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        self._transport.write(
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open:
            head, gap, rest = self._buffer.partition(b"\r\n\r\n")
            if not gap:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.decode()))
                return
            self._open, self._buffer = True, rest
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            self._heard(self, frame)

    def _frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            length, start = struct.unpack_from(">H", buffer, 2)[0], 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            length, start = struct.unpack_from(">Q", buffer, 2)[0], 10
        if len(buffer) < start + length:
            return None
        frame = bytes(buffer[start : start + length])
        del buffer[: start + length]
        return frame

    def send(self, text: bytes) -> None:
        """A masked text frame, as clients must send; the mask is zero, which is one."""
        size = len(text)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + struct.pack(">H", size)
        self._transport.write(head + b"\0\0\0\0" + text)

    def connection_lost(self, exc: Exception | None) -> None:
        self.closed = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("closed before it was open"))

    def close(self) -> None:
        self._transport.close()


async def connect(host: str, port: int, path: str, cookie: str, heard: Callable[[Wire, bytes], None]) -> Wire:
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(heard), host, port)
    wire.greet(f"{host}:{port}", path, cookie)
    await wire.opened
    return wire


class HttpClient:
    """One connection for requests of many guests, each of whom is a cookie."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port

    async def __aenter__(self) -> "HttpClient":
        await self._connect()
        return self

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(self._host, self._port)

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()

    async def post(self, path: str, body: dict[str, Any], cookie: str = "") -> tuple[dict[str, Any], str]:
        """The answer, and the guest's cookie."""
        data = json.dumps(body).encode()
        if self._reader.at_eof():  # a server closes what is idle
            await self._connect()
        self._writer.write(
            f"POST {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n{f'Cookie: {cookie}' + chr(13) + chr(10) if cookie else ''}\r\n".encode()
            + data
        )
        first, *lines = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines if ": " in line)
        answer = await self._reader.readexactly(int(headers["content-length"]))
        if not 200 <= int(first.split()[1]) < 300:
            raise ConnectionError(f"{path}: {first} {answer.decode()}")
        given = next((line.split(": ", 1)[1] for line in lines if line.lower().startswith("set-cookie")), cookie)
        return json.loads(answer), given.partition(";")[0]
