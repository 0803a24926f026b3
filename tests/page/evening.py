"""Three people and a bot at one table, each at a screen of another kind, until the game is over."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from playwright.sync_api import Browser

from tests.page.accessibility import Tongue, hidden_aside, look
from tests.page.browser import LAPTOP, PHONE, SIDEWAYS, Visitor
from tests.page.player import Keys, Player, play_together
from tests.page.tables import Setting, invite
from tests.servers import Server

BEFORE_LEAVING = 12  # choices of all together, until somebody goes to the lobby and comes back


@dataclass
class Evening:
    """`host`: a laptop, keys alone, in French and by lamplight. `phone`: taps. `lying`: a phone on its side.

    Where a game has no third seat, whoever holds the lying phone watches.
    """

    setting: Setting
    host: Visitor
    phone: Visitor
    lying: Visitor
    watcher: Visitor | None
    table: str = ""
    players: dict[str, Player] = field(default_factory=dict)
    problems: dict[str, list[str]] = field(default_factory=lambda: {"laptop": [], "phone": [], "lying": []})
    hiding: list[int] = field(default_factory=list)  # things of which a screen says, midway, that they hide something
    english: set[str] = field(default_factory=set)  # what was left of it on the French screen

    @property
    def seated(self) -> list[Visitor]:
        return [self.host, self.phone, self.lying][: self.setting.seats]

    @property
    def everybody(self) -> list[Visitor]:
        return [self.host, self.phone, self.lying, *([self.watcher] if self.watcher else [])]

    @cached_property
    def record(self) -> str:
        """The all-seeing record, which is open when the game is over."""
        answer = self.host.context.request.get(f"/api/tables/{self.table}/record")
        assert answer.ok, answer.text()
        return answer.text()

    def play(self, luck: int) -> None:
        """From the lobby to the scores. Every new screen on the way is looked at."""
        setting, host = self.setting, self.host
        host.open_table(setting.title, setting.seats, setting.bots(people=3), options=setting.options)
        self.table = host.table
        invite(host, self.seated[1:])
        host.press("FR Français")
        host.page.get_by_role("heading", name="On dresse la table").wait_for()
        self._seen_on_laptop("waiting")
        host.page.locator("button.primary.big").focus()
        host.page.keyboard.press("Enter")
        for visitor in self.everybody:
            if visitor not in self.seated:
                visitor.go(f"/t/{self.table}")
            visitor.at_the_table()
        self.players = {
            "laptop": Keys(host, luck, self._seen_on_laptop),
            "phone": Player(self.phone, luck + 1, self._seen_on_phone),
        }
        if self.lying in self.seated:
            self.players["lying"] = Player(self.lying, luck + 2, self._seen_on_its_side, always=True)
        for player in self.players.values():
            player.liking = setting.liking
        assert play_together(list(self.players.values()), BEFORE_LEAVING) == "going on"
        self.hiding = [visitor.page.get_by_label(re.compile("hides|cache")).count() for visitor in self.everybody]
        if self.lying in self.seated:
            self._leave_and_return(self.lying)
        assert play_together(list(self.players.values())) == "over"
        for visitor in self.everybody:
            visitor.page.locator("section.end").wait_for()
        self._seen_on_laptop("end")

    def _leave_and_return(self, visitor: Visitor) -> None:
        visitor.page.locator("header a[href='/']").click()
        visitor.page.locator(f"a[href='/t/{self.table}']").first.click()
        visitor.at_the_table()
        assert visitor.table == self.table

    def _seen_on_laptop(self, phase: str) -> None:
        self.problems["laptop"] += look(self.host, f"{self.setting.game}-laptop-{phase}")
        self.english.update(Tongue(self.setting.game).left(self.host))

    def _seen_on_phone(self, phase: str) -> None:
        self.problems["phone"] += look(self.phone, f"{self.setting.game}-phone-{phase}")
        if self.lying not in self.seated:
            self.phone.page.set_viewport_size(SIDEWAYS)  # type: ignore[arg-type]
            self._seen_on_its_side(phase, self.phone)
            self.phone.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
            self.phone.quiet()

    def _seen_on_its_side(self, phase: str, visitor: Visitor | None = None) -> None:
        visitor = visitor or self.lying
        visitor.quiet()
        found = hidden_aside(visitor)
        if found:
            visitor.picture(f"{self.setting.game}-lying-{phase}")
        self.problems["lying"] += [f"{phase}: {each}" for each in found]


def company(chromium: Browser, house: Server, setting: Setting, luck: int) -> Evening:
    """People who have come to play; at PROHIS somebody watches."""

    def come(seed: int, **screen: Any) -> Visitor:
        return Visitor(chromium, house, seed=seed, played=f"{setting.game} in company {luck}", **screen)

    host, phone, lying = come(1, size=LAPTOP, dark=True), come(2, size=PHONE), come(3, size=SIDEWAYS)
    return Evening(setting, host, phone, lying, come(4, size=LAPTOP) if setting.game == "prohis" else None)
