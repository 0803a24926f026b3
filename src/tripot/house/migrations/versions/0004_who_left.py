"""Who left a running game, and which seat they had: it is the only one that they may come back to.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

TABLE = (
    "UPDATE tables SET status = new.v2, host = new.v3, started_at = new.v4, ended_at = new.v5,"
    ' version = new.v6, wake_at = new.v7, clock_from = new.v8, "left" = new.v9, taken_until = NULL'
    " WHERE id = new.table_id AND version = new.v1;"
    " SELECT RAISE(ABORT, 'somebody was quicker') WHERE changes() = 0"
)


def upgrade() -> None:
    op.add_column("tables", sa.Column("left", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER news_table")
        op.execute(f"CREATE TRIGGER news_table INSTEAD OF INSERT ON news WHEN new.kind = 'table' BEGIN {TABLE}; END")
