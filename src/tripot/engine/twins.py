"""One rules source, several twins: clone a rules module's functions into namespaces that run them in other ways.

A twin is a namespace with the module's constants, its functions, the drivers of `game_loops.py` and the tensor
function of `tensor.py`, all bound to each other; with a policy (`lean`) and the drivers of `policies.py` if one is
given. `plain` runs them as Python; `native.py` and `gpu.py` hand every clone to a compiler first. Rules need no
decorator and never know.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable, Iterable
from functools import cache
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine import bits, policies
from tripot.engine.at_random import player
from tripot.engine.game_loops import ENTRIES, ONES, PARTS, TOPS
from tripot.engine.scoring import summed
from tripot.engine.tensor import encoder
from tripot.games import random_numbers
from tripot.games.common import ALL, WHO

Wrap = Callable[[FunctionType], Any]
POLICY = ("lean", "promise")  # what drivers know of a policy


def sources(rules: ModuleType) -> dict[str, ModuleType]:
    """The rules module and every module that its functions come from."""
    found: dict[str, ModuleType] = {}
    todo = [rules]
    while todo:
        module = todo.pop()
        if module.__name__ in found:
            continue
        found[module.__name__] = module
        for value in vars(module).values():
            if isinstance(value, FunctionType) and value.__module__ not in found:
                todo.append(sys.modules[value.__module__])
    return found


def words_for(rules: ModuleType) -> int:
    """How many 64-bit words hold a mark for each move."""
    return max(2, -(-len(rules.MOVES) // 8))  # with a single one Numba's own checks of bounds go wrong


def _bounds(rules: ModuleType) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where the fields that LEGEND reads begin and end in a record."""
    fields = [rules.STATE.fields[name] for name in rules.LEGEND]
    starts = np.array([start for _, start, *_ in fields], np.int64)
    return starts, starts + np.array([kind.itemsize for kind, *_ in fields], np.int64)


def clone(function: Any, scope: dict[str, Any]) -> FunctionType:
    twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
    twin.__qualname__, twin.__module__ = function.__qualname__, function.__module__
    return twin


def bind(
    rules: ModuleType,
    part: Wrap,
    entry: Wrap,
    table: Callable[[Any], Any],
    extra: Iterable[FunctionType] = (),
    policy: ModuleType | None = None,
    parts: Iterable[FunctionType] = (),
    at_hand: Any = bits,
) -> SimpleNamespace:
    """Clone every function of the rules and the drivers, wrap each, and let every name mean the wrapped clone.

    `entry` wraps the drivers that a user calls (and `extra` ones), `part` everything that these are made of (and
    further `parts`, for `extra` ones); `table` turns a constant NumPy array into what the twin reads best;
    `at_hand` has the twin's functions of `bits.py`.
    """
    modules = sources(rules) | {random_numbers.__name__: random_numbers} | (sources(policy) if policy else {})
    scopes = {
        name: {key: table(value) if isinstance(value, np.ndarray) else value for key, value in vars(module).items()}
        for name, module in modules.items()
    }
    own = scopes[rules.__name__]
    own.update(below=random_numbers.below, seed=random_numbers.seed, ONES=ONES, TOPS=TOPS, np=np)
    own.update(OUTCOME_COUNT=len(rules.OUTCOMES), WORD_COUNT=words_for(rules), HEARD_ALL=ALL, NEWS_OF=WHO)
    own.update(OUTCOME_ROOM=len(rules.OUTCOMES) + 1, MARK_WORDS=-(-len(rules.MOVES) // bits.WORD), WORD_BITS=bits.WORD)
    own.update({name: getattr(at_hand, name) for name in bits.NAMES})
    own.update(MOVE_COUNT=len(rules.MOVES), OWN_LUCK=policies.OWN_LUCK)
    own.update(FIELD_STARTS=_bounds(rules)[0], FIELD_ENDS=_bounds(rules)[1])
    twins: dict[Any, Any] = {}
    for name, scope in scopes.items():
        for value in list(scope.values()):
            if isinstance(value, FunctionType) and value.__module__ == name:
                twins[value] = part(clone(value, scope))
    own |= {name: getattr(policy, name) for name in POLICY if hasattr(policy, name)}
    made = (encoder(rules), summed(rules), player(rules))
    inner: tuple[Any, ...] = (*PARTS, *made, *(policies.PARTS if policy else ()), *parts)
    for driver in inner:
        own[driver.__name__] = twins[driver] = part(clone(driver, own))
    entries: tuple[Any, ...] = (*ENTRIES, *(policies.ENTRIES if policy else ()), *extra)
    for function in entries:
        own[function.__name__] = twins[function] = entry(clone(function, own))
    for scope in scopes.values():
        for key, value in scope.items():
            if isinstance(value, FunctionType) and value in twins:
                scope[key] = twins[value]
    return SimpleNamespace(**{key: value for key, value in own.items() if not key.startswith("__")})


@cache
def plain(
    rules: ModuleType,
    extra: tuple[FunctionType, ...] = (),
    policy: ModuleType | None = None,
    parts: tuple[FunctionType, ...] = (),
) -> SimpleNamespace:
    """The rules as ordinary Python, over `PlainState`s; constant arrays become memoryviews, which give ints."""

    def as_it_is(function: FunctionType) -> FunctionType:
        return function

    return bind(rules, as_it_is, as_it_is, lambda array: np.ascontiguousarray(array).data, extra, policy, parts)
