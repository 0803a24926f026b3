"""Several servers and workers over one PostgreSQL: players meet across them, and any of them may go."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.house.live import Party, Watch, check_all, playing
from tests.servers import Process, Server

pytestmark = pytest.mark.xdist_group("processes")
LIVELY = {"kind": "live", "fuse": 0, "tempo": "instant"}
CALM = {"kind": "live", "fuse": 0, "tempo": "quick"}
RESTARTS = 1012


@asynccontextmanager
async def house(folder: Path, database: str, servers: int, workers: int) -> AsyncIterator[tuple[list, list]]:
    opened = [Server(folder, "--no-scheduler", database=database) for _ in range(servers)]
    working = [Process(folder, database, "worker") for _ in range(workers)]
    try:
        await asyncio.gather(*(server.ready() for server in opened))
        yield opened, working
    finally:
        for process in (*opened, *working):
            process.kill()


def acked(*parties: Party) -> int:
    return sum(len(player.ledger.acked) for party in parties for player in party.players)


def playing_by(party: Party) -> bool:
    """Everybody of a party has seen and done something."""
    return all(len(player.ledger.pages) > 2 for player in party.players) and acked(party) > 4


def test_players_meet_across_servers_and_play_on_when_a_server_and_a_worker_are_killed(
    tmp_path: Path, database: str
) -> None:
    async def scenario() -> None:
        async with house(tmp_path, database, servers=2, workers=2) as (servers, workers):
            ports = [server.port for server in servers]
            watch = Watch()
            parties = [Party("prohis", 2, lambda: ports, f"meet {number}", LIVELY, watch) for number in range(2)]
            async with playing(parties) as end:
                await watch.until(lambda: all(map(playing_by, parties)) or end.done(), "nobody plays")
                here, there = parties[0].players
                here.words, there.words = ["on the left"], ["on the right"]
                said = {"on the left", "on the right"}
                both = (here.ledger, there.ledger)
                await watch.until(
                    lambda: all(set(filter(None, one.heard.values())) == said for one in both),
                    "talk stays in one server",
                )
                servers[0].kill()
                del ports[0]
                workers[0].kill()
                await asyncio.wait_for(end, 60)
        totals = await check_all(database, parties)
        assert totals.over == len(parties)
        assert totals.resumed >= 1

    asyncio.run(scenario())


def test_a_rolling_restart_loses_nothing_and_tells_everybody_to_come_back(tmp_path: Path, database: str) -> None:
    async def scenario() -> None:
        async with house(tmp_path, database, servers=2, workers=1) as (servers, workers):
            ports = [server.port for server in servers]
            watch = Watch()
            parties = [Party("prohis", 2, lambda: ports, f"roll {number}", CALM, watch) for number in range(2)]
            async with playing(parties) as end:
                await watch.until(lambda: all(map(playing_by, parties)) or end.done(), "nobody plays")
                for number in range(2):
                    before = acked(*parties)
                    await watch.until(lambda before=before: acked(*parties) > before + 5 or end.done(), "nobody plays")
                    old = servers[number]
                    port = ports.pop(number)
                    old.signal(signal.SIGTERM)
                    assert await old.ended() == 0
                    servers[number] = await Server(tmp_path, "--no-scheduler", database=database, port=port).ready()
                    ports.insert(number, port)
                workers[0].signal(signal.SIGTERM)
                assert await workers[0].ended() == 0
                workers[0] = Process(tmp_path, database, "worker")
                before = acked(*parties)
                await watch.until(lambda: acked(*parties) > before + 5 or end.done(), "nobody plays on")
            for party in parties:
                for player in party.players:
                    assert player.ledger.closed_with[RESTARTS] >= 1, player.ledger.closed_with
        totals = await check_all(database, parties)
        assert totals.acked == acked(*parties)

    asyncio.run(scenario())


def test_who_comes_back_through_another_server_is_not_taken_for_gone(tmp_path: Path, database: str) -> None:
    """Somebody's old line is found dead after the new one is up: they are here all the same."""

    async def scenario() -> None:
        async with house(tmp_path, database, servers=2, workers=0) as (servers, _):
            party = Party("chasse", 2, lambda: [servers[0].port], "both", CALM)
            await party.gather()

            async def line(server: Server, cookies: str = party.players[0].cookie) -> connect:
                found = await connect(f"ws://127.0.0.1:{server.port}/ws", additional_headers={"Cookie": cookies})
                await found.send(json.dumps({"t": "watch", "id": "w", "table": party.table}))
                await heard(found, lambda frame: frame["t"] == "ack")
                return found

            async def heard(found: connect, wanted: object) -> dict:
                async with asyncio.timeout(20):
                    while not wanted(frame := json.loads(await found.recv())):
                        pass
                return frame

            old, new = await line(servers[0]), await line(servers[1])
            # meanwhile somebody watches through one server and is counted at both
            async with httpx.AsyncClient() as stranger:
                await stranger.get(f"http://127.0.0.1:{servers[0].port}/api/me")
                cookies = "; ".join(f"{name}={value}" for name, value in stranger.cookies.items())
            watcher = await line(servers[0], cookies)
            for found in (old, new):
                assert (await heard(found, lambda frame: frame["t"] == "watching"))["count"] == 1
            await watcher.close()
            assert (await heard(new, lambda frame: frame["t"] == "watching"))["count"] == 0
            await old.close()
            away = lambda frame: frame["t"] == "room" and frame["room"]["chairs"][0].get("away", False)  # noqa: E731
            here = lambda frame: frame["t"] == "room" and not frame["room"]["chairs"][0].get("away", False)  # noqa: E731
            await heard(new, away)
            await heard(new, here)
            watcher = await line(servers[0], cookies)
            await new.close()
            await heard(watcher, away)

    asyncio.run(scenario())
