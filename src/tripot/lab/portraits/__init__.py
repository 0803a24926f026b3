"""Portraits of the games: how long they last, how they end, who wins, all from play."""
