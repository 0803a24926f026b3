"""Games, their rules, and a table in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tripot.cli.arguments import GameName, Lang, MaybeGame, Options, read_seed
from tripot.cli.shared import game_named, language_of, look_here, name_broken_packages, refusal, screen

if TYPE_CHECKING:
    from tripot.engine.game import Game


def games(lang: Lang = None) -> None:
    """List the games: seats, what each is about, options and their defaults."""
    from rich.table import Table as Grid
    from rich.text import Text

    from tripot.engine.game import games as all_games

    grid = Grid("Game", "Seats", "What it is", "Options", header_style="cyan", show_lines=True)
    for game in all_games():
        texts = game.texts(language_of(lang))
        options = "\n".join(f"{name}={_choices(spec)}" for name, spec in game.options.items())
        name = Text.assemble((game.name, "bold"), "\n", texts.title)
        about = Text("\n\n".join(filter(None, (texts.blurb, texts.sheet.get("rebuilt")))))
        grid.add_row(name, _seat_range(game), about, Text(options or "–"))
    screen().print(grid)
    name_broken_packages()


def _choices(spec: tuple[Any, ...]) -> str:
    """An option's default and what else it can be."""
    return "|".join(spec) if isinstance(spec[0], str) else "{} ({}–{})".format(*spec)


def _seat_range(game: Game) -> str:
    return str(game.most) if game.fewest == game.most else f"{game.fewest}–{game.most}"


def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(metavar="CLAUSE", help="One clause, such as PRO-22.")] = None,
    lang: Lang = None,
) -> None:
    """Read a game's rules, or one clause of them."""
    from tripot.terminal.rulebook import clauses, front_page

    texts = game_named(game).texts(language_of(lang))
    chosen = texts.clauses
    if clause is not None:
        if clause.upper() not in chosen:
            first, *_, last = chosen
            raise refusal(f"{texts.title} has no clause {clause!r}; they go from {first} to {last}")
        chosen = {clause.upper(): chosen[clause.upper()]}
    console = screen()
    if clause is None:
        console.print(front_page(texts, language_of(lang)), "", width=min(96, console.width))
    console.print(clauses(texts, chosen, language_of(lang)))


def play(
    game: MaybeGame = None,
    seats: Annotated[int | None, typer.Option(metavar="N", help="How many seats; the fewest if not given.")] = None,
    people: Annotated[int, typer.Option(metavar="N", help="How many of them are people at this screen.")] = 1,
    seed: Annotated[int | None, typer.Option(metavar="N", parser=read_seed, help="Makes the game repeatable.")] = None,
    lang: Lang = None,
    option: Options = None,
    bots: Annotated[
        list[str] | None,
        typer.Option(
            "--bots",
            metavar="BOT ...",
            help="Who has the other seats, one for all or several in turn: levels (novice, regular, master, random, "
            "network), regular/bold, names that packages give, or module:Bot. Regulars if not given; at random where a "
            "game has none.",
        ),
    ] = None,
    name: Annotated[list[str] | None, typer.Option(metavar="NAME", help="A name: people first, then bots.")] = None,
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Seat people at random, not in the first seats.")] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the record to this new file.")] = None,
    more: Annotated[list[str] | None, typer.Argument(metavar="BOT ...", hidden=True)] = None,
) -> None:
    """Play in the terminal: people in turn at this screen, bots in the other seats."""
    import random

    from tripot.terminal import opponents, seating
    from tripot.terminal.hotseat import HotSeat
    from tripot.terminal.inputs import options_of

    language = language_of(lang)
    if more and not bots:
        raise refusal(f"one game is played at a time; --bots comes before bots' names, such as {more[0]!r}")
    look_here()
    try:
        if game is None:
            game, seats = seating.choose(language, seats)
    except (EOFError, KeyboardInterrupt) as left:
        typer.echo()
        raise typer.Exit(130 if isinstance(left, KeyboardInterrupt) else 0) from None
    chosen = game_named(game)
    table = chosen.start(seats, seed, **options_of(chosen, option))
    luck = random.SystemRandom() if seed is None else random.Random(seed)
    persons = seating.places(table, people, luck if shuffle else None)
    entered = opponents.entered(table, persons, [*(bots or []), *(more or [])])
    table.names = seating.names(table, persons, entered, name or [], language, luck)
    seating.check_new_file(save)
    seated = opponents.sit_down(table, entered, language, luck)
    raise typer.Exit(HotSeat(table, persons, seated, language, luck, save).play())
