"""The house: its servers, its workers, and what is thrown away."""

from __future__ import annotations

from typing import Annotated

import typer

from tripot.cli.arguments import Keeping, Makers, ThinkersOption
from tripot.cli.shared import let_makers_in, name_broken_packages


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="0.0.0.0 lets others on the network in.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535)] = 8000,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="Several need PostgreSQL.")] = 1,
    scheduler: Annotated[bool, typer.Option(help="Run bots and clocks here, not only in `tripot worker`.")] = True,
    secure: Annotated[bool, typer.Option("--secure", help="A proxy in front speaks HTTPS.")] = False,
    proxied: Annotated[bool, typer.Option("--proxied", help="A proxy in front sets X-Forwarded-For.")] = False,
    origin: Annotated[list[str] | None, typer.Option(metavar="URL", help="Another page that may use this API.")] = None,
    sockets: Annotated[int, typer.Option(metavar="N", min=1, help="Maximum connections from one address.")] = 100,
    thinkers: ThinkersOption = None,
    keep: Keeping = None,
    bot: Makers = None,
) -> None:
    """Open the house: tables for everybody who has the address. Games are kept in TRIPOT_DATABASE, else in a file."""
    from tripot.house.tidying import kept
    from tripot.web.limits import Limits
    from tripot.web.services import Config
    from tripot.web.serving import database, refuse_if_closed, refuse_if_taken, serve

    days = kept(keep or ())
    let_makers_in(bot)
    refuse_if_closed(database(), processes)
    refuse_if_taken(host, port)
    limits = Limits(sockets_an_address=sockets)
    config = Config(
        database(), scheduler, tuple(origin or ()), secure, proxied, limits, keep=days, thinkers=thinkers, masters=True
    )
    shown = "127.0.0.1" if host == "0.0.0.0" else host
    name_broken_packages()
    typer.echo(f"Tripot is open at http://{shown}:{port} (Ctrl+C closes it; games are kept)")
    serve(config, host, port, processes)


def worker(thinkers: ThinkersOption = None, keep: Keeping = None, bot: Makers = None) -> None:
    """Run bots and clocks for servers that share a PostgreSQL database (TRIPOT_DATABASE); start as many as you like."""
    import asyncio

    from tripot.house.tidying import kept
    from tripot.web.serving import database, log_to_stderr, work

    days = kept(keep or ())
    let_makers_in(bot)
    log_to_stderr()
    asyncio.run(work(database(), days, thinkers))


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
