"""One game or position: told, verified, written down, counted from."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tripot.cli.arguments import As, GameName, Lang, MaybeGame, Options, Seats, Seed
from tripot.cli.shared import COMPLAINTS, language_of, refusal, screen

if TYPE_CHECKING:
    from rich.console import Console

    from tripot.engine.table import Table


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
    from tripot.terminal.inputs import STDIN, recorded, viewer_at
    from tripot.terminal.narration import everything, headings, heard, result, seat_names

    if step and file == STDIN:
        raise refusal("--step reads the Enter key from standard input: give the record as a file")
    language, console = language_of(lang), screen()
    table = recorded(file)
    names, viewer = seat_names(table, language), viewer_at(table, as_)
    if analyse and table.outcome is None:
        raise refusal("only a game that is over can be analysed")
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
    from tripot.terminal.inputs import text_of

    if file.is_file():
        fairness.refuse_if_too_large(file.stat().st_size)
    shown = None if receipt is None else fairness.read_receipt(text_of(receipt))
    report = fairness.verify(text_of(file), shown)
    grid = Grid.grid(padding=(0, 2, 0, 0))
    for check in report.checks:
        tick = Text("✓", style="green") if check.ok else Text("✗", style="red")
        grid.add_row(tick, Text(check.name), Text(check.sentence))
    console = screen()
    console.print(grid)
    if not report.ok:
        failed = ", ".join(check.name for check in report.checks if not check.ok)
        console.print("", Text(f"This record doesn't hold: {failed}."), sep="\n")
        raise typer.Exit(COMPLAINTS)
    proviso = "" if shown else ", if the commitment and the seals are those that you saw at the table"
    console.print("", Text(f"All of it holds{proviso}."), sep="\n")


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
    from tripot.terminal.inputs import make_moves, opened, viewer_at
    from tripot.terminal.narration import seat_names

    name = game or named
    if read is None:
        if as_ is not None:
            raise refusal("--as goes with --read: a position is written whole")
        table = opened(name, seats, seed, option, record, None)
        if moves is not None:
            make_moves(table, moves)
        fields = [f"  {json.dumps(field)}: {json.dumps(value)}" for field, value in table.position().items()]
        typer.echo("{\n" + ",\n".join(fields) + "\n}")
        return
    table = opened(name, seats, seed, option, record, read)
    language = language_of(lang)
    viewer = viewer_at(table, as_)
    document = table.position() if as_ is None else table.look(viewer).document()
    screen().print(draw(Drawing(table.game, document, viewer, language, seat_names(table, language))))


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
    from tripot.terminal.inputs import opened

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
