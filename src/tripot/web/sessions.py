"""Guests: a signed cookie says who somebody is. There is no account and no password."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from tripot.house.archive import Guest

COOKIE = "tripot"
YEAR = 365 * 24 * 3600
# what people are called until they say otherwise
NICKNAMES = (
    "Lulu", "Nénette", "Gaston", "Mado", "Fernand", "Zaza", "Marius", "Ginette", "Bébert", "Lola", "Riton", "Suzy",
    "Max", "Paulette", "Dédé", "Rose", "Émile", "Yvonne", "Jojo", "Odette", "Tony", "Fifi", "Raoul", "Margot",
)  # fmt: skip


class Sessions:
    """Makes and reads the cookies of one house."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def new(self) -> str:
        return secrets.token_hex(16)

    def sign(self, guest_id: str) -> str:
        return f"{guest_id}.{self._signature(guest_id)}"

    def read(self, cookie: str | None) -> str | None:
        """Whose cookie it is; None for one that this house didn't sign."""
        guest_id, _, signature = (cookie or "").partition(".")
        if len(guest_id) == 32 and hmac.compare_digest(signature.encode(), self._signature(guest_id).encode()):
            return guest_id
        return None

    def _signature(self, guest_id: str) -> str:
        return hmac.new(self._secret, b"guest " + guest_id.encode(), "sha256").hexdigest()


def stranger(guest_id: str, language: str) -> Guest:
    """A guest who has not told their name."""
    lot = hashlib.sha256(guest_id.encode()).digest()
    return Guest(guest_id, NICKNAMES[lot[0] % len(NICKNAMES)], language, 0.0)


def language_of(accepted: str) -> str:
    """French or English, whichever a browser names first."""
    for part in accepted.lower().split(","):
        language = part.split(";")[0].strip()[:2]
        if language in ("fr", "en"):
            return language
    return "en"
