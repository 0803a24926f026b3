"""The lobby while bots play slowly at its tables: nobody who looks waits for what a bot chooses."""

import statistics
import tempfile
import time
from collections.abc import Iterator

import httpx

from bench.house import server
from bench.report import Row

TABLES = 50
CALM = {"kind": "live", "fuse": 0, "tempo": "calm"}
LOOKS = 60


def beside_calm_tables() -> Iterator[Row]:
    """How long the list of all tables takes while bots play at them, against the same list before they begin."""
    with tempfile.TemporaryDirectory() as folder, server(folder) as opened:
        tables = []
        for _ in range(TABLES // 10):
            host = httpx.Client(base_url=f"http://{opened.at}", timeout=30)
            host.get("/api/me")
            plan = {"game": "chasse", "seats": 2, "public": True, "pace": CALM, "bots": ["random"] * 2, "sits": False}
            tables += [(host, host.post("/api/tables", json=plan).json()["table"]) for _ in range(10)]
        before = _looks(host)
        for owner, table in tables:
            owner.post(f"/api/tables/{table}/start").raise_for_status()
        after = _looks(host)
    p50 = statistics.median(after)
    yield Row(
        f"lobby beside {TABLES} calm tables, p50",
        "ms",
        1e3 * p50,
        1e3 * statistics.median(before),
        statistics.median(before) / p50,
        goal="≤ 3× that of tables at rest",
        met=p50 <= 3 * statistics.median(before),
        note=f"p99 {1e3 * sorted(after)[-1]:.0f} ms; peer: the same before the games begin",
    )


def _looks(guest: httpx.Client) -> list[float]:
    guest.get("/api/tables").raise_for_status()
    taken = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        guest.get("/api/tables").raise_for_status()
        taken.append(time.perf_counter() - began)
        time.sleep(0.02)
    return taken
