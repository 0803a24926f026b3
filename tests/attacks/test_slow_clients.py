"""Somebody says what they want letter by letter, or never takes the answer. They are cut off, and hold nothing."""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.servers import Server
from tests.web.guests import Guest, patiently

HEAD = b"GET /api/games HTTP/1.1\r\nhost: here\r\nx-slow: "
BODY = b"PUT /api/me HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 30000\r\n\r\n{"
READ = b"GET /schema HTTP/1.1\r\nhost: here\r\n\r\n" * 400  # more than any buffer on the way holds
PART = b"GET /icon.svg HTTP/1.1\r\nhost: here\r\n\r\n" * 20_000


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that waits half a second where others wait ten."""
    with Server(tmp_path_factory.mktemp("hasty"), "--hasty", module="tests.web.rigged") as running:
        yield running


@contextmanager
def slow_line(server: Server, opening: bytes) -> Iterator[socket.socket]:
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(0.1)
        wire.connect(("127.0.0.1", server.port))
        with suppress(OSError):
            wire.sendall(opening)
        yield wire


def cut_off(wire: socket.socket) -> bool:
    """Whether one more letter finds nobody."""
    with suppress(TimeoutError):
        try:
            wire.sendall(b"a")
        except OSError as fault:
            return not isinstance(fault, TimeoutError)
    return False


@pytest.mark.parametrize("opening", [HEAD, BODY, READ, PART], ids=["head", "body", "reply", "part of the page"])
def test_who_is_slow_is_cut_off_and_disturbs_nobody(hasty, opening):
    with Guest(hasty, "Anna").socket() as quiet, slow_line(hasty, opening) as slow:
        patiently(lambda: cut_off(slow))
        assert quiet.ask("ping")["t"] == "ack"  # whoever has come in may be silent for longer


def test_a_house_full_of_slow_clients_is_soon_shut(tmp_path):
    with Server(tmp_path) as server, ExitStack() as lines:
        for opening in (HEAD, BODY, READ, PART) * 20:
            lines.enter_context(slow_line(server, opening))
        server.signal(15)
        server.wait_until_ended()


def test_one_address_holds_only_so_many_connections(tmp_path):
    """Whatever they are for; and others still come in."""
    with Server(tmp_path, "--sockets", "3") as small, ExitStack() as lines:
        wires = [lines.enter_context(slow_line(small, HEAD)) for _ in range(120)]
        closed = patiently(lambda: sum(map(cut_off, wires)), lambda count: count > 0)
        assert closed < 40
        assert Guest(small, "Otto").get("/api/me")["name"] == "Otto"


def test_parts_of_the_page_have_a_limit(hasty):
    greedy = Guest(hasty)
    answers = Counter(greedy.http.head("/manifest.webmanifest").status_code for _ in range(200))
    assert answers[200] >= 100
    assert answers[429] > 0
    assert Guest(hasty, "Otto").http.head("/").status_code == 200
