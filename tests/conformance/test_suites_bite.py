"""The suites that any game is held to pass where it has nothing to test; the house's own games have it all."""

import random

import tripot
from tripot.engine import record_codec
from tripot.testing.random_play import spread, states
from tripot.testing.settings import Setting, each_game
from tripot.testing.suite.test_positions import tampered
from tripot.testing.suite.test_round_trips import two_in_a_row

TAMPERED = 12  # of each of ten positions


@each_game()
def test_some_seat_makes_two_moves_running(game):
    assert two_in_a_row(game) is not None


@each_game()
def test_many_tampered_positions_are_refused(game):
    rng, refused = random.Random(31), 0
    for state in spread(states(Setting(game, game.fewest), 31), 10):
        document = record_codec.to_document(game.rules, state)
        for _ in range(TAMPERED):
            try:
                game.position(tampered(game, document, rng))
            except tripot.BadPosition:
                refused += 1
    assert refused > 10 * TAMPERED / 4
