"""Games with a hole in them, to prove that the leak tests bite.

A variant is a copy of a rules module in which one function is replaced, so that the rules' own calls find the
replacement too; there the honest function is called `honest`. The names that look undefined are the game's.
"""
# ruff: noqa: F821

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import pytest

from tripot.engine.catalogue import rules_of
from tripot.engine.game import Game
from tripot.engine.twins import clone
from tripot.games.common import ALL
from tripot.testing.settings import Setting


@dataclass(frozen=True)
class Hole:
    """One function of a game with a leak in it, and the checks that must notice."""

    game: str
    seats: int
    leaky: Callable[..., Any]
    noticed_by: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.game}: {self.leaky.__doc__}"


HOLES: list[Hole] = []


def hole(game: str, *noticed_by: str, seats: int = 4, **options: str) -> Callable[[FunctionType], FunctionType]:
    """Add a hole to the list; its function's name begins with the name of the one that it replaces."""

    def add(leaky: FunctionType) -> FunctionType:
        HOLES.append(Hole(game, seats, leaky, noticed_by, tuple(options.items())))
        return leaky

    return add


def setting_with(hole: Hole) -> Setting:
    """The game with the hole, on a table."""
    honest = rules_of(hole.game)
    words = hole.leaky.__name__.split("_")
    name = next(name for size in (2, 1) if hasattr(honest, name := "_".join(words[:size])))
    rules = ModuleType(f"{honest.__name__}_with_a_hole")
    scope = vars(rules)
    scope["ALL"] = ALL
    for key, value in vars(honest).items():
        if not key.startswith("__"):
            scope[key] = copied(value, honest, rules)
    scope["honest"] = scope[name]
    scope[name] = copied(hole.leaky, hole.leaky, rules)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tripot.engine.game.rules_of", lambda name, version=None: rules)
        return Setting(Game(hole.game), hole.seats, hole.options)


def copied(value: Any, source: Any, rules: ModuleType) -> Any:
    """A function of the source as one of the new module; anything else as it is."""
    home = source.__name__ if isinstance(source, ModuleType) else source.__module__
    if not isinstance(value, FunctionType) or value.__module__ != home:
        return value
    twin = clone(value, vars(rules))
    twin.__module__ = rules.__name__
    return twin


# PROHIS


@hole("prohis", "looks", "pairs", "driver")
def redact_hands(s, viewer):
    """a hand gets smaller when an officer is secretly played"""
    if s.phase == CONTROL:
        for seat in range(s.seats):
            if seat != viewer and s.answers[seat] > LETS_PASS:
                s.hands[seat, s.answers[seat]] -= 1
    honest(s, viewer)


@hole("prohis", "looks", "pairs", "driver")
def redact_answers(s, viewer):
    """sealed answers can be seen"""
    answers = [s.answers[seat] for seat in range(s.seats)]
    honest(s, viewer)
    for seat in range(s.seats):
        s.answers[seat] = answers[seat]


@hole("prohis", "looks", "pairs", "driver")
def redact_waiting(s, viewer):
    """who has already answered can be seen, though not what"""
    answered = [s.phase == CONTROL and s.answers[seat] > NOT_ASKED for seat in range(s.seats)]
    honest(s, viewer)
    for seat in range(s.seats):
        if answered[seat] and seat != viewer:
            s.answers[seat] = LETS_PASS


@hole("prohis", "looks", "pairs", "driver", tie="speed")
def redact_fastest(s, viewer):
    """who was first to answer with a rank can be seen"""
    fastest = [s.fastest[rank] for rank in range(3)]
    honest(s, viewer)
    for rank in range(3):
        s.fastest[rank] = fastest[rank]


@hole("prohis", "looks")
def hears_loading(s, seat, move, viewer):
    """others hear what is loaded"""
    return ALL if LOAD <= move < SEND and seat >= 0 else honest(s, seat, move, viewer)


@hole("prohis", "looks")
def hears_that_loading(s, seat, move, viewer):
    """others hear that something is loaded, before the convoy is sent"""
    level = honest(s, seat, move, viewer)
    return SOMETHING if LOAD <= move < SEND and seat >= 0 and level == NOTHING else level


@hole("prohis", "looks", "pairs", "driver")
def redact_warehouses(s, viewer):
    """warehouses can be looked into"""
    warehouses = [[s.warehouses[seat, kind] for kind in range(KINDS + 1)] for seat in range(s.seats)]
    honest(s, viewer)
    for seat in range(s.seats):
        for kind in range(KINDS + 1):
            s.warehouses[seat, kind] = warehouses[seat][kind]


@hole("prohis", "looks", "pairs", "driver")
def conceal(s, viewer):
    """a convoy can be seen while it is loaded"""


@hole("prohis", "looks", "pairs", "driver")
def redact_bribe(s, viewer):
    """a bribe is shown to everybody"""
    bribe = [s.bribe[kind] for kind in range(KINDS + 1)]
    offered = s.phase == ANSWER
    honest(s, viewer)
    if offered:
        for kind in range(KINDS + 1):
            s.bribe[kind] = bribe[kind]


@hole("prohis", "looks", "pairs", "driver")
def redact_pile(s, viewer):
    """the pile can be counted by kind"""
    pile = [s.pile[kind] for kind in range(KINDS + 1)]
    honest(s, viewer)
    for kind in range(KINDS + 1):
        s.pile[kind] = pile[kind]


@hole("prohis", "looks", "driver")
def may_turn(s, seat, can):
    """the pile can't be drawn from once its legal goods are gone"""
    honest(s, seat, can)
    if s.pile[LEGAL] < 30 and s.pile[UNKNOWN] == 0:
        can[DRAW_PILE] = 0


@hole("prohis", "looks", "pairs", "driver")
def hears_refill(s, seat, move, viewer):
    """an illegal card from the pile is heard by all"""
    return ALL if s.phase == REFILL and move == DEAL + ILLEGAL else honest(s, seat, move, viewer)


@hole("prohis", "pairs")
def reveals_all(s, then, seat, move, viewer):
    """the rules claim that everything is revealed, so that no two worlds can be compared"""
    return s.pile[LEGAL] * 100 + s.pile[ILLEGAL]


@hole("prohis", "looks", "pairs", "driver")
def imagine_nothing(s, viewer, luck):
    """a viewer imagines no hidden cards"""


@hole("prohis", "luck")
def imagine_without_luck(s, viewer, luck):
    """a viewer imagines the same hidden cards whatever their luck"""
    honest(s, viewer, [1, 1])


@hole("prohis", "looks")
def redact_for_the_controller(s, viewer):
    """the controller looks into the convoy, and the rules needn't even claim that"""
    convoy = [s.convoy[i] for i in range(LARGEST_CONVOY)]
    seen = s.phase == DECIDE and viewer == s.controller
    honest(s, viewer)
    if seen:
        for i in range(LARGEST_CONVOY):
            s.convoy[i] = convoy[i]


@hole("prohis", "pairs")
def reveals_the_convoy(s, then, seat, move, viewer):
    """the rules claim that whoever sends a convoy shows what is in it"""
    code = honest(s, then, seat, move, viewer)
    if s.phase == LOADING and move == SEND and viewer != s.turn:
        for i in range(LARGEST_CONVOY):
            code = code * 8 + s.convoy[i] + 1
    return code


# Contrebande


@hole("contrebande", "looks")
def redact_memory(s, viewer):
    """what others remember of the hand can be seen"""
    memory = [[s.memory[seat, kind] for kind in range(KINDS + 1)] for seat in range(s.seats)]
    honest(s, viewer)
    for seat in range(s.seats):
        for kind in range(KINDS + 1):
            s.memory[seat, kind] = memory[seat][kind]


@hole("contrebande", "looks")
def hears_dealing(s, seat, move, viewer):
    """everybody hears which cards are dealt"""
    return ALL


# Condamnés!


@hole("condamnes", "pairs", seats=4)
def knows_holder(s, viewer):
    """spectators see who has the stolen card"""
    return s.phase != GRABBING and (viewer < 0 or honest(s, viewer))


@hole("condamnes", "looks", seats=4)
def overheard_passing(s, seat, move, viewer):
    """everybody hears which card is passed on"""
    return ALL if s.phase == PASSING else honest(s, seat, move, viewer)


# Chasse aux contrebandiers


@hole("chasse", "looks", "pairs", "driver", seats=2)
def redact_plaques(s, viewer):
    """the number of plaques under a figure can be seen, if there is one"""
    plaques = [s.plaques[cell] for cell in range(WIDE * WIDE)]
    honest(s, viewer)
    for cell in range(WIDE * WIDE):
        if plaques[cell] > 0:
            s.plaques[cell] = plaques[cell]


@hole("chasse", "looks", "pairs", "driver", seats=2)
def redact_lightest(s, viewer):
    """figures that carry nothing can be seen to carry nothing"""
    empty = [s.plaques[cell] == 0 for cell in range(WIDE * WIDE)]
    honest(s, viewer)
    for cell in range(WIDE * WIDE):
        if empty[cell]:
            s.plaques[cell] = 0


@hole("chasse", "looks", seats=2)
def hears_hiding(s, seat, move, viewer):
    """customs hear where plaques are hidden"""
    return ALL


@hole("chasse", "looks", "driver", seats=2)
def legal_controls(s, seat, can):
    """customs are not offered figures that carry nothing"""
    honest(s, seat, can)
    if s.phase == MOVING and seat != smuggler(s):
        for i in range(LARGEST):
            cell = s.where[RED, i]
            if cell >= 0 and s.plaques[cell] == 0:
                can[TO + PLACE[cell]] = 0


@hole("prohis", "points")
def counts_what_it_guesses(s, seat, line):
    """what isn't known is said to count for nothing"""
    return max(0, honest(s, seat, line))


@hole("prohis", "points")
def earns_what_it_guesses(s, seat, line):
    """what isn't known earns what others have"""
    return honest(s, seat, line) + (counts(s, seat, line) < 0)
