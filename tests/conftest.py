"""What all tests share: how Hypothesis works here, and a real database."""

from hypothesis import settings

from tests.postgres import database, postgres

__all__ = ["database", "postgres"]

settings.register_profile("tripot", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("tripot")
