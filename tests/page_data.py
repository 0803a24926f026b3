"""What the page's tables keep of the rules' own data, written by `python -m tests.page_data`; a test compares.

The city of PROHIBITION is drawn from `city.json`; the pages' explanations of scores are tested with `finals.json`,
the last views of real games with their scores.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import tripot
from tripot.bots import bot
from tripot.engine.look import News
from tripot.games import chicago

GAMES = Path(__file__).parent.parent / "ui" / "src" / "games"
FINALS: dict[str, list[dict[str, Any]]] = {
    "chasse": [
        {"seed": 1},
        {"seed": 2, "size": "9", "figures": 4, "plaques": 2},
        {"seed": 3, "match": "yes", "size": "7"},
        {"seed": 4, "match": "yes", "size": "7", "quiet": 12},
        {"seed": 5, "quiet": 2},
        {"seed": 5, "size": "5", "figures": 3, "plaques": 1},  # no customs left
    ],
    "contrebande": [{"seed": seed, "seats": seats, "told": True, "rounds": "2"} for seed, seats in ((1, 3), (2, 5))]
    + [{"seed": 3, "seats": 3, "told": True, "rounds": "2"}],
    "prohibition": [{"seed": seed, "seats": seats, "told": seed == 1} for seats in (2, 3, 4) for seed in (1, 2)]
    + [{"seed": seed, "seats": 4} for seed in (1, 2)],
}

SCORING = ("deliver", "truck", "roll")  # acts that tell whose truck earned what


def city() -> dict[str, Any]:
    """Crossroads, streets and blocks by name, and what stands where in each layout."""
    return {
        "streets": [
            {"name": name, "door": None if block < 0 else chicago.BLOCKS[block]}
            for name, block in zip(chicago.STREETS, chicago.DOOR.tolist(), strict=True)
        ],
        "blocks": [
            {"name": name, "row": row, "column": column, "doors": [chicago.WAYS[side] for side in sides]}
            for name, (row, column), sides in zip(chicago.BLOCKS, chicago.SPOTS, chicago.DOORS, strict=True)
        ],
        "layouts": [
            {
                "buildings": {
                    chicago.BLOCKS[block]: chicago.BUILDINGS[kind]
                    for block, kind in enumerate(chicago.BUILDING[layout].tolist())
                    if kind != chicago.BAR
                },
                "places": {
                    name: [chicago.CROSSROADS[place] for place in chicago.PLACES[layout, character] if place >= 0]
                    for character, name in enumerate(chicago.CHARACTERS)
                },
            }
            for layout in range(len(chicago.LAYOUTS))
        ],
    }


def final(name: str, seed: int, seats: int = 2, told: bool = False, **options: Any) -> dict[str, Any]:
    """The last view of a game, its outcome and, if they are told, the pages of its log that scores come from."""
    table = tripot.game(name).start(seats, seed=seed, **options)
    player, rng = bot(name, "random"), random.Random(seed)
    pages = []
    while table.actors:
        seat, before = min(table.actors), table.length
        look = table.look(seat)
        table.play(seat, player(look, rng))
        moves = table.history[before:]
        events = [{"act": move.split()[0], "seat": mover, "move": move} for mover, move in moves]
        news = [told_of(each) for each in look.news(table.look(seat))]
        pages.append({"events": [event for event in events if event["act"] in SCORING], "news": news})
    outcome = table.outcome
    assert outcome is not None
    end = {"view": table.view(0)["table"], "scores": list(outcome.scores), "reason": outcome.reason}
    return end | {"pages": [page for page in pages if page["events"] or page["news"]]} if told else end


def told_of(news: News) -> dict[str, Any]:
    """News as the page is told it."""
    more = {"whom": news.whom, "count": news.number, "sum": news.sum}
    return {"name": news.name, "seat": news.seat} | {name: value for name, value in more.items() if value >= 0}


def files() -> dict[Path, str]:
    """Every file that is made here, and what must be in it."""
    made: dict[Path, Any] = {GAMES / "prohibition" / "city.json": city()}
    for name, settings in FINALS.items():
        made[GAMES / name / "finals.json"] = [final(name, **setting) for setting in settings]
    return {path: json.dumps(document, separators=(",", ":")) + "\n" for path, document in made.items()}


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text)
