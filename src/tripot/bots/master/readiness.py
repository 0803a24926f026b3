"""Whether the machine code of a game's master is there. Compiling it takes a minute, which nobody at a table waits for:
until then a regular plays. This module is also what a process runs that compiles."""

from __future__ import annotations

import ctypes
import fcntl
import os
import random
import signal
import sys
import traceback
from contextlib import suppress
from functools import cache
from pathlib import Path

from tripot.bots import MASTER, played_at
from tripot.bots.instincts import policy
from tripot.bots.master import master, settings_of
from tripot.bots.master.plans import plan_of
from tripot.bots.master.player import ENTRIES, parts_of
from tripot.engine.game import game, games
from tripot.engine.native import cache_folder, key_of, options_of

NICE = 15
PR_SET_PDEATHSIG = 1


def mark_of(game_name: str) -> Path:
    """The file that says so."""
    return cache_folder() / _mark_in_cache(game_name)


@cache
def _mark_in_cache(game_name: str) -> Path:
    """Worked out once, from sources that a process has loaded: it takes a millisecond, and every decision asks."""
    rules, options, plan = game(game_name).rules, options_of(False), plan_of(game_name)
    key = key_of(rules, options, (*ENTRIES, *parts_of(rules)), policy(game_name))
    return Path(key) / (f"master-{key_of(rules, options, (), plan)}" if plan else "master")


def is_ready(game_name: str) -> bool:
    return mark_of(game_name).exists()


def make_ready(game_name: str) -> None:
    """Let a master notice a little and decide once: all that it needs is compiled, or loaded."""
    mark, played = mark_of(game_name), game(game_name)
    table = played.start(seed=1)
    rng = random.Random(1)
    player = master(game_name, settings_of(game_name, simulations=2))
    for seat in sorted(table.actors):
        look = table.look(seat)
        player.notice([], look)
        player.notice([], look)
        player(look, rng)
        if player.plan is not None:
            player.planned(player.plan)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _make_ready_alone(game_name: str) -> None:
    """The same, unless it was done or another process is at it."""
    mark = mark_of(game_name)
    mark.parent.mkdir(parents=True, exist_ok=True)
    with mark.with_suffix(".lock").open("w") as lock, suppress(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not is_ready(game_name):
            make_ready(game_name)


def main() -> None:
    """Compile for the games that are named, or else for all, one after the other."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    os.nice(NICE)
    failed = False
    for name in sys.argv[1:] or [each.name for each in games() if played_at(each.name, MASTER) == MASTER]:
        try:
            _make_ready_alone(name)
        except Exception:  # whatever a maker's policy raises; the other games have theirs all the same
            print(f"{name}: {traceback.format_exc(limit=-2)}", file=sys.stderr)
            failed = True
    sys.exit(failed)


if __name__ == "__main__":
    main()
