"""A master's advice as a player reads it."""

from __future__ import annotations

from tripot.house import scenes
from tripot.house.room import Room
from tripot.house.thinking import Advice
from tripot.web.messages import BeliefView, HintView, WeighedView

OPTIONS = 4  # that are shown at most
BELIEFS = 4
LIE = "lie"  # what it is about, so it comes first
LIKELY = 0.05  # what is less likely is left out


def shown(room: Room, advice: Advice, language: str) -> HintView:
    """The best moves and the likeliest beliefs, in words."""
    texts, names = room.game.texts(language), scenes.names(room, language)
    worths = [worth for _, worth, _ in advice.options]
    best, worst = max(worths), min(worths)
    weighed = [
        WeighedView(
            move,
            texts.move(move, names.__getitem__),
            round((worth - worst) / (best - worst or 1.0), 3),
            round(share, 3),
        )
        for move, worth, share in sorted(advice.options, key=lambda option: (-option[2], -option[1]))
    ]
    beliefs = [
        BeliefView(text, round(share, 2))
        for name, share in sorted(advice.chances.items(), key=lambda chance: (chance[0] != LIE, -chance[1]))
        if share >= LIKELY and (text := texts.chance(name, names.__getitem__))
    ]
    return HintView(weighed[:OPTIONS], beliefs[:BELIEFS])
