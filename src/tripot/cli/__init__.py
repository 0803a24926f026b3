"""The command line. A mistake costs one sentence and exit status 2, and changes nothing.

The engine is loaded by the command that needs it, so that `tripot --help` is quick.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from tripot.cli import hosting, making, playing, records, studying
from tripot.cli.shared import MISTAKE


class PlainRefusals(TyperGroup):
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


app = typer.Typer(
    cls=PlainRefusals,
    help="Tripot: a back room for bluffing games, and an engine to study them.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# in the order in which `tripot --help` lists them
for command in (
    playing.games, playing.rules, playing.play,
    hosting.serve, hosting.worker, hosting.tidy,
    studying.simulate, studying.arena, studying.train, studying.selfplay,
    records.replay, records.verify, records.position, records.perft,
    making.lint, making.new, making.check,
):  # fmt: skip
    app.command()(command)
app.command("map")(making.city_map)
puzzles = typer.Typer(help="Positions from strong play in which somebody may be lying.", no_args_is_help=True)
puzzles.command("make")(studying.make_puzzles)
app.add_typer(puzzles, name="puzzles")


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
