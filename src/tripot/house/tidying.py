"""What goes after a while: abandoned tables, finished games, what was said there, guests who never come back.

A few at a time, each batch a transaction of its own, so that nobody waits. Of many processes one does it each night.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections import Counter
from collections.abc import Collection, Iterable

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, delete, func, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from tripot.house import played, schema
from tripot.house.analyses import RECORD
from tripot.house.errors import HouseError
from tripot.house.house import House
from tripot.house.store import Store, Work

DAY = 24 * 3600.0
AT_ONCE = 5  # tables in one transaction
GUESTS_AT_ONCE = 200
BREATH = 0.05  # seconds between two transactions
LOOKS = 600.0  # seconds between two looks at the clock
NIGHT = 4  # o'clock, where the server is
RARELY, OVERDUE = 20 * 3600.0, 28 * 3600.0  # seconds after which it may be done again at night, or at any time
FOREVER = float("-inf")
SOON = 3 * DAY  # before a finished table goes, its players' own lists have it
KEEP = "TRIPOT_KEEP"
log = logging.getLogger(__name__)


class Keep(msgspec.Struct, frozen=True):
    """How many days things are kept; 0: for ever."""

    finished: float = 365  # games, from their end
    abandoned: float = 90  # running games, from their last move; tables that never began go after a day
    talk: float = 90  # what was said, from the game's end
    guests: float = 400  # who has no seat anywhere any more, from their last visit

    def before(self, name: str, now: float) -> float:
        """What is older goes."""
        days: float = getattr(self, name)
        return now - days * DAY if days else FOREVER


def kept(words: Iterable[str]) -> Keep:
    """What a host wants kept, as `finished=30`; what they don't name is kept as TRIPOT_KEEP says, or as usual."""
    days: dict[str, float] = {}
    for word in [*os.environ.get(KEEP, "").split(), *words]:
        name, _, number = word.partition("=")
        if name not in Keep.__struct_fields__ or not number.isdecimal():
            names = ", ".join(f"{name}=DAYS" for name in Keep.__struct_fields__)
            raise HouseError("keep.word", word=word, names=names)
        days[name] = int(number)
    return Keep(**days)


async def tidy(
    store: Store, keep: Keep, now: float, spared: Collection[str] = (), house: House | None = None
) -> Counter[str]:
    """Delete what is old enough, but for the tables that are spared; how much of what."""
    gone: Counter[str] = Counter()
    for kind in ("finished", "abandoned", "unused"):
        while ids := await store.write(_deleting_tables(_old(kind, keep, now), spared)):
            gone[kind] += len(ids)
            if house is not None:
                house.forget(ids)
            await asyncio.sleep(BREATH)
    for kind, work in (
        ("talk", _deleting_talk(keep, now)),
        ("guests", _deleting_guests(keep, now)),
        ("analyses", _deleting_analyses(now)),
    ):
        while count := await store.write(work):
            gone[kind] += count
            await asyncio.sleep(BREATH)
    return gone


async def would_go(store: Store, keep: Keep, now: float) -> Counter[str]:
    """What `tidy` would delete, and nothing is."""

    def read(connection: Connection) -> Counter[str]:
        def count(of: Select[tuple[str]]) -> int:
            return int(connection.execute(select(func.count()).select_from(of.subquery())).scalar_one())

        ids = select(schema.tables.c.id)
        found = Counter({kind: count(ids.where(_old(kind, keep, now))) for kind in ("finished", "abandoned", "unused")})
        going = ids.where(or_(*(_old(kind, keep, now) for kind in ("finished", "abandoned", "unused"))))
        for said in (schema.talk, schema.gallery):
            found["talk"] += count(
                select(said.c.table_id).where(said.c.table_id.in_(_quiet(keep, now)), said.c.table_id.not_in(going))
            )
        found["guests"] = count(_gone_guests(keep, now, going))
        return +found

    return await store.read(read)


def _old(kind: str, keep: Keep, now: float) -> ColumnElement[bool]:
    tables, moves = schema.tables, schema.log
    if kind == "finished":
        return (tables.c.status == "over") & (tables.c.ended_at < keep.before("finished", now))
    if kind == "unused":
        return (tables.c.status == "closed") & (tables.c.opened_at < (now - DAY if keep.abandoned else FOREVER))
    last = (
        select(moves.c.at)
        .where(moves.c.table_id == tables.c.id)
        .order_by(moves.c.number.desc())
        .limit(1)
        .scalar_subquery()
    )
    moved_at = func.coalesce(last, tables.c.started_at, tables.c.opened_at)
    cutoff = keep.before("abandoned", now)
    return tables.c.status.in_(("playing", "mixing")) & (tables.c.opened_at < cutoff) & (moved_at < cutoff)


def delete_tables(connection: Connection, ids: list[str]) -> None:
    """Tables with all that belongs to them."""
    for part in (
        schema.log, schema.chairs, schema.answers, schema.drafts, schema.talk, schema.gallery, schema.mutes,
        schema.analyses,
    ):  # fmt: skip
        connection.execute(delete(part).where(part.c.table_id.in_(ids)))
    connection.execute(delete(schema.tables).where(schema.tables.c.id.in_(ids)))


def _deleting_tables(old: ColumnElement[bool], spared: Collection[str]) -> Work[list[str]]:
    def write(connection: Connection) -> list[str]:
        tables = schema.tables
        found = select(tables.c.id).where(old, tables.c.id.not_in(spared)).limit(AT_ONCE)
        ids = [str(row.id) for row in connection.execute(found.with_for_update(skip_locked=True))]
        delete_tables(connection, ids)
        return ids

    return write


def _quiet(keep: Keep, now: float) -> Select[tuple[str]]:
    """Tables of which nobody is to know any more what was said."""
    tables = schema.tables
    return select(tables.c.id).where(tables.c.status == "over", tables.c.ended_at < keep.before("talk", now))


def _deleting_talk(keep: Keep, now: float) -> Work[int]:
    def write(connection: Connection) -> int:
        count = 0
        for said in (schema.talk, schema.gallery):
            old = select(said.c.table_id).where(said.c.table_id.in_(_quiet(keep, now))).distinct().limit(AT_ONCE)
            ids = [str(row.table_id) for row in connection.execute(old)]
            if ids:
                count += connection.execute(delete(said).where(said.c.table_id.in_(ids))).rowcount
        return count

    return write


def _deleting_analyses(now: float) -> Work[int]:
    """Analyses of records that aren't the house's own are kept for a day."""

    def write(connection: Connection) -> int:
        analyses = schema.analyses
        old = analyses.c.table_id.startswith(RECORD) & (analyses.c.asked_at < now - DAY)
        return connection.execute(delete(analyses).where(old)).rowcount

    return write


def _gone_guests(keep: Keep, now: float, going: Select[tuple[str]] | None = None) -> Select[tuple[str]]:
    """Guests who didn't come for long and sit nowhere, but at tables that are going."""
    guests, chairs = schema.guests, schema.chairs
    sits = chairs.c.guest == guests.c.id
    if going is not None:
        sits &= chairs.c.table_id.not_in(going)
    seated = select(chairs.c.guest).where(sits).exists()
    return select(guests.c.id).where(guests.c.seen_at < keep.before("guests", now), ~seated)


def _deleting_guests(keep: Keep, now: float) -> Work[int]:
    def write(connection: Connection) -> int:
        guests = schema.guests
        ids = [str(row.id) for row in connection.execute(_gone_guests(keep, now).limit(GUESTS_AT_ONCE))]
        for part, column in (
            (schema.played, "guest"), (schema.keys, "guest"), (schema.puzzle_answers, "guest"),
            (schema.puzzle_ratings, "whose"),
        ):  # fmt: skip
            connection.execute(delete(part).where(part.c[column].in_(ids)))
        return connection.execute(delete(guests).where(guests.c.id.in_(ids))).rowcount if ids else 0

    return write


# every night


async def tidy_nightly(house: House, keep: Keep) -> None:
    """Look now and then whether it is time, and whether another process hasn't done it."""
    while True:
        try:
            await tidy_if_due(house, keep)
        except Exception:
            log.exception("could not tidy up")
        await asyncio.sleep(LOOKS)


async def tidy_if_due(house: House, keep: Keep) -> Counter[str] | None:
    """Tidy up if it is night, or was not done for long, and nobody else does; what went, None if it isn't time."""
    now = house.clock()
    since = RARELY if time.localtime(now).tm_hour == NIGHT else OVERDUE
    if not await house.store.write(_claiming(now, now - since)):
        return None
    if keep.finished:
        await played.note_before(house, keep.before("finished", now) + SOON)
    gone = await tidy(house.store, keep, now, spared=house.watched, house=house)
    log.info("tidied up: %s", told(gone))
    return gone


def told(gone: Counter[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in gone.items() if count) or "nothing to delete"


def _claiming(now: float, before: float) -> Work[bool]:
    """Take it on oneself, if it was last done before a time; a new house has nothing to tidy for a day."""

    def write(connection: Connection) -> bool:
        settings = schema.settings
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        first = dialect.insert(settings).values(name="tidied", value=_stamp(now)).on_conflict_do_nothing()
        if connection.execute(first).rowcount:
            return False
        mine = (settings.c.name == "tidied") & (settings.c.value < _stamp(before))
        return bool(connection.execute(update(settings).where(mine).values(value=_stamp(now))).rowcount)

    return write


def _stamp(at: float) -> bytes:
    """A time as bytes that are ordered as times are."""
    return f"{at:020.3f}".encode()
