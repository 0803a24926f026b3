"""Once made a view of SQLite's, which is made from the schema now.

Revision ID: 0002
"""

revision = "0002"
down_revision = "0001"


def upgrade() -> None: ...
