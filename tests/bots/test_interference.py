"""Non-interference through bots: whoever looks the same at two tables, and heard the same, does the same at both."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.furnished import each_furnished_game
from tripot.bots import CHARACTERS, NETWORK, NOVICE, REGULAR, bot
from tripot.bots.master import Thought, master, settings_of
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.house.recall import Recall, RecalledStep
from tripot.testing.leak_checks import imagined, table_of
from tripot.testing.settings import Setting

SEED = 1927
LENGTH = 150  # moves of a game
THOUGHTS = 3  # of a master, from the first question on
QUICKLY = {"simulations": 60, "keep": 64, "room": 512, "seconds": math.inf}  # what comes out hangs on no clock


class Moment(NamedTuple):
    """A question with a choice, at two tables that whoever is asked can't tell apart, and all that they heard."""

    look: Look
    other: Look
    heard: list[RecalledStep]


def moments(game: Game, seed: int = SEED) -> Iterator[Moment]:
    """Those of a game of any moves in which something is hidden."""
    rng = random.Random(seed)
    table = Setting(game, min(3, game.most)).start(seed)
    recalls = {seat: Recall(table, seat) for seat in range(table.seats)}
    for _ in range(LENGTH):
        if not table.actors:
            return
        seat = rng.choice(sorted(table.actors))
        look, others = table.look(seat), imagined(game, table.state(), seat, rng.getrandbits(62))
        if len(look.legal) > 1 and bytes(others) != bytes(table.state()):
            heard = list(recalls[seat].follow(table.moves_since(0)).steps)
            yield Moment(look, table_of(game, others).look(seat), heard)
        table.play(seat, rng.choice(look.legal))


def thought(moment: Moment, look: Look, character: str) -> Thought:
    """What a master thinks of a look, after all that it heard, and which move that makes."""
    name = look.game.name
    player = master(name, settings_of(name, character=character, **QUICKLY), seed=SEED)
    for heard, record in moment.heard:
        player.notice(heard, Look.of_record(look.game, look.viewer, record))
    return player.thought(player(look, random.Random(SEED)))


@pytest.mark.parametrize("level", [NOVICE, REGULAR, NETWORK])
@each_furnished_game()
def test_bots_that_remember_nothing_do_the_same_at_tables_that_look_the_same(game: Game, level: str) -> None:
    here, there, asked = bot(game.name, level), bot(game.name, level), list(moments(game))
    assert asked
    for number, moment in enumerate(asked):
        move = here(moment.look, random.Random(number))
        assert move == there(moment.other, random.Random(number))
        assert move in moment.look.legal


@each_furnished_game("master")
def test_masters_think_the_same_of_tables_that_look_the_same(game: Game) -> None:
    """The same worlds, simulations, worths and chances, and so the same move in the same time."""
    every = list(moments(game))
    asked = every[:: max(1, len(every) // THOUGHTS)]
    for moment, character in zip(asked, ("", *CHARACTERS), strict=False):
        one, two = thought(moment, moment.look, character), thought(moment, moment.other, character)
        assert one == two
        assert one.simulations == QUICKLY["simulations"]
