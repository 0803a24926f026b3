"""Masters are compiled before one is asked, and once for all processes of a machine."""

import asyncio
import fcntl
import subprocess
import sys
from pathlib import Path

import pytest

from tripot.bots import MASTER, played_at
from tripot.bots.master import readiness
from tripot.engine.game import games
from tripot.house import compilers
from tripot.house.store import store_at
from tripot.web.services import Config, Services


def test_a_server_that_is_open_for_a_while_lets_the_masters_of_all_games_be_compiled(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here that fails, as there is no room for machine code; one game that can't be compiled keeps no other from it."""
    (tmp_path / "full").touch()
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path / "full"))
    monkeypatch.setattr(compilers, "BEGINS", 0.0)

    async def scenario() -> None:
        failed = asyncio.Event()
        caplog.handler.addFilter(lambda record: record.name != compilers.__name__ or not failed.set())
        services = Services(Config("", masters=True), store_at(str(tmp_path / "tripot.db")))
        await services.open()
        await failed.wait()
        await services.close()

    asyncio.run(scenario())
    for game in games():
        assert (f"{game.name}: Traceback" in caplog.text) == (played_at(game.name, MASTER) == MASTER)


def test_what_another_process_compiles_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRIPOT_CACHE", str(tmp_path))
    mark = readiness.mark_of("chasse")
    mark.parent.mkdir()
    with mark.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([sys.executable, "-m", readiness.__name__, "chasse"], check=True)
    assert not readiness.is_ready("chasse")
