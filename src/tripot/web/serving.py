"""Starting and stopping: a server, or a worker that only plays bots and clocks."""

from __future__ import annotations

import asyncio
import ctypes
import gc
import json
import logging
import os
import signal
import sys
from pathlib import Path
from typing import Any

import msgspec
from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP1Settings
from litestar import Litestar

from tripot.house.clockwork import Clockwork
from tripot.house.errors import HouseError
from tripot.house.house import House
from tripot.house.store import Postgres, Store, store_at
from tripot.web.desk import Config

PR_SET_PDEATHSIG = 1
PR_SET_PDEATHSIG = 1
CONFIG = "TRIPOT_CONFIG"  # how the server's processes are told their configuration


class Lines(logging.Formatter):
    """A log line as one JSON object. What is logged names no guest, no cookie, no key and no whole table."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S"), "level": record.levelname.lower()}
        line |= {"from": record.name, "says": record.getMessage()}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_to_stderr(level: str = "INFO") -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("alembic").setLevel("WARNING")
    logging.getLogger("httpx").setLevel("WARNING")


def refuse_if_closed(address: str, processes: int) -> None:
    """Say in a sentence why a server can't be opened over a store, if it can't."""
    if processes > 1 and not isinstance(store_at(address), Postgres):
        raise HouseError("store", "several processes share a table through PostgreSQL: set TRIPOT_DATABASE")
    asyncio.run(_open_once(store_at(address)))


async def _open_once(store: Store) -> None:
    await _open(store)
    await store.close()


async def _open(store: Store) -> None:
    try:
        await store.open()
    except HouseError:
        raise
    except Exception as fault:
        raise HouseError("store", f"the store can't be opened: {fault}") from None


def data_folder() -> Path:
    """Where a host's tables are kept unless he says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "tripot"


def database() -> str:
    """The store's address: TRIPOT_DATABASE, or a file in the data folder."""
    return os.environ.get("TRIPOT_DATABASE") or str(data_folder() / "tripot.db")


def serve(config: Config, host: str, port: int, processes: int) -> None:
    """Serve until a signal says stop; running games go on when it is started again."""
    os.environ[CONFIG] = msgspec.json.encode(config).decode()
    Granian(
        "tripot.web.serving:application",
        address=host,
        port=port,
        interface=Interfaces.ASGI,
        workers=processes,
        factory=True,
        websockets=True,
        log_enabled=False,
        respawn_failed_workers=True,
        workers_kill_timeout=15,
        http1_settings=HTTP1Settings(header_read_timeout=10_000),
    ).serve()


def application() -> Any:
    """The application of one server process, as `serve` configured it."""
    from tripot.web.app import create_app

    log_to_stderr()
    _end_with_parent()
    gc.freeze()  # what is loaded by now stays: it need not be looked through again and again
    gc.set_threshold(20_000, 50, 50)
    app = create_app(msgspec.json.decode(os.environ[CONFIG], type=Config))
    app.on_startup.append(_stop_gently)
    return app


async def _stop_gently(app: Litestar) -> None:
    """Granian cuts WebSockets off when it stops: at SIGTERM they are closed first, and then it is told by SIGINT."""
    loop = asyncio.get_running_loop()
    tasks = set()

    async def stop() -> None:
        await app.state.desk.say_goodbye()
        os.kill(os.getpid(), signal.SIGINT)

    loop.add_signal_handler(signal.SIGTERM, lambda: tasks.add(loop.create_task(stop())))


def _end_with_parent() -> None:
    """Nobody could stop a server process whose parent was killed, and it would keep the port and the store."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


async def work(address: str) -> None:
    """Play bots and clocks until a signal says stop."""
    store = store_at(address)
    if not isinstance(store, Postgres):
        raise HouseError("store", "a worker shares tables with servers through PostgreSQL: set TRIPOT_DATABASE")
    await _open(store)
    clockwork = Clockwork(House(store))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, clockwork.stop)
    logging.getLogger(__name__).info("at work")
    try:
        await clockwork.run()
    finally:
        await store.close()
