"""Every game through PettingZoo's interface: its own test suites, and what an agent may see."""

import json
import pickle
import random
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

import tripot
from tripot.lab.pettingzoo_env import env, raw_env
from tripot.testing.settings import Setting, each_game, each_seating

# PettingZoo excuses its own games with a mask from these, by name
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def opened(setting, **more):
    return env(setting.game.name, setting.seats, **dict(setting.options), **more)


def random_move(seen, rng):
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


def play_on(table, rng, moves=10**6):
    """Random legal moves; those that were made."""
    made = []
    for _ in table.agent_iter():
        seen, _, over, _, _ = table.last()
        if over or len(made) == moves:
            break
        made.append(random_move(seen, rng))
        table.step(made[-1])
    return made


def all_see(table):
    return {agent: table.observe(agent)["observation"].tobytes() for agent in table.possible_agents}


# PettingZoo's own suites


@each_seating("one game")
def test_pettingzoo_s_api_test(setting, capsys):
    table = opened(setting)
    for number, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(number)
    api_test(table, num_cycles=400 if setting.seats == setting.game.fewest else 20)
    assert "Passed API test" in capsys.readouterr().out


@each_seating("one game")
def test_pettingzoo_s_seed_test(setting):
    seed_test(lambda: opened(setting), num_cycles=15)


@each_seating("one game")
def test_pettingzoo_s_benchmark_runs(setting, monkeypatch, capsys):
    seconds = iter(range(1000))
    clock = SimpleNamespace(time=lambda: 0.1 * next(seconds))  # its five seconds are over after fifty cycles
    monkeypatch.setattr(import_module("pettingzoo.test.performance_benchmark"), "time", clock)
    performance_benchmark(opened(setting))
    assert "turns per second" in capsys.readouterr().out


# What agents see


@each_seating("one game")
def test_an_agent_sees_what_its_seat_may_know(setting):
    """The same game at a table of the same seed, move by move; in an environment that has played before."""
    whole = setting.seats == setting.game.fewest
    table, played = setting.start(seed=5), opened(setting)
    rng = random.Random(5)
    played.reset(seed=4)
    play_on(played, rng, 10**6 if whole else 30)
    played.reset(seed=5)
    for count in range(10**6 if whole else 120):
        if not table.actors:
            break
        seat = min(table.actors)
        assert played.agent_selection == f"seat_{seat}"
        if count % 7 == 0:
            assert_all_see_the_table(played, table)
        seen, reward, over, cut, _ = played.last()
        assert (reward, over, cut) == (0, False, False)
        move = random_move(seen, rng)
        table.play(seat, setting.game.moves[move])
        played.step(move)
    assert_all_see_the_table(played, table)
    if whole:
        assert list(played.rewards.values()) == list(table.outcome.scores)
        assert all(played.terminations.values())


def assert_all_see_the_table(played, table):
    for seat, agent in enumerate(played.possible_agents):
        seen, look = played.observe(agent), table.look(seat)
        assert np.array_equal(seen["observation"], look.tensor())
        assert np.flatnonzero(seen["action_mask"]).tolist() == look.legal_numbers()


@each_seating("one game")
def test_what_is_hidden_makes_no_difference(setting):
    """Other deals that agree with what a seat knows look the same to it; where there are secrets, there are such."""
    played = opened(setting)
    rng = random.Random(6)
    secrets = others = 0
    for seed in range(3):
        played.reset(seed=seed)
        table = setting.start(seed=seed)
        for move in play_on(played, rng, 2 + 30 * seed):  # a short game is over soon, and hides nothing then
            table.play(min(table.actors), setting.game.moves[move])
        for seat, agent in enumerate(played.possible_agents):
            world = table.look(seat).imagined(seed=7)
            secrets += bytes(table.look(seat)) != bytes(table)
            others += bytes(world) != bytes(table)
            seen = tripot.Look(setting.game, world, seat)
            assert np.array_equal(played.observe(agent)["observation"], seen.tensor())
    assert others or not secrets


@each_game("one game")
def test_a_sealed_answer_stays_sealed(game):
    """Whatever the first of several asked seats answers, nobody else sees a difference before all have answered."""
    played = opened(Setting(game, game.fewest))
    compared = 0
    for seed in range(4):
        made = sealed_moment(game, seed)
        if made is None:
            continue
        played.reset(seed=seed)
        for move in made:
            played.step(move)
        answering = played.agent_selection
        own, seen = set(), []
        for answer in np.flatnonzero(played.observe(answering)["action_mask"])[:6].tolist():
            played.reset(seed=seed)
            for move in (*made, answer):
                played.step(move)
            views = all_see(played)
            own.add(views.pop(answering))
            seen.append(views)
        assert len(own) == len(seen)
        assert all(views == seen[0] for views in seen)
        compared += len(seen) > 1
    asks_one_at_a_time = all(sealed_moment(game, seed) is None for seed in range(4))
    assert compared or asks_one_at_a_time


def sealed_moment(game, seed):
    """The moves of a random game up to a moment when several seats are asked."""
    table, rng, made = game.start(game.fewest, seed=seed), random.Random(seed), []
    while table.actors and len(made) < 300:
        if len(table.actors) > 1 and len(table.legal(min(table.actors))) > 1:
            return made
        seat = min(table.actors)
        made.append(rng.choice(table.look(seat).legal_numbers()))
        table.play(seat, game.moves[made[-1]])
    return None


def test_sealed_answers_are_tested_at_all():
    assert sealed_moment(tripot.game("prohis"), 0) is not None


def test_there_is_no_full_state_to_ask_for():
    table = env()
    table.reset(seed=1)
    with pytest.raises(NotImplementedError):
        table.state()


def test_an_observation_is_the_agent_s_to_keep():
    table = env()
    table.reset(seed=1)
    first = table.observe("seat_0")
    kept = {name: array.copy() for name, array in first.items()}
    play_on(table, random.Random(1), 20)
    assert all(np.array_equal(first[name], kept[name]) for name in kept)
    first["action_mask"][:] = 1  # which makes nothing legal
    table.reset(seed=1)
    assert np.array_equal(table.observe("seat_0")["action_mask"], kept["action_mask"])


# Chance


def test_a_seed_repeats_a_game_and_none_goes_on():
    one, other = env(seed=8), env()
    one.reset()
    other.reset(seed=8)
    first = all_see(one)
    assert first == all_see(other)
    one.reset()
    other.reset()
    assert all_see(one) == all_see(other)
    assert first != all_see(one)


def test_without_any_seed_games_differ():
    tables = [env() for _ in range(4)]
    for table in tables:
        table.reset()
    assert len({tuple(all_see(table).values()) for table in tables}) > 1


def test_a_copy_from_a_pickle_plays_the_same():
    table = raw_env("contrebande", seats=5, pack="tiny", rewards="win")
    twin = pickle.loads(pickle.dumps(table))
    for each in (table, twin):
        each.reset(seed=3)
        play_on(each, random.Random(3))
    assert len(twin.possible_agents) == 5
    assert all_see(table) == all_see(twin)
    assert table.rewards == twin.rewards


# Rewards


@each_seating("one game")
def test_rewards_by_rank_and_for_winning(setting):
    rewards = {}
    for kind in ("scores", "ranks", "win"):
        table = opened(setting, rewards=kind)
        table.reset(seed=2)
        play_on(table, random.Random(2))
        rewards[kind] = list(table.rewards.values())
    assert sum(rewards["ranks"]) == pytest.approx(0)
    assert sum(rewards["win"]) == pytest.approx(1)
    assert all(-1 <= reward <= 1 for reward in rewards["ranks"])
    for seat, points in enumerate(rewards["scores"]):
        for other, fewer in enumerate(rewards["scores"]):
            if points > fewer:
                assert rewards["ranks"][seat] > rewards["ranks"][other]
                assert rewards["win"][other] == 0


def test_every_agent_collects_its_reward_once():
    table = env("contrebande", pack="tiny")
    table.reset(seed=1)
    play_on(table, random.Random(1))
    collected = {}
    while table.agents:
        _, collected[table.agent_selection], over, _, _ = table.last()
        assert over
        table.step(None)
    assert sum(collected.values()) > 0
    assert list(collected) == table.possible_agents
    assert table.agents == []


# Showing


def test_rendering_shows_the_spectator_s_view():
    table = env(render_mode="ansi")
    table.reset(seed=9)
    assert json.loads(table.render()) == tripot.game("prohis").start(3, seed=9).look(None).document()


# Refusals


def test_what_can_t_be_opened():
    with pytest.raises(tripot.UnknownGame, match="poker"):
        env("poker")
    with pytest.raises(tripot.BadOption, match="3 to 6 seats"):
        env("prohis", seats=2)
    with pytest.raises(tripot.BadOption, match="no option"):
        env("prohis", speed="high")
    with pytest.raises(ValueError, match="scores, ranks, win"):
        env("prohis", rewards="money")
    with pytest.raises(ValueError, match="render mode"):
        env("prohis", render_mode="human")
    with pytest.raises(ValueError, match="seed"):
        env("prohis", seed=-1)


@each_game("one game")
def test_an_illegal_action_is_refused_and_changes_nothing(game):
    table = env(game.name)
    table.reset(seed=1)
    play_on(table, random.Random(1), 9)
    agent, before = table.agent_selection, all_see(table)
    illegal = int(np.flatnonzero(table.observe(agent)["action_mask"] == 0)[0])
    with pytest.raises(tripot.IllegalMove, match=game.moves[illegal]) as refusal:
        table.step(illegal)
    assert refusal.value.clause.startswith(game.rules.CLAUSE)
    for nonsense in (len(game.moves), -1):
        with pytest.raises(tripot.UnknownMove):
            table.step(nonsense)
    with pytest.raises(ValueError, match="asked for a move"):
        table.step(None)
    with pytest.raises(TypeError):
        table.step(0.5)
    assert (table.agent_selection, all_see(table)) == (agent, before)


def test_calls_out_of_order_are_refused():
    table = env()
    for early in (lambda: table.step(0), lambda: table.observe("seat_0"), table.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            early()
    with pytest.raises(AttributeError, match="reset"):
        table.last()
    table.reset(seed=1)
    turns = iter(table.agent_iter())
    next(turns)
    with pytest.raises(AssertionError, match="step"):
        next(turns)


def test_an_agent_whose_game_is_over_can_t_move():
    table = env("contrebande", pack="tiny")
    table.reset(seed=1)
    play_on(table, random.Random(1))
    with pytest.raises(ValueError, match="None"):
        table.step(0)
