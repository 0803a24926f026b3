"""People's pace, with the clock in our hand: sealed questions that wait, solo tables, stand-ins, drafts."""

import asyncio
import itertools
import random
from pathlib import Path

import msgspec
import pytest

from tests.house.people import (
    ANNA,
    BOB,
    CLEO,
    DORA,
    KEY,
    NOON,
    answer,
    beat,
    began,
    decide,
    room_of,
    scene_of,
    tick,
    token,
    until_sealed,
)
from tripot.engine.errors import IllegalMove
from tripot.house import repository, scenes
from tripot.house.errors import Stale
from tripot.house.house import House
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.scheduler import Scheduler
from tripot.house.sheet import BY_BOT, BY_TIME, OVER, PLAYING, SPECTATOR, STANDIN
from tripot.house.store import store_at
from tripot.house.thinking import allowed
from tripot.house.time_control import GRACE, PATIENCE, PAUSE, TEMPOS, TimeControl
from tripot.house.timing import LATEST

FOUR = (ANNA, BOB, CLEO, DORA)
UNHURRIED = TimeControl(fuse=0)
BY_POST = TimeControl("correspondence", 24)
DAY = 24 * 3600.0


def seen(room: Room, viewer: int) -> bytes:
    """All that a viewer is shown, times aside."""
    return msgspec.json.encode(Showing(room, room.ends_at or NOON).scene(viewer, "en", 0))


def sealed(pace: TimeControl, **settings: object) -> tuple[Room, float, list[Guest]]:
    """A sealed question is open: the room, since when, and who is asked, two at least."""
    for number in range(20):
        room = began("prohis", FOUR, pace=pace, key=bytes([number]) * 32, **settings)
        put = until_sealed(room)
        asked = [who for seat, who in enumerate(FOUR) if seat in room.table.actors]  # type: ignore[union-attr]
        if len(asked) > 1:
            return room, put, asked
    raise AssertionError("nobody sends a convoy")


async def begin(house: House, room: Room) -> None:
    """Write an open table down and let its game begin."""
    await house.store.write(repository.opening(room))
    await house.act(room.id, lambda room, now: room.start(ANNA.id, now))


# sealed questions wait


@pytest.mark.parametrize("pace", [UNHURRIED, BY_POST, TimeControl(fuse=60)])
def test_a_sealed_question_waits_for_everybody_who_is_asked(pace: TimeControl) -> None:
    room, put, (*others, last) = sealed(pace)
    assert room.ends_at == (None if pace.seconds is None else room.asked_at + pace.seconds)
    for who in others:
        answer(room, who, put + 1)
    assert room.wake_at == room.ends_at
    waits = 7 * DAY if pace.seconds is None else pace.seconds - 5
    assert not tick(room, put + waits)
    known = room.table.length  # type: ignore[union-attr]
    given = answer(room, last, put + waits + 1)
    assert room.table.length == known  # type: ignore[union-attr]
    assert tick(room, put + waits + 1 + PAUSE[1])
    assert (room.seat_of(last.id), given) in room.table.history[known:]  # type: ignore[union-attr]
    assert room.answers == {}


def test_with_a_clock_it_waits_no_longer_than_that() -> None:
    room, put, (first, *others) = sealed(TimeControl(fuse=30))
    given, known, late = answer(room, first, put + 1), room.table.length, beat(room, others[-1])  # type: ignore[union-attr]
    assert room.ends_at == room.asked_at + 30
    assert not tick(room, room.asked_at + 29.9)
    assert tick(room, room.asked_at + 30)
    assert (room.seat_of(first.id), given) in room.table.history[known:]  # type: ignore[union-attr]
    with pytest.raises((Stale, IllegalMove)):
        room.submit(others[-1].id, "late", late, [given], put + 31)


@pytest.mark.parametrize("tempo", TEMPOS)
@pytest.mark.parametrize("haste", [0.0, 0.1])
def test_it_is_never_closed_before_a_least_time(tempo: str, haste: float) -> None:
    """At instant tempo too: else it would be closed as soon as the second person answers."""
    room, put, asked = sealed(TimeControl(tempo=tempo))
    for who in asked:
        answer(room, who, put + haste)
    assert room.label
    least = room.sheet.pace.least
    assert least > 0.3
    assert not tick(room, put + least - 0.01)
    assert tick(room, put + least + haste)
    assert not room.answers


@pytest.mark.parametrize("answers", [False, True])
def test_where_only_bots_are_asked_it_is_closed_when_they_have_answered(answers: bool) -> None:
    """When that is the key says alone, also where the owner of a bot's seat has answered in secret."""
    room, put, asked = sealed(TimeControl(fuse=0))
    for who in asked:
        room.set_bot(who.id, room.seat_of(who.id) or 0, "random", False)
    due = [
        room.sheet.pace.thinking(room.sheet.key, room.public_beat, room.seat_of(who.id) or 0, False) for who in asked
    ]
    if answers:
        answer(room, asked[0], put + max(due) / 2)
    assert room.wake_at == put + max(due)
    assert tick(room, put + max(due))
    assert not room.answers


@pytest.mark.parametrize("level", ["regular", "master"])
def test_beside_bots_that_think_too_nobody_can_tell_when_the_last_answer_came(level: str) -> None:
    """What bots need comes before the pause, and not instead of it."""
    delays = set()
    for number in range(12):
        room = began("prohis", [ANNA, BOB, level, level], pace=UNHURRIED, key=bytes([number]) * 32)
        put = until_sealed(room)
        for who in (ANNA, BOB):
            if room.seat_of(who.id) in room.table.actors:  # type: ignore[union-attr]
                answer(room, who, put + 5)
        closing = room.wake_at if level == "regular" else room.asking(room.wake_at or NOON).at  # type: ignore[union-attr]
        assert closing is not None
        delays.add(round(closing - put - 5 - allowed(level), 6))
        assert min(delays) >= PAUSE[0]
    assert len(delays) > 6


def test_whoever_exchanges_bots_on_their_seat_holds_up_nobody_beyond_the_clock() -> None:
    """The others' secret answers stay as they are, and time answers for a seat whose bot is always another."""
    for number in range(20):
        room = began("prohis", [ANNA, BOB, "master", "master"], pace=TimeControl(fuse=15), key=bytes([number]) * 32)
        put = until_sealed(room)
        if len(room.table.actors) == 3 and {0, 1} & room.table.actors == {0}:  # type: ignore[union-attr]
            break
    levels = itertools.cycle(("master", "network"))
    now, known, kept = put, room.table.length, {2: "let-pass", 3: "let-pass"}  # type: ignore[union-attr]
    assert room.ends_at is not None
    while room.label and now < put + 120:
        room.set_bot(ANNA.id, 0, next(levels), False)
        asking = room.asking(now)
        if asking is not None:
            chosen = [(seat, kept.get(seat, "let-pass")) for seat in asking.levels]
            room.set_bot(ANNA.id, 0, next(levels), False)
            now += allowed("master")
            room.pass_time(asking.of_those(chosen, room.asking(now)), now)
        now += 0.3
    assert now < put + 15 + LATEST + 5
    assert {(seat, "let-pass") for seat in (2, 3)} <= set(room.table.history[known:])  # type: ignore[union-attr]


def test_where_everybody_has_left_nobody_thinks_for_long_any_more() -> None:
    """Until somebody comes back: then masters are masters."""
    room = began("prohis", [ANNA, "master", "master"], pace=UNHURRIED)
    room.get_up(ANNA.id)
    asking = room.asking(NOON + DAY)
    assert asking is not None
    assert {*asking.levels.values()} == {STANDIN}
    room.sit(ANNA.id, ANNA.name, None, None, NOON + DAY)
    while room.table.actors == {0}:  # type: ignore[union-attr]
        decide(room, NOON + DAY)
    asking = room.asking(NOON + 2 * DAY)
    assert asking is not None
    assert {*asking.levels.values()} == {"master"}


def test_the_least_time_is_the_same_whatever_anybody_holds_or_answers() -> None:
    closings = set()
    for choose in (0, -1):
        room, put, asked = sealed(TimeControl())
        for who in asked:
            seat = room.seat_of(who.id) or 0
            move = room.table.legal(seat)[choose]  # type: ignore[union-attr]
            room.submit(who.id, token(choose, seat), beat(room, who), [move], put + 0.2)
        closings.add((room.wake_at or 0.0) - put)
    assert len(closings) == 1


def test_how_long_it_stays_open_after_the_last_answer_is_drawn_from_the_key() -> None:
    shortest, longest = PAUSE
    pauses = {TimeControl().pause(KEY, number) for number in range(50)}
    assert len(pauses) == 50
    assert all(shortest <= pause <= longest for pause in pauses)
    assert TimeControl(tempo="instant").pause(KEY, 1) > 0


@pytest.mark.parametrize(
    "pace", [UNHURRIED, TimeControl(fuse=60), TimeControl(window=10), TimeControl(tempo="instant")]
)
def test_who_has_answered_shows_nowhere(pace: TimeControl) -> None:
    """Not in what is shown, nor in its size, nor in the clock, as long as somebody is waited for."""
    room, put, (*others, last) = sealed(pace)
    viewers = [SPECTATOR, room.seat_of(last.id) or 0]

    def shown() -> object:
        views = [scenes.room_view(room, who) for who in (None, last.id)]
        return [seen(room, viewer) for viewer in viewers], [Showing(room, NOON).mark(v) for v in viewers], views

    before = shown(), room.ends_at
    for who in others:
        answer(room, who, put + 1)
        assert (shown(), room.ends_at) == before
        room.take_back(who.id)
        assert (shown(), room.ends_at) == before
        answer(room, who, put + 2, "again" + who.id)
        assert (shown(), room.ends_at) == before


@pytest.mark.parametrize("fuse", [0, 60])
def test_a_window_stays_open_for_its_whole_time_whoever_has_answered(fuse: int) -> None:
    room, put, asked = sealed(TimeControl(fuse=fuse, window=10))
    assert room.ends_at == put + 10
    for who in asked:
        answer(room, who, put + 1)
    assert not tick(room, put + 9.9)
    assert tick(room, put + 10)
    assert not room.answers


def test_who_lets_windows_pass_at_a_table_without_a_clock_keeps_his_seat() -> None:
    room, now, rng = began("prohis", FOUR, pace=TimeControl(fuse=0, window=5)), NOON, random.Random(3)
    missed = 0
    for _ in range(600):
        if room.status != PLAYING:
            break
        if room.label:
            missed += 0 in room.table.actors  # type: ignore[union-attr]
            now = room.ends_at or now
            assert tick(room, now)
        else:
            now = decide(room, now + 0.1, rng.choice)
        assert [chair.bot for chair in room.chairs] == [None] * 4
    assert missed > PATIENCE


# alone with bots


def alone(**settings: object) -> Room:
    return began("prohis", [ANNA, "random", "random"], **settings)  # type: ignore[arg-type]


def until_asked(room: Room, now: float, seat: int = 0) -> float:
    """Bots play until a seat is asked; when that is."""
    while room.table.actors != {seat} or room.label:  # type: ignore[union-attr]
        if room.label and seat in room.table.actors and seat not in room.answers:  # type: ignore[union-attr]
            answer(room, ANNA, now, token(now))
        now = max(now, room.wake_at or now)
        tick(room, now)
    return now


@pytest.mark.parametrize("pace", [TimeControl(), UNHURRIED, BY_POST, TimeControl(window=5)])
@pytest.mark.parametrize("leaves", [False, True])
def test_alone_with_bots_the_table_waits_for_days(pace: TimeControl, leaves: bool) -> None:
    room = alone(pace=pace)
    now = until_asked(room, NOON)
    if leaves:
        assert room.went_away(ANNA.id, now)
    known = room.table.length  # type: ignore[union-attr]
    assert (room.ends_at, room.wake_at) == (None, None)
    assert scene_of(room, 0, now).question.timeout == []
    for hours in (1, 24, 240):
        assert not tick(room, now + hours * 3600)
    assert (room.table.length, room.chairs[0].bot) == (known, None)  # type: ignore[union-attr]
    room.come_back(ANNA.id)
    room.submit(ANNA.id, "at last", beat(room, ANNA), [room.table.legal(0)[0]], now + 10 * DAY)  # type: ignore[union-attr]
    assert room.table.length > known  # type: ignore[union-attr]


def test_alone_with_bots_a_sealed_question_waits_too_and_is_closed_when_it_is_answered() -> None:
    for seed in range(20):
        room = alone(key=bytes([seed]) * 32)
        put = until_sealed(room)
        if 0 in room.table.actors:  # type: ignore[union-attr]
            break
    assert not tick(room, put + 3 * DAY)
    answer(room, ANNA, put + 3 * DAY)
    assert tick(room, put + 3 * DAY)
    assert not room.answers


def test_a_solo_table_goes_on_after_an_hour_and_a_restart(tmp_path: Path) -> None:
    """The whole game, with a real scheduler over virtual time, and the tab closed again and again."""

    async def scenario() -> None:
        now = [NOON]
        address = str(tmp_path / "tripot.db")
        store = store_at(address)
        await store.open()
        room = room_of("contrebande", [ANNA, "random", "random"], rounds="1", pack="tiny")
        await begin(House(store, clock=lambda: now[0]), room)
        await store.close()
        decisions = 0
        while True:
            store = store_at(address)
            await store.open()
            house = House(store, clock=lambda: now[0])
            while await Scheduler(house).turn():
                now[0] += 5
            room = await house.look_at(room.id)
            if room.status == OVER:
                break
            assert room.table is not None
            if room.wake_at is None:
                assert room.table.actors == {0}
                await house.act(room.id, lambda room, at: room.went_away(ANNA.id, at))
                now[0] += 3600
                await Scheduler(house).turn()
                assert (await house.look_at(room.id)).table.length == room.table.length  # type: ignore[union-attr]
                await house.act(room.id, lambda room, at: room.come_back(ANNA.id))
                move = room.table.legal(0)[0]
                await house.act(
                    room.id, lambda room, at, move=move: room.submit(ANNA.id, token(at), beat(room, ANNA), [move], at)
                )
                decisions += 1
            now[0] += 5
            await store.close()
        assert decisions > 1
        assert not [mark for mark in room.tokens if mark in (BY_TIME, BY_BOT)]
        await store.close()

    asyncio.run(scenario())


def test_whoever_joins_the_only_person_gives_him_the_whole_clock() -> None:
    room = alone(pace=TimeControl(fuse=30))
    room.chairs[1].offered = True
    now = until_asked(room, NOON)
    room.sit(BOB.id, BOB.name, 1, None, now + 3600)
    assert room.ends_at == now + 3600 + 30
    assert not tick(room, now + 3629)
    assert tick(room, now + 3630)


# stand-ins


def test_nobody_who_is_here_is_replaced_without_a_clock_nor_anybody_whom_nobody_waits_for() -> None:
    room = began("prohis", [ANNA, BOB, "random"], pace=UNHURRIED)
    assert room.went_away(BOB.id, NOON)
    assert room.went_away(ANNA.id, NOON + 1)
    tick(room, NOON + DAY)
    assert room.people == [0, 1]
    room.come_back(ANNA.id)
    tick(room, NOON + DAY)
    assert room.people == [0]  # now somebody waits for them
    assert room.chairs[1].bot == STANDIN


def stood_in(room: Room, viewer: int) -> list[int]:
    return Showing(room, NOON).scene(viewer, "en", 0).stood_in


def with_stand_in(decisions: int, watched: bool = False) -> Room:
    """Bob is away, and a bot has decided for him a number of times."""
    room, now, rng = began("prohis", FOUR, pace=UNHURRIED), NOON, random.Random(5)
    if watched:
        room.chronicle(1)
    room.went_away(BOB.id, NOON)
    now = NOON + GRACE
    tick(room, now)
    assert room.chairs[1].warm
    while room.tokens.count(BY_BOT) < decisions:
        people = sorted(room.table.actors - room.answers.keys() - {1})  # type: ignore[union-attr]
        if people:
            now += 0.1
            move = rng.choice(room.table.legal(people[0]))  # type: ignore[union-attr]
            room.submit(FOUR[people[0]].id, token(now), beat(room, FOUR[people[0]]), [move], now)
        else:
            now = max(now, room.wake_at or now)
            assert tick(room, now, rng.choice)
    return room


@pytest.mark.parametrize("watched", [True, False])
def test_who_comes_back_is_told_what_a_bot_decided_for_him_and_nobody_else_is(watched: bool) -> None:
    """Of public decisions and of sealed answers, whether a device of theirs looked on all the time or not."""
    room = with_stand_in(6, watched)
    assert room.come_back(BOB.id)
    told = stood_in(room, 1)
    assert len(told) == 6
    pages = scene_of(room, 1).pages
    by_bot = [move for move, mark in zip(room.table.history, room.tokens, strict=True) if mark == BY_BOT]  # type: ignore[union-attr]
    assert {move.split()[0] for _, move in by_bot} > {"control", "draw"}
    for page, (seat, move) in zip(told, by_bot, strict=True):
        assert (seat, move) in [(event.seat, event.move) for event in pages[page - 1].events]
        assert pages[page - 1].told
    for viewer in (SPECTATOR, 0, 2, 3):
        assert stood_in(room, viewer) == []
        assert b"stood_in" not in seen(room, viewer)


def test_it_follows_from_the_log_until_he_decides_again_himself() -> None:
    room = with_stand_in(2)
    room.come_back(BOB.id)
    again = Room(room.sheet, room.chairs)
    moves = room.table.moves_since(0)  # type: ignore[union-attr]
    again.follow([(*move, at, mark) for move, at, mark in zip(moves, room.times, room.tokens, strict=True)])
    assert stood_in(again, 1) == stood_in(room, 1) != []
    now = room.times[-1]
    while room.table.actors != {1}:  # type: ignore[union-attr]
        now += 5
        for seat in sorted(room.table.actors - room.answers.keys() - {1}):  # type: ignore[union-attr]
            decide_as(room, FOUR[seat], now)
        if room.label and 1 in room.table.actors:  # type: ignore[union-attr]
            break
        tick(room, now + 2)
    decide_as(room, BOB, now)
    tick(room, now + 5)
    assert stood_in(room, 1) == []


def decide_as(room: Room, who: Guest, now: float) -> None:
    move = room.table.legal(room.seat_of(who.id) or 0)[0]  # type: ignore[union-attr]
    room.submit(who.id, token(now, who.id), beat(room, who), [move], now)


# time-outs


def composing(series: list[str], pace: TimeControl = TimeControl(fuse=15)) -> tuple[Room, int]:  # noqa: B008 - never changed
    """A seat of PROHIS has composed something; which seat."""
    room = began("prohis", FOUR, pace=pace)
    seat = min(room.table.actors)  # type: ignore[union-attr]
    room.draft(room.chairs[seat].guest or "", series)
    return room, seat


def loads(room: Room, seat: int, count: int) -> list[str]:
    """The first crates of a convoy, goods among them."""
    series: list[str] = []
    while len(series) < count:
        look = room.draft(room.chairs[seat].guest or "", series)[0]
        loading = [move for move in look.legal if move.startswith("load")]
        series.append(min(loading, key=lambda move: move not in ("load legal", "load illegal")))
    return series


def timeout_of(room: Room, seat: int) -> list[str]:
    return [choice.move for choice in scene_of(room, seat).question.timeout]


def played_by_time(room: Room, seat: int) -> list[str]:
    """What time plays for a seat, and that it was said before."""
    told, known = timeout_of(room, seat), room.table.length  # type: ignore[union-attr]
    assert tick(room, room.ends_at or 0.0)
    played = [move for mover, move in room.table.history[known:] if mover == seat]  # type: ignore[union-attr]
    assert played == told
    return played


def test_time_sends_what_was_composed_if_it_is_a_whole_act() -> None:
    room, seat = composing([])
    crates = loads(room, seat, 2)
    room.draft(room.chairs[seat].guest or "", crates)
    assert played_by_time(room, seat) == [*crates, "send"]
    assert room.tokens[-1] == BY_TIME
    assert room.drafts == {}


def test_time_sends_an_act_that_was_picked_and_not_confirmed() -> None:
    room, seat = composing(["draw row 2"])
    assert played_by_time(room, seat) == ["draw row 2"]


def test_time_plays_the_passive_act_where_only_half_an_act_was_composed() -> None:
    room, seat = composing([])
    (crate,) = loads(room, seat, 1)
    room.draft(room.chairs[seat].guest or "", [crate])  # one crate is no convoy
    assert played_by_time(room, seat) == ["draw pile"]


def test_what_was_dropped_is_not_sent() -> None:
    room, seat = composing(["draw row 2"])
    room.draft(room.chairs[seat].guest or "", [])
    assert played_by_time(room, seat) == ["draw pile"]


def test_a_refused_draft_leaves_the_one_before() -> None:
    room, seat = composing(["draw row 2"])
    with pytest.raises(IllegalMove):
        room.draft(room.chairs[seat].guest or "", ["accept"])
    assert timeout_of(room, seat) == ["draw row 2"]


def test_time_answers_a_sealed_question_with_what_was_composed() -> None:
    room, _, asked = sealed(TimeControl(fuse=15))
    offered = {who.id: room.table.legal(room.seat_of(who.id) or 0) for who in asked}  # type: ignore[union-attr]
    who = next(who for who in asked if offered[who.id] != ("let-pass",))
    officer = next(move for move in offered[who.id] if move != "let-pass")
    room.draft(who.id, [officer])
    assert played_by_time(room, room.seat_of(who.id) or 0) == [officer]


def test_a_draft_is_kept_only_where_a_clock_runs() -> None:
    assert composing(["draw row 2"], UNHURRIED)[0].drafts == {}


def test_nobody_else_can_tell_that_somebody_composes() -> None:
    room, seat = composing([])
    others = [SPECTATOR, *(other for other in range(4) if other != seat)]

    def shown() -> object:
        return [(seen(room, viewer), Showing(room, NOON).mark(viewer)) for viewer in others], room.ends_at, room.wake_at

    before, mine = shown(), seen(room, seat)
    room.draft(room.chairs[seat].guest or "", loads(room, seat, 2))
    assert shown() == before
    assert seen(room, seat) != mine


@pytest.mark.parametrize("crates", [2, 1])
def test_a_draft_survives_a_restart_and_another_process_plays_it(tmp_path: Path, crates: int) -> None:
    async def scenario() -> None:
        now = [NOON]
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        room, seat = composing([])
        house, other = (House(store, clock=lambda: now[0]) for _ in range(2))
        await begin(house, room_of("prohis", FOUR, pace=TimeControl(fuse=15)))
        known = (await other.look_at(room.id)).table.length  # type: ignore[union-attr]
        composed = loads(room, seat, crates)
        await house.act(room.id, lambda room, at: room.draft(room.chairs[seat].guest or "", composed))
        now[0] += 15
        assert await Scheduler(other).turn()
        await other.refresh(room.id)
        after = await other.look_at(room.id)
        played = [move for mover, move in after.table.history[known:] if mover == seat]  # type: ignore[union-attr]
        assert played == ([*composed, "send"] if crates == 2 else ["draw pile"])
        assert (await store.read(repository.reading(room.id))).drafts == {}  # type: ignore[union-attr]
        await store.close()

    asyncio.run(scenario())


# small tells


def test_what_time_does_in_secret_takes_nobody_s_seat() -> None:
    """Two sealed time-outs in a row, a public one, and a sealed answer in between or not: the seats look the same."""
    seatings = []
    for answers in (False, True):
        room, now, rng = began("prohis", FOUR, pace=TimeControl(fuse=15)), NOON, random.Random(8)
        secret = 0
        while secret < PATIENCE:
            if room.label:
                asked = room.table.actors  # type: ignore[union-attr]
                if 1 in asked:
                    secret += 1
                    if answers:
                        room.submit(BOB.id, token(now), beat(room, BOB), ["let-pass"], now)
                now = room.ends_at or now
                assert tick(room, now)
            else:
                now = decide(room, now + 0.1, rng.choice)
        seatings.append((room.seating_now(), room.chairs[1].missed))
    assert seatings[0] == seatings[1]
    assert seatings[0][1] == 0


def test_a_bot_s_secret_moves_take_no_time_that_anybody_can_see(tmp_path: Path) -> None:
    """However many crates a bot loads, all of them and the sending are one change at one moment."""

    async def scenario() -> None:
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        loaded = set()
        for number in range(12):
            now = [NOON]
            room = room_of(
                "prohis", [ANNA, "random", "random"], key=bytes([number]) * 32, table_id=f"{number:a>16}",
                pace=TimeControl(fuse=0, tempo="quick"),
            )  # fmt: skip
            house = House(store, clock=lambda now=now: now[0])
            await begin(house, room)
            for _ in range(40):
                room = await house.look_at(room.id)
                if room.status != PLAYING or room.wake_at is None:
                    break
                public, known = room.public_beat, room.table.length  # type: ignore[union-attr]
                now[0] = max(now[0], room.wake_at)
                assert await house.pass_time(room.id)
                room = await house.look_at(room.id)
                assert room.public_beat > public, "a step that nobody could see took a turn of its own"
                moves = [move for _, move in room.table.history[known:]]  # type: ignore[union-attr]
                if "send" in moves:
                    loaded.add(len([move for move in moves if move.startswith("load")]))
                    assert len(set(room.times[known:])) == 1
        assert len(loaded) > 1
        await store.close()

    asyncio.run(scenario())
