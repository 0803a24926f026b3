"""A trained network plays by NumPy alone: it sees a look's tensor, and only legal moves have a chance."""

import random

import numpy as np
import pytest

import tripot
from tripot.bots import NETWORK, bot, levels_of, network
from tripot.bots.instincts import policy, temper
from tripot.bots.master.match import play
from tripot.bots.master.settings import settings_of
from tripot.bots.network import HOME, Network, join
from tripot.engine.errors import BadOption
from tripot.engine.look import Look
from tripot.engine.tensor import tensor_size

WIDTH = 8
LARGEST = 2_000_000  # bytes of a network in the package
ENOUGH = 60  # moves
TRAINED = sorted(file.stem for file in HOME.glob("*.npz"))


def network_by_chance(path, seed):
    """A network of Contrebande's size with weights by chance, as training would write them."""
    game, rng = tripot.game("contrebande"), np.random.default_rng(seed)
    size, moves = tensor_size(game.rules), len(game.moves)
    shapes = {
        "shift": (size,), "scale": (size,), "body.0.weight": (WIDTH, size), "body.0.bias": (WIDTH,),
        "body.1.weight": (WIDTH, WIDTH), "body.1.bias": (WIDTH,), "policy.weight": (moves, WIDTH),
        "policy.bias": (moves,), "value.weight": (1, WIDTH), "value.bias": (1,),
    }  # fmt: skip
    np.savez(path, **{name: rng.normal(size=shape).astype(np.float16) for name, shape in shapes.items()})
    return path


@pytest.fixture
def weights(tmp_path):
    return network_by_chance(tmp_path / "contrebande.npz", seed=3)


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


def test_several_networks_play_as_one_by_the_mean_of_their_chances(tmp_path):
    files = [network_by_chance(tmp_path / f"{seed}.npz", seed) for seed in (3, 4, 5)]
    join(files[1:], tmp_path / "two.npz")
    join([files[0], tmp_path / "two.npz"], tmp_path / "three.npz")
    table = tripot.game("contrebande").start(3, seed=2)
    look = table.look(min(table.actors))
    alone = [Network(file).chances(look) for file in files]
    joined = Network(tmp_path / "three.npz").chances(look)
    assert joined == pytest.approx({move: sum(each[move] for each in alone) / 3 for move in look.legal}, abs=1e-6)


def test_a_network_plays_among_others_in_native_games(weights):
    """Where masters are measured it is given its seat's looks, as at a table."""
    game, looks = tripot.game("contrebande"), []
    player = Network(weights)

    def watched(look, rng):
        looks.append(look)
        return player(look, rng)

    regular = temper("contrebande")
    played = play(game, policy("contrebande"), [regular, watched, regular], 3, 5, settings_of("contrebande"))
    assert len(played.points) == 3
    assert {look.viewer for look in looks} == {1}
    assert all(1 in look.actors for look in looks)


def moves_of(name, seats, seed):
    """What the house's network does in every seat, from the beginning of a game on."""
    table, player, rng, moves = tripot.game(name).start(seats, seed=seed), bot(name, NETWORK), random.Random(1), []
    while table.actors and len(moves) < ENOUGH:
        seat = min(table.actors)
        look = table.look(seat)
        assert set(player.chances(look)) == set(look.legal)
        moves.append(player(look, rng))
        table.play(seat, moves[-1])
    return moves


@pytest.mark.parametrize("name", TRAINED)
def test_the_houses_networks_play_legally_and_the_same_way_for_the_same_seed(name):
    game = tripot.game(name)
    assert (HOME / f"{name}.npz").stat().st_size <= LARGEST
    assert NETWORK in levels_of(name)
    assert moves_of(name, game.rules.SEATS[0], 3) == moves_of(name, game.rules.SEATS[0], 3)


@pytest.mark.parametrize("name", TRAINED)
def test_a_network_knows_what_its_look_shows_and_nothing_else(name):
    """Two looks with the same record are the same to it, whichever tables they were taken at."""
    table = tripot.game(name).start(seed=5)
    look = table.look(min(table.actors))
    again = Look.of_record(look.game, look.viewer, bytes(look))
    assert bot(name, NETWORK).chances(look) == bot(name, NETWORK).chances(again)


def test_a_game_without_a_network_says_whom_it_has(monkeypatch, tmp_path):
    monkeypatch.setattr(network, "HOME", tmp_path)
    with pytest.raises(BadOption):
        bot("prohibition", NETWORK)
