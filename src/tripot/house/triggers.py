"""On SQLite, a view that takes all that is new in many tables with one statement; made from `schema.py`.

A row of the view says what it is and gives its values. What is new in a table either is a whole list (chairs, answers,
drafts), which takes the place of the old one, or is added to a list (the log).
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, text

from tripot.house.schema import CHANGED, answers, chairs, drafts, log, tables

VIEW = "incoming"
REPLACED = (chairs, answers, drafts)
# a row has its kind, a table's id and as many values as the longest takes
WIDTH = 1 + max(2 + len(CHANGED), *(len(each.columns) for each in (log, *REPLACED)))
_VALUES = ("table_id", *(f"v{place}" for place in range(1, WIDTH - 1)))


def make(connection: Connection) -> None:
    """Make the view, in the place of one that an older version has left."""
    for name in (VIEW, "news"):  # as it was called before
        connection.execute(text(f"DROP VIEW IF EXISTS {name}"))
    names = ", ".join(f"NULL AS {name}" for name in ("kind", *_VALUES))
    connection.execute(text(f"CREATE VIEW {VIEW} AS SELECT {names}"))
    for kind, deed in _deeds().items():
        when = f"INSTEAD OF INSERT ON {VIEW} WHEN new.kind = '{kind}'"
        connection.execute(text(f"CREATE TRIGGER {VIEW}_{kind} {when} BEGIN {deed}; END"))


def _deeds() -> dict[str, str]:
    """What is done with a row of each kind."""
    version, *new = _VALUES[1 : 2 + len(CHANGED)]
    changes = ", ".join(f'"{name}" = new.{value}' for name, value in zip(CHANGED, new, strict=True))
    deeds = {
        tables.name: f"UPDATE tables SET {changes}, taken_until = NULL"
        f" WHERE id = new.table_id AND version = new.{version};"
        " SELECT RAISE(ABORT, 'somebody was quicker') WHERE changes() = 0",
        log.name: _insert(log),
    }
    for each in REPLACED:
        deeds[f"no_{each.name}"] = f"DELETE FROM {each.name} WHERE table_id = new.table_id"
        deeds[each.name] = _insert(each)
    return deeds


def _insert(table: Table) -> str:
    names = ", ".join(table.columns.keys())
    return f"INSERT INTO {table.name} ({names}) VALUES ({', '.join(f'new.{v}' for v in _VALUES[: len(table.columns)])})"
