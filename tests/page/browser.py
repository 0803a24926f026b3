"""People who sit before real browsers: what they see, touch and type, and all that their browsers are sent."""

from __future__ import annotations

import json
import os
import re
from typing import Any

from playwright.sync_api import Browser, Locator, Page, Request, Response, WebSocket, expect

from tests.page import PLAYED_HEADER
from tests.servers import ROOT, Server

PATIENCE = 20_000  # ms that anything may take before a test gives up
PHONE = {"width": 390, "height": 844}
SMALL_PHONE = {"width": 320, "height": 640}
SIDEWAYS = {"width": 844, "height": 390}
LAPTOP = {"width": 1280, "height": 800}
expect.set_options(timeout=PATIENCE)

# Keeps count of what the page has asked the house and not been answered yet, and draws the page's random bytes from a
# seed: so that a test knows when all is done, and a game that failed can be played again.
LISTENING = """(seed) => {
  const unanswered = new Set();
  const line = (window.line = { sent: 0, acts: 0, refused: 0, laid: false, beat: -1 });
  line.quiet = () => unanswered.size === 0;
  const asking = new Set(["act", "draft", "undo"]);
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const { t, id, ack, beat, answered, draft } = JSON.parse(data); // a scene may answer the decision behind it
        line.refused += t === "refused";
        if (t === "drafted") line.laid = draft.moves.length > 0;
        if (t === "scene" && (answered || ack || beat !== line.beat)) line.laid = Boolean(answered);
        if (t === "scene") line.beat = beat;
        unanswered.delete(id);
        unanswered.delete(ack);
      });
    }
    send(data) {
      const { t, id } = JSON.parse(data);
      if (asking.has(t)) {
        unanswered.add(id);
        line.sent += 1;
        line.acts += t === "act";
      }
      super.send(data);
    }
  };
  // As many visits to an address draw as many different bytes.
  let state = seed + 7919 * (Number(sessionStorage.visits = 1 + Number(sessionStorage.visits ?? 0)));
  crypto.getRandomValues = (bytes) => {
    for (let i = 0; i < bytes.length; i++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      bytes[i] = state >>> 24;
    }
    return bytes;
  };
}"""

# A page that waits draws nothing: it looks again whenever something has changed, and now and then.
UNTIL = """([argument, patience]) => new Promise((met, failed) => {
  const condition = CONDITION;
  const end = performance.now() + patience;
  const look = () => {
    const found = condition(argument);
    if (!found && performance.now() < end) return;
    observer.disconnect();
    clearInterval(timer);
    if (found) met(found);
    else failed(new Error(`waited in vain for ${condition}`));
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { attributes: true, childList: true, characterData: true, subtree: true });
  const timer = setInterval(look, 30);
  look();
})"""


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(
        self, browser: Browser, server: Server, *, size: dict[str, int] = PHONE, language: str = "en",
        dark: bool = False, still: bool = True, keeps: bool = True, seed: int = 1, played: str = "",
        holds: bool = False,
    ) -> None:  # fmt: skip
        self.server, self.touch = server, min(size.values()) < 600
        self.context = browser.new_context(
            base_url=f"http://{server.at}",
            viewport=size,  # type: ignore[arg-type]
            has_touch=self.touch,
            is_mobile=self.touch,
            locale={"en": "en-GB", "fr": "fr-FR"}[language],
            color_scheme="dark" if dark else "light",
            service_workers="allow" if keeps else "block",
            reduced_motion="reduce" if still else "no-preference",
            extra_http_headers={PLAYED_HEADER: played},
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(f"({LISTENING})({seed})")
        if not holds:  # as somebody who has switched it off in the settings: these players don't read
            self.context.add_init_script('localStorage.setItem("tripot.holding", "off")')
        self.faults: list[str] = []
        self.excused: list[str] = []  # patterns of faults that the test itself has caused
        self.frames: list[str] = []
        self.said: list[str] = []
        self.responses: list[Response] = []
        self.page: Page = self.context.new_page()
        self.page.on("console", lambda message: self._blame(message.type in ("error", "warning"), message.text))
        self.page.on("pageerror", lambda fault: self._blame(True, f"uncaught: {fault}"))
        self.page.on("requestfailed", self._fail)
        self.page.on("request", self._ask)
        self.page.on("response", self._answer)
        self.page.on("websocket", self._listen)

    # what goes to and fro

    def _blame(self, wrong: bool, what: str) -> None:
        if wrong:
            self.faults.append(what)

    def _ask(self, request: Request) -> None:
        ours = request.url.startswith((f"http://{self.server.at}/", "blob:"))
        self._blame(not ours, f"asked another site: {request.url}")

    def _fail(self, request: Request) -> None:
        awaited = not re.search("/icon.svg$|/api/puzzles[?]", request.url)  # the rest may be given up for another page
        given_up = request.failure == "net::ERR_ABORTED" and not awaited
        self._blame(not given_up, f"{request.url} failed: {request.failure}")

    def _answer(self, response: Response) -> None:
        self._blame(response.status >= 400, f"{response.status} {response.url}")
        self.responses.append(response)

    def _listen(self, socket: WebSocket) -> None:
        self._blame(not socket.url.startswith(f"ws://{self.server.at}/"), f"talked to another site: {socket.url}")
        socket.on("framereceived", lambda payload: self.frames.append(str(payload)))
        socket.on("framesent", lambda payload: self.said.append(str(payload)))

    @property
    def heard(self) -> list[dict[str, Any]]:
        """All messages of the house."""
        return [json.loads(frame) for frame in self.frames]

    def bodies(self) -> list[tuple[str, str]]:
        """The address and text of all that the house answered by HTTP about itself."""
        found = [answer for answer in self.responses if "/api/" in answer.url and answer.status < 400]
        return [(answer.url, answer.text()) for answer in found]

    def last_seen(self) -> str:
        """Where this visitor is, what the screen says, and the last that went to and fro: for a test that failed."""
        shown = [*self.page.locator("dialog[open]").all_inner_texts(), self.page.locator("body").inner_text()]
        screen = " ".join(" ".join(shown).split())
        lately = [f"> {frame[:160]}" for frame in self.said[-5:]] + [f"< {frame[:160]}" for frame in self.frames[-5:]]
        return "\n  ".join([f"{self.page.url}: {screen[:1000]}", *lately])

    def leave(self) -> None:
        """Close the browser; nothing may have gone wrong in it."""
        wrong = [fault for fault in self.faults if not any(re.search(each, fault) for each in self.excused)]
        self.context.close()
        assert not wrong, wrong

    # what is on the screen

    @property
    def table(self) -> str:
        """The id of the table whose page is open."""
        return self.page.url.rsplit("/", 1)[1]

    def go(self, path: str = "/") -> None:
        self.page.goto(path, wait_until="domcontentloaded")

    def reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")

    def button(self, name: str | re.Pattern[str], within: Locator | None = None) -> Locator:
        exact = isinstance(name, str)
        return (within or self.page).get_by_role("button", name=name, exact=exact)

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Touch a button, as this visitor does."""
        found = self.button(name, within)
        found.tap() if self.touch else found.click()

    def choice(self, move: str, label: str) -> Locator:
        """What makes this move, at the table or in the dock, once either is there: the table may be laid after it."""
        board = self.page.locator(f'[data-move="{move}"]')
        button = self.page.locator("main").get_by_role("button", name=re.compile(rf"^{re.escape(label)}(?!\w)"))
        return board.or_(button).locator("visible=true").first

    @property
    def dialog(self) -> Locator:
        return self.page.get_by_role("dialog")

    def until(self, condition: str, argument: Any = None) -> Any:
        """Wait until JavaScript says something that is true."""
        return self.page.evaluate(UNTIL.replace("CONDITION", condition), [argument, PATIENCE])

    def quiet(self) -> None:
        """Wait until all that was asked is answered and drawn."""
        self.until("() => line.quiet()")
        self.page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")

    # tables

    def choose_game(self, title: str) -> None:
        self.press(re.compile(f"^{re.escape(title)}"), self.page.locator(".games"))

    def open_table(
        self, title: str, seats: int, bots: dict[int, str], tempo: str = "instant", fuse: int = 0,
        options: dict[str, Any] | None = None,
    ) -> str:  # fmt: skip
        """Open a table through the lobby's dialog; the table's id."""
        self.go()
        self.choose_game(title)
        self.press("Open a table", self.dialog)
        form = self.dialog
        if form.get_by_role("group", name="Seats").count():
            form.locator("label.number", has_text=re.compile(f"^\\s*{seats}\\s*$")).click()
        for seat, level in bots.items():
            form.get_by_label(f"Seat {seat + 1}", exact=True).select_option(level)
        form.get_by_label("Time per decision").select_option(str(fuse))
        form.get_by_label("Bot speed").select_option(tempo)
        for option, value in (options or {}).items():
            field = form.locator(f"[id$='-{option}']")
            field.fill(str(value)) if isinstance(value, int) else field.select_option(value)
        self.press("Open a table", form)
        self.page.wait_for_url("**/t/*")
        return self.table

    def start(self) -> None:
        self.press("Start the game")
        self.at_the_table()

    def at_the_table(self) -> None:
        """Wait until the game lies on the table."""
        self.page.locator("section.board > *:not(h2)").first.wait_for()

    def picture(self, name: str) -> None:
        """A screenshot into build/screens, for whoever wants to look: `TRIPOT_PICTURES=1`."""
        if "TRIPOT_PICTURES" not in os.environ:
            return
        place = ROOT / "build" / "screens" / (re.sub(r"\W+", "-", name) + ".png")
        place.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=place, animations="disabled", caret="initial")
