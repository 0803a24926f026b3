"""Who plays for chance. A source is asked with the possible outcomes and their weights, and names one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable, Mapping
from typing import Protocol

from tripot.engine.errors import IllegalMove
from tripot.games import random_numbers


class Chance(Protocol):
    def pick(self, weights: Mapping[str, int]) -> str:
        """One of the outcomes."""


def _by_weight(weights: Mapping[str, int], number: int) -> str:
    """The outcome in whose share of the weights a number falls."""
    for outcome, weight in weights.items():
        number -= weight
        if number < 0:
            return outcome
    raise ValueError("a number beyond all weights")


def checked_seed(seed: int) -> int:
    if not 0 <= seed < 1 << 63:
        raise ValueError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")
    return int(seed)


def drawn_seed() -> int:
    """A seed from the operating system, where nobody needs to repeat it."""
    return secrets.randbits(63)


class Seeded:
    """Repeatable luck from a number, for simulations and tests. Anybody who knows the number knows the future."""

    def __init__(self, seed: int) -> None:
        self._luck = [0, 0]
        random_numbers.seed(self._luck, checked_seed(seed))

    def pick(self, weights: Mapping[str, int]) -> str:
        return _by_weight(weights, random_numbers.below(self._luck, sum(weights.values())))


class Keyed:
    """Luck from a secret 256-bit key: HMAC-SHA256 of a counter, with rejection, so that no outcome is favoured."""

    def __init__(self, key: bytes | None = None) -> None:
        self._key = secrets.token_bytes(32) if key is None else key
        if len(self._key) != 32:
            raise ValueError("a key has 32 bytes")
        self._words = 0

    @property
    def commitment(self) -> str:
        """SHA-256 of the key: it may be published, the key follows when the game is over."""
        return hashlib.sha256(self._key).hexdigest()

    def reveal(self) -> bytes:
        """The key, to be published when the game is over."""
        return self._key

    def _word(self) -> int:
        """The next 64 bits of the stream."""
        block, place = divmod(self._words, 4)
        self._words += 1
        digest = hmac.digest(self._key, b"tripot chance" + block.to_bytes(8, "big"), "sha256")
        return int.from_bytes(digest[8 * place : 8 * place + 8], "big")

    def _below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each exactly as likely: words past the last whole multiple don't count."""
        beyond = (1 << 64) - (1 << 64) % limit
        word = self._word()
        while word >= beyond:
            word = self._word()
        return word % limit

    def pick(self, weights: Mapping[str, int]) -> str:
        return _by_weight(weights, self._below(sum(weights.values())))


class Picked:
    """A function chooses: for tests, puzzles and people who roll real dice."""

    def __init__(self, picker: Callable[[dict[str, int]], str]) -> None:
        self._picker = picker

    def pick(self, weights: Mapping[str, int]) -> str:
        outcome = self._picker(dict(weights))
        if outcome not in weights:
            raise IllegalMove("illegal.chance", outcome=outcome, outcomes=", ".join(weights))
        return outcome
