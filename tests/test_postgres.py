"""The tests' own PostgreSQL is a real one: it keeps what it acknowledged and forgets what it did not."""

import asyncio
import subprocess
import sys

import asyncpg
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from tests.postgres import Postgres

MOVES = "create table moves (number int primary key, move text not null)"

# Inserts a move, says so, and waits for ever without a commit.
UNDECIDED = """
import asyncio, sys, asyncpg

async def main():
    connection = await asyncpg.connect(sys.argv[1])
    await connection.execute("begin; insert into moves values (1, 'draw pile')")
    print("inserted", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def run(url: str, *commands: str) -> list[tuple[object, ...]]:
    """Runs commands one by one on a connection of their own; returns the last one's rows."""

    async def run() -> list[tuple[object, ...]]:
        connection = await asyncpg.connect(url)
        try:
            rows = [await connection.fetch(command) for command in commands]
        finally:
            await connection.close()
        return [tuple(row) for row in rows[-1]]

    return asyncio.run(run())


def test_databases_are_empty_and_apart(postgres: Postgres, database: str) -> None:
    run(database, MOVES, "insert into moves values (1, 'draw pile')")
    other = postgres.create()
    assert run(postgres.url(other), "select to_regclass('moves')") == [(None,)]


def test_a_database_is_copied_with_what_is_in_it(postgres: Postgres) -> None:
    template = postgres.create()
    run(postgres.url(template), MOVES, "insert into moves values (1, 'draw pile')")
    assert run(postgres.url(postgres.create(template)), "select * from moves") == [(1, "draw pile")]


def test_sqlalchemy_takes_the_same_address(database: str) -> None:
    async def ask() -> object:
        engine = create_async_engine(make_url(database).set(drivername="postgresql+asyncpg"))
        async with engine.connect() as connection:
            answer = await connection.scalar(text("select 6 * 7"))
        await engine.dispose()
        return answer

    assert asyncio.run(ask()) == 42


def test_a_killed_client_leaves_nothing_behind(database: str) -> None:
    run(database, MOVES)
    with subprocess.Popen([sys.executable, "-c", UNDECIDED, database], stdout=subprocess.PIPE) as client:
        assert client.stdout is not None
        assert client.stdout.readline() == b"inserted\n"
        client.kill()
    run(database, "insert into moves values (1, 'load legal')")
    assert run(database, "select * from moves") == [(1, "load legal")]


def test_what_was_acknowledged_survives_a_crash() -> None:
    with Postgres() as server:
        url = server.url(server.create())
        run(url, MOVES, "insert into moves values (1, 'draw pile')")
        server.crash()
        server.start()
        assert run(url, "show fsync") == [("on",)]
        assert run(url, "select * from moves") == [(1, "draw pile")]
    assert not server.folder.exists()
