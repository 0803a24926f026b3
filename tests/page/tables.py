"""The tables at which the browsers play: each game as the house offers it, and short enough to be played to its end."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.page.browser import Visitor
from tests.servers import ROOT


@dataclass(frozen=True)
class Setting:
    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)
    level: str = "regular"  # of bots
    liking: str = ""  # what people like to do, where luck alone would take them hours

    @property
    def title(self) -> str:
        """As the English lobby calls it."""
        texts = tomllib.loads((ROOT / f"src/tripot/texts/{self.game}.en.toml").read_text("utf-8"))
        return str(texts["title"])

    def bots(self, people: int = 1) -> dict[int, str]:
        """Bots in all seats after the people's."""
        return dict.fromkeys(range(people, self.seats), self.level)


SETTINGS = {
    "prohis": Setting("prohis", 3),
    "contrebande": Setting("contrebande", 3, {"rounds": "1"}),
    "chasse": Setting("chasse", 2, {"quiet": 8}),
    "condamnes": Setting("condamnes", 3),
    "prohibition": Setting("prohibition", 3),
}


# For company: with three people a bot has the fourth seat; Chasse is for two.
IN_COMPANY = {
    "prohis": Setting("prohis", 4),
    "contrebande": Setting("contrebande", 4, {"rounds": "1"}),
    "chasse": SETTINGS["chasse"],
    "condamnes": Setting("condamnes", 4, liking=r"^(give [A2-5]|pass [JQK]|tunnel)"),
    "prohibition": Setting("prohibition", 4, level="random", liking="^(Park|Se garer)"),
}


def each_game() -> list[Any]:
    """Parameters for every game in company; what is played once for several tests stays with one worker."""
    return [
        pytest.param(setting, id=game, marks=pytest.mark.xdist_group(f"company {game}"))
        for game, setting in IN_COMPANY.items()
    ]


def invite(host: Visitor, guests: list[Visitor]) -> None:
    """The guests follow the link that the host's page shows, and sit down."""
    link = host.page.get_by_label("Invite", exact=True).input_value()
    for guest in guests:
        guest.page.goto(link, wait_until="domcontentloaded")
        guest.press("Take a seat")
        guest.press("Sit down", guest.dialog)  # under the name that was drawn
        guest.page.get_by_text("will start the game when everyone is here").wait_for()
