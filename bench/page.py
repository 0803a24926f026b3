"""The page in a real Chromium: what it weighs, how soon a game can be chosen and a move is seen, how it moves."""

import gzip
import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench import goals
from bench.peers import npm
from bench.report import Row
from tests.page.browser import LAPTOP, PHONE, Visitor
from tests.page.player import Player
from tests.page.tables import SETTINGS
from tests.page.weight import weigh
from tests.servers import Server

CHROMIUM = shutil.which("chromium") or shutil.which(
    "chromium-headless-shell"
)  # the one that people have, if it is here
MOVING, RESTING = 450, 750  # milliseconds that most cards move for; after which all lie still
MEGABIT = 1_000_000 / 8
# as Lighthouse has it; and as Chromium's own panel has it, which adds its delay to every request
SLOW_4G = {"latency": 150, "downloadThroughput": 1.6 * MEGABIT, "uploadThroughput": 0.75 * MEGABIT}
PANEL = {"latency": 562.5, "downloadThroughput": 1.44 * MEGABIT, "uploadThroughput": 0.675 * MEGABIT}

# When the first poster can be touched.
USABLE = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector(".games button")) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now())));
}).observe(document, { childList: true, subtree: true })"""
# From every touch's end to the first picture after the house's answer; the time between frames after it; long tasks.
WATCHED = """() => {
  const MOVING = %d, seen = (window.seen = { trips: [], frames: [], long: 0 });
  let touched = null;
  addEventListener("pointerup", ({ timeStamp }) => (touched = timeStamp), true);
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (touched === null || !["drafted", "scene"].includes(JSON.parse(data).t)) return;
        const since = touched;
        touched = null;
        requestAnimationFrame(() => setTimeout(() => seen.trips.push(performance.now() - since)));
        let last = null;
        const until = performance.now() + MOVING;
        const frame = (now) => {
          if (last !== null) seen.frames.push(now - last);
          last = now;
          if (now < until) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      });
    }
  };
  new PerformanceObserver((list) => (seen.long += list.getEntries().length)).observe({ type: "longtask" });
}"""


@contextmanager
def opened() -> Iterator[tuple[Browser, Server]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), module="tests.page.house") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser, server
        finally:
            browser.close()


def kilobytes(name: str, size: float, limit: float, note: str = "") -> Row:
    return Row(name, "kB", ours=size / 1000, goal=f"≤ {limit:g} kB", met=size / 1000 <= limit, note=note)


def weight() -> Iterator[Row]:
    """What comes over the line; `make test` holds it to the same limits."""
    with opened() as (browser, server):
        first = 0.0
        for setting in SETTINGS.values():
            visitor = Visitor(browser, server, keeps=False)
            lobby, more = weigh(visitor, setting)
            visitor.context.close()
            if not first:
                first = lobby
                yield kilobytes("page/first load", lobby, goals.FIRST_LOAD_KILOBYTES, "lobby with all its answers")
            yield kilobytes(
                f"page/{setting.game}", more, goals.GAME_KILOBYTES, "beyond the lobby, rules and table included"
            )
    yield beside_boardgameio(first)
    yield Row("page vs FreeBoardGames", "kB", note="not measured: it publishes no package on npm")


def beside_boardgameio(first: float) -> Row:
    bundle = npm.install() / "node_modules/boardgame.io/dist/boardgameio.min.js"
    peer = len(gzip.compress(bundle.read_bytes(), 6))
    note = "whole first load beside its browser bundle alone, which has no game, page or React in it"
    return Row("page/first load vs boardgame.io", "kB", first / 1000, peer / 1000, peer / first, note=note)


def patience(runs: int) -> Iterator[Row]:
    """How soon the lobby can be used on a poor line and a slow phone, from nothing."""
    with opened() as (browser, server):
        for name, line, limit in (
            ("lobby usable, slow 4G and 4× CPU", SLOW_4G, goals.LOBBY_SECONDS),
            ("lobby usable, Chromium's own slow 4G and 4× CPU", PANEL, None),
        ):
            seconds = sorted(usable(browser, server, line) for _ in range(runs))
            median, spread = statistics.median(seconds), f"{seconds[0]:.2f}–{seconds[-1]:.2f}"
            goal, met = (None, None) if limit is None else (f"< {limit:g} s", median < limit)
            said = f"{line['latency']:g} ms a request, {line['downloadThroughput'] / MEGABIT:g} Mb/s"
            yield Row(name, "s", ours=median, spread=spread, goal=goal, met=met, note=said)


def usable(browser: Browser, server: Server, line: dict[str, Any]) -> float:
    visitor = Visitor(browser, server, still=False)
    visitor.context.add_init_script(f"({USABLE})()")
    devtools = visitor.context.new_cdp_session(visitor.page)
    devtools.send("Network.enable")
    devtools.send("Network.emulateNetworkConditions", {"offline": False, **line})
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    visitor.go()
    visitor.until("() => window.usable")
    found = float(visitor.page.evaluate("() => usable")) / 1000
    visitor.context.close()
    return found


def moves(choices: int) -> Iterator[Row]:
    """From a touch to the picture of what the house answered; and how smoothly cards move meanwhile."""
    with opened() as (browser, server):
        for name, size in (("phone", PHONE), ("laptop", LAPTOP)):
            visitor = Visitor(browser, server, size=size, still=False)
            visitor.context.add_init_script(f"({WATCHED % MOVING})()")
            setting = SETTINGS["prohis"]
            visitor.open_table(setting.title, setting.seats, setting.bots())
            visitor.start()
            player = Player(visitor, 7)
            player.wait()
            visitor.page.evaluate("() => Object.assign(seen, { trips: [], frames: [], long: 0 })")  # the table is laid
            for _ in range(choices):
                player.step(player.wait())
                visitor.page.wait_for_timeout(RESTING)  # whoever plays looks on: a test's own work would be counted too
            seen = visitor.page.evaluate("() => seen")
            visitor.context.close()
            trips, frames = sorted(seen["trips"]), seen["frames"]
            most = trips[int(0.95 * (len(trips) - 1))]
            yield Row(
                f"a move is seen, {name}", "ms", ours=statistics.median(trips),
                spread=f"{trips[0]:.0f}–{trips[-1]:.0f}", goal=f"< {goals.MOVE_MILLISECONDS:g} ms",
                met=most < goals.MOVE_MILLISECONDS, note=f"95 of 100 within {most:.0f} ms",
            )  # fmt: skip
            rate = 1000 * len(frames) / sum(frames)
            yield Row(
                f"frames while cards move, {name}", "frames/s", ours=rate, goal=f"≥ {goals.FRAMES_A_SECOND:g}",
                met=rate >= 0.97 * goals.FRAMES_A_SECOND, note=f"{seen['long']} tasks over 50 ms in {choices} moves",
            )  # fmt: skip
