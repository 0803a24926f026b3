"""Somebody wants to be taken for nobody, or for another at the table: by a name."""

from __future__ import annotations

import pytest

from tests.servers import Server
from tests.web.guests import Guest


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path) as server:
        yield server


def names(guest: Guest, table: str) -> list[str]:
    return [chair["name"] for chair in guest.get(f"/api/tables/{table}")["chairs"]]


def test_a_name_that_nobody_sees_is_refused_in_the_reader_s_language(server):
    mallory = Guest(server, language="fr")
    for name in ("\u200b\u2060", "\u3164", "\u2800 \u00a0"):
        status, code, sentence = mallory.refused("/api/me", "PUT", name=name, language="fr")
        assert (status, code, sentence) == (409, "name", "Il n’y a rien à lire dans ce nom.")


def test_nobody_passes_for_another_at_a_table_nor_for_a_bot_that_plays(server):
    anna, mallory, zoe = Guest(server, "Anna"), Guest(server, "An\u200bna"), Guest(server, "Zoe")
    table = anna.open("prohis", 4, bots=[None, None, None, "random"])
    mallory.sit(table)
    zoe.sit(table)
    *_, bot = names(anna, table)
    assert names(anna, table) == ["Anna", "Anna 2", "Zoe", bot]
    anna.post(f"/api/tables/{table}/start")
    zoe.post(f"/api/tables/{table}/leave")
    late = Guest(server, bot)
    late.sit(table, 2)
    assert names(anna, table) == ["Anna", "Anna 2", f"{bot} 2", bot]
    with anna.watch(table) as line:
        assert [chair["name"] for chair in line.last("room")["room"]["chairs"]] == names(anna, table)
