"""Policies keep their contract: only legal moves have weight, natively the same, whatever lies hidden.

A game is held to it as soon as it has a policy."""

import random
from collections.abc import Iterator

import pytest

import tripot
from tripot.bots.instincts import CHARACTERS, Instinct, Temper, policy, temper
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.twins import plain
from tripot.testing.leak_checks import imagined, table_of
from tripot.testing.settings import Setting, complete_games

SEED = 1920
MOST = 1 << 20  # what all weights together stay below
LENGTH = 400  # decisions of a game that are looked at
GAMES = [tripot.game(name) for name in complete_games() if policy(name) is not None]
each_policy = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
each_seating = pytest.mark.parametrize(
    "setting",
    [
        pytest.param(
            Setting(game, seats), id=f"{game.name}-{seats}", marks=pytest.mark.xdist_group(f"{game.name} policy")
        )
        for game in GAMES
        for seats in dict.fromkeys((game.fewest, game.most))
    ],
)


def tempers_of(game: Game) -> list[Temper]:
    """Every temper that the house knows of, and one with all knobs at nothing."""
    module = policy(game.name)
    levels = [temper(game.name, level, character) for level in module.LEVELS for character in ("", *CHARACTERS)]
    return [*levels, *module.HABITS.values(), (0,) * len(module.TEMPER)]


def decisions(setting: Setting) -> Iterator[tuple[Look, Temper]]:
    """What is asked in a game of all tempers by turns, with some moves at random."""
    rng, table = random.Random(SEED), setting.start(SEED)
    tempers = tempers_of(setting.game)
    players = [Instinct(setting.game, knobs) for knobs in tempers]
    for moment in range(LENGTH):
        if not table.actors:
            return
        look, place = table.look(rng.choice(sorted(table.actors))), moment % len(tempers)
        yield look, tempers[place]
        table.play(look.viewer, players[place](look, rng) if moment % 3 else rng.choice(look.legal))


@each_policy
def test_levels_characters_and_habits_turn_knobs_that_are_there(game):
    module = policy(game.name)
    assert list(module.LEVELS) == ["novice", "regular"]
    assert tuple(module.CHARACTERS) == CHARACTERS
    assert all(set(changes) <= set(module.TEMPER) for changes in module.CHARACTERS.values())
    assert {len(values) for values in (*module.LEVELS.values(), *module.HABITS.values())} == {len(module.TEMPER)}
    assert all(knob >= 0 for knobs in tempers_of(game) for knob in knobs)


@each_seating
def test_legal_moves_alone_have_weight_whatever_the_temper(setting):
    game = setting.game
    lean = plain(game.rules, (), policy(game.name)).lean
    for look, knobs in decisions(setting):
        weights = [0] * len(game.moves)
        lean(game.state_of(bytes(look)), look.viewer, knobs, weights)
        weighed = {game.moves[move]: weight for move, weight in enumerate(weights) if weight}
        where = f"in the phase {look.phase!r}, with the temper {knobs}"
        assert set(weighed) <= set(look.legal), f"{where} it leans to what isn't legal"
        assert weighed, f"{where} it leans to nothing"
        assert min(weights) >= 0, f"{where} it has a weight below 0: {weighed}"
        assert sum(weights) < MOST, f"{where} its weights are too large: {weighed}"


@each_seating
def test_it_weighs_the_same_whatever_lies_hidden(setting):
    game, rng = setting.game, random.Random(SEED)
    player, table = Instinct(game, temper(game.name)), setting.start(SEED)
    for moment in range(LENGTH // 3):
        if not table.actors:
            break
        seat = rng.choice(sorted(table.actors))
        other = table_of(game, imagined(game, table.state(), seat, rng.getrandbits(62)))
        assert player.weights(other.look(seat)) == player.weights(table.look(seat))
        table.play(seat, player(table.look(seat), random.Random(moment)))


@each_seating
def test_it_weighs_the_same_natively(setting):
    game = setting.game
    for look, knobs in decisions(setting):
        if len(look.legal) > 1:
            assert Instinct(game, knobs, natively=True).weights(look) == Instinct(game, knobs).weights(look)
