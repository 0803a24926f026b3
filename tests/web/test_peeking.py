"""What a seat asks a table of the house must not help it to peek: drafts, series, records and clocks, without a server.

Rooms stand at the same moment of two games that the seat can't tell apart (`twins.py`); whatever it asks, the answers
are the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from tests.web.twins import Scripted, Twins, twins
from tripot.engine.errors import TripotError
from tripot.engine.game import Game
from tripot.engine.look import Look, seats_in
from tripot.games.common import CHANCE
from tripot.house import fairness, scenes
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.sheet import PLAYING, SPECTATOR, Chair, Sheet
from tripot.house.time_control import TimeControl
from tripot.testing.settings import Setting, each_game

NOON = 1_000_000.0
GAMES, MOVES = 12, 60  # of a viewer, and their length
GUESTS = [f"guest {seat}" for seat in range(9)]
CUSTOMS_NAMES = ["Anna", "Bob", "Cléo", "Dora", "Émile", "Fanny", "Gus", "Hugo", "Ines"]


def rooms_at(found: Twins, number: int, bots: bool, monkeypatch: pytest.MonkeyPatch) -> tuple[Room, Room]:
    """The two tables after so many steps; the viewer is a person, the others are people or bots."""
    return tuple(_room(found, world, number, bots, monkeypatch) for world in (0, 1))  # type: ignore[return-value]


def _room(found: Twins, world: int, number: int, bots: bool, monkeypatch: pytest.MonkeyPatch) -> Room:
    game, seats = found.setting.game, found.setting.seats
    monkeypatch.setattr(fairness, "stream", lambda *_: Scripted(found.luck(world)))
    sheet = Sheet(
        "abcdefghijkmnpqr", game.name, game.version, seats, game.chosen(dict(found.setting.options)), TimeControl(),
        False, PLAYING, GUESTS[0], bytes(32), NOON, NOON,
    )  # fmt: skip
    chairs = [
        Chair(seat, bot="regular") if bots and seat != found.viewer else Chair(seat, GUESTS[seat], CUSTOMS_NAMES[seat])
        for seat in range(seats)
    ]
    room = Room(sheet, chairs)
    history = (found.one, found.two)[world][:number]
    room.follow([(seat, move, NOON + i, None) for i, (seat, move) in enumerate(history)])
    return room


def moments(found: Twins) -> Iterator[tuple[int, frozenset[int]]]:
    """Where seats are asked, and no answer to a sealed question is in; the last is where the worlds must part."""
    for number, (seat, _) in enumerate(found.one):
        fresh = not found.labels[number] or found.labels[number] != found.labels[number - 1]
        if seat != CHANCE and fresh:
            yield number, frozenset({seat})
    if found.asked > 0:
        yield len(found.one), seats_in(found.asked)


def own_moments(found: Twins) -> list[int]:
    return [number for number, asked in moments(found) if found.viewer in asked]


def answer(ask: Callable[[], Any]) -> Any:
    """What is answered, or the refusal."""
    try:
        return ask()
    except TripotError as refusal:
        return type(refusal).__name__, str(refusal), getattr(refusal, "code", ""), getattr(refusal, "clause", "")


def is_refusal(said: Any) -> bool:
    """After which the table is as it was."""
    return isinstance(said, tuple)


def drafted(room: Room, seat: int, moves: list[str]) -> Any:
    return answer(lambda: msgspec.json.encode(scenes.draft(room, *room.draft(GUESTS[seat], moves), moves, "en")))


def acted(room: Room, seat: int, moves: list[str]) -> Any:
    """What a series shows that goes on, the refusal, or nothing: what is complete is played, and then it is fair."""
    beat = room.chronicle(seat).beat
    look = answer(lambda: room.act(GUESTS[seat], "a", beat, moves, NOON + 500) or "accepted")
    return bytes(look) if isinstance(look, Look) else look


def submitted(room: Room, seat: int, moves: list[str]) -> Any:
    """The refusal of a series, or nothing: what is accepted is played, and what it then shows is fair."""
    beat = room.chronicle(seat).beat
    return answer(lambda: room.submit(GUESTS[seat], "a", beat, moves, NOON + 500) or "accepted")


def copied(room: Room) -> Room:
    """The same table, for a decision that is tried out."""
    trial = Room(room.sheet, room.chairs)
    trial.table, trial.times, trial.tokens = room.table.copy(), list(room.times), list(room.tokens)
    trial._tell()
    return trial


def all_twins(game: Game, games: int = GAMES, moves: int = MOVES) -> Iterator[Twins]:
    setting = Setting(game, min(game.most, max(game.fewest, 3)))
    for viewer, seed in itertools.product(setting.viewers(), range(games)):
        yield twins(setting, viewer, seed, moves)


@each_game()
def test_a_draft_shows_nothing_that_is_not_confirmed(game, monkeypatch):
    compared = 0
    for found in all_twins(game):
        for number in own_moments(found)[-2:]:
            left, right = rooms_at(found, number, False, monkeypatch)
            for first in left.table.legal(found.viewer):
                assert drafted(left, found.viewer, [first]) == drafted(right, found.viewer, [first]), first
                compared += 1
    assert compared > 40


@each_game()
def test_a_series_is_refused_only_for_what_its_seat_knows(game, monkeypatch):
    """A series that goes on after something is opened would be a free look: refused or not tells what was there."""
    compared = 0
    for found in all_twins(game, games=GAMES // 2):
        for number in own_moments(found)[-1:]:
            left, right = rooms_at(found, number, False, monkeypatch)
            trials = [copied(left), copied(right)]
            firsts = left.table.legal(found.viewer)[:6]
            verbs = {text.split()[0]: text for text in game.moves}.values()
            for series in itertools.product(firsts, verbs):
                assert drafted(left, found.viewer, list(series)) == drafted(right, found.viewer, list(series)), series
                for ask in (submitted, acted):
                    said = [ask(trial, found.viewer, list(series)) for trial in trials]
                    assert said[0] == said[1], series
                    if not is_refusal(said[0]):
                        trials = [copied(left), copied(right)]
                compared += 1
    assert compared > 50


@each_game()
@pytest.mark.parametrize("bots", [False, True], ids=["people", "bots"])
def test_no_clock_runs_differently(game, bots, monkeypatch):
    """When time decides and when a bot moves or speaks is the same, and so is all that is shown and exported."""
    compared = talked = 0
    for found in all_twins(game, games=4):
        for number, _ in list(moments(found))[-4:]:
            left, right = rooms_at(found, number, bots, monkeypatch)
            assert left.ends_at == right.ends_at
            assert left.wake_at == right.wake_at
            assert left.due_at == right.due_at
            talked += left.due_at != left.wake_at
            viewer = SPECTATOR if found.viewer < 0 else found.viewer
            assert scenes.own_record(left, viewer) == scenes.own_record(right, viewer)
            shown = [msgspec.json.encode(Showing(room, NOON).scene(viewer, "fr", 0)) for room in (left, right)]
            assert shown[0] == shown[1]
            compared += 1
    assert compared > 20
    if game.name == "prohis":  # where there is much to remark
        assert bool(talked) == bots
