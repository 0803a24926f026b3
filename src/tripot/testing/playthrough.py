"""One random game of each kind, written out with all that every viewer is given at every step.

A leak, a changed rule or a changed word shows up as a diff. Views are written as what changed in them since the
last step; viewers who are told the same stand together on one line (`*` is the spectator).
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tripot.engine.game import Game
from tripot.engine.hearing import Heard, Listener
from tripot.engine.log_sentences import Teller
from tripot.engine.look import Look
from tripot.engine.state import PlainState
from tripot.engine.texts import LANGUAGES
from tripot.games.common import CHANCE
from tripot.testing.project import tests_of
from tripot.testing.random_play import Step, line_from
from tripot.testing.settings import Setting

SEED = 4
OPENING, ENDING = 120, 8  # moves that are written out, from the start and up to the end


def file_of(name: str) -> Path | None:
    tests = tests_of(name)
    return None if tests is None else tests / "goldens" / f"{name}.txt"


def written(game: Game) -> str:
    """The whole golden file of a game."""
    return "\n".join(Playthrough(Setting(game, game.fewest)).lines()) + "\n"


class Playthrough:
    """Every viewer's eyes and ears in one game."""

    def __init__(self, setting: Setting) -> None:
        self.setting, self.game = setting, setting.game
        self.viewers = (*range(setting.seats), -1)
        self.ears = {viewer: Listener(self.game.rules, self.game.plain, viewer) for viewer in self.viewers}
        self.tellers = {
            (viewer, language): Teller(self.game, viewer, language) for viewer in self.viewers for language in LANGUAGES
        }
        self.seen: dict[int, dict[str, str]] = {viewer: {} for viewer in self.viewers}

    def lines(self) -> Iterator[str]:
        steps = list(line_from(self.game, self.setting.first_state(), random.Random(SEED)))
        yield f"game {self.game.name}, rules {self.game.version}, {self.setting.seats} seats, random play {SEED}"
        yield from self.views(steps[0].before)
        for number, step in enumerate(steps):
            told = list(self.step(number, step))
            if number < OPENING or number >= len(steps) - ENDING:
                yield from told
            elif number == OPENING:
                yield f"\n... {len(steps) - OPENING - ENDING} moves"

    def step(self, number: int, step: Step) -> Iterator[str]:
        who, texts = ("chance", self.game.outcomes) if step.seat == CHANCE else (step.seat, self.game.moves)
        yield f"\n{number + 1}. {who} {texts[step.move]}"
        yield from self.together("hears", {v: "; ".join(map(said, self.ears[v].step(*step))) for v in self.viewers})
        for language in LANGUAGES:
            told = {viewer: " ".join(self.tellers[viewer, language].step(*step)) for viewer in self.viewers}
            yield from self.together(language, told)
        yield from self.views(step.after)

    def views(self, state: PlainState) -> Iterator[str]:
        """What is new in every view, and who may do what."""
        looks = {viewer: Look(self.game, state, viewer) for viewer in self.viewers}
        changed = {}
        for viewer, look in looks.items():
            now = flat(without_viewer(look.view()))
            changed[viewer] = "; ".join(changes(self.seen[viewer], now))
            self.seen[viewer] = now
        yield from self.together("sees", changed)
        yield from self.together("may", {viewer: " | ".join(look.legal) for viewer, look in looks.items()})

    def together(self, label: str, told: dict[int, str]) -> Iterator[str]:
        """One line for all viewers who are told the same, none for those who are told nothing."""
        for text in dict.fromkeys(told.values()):
            if text:
                viewers = "".join("*" if viewer < 0 else str(viewer) for viewer in told if told[viewer] == text)
                yield f"  {viewers} {label}: {text}"


def said(heard: Heard) -> str:
    return f"{'chance' if heard.seat is None else heard.seat} {heard.text or heard.act + ' ?'}"


def without_viewer(view: dict[str, Any]) -> dict[str, Any]:
    """What differs between viewers anyway, or has a line of its own, is left out."""
    return {key: value for key, value in view.items() if key not in ("game", "rules", "viewer", "seats", "legal")}


def flat(document: Any, path: str = "") -> dict[str, str]:
    """Every single value of a document by its place."""
    if isinstance(document, dict):
        return {k: v for key, item in document.items() for k, v in flat(item, f"{path} {key}").items()}
    if isinstance(document, list) and any(isinstance(item, dict | list) for item in document):
        return {k: v for key, item in enumerate(document) for k, v in flat(item, f"{path} {key}").items()}
    return {path.strip().removeprefix("table "): json.dumps(document, separators=(",", ":"))}


def changes(before: dict[str, str], now: dict[str, str]) -> Iterator[str]:
    for place in dict.fromkeys((*before, *now)):
        if before.get(place) != now.get(place):
            yield f"{place} {now.get(place, '-')}"
