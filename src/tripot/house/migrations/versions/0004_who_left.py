"""Who left a running game, and which seat they had: it is the only one that they may come back to.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("tables", sa.Column("left", sa.Text(), nullable=True))
