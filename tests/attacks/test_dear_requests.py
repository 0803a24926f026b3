"""Requests that cost the house much and their sender nothing: nobody else waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

import tripot
from tests.house.people import NOON, room_of
from tests.servers import Server
from tests.web.guests import Guest
from tripot.engine.look import Look
from tripot.house import replays, repository
from tripot.house.analyses import study_of_record
from tripot.house.errors import HouseError
from tripot.house.house import House
from tripot.house.recall import RecalledStep
from tripot.house.repository import Guest as Person
from tripot.house.store import store_at
from tripot.house.tending import ADVISED
from tripot.house.thinking import Advice, Thinkers
from tripot.house.time_control import TimeControl
from tripot.web.aside import MOST, Aside


def long_record() -> str:
    """A game of Condamnés! whose record says nothing that can't be, but goes on and on."""
    table = tripot.game("condamnes").start(3, seed=1)
    table.play_random(1)
    head, _, moves = table.record().partition("---\n")
    return f"{head}---\n" + moves * (replays.LONGEST // moves.count("\n") + 1)


@pytest.mark.parametrize("read", [lambda text: replays.replay_of_record(text, "open", "en"), study_of_record])
def test_a_record_without_end_is_refused_before_it_is_played(read) -> None:
    with pytest.raises(HouseError) as refused:
        read(long_record())
    assert refused.value.code == "record"
    assert str(replays.LONGEST) in str(refused.value)


def test_what_takes_long_holds_nobody_up_and_waits_in_a_short_line() -> None:
    async def scenario() -> None:
        aside, gate, at_work = Aside(), threading.Event(), list[int]()

        def work() -> int:
            at_work.append(1)
            gate.wait(30)
            return len(at_work)

        asked = [asyncio.ensure_future(aside.do(work)) for _ in range(MOST + 3)]
        while not at_work:
            await asyncio.sleep(0)  # the loop goes on meanwhile
        refused = [each for each in asked if each.done()]
        assert len(refused) == 3
        assert all(isinstance(each.exception(), HouseError) for each in refused)
        asked[0].cancel()  # who goes away makes no room for another
        await asyncio.sleep(0)
        with pytest.raises(HouseError):
            await aside.do(work)
        assert at_work == [1], "one at a time"
        gate.set()
        assert await asyncio.gather(*asked[1:MOST]) == list(range(2, MOST + 1))
        aside.close()

    asyncio.run(scenario())


def test_a_house_that_makes_a_replay_answers_others(tmp_path: Path) -> None:
    """A finished game is followed in a thread, after its table was let go of."""
    with Server(tmp_path) as server:
        anna = Guest(server, "Anna")
        played = tripot.game("prohis").start(3, seed=1)
        played.play_random(1)
        assert anna.refused("/api/replay", record=long_record())[1] == "record"
        for _ in range(40):
            if anna.http.post("/api/replay", json={"record": played.record()}).status_code == 429:
                break
        else:
            pytest.fail("an address may ask for replays without end")
        assert Guest(server, "Bob", address="127.5.5.5").post("/api/replay", record=played.record())["frames"]


class Slow(Thinkers):
    """Thinks about a hint until it is told to stop."""

    def __init__(self) -> None:
        super().__init__(most=1)
        self.stop = asyncio.Event()
        self.at_once = self.most_at_once = 0

    async def advise(self, look: Look, luck: bytes, heard: Sequence[RecalledStep], seed: int) -> Advice | None:
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.stop.wait()
        self.at_once -= 1
        return Advice([(look.legal[0], 1.0, 1.0)], {})


def test_hints_take_one_place_of_those_where_bots_think_whoever_asks_for_how_many(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        thinkers = Slow()
        house = House(store, clock=lambda: NOON, thinkers=thinkers)
        guests = [Person(f"guest{number}", f"Guest {number}", "en", 0.0) for number in range(ADVISED + 2)]
        for number, guest in enumerate(guests):
            room = room_of("chasse", [guest, "random"], table_id=f"abcdefghijkmnp{number:02}", pace=TimeControl(fuse=0))
            await store.write(repository.opening(room))
            await house.act(room.id, lambda room, at, host=guest.id: room.start(host, at))

        async def ask(number: int) -> str:
            try:
                await house.hint(f"abcdefghijkmnp{number:02}", guests[number])
            except HouseError as refused:
                return refused.code
            return ""

        asked = [asyncio.ensure_future(ask(number)) for number in range(ADVISED + 2)]
        refused, waiting = await asyncio.wait(asked, timeout=None, return_when=asyncio.FIRST_COMPLETED)
        while len(refused) < 2:
            more, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            refused |= more
        assert {each.result() for each in refused} == {"slow-down"}
        known = next(number for number, each in enumerate(asked) if each in waiting)
        assert await ask(known) == "slow-down", "the same guest asks once more meanwhile"
        thinkers.stop.set()
        assert {each.result() for each in (await asyncio.wait(waiting))[0]} == {""}
        assert thinkers.most_at_once == 1
        await store.close()

    asyncio.run(scenario())
