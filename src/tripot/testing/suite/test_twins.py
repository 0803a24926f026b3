"""Plain Python, native code and native code with bounds checks play the very same games."""

import numpy as np

from tripot.engine.simulate import CHUNK, Playouts, playouts
from tripot.testing.settings import Setting, each_game, each_setting


def played(setting: Setting, games: int, seed: int = 11, threads: int = 1, twin: str = "native") -> Playouts:
    options = dict(setting.options)
    return playouts(setting.game, setting.seats, games, seed, threads, twin, keep=True, **options)


def assert_same(one: Playouts, other: Playouts) -> None:
    assert one.records is not None
    assert other.records is not None
    assert one.records.tobytes() == other.records.tobytes()
    for field in ("lengths", "scores", "reasons", "used"):
        assert np.array_equal(getattr(one, field), getattr(other, field)), field


@each_setting("playouts")
def test_native_games_are_the_plain_games(setting):
    assert_same(played(setting, 8, twin="plain"), played(setting, 8, twin="native"))


@each_setting("checked playouts")
def test_no_index_leaves_its_array(setting):
    """Native code would not notice; the checked twin raises, and plays the same."""
    checked = played(setting, 200, twin="checked")
    plain = played(setting, 2, twin="plain")
    assert checked.records[:2].tobytes() == plain.records.tobytes()


@each_game("playouts")
def test_threads_don_t_matter(game):
    setting = Setting(game, game.most)
    games = 2 * CHUNK + 17
    assert_same(played(setting, games, threads=1), played(setting, games, threads=3))


@each_game("playouts")
def test_a_game_depends_on_its_own_number_only(game):
    setting = Setting(game, game.fewest)
    many, alone = played(setting, 20, seed=100), played(setting, 1, seed=113)
    assert many.records[13].tobytes() == alone.records[0].tobytes()
    assert len({record.tobytes() for record in many.records}) > 1
