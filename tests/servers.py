"""Servers, and other processes of ours, for tests and benchmarks: one way to start them, to wait for them, to end them.

What is started says when it is ready, as it would under systemd; nobody asks it again and again.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import select
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Self

import psutil

from tests.nursery import Nursery

ROOT = Path(__file__).parents[1]
PATIENCE = 60.0  # seconds that anything may take before a test gives up
# Nothing speaks TLS here, and a client that reads the world's certificates takes 20 ms to do so.
UNTRUSTING = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
# Nothing outlives the test that has started it.
TETHER = ("setpriv", "--pdeathsig=KILL")


nursery: Nursery | None = None


@contextmanager
def nursed() -> Iterator[None]:
    """Meanwhile processes are forked from one that has all loaded."""
    global nursery
    with closing(Nursery()) as nursery:
        yield
    nursery = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def path_with(packages: Path | None) -> str:
    """Where Python looks for modules, with a folder of packages before."""
    return os.pathsep.join(filter(None, (packages and str(packages), os.environ.get("PYTHONPATH"))))


def on_cores(cores: Sequence[int]) -> list[str]:
    """What starts a command on these cores alone, if any are named."""
    return ["taskset", "--cpu-list", ",".join(map(str, cores))] if cores else []


def family_of(process_id: int) -> list[psutil.Process]:
    """A process, then its children."""
    first = psutil.Process(process_id)
    return [first, *first.children(recursive=True)]


def cpu_of(process_id: int) -> float:
    """Seconds of CPU that a process and its children have used."""
    return float(sum(sum(each.cpu_times()[:2]) for each in family_of(process_id)))


class End:
    """The end of any process, as the system tells it."""

    def __init__(self, process_id: int) -> None:
        self._told = os.pidfd_open(process_id)

    def fileno(self) -> int:
        return self._told

    def awaited(self, patience: float = PATIENCE) -> bool:
        """Wait for it; whether it came."""
        return bool(select.select([self], [], [], patience)[0])

    def close(self) -> None:
        os.close(self._told)


class Bell:
    """What a process rings when it is ready: a socket, whose address systemd would tell it in NOTIFY_SOCKET."""

    def __init__(self) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("")  # Linux finds a name that nobody has
        self.address = "@" + self._socket.getsockname()[1:].decode()

    def rung(self, end: End, patience: float = PATIENCE) -> bool:
        """Wait until it is; False if the process ends before, or takes too long."""
        deadline = time.monotonic() + patience
        while True:
            heard, _, _ = select.select([self._socket, end], [], [], max(0.0, deadline - time.monotonic()))
            if self._socket not in heard:
                return False
            if b"READY=1" in self._socket.recv(4096):
                return True

    def close(self) -> None:
        self._socket.close()


class Process:
    """A module of Python with its arguments, in a process group of its own; `tripot`, unless another is named.

    `packages` is a folder of installed ones. It runs on these cores, if any are named. Within `nursed` it is forked.
    """

    def __init__(
        self, folder: Path, database: str, *arguments: str, module: str = "tripot", packages: Path | None = None,
        cores: Sequence[int] = (),
    ) -> None:  # fmt: skip
        # its children would take the nursery for their main module
        own = packages is None and not cores and "--processes" not in arguments
        self._nursery = nursery if own else None
        self.status: int | None = None  # when it has ended
        self._held = ExitStack()
        self._bell = self._held.enter_context(closing(Bell()))
        self.output = folder / f"output-{secrets.token_hex(3)}"
        given = {"TRIPOT_DATABASE": database, "NOTIFY_SOCKET": self._bell.address, "PYTHONPATH": path_with(packages)}
        self.id = self._start(cores, [module, *arguments], {**os.environ, **given})
        self._end = self._held.enter_context(closing(End(self.id)))
        self._over = False

    def _start(self, cores: Sequence[int], command: list[str], environment: dict[str, str]) -> int:
        if self._nursery is not None:
            return self._nursery.bear(command, environment, self.output)
        with self.output.open("wb") as output:
            self._process = subprocess.Popen(
                [*on_cores(cores), *TETHER, sys.executable, "-m", *command],
                env=environment,
                cwd=ROOT,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        return self._process.pid

    @property
    def said(self) -> str:
        return self.output.read_text("utf-8", "replace")

    @property
    def running(self) -> bool:
        return not self._over and not self._end.awaited(0)

    @property
    def parts(self) -> list[psutil.Process]:
        """Its processes: the one that was started first, then its children."""
        return family_of(self.id)

    @property
    def cpu(self) -> float:
        """Seconds of CPU that they have used."""
        return cpu_of(self.id)

    @property
    def memory(self) -> int:
        """Bytes that they have in memory."""
        return int(sum(part.memory_info().rss for part in self.parts))

    def wait_until_ready(self) -> Self:
        if not self._bell.rung(self._end):
            raise RuntimeError(f"it did not start:\n{self.said}")
        return self

    async def ready(self) -> Self:
        """The same, while others go on."""
        return await asyncio.to_thread(self.wait_until_ready)

    def signal(self, number: int) -> None:
        os.kill(self.id, number)

    def wait_until_ended(self) -> int:
        """Its status then."""
        if not self._over:
            if not self._end.awaited():
                raise TimeoutError(f"it goes on:\n{self.said}")
            self._over = True
            self._held.close()
        return self._status()

    async def ended(self) -> int:
        """The same, while others go on."""
        return await asyncio.to_thread(self.wait_until_ended)

    def _status(self) -> int:
        if self.status is None:
            self.status = self._process.wait() if self._nursery is None else self._nursery.status(self.id)
        return self.status

    def kill(self) -> None:
        """End it and its children at once: nothing is finished or told."""
        with suppress(ProcessLookupError):
            os.killpg(self.id, signal.SIGKILL)
        self.wait_until_ended()

    def stop(self) -> None:
        """As a host does; whatever is left of it then is ended."""
        if self.running:
            self.signal(signal.SIGTERM)
        with suppress(TimeoutError):
            self.wait_until_ended()
        self.kill()

    def __enter__(self) -> Self:
        try:
            return self.wait_until_ready()
        except BaseException:
            self.stop()
            raise

    def __exit__(self, *_: object) -> None:
        self.stop()


class Server(Process):
    """What serves: `tripot serve`, unless another module is named.

    It has a store of its own in its folder, unless a database is named. With the `port` and store of one that is gone
    it goes on in its place.
    """

    def __init__(
        self, folder: Path, *options: str, database: str = "", module: str = "tripot", port: int = 0,
        packages: Path | None = None, cores: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self.port = port or free_port()
        self.at = f"127.0.0.1:{self.port}"
        self.leaving = ExitStack()  # lines and clients that are open
        verb = ["serve"] if module == "tripot" else []
        store = database or str(folder / "tripot.db")
        super().__init__(
            folder, store, *verb, "--port", str(self.port), *options, module=module, packages=packages, cores=cores
        )

    def stop(self) -> None:
        self.leaving.close()
        super().stop()
