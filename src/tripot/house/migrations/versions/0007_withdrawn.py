"""Sealed answers that were taken back stay so, however late they come again.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("answers", sa.Column("withdrawn", sa.Text(), nullable=True))
