"""What the GPU runs is C++ that is made of the rules. A C++ compiler of this machine makes the same source into loops
over games, and into the GPU's own kernels, whose threads take turns (`lanes.h`); both play the very games that the
other twins play."""

import ctypes
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numpy as np
import pytest

from tests.furnished import each_furnished_game
from tripot.bots.bouts import bouts
from tripot.bots.instincts import policy, temper
from tripot.engine import gpu
from tripot.engine.batch import Batch
from tripot.engine.gpu_batch import feature_table
from tripot.engine.gpu_here import KernelsHere
from tripot.engine.gpu_walk import Walks
from tripot.engine.simulate import playouts
from tripot.engine.translate import Translation, Untranslatable
from tripot.testing.settings import each_game

GAMES = 12
KERNELS = ("playouts", "bouts", "seed_all", "step_all", "observe")
CAREFUL = ("-fsanitize=signed-integer-overflow,bounds", "-fsanitize-undefined-trap-on-error")


def library(source, *options):
    """C++ as a library of this machine; signed overflow and bad indices stop it."""
    with TemporaryDirectory(prefix="tripot-translation-") as folder:
        code, made = Path(folder, "kernels.cpp"), Path(folder, "kernels.so")
        code.write_text(source, encoding="utf-8")
        subprocess.run(["g++", "-std=c++20", *options, *CAREFUL, "-shared", "-fPIC", "-o", made, code], check=True)
        return ctypes.CDLL(str(made))  # what is loaded stays, though its file goes


@cache
def by_game(game):
    """A game's kernels, and its policy's, as loops over games."""
    return library(gpu.source(game.rules, policy(game.name)), "-O0")


@cache
def by_thread(game):
    """The same as a GPU runs them, in blocks of so few threads that they take one game after the other."""
    source = gpu.source(game.rules, policy(game.name)).replace("extern __shared__ uint32_t", "static uint32_t")
    source = source.replace("held_words[];", "held_words[1 << 14];")
    kernels = [name for name in KERNELS if name != "bouts" or policy(game.name)]  # which are played by a policy
    calls = "".join(f'extern "C" {{ auto in_lanes_{name} = &Lanes<{name}>::call; }}\n' for name in kernels)
    shape = ("-DTHREADS=32", "-DBLOCKS=1", "-DGRID=1", "-w", f"-I{Path(__file__).parent}")
    made = library(f'#include "lanes.h"\n{source}\n{calls}', "-O1", *shape)
    pointers = {name: ctypes.c_void_p.in_dll(made, f"in_lanes_{name}").value for name in kernels}
    return SimpleNamespace(**{name: ctypes.CFUNCTYPE(None)(pointer) for name, pointer in pointers.items()})


both_ways = pytest.mark.parametrize("compiled", [by_game, by_thread])


def at(array):
    return array.ctypes.data_as(ctypes.c_void_p)


def options_of(game):
    return gpu.option_numbers(game, {})


@both_ways
@each_game("playouts")
def test_translated_rules_play_the_same_random_games(game, compiled):
    seats, games = game.most, 4 * GAMES
    words = np.zeros((gpu.record_words(game), games), np.uint32)
    lengths, points, taken = np.zeros(games, np.int32), np.zeros((games, seats), np.int32), np.zeros(1, np.int32)
    first = ctypes.c_uint64(11)
    compiled(game).playouts(at(words), games, seats, at(options_of(game)), first, at(lengths), at(points), at(taken))
    ours = playouts(game, seats, games, 11, 1, keep=True)
    assert gpu.from_words(game, words, apart=True).tobytes() == ours.records.tobytes()
    assert np.array_equal(lengths, ours.lengths)
    assert np.array_equal(points, ours.scores)


@both_ways
@each_game("batch")
def test_a_translated_batch_shows_what_a_batch_shows(game, compiled):
    seats = game.fewest
    batch = Batch(game, seats, GAMES, seed=5)
    library = compiled(game)
    table = feature_table(game.rules)
    words, views = (np.zeros((gpu.record_words(game), GAMES), np.uint32) for _ in range(2))
    marks = np.zeros((-(-len(game.moves) // 32), GAMES), np.uint32)
    lucks, moves = np.zeros((2, GAMES), np.uint32), np.full(GAMES, -1, np.int64)
    who, done = np.zeros(GAMES, np.int8), np.zeros(GAMES, np.int8)
    points, tensors = np.zeros((GAMES, seats), np.int32), np.zeros((GAMES, len(table)), np.float32)
    masks = np.zeros((GAMES, len(game.moves)), np.int8)
    library.seed_all(at(lucks), GAMES, ctypes.c_uint64(5))
    for turn in range(40):
        library.step_all(
            at(words), at(lucks), GAMES, seats, at(options_of(game)), at(moves), at(who), at(marks), at(views),
            at(points), at(done), int(turn > 0),
        )  # fmt: skip
        library.observe(at(table), len(table), at(views), at(marks), at(who), GAMES, seats, at(tensors), at(masks))
        if turn:
            batch.step_random(1)
        assert np.array_equal(who, batch.actors)
        assert np.array_equal(done, batch.done)
        assert np.array_equal(masks, batch.masks)
        assert np.array_equal(tensors, batch.tensors)
        assert np.array_equal(points, batch.scores)


@both_ways
@each_furnished_game("bouts")
def test_translated_policies_play_the_same_bouts(game, compiled):
    seats = game.fewest
    regular, novice = temper(game.name), temper(game.name, "novice")
    line_up = [regular, novice, None][:seats]
    ours = bouts(game, line_up, 2 * seats, seed=3)
    games = len(ours.lengths)
    tempers = np.array([regular, novice], np.int32)
    seated = np.array([0, 1, -1], np.int8)[ours.seated]
    numbers = 3 + np.arange(games) // seats
    words = np.zeros((gpu.record_words(game), games), np.uint32)
    lengths, points, taken = np.zeros(games, np.int32), np.zeros((games, seats), np.int32), np.zeros(1, np.int32)
    compiled(game).bouts(
        at(words), games, seats, at(options_of(game)), at(numbers), at(seated), at(tempers), len(regular), at(lengths),
        at(points), at(taken),
    )  # fmt: skip
    assert gpu.from_words(game, words, apart=True).tobytes() == ours.records.tobytes()
    assert np.array_equal(lengths, ours.lengths)


def test_what_c_would_do_otherwise_is_named(tmp_path, monkeypatch):
    (tmp_path / "odd.py").write_text("def actors(s):\n    return {1: 2}[s.phase]\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import odd

    with pytest.raises(Untranslatable, match=r"odd\.actors, line 2: Dict"):
        Translation([odd.actors], ["odd"]).text()


@each_furnished_game("bouts")
def test_games_walk_step_by_step_to_where_bouts_end(game):
    """Whole records on the way look as they are, and points stand beside them."""
    seats, games = game.fewest, 4
    regular = temper(game.name)
    ours = bouts(game, [regular] * seats, games * seats, seed=3)
    wanted = np.take_along_axis(ours.scores, ours.seated, axis=1)[::seats]  # each deal is played in all seatings
    kernels = KernelsHere(game.rules, policy(game.name), ("-O0", *CAREFUL))
    walks = Walks(game, seats, games, 3, policy(game.name), regular, kernels, np)
    walks.step()
    tensors, ended = np.zeros((games, walks.size), np.float32), np.zeros(games, bool)
    for turn in range(game.rules.LONGEST):
        if turn == 40:
            walks.observe(walks.records, np.ones(games, np.int8), tensors)
            for i, record in enumerate(gpu.from_words(game, walks.records)):
                state = game.state_of(record.tobytes())
                seen, points = np.zeros(walks.size, np.float32), [0] * seats
                game.plain.encode(state, 1, seen)
                game.plain.scores(state, points)
                assert np.array_equal(tensors[i], seen)
                assert list(walks.now[i]) == points
        walks.step()
        now = (walks.done == 1) & ~ended
        assert np.array_equal(walks.points[now], wanted[now])
        ended |= now
        if ended.all():
            break
    assert ended.all()
