"""Whoever has studied how regulars of Contrebande lie gains by it, but not much."""

from __future__ import annotations

from tests.bots.reading import read_out
from tripot.bots.instincts import temper

STUDIED, GAMES = 60, 400
ROOM = 2  # standard errors for chance
PAYS = 1.5  # times even


def test_lies_can_hardly_be_read():
    _, share, error = read_out(temper("contrebande"), 4, STUDIED, GAMES)
    assert share - ROOM * error < PAYS
