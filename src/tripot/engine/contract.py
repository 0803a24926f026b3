"""The rules contract: what a file in `games/` offers. `Rules` is the one table; everybody reads it.

A game is one module: constants, tables, and plain functions over one record `s`. No classes, decorators, randomness,
input or output; functions that run natively keep to what plain Python and native code share; `rules_lint.py` checks it.
The file reads from top to bottom like the rulebook: what is asked, allowed and done in a phase stands together, with
the clause's number where a clause is enforced. What the file declares (`games/declare.py`) it need not program: what
it leaves out is made from its tables (`derive.py`) when `catalogue.py` loads it.

Everything a viewer gets (views, moves offered, prompts, refusals, log, tensors) is computed from *their* redacted
record and the moves they heard. So `legal(redacted, seat)` must equal `legal(full, seat)` for the seat itself.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType, ModuleType
from typing import Any, Protocol, TypeVar, cast

import numpy as np

from tripot.engine import derive
from tripot.engine.errors import BadRules
from tripot.games.declare import Moves, Phases, Record

EVERYWHERE, NATIVE, PLAIN = "plain, native, GPU", "plain, native", "plain"
REQUIRED, MADE, BY_CHAPTER = "required", "made by the engine", "one for each phase"
S = Any  # a record: a PlainState, or one in an array
F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Function:
    """A line of the contract: a function's name, what it takes, what it is for, where it runs, and what stands in
    for it where a file has none."""

    name: str
    signature: str
    purpose: str
    where: str
    default: str

    @property
    def line(self) -> str:
        """The function that stands in for it, where that is one line."""
        return f"def {self.name}{self.signature}: {self.default}"


def runs(where: str, default: str) -> Callable[[F], F]:
    """Where a function runs, and what it is by default: required, made, or a statement."""

    def note(function: F) -> F:
        function.__dict__.update(where=where, default=default)
        return function

    return note


class Rules(Protocol):
    """A rules module. Seats count from 0; a viewer is a seat, or -1: a spectator."""

    NAME: str  # the slug
    VERSION: int  # raised whenever old records would replay differently
    CLAUSE: str  # the clauses' prefix (`PRO`)
    SEATS: tuple[int, int]  # fewest and most
    # name -> (default, other choice, ...) of texts, (default, lowest, highest) of numbers, or (default text, reader):
    # a function from a text to a tuple of ints, always as many; a ValueError says what is wrong
    OPTIONS: dict[str, tuple[Any, ...]]
    LIVE: dict[str, str]  # options whose default is another one where all sit together (a live table of the house)
    STUDY: tuple[str, ...]  # options that only research needs; hosts aren't asked
    RECORD: Record  # its fields, at most 63: how each reads, who may know it, how it begins; see `games/declare.py`
    STATE: np.dtype[np.void]  # RECORD.state; the fields `phase` and `reason` are among them, and `seats` if it varies
    LEGEND: dict[str, tuple[Any, ...]]  # RECORD.legend
    FIRST_ROUND: int  # where `round` begins; the log is grouped by `round` and `turn` where there are such fields
    SEALED: tuple[str, ...]  # phases in which answers are given in secret, and opened when all are in
    HEARD_BY: dict[str, str]  # phases whose moves one seat alone hears in full (a field, a function, or "nobody")
    PHASES: Phases  # name, clause, who is asked, and what is always offered
    PROMPTS: tuple[int, ...]  # the clause that each phase's question rests on: PHASES.clauses
    ROLES: tuple[str, ...]  # roles that texts ask in words of their own
    ROLE_PROMPTS: dict[str, int]  # the clauses on which questions to some of them rest instead
    MOVES: Moves  # verb, words, clause; a move is its place, and lists of moves keep this order
    OUTCOMES: Moves  # the same of chance
    PASSIVE: tuple[int, ...]  # moves that a time-out plays: the first legal one; else the first legal move of all
    REASONS: tuple[str, ...]  # the ways to end; the field `reason` is a place in it, -1 while the game goes on
    FLAWS: dict[str, int]  # name -> clause of what `flaws` finds
    PACK_CLAUSE: int  # the clause that counts the cards of the pack
    NEWS: tuple[tuple[str, int], ...]  # name and clause (0: none) of all that `news` can tell
    LINES: tuple[tuple[str, int], ...]  # name and clause of all that points are made of, as a score is explained
    ABOUT: tuple[str, ...]  # the words of the things that moves and news can be about
    PRINTED: dict[str, Any]  # what is printed on the material (prices, places, numbers), for whoever draws it
    ASIDE: tuple[str, ...]  # fields that a table drawn by its legend keeps out of the way
    LONGEST: int  # a proven bound on the moves of a game, chance included, with the proof beside it

    @runs(EVERYWHERE, "pass")
    def begin(self, s: S, options: Any) -> None:
        """What a game begins with, after a clean start; `options` are ints, in OPTIONS' order."""

    @runs(EVERYWHERE, MADE)
    def setup(self, s: S, seats: int, options: Any) -> None:
        """An empty record becomes the start of a game: every field at its `start`, the seats, then `begin`."""

    @runs(EVERYWHERE, BY_CHAPTER)
    def may_PHASE(self, s: S, seat: int, can: Any) -> None:
        """Writes 1 for every move that this asked seat may make in a phase; `can` comes all zero. Made where PHASES
        names the moves."""

    @runs(EVERYWHERE, BY_CHAPTER)
    def odds_PHASE(self, s: S, weights: Any) -> None:
        """Writes the integer weight of every outcome, in a phase of chance; `weights` come all zero. Made where PHASES
        names what is drawn from."""

    @runs(EVERYWHERE, BY_CHAPTER)
    def do_PHASE(self, s: S, seat: int, move: int) -> None:
        """Makes one legal move of a phase (seat `CHANCE`: an outcome)."""

    @runs(EVERYWHERE, "pass")
    def afterwards(self, s: S) -> None:
        """What follows every move by itself."""

    @runs(EVERYWHERE, MADE)
    def actors(self, s: S) -> int:
        """Who is asked now: seats as bits (several where choices are sealed), `CHANCE`, or `NOBODY`: it is over."""

    @runs(EVERYWHERE, MADE)
    def sealed(self, s: S) -> int:
        """0, or a label of the sealed question that is open now (different for different questions): its place in
        SEALED."""

    @runs(EVERYWHERE, MADE)
    def legal(self, s: S, seat: int, can: Any) -> None:
        """`may_PHASE` of the present phase."""

    @runs(EVERYWHERE, MADE)
    def chance(self, s: S, weights: Any) -> None:
        """`odds_PHASE` of the present phase."""

    @runs(EVERYWHERE, MADE)
    def apply(self, s: S, seat: int, move: int) -> None:
        """`do_PHASE` of the present phase, then `afterwards`."""

    @runs(EVERYWHERE, REQUIRED)
    def counts(self, s: S, seat: int, line: int) -> int:
        """How many things of a line of LINES count for a seat, 0 for none, -1 if a redacted record doesn't tell."""

    @runs(EVERYWHERE, REQUIRED)
    def earns(self, s: S, seat: int, line: int) -> int:
        """The points that they come to, 0 where it doesn't tell. A seat's score is the sum of its lines, at the end and
        at any time before it."""

    @runs(PLAIN, "pass")
    def tiebreak(self, s: S, out: Any) -> None:
        """A second number by seat that ranks equal scores, more is better; comes all 0."""

    @runs(EVERYWHERE, "pass")
    def conceal(self, s: S, viewer: int) -> None:
        """Turns an act that others may not see yet back into the state in which it had not begun."""

    @runs(EVERYWHERE, MADE)
    def redact(self, s: S, viewer: int) -> None:
        """**The one gate**: the record becomes what this viewer may know: `conceal`, then every field's `known`."""

    @runs(NATIVE, "return 2")
    def overheard(self, s: S, seat: int, move: int, viewer: int) -> int:
        """What others hear of a move that isn't sealed, where HEARD_BY doesn't say: `ALL`, `SOMETHING` or `NOTHING`."""

    @runs(NATIVE, MADE)
    def hears(self, s: S, seat: int, move: int, viewer: int) -> int:
        """What the viewer hears of a move that is about to be made in `s`: `ALL` of their own, `LATER` of sealed ones
        (when the question is closed), of those in HEARD_BY that there was `SOMETHING`, else as `overheard` says."""

    @runs(NATIVE, "return 2")
    def unsealed(self, s: S, seat: int, move: int, viewer: int) -> int:
        """What they hear of a sealed one then; `s` is the record just after the question was closed."""

    @runs(NATIVE, "pass")
    def news(self, s: S, then: S, told: Any, things: Any) -> None:
        """What a move from `s` to `then` (both redacted for one viewer) brought about, beyond the move: writes a seat
        (or 0) at `told[place in NEWS, WHO]` and, where there is something to count, another seat, a number and a sum at
        `WHOM`, `COUNT` and `SUM`; `told` comes all -1. `things[place in ABOUT]` counts the things that this step showed
        or moved, and comes all 0."""

    @runs(NATIVE, "return -1")
    def about(self, s: S, then: S, seat: int, move: int) -> int:
        """The place in `ABOUT` of the thing that a move concerns and its own words don't name, or -1; both records are
        redacted for one viewer."""

    @runs(EVERYWHERE, "")
    def in_pack(self, s: S, kind: int) -> int:
        """How many cards of a kind are in the game. With it positions are counted, and hidden cards imagined."""

    @runs(EVERYWHERE, "")
    def elsewhere(self, s: S, kind: int) -> int:
        """How many of them lie where no field with `cards` says so."""

    @runs(EVERYWHERE, MADE)
    def imagine(self, s: S, viewer: int, luck: Any) -> None:
        """Fills a redacted record with a full one that agrees with it, by luck; made from the pack: each as likely."""

    @runs(NATIVE, "return 0")
    def reveals(self, s: S, then: S, seat: int, move: int, viewer: int) -> int:
        """What a move from `s` to `then` (both full) opens to the viewer by the rules, beyond the move's own words: 0
        for nothing, else a number that is the same in two games exactly if they learn the same in both. Only the leak
        tests ask, and not of the move that ends the game."""

    @runs(NATIVE, MADE)
    def misfit(self, s: S) -> int:
        """-1, or what no full record can have: a negative count, an unknown card, a card too many. Never written by
        hand."""

    @runs(PLAIN, "return ()")
    def flaws(self, s: S) -> Iterator[str]:
        """Yields the names in FLAWS of what else makes a position impossible; all of Python may be used."""

    @runs(PLAIN, "pass")
    def complete(self, s: S) -> None:
        """Fills derived fields when a document was read."""

    @runs(PLAIN, "return 0")
    def other_clause(self, s: S, seat: int, move: int) -> int:
        """The clause that allows or forbids a move where it isn't the one beside it, else 0; `s` is redacted for the
        seat."""

    @runs(PLAIN, MADE)
    def clause(self, s: S, seat: int, move: int) -> int:
        """The clause that allows or forbids a move of an asked seat: `other_clause`, else the one in MOVES."""

    @runs(PLAIN, "return 0")
    def race(self, s: S) -> int:
        """Whether the order of the answers to the sealed question that is open now may decide something. The order of
        play is the order of the race; who plays the moves sees to it that it is fair, and that nobody learns more of it
        than `apply` makes of it."""

    @runs(PLAIN, "return -1")
    def passive(self, s: S, seat: int) -> int:
        """The move that a time-out plays where PASSIVE can't say it, else -1; `s` is redacted for that seat."""

    @runs(PLAIN, "return -1")
    def role(self, s: S, seat: int) -> int:
        """A seat's place in ROLES, or -1: texts may ask different roles in different words."""


def _functions() -> Iterator[Function]:
    for name, function in vars(Rules).items():
        if isinstance(function, FunctionType) and hasattr(function, "where"):
            taken = list(inspect.signature(function).parameters)[1:]
            purpose = " ".join(str(function.__doc__).split())
            marks = cast(Any, function)
            yield Function(name, f"({', '.join(taken)})", purpose, marks.where, marks.default)


FUNCTIONS = {function.name: function for function in _functions()}
# constants that a file may leave out
DEFAULTS: dict[str, Any] = {
    "OPTIONS": {}, "LIVE": {}, "STUDY": (), "FIRST_ROUND": 1, "SEALED": (), "HEARD_BY": {}, "ROLES": (),
    "ROLE_PROMPTS": {}, "PASSIVE": (), "FLAWS": {}, "PACK_CLAUSE": 1, "NEWS": (), "ABOUT": (), "OUTCOMES": (),
    "PRINTED": {}, "ASIDE": (),
}  # fmt: skip
DERIVED = ("STATE", "LEGEND", "PROMPTS")
CONSTANTS = tuple(name for name in Rules.__annotations__ if name not in DEFAULTS and name not in DERIVED)


def native_names(rules: ModuleType) -> set[str]:
    """The functions of a module that native code may call: those of the table, and those that its tables name."""
    names = {name for name, function in FUNCTIONS.items() if function.where != PLAIN}
    names |= {f"{verb}_{derive.chapter(phase)}" for phase in rules.PHASES for verb in ("may", "odds", "do")}
    names |= {asked for asked in rules.PHASES.asked if isinstance(asked, str)} | set(rules.HEARD_BY.values())
    return names | {way for field in rules.RECORD.fields.values() for way in field.known}


def completed(rules: ModuleType) -> ModuleType:
    """The same module with all that the contract asks for; what is missing or wrong is named."""
    if hasattr(rules, "misfit"):
        return rules
    missing = [name for name in CONSTANTS if not hasattr(rules, name)]
    missing += [
        name for name, function in FUNCTIONS.items() if function.default == REQUIRED and not hasattr(rules, name)
    ]
    if missing:
        raise BadRules(f"it lacks {', '.join(missing)}: the rules contract asks for them")
    for name, value in DEFAULTS.items():
        if not hasattr(rules, name):
            setattr(rules, name, value)
    _take_positions(rules)
    try:
        vars(rules).update(STATE=rules.RECORD.state, LEGEND=rules.RECORD.legend, PROMPTS=rules.PHASES.clauses)
        for name, lines in (*derive.stated(rules), *derive.cleared(rules)):
            derive.write(rules, name, lines)
        for name, function in FUNCTIONS.items():
            if not hasattr(rules, name):
                _stand_in(rules, function)
    except (NameError, AttributeError, TypeError) as fault:
        raise BadRules(str(fault)) from fault
    return rules


def is_written(rules: ModuleType, name: str) -> bool:
    """Whether a file has a function of its own, and no stand-in."""
    return not getattr(rules, name).__code__.co_filename.startswith("<")


def _stand_in(rules: ModuleType, function: Function) -> None:
    if function.default == MADE:
        derive.write(rules, function.name, derive.MAKERS[function.name](rules))
    elif function.default and function.default != BY_CHAPTER:
        derive.write(rules, function.name, [function.line])


def _take_positions(rules: ModuleType) -> None:
    """What only positions need may lie apart, in `games/positions/`; the game's names are known there."""
    home, _, name = rules.__name__.rpartition(".")
    if home and find_spec(f"{home}.positions") and find_spec(f"{home}.positions.{name}"):
        apart = import_module(f"{home}.positions.{name}")
        for word, value in vars(rules).items():
            vars(apart).setdefault(word, value)
        for word in ("FLAWS", *FUNCTIONS):
            if hasattr(apart, word) and getattr(getattr(apart, word), "__module__", apart.__name__) == apart.__name__:
                setattr(rules, word, getattr(apart, word))
