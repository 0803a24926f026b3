"""Bots have levels: who played by instinct is a regular.

Revision ID: 0006
"""

from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.execute("UPDATE chairs SET bot = 'regular' WHERE bot = 'instinct'")
