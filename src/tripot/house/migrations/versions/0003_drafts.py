"""What seats have composed but not decided, and the clock of a table that waited for its only person.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

KINDS = {
    "table": "UPDATE tables SET status = new.v2, host = new.v3, started_at = new.v4, ended_at = new.v5,"
    " version = new.v6, wake_at = new.v7, clock_from = new.v8, taken_until = NULL"
    " WHERE id = new.table_id AND version = new.v1;"
    " SELECT RAISE(ABORT, 'somebody was quicker') WHERE changes() = 0",
    "drafts": "DELETE FROM drafts WHERE table_id = new.table_id",
    "draft": "INSERT INTO drafts (table_id, seat, number, moves) VALUES (new.table_id, new.v1, new.v2, new.v3)",
}


def upgrade() -> None:
    op.add_column("tables", sa.Column("clock_from", sa.Double(), nullable=True))
    op.create_table(
        "drafts",
        sa.Column("table_id", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat"),
    )
    if op.get_bind().dialect.name != "sqlite":
        return
    op.execute("DROP TRIGGER news_table")
    for kind, deed in KINDS.items():
        op.execute(f"CREATE TRIGGER news_{kind} INSTEAD OF INSERT ON news WHEN new.kind = '{kind}' BEGIN {deed}; END")
