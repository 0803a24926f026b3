"""Taking oneself along to another device: a key that works once, soon, and is kept by its hash alone.

Whoever has the key is the guest: it is as long as nobody guesses it in its ten minutes, and a new one ends the last.
The old device stays, or all others are signed out: cookies say how many locks were changed when they were made.
"""

from __future__ import annotations

import hashlib
import secrets

from sqlalchemy import Connection, delete, insert, select, update

from tripot.house import schema
from tripot.house.errors import HouseError
from tripot.house.house import LETTERS
from tripot.house.repository import Guest, greeting, knowing, notify
from tripot.house.store import Work

LENGTH = 15  # letters of 32: 75 bits
FOR = 600.0  # seconds that a key is good for


def fresh() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def _hash(key: str) -> bytes:
    """Of a key as somebody may have typed it."""
    return hashlib.sha256("".join(letter for letter in key.lower() if letter.isalnum()).encode()).digest()


def keeping(key: str, guest: Guest, now: float) -> Work[None]:
    """A guest has a new key, and no other; who has never said their name is written down too."""

    def write(connection: Connection) -> None:
        keys = schema.keys
        if knowing(guest.id)(connection) is None:
            greeting(guest)(connection)
        connection.execute(delete(keys).where((keys.c.guest == guest.id) | (keys.c.until < now)))
        connection.execute(insert(keys).values(hash=_hash(key), guest=guest.id, until=now + FOR))

    return write


def whose(key: str, now: float) -> Work[Guest]:
    """The guest whom a key would bring here; it is not used up."""

    def read(connection: Connection) -> Guest:
        keys = schema.keys
        found = connection.execute(
            select(keys.c.guest).where(keys.c.hash == _hash(key), keys.c.until >= now)
        ).scalar_one_or_none()
        guest = None if found is None else knowing(str(found))(connection)
        if guest is None:
            raise HouseError("key.unknown")
        return guest

    return read


def using(key: str, sign_out: bool, now: float) -> Work[Guest]:
    """Use a key up; the guest, after their other devices were signed out if that is wanted."""

    def write(connection: Connection) -> Guest:
        keys, guests = schema.keys, schema.guests
        guest = whose(key, now)(connection)
        if not connection.execute(delete(keys).where(keys.c.hash == _hash(key))).rowcount:
            raise HouseError("key.unknown")  # another was quicker
        if sign_out:
            guest.locks += 1
            connection.execute(update(guests).where(guests.c.id == guest.id).values(locks=guests.c.locks + 1))
            notify(connection, [f"{guest.id} parted"])
        return guest

    return write
