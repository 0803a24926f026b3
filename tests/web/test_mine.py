"""My games: what I played, taking myself along to another device, and being forgotten."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import httpx
import pytest

from tests.servers import Server
from tests.web.guests import Guest

SHORT = {"rounds": "1", "pack": "tiny"}
INSTANT = {"kind": "live", "fuse": 60, "tempo": "instant"}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    with Server(folder) as running:
        running.folder = folder
        yield running


def rows(server: Server, question: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{server.folder / 'tripot.db'}?mode=ro", uri=True)) as database:
        return database.execute(question, values).fetchall()


def with_cookie(server: Server, cookie: str, path: str = "/api/me") -> httpx.Response:
    return httpx.get(f"http://{server.at}{path}", headers={"cookie": f"tripot={cookie}"})


def finished(guests: Sequence[Guest], bots: int = 0) -> str:
    """A short game of Contrebande to its end: everybody makes their first move, bots theirs."""
    seats = len(guests) + bots
    levels = [None] * len(guests) + ["random"] * bots
    table = guests[0].open("contrebande", seats, options=SHORT, pace=INSTANT, bots=levels)
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat)
    guests[0].post(f"/api/tables/{table}/start")
    number = 0
    with guests[0].watch(table) as line:
        while guests[0].get(f"/api/tables/{table}")["status"] != "over":
            before = number
            for seat, guest in enumerate(guests):
                scene = guest.scene(table)
                if seat in scene["question"]["actors"]:
                    move = scene["question"]["choices"][-1]["move"]
                    number += 1
                    guest.post(f"/api/tables/{table}/moves", id=f"m{number}", beat=scene["beat"], moves=[move])
            if number == before:  # the bots' turn: wait for news, and read all that came with it
                line.until(lambda message: message["t"] in ("room", "scene"))
                line.settle()
    return table


def test_a_game_is_on_the_lists_of_all_who_played_it_and_of_nobody_else(server):
    anna, bob, cleo, dora = (Guest(server, name) for name in ("Anna", "Bob", "Cleo", "Dora"))
    assert dora.get("/api/me/games") == {"games": [], "waiting": 0}
    table = finished([anna, bob, cleo])
    for seat, guest in enumerate((anna, bob, cleo)):
        (mine,) = guest.get("/api/me/games")["games"]
        assert (mine["table"], mine["game"], mine["seat"]) == (table, "contrebande", seat)
        assert [player["name"] for player in mine["players"]] == ["Anna", "Bob", "Cleo"]
    assert dora.get("/api/me/games")["games"] == []
    record = anna.get(f"/api/tables/{table}/record")
    told = sum(each.get("/api/me/games")["games"][0]["candour"].get("told", 0) for each in (anna, bob, cleo))
    declared = [line for line in record.splitlines() if line.split()[1:] in (["declared"], ["claim-bag"])]
    assert told == len(declared)


def test_a_list_stays_when_its_table_goes(server):
    anna = Guest(server, "Anna")
    table = finished([anna], bots=2)
    assert anna.get("/api/me/games")["games"][0].get("kept", True)
    with closing(sqlite3.connect(server.folder / "tripot.db", timeout=10)) as database:
        database.execute("UPDATE tables SET id = 'gone' WHERE id = ?", (table,))
        database.commit()
    (mine,) = anna.get("/api/me/games")["games"]
    assert mine["table"] == table
    assert mine["kept"] is False


def test_luck_and_skill_are_told_where_a_game_was_analysed(server):
    anna = Guest(server, "Anna")
    table = finished([anna], bots=2)
    assert "luck" not in anna.get("/api/me/games")["games"][0]
    luck = [{"result": 3300.0, "draws": 400.0, "rivals": -100.0, "remains": 50.0}] * 3
    with closing(sqlite3.connect(server.folder / "tripot.db", timeout=10)) as database:
        database.execute(
            "INSERT INTO analyses (table_id, rules, bots, progress, asked_at, taken_until, body)"
            " VALUES (?, 1, '', 1, 0, 0, ?)",
            (table, json.dumps({"game": "contrebande", "luck": luck})),
        )
        database.commit()
    (mine,) = anna.get("/api/me/games")["games"]
    assert mine["luck"].startswith("+300")
    assert mine["skill"].startswith("+3,000")
    assert anna.get("/api/me/games")["games"] == [mine]


def test_all_that_is_mine_comes_as_one_file(server):
    anna, bob, cleo = (Guest(server, name) for name in ("Anna", "Bob", "Cleo"))
    finished([anna, bob, cleo])
    answer = anna.http.get("/api/me/export")
    assert answer.headers["content-disposition"].startswith('attachment; filename="tripot-')
    kept = json.loads(answer.content)
    assert kept["name"] == "Anna"
    assert kept["games"][0]["record"].startswith("tripot") or "game contrebande" in kept["games"][0]["record"]
    assert bob.cookie.partition(".")[0] not in answer.text  # nobody's name in the house but one's own


# to another device


def test_a_key_brings_a_guest_to_another_device_and_the_old_one_may_stay(server):
    phone = Guest(server, "Anna")
    finished([phone], bots=2)
    laptop = Guest(server, "Somebody")
    key = phone.post("/api/me/key")["key"]
    assert laptop.post("/api/me/key/owner", key=key) == {"name": "Anna", "games": 1}
    assert laptop.get("/api/me")["name"] == "Somebody"  # looking is not using
    laptop.post("/api/me/key/use", key=f" {key[:5].upper()}-{key[5:]} ")  # as somebody may type it
    assert laptop.get("/api/me")["name"] == phone.get("/api/me")["name"] == "Anna"
    assert len(laptop.get("/api/me/games")["games"]) == 1


def test_a_key_is_good_once_and_a_new_one_ends_the_last(server):
    anna, bob, thief = Guest(server, "Anna"), Guest(server, "Bob"), Guest(server, "Thief")
    first, second = anna.post("/api/me/key")["key"], anna.post("/api/me/key")["key"]
    assert thief.refused("/api/me/key/use", key=first)[1] == "key"
    bob.post("/api/me/key/use", key=second)
    assert thief.refused("/api/me/key/use", key=second)[1] == "key"
    assert thief.refused("/api/me/key/owner", key=second)[1] == "key"
    assert thief.get("/api/me")["name"] == "Thief"


def test_the_old_device_is_signed_out_if_that_is_wanted(server):
    old, new = Guest(server, "Anna"), Guest(server)
    stolen = old.cookie
    with old.socket() as line:
        line.next("hello")
        new.post("/api/me/key/use", key=old.post("/api/me/key")["key"], sign_out=True)
        code, _ = line.closed()
        assert code == 1008
    assert new.get("/api/me")["name"] == "Anna"
    answer = with_cookie(server, stolen)
    assert answer.json()["name"] != "Anna"  # somebody new, with a cookie of their own
    assert answer.cookies["tripot"] != stolen
    new.put("/api/me", name="Annette", language="en")  # whoever has the right cookie goes on
    assert new.get("/api/me")["name"] == "Annette"
    with old.socket(cookie=f"tripot={stolen}") as line:
        code, _ = line.closed()
        assert code == 1008


def test_keys_cannot_be_tried_often_and_are_written_nowhere(server):
    anna, thief = Guest(server, "Anna"), Guest(server, "Thief")
    key = anna.post("/api/me/key")["key"]
    codes = [thief.refused("/api/me/key/use", key=f"{number:015d}")[1] for number in range(15)]
    assert codes[0] == "key"
    assert codes[-1] == "slow-down"
    assert key not in server.said
    assert all(key.encode() not in bytes(row[0]) for row in rows(server, "SELECT hash FROM keys"))


# being forgotten


def test_who_is_forgotten_leaves_games_to_others_and_nothing_of_themselves(server):
    anna, bob, cleo = (Guest(server, name) for name in ("Anna-Lena", "Bob", "Cleo"))
    table = finished([anna, bob, cleo])
    alone = finished([anna], bots=2)
    bob.get("/api/me/games")
    with anna.watch(table) as line:
        line.ask("say", table=table, text="my own words, by Anna-Lena")
    was = anna.cookie
    anna.http.delete("/api/me").raise_for_status()
    assert anna.cookie != was
    assert anna.get("/api/me/games")["games"] == []
    (game,) = bob.get("/api/me/games")["games"]
    assert game["players"][0]["name"] == ""
    assert bob.get(f"/api/tables/{table}")["chairs"][0]["name"] == ""
    assert "Anna-Lena" not in bob.get(f"/api/tables/{table}/record")
    assert bob.refused(f"/api/tables/{alone}", "GET")[0] == 404  # nobody else's game
    guest_id = was.partition(".")[0]
    for part in [name for (name,) in rows(server, "SELECT name FROM sqlite_master WHERE type = 'table'")]:
        for row in rows(server, f"SELECT * FROM {part}"):
            assert guest_id not in repr(row), part
            assert "Anna-Lena" not in repr(row), part
    assert with_cookie(server, was, "/api/me/games").json()["games"] == []


def test_who_is_forgotten_during_a_game_is_played_for_by_a_bot(server):
    anna, bob = Guest(server, "Anna"), Guest(server, "Bob")
    table = anna.open("chasse", 2, pace=INSTANT)
    bob.sit(table, 1)
    anna.post(f"/api/tables/{table}/start")
    anna.http.delete("/api/me").raise_for_status()
    chair = bob.get(f"/api/tables/{table}")["chairs"][0]
    assert chair["bot"] == "regular"
    assert chair["name"] not in ("", "Anna")
    assert not chair["person"]
