"""A crowd at many tables: people who decide at random as soon as they are asked, or at a steady rate.

`python -m bench.crowd` runs it in a process of its own, told by JSON on its input what to do, and tells what it saw.
"""

import asyncio
import json
import random
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import msgspec
import uvloop

from bench.wire import HttpClient, Wire, connect

OPENERS = 8  # tables that are opened at the same time


class Choice(msgspec.Struct):
    move: str


class Question(msgspec.Struct):
    choices: list[Choice] = []
    sealed: bool = False


class Scene(msgspec.Struct):
    """As much of a message as a player needs; other messages have less."""

    t: str
    beat: int = -1
    question: Question | None = None
    outcome: dict[str, object] | None = None
    answered: list[Choice] | None = None
    ack: str = ""
    id: str = ""
    code: str = ""
    sentence: str = ""


decode = msgspec.json.Decoder(Scene).decode


@dataclass
class Table:
    id: str
    seats: list["Player"] = field(default_factory=list)
    asked: list["Player"] = field(default_factory=list)
    submitted_at: float = 0.0
    waiting_for: int = 0
    active: bool = False


class Player:
    """One socket. In a free run it answers at once; in a steady one the crowd tells it when."""

    def __init__(self, crowd: "Crowd", table: Table) -> None:
        self.crowd, self.table = crowd, table
        self.beat, self.choices, self.sealed, self.number = -1, [], False, 0
        self.submitted_at = 0.0

    def heard(self, wire: Wire, text: bytes) -> None:
        message = decode(text)
        crowd = self.crowd
        if message.ack or (message.t == "ack" and message.id.startswith("s")):
            crowd.acks += 1
            crowd.ack_delays.append(time.perf_counter() - self.submitted_at)
        if message.t == "scene":
            self.beat = message.beat
            self.choices = message.question.choices if message.question else []
            self.sealed = message.question is not None and message.question.sealed
            table = self.table
            if table.waiting_for:
                table.waiting_for -= 1
                if not table.waiting_for:
                    crowd.delays.append(time.perf_counter() - table.submitted_at)
            if message.outcome is not None:
                crowd.ended(table)
            elif self.choices and crowd.free and table.active:
                self.decide()
        elif message.t == "refused":
            crowd.refused.append(f"{message.code}: {message.sentence}")

    def decide(self) -> None:
        move = self.crowd.luck.choice(self.choices).move
        self.choices = []
        self.number += 1
        self.submitted_at = time.perf_counter()
        self.wire.send(
            b'{"t":"submit","id":"s%d","table":"%s","beat":%d,"moves":["%s"]}'
            % (self.number, self.table.id.encode(), self.beat, move.encode())
        )


class Crowd:
    def __init__(self, seed: int) -> None:
        self.luck = random.Random(seed)
        self.tables: list[Table] = []
        self.free = True
        self.acks = 0
        self.refused: list[str] = []
        self.delays: list[float] = []
        self.ack_delays: list[float] = []
        self.over: set[str] = set()
        self.stock: list[Table] = []  # tables whose games have not been touched

    async def open(self, plan: dict[str, Any], count: int, spare: int) -> None:
        """So many tables, all seats taken by people, at servers in turn; games begin, and spare ones wait."""
        self.plan = plan
        numbers = iter(range(count + spare))
        await asyncio.gather(*(self._open_all(numbers) for _ in range(OPENERS)))
        for table in self.stock[:count]:
            table.active = True
        self.tables, self.stock = self.stock[:count], self.stock[count:]

    async def _open_all(self, numbers: Iterator[int]) -> None:
        async with AsyncExitStack() as opened:
            clients = [await opened.enter_async_context(HttpClient("127.0.0.1", port)) for port in self.plan["ports"]]
            for number in numbers:
                self.stock.append(await self._open_one(clients, number))

    async def _open_one(self, clients: list[HttpClient], number: int) -> Table:
        plan = self.plan
        ports = [(number + seat * plan["mixed"]) % len(clients) for seat in range(plan["seats"])]
        opening = {"game": plan["game"], "seats": plan["seats"], "pace": plan["pace"]}
        found, host = await clients[ports[0]].post("/api/tables", opening)
        table, cookies = Table(found["table"]), [host]
        for port in ports[1:]:
            cookies.append((await clients[port].post(f"/api/tables/{table.id}/sit", {}))[1])
        for port, cookie in zip(ports, cookies, strict=True):
            player = Player(self, table)
            player.wire = await connect("127.0.0.1", plan["ports"][port], "/ws?language=en", cookie, player.heard)
            player.wire.send(b'{"t":"watch","id":"w","table":"%s"}' % table.id.encode())
            table.seats.append(player)
        await clients[ports[0]].post(f"/api/tables/{table.id}/start", {}, host)
        return table

    def ended(self, table: Table) -> None:
        """A table whose game is over makes room for another."""
        if table.id in self.over:
            return
        self.over.add(table.id)
        self.tables.remove(table)
        for player in table.seats:
            player.wire.close()
        if self.stock:
            following = self.stock.pop()
            following.active = True
            self.tables.append(following)
            if self.free:
                self.begin(following)

    def begin(self, table: Table) -> None:
        for player in table.seats:
            if player.choices:
                player.decide()

    async def steady(self, rate: float, seconds: float) -> None:
        """So many decisions a second, each by somebody who is asked, at a table of its own choosing.

        Everybody at a table must notice every one of them, as in Contrebande: the last frame is waited for.
        """
        self.free = False
        began = time.perf_counter()
        done = 0
        while (now := time.perf_counter()) < began + seconds:
            while done < (now - began) * rate:
                done += 1
                self._somebody()
            await asyncio.sleep(0.002)

    def _somebody(self) -> None:
        for _ in range(50):
            table = self.luck.choice(self.tables)
            asked = [player for player in table.seats if player.choices]
            if asked and not table.waiting_for and table.id not in self.over:
                table.submitted_at = time.perf_counter()
                table.waiting_for = 0 if asked[0].sealed else len(table.seats)
                asked[0].decide()
                return


async def main() -> None:
    task = json.loads(sys.stdin.readline())
    crowd = Crowd(task["seed"])
    crowd.free = False
    await crowd.open(task, task["tables"], task["spare"])
    print(json.dumps({"ready": len(crowd.tables)}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        crowd.acks, crowd.delays, crowd.ack_delays = 0, [], []
        began = time.perf_counter()
        cpu = time.process_time()
        if order["do"] == "free":
            crowd.free = True
            for table in list(crowd.tables):
                crowd.begin(table)
            await asyncio.sleep(order["seconds"])
        elif order["do"] == "steady":
            await crowd.steady(order["rate"], order["seconds"])
        else:
            return
        lost = sum(player.wire.closed for table in crowd.tables for player in table.seats)
        print(
            json.dumps(
                {
                    "moves": crowd.acks,
                    "seconds": time.perf_counter() - began,
                    "cpu": time.process_time() - cpu,
                    "refused": crowd.refused[:5],
                    "lost": lost,
                    "over": len(crowd.over),
                    "short": task["tables"] - len(crowd.tables),
                    "delays": sorted(crowd.delays),
                    "acks": sorted(crowd.ack_delays),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    uvloop.run(main())
