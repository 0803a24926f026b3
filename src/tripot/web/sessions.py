"""Guests: a signed cookie says who somebody is. There is no account and no password."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import NamedTuple

from tripot.house.repository import Guest

COOKIE = "tripot"
YEAR = 365 * 24 * 3600
# what people are called until they say otherwise
NICKNAMES = (
    "Lulu", "Nénette", "Gaston", "Mado", "Fernand", "Zaza", "Marius", "Ginette", "Bébert", "Lola", "Riton", "Suzy",
    "Max", "Paulette", "Dédé", "Rose", "Émile", "Yvonne", "Jojo", "Odette", "Tony", "Fifi", "Raoul", "Margot",
)  # fmt: skip


class Holder(NamedTuple):
    """Whose a cookie is, and how many locks the guest had changed when it was made."""

    guest_id: str
    locks: int = 0


class Sessions:
    """Makes and reads the cookies of one house."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def new(self) -> Holder:
        return Holder(secrets.token_hex(16))

    def sign(self, guest_id: str, locks: int = 0) -> str:
        holder = f"{guest_id}-{locks}" if locks else guest_id
        return f"{holder}.{self._signature(holder)}"

    def read(self, cookie: str | None) -> Holder | None:
        """Whose cookie it is; None for one that this house didn't sign."""
        holder, _, signature = (cookie or "").partition(".")
        if not hmac.compare_digest(signature.encode(), self._signature(holder).encode()):
            return None
        guest_id, _, locks = holder.partition("-")
        return Holder(guest_id, int(locks or 0)) if len(guest_id) == 32 else None

    def _signature(self, holder: str) -> str:
        return hmac.new(self._secret, b"guest " + holder.encode(), "sha256").hexdigest()


def stranger(holder: Holder, language: str) -> Guest:
    """A guest who has not told their name."""
    lot = hashlib.sha256(holder.guest_id.encode()).digest()
    return Guest(holder.guest_id, NICKNAMES[lot[0] % len(NICKNAMES)], language, 0.0, holder.locks)


def language_of(accepted: str) -> str:
    """French or English, whichever a browser names first."""
    for part in accepted.lower().split(","):
        language = part.split(";")[0].strip()[:2]
        if language in ("fr", "en"):
            return language
    return "en"
