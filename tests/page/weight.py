"""What comes over the line, compressed and with headers, as a new visitor's browser counts it."""

from __future__ import annotations

from typing import Any

from tests.page.browser import Visitor
from tests.page.tables import Setting

# What a screen brings after it can be used: all of it has come when these have.
HAVE_COME = """(parts) => {
  const came = performance.getEntriesByType("resource").map(({ name }) => name);
  return parts.every((part) => came.some((name) => name.match(part)));
}"""
LOBBY = ("jost", "spectral", "/api/puzzles", "/api/tables[?]", "/api/tables/mine")
TABLE = ("/rules", "Table-.*css", "Table-.*js", "climaxes-", "coach-")


class Scale:
    """Counts from now on; what the browser has already comes with no bytes."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._came = 0.0
        line = visitor.context.new_cdp_session(visitor.page)
        line.on("Network.loadingFinished", self._weigh)
        line.send("Network.enable")

    def _weigh(self, event: dict[str, Any]) -> None:
        self._came += event["encodedDataLength"]

    def total(self, *parts: str) -> float:
        """All bytes until these parts have come."""
        self._visitor.until(HAVE_COME, list(parts))
        self._visitor.quiet()
        return self._came


def weigh(visitor: Visitor, setting: Setting) -> tuple[float, float]:
    """The bytes of the lobby with all its answers; and those that a game adds, rules and table included."""
    scale = Scale(visitor)
    visitor.go()
    lobby = scale.total(*LOBBY)
    visitor.go()
    again = scale.total(*LOBBY) - lobby  # as whoever opens the table will come once more
    visitor.open_table(setting.title, setting.seats, setting.bots(), options=setting.options)
    visitor.start()
    return lobby, scale.total(*TABLE) - lobby - 2 * again
