"""What the store promises, on SQLite and on PostgreSQL alike: all of a write or nothing, once, and for good."""

import asyncio
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, insert, select, text, update
from sqlalchemy.ext.asyncio import create_async_engine

import tripot
import tripot.games
import tripot.games.positions
from tests.house.people import ANNA, BOB, CLEO, NOON, Onlooker, began, room_of, token
from tests.house.stores import Disk, opened
from tripot.engine.errors import UnknownGame
from tripot.house import repository, schema, triggers
from tripot.house.errors import HouseError, NotFound
from tripot.house.fairness import verify
from tripot.house.house import House
from tripot.house.repository import Saved
from tripot.house.room import Room
from tripot.house.scheduler import Scheduler
from tripot.house.sheet import OVER, PLAYING
from tripot.house.store import SLOW, WARY, Conflict, Sqlite, Store, migrate, store_at
from tripot.house.time_control import TimeControl


async def log_of(store: Store, table_id: str) -> list[tuple[int, int, int, str | None]]:
    log = schema.log
    asked = select(log.c.number, log.c.seat, log.c.move, log.c.token).where(log.c.table_id == table_id)
    return await store.read(lambda connection: [tuple(row) for row in connection.execute(asked.order_by(log.c.number))])


async def read_again(store: Store, table_id: str) -> Room:
    """The table as a process reads it that has just begun."""
    return await House(store).look_at(table_id)


def play_one(room: Room, now: float) -> None:
    """Whoever is asked plays their first legal move."""
    assert room.table is not None
    seat = min(room.table.actors)
    guest = room.chairs[seat].guest
    assert guest is not None
    moves = [room.table.legal(seat)[0]]
    room.submit(guest, token(room.table.length, seat), room.chronicle(seat).beat, moves, now)


# what is written is read


def test_a_table_is_read_as_it_was_written(address: str) -> None:
    async def scenario(store: Store) -> None:
        room = began("contrebande", [ANNA, BOB, "regular"], rounds="1", pack="tiny")
        await store.write(repository.opening(room_of("contrebande", [ANNA, BOB, "regular"], rounds="1", pack="tiny")))
        await store.write(repository.change(room, Saved("open", ANNA.id, 0, [], {}, {}, {})))  # type: ignore[arg-type]
        found = await read_again(store, room.id)
        assert found.table is not None
        assert found.table.history == room.table.history  # type: ignore[union-attr]
        assert (found.chairs, found.times, found.tokens) == (room.chairs, room.times, room.tokens)
        assert found.sheet == replace(room.sheet, version=1)
        assert bytes(found.table) == bytes(room.table)  # type: ignore[arg-type]

    opened(address, scenario)


def test_what_was_composed_outlives_the_process(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table = room_of("prohis", [ANNA, BOB, CLEO])
        await store.write(repository.opening(table))
        await house.act(table.id, lambda room, now: room.start(ANNA.id, now))
        (seat,) = (await house.look_at(table.id)).table.actors  # type: ignore[union-attr]
        for moves in (["draw row 0"], ["draw row 1"], []):
            await house.act(table.id, lambda room, now, m=moves: room.draft(room.chairs[seat].guest or "", m))
            found = await read_again(store, table.id)
            assert [draft.moves for draft in found.drafts.values()] == ([moves] if moves else [])
            assert found.timeout(seat) == (moves or ["draw pile"])

    opened(address, scenario)


def test_when_the_clock_of_a_solo_table_began_outlives_the_process(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table = room_of("prohis", [ANNA, "regular", "regular"])
        await store.write(repository.opening(table))
        await house.act(table.id, lambda room, now: room.set_bot(ANNA.id, 1, "regular", True))
        await house.act(table.id, lambda room, now: room.start(ANNA.id, now))
        assert (await read_again(store, table.id)).ends_at is None
        await house.act(table.id, lambda room, now: room.sit(BOB.id, BOB.name, 1, None, NOON + 600))
        assert (await read_again(store, table.id)).ends_at == NOON + 660

    opened(address, scenario)


def test_whose_seat_it_was_outlives_the_process(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table = room_of("prohis", [ANNA, BOB, "regular"])
        await store.write(repository.opening(table))
        await house.act(table.id, lambda room, now: room.set_bot(ANNA.id, 2, "regular", True))
        await house.act(table.id, lambda room, now: room.start(ANNA.id, now))
        await house.act(table.id, lambda room, now: room.get_up(BOB.id))
        again = House(store, clock=lambda: NOON)
        with pytest.raises(HouseError, match="you have played another seat in this game"):
            await again.act(table.id, lambda room, now: room.sit(BOB.id, BOB.name, 2, None, now))

    opened(address, scenario)


def test_a_sealed_answer_outlives_the_process(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        room = await sealed_table(house)
        seat = next(seat for seat in sorted(room.table.actors))  # type: ignore[union-attr]
        owner = room.chairs[seat].guest
        move = room.table.legal(seat)[-1]  # type: ignore[union-attr]
        await house.act(room.id, lambda room, now: room.submit(owner, "mine", room.chronicle(seat).beat, [move], now))  # type: ignore[arg-type]
        found = await read_again(store, room.id)
        assert found.answers[seat].moves == [move]
        assert found.accepted(owner, "mine")  # type: ignore[arg-type]
        await house.act(room.id, lambda room, now: room.take_back(owner))  # type: ignore[arg-type]
        assert (await read_again(store, room.id)).answers == {}

    opened(address, scenario)


def test_an_answer_that_was_taken_back_stays_so_in_every_process(address: str) -> None:
    """Its message comes again, late, to a process that has just begun, or to one that only heard of it."""

    async def scenario(store: Store) -> None:
        house, heard = House(store, clock=lambda: NOON), House(store, clock=lambda: NOON)
        room = await sealed_table(house)
        seat = min(room.table.actors)  # type: ignore[union-attr]
        owner, beat = room.chairs[seat].guest or "", room.chronicle(seat).beat
        first, *_, last = room.table.legal(seat)  # type: ignore[union-attr]
        await heard.look_at(room.id)

        def submit(room: Room, now: float, token: str = "late", move: str = last) -> None:
            room.submit(owner, token, beat, [move], now)

        for deed in (submit, lambda room, now: room.take_back(owner)):
            saved = Saved.of(room)
            await house.act(room.id, deed)
            room.sheet.version -= 1
            change = repository.change(room, saved)
            room.sheet.version += 1
            assert change is not None
            _, version, words = change.told().split(" ", 2)
            await heard.learn(room.id, int(version), repository.Delta.read(words))
        for process in (house, heard, House(store, clock=lambda: NOON)):
            await process.act(room.id, submit)  # the same, late
            assert (await process.look_at(room.id)).answers == {}
            with pytest.raises(HouseError, match="another decision"):
                await process.act(room.id, lambda room, now: submit(room, now, move=first))
        await heard.act(room.id, lambda room, now: submit(room, now, token="new"))
        assert (await read_again(store, room.id)).answers[seat].moves == [last]

    opened(address, scenario)


async def sealed_table(house: House) -> Room:
    """A table of PROHIS where a sealed question is open."""
    room = room_of("prohis", [ANNA, BOB, replace(BOB, id="third")])
    await house.store.write(repository.opening(room))
    await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
    for _ in range(200):
        room = await house.look_at(room.id)
        if room.label:
            return room
        await house.act(room.id, _send_or_play)
    raise AssertionError("no sealed question was put")


def _send_or_play(room: Room, now: float) -> None:
    assert room.table is not None
    seat = min(room.table.actors)
    legal = room.table.legal(seat)
    move = next((move for move in legal if move.startswith(("load", "send"))), legal[0])
    room.submit(room.chairs[seat].guest or "", token(room.table.length), room.chronicle(seat).beat, [move], now)


# one of two wins


def test_of_two_writers_at_the_same_version_one_wins_and_the_other_leaves_no_trace(address: str) -> None:
    async def scenario(store: Store) -> None:
        first, second = (began("chasse", [ANNA, BOB]) for _ in range(2))
        await store.write(repository.opening(room_of("chasse", [ANNA, BOB])))
        unwritten = Saved("open", ANNA.id, 0, [], {}, {}, {})
        play_one(second, NOON)
        await store.write(repository.change(first, unwritten))  # type: ignore[arg-type]
        written = await log_of(store, first.id)
        with pytest.raises(Conflict):
            await store.write(repository.change(second, unwritten))  # type: ignore[arg-type]
        assert await log_of(store, first.id) == written
        assert (await read_again(store, first.id)).sheet.version == 1

    opened(address, scenario)


def test_a_number_of_the_log_is_given_once(address: str) -> None:
    async def scenario(store: Store) -> None:
        row = {"table_id": "t", "number": 0, "seat": 0, "move": 3, "at": 1.0, "token": None}
        await store.write(lambda connection: connection.execute(insert(schema.log), [row]) and None)
        with pytest.raises(Conflict):
            await store.write(lambda connection: connection.execute(insert(schema.log), [row | {"move": 4}]) and None)
        assert await log_of(store, "t") == [(0, 0, 3, None)]

    opened(address, scenario)


def test_the_log_only_grows(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        room = room_of("contrebande", [ANNA, BOB, replace(BOB, id="third")], rounds="1", pack="tiny")
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        before = await log_of(store, room.id)
        while (await house.look_at(room.id)).status == PLAYING:
            await house.act(room.id, play_one)
            after = await log_of(store, room.id)
            assert after[: len(before)] == before
            assert [number for number, *_ in after] == list(range(len(after)))
            assert len(after) > len(before)
            before = after
        assert (await house.look_at(room.id)).status == OVER

    opened(address, scenario)


def test_a_table_that_another_process_changed_is_read_again_and_answered_anew(address: str) -> None:
    """Two houses over one store, neither told of the other's moves: what both accept is in the log once."""

    async def scenario(store: Store) -> None:
        one, other = House(store, clock=lambda: NOON), House(store, clock=lambda: NOON)
        room = room_of("chasse", [ANNA, BOB])
        await store.write(repository.opening(room))
        await one.act(room.id, lambda room, now: room.start(ANNA.id, now))
        for _ in range(10):
            for house in (one, other):
                await house.act(room.id, play_one)
        assert one.conflicts + other.conflicts > 0
        log = await log_of(store, room.id)
        assert [number for number, *_ in log] == list(range(len(log)))
        assert (await read_again(store, room.id)).table.length == len(log)  # type: ignore[union-attr]

    opened(address, scenario)


# writes beside each other


def test_a_write_that_fails_hurts_none_beside_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        going = threading.Event()
        sqlite = isinstance(store, Sqlite)
        first = asyncio.ensure_future(store.write(lambda connection: sqlite and going.wait(10)))
        rows = [{"table_id": f"t{i}", "number": 0, "seat": 0, "move": i, "at": 1.0, "token": None} for i in range(20)]
        rows[7]["table_id"] = "t3"  # its number is taken by another in the same breath

        def failing(connection: object) -> None:
            raise ValueError("not this one")

        writes = [store.write(lambda c, row=row: c.execute(insert(schema.log), [row]) and None) for row in rows]
        writes.insert(11, store.write(failing))
        together = asyncio.gather(*writes, return_exceptions=True)
        await asyncio.sleep(0)  # all of them wait now
        going.set()
        results = await together
        await first
        assert isinstance(results.pop(11), ValueError)
        assert [type(result) for result in results if result is not None] == [Conflict]
        for i in set(range(20)) - {3, 7}:
            assert await log_of(store, f"t{i}") == [(0, 0, i, None)]
        assert len(await log_of(store, "t3")) == 1

    opened(address, scenario)


def test_a_quick_disk_is_waited_for_on_the_spot_and_a_slow_one_in_a_thread(tmp_path: Path) -> None:
    def wherever(connection: object) -> str:
        return threading.current_thread().name.partition("_")[0]

    async def scenario(store: Store) -> None:
        unknown = [await store.write(wherever) for _ in range(WARY)]
        quick = [await store.write(wherever) for _ in range(3)]
        await store.write(lambda connection: disk.takes(2 * SLOW))
        slow = [await store.write(wherever) for _ in range(3)]
        assert (set(unknown), set(quick), set(slow)) == ({"writer"}, {"MainThread"}, {"writer"})

    disk = Disk()
    opened(disk.store(tmp_path / "tripot.db"), scenario)


def test_a_file_that_somebody_else_has_locked_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    file = tmp_path / "tripot.db"

    async def scenario(store: Store) -> None:
        assert isinstance(store, Sqlite)
        store._wary = 0
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.ensure_future(store.write(repository.greeting(ANNA)))
            began = time.monotonic()
            assert await asyncio.wait_for(store.read(repository.knowing(ANNA.id)), 10) is None
            assert time.monotonic() - began < 10.0  # the loop has turned, and the write waits for long in the thread
            assert not writing.done()
            other.execute("ROLLBACK")
        await asyncio.wait_for(writing, 10)
        assert await store.read(repository.knowing(ANNA.id)) == ANNA

    opened(str(file), scenario)


def test_a_store_that_is_closed_takes_nothing_more(tmp_path: Path) -> None:
    async def scenario(store: Store) -> None:
        await store.close()
        with pytest.raises(HouseError, match="closing"):
            await store.write(repository.greeting(ANNA))

    opened(str(tmp_path / "tripot.db"), scenario)


@pytest.mark.parametrize("slow", [False, True])
def test_writes_share_a_transaction_as_long_as_the_loop_brings_more(tmp_path: Path, slow: bool) -> None:
    commits: list[int] = []

    async def scenario(store: Store) -> None:
        assert isinstance(store, Sqlite)
        store._wary = 1000 if slow else 0
        event.listen(store._engine, "commit", lambda connection: commits.append(1))

        async def come_in(turns: int) -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            await store.write(lambda connection: None)

        await asyncio.gather(*(come_in(turns) for turns in range(6)))
        assert len(commits) == 1
        await store.write(lambda connection: None)
        assert len(commits) == 2

    opened(Disk().store(tmp_path / "tripot.db"), scenario)


def test_a_start_of_many_games_at_once_is_one_transaction(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """More rows than one statement of SQLite takes: all of them, or none."""
    monkeypatch.setattr(repository, "ROWS_AT_ONCE", 7)

    async def scenario(store: Store) -> None:
        rooms = [room_of("prohis", [ANNA, BOB, "regular"], table_id=f"table{number}") for number in range(3)]
        for room in rooms:
            await store.write(repository.opening(room))
        saved = [Saved.of(room) for room in rooms]
        for room in rooms:
            room.start(ANNA.id, NOON)
        changes = [repository.change(room, before) for room, before in zip(rooms, saved, strict=True)]
        rooms[2].sheet.version += 1
        changes.append(repository.change(rooms[2], saved[2]))  # of a version that nobody knows
        with pytest.raises(Conflict):
            await store.write(lambda connection: repository.Change.write_all(connection, changes))  # type: ignore[arg-type]
        assert [await log_of(store, room.id) for room in rooms] == [[], [], []]
        results = await asyncio.gather(*(store.write(change) for change in changes), return_exceptions=True)  # type: ignore[arg-type]
        assert [type(result) for result in results] == [type(None)] * 3 + [Conflict]
        assert [len(await log_of(store, room.id)) for room in rooms] == [len(room.times) for room in rooms]
        assert len(rooms[0].times) > 7

    opened(address, scenario)


def test_nobody_waiting_any_more_stops_neither_writes_nor_reads(address: str) -> None:
    async def scenario(store: Store) -> None:
        going = threading.Event()
        sqlite = isinstance(store, Sqlite)
        for ask in (store.write, store.read):
            going.clear()
            held = asyncio.ensure_future(ask(lambda connection: sqlite and going.wait(10)))
            left = [asyncio.ensure_future(ask(lambda connection: 1)) for _ in range(3)]
            await asyncio.sleep(0)
            for task in (held, *left):
                task.cancel()
            await asyncio.gather(held, *left, return_exceptions=True)
            following = [asyncio.ensure_future(ask(lambda connection: 7)) for _ in range(3)]
            await asyncio.sleep(0)
            going.set()
            assert await asyncio.wait_for(asyncio.gather(*following), 10) == [7, 7, 7]

    opened(address, scenario)


def test_what_somebody_did_who_is_gone_is_told_to_the_others(address: str) -> None:
    """A submission is cut off while it is written: it counts, and those who look see it."""

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        room = room_of("chasse", [ANNA, BOB])
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        room = await house.look_at(room.id)
        length = room.table.length  # type: ignore[union-attr]
        looking = Onlooker()
        await house.watch(room.id, looking)
        task = asyncio.ensure_future(house.act(room.id, play_one))
        while house._places[room.id].room is not None:  # until it is being written
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await house.look_at(room.id)  # may still be as it was
        await looking.until_longer(length)
        assert (await house.look_at(room.id)).table.length == (await read_again(store, room.id)).table.length  # type: ignore[union-attr]

    opened(address, scenario)


def test_a_second_process_on_the_same_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "tripot.db"

    async def scenario(store: Store) -> None:
        with pytest.raises(HouseError, match=r"another Tripot serves .* PostgreSQL"):
            await store_at(str(file)).open()
        code = f"import asyncio; from tripot.house.store import store_at; asyncio.run(store_at({str(file)!r}).open())"
        other = await asyncio.to_thread(subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True)
        assert other.returncode != 0
        assert "another Tripot serves" in other.stderr
        await store.write(repository.greeting(ANNA))  # and the first is none the worse

    opened(str(file), scenario)
    opened(str(file), lambda store: store.read(repository.knowing(ANNA.id)))  # it is free again


# what is due


async def waiting_tables(store: Store, count: int) -> list[str]:
    """Tables where something is due one after another from NOON on."""
    names = [f"table{i:011}" for i in range(count)]
    for i, name in enumerate(names):
        await store.write(repository.opening(room_of("chasse", [ANNA, BOB], table_id=name)))
        await store.write(repository.waking(name, 0, NOON + i))
    return names


def test_what_is_due_comes_in_order_and_not_before_its_time(address: str) -> None:
    async def scenario(store: Store) -> None:
        names = await waiting_tables(store, 5)
        assert list(await store.read(repository.due(NOON - 1, 10))) == []
        assert list(await store.read(repository.due(NOON + 2, 10))) == names[:3]
        assert list(await store.read(repository.due(NOON + 9, 2))) == names[:2]
        await store.write(repository.waking(names[0], 99, NOON))  # at a version that it isn't at: nothing
        await store.write(repository.waking(names[1], 0, None))
        assert list(await store.read(repository.due(NOON + 2, 10))) == [names[0], names[2]]

    opened(address, scenario)


def test_two_takers_never_get_the_same_table_and_a_dead_ones_tables_come_free(database: str) -> None:
    async def scenario(store: Store) -> None:
        names = await waiting_tables(store, 12)
        other = store_at(database)
        await other.open()
        try:
            takers = [place.write(repository.taking_due(NOON + 20, 4)) for place in (store, other, store, other)]
            taken = [name for got in await asyncio.gather(*takers) for name in got]
            taken += await store.write(repository.taking_due(NOON + 20, 12))
            assert sorted(taken) == names
            assert await other.write(repository.taking_due(NOON + 20, 12)) == {}
            await store.write(repository.waking(names[5], 0, NOON + 5))  # done, and due again
            assert list(await other.write(repository.taking_due(NOON + 20, 12))) == [names[5]]
            later = NOON + 20 + repository.TAKEN_FOR  # nobody came back to the others
            assert sorted(await other.write(repository.taking_due(later, 12))) == names
        finally:
            await other.close()

    opened(database, scenario)


def test_taking_passes_over_what_another_takes_at_this_moment(database: str) -> None:
    async def scenario(store: Store) -> None:
        names = await waiting_tables(store, 2)
        engine = create_async_engine(database.replace("postgresql://", "postgresql+asyncpg://", 1))
        async with engine.begin() as other:
            assert list(await other.run_sync(repository.taking_due(NOON, 1))) == names[:1]  # and isn't done yet
            taking = store.write(repository.taking_due(NOON + 9, 2))
            assert list(await asyncio.wait_for(taking, 10)) == names[1:]
        await engine.dispose()

    opened(database, scenario)


def test_the_scheduler_reads_a_table_again_that_has_changed_elsewhere(address: str) -> None:
    """A worker isn't told of moves: what it remembers of a table may be old when its bot is asked."""

    async def scenario(store: Store) -> None:
        now = [NOON]
        server, worker = House(store, clock=lambda: now[0]), House(store, clock=lambda: now[0])
        room = room_of("chasse", [ANNA, "random"])
        await store.write(repository.opening(room))
        await server.act(room.id, lambda room, now: room.start(ANNA.id, now))
        scheduler = Scheduler(worker)
        for _ in range(6):
            while 1 in (await server.look_at(room.id)).table.actors:  # type: ignore[union-attr]
                now[0] += 10
                assert await scheduler.turn() == 1
                await server.refresh(room.id)
            length = (await server.look_at(room.id)).table.length  # type: ignore[union-attr]
            await server.act(room.id, play_one)
            assert (await server.look_at(room.id)).table.length > length  # type: ignore[union-attr]
        assert worker.conflicts == 0

    opened(address, scenario)


def test_a_table_that_breaks_is_left_as_it_is_written(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(store: Store) -> None:
        now = [NOON]
        house = House(store, clock=lambda: now[0])
        room = room_of("chasse", [ANNA, BOB])
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        written = await log_of(store, room.id)

        def break_down(room: Room, seat: int, now: float) -> None:
            raise RuntimeError("the lamp went out")

        now[0] += 1000
        with monkeypatch.context() as broken:
            broken.setattr(Room, "_missed", break_down)
            assert await Scheduler(house).turn() == 1
        assert await log_of(store, room.id) == written
        assert (await house.look_at(room.id)).table.length == len(written)  # type: ignore[union-attr]
        assert await Scheduler(house).turn() == 0  # it isn't tried at once again
        now[0] += 60
        assert await Scheduler(house).turn() == 1
        assert len(await log_of(store, room.id)) > len(written)

    opened(address, scenario)


# the schema


def test_an_empty_store_is_brought_up_to_the_schema_and_twice_is_nothing(address: str) -> None:
    opened(address, lambda store: store.write(repository.greeting(ANNA)))

    async def scenario(store: Store) -> None:
        def compare(connection: object) -> list[object]:
            context = MigrationContext.configure(connection, opts={"compare_type": True, "target_metadata": None})  # type: ignore[arg-type]
            return compare_metadata(context, schema.metadata)

        assert await store.write(compare) == []
        await store.write(migrate)
        assert await store.write(compare) == []
        assert await store.read(repository.knowing(ANNA.id)) == ANNA

    opened(address, scenario)


def test_what_an_older_version_made_of_a_file_is_made_anew(tmp_path: Path) -> None:
    """All that is new goes through a view whose triggers follow the schema."""
    file = str(tmp_path / "tripot.db")

    async def age(store: Store) -> None:
        def older(connection: Connection) -> None:
            connection.execute(text(f"DROP VIEW {triggers.VIEW}"))
            for name in (triggers.VIEW, "news"):
                connection.execute(text(f"CREATE VIEW {name} AS SELECT NULL AS kind, NULL AS table_id"))

        await store.write(older)

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table = room_of("prohis", [ANNA, BOB, CLEO])
        await store.write(repository.opening(table))
        await house.act(table.id, lambda room, now: room.start(ANNA.id, now))
        assert (await read_again(store, table.id)).times

    opened(file, age)
    opened(file, scenario)


def test_many_processes_may_open_an_empty_database_at_once(database: str) -> None:
    async def scenario() -> None:
        stores = [store_at(database) for _ in range(4)]
        try:
            await asyncio.gather(*(store.open() for store in stores))
            keys = await asyncio.gather(
                *(store.write(repository.setting("s", bytes([i]))) for i, store in enumerate(stores))
            )
            assert len(set(keys)) == 1
        finally:
            await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(scenario())


# versions of the rules


@pytest.fixture
def older_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Version 0 of Chasse, which counts 7 points where there are 50 now."""
    present = Path(tripot.games.__path__[0]) / "chasse.py"
    source = present.read_text(encoding="utf-8")
    assert "\nVERSION = 1\n" in source
    folder = tmp_path / "games"
    folder.mkdir()
    older = source.replace("\nVERSION = 1\n", "\nVERSION = 0\n").replace("\nPOINTS = 50", "\nPOINTS = 7")
    (folder / "chasse_v0.py").write_text(older, encoding="utf-8")
    (folder / "positions").mkdir()
    apart = (present.parent / "positions" / "chasse.py").read_text(encoding="utf-8")
    (folder / "positions" / "chasse_v0.py").write_text(
        apart.replace("tripot.games.chasse ", "tripot.games.chasse_v0 "), encoding="utf-8"
    )
    for package, where in ((tripot.games, folder), (tripot.games.positions, folder / "positions")):
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(where)])
    return 0


def test_a_table_finishes_on_the_rules_that_it_began_with(address: str, older_rules: int) -> None:
    async def scenario(store: Store) -> None:
        now = [NOON]
        house = House(store, clock=lambda: now[0])
        room = room_of("chasse", [ANNA, "regular"], pace=TimeControl(tempo="instant"))
        room.sheet.rules = older_rules
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        await house.act(room.id, lambda room, now: room.set_bot(ANNA.id, 0, "regular", False))
        restarted = House(store, clock=lambda: now[0])
        assert (await restarted.look_at(room.id)).game.version == older_rules
        scheduler = Scheduler(restarted)
        while (room := await restarted.look_at(room.id)).status == PLAYING:
            now[0] += 10
            await scheduler.turn()
        record = await restarted.record(room.id, None)
        assert f"rules {older_rules}\n" in record
        scores = room.table.outcome.scores  # type: ignore[union-attr]
        assert any(score % 50 for score in scores)
        checks = {check.name: check.ok for check in verify(record).checks}
        assert checks == {
            "commitment": True,
            "seals": True,
            "mixing": False,
            "chance": True,
            "races": True,
            "game": True,
        }

    opened(address, scenario)


def test_rules_that_the_house_lacks_are_named_and_other_tables_go_on(address: str) -> None:
    async def scenario(store: Store) -> None:
        now = [NOON]
        house = House(store, clock=lambda: now[0])
        strange, other = (room_of("chasse", [ANNA, "random"], table_id=name * 16) for name in "sz")
        for room in (strange, other):
            await store.write(repository.opening(room))
            await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
            await house.act(room.id, lambda room, now: room.set_bot(ANNA.id, 0, "random", False))
        newer = update(schema.tables).where(schema.tables.c.id == strange.id).values(rules=41)
        await store.write(lambda connection: connection.execute(newer) and None)
        restarted = House(store, clock=lambda: now[0])
        with pytest.raises(UnknownGame, match="version 41 of chasse's rules isn't in this house; it has version 1"):
            await restarted.look_at(strange.id)
        written = await log_of(store, strange.id)
        scheduler = Scheduler(restarted)
        for _ in range(5):
            now[0] += 10
            await scheduler.turn()
        assert (await restarted.look_at(other.id)).table.length >= 5  # type: ignore[union-attr]
        assert await log_of(store, strange.id) == written

    opened(address, scenario)


def test_a_log_that_does_not_fit_its_rules_or_its_chance_is_refused_with_a_sentence(address: str) -> None:
    async def scenario(store: Store) -> None:
        room = began("prohis", [ANNA, BOB, "random"])
        await store.write(repository.opening(room_of("prohis", [ANNA, BOB, "random"])))
        await store.write(repository.change(room, Saved("open", ANNA.id, 0, [], {}, {}, {})))  # type: ignore[arg-type]
        spoilt = update(schema.log).where(schema.log.c.number == 3).values(move=schema.log.c.move + 1)
        await store.write(lambda connection: connection.execute(spoilt) and None)
        with pytest.raises(HouseError, match=f"the log of table {room.id[:6]}… doesn't fit its chance"):
            await read_again(store, room.id)
        with pytest.raises(NotFound):
            await read_again(store, "z" * 16)

    opened(address, scenario)


def test_an_address_that_is_no_store_is_refused_with_a_sentence() -> None:
    with pytest.raises(HouseError, match="a file or postgresql"):
        store_at("mysql://somewhere/tripot")
