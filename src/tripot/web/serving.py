"""Starting and stopping: a server, or a worker that only plays bots and clocks."""

from __future__ import annotations

import asyncio
import ctypes
import json
import logging
import multiprocessing
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from platformdirs import user_data_path
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

from tripot.house.errors import HouseError
from tripot.house.house import House
from tripot.house.scheduler import Scheduler
from tripot.house.store import Postgres, Store, store_at
from tripot.house.thinking import Thinkers
from tripot.house.tidying import Keep, tidy, tidy_nightly, told, would_go
from tripot.web.connections import HouseRequests, HouseSocket
from tripot.web.services import Config

PR_SET_PDEATHSIG = 1
LARGEST_FRAME = 65_536  # bytes; a message may have far less
STOPPING = 10  # seconds that connections have to end
NOTIFY = "NOTIFY_SOCKET"  # where whoever started the server waits to hear that it serves: systemd, or a test
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
    logging.getLogger("uvicorn").setLevel("WARNING")


def refuse_if_closed(address: str, processes: int) -> None:
    """Say in a sentence why a server can't be opened over a store, if it can't."""
    if processes > 1 and not isinstance(store_at(address), Postgres):
        raise HouseError("store.processes")
    asyncio.run(_open_once(store_at(address)))


def refuse_if_taken(host: str, port: int) -> None:
    """Say in a sentence that an address can't be served, if it can't."""
    try:
        with socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET):
            pass
    except OSError as fault:
        raise HouseError("port.taken", host=host, port=port, why=fault.strerror) from None


async def _open_once(store: Store) -> None:
    await _open(store)
    await store.close()


async def _open(store: Store) -> None:
    try:
        await store.open()
    except HouseError:
        raise
    except Exception as fault:
        raise HouseError("store.unopened", why=fault) from None


def data_folder() -> Path:
    """Where a host's tables are kept unless they say otherwise."""
    return user_data_path("tripot", appauthor=False)


def database() -> str:
    """The store's address: TRIPOT_DATABASE, or a file in the data folder."""
    return os.environ.get("TRIPOT_DATABASE") or str(data_folder() / "tripot.db")


def serve(config: Config, host: str, port: int, processes: int) -> None:
    """Serve until a signal says stop; running games go on when it is started again."""
    os.environ[CONFIG] = msgspec.json.encode(config).decode()
    listen("tripot.web.serving:application", host, port, processes)


def listen(application: str, host: str, port: int, processes: int = 1) -> None:
    """Serve what a function makes, which is given as `module:function`."""
    config = uvicorn.Config(
        application,
        factory=True,
        host=host,
        port=port,
        workers=processes,
        http=HouseRequests,
        ws=HouseSocket,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=None,  # clients say a word now and then
        ws_per_message_deflate=False,  # it costs more than a move
        proxy_headers=False,  # the services reads them, if the host says so
        server_header=False,
        lifespan="on",
        timeout_graceful_shutdown=STOPPING,
        access_log=False,
        log_config=None,
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn raises it again when all is closed
    with suppress(KeyboardInterrupt):
        if processes > 1:
            Several(config, sockets=[config.bind_socket()]).run()
        else:
            One(config).run()


class One(uvicorn.Server):
    """The only process, which says when it serves."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            say_ready()


class Several(Multiprocess):
    """Processes that share an address; their parent says when all of them serve, and again when one was replaced."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket]) -> None:
        super().__init__(config, sockets)
        self._serving: list[Process] = []

    def keep_subprocess_alive(self) -> None:
        super().keep_subprocess_alive()
        if self._serving != self.processes and all(process.is_ready() for process in self.processes):
            self._serving = [*self.processes]
            say_ready()


def say_ready() -> None:
    """As systemd has it for services of `Type=notify`."""
    if address := os.environ.get(NOTIFY):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.sendto(b"READY=1", address.replace("@", "\0", 1))


def application() -> Any:
    """The application of one server process, as `serve` configured it."""
    from tripot.web.app import create_app

    log_to_stderr()
    _end_with_parent()
    return create_app(msgspec.json.decode(os.environ[CONFIG], type=Config))


def _end_with_parent() -> None:
    """Nobody could stop one of several processes whose parent was killed, and it would keep the port."""
    parent = multiprocessing.parent_process()
    if parent is None or sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    if os.getppid() != parent.pid:  # it was quicker
        sys.exit("the server is gone")


async def tidied(address: str, keep: Keep, dry_run: bool) -> str:
    """Delete what is old enough, or only count it; what it came to."""
    store = store_at(address)
    await _open(store)
    try:
        return told(await (would_go if dry_run else tidy)(store, keep, time.time()))
    finally:
        await store.close()


async def work(address: str, keep: Keep, thinkers: int | None = None) -> None:
    """Play bots and clocks until a signal says stop."""
    store = store_at(address)
    if not isinstance(store, Postgres):
        raise HouseError("store.worker")
    await _open(store)
    house = House(store, thinkers=Thinkers(thinkers))
    scheduler = Scheduler(house)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, scheduler.stop)
    logging.getLogger(__name__).info("at work")
    say_ready()
    beside = [tidy_nightly(house, keep), house.thinkers.compilers.begin_in_a_while()]
    tasks = [asyncio.create_task(each) for each in beside]
    try:
        await scheduler.run()
    finally:
        for task in tasks:
            task.cancel()
        await house.thinkers.close()
        await store.close()
