"""A process that has all of `tripot` loaded, from which servers are forked: they answer in a fraction of the time.

They are what `tripot serve` runs, each in a process group of its own, and are killed like any other.
"""

import json
import os
import resource
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.house.live import PATIENCE, Server
from tests.web.serving import free_port

LOADED = ("alembic.command", "sqlalchemy.dialects.sqlite.pysqlite", "asyncpg", "tripot.web.app", "tripot.web.serving")


class Nursery:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig=KILL", sys.executable, "-m", "tests.house.nursery"],
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def serve(self, folder: Path, database: str, port: int | None = None) -> "ForkedServer":
        return ForkedServer(self, folder, database, port)

    def bear(self, database: str, output: Path, arguments: list[str]) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([database, str(output), arguments]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class ForkedServer(Server):
    def __init__(self, nursery: Nursery, folder: Path, database: str, port: int | None) -> None:
        self.port, self.output = port or free_port(), folder / f"output-{secrets.token_hex(3)}"
        self._pid = nursery.bear(database, self.output, ["serve", "--port", str(self.port)])

    @property
    def running(self) -> bool:
        return psutil.pid_exists(self._pid)

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._pid, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE
        while self.running and time.monotonic() < deadline:
            time.sleep(0.005)


@contextmanager
def nursery() -> Iterator[Nursery]:
    opened = Nursery()
    try:
        yield opened
    finally:
        opened.close()


def main() -> None:
    for name in LOADED:
        __import__(name)
    from tripot.cli import main as tripot

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for those that are killed
    for line in sys.stdin:
        database, output, arguments = json.loads(line)
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.closerange(0, min(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
        os.open(os.devnull, os.O_RDONLY)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT, 0o600), 2)
        os.environ["TRIPOT_DATABASE"] = database
        sys.argv = ["tripot", *arguments]
        tripot()
        os._exit(0)


if __name__ == "__main__":
    main()
