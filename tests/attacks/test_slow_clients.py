"""Somebody says what they want letter by letter, or never takes the answer. They are cut off, and hold nothing."""

from __future__ import annotations

import select
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress

import pytest

from tests.servers import Server
from tests.web.guests import PATIENCE, Guest
from tripot.web.limits import Limits

HEAD = b"GET /api/games HTTP/1.1\r\nhost: here\r\nx-slow: "
BODY = b"PUT /api/me HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 30000\r\n\r\n{"
READ = b"GET /schema HTTP/1.1\r\nhost: here\r\n\r\n" * 400  # more than any buffer on the way holds
PAUSE = 20  # milliseconds between two letters
PART = b"GET /icon.svg HTTP/1.1\r\nhost: here\r\n\r\n" * 20_000


@pytest.fixture(scope="module")
def hasty(tmp_path_factory):
    """A server that waits half a second where others wait ten."""
    with Server(tmp_path_factory.mktemp("hasty"), "--hasty", module="tests.web.deterministic_server") as running:
        yield running


@contextmanager
def slow_line(server: Server, opening: bytes) -> Iterator[socket.socket]:
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.connect(("127.0.0.1", server.port))
        wire.settimeout(0.1)
        with suppress(OSError):
            wire.sendall(opening)
        wire.setblocking(False)
        yield wire


def cut_off(wires: list[socket.socket], least: int = 1) -> set[int]:
    """On whom the house hangs up, who say a letter now and then and read nothing; at least so many of them."""
    hung_up, ended = select.poll(), set[int]()
    for wire in wires:
        hung_up.register(wire, select.POLLRDHUP)
    for _ in range(1000 * int(PATIENCE) // PAUSE):
        for gone, _ in hung_up.poll(PAUSE):
            ended.add(gone)
            hung_up.unregister(gone)
        if len(ended) >= least:
            return ended
        for wire in wires:
            with suppress(OSError):
                wire.send(b"a")
    raise AssertionError(f"the house hung up on {len(ended)}")


@pytest.mark.parametrize("opening", [HEAD, BODY, READ, PART], ids=["head", "body", "reply", "part of the page"])
def test_who_is_slow_is_cut_off_and_disturbs_nobody(hasty, opening):
    with Guest(hasty, "Anna").socket() as quiet, slow_line(hasty, opening) as slow:
        assert cut_off([slow])
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
        most = Limits(sockets_an_address=3).connections_an_address
        assert len(cut_off(wires, least=len(wires) - most)) == len(wires) - most
        assert Guest(small, "Otto").get("/api/me")["name"] == "Otto"


def test_parts_of_the_page_have_a_limit(hasty):
    greedy = Guest(hasty)
    answers = Counter(greedy.http.head("/manifest.webmanifest").status_code for _ in range(200))
    assert answers[200] >= 100
    assert answers[429] > 0
    assert Guest(hasty, "Otto").http.head("/").status_code == 200
