"""What seats have composed but not decided, and the clock of a table that waited for its only person.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


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
