"""Batches of games in Gymnasium's style: the same games as at tables, and what Gymnasium asks of an environment."""

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.passive_env_checker import check_action_space, check_obs, check_observation_space
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import tripot
from tripot.engine.chance import Seeded
from tripot.lab.vector_env import VectorEnv
from tripot.testing.settings import each_game, each_seating


def random_moves(masks, rng):
    """In every row one of the marked moves, each as likely."""
    upto = masks.cumsum(1)
    return (upto > rng.integers(upto[:, -1])[:, None]).argmax(1)


def steps(games, count, seed=1):
    """What random play brings, step by step."""
    rng = np.random.default_rng(seed)
    _, infos = games.reset(seed=seed)
    for _ in range(count):
        step = games.step(random_moves(infos["action_mask"], rng))
        yield step
        infos = step[-1]


@each_seating("batch")
def test_gymnasium_s_checks(setting):
    games = VectorEnv(setting.game.name, setting.seats, num_envs=3)
    check_observation_space(games.observation_space)
    check_observation_space(games.single_observation_space)
    check_action_space(games.action_space)
    check_action_space(games.single_action_space)
    check_obs(games.reset(seed=1)[0], games.observation_space, "reset")
    for seen, rewards, ended, cut, infos in steps(games, 20):
        check_obs(seen, games.observation_space, "step")
        assert (rewards.shape, ended.shape, cut.shape) == ((3,), (3,), (3,))
        assert (rewards.dtype, ended.dtype, cut.dtype) == (np.float64, np.bool_, np.bool_)
        assert infos["action_mask"].shape == (3, len(setting.game.moves))
        assert infos["scores"].shape == (3, setting.seats)
        assert not cut.any()
    games.close()


@each_seating("batch")
def test_every_game_is_a_table_s_game(setting):
    """Game i and a table whose chance comes from seed + i, move by move; where games are short, into the next game."""
    games = VectorEnv(setting.game.name, setting.seats, num_envs=2)
    luck = [Seeded(40), Seeded(41)]
    tables = [setting.game.start(setting.seats, chance=source) for source in luck]
    rng = np.random.default_rng(2)
    seen, infos = games.reset(seed=40)
    finished = 0
    for _ in range(600 if setting.seats == setting.game.fewest else 80):
        for i, table in enumerate(tables):
            actor = infos["actor"][i]
            assert actor == min(table.actors)
            assert np.array_equal(seen[i], table.look(int(actor)).tensor())
            assert np.flatnonzero(infos["action_mask"][i]).tolist() == table.look(int(actor)).legal_numbers()
        movers, moves = infos["actor"], random_moves(infos["action_mask"], rng)
        seen, rewards, ended, _, infos = games.step(moves)
        for i, table in enumerate(tables):
            table.play(int(movers[i]), setting.game.moves[moves[i]])
            outcome = table.outcome
            assert ended[i] == infos["_scores"][i] == (outcome is not None)
            assert rewards[i] == (outcome.scores[movers[i]] if outcome else 0)
            if outcome:
                assert infos["scores"][i].tolist() == list(outcome.scores)
                tables[i] = setting.game.start(setting.seats, chance=luck[i])
                finished += 1
    assert finished or setting.seats > setting.game.fewest


@each_game("batch")
def test_games_that_chance_ends_begin_again_too(game):
    """Long random play of many games; in CONDAMNÉS chance can have the last word."""
    games = VectorEnv(game.name, num_envs=64)
    ended = sum(int(step[2].sum()) for step in steps(games, 1000))
    assert ended > 0


@each_game("batch")
def test_a_seed_and_the_actions_decide_everything(game):
    one, other = (steps(VectorEnv(game.name, num_envs=4), 60) for _ in range(2))
    for step, same in zip(one, other, strict=True):
        assert data_equivalence(step, same, exact=True)


def test_without_a_seed_chance_goes_on():
    one, other = VectorEnv(num_envs=4, seed=6), VectorEnv(num_envs=4)
    first, _ = one.reset()
    assert np.array_equal(first, other.reset(seed=6)[0])
    second, _ = one.reset()
    assert np.array_equal(second, other.reset()[0])
    assert not np.array_equal(first, second)


def test_what_is_returned_is_kept_or_written_over_as_asked():
    kept = list(steps(VectorEnv(num_envs=2), 8))
    assert len({seen.tobytes() for seen, *_ in kept}) == 8
    reused = list(steps(VectorEnv(num_envs=2, copy=False), 8))
    assert len({id(seen) for seen, *_ in reused}) == 1
    assert np.array_equal(reused[-1][0], kept[-1][0])


def test_gymnasium_s_wrappers_run():
    games = RecordEpisodeStatistics(VectorEnv("contrebande", num_envs=3, pack="tiny"))
    assert games.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    ended = 0
    for _, _, ends, _, infos in steps(games, 100):
        ended += ends.sum()
        assert ("episode" in infos) == ends.any()
    assert games.episode_count == ended > 0


def test_infos_can_be_had_game_by_game():
    games = DictInfoToList(VectorEnv("contrebande", num_envs=3, pack="tiny"))
    rng = np.random.default_rng(1)
    _, infos = games.reset(seed=1)
    for _ in range(100):
        masks = np.array([info["action_mask"] for info in infos])
        _, _, ended, _, infos = games.step(random_moves(masks, rng))
        assert ["scores" in info for info in infos] == ended.tolist()


def test_what_can_t_be_opened():
    with pytest.raises(tripot.UnknownGame, match="poker"):
        VectorEnv("poker")
    with pytest.raises(tripot.BadOption, match="3 to 6 seats"):
        VectorEnv("prohis", seats=9)
    with pytest.raises(tripot.BadOption, match="no option"):
        VectorEnv("prohis", speed="high")
    with pytest.raises(ValueError, match="at least one"):
        VectorEnv("prohis", num_envs=0)
    with pytest.raises(ValueError, match="seed"):
        VectorEnv("prohis", seed=-1)
    with pytest.raises(ValueError, match="reset_mask"):
        VectorEnv("prohis", num_envs=1).reset(options={"reset_mask": [True]})


@each_game("batch")
def test_one_illegal_action_stops_the_step_and_changes_nothing(game):
    games = VectorEnv(game.name, num_envs=3)
    _, infos = games.reset(seed=1)
    moves = infos["action_mask"].argmax(1)
    bad = moves.copy()
    bad[1] = infos["action_mask"][1].argmin()
    with pytest.raises(ValueError, match=f"game 1: seat .* can't play '{game.moves[bad[1]]}'"):
        games.step(bad)
    for nonsense in (len(game.moves), -1):
        bad[1] = nonsense
        with pytest.raises(ValueError, match="game 1"):
            games.step(bad)
    with pytest.raises(ValueError, match="3 moves are expected"):
        games.step(moves[:2])
    twin = VectorEnv(game.name, num_envs=3)
    twin.reset(seed=1)
    assert data_equivalence(games.step(moves), twin.step(moves), exact=True)
