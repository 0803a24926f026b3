"""The spaces that learning libraries ask for, read off a game's rules."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from tripot.engine.game import Game
from tripot.engine.tensor import layout, tensor_size


def tensor_space(game: Game) -> spaces.Box:
    """The bounds of every number in a tensor: marks are 0 or 1, flags also -1, unknown; a count can be a debt."""
    low, high = np.zeros(tensor_size(game.rules), np.float32), np.ones(tensor_size(game.rules), np.float32)
    for group in layout(game.rules):
        value = game.rules.LEGEND[group.field][-1]
        stretch = slice(group.start, group.start + group.size)
        if value == "flag":
            low[stretch] = -1
        elif value == "count":
            room = np.iinfo(game.rules.STATE[group.field].base)
            low[stretch], high[stretch] = room.min, room.max
    return spaces.Box(low, high, dtype=np.float32)
