"""What a viewer may know by a game's declaration alone (`known` in its RECORD), read without the engine's own `redact`.

The declaration is a word of its own: what the rules' code hides and shows is held to it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np

from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.record_codec import seats_of
from tripot.engine.state import PlainState
from tripot.games.declare import Field


def sight_of(game: Game, state: PlainState, viewer: int) -> dict[str, Any]:
    """Every field as the viewer may know it; acts that they may not see yet are undone first, by `conceal`."""
    concealed = state.copy()
    game.plain.conceal(concealed, viewer)
    record = concealed.record()
    return {
        name: _seen(game, concealed, viewer, name, field, np.array(record[name]))
        for name, field in game.rules.RECORD.fields.items()
    }


def _seen(game: Game, state: PlainState, viewer: int, name: str, field: Field, values: Any) -> Any:
    if "all" in field.known:
        return values
    kinds = field.unknown_kind
    sizes = values.shape[:-1] if kinds >= 0 else values.shape
    seats = seats_of(game.rules, state)
    for place in itertools.product(*map(range, sizes)):
        if any(axis == "seats" and i >= seats for axis, i in zip(field.axes, place, strict=False)):
            continue
        if any(_may_know(game, state, viewer, field, way, place) for way in field.known):
            continue
        if kinds >= 0:
            count = values[place].sum()
            values[place] = 0
            values[(*place, kinds)] = count
        elif values[place] != field.start or not field.shows_blank:
            values[place] = field.hidden
    return values


def _may_know(game: Game, state: PlainState, viewer: int, field: Field, way: str, place: tuple[int, ...]) -> bool:
    rules = game.rules
    if way == "nobody":
        return False
    if way == "owner":
        return place[field.axes.index("seats")] == viewer
    if way == "unsealed":
        return not game.plain.sealed(state)
    if way == "seats":
        return viewer >= 0
    if way in rules.RECORD.fields:
        other = rules.RECORD.fields[way]
        value = getattr(state, way)
        if other.axes:
            return bool(value[place[: len(other.axes)] if len(other.axes) > 1 else place[0]] != other.start)
        return bool(viewer >= 0 and value == viewer)
    if way in rules.PHASES:
        return bool(rules.PHASES[state.phase] == way)  # type: ignore[attr-defined]
    asked = getattr(game.plain, way)
    return bool(asked(state, viewer, *place[: asked.__code__.co_argcount - 2]))


def leaks_of_declaration(game: Game, state: PlainState, viewer: int) -> Iterator[str]:
    """Where what the rules show a viewer isn't what their own declaration says."""
    shown = np.frombuffer(bytes(Look(game, state, viewer)), game.rules.STATE)[0]
    for name, may_see in sight_of(game, state, viewer).items():
        if not np.array_equal(shown[name], may_see):
            yield f"viewer {viewer} sees {name} as {shown[name].tolist()}, and may know {may_see.tolist()}"
