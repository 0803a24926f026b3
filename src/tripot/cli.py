"""The command line. A mistake costs one sentence and exit status 2, and changes nothing.

The engine is loaded by the command that needs it, so that `tripot --help` is quick.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

if TYPE_CHECKING:
    from rich.console import Console

    from tripot.engine.errors import TripotError
    from tripot.engine.game import Game
    from tripot.engine.table import Table

MISTAKE = 2
COMPLAINTS = 1
HIGHEST_SEED = (1 << 62) - 1
BATCH = 1 << 16  # games simulated before their final records are let go


class Language(StrEnum):
    en = "en"
    fr = "fr"


class House(TyperGroup):
    """Tells every refusal in one sentence."""

    def main(self, *args: Any, **extra: Any) -> Any:
        from tripot.engine.errors import TripotError

        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
        except TripotError as fault:
            _fail(str(fault))
        except typer.Abort:
            sys.exit(130)
        except Exception as fault:
            if not hasattr(fault, "format_message"):  # Typer's own refusals know their sentence
                raise
            _fail(fault.format_message())
        sys.exit(status if isinstance(status, int) else 0)


def _fail(sentence: str) -> None:
    typer.echo(f"tripot: {sentence}", err=True)
    sys.exit(MISTAKE)


def _seed(text: str) -> int:
    if not str(text).isdecimal() or int(text) > HIGHEST_SEED:
        raise typer.BadParameter(f"a seed is a whole number from 0 to {HIGHEST_SEED}, not {text!r}")
    return int(text)


app = typer.Typer(
    cls=House,
    help="Tripot: a back room for bluffing games, and an engine to study them.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's name; `tripot games` lists them.")]
MaybeGame = Annotated[str | None, typer.Argument(metavar="GAME", help="A game's name; `tripot games` lists them.")]
Seats = Annotated[int | None, typer.Option(metavar="N", help="How many seats; the fewest if not given.")]
Seed = Annotated[int, typer.Option(metavar="N", parser=_seed, help="The seed for chance.")]
Options = Annotated[list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game.")]
Lang = Annotated[Language | None, typer.Option("--lang", help="The language; the environment's if not given.")]
Keeping = Annotated[
    list[str] | None,
    typer.Option(metavar="WHAT=DAYS", help="How long finished, abandoned, talk, guests are kept; 0: for ever."),
]
As = Annotated[str | None, typer.Option("--as", metavar="SEAT|spectator", help="Whose view to show.")]


def main() -> None:
    app()


@app.callback(invoke_without_command=True)
def about(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"tripot {installed('tripot')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def games(lang: Lang = None) -> None:
    """List the games: seats, what each is about, options and their defaults."""
    from rich.table import Table as Grid
    from rich.text import Text

    from tripot.engine.game import games as all_games

    grid = Grid("Game", "Seats", "What it is", "Options", header_style="cyan", show_lines=True)
    for game in all_games():
        texts = game.texts(_language(lang))
        options = "\n".join(f"{name}={_choices(spec)}" for name, spec in game.options.items())
        name = Text.assemble((game.name, "bold"), "\n", texts.title)
        about = Text("\n\n".join(filter(None, (texts.blurb, texts.sheet.get("rebuilt")))))
        grid.add_row(name, _seat_range(game), about, Text(options or "–"))
    _console().print(grid)
    _name_broken_packages()


@app.command()
def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="One clause, such as PRO-22.")] = None,
    lang: Lang = None,
) -> None:
    """Read a game's rules, or one clause of them."""
    from tripot.terminal.rulebook import clauses, front_page

    texts = _game(game).texts(_language(lang))
    chosen = texts.clauses
    if clause is not None:
        if clause.upper() not in chosen:
            first, *_, last = chosen
            raise _refusal(f"{texts.title} has no clause {clause!r}; they go from {first} to {last}")
        chosen = {clause.upper(): chosen[clause.upper()]}
    console = _console()
    if clause is None:
        console.print(front_page(texts, _language(lang)), "", width=min(96, console.width))
    console.print(clauses(texts, chosen, _language(lang)))


@app.command()
def play(
    game: MaybeGame = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats; the fewest if not given.")] = None,
    people: Annotated[int, typer.Option(metavar="N", help="How many of them are people at this screen.")] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", parser=_seed, help="Makes the game repeatable.")] = None,
    lang: Lang = None,
    option: Options = None,
    name: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A name: people first, then opponents.")
    ] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Seat people at random, not in the first seats.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the record to this new file.")] = None,
) -> None:
    """Play in the terminal: people in turn at this screen, random opponents in the other seats."""
    import random

    from tripot.terminal import opening
    from tripot.terminal.given import options_of
    from tripot.terminal.hotseat import HotSeat

    language = _language(lang)
    try:
        if game is None:
            game, seats = opening.choose(language, seats)
    except (EOFError, KeyboardInterrupt) as left:
        typer.echo()
        raise typer.Exit(130 if isinstance(left, KeyboardInterrupt) else 0) from None
    chosen = _game(game)
    table = chosen.start(seats, seed, **options_of(chosen, option))
    luck = random.SystemRandom() if seed is None else random.Random(seed)
    persons = opening.places(table, people, luck if shuffle else None)
    table.names = opening.names(table, persons, name or [], language)
    opening.check_new_file(save)
    raise typer.Exit(HotSeat(table, persons, language, luck, save).play())


@app.command()
def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="0.0.0.0 lets others on the network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535)] = 8000,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="Several need PostgreSQL.")] = 1,
    clockwork: Annotated[bool, typer.Option(help="Run bots and clocks here, not only in `tripot worker`.")] = True,
    secure: Annotated[bool, typer.Option("--secure", help="A proxy in front speaks HTTPS.")] = False,
    proxied: Annotated[bool, typer.Option("--proxied", help="A proxy in front sets X-Forwarded-For.")] = False,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Another page that may use this API.")] = None,
    sockets: Annotated[int, typer.Option(metavar="N", min=1, help="Maximum connections from one address.")] = 100,
    keep: Keeping = None,
) -> None:
    """Open the house: tables for everybody who has the address. Games are kept in TRIPOT_DATABASE, else in a file."""
    from tripot.house.tidying import kept
    from tripot.web.desk import Config
    from tripot.web.limits import Limits
    from tripot.web.serving import database, refuse_if_closed, refuse_if_taken, serve

    days = kept(keep or ())
    refuse_if_closed(database(), processes)
    refuse_if_taken(host, port)
    limits = Limits(sockets_an_address=sockets)
    config = Config(database(), clockwork, tuple(origin or ()), secure, proxied, limits, keep=days)
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    _name_broken_packages()
    typer.echo(f"Tripot is open at http://{shown}:{port} (Ctrl+C closes it; games are kept)")
    serve(config, host, port, processes)


@app.command()
def worker(keep: Keeping = None) -> None:
    """Run bots and clocks for servers that share a PostgreSQL database (TRIPOT_DATABASE); start as many as you like."""
    import asyncio

    from tripot.house.tidying import kept
    from tripot.web.serving import database, log_to_stderr, work

    days = kept(keep or ())
    log_to_stderr()
    asyncio.run(work(database(), days))


@app.command()
def tidy(
    keep: Keeping = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would go.")] = False,
) -> None:
    """Delete what nobody needs any more: old games, abandoned tables, talk, guests. A server does so every night."""
    import asyncio

    from tripot.house.tidying import kept
    from tripot.web.serving import database, tidied

    days = kept(keep or ())
    typer.echo(f"{'Would delete' if dry_run else 'Deleted'}: {asyncio.run(tidied(database(), days, dry_run))}")


puzzles = typer.Typer(help="Positions from strong play in which somebody may be lying.", no_args_is_help=True)
app.add_typer(puzzles, name="puzzles")


class Side(StrEnum):
    trust = "trust"
    doubt = "doubt"


@puzzles.command("make")
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
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from tripot.puzzles.making import make

    name, path = _game(game).name, to or Path(f"{game}.txt")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True)) as progress:
        looking = progress.add_task("puzzles", total=count)

        def tell(found: int, games: int) -> None:
            progress.update(looking, completed=found, description=f"puzzles, {games} games")

        made = make(name, count, path, seed, processes, side.value if side else "", tell)
    typer.echo(f"{len(made)} puzzles of {name} in {path}")


@app.command()
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
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from tripot.engine.simulate import playouts
    from tripot.terminal.given import options_of, write
    from tripot.terminal.tally import Rate, Tally, tables

    chosen = _game(game)
    count, options = chosen.checked_seats(seats), options_of(chosen, option)
    messages = Console(stderr=True)
    with messages.status("Compiling the rules (once for each version) ..."):
        playouts(chosen, count, 1, seed, threads, **options)
    tally = Tally(chosen, count)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), Rate())
    with Progress(*columns, console=messages) as progress:
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
    _console().print(tables(document))
    if to is not None:
        write(to, json.dumps(document, indent=2) + "\n")


@app.command()
def arena(
    game: GameName,
    bots: Annotated[
        list[str] | None,
        typer.Option("--bots", metavar="BOT ...", help="Levels, module:Bot, or names that packages give; two or more."),
    ] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="BOT ...", hidden=True)] = None,
    seats: Seats = None,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games, about.")] = 1000,
    seed: Seed = 0,
    option: Options = None,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes play.")] = 1,
    ray: Annotated[str, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one.")] = "",
    patience: Annotated[float, typer.Option(metavar="S", min=0.01, help="Seconds until a bot has stalled.")] = 10.0,
    to: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Keep games, table and plot there, and resume.")
    ] = None,
) -> None:
    """Let bots play each other: seats rotated, luck shared, ratings with intervals. Can be resumed."""
    from functools import partial

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from tripot.terminal.given import options_of, write
    from tripot.terminal.tally import Rate

    try:
        from tripot.lab import ratings, tournament
    except ImportError as fault:
        raise _refusal(f"the arena needs the extra tripot[lab] ({fault})") from None
    sys.path.insert(0, "")  # a maker's bot lies where they are
    chosen = _game(game)
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
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), Rate())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        total = sum(piece.deals for piece in played.todo) * played.seats
        done = sum(len(piece.scores) for piece in played.played.values())
        task = progress.add_task(chosen.name, total=total, completed=done)
        played.run(how, lambda count: progress.advance(task, count))
    for name, why in played.disqualified.items():
        typer.echo(f"{name} is disqualified: {why}")
    found = ratings.standings(played)
    if not found:
        raise _refusal("nobody is left to be rated")
    typer.echo(ratings.table(found))
    if folder is not None:
        write(folder / "table.md", ratings.table(found) + "\n")
        ratings.draw(folder / "ratings.svg", found)


@app.command()
def train(
    game: GameName,
    seats: Seats = None,
    against: Annotated[
        str, typer.Option(metavar="WHOM", help="A level or a habit of the game's policy, or a network's file.")
    ] = "regular",
    masters: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Learn from these decisions of masters instead.")
    ] = None,
    value: Annotated[bool, typer.Option("--value", help="Learn what whole positions are worth instead.")] = False,
    seed: Seed = 1,
    minutes: Annotated[float, typer.Option(metavar="M", min=0.1, help="How long; the same command goes on.")] = 10.0,
    to: Annotated[Path | None, typer.Option("--out", metavar="FOLDER", help="Log, checkpoint and weights.")] = None,
) -> None:
    """Train a network on the GPU as the best response to a policy, and say what it wins. Can be resumed."""
    from tripot.lab.students import Student
    from tripot.lab.training import Training, planned
    from tripot.lab.valuing import Course, Valuing

    chosen = _game(game)
    plan = planned(chosen, chosen.checked_seats(seats), against, seed, to, minutes)
    try:
        if value:
            Valuing(Course(chosen, seed, to or Path("build/values"), minutes)).run()
        elif masters is not None:
            Student(plan, masters).run()
        else:
            Training(plan).run()
    except RuntimeError as fault:
        raise _refusal(str(fault)) from None


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record; - for standard input.")],
    as_: As = None,
    lang: Lang = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every move.")] = False,
    analyse: Annotated[
        bool, typer.Option("--analyse", help="Also say who lied, what it cost, and what was luck.")
    ] = False,
    effort: Annotated[
        float, typer.Option(min=0.01, max=100.0, help="How much an analysis thinks: 1 is the usual.")
    ] = 1.0,
) -> None:
    """Tell a recorded game in sentences: every move, or what one viewer heard; then the table and the result."""
    from rich.text import Text

    from tripot.terminal.drawing import Drawing, draw
    from tripot.terminal.given import STDIN, recorded, viewer_at
    from tripot.terminal.story import everything, headings, heard, result, seat_names

    if step and file == STDIN:
        raise _refusal("--step reads the Enter key from standard input: give the record as a file")
    language, console = _language(lang), _console()
    table = recorded(file)
    names, viewer = seat_names(table, language), viewer_at(table, as_)
    if analyse and table.outcome is None:
        raise _refusal("only a game that is over can be analysed")
    story = everything(table, language, names) if as_ is None else heard(table, viewer, language, names)
    round_, turn = "", ""  # headings that wait for a sentence
    try:
        for sentences, begins in zip(story, headings(table, viewer, language, names), strict=True):
            round_, turn = begins[0] or round_, begins[1] or turn
            if not sentences:
                continue
            for heading in filter(None, (round_, turn)):
                console.print("", Text(heading, style="bold"), sep="\n")
            round_, turn = "", ""
            for sentence in sentences:
                console.print(Text(f"  {sentence}"))
            if step:
                input()
    except (EOFError, KeyboardInterrupt) as left:
        raise typer.Exit(130 if isinstance(left, KeyboardInterrupt) else 0) from None
    document = table.position() if as_ is None else table.look(viewer).document()
    console.print("", draw(Drawing(table.game, document, viewer, language, names)), "")
    if table.outcome is not None:
        console.print(result(table, language, names))
    if analyse:
        _analyse(console, table, language, names, effort)


def _analyse(console: Console, table: Table, language: str, names: Sequence[str], effort: float) -> None:
    """Study a game and say what was found."""
    from rich.progress import Progress

    from tripot.bots.analysis import analyse, effort_for
    from tripot.terminal.verdict import verdict
    from tripot.terminal.words import words

    with Progress(transient=True) as progress:
        task = progress.add_task(words(language)("analysing"), total=1.0)
        told = lambda share: progress.update(task, completed=share)  # noqa: E731
        found = analyse(table, effort_for(table.game.name).scaled(effort), progress=told)
    console.print(*verdict(found, language, names), sep="\n")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A game record; - for standard input.")],
    receipt: Annotated[
        Path | None, typer.Option(metavar="FILE", help="What your device was shown before the deal.")
    ] = None,
) -> None:
    """Check a house table's record: the house's key, what the seats mixed in, every card, every move, the result."""
    from rich.table import Table as Grid
    from rich.text import Text

    from tripot.house import fairness
    from tripot.terminal.given import text_of

    if file.is_file():
        fairness.refuse_if_too_large(file.stat().st_size)
    shown = None if receipt is None else fairness.read_receipt(text_of(receipt))
    report = fairness.verify(text_of(file), shown)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for check in report.checks:
        tick = Text("✓", style="green") if check.ok else Text("✗", style="red")
        grid.add_row(tick, Text(check.name), Text(check.sentence))
    console = _console()
    console.print(grid)
    if not report.ok:
        failed = ", ".join(check.name for check in report.checks if not check.ok)
        console.print("", Text(f"This record doesn't hold: {failed}."), sep="\n")
        raise typer.Exit(COMPLAINTS)
    proviso = "" if shown else ", if the commitment and the seals are those that you saw at the table"
    console.print("", Text(f"All of it holds{proviso}."), sep="\n")


@app.command()
def position(
    game: MaybeGame = None,
    named: Annotated[str | None, typer.Option("--game", metavar="GAME", help="The same, with --read.")] = None,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    moves: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Moves to make first, one `SEAT MOVE` a line; - for input.")
    ] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The end of this record instead of a new game.")
    ] = None,
    read: Annotated[Path | None, typer.Option(metavar="FILE", help="Check this position and show it.")] = None,
    as_: As = None,
    lang: Lang = None,
) -> None:
    """Write a position as JSON: of a new game, after some moves, or at the end of a record. Or read one and show it."""
    from tripot.terminal.drawing import Drawing, draw
    from tripot.terminal.given import make_moves, opened, viewer_at
    from tripot.terminal.story import seat_names

    name = game or named
    if read is None:
        if as_ is not None:
            raise _refusal("--as goes with --read: a position is written whole")
        table = opened(name, seats, seed, option, record, None)
        if moves is not None:
            make_moves(table, moves)
        fields = [f"  {json.dumps(field)}: {json.dumps(value)}" for field, value in table.position().items()]
        typer.echo("{\n" + ",\n".join(fields) + "\n}")
        return
    table = opened(name, seats, seed, option, record, read)
    language = _language(lang)
    viewer = viewer_at(table, as_)
    document = table.position() if as_ is None else table.look(viewer).document()
    _console().print(draw(Drawing(table.game, document, viewer, language, seat_names(table, language))))


@app.command()
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(metavar="N", min=1, help="How many moves ahead.")] = 3,
    seats: Seats = None,
    seed: Seed = 0,
    option: Options = None,
    divide: Annotated[bool, typer.Option("--divide", help="One line for each first move.")] = False,
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Count from the end of this record.")] = None,
    position: Annotated[Path | None, typer.Option(metavar="FILE", help="Count from this position.")] = None,
) -> None:
    """Count the sequences of moves, of seats and of chance, from a position."""
    from time import perf_counter

    from rich.console import Console

    from tripot.engine import perft as counting
    from tripot.terminal.given import opened

    table = opened(game, seats, seed, option, record, position)
    with Console(stderr=True).status("Counting ...") as status:
        for ahead in range(depth if divide else 1, depth + 1):
            began = perf_counter()
            if divide:
                counts = counting.divide(table, ahead)
                for move, count in counts.items():
                    typer.echo(f"{move}: {count}")
                total = sum(counts.values())
            else:
                total = counting.perft(table, ahead)
            typer.echo(f"depth {ahead}: {total}")
            status.update(f"Counting ... depth {ahead} took {perf_counter() - began:.1f} s")


@app.command()
def lint(
    file: Annotated[list[Path] | None, typer.Argument(help="Rules files; those of all games if none is named.")] = None,
) -> None:
    """Hold rules and bots' policies to the Python that plain, native and GPU code share."""
    from tripot.bots.instincts import policy
    from tripot.engine.catalogue import catalogue, rules_of
    from tripot.engine.errors import TripotError
    from tripot.engine.subset import complaints, complaints_in
    from tripot.terminal.given import text_of

    found: list[str] = []
    read = len(file or ())
    if file:
        for one in file:
            try:
                found += map(str, complaints_in(text_of(one), str(one)))
            except SyntaxError as fault:
                raise _refusal(f"{one}:{fault.lineno}: this is no Python: {fault.msg}") from None
    else:
        for name in catalogue():
            try:
                rules, own_policy = rules_of(name), policy(name)
            except TripotError as fault:
                found.append(str(fault))
                continue
            read += 1
            found += map(str, complaints(rules))
            found += map(str, complaints(own_policy, rules) if own_policy else ())
    for complaint in dict.fromkeys(found):  # games share modules
        typer.echo(complaint)
    typer.echo(f"{read} {'files' if file else 'games'} read, {len(dict.fromkeys(found)) or 'no'} complaints", err=True)
    if found:
        raise typer.Exit(COMPLAINTS)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The game's name: small letters and digits.")],
    folder: Annotated[Path | None, typer.Option("--in", metavar="FOLDER", help="Where; else ./NAME.")] = None,
    table: Annotated[bool, typer.Option("--table", help="With the beginnings of a table of its own.")] = False,
) -> None:
    """Begin a game in a package of its own, which plays at once: rules, texts in both languages, tests, a bot."""
    from tripot.making.new import new as begin

    home = folder or Path(name)
    for file in begin(name, home, table):
        typer.echo(f"wrote {file}")
    typer.echo(f"It plays as it is: `pip install -e {home}`, then `tripot play {name}` and `tripot check {name}`.")


@app.command()
def check(
    name: Annotated[list[str] | None, typer.Argument(metavar="GAME ...", help="Games; all if none is named.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Leave out what compiles the rules: seconds, not minutes.")
    ] = False,
    renew: Annotated[bool, typer.Option("--renew", help="Write goldens and records anew instead.")] = False,
) -> None:
    """Hold a game to the contract: conformance, twins and leaks, then its own tests."""
    from tripot.engine.catalogue import catalogue
    from tripot.testing import check as checking

    names = [_game(each).name for each in name] if name else list(catalogue())
    if renew:
        for each in names:
            for file in checking.renew(each):
                typer.echo(f"wrote {file}")
        return
    found = [complaint for each in names for complaint in checking.complaints(each)]
    if found:
        typer.echo("\n".join([*found, "Mend this first; the suites then run."]), err=True)
        raise typer.Exit(1)
    raise typer.Exit(checking.check(names, plain))


@app.command("map")
def city_map(
    game: GameName,
    layout: Annotated[int, typer.Option(metavar="N", help="Which layout of the city.")] = 1,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The SVG file.")] = Path("city.svg"),
    lang: Lang = None,
) -> None:
    """Draw a game's board: the city of PROHIBITION."""
    from tripot.terminal.given import write

    if _game(game).name != "prohibition":
        raise _refusal(f"{game} has no map; prohibition has")
    try:
        from tripot.lab.citymap import draw

        picture = draw(layout, _language(lang))
    except ImportError as fault:
        raise _refusal(f"the drawing of the city is not installed here ({fault})") from None
    except ValueError as fault:
        raise _refusal(str(fault)) from None
    write(output, picture)
    typer.echo(f"{output} is drawn.")


# What commands share


def _console() -> Console:
    from rich.console import Console

    return Console(highlight=False)


def _refusal(sentence: str) -> TripotError:
    from tripot.engine.errors import TripotError

    return TripotError(sentence)


def _language(lang: Language | None) -> str:
    from tripot.terminal.words import language_around

    return language_around() if lang is None else lang.value


def _game(name: str) -> Game:
    from tripot.engine.game import game

    return game(name)


def _name_broken_packages() -> None:
    """Whoever runs the house is told at once; every other game is played."""
    from tripot.bots import makers
    from tripot.engine.game import faults

    for fault in (*faults().values(), *makers.faults()):
        typer.echo(f"tripot: {fault}", err=True)


def _choices(spec: tuple[Any, ...]) -> str:
    """An option's default and what else it can be."""
    return "|".join(spec) if isinstance(spec[0], str) else "{} ({}–{})".format(*spec)


def _seat_range(game: Game) -> str:
    return str(game.most) if game.fewest == game.most else f"{game.fewest}–{game.most}"
