"""The numbers that a viewer is given: natively the same as plainly, laid out as the layout says, from their seat."""

import numpy as np
import pytest

from tripot.engine.batch import Batch
from tripot.engine.look import Look
from tripot.engine.record_codec import seats_of
from tripot.engine.tensor import layout, tensor_size
from tripot.testing.random_play import spread, states
from tripot.testing.settings import Setting, each_game, each_setting

GAMES, STEPS = 6, 60


def one_hot(values: np.ndarray, width: int) -> np.ndarray:
    """A row for each value; unknown or nobody (-1) is all zero."""
    return np.where(values[..., None] >= 0, np.eye(width)[values], 0)


def read_field(game, record: np.ndarray, field: str, viewer: int, seats: int) -> np.ndarray:
    """A field of a record by the words of the legend, seats counted from the viewer."""
    *axes, value = game.rules.LEGEND[field]
    first, numbers = max(viewer, 0), record[field].astype(np.int64)
    for axis, kind in enumerate(axes):
        if kind == "seats":
            order = [(first + i) % seats for i in range(seats)]
            numbers = numbers.take(order + list(range(seats, numbers.shape[axis])), axis)
        elif isinstance(kind, tuple):
            numbers = numbers.take([i for i, name in enumerate(kind) if name and i < numbers.shape[axis]], axis)
    if value == "seat":
        numbers = np.where(numbers >= 0, (numbers - first) % seats, -1)
    if value == "seat" or isinstance(value, tuple):
        numbers = one_hot(numbers, game.rules.SEATS[1] if value == "seat" else len(value))
    for axis, kind in enumerate(axes):
        if kind == "seats":  # nobody sits there
            numbers[(slice(None),) * axis + (slice(seats, None),)] = 0
    return numbers.ravel()


@each_setting()
def test_a_tensor_says_what_the_layout_says(setting):
    """Written again from the legend, field by field, for every viewer."""
    game = setting.game
    for state in spread(states(setting, 51), 8):
        for viewer in setting.viewers():
            look, redacted = Look(game, state, viewer), state.copy()
            game.plain.redact(redacted, viewer)
            tensor, seats = look.tensor(), seats_of(game.rules, state)
            assert tensor.shape == (tensor_size(game.rules),)
            for group in layout(game.rules):
                expected = read_field(game, redacted.record(), group.field, viewer, seats)
                part = tensor[group.start : group.start + group.size]
                assert np.array_equal(part, expected), f"{group.field} for {viewer}"


@each_game()
def test_the_layout_leaves_no_gap(game):
    places = [place for group in layout(game.rules) for place in range(group.start, group.start + group.size)]
    assert places == list(range(tensor_size(game.rules)))


@each_game("batch")
def test_a_batch_shows_what_the_tables_show(game):
    """Native masks, tensors, seats and scores beside tables of plain Python, which are dealt the same cards."""
    setting = Setting(game, game.most)
    batch = Batch(game, setting.seats, games=GAMES, seed=60)
    tables = [setting.start(60 + i) for i in range(GAMES)]
    rng = np.random.default_rng(6)
    for _ in range(STEPS):
        for i, table in enumerate(tables):
            seat = min(table.actors)
            assert batch.actors[i] == seat
            assert [game.moves[move] for move in np.flatnonzero(batch.masks[i])] == list(table.legal(seat))
            assert np.array_equal(batch.tensors[i], table.tensor(seat))
        moves = [int(rng.choice(np.flatnonzero(mask))) for mask in batch.masks]
        for table, move in zip(tables, moves, strict=True):
            table.play(min(table.actors), game.moves[move])
        batch.step(moves)
        if batch.done.any():
            break
        assert all(table.actors for table in tables)
    for i in np.flatnonzero(batch.done):
        assert tables[i].outcome.scores == tuple(batch.scores[i])


@each_game("batch")
def test_a_batch_plays_games_to_their_end(game):
    setting = Setting(game, game.fewest)
    batch = Batch(game, setting.seats, games=1, seed=70)
    table, rng = setting.start(70), np.random.default_rng(7)
    while table.actors:
        move = int(rng.choice(np.flatnonzero(batch.masks[0])))
        table.play(int(batch.actors[0]), game.moves[move])
        batch.step([move])
        assert bool(batch.done[0]) == (table.outcome is not None)
    assert tuple(batch.scores[0]) == table.outcome.scores


@each_game("batch")
def test_a_batch_refuses_a_wrong_move_and_plays_none(game):
    batch = Batch(game, games=3, seed=5)
    moves = [int(np.flatnonzero(mask)[0]) for mask in batch.masks]
    masks, tensors = batch.masks.copy(), batch.tensors.copy()
    illegal = int(np.flatnonzero(batch.masks[1] == 0)[0])
    for bad in (moves[:2], *([moves[0], wrong, moves[2]] for wrong in (illegal, -1, len(game.moves)))):
        with pytest.raises(ValueError, match=r"game 1: seat \d can't play .* nothing was played|3 moves are expected"):
            batch.step(bad)
        assert np.array_equal(batch.masks, masks)
        assert np.array_equal(batch.tensors, tensors)
