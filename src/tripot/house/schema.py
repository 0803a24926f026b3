"""The tables of the store, the same on SQLite and on PostgreSQL. `migrations/` brings a store up to them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, SmallInteger, String, Table, Text

metadata = MetaData()

settings = Table(
    "settings",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("language", String, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("locks", Integer, nullable=False, server_default="0"),  # how often other devices were signed out
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),  # a table finishes on the rules that it began with
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("pace", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String, nullable=False),
    Column("host", String),  # a guest
    Column("key", LargeBinary, nullable=False),
    Column("opened_at", Double, nullable=False),
    Column("started_at", Double),
    Column("ended_at", Double),
    Column("rematch_of", String, unique=True),
    Column("clock_from", Double),  # when somebody joined the only person at the table, who had no clock
    Column("left", Text),  # guests who left the running game, and the seats that they had
    Column("version", Integer, nullable=False),  # goes up with every change: of two writers, one wins
    Column("wake_at", Double),  # when the scheduler has something to do here
    Column("taken_until", Double),  # a process has taken that on itself until then
)
# what a change of a table may change in its row
CHANGED = ("status", "host", "started_at", "ended_at", "version", "wake_at", "clock_from", "left")
Index("tables_awake", tables.c.wake_at)
Index("tables_listed", tables.c.status, tables.c.public, tables.c.opened_at)

chairs = Table(
    "chairs",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("guest", String),  # whose seat it is
    Column("name", String, nullable=False),
    Column("bot", String),  # the level of the bot that plays here now
    Column("offered", Boolean, nullable=False),  # a bot plays until somebody sits down
    Column("away_since", Double),
    Column("missed", SmallInteger, nullable=False),  # decisions in a row that time has made
    Column("seal", String),
    Column("entropy", LargeBinary),
)
Index("chairs_of_guest", chairs.c.guest)

log = Table(
    "log",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", SmallInteger, nullable=False),  # -1: chance
    Column("move", SmallInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("token", String),  # of the submission that this move ends
)

# sealed answers, until their question is closed; a seat that has only taken answers back has a row without a token
answers = Table(
    "answers",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("moves", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("token", String, nullable=False),
    Column("withdrawn", Text),  # the tokens of answers that were taken back
)

# what seats at tables with a clock have composed: time plays it for them if it is a whole act
drafts = Table(
    "drafts",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("number", Integer, nullable=False),  # of the log when it was composed: it counts until somebody moves
    Column("moves", Text, nullable=False),
)


def _lines_of_talk(name: str) -> Table:
    return Table(
        name,
        metadata,
        Column("table_id", String, primary_key=True),
        Column("number", Integer, primary_key=True),
        Column("seat", SmallInteger, nullable=False),  # -1: of somebody who watches
        Column("name", String, nullable=False),
        Column("said", Text, nullable=False),
        Column("at", Double, nullable=False),
    )


talk = _lines_of_talk("talk")
# of those who watch a table, which those who play don't hear until the game is over
gallery = _lines_of_talk("gallery")

# of games that are over
analyses = Table(
    "analyses",
    metadata,
    Column("table_id", String, primary_key=True),  # or "record-" and a hash, of a record that somebody has shown
    Column("rules", Integer, nullable=False),  # the versions of rules and bots that it is of, or will be
    Column("bots", String, nullable=False),
    Column("progress", Double, nullable=False),
    Column("asked_at", Double, nullable=False),
    Column("taken_until", Double, nullable=False),  # a process has taken it on itself until then
    Column("body", Text),
)


def _rows_of_guests(name: str, *columns: Column[Any]) -> Table:
    return Table(name, metadata, Column("guest", String, primary_key=True), *columns)


mutes = _rows_of_guests(
    "mutes",
    Column("table_id", String, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
)

# what each guest has played to the end; it stays when the table goes
played = _rows_of_guests(
    "played",
    Column("table_id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("ended_at", Double, nullable=False),
    Column("story", Text, nullable=False),  # as `played.Story` reads it
)

# keys that move a guest to another device, once and soon; only their hashes are kept
keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("guest", String, nullable=False),
    Column("until", Double, nullable=False),
)

# the first answer that each guest gave to a puzzle
puzzle_answers = _rows_of_guests(
    "puzzle_answers",
    Column("puzzle", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("move", String, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("at", Double, nullable=False),
)

# of puzzles, and of guests by game
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("whose", String, primary_key=True),  # a guest's or a puzzle's
    Column("game", String, primary_key=True),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("right", Integer, nullable=False),
)
