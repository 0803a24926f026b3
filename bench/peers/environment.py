"""The peers' own environment, .venv-bench, built by itself from requirements/bench.txt."""

import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".venv-bench"
PINNED = ROOT / "requirements" / "bench.txt"
STAMP = FOLDER / "built-from"
PYTHON = FOLDER / ("Scripts" if sys.platform == "win32" else "bin") / "python"


def build() -> Path:
    """The path of the peers' Python. Takes a minute the first time and nothing afterwards, until the pins change."""
    wanted = f"{sys.version_info.major}.{sys.version_info.minor} {hashlib.sha256(PINNED.read_bytes()).hexdigest()}"
    if STAMP.exists() and STAMP.read_text() == wanted:
        return PYTHON
    began = time.monotonic()
    print(f"building {FOLDER.name} for the peers (once)", flush=True)
    if FOLDER.exists():
        shutil.rmtree(FOLDER)
    subprocess.run([sys.executable, "-m", "venv", FOLDER], check=True)
    install()
    STAMP.write_text(wanted)
    print(f"built {FOLDER.name} in {time.monotonic() - began:.0f} s", flush=True)
    return PYTHON


def install() -> None:
    options = ["--disable-pip-version-check", "--progress-bar", "off", "-r", str(PINNED)]
    command = [str(PYTHON), "-m", "pip", "install", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        assert pip.stdout is not None
        said = []
        for line in pip.stdout:
            said.append(line)
            if "(from -r" in line:  # one of ours: "Collecting NAME (from -r ...)" or "Processing FILE (from -r ...)"
                print("  " + Path(line.split()[1]).name, flush=True)
            elif line.startswith("Installing collected"):
                print("  installing them all", flush=True)
    if pip.returncode:
        raise SystemExit("pip could not install the peers:\n" + "".join(said[-15:]))


if __name__ == "__main__":
    build()
