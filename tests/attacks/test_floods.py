"""One browser sends as much as it can of every kind of frame. It is cut off, and nobody else waits for it."""

from __future__ import annotations

import socket
import threading
from contextlib import suppress

import pytest

from tests.servers import Server
from tests.web.guests import Guest
from tests.web.test_attacks import raw_socket

POLICY = 1008
MASK = b"\0\0\0\0"
FLOOD = 2_000_000  # bytes

# opcode and payload of a client's frame; the first frame of a fragmented message comes before the flood of its rest
KINDS = {
    "empty continuations": (b"\x01\x80" + MASK, b"\x00\x80" + MASK),
    "pings": (b"", b"\x89\x80" + MASK),
    "long pings": (b"", b"\x89\xfd" + MASK + b"\0" * 125),
    "pongs": (b"", b"\x8a\x80" + MASK),
    "empty texts": (b"", b"\x81\x80" + MASK),
    "long texts": (b"", b"\x81\xfe\x1f\x40" + MASK + b" " * 8000),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.mark.parametrize("kind", KINDS)
def test_a_flood_of_any_kind_of_frame_is_cut_off(server, kind):
    first, frame = KINDS[kind]
    wire = raw_socket(server, Guest(server))
    flood = first + frame * (FLOOD // len(frame))

    def pour() -> None:
        with suppress(OSError):
            wire.sendall(flood)

    pouring = threading.Thread(target=pour)
    with Guest(server, "Otto").socket() as calm:
        pouring.start()
        for _ in range(10):
            assert calm.ask("ping")["t"] == "ack"
        received = b""
        with suppress(ConnectionResetError):
            while b"Too many messages." not in received and (piece := wire.recv(4096)):
                received += piece
        wire.shutdown(socket.SHUT_RDWR)
        pouring.join()
    wire.close()
    assert b"\x88" in received
    farewell = received[received.rindex(b"\x88") :]
    assert int.from_bytes(farewell[2:4], "big") == POLICY
    assert server.memory < 400_000_000
