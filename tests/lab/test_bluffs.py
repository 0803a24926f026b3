"""What is counted of lies adds up; where they are told, regulars lie more than novices, who are a little too honest."""

import random

import pytest

import tripot
from tripot.bots import bot
from tripot.games import prohis
from tripot.lab.bluffs import GAMES, WATCHES, Bluffs, bluffs

SPOKEN = ("contrebande", "prohis")  # where whoever lies says or sends something false


@pytest.mark.parametrize("name", GAMES)
def test_what_is_counted_of_lies_adds_up(name):
    seats = {"chasse": 2, "condamnes": 4}.get(name, 3)
    regular, novice = (bluffs(name, level, seats=seats, games=4, seed=7) for level in ("regular", "novice"))
    for found in (regular, novice):
        assert 0 < found.lies < found.said
        assert found.caught + found.believed <= found.lies
        assert found.doubted <= found.said - found.lies
    assert regular.caught > 0
    assert regular.believed > 0
    if name in SPOKEN:
        assert regular.lying > novice.lying


def test_the_convoy_that_ends_the_game_has_its_fate_too():
    """Everybody lets the last one pass, with something illegal in it."""
    table, rng = tripot.game("prohis").start(3, seed=27), random.Random(27)
    while asked := sorted(table.actors):
        seat, before = rng.choice(asked), table.state()
        move = bot("prohis")(table.look(seat), rng)
        table.play(seat, move)
    assert (before.phase, move) == (prohis.CONTROL, "let-pass")
    assert prohis.ILLEGAL in list(before.convoy)
    found = Bluffs()
    WATCHES["prohis"](found, before, move, table.state())
    assert found == Bluffs(believed=1)


def test_three_lies_of_three_are_not_sure_to_be_all():
    assert Bluffs(said=3, lies=3, caught=3).line() == "100 % (44–100) | 100 % (44–100) | 0 % (0–56) | 0 % (0–79)"
