"""Real servers under load: parties that play on whatever is killed, and a check of all they were promised.

A `Ledger` keeps what each player was told: which decisions were acknowledged, and every page that was shown. `check`
holds this against what is written in the store when all is over.
"""

import asyncio
import hashlib
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.servers import PATIENCE, UNTRUSTING
from tripot.engine.witness import Witness
from tripot.house import repository
from tripot.house.fairness import verify
from tripot.house.house import House
from tripot.house.room import Room
from tripot.house.scenes import Showing
from tripot.house.sheet import OVER
from tripot.house.store import Store, store_at
from tripot.web.sessions import COOKIE

# Seconds after which whoever was cut off or not let in comes again, as a page does: a killed server tells nobody when
# it is back. Nothing that is proved depends on how long they are.
BACKOFF = 0.02
GONE = (OSError, WebSocketException, httpx.TransportError, TimeoutError)
SHORT = {
    "prohis": (4, {}),
    "contrebande": (3, {"rounds": "1", "pack": "tiny"}),
    "chasse": (2, {"size": "7", "quiet": 20}),
    "prohibition": (2, {}),
    "condamnes": (3, {}),
}


@dataclass
class Ledger:
    """What one player was told."""

    seat: int
    acked: dict[str, str] = field(default_factory=dict)  # move by token
    unknown: dict[str, str] = field(default_factory=dict)  # sent, and then the line was cut
    refused: dict[str, str] = field(default_factory=dict)  # why, by token
    pages: list[dict[str, Any]] = field(default_factory=list)
    view: dict[str, Any] = field(default_factory=dict)
    view_beat: int = 0
    heard: dict[int, str] = field(default_factory=dict)  # what was said, by number
    closed_with: Counter[int] = field(default_factory=Counter)
    resumed: int = 0


class Watch:
    """Looks again whenever a player has been told something."""

    def __init__(self) -> None:
        self.count = 0  # how often somebody was
        self._stirred = asyncio.Event()

    def stir(self, *_: object) -> None:
        self.count += 1
        self._stirred.set()

    async def until(self, condition: Callable[[], bool], why: str) -> None:
        """Wait for something that must come true."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            raise AssertionError(why) from None


class Player:
    """Plays one seat of one table as fast as possible, at whichever server answers, and comes back when cut off."""

    def __init__(self, party: "Party", number: int) -> None:
        self.party, self.number = party, number
        self.rng = random.Random(f"{party.seed} {number}")
        self.entropy = self.rng.randbytes(32)
        self.cookie = ""
        self.ledger = Ledger(number)
        self.over = False
        self.words: list[str] = []  # that are going to be said
        self.question: dict[str, Any] = {}
        self.answered = False
        self.status = ""
        self._mixed = False
        self._pending: tuple[str, int, str] | None = None
        self._sent = False
        self._count = 0

    @property
    def seal(self) -> str:
        return hashlib.sha256(self.entropy).hexdigest()

    async def play(self) -> None:
        """To the game's end, or until cancelled."""
        silent_since = time.monotonic()
        while not self.over:
            port = self.party.port_for(self)
            try:
                async with connect(
                    f"ws://127.0.0.1:{port}/ws",
                    additional_headers={"Cookie": self.cookie},
                    local_addr=(self.party.address, 0),
                    open_timeout=5,
                    close_timeout=0.2,
                    ping_interval=None,
                ) as line:
                    silent_since = time.monotonic()
                    await self._stay(line)
            except ConnectionClosed as closed:
                self.ledger.closed_with[closed.rcvd.code if closed.rcvd else 1006] += 1
            except GONE:
                pass
            if time.monotonic() - silent_since > PATIENCE:
                raise RuntimeError("no server lets them in")
            await asyncio.sleep(BACKOFF)

    async def _stay(self, line: ClientConnection) -> None:
        ledger = self.ledger
        heard = 1 + max(ledger.heard, default=-1)
        await self._send(line, t="watch", id=f"w{self._next()}", since=len(ledger.pages), heard=heard)
        ledger.resumed += 1
        self._sent = self._mixed = False
        if self._pending is not None and self.rng.random() < 0.5:
            await self._submit(line)
        while not self.over:
            try:
                frame = json.loads(await asyncio.wait_for(line.recv(), self._patience()))
            except TimeoutError:
                await self._submit(line)
                await self._act(line)
                continue
            self._take(frame)
            self.party.watch.stir()
            if self.status == "mixing" and not self._mixed:
                self._mixed = True
                await self._send(line, t="reveal", id=f"r{self._next()}", entropy=self.entropy.hex())
            if self.words:
                await self._send(line, t="say", id=f"s{self._next()}", text=self.words.pop(0))
            await self._act(line)

    def _patience(self) -> float | None:
        """How long he waits for a word before he does something himself."""
        return None if self._pending is None or self._sent else 0.1

    async def _act(self, line: ClientConnection) -> None:
        choices = self.question.get("choices")
        if self._pending is None and choices and not self.answered and self.party.plays:
            move = self.rng.choice(choices)["move"]
            self._pending = (f"{self.party.seed}-{self.number}-{self._next()}", len(self.ledger.pages), move)
            await self._submit(line)
            if self.rng.random() < 0.1:
                await self._submit(line)  # and once more: it must count once

    async def _submit(self, line: ClientConnection) -> None:
        if self._pending is None:
            return
        token, beat, move = self._pending
        self._sent = True
        self.ledger.unknown[token] = move
        await self._send(line, t="submit", id=token, beat=beat, moves=[move])

    async def _send(self, line: ClientConnection, **message: Any) -> None:
        await line.send(json.dumps({**message, "table": self.party.table}))

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _take(self, frame: dict[str, Any]) -> None:
        kind, ledger = frame["t"], self.ledger
        if kind == "ack":
            self._settled(frame["id"], acked=True)
        elif kind == "refused":
            if frame["code"] in ("slow-down", "busy", "broken"):  # it may be done or not: the same again
                self._sent = self._mixed = False
                if frame["id"].startswith("w"):
                    raise ConnectionResetError("can't watch; comes again")
            elif frame["code"] == "seal":
                raise AssertionError(frame)
            else:
                self._settled(frame["id"], acked=False, why=f"{frame['code']}: {frame['sentence']}")
        elif kind == "said":
            assert frame["number"] not in ledger.heard, "it was heard twice"
            ledger.heard[frame["number"]] = frame.get("text", "")  # bots speak in phrases
        elif kind == "room":
            self.status = frame["room"]["status"]
        elif kind == "scene":
            self._take_scene(frame)
            if frame.get("ack"):
                self._settled(frame["ack"], acked=True)

    def _settled(self, token: str, acked: bool, why: str = "") -> None:
        move = self.ledger.unknown.pop(token, None)
        if move is not None and acked:
            self.ledger.acked[token] = move
        elif move is not None:
            self.ledger.refused[token] = why
        if self._pending is not None and self._pending[0] == token:
            self._pending = None

    def _take_scene(self, frame: dict[str, Any]) -> None:
        ledger = self.ledger
        assert frame["beat"] >= len(ledger.pages), "they were told of something that is gone"
        assert frame["since"] == len(ledger.pages), "pages were left out, or sent twice"
        ledger.pages += frame["pages"]
        assert [page["beat"] for page in ledger.pages] == list(range(1, frame["beat"] + 1))
        ledger.view = frame["view"] if frame["whole"] else {**ledger.view, **frame["view"]}
        ledger.view_beat = frame["beat"]
        self.question, self.answered = frame["question"], "answered" in frame
        if "outcome" in frame:
            self.over = True


class Party:
    """A table with people, and bots on its other seats. `ports` are those of the servers; people may be at several."""

    def __init__(
        self, game: str, people: int, ports: Callable[[], list[int]], seed: str, pace: dict[str, Any],
        watch: Watch | None = None,
    ) -> None:  # fmt: skip
        self.game, self.ports, self.seed, self.pace = game, ports, seed, pace
        self.watch = watch or Watch()
        self.seats, self.options = SHORT[game]
        self.plays = True
        lot = random.Random(seed)
        self.address = (
            f"127.{lot.randrange(1, 250)}.{lot.randrange(250)}.{lot.randrange(1, 250)}"  # limits are by address
        )
        self.table = ""
        self.players = [Player(self, number) for number in range(people)]

    def port_for(self, player: Player) -> int:
        ports = self.ports()
        return ports[player.number % len(ports)]

    async def gather(self) -> None:
        """Open a table, sit down and begin, however often the server goes down meanwhile."""
        for player in self.players:
            await self._ask(player, "GET", "/api/me")
        host = self.players[0]
        plan = {
            "game": self.game,
            "seats": self.seats,
            "options": self.options,
            "pace": self.pace,
            "bots": [None] * len(self.players) + ["regular"] * (self.seats - len(self.players)),
            "seal": host.seal,
        }
        self.table = (await self._ask(host, "POST", "/api/tables", plan)).json()["table"]
        for player in self.players[1:]:
            taken = await self._ask(
                player, "POST", f"/api/tables/{self.table}/sit", {"seat": player.number, "seal": player.seal}
            )
            assert taken.json()["you"] == player.number, taken.text
        begun = await self._ask(host, "POST", f"/api/tables/{self.table}/start")
        if begun.status_code != 200:
            begun = await self._ask(host, "GET", f"/api/tables/{self.table}")
        assert begun.json()["status"] != "open", begun.text

    async def play(self) -> None:
        await self.gather()
        async with asyncio.TaskGroup() as together:
            for player in self.players:
                together.create_task(player.play())

    async def _ask(self, player: Player, method: str, path: str, body: Any = None) -> httpx.Response:
        deadline = time.monotonic() + PATIENCE
        transport = httpx.AsyncHTTPTransport(verify=UNTRUSTING, local_address=self.address)
        headers = {"cookie": player.cookie} if player.cookie else {}
        async with httpx.AsyncClient(transport=transport, headers=headers, timeout=10) as client:
            while True:
                try:
                    address = f"http://127.0.0.1:{self.port_for(player)}{path}"
                    answer = await client.request(method, address, json=body)
                    if answer.status_code < 429:
                        # A refusal may have brought it before: the client keeps it and sends it by itself.
                        player.cookie = player.cookie or f"{COOKIE}={client.cookies[COOKIE]}"
                        return answer
                except GONE:
                    pass
                if time.monotonic() > deadline:
                    raise RuntimeError(f"nobody answers {method} {path}")
                await asyncio.sleep(BACKOFF)


@asynccontextmanager
async def playing(parties: list[Party]) -> AsyncIterator[asyncio.Future[Any]]:
    """The parties play meanwhile; whatever goes wrong with one of them ends the block. Yields their end."""
    tasks = [asyncio.ensure_future(party.play()) for party in parties]
    ended = asyncio.gather(*tasks)
    for party in parties:
        ended.add_done_callback(party.watch.stir)
    try:
        yield ended
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        faults = [fault for fault in results if isinstance(fault, Exception)]
        if faults:
            raise faults[0]


# what must be true in the end


@dataclass
class Totals:
    """What was checked."""

    acked: int = 0
    unknown_written: int = 0
    unknown: int = 0
    moves: int = 0
    over: int = 0
    resumed: int = 0

    def __str__(self) -> str:
        return (
            f"{self.acked} acknowledged decisions all there once, {self.unknown_written} of {self.unknown} "
            f"unacknowledged ones written, {self.moves} moves in the logs, {self.resumed} resumptions, "
            f"{self.over} finished games verified"
        )


async def check_all(database: str, parties: list[Party]) -> Totals:
    totals = Totals()
    store = store_at(database)
    await store.open()
    try:
        for party in parties:
            if party.table:
                await check(store, party, totals)
    finally:
        await store.close()
    return totals


async def check(store: Store, party: Party, totals: Totals) -> None:
    """Hold a party's ledgers against what is written."""
    read = (await store.read(repository.reading(party.table))).log  # type: ignore[union-attr]
    log = [(seat, move, at, token and (token.partition("#")[0] or token)) for seat, move, at, token in read]
    house = House(store)
    room = await house.look_at(party.table)  # replays it: moves by the rules, chance by the key
    totals.moves += len(log)
    written = Counter((seat, token) for seat, _, _, token in log if token is not None and not token.startswith("#"))
    assert not written or max(written.values()) == 1, "a decision was played twice"
    by_token = {token: room.game.moves[move] for seat, move, _, token in log if seat >= 0 and token is not None}
    by_token |= {answer.token.partition("#")[0]: answer.moves[-1] for answer in room.answers.values()}
    for player in party.players:
        ledger = player.ledger
        for token, move in ledger.acked.items():
            assert by_token.get(token) == move, f"{token} was acknowledged and is lost"
        played = {token: why for token, why in ledger.refused.items() if token in by_token}
        assert not played, f"refused decisions were played: {played}"
        possible = ledger.acked.keys() | ledger.unknown.keys()
        mine = [token for seat, _, _, token in log if seat == ledger.seat]
        if party.pace["fuse"] == 0 and room.chairs[ledger.seat].bot is None:
            assert all(token in possible for token in mine), "somebody else played this seat"
        totals.acked += len(ledger.acked)
        totals.unknown += len(ledger.unknown)
        totals.unknown_written += len(ledger.unknown.keys() & by_token.keys())
        totals.resumed += max(ledger.resumed - 1, 0)
        check_sight(room, ledger)
    if room.status == OVER:
        report = verify(await house.record(party.table, None))
        assert report.ok, report
        totals.over += 1


def check_sight(room: Room, ledger: Ledger) -> None:
    """What they were shown is what a replay shows them."""
    if room.table is None:
        assert not ledger.pages
        return
    anew = Showing(room, 0.0).scene(ledger.seat, "en", 0)
    assert msgspec.json.decode(msgspec.json.encode(anew.pages))[: len(ledger.pages)] == ledger.pages
    witness = Witness(room.game, ledger.seat, room.table.start_state(), patient=True)
    steps = room.table.steps()
    while witness.beat < ledger.view_beat:
        witness.step(*next(steps))
    if ledger.view:
        assert json.loads(json.dumps(witness.look.document())) == ledger.view
