"""Bots think elsewhere: nobody waits at a table meanwhile, and a bad bot costs nobody but its author."""

import asyncio
import logging
import random
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from tests.house.people import ANNA, BOB, NOON, Onlooker, answer, began, room_of, tick, until_sealed
from tests.servers import PATIENCE
from tripot.bots import bot
from tripot.bots.makers import DECLARED
from tripot.bots.master.readiness import make_ready
from tripot.engine.game import game
from tripot.engine.look import Look
from tripot.house import compilers, repository, thinking
from tripot.house.foresight import Foresight
from tripot.house.house import House
from tripot.house.recall import RecalledStep
from tripot.house.room import Room
from tripot.house.scheduler import Scheduler
from tripot.house.store import store_at
from tripot.house.thinking import Thinkers
from tripot.house.time_control import TimeControl

ODD = "tests.house.odd_bots:bot"


def thinking_here(module: str = "tripot.house.thinking") -> list[psutil.Process]:
    """The processes begun here in which bots think, or that run another module."""
    return [child for child in psutil.Process().children() if module in child.cmdline()]


@asynccontextmanager
async def house_with(
    folder: Path, *sitting: object, name: str = "chasse"
) -> AsyncIterator[tuple[House, list[float], str]]:
    """A house whose clock stands still, with a table where the game has begun."""
    store = store_at(str(folder / "tripot.db"))
    await store.open()
    now = [NOON]
    house = House(store, clock=lambda: now[0], thinkers=Thinkers(most=1, bots=ODD))
    room = room_of(name, sitting, pace=TimeControl(fuse=0, tempo="quick"))  # type: ignore[arg-type]
    await store.write(repository.opening(room))
    await house.act(room.id, lambda room, at: room.start(ANNA.id, at))
    try:
        yield house, now, room.id
    finally:
        await house.thinkers.close()
        await store.close()


async def bots_turn(house: House, now: list[float], table_id: str) -> Room:
    """Let people pass until a bot is asked; the room when its time has come."""
    for _ in range(100):
        room = await house.look_at(table_id)
        now[0] = max(now[0], room.wake_at or 0.0)
        if room.asking(now[0]):
            return room
        waited_for = room.table.actors - room.answers.keys()  # type: ignore[union-attr]
        if not waited_for:
            await house.pass_time(table_id)
            continue
        seat = min(waited_for)
        move = str(room.table.look(seat).passive)  # type: ignore[union-attr]
        guest, beat = room.chairs[seat].guest or "", room.chronicle(seat).beat
        await house.act(
            table_id, lambda room, at, m=(guest, beat, move): room.submit(m[0], f"t{at}{m}", m[1], [m[2]], at)
        )
    raise AssertionError("no bot is asked")


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """A blink, where a real bot has a second."""
    monkeypatch.setattr(thinking, "ALLOWED", 0.3)
    monkeypatch.setattr(thinking, "SLACK", 0.3)


@pytest.mark.usefixtures("short")
def test_nobody_waits_at_a_table_where_a_bot_thinks(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house_with(tmp_path, ANNA, "stalls") as (house, now, table_id):
            before = await bots_turn(house, now, table_id)
            known, passive = before.table.length, before.table.look(1).passive  # type: ignore[union-attr]
            thinks = asyncio.create_task(Scheduler(house).turn())
            for _ in range(50):
                assert (await house.look_at(table_id)).table.length == known  # type: ignore[union-attr]
                await asyncio.sleep(0)
            assert not thinks.done()
            await thinks
            after = await house.look_at(table_id)
            (_, played), *_ = after.table.history[known:]  # type: ignore[union-attr]
            assert played == passive

    asyncio.run(scenario())


@pytest.mark.usefixtures("short")
def test_one_bot_that_thinks_holds_up_no_other_table(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with house_with(tmp_path, ANNA, "stalls") as (house, now, table_id):
            await bots_turn(house, now, table_id)
            scheduler = Scheduler(house)
            running = asyncio.create_task(scheduler.run())
            await asyncio.sleep(0)  # it has begun
            other = room_of("chasse", [ANNA, "random"], pace=TimeControl(fuse=0, tempo="instant"), table_id="b" * 16)
            await house.store.write(repository.opening(other))
            await house.act(other.id, lambda room, at: room.start(ANNA.id, at))
            onlooker = Onlooker()
            await house.watch(other.id, onlooker)
            length = (await bots_turn(house, now, other.id)).table.length  # type: ignore[union-attr]
            stalled = (await house.look_at(table_id)).table.length  # type: ignore[union-attr]
            await onlooker.until_longer(length)
            assert (await house.look_at(table_id)).table.length == stalled  # type: ignore[union-attr]
            scheduler.stop()
            await running

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("level", "named", "slack"),
    [
        ("stalls", "it thought for more than", 0.0),
        ("raises", "no such plan", PATIENCE),
        ("cheats", "take all", PATIENCE),
        ("mumbles", "surrogates not allowed", PATIENCE),
        ("dies", "ended", PATIENCE),
    ],
)
def test_a_bad_bot_has_its_passive_move_made_and_is_named(
    level: str, named: str, slack: float, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        thinkers = Thinkers(most=1, bots=ODD)
        look = game("chasse").start(2, seed=3).look(0)
        with caplog.at_level(logging.WARNING):
            monkeypatch.setattr(thinking, "SLACK", slack)
            assert await thinkers.choose(level, look, b"luck") == look.passive
        assert level in caplog.text
        assert named in caplog.text
        monkeypatch.setattr(thinking, "SLACK", PATIENCE)
        assert await thinkers.choose("chats", look, b"luck") in look.legal  # the next one is as well served as ever
        await thinkers.close()

    asyncio.run(scenario())


def test_a_process_that_ended_while_it_rested_is_nobodys_fault(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        await thinkers.choose("chats", look, b"luck")
        (process,) = thinking_here()
        process.kill()
        psutil.wait_procs([process])
        await thinkers.choose("chats", look, b"luck")
        assert "passive move" not in caplog.text
        await thinkers.close()

    asyncio.run(scenario())


def forced_and_free() -> tuple[Look, Look]:
    """PROHIS: a convoy is on the road, one rival has no officer and can only let it pass, another has."""
    table, rng = game("prohis").start(4, seed=3), random.Random(3)
    while True:
        looks = sorted((table.look(seat) for seat in table.actors), key=lambda look: len(look.legal))
        if looks[0].sealed and len(looks[0].legal) == 1 < len(looks[-1].legal):
            return looks[0], looks[-1]
        table.play(looks[0].viewer, rng.choice(looks[0].legal))


@pytest.mark.usefixtures("short")
def test_who_can_do_but_one_thing_waits_for_a_place_to_think_as_others_do() -> None:
    """Who was quick while the house was busy would have no officer."""

    async def scenario() -> None:
        thinkers, (forced, free) = Thinkers(most=1, bots=ODD), forced_and_free()
        busy = asyncio.create_task(thinkers.choose("stalls", free, b"luck"))
        await asyncio.sleep(0)
        moves = [asyncio.create_task(thinkers.choose("chats", look, b"luck")) for look in (forced, free)]
        await asyncio.wait(moves, return_when=asyncio.FIRST_COMPLETED)
        assert not busy.done()
        await asyncio.sleep(0)
        assert all(move.done() for move in moves)  # both have given up at once, and a regular plays
        await busy
        await thinkers.close()

    asyncio.run(scenario())


def test_makers_bots_think_apart_from_the_house_s_and_each_other_s_and_are_told_no_secrets(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("TRIPOT_DATABASE", "postgresql://house:secret@here/tripot")

    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        for level in ("network", "chats", "hurries", "network", "chats"):
            await thinkers.choose(level, look, b"luck")
        assert len(thinking_here()) == 3
        assert all("TRIPOT_DATABASE" not in process.environ() for process in thinking_here())
        assert not caplog.records
        await thinkers.close()

    asyncio.run(scenario())


def test_what_took_too_long_is_named_with_the_time_that_it_had(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that doesn't start is no thought, and a master may take longer as long as its game is read. A regular
    plays where a master is too late."""

    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        with monkeypatch.context() as patched:
            patched.setattr(thinking, "STARTING", 0.0)
            await thinkers.choose("chats", look, b"luck")
        assert "its process had not started after 0.0 seconds" in caplog.text
        await thinkers.choose("network", look, b"luck")
        monkeypatch.setattr(thinking, "STARTING", 0.0)
        regular = bot("chasse", "regular")(look, random.Random(b"luck"))
        assert await thinkers.choose("master", look, b"luck") == regular != look.passive
        assert "a regular plays in the place of a master of chasse: it thought for more than 0.0 seconds" in caplog.text
        await thinkers.close()

    asyncio.run(scenario())


def test_a_bot_chooses_the_same_wherever_it_thinks(tmp_path: Path) -> None:
    async def scenario() -> None:
        thinkers = Thinkers(most=2, bots=ODD)
        table = game("prohis").start(3, seed=5)
        for number in range(20):
            seat, luck = min(table.actors), bytes([number])
            look = table.look(seat)
            move = await thinkers.choose("elsewhere regular", look, luck)
            assert move == bot("prohis", "regular")(look, random.Random(luck))
            table.play(seat, move)
        await thinkers.close()

    asyncio.run(scenario())


def test_a_bot_is_like_its_name_wherever_it_thinks() -> None:
    """By a luck by which somebody else would do something else."""

    async def scenario() -> None:
        thinkers, table = Thinkers(most=1, bots=ODD), game("contrebande").start(3, seed=7)
        (seat,) = table.actors
        look, like_nobody = table.look(seat), bot("contrebande", "regular")
        for character in ("bold", "careful"):
            own = bot("contrebande", "regular", character)
            luck = next(
                luck
                for luck in (bytes([number]) for number in range(256))
                if own(look, random.Random(luck)) != like_nobody(look, random.Random(luck))
            )
            move = await thinkers.choose("elsewhere regular", look, luck, character=character)
            assert move == own(look, random.Random(luck))
        await thinkers.close()

    asyncio.run(scenario())


def test_a_bot_that_remembers_is_shown_every_step_of_its_seat_once(tmp_path: Path) -> None:
    """Whether its process knows it from the last question or not."""

    async def scenario() -> None:
        thinkers = Thinkers(most=1, bots=ODD)
        table, recalls, rng = game("chasse").start(seed=5), {}, random.Random(5)
        for _ in range(12):
            (seat,) = table.actors
            look, heard = table.look(seat), Foresight(table, recalls).heard(seat)
            move = await thinkers.choose("counts", look, b"", heard=heard)
            assert move == look.legal[len(heard) % len(look.legal)]
            table.play(seat, rng.choice(look.legal))
        await thinkers.close()

    asyncio.run(scenario())


def test_a_master_that_is_asked_in_the_middle_of_a_game_plays_itself_though_its_process_has_yet_to_read_the_game(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another bot has played that game there before."""
    monkeypatch.setattr(thinking, "SLACK", 0.0)
    make_ready("chasse")

    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        await thinkers.choose("chats", look, b"luck")
        steps = [RecalledStep((), bytes(look))] * 3
        with caplog.at_level(logging.INFO, thinking.__name__):
            assert await thinkers.choose("master", look, b"luck", heard=steps) in look.legal
        assert not caplog.records
        await thinkers.close()

    asyncio.run(scenario())


def test_the_log_tells_once_a_seat_that_a_regular_plays_in_a_masters_place(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here nothing can be compiled, which is tried again only after a while; and sometimes no time is left."""
    (tmp_path / "full").touch()
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path / "full"))

    def said(what: str) -> int:
        return sum(what in record.getMessage() for record in caplog.records)

    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        failed = asyncio.Event()
        caplog.handler.addFilter(lambda record: record.name != compilers.__name__ or not failed.set())
        with caplog.at_level(logging.INFO, thinking.__name__):
            for seed in (1, 2):
                assert await thinkers.choose("master", look, b"luck", seed=seed) in look.legal
            await failed.wait()
            for _ in range(5):
                await thinkers.choose("master", look, b"luck", seed=1)
                await thinkers.choose("master", look, b"luck", within=0.0, seed=1)
        place = "a regular plays in the place of a master of chasse"
        assert said(f"{place}: its machine code isn't there yet") == 2
        assert said(f"{place}: no time is left") == 1
        assert thinking_here("tripot.bots.master.readiness") == []
        assert said("masters could not be compiled") == 1
        monkeypatch.setattr(compilers, "AGAIN", 0.0)
        failed.clear()
        await thinkers.choose("master", look, b"luck", seed=1)
        await failed.wait()
        await thinkers.close()

    asyncio.run(scenario())


def test_who_waits_for_others_to_think_has_the_less_time_themselves() -> None:
    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        await thinkers.choose("patient", look, b"luck", within=0.1)  # the processes are there
        assert await thinkers.choose("hurried", look, b"luck", within=1.0) == look.legal[-1]
        _, hurried = await asyncio.gather(
            *(thinkers.choose(level, look, b"luck", within=1.0) for level in ("patient", "hurried"))
        )
        assert hurried == look.legal[0]
        await thinkers.close()

    asyncio.run(scenario())


def test_who_has_too_much_to_listen_to_is_named_and_goes_on_listening(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        steps = [RecalledStep((), bytes(look))] * 12
        own = look.legal[len(steps) % len(look.legal)]
        assert own != look.passive
        moves = []
        while not moves or moves[-1] == look.passive:
            moves.append(await thinkers.choose("counts slowly", look, b"luck", within=0.5, heard=steps))
        assert moves[-1] == own
        assert 1 < len(moves) <= len(steps) + 1  # each step was shown once
        assert caplog.text.count("it was still listening after 0.3 seconds") == len(moves) - 1
        await thinkers.close()

    asyncio.run(scenario())


def test_a_master_that_is_asked_for_advice_hears_all_first_however_long_that_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Others think in between."""
    monkeypatch.setattr(thinking, "SLACK", PATIENCE)

    async def scenario() -> None:
        make_ready("chasse")
        thinkers, table, rng = Thinkers(most=1, bots=ODD), game("chasse").start(seed=5), random.Random(5)
        while table.length < 20:
            (seat,) = table.actors
            table.play(seat, rng.choice(table.look(seat).legal))
        (seat,) = table.actors
        heard = Foresight(table, {}).heard(seat)
        advice = await thinkers.advise(table.look(seat), b"luck", heard, 1)
        assert advice is not None
        assert {move for move, _, _ in advice.options} == {*table.look(seat).legal}
        await thinkers.close()

    asyncio.run(scenario())


def test_what_a_bot_has_settled_is_its_own_at_its_table() -> None:
    """Two tables where the same was heard share a process, but nothing that their bots settled for the whole game."""

    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        steps = [RecalledStep((), bytes(look))]
        for seed in (0, 1, 2**64 - 1, 1, 0):
            move = await thinkers.choose("settles", look, b"luck", heard=steps, seed=seed)
            assert move == look.legal[seed % len(look.legal)]
        await thinkers.close()

    asyncio.run(scenario())


def test_what_bots_settle_comes_from_the_tables_key_and_is_another_in_every_seat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "SLACK", PATIENCE)

    async def scenario() -> None:
        async with house_with(tmp_path, ANNA, "settles") as (house, now, table_id):
            room = await house.look_at(table_id)
            seeds = {room.seed(seat) for seat in range(6)}
            assert len(seeds) == 6
            room = await bots_turn(house, now, table_id)
            seat = next(seat for seat in room.table.actors if room.chairs[seat].bot)  # type: ignore[union-attr]
            known, look = room.table.length, room.table.look(seat)  # type: ignore[union-attr]
            await house.pass_time(table_id)
            (_, played), *_ = (await house.look_at(table_id)).table.history[known:]  # type: ignore[union-attr]
            assert played == look.legal[room.seed(seat) % len(look.legal)]
            assert room.seed(seat) in seeds
            room.sheet.key = b"of another table"
            assert room.seed(seat) not in seeds

    asyncio.run(scenario())


def test_a_makers_bot_is_one_for_every_seat_of_every_game_even_if_it_notices_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What it keeps from one seat's looks must not come to a rival's."""
    monkeypatch.setenv(DECLARED, "tally=tests.house.odd_bots:Tally")

    async def scenario() -> None:
        thinkers, tables = Thinkers(most=1), [game("chasse").start(seed=seed) for seed in (3, 4)]
        asked = Counter[int]()  # by the seed that a seat has from its table's key
        for number in range(60):
            table = tables[number % 2]
            (seat,) = table.actors
            look, seed = table.look(seat), 10 * (number % 2) + seat
            move = await thinkers.choose("tally", look, b"luck", seed=seed)
            if len(look.legal) > 1:
                asked[seed] += 1
                assert move == look.legal[asked[seed] % len(look.legal)]
            table.play(seat, move)
        assert min(asked[seed] for seed in (0, 1, 10, 11)) > 1
        await thinkers.close()

    asyncio.run(scenario())


def test_so_many_think_at_a_time_and_none_stays_behind() -> None:
    async def scenario() -> None:
        thinkers, here = Thinkers(most=2, bots=ODD), psutil.Process()
        known = {child.pid for child in here.children()}
        look = game("chasse").start(2, seed=3).look(0)
        await asyncio.gather(*(thinkers.choose("dawdles", look, bytes([each])) for each in range(6)))
        assert len({child.pid for child in here.children()} - known) == 2
        await thinkers.close()
        assert {child.pid for child in here.children()} <= known

    asyncio.run(scenario())


def test_who_still_thinks_when_the_house_closes_has_decided_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> None:
        thinkers, look = Thinkers(most=1, bots=ODD), game("chasse").start(2, seed=3).look(0)
        await thinkers.choose("chats", look, b"luck")
        thinks, waits = (asyncio.create_task(thinkers.choose("stalls", look, b"luck")) for _ in range(2))
        await asyncio.sleep(0)
        await thinkers.close()
        assert thinking_here() == []
        await asyncio.wait((thinks, waits))
        assert thinks.cancelled()
        assert waits.cancelled()
        assert thinking_here() == []
        assert "passive move" not in caplog.text

    asyncio.run(scenario())


@pytest.mark.usefixtures("short")
def test_how_long_a_bot_thought_tells_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A move is made at the moment that the key draws, whether it was easy or hard."""
    monkeypatch.setattr(thinking, "SLACK", PATIENCE)  # on a busy machine even a quick one may need long

    async def scenario(folder: Path, level: str) -> list[float]:
        folder.mkdir()
        async with house_with(folder, ANNA, BOB, level, name="prohis") as (house, now, table_id):
            for _ in range(4):
                room = await bots_turn(house, now, table_id)
                assert await house.pass_time(table_id)
            return [at - NOON for at in room.times]

    slow, quick = (asyncio.run(scenario(tmp_path / level, level)) for level in ("dawdles", "hurries"))
    assert slow == quick


def test_a_sealed_question_is_thought_about_before_it_is_closed(tmp_path: Path) -> None:
    """A window closes when its clock says so, whoever thinks; when all have answered, after a pause and no later."""
    for pace in (TimeControl(fuse=0, window=5), TimeControl(fuse=0)):
        room = began("prohis", [ANNA, BOB, "hurries", "hurries"], pace=pace)
        put = until_sealed(room)
        asked = [who for seat, who in enumerate((ANNA, BOB)) if seat in room.table.actors]  # type: ignore[union-attr]
        for who in asked:
            answer(room, who, put)
        closing = room._closing_at()
        assert closing is not None
        assert room.wake_at == max(put, closing - thinking.ALLOWED)
        asking = room.asking(room.wake_at)
        assert asking is not None
        assert asking.at == closing
        assert not tick(room, closing - 0.01) or room.label
        tick(room, closing)
        assert not room.label


@pytest.mark.usefixtures("short")
def test_a_thought_about_a_question_that_is_gone_is_not_played(tmp_path: Path) -> None:
    """The seat's owner comes back while a bot thinks for them: the decision is theirs."""

    async def scenario() -> None:
        async with house_with(tmp_path, ANNA, BOB) as (house, now, table_id):
            await house.act(table_id, lambda room, at: room.set_bot(ANNA.id, 0, "stalls", False))
            room = await bots_turn(house, now, table_id)
            known = room.table.length  # type: ignore[union-attr]
            thinks = asyncio.create_task(house.pass_time(table_id))
            await asyncio.sleep(0)
            await house.act(table_id, lambda room, at: room.set_bot(ANNA.id, 0, None, False))
            assert not await thinks
            assert (await house.look_at(table_id)).table.length == known  # type: ignore[union-attr]

    asyncio.run(scenario())
