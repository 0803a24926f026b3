"""Non-interference: what a viewer may not know never reaches them, whatever is played.

Pairs of worlds that they can't tell apart are played on; see `worlds.py` for what they are and when they part.
"""

import random

from tripot.engine.native import native
from tripot.engine.twins import plain
from tripot.testing.pairs import DRIVERS, run_pairs
from tripot.testing.random_play import states
from tripot.testing.settings import Setting, each_game, each_setting, settings_of
from tripot.testing.worlds import Pair

PAIRS, MOVES = 1000, 8  # of a game, over all its settings; and moves of a pair
PAIRS_A_LINE = 25  # begin at moments of the same random game
NATIVE_PAIRS = 1000  # of a setting
DEEP_ENOUGH = 500  # moves


def pairs_from(setting: Setting, seed: int, count: int, moves: int) -> list[Pair]:
    """Pairs that begin at random moments of one random game, for random viewers."""
    rng = random.Random(seed)
    reached = states(setting, seed)
    return [
        Pair(setting.game, rng.choice(reached), rng.choice(setting.viewers()), rng).run(moves) for _ in range(count)
    ]


@each_setting()
def test_two_worlds_that_look_the_same_go_on_looking_the_same(setting):
    """Records, views, moves, prompts, refusals, tensors, what is heard and the log: all byte for byte."""
    share = PAIRS // len(settings_of(setting.game.name)) // PAIRS_A_LINE + 1  # of short games as many as of long ones
    for seed in range(share):
        pairs = pairs_from(setting, seed, PAIRS_A_LINE, MOVES)
        leak = next((pair.leak for pair in pairs if pair.leak), "")
        assert not leak, leak


@each_game("pairs")
def test_many_more_worlds_natively(game):
    twin = native(game.rules, extra=DRIVERS)
    for setting in settings_of(game.name):
        found = run_pairs(twin, setting, NATIVE_PAIRS, first=0, depth=depth_of(setting), length=40)
        assert not found.leak, f"{setting}: {found.leak}"
        assert found.compared.mean() > 1, "the worlds part at once: nothing is proven"


@each_game("pairs")
def test_native_and_plain_pairs_are_the_same(game):
    """So that a leak that native code finds can be looked at in plain Python, by its number."""
    setting = Setting(game, game.most)
    plainly, natively = (
        run_pairs(twin, setting, 10, first=77, depth=60, length=15)
        for twin in (plain(game.rules, DRIVERS), native(game.rules, extra=DRIVERS))
    )
    assert plainly.compared.tolist() == natively.compared.tolist()
    assert plainly.kinds.tolist() == natively.kinds.tolist()


def depth_of(setting: Setting) -> int:
    """How deep in the game a pair may begin: as deep as one random game goes, or deep enough."""
    return min(len(states(setting, 1)), DEEP_ENOUGH)
