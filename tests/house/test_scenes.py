"""Scenes as they are sent: put together once for all who are shown the same, as each would be shown it alone."""

import random

import msgspec
import pytest

from tests.house.people import ANNA, BOB, CLEO, DORA, NOON, began, tick, token
from tripot.engine.audience import quicken
from tripot.engine.game import Game
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.sheet import PLAYING, SPECTATOR
from tripot.house.time_control import TimeControl
from tripot.testing.settings import each_game

PEOPLE = (ANNA, BOB, CLEO, DORA)
LANGUAGES = ("en", "fr")
DECISIONS = 150


def decide(room: Room, rng: random.Random, now: float) -> None:
    """Somebody decides who is asked and hasn't answered, or time does."""
    assert room.table is not None
    seats = sorted(room.table.actors - room.answers.keys())
    if not seats:
        tick(room, room.wake_at or now)
        return
    seat = rng.choice(seats)
    moves = [rng.choice(room.table.legal(seat))]
    room.submit(room.chairs[seat].guest or "", token(now, seat), room.chronicle(seat).beat, moves, now)


@pytest.mark.parametrize("natively", [False, True])
@each_game("audience")
def test_a_frame_is_what_its_viewer_would_be_shown_alone(game: Game, natively: bool, monkeypatch) -> None:
    monkeypatch.setattr(game, "notice_all", None)
    if natively:
        quicken(game)
    rng = random.Random(7)
    room = began(
        game.name, PEOPLE[: max(game.fewest, min(game.most, 4))], pace=TimeControl("correspondence", 24, "instant")
    )
    viewers = [SPECTATOR, *range(room.sheet.seats)]
    known = {viewer: room.chronicle(viewer).witness.record for viewer in viewers}
    since = {viewer: room.chronicle(viewer).beat for viewer in viewers}
    for number in range(DECISIONS):
        if room.status != PLAYING:
            break
        now = NOON + number
        decide(room, rng, now)
        showing = Showing(room, now)
        for viewer in viewers:
            for language in LANGUAGES:
                frame = showing.frame(viewer, language, since[viewer], known[viewer], "")
                alone = Showing(room, now).scene(viewer, language, since[viewer], known[viewer])
                assert frame == msgspec.json.encode(alone)
            alone.ack = f"é\\{number}"
            assert showing.frame(viewer, language, since[viewer], known[viewer], alone.ack) == msgspec.json.encode(
                alone
            )
            witness = room.chronicle(viewer).witness
            if rng.random() < 0.9:  # else they are behind, and get the sum of what they missed
                known[viewer], since[viewer] = witness.record, witness.beat
            view = msgspec.json.decode(
                msgspec.json.encode(Showing(room, now).scene(viewer, "en", 0, known[viewer]).view)
            )
            assert view == {} or known[viewer] is not witness.record
