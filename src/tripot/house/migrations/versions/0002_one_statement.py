"""On SQLite, a view that takes all that is new in many tables with one statement.

Revision ID: 0002
"""

from alembic import op

revision = "0002"
down_revision = "0001"

COLUMNS = ("kind", "table_id", *(f"v{place}" for place in range(1, 10)))
KINDS = {
    "table": "UPDATE tables SET status = new.v2, host = new.v3, started_at = new.v4, ended_at = new.v5,"
    " version = new.v6, wake_at = new.v7, taken_until = NULL WHERE id = new.table_id AND version = new.v1;"
    " SELECT RAISE(ABORT, 'somebody was quicker') WHERE changes() = 0",
    "move": "INSERT INTO log (table_id, number, seat, move, at, token)"
    " VALUES (new.table_id, new.v1, new.v2, new.v3, new.v4, new.v5)",
    "chairs": "DELETE FROM chairs WHERE table_id = new.table_id",
    "chair": "INSERT INTO chairs (table_id, seat, guest, name, bot, offered, away_since, missed, seal, entropy)"
    " VALUES (new.table_id, new.v1, new.v2, new.v3, new.v4, new.v5, new.v6, new.v7, new.v8, new.v9)",
    "answers": "DELETE FROM answers WHERE table_id = new.table_id",
    "answer": "INSERT INTO answers (table_id, seat, moves, at, token)"
    " VALUES (new.table_id, new.v1, new.v2, new.v3, new.v4)",
}


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute(f"CREATE VIEW news AS SELECT {', '.join(f'NULL AS {name}' for name in COLUMNS)}")
    for kind, deed in KINDS.items():
        op.execute(f"CREATE TRIGGER news_{kind} INSTEAD OF INSERT ON news WHEN new.kind = '{kind}' BEGIN {deed}; END")
