"""What a screen must be for everybody: without barriers, as wide as the device, fit for thumbs, in one language."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.page.browser import Visitor
from tests.servers import ROOT

PROSE = re.compile(r"[a-z]{2}")  # no sign, no number
NARROWEST = 320
TARGET = 44
MOST = 0.42  # of a small screen's height, for what is asked

AXE = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] });
  const where = ({ target, failureSummary: why }) => `${target.join(" ")}: ${why.split("\\n").slice(1).join(" ")}`;
  return violations.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 3).map(where).join(" | ")}`);
}"""

# What can be touched and is too small for a thumb. Squares of a board are as large as the board allows: a tap beside
# one is understood, and the board can be enlarged.
SMALL = """(target) => {
  const shown = (thing) => thing.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const things = document.querySelectorAll("button, a[href], input, select, summary, [role=button]");
  const top = document.querySelector("dialog[open]");
  const small = [];
  for (const thing of things) {
    if (!shown(thing) || thing.closest(".skip, [data-square], [data-place]") || (top && !top.contains(thing))) continue;
    const { width, height } = (thing.closest("label") ?? thing).getBoundingClientRect();
    if (Math.min(width, height) + 0.5 < target && width)
      small.push(`${thing.ariaLabel ?? thing.innerText} (${thing.tagName} ${thing.className}): ${width}×${height}`);
  }
  return small;
}"""

# How far the page can be scrolled sideways, and what sticks out.
WIDE = """() => {
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth <= clientWidth) return [];
  const things = [...document.body.querySelectorAll("*")];
  const sticking = things.filter((thing) => thing.getBoundingClientRect().right > clientWidth + 1);
  const named = sticking.slice(0, 4).map((thing) => `${thing.tagName} ${thing.className.baseVal ?? thing.className}`);
  return [`${scrollWidth} px wide of ${clientWidth}: ${named.join(", ")}`];
}"""

# How much of a small screen's height what is asked may take; and what of the table stays under it, scrolled to its end.
ROOM = """(most) => {
  const dock = document.querySelector(".dock")?.parentElement.getBoundingClientRect();
  if (!dock || document.querySelector("dialog[open]")) return [];
  const wrong = dock.height / innerHeight < most ? [] : [`what is asked takes ${dock.height} px`];
  const before = scrollY;
  scrollTo(0, document.scrollingElement.scrollHeight);
  const hidden = document.querySelector("section.board").getBoundingClientRect().bottom - dock.top;
  if (hidden >= 1) wrong.push(`${hidden} px of the table stay under what is asked`);
  scrollTo(0, before);
  return wrong;
}"""

# What is wrong with a screen on which only the table scrolls, and shows what can be touched, when it has come to rest.
ASIDE = """async () => {
  const page = document.scrollingElement;
  const board = document.querySelector("section.board");
  const wrong = () => {
    const found = [];
    if (page.scrollHeight > innerHeight || page.scrollTop) found.push(`the page scrolls ${page.scrollHeight}`);
    const room = board.getBoundingClientRect();
    const inside = (thing) => {
      const { top, bottom } = thing.getBoundingClientRect();
      return top >= room.top - 1 && bottom <= room.bottom + 1;
    };
    const touched = [...board.querySelectorAll("[data-move], button.live")].filter((thing) => thing.offsetParent);
    if (touched.length && !touched.some(inside)) found.push("nothing that can be touched is in view");
    for (const answer of board.querySelectorAll(".tile[data-move]"))
      if (!inside(answer)) found.push(`${answer.innerText} is hidden`);
    return found;
  };
  for (let frames = 0; frames < 30 && wrong().length; frames++) await new Promise(requestAnimationFrame);
  return wrong();
}"""

# All that is said on a screen, to eyes and to ears.
TEXTS = """() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (walker.currentNode.parentElement.checkVisibility()) found.add(walker.currentNode.data);
  for (const thing of document.body.querySelectorAll("[aria-label], [title], [placeholder]")) {
    if (!thing.checkVisibility() || thing.closest("[lang]") !== document.documentElement) continue;
    for (const name of ["aria-label", "title", "placeholder"]) found.add(thing.getAttribute(name) ?? "");
  }
  return [...found].map((text) => text.replaceAll(/\\s+/g, " ").trim()).filter((text) => /\\p{L}{2}/u.test(text));
}"""


GONE = f"""([exact, forms]) => {{
  const wholly = forms.map((form) => new RegExp(`^(?:${{form}})$`));
  return !({TEXTS})().some((text) => exact.includes(text) || wholly.some((form) => form.test(text)));
}}"""


def barriers(visitor: Visitor) -> list[str]:
    """What axe-core has to say."""
    if not visitor.page.evaluate("() => 'axe' in window"):
        visitor.page.evaluate(axe())
    return list(visitor.page.evaluate(AXE))


@cache
def axe() -> str:
    return (ROOT / "ui/node_modules/axe-core/axe.min.js").read_text("utf-8")


def sideways(visitor: Visitor) -> list[str]:
    """What makes the page wider than the narrowest phone, or leaves no room there for the table."""
    was = visitor.page.viewport_size
    assert was is not None
    visitor.page.set_viewport_size({"width": NARROWEST, "height": 640})
    visitor.quiet()
    found = [*visitor.page.evaluate(WIDE), *visitor.page.evaluate(ROOM, MOST)]
    visitor.page.set_viewport_size(was)
    visitor.quiet()
    return found + list(visitor.page.evaluate(WIDE))


def hidden_aside(visitor: Visitor) -> list[str]:
    """What is wrong on a phone that lies on its side."""
    return list(visitor.page.evaluate(ASIDE))


def too_small(visitor: Visitor) -> list[str]:
    return list(visitor.page.evaluate(SMALL, TARGET))


def look(visitor: Visitor, name: str) -> list[str]:
    """Everything that is wrong with a screen; and its picture."""
    visitor.quiet()
    visitor.picture(name)
    found = barriers(visitor)
    if visitor.touch:
        found += sideways(visitor) + too_small(visitor)
    return [f"{name}: {each}" for each in found]


# languages


class Tongue:
    """Finds texts of one language that were left on a screen in the other."""

    def __init__(self, game: str) -> None:
        english, french = set(words_of(game, "en")), set(words_of(game, "fr"))
        own = english - french
        self._exact = {text for text in own if "{" not in text}
        forms = [
            text for text in own if "{" in text and len(re.findall(r"[A-Za-z]{3,}", re.sub(r"{.*?}", "", text))) > 1
        ]
        self._forms = [re.compile(re.sub(r"\\{.*?\\}", ".+?", re.escape(form))) for form in forms]

    def left(self, visitor: Visitor) -> list[str]:
        """Texts on the screen that are English."""
        said = visitor.page.evaluate(TEXTS)
        return [text for text in said if text in self._exact or any(form.fullmatch(text) for form in self._forms)]

    def wait_until_gone(self, visitor: Visitor) -> None:
        """Wait until no such text is left."""
        visitor.until(GONE, [sorted(self._exact), [form.pattern for form in self._forms]])


def bare(form: str) -> str:
    """A text without what is filled in."""
    return re.sub(r"{.*?}", "", form)


@cache
def words_of(game: str, language: str) -> frozenset[str]:
    """All texts that the page can show of a game in one language: of the shell, of its table, of the house."""
    found: set[str] = set()
    for page in (ROOT / "ui/src/texts.json", ROOT / f"ui/src/games/{game}/texts.json"):
        if page.exists():
            found |= {text for text in _strings(json.loads(page.read_text("utf-8"))[language]) if PROSE.search(text)}
    for file in (f"{game}.{language}.toml", f"talk.{language}.toml"):
        path = ROOT / "src/tripot/texts" / file
        if path.exists():
            found |= set(_strings(tomllib.loads(path.read_text("utf-8"))))
    return frozenset(found)


def _strings(section: Any) -> Iterator[str]:
    if isinstance(section, str):
        yield section
    elif isinstance(section, dict):
        for value in section.values():
            yield from _strings(value)
