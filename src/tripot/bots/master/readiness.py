"""Whether the machine code of a game's master is there. Compiling it takes a minute, which nobody at a table waits for:
until then a regular plays. This module is also what a process runs that compiles."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

from tripot.bots.instincts import policy
from tripot.bots.master import master, settings_of
from tripot.bots.master.plans import plan_of
from tripot.bots.master.player import ENTRIES, parts_of
from tripot.engine.game import game
from tripot.engine.native import cache_folder, key_of, options_of

NICE = 15
_started: dict[str, subprocess.Popen[bytes]] = {}


def mark_of(game_name: str) -> Path:
    """The file that says so."""
    rules, options, plan = game(game_name).rules, options_of(False), plan_of(game_name)
    folder = cache_folder() / key_of(rules, options, (*ENTRIES, *parts_of(rules)), policy(game_name))
    return folder / (f"master-{key_of(rules, options, (), plan)}" if plan else "master")


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


def start(game_name: str) -> None:
    """Let another process compile, if none of this one's does."""
    if game_name not in _started:
        command = [sys.executable, "-m", __name__, game_name]
        _started[game_name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)


def main() -> None:
    os.nice(NICE)
    for name in sys.argv[1:]:
        make_ready(name)


if __name__ == "__main__":
    main()
