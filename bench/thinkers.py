"""People's moves while masters think at other tables of the same house, all at once: elsewhere, and politely.

`python -m bench.thinkers [--seconds 10] [--rounds 3]`, also a part of `make bench`.
"""

import argparse
import statistics
import tempfile
from collections.abc import Iterator

import httpx
import psutil

from bench.house import Crowd, complain, server
from bench.report import Row, show_plainly
from tests.servers import Server
from tripot.bots.master.readiness import make_ready

THINKERS = 8  # tables, and processes for their masters
GAME = "chasse"
TABLES, RATE = 40, 100.0  # people's tables, and their decisions a second
INSTANT = {"kind": "live", "fuse": 0, "tempo": "instant"}
WITHIN = 2.0  # times what people wait when nobody thinks


def beside_masters(seconds: float, rounds: int) -> Iterator[Row]:
    """How long 99 of 100 moves of people take at most, without masters and then with eight of them at work."""
    make_ready(GAME)  # or regulars would play in masters' places
    with tempfile.TemporaryDirectory() as folder, server(folder, "--thinkers", str(THINKERS)) as opened:
        crowd = Crowd([opened.port], TABLES)
        host = httpx.Client(base_url=f"http://{opened.at}", timeout=30)
        host.get("/api/me")
        try:
            crowd.hear()
            crowd.steady(RATE, 2.0)
            alone = [slowest(crowd, seconds) for _ in range(rounds)]
            for _ in range(THINKERS):
                open_table(host)
            crowd.steady(RATE, 10.0)
            before = thought(opened)
            beside = [slowest(crowd, seconds) for _ in range(rounds)]
            after = thought(opened)
            used = [after.get(process, spent) - spent for process, spent in before.items()]  # one may have ended
        finally:
            crowd.close()
    ratio = statistics.median(beside) / statistics.median(alone)
    yield Row(
        f"people beside {THINKERS} masters: submission to last frame, p99", "ms", statistics.median(beside),
        statistics.median(alone), 1 / ratio, spread=f"{min(beside):.1f}–{max(beside):.1f}",
        goal=f"≤ {WITHIN:g}× that of people alone", met=ratio <= WITHIN,
        note=f"{TABLES} tables of four at {RATE:g} moves/s, median of {rounds} slices; peer: before masters came; "
        f"{sum(each > 0 for each in used)} processes thought, {sum(used):.0f} s of CPU in {rounds * seconds:.0f} s",
    )  # fmt: skip


def thought(opened: Server) -> dict[psutil.Process, float]:
    """The CPU time of every process in which masters think."""
    parts = [part for part in opened.parts if "tripot.house.thinking" in part.cmdline()]
    return {part: sum(part.cpu_times()[:2]) for part in parts}


def slowest(crowd: Crowd, seconds: float) -> float:
    seen = crowd.steady(RATE, seconds)
    complain(seen)
    delays = seen["delays"]
    return float(1e3 * delays[int(0.99 * (len(delays) - 1))])


def open_table(host: httpx.Client) -> None:
    """A table where a master thinks all the time: two of them play a long match, and nobody waits for show."""
    plan = {"game": GAME, "seats": 2, "pace": INSTANT, "bots": ["master"] * 2, "sits": False}
    plan["options"] = {"match": "yes"}
    table = host.post("/api/tables", json=plan).raise_for_status().json()["table"]
    host.post(f"/api/tables/{table}/start").raise_for_status()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    show_plainly(list(beside_masters(given.seconds, given.rounds)))


if __name__ == "__main__":
    main()
