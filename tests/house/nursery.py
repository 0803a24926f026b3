"""A process that has all of `tripot` loaded, from which servers are forked: they answer in a fraction of the time.

They are what `tripot serve` runs, each in a process group of its own, and are killed like any other.
"""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.servers import TETHER, Server

LOADED = ("alembic.command", "sqlalchemy.dialects.sqlite.pysqlite", "asyncpg", "tripot.web.app", "tripot.web.serving")


class Nursery:
    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [*TETHER, sys.executable, "-m", "tests.house.nursery"],
            env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def serve(self, folder: Path, database: str, port: int = 0) -> "ForkedServer":
        return ForkedServer(self, folder, database, port)

    def bear(self, arguments: list[str], environment: dict[str, str], output: Path) -> int:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([arguments, environment, str(output)]) + "\n")
        self._process.stdin.flush()
        return int(self._process.stdout.readline())

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


class ForkedServer(Server):
    def __init__(self, nursery: Nursery, folder: Path, database: str, port: int) -> None:
        self._nursery = nursery
        super().__init__(folder, database=database, port=port)

    def _start(self, cores: Sequence[int], command: list[str], environment: dict[str, str]) -> int:
        return self._nursery.bear(command, environment, self.output)

    def _status(self) -> int:
        return 0  # nobody is told


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
        arguments, environment, output = json.loads(line)
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.closerange(0, min(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
        os.open(os.devnull, os.O_RDONLY)
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT, 0o600), 2)
        os.environ.update(environment)
        sys.argv = arguments
        tripot()
        os._exit(0)


if __name__ == "__main__":
    main()
