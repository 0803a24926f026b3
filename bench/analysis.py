"""CPU time of whole analyses, of games of regulars: `python -m bench.analysis [GAME ...] [--seats N]`."""

from __future__ import annotations

import argparse
import random
import time

from tripot.bots import bot
from tripot.bots.analysis import analyse
from tripot.engine.catalogue import catalogue
from tripot.engine.game import game

SEATS = {"prohis": 4, "contrebande": 4, "chasse": 2, "condamnes": 5, "prohibition": 4}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("games", nargs="*", default=list(catalogue()))
    parser.add_argument("--seats", type=int)
    given = parser.parse_args()
    for name in given.games:
        table, rng = game(name).start(given.seats or SEATS[name], seed=3), random.Random(3)
        player = bot(name)
        while asked := sorted(table.actors):
            table.play(asked[0], player(table.look(asked[0]), rng))
        analyse(table)  # machine code is made or loaded
        began = time.process_time()
        found = analyse(table)
        spent = time.process_time() - began
        print(f"{name}: {table.seats} seats, {len(found.decisions)} decisions, {spent:.1f} s of one core", flush=True)


if __name__ == "__main__":
    main()
