"""Endings of PROHIBITION that random play doesn't come to: positions that lead to them, whatever is played."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import tripot
from tripot.games import chicago

CITY = ("b.bwbk", "kbwkw.", "wkbwbk", "kbwbkb", ".wkwbk", "bkbk.b")  # a colour for every bar of layout 1


def served_city() -> dict[str, Any]:
    """PROHIBITION, after some play: every bar has a cube, so this is the last round (PRB-26)."""
    table, rng = tripot.game("prohibition").start(4, seed=0, layout="1"), random.Random(0)
    while table.view(None)["phase"] != "dice" and table.view(None)["phase"] != "drive":
        seat = min(table.actors)
        table.play(seat, rng.choice(table.legal(seat)))
    document = table.position()
    colours = dict(zip("bkw", chicago.COLOURS, strict=True))
    served = zip(chicago.BLOCKS, "".join(CITY), strict=True)
    document["bars"] = {block: {colours[letter]: 1} for block, letter in served if letter != "."}
    stock = Counter(document["stock"])
    stock.subtract(colours[letter] for letter in "".join(CITY) if letter != ".")
    document["stock"] = dict(stock)
    document["down"] = [
        any(int(cubes) > stock[colour] for cubes, colour in zip(load, chicago.COLOURS, strict=True))
        for load in document["open"]
    ]
    return document | {"ending": "bars", "stage": "last round"}


ENDINGS: dict[str, Callable[[], dict[str, Any]]] = {"bars": served_city}
