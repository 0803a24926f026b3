"""Why a move is right, in words: what it rests on, and what the next best would cost. For puzzles and hints."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from tripot.engine.elision import elide
from tripot.engine.game import Game
from tripot.house.puzzle_truths import Side

WINS = "wins"  # what costs are counted in where winning is all: shares of the games


@cache
def texts(language: str) -> dict[str, Any]:
    return tomllib.loads((files("tripot.texts") / f"puzzles.{language}.toml").read_text("utf-8"))


def said(language: str) -> dict[str, str]:
    return dict(texts(language)["reasons"])


def filled(language: str, form: str, **values: object) -> str:
    words = {name: str(value) for name, value in values.items()}
    return (elide(form, **words) if language == "fr" else form).format(**words)


def for_side(chosen: Game, side: Side, names: Sequence[str], language: str) -> list[str]:
    """The sentence that a game has for what a move rests on, if it has one."""
    form = said(language).get(f"{chosen.name} {side.reason}".strip())
    if not form:
        return []
    who = names[side.seat] if side.seat >= 0 else ""
    return [filled(language, form, share=_percent(side.share, language), square=side.square, who=who)]


def next_best(chosen: Game, cost: float, unit: str, language: str) -> str:
    least = max(1, round(cost))
    return filled(language, said(language)[unit], cost=least if unit == WINS else chosen.texts(language).sum(least))


def _percent(share: float, language: str) -> str:
    number = round(100 * share)
    return f"{number}\N{NARROW NO-BREAK SPACE}%" if language == "fr" else f"{number}%"
