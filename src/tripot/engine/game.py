"""A game of the house: its rules with everything that runs them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from tripot.engine import record_codec
from tripot.engine.catalogue import broken, catalogue, home_of, rules_of
from tripot.engine.chance import Chance, Keyed, Picked, Seeded
from tripot.engine.contract import is_written
from tripot.engine.derive import fault_of
from tripot.engine.errors import BadOption, BadPosition, BrokenGame, UnknownMove
from tripot.engine.state import PlainState, plain_state
from tripot.engine.table import Table
from tripot.engine.texts import LANGUAGES, Texts, texts
from tripot.engine.twins import plain, words_for

Picker = Callable[[dict[str, int]], str]


class Game:
    """One game: what it is called, how many play, which moves there are; and the way to a table."""

    def __init__(self, name: str, version: int | None = None) -> None:
        self.rules = rules_of(name, version)
        _check_texts(name)
        self.name: str = self.rules.NAME
        self.version: int = self.rules.VERSION
        self.fewest, self.most = self.rules.SEATS
        self.moves: tuple[str, ...] = self.rules.MOVES
        self.outcomes: tuple[str, ...] = self.rules.OUTCOMES
        self.reasons: tuple[str, ...] = self.rules.REASONS
        self.words = words_for(self.rules)
        self.new_state: type[PlainState] = plain_state(self.rules.STATE)
        self.notice_all: Any = None  # native drivers of these names, once somebody has `quickened` the game
        self.completes: Any = None
        self._move_numbers = {text: number for number, text in enumerate(self.moves)}
        self._outcome_numbers = {text: number for number, text in enumerate(self.outcomes)}

    def __repr__(self) -> str:
        return f"<game {self.name}, {self.fewest} to {self.most} seats>"

    @cached_property
    def plain(self) -> SimpleNamespace:
        return plain(self.rules)

    @cached_property
    def native(self) -> SimpleNamespace:
        from tripot.engine.native import native

        return native(self.rules)

    def texts(self, language: str = "en") -> Texts:
        return texts(self.name, language)

    def clause_name(self, number: int) -> str:
        return f"{self.rules.CLAUSE}-{number:02d}"

    def prompt_clause(self, phase: int, role: str) -> str:
        """The clause that a question rests on; a role may be asked by one of its own."""
        own = self.rules.ROLE_PROMPTS.get(role)
        return self.clause_name(own or self.rules.PROMPTS[phase])

    def move_number(self, text: str) -> int:
        if text not in self._move_numbers:
            raise UnknownMove("unknown-move.text", move=text, game=self.name)
        return self._move_numbers[text]

    def outcome_number(self, text: str) -> int:
        if text not in self._outcome_numbers:
            raise UnknownMove("unknown-move.outcome", move=text, game=self.name)
        return self._outcome_numbers[text]

    def passive_of(self, legal: Sequence[str]) -> str | None:
        """The move that a time-out plays among these."""
        for number in self.rules.PASSIVE:
            if self.moves[number] in legal:
                return str(self.moves[number])
        return legal[0] if legal else None

    @property
    def options(self) -> dict[str, tuple[Any, ...]]:
        """The options and their choices, the default first; of a number, (default, lowest, highest)."""
        return {name: (spec[0],) if callable(spec[-1]) else spec for name, spec in self.rules.OPTIONS.items()}

    def checked_seats(self, seats: int | None) -> int:
        seats = self.fewest if seats is None else seats
        if isinstance(seats, bool) or not isinstance(seats, int) or not self.fewest <= seats <= self.most:
            reason = "option.seats" if self.fewest < self.most else "option.one-number"
            asked, first = {"fewest": self.fewest, "most": self.most, "seats": repr(seats)}, self.clause_name(1)
            raise BadOption(reason, first, game=self.name, number=first, **asked)
        return seats

    def default(self, name: str, live: bool = False) -> Any:
        """An option's value where none is chosen, at a live table or elsewhere."""
        usual = self.rules.OPTIONS[name][0]
        return self.rules.LIVE.get(name, usual) if live else usual

    @property
    def own_fields(self) -> tuple[str, ...]:
        """The fields of which each seat may know its own part and the others not."""
        record = getattr(self.rules, "RECORD", None)
        return () if record is None else tuple(name for name, field in record.fields.items() if "owner" in field.known)

    @property
    def secret(self) -> bool:
        """Whether it ever asks in secret: a `sealed` that reads nothing of the record says 0 whatever happens."""
        return bool(self.rules.sealed.__code__.co_names)

    def is_race(self, state: PlainState) -> bool:
        """Whether the order of the answers to the sealed question that is open in a full state may decide something."""
        return bool(self.plain.race(state))

    @cached_property
    def has_own_passive(self) -> bool:
        """Whether the rules choose what a time-out plays, where PASSIVE can't say it."""
        return is_written(self.rules, "passive")

    @property
    def breaks_ties(self) -> bool:
        """Whether the rules rank equal scores."""
        return is_written(self.rules, "tiebreak")

    def chosen(self, options: dict[str, Any], live: bool = False) -> dict[str, Any]:
        """All options with their values, defaults filled in; what the game doesn't offer is refused."""
        for name in options:
            if name not in self.rules.OPTIONS:
                known = ", ".join(self.rules.OPTIONS) or "–"
                raise BadOption("option.unknown", game=self.name, option=name, options=known)
        return {
            name: self._chosen(name, spec, options.get(name, self.default(name, live)))
            for name, spec in self.rules.OPTIONS.items()
        }

    def _chosen(self, name: str, spec: tuple[Any, ...], value: Any) -> Any:
        if callable(spec[-1]):
            try:
                spec[-1](str(value))
            except ValueError as fault:
                raise BadOption("option.flawed", option=name, why=fault) from None
            return str(value)
        if isinstance(spec[0], str):
            if isinstance(value, bool):
                value = "yes" if value else "no"
            if str(value) not in spec:
                raise BadOption("option.choice", option=name, choices=", ".join(spec), value=value)
            return str(value)
        _, lowest, highest = spec
        number = int(value) if isinstance(value, str) and value.isdecimal() else value
        if isinstance(number, bool) or not isinstance(number, int) or not lowest <= number <= highest:
            raise BadOption("option.number", option=name, lowest=lowest, highest=highest, value=value)
        return number

    def option_numbers(self, options: dict[str, Any]) -> tuple[int, ...]:
        """Options as the rules read them."""
        numbers: list[int] = []
        for name, spec in self.rules.OPTIONS.items():
            value = options[name]
            if callable(spec[-1]):
                numbers += spec[-1](value)
            else:
                numbers.append(spec.index(value) if isinstance(value, str) else value)
        return tuple(numbers)

    def start(
        self, seats: int | None = None, seed: int | None = None, chance: Picker | Chance | None = None, **options: Any
    ) -> Table:
        """Open a table. Chance is a seed's, a picker's, or, if neither is given, the operating system's."""
        seats = self.checked_seats(seats)
        chosen = self.chosen(options)
        state = self.new_state()
        self.plain.setup(state, seats, self.option_numbers(chosen))
        table = Table(self, seats, chosen, state, _source(seed, chance))
        table.settle()
        return table

    def position(
        self, document: dict[str, Any], seed: int | None = None, chance: Picker | Chance | None = None
    ) -> Table:
        """A table in a given position; an impossible one is refused."""
        state = record_codec.from_document(self.rules, document)
        self.check(state)
        table = Table(self, record_codec.seats_of(self.rules, state), None, state, _source(seed, chance), document)
        table.settle()
        return table

    def check(self, state: PlainState) -> None:
        """Refuse a state that can't be."""
        fault = self.plain.misfit(state)
        if fault >= 0:
            name, what = fault_of(self.rules, fault)
            said = self.texts().word(what) if name == "position.cards" else what
            clause = self.clause_name(self.rules.PACK_CLAUSE)
            raise BadPosition(name, clause, what=said, clause=clause)
        name = self.flaw(state)
        if name:
            clause = self.clause_name(self.rules.FLAWS[name])
            raise BadPosition(
                "position.flaw", clause, flaw=lambda language: self.texts(language).flaw(name), clause=clause
            )

    def flaw(self, state: PlainState) -> str:
        """The name of what can't be in a full state, or nothing."""
        fault = self.plain.misfit(state)
        return " ".join(fault_of(self.rules, fault)) if fault >= 0 else next(iter(self.plain.flaws(state)), "")

    def state_of(self, record: bytes) -> PlainState:
        """A record that is given as its bytes."""
        state = self.new_state.__new__(self.new_state)
        state._take(bytearray(record))
        return state

    def records(self, count: int) -> np.ndarray[Any, np.dtype[np.void]]:
        """Room for so many games."""
        return np.zeros(count, self.rules.STATE)


def _source(seed: int | None, chance: Picker | Chance | None) -> Chance:
    if seed is not None and chance is not None:
        raise ValueError("a table's chance comes from a seed or from a picker, not from both")
    if seed is not None:
        return Seeded(seed)
    if chance is None:
        return Keyed()
    return Picked(chance) if callable(chance) else chance


@cache
def game(name: str, version: int | None = None) -> Game:
    """A game by its name; with a version, on these rules of it."""
    present = Game(name) if version is None else game(name)
    return present if version in (None, present.version) else Game(name, version)


def games() -> tuple[Game, ...]:
    """All games of the house that can be played; `faults` names the others."""
    return tuple(game(name) for name in catalogue() if name not in faults())


def faults() -> dict[str, BrokenGame]:
    """The games that are installed and can't be played, each with what is wrong."""
    return _faults(catalogue())


@cache
def _faults(names: tuple[str, ...]) -> dict[str, BrokenGame]:
    found = {}
    for name in names:
        try:
            game(name)
        except BrokenGame as fault:
            found[name] = fault
    return found


def _check_texts(name: str) -> None:
    """Name a text file that is missing, is no TOML or lacks a section, before anybody sits down."""
    for language in LANGUAGES:
        try:
            texts(name, language)
        except (OSError, ValueError, KeyError) as fault:
            what = f"lacks {fault.args[0]}" if isinstance(fault, KeyError) else f"can't be read: {fault}"
            raise broken(home_of(name), f"texts/{name}.{language}.toml {what}") from None


class _CallableModule(ModuleType):
    """`tripot.games` is the folder of the rules and, called, all games of the house."""

    def __call__(self) -> tuple[Game, ...]:
        return games()


sys.modules["tripot.games"].__class__ = _CallableModule
