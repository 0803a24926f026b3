"""Who plays the seats that no person has: the house's bots, or anybody's. They get looks, as at any table."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import Console

from tripot.bots import LEVELS, MASTER, NETWORK, RANDOM, REGULAR, SEED_BITS, has_character, played_at
from tripot.bots.master import readiness
from tripot.engine.errors import BadOption
from tripot.engine.witness import Witness
from tripot.house import botnames
from tripot.lab.contestants import Spoilt, contestant, player, told
from tripot.terminal.words import words

if TYPE_CHECKING:
    from tripot.engine.table import Table

PATIENCE = 10.0  # seconds after which a maker's bot has stalled


def entered(table: Table, people: Sequence[int], bots: Sequence[str]) -> dict[int, str]:
    """Whom each seat without a person has: the bots that are named, in turn, or the house's regulars."""
    others = [seat for seat in range(table.seats) if seat not in people]
    if len(bots) > len(others):
        raise BadOption("option.bots", seats=len(others), bots=len(bots))
    game = table.game
    wanted = [contestant(game, name).name for name in bots] or [played_at(game.name, REGULAR)]
    return {seat: wanted[place % len(wanted)] for place, seat in enumerate(others)}


def sit_down(table: Table, bots: Mapping[int, str], language: str, luck: random.Random) -> dict[int, Opponent]:
    """Bots by seat, ready to play: what a master compiles is there before the game begins."""
    levels = {bot.partition("/")[0] for bot in bots.values()}
    if MASTER in levels and not readiness.is_ready(table.game.name):
        Console(highlight=False).print(words(language)("getting_ready"))
        readiness.make_ready(table.game.name)
    return {seat: Opponent(table, seat, name, language, random.Random(luck.random())) for seat, name in bots.items()}


class Opponent:
    """A bot in its seat. One that remembers is shown all that the seat notices, when it is asked.

    One that does what nobody can play with is out, and passive moves are made in its place.
    """

    def __init__(self, table: Table, seat: int, bot: str, language: str, luck: random.Random) -> None:
        self.level, _, character = bot.partition("/")
        if has_character(table.game.name, self.level):  # as at the house's tables it goes with the name
            character = character or botnames.character(table.names[seat])
        self.character = character if self.level != RANDOM else ""
        self.bot = f"{self.level}/{self.character}" if self.character else bot
        self._table, self._seat, self._luck = table, seat, luck
        self._say = words(language)
        self._is_out = False
        self._choose = player(table.game, self.bot, seat, PATIENCE, luck.getrandbits(SEED_BITS))
        self._steps, self._shown = table.steps(), 0
        self._witness: Witness | None = None
        if hasattr(self._choose, "notice"):
            self._witness = Witness(table.game, seat, table.beginning())
            self._choose.notice([], self._witness.look)

    def about(self, whole: bool) -> str:
        """What it is, and how its level plays if `whole`; a bot that isn't of the house's has its own name alone."""
        if self.level not in (*LEVELS, NETWORK):
            return self.bot
        named = self._say(f"level_{self.level}")
        if self.character:
            named = self._say("coloured", level=named, character=self._say(f"character_{self.character}"))
        return f"{named} ({self._say(f'about_{self.level}')})" if whole else named

    def move(self) -> tuple[str, str]:
        """A legal move; and what went wrong, in a sentence, if the bot is out from now on."""
        look, wrong = self._table.look(self._seat), ""
        if not self._is_out:
            try:
                self._catch_up()
                move = str(self._choose(look, self._luck))
                if move in look.legal:
                    return move, ""
                wrong = self._say("illegal", move=repr(move), phase=look.phase)
            except Exception as fault:
                wrong = fault.fault if isinstance(fault, Spoilt) else told(fault)
            self._is_out = True
            wrong = self._say("spoilt", name=self._table.names[self._seat], bot=self.bot, wrong=wrong)
        return look.passive or self._luck.choice(look.legal), wrong

    def _catch_up(self) -> None:
        if self._witness is None:
            return
        new = self._table.length - self._shown
        self._shown += new
        for step in islice(self._steps, new):
            moment = self._witness.step(*step)
            if moment is not None:
                self._choose.notice(moment.events, self._witness.look)
