"""A master's advice as a player reads it."""

from __future__ import annotations

from collections.abc import Sequence

from tripot.bots.master.settings import settings_of
from tripot.engine.look import Look
from tripot.house import reasons, scenes
from tripot.house.puzzle_truths import asks_for_doubt, side_of
from tripot.house.room import Room
from tripot.house.thinking import Advice
from tripot.web.messages import BeliefView, HintView, WeighedView

OPTIONS = 4  # that are shown at most
BELIEFS = 4
LIE = "lie"  # what it is about, so it comes first
LIKELY = 0.05  # what is less likely is left out
CERTAIN = 0.995  # and what is known
CLOSE = 1.0  # point, or hundredth of the games: what costs less is hardly worse
CLEARLY = 0.8  # of the times: what a master does less often is one of several
ALWAYS = 0.95  # of the times: beside it nothing is said to be as good


def shown(room: Room, look: Look, advice: Advice, language: str) -> HintView:
    """The best moves and the likeliest beliefs, in words."""
    texts, names = room.game.texts(language), scenes.names(room, language)
    weighed = [
        WeighedView(move, texts.move(move, names.__getitem__), round(share, 3))
        for move, _, share in sorted(advice.options, key=lambda option: (-option[2], -option[1]))
    ]
    beliefs = [
        BeliefView(text, round(share, 2))
        for name, share in sorted(advice.chances.items(), key=lambda chance: (chance[0] != LIE, -chance[1]))
        if LIKELY <= share < CERTAIN and (text := texts.chance(name, names.__getitem__))
    ]
    return HintView(why(look, advice, names, language), weighed[:OPTIONS], beliefs[:BELIEFS])


def why(look: Look, advice: Advice, names: Sequence[str], language: str) -> list[str]:
    """What the master's choice rests on, where a game has words for it; and how clear it is."""
    played = look.game
    ranked = sorted(advice.options, key=lambda option: (-option[2], -option[1]))
    (move, worth, share), others = ranked[0], ranked[1:]
    told = []
    if asks_for_doubt(played.name, look):
        told += reasons.for_side(played, side_of(played.name, advice.chances, [move], look), names, language)
    if not others:
        return [*told, reasons.said(language)["only"]]
    settings = settings_of(played.name)
    scale, unit = (100.0, reasons.WINS) if settings.win == 1.0 else (settings.scale, "points")
    cost = scale * (worth - max(worth for _, worth, _ in others))
    if cost <= -CLOSE:  # a plan or a network has the last word
        told.append(reasons.said(language)["unread"])
    elif share < CLEARLY:
        told.append(reasons.said(language)["mixed"])
    elif cost < CLOSE:
        told.append(reasons.said(language)["slight" if share >= ALWAYS else "close"])
    else:
        told.append(reasons.next_best(played, cost, unit, language))
    return told
