"""Somebody opens tables until there is no room for others: not in the lobby, not in memory, not for bots."""

from __future__ import annotations

import pytest

from tests.servers import Server
from tests.web.guests import Guest


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as server:
        yield server


def too_many(guest: Guest, **settings) -> str:
    status, code, sentence = guest.refused("/api/tables", game="chasse", seats=2, **settings)
    assert (status, code) == (409, "too-many")
    return sentence


def test_one_guest_does_not_fill_the_lobby(server):
    mallory, anna = Guest(server, "Mallory"), Guest(server, "Anna")
    first = anna.open("chasse", 2, public=True)
    for _ in range(5):
        mallory.open("chasse", 2, public=True)
    assert "private" in too_many(mallory, public=True)
    mallory.open("chasse", 2)  # a private one is nobody's trouble
    hosts = [listed["room"]["table"] for listed in anna.get("/api/tables")]
    assert hosts.index(first) < 2, "a host's second table comes before another's first"


def test_one_address_does_not_fill_the_lobby_with_many_cookies(server):
    """A cookie costs nothing: whoever takes a new one for every table is still at one address."""
    for _ in range(30):
        Guest(server, address="127.3.3.3").open("chasse", 2, public=True)
    too_many(Guest(server, address="127.3.3.3"), public=True)
    Guest(server).open("chasse", 2, public=True)


def test_bots_alone_play_at_few_tables_of_one_guest(server):
    """Whether nobody ever sat there, or everybody left."""
    mallory = Guest(server, "Mallory")
    slow = {"kind": "live", "fuse": 0, "tempo": "calm"}
    for number in range(3):
        table = mallory.open(
            "chasse", 2, pace=slow, bots=[None, "random"] if number else ["random"] * 2, sits=number > 0
        )
        mallory.post(f"/api/tables/{table}/start")
        if number:
            mallory.post(f"/api/tables/{table}/leave")
    assert "only bots" in too_many(mallory)
