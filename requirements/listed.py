"""Prints what pyproject.toml lists under a name, for `make lock`: `run`, an extra, or a group."""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
lists = {
    "run": project["project"]["dependencies"],
    **project["project"]["optional-dependencies"],
    **project["dependency-groups"],
}
print("\n".join(lists[sys.argv[1]]))
