"""How often a level lies, is caught and is believed, counted at tables where it has all seats.

In Contrebande a lie is a declaration that isn't wholly true, in PROHIS a convoy with something illegal in it, in Chasse
a figure with goods that comes home or is controlled, in Condamnés! a moment in which the stolen card is slipped along.
PROHIBITION lies open: nobody can lie there.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tripot.bots import MASTER, bot
from tripot.engine.game import game
from tripot.games import chasse, condamnes, contrebande, prohis
from tripot.lab.intervals import interval, percent


@dataclass
class Bluffs:
    """Counts of what was said or sent; a lie is caught, believed, or neither (an inspection that found nothing)."""

    said: int = 0
    lies: int = 0
    caught: int = 0
    believed: int = 0
    doubted: int = 0  # though true

    @property
    def lying(self) -> float:
        return self.lies / max(1, self.said)

    def line(self) -> str:
        """As shares with intervals of 95 %."""
        honest = self.said - self.lies
        parts = ((self.lies, self.said), (self.caught, self.lies), (self.believed, self.lies), (self.doubted, honest))
        return " | ".join(percent(interval(count, of)) for count, of in parts)


def bluffs(name: str, level: str, seats: int = 4, games: int = 20, seed: int = 0) -> Bluffs:
    """Play so many games among players of one level, and count."""
    found = Bluffs()
    for number in range(seed, seed + games):
        count_in(found, name, level, seats, number)
    return found


def count_in(found: Bluffs, name: str, level: str, seats: int, number: int) -> None:
    """Count in one game. Masters hear all that their seats hear."""
    chosen, watch = game(name), WATCHES[name]
    if level == MASTER:
        from tripot.bots.instincts import policy
        from tripot.bots.master import settings_of
        from tripot.bots.master.match import MASTER as THINKS
        from tripot.bots.master.match import play

        module = policy(name)
        assert module is not None
        play(
            chosen, module, [THINKS] * seats, seats, number, settings_of(name),
            watch=lambda before, move, after: watch(found, before, move, after),
        )  # fmt: skip
        return
    table, rng = chosen.start(seats, seed=number), random.Random(number)
    players = [bot(name, level) for _ in range(seats)]
    while asked := sorted(table.actors):
        seat = rng.choice(asked)
        before = table.state()
        move = players[seat](table.look(seat), rng)
        table.play(seat, move)
        watch(found, before, move, table.state())


def _in_contrebande(found: Bluffs, before: Any, move: str, after: Any) -> None:
    if move in ("declared", "claim-bag"):
        found.said += 1
        found.lies += not contrebande.wholly_true(after, after.hand)
    elif move in ("search", "denounce", "take"):
        lie, doubt = not contrebande.wholly_true(before, before.hand), move != "take"
        found.caught += lie and doubt
        found.believed += lie and not doubt
        found.doubted += doubt and not lie


def _in_prohis(found: Bluffs, before: Any, move: str, after: Any) -> None:
    smuggling = prohis.ILLEGAL in list(before.convoy)
    if move == "send":
        found.said += 1
        found.lies += smuggling
    elif _on_the_road(before) and not _on_the_road(after):  # the convoy's fate is decided
        inspected = move.startswith("flip")
        seized = inspected and prohis.ILLEGAL in list(after.turned)
        found.caught += smuggling and seized
        found.believed += smuggling and not inspected
        found.doubted += inspected and not smuggling


def _on_the_road(state: Any) -> bool:
    return bool(prohis.CONTROL <= state.phase <= prohis.INSPECTION)


def _in_chasse(found: Bluffs, before: Any, move: str, after: Any) -> None:
    controls = after.red_taken + after.black_taken - before.red_taken - before.black_taken
    if before.phase != chasse.MOVING or after.leg != before.leg or after.quiet > 0:
        return
    if controls:
        loaded = after.red_taken > before.red_taken
        found.caught += loaded
        found.doubted += not loaded
    else:
        loaded = before.plaques[before.lifted] > 0
        found.believed += loaded
    found.said += 1
    found.lies += loaded


def _in_condamnes(found: Bluffs, before: Any, move: str, after: Any) -> None:
    if before.phase != condamnes.MOMENT or after.phase == condamnes.MOMENT or before.holder < 0:
        return
    slipped, watched = after.giver >= 0, after.gaze == (after.giver if after.giver >= 0 else before.holder)
    found.said += 1
    found.lies += slipped
    found.caught += slipped and watched
    found.believed += slipped and not watched
    found.doubted += watched and not slipped


WATCHES = {"chasse": _in_chasse, "condamnes": _in_condamnes, "contrebande": _in_contrebande, "prohis": _in_prohis}
GAMES = tuple(WATCHES)
