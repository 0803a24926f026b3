"""Random play by a loop of the game's own, and the bits that it keeps at hand."""

from types import ModuleType

import numba
import pytest

import tripot
from tripot.engine import bits, registers
from tripot.engine.at_random import player
from tripot.engine.simulate import playouts
from tripot.engine.twins import clone, plain

WORDS = (1, 0b1011_0110, 1 << 62, (1 << 63) - 1, 0x0123_4567_89AB_CDEF)


def first_game(game, loop):
    """The final record of the first game, played by a loop as plain Python."""
    twin, state, used = plain(game.rules), game.new_state(), [0] * len(game.moves)
    twin.setup(state, game.fewest, game.option_numbers(game.chosen({})))
    clone(loop, vars(twin))(state, 7, used)
    return state.record(), used


@pytest.mark.parametrize("name", ["prohis", "chasse"])
def test_a_game_s_own_loop_plays_the_same_in_plain_python(name):
    game = tripot.game(name)
    expected = playouts(game, game.fewest, 1, seed=7, twin="plain", keep=True)
    record, used = first_game(game, player(game.rules))
    assert record == expected.records[0]
    assert used == expected.used.tolist()


def test_rules_with_a_function_of_their_own_for_all_phases_are_asked_through_it():
    game = tripot.game("contrebande")
    own = ModuleType("own")
    vars(own).update(vars(game.rules), actors=lambda s: game.rules.actors(s))
    loop = player(own)
    assert "may_customs" not in loop.__code__.co_names
    expected, _ = first_game(game, player(game.rules))
    assert first_game(game, loop)[0] == expected


@pytest.mark.parametrize("deposits", [True, False])
def test_a_bit_is_found_on_any_processor(deposits, monkeypatch):
    monkeypatch.setattr(registers, "deposits_bits", lambda codegen: deposits)

    @numba.njit
    def find(word, place):
        return registers.nth_one(word, place)

    for word in WORDS:
        for place in range(bits.ones(word)):
            assert find(word, place) == bits.nth_one(word, place)


def test_marks_may_be_taken_back_and_lie_in_several_words():
    marks = bits.no_marks(100)
    for move, marked in ((3, 1), (3, 0), (70, True), (99, 2)):
        marks[move] = marked
    assert (bits.marked_in(marks, 0), bits.marked_in(marks, 1)) == (0, 1 << 6 | 1 << 35)

    @numba.njit
    def marked(word):
        marks = registers.no_marks(100)
        marks[3] = 1
        marks[3] = 0
        marks[70] = True
        marks[99] = 2
        return registers.marked_in(marks, word)

    assert (marked(0), marked(1)) == (0, 1 << 6 | 1 << 35)
