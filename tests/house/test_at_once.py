"""Decisions that are taken in the call that brings them: the same as those that wait for their turn, only sooner."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.house.people import ANNA, BOB, CLEO, NOON, room_of
from tests.house.stores import opened
from tests.house.test_store import log_of, play_one, read_again
from tripot.house import repository
from tripot.house.errors import HouseError
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.store import Conflict, Store
from tripot.web.limits import Limits
from tripot.web.services import Config, Services
from tripot.web.socket import GuestSocket


async def begun(house: House, store: Store) -> str:
    table = room_of("contrebande", [ANNA, BOB, CLEO])
    await store.write(repository.opening(table))
    await house.act(table.id, lambda room, now: room.start(ANNA.id, now))
    return table.id


async def at_once(house: House, table_id: str, deed: Callable[[Room, float], Any]) -> BaseException | None:
    """Do something that can be done at once, and wait until it is written; what went wrong with that."""
    written: asyncio.Future[BaseException | None] = asyncio.get_running_loop().create_future()
    assert house.act_at_once(table_id, deed, lambda _, fault: written.set_result(fault))
    return await written


def test_what_is_done_at_once_is_written_before_anybody_hears_of_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table_id = await begun(house, store)
        before = await log_of(store, table_id)
        assert await at_once(house, table_id, play_one) is None
        assert len(await log_of(store, table_id)) > len(before)
        assert bytes((await read_again(store, table_id)).table) == bytes((await house.look_at(table_id)).table)  # type: ignore[arg-type]

    opened(address, scenario)


def test_nothing_is_done_at_once_while_somebody_else_is_at_the_table(address: str) -> None:
    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table_id = await begun(house, store)
        first: list[BaseException | None] = []
        assert house.act_at_once(table_id, play_one, lambda _, fault: first.append(fault))
        assert not house.act_at_once(table_id, play_one, lambda _, fault: first.append(fault))
        length = (await house.look_at(table_id)).table.length  # type: ignore[union-attr]
        assert first == [None]
        assert len(await log_of(store, table_id)) == length

    opened(address, scenario)


def test_what_is_refused_is_not_done_at_once_and_changes_nothing(address: str) -> None:
    def breaks_off(room: Room, now: float) -> None:
        room.chairs[0].name = "somebody else"
        raise HouseError("taken.seat")

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table_id = await begun(house, store)
        told: list[object] = []
        assert not house.act_at_once(table_id, breaks_off, lambda *came: told.append(came))
        assert (await house.look_at(table_id)).chairs[0].name == ANNA.name
        with pytest.raises(HouseError):
            await house.act(table_id, breaks_off)
        assert not told

    opened(address, scenario)


def test_who_was_slower_at_once_reads_what_is_written(address: str) -> None:
    async def scenario(store: Store) -> None:
        house, other = House(store, clock=lambda: NOON), House(store, clock=lambda: NOON)
        table_id = await begun(house, store)
        await other.act(table_id, play_one)
        assert isinstance(await at_once(house, table_id, play_one), Conflict)
        assert bytes((await house.look_at(table_id)).table) == bytes((await other.look_at(table_id)).table)  # type: ignore[arg-type]

    opened(address, scenario)


def test_who_did_something_at_once_is_answered_even_where_others_could_not_be_told(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(room: Room) -> None:
        raise RuntimeError

    async def scenario(store: Store) -> None:
        house = House(store, clock=lambda: NOON)
        table_id = await begun(house, store)
        with monkeypatch.context() as patch:
            patch.setattr(Room, "follow_talk", breaks)
            fault = await asyncio.wait_for(at_once(house, table_id, play_one), 10)
        assert isinstance(fault, RuntimeError)
        length = (await house.look_at(table_id)).table.length  # type: ignore[union-attr]
        assert len(await log_of(store, table_id)) == length

    opened(address, scenario)


class Wire:
    """A line whose words are taken at once, where its hearer takes them."""

    hearer: Callable[[str], bool] | None = None

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.words: asyncio.Queue[str] = asyncio.Queue()

    def say(self, **message: object) -> bool:
        """Whether it was taken at once."""
        text = json.dumps(message)
        if self.words.empty() and self.hearer is not None and self.hearer(text):
            return True
        self.words.put_nowait(text)
        return False

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": await self.words.get()}

    async def send(self, message: dict[str, Any]) -> None: ...

    def tell(self, text: bytes) -> bool:
        self.frames.append(json.loads(text))
        return True

    async def heard(self, tag: str, **fields: object) -> dict[str, Any]:
        def found() -> list[dict[str, Any]]:
            return [each for each in self.frames if each["t"] == tag and fields.items() <= each.items()]

        while not found():
            await asyncio.sleep(0)
        return found()[-1]


async def asked_at(services: Services, store: Store) -> tuple[Wire, dict[str, Any], asyncio.Future[None]]:
    """Who is asked at a table comes to it: their wire, what they may decide, and how long they stay."""
    table_id = await begun(services.house, store)
    room, wire = await services.house.look_at(table_id), Wire()
    (seat,) = room.table.actors  # type: ignore[union-attr]
    guest = next(each for each in (ANNA, BOB, CLEO) if each.id == room.chairs[seat].guest)
    staying = asyncio.ensure_future(GuestSocket(services, guest, wire).stay())
    wire.say(t="watch", id="w", table=table_id)
    wire.say(t="ping", id="p")
    await wire.heard("ack", id="p")  # and so all of what watching brings has come
    await asyncio.sleep(0)
    shown = await wire.heard("scene")
    wire.frames.clear()
    move = shown["question"]["choices"][0]["move"]
    return wire, {"t": "submit", "id": "s", "table": table_id, "beat": shown["beat"], "moves": [move]}, staying


async def ended(staying: asyncio.Future[None]) -> None:
    staying.cancel()
    await asyncio.gather(staying, return_exceptions=True)


def test_what_can_not_be_written_is_refused_and_can_be_sent_again(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(store: Store) -> None:
        wire, decision, staying = await asked_at(Services(Config(address), store), store)
        before = await log_of(store, decision["table"])

        def full(work: object) -> asyncio.Future[None]:
            written: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            asyncio.get_running_loop().call_soon(written.set_exception, OSError("no space is left"))
            return written

        with monkeypatch.context() as patch:
            patch.setattr(store, "write", full)
            assert wire.say(**decision)
            await wire.heard("refused", id="s")
        assert not any(frame.get("ack") or frame["t"] in ("ack", "scene") for frame in wire.frames)
        assert await log_of(store, decision["table"]) == before
        assert wire.say(**decision)
        await wire.heard("scene", ack="s")
        assert len(await log_of(store, decision["table"])) > len(before)
        await ended(staying)

    opened(address, scenario)


def test_who_goes_while_their_decision_is_written_has_made_it(address: str) -> None:
    async def scenario(store: Store) -> None:
        services = Services(Config(address), store)
        wire, decision, staying = await asked_at(services, store)
        before = await log_of(store, decision["table"])
        assert wire.say(**decision)
        await ended(staying)
        assert wire.hearer is None
        room = await services.house.look_at(decision["table"])
        assert len(await log_of(store, decision["table"])) == room.table.length > len(before)  # type: ignore[union-attr]

    opened(address, scenario)


def answers_in(wire: Wire) -> list[str]:
    return [frame.get("ack") or frame["id"] for frame in wire.frames if frame.get("ack") or "id" in frame]


def test_messages_are_answered_in_the_order_in_which_they_came(address: str) -> None:
    async def scenario(store: Store) -> None:
        wire, decision, staying = await asked_at(Services(Config(address), store), store)
        assert wire.say(**decision)
        assert not wire.say(t="ping", id="first")
        assert not wire.say(**{**decision, "id": "late"})
        assert not wire.say(t="ping", id="last")
        await wire.heard("ack", id="last")
        assert answers_in(wire) == ["s", "first", "late", "last"]
        assert (await wire.heard("refused", id="late"))["code"] == "stale"
        await ended(staying)

    opened(address, scenario)


def test_a_decision_does_not_overtake_what_is_still_being_answered(address: str) -> None:
    async def scenario(store: Store) -> None:
        wire, decision, staying = await asked_at(Services(Config(address), store), store)
        assert not wire.say(t="watch", id="again", table=decision["table"])
        while not wire.words.empty():
            await asyncio.sleep(0)
        assert not wire.say(**decision)
        await wire.heard("scene", ack="s")
        assert answers_in(wire) == ["again", "s"]
        await ended(staying)

    opened(address, scenario)


def test_decisions_at_once_are_counted_as_all_words_are(address: str) -> None:
    async def scenario(store: Store) -> None:
        few = Limits(messages_a_second=1e-6, message_burst=5)
        wire, decision, staying = await asked_at(Services(Config(address, limits=few), store), store)  # which takes two
        assert wire.say(**decision)
        await wire.heard("scene", ack="s")
        assert [wire.say(**decision) for _ in range(3)] == [True, True, False]
        for _ in range(int(few.message_burst)):
            wire.say(**decision)
        await asyncio.wait_for(staying, 10)  # they are shown the door
        codes = [frame.get("code") for frame in wire.frames if frame["t"] in ("ack", "refused")]
        assert codes == [None, None] + ["slow-down"] * int(few.message_burst)

    opened(address, scenario)
