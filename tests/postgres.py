"""A real PostgreSQL for tests: a private cluster on a Unix socket in a temporary folder, gone when the tests are.

The `postgres` fixture is one server for each test process, `database` the address of an empty database on it. A test
that crashes its server starts its own: `with Postgres() as server`.
"""

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Self

import pytest

from tests.servers import Bell, End, cpu_of, on_cores

# PostgreSQL refuses to run as root, and must not outlive a test process that was killed.
_UNPRIVILEGED = ["setpriv", "--pdeathsig=QUIT"]
if os.geteuid() == 0:
    _UNPRIVILEGED += ["--reuid=postgres", "--regid=postgres", "--clear-groups"]


class Postgres:
    """A server of its own. Its databases survive `crash` and `start`; nothing survives `close`."""

    def __init__(self, *, fsync: bool = True, cores: Sequence[int] = ()) -> None:
        """`fsync=False` is quicker to commit, and safe from all but a crash of the machine. It runs on these cores."""
        self.folder = Path(tempfile.mkdtemp(prefix="tripot-postgres-", dir="/tmp"))  # a socket's path must be short
        self._fsync, self._cores = fsync, on_cores(cores)
        self._bin = _binaries()
        self._databases = 0
        self._server: subprocess.Popen[bytes] | None = None
        try:
            if os.geteuid() == 0:
                shutil.chown(self.folder, "postgres", "postgres")
            self._initdb()
            self.start()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create(self, template: str = "template1") -> str:
        """Makes a new database, a copy of another, and returns its name. Nobody may be connected to the other."""
        self._databases += 1
        name = f"tripot{self._databases}"
        self._psql(f'create database "{name}" template "{template}"')
        return name

    def drop(self, database: str) -> None:
        """Removes a database; whoever is still connected to it is cut off."""
        self._psql(f'drop database "{database}" with (force)')

    def cpu(self) -> float:
        """Seconds of CPU that the server's processes have used."""
        assert self._server is not None
        return cpu_of(self._server.pid)

    def start(self) -> None:
        options = [
            "-c",
            "listen_addresses=",
            "-c",
            f"fsync={'on' if self._fsync else 'off'}",
            "-c",
            "max_connections=300",
        ]
        with closing(Bell()) as bell, (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*self._cores, *_UNPRIVILEGED, self._bin / "postgres", "-D", self._data, "-k", self.folder, *options],
                env={**os.environ, "NOTIFY_SOCKET": bell.address},
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
            with closing(End(self._server.pid)) as end:
                if not bell.rung(end):
                    raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")

    def crash(self) -> None:
        """Ends the server at once, as a fault would: nothing is flushed, and `start` must recover."""
        if self._server is not None:
            self._server.send_signal(signal.SIGQUIT)
            try:
                self._server.wait(30)
            except subprocess.TimeoutExpired:
                self._server.kill()
                self._server.wait()
            self._server = None

    def close(self) -> None:
        try:
            self.crash()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _initdb(self) -> None:
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(
            [*_UNPRIVILEGED, self._bin / "initdb", "-D", self._data, *options],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
        )

    def _psql(self, command: str) -> None:
        options = ["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--username=postgres"]
        subprocess.run([self._bin / "psql", *options, "-h", self.folder, "-c", command], check=True)


def _binaries() -> Path:
    """The newest that Debian has installed."""
    found = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        raise RuntimeError("There is no PostgreSQL on this machine: `make setup` installs it.")
    return max(found, key=lambda path: int(path.parts[-3])).parent


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with Postgres(fsync=False) as server:
        yield server


@pytest.fixture
def database(postgres: Postgres) -> Iterator[str]:
    name = postgres.create()
    yield postgres.url(name)
    postgres.drop(name)
