"""A trained network plays by NumPy alone: it sees a look's tensor, and only legal moves have a chance."""

import random

import numpy as np
import pytest

import tripot
from tripot.bots.instincts import policy, temper
from tripot.bots.master.match import play
from tripot.bots.master.settings import settings_of
from tripot.bots.network import Network
from tripot.engine.tensor import tensor_size

WIDTH = 8


@pytest.fixture
def weights(tmp_path):
    """A network of Contrebande's size with weights by chance, as training would write them."""
    game, rng = tripot.game("contrebande"), np.random.default_rng(3)
    size, moves = tensor_size(game.rules), len(game.moves)
    shapes = {
        "shift": (size,), "scale": (size,), "body.0.weight": (WIDTH, size), "body.0.bias": (WIDTH,),
        "body.1.weight": (WIDTH, WIDTH), "body.1.bias": (WIDTH,), "policy.weight": (moves, WIDTH),
        "policy.bias": (moves,), "value.weight": (1, WIDTH), "value.bias": (1,),
    }  # fmt: skip
    path = tmp_path / "contrebande.npz"
    np.savez(path, **{name: rng.normal(size=shape).astype(np.float16) for name, shape in shapes.items()})
    return path


def test_a_network_plays_a_whole_game(weights):
    table, player, rng = tripot.game("contrebande").start(3, seed=2), Network(weights), random.Random(1)
    while table.actors:
        seat = min(table.actors)
        look = table.look(seat)
        chances = player.chances(look)
        assert set(chances) == set(look.legal)
        assert sum(chances.values()) == pytest.approx(1)
        table.play(seat, player(look, rng))
    assert table.outcome is not None


def test_the_surest_move_is_the_likeliest(weights):
    table = tripot.game("contrebande").start(3, seed=2)
    look = table.look(min(table.actors))
    chances = Network(weights).chances(look)
    assert chances[Network(weights, surest=True)(look, random.Random(1))] == max(chances.values())


def test_a_network_plays_among_others_in_native_games(weights):
    """Where masters are measured it is given its seat's looks, as at a table."""
    game, looks = tripot.game("contrebande"), []
    network = Network(weights)

    def watched(look, rng):
        looks.append(look)
        return network(look, rng)

    regular = temper("contrebande")
    points = play(game, policy("contrebande"), [regular, watched, regular], 3, 5, settings_of("contrebande"))
    assert len(points) == 3
    assert {look.viewer for look in looks} == {1}
    assert all(1 in look.actors for look in looks)
