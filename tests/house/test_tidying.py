"""What grows is cut back: rooms in memory, and in the store what nobody needs any more."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, insert, select
from typer.testing import CliRunner

from tests.house.people import ANNA, BOB, NOON, room_of
from tests.house.stores import opened
from tripot.cli import app
from tripot.house import repository, schema, tidying
from tripot.house.errors import HouseError, NotFound
from tripot.house.house import House
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.sheet import CLOSED, OVER
from tripot.house.store import Store
from tripot.house.tidying import DAY, Keep, kept, tidy, tidy_if_due, would_go
from tripot.house.time_control import TimeControl
from tripot.web.services import Config, Services
from tripot.web.sessions import Holder

YEAR = 365 * DAY
TABLES = (
    schema.tables, schema.chairs, schema.log, schema.answers, schema.drafts, schema.talk, schema.gallery, schema.mutes,
    schema.guests,
)  # fmt: skip


async def sizes(store: Store) -> dict[str, int]:
    def read(connection: Connection) -> dict[str, int]:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one() for table in TABLES
        }

    return await store.read(read)


async def table_of(store: Store, table_id: str, status: str, at: float, *, said: int = 0, guest: Guest = ANNA) -> None:
    """A table as it was left at a time: begun, over or closed, with words that were said there."""
    house = House(store, clock=lambda: at)
    room = room_of("chasse", [guest, "random"], table_id=table_id, at=at, pace=TimeControl(fuse=0))
    await store.write(repository.greeting(replace(guest, seen_at=at)))
    await store.write(repository.opening(room))
    if status != "open":
        await house.act(room.id, lambda room, now: room.start(guest.id, now))

    def leave_as(room: Room, now: float) -> None:
        if status in (OVER, CLOSED):
            room.sheet.status, room.sheet.ended_at = status, now

    await house.act(room.id, leave_as)
    for number in range(said):
        row = {"table_id": table_id, "number": number, "seat": 0, "name": "Anna", "said": '{"text":"x"}', "at": at}
        for channel in (schema.talk, schema.gallery):
            await store.write(lambda connection, to=(channel, row): connection.execute(insert(to[0]), to[1]) and None)
    await store.write(repository.muting(guest.id, table_id, 1, True))


def test_what_is_old_goes_and_nothing_else(address: str) -> None:
    async def scenario(store: Store) -> None:
        now = NOON + 2 * YEAR
        for number in range(12):  # more than go at once
            await table_of(store, f"{number:f>16}", OVER, now - 400 * DAY, said=1)
        await table_of(store, "g" * 16, OVER, now - 100 * DAY, said=3)
        await table_of(store, "h" * 16, "playing", now - 91 * DAY, guest=BOB)
        await table_of(store, "i" * 16, "playing", now - 89 * DAY)
        await table_of(store, "j" * 16, CLOSED, now - 2 * DAY)
        before = await sizes(store)
        would = await would_go(store, Keep(), now)
        assert await sizes(store) == before
        gone = await tidy(store, Keep(), now)
        assert gone == would == Counter(finished=12, abandoned=1, unused=1, talk=6)
        after = await sizes(store)
        assert (after["tables"], after["chairs"], after["mutes"], after["talk"]) == (2, 4, 2, 0)
        assert after["guests"] == 2
        house = House(store, clock=lambda: now)
        assert (await house.look_at("g" * 16)).status == OVER
        assert (await house.look_at("i" * 16)).table is not None
        assert await tidy(store, Keep(), now) == Counter()
        # guests without a seat anywhere go when they weren't seen for long
        gone = await tidy(store, Keep(finished=0, abandoned=0, talk=0, guests=30), now)
        assert gone == Counter(guests=1)  # Bob's table is gone; Anna has seats

    opened(address, scenario)


def test_for_ever_is_for_ever(address: str) -> None:
    async def scenario(store: Store) -> None:
        await table_of(store, "g" * 16, OVER, NOON, said=1)
        await table_of(store, "h" * 16, "playing", NOON)
        await table_of(store, "i" * 16, CLOSED, NOON)
        keep = Keep(finished=0, abandoned=0, talk=0, guests=0)
        assert await tidy(store, keep, NOON + 100 * YEAR) == Counter()

    opened(address, scenario)


def test_a_process_that_still_knows_a_table_that_went_learns_of_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        await table_of(store, "h" * 16, "playing", NOON)
        other = House(store, clock=lambda: NOON + YEAR)
        room = await other.look_at("h" * 16)
        assert await tidy(store, Keep(), NOON + YEAR) == Counter(abandoned=1)
        with pytest.raises(NotFound):
            await other.act(room.id, lambda room, now: room.get_up(ANNA.id))

    opened(address, scenario)


def test_who_comes_now_and_then_is_remembered(address: str) -> None:
    async def scenario(store: Store) -> None:
        services = Services(Config("nowhere"), store)
        await store.write(repository.greeting(replace(ANNA, seen_at=time.time() - 300 * DAY)))
        await services.guest(Holder(ANNA.id), "")
        assert await tidy(store, Keep(guests=100), time.time()) == Counter()

    opened(address, scenario)


def test_a_table_that_somebody_looks_at_stays(address: str) -> None:
    async def scenario(store: Store) -> None:
        await table_of(store, "g" * 16, OVER, NOON)
        assert await tidy(store, Keep(), NOON + 2 * YEAR, spared=["g" * 16]) == Counter()

    opened(address, scenario)


def night(after: float) -> float:
    """The next time that it is night here."""
    while time.localtime(after).tm_hour != tidying.NIGHT:
        after += 1800.0
    return after


def test_one_of_many_processes_tidies_up_once_a_night(address: str) -> None:
    async def scenario(store: Store) -> None:
        await table_of(store, "g" * 16, OVER, NOON)
        now = [NOON]
        houses = [House(store, clock=lambda: now[0]) for _ in range(3)]
        assert [await tidy_if_due(house, Keep()) for house in houses] == [None] * 3  # the first night is tomorrow
        now[0] = night(NOON + 2 * YEAR)
        done = await asyncio.gather(*(tidy_if_due(house, Keep()) for house in houses))
        assert [gone for gone in done if gone is not None] == [Counter(finished=1, guests=1)]
        now[0] += 600.0
        assert [await tidy_if_due(house, Keep()) for house in houses] == [None] * 3

    opened(address, scenario)


def test_a_house_that_is_closed_at_night_is_tidied_by_day(address: str) -> None:
    async def scenario(store: Store) -> None:
        now = [night(NOON) + 12 * 3600.0]
        house = House(store, clock=lambda: now[0])
        await tidy_if_due(house, Keep())
        now[0] += DAY
        assert await tidy_if_due(house, Keep()) is None
        now[0] += 5 * 3600.0
        assert await tidy_if_due(house, Keep()) == Counter()

    opened(address, scenario)


def test_the_command_says_what_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    address = str(tmp_path / "tripot.db")
    opened(address, lambda store: table_of(store, "g" * 16, OVER, time.time() - 40 * DAY))
    monkeypatch.setenv("TRIPOT_DATABASE", address)
    run = CliRunner().invoke
    assert "Would delete: nothing to delete" in run(app, ["tidy", "--dry-run"]).output
    assert "Would delete: 1 finished" in run(app, ["tidy", "--dry-run", "--keep", "finished=30"]).output
    monkeypatch.setenv("TRIPOT_KEEP", "finished=30 talk=7")
    assert "Deleted: 1 finished" in run(app, ["tidy"]).output
    assert "Deleted: nothing to delete" in run(app, ["tidy"]).output


@pytest.mark.parametrize("word", ["finished", "finished=-1", "games=3", "finished=soon"])
def test_what_is_not_understood_is_refused(word: str) -> None:
    with pytest.raises(HouseError, match="finished=DAYS"):
        kept([word])


# memory


def test_rooms_make_room_whoever_asks_for_them(address: str) -> None:
    """Requests, clocks and bots bring rooms into memory too; those that were used last stay."""

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        house.rooms_kept = 10
        ids = [f"{number:k>16}" for number in range(30)]
        for table_id in ids:
            room = room_of("chasse", [ANNA, "random"], table_id=table_id, pace=TimeControl(fuse=0))
            await store.write(repository.opening(room))
        for table_id in ids:
            await house.look_at(table_id)
            await house.look_at(ids[0])
            assert house.rooms <= 11
        assert ids[0] in house._places
        for table_id in ids:
            await house.pass_time(table_id)  # what a worker does
            assert house.rooms <= 11

    opened(address, scenario)


def test_watched_rooms_stay_and_others_make_room(tmp_path: Path) -> None:
    class Looks:
        guest_id = "x"

        def counted(self, table_id: str, count: int) -> None: ...
        def changed(self, showing: object) -> None: ...
        def said(self, table_id: str, spoken: object) -> None: ...

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        house.rooms_kept = 5
        ids = [f"{number:k>16}" for number in range(40)]
        for number, table_id in enumerate(ids):
            await store.write(repository.opening(room_of("chasse", [ANNA, "random"], table_id=table_id)))
            await (house.watch(table_id, Looks()) if number < 8 else house.look_at(table_id))
        assert set(ids[:8]) <= house._places.keys()
        assert house.rooms < 8 + 10

    opened(str(tmp_path / "tripot.db"), scenario)
