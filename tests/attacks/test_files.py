"""The host's disk: nobody else on the machine reads it, no two servers share it, and a full one is told."""

from __future__ import annotations

import asyncio
import os
import resource
import stat
from pathlib import Path

import pytest

from tests.servers import Server
from tests.web.guests import Guest
from tripot.house.errors import HouseError
from tripot.house.store import Sqlite


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_hands_and_keys_are_for_the_host_s_eyes_alone(tmp_path):
    os.umask(0o022)
    home = tmp_path / "new" / "house"
    store = Sqlite(home / "tripot.db")

    async def scenario() -> dict[str, int]:
        await store.open()
        try:
            return {path.name: rights(path) for path in home.iterdir()}
        finally:
            await store.close()

    assert asyncio.run(scenario()) == {"tripot.db": 0o600, "tripot.db-wal": 0o600, "tripot.db-shm": 0o600}
    assert rights(home) == 0o700


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path):
    file = tmp_path / "tripot.db"
    file.touch(0o644)
    file.chmod(0o644)

    async def scenario() -> None:
        store = Sqlite(file)
        await store.open()
        await store.close()

    asyncio.run(scenario())
    assert rights(file) == 0o600


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=["symbolic", "hard"])
def test_no_other_name_opens_a_file_that_is_served(tmp_path, link):
    file, other = tmp_path / "tripot.db", tmp_path / "elsewhere" / "other.db"
    other.parent.mkdir()

    async def scenario() -> None:
        first, second = Sqlite(file), Sqlite(other)
        await first.open()
        link(file, other)
        try:
            with pytest.raises(HouseError, match="another Tripot serves"):
                await second.open()
        finally:
            await first.close()

    asyncio.run(scenario())


def test_a_full_disk_is_told_and_harms_nothing(tmp_path):
    with Server(tmp_path, "--hasty", module="tests.web.deterministic_server") as server:
        anna = Guest(server, "Anna")
        assert anna.http.get("/health").json()["status"] == "ok"
        process = server.id
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))
        answer = anna.http.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (503, "the store can't be written")
        assert anna.get("/api/me")["name"] == "Anna"  # what is there can be read, by those too who come after days
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))
        assert anna.http.get("/health").status_code == 200
