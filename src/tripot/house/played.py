"""My games: what a guest has played to the end, with whom, how it went and how honest everybody was.

It is counted from the finished record when somebody asks, or at the latest before the table goes, and then kept with
the guest.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict

import msgspec
from sqlalchemy import Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite

from tripot.bots.analysis.claims import claims_of, honesty_of
from tripot.engine.errors import TripotError
from tripot.house import schema
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.sheet import OVER
from tripot.house.store import Work

AT_ONCE = 20  # games that are counted for one request
MOST = 2000  # that are told of
COUNTED = ("told", "lies", "believed", "caught", "doubted", "right", "wrong", "bribes", "in_vain")


class PlayerView(msgspec.Struct, omit_defaults=True):
    """Who sat where, as far as a game's result tells."""

    name: str  # empty: somebody who is forgotten
    score: int
    rank: int
    person: bool = False
    bot: str | None = None  # its level


class CandourView(msgspec.Struct, omit_defaults=True):
    """Truth and lies of one seat: what it claimed, and what it made of others' claims."""

    told: int = 0
    lies: int = 0
    believed: int = 0  # of the lies
    caught: int = 0
    doubted: int = 0  # though true
    right: int = 0  # doubted somebody who lied
    wrong: int = 0
    bribes: int = 0
    in_vain: int = 0


class Fortune(msgspec.Struct):
    """What of a result was luck, and what is left without it, by an analysis."""

    result: float
    draws: float  # by chance
    rivals: float  # by what bots drew among the moves that they mix

    @property
    def luck(self) -> float:
        return self.draws + self.rivals

    @property
    def corrected(self) -> float:
        return self.result - self.luck


class Story(msgspec.Struct, omit_defaults=True):
    """A finished game as one of its players keeps it."""

    rules: int
    reason: str
    players: list[PlayerView]
    candour: CandourView
    fortune: Fortune | None = None


class PlayedView(msgspec.Struct, omit_defaults=True):
    """One of my games."""

    table: str
    game: str
    seat: int
    ended_at: float
    players: list[PlayerView]
    candour: CandourView
    kept: bool = True  # the table is still there: its replay can be seen
    fortune: Fortune | None = None
    luck: str = ""  # the same in words
    skill: str = ""


def story_of(room: Room, seat: int) -> Story:
    """A finished game from one seat; for no other."""
    table = room.table
    assert table is not None
    outcome = table.outcome
    assert outcome is not None
    players = [
        PlayerView(chair.name, score, rank, chair.guest is not None, None if chair.guest else chair.bot)
        for chair, score, rank in zip(room.chairs, outcome.scores, outcome.ranks, strict=True)
    ]
    counted = asdict(honesty_of(claims_of(table), table.seats)[seat])
    candour = CandourView(**{name: counted[name] for name in COUNTED})
    return Story(table.game.version, outcome.reason, players, candour)


async def note(house: House, guest_id: str, table_ids: Iterable[str]) -> None:
    """Count some finished games of a guest; one that can't be read any more is noted nowhere."""
    for table_id in table_ids:

        def counted(room: Room, now: float) -> tuple[int, float, Story] | None:
            seat = room.seat_of(guest_id)
            if seat is None or room.status != OVER or room.table is None or room.table.outcome is None:
                return None
            return seat, room.sheet.ended_at or now, story_of(room, seat)

        with suppress(TripotError):
            if found := await house.act(table_id, counted, reads=True):
                game_name = (await house.look_at(table_id)).game.name
                await house.store.write(_noting(guest_id, table_id, game_name, *found))


async def games_of(house: House, guest_id: str) -> tuple[list[PlayedView], int]:
    """A guest's games, the last first; and how many are still to be counted."""
    waiting = await house.store.read(_uncounted(guest_id))
    await note(house, guest_id, waiting[:AT_ONCE])
    await house.store.write(_taking_fortunes(guest_id))
    return await house.store.read(_reading(guest_id)), max(0, len(waiting) - AT_ONCE)


async def note_before(house: House, ended_before: float) -> None:
    """Count what will soon be gone."""
    for guest_id, table_id in await house.store.read(_uncounted_before(ended_before)):
        await note(house, guest_id, [table_id])


def _noting(guest_id: str, table_id: str, game: str, seat: int, ended_at: float, story: Story) -> Work[None]:
    def write(connection: Connection) -> None:
        dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
        row = dialect.insert(schema.played).values(
            guest=guest_id, table_id=table_id, game=game, seat=seat, ended_at=ended_at,
            story=msgspec.json.encode(story).decode(),
        )  # fmt: skip
        connection.execute(row.on_conflict_do_nothing())

    return write


class _Analysed(msgspec.Struct):
    """What is wanted of an analysis here."""

    luck: list[Fortune] | None = None


def _taking_fortunes(guest_id: str) -> Work[None]:
    """Luck and skill of games that were analysed since: noted with the game, which outlives its table."""

    def write(connection: Connection) -> None:
        played, analyses = schema.played, schema.analyses
        rows = connection.execute(
            select(played, analyses.c.body)
            .join(analyses, analyses.c.table_id == played.c.table_id)
            .where(played.c.guest == guest_id, analyses.c.body.is_not(None), played.c.story.not_like('%"fortune":%'))
            .limit(AT_ONCE)
        ).all()
        for row in rows:
            story, found = msgspec.json.decode(row.story, type=Story), msgspec.json.decode(row.body, type=_Analysed)
            if not found.luck:
                continue
            story.fortune = found.luck[row.seat]
            mine = (played.c.guest == guest_id) & (played.c.table_id == row.table_id)
            connection.execute(played.update().where(mine).values(story=msgspec.json.encode(story).decode()))

    return write


def _uncounted(guest_id: str) -> Work[list[str]]:
    def read(connection: Connection) -> list[str]:
        tables, chairs, played = schema.tables, schema.chairs, schema.played
        known = select(played.c.table_id).where(played.c.guest == guest_id)
        mine = select(chairs.c.table_id).where(chairs.c.guest == guest_id)
        wanted = tables.c.id.in_(mine) & tables.c.id.not_in(known) & (tables.c.status == OVER)
        order = tables.c.ended_at.desc()
        return [str(row.id) for row in connection.execute(select(tables.c.id).where(wanted).order_by(order))]

    return read


def _uncounted_before(ended_before: float) -> Work[list[tuple[str, str]]]:
    def read(connection: Connection) -> list[tuple[str, str]]:
        tables, chairs, played = schema.tables, schema.chairs, schema.played
        noted = select(played.c.guest).where(played.c.guest == chairs.c.guest, played.c.table_id == chairs.c.table_id)
        rows = connection.execute(
            select(chairs.c.guest, chairs.c.table_id)
            .join(tables, tables.c.id == chairs.c.table_id)
            .where(chairs.c.guest.is_not(None), tables.c.status == OVER, tables.c.ended_at < ended_before)
            .where(~noted.exists())
        )
        return [(str(row.guest), str(row.table_id)) for row in rows]

    return read


def _reading(guest_id: str) -> Work[list[PlayedView]]:
    def read(connection: Connection) -> list[PlayedView]:
        played = schema.played
        rows = connection.execute(
            select(played, schema.tables.c.id.label("kept"))
            .outerjoin(schema.tables, schema.tables.c.id == played.c.table_id)
            .where(played.c.guest == guest_id)
            .order_by(played.c.ended_at.desc(), played.c.table_id)
            .limit(MOST)
        )
        found = []
        for row in rows:
            story = msgspec.json.decode(row.story, type=Story)
            found.append(
                PlayedView(
                    row.table_id,
                    row.game,
                    row.seat,
                    row.ended_at,
                    story.players,
                    story.candour,
                    row.kept is not None,
                    story.fortune,
                )
            )
        return found

    return read


def counting(guest_id: str) -> Work[int]:
    """How many games a guest has played to the end."""

    def read(connection: Connection) -> int:
        tables, chairs, played = schema.tables, schema.chairs, schema.played
        mine = select(chairs.c.table_id).where(chairs.c.guest == guest_id)
        kept = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.status == OVER)
        noted = select(played.c.table_id).where(played.c.guest == guest_id)
        return int(connection.execute(select(func.count()).select_from(kept.union(noted).subquery())).scalar_one())

    return read


def renaming(table_id: str, seat: int) -> Work[None]:
    """In the lists of the others at a table, somebody has no name any more."""

    def write(connection: Connection) -> None:
        played = schema.played
        for row in connection.execute(select(played).where(played.c.table_id == table_id)).all():
            story = msgspec.json.decode(row.story, type=Story)
            story.players[seat].name = ""
            mine = (played.c.guest == row.guest) & (played.c.table_id == table_id)
            words = msgspec.json.encode(story).decode()
            connection.execute(played.update().where(mine).values(story=words))

    return write
