"""boardgame.io with all that it needs, in .venv-bench/boardgameio, as its lock file names it."""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bench.peers import environment

SOURCE = Path(__file__).parent / "boardgameio"
HOME = environment.ROOT / ".venv-bench" / "boardgameio"
STAMP = HOME / "installed-from"
# `make` puts Node.js into .venv where the machine has none that is new enough.
WHERE = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))


def program(name: str) -> str:
    found = shutil.which(name, path=WHERE)
    if found is None:
        raise RuntimeError(f"{name} is not here: `make page` installs it")
    return found


def install() -> Path:
    """Its folder. Installs it unless it is there whole; nobody else may do so at the same time, nor start it before."""
    wanted = hashlib.sha256((SOURCE / "package-lock.json").read_bytes()).hexdigest()
    HOME.mkdir(parents=True, exist_ok=True)
    for file in SOURCE.iterdir():
        shutil.copy(file, HOME)
    if STAMP.exists() and STAMP.read_text() == wanted:
        return HOME
    STAMP.unlink(missing_ok=True)
    said = subprocess.run(
        [program("npm"), "ci", "--loglevel=error"], cwd=HOME, env={**os.environ, "PATH": WHERE}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if said.returncode:
        raise RuntimeError(f"npm could not install boardgame.io:\n{said.stdout[-1500:]}")
    STAMP.write_text(wanted)
    return HOME
