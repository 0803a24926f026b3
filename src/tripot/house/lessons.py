"""First lessons: a scripted hand of each game, which a newcomer plays on the real table.

A lesson is data (`texts/lessons/GAME.toml`): parts, each with what happened `before`, and steps: what the others and
chance do (`then`), what the guide says, and what the learner is to `do`. It is played by the rules like any record, so
it can show nothing that can't happen.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from typing import Any

import msgspec

from tripot.engine import records
from tripot.engine.catalogue import home_of
from tripot.engine.game import Game
from tripot.house.errors import NotFound
from tripot.house.replays import Frame, frames_of
from tripot.house.scenes import ChairView, RoomView
from tripot.house.sheet import PLAYING
from tripot.house.time_control import TimeControl


class LessonStep(msgspec.Struct):
    """What the guide says at a frame."""

    frame: int
    text: str


class LessonPart(msgspec.Struct):
    """A part of a lesson: frames as the learner sees them; the decisions in them are what they are to do."""

    room: RoomView
    frames: list[Frame]
    steps: list[LessonStep]


class LessonView(msgspec.Struct):
    game: str
    parts: list[LessonPart]


@cache
def _script(name: str) -> Any:
    """A game's lesson as it is written; None if it has none."""
    path = home_of(name).file("texts", "lessons", f"{name}.toml")
    return tomllib.loads(path.read_text("utf-8")) if path.is_file() else None


def has_lesson(name: str) -> bool:
    return _script(name) is not None


def lesson(game: Game, learner: str, language: str) -> LessonView:
    script = _script(game.name)
    if script is None:
        raise NotFound("no-lesson.game", game=game.name)
    return LessonView(game.name, [_part(game, each, learner, language) for each in script["parts"]])


def _part(game: Game, script: Any, learner: str, language: str) -> LessonPart:
    seat, others = script["seat"], iter(script["names"])
    names = tuple(learner if each == seat else next(others) for each in range(script["seats"]))
    table = records.read(_record(game, script))
    frames = list(frames_of(table, str(seat), language, names))
    asked = [place for place, frame in enumerate(frames) for _ in frame.decisions]  # the frame of each own decision
    done = sum(line.startswith(f"{seat} ") for line in script.get("before", ()))
    steps = []
    for step in script["steps"]:
        frame = asked[done] if "do" in step else len(frames) - 1
        steps.append(LessonStep(frame, step[language]))
        done += len(step.get("do", ()))
    room = RoomView(
        table="",
        game=game.name,
        rules=game.version,
        seats=table.seats,
        options={},
        pace=TimeControl(),
        public=False,
        status=PLAYING,
        chairs=[ChairView(each, name, person=each == seat) for each, name in enumerate(names)],
        commitment="",
        you=seat,
    )
    return LessonPart(room, frames, steps)


def _record(game: Game, script: Any) -> str:
    """A part as the record of a game that stops somewhere."""
    lines = [f"game {game.name}", f"rules {game.version}", f"players {script['seats']}"]
    if "position" in script:
        lines.append("position " + json.dumps(json.loads(script["position"])))
    elif "options" in script:
        lines.append("options " + script["options"])
    lines += ["---", *script.get("before", ())]
    for step in script["steps"]:
        lines += [*step.get("then", ()), *(f"{script['seat']} {move}" for move in step.get("do", ()))]
    return "\n".join(lines) + "\n"
