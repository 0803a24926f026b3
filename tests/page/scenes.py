"""The tables at which the browsers play: each game as the house offers it, and short enough to be played to its end."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.web.serving import ROOT


@dataclass(frozen=True)
class Setting:
    game: str
    seats: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """As the English lobby calls it."""
        texts = tomllib.loads((ROOT / f"src/tripot/texts/{self.game}.en.toml").read_text("utf-8"))
        return str(texts["title"])

    def bots(self, people: int = 1) -> dict[int, str]:
        """Bots in all seats after the people's."""
        return dict.fromkeys(range(people, self.seats), "regular")


SETTINGS = {
    "prohis": Setting("prohis", 3),
    "contrebande": Setting("contrebande", 3, {"rounds": "1"}),
    "chasse": Setting("chasse", 2, {"quiet": 8}),
    "condamnes": Setting("condamnes", 3),
    "prohibition": Setting("prohibition", 3),
}


def each_game(group: str) -> list[Any]:
    """Parameters for every game; what is played once for several tests stays with one worker."""
    return [
        pytest.param(SETTINGS[game], id=game, marks=pytest.mark.xdist_group(f"{group} {game}")) for game in SETTINGS
    ]
