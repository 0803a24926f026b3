"""A table of the house, with the clock in our hand: paces, windows, time-outs, warm seats, drafts, chance."""

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

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
    played_as,
    room_of,
    tick,
    token,
    until_sealed,
)
from tripot.engine.errors import IllegalMove, UnknownMove
from tripot.engine.game import Game
from tripot.house import fairness, repository, scenes
from tripot.house.errors import HouseError, Stale
from tripot.house.fairness import WrongEntropy, verify
from tripot.house.house import House
from tripot.house.repository import Saved
from tripot.house.room import Room
from tripot.house.scenes import ChairView, Showing
from tripot.house.scheduler import Scheduler
from tripot.house.sheet import BY_TIME, CLOSED, MIXING, OPEN, OVER, PLAYING, SPECTATOR, STANDIN
from tripot.house.store import store_at
from tripot.house.time_control import GRACE, HOURS, LIVE_FUSES, PATIENCE, REVEAL, WINDOWS, TimeControl
from tripot.house.timing import ABANDONED
from tripot.testing.settings import each_game

QUICK = TimeControl(fuse=15)
BY_POST = TimeControl("correspondence", 24)


def seen(room: Room, viewer: int) -> bytes:
    """All that a viewer is shown, times aside."""
    return msgspec.json.encode(Showing(room, room.ends_at or NOON).scene(viewer, "en", 0))


def question_of(room: Room, seat: int, now: float) -> dict[str, Any]:
    """The question as the seat is shown it."""
    question: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(Showing(room, now).scene(seat, "en", 0).question)
    )
    return question


def timeout_of(room: Room, seat: int) -> list[str]:
    """What a seat's scene says that time would play."""
    return [choice["move"] for choice in question_of(room, seat, NOON).get("timeout", [])]


def asked(room: Room) -> int:
    assert room.table is not None
    return min(room.table.actors)


# paces


def test_a_pace_is_one_that_the_house_offers() -> None:
    for fuse in LIVE_FUSES:
        assert TimeControl(fuse=fuse).checked().seconds == (fuse or None)
    for hours in HOURS:
        assert TimeControl("correspondence", hours).checked().seconds == hours * 3600
    for window in WINDOWS:
        assert TimeControl(window=window).checked().window == window
    by_post = TimeControl("correspondence", 24, window=5)
    for wrong in (
        TimeControl(fuse=7),
        TimeControl("weekly"),
        TimeControl(tempo="frantic"),
        TimeControl("correspondence", 60),
        TimeControl(window=3),
        by_post,
    ):
        with pytest.raises(HouseError) as refusal:
            wrong.checked()
        assert refusal.value.code == "pace"


# time-outs


def test_when_the_fuse_is_out_the_passive_move_is_played_and_looks_like_any_other() -> None:
    slow, quick = (began("prohis", [ANNA, BOB, CLEO], pace=QUICK) for _ in range(2))
    seat = asked(slow)
    assert timeout_of(slow, seat) == ["draw pile"]
    assert not tick(slow, NOON + 14.9)
    assert tick(slow, NOON + 15)
    assert slow.tokens[-2] == BY_TIME  # then comes chance
    quick.submit(quick.chairs[seat].guest or "", "mine", quick.chronicle(seat).beat, ["draw pile"], NOON + 15)
    assert timeout_of(slow, seat) == ["stop"]  # now that the card is seen there is time to think again
    assert slow.chairs[seat].missed == 1
    assert not tick(slow, NOON + 29.9)
    for viewer in (SPECTATOR, *(other for other in range(3) if other != seat)):
        assert seen(slow, viewer) == seen(quick, viewer)
    assert scenes.room_view(slow, BOB.id) == scenes.room_view(quick, BOB.id)


def test_without_a_fuse_time_decides_nothing() -> None:
    room = began("prohis", [ANNA, BOB, CLEO], pace=TimeControl(fuse=0))
    assert room.ends_at is None
    assert not tick(room, NOON + 1e6)


def pass_on(room: Room, silent: int, now: float, rng: random.Random) -> float:
    """One decision: of anybody at random, but one seat is silent. Until when that takes."""
    waiting = sorted(room.table.actors - room.answers.keys() - {silent})  # type: ignore[union-attr]
    people = [seat for seat in waiting if room.chairs[seat].bot is None]
    if not people:
        now = max(now, room.wake_at or 0.0)
        assert tick(room, now, rng.choice)
        return now
    move = rng.choice(room.table.legal(people[0]))  # type: ignore[union-attr]
    chair = room.chairs[people[0]]
    room.submit(chair.guest or "", token(now, rng.random()), room.chronicle(chair.seat).beat, [move], now)
    return now + 0.1


def test_who_lets_time_decide_again_and_again_is_kept_warm_by_a_bot_and_gets_his_seat_back() -> None:
    room, now, rng = began("prohis", [ANNA, BOB, CLEO], pace=QUICK), NOON, random.Random(1)
    while not room.chairs[0].warm:
        assert room.status == PLAYING
        assert room.chairs[0].missed < PATIENCE
        now = pass_on(room, 0, now, rng)
    assert room.tokens.count(BY_TIME) >= PATIENCE
    assert room.chairs[0].bot == STANDIN
    assert room.seat_of(ANNA.id) == 0
    assert room.come_back(ANNA.id)
    assert not room.chairs[0].warm
    assert (room.chairs[0].bot, room.chairs[0].missed) == (None, 0)


@pytest.mark.parametrize("in_secret", [False, True])
def test_a_decision_of_his_own_takes_a_warm_seat_back(in_secret: bool) -> None:
    """Not an answer in secret: whoever saw the seat come back then would know that it has answered."""
    room, now, rng = began("prohis", [ANNA, BOB, CLEO], pace=QUICK), NOON, random.Random(2)
    assert room.went_away(ANNA.id, NOON)
    while not (room.chairs[0].warm and 0 in room.table.actors and bool(room.label) == in_secret):  # type: ignore[union-attr]
        assert room.status == PLAYING
        now = pass_on(room, 0, now, rng)
    seen = room.seating_now()
    room.submit(ANNA.id, "back", beat(room, ANNA), [room.table.legal(0)[0]], now)  # type: ignore[union-attr]
    assert room.chairs[0].warm == in_secret
    assert (room.seating_now() == seen) == in_secret


def test_who_drops_out_has_a_grace_and_who_is_back_within_it_notices_nothing() -> None:
    room = began("prohis", [ANNA, BOB, CLEO], pace=TimeControl(fuse=0))
    assert room.went_away(BOB.id, NOON)
    assert room.wake_at == NOON + GRACE
    assert not tick(room, NOON + GRACE - 0.1)
    assert room.come_back(BOB.id)
    assert not tick(room, NOON + GRACE)
    assert room.went_away(BOB.id, NOON + 100)
    assert tick(room, NOON + 100 + GRACE)
    assert room.chairs[1].warm
    assert not room.went_away(BOB.id, NOON + 200)  # he is away already


def test_by_correspondence_nobody_is_away() -> None:
    room = began("prohis", [ANNA, BOB, CLEO], pace=BY_POST)
    room.went_away(ANNA.id, NOON)
    assert not tick(room, NOON + 23 * 3600)
    for days in range(1, 30):
        tick(room, NOON + 25 * 3600 * days)
    assert [chair.bot for chair in room.chairs] == [None, None, None]


def test_a_time_out_in_a_game_without_passive_moves_is_by_luck_that_the_key_gives() -> None:
    """Were it always the first square, a silent player's figure would stand there for all to know."""
    hidden = []
    for number in range(12):
        rooms = [began("chasse", [ANNA, BOB], pace=QUICK, key=bytes([number]) * 32) for _ in range(2)]
        for room in rooms:
            assert tick(room, NOON + 15)
        moves = [room.table.history[-1] for room in rooms]  # type: ignore[union-attr]
        assert moves[0] == moves[1]
        hidden.append(moves[0])
    assert len(set(hidden)) > 3


@each_game()
def test_time_plays_exactly_what_it_said_it_would(game: Game) -> None:
    """A whole act: all moves of a series, and none that comes after something was opened."""
    people = [replace(ANNA, id=f"guest{seat}", name=f"P{seat}") for seat in range(max(2, game.fewest))]
    room, rng, now, lengths = began(game.name, people, pace=QUICK), random.Random(4), NOON, set()
    for _ in range(400):
        if room.status != PLAYING:
            break
        for guest in people:
            room.come_back(guest.id)  # before a bot plays
        asked = sorted(room.table.actors)  # type: ignore[union-attr]
        if rng.random() < 0.3:
            told = {seat: timeout_of(room, seat) for seat in asked}
            known, now = room.table.length, room.ends_at or now  # type: ignore[union-attr]
            assert tick(room, now)
            history = room.table.history[known:]  # type: ignore[union-attr]
            played = {seat: [move for mover, move in history if mover == seat] for seat in asked}
            assert played == told
            lengths |= {len(moves) for moves in told.values()}
        else:
            now += 0.1
            move = rng.choice(room.table.legal(asked[0]))  # type: ignore[union-attr]
            room.submit(people[asked[0]].id, token(now, move), room.chronicle(asked[0]).beat, [move], now)
            if room.label:
                tick(room, room.wake_at or now)
    assert min(lengths) >= 1
    assert game.name != "chasse" or 2 in lengths  # a figure is lifted, and set down


# sealed questions


def test_only_an_own_sealed_answer_can_be_taken_back_and_only_while_the_window_is_open() -> None:
    room = began("prohis", [ANNA, BOB, CLEO, DORA])
    with pytest.raises(HouseError, match="no answer of yours"):
        room.take_back(ANNA.id)
    put = until_sealed(room)
    first, second = [who for seat, who in enumerate((ANNA, BOB, CLEO, DORA)) if seat in room.table.actors][:2]  # type: ignore[union-attr]
    answer(room, first, put + 1, "one")
    with pytest.raises(HouseError, match="no answer of yours"):
        room.take_back(second.id)
    with pytest.raises(HouseError) as refusal:
        answer(room, first, put + 1, "two")
    assert refusal.value.code == "answered"
    room.take_back(first.id)
    answer(room, first, put + 1, "one")  # the same again, late: it was taken back
    assert not room.answers
    answer(room, first, put + 2, "two")
    tick(room, room.ends_at or put)
    assert (played_as(room, "one"), played_as(room, "two")) == (0, 1)
    with pytest.raises(HouseError, match="no answer of yours"):
        room.take_back(first.id)


# bots and clocks tell nothing


def dealt(sitting: list, entropy: bytes, **settings: object) -> Room:
    """A table whose chance differs by what one seat mixes in; its key is the same."""
    room = room_of("prohis", sitting, **settings)  # type: ignore[arg-type]
    room.chairs[0].seal, room.chairs[0].entropy = fairness.seal(entropy), entropy
    room.start(ANNA.id, NOON)
    return room


def test_how_long_a_bot_thinks_does_not_depend_on_what_it_holds() -> None:
    one, other = (dealt([ANNA, "random", "random", BOB], bytes([number]) * 32) for number in (1, 2))
    assert bytes(one.table) != bytes(other.table)  # type: ignore[arg-type]
    times = set()
    for number in range(40):
        for seat in (1, 2, 3):
            for again in (False, True):
                delays = {room.sheet.pace.thinking(room.sheet.key, number, seat, again) for room in (one, other)}
                assert len(delays) == 1
                times |= delays
    assert len(times) == 240  # and yet it is never the same twice
    for room in (one, other):
        while room.chairs[asked(room)].bot is None:
            decide(room, NOON, lambda legal: legal[0])
        thinks = room.sheet.pace.thinking(KEY, room.chronicle(SPECTATOR).beat, asked(room), False)
        assert room.wake_at == room.asked_at + thinks


def test_alone_with_bots_nobody_waits_for_them() -> None:
    room = began("prohis", [ANNA, "random", "random"], pace=TimeControl(fuse=0))
    for _ in range(20):
        if room.chairs[asked(room)].bot is None:
            decide(room, NOON)
        else:
            assert room.wake_at == NOON
            assert tick(room, NOON)


@pytest.mark.parametrize(("sitting", "counts"), [([ANNA, "random", "random"], True), ([ANNA, BOB, "random"], False)])
def test_what_a_client_showed_first_counts_for_a_race_with_bots_only(sitting: list, counts: bool) -> None:
    room = began("condamnes", sitting)
    now = until_sealed(room)
    seat = next(seat for seat in sorted(room.table.actors) if room.chairs[seat].bot is None)  # type: ignore[union-attr]
    assert question_of(room, seat, now)["race"]
    guest, (move, *_) = room.chairs[seat].guest or "", room.table.legal(seat)  # type: ignore[union-attr]
    room.act(guest, "late", room.chronicle(seat).beat, [move], now + 9, waited=8.0)
    assert room.answers[seat].at == (now + 1 if counts else now + 9)
    with pytest.raises(HouseError):
        room.act(guest, "again", room.chronicle(seat).beat, [move], now + 9)
    room.take_back(guest)
    room.act(guest, "never", room.chronicle(seat).beat, [move], now + 9, waited=1e9)
    assert room.answers[seat].at == (room.sealed_since if counts else now + 9)  # nobody answers before they are asked


def test_a_bots_move_is_due_at_the_same_time_whatever_it_will_be() -> None:
    room, twin = (
        dealt([ANNA, "random", "random", "random"], bytes([3]) * 32, pace=TimeControl(fuse=0)) for _ in range(2)
    )
    now = NOON
    rng = random.Random(1)
    for _ in range(40):
        if room.status != PLAYING or room.label or room.chairs[asked(room)].bot is None:
            break
        due = room.wake_at
        assert due == twin.wake_at
        now = due or now
        move = rng.choice(room.table.legal(asked(room)))  # type: ignore[union-attr]
        tick(room, now, lambda legal, move=move: move)
        tick(twin, now, lambda legal, move=move: move)


@pytest.mark.parametrize("name", ["condamnes", "prohis"])
def test_a_hidden_move_does_not_move_the_public_clock(name: str) -> None:
    rng = random.Random(3)
    people = [replace(ANNA, id=f"guest{seat}", name=f"P{seat}") for seat in range(6)]
    room = began(name, people, pace=TimeControl(fuse=300))
    now, hidden = NOON, 0
    for _ in range(200):
        if room.status != PLAYING:
            break
        now += 0.5
        if room.label and (room.ends_at or now) <= now:
            tick(room, now)
            continue
        waiting = sorted(room.table.actors - room.answers.keys())  # type: ignore[union-attr]
        if not waiting:
            tick(room, room.wake_at or now)
            continue
        before = room.chronicle(SPECTATOR).beat, room.asked_at, Showing(room, NOON).mark(SPECTATOR)
        seat = rng.choice(waiting)
        move = rng.choice(room.table.legal(seat))  # type: ignore[union-attr]
        room.submit(people[seat].id, token(now, seat), room.chronicle(seat).beat, [move], now)
        if room.chronicle(SPECTATOR).beat == before[0]:
            hidden += 1
            assert (room.asked_at, Showing(room, NOON).mark(SPECTATOR)) == before[1:]
    assert hidden > 20


# decisions


def test_a_series_is_played_whole_or_not_at_all() -> None:
    room = began("prohis", [ANNA, BOB, CLEO])
    seat = asked(room)
    guest, legal = room.chairs[seat].guest or "", room.table.legal(seat)  # type: ignore[union-attr]
    load = next(move for move in legal if move.startswith("load"))
    before, state = Saved.of(room), bytes(room.table)  # type: ignore[arg-type]
    for series in ([load, "draw row 0"], ["no such move"], [], [load] * 65):
        with pytest.raises((HouseError, IllegalMove, UnknownMove)):
            room.submit(guest, "series", room.chronicle(seat).beat, series, NOON + 1)
        assert (Saved.of(room), bytes(room.table)) == (before, state)  # type: ignore[arg-type]
    room.submit(guest, "series", room.chronicle(seat).beat, [load], NOON + 1)
    assert Saved.of(room) != before


def test_the_same_token_again_is_the_same_decision_and_never_another() -> None:
    room = began("prohis", [ANNA, BOB, CLEO])
    seat = asked(room)
    guest, legal = room.chairs[seat].guest or "", room.table.legal(seat)  # type: ignore[union-attr]
    at = room.chronicle(seat).beat
    room.submit(guest, "once", at, [legal[0]], NOON + 1)
    before = Saved.of(room)
    room.submit(guest, "once", at, [legal[0]], NOON + 2)
    room.submit(guest, "once", at + 5, [legal[0]], NOON + 3)
    with pytest.raises(HouseError) as refusal:
        room.submit(guest, "once", at, [legal[-1]], NOON + 3)
    assert refusal.value.code == "token"
    assert Saved.of(room) == before
    assert played_as(room, "once") == 1


def test_a_token_is_its_guest_s_and_not_its_seat_s() -> None:
    """Who takes over a seat and counts as the one before did is not taken for them: the decision is played."""
    room = began("prohis", [ANNA, BOB, CLEO])
    seat = asked(room)
    first = room.chairs[seat].guest or ""
    room.submit(first, "1", room.chronicle(seat).beat, [room.table.legal(seat)[0]], NOON)  # type: ignore[union-attr]
    room.get_up(first)
    room.sit(DORA.id, DORA.name, seat, None, NOON)
    now = NOON
    while asked(room) != seat or room.label:
        now = decide(room, now + 1)
    before = room.table.length  # type: ignore[union-attr]
    room.submit(DORA.id, "1", room.chronicle(seat).beat, [room.table.legal(seat)[0]], now)  # type: ignore[union-attr]
    assert room.table.length > before  # type: ignore[union-attr]
    assert played_as(room, "1") == 2


def test_a_decision_at_another_beat_or_from_another_seat_is_refused() -> None:
    room = began("prohis", [ANNA, BOB, CLEO])
    seat = asked(room)
    guest, legal = room.chairs[seat].guest or "", room.table.legal(seat)  # type: ignore[union-attr]
    at = room.chronicle(seat).beat
    for wrong in (at - 1, at + 1):
        with pytest.raises(Stale):
            room.submit(guest, "t", wrong, [legal[0]], NOON)
    other = room.chairs[(seat + 1) % 3].guest or ""
    with pytest.raises(IllegalMove):
        room.submit(other, "t", room.chronicle((seat + 1) % 3).beat, [legal[0]], NOON)
    with pytest.raises(HouseError, match="no seat"):
        room.submit(DORA.id, "t", at, [legal[0]], NOON)


def test_a_draft_changes_nothing_and_opens_nothing() -> None:
    room = began("prohis", [ANNA, BOB, CLEO], pace=TimeControl(fuse=0))
    seat = asked(room)
    guest, legal = room.chairs[seat].guest or "", room.table.legal(seat)  # type: ignore[union-attr]
    before, state = Saved.of(room), bytes(room.table)  # type: ignore[arg-type]
    load = next(move for move in legal if move.startswith("load"))
    look, complete = room.draft(guest, [load])
    assert look.viewer == seat
    assert look.legal
    assert not complete
    assert room.draft(guest, [])[0].legal == legal
    look, complete = room.draft(guest, ["draw pile"])
    assert complete
    assert look.legal == legal  # who saw the card could think again
    with pytest.raises(HouseError) as refusal:
        room.draft(guest, ["draw pile", "stop"])
    assert refusal.value.code == "draft"
    with pytest.raises(IllegalMove):
        room.draft(room.chairs[(seat + 1) % 3].guest or "", [load])
    assert (Saved.of(room), bytes(room.table)) == (before, state)  # type: ignore[arg-type]


def test_one_message_begins_a_series_or_completes_it() -> None:
    """The same token again is the same decision, whether it was only begun or made."""
    room = began("prohis", [ANNA, BOB, CLEO], pace=TimeControl(fuse=0))
    seat = asked(room)
    guest, beat = room.chairs[seat].guest or "", room.chronicle(seat).beat
    before, moves = Saved.of(room), list[str]()
    look = room.table.look(seat)  # type: ignore[union-attr]
    while "send" not in look.legal:
        moves.append(min(move for move in look.legal if move.startswith("load")))
        begun = [room.act(guest, "a", beat, moves, NOON) for _ in range(2)]
        assert begun[0] is not None
        assert bytes(begun[0]) == bytes(begun[1] or b"")
        look = begun[0]
    assert Saved.of(room) == before
    with pytest.raises(Stale):
        room.act(guest, "a", beat - 1, [*moves, "send"], NOON)
    assert room.act(guest, "a", beat, [*moves, "send"], NOON) is None
    after = Saved.of(room)
    assert after.moves == before.moves + len(moves) + 1
    assert room.act(guest, "a", beat, [*moves, "send"], NOON) is None  # its answer was lost
    assert Saved.of(room) == after


def test_a_sealed_answer_is_an_act_that_can_be_taken_back() -> None:
    room = began("condamnes", [ANNA, BOB, CLEO])
    assert room.label
    seat = asked(room)
    guest, beat = room.chairs[seat].guest or "", room.chronicle(seat).beat
    assert room.act(guest, "a", beat, ["grab"], NOON) is None
    assert room.answers[seat].moves == ["grab"]
    room.take_back(guest)
    assert room.act(guest, "a", beat, ["grab"], NOON) is None  # however late it comes again, it counts no more
    assert seat not in room.answers


# seats


def test_who_leaves_a_running_game_is_replaced_by_a_bot_until_somebody_sits_down() -> None:
    room = room_of("prohis", [ANNA, BOB, CLEO])
    entropy = bytes([7]) * 32
    room.chairs[1].seal, room.chairs[1].entropy = fairness.seal(entropy), entropy
    room.start(ANNA.id, NOON)
    room.get_up(BOB.id)
    chair = room.chairs[1]
    assert (chair.guest, chair.bot, chair.offered, chair.free) == (None, STANDIN, True, True)
    with pytest.raises(HouseError, match="no seat"):
        room.submit(BOB.id, "t", 0, ["pass"], NOON)
    room.sit(DORA.id, DORA.name, None, None, NOON)
    chair = room.chairs[1]
    assert (chair.guest, chair.bot, chair.offered) == (DORA.id, None, False)
    assert (chair.seal, chair.entropy) == (fairness.seal(entropy), entropy)  # it is part of the game's chance
    with pytest.raises(HouseError, match="already sitting there"):
        room.sit(BOB.id, BOB.name, None, None, NOON)
    with pytest.raises(HouseError):
        room.sit(DORA.id, DORA.name, 2, None, NOON)  # nobody sees two hands


def test_whoever_has_held_a_seat_in_a_game_comes_back_to_that_one_alone() -> None:
    room = room_of("prohis", [ANNA, BOB, "random", "random"])
    room.set_bot(ANNA.id, 2, "random", True)
    room.start(ANNA.id, NOON)
    room.get_up(BOB.id)
    with pytest.raises(HouseError, match="you have played another seat in this game"):
        room.sit(BOB.id, BOB.name, 2, None, NOON)
    room.sit(BOB.id, BOB.name, None, None, NOON)
    assert room.seat_of(BOB.id) == 1
    room.get_up(BOB.id)
    room.sit(CLEO.id, CLEO.name, 1, None, NOON)
    with pytest.raises(HouseError, match="somebody is already sitting there"):
        room.sit(BOB.id, BOB.name, None, None, NOON)  # not the other free one, either


def test_bots_are_put_taken_away_and_offered_by_the_host() -> None:
    room = room_of("prohis", [ANNA, BOB, "random"])
    with pytest.raises(HouseError, match="only the host"):
        room.set_bot(BOB.id, 2, None, False)
    with pytest.raises(HouseError, match="already sitting there"):
        room.set_bot(ANNA.id, 1, "random", False)
    room.set_bot(ANNA.id, 2, None, False)
    with pytest.raises(HouseError, match="a seat is still empty"):
        room.start(ANNA.id, NOON)
    room.set_bot(ANNA.id, 2, "random", True)
    room.start(ANNA.id, NOON)
    for level, offered in ((None, False), ("random", False), ("regular", True)):  # nobody weakens a rival in mid-game
        with pytest.raises(HouseError, match="the bots stay as they are"):
            room.set_bot(ANNA.id, 2, level, offered)
    room.sit(CLEO.id, CLEO.name, 2, None, NOON)
    assert room.people == [0, 1, 2]
    room.set_bot(CLEO.id, 2, "regular", False)  # a seat's owner hands it over
    assert room.people == [0, 1]
    room.sit(CLEO.id, CLEO.name, None, None, NOON)
    assert room.people == [0, 1, 2]


def test_when_the_host_leaves_another_person_is_host_and_an_empty_table_closes() -> None:
    room = room_of("prohis", [ANNA, BOB, "random"])
    room.get_up(ANNA.id)
    assert room.sheet.host == BOB.id
    with pytest.raises(HouseError, match="only the host"):
        room.start(ANNA.id, NOON)
    room.get_up(BOB.id)
    assert room.status == CLOSED
    with pytest.raises(HouseError):
        room.sit(ANNA.id, ANNA.name, None, None, NOON)


def test_a_table_that_never_began_is_closed_in_the_end() -> None:
    room = room_of("prohis", [ANNA, BOB, "random"])
    assert not tick(room, NOON + ABANDONED - 1)
    assert room.status == OPEN
    assert tick(room, NOON + ABANDONED)
    assert room.status == CLOSED
    assert room.wake_at is None


def test_a_rematch_keeps_the_seats_whoever_asks_first(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        now = [NOON]
        house = House(store, clock=lambda: now[0])
        room = room_of("contrebande", [ANNA, BOB, "random"], rounds="1", pack="tiny")
        await store.write(repository.opening(room))
        with pytest.raises(HouseError, match="when the game is over"):
            await house.rematch(BOB, room.id, None)
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        for seat, guest in enumerate((ANNA, BOB)):
            await house.act(room.id, lambda room, now, g=guest, s=seat: room.set_bot(g.id, s, "random", False))
        while (await house.look_at(room.id)).status != OVER:
            now[0] += 10
            await Scheduler(house).turn()
        with pytest.raises(HouseError, match="no seat"):
            await house.rematch(DORA, room.id, None)
        first = await house.rematch(BOB, room.id, None)
        again = await house.look_at(first)
        assert (again.sheet.host, again.sheet.rematch_of, again.status) == (BOB.id, room.id, OPEN)
        assert (await house.look_at(room.id)).sheet.rematch == first  # those who look at the end are told
        # Anna's seat is kept for her
        assert scenes.room_view(again, CLEO.id).chairs[0] == ChairView(0, ANNA.name, person=False, invited=True)
        with pytest.raises(HouseError, match="every seat at this table is taken"):
            await house.sit(CLEO, first, None, None)
        with pytest.raises(HouseError, match="somebody is already sitting there"):
            await house.sit(CLEO, first, 0, None)
        assert [await house.kept_for(guest.id, again) for guest in (ANNA, BOB, CLEO)] == [0, None, None]
        # not now: a bot has it, under a name of its own, until she thinks better of it
        await house.decline_rematch(ANNA, room.id)
        assert (again.chairs[0].bot, again.chairs[0].offered, again.status) == (STANDIN, True, OPEN)
        assert again.chairs[0].name not in ("", ANNA.name)
        assert {await house.rematch(guest, room.id, None) for guest in (BOB, ANNA, BOB)} == {first}
        again = await house.look_at(first)
        assert [chair.guest for chair in again.chairs] == [ANNA.id, BOB.id, None]
        assert [chair.name for chair in again.chairs] == [chair.name for chair in room.chairs]
        assert again.chairs[2].bot == "random"
        assert again.status == PLAYING  # all have come
        assert again.sheet.key != KEY
        await store.close()

    asyncio.run(scenario())


def test_a_rematch_that_was_closed_before_it_began_is_followed_by_another(tmp_path: Path) -> None:
    async def scenario() -> None:
        store = store_at(str(tmp_path / "tripot.db"))
        await store.open()
        now = [NOON]
        house = House(store, clock=lambda: now[0])
        room = room_of("contrebande", [ANNA, BOB, "random"], rounds="1", pack="tiny")
        await store.write(repository.opening(room))
        await house.act(room.id, lambda room, now: room.start(ANNA.id, now))
        for seat, guest in enumerate((ANNA, BOB)):
            await house.act(room.id, lambda room, now, g=guest, s=seat: room.set_bot(g.id, s, "random", False))
        while (await house.look_at(room.id)).status != OVER:
            now[0] += 10
            await Scheduler(house).turn()
        with pytest.raises(HouseError, match="nobody wants to play again"):
            await house.decline_rematch(ANNA, room.id)
        first = await house.rematch(BOB, room.id, None)
        await house.act(first, lambda room, now: room.get_up(BOB.id))
        assert (await house.look_at(first)).status == CLOSED
        second = await house.rematch(ANNA, room.id, None)
        assert second != first
        assert (await house.look_at(room.id)).sheet.rematch == second
        assert (await house.look_at(second)).sheet.host == ANNA.id
        await store.close()

    asyncio.run(scenario())


# chance


def test_seats_reveal_what_they_sealed_and_nothing_else() -> None:
    anna, bob = bytes([1]) * 32, bytes([2]) * 32
    room = room_of("prohis", [ANNA, "random", "random"])
    room.chairs[0].seal = fairness.seal(anna)
    room.chairs[1] = replace(room.chairs[1], name="", bot=None)
    with pytest.raises(HouseError, match="a seal is the SHA-256"):
        room.sit(BOB.id, BOB.name, 1, "nonsense", NOON)
    room.sit(BOB.id, BOB.name, 1, fairness.seal(bob), NOON)
    with pytest.raises(HouseError):
        room.reveal(BOB.id, bob, NOON)  # not before the cards are shuffled: others could still choose theirs
    room.start(ANNA.id, NOON)
    assert room.status == MIXING
    for wrong in (anna, b"", bob + bob):
        with pytest.raises(WrongEntropy):
            room.reveal(BOB.id, wrong, NOON)
    room.reveal(BOB.id, bob, NOON + 1)
    room.reveal(BOB.id, bob, NOON + 2)  # the same again is nothing
    assert room.status == MIXING
    room.reveal(ANNA.id, anna, NOON + 3)
    assert room.status == PLAYING
    assert room.proof.key == ""
    assert room.proof.entropies == (anna.hex(), bob.hex(), None)


def test_who_does_not_reveal_in_time_is_left_out() -> None:
    anna, bob = bytes([1]) * 32, bytes([2]) * 32
    room = room_of("contrebande", [ANNA, BOB, "random"], rounds="1", pack="tiny")
    room.chairs[0].seal, room.chairs[1].seal = fairness.seal(anna), fairness.seal(bob)
    room.start(ANNA.id, NOON)
    room.reveal(ANNA.id, anna, NOON + 1)
    assert room.ends_at == NOON + REVEAL
    assert not tick(room, NOON + REVEAL - 0.1)
    assert tick(room, NOON + REVEAL)
    assert room.status == PLAYING
    with pytest.raises(HouseError):
        room.reveal(BOB.id, bob, NOON + REVEAL + 1)
    now = NOON + REVEAL
    while room.status == PLAYING:
        now = decide(room, now + 0.1)
    assert room.table is not None
    room.table.proof = room.proof
    report = verify(room.table.record())
    assert report.ok
    mixing = next(check.sentence for check in report.checks if check.name == "mixing")
    assert "Seat 1 gave a seal and then no bytes" in mixing
