"""Two games that a viewer can't tell apart, with bots, people and clocks that run: the same frames at the same moments.

Time is virtual and the scheduler is the real one. In one world bots know at once what to do, in the other they think as
long as they may, now longer, now shorter.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict, deque
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import tripot
from tests.house.people import ANNA, BOB, room_of
from tests.house.simulation import NO_LIMITS, Loop
from tests.web.twins import Scripted, Twins, twins
from tripot.engine.look import Look
from tripot.house import cues, fairness, repository, tending, thinking
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.scheduler import Scheduler
from tripot.house.store import Sqlite
from tripot.house.thinking import Thinkers
from tripot.house.time_control import TimeControl
from tripot.testing.settings import Setting
from tripot.web.services import Config, Services
from tripot.web.socket import GuestSocket

PEOPLE = (ANNA, BOB)
MUSING = 1.25  # seconds that a person takes to decide
OVER = 8.0  # seconds after the last move that are looked at too
Frames = list[tuple[float, str]]


class Script(Thinkers):
    """Bots that do what is written down, and think as long as they may, or longer if they heed nobody."""

    def __init__(self, moves: dict[int, deque[str]], longest: float, heeds: bool) -> None:
        super().__init__()
        self._moves, self._rng, self._longest, self._heeds = moves, random.Random(3), longest, heeds

    async def choose(
        self, level: str, look: Look, luck: bytes, within: float = thinking.ALLOWED, heard: object = (),
        character: str = "", seed: int = 0,
    ) -> str:  # fmt: skip
        musing = self._longest * self._rng.random()
        await asyncio.sleep(min(within, musing) if self._heeds else musing)
        if not self._moves[look.viewer]:
            await asyncio.get_running_loop().create_future()  # the story ends here
        move = self._moves[look.viewer].popleft()
        assert move in look.legal
        return move


class Wire:
    """A line that takes everything at once and notes when it came."""

    def __init__(self) -> None:
        self.frames: Frames = []
        self.words: asyncio.Queue[str] = asyncio.Queue()

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.receive", "text": await self.words.get()}

    async def send(self, message: dict[str, Any]) -> None: ...

    def tell(self, text: bytes) -> bool:
        self.frames.append((round(asyncio.get_running_loop().time(), 3), text.decode()))
        return True


def pair(viewer: int) -> Twins:
    """A pair that is long and in which much differs, where no sealed answer takes several moves."""
    setting = Setting(tripot.game("prohis"), 4, (("tie", "lot"),))
    found = [twins(setting, viewer, seed, 60) for seed in range(25)]
    plain = [
        each for each in found if all(len(d.moves[0]) == len(d.moves[1]) == 1 for d in each.decisions() if d.sealed)
    ]
    best = max(plain, key=lambda each: len(each.one) + 3 * each.differ)
    assert best.differ > 1
    assert any(seat > 1 for seat, _ in best.one), "no bot plays"
    return best


def watched(
    folder: Path, found: Twins, world: int, longest: float, monkeypatch: pytest.MonkeyPatch, heeds: bool = True
) -> Frames:
    """All that comes to the viewer in one of the two worlds, and when."""
    texts = found.setting.game.moves
    bots: dict[int, deque[str]] = defaultdict(deque)
    decided: dict[int, deque[list[str]]] = defaultdict(deque)
    for seat, move in (found.one, found.two)[world]:
        if seat > 1:
            bots[seat].append(texts[move])
    for decision in found.decisions():
        if decision.seat < 2:
            decided[decision.seat].append(decision.moves[world])
    monkeypatch.setattr(fairness, "stream", lambda *_: Scripted(found.luck(world)))
    monkeypatch.setattr(cues, "CHATTY", 0.0)  # what they say may be a lie or the truth; tests/leaks looks at that

    async def decide(house: House, table_id: str) -> None:
        """People decide a moment after they are asked."""
        while True:
            await asyncio.sleep(MUSING)
            room = await house.look_at(table_id)
            for seat in sorted(room.table.actors & {0, 1} - room.answers.keys()):  # type: ignore[union-attr]
                if decided[seat]:
                    moves = decided[seat].popleft()

                    def deed(room: Room, now: float, seat: int = seat, moves: list[str] = moves) -> None:
                        room.submit(PEOPLE[seat].id, f"{now}", room.chronicle(seat).beat, moves, now)

                    await house.act(table_id, deed)

    async def scenario() -> Frames:
        loop = asyncio.get_running_loop()
        store = Sqlite(folder / f"{world}.db", clock=loop.time)  # no disk is slow in virtual time
        await store.open()
        services = Services(Config("nowhere", limits=NO_LIMITS), store)
        house = services.house = House(store, clock=loop.time, thinkers=Script(bots, longest, heeds))
        room = room_of(
            "prohis",
            [*PEOPLE, "elsewhere", "elsewhere"],
            pace=TimeControl(fuse=60, tempo="normal"),
            at=loop.time(),
            tie="lot",
        )
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        wire = Wire()
        guest = ANNA if found.viewer == 0 else repository.Guest("zoe", "Zoe", "en", 0.0)
        tasks = [
            asyncio.ensure_future(task)
            for task in (
                Scheduler(house).run(), decide(house, room.id), GuestSocket(services, guest, wire).stay(),  # type: ignore[arg-type]
            )
        ]  # fmt: skip
        wire.words.put_nowait(f'{{"t":"watch","id":"w","table":"{room.id}"}}')
        try:
            for _ in range(600):
                await asyncio.sleep(1.0)
                assert not any(task.done() for task in tasks), [task for task in tasks if task.done()]
                if (await house.look_at(room.id)).table.length >= len(found.one):  # type: ignore[union-attr]
                    await asyncio.sleep(OVER)
                    return wire.frames
            raise AssertionError("the story stopped")
        finally:
            for task in tasks:
                task.cancel()
            with suppress(Exception):
                await asyncio.gather(*tasks, return_exceptions=True)
            await store.close()

    with asyncio.Runner(loop_factory=Loop) as runner:
        return runner.run(scenario())


@pytest.mark.parametrize("viewer", [0, -1])
def test_bots_and_clocks_tell_nothing_by_when_they_move(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, viewer: int
) -> None:
    found = pair(viewer)
    one, two = (
        watched(tmp_path, found, world, longest, monkeypatch) for world, longest in ((0, 0.0), (1, thinking.ALLOWED))
    )
    assert len(one) > 10
    assert one == two


def test_a_house_that_plays_as_soon_as_a_bot_knows_what_would_be_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tending, "allowed", lambda level: 0.0)
    found = pair(0)
    one, two = (watched(tmp_path, found, world, longest, monkeypatch, False) for world, longest in ((0, 0.0), (1, 1.0)))
    assert one != two
