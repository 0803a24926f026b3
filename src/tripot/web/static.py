"""The built page, held in memory with what the build has compressed: a request costs a look-up."""

from __future__ import annotations

import hashlib
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException

from tripot.web import parts
from tripot.web.messages import Problem
from tripot.web.services import Services

PACKED = "packed"  # marks what the build has compressed already
PAGE = Path(str(files("tripot.web"))) / "page"
CODINGS = (("br", ".br"), ("gzip", ".gz"))  # the smallest first
NEVER_CHANGES = "public, max-age=31536000, immutable"  # the names of parts change with what is in them
TYPES = {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".js": "text/javascript"}
PAGES = ("", "replay", "me", "puzzles")  # addresses of the page itself, and all below `t`, `learn` and `puzzles`


class File(NamedTuple):
    """A file of the page: its bytes by coding ("" is none), and the headers that they are sent with."""

    forms: dict[str, bytes]
    media_type: str
    headers: dict[str, str]


def read(folder: Path = PAGE) -> dict[str, File]:
    """All files of the built page, by path, none if it hasn't been built; and those that packages bring."""
    endings = tuple(ending for _, ending in CODINGS)
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file() and path.suffix not in endings]
    page = {path.relative_to(folder).as_posix(): _forms(path) for path in paths}
    packages = {path: {"": content} for path, content in parts.all_files().items()}
    return {path: _file(path, forms) for path, forms in (page | packages).items()}


def _forms(path: Path) -> dict[str, bytes]:
    forms = {"": path.read_bytes()}
    for coding, ending in CODINGS:
        packed = path.with_name(path.name + ending)
        if packed.exists():
            forms[coding] = packed.read_bytes()
    return forms


def _file(path: str, forms: dict[str, bytes]) -> File:
    media_type = TYPES.get(Path(path).suffix) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    headers = {"cache-control": NEVER_CHANGES if path.startswith("assets/") else "no-cache", "vary": "accept-encoding"}
    headers["etag"] = f'"{hashlib.sha256(forms[""]).hexdigest()[:20]}"'
    return File(forms, media_type, headers)


def handler(page: dict[str, File]) -> Any:
    """What serves the page: its parts by their names, and the one document at the addresses that it knows."""

    @route(
        ["/", "/t/{table_id:str}", "/t/{table_id:str}/replay", "/learn/{name:str}", "/{path:path}"],
        http_method=[HttpMethod.GET, HttpMethod.HEAD],
        include_in_schema=False,
        opt={PACKED: True},
        sync_to_thread=False,
    )
    def serve(request: Request[Any, Any, Any], services: NamedDependency[Services]) -> Response[Any]:
        path = request.scope["path"].lstrip("/")
        if not services.files.take(services.address_of(request)):
            problem = Problem("slow-down", "that is too much at once; wait a moment")
            return Response(problem, status_code=429, media_type=MediaType.JSON)
        if not page and not path:
            return Response(b"The page is not built. Run: make play", status_code=503, media_type="text/plain")
        found = page.get("index.html" if path in PAGES or path.startswith(("t/", "learn/", "puzzles/")) else path)
        if found is None:
            raise NotFoundException("Not Found")
        if request.headers.get("if-none-match") == found.headers["etag"]:
            return Response(b"", status_code=304, headers=found.headers)
        coding = _coding(found, request.headers.get("accept-encoding", ""))
        headers = found.headers | ({"content-encoding": coding} if coding else {})
        return Response(found.forms[coding], media_type=found.media_type, headers=headers)

    return serve


def _coding(found: File, accepted: str) -> str:
    """The smallest form that a client takes."""
    offers = [part.replace(" ", "").partition(";q=") for part in accepted.lower().split(",")]
    wanted = {name for name, _, weight in offers if weight.strip("0.") or not weight}
    return next((coding for coding, _ in CODINGS if coding in found.forms and coding in wanted), "")
