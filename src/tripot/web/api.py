"""The HTTP API: guests, lists, and all that is done at a table but isn't urgent. Play itself may use it too."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from litestar import Request, Response, Router
from litestar.params import FromPath, JSONBody, Parameter
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED
from msgspec import convert

from tripot import __version__
from tripot.bots import CHARACTERS, has_character, levels_of, played_at
from tripot.engine.errors import BadRecord, TripotError
from tripot.engine.game import Game, game
from tripot.engine.game import games as all_games
from tripot.engine.phrases import phrasebook, wording
from tripot.engine.table import Proof, Table
from tripot.house import botnames, lessons, replays, repository, scenes
from tripot.house.analyses import KeptAnalysis, Study, study_of, study_of_record
from tripot.house.errors import HouseError, NotFound
from tripot.house.house import Plan
from tripot.house.lessons import LessonView, has_lesson
from tripot.house.replays import ReplayView
from tripot.house.repository import Guest
from tripot.house.room import Room
from tripot.house.scenes import RoomView, Scene, Showing
from tripot.house.sheet import OVER, SPECTATOR
from tripot.house.studies import AnalysisView
from tripot.house.time_control import HOURS, LIVE_FUSES, TEMPOS, WINDOWS
from tripot.web import analyses, hints, mine, parts, puzzles
from tripot.web.messages import (
    EYES,
    RECORD,
    Again,
    Catalogue,
    Decision,
    Draw,
    FieldView,
    GameView,
    Greeting,
    HintView,
    KeptRecord,
    LegendView,
    Listed,
    Me,
    NewTable,
    OptionView,
    PartView,
    PhraseView,
    ProofView,
    PutBot,
    Race,
    Revealed,
    RulesView,
    SheetView,
    SourceView,
    SummaryView,
    TakeSeat,
    TalkView,
)
from tripot.web.routes import AppServices, Visitor, get, post, put
from tripot.web.services import Services

LISTED = 50
ENDED = 10  # games that are over, in one answer
# who you are


@get("/me", summary="Who you are; a first visit gives you a cookie")
async def me(guest: Visitor) -> Me:
    return Me(guest.name, guest.language)


@put("/me", summary="Say how you are called and which language you read")
async def greet(guest: Visitor, services: AppServices, data: JSONBody[Greeting]) -> Me:
    greeted = await services.house.greet(guest.id, data.name, data.language)
    return Me(greeted.name, greeted.language)


# what is played


@get("/games", summary="All games, with what can be chosen when a table is opened", sync_to_thread=False)
def games(guest: Visitor) -> Catalogue:
    return Catalogue(
        [_game_view(each, guest.language) for each in all_games()],
        list(LIVE_FUSES),
        list(HOURS),
        list(TEMPOS),
        list(WINDOWS),
        list(CHARACTERS),
        __version__,
    )


def _game_view(chosen: Game, language: str) -> GameView:
    texts = chosen.texts(language)
    options = []
    for name, spec in chosen.options.items():
        title, study = texts.option(name), name in chosen.rules.STUDY
        live = chosen.default(name, live=True)
        live = None if live == spec[0] else live
        if isinstance(spec[0], str):
            choices = [str(choice) for choice in spec] if len(spec) > 1 else []
            labels = [texts.option(f"{name}.{choice}") for choice in choices]
            options.append(OptionView(name, title, spec[0], live, choices, labels, study=study))
        else:
            options.append(OptionView(name, title, spec[0], live, lowest=spec[1], highest=spec[2], study=study))
    sheet, script = convert(texts.sheet, SheetView), parts.address_of(chosen.name, parts.SCRIPT)
    bots = list(dict.fromkeys(played_at(chosen.name, level) for level in levels_of(chosen.name)))
    return GameView(
        name=chosen.name,
        title=texts.title,
        blurb=texts.blurb,
        rules=chosen.version,
        fewest=chosen.fewest,
        most=chosen.most,
        options=options,
        sheet=sheet,
        secret=chosen.secret,
        sum=texts.unit,
        lesson=has_lesson(chosen.name),
        bots=bots,
        coloured=[level for level in bots if has_character(chosen.name, level)],
        part=PartView(script, parts.address_of(chosen.name, parts.STYLE)) if script else None,
        poster=parts.address_of(chosen.name, parts.POSTER),
    )


def _refuse_unknown(name: str) -> None:
    names = [each.name for each in all_games()]
    if name not in names:
        raise NotFound("no-game.name", game=name[:40], games=", ".join(names))


@get("/games/{name:str}/rules", summary="A game's clauses and words", sync_to_thread=False)
def rules(guest: Visitor, name: FromPath[str]) -> RulesView:
    _refuse_unknown(name)
    chosen = game(name)
    texts = chosen.texts(guest.language)
    return RulesView(
        name=name,
        title=texts.title,
        summary=convert(texts.summary, SummaryView) if texts.summary else None,
        rebuilt=texts.sheet.get("rebuilt", ""),
        clauses=texts.clauses,
        sources=convert(texts.sources, dict[str, SourceView]),
        words=texts.words,
        ends=texts.ends,
        sum=texts.unit,
        moves=list(chosen.moves),
        talk=_talk_view(name, guest.language),
    )


@get("/games/{name:str}/legend", summary="How a game's view reads", sync_to_thread=False)
def legend(guest: Visitor, name: FromPath[str]) -> LegendView:
    _refuse_unknown(name)
    chosen = game(name)
    return LegendView(
        {field: _field_view(chosen, field, reads) for field, reads in chosen.rules.LEGEND.items()},
        chosen.texts(guest.language).headlines,
    )


def _field_view(chosen: Game, field: str, reads: tuple[Any, ...]) -> FieldView:
    *axes, value = (list(part) if isinstance(part, tuple) else part for part in reads)
    own = field in chosen.own_fields
    return FieldView(axes, value, own=own, aside=field in chosen.rules.ASIDE)


def _talk_view(name: str, language: str) -> TalkView:
    book, words = phrasebook(name), wording(name, language)
    phrases = [
        PhraseView(
            name=each,
            forms=words.phrases[each],
            when=list(phrase.when),
            by=list(phrase.by),
            to=list(phrase.to),
            what=list(phrase.what),
            count=phrase.count,
            judged=book.judged(each),
            gesture=phrase.gesture,
            character=phrase.character,
        )
        for each, phrase in book.phrases.items()
    ]
    return TalkView(book.roles, phrases, words.things, words.numbers)


@get("/games/{name:str}/lesson", summary="A first hand to be played: what the guide says, and what is to be done")
async def lesson_in(guest: Visitor, name: FromPath[str]) -> LessonView:
    _refuse_unknown(name)
    return lessons.lesson(game(name), guest.name, guest.language)


# tables


@get("/tables", summary="Tables that anybody may join or watch")
async def public_tables(guest: Visitor, services: AppServices) -> list[Listed]:
    return await _listed(services, guest, await services.store.read(repository.public_tables(LISTED)))


@get("/tables/mine", summary="Tables where you have a seat, are the host or are invited; then your last games")
async def my_tables(
    guest: Visitor, services: AppServices, after: str | None = Parameter(default=None, pattern="^[a-z2-9]{16}$")
) -> list[Listed]:
    """With `after`, only those of your games that come after that one: the older ones, page by page."""
    read = services.store.read
    ended = await _listed(services, guest, await read(repository.ended_tables_of(guest.id, ENDED, after)))
    if after is not None:
        return ended
    invited = []
    for listed in await _listed(services, guest, await read(repository.invitations_of(guest.id, LISTED))):
        if await services.house.kept_for(guest.id, await services.house.look_at(listed.room.table)) is not None:
            listed.invited = True
            invited.append(listed)
    return invited + await _listed(services, guest, await read(repository.tables_of(guest.id, LISTED))) + ended


async def _listed(services: Services, guest: Guest, table_ids: list[str]) -> list[Listed]:
    listed = []
    for table_id in table_ids:
        with suppress(TripotError):  # one that can't be shown, by rules that this house lacks, hides no other
            listed.append(await services.house.act(table_id, lambda room, now: _in_list(room, guest), reads=True))
    return listed


def _in_list(room: Room, guest: Guest) -> Listed:
    seat = room.seat_of(guest.id)
    playing = room.table is not None and seat is not None
    asked = playing and seat in room.chronicle(SPECTATOR).witness.look.actors and seat not in room.answers
    outcome = scenes.outcome_view(room, guest.language) if room.status == OVER else None
    return Listed(scenes.room_view(room, guest.id), asked, outcome=outcome)


@post("/tables", summary="Open a table")
async def open_table(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, data: JSONBody[NewTable]
) -> RoomView:
    if not (services.openings.take(guest.id) and services.openings_from.take(request.state["address"])):
        raise HouseError("slow-down.tables")
    plan = Plan(
        data.game,
        data.seats,
        dict(data.options),
        data.pace,
        data.public,
        list(data.bots),
        data.sits,
        data.seal,
        data.characters,
    )
    await services.opened.refuse_if_many(guest.id, request.state["address"], data.public)
    room = await services.house.open_table(guest, plan)
    services.opened.note(room.id, guest.id, request.state["address"])
    return scenes.room_view(room, guest.id)


@get("/tables/{table_id:str}", summary="A table: its seats and settings")
async def look_at(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> RoomView:
    return await services.house.act(table_id, lambda room, now: scenes.room_view(room, guest.id), reads=True)


@post("/tables/{table_id:str}/sit", status_code=HTTP_200_OK, summary="Take a seat, or your own back from a bot")
async def sit(guest: Visitor, services: AppServices, table_id: FromPath[str], data: JSONBody[TakeSeat]) -> RoomView:
    return scenes.room_view(await services.house.sit(guest, table_id, data.seat, data.seal), guest.id)


@post("/tables/{table_id:str}/leave", status_code=HTTP_200_OK, summary="Give your seat up for good")
async def leave(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> RoomView:
    return await _at(services, guest, table_id, lambda room, now: room.get_up(guest.id))


@post("/tables/{table_id:str}/bots", status_code=HTTP_200_OK, summary="Let a bot play a seat, or take it away")
async def put_bot(guest: Visitor, services: AppServices, table_id: FromPath[str], data: JSONBody[PutBot]) -> RoomView:
    def put(room: Room, now: float) -> None:
        levels = levels_of(room.sheet.game)
        if data.level is not None and data.level not in levels:
            raise HouseError("bots.level", level=data.level, levels=", ".join(levels))
        character = botnames.checked_character(room.sheet.game, data.level, data.character, "character")
        room.set_bot(guest.id, data.seat, data.level, data.offered, character)

    return await _at(services, guest, table_id, put)


@post("/tables/{table_id:str}/start", status_code=HTTP_200_OK, summary="The host begins the game")
async def start(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> RoomView:
    return await _at(services, guest, table_id, lambda room, now: room.start(guest.id, now))


@post("/tables/{table_id:str}/reveal", status_code=HTTP_200_OK, summary="Show what you sealed, to be mixed into chance")
async def reveal(guest: Visitor, services: AppServices, table_id: FromPath[str], data: JSONBody[Revealed]) -> RoomView:
    entropy = bytes.fromhex(data.entropy)
    return await _at(services, guest, table_id, lambda room, now: room.reveal(guest.id, entropy, now))


async def _at(services: Services, guest: Guest, table_id: str, deed: Any) -> RoomView:
    def done(room: Room, now: float) -> RoomView:
        deed(room, now)
        return scenes.room_view(room, guest.id)

    return await services.house.act(table_id, done)


@post("/tables/{table_id:str}/rematch", status_code=HTTP_201_CREATED, summary="Play again, with the same people")
async def rematch(guest: Visitor, services: AppServices, table_id: FromPath[str], data: JSONBody[Again]) -> RoomView:
    found = await services.house.rematch(guest, table_id, data.seal)
    return await services.house.act(found, lambda room, now: scenes.room_view(room, guest.id), reads=True)


@post("/tables/{table_id:str}/rematch/decline", status_code=HTTP_200_OK, summary="Don't play again, not now")
async def decline_rematch(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> RoomView:
    await services.house.decline_rematch(guest, table_id)
    return await services.house.act(table_id, lambda room, now: scenes.room_view(room, guest.id), reads=True)


@get("/tables/{table_id:str}/scene", summary="The game as you may see it, and what you missed after a beat")
async def scene(
    guest: Visitor,
    services: AppServices,
    table_id: FromPath[str],
    since: int = Parameter(default=0, ge=0, le=1_000_000),
) -> Scene:
    return await services.house.act(table_id, lambda room, now: _scene(room, guest, since, now), reads=True)


def _scene(room: Room, guest: Guest, since: int, now: float) -> Scene:
    if room.table is None:
        raise HouseError("status.not-begun")
    seat = room.seat_of(guest.id)
    return Showing(room, now).scene(SPECTATOR if seat is None else seat, guest.language, since)


@post("/tables/{table_id:str}/moves", status_code=HTTP_200_OK, summary="Make a decision")
async def decide(guest: Visitor, services: AppServices, table_id: FromPath[str], data: JSONBody[Decision]) -> Scene:
    def deed(room: Room, now: float) -> None:
        room.submit(guest.id, data.id, data.beat, data.moves, now)

    await services.house.act(table_id, deed)
    return await services.house.act(table_id, lambda room, now: _scene(room, guest, data.beat, now), reads=True)


@post("/tables/{table_id:str}/hint", status_code=HTTP_200_OK, summary="What a master would weigh; alone with bots only")
async def hint(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, table_id: FromPath[str]
) -> HintView:
    if not (services.hints.take(guest.id) and services.hints_from.take(request.state["address"])):
        raise HouseError("slow-down.requests")
    room, look, advice = await services.house.hint(table_id, guest)
    return hints.shown(room, look, advice, guest.language)


@get("/tables/{table_id:str}/record", media_type="text/plain", summary="The game as text: all of it when it is over")
async def record(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> Response[str]:
    text = await services.house.record(table_id, guest)
    return Response(text, headers={"content-disposition": f'attachment; filename="tripot-{table_id[:6]}.txt"'})


@get("/tables/{table_id:str}/proof", summary="What shows that a finished game's chance was not bent")
async def proof(guest: Visitor, services: AppServices, table_id: FromPath[str]) -> ProofView:
    return await services.aside.do(
        _proof, *await services.house.act(table_id, lambda room, now: _proven(room), reads=True)
    )


def _proven(room: Room) -> tuple[Proof, Table]:
    """A game that is over, and so doesn't change any more."""
    if room.table is None or room.status != OVER:
        raise HouseError("status.proof")
    return room.proof, room.table


def _proof(shown: Proof, table: Table) -> ProofView:
    draws = [Draw(weights, outcome) for weights, outcome in table.draws()]
    races = [Race(question, list(order)) for question, order in table.races()]
    seals, entropies = list(shown.seals), list(shown.entropies)
    return ProofView(shown.table, shown.commitment, shown.key, seals, entropies, draws, shown.pace, races)


@get("/tables/{table_id:str}/replay", summary="A finished game again, as a seat saw it or with everything open")
async def replay(
    request: Request[Any, Any, Any],
    guest: Visitor,
    services: AppServices,
    table_id: FromPath[str],
    eyes: str = Parameter(default=replays.OPEN, pattern=EYES),
) -> ReplayView:
    def over(room: Room, now: float) -> replays.Finished:
        return replays.finished(room, guest.id, guest.language, spoken)

    _allow_replay(request, services)
    spoken = await services.house.hear_all(table_id)
    game = await services.house.act(table_id, over, reads=True)
    return await services.aside.do(game.seen, eyes, guest.language)


@post(
    "/replay",
    status_code=HTTP_200_OK,
    request_max_body_size=2 * RECORD,  # a record's line ends and quotes are written as two letters
    summary="The same of a record that you have kept; nothing of it stays here",
)
async def replay_record(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, data: JSONBody[KeptRecord]
) -> ReplayView:
    _allow_replay(request, services)
    try:
        return await services.aside.do(replays.replay_of_record, data.record, data.eyes, guest.language)
    except BadRecord as fault:
        raise HouseError("record.unreadable", why=fault) from None


def _allow_replay(request: Request[Any, Any, Any], services: Services) -> None:
    if not services.replays.take(request.state["address"]):
        raise HouseError("slow-down.requests")


@get("/tables/{table_id:str}/analysis", summary="What was found of a finished game, or how far that has come")
async def analysis(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, table_id: FromPath[str]
) -> AnalysisView:
    room = await services.house.act(table_id, lambda room, now: room, reads=True)
    kept = await services.house.analysts.kept(study_of(room))
    if kept is not None and kept.found is not None:  # to ask how far it has come costs nothing
        _allow_replay(request, services)
    return analyses.shown(kept, scenes.names(room, guest.language), guest.language, room.seat_of(guest.id))


@post("/tables/{table_id:str}/analysis", status_code=HTTP_200_OK, summary="Let a finished game be analysed")
async def analyse(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, table_id: FromPath[str]
) -> AnalysisView:
    room = await services.house.act(table_id, lambda room, now: room, reads=True)
    kept = await _analysed(request, guest, services, study_of(room))
    return analyses.shown(kept, scenes.names(room, guest.language), guest.language, room.seat_of(guest.id))


@post(
    "/analysis",
    status_code=HTTP_200_OK,
    request_max_body_size=2 * RECORD,
    summary="The same of a record that you have kept; asked again, how far it has come",
)
async def analyse_record(
    request: Request[Any, Any, Any], guest: Visitor, services: AppServices, data: JSONBody[KeptRecord]
) -> AnalysisView:
    if not services.records.take(request.state["address"]):
        raise HouseError("slow-down.requests")
    try:
        study = await services.aside.do(study_of_record, data.record)
    except BadRecord as fault:
        raise HouseError("record.unreadable", why=fault) from None
    kept = await _analysed(request, guest, services, study)
    return analyses.shown(kept, replays.names_in(study.table, guest.language), guest.language, None)


async def _analysed(request: Request[Any, Any, Any], guest: Guest, services: Services, study: Study) -> KeptAnalysis:
    """What there is; else it is begun, which costs."""
    kept = await services.house.analysts.kept(study)
    if kept is not None and (kept.under_way or (kept.found is not None and not kept.stale)):
        if kept.found is not None:
            _allow_replay(request, services)
        return kept
    if not (services.analyses.take(guest.id) and services.analyses_from.take(request.state["address"])):
        raise HouseError("slow-down.analyses")
    return await services.house.analysts.ask(study)


ROUTES = [
    me, greet, games, rules, legend, public_tables, my_tables, open_table, look_at, sit, leave, put_bot, start, reveal,
    rematch,
    decline_rematch,
    scene, decide, record, proof, replay, replay_record, lesson_in, hint, analysis, analyse, analyse_record,
    *mine.ROUTES, *puzzles.ROUTES,
]  # fmt: skip


def router(**settings: Any) -> Router:
    return Router("/api", route_handlers=ROUTES, **settings)
