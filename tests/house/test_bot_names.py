"""Bots have names of their own, the same for everybody: at the seats, in sentences and in the record."""

import asyncio
import json
import random
from collections import Counter
from pathlib import Path

import pytest

from tests.house.people import ANNA, BOB, NOON, began, decide, room_of, scene_of
from tripot import bots
from tripot.bots import CHARACTERS, chatter
from tripot.engine.phrases import REST, Remark, phrasebook
from tripot.house import botnames, house, scenes
from tripot.house.errors import HouseError, sentence_of
from tripot.house.house import House, Plan
from tripot.house.names import key
from tripot.house.repository import Guest
from tripot.house.sheet import OVER, STANDIN
from tripot.house.store import store_at
from tripot.house.time_control import TimeControl

TABLES = [f"table{number:011}" for number in range(200)]
COLOURS = {"ambre", "blanche", "blue", "brune", "green", "red", "rose", "ruby", "scarlet", "vert", "violette", "white"}


def test_bots_are_called_by_the_table_each_differently_and_by_no_colour() -> None:
    for table in TABLES:
        room = room_of("condamnes", [ANNA, *["regular"] * 8], table_id=table)
        called = [chair.name for chair in room.chairs]
        assert len({key(name) for name in called}) == 9
        assert called == [chair.name for chair in room_of("condamnes", [ANNA, *["regular"] * 8], table_id=table).chairs]
    assert not COLOURS & {key(name) for name in botnames.NAMES}


def test_whoever_sits_down_keeps_the_name_and_a_bot_that_had_it_takes_another() -> None:
    room = room_of("prohis", [ANNA, "regular", "regular"])
    first = room.chairs[1].name
    room.set_bot(ANNA.id, 2, None, False)
    assert room.chairs[2].name == ""
    room.sit(BOB.id, first.upper(), 2, None, NOON)
    assert room.chairs[2].name == first.upper()
    assert room.chairs[1].name not in ("", first, first.upper())
    room.get_up(BOB.id)
    room.set_bot(ANNA.id, 2, "random", True)
    assert room.chairs[2].name in botnames.NAMES
    assert room.chairs[2].name != room.chairs[1].name


def test_a_bot_that_keeps_a_seat_warm_goes_on_under_its_owners_name() -> None:
    room = began("prohis", [ANNA, BOB, "regular"])
    room.set_bot(BOB.id, 1, STANDIN, False)
    assert (room.chairs[1].name, scenes.room_view(room, None).chairs[1].bot) == ("Bob", STANDIN)
    room.get_up(BOB.id)
    assert room.chairs[1].name == "Bob"  # what he did is told of him
    room.sit("other", "Zoé", 1, None, NOON)
    assert room.chairs[1].name == "Zoé"


def test_a_bot_has_one_name_on_the_wire_in_sentences_and_in_the_record() -> None:
    room = began("chasse", [ANNA, "regular"])
    name = room.chairs[1].name
    luck, now = random.Random(1), NOON
    while room.status != OVER:
        now = decide(room, now + 0.1, luck.choice)
    for language in ("en", "fr"):
        pages = scene_of(room, 0, now, language).pages
        told = " ".join(sentence for page in pages for sentence in page.told)
        assert name in told
        assert "Seat" not in told
        assert "Place" not in told
    assert scenes.room_view(room, ANNA.id).chairs[1].name == name
    header = house._record(room, ANNA).split("---")[0]
    (names,) = (line for line in header.splitlines() if line.startswith("names "))
    assert json.loads(names.removeprefix("names ")) == ["Anna", name]


def test_a_bot_s_name_tells_its_character_to_everybody_and_a_person_s_name_tells_nothing() -> None:
    assert {botnames.character(name) for name in botnames.NAMES} == set(CHARACTERS)
    room = room_of("prohis", [ANNA, "regular", "novice"])
    seen = scenes.room_view(room, None).chairs
    assert [chair.character for chair in seen] == ["", *(botnames.character(chair.name) for chair in seen[1:])]
    assert all(chair.character for chair in seen[1:])
    room.set_bot(ANNA.id, 0, STANDIN, False)  # a bot that keeps a seat warm is like nobody
    room.chairs[0].name = seen[1].name
    assert scenes.room_view(room, None).chairs[0].character == ""


def test_whoever_plays_on_for_somebody_who_left_is_like_nobody_whatever_they_were_called(tmp_path: Path) -> None:
    async def play() -> None:
        store = store_at(str(tmp_path / "names.db"))
        await store.open()
        try:
            house = House(store, lambda: NOON)
            gaston = Guest("gaston", "Gaston", "fr", 0.0)
            for guest in (ANNA, gaston):
                await house.greet(guest.id, guest.name, "en")
            plan = Plan("prohis", 3, {}, TimeControl(), False, [None, None, "regular"], True, None)
            table = (await house.open_table(ANNA, plan)).id
            await house.act(table, lambda room, now: room.sit(gaston.id, gaston.name, None, None, now))
            await house.act(table, lambda room, now: room.start(ANNA.id, now))
            await house.act(table, lambda room, now: room.get_up(gaston.id))
            for there in (house, House(store, lambda: NOON)):  # a house that has only what is written
                room = await there.look_at(table)
                assert (room.chairs[1].name, room.chairs[1].bot) == ("Gaston", STANDIN)
                seen = [chair.character for chair in scenes.room_view(room, None).chairs]
                assert (seen[1], room.chairs[1].character) == ("", "")
                assert seen[2] == room.chairs[2].character == botnames.character(room.chairs[2].name) != ""
        finally:
            await store.close()

    asyncio.run(play())


def test_a_bot_that_plays_at_random_is_called_so_and_only_who_plays_by_a_character_has_one(monkeypatch) -> None:
    room = room_of("prohis", [ANNA, "random", "network", "novice", "regular", "master"])
    seen = scenes.room_view(room, None).chairs
    assert [bool(chair.character) for chair in seen] == [False, False, False, True, True, True]
    monkeypatch.setattr(bots, "policy", lambda name: None)  # as a game's maker may leave it
    seen = scenes.room_view(room, None).chairs
    assert [(chair.bot, chair.character) for chair in seen[3:]] == [("random", "")] * 3
    assert bots.bot("prohis", "master") is bots.play_at_random


def test_another_character_is_somebody_else_and_at_another_level_a_bot_stays_the_same() -> None:
    room = room_of("prohis", [ANNA, "regular", "regular"])
    chairs = room.chairs
    for wanted in (*CHARACTERS, *CHARACTERS):
        before, other = chairs[1].name, chairs[2].name
        room.set_bot(ANNA.id, 1, "regular", True, wanted)
        assert (chairs[1].character, chairs[2].name) == (wanted, other)
        assert (chairs[1].name == before) == (botnames.character(before) == wanted)
        called = chairs[1].name
        for level in ("random", "master"):  # at random nobody has a character, but stays who they are
            room.set_bot(ANNA.id, 1, level, True)
            assert (chairs[1].name, chairs[1].character) == (called, "" if level == "random" else wanted)
    room.set_bot(ANNA.id, 1, None, False)
    room.set_bot(ANNA.id, 1, "novice", True, "careful")
    assert chairs[1].character == "careful"


def test_bots_of_one_character_have_different_names_until_no_name_of_it_is_left() -> None:
    odette = Guest("odette", "ODETTE", "fr", 0.0)
    room = room_of("condamnes", [odette, *["regular"] * 8])
    for seat in range(1, 8):
        room.set_bot(odette.id, seat, "regular", True, "suspicious")
    called = [chair.name for chair in room.chairs]
    assert len({key(name) for name in called}) == 9
    with pytest.raises(HouseError, match="seat 9: there is no other suspicious bot left") as refused:
        room.set_bot(odette.id, 8, "regular", True, "suspicious")
    assert "autre robot méfiant" in sentence_of(refused.value, "fr")
    assert [chair.name for chair in room.chairs] == called
    room.set_bot(odette.id, 8, "regular", True, "bold")
    assert room.chairs[8].character == "bold"


def test_a_bot_that_makes_way_for_a_name_leaves_its_seat_to_one_of_the_same_character() -> None:
    for character in CHARACTERS:
        room = room_of("prohis", [ANNA, "regular", "regular"])
        room.set_bot(ANNA.id, 1, "regular", True, character)
        name = room.chairs[1].name
        room.set_bot(ANNA.id, 2, None, False)
        room.sit(BOB.id, name, 2, None, NOON)
        assert room.chairs[1].name not in ("", name)
        assert room.chairs[1].character == character


def test_a_bot_stays_who_it_is_under_a_number_where_no_name_of_its_character_is_left() -> None:
    odette = Guest("odette", "ODETTE", "fr", 0.0)
    room = room_of("condamnes", [odette, *["regular"] * 8])
    for seat in range(1, 8):
        room.set_bot(odette.id, seat, "regular", True, "suspicious")
    room.set_bot(odette.id, 8, None, False)
    before = room.chairs[1].name
    room.sit(BOB.id, before, 8, None, NOON)
    called = room.chairs[1].name
    assert called.endswith(" 2")
    assert len({key(chair.name) for chair in room.chairs}) == 9
    assert scenes.room_view(room, None).chairs[1].character == room.chairs[1].character == "suspicious"
    room.set_bot(odette.id, 1, "novice", True)
    assert (room.chairs[1].name, room.chairs[1].character) == (called, "suspicious")
    assert botnames.character("Odette Duval") == botnames.character("Bob 2") == ""


def words_of(character: str, seeds: int = 1000) -> Counter[str]:
    """What a bot says at one and the same moment, where anybody would say "ouch"."""
    look = began("prohis", [ANNA, "regular", "regular"]).table.look(1)
    lines = (
        chatter.remark(look, Remark("rest", says=("ouch",)), random.Random(seed), character) for seed in range(seeds)
    )
    return Counter(line.phrase for line in lines)


def test_bots_of_a_character_have_words_of_their_own_and_like_some_of_everybody_s() -> None:
    book = phrasebook("prohis")
    assert words_of("").keys() == {"ouch"}
    for character in CHARACTERS:
        said, own = words_of(character), book.own(character, REST)
        assert said.keys() == {"ouch", *own, *book.characters[character]}
        assert 1 / 3 < sum(said[name] for name in own) / said.total() < 1 / 2


def test_a_threat_is_answered_in_character() -> None:
    look = began("prohis", [ANNA, "regular", "regular"]).table.look(1)
    book = phrasebook("prohis")
    for character in ("", *CHARACTERS):
        lines = (chatter.answer(look, "threat", 0, random.Random(seed), character) for seed in range(1000))
        said, own = Counter(line.phrase for line in lines), book.retorts.get(character, {}).get("threat", ())
        assert said.keys() == {*book.answers["threat"], *own}
        assert not own or 1 / 3 < sum(said[name] for name in own) / said.total() < 1 / 2


def test_a_guard_says_nothing_that_only_prisoners_would() -> None:
    book = phrasebook("condamnes")
    assert set(book.own("bold", REST)) - set(book.own("bold", "guard")) == {"sulking"}


def test_whoever_plays_by_no_character_says_no_character_s_words(monkeypatch) -> None:
    room = room_of("prohis", [ANNA, "random", "network", "somebody's", "novice", "regular"])
    assert [bool(chair.character) for chair in room.chairs] == [False, False, False, False, True, True]
    monkeypatch.setattr(bots, "policy", lambda name: None)
    assert words_of("bold").keys() == {"ouch"}
