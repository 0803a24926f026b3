"""Which code and weights the house's bots play a game by."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from tripot.bots.network import HOME
from tripot.engine.catalogue import catalogue, home_of, rules_of

DECIDE = ("games", "bots/instincts", "bots/master")  # folders of what decides a move


@cache
def code_of(game_name: str) -> str:
    """A mark of a game's rules, policy, master and network, with all that games share there, and of a package's code.

    The engine isn't in it: goldens hold it to what it does.
    """
    house, others = Path(__file__).parents[1], {*catalogue()} - {game_name}
    files = [file for folder in DECIDE for file in sorted((house / folder).rglob("*.py"))]
    files = [file for file in files if others.isdisjoint((*file.relative_to(house).parts, file.stem))]
    files += [house / "bots" / "network.py", *HOME.glob(f"{game_name}.npz")]
    if not home_of(game_name).is_ours:
        files += sorted(Path(str(rules_of(game_name).__file__)).parent.rglob("*.py"))
    return digest_of(*files)


def digest_of(*files: Path) -> str:
    digest = hashlib.sha256()
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()[:12]
