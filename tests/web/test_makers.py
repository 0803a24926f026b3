"""Bots that a host has named on the command line sit at the house's tables; no guest can bring one."""

from __future__ import annotations

import os
from pathlib import Path

from tests.servers import Process, Server
from tests.web.guests import Guest

NOTES = """
import os
import pathlib


class Notes:
    \"\"\"Writes down where it thinks.\"\"\"

    games = ("chasse",)

    def __call__(self, look, rng):
        pathlib.Path(__file__).with_name("asked").write_text(f"{os.getpid()} {os.getppid()}")
        return look.legal[-1]
"""


def test_a_bot_that_the_host_has_named_is_offered_by_every_server_and_played_by_the_worker(
    tmp_path: Path, database: str
) -> None:
    (tmp_path / "workshop.py").write_text(NOTES)
    named = ("--bot", "notes=workshop:Notes")
    with (
        Server(tmp_path, "--processes", "2", "--no-scheduler", *named, database=database, packages=tmp_path) as server,
        Process(tmp_path, database, "worker", *named, packages=tmp_path) as worker,
    ):
        offered = {game["name"]: game["bots"] for game in Guest(server).get("/api/games")["games"]}
        assert offered["chasse"][-1] == "notes"
        assert "notes" not in offered["prohis"]
        anna = Guest(server, "Anna")
        refused = anna.refused("/api/tables", game="chasse", seats=2, bots=["notes"], characters=["bold"])
        assert refused[1:] == ("bots", "Characters: in this game, 'notes' has no character.")
        pace = {"kind": "live", "fuse": 60, "tempo": "instant"}
        table = anna.open("chasse", 2, bots=["notes", None], pace=pace)
        with anna.watch(table) as line:
            anna.post(f"/api/tables/{table}/start")
            line.until(lambda frame: frame["t"] == "scene" and 1 in frame["question"]["actors"])
        thinking, asking = map(int, (tmp_path / "asked").read_text().split())
        assert thinking not in (server.id, worker.id, os.getpid())
        assert asking == worker.id
        assert anna.get(f"/api/tables/{table}")["chairs"][0]["bot"] == "notes"


def test_no_guest_brings_a_bot(tmp_path: Path) -> None:
    (tmp_path / "workshop.py").write_text(NOTES)
    with Server(tmp_path, packages=tmp_path) as server:
        anna = Guest(server, "Anna")
        table = anna.open("chasse", 2)
        for bot in ("workshop:Notes", "notes=workshop:Notes", "notes"):
            assert anna.refused("/api/tables", game="chasse", seats=2, bots=[None, bot])[1] == "bots"
            assert anna.refused(f"/api/tables/{table}/bots", seat=1, level=bot)[1] == "bots"
        assert not (tmp_path / "__pycache__").exists()  # nobody has read it
