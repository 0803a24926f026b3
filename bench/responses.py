"""Best responses measured in real games: a trained network in one seat, masters or regulars in all others.

`python -m bench.responses build/responses.jsonl --networks build/best --others master regular --seconds 150`

`--networks FOLDER` holds a folder for each game with the weights that `tripot train` wrote, trained with the same
number of seats. Every game played is a line of the file; who calls again goes on where it was. Beside each match stands
what a regular wins in the network's place.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.matches import interval

SEATS = {"prohis": 4, "contrebande": 4, "prohibition": 3, "chasse": 2, "condamnes": 4}
NETWORK, REGULAR, MASTER = "network", "regular", "master"
AT_ONCE = 4000  # games that may be begun


def play_one(game_name: str, one: str, others: str, weights: str, number: int, until: float) -> dict[str, Any] | None:
    """The game of that number; whoever is counted sits in each seat in turn."""
    if time.time() > until:
        return None
    import tripot
    from tripot.bots.instincts import temper
    from tripot.bots.master.match import MASTER as THINKS
    from tripot.bots.master.match import play, wins
    from tripot.bots.master.settings import settings_of
    from tripot.bots.network import Network

    game, policy = tripot.game(game_name), import_module(f"tripot.bots.instincts.{game_name}")
    seats = SEATS[game_name]
    players: dict[str, Any] = {REGULAR: temper(game_name), MASTER: THINKS}
    if one == NETWORK:
        players[NETWORK] = Network(weights)
    me = number % seats
    line_up = [players[one if seat == me else others] for seat in range(seats)]
    points = play(game, policy, line_up, seats, number // seats, settings_of(game_name))
    won = float(points[me]) if game_name == "condamnes" else float(wins(points)[me])
    return {"game": game_name, "one": one, "others": others, "number": number, "won": won}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--networks", type=Path, default=Path("build/best"))
    parser.add_argument("--games", nargs="*", default=list(SEATS), choices=SEATS)
    parser.add_argument("--others", nargs="*", default=[MASTER, REGULAR], choices=[MASTER, REGULAR])
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=150)
    given = parser.parse_args()
    until = time.time() + given.seconds
    played: dict[tuple[str, str, str], dict[int, float]] = defaultdict(dict)
    if given.file.exists():
        for line in given.file.read_text(encoding="utf-8").splitlines():
            each = json.loads(line)
            played[each["game"], each["one"], each["others"]][each["number"]] = each["won"]
    given.file.parent.mkdir(parents=True, exist_ok=True)
    found = [game for game in given.games if (given.networks / game / f"{game}.npz").exists()]
    tasks = [
        (game, one, others, str(given.networks / game / f"{game}.npz"), number, until)
        for number in range(AT_ONCE // max(len(found), 1))
        for game in found
        for others in given.others
        for one in (NETWORK, REGULAR)
        if number not in played[game, one, others]
    ]
    with ProcessPoolExecutor(given.processes) as pool, given.file.open("a", encoding="utf-8") as lines:
        for done in as_completed([pool.submit(play_one, *task) for task in tasks]):
            if (each := done.result()) is not None:
                lines.write(json.dumps(each) + "\n")
                played[each["game"], each["one"], each["others"]][each["number"]] = each["won"]
    print("game         one      among     wins (95 %)           games")
    for (game, one, others), won in sorted(played.items()):
        if won:
            share, low, high = interval(list(won.values()))
            print(f"{game:12} {one:8} {others:8} {share:.3f} ({low:.3f}–{high:.3f}) {len(won):6}")


if __name__ == "__main__":
    main()
