"""Who is asked, what may be done, and what chance may do, in every state of random games."""

import pytest

from tripot.engine.look import Look, seats_in
from tripot.games.common import CHANCE, NOBODY
from tripot.testing.random_play import legal_moves, possible_outcomes, states
from tripot.testing.settings import each_setting

SEEDS = range(2)


@pytest.fixture(params=SEEDS)
def seed(request):
    return request.param


@each_setting()
def test_somebody_is_asked_until_the_game_is_over(setting, seed):
    """Seats, or chance, or nobody: never a mixture, and never a seat that is not there."""
    plain = setting.game.plain
    for state in states(setting, seed):
        asked = plain.actors(state)
        assert asked in (CHANCE, NOBODY) or 0 < asked < 1 << setting.seats
        assert (state.reason >= 0) == (asked == NOBODY)
        if len(seats_in(asked)) > 1:
            assert plain.sealed(state) != 0, "several seats are asked at once only where answers are sealed"


@each_setting()
def test_an_asked_seat_can_always_move(setting, seed):
    game = setting.game
    for state in states(setting, seed):
        for seat in seats_in(game.plain.actors(state)):
            can = bytearray(8 * game.words)
            game.plain.legal(state, seat, can)
            assert set(can[: len(game.moves)]) <= {0, 1}
            assert 1 in can
            assert not any(can[len(game.moves) :]), "a mark beyond the table of moves"


@each_setting()
def test_chance_always_has_an_outcome(setting, seed):
    game = setting.game
    for state in states(setting, seed):
        if game.plain.actors(state) == CHANCE:
            weights = possible_outcomes(game, state)
            assert weights
            assert min(weights.values()) > 0


@each_setting()
def test_moves_are_offered_in_the_order_of_the_table_to_those_who_are_asked(setting):
    game = setting.game
    for state in states(setting, 0)[::3]:
        asked = seats_in(game.plain.actors(state))
        for seat in range(setting.seats):
            look = Look(game, state, seat)
            offered = look.legal
            if seat in asked:
                assert offered == tuple(text for text in game.moves if text in set(offered))
                assert [game.moves[number] for number in legal_moves(game, state, seat)] == list(offered)
                assert look.passive in offered
            else:
                assert offered == ()
                assert look.passive is None
        assert Look(game, state, -1).legal == ()


@each_setting()
def test_a_move_changes_the_table(setting):
    """Else a game could go on for ever."""
    seen = states(setting, 1)
    assert len({bytes(state) for state in seen}) == len(seen)
    assert len(seen) - 1 <= setting.game.rules.LONGEST
