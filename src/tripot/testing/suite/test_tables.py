"""At a table: opening one, letting chance in, being told no, and looking at it."""

import random

import pytest

import tripot
from tripot.testing.settings import each_game, settings_of


def first_of(weights: dict[str, int]) -> str:
    return next(iter(weights))


@each_game()
def test_a_seed_deals_the_same_table_again(game):
    one, other = game.start(seed=7), game.start(seed=7)
    assert bytes(one) == bytes(other)
    assert one.history == other.history


@each_game()
def test_without_a_seed_the_operating_system_deals(game):
    """Twenty tables are dealt alike only where chance has nothing to do."""
    dealt = {bytes(game.start(game.most)) for _ in range(20)}
    assert (len(dealt) > 1) == bool(game.start(seed=1).history)


@each_game()
def test_a_picker_is_asked_with_texts_and_weights(game):
    asked = []

    def pick(weights: dict[str, int]) -> str:
        asked.append(weights)
        return first_of(weights)

    table = game.start(game.most, chance=pick)
    assert table.history == tuple((None, first_of(weights)) for weights in asked)
    assert all(weight > 0 for weights in asked for weight in weights.values())


def table_before_chance(game) -> tuple[tripot.Table, int, str] | None:
    """A table, and a move after which chance acts, if it ever does."""
    for seed in range(10):
        table, rng = game.start(seed=seed), random.Random(seed)
        while table.actors:
            seat = min(table.actors)
            move = rng.choice(table.legal(seat))
            then = table.copy()
            then.play(seat, move)
            if then.history[-1][0] is None:
                return table, seat, move
            table = then
    return None


@each_game()
def test_a_wrong_pick_is_refused_and_the_move_is_not_made(game):
    found = table_before_chance(game)
    if found is None:
        return  # chance acts at the start, if at all: there is no move to take back
    table, seat, move = found
    cheated = game.position(table.position(), chance=lambda weights: "a royal flush")
    before = bytes(cheated)
    with pytest.raises(tripot.IllegalMove, match="a royal flush"):
        cheated.play(seat, move)
    assert bytes(cheated) == before
    assert cheated.history == ()


@each_game()
def test_a_number_of_seats_that_the_game_doesn_t_have_is_refused(game):
    for seats in (0, game.fewest - 1, game.most + 1, "3", True, 3.0):
        with pytest.raises(tripot.BadOption, match=rf"{game.name} has .* seats, not .*{game.clause_name(1)}"):
            game.start(seats, seed=1)


@each_game()
def test_an_unknown_option_is_refused(game):
    with pytest.raises(tripot.BadOption, match=f"{game.name} has no option 'jokers'"):
        game.start(seed=1, jokers=2)


@each_game()
def test_a_choice_that_an_option_doesn_t_have_is_refused(game):
    for option in game.options:
        for choice in ("no such choice", "²", None):
            with pytest.raises(tripot.BadOption):
                game.start(seed=1, **{option: choice})


@each_game()
def test_options_read_as_numbers_or_texts(game):
    for setting in settings_of(game.name):
        texts = {name: str(value) for name, value in setting.options}
        assert bytes(game.start(setting.seats, seed=3, **texts)) == bytes(setting.start(3))


@each_game()
def test_a_table_s_options_are_complete(game):
    assert set(game.start(seed=1).options) == set(game.options)


@each_game()
def test_a_view_says_where_it_is_from(game):
    table = game.start(seed=7)
    for viewer in (None, *range(table.seats)):
        view = table.view(viewer)
        assert view["viewer"] == viewer
        assert (view["game"], view["rules"], view["seats"]) == (game.name, game.version, table.seats)
        assert view["legal"] == ([] if viewer is None else list(table.legal(viewer)))
        assert view["outcome"] is None


@each_game()
def test_views_share_nothing_with_the_table(game):
    table = game.start(seed=7)
    before = bytes(table)
    view = table.view(0)
    for field in view["table"].values():
        if isinstance(field, list | dict):
            field.clear()
    table.state().phase = 0
    assert bytes(table) == before
    assert table.view(0)["table"] != view["table"]
