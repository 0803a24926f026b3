"""Games and bots in packages, installed into folders of their own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.servers import ROOT, path_with

EXAMPLE = ROOT / "examples" / "fauxpapiers"


def install(project: Path, target: Path) -> Path:
    """Install a project into a folder as pip does it, with what is there: nothing is downloaded."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install", "--no-index"]
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--target", str(target), str(project)], check=True)
    return target


def write(target: Path, name: str, entries: str, **files: str) -> Path:
    """A package that is installed in a folder, file by file; `entries` are its entry points."""
    package, metadata = target / f"tripot_{name}", target / f"tripot_{name}-1.dist-info"
    for folder in (package, metadata):
        folder.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: tripot-{name}\nVersion: 1\n", "utf-8")
    (metadata / "entry_points.txt").write_text(entries, "utf-8")
    for module, source in ({"__init__": ""} | files).items():
        (package / f"{module}.py").write_text(source, "utf-8")
    return target


def tripot(*words: str, packages: Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command line, with the packages of a folder; pytest has no plugins but ours, as a maker may have none."""
    alone = {"PYTHONPATH": path_with(packages), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "COLUMNS": "200"}
    env: dict[str, Any] = {**os.environ, **alone}
    command = [sys.executable, "-m", "tripot", *words]
    return subprocess.run(command, env=env, cwd=cwd or ROOT, capture_output=True, text=True, encoding="utf-8")
