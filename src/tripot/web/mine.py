"""My games: what a guest has played, taking oneself along to another device, and being forgotten."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Request, Response
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import Meta, Struct

from tripot.bots.master.settings import settings_of
from tripot.engine.catalogue import catalogue
from tripot.engine.errors import TripotError
from tripot.engine.game import game
from tripot.house import forgetting, moving, played
from tripot.house.errors import HouseError
from tripot.house.played import PlayedView
from tripot.web.routes import AppServices, Visitor, delete, get, post
from tripot.web.services import Services
from tripot.web.sessions import Holder

Key = Annotated[str, Meta(min_length=1, max_length=60)]


class MyGames(Struct):
    """What I have played to the end, the last first. `waiting` are still to be counted: ask again."""

    games: list[PlayedView]
    waiting: int = 0


class KeyView(Struct):
    """Brings me to another device, once, within some seconds."""

    key: str
    seconds: float


class UseKey(Struct, forbid_unknown_fields=True):
    """`sign_out`: my other devices are signed out."""

    key: Key
    sign_out: bool = False


class KeysOwner(Struct):
    """Whom a key brings here."""

    name: str
    games: int


class ExportedGame(Struct):
    """A game of mine, with its record if the table is still there."""

    played: PlayedView
    record: str = ""


class Export(Struct):
    """All that the house keeps of a guest."""

    name: str
    language: str
    made_at: str
    games: list[ExportedGame]


@get("/me/games", summary="What you have played, with results, and how honest you were")
async def my_games(guest: Visitor, services: AppServices) -> MyGames:
    games, waiting = await played.games_of(services.house, guest.id)
    for each in games:
        if each.fortune is not None and each.game in catalogue():
            each.luck = _signed(each.game, each.fortune.luck, guest.language)
            each.skill = _signed(each.game, each.fortune.corrected, guest.language)
    return MyGames(games, waiting)


def _signed(name: str, points: float, language: str) -> str:
    """Points with their sign, as the game writes them; a share of the win where only that counts."""
    together = settings_of(name).win == 1.0
    texts = game(name).texts(language)
    written = f"{round(100 * abs(points))}\N{NARROW NO-BREAK SPACE}%" if together else texts.sum(round(abs(points)))
    return f"{'−' if points < 0 else '+'}{written}"


@get("/me/export", summary="All that the house keeps of you, as one file")
async def export(guest: Visitor, services: AppServices) -> Response[Export]:
    if not services.exports.take(guest.id):
        raise HouseError("slow-down.requests")
    games, waiting = await played.games_of(services.house, guest.id)
    while waiting:
        games, waiting = await played.games_of(services.house, guest.id)
    exported = [ExportedGame(each, await _record(services, each)) for each in games]
    made_at = datetime.now(UTC).isoformat(timespec="seconds")
    name = f'attachment; filename="tripot-{made_at[:10]}.json"'
    return Response(Export(guest.name, guest.language, made_at, exported), headers={"content-disposition": name})


async def _record(services: Services, game: PlayedView) -> str:
    try:
        return await services.house.record(game.table, None) if game.kept else ""
    except TripotError:  # by rules that this house lacks, or gone just now
        return ""


# to another device


@post("/me/key", status_code=HTTP_201_CREATED, summary="A key that brings you to another device, once and soon")
async def new_key(request: Request[Any, Any, Any], guest: Visitor, services: AppServices) -> KeyView:
    _allow(request, services)
    key = moving.fresh()
    await services.store.write(moving.keeping(key, guest, services.house.clock()))
    return KeyView(key, moving.FOR)


@post("/me/key/owner", status_code=HTTP_200_OK, summary="Whom a key would bring here; it isn't used up")
async def key_owner(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, data: JSONBody[UseKey]
) -> KeysOwner:
    _allow(request, services)
    owner = await services.store.read(moving.whose(data.key, services.house.clock()))
    return KeysOwner(owner.name, await services.store.read(played.counting(owner.id)))


@post("/me/key/use", status_code=HTTP_200_OK, summary="Be on this device who you are on the other")
async def use_key(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, data: JSONBody[UseKey]
) -> KeysOwner:
    _allow(request, services)
    owner = await services.store.write(moving.using(data.key, data.sign_out, services.house.clock()))
    if data.sign_out:
        services.part(owner.id)
    request.state["holder"], request.state["is_new"] = Holder(owner.id, owner.locks), True
    return KeysOwner(owner.name, await services.store.read(played.counting(owner.id)))


def _allow(request: Request[Any, Any, Any], services: Services) -> None:
    """Keys can't be tried often: not from one address, nor from many together."""
    if not (services.keys.take(request.state["address"]) and services.keys_in_all.take()):
        raise HouseError("slow-down.requests")


# being forgotten


@delete("/me", status_code=HTTP_200_OK, summary="Be forgotten; games that others played too stay, without your name")
async def forget_me(request: Request[Any, Any, Any], guest: Visitor, services: AppServices) -> KeysOwner:
    await forgetting.forget(services.house, guest.id)
    request.state["holder"], request.state["is_new"] = services.sessions.new(), True
    return KeysOwner("", 0)


ROUTES = [my_games, export, new_key, key_owner, use_key, forget_me]
