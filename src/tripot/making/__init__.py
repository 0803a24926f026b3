"""`tripot new`: the beginnings of a game in a package of its own, which plays at once."""
