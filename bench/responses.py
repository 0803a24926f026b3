"""Trained networks measured in real games: a network in one seat, masters or regulars in all others.

`python -m bench.responses build/responses.jsonl --networks build/best --others master regular --seconds 150`

`--networks FOLDER` holds a folder for each game with the weights that `tripot train` wrote, trained with the same
number of seats. Every game played is a line of the file at once; who calls again goes on where it was. Lines of other
code are left alone, and those of other networks: of a match that isn't played now those count that played it last.
Beside each match stands what a regular wins in the network's place. All matches get the same time, a network's thrice
that of its regular's; games against regulars are cheap and end at `--most`. `--decisions FOLDER` keeps what masters
saw, weighed and chose, for learning from it.

`build/responses.json`, which `python -m bench` reads, has a row for each match of the file, and what networks gain.
Let best responses to masters play with `--others master`, then best responses to regulars with `--others regular`, into
the same file: what is gained among masters should be less than what is gained among regulars.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from bench.decisions import Decision, Decisions, note
from bench.matches import code_of
from bench.report import Row, show_plainly, write
from tripot.bots.bouts import SIDES
from tripot.bots.versions import digest_of
from tripot.lab.intervals import Share, difference, interval

SEATS = {"prohis": 4, "contrebande": 4, "prohibition": 3, "chasse": 2, "condamnes": 4}
NETWORK, REGULAR, MASTER = "network", "regular", "master"
OFTEN = 3  # times the games of the regular in its place
Match = tuple[str, str, str]  # a game, who is counted, and who the others are


def file_of(networks: Path, game: str) -> Path:
    return networks / game / f"{game}.npz"


def match_of(played: dict[str, Any]) -> Match:
    return played["game"], played["one"], played["others"]


def weights_of(match: Match, networks: Path) -> str:
    """A mark of the weights that play a match; none where no network does."""
    game, one, _ = match
    return digest_of(file_of(networks, game)) if one == NETWORK else ""


def play_one(
    game_name: str, one: str, others: str, networks: Path, number: int, until: float, keeps: bool = False
) -> dict[str, Any] | None:
    """The game of that number; whoever is counted sits in each seat in turn."""
    began = time.time()
    if began > until:
        return None
    import tripot
    from tripot.bots.instincts import temper
    from tripot.bots.master.match import MASTER as THINKS
    from tripot.bots.master.match import play
    from tripot.bots.master.settings import settings_of
    from tripot.bots.network import Network

    game, policy = tripot.game(game_name), import_module(f"tripot.bots.instincts.{game_name}")
    seats = SEATS[game_name]
    players: dict[str, Any] = {REGULAR: temper(game_name), MASTER: THINKS}
    if one == NETWORK:
        players[NETWORK] = Network(file_of(networks, game_name))
    me = number % seats
    line_up = [players[one if seat == me else others] for seat in range(seats)]
    decided: list[Decision] = []
    seen = partial(note, decided) if keeps else None
    played = play(game, policy, line_up, seats, number // seats, settings_of(game_name), seen=seen)
    shares = played.points if game_name in SIDES else played.wins
    seconds = round(time.time() - began, 2)
    return {
        "game": game_name, "one": one, "others": others, "number": number,
        "code": code_of(game_name), "weights": weights_of((game_name, one, others), networks),
        "won": float(shares[me]), "seconds": seconds,
    } | ({"decided": [(seats, *each, float(shares[each[0]])) for each in decided]} if keeps else {})  # fmt: skip


class Book:
    """What was played, and what is to be played next."""

    def __init__(self, file: Path, matches: list[Match], most: int, networks: Path) -> None:
        self.file, self.most, self.matches = file, most, matches
        self.won: dict[Match, dict[int, float]] = defaultdict(dict)
        self.spent: dict[Match, float] = defaultdict(float)  # seconds
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        found = [json.loads(line) for line in lines if line.endswith("}")]  # the last one may be torn
        found = [played for played in found if played.get("code") == code_of(played["game"])]
        self.weights = {match_of(played): played["weights"] for played in found}
        self.weights |= {match: weights_of(match, networks) for match in matches}
        for played in found:
            self.take(played)
        self.at = {match: max(self.won[match], default=-1) + 1 for match in matches}

    def take(self, played: dict[str, Any]) -> None:
        match = match_of(played)
        if played["weights"] != self.weights[match]:
            return
        self.won[match][played["number"]] = played["won"]
        self.spent[match] += played["seconds"] / (OFTEN if played["one"] == NETWORK else 1)

    def next(self) -> tuple[Match, int] | None:
        """The match that has had the least time, those that are being played counted, and a game's number."""
        short = [match for match in self.matches if self.at[match] < self.most]
        if not short:
            return None
        match = min(short, key=self.expected)
        self.at[match] += 1
        return match, self.at[match] - 1

    def expected(self, match: Match) -> float:
        games = len(self.won[match])
        return self.at[match] * (self.spent[match] / games if games else 1.0)

    def share(self, match: Match) -> Share:
        return interval(sum(self.won[match].values()), len(self.won[match]))

    def even(self, game: str, others: str) -> Share:
        """What one of them wins in the network's place: measured where sides win together, else known exactly."""
        sides = game in SIDES and self.won[game, others, others]
        return self.share((game, others, others)) if sides else (1 / SEATS[game],) * 3

    def rows(self) -> Iterator[Row]:
        """What everybody wins, then what networks gain."""
        played = sorted(match for match, won in self.won.items() if won)
        for game, one, others in played:
            share, low, high = self.share((game, one, others))
            yield Row(f"response/{game}: {one} among {others}s", "win share", share, spread=f"{low:.2f}–{high:.2f}",
                      note=f"{len(self.won[game, one, others])} games")  # fmt: skip
        for game, one, others in played:
            if one == NETWORK:
                even = self.even(game, others)
                share, low, high = difference(self.share((game, one, others)), even)
                most = None
                if others == MASTER and (game, NETWORK, REGULAR) in played:
                    most = self.share((game, NETWORK, REGULAR))[0] - self.even(game, REGULAR)[0]
                yield Row(
                    f"response gains/{game}: among {others}s", "win share", share, spread=f"{low:.2f} to {high:.2f}",
                    goal=None if most is None else f"< {most:.2f}, as among regulars",
                    met=None if most is None else share < most, note=f"even is {even[0]:.2f}",
                )  # fmt: skip


def run(book: Book, networks: Path, processes: int, until: float, kept: Decisions | None = None) -> None:
    waiting: set[Future[dict[str, Any] | None]] = set()
    with ProcessPoolExecutor(processes) as pool, book.file.open("a", encoding="utf-8") as lines:
        while True:
            while len(waiting) < processes + 1 and time.time() < until and (chosen := book.next()) is not None:
                (game, one, others), number = chosen
                waiting.add(pool.submit(play_one, game, one, others, networks, number, until, kept is not None))
            if not waiting:
                return
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                if (played := each.result()) is not None:
                    if kept is not None:
                        kept.take(played["game"], [played])
                    lines.write(json.dumps(played) + "\n")
                    lines.flush()  # whoever is stopped keeps what was played
                    book.take(played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--networks", type=Path, default=Path("build/best"))
    parser.add_argument("--games", nargs="*", default=list(SEATS), choices=SEATS)
    parser.add_argument("--others", nargs="*", default=[MASTER, REGULAR], choices=[MASTER, REGULAR])
    parser.add_argument("--most", type=int, default=400, help="games of a match")
    parser.add_argument("--decisions", type=Path, metavar="FOLDER", help="keep what masters saw, weighed and chose")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=150)
    given = parser.parse_args()
    given.file.parent.mkdir(parents=True, exist_ok=True)
    found = [game for game in given.games if file_of(given.networks, game).exists()]
    matches = [(game, one, others) for others in given.others for one in (NETWORK, REGULAR) for game in found]
    matches += [(game, MASTER, MASTER) for game in found if game in SIDES and MASTER in given.others]
    book = Book(given.file, matches, given.most, given.networks)
    kept = Decisions(given.decisions) if given.decisions else None
    run(book, given.networks, given.processes, time.time() + given.seconds, kept)
    if kept is not None:
        kept.write()
    rows = list(book.rows())
    write(rows, given.file.with_suffix(".json"))
    show_plainly(rows)


if __name__ == "__main__":
    main()
