"""Plays whole games on the page: chooses at random among what can be touched, by taps or by keys alone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import ElementHandle

from tests.page.browser import Visitor

LONGEST = 300.0  # seconds that a game may take, on a machine that has other things to do
STEPS = 600
FOND = 0.8  # how often what is liked is taken

# What the page offers: buttons of the list, things on the table that are marked as choices, and the one button that
# stands out. Undoing leads nowhere, and what is picked is done. One of them is taken in hand.
TAKE = """([luck, liking]) => {
  const shown = (thing) => thing.checkVisibility() && thing.getAttribute("aria-disabled") !== "true";
  const things = (selectors) => [...document.querySelectorAll(selectors)].filter(shown);
  const main = things("[data-primary]");
  const box = main[0]?.getBoundingClientRect();
  const seen = box && box.top >= 0 && box.bottom <= innerHeight + 1 && box.left >= 0 && box.right <= innerWidth + 1;
  let offered = main.filter((button) => button.matches(".picked:enabled"));
  if (!offered.length)
    offered = things(
      ".dock .choices button:enabled, section.board button[data-move]:enabled, section.board button.live:enabled, " +
        "section.board button.stamp:enabled, [data-primary]:enabled",
    );
  const own = document.querySelector(".mine .hand") ?? document.querySelector("section.board section.hand");
  const hand = own?.getBoundingClientRect();
  const high = hand ? Math.round(hand.top + scrollY + document.querySelector("section.board").scrollTop) : null;
  const liked = offered.filter((thing) => liking && RegExp(liking).test(thing.dataset.move ?? thing.innerText.trim()));
  if (liked.length) offered = liked;
  const thing = (window.taken = offered[Math.floor(luck * offered.length)]);
  if (!thing) return null;
  const name = thing.ariaLabel ?? thing.innerText.replace("↵", "").trim();
  const others = things("main .button.primary").length - main.length;
  const key = thing.getAttribute("aria-keyshortcuts");
  return { name, key, sent: line.sent, main: main.length, seen, others, high, low: Math.round(box?.bottom ?? 0) };
}"""
# Whether this seat is asked and by what clause, or the game is over.
STATE = """() => {
  if (document.querySelector("section.end")) return "over";
  if (!line.quiet() || !document.querySelector(".dock.mine")) return null;
  const clause = document.querySelector(".dock .prompt .rule")?.innerText.trim().split(/\\s+/).at(-1) ?? "free";
  return document.querySelector("[data-undo]") ? `${clause}, going on` : clause;
}"""
# A refusal; or all that was sent is answered, and Undo is offered exactly when something can be taken back.
DONE = """(sent) => {
  const refusal = document.querySelector(".dock .refusal");
  if (refusal) return refusal.innerText;
  const undo = Boolean(document.querySelector("[data-undo]"));
  return line.sent > sent && line.quiet() && line.laid === undo ? "done" : null;
}"""


class Stuck(AssertionError):
    """The page offers nothing, or doesn't go on."""


class Player:
    """One seat in one browser. `seen` is called at every phase that is met for the first time, or `always`."""

    def __init__(
        self, visitor: Visitor, seed: int, seen: Callable[[str], None] = lambda phase: None, always: bool = False
    ) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.rng = random.Random(seed)
        self._seen, self._always, self.phases = seen, always, set[str]()
        self.main = True  # the table has one button that stands out, whatever is asked
        self.high, self.low = set[int | None](), set[int]()  # where the hand lay, and where the main button stood
        self.moves: list[str] = []
        self.liking = ""  # a pattern of moves or buttons that are taken more often than luck would

    def play(self, steps: int = STEPS) -> None:
        """Until the game is over, or for so many steps."""
        deadline = time.monotonic() + LONGEST
        for _ in range(steps):
            phase = self.wait()
            if phase == "over":
                return
            self.step(phase)
            if time.monotonic() > deadline:
                raise Stuck(f"the game went on for too long; the last choices were {self.moves[-5:]}")
        if steps == STEPS:
            raise Stuck(f"the game took too many choices; the last were {self.moves[-5:]}")

    def wait(self) -> str:
        """Until something is asked of this seat, named by its clause, or the game is "over"."""
        return str(self.visitor.until(STATE))

    def step(self, phase: str = "") -> None:
        """Choose something; the house must accept it."""
        if self._always or phase not in self.phases:
            self.phases.add(phase)
            self._seen(phase)
        liking = self.liking if self.liking and self.rng.random() < FOND else ""
        taken = self.page.evaluate(TAKE, [self.rng.random(), liking])
        if taken is None:
            raise Stuck(f"something is asked ({phase}) and nothing is offered")
        if self.main and (taken["main"], taken["others"], taken["seen"]) != (1, 0, True):
            raise Stuck(f"one button stands out whenever something is asked ({phase}), and can be seen: {taken}")
        self.high.add(taken["high"])
        self.low.add(taken["low"])
        self.moves.append(taken["name"])
        self.choose(taken["key"])
        answer = self.visitor.until(DONE, taken["sent"])
        if answer != "done":
            raise Stuck(f"{taken['name']!r} was offered and is refused: {answer}")

    @property
    def taken(self) -> ElementHandle:
        thing = self.page.evaluate_handle("() => taken").as_element()
        assert thing is not None
        return thing

    def choose(self, key: str | None) -> None:
        """By a tap or click on the thing itself."""
        self.taken.tap() if self.visitor.touch else self.taken.click()


class Keys(Player):
    """Never touches anything: numbers for the list, Enter for the main button; Tab and arrows over the table."""

    def choose(self, key: str | None) -> None:
        if key and self.rng.random() < 0.7:
            acts = self.page.evaluate("() => (document.activeElement.blur(), line.acts)")
            self.page.keyboard.press(key)
            if key != "Enter" and self.page.evaluate("() => line.acts") != acts:
                raise Stuck(f"the key {key} alone decided {self.moves[-1]!r}")
            return
        thing = self.taken
        for _ in range(20):
            way = thing.evaluate(WAY)
            if not way:
                self.page.keyboard.press(self.rng.choice(("Enter", "Space")))
                return
            for _ in range(way["times"]):
                self.page.keyboard.press(way["key"])
        raise Stuck(f"{self.moves[-1]!r} can't be reached by keys")


# The key that leads from where the focus is to a thing, and how often. A board is one stop of Tab: within it, arrows.
WAY = """(thing) => {
  const now = document.activeElement;
  if (now === thing) return null;
  const board = thing.tabIndex < 0 || now.parentElement === thing.parentElement ? thing.parentElement : null;
  const lattice = board && board.querySelectorAll(":scope > button").length > 100;
  if (lattice && now.parentElement === board) {
    const a = now.getBoundingClientRect(), b = thing.getBoundingClientRect();
    const across = Math.round((b.x - a.x) / a.width), up = Math.round((a.y - b.y) / a.height);
    if (across) return { key: across > 0 ? "ArrowRight" : "ArrowLeft", times: Math.abs(across) };
    return { key: up > 0 ? "ArrowUp" : "ArrowDown", times: Math.abs(up) };
  }
  const kinds = "a[href], button:enabled, input:enabled, select:enabled, summary, [tabindex]";
  const stops = [...document.querySelectorAll(kinds)];
  const open = stops.filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility({ visibilityProperty: true }));
  const goal = lattice ? open.find((stop) => stop.parentElement === board) : thing;
  const steps = open.indexOf(goal) - open.indexOf(now);
  return { key: steps < 0 ? "Shift+Tab" : "Tab", times: Math.abs(steps) || 1 };
}"""


def play_together(players: list[Player], choices: int = STEPS) -> str:
    """Whoever is asked chooses, until so many choices are made or the game is "over"."""
    deadline = time.monotonic() + LONGEST
    while choices > 0:
        states = [(player, player.page.evaluate(STATE)) for player in players]
        if all(state == "over" for _, state in states):
            return "over"
        for player, state in states:
            # somebody before them may have changed what is asked
            if state not in (None, "over") and (state := player.page.evaluate(STATE)) not in (None, "over"):
                player.step(state)
                choices -= 1
        if not any(state for _, state in states):
            players[0].page.evaluate("() => new Promise(requestAnimationFrame)")
        if time.monotonic() > deadline:
            raise Stuck(f"they went on for too long: {[player.moves[-3:] for player in players]}")
    return "going on"


def leave_it_to_bots(people: list[Visitor], watching: Visitor) -> None:
    """All who play let bots play on, until the game is over and everybody sees its end."""
    for visitor in people:
        visitor.press("Table")
        visitor.press("Let a bot play for me", visitor.dialog)
    for visitor in [*people, watching]:
        visitor.page.locator("section.end").wait_for(timeout=2000 * LONGEST)  # all that bots did is shown first


def result_of(visitor: Visitor) -> list[tuple[int, str, int]]:
    """The table at the end: rank, name and points."""
    rows: list[Any] = visitor.page.locator("section.end .player").all()
    read = [(row.locator("td"), row.locator(".called").inner_text().strip()) for row in rows]
    return [(int(cells.first.inner_text()), name, amount(cells.last.inner_text())) for cells, name in read]


def amount(text: str) -> int:
    """Points or money, as the page writes them in English."""
    return int(re.sub(r"[^\d-]", "", text.replace("−", "-")))
