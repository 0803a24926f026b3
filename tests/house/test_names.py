"""Nobody hides behind a name, and nobody passes for another at one table."""

import pytest

from tests.house.people import ANNA, BOB, NOON, began, room_of
from tripot.house import botnames
from tripot.house.chat import Said, checked
from tripot.house.errors import HouseError
from tripot.house.names import LONGEST, checked_name, key, told_apart
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.sheet import Chair


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "\u200b",
        "\u2060\ufeff",
        "\u3164",
        "\uffa0",
        "\u2800\u2800",
        "\u00a0\u2003",
        "\u0301\u0301",
        "\u202e",
        "\x07\x1b",
    ],
)
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    with pytest.raises(HouseError) as refusal:
        checked_name(name)
    assert refusal.value.code == "name"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  Bibi  ", "Bibi"),
        ("Bi\u200bbi", "Bibi"),
        ("\u202eibiB", "ibiB"),
        ("\uff22\uff49\uff42\uff49", "Bibi"),
        ("Ann\u00a0\u2003Marie", "Ann Marie"),
        ("Ann\u3164Marie", "Ann Marie"),
        ("Zoe\u0308", "Zoë"),
        ("Z" + "\u0301" * 30, "Ź\u0301\u0301"),
        ("李小龍", "李小龍"),
        ("🦊", "🦊"),
    ],
)
def test_a_name_is_shown_as_it_is_read(written: str, shown: str) -> None:
    assert checked_name(written) == shown


def test_a_name_has_its_length_when_it_is_cleaned() -> None:
    assert checked_name("a" * LONGEST + "\u200b" * 10) == "a" * LONGEST
    with pytest.raises(HouseError, match="1 to 24"):
        checked_name("a" * (LONGEST + 1))


def sit(room: Room, guest_id: str, name: str, seat: int | None = None) -> Chair:
    room.sit(guest_id, name, seat, None, NOON)
    return room.chair_of(guest_id)


@pytest.mark.parametrize("name", ["Anna", "ANNA", "Änna", "An na", "Ａnna", "An\u200bna"])
def test_the_second_of_one_name_at_a_table_gets_a_number(name: str) -> None:
    room = room_of("prohis", [ANNA, BOB, "random", "random"])
    for seat in (2, 3):
        room.set_bot(ANNA.id, seat, None, False)
    assert sit(room, "x", name).name == f"{name} 2"
    assert sit(room, "y", name).name == f"{name} 3"
    assert sit(room, "x", name, room.chair_of("x").seat).name == f"{name} 2"
    assert len({key(chair.name) for chair in room.chairs}) == 4


def test_a_long_name_leaves_room_for_its_number() -> None:
    long = "a" * LONGEST
    assert told_apart(long, [long]) == "a" * (LONGEST - 2) + " 2"


def test_before_the_game_a_bot_makes_way_for_a_person_of_its_name_and_during_it_the_person_does() -> None:
    room = room_of("prohis", [ANNA, "random", "random", BOB])
    name = room.chairs[1].name
    assert name in botnames.NAMES
    room.set_bot(ANNA.id, 2, "random", True)
    guest = Guest("g", name, "fr", 0.0)
    assert sit(room, guest.id, guest.name, 2).name == name
    assert room.chairs[1].name != name
    room = began("prohis", [ANNA, "random", BOB])
    name = room.chairs[1].name
    room.get_up(BOB.id)
    assert sit(room, guest.id, name, 2).name == f"{name} 2"
    assert room.chairs[1].name == name


def test_words_that_nobody_sees_are_not_said() -> None:
    for text in ("\u200b", "\u3164\u2800", "\u0301"):
        with pytest.raises(HouseError, match="nothing to read"):
            checked(Said(text=text), "prohis", 3, 0, None)
    assert checked(Said(text="Oui\u202e !\u3164"), "prohis", 3, 0, None).text == "Oui !"
