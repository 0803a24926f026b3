"""What a package brings for the page: files in its folder `page/`, served under a name that changes with them.

`table.js` draws the game's table in place of the plain one, `table.css` dresses it, `poster.svg` hangs in the lobby.
They come from the house itself like all of the page, so its rules for content stay as strict as they are: no inline
script, no inline style, nothing from elsewhere.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.resources.abc import Traversable

from tripot.engine.catalogue import home_of
from tripot.engine.game import games

FOLDER = "assets/games"
SCRIPT, STYLE, POSTER = "table.js", "table.css", "poster.svg"
LARGEST = 2_000_000  # bytes of one file


@cache
def files_of(name: str) -> dict[str, bytes]:
    """A game's files for the page, by path; ours are in the built page and have none here."""
    home = home_of(name)
    folder = home.file("page")
    return {} if home.is_ours or not folder.is_dir() else dict(_walk(folder, ""))


def _walk(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _walk(entry, f"{path}{entry.name}/")
        elif not entry.name.startswith(".") and len(content := entry.read_bytes()) <= LARGEST:
            yield path + entry.name, content


def address_of(name: str, file: str) -> str:
    """Where a file of a game is served; empty if it has none."""
    return f"/{_folder(name)}/{file}" if file in files_of(name) else ""


def _folder(name: str) -> str:
    digest = hashlib.sha256()
    for path, content in files_of(name).items():
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    return f"{FOLDER}/{name}/{digest.hexdigest()[:12]}"


def all_files() -> dict[str, bytes]:
    """The files of all packages, by the path that they are served under."""
    return {
        f"{_folder(each.name)}/{path}": content for each in games() for path, content in files_of(each.name).items()
    }
