"""What a viewer sees and hears along random games: enough to go on, and nothing more."""

from collections.abc import Iterator

import pytest

from tests.leaks.seen import leaks_of_a_look, leaks_of_hearing, leaks_of_words
from tests.lines import line
from tests.settings import Setting, each_setting
from tripot.engine.look import seats_in
from tripot.games.terms import CHANCE


def leaks_along(setting: Setting, seed: int, every: int = 1) -> Iterator[str]:
    """All that a random game gives away, for every viewer."""
    game = setting.game
    for number, step in enumerate(line(setting, seed)):
        for viewer in setting.viewers():
            yield from leaks_of_a_look(game, step.after, viewer, number)
            yield from leaks_of_hearing(game, step, viewer)
        if number % every == 0:
            for viewer in setting.viewers():
                asked = game.plain.actors(step.before)
                for seat in (CHANCE,) if asked == CHANCE else seats_in(asked):
                    yield from leaks_of_words(game, step.before, seat, viewer)


@each_setting()
@pytest.mark.parametrize("seed", [81])
def test_a_game_gives_nothing_away(setting, seed):
    assert next(leaks_along(setting, seed, every=5), "") == ""
