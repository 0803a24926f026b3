"""What guests do with a server: open, invite, sit, watch, start, play, talk, leave, come back, play again, check."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import subprocess
import sys
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import tripot
from tests.furnished import FURNISHED
from tests.servers import ROOT, UNTRUSTING, Server
from tests.web.guests import Guest, Line, order
from tripot.house import fairness
from tripot.house.store import store_at
from tripot.testing.settings import complete_games

INSTANT = {"kind": "live", "fuse": 60, "tempo": "instant"}
# of games that would take long, small ones
SMALL = {"chasse": {"size": "7", "figures": 4, "plaques": 2}, "contrebande": {"rounds": "2", "pack": "small"}}
ENTROPIES = [bytes([seat + 1]) * 32 for seat in range(4)]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


class Rigged(Server):
    """A server whose clock the test moves."""

    def pass_time(self, seconds: float = 0.0) -> None:
        """Time passes; then all is done that is due."""
        while order(self, seconds=seconds, turn=True):
            seconds = 0.0


@pytest.fixture(scope="module")
def rigged(tmp_path_factory):
    with Rigged(tmp_path_factory.mktemp("rigged"), module="tests.web.deterministic_server") as running:
        yield running


def seal(entropy: bytes) -> str:
    return hashlib.sha256(entropy).hexdigest()


def seated(server: Server, game: str, seats: int, **settings: Any) -> tuple[list[Guest], str]:
    """A table at which everybody sits; the game hasn't begun."""
    guests = [Guest(server, name) for name in ("Anna", "Bob", "Cléo", "Dora")[:seats]]
    table = guests[0].open(game, seats, **{"pace": INSTANT, **settings})
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat)
    return guests, table


def begun(server: Server, game: str, seats: int, **settings: Any) -> tuple[list[Guest], str]:
    guests, table = seated(server, game, seats, **settings)
    guests[0].post(f"/api/tables/{table}/start")
    return guests, table


def chair(guest: Guest, table: str, seat: int) -> dict[str, Any]:
    return dict(guest.get(f"/api/tables/{table}")["chairs"][seat])


# from the door to the table


def test_a_guest_is_greeted_and_keeps_his_name(server):
    guest = Guest(server, language="fr-FR,fr;q=0.9,en;q=0.8")
    assert guest.get("/api/me")["language"] == "fr"
    assert guest.get("/api/me")["name"]  # something to be called by until they say
    assert guest.put("/api/me", name="  Marie-Jo  l'Écluse ", language="en") == {
        "name": "Marie-Jo l'Écluse", "language": "en",
    }  # fmt: skip
    assert guest.get("/api/me")["name"] == "Marie-Jo l'Écluse"
    with guest.socket() as line:
        assert line.next("hello")["name"] == "Marie-Jo l'Écluse"


def test_the_catalogue_is_told_in_the_guest_s_language(server):
    english, french = Guest(server, "Anna", "en"), Guest(server, "Anne", "fr")
    games = [guest.get("/api/games")["games"] for guest in (english, french)]
    assert [game["name"] for game in games[0]] == list(complete_games())
    assert games[0] != games[1]
    for game in complete_games():
        rules = french.get(f"/api/games/{game}/rules")
        assert rules["clauses"]
        assert rules["moves"] == list(tripot.game(game).moves)
        assert list(rules["summary"]) == ["goal", "turn", "end"]
        assert rules["sources"] == tripot.game(game).texts("fr").sources
    sheets = {game["name"]: game["sheet"] for game in games[0]}
    assert all(sheet["story"] for sheet in sheets.values())
    assert (sheets["chasse"]["author"], sheets["chasse"]["year"]) == ("Rudi Hoffmann", "1962")
    assert {game for game, sheet in sheets.items() if "rebuilt" in sheet} == {"chasse", "contrebande", "prohibition"}
    assert "author" not in sheets["contrebande"]  # nobody knows, so nothing is said
    assert {game["name"] for game in games[0] if game["secret"]} == {"condamnes", "prohis"}
    assert english.refused("/api/games/poker/rules", "GET")[:2] == (404, "no-game")


def test_open_invite_join_watch_start(server):
    anna, bob, zoe = Guest(server, "Anna"), Guest(server, "Bob"), Guest(server, "Zoé", "fr")
    table = anna.open("chasse", 2, public=False, pace={"kind": "live", "fuse": 30, "tempo": "calm"})
    assert table not in str(zoe.get("/api/tables"))  # by link only
    with zoe.watch(table) as watching:
        assert watching.last("room")["room"]["status"] == "open"
        assert anna.refused(f"/api/tables/{table}/start")[1:] == (
            "empty", "A seat is still empty: wait for somebody, or let a bot sit there.",
        )  # fmt: skip
        assert anna.refused(f"/api/tables/{table}/scene", "GET")[1:] == ("status", "The game hasn't begun.")
        assert anna.refused(f"/api/tables/{table}/record", "GET")[0] == 409
        room = bob.sit(table)
        assert (room["you"], room["host"], room.get("hosting", False)) == (1, 0, False)
        watching.until(lambda frame: frame["t"] == "room" and frame["room"]["chairs"][1]["person"])
        anna.post(f"/api/tables/{table}/start")
        scene = watching.next("scene")
        assert (scene["viewer"], scene["whole"]) == (None, True)
        assert watching.last("room")["room"]["status"] == "playing"
        assert scene["question"]["prompt"] != bob.scene(table)["question"]["prompt"]  # French, and not asked
        assert 0 < scene["ends_in"] <= 30
    assert [listed["room"]["table"] for listed in bob.get("/api/tables/mine")] == [table]
    asked = [listed["asked"] for guest in (anna, bob) for listed in guest.get("/api/tables/mine")]
    assert sorted(asked) == [False, True]


def test_a_public_table_is_listed_until_it_is_over(server):
    anna, zoe = Guest(server, "Anna"), Guest(server, "Zoé")
    table = anna.open("contrebande", 3, public=True)
    assert table in [listed["room"]["table"] for listed in zoe.get("/api/tables")]
    anna.post(f"/api/tables/{table}/leave")  # the last one closes it
    assert table not in [listed["room"]["table"] for listed in zoe.get("/api/tables")]
    assert zoe.refused(f"/api/tables/{table}/sit")[1:] == ("status", "The table is closed, so this can't be done now.")


# whole games


def play_by_http(guests: list[Guest], table: str, rng: random.Random, rigged: Rigged | None = None) -> None:
    """Any legal moves, to the end; who is asked in secret answers, and the question is closed after a while."""
    scene = guests[0].scene(table)
    for number in range(3000):
        if scene.get("outcome"):
            return
        if rigged is not None and scene["question"].get("sealed") and scene.get("answered"):
            rigged.pass_time(1.0)
            scene = guests[0].scene(table)
        for seat in scene["question"]["actors"]:
            if scene["viewer"] != seat or not scene["question"].get("choices"):
                scene = guests[seat].scene(table)
            choices = scene["question"].get("choices", [])
            if choices:
                decision = {"id": f"n{number}-{seat}", "beat": scene["beat"], "moves": [rng.choice(choices)["move"]]}
                scene = guests[seat].post(f"/api/tables/{table}/moves", **decision)
    raise AssertionError("the game did not end")


def play_by_socket(lines: list[Line], table: str, rng: random.Random, rigged: Rigged) -> None:
    """The same over WebSockets; the table is put together from whole scenes and the changes that follow."""
    views: list[dict[str, Any]] = [{} for _ in lines]
    for number in range(3000):
        scenes = []
        for line, view in zip(lines, views, strict=True):
            line.settle()
            for frame in map(json.loads, line.frames):
                if frame["t"] == "scene":
                    view.update(frame["view"])
            scenes.append(line.last("scene"))
            line.frames[:], line.read = [json.dumps(scenes[-1])], 1
        if scenes[0].get("outcome"):
            return
        if any(scene.get("answered") for scene in scenes):
            rigged.pass_time(1.0)
            continue
        for seat in scenes[0]["question"]["actors"]:
            choices = scenes[seat]["question"].get("choices", [])
            if choices:
                move = rng.choice(choices)["move"]
                answer = lines[seat].ask(
                    "submit", id=f"n{number}-{seat}", table=table, beat=scenes[seat]["beat"], moves=[move]
                )
                assert answer["t"] == "ack", answer
    raise AssertionError("the game did not end")


@pytest.mark.parametrize("game", complete_games())
@pytest.mark.parametrize("way", ["http", "socket"])
def test_a_whole_game_is_played_and_proven(rigged, game, way):
    """By HTTP alone or over WebSockets; at the end anybody has the whole record, and it holds."""
    seats = tripot.game(game).fewest
    guests = [Guest(rigged, name) for name in ("Anna", "Bob", "Cléo")[:seats]]
    table = guests[0].open(game, seats, pace=INSTANT, options=SMALL.get(game, {}), seal=seal(ENTROPIES[0]))
    for seat, guest in enumerate(guests[1:], 1):
        guest.sit(table, seat, seal=seal(ENTROPIES[seat]))
    commitment = guests[0].get(f"/api/tables/{table}")["commitment"]
    guests[0].post(f"/api/tables/{table}/start")
    rng = random.Random(f"{game} {way}")
    if way == "http":
        for seat, guest in enumerate(guests):
            guest.post(f"/api/tables/{table}/reveal", entropy=ENTROPIES[seat].hex())
        play_by_http(guests, table, rng, rigged)
    else:
        lines = [guest.watch(table) for guest in guests]
        for seat, line in enumerate(lines):
            assert line.ask("reveal", table=table, entropy=ENTROPIES[seat].hex())["t"] == "ack"
        play_by_socket(lines, table, rng, rigged)
    zoe = Guest(rigged, "Zoé")
    room, record = zoe.get(f"/api/tables/{table}"), zoe.http.get(f"/api/tables/{table}/record")
    assert room["status"] == "over"
    assert hashlib.sha256(bytes.fromhex(room["key"])).hexdigest() == commitment == room["commitment"]
    assert record.headers["content-disposition"] == f'attachment; filename="tripot-{table[:6]}.txt"'
    assert fairness.verify(record.text).ok
    assert f"commitment {commitment}" in record.text
    proof = zoe.get(f"/api/tables/{table}/proof")
    assert (proof["key"], proof["seals"]) == (room["key"], [seal(entropy) for entropy in ENTROPIES[:seats]])
    assert zoe.scene(table)["outcome"]["scores"] == guests[0].scene(table)["outcome"]["scores"]
    for seat, guest in enumerate(guests):
        shown, again = guest.scene(table), zoe.get(f"/api/tables/{table}/replay?eyes={seat}")
        assert [page for frame in again["frames"] for page in frame.get("pages", [])] == shown["pages"]
        assert {field: value for frame in again["frames"] for field, value in frame["view"].items()} == shown["view"]
        assert again["outcome"] == shown["outcome"]


def test_a_game_is_seen_again_only_when_it_is_over(rigged):
    guests, table = begun(rigged, "contrebande", 3, options={"rounds": "1", "pack": "tiny"})
    home = f"/api/tables/{table}/replay"
    for eyes in ("open", "spectator", "0", "1"):
        for guest in (guests[0], Guest(rigged, "Zoé")):
            assert guest.refused(f"{home}?eyes={eyes}", "GET")[:2] == (409, "status")
    play_by_http(guests, table, random.Random(1), rigged)
    assert guests[0].refused(f"{home}?eyes=3", "GET")[1] == "seat"
    assert guests[0].refused(f"{home}?eyes=all", "GET")[0] == 400
    assert guests[0].get(home)["eyes"] == "open"


def test_a_record_that_somebody_kept_is_seen_again(server):
    anna = Guest(server, "Anna")
    played = tripot.game("prohis").start(3, seed=1)
    played.names = ("Odette", "Bibi", "Lulu")
    played.play_random(1)
    record = played.record()
    again = anna.post("/api/replay", record=record, eyes="open")
    assert [chair["name"] for chair in again["room"]["chairs"]] == ["Odette", "Bibi", "Lulu"]
    decided = [decision for frame in again["frames"] for decision in frame.get("decisions", [])]
    assert [(each["seat"], each["move"]) for each in decided] == [
        move for move in played.history if move[0] is not None
    ]
    assert all(each["move"] in {choice["move"] for choice in each["choices"]} for each in decided)
    own = anna.post("/api/replay", record=record, eyes="1")
    decided_by_bibi = [decision for frame in own["frames"] for decision in frame.get("decisions", [])]
    assert [each["move"] for each in decided_by_bibi] == [text for seat, text in played.history if seat == 1]
    for bad in ("", "game prohis", record.replace("result", "0 fly"), record.rsplit("result", 1)[0].rsplit("\n", 3)[0]):
        assert anna.refused("/api/replay", record=bad)[0] in (400, 409)
    assert anna.refused("/api/replay", record="x" * 300_000)[0] == 400
    assert anna.refused("/api/replay", record="x" * 600_000)[0] == 413


def test_the_exported_record_is_verified_on_the_command_line(rigged, tmp_path):
    anna, bob = Guest(rigged, "Anna"), Guest(rigged, "Bob")
    table = anna.open("chasse", 2, pace=INSTANT, options=SMALL["chasse"], seal=seal(ENTROPIES[0]))
    bob.sit(table, 1)
    anna.post(f"/api/tables/{table}/start")
    anna.post(f"/api/tables/{table}/reveal", entropy=ENTROPIES[0].hex())
    play_by_http([anna, bob], table, random.Random(5))
    record = bob.get(f"/api/tables/{table}/record")
    bent = record.replace(ENTROPIES[0].hex(), ENTROPIES[1].hex())
    for name, contents, status in (("game.txt", record, 0), ("bent.txt", bent, 1)):
        (tmp_path / name).write_text(contents, "utf-8")
        command = [sys.executable, "-m", "tripot", "verify", str(tmp_path / name)]
        checked = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        assert checked.returncode == status, checked.stdout


def test_a_rematch_seats_everybody_again(rigged):
    guests, table = begun(rigged, "contrebande", 3, options={"rounds": "1", "pack": "tiny"})
    _, code, sentence = guests[0].refused(f"/api/tables/{table}/rematch")
    assert (code, sentence) == ("status", "There is a rematch when the game is over.")
    play_by_http(guests, table, random.Random(1))
    with guests[0].watch(table) as line, guests[1].watch(table) as other:
        again = guests[2].post(f"/api/tables/{table}/rematch")["table"]
        # whoever looks at the end hears of it; whoever is in the lobby finds the invitation
        for each in (line, other):
            each.until(lambda frame: frame["t"] == "room" and frame["room"].get("rematch") == again)
    lists = [guest.get("/api/tables/mine") for guest in guests]
    assert [listed[0].get("invited", False) for listed in lists] == [True, True, False]
    assert {listed[0]["room"]["table"] for listed in lists} == {again}
    assert [chair.get("invited", False) for chair in lists[0][0]["room"]["chairs"]] == [True, True, False]
    assert guests[0].post(f"/api/tables/{table}/rematch/decline")["rematch"] == again
    assert not any(listed.get("invited") for listed in guests[0].get("/api/tables/mine"))
    for guest in guests[1::-1]:
        room = guest.post(f"/api/tables/{table}/rematch")
    assert (room["table"], room["rematch_of"], room["you"], room["status"]) == (again, table, 0, "playing")
    assert room["options"] == guests[0].get(f"/api/tables/{table}")["options"]
    assert [chair["name"] for chair in room["chairs"]] == ["Anna", "Bob", "Cléo"]


def test_my_tables_are_listed_with_results_page_by_page(rigged):
    guests, table = begun(rigged, "contrebande", 3, options={"rounds": "1", "pack": "tiny"})
    rng, ended = random.Random(2), []
    for _ in range(12):
        play_by_http(guests, table, rng)
        rigged.pass_time(1)
        ended.append(table)
        for guest in guests:
            table = guest.post(f"/api/tables/{ended[-1]}/rematch")["table"]
    anna = guests[0]
    running, *over = anna.get("/api/tables/mine")
    assert (running["room"]["table"], running["room"]["status"]) == (table, "playing")
    older = anna.get(f"/api/tables/mine?after={over[-1]['room']['table']}")
    assert (len(over), len(older)) == (10, 2)
    assert [listed["room"]["table"] for listed in over + older] == ended[::-1]
    for listed in over + older:
        assert listed["outcome"] == anna.scene(listed["room"]["table"])["outcome"]
    assert anna.get(f"/api/tables/mine?after={older[-1]['room']['table']}") == []


def test_bots_play_with_a_guest(server):
    anna = Guest(server, "Anna")
    table = anna.open("contrebande", 3, bots=[None, "regular", "random"], pace=INSTANT)
    anna.post(f"/api/tables/{table}/start")

    def mine(line: Line) -> dict[str, Any]:
        """The scene when it is her turn again, or the game is over."""
        line.settle()
        scene = line.last("scene")
        while not (scene.get("outcome") or scene["question"].get("choices")):
            scene = line.next("scene")
        return scene

    with anna.watch(table) as line:
        for number in range(40):
            scene = mine(line)
            played = {event.get("seat") for page in anna.scene(table)["pages"] for event in page["events"]}
            if scene.get("outcome") or played >= {0, 1, 2}:
                break
            move = scene["question"]["choices"][-1]["move"]
            line.ask("submit", table=table, beat=scene["beat"], moves=[move], id=f"m{number}")
    assert played >= {0, 1, 2}


# coming and going


def test_a_bot_keeps_a_seat_warm_and_gives_it_back(rigged):
    (anna, bob, cleo), table = begun(rigged, "contrebande", 3, pace={"kind": "live", "fuse": 0, "tempo": "instant"})
    with anna.watch(table) as sees:
        line = bob.watch(table)
        line.close()
        away = sees.until(lambda frame: frame["t"] == "room" and frame["room"]["chairs"][1].get("away", False))
        assert "bot" not in away["room"]["chairs"][1]
        rigged.pass_time(44)
        assert "bot" not in chair(anna, table, 1)
        rigged.pass_time(2)
        assert chair(anna, table, 1)["bot"] == "regular"
        assert chair(anna, table, 1)["person"]
        with bob.watch(table) as back:
            assert "bot" not in chair(anna, table, 1)
            assert "away" not in chair(anna, table, 1)
            assert back.last("scene")["viewer"] == 1
    assert (
        cleo.refused(f"/api/tables/{table}/sit", seat=1)[1] == "taken" or cleo.get(f"/api/tables/{table}")["you"] == 2
    )


def test_a_seat_is_handed_to_a_bot_and_taken_back(rigged):
    (anna, bob, _), table = begun(rigged, "contrebande", 3)
    home = f"/api/tables/{table}"
    bob.post(f"{home}/bots", seat=1, level="random")
    assert chair(anna, table, 1)["bot"] == "random"
    bob.sit(table, 1)
    assert "bot" not in chair(anna, table, 1)


def test_who_leaves_for_good_is_followed_by_whoever_sits_down(rigged):
    (anna, bob, _), table = begun(rigged, "contrebande", 3)
    bob.post(f"/api/tables/{table}/leave")
    assert {"bot": "regular", "offered": True, "person": False}.items() <= chair(anna, table, 1).items()
    zoe = Guest(rigged, "Zoé")
    assert zoe.sit(table)["you"] == 1
    assert zoe.scene(table)["viewer"] == 1
    assert bob.scene(table)["viewer"] is None


def test_the_host_puts_bots_on_empty_seats_and_takes_them_away(server):
    anna = Guest(server, "Anna")
    table = anna.open("prohis", 3)
    home = f"/api/tables/{table}"
    anna.post(f"{home}/bots", seat=1, level="random")
    anna.post(f"{home}/bots", seat=2, level="regular")
    assert anna.refused(f"{home}/bots", seat=2, level="genius")[1] == "bots"
    anna.post(f"{home}/bots", seat=1, level=None)
    assert "bot" not in chair(anna, table, 1)
    anna.post(f"{home}/bots", seat=1, level="random")
    anna.post(f"{home}/start")
    for level in (None, "random", "regular"):
        refusal = anna.refused(f"{home}/bots", seat=1, level=level, offered=True)
        assert refusal[1:] == ("seat", "During the game the bots stay as they are.")


def test_the_host_chooses_the_bots_characters_when_a_table_is_opened_and_while_it_waits(server):
    anna = Guest(server, "Anna")
    catalogue = anna.get("/api/games")
    assert catalogue["characters"] == ["bold", "careful", "suspicious"]
    assert {tuple(game["coloured"]) for game in catalogue["games"]} == {("novice", "regular", "master")}
    bots, characters = [None, "master", "master", "random"], [None, "bold", None, None]
    table = anna.open("prohis", 4, bots=bots, characters=characters)
    home, opened = f"/api/tables/{table}", [chair(anna, table, seat) for seat in range(4)]
    assert opened[1]["character"] == "bold"
    assert opened[2]["character"] in catalogue["characters"]  # the table has drawn it
    assert "character" not in opened[3]
    put = anna.post(f"{home}/bots", seat=1, level="novice")["chairs"][1]
    assert (put["name"], put["bot"], put["character"]) == (opened[1]["name"], "novice", "bold")
    put = anna.post(f"{home}/bots", seat=1, level="novice", character="careful")["chairs"][1]
    assert put["name"] not in {other["name"] for other in opened}
    assert (put["bot"], put["character"]) == ("novice", "careful")


def test_a_whole_company_is_of_one_character_while_there_are_names_for_it(server):
    odette = Guest(server, "Odette")  # as a suspicious bot would be called
    bots, characters = [None, *["regular"] * 8], [None, *["suspicious"] * 8]
    refusal = odette.refused("/api/tables", game="condamnes", seats=9, bots=bots, characters=characters)
    assert refusal[1:] == ("bots", "Seat 9: there is no other suspicious bot left for this table.")
    assert odette.get("/api/tables/mine") == []
    table = odette.open("condamnes", 9, bots=bots, characters=characters[:-1])
    chairs = odette.get(f"/api/tables/{table}")["chairs"]
    assert [chair.get("character") for chair in chairs[1:8]] == ["suspicious"] * 7
    assert len({chair["name"] for chair in chairs}) == 9


@pytest.mark.parametrize(
    ("wish", "sentences"),
    [
        (
            {"seat": 1, "level": "regular", "character": "greedy"},
            (
                "Character: no bot is 'greedy'; they are bold, careful, suspicious.",
                "Character\xa0: aucun robot n’est «\u202fgreedy\u202f»\u202f; ils sont bold, careful, suspicious.",
            ),
        ),
        (
            {"seat": 1, "level": "random", "character": "bold"},
            (
                "Character: in this game, 'random' has no character.",
                "Character\xa0: dans ce jeu, «\u202frandom\u202f» n’a pas de caractère.",
            ),
        ),
        (
            {"seat": 1, "character": "bold"},
            (
                "Character: only a bot with a seat of its own has a character.",
                "Character\xa0: seul un robot qui a sa propre place a un caractère.",
            ),
        ),
        (
            {"seat": 0, "level": "regular", "character": "bold"},  # who plays for somebody is like nobody
            (
                "Character: only a bot with a seat of its own has a character.",
                "Character\xa0: seul un robot qui a sa propre place a un caractère.",
            ),
        ),
    ],
    ids=["unknown", "at random", "no bot", "for somebody"],
)
def test_a_character_that_nobody_can_have_is_refused_and_changes_nothing(server, wish, sentences):
    anna = Guest(server, "Anna")
    table = anna.open("prohis", 3, bots=[None, "regular"])
    before = anna.get(f"/api/tables/{table}")
    for language, sentence in zip(("en", "fr"), sentences, strict=True):
        assert anna.refused(f"/api/tables/{table}/bots?language={language}", **wish)[1:] == ("bots", sentence)
    assert anna.get(f"/api/tables/{table}") == before


# time


def test_time_plays_the_passive_move(rigged):
    guests, table = begun(rigged, "contrebande", 3, pace={"kind": "live", "fuse": 15, "tempo": "normal"})
    asked = guests[guests[0].scene(table)["question"]["actors"][0]]
    before = asked.scene(table)
    assert before["ends_in"] == 15
    rigged.pass_time(14.9)
    assert asked.scene(table)["beat"] == before["beat"]
    rigged.pass_time(0.2)
    after = asked.scene(table, before["beat"])
    mine = [event for event in after["pages"][0]["events"] if event.get("seat") == before["viewer"]]
    assert [event["move"] for event in mine] == [choice["move"] for choice in before["question"]["timeout"]]


def test_by_correspondence_a_decision_has_hours(rigged):
    guests, table = begun(rigged, "contrebande", 3, pace={"kind": "correspondence", "fuse": 24, "tempo": "normal"})
    asked = guests[guests[0].scene(table)["question"]["actors"][0]]
    before = asked.scene(table)
    assert before["ends_in"] == 24 * 3600
    asked.watch(table).close()  # by correspondence nobody waits at the table, and no bot takes a seat for that
    rigged.pass_time(23 * 3600)
    assert asked.scene(table)["beat"] == before["beat"]
    assert "bot" not in chair(asked, table, before["viewer"])
    rigged.pass_time(2 * 3600)
    assert asked.scene(table)["beat"] > before["beat"]


def test_a_sealed_answer_can_be_taken_back(rigged):
    guests, table = begun(rigged, "condamnes", 3, pace={"kind": "live", "fuse": 60, "tempo": "normal"})
    shown = guests[0].scene(table)["question"]
    assert shown["sealed"]
    seat, rival = shown["actors"][:2]
    with guests[seat].watch(table) as line:
        scene = line.last("scene")
        choices = [choice["move"] for choice in scene["question"]["choices"]]
        assert line.ask("undo", table=table)["sentence"].startswith("There is no answer of yours to take back")
        assert line.ask("submit", table=table, beat=scene["beat"], moves=choices[:1])["t"] == "ack"
        line.settle()
        labelled = [choice for choice in scene["question"]["choices"] if choice["move"] == choices[0]]
        assert line.last("scene")["answered"] == labelled
        assert line.last("scene")["question"].get("choices", []) == []
        assert line.ask("submit", table=table, beat=scene["beat"], moves=choices[-1:])["code"] == "answered"
        assert line.ask("undo", table=table)["t"] == "ack"
        line.settle()
        assert "answered" not in line.last("scene")
        assert [choice["move"] for choice in line.last("scene")["question"]["choices"]] == choices
        assert "answered" not in guests[rival].scene(table)


def test_a_draft_shows_how_a_series_goes_on(rigged):
    guests, table = begun(rigged, "prohis", 3)
    asked = guests[guests[0].scene(table)["question"]["actors"][0]]
    before = asked.scene(table)
    load = next(c["move"] for c in before["question"]["choices"] if c["move"] in ("load legal", "load illegal"))
    with asked.watch(table) as line:
        draft = line.ask("draft", table=table, moves=[load])["draft"]
        assert draft["question"]["phase"] == "loading"
        second = draft["question"]["choices"][0]["move"]
        assert "complete" not in line.ask("draft", table=table, moves=[load, second])["draft"]
        sent = line.ask("draft", table=table, moves=[load, second, "send"])["draft"]
        assert sent["complete"]
        assert sent["question"]["phase"] == "loading"  # what it brings is seen when it is done
        assert line.ask("draft", table=table, moves=[load, second, "send", load])["code"] == "draft"
    after = asked.scene(table)
    assert (after["beat"], after["view"]) == (before["beat"], before["view"])  # nothing has happened


def refusals(server: Server) -> float:
    """How many the host's metrics count."""
    lines = httpx.get(f"http://{server.at}/metrics", verify=UNTRUSTING).text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("tripot_refusals_total"))


@pytest.mark.parametrize("game", complete_games())
def test_ordinary_play_is_one_message_a_click_and_nothing_is_refused(rigged, game):
    """Whatever is offered begins an act, goes on with it or completes it; nobody has to know which beforehand."""
    guests, table = begun(rigged, game, max(2, tripot.game(game).fewest), options=SMALL.get(game, {}))
    rng, before, made, begun_acts = random.Random(5), refusals(rigged), 0, 0
    lines = [guest.watch(table) for guest in guests]
    while made < 25 and "outcome" not in lines[0].last("scene"):
        for line in lines:
            line.settle()
            scene = line.last("scene")
            question, moves = scene["question"], list[str]()
            while question.get("choices") and "answered" not in scene:
                moves.append(rng.choice(question["choices"])["move"])
                answer = line.ask("act", table=table, beat=scene["beat"], moves=moves)
                if answer["t"] == "ack":
                    made += 1
                    break
                question = answer["draft"]["question"]
                begun_acts += 1
        rigged.pass_time(10)  # sealed questions are closed
    for line in lines:
        line.close()
    assert begun_acts > 0 or game not in FURNISHED  # a game that has just come may have no act of several moves
    assert refusals(rigged) == before


# talk


def test_people_talk_and_mute_each_other(server):
    (anna, bob), table = seated(server, "chasse", 2)
    with anna.watch(table) as speaks, bob.watch(table) as hears:
        speaks.ask("say", table=table, text="Bonsoir !")
        heard = hears.next("said")
        assert (heard["text"], heard["seat"], heard["name"]) == ("Bonsoir !", 0, "Anna")
        hears.ask("mute", table=table, seat=0, mute=True)
        speaks.ask("say", table=table, text="Are you there?")
        hears.settle()
        assert hears.last("said")["text"] == "Bonsoir !"
    with bob.watch(table) as again:  # a mute is kept
        assert not [frame for frame in again.frames if '"t":"said"' in frame]
        again.ask("mute", table=table, seat=0, mute=False)
    with bob.watch(table) as again:
        again.settle()
        assert again.last("said")["text"] == "Are you there?"


def test_ready_made_phrases_are_for_everybody_s_language(server):
    (anna, bob, _), table = seated(server, "prohis", 3)
    phrases = {
        language: {
            phrase["name"]: phrase["forms"]
            for phrase in Guest(server, "x", language).get("/api/games/prohis/rules")["talk"]["phrases"]
        }
        for language in ("en", "fr")
    }
    assert phrases["en"].keys() == phrases["fr"].keys()
    name = next(
        name for name, forms in phrases["en"].items() if "{to}" in forms["other"] and "{count}" in forms["other"]
    )
    with anna.watch(table) as speaks, bob.watch(table) as hears:
        assert speaks.ask("say", table=table, phrase=name, to=1, count=2)["t"] == "ack"
        heard = hears.next("said")
    assert (heard["phrase"], heard["to"], heard["count"]) == (name, 1, 2)


def test_those_who_watch_are_counted_and_talk_among_themselves(server):
    """Who plays learns that somebody watches, and hears nothing of what they say until the game is over."""
    (anna, bob), table = seated(server, "chasse", 2)
    anna.post(f"/api/tables/{table}/start")
    dora, emil = Guest(server, "Dora"), Guest(server, "Emil")
    with anna.watch(table) as plays, bob.watch(table) as other, dora.watch(table) as says:
        assert plays.next("watching")["count"] == 1
        with emil.watch(table) as hears:
            assert plays.next("watching")["count"] == 2
            assert says.ask("say", table=table, text="It's under the red one!")["t"] == "ack"
            heard = hears.next("said")
            assert (heard["gallery"], heard["seat"], heard["name"], heard["number"]) == (True, -1, "Dora", 0)
            plays.ask("say", table=table, text="Who whispers there?")
            assert hears.next("said")["text"] == "Who whispers there?"
        for line in (plays, other):
            line.settle()
            said = [json.loads(frame) for frame in line.frames if '"t":"said"' in frame]
            assert [(each["text"], each["number"]) for each in said] == [("Who whispers there?", 0)]
    with bob.watch(table) as again:  # nor when they come again
        again.settle()
        assert not [frame for frame in again.frames if "under the red one" in frame]
    with emil.watch(table) as again:
        again.settle()
        assert [frame for frame in again.frames if "under the red one" in frame]
    with anna.watch(table) as line:
        for seat, guest in enumerate((anna, bob)):
            guest.post(f"/api/tables/{table}/bots", seat=seat, level="random")
        line.until(lambda frame: frame["t"] == "scene" and "outcome" in frame, patience=60)
    with bob.watch(table) as at_last:
        at_last.settle()
        heard = [json.loads(frame) for frame in at_last.frames if "under the red one" in frame]
        assert [(each["t"], each["gallery"], each["name"]) for each in heard] == [("said", True, "Dora")]


def test_a_line_goes_on_where_it_broke_off(rigged):
    guests, table = begun(rigged, "contrebande", 3)
    with guests[0].watch(table) as line:
        known = line.beat
    for number in range(4):
        asked = guests[guests[0].scene(table)["question"]["actors"][0]]
        scene = asked.scene(table)
        move = scene["question"]["choices"][0]["move"]
        asked.post(f"/api/tables/{table}/moves", id=f"r{number}", beat=scene["beat"], moves=[move])
    with guests[0].watch(table, since=known) as line:
        missed = line.last("scene")
    whole = guests[0].scene(table)
    assert (missed["since"], missed["beat"]) == (known, whole["beat"])
    assert missed["pages"] == whole["pages"][known:]
    assert missed["view"] == whole["view"]


# the house itself


def test_health_metrics_and_headers(server):
    with httpx.Client(base_url=f"http://{server.at}") as browser:
        health = browser.get("/health")
        assert health.json() == {"status": "ok", "version": tripot.__version__}
        assert "tripot_sockets" in browser.get("/metrics").text
        for path in ("/health", "/api/me", "/", "/schema", "/nothing"):
            headers = browser.get(path).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "frame-ancestors 'none'" in headers["content-security-policy"]
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["cross-origin-opener-policy"] == "same-origin"


@pytest.mark.parametrize("options", [(), ("--secure",)])
def test_the_cookie_is_kept_from_scripts_and_other_sites(tmp_path, options):
    with Server(tmp_path, *options) as house:
        flags = httpx.get(f"http://{house.at}/api/me").headers["set-cookie"].lower()
    assert {"httponly", "path=/", "samesite=lax"} <= {flag.strip() for flag in flags.split(";")}
    assert ("secure" in flags.split("; ")) == bool(options)


def test_a_known_guest_gets_no_second_cookie(server):
    guest = Guest(server)
    assert "set-cookie" not in guest.http.get("/api/me").headers


def test_the_log_has_no_secrets_in_it(tmp_path):
    with Server(tmp_path) as house:
        (anna, bob), table = seated(house, "chasse", 2, options=SMALL["chasse"])
        anna.post(f"/api/tables/{table}/start")
        with bob.watch(table) as line:
            line.ask("say", table=table, text="a word between us")
            line.wire.send("{")
            line.wire.send(b"\0")
            line.closed()
        anna.http.get(f"/api/tables/{table}/record?since=a")
        anna.http.post("/api/tables", content=b"\xff", headers={"content-type": "application/json"})
        play_by_http([anna, bob], table, random.Random(3))
        key = anna.get(f"/api/tables/{table}")["key"]
        secrets = [anna.cookie, bob.cookie, anna.cookie.split(".")[0], key, table, "a word between us"]
    assert not [secret for secret in secrets if secret in house.said]


def test_the_store_s_complaints_have_no_keys_in_them(tmp_path):
    async def complain() -> str:
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        try:
            await store.write(
                lambda connection: connection.execute(text("insert into nothing values (:key)"), {"key": "s3cret"})
            )
        except SQLAlchemyError as fault:
            return str(fault)
        finally:
            await store.close()
        return ""

    said = asyncio.run(complain())
    assert "nothing" in said
    assert "s3cret" not in said


# the page


def test_parts_of_the_page_come_packed_and_are_kept(server):
    guest = Guest(server)
    page = guest.http.get("/").text
    part = page.partition('src="')[2].partition('"')[0]
    assert part.startswith("/assets/")
    sizes = {}
    for coding in ("br", "gzip", "identity", "br;q=0, gzip;q=0.5"):
        answer = guest.http.head(part, headers={"accept-encoding": coding})
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["content-type"].startswith("text/javascript")
        sizes[coding] = (answer.headers.get("content-encoding", ""), int(answer.headers["content-length"]))
    assert [coding for coding, _ in sizes.values()] == ["br", "gzip", "", "gzip"]
    assert sizes["br"][1] < sizes["gzip"][1] < sizes["identity"][1]
    again = guest.http.get(part, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert guest.http.head("/t/abcdefghijkmnpqr").headers["content-type"].startswith("text/html")
    assert guest.http.get("/assets/nothing.js").status_code == 404


# refusals


def test_a_refusal_is_in_the_reader_s_language_over_http_and_on_the_wire(server):
    anna, odette = Guest(server, "Anna"), Guest(server, "Odette", "fr")
    table = anna.open("chasse", 2)
    assert odette.refused(f"/api/tables/{table}/start")[2] == "Seul l’hôte de cette table peut le faire."
    assert odette.refused(f"/api/tables/{table}/start?language=en")[2] == "Only the host of this table may do that."
    assert odette.refused("/api/nowhere", "GET")[2] == "Il n’y a rien à cette adresse."
    with odette.socket() as line:
        refused = line.ask("undo", table=table)
        assert refused["sentence"] == "Vous n’avez pas de place à cette table."
        line.wire.send("no message")
        assert line.next("refused", code="message")["sentence"].startswith("Ce message est illisible")


def test_hints_are_for_whoever_plays_bots_alone_and_is_asked(server):
    anna, bob = Guest(server, "Anna"), Guest(server, "Bob")
    shared = anna.open("contrebande", 3, bots=[None, None, "regular"], pace=INSTANT)
    bob.sit(shared, 1)
    anna.post(f"/api/tables/{shared}/start")
    assert anna.refused(f"/api/tables/{shared}/hint")[:2] == (409, "hint")
    own = anna.open("contrebande", 3, bots=[None, "regular", "regular"], pace=INSTANT)
    assert anna.refused(f"/api/tables/{own}/hint")[:2] == (409, "hint")  # it hasn't begun
    anna.post(f"/api/tables/{own}/start")
    assert bob.refused(f"/api/tables/{own}/hint")[0] == 409
