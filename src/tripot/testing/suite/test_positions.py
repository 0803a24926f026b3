"""Positions: every one that is reached has no flaw, and a tampered one is refused or can be played."""

import copy
import random
import re
from typing import Any

import pytest

import tripot
from tripot.engine import record_codec
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.texts import LANGUAGES
from tripot.testing.random_play import line, line_from, spread, states
from tripot.testing.settings import Setting, each_game, each_setting

NUMBERS = (-2, -1, 0, 1, 2, 7, 60, 127, 128, 40_000)
POSITIONS, TAMPERED = 10, 120
PLAYED_ON = 40


@each_setting()
@pytest.mark.parametrize("seed", [21, 22])
def test_no_reached_state_has_a_flaw(setting, seed):
    assert setting.game.flaw(setting.first_state()) == ""
    for step in line(setting, seed):
        assert setting.game.flaw(step.after) == "", step.told(setting.game)


def leaves(document: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all single values in a document."""
    if isinstance(document, dict):
        return [place for key, item in document.items() for place in leaves(item, (*path, key))]
    if isinstance(document, list):
        return [place for key, item in enumerate(document) for place in leaves(item, (*path, key))]
    return [path]


def put(document: Any, path: tuple[Any, ...], value: Any) -> None:
    for key in path[:-1]:
        document = document[key]
    document[path[-1]] = value


def look_up(document: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        document = document[key]
    return document


def other_values(game: Game, path: tuple[Any, ...], value: Any) -> list[Any]:
    """What could stand at this place instead, by the legend: another name, seat, number or nothing."""
    kind = game.rules.LEGEND[path[0]][-1]
    if isinstance(kind, tuple):
        others = [name for name in kind if name]
    elif kind == "flag":
        others = [True, False]
    elif isinstance(value, int):
        others = [value + 1, value - 1, *NUMBERS]
    else:
        others = list(NUMBERS)
    return [other for other in (*others, None) if other != value]


def tampered(game: Game, document: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A position with one or two values changed, or with something in it that was not there."""
    document = copy.deepcopy(document)
    for _ in range(rng.randint(1, 2)):
        if rng.random() < 0.7:
            path = rng.choice(leaves(document))
            put(document, path, rng.choice(other_values(game, path, look_up(document, path))))
        else:
            add_something(game, document, rng)
    return document


def add_something(game: Game, document: dict[str, Any], rng: random.Random) -> None:
    """One more entry where a document leaves out what is 0: a card, a figure, a mark."""
    named = [field for field, (axis, *rest) in game.rules.LEGEND.items() if isinstance(axis, tuple) and len(rest) == 1]
    if named:
        field = rng.choice(named)
        name = rng.choice([name for name in game.rules.LEGEND[field][0] if name])
        document[field][name] = rng.choice(other_values(game, (field,), None))


def differences(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The changed places, for a failing test's last line."""
    places = dict.fromkeys((*leaves(before), *leaves(now)))
    pairs = {place: (look_up_or_none(before, place), look_up_or_none(now, place)) for place in places}
    return "; ".join(f"{place}: {was!r} became {is_now!r}" for place, (was, is_now) in pairs.items() if was != is_now)


def look_up_or_none(document: Any, path: tuple[Any, ...]) -> Any:
    try:
        return look_up(document, path)
    except (KeyError, IndexError, TypeError):
        return None


def assert_refused_or_playable(game: Game, document: dict[str, Any]) -> None:
    """Refused with a clause, or as good as a position that was reached."""
    try:
        state = record_codec.from_document(game.rules, document)
    except tripot.BadPosition:
        return
    if not game.flaw(state):
        for step, _ in zip(line_from(game, state, random.Random(1)), range(PLAYED_ON), strict=False):
            assert game.flaw(step.after) == "", step.told(game)
        return
    with pytest.raises(tripot.BadPosition) as refused:
        game.position(document)
    named = re.findall(rf"{game.rules.CLAUSE}-\d\d", str(refused.value))
    assert named
    assert all(clause in game.texts(language).clauses for clause in named for language in LANGUAGES)


@each_setting()
def test_a_tampered_position_is_refused_or_can_be_played(setting):
    """Add a card, move a count, change a seat or the phase: no such document may break the rules' functions."""
    game, rng = setting.game, random.Random(31)
    for state in spread(states(setting, 31), POSITIONS):
        document = record_codec.to_document(game.rules, state)
        for _ in range(TAMPERED // POSITIONS):
            changed = tampered(game, document, rng)
            try:
                assert_refused_or_playable(game, changed)
            except Exception as fault:
                fault.add_note(f"in phase {document['phase']}, {differences(document, changed)}")
                raise


@each_game()
@pytest.mark.parametrize("document", [None, [], {}, {"phase": "over"}, "over"])
def test_what_is_no_position_is_refused(game, document):
    with pytest.raises(tripot.BadPosition):
        game.position(document)


@each_game()
def test_an_unknown_field_is_refused(game):
    document = game.start(seed=1).position()
    with pytest.raises(tripot.BadPosition, match="'aces'"):
        game.position({**document, "aces": 4})


@each_game()
def test_what_a_spectator_sees_is_no_position(game):
    """As long as anything is hidden: nobody can play on from a view."""
    for state in states(Setting(game, game.fewest), 33):
        view = Look(game, state, -1).document()
        if view != record_codec.to_document(game.rules, state):
            with pytest.raises(tripot.BadPosition):
                game.position(view)
