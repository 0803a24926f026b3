"""The games and settings that every conformance and leak test runs over: a game is here by its name alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

import tripot
from tripot.engine.catalogue import catalogue
from tripot.engine.game import Game, faults
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.testing.plugin import CHECKED
from tripot.testing.project import cases_of, is_pinned


@dataclass(frozen=True)
class Setting:
    """A game with a number of seats and the options that differ from the default."""

    game: Game
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game.name, str(self.seats), *(f"{name}={value}" for name, value in self.options)])

    def start(self, seed: int) -> Table:
        return self.game.start(self.seats, seed=seed, **dict(self.options))

    def first_state(self) -> PlainState:
        """A record as setup leaves it, before chance has acted."""
        state = self.game.new_state()
        self.game.plain.setup(state, self.seats, self.option_numbers())
        return state

    def option_numbers(self) -> tuple[int, ...]:
        return self.game.option_numbers(self.game.chosen(dict(self.options)))

    def viewers(self) -> range:
        """Every seat, and the spectator, who is -1."""
        return range(-1, self.seats)


def checked_games() -> tuple[str, ...]:
    """The games that are looked at, sound or not."""
    return tuple(os.environ.get(CHECKED, "").split()) or catalogue()


def complete_games() -> tuple[str, ...]:
    """Those that can be played; `test_contract` fails for the others."""
    return tuple(name for name in checked_games() if name not in faults())


def other_choices(name: str, option: str, spec: tuple[Any, ...]) -> list[Any]:
    """What an option can be besides its default; of a number, the ends of its range."""
    if callable(spec[-1]):
        more = getattr(cases_of(name), "CHOICES", {})
        return [more[option]] if option in more else []
    if isinstance(spec[0], str):
        return list(spec[1:])
    default, lowest, highest = spec
    return [number for number in (lowest, highest) if number != default]


def settings_of(name: str) -> list[Setting]:
    """Every number of seats, then every choice of every option, one at a time."""
    game = tripot.game(name)
    return [Setting(game, seats) for seats in range(game.fewest, game.most + 1)] + [
        Setting(game, game.most, ((option, choice),))
        for option, spec in game.rules.OPTIONS.items()
        for choice in other_choices(name, option, spec)
    ]


def all_settings() -> Iterator[Setting]:
    for name in complete_games():
        yield from settings_of(name)


def each_game(group: str = "") -> Any:
    """Run a test for every game; tests of one group share a worker, and so what that worker compiled."""
    return pytest.mark.parametrize("game", [_param(tripot.game(name), name, name, group) for name in complete_games()])


def each_pinned_game() -> Any:
    """The same for every game that has goldens: `tripot check NAME --renew` writes them."""
    pinned = [name for name in complete_games() if is_pinned(name)]
    return pytest.mark.parametrize("game", [_param(tripot.game(name), name, name, "") for name in pinned])


def each_setting(group: str = "") -> Any:
    """The same for every setting of every game."""
    return pytest.mark.parametrize(
        "setting", [_param(setting, str(setting), setting.game.name, group) for setting in all_settings()]
    )


def each_seating(group: str = "") -> Any:
    """The same for every number of seats of every game, with the default options."""
    return pytest.mark.parametrize(
        "setting",
        [_param(each, str(each), each.game.name, group) for each in all_settings() if not each.options],
    )


def _param(value: Any, label: str, name: str, group: str) -> Any:
    marks = [pytest.mark.xdist_group(f"{name} {group}")] if group else []
    return pytest.param(value, id=label, marks=marks)
