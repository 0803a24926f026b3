"""A process that has all of `tripot` loaded, from which others are forked: they are ready in a fraction of the time.

Each runs a module as `python -m` does, in a process group of its own, and is signalled and killed like any other.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import runpy
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import Any

ROOT = Path(__file__).parents[1]
LOADED = ("alembic.command", "sqlalchemy.dialects.sqlite.pysqlite", "asyncpg", "tripot.web.app", "tripot.web.serving")
PR_SET_PDEATHSIG = 1


class Nursery:
    """Begun when the first is born."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = Lock()

    def bear(self, command: Sequence[str], environment: dict[str, str], output: Path) -> int:
        """The id of a new process: a module with its arguments."""
        return self._ask([*command], environment, str(output))

    def status(self, process_id: int) -> int:
        """Of one that has ended."""
        return self._ask(process_id)

    def _ask(self, *words: Any) -> int:
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    ["setpriv", "--pdeathsig=KILL", sys.executable, "-m", "tests.nursery"],
                    env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # a fork takes no thread along
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                )
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.write(json.dumps(words) + "\n")
            self._process.stdin.flush()
            return int(self._process.stdout.readline())

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def main() -> None:
    for name in LOADED:
        __import__(name)
    for line in sys.stdin:
        words = json.loads(line)
        if isinstance(words[0], int):
            print(os.waitstatus_to_exitcode(os.waitpid(words[0], 0)[1]), flush=True)
        elif child := os.fork():
            print(child, flush=True)
        else:
            become(*words)


def become(command: list[str], environment: dict[str, str], output: str) -> None:
    """What `python -m` with these words would be."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # nothing outlives the nursery
    os.setsid()
    os.closerange(0, min(64, resource.getrlimit(resource.RLIMIT_NOFILE)[0]))
    os.open(os.devnull, os.O_RDONLY)
    os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT, 0o600), 2)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv = command
    runpy.run_module(command[0], run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main()
