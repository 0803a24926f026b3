"""A house in a world of its own: one seed gives every delay, crash, lost word and duplicate, and the same run again.

Time is virtual: it jumps to the next thing that is to happen. Processes are real services, houses, schedulers and
socket clients over a simulated store, whose writes take time, fail before or after they are durable, or never come back
because the process has crashed. Players are those of the crash tests, over simulated lines that are cut at any moment.
After every write and every frame the world looks whether a promise is broken.

`python -m tests.house.simulation 500` runs 500 seeds, `python -m tests.house.simulation 500 7` from seed 7 on.
"""

import asyncio
import json
import logging
import random
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import StaticPool

from tests.house.live import SHORT, Party, Player, Totals, check
from tripot.engine.errors import TripotError
from tripot.engine.game import game
from tripot.house import repository, schema
from tripot.house.house import House
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.scheduler import Scheduler
from tripot.house.sheet import OPEN, Chair, Sheet
from tripot.house.store import Conflict, Work, migrate
from tripot.house.time_control import TimeControl
from tripot.web.limits import Limits
from tripot.web.notifications import hear, poll
from tripot.web.services import Config, Services
from tripot.web.socket import GuestSocket

T = TypeVar("T")
WILD = 40.0  # virtual seconds in which anything may go wrong
CALM = 400.0  # and then until all games must be over
NO_LIMITS = Limits(messages_a_second=1e9, message_burst=1e9)


class Loop(asyncio.SelectorEventLoop):
    """An event loop whose time is virtual and whose threads are none."""

    def __init__(self) -> None:
        self._virtual = 1_000_000.0
        super().__init__()

    def time(self) -> float:
        return self._virtual

    def _run_once(self) -> None:
        while self._scheduled and self._scheduled[0]._cancelled:  # type: ignore[attr-defined]
            self._drop_first_timer()
        if not self._ready:  # type: ignore[attr-defined]
            assert self._scheduled, "nothing will ever happen again"  # type: ignore[attr-defined]
            self._virtual = max(self._virtual, self._scheduled[0]._when)  # type: ignore[attr-defined]
        super()._run_once()  # type: ignore[misc]

    def _drop_first_timer(self) -> None:
        import heapq

        handle = heapq.heappop(self._scheduled)  # type: ignore[attr-defined]
        handle._scheduled = False
        self._timer_cancelled_count = max(0, self._timer_cancelled_count - 1)  # type: ignore[attr-defined]

    def run_in_executor(self, executor: Any, func: Callable[..., T], *args: Any) -> "asyncio.Future[T]":
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as fault:
            done.set_exception(fault)
        return done


class StoreIsGone(Exception):
    """As a database says when its connection is lost: what was asked may be done or not."""


class Cut(OSError):
    """The line is dead."""


class World:
    """Everything that there is, and what must be true of it."""

    wild, patience = WILD, CALM

    def __init__(self, seed: int, name: str, house: type[House] = House) -> None:
        self.rng = random.Random(f"{seed} {name}")
        self.house_type = house
        self.calm = self.over = False
        self.now: Callable[[], float] = lambda: 0.0
        engine = create_engine("sqlite+pysqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
        self.durable: Connection = engine.connect()
        migrate(self.durable)
        self.durable.commit()
        self.processes: list[Process | None] = [None] * self.rng.randint(1, 3)
        self.crashes = self.writes = self.failed_writes = self.frames = 0
        self.log: list[tuple[Any, ...]] = []
        self.tasks: list[asyncio.Future[Any]] = []
        self.faults: list[BaseException] = []
        self.shadow: Room | None = None
        self.party = self.new_party(name, f"{seed}")

    def new_party(self, name: str, seed: str) -> "SimulatedParty":
        return SimulatedParty(self, name, seed)

    async def delay(self, most: float = 0.05) -> None:
        await asyncio.sleep(most * self.rng.random() * (10 if not self.calm and self.rng.random() < 0.02 else 1))

    async def disk(self) -> None:
        """What the disk does to a write before it is made: nothing here."""

    def happens(self, chance: float) -> bool:
        return not self.calm and self.rng.random() < chance

    # the story

    async def live(self) -> Totals:
        loop = asyncio.get_running_loop()
        self.now = loop.time
        begun = loop.time()
        await self.party.open()
        for number in range(len(self.processes)):
            self.processes[number] = self.new_process()
        tasks = [asyncio.ensure_future(player.play()) for player in self.party.players]
        trouble = asyncio.ensure_future(self.make_trouble())
        try:
            await asyncio.wait(tasks, timeout=self.wild, return_when=asyncio.FIRST_EXCEPTION)
            self.calm = True
            if trouble.done():
                trouble.result()  # it goes on until it is told to stop
            trouble.cancel()
            for number, process in enumerate(self.processes):
                self.processes[number] = process or self.new_process()
            _, waiting = await asyncio.wait(tasks, timeout=self.patience, return_when=asyncio.FIRST_EXCEPTION)
            for task in tasks:
                if task.done():
                    task.result()
            assert not waiting, f"after {loop.time() - begun:.0f} seconds the game isn't over"
        finally:
            trouble.cancel()
        totals = Totals()
        if self.faults:
            raise self.faults[0]
        await check(Handle(self, None), self.party, totals)
        assert totals.over == 1
        return totals

    async def make_trouble(self) -> None:
        while True:
            await asyncio.sleep(self.rng.expovariate(0.4))
            number = self.rng.randrange(len(self.processes))
            process = self.processes[number]
            if process is None:
                self.processes[number] = self.new_process()
            elif self.rng.random() < 0.5:
                process.crash()
                self.crashes += 1
                self.processes[number] = None
            else:
                for line in process.lines:
                    line.cut()

    def new_process(self) -> "Process":
        return Process(self)

    def running(self) -> "Process | None":
        found = [process for process in self.processes if process is not None]
        return self.rng.choice(found) if found else None

    def ended(self, task: "asyncio.Future[Any]") -> None:
        """A part of a process may end by what the world does to it, and by nothing else."""
        fault = None if task.cancelled() else task.exception()
        if fault is not None and not isinstance(fault, StoreIsGone | OSError | TripotError):
            self.faults.append(fault)

    # what must be true

    def after_write(self) -> None:
        """The log is dense and has only grown; what was acknowledged is there, once."""
        self.writes += 1
        log = schema.log
        rows = [tuple(row) for row in self.durable.execute(select(log).order_by(log.c.number))]
        assert rows[: len(self.log)] == self.log, "the log was rewritten"
        assert [row[1] for row in rows] == list(range(len(rows))), "numbers of the log are missing"
        self.log = rows
        tokens = [(row[2], row[5].partition("#")[0]) for row in rows if row[5] and not row[5].startswith("#")]
        assert len(set(tokens)) == len(tokens), "a decision is in the log twice"
        answers = schema.answers
        sealed = self.durable.execute(select(answers))
        written = set(tokens) | {(row.seat, row.token.partition("#")[0]) for row in sealed}
        for player in self.party.players:
            lost = {token for token in player.ledger.acked if (player.number, token) not in written}
            assert not lost, f"acknowledged and lost: {lost}"
        self._follow()

    def _follow(self) -> None:
        """The shadow is a fresh replay of what is durable."""
        if self.shadow is None:
            found = repository.reading(self.party.table)(self.durable)
            assert found is not None
            self.shadow = Room(found.sheet, found.chairs)
        else:
            found = repository.reading(self.party.table, len(self.shadow.times))(self.durable)
            assert found is not None
            self.shadow.sheet, self.shadow.chairs = found.sheet, found.chairs
        self.shadow.answers, self.shadow.withdrawn, self.shadow.drafts = found.answers, found.withdrawn, found.drafts
        self.shadow.follow(found.log)

    def check_ack(self, seat: int, token: str) -> None:
        logged = any(row[2] == seat and (row[5] or "").partition("#")[0] == token for row in self.log)
        answers = schema.answers
        sealed = self.durable.execute(select(answers.c.token).where(answers.c.seat == seat)).scalars().all()
        self.durable.rollback()  # what was only read is over
        assert logged or token in {mark.partition("#")[0] for mark in sealed}, "acknowledged before it was written"

    def check_frame(self, seat: int, frame: dict[str, Any]) -> None:
        """Nobody is told what isn't durable, and everybody is told what a replay tells them."""
        self.frames += 1
        assert self.shadow is not None
        assert self.shadow.table is not None, "told before it was written"
        assert frame["beat"] <= self.shadow.chronicle(seat).beat, "told before it was written"
        anew = Showing(self.shadow, 0.0).scene(seat, "en", frame["since"])
        pages = msgspec.json.decode(msgspec.json.encode(anew.pages))[: len(frame["pages"])]
        assert pages == frame["pages"], "told otherwise than it was"

    def check_view(self, seat: int, beat: int, view: dict[str, Any]) -> None:
        assert self.shadow is not None
        chronicle = self.shadow.chronicle(seat)
        if chronicle.beat == beat:
            assert json.loads(json.dumps(chronicle.witness.look.document())) == view, "they see what isn't so"

    def wrote(self, message: str) -> None:
        """Processes hear of it, sooner or later or never."""
        for process in self.processes:
            if process is not None and not self.happens(0.1):
                process.spawn(process.hear(message))


class Handle:
    """The store as one process reaches it (None: as the world itself does)."""

    shared = True

    def __init__(self, world: World, process: "Process | None") -> None:
        self.world, self.process = world, process

    async def open(self) -> None: ...
    async def close(self) -> None: ...

    async def _reach(self) -> None:
        if self.world.over:
            raise StoreIsGone
        if self.process is not None:
            await self.world.delay()
            if self.process.dead:
                await asyncio.get_running_loop().create_future()  # nobody is left to wait for it

    async def read(self, work: Work[T]) -> T:
        await self._reach()
        if self.process is not None and self.world.happens(0.01):
            raise StoreIsGone
        try:
            return work(self.world.durable)
        finally:
            self.world.durable.rollback()
            await self._reach()

    async def write(self, work: Work[T]) -> T:
        await self._reach()
        if self.process is not None:
            await self.world.disk()
        if self.process is not None and self.world.happens(0.03):
            self.world.failed_writes += 1
            raise StoreIsGone
        before = self._version()
        try:
            with self.world.durable.begin():
                result = work(self.world.durable)
        except IntegrityError:
            raise Conflict from None
        self.world.after_write()
        after = self._version()
        self.world.durable.rollback()
        if after != before:
            told = work.told() if isinstance(work, repository.Change) else f"{self.world.party.table} {after}"
            self.world.wrote(told)
        if self.process is not None and self.world.happens(0.03):
            self.world.failed_writes += 1
            raise StoreIsGone
        await self._reach()
        return result

    def _version(self) -> int:
        found = self.world.durable.execute(select(schema.tables.c.version)).scalar() or 0
        self.world.durable.rollback()
        return int(found)


class Process:
    """A server with its scheduler."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dead = False
        self.lines: list[Line] = []
        store = Handle(world, self)
        self.services = Services(Config("nowhere", limits=NO_LIMITS), store)
        self.house = self.services.house = world.house_type(store, clock=self.clock)
        self.begin()

    def begin(self) -> None:
        self.spawn(Scheduler(self.house).run())
        self.spawn(poll(self.house))

    def clock(self) -> float:
        return self.world.now()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.world.tasks.append(task)
        task.add_done_callback(self.world.ended)

    async def hear(self, message: str) -> None:
        await self.world.delay()
        if not self.dead:
            await hear(self.house, message)

    def welcome(self, guest: Guest) -> "Line":
        line = Line(self.world)
        self.lines.append(line)
        self.spawn(GuestSocket(self.services, guest, line.far_end).stay())  # type: ignore[arg-type]
        return line

    def crash(self) -> None:
        """What it had in memory is gone; what it had asked of the store may still become durable."""
        self.dead = True
        for line in self.lines:
            line.cut()


class Line:
    """A WebSocket: words arrive in order and late, until it is cut. This is the player's end."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.dead = False
        self.there: asyncio.Queue[str | None] = asyncio.Queue()
        self.here: asyncio.Queue[str | None] = asyncio.Queue()
        self.far_end = FarEnd(self)

    async def send(self, words: str) -> None:
        await self.world.delay()
        if self.dead:
            raise Cut
        self.far_end.hear(words)
        if self.world.happens(0.02):
            self.cut()

    async def recv(self) -> str:
        words = await self.here.get()
        if words is None or self.dead:
            raise Cut
        if self.world.happens(0.02):
            self.cut()
            raise Cut
        return words

    def cut(self) -> None:
        if not self.dead:
            self.dead = True
            self.here.put_nowait(None)
            self.there.put_nowait(None)


class FarEnd:
    """The server's end of a line, which now and then takes no more for a while."""

    hearer: Callable[[str], bool] | None = None

    def __init__(self, line: Line) -> None:
        self.line = line
        self.listens = False  # whether all that came before was taken

    def hear(self, words: str) -> None:
        taken = self.listens and self.line.there.empty() and self.hearer is not None and self.hearer(words)
        if not taken:
            self.line.there.put_nowait(words)

    async def receive(self) -> dict[str, Any]:
        self.listens = True
        words = await self.line.there.get()
        self.listens = False
        await self.line.world.delay()
        return {"type": "websocket.disconnect"} if words is None else {"type": "websocket.receive", "text": words}

    async def send(self, message: dict[str, Any]) -> None:
        await self.line.world.delay(0.01)
        if self.line.dead:
            raise Cut
        if message["type"] == "websocket.close":
            self.line.cut()
        else:
            self.line.here.put_nowait(message["text"])

    def tell(self, text: bytes) -> bool:
        if self.line.dead or self.line.world.happens(0.3):
            return False
        self.line.here.put_nowait(text.decode())
        return True


class SimulatedPlayer(Player):
    """Comes back to any process that runs, says things twice, and by several ways at once."""

    party: "SimulatedParty"

    @property
    def world(self) -> World:
        return self.party.world

    @property
    def guest(self) -> Guest:
        return Guest(f"guest {self.number}", f"Player {self.number}", "en", 0.0)

    async def play(self) -> None:
        while not self.over:
            process = self.world.running()
            if process is not None:
                with suppress(OSError):
                    await self._stay(process.welcome(self.guest))  # type: ignore[arg-type]
            await self._wait()

    async def _wait(self) -> None:
        """Before he comes back."""
        await self.world.delay(0.5)

    async def _submit(self, line: Any) -> None:
        if self._pending is None:
            return  # another way was quicker
        token, beat, move = self._pending
        if self.world.happens(0.2):
            await self._send(line, t="draft", id=f"d{self._next()}", moves=[move])  # time may play it
        if self.world.happens(0.15):
            self._elsewhere(token, beat, move)
        if self.world.happens(0.1) and self.ledger.acked:
            old = self.rng.choice(sorted(self.ledger.acked))
            self._elsewhere(old, beat, move)  # an old token with another move: it must count as the old one
        if self.world.happens(0.1) and beat:
            stale = f"stale-{token}"
            self.ledger.refused[stale] = "it is stale"
            self._elsewhere(stale, self.rng.randrange(beat), move)
        await super()._submit(line)

    def _elsewhere(self, token: str, beat: int, move: str) -> None:
        """The same by another way: it may come before, after, or never."""
        process = self.world.running()
        if process is not None:
            process.spawn(self._ask(process, token, beat, move))

    async def _ask(self, process: Process, token: str, beat: int, move: str) -> None:
        await self.world.delay(1.0)
        try:
            await process.house.act(
                self.party.table, lambda room, now: room.submit(self.guest.id, token, beat, [move], now)
            )
        except (TripotError, StoreIsGone):
            return
        if not process.dead and not self.world.happens(0.3):
            self._settled(token, acked=True)

    def _settled(self, token: str, acked: bool, why: str = "") -> None:
        known = token in self.ledger.unknown
        super()._settled(token, acked, why)
        if acked and known:
            self.world.check_ack(self.number, token)

    def _take_scene(self, frame: dict[str, Any]) -> None:
        self.world.check_frame(self.number, frame)
        super()._take_scene(frame)
        self.world.check_view(self.number, frame["beat"], self.ledger.view)


class SimulatedParty(Party):
    player: type[SimulatedPlayer] = SimulatedPlayer

    def __init__(self, world: World, name: str, seed: str) -> None:
        super().__init__(name, 0, list, seed, self.new_pace(world))
        self.world = world
        people = world.rng.randint(1, min(3, self.seats))
        self.players = [self.player(self, number) for number in range(people)]
        self.table = "".join(world.rng.choice("abcdefghijkmnpqrstuvwxyz23456789") for _ in range(16))

    def new_pace(self, world: World) -> dict[str, Any]:
        return {"kind": "live", "fuse": world.rng.choice((0, 15)), "tempo": "instant"}

    async def open(self) -> None:
        chosen = game(self.game)
        sheet = Sheet(
            id=self.table,
            game=self.game,
            rules=chosen.version,
            seats=self.seats,
            options=chosen.chosen(self.options),
            pace=TimeControl(**self.pace),
            public=False,
            status=OPEN,
            host="guest 0",
            key=self.world.rng.randbytes(32),
            opened_at=self.world.now(),
        )
        bots = [Chair(seat, bot=self.world.rng.choice(("random", "regular"))) for seat in range(self.seats)]
        room = Room(sheet, bots)
        store = Handle(self.world, None)
        for player in self.players:
            room.chairs[player.number] = Chair(player.number)
            room.sit(player.guest.id, player.guest.name, player.number, player.seal, self.world.now())
        await store.write(repository.opening(room))
        await House(store, clock=self.world.now).act(self.table, lambda room, now: room.start("guest 0", now))


def run(seed: int, name: str, house: type[House] = House, kind: type[World] = World) -> tuple[World, Totals]:
    """One world from its beginning to its end; the same for the same seed."""
    loop = Loop()
    asyncio.set_event_loop(loop)
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    world = kind(seed, name, house)
    try:
        return world, loop.run_until_complete(world.live())
    except BaseException:
        print(f"the simulation of {name} with seed {seed} failed: python -m tests.house.simulation 1 {seed} {name}")
        raise
    finally:
        world.over = True
        while tasks := asyncio.all_tasks(loop):
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.wait(tasks, timeout=60.0))  # who waits for the dead is told to end again
        loop.close()
        asyncio.set_event_loop(None)
        logging.disable(before)
        world.durable.close()
        world.durable.engine.dispose()


if __name__ == "__main__":
    many = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    names = sys.argv[3:] or list(SHORT)
    begun, acked, crashes, failed, resumed = time.monotonic(), 0, 0, 0, 0
    for seed in range(first, first + many):
        found, totals = run(seed, names[seed % len(names)])
        acked, crashes, failed = acked + totals.acked, crashes + found.crashes, failed + found.failed_writes
        resumed += totals.resumed
    print(
        f"{many} worlds in {time.monotonic() - begun:.0f} s: {crashes} crashes, {failed} failed writes, "
        f"{resumed} resumptions, {acked} acknowledged decisions, nothing lost"
    )
