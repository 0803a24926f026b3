"""Many games: at random, by bots, by networks that learn, and puzzles from them."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tripot.cli.arguments import GameName, Options, Seats, Seed, read_seed
from tripot.cli.shared import game_named, look_here, refusal, screen

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, ProgressColumn

BATCH = 1 << 16  # games simulated before their final records are let go


def simulate(
    game: GameName,
    seats: Seats = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games.")] = 100_000,
    seed: Seed = 0,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="All cores if not given.")] = None,
    option: Options = None,
    to: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the figures here too.")] = None,
) -> None:
    """Play many random games and report what came of them."""
    from rich.console import Console

    from tripot.engine.simulate import playouts
    from tripot.terminal.inputs import options_of, write
    from tripot.terminal.tally import Rate, Tally, tables

    chosen = game_named(game)
    count, options = chosen.checked_seats(seats), options_of(chosen, option)
    messages = Console(stderr=True)
    with messages.status("Compiling the rules (once for each version) ..."):
        playouts(chosen, count, 1, seed, threads, **options)
    tally = Tally(chosen, count)
    with _counted(messages, Rate()) as progress:
        task = progress.add_task(chosen.name, total=games)
        ranks_ties = chosen.breaks_ties
        for first in range(0, games, BATCH):
            batch = min(BATCH, games - first)
            played = playouts(
                chosen, count, batch, seed + first, threads, keep=ranks_ties,
                progress=lambda done: progress.advance(task, done), **options,
            )  # fmt: skip
            tally.add(played)
    about_it = {"game": chosen.name, "rules": chosen.version, "seats": count, "options": options, "seed": seed}
    document = {**about_it, **tally.document()}
    screen().print(tables(document))
    if to is not None:
        write(to, json.dumps(document, indent=2) + "\n")


def arena(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", metavar="BOT ...", help="Levels, module:Bot, or names that packages give; two or more."),
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="BOT ...", hidden=True)] = None,
    seats: Seats = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games, about.")] = 1000,
    seed: Annotated[
        int | None, typer.Option(metavar="N", parser=read_seed, help="The seed for chance; drawn by lot if not given.")
    ] = None,
    option: Options = None,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes play.")] = 1,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one.")] = "",
    patience: Annotated[
        float, typer.Option(metavar="S", min=0.01, help="Seconds until a maker's bot has stalled.")
    ] = 10.0,
    to: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Keep games, table and plot there, and resume; who was disqualified begins anew.",
        ),
    ] = None,
) -> None:
    """Let bots play each other: seats rotated, luck shared, ratings with intervals. Can be resumed.

    Whoever raises, stalls, exits or plays illegally is disqualified and named, and the others are lined up anew.
    """
    from functools import partial
    from importlib.util import find_spec

    from rich.console import Console

    from tripot.lab import ratings, tournament
    from tripot.terminal.inputs import options_of, write
    from tripot.terminal.tally import Rate

    for needed in ("openskill", "matplotlib") if to else ("openskill",):
        if find_spec(needed) is None:  # asked before anybody plays
            raise refusal(f"the arena needs {needed}: pip install 'tripot[lab]'")
    look_here()
    chosen = game_named(game)
    folder = to
    played = tournament.Tournament(
        chosen, [*(bots or []), *(more or [])], chosen.checked_seats(seats), games, seed,
        None if folder is None else folder / "games.jsonl", patience, **options_of(chosen, option),
    )  # fmt: skip
    how = (
        partial(tournament.on_ray, address=ray)
        if ray
        else partial(tournament.in_processes, processes=processes)
        if processes > 1
        else tournament.here
    )
    with _counted(Console(stderr=True), Rate()) as progress:
        task = progress.add_task(chosen.name, total=played.total, completed=played.done)
        played.run(how, lambda done, total: progress.update(task, completed=done, total=total))
    for name, why in played.disqualified.items():
        typer.echo(f"{name} is disqualified: {why}")
    found = ratings.standings(played)
    if not found:
        raise refusal("nobody is left to be rated")
    typer.echo(ratings.table(found))
    if folder is not None:
        write(folder / "table.md", ratings.table(found) + "\n")
        ratings.draw(folder / "ratings.svg", found)


def train(
    game: GameName,
    seats: Seats = None,
    against: Annotated[str, typer.Option(metavar="WHOM", help="A level or a habit of the game's policy.")] = "regular",
    masters: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learn to do what masters decided instead; needs no GPU.")
    ] = None,
    start: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="A network to begin with, instead of a clone of the level; with --masters, instead of the house's.",
        ),
    ] = None,
    value: Annotated[bool, typer.Option("--value", help="Learn what whole positions are worth instead.")] = False,
    seed: Seed = 1,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.1, help="How long; the same command goes on.")] = 10.0,
    to: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Log, checkpoint and weights.")] = None,
) -> None:
    """Train a network on the GPU as the best response to a policy, and say what it wins. Can be resumed."""
    from tripot.bots.network import HOME
    from tripot.lab.students import Student
    from tripot.lab.training import Training, run_of
    from tripot.lab.valuing import Course, Valuing

    chosen = game_named(game)
    many = chosen.checked_seats(seats)
    try:
        if value:
            Valuing(Course(chosen, seed, to or Path("build/values"), minutes)).run()
        elif masters is not None:
            home = to or Path("build") / "students" / chosen.name
            first = start or HOME / f"{chosen.name}.npz"
            Student(chosen, many, first, masters, home, seed).run(60 * minutes)
        else:
            Training(run_of(chosen, many, against, seed, to, minutes, start)).run()
    except RuntimeError as fault:
        raise refusal(str(fault)) from None


def selfplay(
    game: GameName,
    seats: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="How many seats; of several numbers the first has half of all games."),
    ] = None,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A network to begin with, instead of the house's.")
    ] = None,
    rival: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WHOM",
            help="A network's file (several, joined by +, play as one), a level, a habit or another type that masters "
            "know, or a master's `plan` to meet; after a file and a +, the plan where masters go by it. May be "
            "said several times. A file that is written anew is read anew. "
            "With @SEAT the learner always has that seat there (the first is 0), without it all in turn.",
        ),
    ] = None,
    alone: Annotated[
        float, typer.Option(metavar="SHARE", min=0.0, max=1.0, help="Of all games, those with itself in every seat.")
    ] = 0.6,
    entropy: Annotated[float, typer.Option(metavar="E", min=0.0, help="What a mixed mind is worth.")] = 0.01,
    lead: Annotated[
        float, typer.Option(metavar="L", min=0.0, help="What a lead in points counts, beside the win's 1.")
    ] = 0.3,
    games: Annotated[
        int | None, typer.Option(metavar="N", min=64, help="Side by side: 1024, on a GPU 16384, if not given.")
    ] = None,
    seed: Seed = 1,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.1, help="How long; the same command goes on.")] = 10.0,
    to: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Log, checkpoint and weights.")] = None,
) -> None:
    """Train a network against itself and others; with `--alone 0`, as the best response to them. Can be resumed.

    On the GPU where there is one, else on a processor.
    """
    from tripot.bots.network import HOME
    from tripot.lab.selfplay import SelfPlay

    chosen = game_named(game)
    many = [chosen.checked_seats(each) for each in seats] if seats else [chosen.checked_seats(None)]
    folder = to or Path("build") / "selfplay" / "-".join([chosen.name, *map(str, many)])
    first = start or HOME / f"{chosen.name}.npz"
    try:
        SelfPlay(chosen, many, first, rival or (), alone, folder, seed, entropy, games, lead).run(60 * minutes)
    except RuntimeError as fault:
        raise refusal(str(fault)) from None


class Side(StrEnum):
    trust = "trust"
    doubt = "doubt"


def make_puzzles(
    game: GameName,
    count: Annotated[int, typer.Option(metavar="N", min=1, help="How many the file is to have.")] = 200,
    seed: Seed = 0,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="How many look at a time.")] = 1,
    side: Annotated[Side | None, typer.Option(help="Only those whose right answer is on this side.")] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="GAME.txt if not given.")] = None,
) -> None:
    """Let masters play and keep decisions with a clear answer, until a file has enough. Who is interrupted goes on."""
    from rich.console import Console

    from tripot.puzzles.making import make

    name, path = game_named(game).name, to or Path(f"{game}.txt")
    with _counted(Console(stderr=True)) as progress:
        looking = progress.add_task("puzzles", total=count)

        def tell(found: int, games: int) -> None:
            progress.update(looking, completed=found, description=f"puzzles, {games} games")

        made = make(name, count, path, seed, processes, side.value if side else "", tell)
    typer.echo(f"{len(made)} puzzles of {name} in {path}")


def _counted(console: Console, *more: ProgressColumn) -> Progress:
    """Shows how much is done, and for how long."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*columns, *more, console=console)
