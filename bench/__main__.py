"""Measures everything that goals.py promises, shows it, and writes build/bench.json."""

import argparse
import subprocess
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial

from playwright.sync_api import Error as PlaywrightError

from bench import bots, duel, goals, growth, house, lobby, page, report, start, thinkers, waiting
from bench import rivals as masters_rivals
from bench.peers import environment
from bench.report import Row

BUILD = environment.ROOT / "build"
REPORTS = {
    "masters": "python -m bench.masters build/masters.jsonl",
    "responses": "python -m bench.responses build/responses.jsonl",
    "small": "python -m bench.small",
}


def duels(wanted: str, rounds: int, seconds: float) -> Iterator[Row]:
    chosen = [each for each in goals.DUELS if wanted in each.name]
    if not chosen:
        return
    peers_python = environment.build()
    with closing(duel.Stable()) as stable:
        for each in chosen:
            try:
                with duel.Worker(peers_python, f"bench.peers.{each.peer}", each.game) as peer:
                    try:
                        ours = stable.ours(each.ours)
                    except duel.NotMeasured as why:
                        yield duel.peer_alone(each.name, peer, each.at_least, rounds, seconds, str(why))
                    else:
                        yield duel.fight(each.name, ours, peer, each.at_least, rounds, seconds)
            except duel.NotMeasured as why:
                yield Row(each.name, "ns/action", met=False, note=f"peer not measured: {why}")


def starts(wanted: str, games: Iterable[str], runs: int, seconds: float) -> Iterator[Row]:
    steps: dict[str, Callable[[], Iterable[Row]]] = {"import tripot": partial(start.import_time, 3 * runs)}
    for game in games:
        steps[f"cold compile/{game}, warm start/{game}"] = partial(start.cold_and_warm, game, runs)
        steps[f"plain twin/{game}"] = partial(start.plain_twin, game, runs, seconds)
    for name, step in steps.items():
        if wanted in name:
            try:
                yield from step()
            except (ImportError, RuntimeError, AttributeError, TypeError) as why:
                yield Row(name, "", met=False, note=f"not measured: {why}")


def houses(wanted: str, rounds: int, seconds: float, tables: int) -> Iterator[Row]:
    house.raise_file_limit()
    steps: dict[str, Callable[[], Iterable[Row]]] = {
        "server CPU, server moves vs boardgame.io": partial(house.beside_boardgameio, 2 * rounds + 1, seconds / 2),
        "server with 1000 tables": partial(house.thousand_tables, 2 * seconds, tables),
        "servers on PostgreSQL": partial(growth.more_servers, 1, seconds / 2),
        "lobby beside calm tables": lobby.beside_calm_tables,
        "people beside masters": partial(thinkers.beside_masters, seconds, rounds),
        "a table of nine waits": partial(waiting.for_a_person, 2 * seconds),
    }
    for name, step in steps.items():
        if wanted in name:
            try:
                yield from step()
            except (OSError, RuntimeError, subprocess.CalledProcessError) as why:
                yield Row(name, "", met=False, note=f"not measured: {why}")


def pages(wanted: str, runs: int, choices: int) -> Iterator[Row]:
    steps: dict[str, Callable[[], Iterable[Row]]] = {
        "page/first load, page of each game, page vs boardgame.io": page.weight,
        "lobby usable": partial(page.patience, runs),
        "a move is seen, frames while cards move": partial(page.moves, choices),
    }
    for name, step in steps.items():
        if wanted in name:
            try:
                yield from step()
            except (OSError, RuntimeError, AssertionError, PlaywrightError, subprocess.CalledProcessError) as why:
                yield Row(name, "", met=False, note=f"not measured: {why}")


def rivals(wanted: str, games: int) -> Iterator[Row]:
    """Masters against somebody else's search."""
    for name in masters_rivals.SETTINGS:
        if wanted in f"master vs OpenSpiel IS-MCTS/{name}":
            try:
                yield from masters_rivals.against_openspiel(name, games)
            except (ImportError, RuntimeError, OSError) as why:
                yield Row(f"master vs OpenSpiel IS-MCTS/{name}", "", met=False, note=f"not measured: {why}")


def apart(wanted: str) -> Iterator[Row]:
    """What takes hours, or networks, is measured apart and read here."""
    for name, command in REPORTS.items():
        file = BUILD / f"{name}.json"
        missing = Row(name, "", met=False, note=f"not measured: {command} writes build/{file.name}")
        rows = report.read(file) if file.exists() else [missing]
        yield from (row for row in rows if wanted in row.name or wanted in name)


def players(wanted: str, games: int) -> Iterator[Row]:
    for name in goals.SEATS:
        if wanted in f"bots/{name}":
            yield from bots.levels(name, games)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few short slices: shows that all runs, proves nothing")
    parser.add_argument("--only", default="", metavar="NAME", help="only rows whose name holds NAME: hearts, pgx, warm")
    options = parser.parse_args()
    rounds, runs, seconds = (2, 2, 0.2) if options.quick else (7, 5, 0.5)
    games = ("prohis",) if options.quick else tuple(goals.SEATS)

    rows = []
    served = (1, 2.0, 50) if options.quick else (3, 8.0, 1000)
    stages = (
        duels(options.only, rounds, seconds),
        starts(options.only, games, runs, seconds),
        houses(options.only, *served),
        pages(options.only, runs, 6 if options.quick else 30),
        rivals(options.only, 2 if options.quick else 30),
        players(options.only, 120 if options.quick else 4000),
        apart(options.only),
    )
    for stage in stages:
        for row in stage:
            rows.append(row)
            print(" ".join(filter(None, report.cells(row))), flush=True)
    if not rows:
        parser.error(f"no row's name holds {options.only!r}")
    report.show(rows)
    where = BUILD / "bench.json"
    report.write(rows, where)
    print(f"written to {where.relative_to(environment.ROOT)}")


if __name__ == "__main__":
    main()
