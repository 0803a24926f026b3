"""A master plays every game to its end at its fewest and its most seats, legally, and with worlds to think about."""

from __future__ import annotations

import pytest

import tripot
from tripot.bots.instincts import policy, temper
from tripot.bots.master.match import MASTER, play
from tripot.bots.master.settings import settings_of
from tripot.engine.look import Look

# Of all steps, in how many no world that was kept may look like the table, so that others are imagined: much is opened
# there all at once that is seldom just so in some hundreds of worlds. In Condamnés! the cards turned up at first, and
# hands that are searched or looked through; in PROHIS officers of several rivals, and at the end all warehouses.
LOST = {"condamnes": 1 / 16, "prohis": 1 / 100}
SIMULATIONS = 20
GAMES = ("chasse", "condamnes", "contrebande", "prohibition", "prohis")
SETTINGS = [(name, seats) for name in GAMES for seats in sorted(set(tripot.game(name).rules.SEATS))]


@pytest.mark.parametrize(("name", "seats"), SETTINGS)
def test_a_master_plays_a_whole_game_legally_and_has_worlds_in_mind(name, seats):
    game, decided = tripot.game(name), []
    settings = settings_of(name, simulations=SIMULATIONS, chunk=SIMULATIONS, seconds=60.0)

    def check(master, move):
        look = Look.of_record(game, master.seat, master.seen)
        assert move in look.legal_numbers()
        decided.append(move)

    line_up = [MASTER, *[temper(name)] * (seats - 1)]
    played = play(game, policy(name), line_up, seats, 5, settings, seen=check)
    (player,) = played.masters
    (tally,) = player.mind.tally
    assert len(played.points) == seats
    assert len(decided) > 10
    assert tally["worlds"] > 0
    assert tally["lost"] <= LOST.get(name, 0.0) * tally["steps"]
    assert Look.of_record(game, 0, player.seen).legal == (), "the game is over"
