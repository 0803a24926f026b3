"""For makers of games: what their rules are held to, and a board's drawing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated

import typer

from tripot.cli.arguments import GameName, Lang
from tripot.cli.shared import COMPLAINTS, game_named, language_of, refusal


def lint(
    file: Annotated[list[Path] | None, typer.Argument(help="Rules files; those of all games if none is named.")] = None,
) -> None:
    """Hold rules and bots' policies to the Python that plain, native and GPU code share."""
    from tripot.bots.instincts import policy
    from tripot.engine.catalogue import catalogue, rules_of
    from tripot.engine.errors import TripotError
    from tripot.engine.rules_lint import complaints, complaints_in
    from tripot.terminal.inputs import text_of

    found: list[str] = []
    read = len(file or ())
    if file:
        for one in file:
            try:
                found += map(str, complaints_in(text_of(one), str(one)))
            except SyntaxError as fault:
                raise refusal(f"{one}:{fault.lineno}: this is no Python: {fault.msg}") from None
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


def check(
    name: Annotated[list[str] | None, typer.Argument(metavar="GAME ...", help="Games; all if none is named.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Leave out what compiles the rules: seconds, not minutes.")
    ] = False,
    only: Annotated[
        str,
        typer.Option(metavar="WORDS", help="Only tests with these words in their names, such as 'texts or clauses'."),
    ] = "",
    renew: Annotated[bool, typer.Option("--renew", help="Write goldens and records anew instead.")] = False,
) -> None:
    """Hold a game to the contract: conformance, twins and leaks, then its own tests."""
    from tripot.engine.catalogue import catalogue
    from tripot.testing import check as checking

    for each in name or ():
        if each not in catalogue() and (home := _folder_of(each)) is not None:
            raise refusal(f"{each} is in {home}, but not installed yet: `pip install -e {home}`, then check it")
    names = [game_named(each).name for each in name] if name else list(catalogue())
    if renew:
        for each in names:
            for file in checking.renew(each):
                typer.echo(f"wrote {file}")
        return
    found = [complaint for each in names for complaint in checking.complaints(each)]
    unworded = [slip for each in names for slip in checking.slips_of(each)]
    remarks = [remark for each in names for remark in checking.remarks(each)]
    for told in (*found, *unworded, *remarks):
        typer.echo(told, err=True)
    if found:
        typer.echo("Mend this first; the suites then run.", err=True)
        raise typer.Exit(COMPLAINTS)
    status = checking.check(names, plain, worded=not unworded, only=only)
    if status == checking.NOTHING_RAN:
        raise refusal(f"no test has {only!r} in its name")
    if unworded:
        typer.echo(
            "The texts that were named first are still to be written; the tests of texts wait for them.", err=True
        )
    raise typer.Exit(status or bool(unworded))


def _folder_of(name: str) -> Path | None:
    """The folder, here or by the game's name, whose package brings a game."""
    for home in (Path(name), Path()):
        try:
            project = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            if name in project["entry-points"]["tripot.games"]:
                return home
        except (OSError, ValueError, KeyError, TypeError):
            continue
    return None


def city_map(
    game: GameName,
    layout: Annotated[int, typer.Option(metavar="N", help="Which layout of the city.")] = 1,
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The SVG file.")] = Path("city.svg"),
    lang: Lang = None,
) -> None:
    """Draw a game's board: the city of PROHIBITION."""
    from tripot.terminal.inputs import write

    if game_named(game).name != "prohibition":
        raise refusal(f"{game} has no map; prohibition has")
    try:
        from tripot.lab.citymap import draw

        picture = draw(layout, language_of(lang))
    except ImportError as fault:
        raise refusal(f"the drawing of the city is not installed here ({fault})") from None
    except ValueError as fault:
        raise refusal(str(fault)) from None
    write(output, picture)
    typer.echo(f"{output} is drawn.")
