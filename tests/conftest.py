"""What all tests share: a real database, and servers that start quickly."""

from collections.abc import Iterator

import pytest

from tests.postgres import database, postgres
from tests.servers import nursed

__all__ = ["database", "postgres"]


@pytest.fixture(scope="session", autouse=True)
def quick_servers() -> Iterator[None]:
    with nursed():
        yield
