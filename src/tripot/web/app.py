"""The application: routes, guests, limits, errors and headers put together."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.datastructures import Cookie, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import Message, Scope
from prometheus_client import generate_latest

from tripot import __version__
from tripot.engine.errors import TripotError
from tripot.engine.texts import LANGUAGES
from tripot.house.errors import NotFound
from tripot.house.repository import Guest
from tripot.house.store import store_at
from tripot.web import api, metrics, static
from tripot.web.messages import Problem
from tripot.web.refusing import language_for, problem, problem_named
from tripot.web.services import Config, Services
from tripot.web.sessions import COOKIE, YEAR, language_of, stranger
from tripot.web.socket import client_socket

SAFE = ("GET", "HEAD", "OPTIONS")
HEADERS = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
}
# for all that a browser may show as a page, so not for its parts, of which there are many
PAGE_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'; object-src 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
log = logging.getLogger(__name__)


def create_app(config: Config) -> Litestar:
    """A server over the store that the configuration names."""
    services = Services(config, store_at(config.database))

    @asynccontextmanager
    async def open_services(_: Litestar) -> AsyncIterator[None]:
        await services.open()
        try:
            yield
        finally:
            await services.close()

    async def provide_guest(request: Request[Any, Any, Any]) -> Guest:
        accepted, language = request.headers.get("accept-language", ""), request.query_params.get("language")
        guest = await services.guest(request.state["holder"], accepted, language)
        if guest is None:  # signed out: somebody new
            request.state["holder"], request.state["is_new"] = services.sessions.new(), True
            guest = stranger(request.state["holder"], language_of(accepted))
            guest.language = language if language in LANGUAGES else guest.language
        request.state["language"] = guest.language
        return guest

    async def at_the_door(request: Request[Any, Any, Any]) -> Response[Problem] | None:
        """Who comes in, from where, and how often."""
        if _is_odd(request):
            return _nothing_there(request)
        headers = request.headers
        address = services.address_of(request)
        if not services.requests.take(address):
            return _refused(request, 429, "slow-down.requests")
        if request.method not in SAFE and not services.welcomes(headers.get("origin", ""), headers.get("host", "")):
            return _refused(request, 403, "origin.elsewhere")
        known = services.sessions.read(request.cookies.get(COOKIE))
        request.state["address"] = address
        request.state["holder"] = known or services.sessions.new()
        request.state["is_new"] = known is None
        return None

    async def on_the_way_out(message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        metrics.REQUESTS.labels(str(message["status"])).inc()
        headers = list(message.get("headers", []))
        given = HEADERS if scope["path"].startswith("/assets/") else HEADERS | PAGE_HEADERS
        headers += [(name.encode(), value.encode()) for name, value in given.items()]
        state = scope.get("state", {})
        if state.get("is_new"):
            cookie = Cookie(
                key=COOKIE,
                value=services.sessions.sign(*state["holder"]),
                max_age=YEAR,
                httponly=True,
                samesite="lax",
                secure=config.secure,
            )
            headers.append((b"set-cookie", cookie.to_header(header="").encode()))
        message["headers"] = headers

    @get("/health", summary="Whether the server and its store answer, and the store can be written")
    async def health() -> Response[dict[str, str]]:
        try:
            await services.check_health()
        except Exception:
            log.exception("the store can't be written")
            return Response({"status": "the store can't be written", "version": __version__}, status_code=503)
        return Response({"status": "ok", "version": __version__})

    @get("/metrics", media_type=MediaType.TEXT, include_in_schema=False, sync_to_thread=False)
    def measured(request: Request[Any, Any, Any]) -> str:
        """For the host's own machine alone: a player who saw them would know when somebody has answered in secret."""
        if not services.is_host(request):
            raise NotFoundException
        metrics.MOVES.set(services.house.moves)
        metrics.CONFLICTS.set(services.house.conflicts)
        metrics.ROOMS.set(services.house.rooms)
        return generate_latest(metrics.REGISTRY).decode()

    return Litestar(
        route_handlers=[
            api.router(dependencies={"guest": Provide(provide_guest)}, before_request=at_the_door),
            client_socket,
            health,
            measured,
            static.handler(static.read()),
        ],
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        lifespan=[open_services],
        state=State({"services": services}),
        exception_handlers={
            TripotError: _refusal,
            HTTPException: _http_refusal,
            RecursionError: _unreadable,
            UnicodeError: _unreadable,
            Exception: _broken,
        },
        before_send=[on_the_way_out],
        request_max_body_size=config.limits.body,
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude_opt_key=static.PACKED),
        openapi_config=OpenAPIConfig(
            title="Tripot", version=__version__, path="/schema", render_plugins=[JsonRenderPlugin(path="/")]
        ),
        logging_config=None,
    )


# what goes wrong


def _problem(status: int, problem: Problem) -> Response[Problem]:
    return Response(problem, status_code=status, media_type=MediaType.JSON)


def _refused(request: Request[Any, Any, Any], status: int, name: str, **fields: object) -> Response[Problem]:
    return _problem(status, problem_named(name, language_for(request), **fields))


def _refusal(request: Request[Any, Any, Any], fault: TripotError) -> Response[Problem]:
    told = problem(fault, language_for(request))
    metrics.REFUSALS.labels(told.code).inc()
    status = 404 if isinstance(fault, NotFound) else 429 if told.code == "slow-down" else 409
    return _problem(status, told)


def _http_refusal(request: Request[Any, Any, Any], fault: HTTPException) -> Response[Problem]:
    if fault.status_code == 404:
        return _nothing_there(request)
    extra = fault.extra if isinstance(fault.extra, list) else []
    why = "; ".join(f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict))
    return _refused(request, fault.status_code, "request.flawed", why=why or fault.detail)


def _is_odd(request: Request[Any, Any, Any]) -> bool:
    """Whether there is something in the path that no file system and no database takes."""
    return "\0" in request.scope["path"]


def _nothing_there(request: Request[Any, Any, Any]) -> Response[Problem]:
    return _refused(request, 404, "request.nothing")


def _unreadable(request: Request[Any, Any, Any], fault: Exception) -> Response[Problem]:
    return _refused(request, 400, "request.unreadable")


def _broken(request: Request[Any, Any, Any], fault: Exception) -> Response[Problem]:
    log.error("a request failed", exc_info=fault)
    return _refused(request, 500, "broken.unknown")
