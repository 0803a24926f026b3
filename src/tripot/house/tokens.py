"""A client's name for a decision, kept with whose it is and what it was: so nothing else passes for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

SIZE = 4  # bytes of each mark


def kept(guest: str, token: str, moves: Sequence[str]) -> str:
    """What is written beside the decision. `#` is in no client's token, and what it begins is the house's own."""
    return f"{owned(guest, token)}{_mark(' '.join(moves))}"


def owned(guest: str, token: str) -> str:
    """A token with its owner's mark."""
    return f"{token}#{_owner(guest)}"


def parted(kept: str) -> tuple[str, str]:
    """A token with its owner's mark; and the mark of what was decided."""
    return kept[: -2 * SIZE], kept[-2 * SIZE :]


@lru_cache(4096)
def _owner(guest: str) -> str:
    return _mark(guest)


def _mark(text: str) -> str:
    return blake2b(text.encode(), digest_size=SIZE).hexdigest()
