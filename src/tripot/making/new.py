"""Writes a package from the template beside this file, under a game's name."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from tripot.engine.catalogue import SLUG, catalogue
from tripot.engine.errors import TripotError

ENDING = ".in"  # of files that Python's own tools shall not read
OWN_TABLE = "page"


def new(name: str, folder: Path, table: bool) -> list[Path]:
    """A new folder with a game of this name; with a table of its own, if that is wanted. Gives what was written."""
    if not SLUG.fullmatch(name):
        raise TripotError(f"a game's name is 2 to 31 small letters and digits, not {name!r}")
    if name in catalogue():
        raise TripotError(f"there is a game {name!r} already")
    if folder.exists():
        raise TripotError(f"{folder} is there already")
    named = {"NAME": name, "TITLE": name.capitalize(), "PREFIX": name[:3].upper().ljust(3, "X")}
    written = []
    for path, source in _files(files(__package__).joinpath("template"), ""):
        if path.startswith(f"package/{OWN_TABLE}/") and not table:
            continue
        target = folder / path.removesuffix(ENDING).replace("package/", f"src/tripot_{name}/").replace("NAME", name)
        text = source.read_text(encoding="utf-8")
        for word, value in named.items():
            text = text.replace(f"@{word}@", value)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def _files(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files(entry, f"{path}{entry.name}/")
        else:
            yield path + entry.name, entry
