"""Sealed answers that were taken back stay so, however late they come again.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

ANSWER = (
    "INSERT INTO answers (table_id, seat, moves, at, token, withdrawn)"
    " VALUES (new.table_id, new.v1, new.v2, new.v3, new.v4, new.v5)"
)


def upgrade() -> None:
    op.add_column("answers", sa.Column("withdrawn", sa.Text(), nullable=True))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER news_answer")
        op.execute(f"CREATE TRIGGER news_answer INSTEAD OF INSERT ON news WHEN new.kind = 'answer' BEGIN {ANSWER}; END")
