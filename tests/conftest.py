"""What all tests share: a real database."""

from tests.postgres import database, postgres

__all__ = ["database", "postgres"]
