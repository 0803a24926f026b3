"""Policies: how likely somebody is to make each move, by what their seat may know and by their temper.

A policy is one module a game, in the rules' own subset, so that it runs plain, native and on a GPU with the same
outcome:

- `lean(s, seat, temper, weights)` gives every legal move of a record that is redacted for the seat a whole-number
  weight, in `weights`, which come all zero. At least one is above 0, illegal moves stay 0, the sum is below 2**20.
  It knows no luck: whoever plays draws a move by its weight.
- `TEMPER` names the knobs, whole numbers; `LEVELS` has their values for `novice` and `regular`; `CHARACTERS` says what
  a temper adds to some of them; `HABITS` are simple ways to play that the knobs can say.
"""

from __future__ import annotations

import random
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from tripot.engine.catalogue import part_of
from tripot.engine.errors import BadOption
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.twins import plain
from tripot.games import random_numbers

CHARACTERS = ("bold", "careful", "suspicious")
BITS = 62  # of a number that luck is made of

Temper = tuple[int, ...]


@cache
def policy(game_name: str) -> ModuleType | None:
    """A game's policy, found by the game's name; a package has it in its module `instinct`."""
    return part_of(game_name, "instinct", __name__)


def temper(game_name: str, level: str = "regular", character: str = "") -> Temper:
    """The knobs of a level, as a character turns them; a habit is a level of its own."""
    rules_of_thumb = policy(game_name)
    if rules_of_thumb is None:
        raise BadOption("option.no-policy", game=game_name)
    known: dict[str, Temper] = {**rules_of_thumb.LEVELS, **rules_of_thumb.HABITS}
    if level not in known:
        raise BadOption("option.no-level", game=game_name, level=level, levels=", ".join(known))
    if character and character not in rules_of_thumb.CHARACTERS:
        raise BadOption("option.character", character=character, characters=", ".join(rules_of_thumb.CHARACTERS))
    changes = rules_of_thumb.CHARACTERS[character] if character else {}
    turned = dict(zip(rules_of_thumb.TEMPER, known[level], strict=True))
    for knob, change in changes.items():
        turned[knob] = max(0, turned[knob] + change)
    return tuple(turned.values())


class Instinct:
    """A bot that plays by its game's policy: it weighs the moves of its own look and draws one by its weight.

    It is plain Python, which needs no compiling; `natively` is the same choice in machine code.
    """

    def __init__(self, game: Game, knobs: Temper, natively: bool = False) -> None:
        module = policy(game.name)
        if module is None:
            raise BadOption("option.no-policy", game=game.name)
        self.game, self.temper = game, knobs
        self._natively = natively
        self._twin: Any = native_twin(game) if natively else plain(game.rules, (), module)
        self._array = np.array(knobs, np.int64)

    def __call__(self, look: Look, rng: random.Random, /) -> str:
        number = rng.getrandbits(BITS)
        if len(look.legal_numbers()) == 1:
            return look.legal[0]
        if self._natively:
            record = np.frombuffer(bytearray(bytes(look)), self.game.rules.STATE)
            weights = np.zeros(len(self.game.moves), np.int32)
            return self.game.moves[int(self._twin.decide_one(record, look.viewer, self._array, number, weights))]
        own = [0, 0]
        random_numbers.seed(own, number)
        state = self.game.state_of(bytes(look))
        move = self._twin.act(state, look.viewer, self.temper, [0] * len(self.game.moves), own)
        return self.game.moves[int(move)]

    def weights(self, look: Look) -> dict[str, int]:
        """What it thinks of every legal move: its weight."""
        weights: Any = np.zeros(len(self.game.moves), np.int32)
        if self._natively:
            record = np.frombuffer(bytearray(bytes(look)), self.game.rules.STATE)
            self._twin.decide_one(record, look.viewer, self._array, 0, weights)
        else:
            weights = [0] * len(self.game.moves)
            self._twin.weigh(self.game.state_of(bytes(look)), look.viewer, self.temper, weights)
        return {self.game.moves[number]: int(weights[number]) for number in look.legal_numbers()}


def native_twin(game: Game) -> Any:
    """The game's rules and policy as machine code."""
    from tripot.engine.native import native

    return native(game.rules, False, (), policy(game.name))
