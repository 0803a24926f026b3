"""What the store keeps, written and read: functions over one connection."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from tripot.house import schema, triggers
from tripot.house.chat import Said
from tripot.house.conversation import Spoken
from tripot.house.room import Room
from tripot.house.sheet import Answer, Chair, Draft, Sheet
from tripot.house.store import CHANNEL, Conflict, Together, Work
from tripot.house.time_control import TimeControl

ROWS_AT_ONCE = 2880  # SQLite takes 32,766 values
Values = tuple[Any, ...]  # of a row, in the order of its columns
LONGEST_MESSAGE = 8000  # bytes that PostgreSQL passes on
TAKEN_FOR = 10.0  # seconds that a process has to do what is due at a table, before another may

_INSERTS = {table.name: insert(table) for table in (schema.log, schema.chairs, schema.answers, schema.drafts)}
_DELETES = {
    table.name: delete(table).where(table.c.table_id == bindparam("known_id"))
    for table in (schema.chairs, schema.answers, schema.drafts)
}
# For many tables at once: asyncpg doesn't say how many rows many updates have found.
_KNOWN = {"known_id": schema.tables.c.id, "known_version": schema.tables.c.version}
_NEW = {name: schema.tables.c[name] for name in schema.CHANGED}
_CHANGES = ", ".join(f'"{name}" = new."{name}"' for name in _NEW)
_NAMES = ", ".join(f'"{name}"' for name in (*_KNOWN, *_NEW))
_LISTS = ", ".join(
    f"CAST(:{name} AS {column.type.compile(postgresql.dialect())}[])"  # type: ignore[no-untyped-call]
    for name, column in {**_KNOWN, **_NEW}.items()
)
_UPDATE_TABLES = text(
    f"UPDATE tables SET {_CHANGES}, taken_until = NULL FROM unnest({_LISTS}) AS new ({_NAMES})"
    " WHERE tables.id = new.known_id AND tables.version = new.known_version"
)
_NOTIFY = text("SELECT pg_notify(:channel, message) FROM unnest(CAST(:messages AS text[])) AS message")
# SQLAlchemy's names are no strings to the driver, which asks every one of them how it wants to be written
_KINDS = {table: str(table.name) for table in (schema.tables, schema.log, *triggers.REPLACED)}
_NOTHING = ("",) + (None,) * (triggers.WIDTH - 1)  # a row that no trigger looks at
_CHAIR = attrgetter("guest", "name", "bot", "offered", "away_since", "missed", "seal", "entropy")


# rooms


class Saved(NamedTuple):
    """What of a room is written already."""

    status: str
    host: str | None
    moves: int
    chairs: list[object]
    answers: dict[int, Answer]
    withdrawn: dict[int, tuple[str, ...]]
    drafts: dict[int, Draft]

    @classmethod
    def of(cls, room: Room) -> Saved:
        chairs: list[object] = [_CHAIR(chair) for chair in room.chairs]
        answers, withdrawn = dict(room.answers), dict(room.withdrawn)
        return cls(room.status, room.sheet.host, len(room.times), chairs, answers, withdrawn, dict(room.drafts))


def opening(room: Room) -> Work[None]:
    """Writes a new room."""
    sheet = room.sheet
    values = {**asdict(sheet), "options": json.dumps(sheet.options), "pace": msgspec.json.encode(sheet.pace).decode()}
    values["left"] = _left(sheet)
    values["wake_at"] = room.due_at
    del values["rematch"]  # is found by `rematch_of`
    chairs = _chair_rows(room)

    def write(connection: Connection) -> None:
        connection.execute(insert(schema.tables), values)
        if sheet.rematch_of is not None:
            _stir(connection, sheet.rematch_of)
        _insert(connection, schema.chairs, chairs)

    return write


def _stir(connection: Connection, table_id: str) -> None:
    """Those who look at a table are to read it again."""
    tables = schema.tables
    known = tables.c.id == table_id
    connection.execute(update(tables).where(known).values(version=tables.c.version + 1))
    version = connection.execute(select(tables.c.version).where(known)).scalar_one()
    notify(connection, [f"{table_id} {version}"])


class Change(Together):
    """What is new in a room, taken down now and written later, if nobody else was quicker.

    Changes of many rooms are written together.
    """

    def __init__(self, room: Room, saved: Saved, now: Saved) -> None:
        sheet = room.sheet
        self.table_id, self._version = sheet.id, sheet.version + 1
        self.table = (
            sheet.id, sheet.version,
            sheet.status, sheet.host, sheet.started_at, sheet.ended_at, self._version, room.due_at,
            sheet.clock_from, _left(sheet),
        )  # fmt: skip
        self.seating = (now.status, now.host, now.chairs) != (saved.status, saved.host, saved.chairs)
        self.moves = _move_rows(room, saved.moves)
        self.chairs = _chair_rows(room) if now.chairs != saved.chairs else None
        sealed = (now.answers, now.withdrawn) != (saved.answers, saved.withdrawn)
        self.answers = _answer_rows(room) if sealed else None
        self.drafts = _draft_rows(room) if now.drafts != saved.drafts else None

    def __call__(self, connection: Connection) -> None:
        self.write_all(connection, [self])

    @staticmethod
    def write_all(connection: Connection, changes: Sequence[Change]) -> None:
        """Conflict if one comes too late."""
        if connection.dialect.name == "sqlite":
            _write_on_sqlite(connection, changes)
        else:
            _write_on_postgresql(connection, changes)

    def told(self) -> str:
        """What other processes hear of it: table, version and, unless it is much, what is new."""
        message = f"{self.table_id} {self._version}"
        if self.chairs is not None:
            return message
        _, _, status, host, started_at, ended_at, *_ = self.table
        moves = [(seat, move, at, token) for _, _, seat, move, at, token in self.moves]
        answers = None if self.answers is None else [tuple(answer) for _, *answer in self.answers]
        drafts = None if self.drafts is None else [tuple(draft) for _, *draft in self.drafts]
        delta = Delta(status, host, started_at, ended_at, moves, answers, drafts)
        longer = f"{message} {msgspec.json.encode(delta).decode()}"
        return longer if len(longer.encode()) < LONGEST_MESSAGE else message


class Delta(msgspec.Struct, array_like=True):
    """What is new in a room whose chairs are as they were."""

    status: str
    host: str | None
    started_at: float | None
    ended_at: float | None
    log: list[tuple[int, int, float, str | None]]
    answers: list[tuple[int, str, float, str, str | None]] | None
    drafts: list[tuple[int, int, str]] | None

    @classmethod
    def read(cls, words: str) -> Delta:
        return msgspec.json.decode(words, type=cls)

    def come_to(self, room: Room) -> None:
        """A room that is one version behind catches up; HouseError if it can't."""
        sheet = room.sheet
        sheet.status, sheet.host, sheet.started_at, sheet.ended_at = (
            self.status, self.host, self.started_at, self.ended_at,
        )  # fmt: skip
        if self.answers is not None:
            room.answers, room.withdrawn = _sealed(self.answers)
        if self.drafts is not None:
            room.drafts = {seat: Draft(number, json.loads(moves)) for seat, number, moves in self.drafts}
        room.follow(self.log)
        sheet.version += 1
        room.seating = room.seating_now()


def change(room: Room, saved: Saved) -> Change | None:
    """What is to be written of a room; None if nothing is new."""
    now = Saved.of(room)
    return None if now == saved else Change(room, saved, now)


def _write_on_sqlite(connection: Connection, changes: Sequence[Change]) -> None:
    """Straight to the driver, and all with one statement where that takes it: at every one the driver lets go of
    Python's lock, and has to wait for the loop to get it back."""
    driver: Any = connection.connection.driver_connection
    rows = [row for change in changes for row in _rows_of(change)]
    alone = len(rows) > ROWS_AT_ONCE and not connection.in_transaction()  # one statement is a transaction
    try:
        with connection.begin() if alone else nullcontext():
            for first in range(0, len(rows), ROWS_AT_ONCE):
                some = rows[first : first + ROWS_AT_ONCE]
                size = _size_for(len(some))
                some += [_NOTHING] * (size - len(some))
                driver.execute(_insert_incoming(size), [*chain.from_iterable(some)])
    except sqlite3.IntegrityError:
        raise Conflict from None


def _rows_of(change: Change) -> Iterator[Values]:
    """A change as the view takes it: what each row is, and its values, so many that all rows are equally long."""
    yield _row(schema.tables, change.table)
    for move in change.moves:
        yield _row(schema.log, move)
    for table, rows in zip(triggers.REPLACED, (change.chairs, change.answers, change.drafts), strict=True):
        if rows is not None:
            yield f"no_{table.name}", change.table_id, *_NOTHING[2:]
            for row in rows:
                yield _row(table, row)


def _row(table: Table, values: Values) -> Values:
    return _KINDS[table], *values, *_NOTHING[1 + len(values) :]


def _size_for(count: int) -> int:
    """How many rows a statement has that takes so many: of few sizes, for SQLite keeps every statement that it met."""
    return 1 << (count - 1).bit_length() if count <= 64 else -(-count // 64) * 64


@cache
def _insert_incoming(count: int) -> str:
    row = f"({', '.join('?' * triggers.WIDTH)})"
    return f"INSERT INTO {triggers.VIEW} VALUES {', '.join([row] * count)}"


def _write_on_postgresql(connection: Connection, changes: Sequence[Change]) -> None:
    columns = zip(*(change.table for change in changes), strict=True)
    known = dict(zip((*_KNOWN, *_NEW), map(list, columns), strict=True))
    if connection.execute(_UPDATE_TABLES, known).rowcount != len(changes):
        raise Conflict
    _insert(connection, schema.log, [row for change in changes for row in change.moves])
    _rewrite(connection, schema.chairs, {change.table_id: change.chairs for change in changes})
    _rewrite(connection, schema.answers, {change.table_id: change.answers for change in changes})
    _rewrite(connection, schema.drafts, {change.table_id: change.drafts for change in changes})
    notify(connection, [change.told() for change in changes])


def _insert(connection: Connection, table: Table, rows: list[Values]) -> None:
    names = table.columns.keys()
    if rows:
        connection.execute(_INSERTS[table.name], [dict(zip(names, row, strict=True)) for row in rows])


def _rewrite(connection: Connection, table: Table, found: Mapping[str, list[Values] | None]) -> None:
    """Put new rows in the place of all that some tables had; None leaves a table's rows as they are."""
    new = {table_id: rows for table_id, rows in found.items() if rows is not None}
    if new:
        connection.execute(_DELETES[table.name], [{"known_id": table_id} for table_id in new])
        _insert(connection, table, [row for rows in new.values() for row in rows])


def _move_rows(room: Room, known: int) -> list[Values]:
    if room.table is None or len(room.times) == known:
        return []
    rows = zip(room.table.moves_since(known), room.times[known:], room.tokens[known:], strict=True)
    return [(room.id, number, seat, move, at, token) for number, ((seat, move), at, token) in enumerate(rows, known)]


def _chair_rows(room: Room) -> list[Values]:
    return [(room.id, chair.seat, *_CHAIR(chair)) for chair in room.chairs]


def _answer_rows(room: Room) -> list[Values]:
    return [
        (
            room.id,
            seat,
            *_answer(room.answers.get(seat)),
            json.dumps(room.withdrawn[seat]) if seat in room.withdrawn else None,
        )
        for seat in sorted(room.answers.keys() | room.withdrawn.keys())
    ]


def _answer(answer: Answer | None) -> Values:
    return ("[]", 0.0, "") if answer is None else (json.dumps(answer.moves), answer.at, answer.token)


def _sealed(
    rows: Iterable[tuple[int, str, float, str, str | None]],
) -> tuple[dict[int, Answer], dict[int, tuple[str, ...]]]:
    """The answers to an open question by seat, and the tokens of those that were taken back."""
    found = list(rows)
    answers = {seat: Answer(json.loads(moves), at, token) for seat, moves, at, token, _ in found if token}
    return answers, {seat: tuple(json.loads(withdrawn)) for seat, _, _, _, withdrawn in found if withdrawn}


def _draft_rows(room: Room) -> list[Values]:
    return [(room.id, seat, draft.number, json.dumps(draft.moves)) for seat, draft in room.drafts.items()]


def notify(connection: Connection, messages: list[str]) -> None:
    """Tell other processes, when this is committed and not before. A file of SQLite has only one."""
    if connection.dialect.name == "postgresql":
        connection.execute(_NOTIFY, {"channel": CHANNEL, "messages": messages})


@dataclass
class Found:
    """A table as it is written, its log from a number on."""

    sheet: Sheet
    chairs: list[Chair]
    answers: dict[int, Answer]
    withdrawn: dict[int, tuple[str, ...]]
    drafts: dict[int, Draft]
    log: list[tuple[int, int, float, str | None]]


def reading(table_id: str, known: int = 0) -> Work[Found | None]:
    """Reads a table, and of its log what comes after the moves that are known."""

    def read(connection: Connection) -> Found | None:
        row = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).one_or_none()
        if row is None:
            return None
        chairs, answers, drafts, log = schema.chairs, schema.answers, schema.drafts, schema.log
        sheet = _sheet(row, rematch_of(table_id)(connection) if row.status == "over" else None)
        left = set(sheet.left.values())
        return Found(
            sheet,
            [
                Chair(
                    **{name: value for name, value in found._mapping.items() if name != "table_id"},
                    left=found.seat in left,
                )
                for found in connection.execute(
                    select(chairs).where(chairs.c.table_id == table_id).order_by(chairs.c.seat)
                )
            ],
            *_sealed(
                (found.seat, found.moves, found.at, found.token, found.withdrawn)
                for found in connection.execute(select(answers).where(answers.c.table_id == table_id))
            ),
            {
                found.seat: Draft(found.number, json.loads(found.moves))
                for found in connection.execute(select(drafts).where(drafts.c.table_id == table_id))
            },
            [
                (found.seat, found.move, found.at, found.token)
                for found in connection.execute(
                    select(log.c.seat, log.c.move, log.c.at, log.c.token)
                    .where(log.c.table_id == table_id, log.c.number >= known)
                    .order_by(log.c.number)
                )
            ],
        )

    return read


def _left(sheet: Sheet) -> str | None:
    return json.dumps(sheet.left) if sheet.left else None


def _sheet(row: Row[Any], rematch: str | None) -> Sheet:
    fields = dict(row._mapping, rematch=rematch)
    fields["left"] = json.loads(fields["left"] or "{}")
    del fields["wake_at"], fields["taken_until"]
    fields["options"] = json.loads(fields["options"])
    fields["pace"] = msgspec.json.decode(fields["pace"], type=TimeControl)
    return Sheet(**fields)


def version_of(table_ids: list[str]) -> Work[dict[str, int]]:
    """The versions of some tables, to see which have changed."""

    def read(connection: Connection) -> dict[str, int]:
        tables = schema.tables
        rows = connection.execute(select(tables.c.id, tables.c.version).where(tables.c.id.in_(table_ids)))
        return {row.id: row.version for row in rows}

    return read


def rematch_of(table_id: str) -> Work[str | None]:
    """The table that goes on from this one, if there is one."""

    def read(connection: Connection) -> str | None:
        found = connection.execute(select(schema.tables.c.id).where(schema.tables.c.rematch_of == table_id)).scalar()
        return None if found is None else str(found)

    return read


def giving_up_rematch(table_id: str) -> Work[None]:
    """A table that was closed before it began is nobody's rematch any more: there may be another."""

    def write(connection: Connection) -> None:
        tables = schema.tables
        closed = (tables.c.rematch_of == table_id) & (tables.c.status == "closed")
        connection.execute(update(tables).where(closed).values(rematch_of=None))

    return write


# what is due


def due(now: float, most: int) -> Work[dict[str, int]]:
    """Tables where something is due and that no process has taken on itself, the longest due first; and versions."""

    def read(connection: Connection) -> dict[str, int]:
        return {row.id: row.version for row in connection.execute(_due(now, most))}

    return read


def taking_due(now: float, most: int) -> Work[dict[str, int]]:
    """Takes due tables on this process; those that another one is taking now are passed over."""

    def write(connection: Connection) -> dict[str, int]:
        rows = connection.execute(_due(now, most).with_for_update(skip_locked=True))
        found = {row.id: row.version for row in rows}
        tables = schema.tables
        connection.execute(update(tables).where(tables.c.id.in_(found)).values(taken_until=now + TAKEN_FOR))
        return found

    return write


def _due(now: float, most: int) -> Select[tuple[str, int]]:
    tables = schema.tables
    free = func.coalesce(tables.c.taken_until, 0.0) <= now
    waiting = select(tables.c.id, tables.c.version).where(tables.c.wake_at <= now, free)
    return waiting.order_by(tables.c.wake_at).limit(most)


def waking(table_id: str, version: int | None, wake_at: float | None) -> Work[None]:
    """Writes when something is due at a table next, if it still is at a version."""

    def write(connection: Connection) -> None:
        tables = schema.tables
        known = tables.c.id == table_id
        if version is not None:
            known &= tables.c.version == version
        connection.execute(update(tables).where(known).values(wake_at=wake_at, taken_until=None))

    return write


# guests and lists


@dataclass
class Guest:
    """A person, as far as the house knows: a name and a language."""

    id: str
    name: str
    language: str
    seen_at: float
    locks: int = 0  # how often other devices were signed out: their cookies say fewer


def greeting(guest: Guest) -> Work[None]:
    """Writes a guest, new or known."""

    def write(connection: Connection) -> None:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        statement = dialect.insert(schema.guests).values(**asdict(guest))
        kept = {name: statement.excluded[name] for name in ("name", "language", "seen_at")}
        connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=kept))

    return write


def seeing(guest_id: str, at: float) -> Work[None]:
    """Notes that a guest was here."""

    def write(connection: Connection) -> None:
        guests = schema.guests
        connection.execute(update(guests).where(guests.c.id == guest_id).values(seen_at=at))

    return write


def knowing(guest_id: str) -> Work[Guest | None]:
    def read(connection: Connection) -> Guest | None:
        row = connection.execute(select(schema.guests).where(schema.guests.c.id == guest_id)).one_or_none()
        return None if row is None else Guest(**row._mapping)

    return read


def public_tables(most: int) -> Work[list[str]]:
    """Tables that anybody may join or watch; those that wait for players before those that play.

    Every host's newest comes before anybody's second, so that nobody can fill the list alone; then the newest first.
    """

    def read(connection: Connection) -> list[str]:
        tables = schema.tables
        found: list[str] = []
        for statuses in (("open",), ("playing", "mixing")):
            newest = tables.c.opened_at.desc()
            place = func.row_number().over(partition_by=func.coalesce(tables.c.host, ""), order_by=newest)
            listed = select(tables.c.id, tables.c.opened_at, place.label("place")).where(
                tables.c.public, tables.c.status.in_(statuses)
            )
            each = listed.subquery()
            order = each.c.place, each.c.opened_at.desc()
            rows = connection.execute(select(each.c.id).order_by(*order).limit(most - len(found)))
            found += [str(row.id) for row in rows]
        return found

    return read


class Running(NamedTuple):
    """A table that isn't over: whether everybody can see it, and whether only bots play there."""

    id: str
    public: bool
    of_bots: bool


def running(table_ids: list[str]) -> Work[list[Running]]:
    """Those of some tables that aren't over."""

    def read(connection: Connection) -> list[Running]:
        tables, chairs = schema.tables, schema.chairs
        peopled = select(chairs.c.seat).where(chairs.c.table_id == tables.c.id, chairs.c.guest.is_not(None)).exists()
        going_on = tables.c.id.in_(table_ids) & tables.c.status.not_in(("over", "closed"))
        of_bots = tables.c.status.in_(("mixing", "playing")) & ~peopled
        rows = connection.execute(select(tables.c.id, tables.c.public, of_bots.label("of_bots")).where(going_on))
        return [Running(str(row.id), bool(row.public), bool(row.of_bots)) for row in rows]

    return read


def tables_of(guest_id: str, most: int) -> Work[list[str]]:
    """The tables, not ended yet, where a guest has a seat or is host, the newest first."""

    def read(connection: Connection) -> list[str]:
        tables = schema.tables
        mine = tables.c.id.in_(_seats_of(guest_id)) | (tables.c.host == guest_id)
        ended = tables.c.status.in_(("over", "closed"))
        rows = connection.execute(
            select(tables.c.id).where(mine, ~ended).order_by(tables.c.opened_at.desc()).limit(most)
        )
        return [str(row.id) for row in rows]

    return read


def invitations_of(guest_id: str, most: int) -> Work[list[str]]:
    """The tables that wait for players and go on from one where a guest sat, the newest first."""

    def read(connection: Connection) -> list[str]:
        tables = schema.tables
        again = tables.c.rematch_of.in_(_seats_of(guest_id)) & tables.c.id.not_in(_seats_of(guest_id))
        rows = connection.execute(
            select(tables.c.id).where(again, tables.c.status == "open").order_by(tables.c.opened_at.desc()).limit(most)
        )
        return [str(row.id) for row in rows]

    return read


def ended_tables_of(guest_id: str, most: int, after: str | None) -> Work[list[str]]:
    """The tables where a guest has played to the end, the last first; or those that come after one of them."""

    def read(connection: Connection) -> list[str]:
        tables = schema.tables
        ended = tables.c.id.in_(_seats_of(guest_id)) & (tables.c.status == "over")
        if after is not None:
            last = select(tables.c.ended_at).where(tables.c.id == after).scalar_subquery()
            ended &= (tables.c.ended_at < last) | ((tables.c.ended_at == last) & (tables.c.id < after))
        order = tables.c.ended_at.desc(), tables.c.id.desc()
        return [
            str(row.id) for row in connection.execute(select(tables.c.id).where(ended).order_by(*order).limit(most))
        ]

    return read


def _seats_of(guest_id: str) -> Select[tuple[str]]:
    return select(schema.chairs.c.table_id).where(schema.chairs.c.guest == guest_id)


def setting(name: str, fresh: bytes) -> Work[bytes]:
    """A value that the whole house shares, written by whoever needs it first."""

    def write(connection: Connection) -> bytes:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        settings = schema.settings
        connection.execute(dialect.insert(settings).values(name=name, value=fresh).on_conflict_do_nothing())
        return bytes(connection.execute(select(settings.c.value).where(settings.c.name == name)).scalar_one())

    return write


def trace(value: bytes) -> Work[None]:
    """Leave a trace in the store: whether it can still be written, on a full disk it can't."""

    def write(connection: Connection) -> None:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        row = dialect.insert(schema.settings).values(name="trace", value=value)
        connection.execute(row.on_conflict_do_update(index_elements=["name"], set_={"value": value}))

    return write


# talk


def _channel(seat: int) -> tuple[Table, str]:
    """Where those who sit at a table talk, and where those who watch it do."""
    return (schema.talk, "talk") if seat >= 0 else (schema.gallery, "gallery")


def saying(table_id: str, seat: int, name: str, said: Said, at: float) -> Work[Spoken]:
    def write(connection: Connection) -> Spoken:
        talk, channel = _channel(seat)
        last = connection.execute(select(func.max(talk.c.number)).where(talk.c.table_id == table_id)).scalar()
        number = 0 if last is None else int(last) + 1
        words = msgspec.json.encode(said).decode()
        connection.execute(
            insert(talk).values(table_id=table_id, number=number, seat=seat, name=name, said=words, at=at)
        )
        notify(connection, [f"{table_id} {channel} {number}"])
        return Spoken(number, seat, name, said, at)

    return write


def hearing(table_id: str, since: int, most: int, seated: bool = True) -> Work[list[Spoken]]:
    """What was said at a table, or by those who watch it, from a number on: the latest of it if it was much."""

    def read(connection: Connection) -> list[Spoken]:
        talk, _ = _channel(0 if seated else -1)
        rows = connection.execute(
            select(talk)
            .where(talk.c.table_id == table_id, talk.c.number >= since)
            .order_by(talk.c.number.desc())
            .limit(most)
        ).all()
        return [
            Spoken(row.number, row.seat, row.name, msgspec.json.decode(row.said, type=Said), row.at)
            for row in reversed(rows)
        ]

    return read


def counting(table_id: str, process: str, count: int) -> Work[None]:
    """Tells other processes how many people watch a table through this one."""

    def write(connection: Connection) -> None:
        notify(connection, [f"{table_id} watching {process} {count}"])

    return write


def muting(guest_id: str, table_id: str, seat: int, mute: bool) -> Work[None]:
    def write(connection: Connection) -> None:
        mutes = schema.mutes
        mine = (mutes.c.guest == guest_id) & (mutes.c.table_id == table_id) & (mutes.c.seat == seat)
        connection.execute(delete(mutes).where(mine))
        if mute:
            connection.execute(insert(mutes).values(guest=guest_id, table_id=table_id, seat=seat))

    return write


def muted(guest_id: str, table_id: str) -> Work[set[int]]:
    def read(connection: Connection) -> set[int]:
        mutes = schema.mutes
        rows = connection.execute(select(mutes.c.seat).where(mutes.c.guest == guest_id, mutes.c.table_id == table_id))
        return {int(row.seat) for row in rows}

    return read
