"""Somebody tries what they must not: they are refused with a sentence, nothing has changed, and others play on."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, contextmanager, suppress
from functools import partial
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.servers import UNTRUSTING, Server
from tests.web.guests import COOKIE, Guest, Line

QUICK = {"kind": "live", "fuse": 0, "tempo": "instant"}
POLICY, TOO_BIG, BAD_TEXT, RESTARTS = 1008, 1009, 1007, 1012


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house"), "--sockets", "400") as running:
        yield running


class Party:
    """A game of Contrebande that has begun: Anna (the host, seat 0), Bob and Cléo play; Zoé has no seat."""

    def __init__(self, server: Server, game: str = "contrebande", seats: int = 3) -> None:
        self.anna, self.bob, self.cleo, self.zoe = (Guest(server, name) for name in ("Anna", "Bob", "Cléo", "Zoé"))
        self.players = [self.anna, self.bob, self.cleo][:seats]
        self.table = self.anna.open(game, seats, pace=QUICK, public=True)
        for guest in self.players[1:]:
            guest.sit(self.table)
        self.anna.post(f"/api/tables/{self.table}/start")
        self.home = f"/api/tables/{self.table}"

    def asked(self) -> Guest:
        """Whose turn it is."""
        return self.players[self.zoe.scene(self.table)["question"]["actors"][0]]

    def seen(self) -> list[Any]:
        """All that everybody sees."""
        guests = [self.anna, self.bob, self.cleo, self.zoe]
        return [(guest.get(self.home), {**guest.scene(self.table), "ends_in": 0}) for guest in guests]

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        before = self.seen()
        yield
        assert self.seen() == before


@pytest.fixture(scope="module")
def game(server):
    return Party(server)


@pytest.fixture(scope="module")
def other(server):
    """Somebody who has nothing to do with any of it, and must not be disturbed."""
    return Guest(server, "Otto")


def a_first_move(guest: Guest, table: str) -> tuple[int, str]:
    scene = guest.scene(table)
    return scene["beat"], scene["question"]["choices"][0]["move"]


def refused_on(line: Line, kind: str, **fields: Any) -> tuple[str, str]:
    answer = line.ask(kind, **fields)
    assert answer["t"] == "refused", answer
    assert answer["sentence"], answer
    return answer["code"], answer["sentence"]


# cookies


def forgeries(cookie: str) -> dict[str, str]:
    name, _, signature = cookie.partition(".")
    return {
        "no signature": name,
        "an empty signature": f"{name}.",
        "another signature": f"{name}.{'0' * 64}",
        "another name": f"{'0' * 32}.{signature}",
        "a longer name": f"{name}0.{signature}",
        "letters of all kinds": "é" * 32 + "." + signature,
        "nothing": "",
        "much": "a" * 6000,
    }


@pytest.mark.parametrize("kind", forgeries("a.b"))
def test_a_forged_cookie_is_nobody_s(server, game, kind):
    forged = forgeries(game.anna.cookie)[kind].encode("latin-1")
    with httpx.Client(base_url=f"http://{server.at}", headers={b"cookie": COOKIE.encode() + b"=" + forged}) as stranger:
        answer = stranger.get(game.home)
        assert answer.status_code == 200
        assert "you" not in answer.json()
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")  # this is somebody new
        assert stranger.get("/api/tables/mine", headers={b"cookie": COOKIE.encode() + b"=" + forged}).json() == []
    if forged.isascii():
        with game.zoe.socket(cookie=f"{COOKIE}={forged.decode()}") as line:
            assert line.closed() == (POLICY, "Come through the front door: GET /api/me gives you a cookie.")


def test_a_cookie_of_another_house_opens_nothing_here(server, game, tmp_path):
    with Server(tmp_path) as elsewhere:
        foreign = Guest(elsewhere, "Anna").cookie
    with game.zoe.socket(cookie=f"{COOKIE}={foreign}") as line:
        assert line.closed()[0] == POLICY


def test_the_cookie_tells_nobody_who_others_are(game):
    """No page and no frame has a guest's id in it."""
    ids = [guest.cookie.partition(".")[0] for guest in game.players]
    with game.zoe.watch(game.table) as line:
        line.settle()
        text = "".join(line.frames) + game.zoe.http.get(game.home).text + game.zoe.http.get("/api/tables").text
    assert not [name for name in ids if name in text]


# other people's seats


def test_who_has_no_seat_can_do_nothing_at_the_table(game):
    beat, move = a_first_move(game.asked(), game.table)
    with game.unchanged(), game.zoe.watch(game.table) as line:
        assert refused_on(line, "submit", table=game.table, beat=beat, moves=[move])[0] == "not-seated"
        assert refused_on(line, "draft", table=game.table, moves=[move])[0] == "not-seated"
        assert refused_on(line, "undo", table=game.table)[0] == "not-seated"
        assert refused_on(line, "reveal", table=game.table, entropy="00" * 32)[0] == "not-seated"
        assert game.zoe.refused(f"{game.home}/moves", id="z", beat=beat, moves=[move])[:2] == (409, "not-seated")
        assert game.zoe.refused(f"{game.home}/leave")[:2] == (409, "not-seated")
        assert game.zoe.refused(f"{game.home}/rematch")[:2] == (409, "not-seated")
        assert game.zoe.refused(f"{game.home}/reveal", entropy="00" * 32)[:2] == (409, "not-seated")
        assert game.zoe.refused(f"{game.home}/sit", seat=1)[:2] == (409, "taken")
        assert game.zoe.refused(f"{game.home}/sit")[:2] == (409, "full")
        assert game.zoe.refused(f"{game.home}/bots", seat=1, level="random")[:2] == (409, "not-host")


def test_what_the_host_alone_may_do(server):
    anna, bob = Guest(server, "Anna"), Guest(server, "Bob")
    table = anna.open("chasse", 2, pace=QUICK)
    bob.sit(table)
    before = anna.get(f"/api/tables/{table}")
    assert bob.refused(f"/api/tables/{table}/start")[:2] == (409, "not-host")
    assert bob.refused(f"/api/tables/{table}/bots", seat=0, level="random")[:2] == (409, "not-host")
    assert anna.refused(f"/api/tables/{table}/bots", seat=1, level="random")[:2] == (409, "taken")
    assert anna.get(f"/api/tables/{table}") == before


def test_during_the_game_nobody_changes_places(game):
    with game.unchanged():
        for guest, seat in ((game.anna, 1), (game.bob, 0), (game.cleo, 0)):
            assert guest.refused(f"{game.home}/sit", seat=seat)[0] == 409


def test_who_is_not_asked_is_refused_by_the_rules(game):
    asked = game.asked()
    _, move = a_first_move(asked, game.table)
    with game.unchanged():
        for guest in game.players:
            if guest is not asked:
                beat = guest.scene(game.table)["beat"]
                status, code, sentence = guest.refused(f"{game.home}/moves", id="n", beat=beat, moves=[move])
                assert (status, code) == (409, "illegal")
                assert "it isn't asked now" in sentence


def test_the_proof_and_the_whole_record_come_when_the_game_is_over(game):
    with game.unchanged():
        for guest in (game.anna, game.zoe):
            assert guest.refused(f"{game.home}/proof", "GET")[:2] == (409, "status")
            assert "key" not in guest.get(f"{game.home}/record")
            assert guest.get(game.home).get("key", "") == ""


# the same again, and too late


def test_a_submission_that_comes_again_is_played_once(server):
    party = Party(server)
    asked = party.asked()
    beat, move = a_first_move(asked, party.table)
    with asked.watch(party.table) as line:
        for _ in range(3):
            assert line.ask("submit", id="once", table=party.table, beat=beat, moves=[move])["t"] == "ack"
        first = asked.scene(party.table)
    with asked.watch(party.table) as line, party.unchanged():  # also on another line, by HTTP; but never another
        assert line.ask("submit", id="once", table=party.table, beat=beat, moves=[move])["t"] == "ack"
        other = line.ask("submit", id="once", table=party.table, beat=first["beat"], moves=["pass"])
        assert (other["t"], other["code"]) == ("refused", "token")
        asked.post(f"{party.home}/moves", id="once", beat=beat, moves=[move])
    mine = [event for page in first["pages"] for event in page["events"] if event.get("move") == move]
    assert len(mine) == 1


def test_a_decision_about_an_older_table_is_refused(server):
    party = Party(server)
    asked = party.asked()
    beat, move = a_first_move(asked, party.table)
    asked.post(f"{party.home}/moves", id="first", beat=beat, moves=[move])
    with party.unchanged():
        for old in (beat, 0, beat + 50, 1_000_000):
            status, code, sentence = asked.refused(f"{party.home}/moves", id=f"s{old}", beat=old, moves=[move])
            assert (status, code) == (409, "stale")
            assert "moved on" in sentence


def test_a_client_s_id_can_t_pass_for_the_clock(server):
    """`#time` marks what time has played."""
    party = Party(server)
    asked = party.asked()
    beat, move = a_first_move(asked, party.table)
    with party.unchanged():
        assert asked.refused(f"{party.home}/moves", id="#time", beat=beat, moves=[move])[0] == 400


# messages that are none

BAD_MESSAGES = {
    "no JSON": "hello",
    "nothing": "",
    "half": '{"t":"ping","id":"',
    "a number": "12",
    "a list": "[]",
    "no type": '{"id":"a"}',
    "an unknown type": '{"t":"deal","id":"a"}',
    "an unknown field": '{"t":"ping","id":"a","as":0}',
    "no id": '{"t":"ping"}',
    "a long id": json.dumps({"t": "ping", "id": "a" * 65}),
    "an id of zero bytes": '{"t":"ping","id":"\\u0000"}',
    "half a letter": '{"t":"ping","id":"\\ud800"}',
    "deep": '{"id":"a","x":' + "[" * 3000 + "]" * 3000 + ',"t":"ping"}',
    "deeper": "[" * 8000,
    "a huge number": '{"t":"submit","id":"a","table":"abcdefghijkmnpqr","moves":["pass"],"beat":1' + "0" * 4000 + "}",
    "a negative number": '{"t":"watch","id":"a","table":"abcdefghijkmnpqr","since":-1}',
    "no moves": '{"t":"submit","id":"a","table":"abcdefghijkmnpqr","moves":[],"beat":1}',
    "many moves": json.dumps({"t": "submit", "id": "a", "table": "abcdefghijkmnpqr", "moves": ["p"] * 65, "beat": 1}),
    "a table of another kind": '{"t":"watch","id":"a","table":"../../etc/passwd"}',
    "no number": '{"t":"submit","id":"a","table":"abcdefghijkmnpqr","moves":["pass"],"beat":NaN}',
}


@pytest.mark.parametrize("kind", BAD_MESSAGES)
def test_a_message_that_can_t_be_read_is_refused(game, kind):
    with game.zoe.socket() as line:
        line.wire.send(BAD_MESSAGES[kind])
        answer = line.next("refused")
        assert answer["code"] == "message"
        assert answer["sentence"].startswith("This message can't be read")
        assert line.ask("ping")["t"] == "ack"  # the line is still good


def test_a_table_that_isn_t_there_is_not_found(game):
    with game.zoe.socket() as line:
        for kind, fields in (
            ("watch", {}), ("submit", {"beat": 0, "moves": ["pass"]}), ("act", {"beat": 0, "moves": ["pass"]}),
            ("draft", {"moves": []}), ("undo", {}), ("say", {"text": "hello"}), ("reveal", {"entropy": "00" * 32}),
        ):  # fmt: skip
            assert refused_on(line, kind, table="aaaaaaaaaaaaaaaa", **fields)[0] == "no-table"


def test_only_text_of_a_fair_length_is_spoken(game):
    with game.zoe.socket() as line:
        line.wire.send(b"\x00\x01")
        assert line.closed() == (POLICY, "Text is spoken here.")
    with game.zoe.socket() as line:
        line.wire.send("x" * 9000)
        assert line.closed() == (TOO_BIG, "A message has at most 8192 letters.")
    with game.zoe.socket() as line:
        line.wire.send(b"\xff\xfe{}", text=True)
        assert line.closed()[0] in (BAD_TEXT, 1005, 1006)  # before anything of ours has seen it


BAD_BODIES = {
    "no JSON": b"hello",
    "half": b'{"game":"prohis"',
    "a list": b"[]",
    "not UTF-8": b'{"game":"\xff\xfe","seats":3}',
    "half a letter": b'{"game":"\\ud800","seats":3}',
    "deep": b'{"game":' + b"[" * 15000 + b"]" * 15000 + b"}",
    "deep beside": b'{"seats":3,"options":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b',"game":"prohis"}',
    "deep and unknown": b'{"x":' + b"[" * 15000 + b"]" * 15000 + b"}",
    "an unknown field": b'{"game":"prohis","seats":3,"key":"00"}',
    "a huge number": b'{"game":"prohis","seats":1' + b"0" * 5000 + b"}",
    "a negative number of seats": b'{"game":"prohis","seats":-1}',
    "too many seats": b'{"game":"prohis","seats":99}',
    "half a seat": b'{"game":"prohis","seats":3.5}',
    "a word for the pace": b'{"game":"prohis","seats":3,"pace":"fast"}',
    "a seal that is none": b'{"game":"prohis","seats":3,"seal":"00"}',
    "many bots": b'{"game":"prohis","seats":3,"bots":[' + b"null," * 20 + b"null]}",
    "many characters": b'{"game":"prohis","seats":3,"characters":[' + b"null," * 20 + b"null]}",
}


@pytest.mark.parametrize("kind", BAD_BODIES)
def test_a_request_that_can_t_be_read_is_refused(server, kind):
    mallory = Guest(server)
    answer = mallory.http.post("/api/tables", content=BAD_BODIES[kind], headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text
    assert answer.json()["code"] == "request"
    assert answer.json()["sentence"]
    assert mallory.get("/api/tables/mine") == []


def test_a_body_that_is_too_large_is_refused(server):
    mallory = Guest(server)
    answer = mallory.http.post("/api/tables", content=b" " * 100_000, headers={"content-type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "poker", "seats": 3}, "no-game"),
        ({"game": "../prohis", "seats": 3}, "no-game"),
        ({"game": "prohis", "seats": 2}, "option"),
        ({"game": "prohis", "seats": 7}, "option"),
        ({"game": "prohis", "seats": 3, "options": {"cheat": "yes"}}, "option"),
        ({"game": "prohis", "seats": 3, "options": {"tie": "mine"}}, "option"),
        ({"game": "chasse", "seats": 2, "options": {"numbers": "x" * 4000}}, "option"),
        ({"game": "chasse", "seats": 2, "options": {"figures": 2**60}}, "option"),
        ({"game": "prohis", "seats": 3, "bots": ["genius"]}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": ["random"] * 4}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": ["random"] * 3}, "full"),
        ({"game": "prohis", "seats": 3, "bots": [None, "regular"], "characters": [None, "greedy"]}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": [None, "regular"], "characters": [None, ""]}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": [None, "random"], "characters": [None, "bold"]}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": [None, "regular"], "characters": ["bold"]}, "bots"),
        ({"game": "prohis", "seats": 3, "bots": [None, "regular"], "characters": [None] * 15 + ["bold"]}, "bots"),
        ({"game": "prohis", "seats": 3, "pace": {"kind": "never"}}, "pace"),
        ({"game": "prohis", "seats": 3, "pace": {"fuse": -1}}, "pace"),
        ({"game": "prohis", "seats": 3, "pace": {"fuse": 10**12}}, "pace"),
        ({"game": "prohis", "seats": 3, "pace": {"tempo": "frozen"}}, "pace"),
    ],
)
def test_a_table_that_can_t_be_is_not_opened(server, wish, code):
    mallory = Guest(server)
    status, said, sentence = mallory.refused("/api/tables", **wish)
    assert (status, said) == (409, code)
    assert sentence
    assert mallory.get("/api/tables/mine") == []


@pytest.mark.parametrize("seat", [-1, 3, 15, 16, 255, 2**31, 2**64])
def test_a_seat_that_isn_t_there_is_refused(server, game, seat):
    with game.unchanged():
        assert game.zoe.refused(f"{game.home}/sit", seat=seat)[0] in (400, 409)
        assert game.anna.refused(f"{game.home}/bots", seat=seat, level="random")[0] in (400, 409)


def test_a_language_that_isn_t_one_disturbs_nobody(server, game):
    """A guest's language is read at every message to them; with one that nobody speaks, others would go untold."""
    for language in ("en\n", "fr\n", "de", "", "../en", "EN"):
        answer = game.zoe.http.put("/api/me", json={"name": "Zoé", "language": language})
        assert answer.status_code == 400, language
    assert game.zoe.http.get("/api/games?language=en%0a").status_code == 200
    assert game.zoe.http.get("/api/games", headers={"accept-language": "fr\tx,,;;q="}).status_code == 200


# too much


def test_a_flood_is_answered_and_then_cut_off(game, other):
    with game.zoe.socket() as line, other.socket() as calm:
        for number in range(110):
            line.say("ping", id=f"f{number}")
        answers = Counter(line.until(lambda frame: frame["t"] != "hello")["t"] for _ in range(110))
        assert answers["ack"] >= 60
        assert answers["refused"] > 20
        assert line.last("refused")["code"] == "slow-down"

        def flood() -> None:
            with suppress(ConnectionClosed):
                for number in range(20_000):
                    line.say("ping", id=f"g{number}")

        flooding = threading.Thread(target=flood)
        flooding.start()
        for _ in range(10):
            assert calm.ask("ping")["t"] == "ack"
        assert line.closed() in ((POLICY, "Too many messages."), (1006, ""))  # who sends on may miss the goodbye
        flooding.join()
    assert other.get("/api/me")["name"] == "Otto"


def test_requests_from_one_address_have_a_limit(server, other):
    greedy = Guest(server)
    answers = [greedy.http.get("/api/me") for _ in range(300)]
    assert {answer.status_code for answer in answers} == {200, 429}
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert refused.json() == {"code": "slow-down", "sentence": "That is too much at once; wait a moment.", "clause": ""}
    for name in ("x-forwarded-for", "forwarded", "x-real-ip"):  # no proxy is in front, so nobody believes it
        answers = {greedy.http.get("/api/me", headers={name: f"10.0.0.{i}"}).status_code for i in range(60)}
        assert 429 in answers
    assert other.get("/api/me")["name"] == "Otto"


def test_tables_have_a_limit(server):
    greedy = Guest(server)
    answers = [greedy.http.post("/api/tables", json={"game": "chasse", "seats": 2}) for _ in range(14)]
    assert [answer.status_code for answer in answers][:10] == [201] * 10
    assert answers[-1].status_code == 429
    assert answers[-1].json()["code"] == "slow-down"
    assert len(greedy.get("/api/tables/mine")) == Counter(answer.status_code for answer in answers)[201]


def test_talk_has_a_limit(server):
    party = Party(server)
    with party.bob.watch(party.table) as line, party.anna.watch(party.table) as hears:
        answers = [line.ask("say", table=party.table, text=f"hey {number}") for number in range(12)]
        assert answers[0]["t"] == "ack"
        assert [answer for answer in answers if answer["t"] == "refused"][-1]["code"] == "slow-down"
        hears.settle()
        heard = [json.loads(frame) for frame in hears.frames if '"t":"said"' in frame]
        assert len(heard) == sum(answer["t"] == "ack" for answer in answers)


def test_one_line_watches_only_so_many_tables(server):
    hosts = [Guest(server) for _ in range(3)]
    tables = [host.open("chasse", 2) for host in hosts for _ in range(7)]
    with hosts[0].socket() as line:
        answers = [line.ask("watch", table=table) for table in tables]
        assert [answer["t"] for answer in answers] == ["ack"] * 20 + ["refused"]
        assert answers[-1]["code"] == "too-many"
        line.ask("unwatch", table=tables[0])
        assert line.ask("watch", table=tables[-1])["t"] == "ack"


def test_many_idle_sockets_disturb_nobody(server, other):
    many = [Guest(server) for _ in range(2)]

    async def stay() -> int:
        headers = [{"cookie": f"{COOKIE}={guest.cookie}"} for guest in many]
        async with AsyncExitStack() as stack:
            opened = [
                await stack.enter_async_context(
                    connect(
                        f"ws://{server.at}/ws",
                        additional_headers=headers[number % 2],
                        local_addr=(many[number % 2].address, 0),
                        compression=None,
                    )
                )
                for number in range(600)
            ]
            for line in opened:
                assert json.loads(await asyncio.wait_for(line.recv(), 10))["t"] == "hello"
            with other.socket() as calm:
                assert calm.ask("ping")["t"] == "ack"
            assert gauge(server, "tripot_sockets") >= 600
            return len(opened)

    assert asyncio.run(stay()) == 600
    assert turns_until(lambda: gauge(server, "tripot_sockets") < 20)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_a_server_that_stops_says_so_and_takes_nobody_for_gone(tmp_path, name):
    with Server(tmp_path) as stopping:
        party = Party(stopping)
        lines = [guest.watch(party.table) for guest in party.players]
        stopping.signal(getattr(signal, name))
        assert {line.closed()[0] for line in lines} == {RESTARTS}
        stopping.wait_until_ended()
    with Server(tmp_path, port=stopping.port) as again:
        room = Guest(again).get(party.home)
        assert not any(chair.get("away") for chair in room["chairs"])


def gauge(server: Server, name: str) -> float:
    lines = httpx.get(f"http://{server.at}/metrics", verify=UNTRUSTING).text.splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def turns_until(happened: Callable[[], bool]) -> bool:
    """Whether something happens within a few turns of the house's loop: whoever asks it waits for several."""
    return any(happened() for _ in range(50))


def test_one_address_has_only_so_many_sockets(tmp_path):
    with Server(tmp_path, "--sockets", "3") as small:
        guest, neighbour = Guest(small), Guest(small)
        lines = [guest.socket() for _ in range(3)]
        for line in lines:
            line.settle()
        with guest.socket() as one_more:
            assert one_more.closed() == (1013, "The house is full.")
        assert neighbour.socket().ask("ping")["t"] == "ack"
        lines[0].close()
        assert turns_until(lambda: gauge(small, "tripot_sockets") == 3)
        assert guest.socket().ask("ping")["t"] == "ack"


@pytest.fixture(scope="module")
def generous(tmp_path_factory):
    """A server that lets everybody ask as often as they like: what holds there holds everywhere."""
    with Server(tmp_path_factory.mktemp("generous"), module="tests.web.deterministic_server") as running:
        yield running


def test_who_never_reads_costs_little_and_disturbs_nobody(generous):
    """Mallory asks thousands of times for all that was played and said, and never reads an answer."""
    party, mallory = Party(generous), Guest(generous)
    with party.bob.watch(party.table) as line:
        for number in range(200):
            line.say("say", table=party.table, text=f"{number} " + "bla " * 45)
        line.settle()
    before = generous.memory
    message = masked(json.dumps({"t": "watch", "id": "w", "table": party.table, "since": 0}))
    deaf = [raw_socket(generous, mallory) for _ in range(10)]
    for wire in deaf:
        wire.settimeout(0.2)
        with suppress(TimeoutError):  # the server doesn't even listen any more
            for _ in range(3000):
                wire.sendall(message)
    with party.anna.watch(party.table) as line:
        for number in range(10):
            asked = party.asked()
            beat, move = a_first_move(asked, party.table)
            asked.post(f"{party.home}/moves", id=f"n{number}", beat=beat, moves=[move])
        line.settle()
        assert line.beat == party.anna.scene(party.table)["beat"]
        assert generous.memory - before < 50_000_000
    for wire in deaf:
        wire.close()


def raw_socket(server: Server, guest: Guest) -> socket.socket:
    """A WebSocket whose other end is never read."""
    wire = socket.socket()
    wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wire.bind((guest.address, 0))
    wire.settimeout(20)
    wire.connect(("127.0.0.1", server.port))
    wire.sendall(
        f"GET /ws HTTP/1.1\r\nhost: {server.at}\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
        f"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"cookie: {COOKIE}={guest.cookie}\r\n\r\n".encode()
    )
    head = b""
    while b"\r\n\r\n" not in head:
        head += wire.recv(1)
    assert head.startswith(b"HTTP/1.1 101"), head
    wire.setblocking(True)
    wire.settimeout(5)
    return wire


def masked(text: str) -> bytes:
    """A text frame of a client, its mask all zeros."""
    data = text.encode()
    assert 125 < len(data) < 65536 or len(data) <= 125
    length = bytes([0x80 | len(data)]) if len(data) <= 125 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + length + b"\0\0\0\0" + data


# from elsewhere


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", "http://evil.example@", "x"])
def test_a_page_of_another_site_is_refused(server, game, origin):
    with game.unchanged():
        answer = game.anna.http.post(f"{game.home}/leave", headers={"origin": origin})
        assert answer.status_code == 403
        assert answer.json()["code"] == "origin"
        with game.anna.socket(origin=origin) as line:
            assert line.closed()[0] == POLICY


def test_the_house_s_own_page_is_welcome(server, game):
    with game.anna.socket(origin=f"http://{server.at}") as line:
        assert line.ask("ping")["t"] == "ack"
    assert game.anna.http.put(
        "/api/me", json={"name": "Anna", "language": "en"}, headers={"origin": f"http://{server.at}"}
    ).is_success


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd", "/%2e%2e/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2f..%2fapp.py", "/assets/../../app.py",
        "/assets/..%2f..%2fdesk.py", "/%2e%2e/app.py", "//etc/passwd", "/assets/%00", "/%5c..%5c..%5capp.py",
        "/assets/....//....//app.py", "/.git/config", "/app.py", "/index.html%00.txt", "/t/..%2f..%2fapp.py",
    ],
)  # fmt: skip
def test_only_the_page_is_served(server, path):
    """Sent as it is, without the tidying of a client."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as wire:
        wire.sendall(f"GET {path} HTTP/1.1\r\nhost: {server.at}\r\nconnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := wire.recv(65536):
            answer += chunk
    status = int(answer.split()[1])
    assert status < 500 or b"not built" in answer
    assert b"root:" not in answer
    assert b"import " not in answer.partition(b"\r\n\r\n")[2] or b"text/html" in answer.lower()
    assert b"[core]" not in answer


@pytest.mark.parametrize("name", ["a\r\nset-cookie: tripot=x", "a\nb", "\x00\x1b[2J", "<script>", "‮abc", "a" * 25])
def test_a_name_is_only_a_name(server, name):
    guest = Guest(server)
    answer = guest.http.put("/api/me", json={"name": name, "language": "en"})
    assert [key for key in answer.headers if key == "set-cookie"] == []
    if answer.is_success:
        shown = answer.json()["name"]
        assert shown.isprintable()
        assert len(shown) <= 24
    else:
        assert answer.json()["code"] == "name"


@pytest.mark.parametrize("table", ["%0d%0aset-cookie:%20a=b", "%00", "%ff", "a" * 3000, "'%20or%201=1--", "😀"])
def test_a_table_s_name_is_only_a_name(server, table):
    guest = Guest(server)
    for path in ("", "/scene", "/record", "/proof"):
        answer = guest.http.get(f"/api/tables/{table}{path}")
        assert answer.status_code in (400, 404), answer.text
        assert "set-cookie" not in answer.headers


def test_talk_is_plain_text_to_all(server):
    party = Party(server)
    said = {
        "<img src=x onerror=alert(1)>": "<img src=x onerror=alert(1)>",
        "one\r\n\x1b[31mtwo\x00": "one [31mtwo",
        "abc‮def​ghi": "abcdefghi",
        '"}{"t":"ack"': '"}{"t":"ack"',
    }
    with (
        party.anna.watch(party.table) as line,
        party.bob.watch(party.table) as hears,
        party.zoe.watch(party.table) as looks,
    ):
        for number, (words, shown) in enumerate(said.items()):
            assert line.ask("say", table=party.table, text=words)["t"] == "ack"
            for other in (hears, looks):
                heard = other.next("said")
                assert (heard["text"], heard["seat"], heard["name"], heard["number"]) == (shown, 0, "Anna", number)
        for words in ("", "   ", "​", "x" * 201, "\x00\x01"):
            assert refused_on(line, "say", table=party.table, text=words)[0] in ("talk", "slow-down")
        hears.settle()
        assert hears.last("said")["number"] == len(said) - 1


@pytest.mark.parametrize(
    "words",
    [
        {"phrase": "buy-me"}, {"phrase": "hello", "to": 1, "count": 3}, {"text": "a", "phrase": "hello"},
        {"text": "a", "to": 1}, {"phrase": "{to.__class__}"}, {"phrase": "brazen"},
    ],
)  # fmt: skip
def test_a_phrase_that_isn_t_one_is_refused(server, game, words):
    guest = Guest(server)
    table = guest.open("chasse", 2)
    with guest.watch(table) as line:
        assert refused_on(line, "say", table=table, **words)[0] == "talk"


# at the same moment


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    barrier = threading.Barrier(len(deeds))

    def do(deed: Callable[[], Any]) -> Any:
        barrier.wait()
        return deed()

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(do, deeds))


def test_of_many_who_want_a_seat_one_gets_it(server):
    host, wanting = Guest(server, "Host"), [Guest(server, f"Guest {number}") for number in range(8)]
    for _ in range(3):
        table = host.open("chasse", 2)
        answers = at_once(
            *(partial(guest.http.post, f"/api/tables/{table}/sit", json={"seat": 1}) for guest in wanting)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
        winner = wanting[[answer.status_code for answer in answers].index(200)]
        assert winner.get(f"/api/tables/{table}")["you"] == 1
        assert all(answer.json()["code"] in ("taken", "full") for answer in answers if answer.status_code == 409)


def test_of_many_decisions_at_one_beat_one_is_played(server):
    party = Party(server)
    for turn in range(5):
        asked = party.asked()
        before = asked.scene(party.table)
        decision = {"beat": before["beat"], "moves": [before["question"]["choices"][0]["move"]]}
        answers = at_once(
            *(partial(asked.http.post, f"{party.home}/moves", json={"id": f"{turn}-{n}", **decision}) for n in range(6))
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 5
        after = asked.scene(party.table)
        assert moves_of(after) == moves_of(before) + 1


def moves_of(scene: dict[str, Any]) -> int:
    """How many moves of their own a viewer has in the log."""
    return sum(event.get("seat") == scene["viewer"] for page in scene["pages"] for event in page["events"])


def test_the_same_decision_on_many_lines_is_played_once(server):
    party = Party(server)
    asked = party.asked()
    beat, move = a_first_move(asked, party.table)
    lines = [asked.watch(party.table) for _ in range(5)]
    answers = at_once(
        *(partial(line.ask, "submit", id="same", table=party.table, beat=beat, moves=[move]) for line in lines)
    )
    assert {answer["t"] for answer in answers} == {"ack"}
    events = [event for page in asked.scene(party.table, beat)["pages"] for event in page["events"]]
    assert [event["seat"] for event in events if event.get("move") == move] == [asked.scene(party.table)["viewer"]]
    for line in lines:
        line.close()


def test_a_table_starts_once_and_mixes_each_seat_s_bytes_once(server):
    anna, bob = Guest(server, "Anna"), Guest(server, "Bob")
    bytes_of = {anna: b"a" * 32, bob: b"b" * 32}
    seals = {guest: hashlib.sha256(entropy).hexdigest() for guest, entropy in bytes_of.items()}
    table = anna.open("contrebande", 3, pace=QUICK, bots=[None, None, "random"], seal=seals[anna])
    bob.sit(table, 1, seal=seals[bob])
    home = f"/api/tables/{table}"
    answers = at_once(*[partial(anna.http.post, f"{home}/start")] * 5)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 4
    assert bob.refused(f"{home}/reveal", entropy="00" * 32)[1] == "seal"
    assert bob.refused(f"{home}/reveal", entropy=bytes_of[anna].hex())[1] == "seal"
    assert anna.get(home)["status"] == "mixing"
    posts = [
        partial(guest.http.post, f"{home}/reveal", json={"entropy": bytes_of[guest].hex()})
        for guest in (anna, bob, anna, bob)
    ]
    assert {answer.status_code for answer in at_once(*posts)} == {200}
    room = anna.get(home)
    assert room["status"] == "playing"
    assert [chair.get("entropy") for chair in room["chairs"]] == [bytes_of[anna].hex(), bytes_of[bob].hex(), None]
    assert bob.refused(f"{home}/reveal", entropy="11" * 32)[0] == 409
    assert anna.get(home)["chairs"] == room["chairs"]


# what only the host's own machine may read


def test_metrics_are_for_the_host_alone(server, game):
    """They count hidden moves and sealed answers: a player who reads them would know when somebody has answered."""
    assert httpx.get(f"http://{server.at}/metrics").status_code == 200
    for name in ("x-forwarded-for", "Forwarded", "X-Real-IP", "x-forwarded-proto", "via", "CF-Connecting-IP"):
        assert httpx.get(f"http://{server.at}/metrics", headers={name: "10.1.2.3"}).status_code == 404, name
