"""What each guest has played, keys that move a guest to another device, and answers to puzzles.

Revision ID: 0008
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("guests", sa.Column("locks", sa.Integer(), nullable=False, server_default="0"))
    op.create_table(
        "played",
        sa.Column("guest", sa.String(), primary_key=True),
        sa.Column("table_id", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("ended_at", sa.Double(), nullable=False),
        sa.Column("story", sa.Text(), nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.LargeBinary(), primary_key=True),
        sa.Column("guest", sa.String(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
    )
    op.create_table(
        "puzzle_answers",
        sa.Column("guest", sa.String(), primary_key=True),
        sa.Column("puzzle", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("move", sa.String(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("whose", sa.String(), primary_key=True),
        sa.Column("game", sa.String(), primary_key=True),
        sa.Column("rating", sa.Double(), nullable=False),
        sa.Column("deviation", sa.Double(), nullable=False),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
    )
