"""Races at tables of the house: who is first, who can tell, and how quick a bot is."""

import itertools
import random
from collections.abc import Iterable, Sequence
from statistics import median

import msgspec
import pytest

from tests.house.people import ANNA, BOB, CLEO, DORA, KEY, NOON, began, decide, tick, token, until_sealed
from tripot.engine.catalogue import catalogue
from tripot.engine.contract import is_written
from tripot.engine.game import game
from tripot.house import fairness
from tripot.house.room import Room
from tripot.house.scenes import Showing, own_record
from tripot.house.sheet import OVER, SPECTATOR
from tripot.house.time_control import REFLEX, TEMPOS, TimeControl, reaction

FOUR = (ANNA, BOB, CLEO, DORA)
BY_POST = TimeControl("correspondence", 24)
RACES = pytest.mark.parametrize(("name", "fastest"), [("prohis", "control inspector"), ("condamnes", "grab")])


def at_a_race(name: str, pace: TimeControl = TimeControl(), key: bytes = KEY) -> tuple[Room, list[int], float]:  # noqa: B008
    """A table of four with a race on, who is asked, and when it began. In PROHIS all hold an inspector (PRO-04)."""
    options = {"tie": "speed"} if name == "prohis" else {}
    room = began(name, FOUR, pace=pace, key=key, **options)
    put = until_sealed(room)
    assert room.game.is_race(room.table.state())  # type: ignore[union-attr]
    return room, sorted(room.table.actors), put  # type: ignore[union-attr]


def run(room: Room, answers: Iterable[tuple[int, str]], at: Sequence[float]) -> None:
    """Everybody answers, in this order and at these times; then the question is closed."""
    label, now = room.label, max(at)
    for (seat, move), moment in zip(answers, at, strict=True):
        room.submit(FOUR[seat].id, token(seat, moment), room.chronicle(seat).beat, [move], moment)
    while room.label == label:
        now = max(now, room.wake_at or now)
        assert tick(room, now)


def winner(room: Room) -> int:
    document = room.table.position()  # type: ignore[union-attr]
    return int(document["controller" if room.sheet.game == "prohis" else "holder"])


def seconds(put: float, count: int) -> list[float]:
    return [put + 0.5 * (place + 1) for place in range(count)]


def seen(room: Room, viewer: int) -> tuple[bytes, str, int]:
    """All that a viewer is given: the scene with every page, the record so far, and what they count by."""
    scene = msgspec.json.encode(Showing(room, room.ends_at or NOON).scene(viewer, "en", 0))
    return scene, own_record(room, viewer), room.chronicle(viewer).beat


# Who is first


@RACES
@pytest.mark.clauses("PRO-14", "CND-04")
def test_at_a_live_table_whoever_answers_first_wins_and_be_it_the_highest_seat(name, fastest):
    for place in range(3):
        room, asked, put = at_a_race(name)
        order = [asked[-1 - place], *(seat for seat in asked if seat != asked[-1 - place])]
        run(room, [(seat, fastest) for seat in order], seconds(put, 3))
        assert winner(room) == order[0]


@RACES
def test_an_answer_that_was_taken_back_has_lost_its_place(name, fastest):
    room, asked, put = at_a_race(name)
    last = asked[-1]
    room.submit(FOUR[last].id, "hasty", room.chronicle(last).beat, [fastest], put + 0.1)
    room.take_back(FOUR[last].id)
    run(room, [(seat, fastest) for seat in asked], seconds(put, 3))
    assert winner(room) == asked[0]


@RACES
def test_who_is_silent_comes_last(name, fastest):
    room, asked, put = at_a_race(name)
    run(room, [(asked[2], fastest)], [put + 4])
    assert winner(room) == asked[2]
    answered = [seat for seat, move in room.table.history if move in (fastest, "let-pass", "leave")][-3:]  # type: ignore[union-attr]
    assert answered[0] == asked[2]


@RACES
def test_who_arrives_at_one_moment_is_ordered_by_chance_and_no_seat_is_the_better_one(name, fastest):
    winners = []
    for number in range(40):
        room, asked, put = at_a_race(name, key=bytes([number]) * 32)
        run(room, [(seat, fastest) for seat in asked], [put + 1] * 3)
        winners.append(asked.index(winner(room)))
    assert all(winners.count(place) >= 5 for place in range(3)), winners


@RACES
@pytest.mark.clauses("PRO-14", "CND-04")
def test_by_correspondence_chance_decides_and_not_the_post(name, fastest):
    winners = set()
    for order in itertools.permutations(range(3)):
        room, asked, put = at_a_race(name, BY_POST)
        run(room, [(asked[place], fastest) for place in order], seconds(put, 3))
        winners.add(winner(room))
    assert len(winners) == 1
    secret = fairness.mixed(KEY, room.id, [None] * 4)
    question = 0 if name == "prohis" else 1  # in Condamnés! the cards of the reveal come first
    assert winners == {fairness.race_order(secret, question, asked)[0]}


def test_a_game_by_correspondence_that_people_and_bots_played_is_verified():
    room = began("condamnes", [ANNA, "random", "random", BOB], pace=BY_POST)
    rng, now = random.Random(3), NOON
    while room.status != OVER:
        now += 1.0
        people = [seat for seat in room.table.actors - room.answers.keys() if room.chairs[seat].guest]  # type: ignore[union-attr]
        if room.label and people:
            move = rng.choice(room.table.legal(people[0]))  # type: ignore[union-attr]
            guest = room.chairs[people[0]].guest or ""
            room.submit(guest, token(now), room.chronicle(people[0]).beat, [move], now)
        elif room.label:
            now = max(now, room.wake_at or now)
            tick(room, now, rng.choice)
        else:
            now = decide(room, now, rng.choice)
    room.table.proof = room.proof  # type: ignore[union-attr]
    report = fairness.verify(room.table.record())  # type: ignore[union-attr]
    assert {check.name for check in report.checks if not check.ok} == {"mixing"}  # nobody sealed anything here
    (told,) = (check.sentence for check in report.checks if check.name == "races")
    assert told.endswith("in the order that chance gives.")


# Who can tell


def told_by_order(name: str, moves: Sequence[str], pace: TimeControl = TimeControl()) -> dict[tuple[int, ...], Room]:  # noqa: B008
    """The same answers in every order of arrival."""
    rooms = {}
    for order in itertools.permutations(range(3)):
        room, asked, put = at_a_race(name, pace)
        run(room, [(asked[place], moves[place]) for place in order], seconds(put, 3))
        rooms[order] = room
    return rooms


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("prohis", ["control captain", "control inspector", "control captain"]),
        ("prohis", ["let-pass", "let-pass", "control captain"]),
        ("condamnes", ["leave", "leave", "grab"]),
        ("condamnes", ["leave", "leave", "leave"]),
    ],
)
@pytest.mark.clauses("PRO-14", "CND-04")
def test_where_a_race_decides_nothing_nobody_can_tell_the_order(name, moves):
    first, *others = told_by_order(name, moves).values()
    for viewer in (SPECTATOR, 0, 1, 2, 3):
        for other in others:
            assert seen(other, viewer) == seen(first, viewer)


@RACES
@pytest.mark.clauses("PRO-14", "CND-04")
def test_where_it_decides_nobody_learns_more_than_who_won(name, fastest):
    """Nor whether they were the last themselves."""
    slow = "let-pass" if name == "prohis" else "leave"
    for moves in ([fastest] * 3, [fastest, slow, fastest], [slow, fastest, fastest]):
        rooms = list(told_by_order(name, moves).values())
        for room, other in itertools.combinations(rooms, 2):
            if winner(room) == winner(other):
                for viewer in (SPECTATOR, 0, 1, 2, 3):
                    assert seen(room, viewer) == seen(other, viewer)


@pytest.mark.clauses("CND-04")
def test_prisoners_learn_who_has_the_card_and_not_who_else_grabbed_guard_and_spectators_neither():
    rooms = [
        room
        for moves in (["leave", "leave", "grab"], ["grab", "leave", "grab"], ["grab", "grab", "grab"])
        for room in told_by_order("condamnes", moves).values()
    ]
    guard = int(rooms[0].table.position()["guard"])  # type: ignore[union-attr]
    prisoners = [seat for seat in range(4) if seat != guard]
    for room, other in itertools.combinations(rooms, 2):
        for viewer in (SPECTATOR, guard):
            assert seen(room, viewer) == seen(other, viewer)
        for viewer in prisoners:
            mine = [f"{viewer} grab" in own_record(each, viewer) for each in (room, other)]
            if winner(room) == winner(other) and mine[0] == mine[1]:
                assert seen(room, viewer) == seen(other, viewer)


@RACES
def test_all_answers_come_in_one_beat_for_everybody_told_by_seat(name, fastest):
    for order in ((0, 1, 2), (2, 1, 0)):
        room, asked, put = at_a_race(name)
        beats = {viewer: room.chronicle(viewer).beat for viewer in (SPECTATOR, 0, 1, 2, 3)}
        run(room, [(asked[place], fastest) for place in order], seconds(put, 3))
        for viewer, beat in beats.items():
            page = room.chronicle(viewer).pages[beat]
            answered = [event.seat for event in page.moment.events if event.text == fastest]
            assert answered == (asked if name == "prohis" else [viewer] if viewer in asked else [])


# How quick a bot is


def person(rng: random.Random, usual: float) -> float:
    """Somebody who needs so many seconds as a rule, sometimes twice and sometimes half of them."""
    return usual * rng.lognormvariate(0, 0.5)


@pytest.mark.parametrize(("usual", "fewest", "most"), [(2.0, 0.6, 0.8), (3.0, 0.42, 0.58), (4.0, 0.25, 0.45)])
@pytest.mark.clauses("PRO-14")
def test_people_and_bots_are_about_as_often_the_first(usual, fewest, most):
    rng = random.Random(1)
    won = [person(rng, usual) < reaction(KEY, number, 1) for number in range(4000)]
    assert fewest < sum(won) / len(won) < most


def test_a_bot_is_never_quicker_than_a_hand_and_seldom_slower_than_a_mind():
    times = sorted(reaction(KEY, number, seat) for number in range(1000) for seat in range(3))
    assert times[0] > REFLEX
    assert times[len(times) // 20] > 1.2
    assert 2.8 < median(times) < 3.2
    assert times[-len(times) // 20] < 8


def test_a_bot_s_reaction_hangs_on_the_table_s_secret_the_question_and_the_seat_alone():
    assert reaction(KEY, 3, 1) == reaction(KEY, 3, 1)
    assert len({reaction(KEY[::-1], 3, 1), reaction(KEY, 3, 1), reaction(KEY, 4, 1), reaction(KEY, 3, 2)}) == 4


@pytest.mark.parametrize("tempo", TEMPOS)
@pytest.mark.parametrize("bot_grabs", [True, False])
@pytest.mark.clauses("CND-04")
def test_a_person_races_against_a_bot_s_reaction_whatever_the_tempo(tempo, bot_grabs):
    """Who answers half a second before the bot's time has the card, who does half a second after it hasn't."""
    for sooner in (0.4, -0.4):
        room = began("condamnes", [ANNA, "random", "random"], pace=TimeControl(tempo=tempo), key=CAUGHT)
        assert room.table.actors == {0, 2}  # type: ignore[union-attr]
        due = NOON + reaction(fairness.mixed(CAUGHT, room.id, [None] * 3), 1, 2)
        room.submit(ANNA.id, "mine", room.chronicle(0).beat, ["grab"], due - sooner)
        while room.label == 2:
            now = max(due - sooner, room.wake_at or 0.0)
            assert tick(room, now, lambda legal: "grab" if bot_grabs else "leave")
        assert winner(room) == (0 if sooner > 0 or not bot_grabs else 2)


CAUGHT = next(  # a key that makes seat 1 the guard
    key
    for key in (bytes([number]) * 32 for number in range(100))
    if began("condamnes", [ANNA, "random", "random"], key=key).table.position()["guard"] == 1  # type: ignore[union-attr]
)


@pytest.mark.parametrize("how", ["hands over", "gets up"])
@pytest.mark.clauses("CND-04")
def test_who_is_slow_gains_nothing_by_leaving_the_seat_to_a_bot(how):
    room, asked, put = at_a_race("condamnes")
    slow, quick, third = asked
    for seat in (quick, third):
        room.submit(FOUR[seat].id, token(seat), room.chronicle(seat).beat, ["grab"], put + 20 + seat)
    if how == "hands over":
        room.set_bot(FOUR[slow].id, slow, "random", offered=False)
    else:
        room.get_up(FOUR[slow].id)
    now = put + 30
    while room.label == 2:
        now = max(now, room.wake_at or now)
        assert tick(room, now, lambda legal: "grab")
    assert winner(room) == quick


# What a table begins with


@pytest.mark.clauses("PRO-14")
def test_speed_decides_at_live_tables_and_the_lot_everywhere_else():
    prohis = game("prohis")
    assert (prohis.default("tie"), prohis.default("tie", live=True)) == ("lot", "speed")
    assert prohis.chosen({}) == {"tie": "lot"}
    assert prohis.chosen({}, live=True) == {"tie": "speed"}
    assert prohis.chosen({"tie": "lot"}, live=True) == {"tie": "lot"}
    assert prohis.start(3, seed=1).options == {"tie": "lot"}


def test_only_the_questions_that_a_clause_says_are_races():
    assert {name for name in catalogue() if is_written(game(name).rules, "race")} == {"condamnes", "prohis"}
    room = began("prohis", FOUR, tie="lot")
    until_sealed(room)
    assert not room.game.is_race(room.table.state())  # type: ignore[union-attr]
    started = game("condamnes").start(4, seed=1)
    assert started.game.is_race(started.state())
    for seat in sorted(started.actors):
        started.play(seat, "leave")
    guard = started.position()["guard"]
    started.play(guard, started.legal(guard)[0])
    assert started.game.plain.sealed(started.state())  # a moment is sealed too
    assert not started.game.is_race(started.state())
