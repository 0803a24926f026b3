"""Guests who come to a real server by HTTP and over WebSockets."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any, Self

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.servers import UNTRUSTING, Server

PATIENCE = 20.0  # seconds that anything may take before a test gives up
COOKIE = "tripot"
_addresses = (f"127.{second}.{third}.{fourth}" for second in range(1, 250) for third in range(250)
              for fourth in range(1, 250))  # fmt: skip


def order(server: Server, patience: float = PATIENCE, **orders: Any) -> int:
    """Tell a rigged server what to do, and wait until it is done; at how many tables something was due."""
    answer = httpx.post(f"http://{server.at}/rig", json=orders, verify=UNTRUSTING, timeout=patience)
    return int(answer.raise_for_status().json())


class Refusal(AssertionError):
    """An answer that a test did not expect."""


class Guest:
    """Somebody with a cookie, who comes from an address of their own so that nobody else uses up their share."""

    def __init__(self, server: Server, name: str = "", language: str = "en", address: str = "") -> None:
        self.server = server
        self.address = address or next(_addresses)
        transport = httpx.HTTPTransport(verify=UNTRUSTING, local_address=self.address)
        self.http = httpx.Client(base_url=f"http://{server.at}", transport=transport, timeout=PATIENCE)
        self.http.headers["accept-language"] = language
        server.leaving.callback(self.http.close)
        answer = self.http.get("/api/me")
        assert answer.status_code == 200, answer.text
        if name:
            self.put("/api/me", name=name, language=language)

    @property
    def cookie(self) -> str:
        return self.http.cookies[COOKIE]

    def get(self, path: str) -> Any:
        return self._read(self.http.get(path))

    def put(self, path: str, **body: Any) -> Any:
        return self._read(self.http.put(path, json=body))

    def post(self, path: str, **body: Any) -> Any:
        return self._read(self.http.post(path, json=body))

    def _read(self, answer: httpx.Response) -> Any:
        if answer.status_code >= 400:
            raise Refusal(f"{answer.request.method} {answer.request.url.path}: {answer.status_code} {answer.text}")
        return answer.json() if answer.headers["content-type"].startswith("application/json") else answer.text

    def refused(self, path: str, method: str = "POST", **body: Any) -> tuple[int, str, str]:
        """The status, code and sentence with which something is refused."""
        answer = self.http.request(method, path, json=body if method != "GET" else None)
        assert answer.status_code >= 400, f"{method} {path} was not refused: {answer.text}"
        problem = answer.json()
        return answer.status_code, problem["code"], problem["sentence"]

    def open(self, game: str, seats: int, **settings: Any) -> str:
        """Open a table and sit down at it; the table's id."""
        return str(self.post("/api/tables", game=game, seats=seats, **settings)["table"])

    def sit(self, table: str, seat: int | None = None, **more: Any) -> Any:
        return self.post(f"/api/tables/{table}/sit", seat=seat, **more)

    def scene(self, table: str, since: int = 0) -> Any:
        return self.get(f"/api/tables/{table}/scene?since={since}")

    def socket(self, **headers: str) -> Line:
        return Line(self, headers)

    def watch(self, table: str, since: int = 0) -> Line:
        """A line on which a table is watched."""
        line = self.socket()
        line.ask("watch", table=table, since=since)
        line.settle()
        return line


class Line:
    """One WebSocket. All frames are kept in `frames`, as they came."""

    _numbers = itertools.count()

    def __init__(self, guest: Guest, headers: dict[str, str]) -> None:
        headers = {
            "cookie": f"{COOKIE}={guest.cookie}",
            "accept-language": guest.http.headers["accept-language"],
        } | headers
        self._open = ExitStack()
        self.wire: ClientConnection = self._open.enter_context(
            connect(
                f"ws://{guest.server.at}/ws",
                additional_headers=headers,
                source_address=(guest.address, 0),
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                close_timeout=1.0,
            )
        )
        guest.server.leaving.callback(self.close)
        self.frames: list[str] = []
        self.read = 0  # how many of them `until` has passed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._open.close()

    def say(self, kind: str, **fields: Any) -> str:
        """Send a message; its id."""
        name = fields.pop("id", None) or f"m{next(self._numbers)}"
        self.wire.send(json.dumps({"t": kind, "id": name, **fields}))
        return str(name)

    def receive(self, deadline: float) -> dict[str, Any]:
        left = deadline - time.monotonic()
        try:
            frame = self.wire.recv(timeout=max(left, 0.001))
        except TimeoutError:
            tail = "\n".join(self.frames[-5:])
            raise AssertionError(f"nothing came for too long; the last frames were\n{tail}") from None
        assert isinstance(frame, str)
        self.frames.append(frame)
        return dict(json.loads(frame))

    def until(self, wanted: Callable[[dict[str, Any]], bool], patience: float = PATIENCE) -> dict[str, Any]:
        """Read on to the first frame that is wanted and that no earlier call has passed."""
        deadline = time.monotonic() + patience
        while True:
            found = json.loads(self.frames[self.read]) if self.read < len(self.frames) else self.receive(deadline)
            self.read += 1
            if wanted(found):
                return dict(found)

    def next(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self.until(lambda m: m["t"] == kind and all(m.get(name) == value for name, value in fields.items()))

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and read on to its answer, which a scene may bring with it."""
        name = self.say(kind, **fields)
        answer = self.until(
            lambda m: m.get("ack") == name or (m.get("id") == name and m["t"] in ("ack", "refused", "drafted"))
        )
        return {"t": "ack", "id": name} if answer["t"] == "scene" else answer

    def settle(self) -> None:
        """Read all that the server had sent by now."""
        self.ask("ping", id="settled")

    def last(self, kind: str) -> dict[str, Any]:
        """The latest frame of a kind among all that came."""
        for frame in reversed(self.frames):
            message = json.loads(frame)
            if message["t"] == kind:
                return dict(message)
        raise AssertionError(f"no {kind!r} ever came")

    @property
    def beat(self) -> int:
        return int(self.last("scene")["beat"])

    def closed(self) -> tuple[int, str]:
        """Read on until the server closes: its code and reason."""
        deadline = time.monotonic() + PATIENCE
        try:
            while True:
                self.receive(deadline)
        except ConnectionClosed as end:
            frame = end.rcvd
            return (frame.code, frame.reason) if frame is not None else (1006, "")
