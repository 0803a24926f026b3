"""A game at one screen: people take turns before it, bots have the other seats.

A person's screen is made from that seat's look and from what the seat heard, never from the full state. Where several
people share the screen, it is wiped, scrolled-off lines included, before it goes to the next.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, Group
from rich.rule import Rule
from rich.text import Text

from tripot.bots import MASTER
from tripot.engine.errors import TripotError
from tripot.engine.log_sentences import Teller
from tripot.terminal.drawing import Drawing, draw
from tripot.terminal.inputs import write
from tripot.terminal.move_parsing import Offer, complete_with
from tripot.terminal.narration import result
from tripot.terminal.rulebook import sourced
from tripot.terminal.words import words

if TYPE_CHECKING:
    from tripot.engine.look import Look
    from tripot.engine.table import Table
    from tripot.terminal.opponents import Opponent

CLEAR = "\x1b[H\x1b[2J"
WIPE = CLEAR + "\x1b[3J"  # the last part: what was scrolled off the screen; after the clearing, which may scroll
A_LINE_EACH = 12  # up to so many moves are listed one below the other
LATEST = 15  # sentences shown before a move; `log` shows all
INTERRUPTED = 130


class _Leave(Exception):
    """A person gets up before the end."""


class HotSeat:
    """One game, its people and its screen."""

    def __init__(
        self, table: Table, people: Sequence[int], opponents: Mapping[int, Opponent], language: str,
        luck: random.Random, save: Path | None = None,
    ) -> None:  # fmt: skip
        self._table, self._people, self._language, self._luck, self._save = table, people, language, luck, save
        self._opponents = opponents
        self._names = table.names
        self._texts, self._say = table.game.texts(language), words(language)
        self._console = Console(highlight=False)
        self._at_screen = people[0] if len(people) == 1 else None
        self._log = _Log(table, people, language)

    def play(self) -> int:
        """To the end, or until somebody leaves; the exit status."""
        status = 0
        try:
            self._welcome()
            while self._table.actors:
                seat = self._luck.choice(sorted(self._table.actors))  # sealed answers come in no special order
                if seat in self._people:
                    self._ask(seat)
                else:
                    self._let_play(seat)
            self._show_end()
        except _Leave:
            self._wipe_if_shared()
            self._print(self._say("leaving"))
        except EOFError:
            return self._leave_at_once("left", 0)
        except KeyboardInterrupt:
            return self._leave_at_once("leaving", INTERRUPTED)
        try:
            self._keep_record()
        except (EOFError, KeyboardInterrupt):
            self._print("")
            status = INTERRUPTED if self._table.outcome is None else 0
        return status

    # the screen

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style))

    def _send(self, sequence: str) -> None:
        self._console.file.write(sequence)
        self._console.file.flush()

    def _wipe_if_shared(self) -> None:
        if len(self._people) > 1:
            self._send(WIPE)

    def _welcome(self) -> None:
        people = [self._names[seat] for seat in self._people]
        self._print(self._say("welcome", title=self._texts.title, people=", ".join(people)), "bold")
        if "rebuilt" in self._texts.sheet:
            self._print(self._texts.sheet["rebuilt"], "dim")
        if self._opponents:
            self._print(self._say("around"))
            for sentence in self._who_sits_where():
                self._print(f"  {sentence}")
        if len(self._people) == 1 and self._console.is_terminal:
            self._print("")

    def _who_sits_where(self) -> Iterator[str]:
        """Every seat; how a level plays is told once."""
        told = set()
        for seat, name in enumerate(self._names):
            opponent = self._opponents.get(seat)
            if opponent is None:
                yield self._say("sits", seat=seat + 1, name=name)
            else:
                yield self._say("bot_sits", seat=seat + 1, name=name, bot=opponent.about(opponent.level not in told))
                told.add(opponent.level)

    def _hand_screen_to(self, seat: int) -> None:
        """Nobody sees the screen of another: it is wiped before it changes hands."""
        if self._at_screen != seat:
            if self._at_screen is not None:
                self._send(WIPE)
            self._print(self._say("pass_screen", name=self._names[seat]), "bold")
            self._at_screen = seat
            input()
            self._send(WIPE)
        elif self._log.was_read(seat) and self._console.is_terminal:
            self._send(CLEAR)

    # a bot's move

    def _let_play(self, seat: int) -> None:
        opponent = self._opponents[seat]
        with self._console.status(self._say("thinking")) if opponent.level == MASTER else nullcontext():
            move, wrong = opponent.move()
        if wrong:
            self._log.remark(wrong)
        self._table.play(seat, move)

    # a person's move

    def _ask(self, seat: int) -> None:
        self._hand_screen_to(seat)
        look = self._table.look(seat)
        offer = Offer(look.legal, lambda move: self._texts.move(move, self._names.__getitem__))
        complete_with(offer)
        self._show_news(seat)
        self._show_table(look)
        self._show_moves(look, offer)
        while True:
            answer = input(self._say("ask")).strip()
            if not answer:
                self._show_table(look)
                self._show_moves(look, offer)
            elif not self._obeyed(answer, look, offer):
                move = self._understood(answer, look, offer)
                if move is not None:
                    self._table.play(seat, move)
                    return

    def _obeyed(self, answer: str, look: Look, offer: Offer) -> bool:
        """Do what was asked for, if the answer is no move but a command."""
        first, _, rest = answer.partition(" ")
        if first.startswith("?"):
            first, rest = "?", answer[1:].strip()
        command = self._say.commands.get(first.casefold())
        if command is None or (rest and command != "rule"):
            return False
        if command == "quit":
            raise _Leave
        if command == "rule":
            self._show_clause(rest or look.clause)
        elif command == "moves":
            self._show_moves(look, offer)
        else:
            for sentence in self._log.all(look.viewer):
                self._print(sentence)
        return True

    def _understood(self, answer: str, look: Look, offer: Offer) -> str | None:
        """The move that an answer means; a sentence says what is wrong where it means none."""
        meant, clause = offer.meant(answer), look.clause
        if len(meant) == 1:
            return meant[0]
        forbidden = None if meant else offer.forbidden(answer, self._table.game.moves)
        if meant:
            refusal = self._say("several", answer=answer, moves=_listed(offer, meant), clause=clause)
        elif forbidden is not None:
            clause = look.clause_of(self._table.game.move_number(forbidden))
            text = self._texts.clause(clause)
            refusal = self._say("not_now", move=offer.label(forbidden), clause=clause, text=text)
        elif answer.isdecimal():
            refusal = self._say("too_high", count=len(offer.legal), number=answer, clause=clause)
        elif near := offer.near(answer):
            refusal = self._say("perhaps", answer=answer, moves=_listed(offer, near), clause=clause)
        else:
            refusal = self._say("not_understood", answer=answer, clause=clause)
        self._print(refusal, "yellow")
        return None

    def _show_clause(self, name: str) -> None:
        clauses, prefix = self._texts.clauses, self._table.game.rules.CLAUSE
        clause = self._table.game.clause_name(int(name)) if name.isdecimal() else name.upper()
        if clause in clauses:
            self._print(f"{clause}: {clauses[clause]}")
            self._console.print(*sourced(self._texts, clause, self._say))
        else:
            first, *_, last = [name for name in clauses if name.startswith(prefix)]
            self._print(self._say("no_clause", clause=repr(name), first=first, last=last), "yellow")

    def _show_news(self, seat: int) -> None:
        heading = "since" if self._log.was_read(seat) else "begun"
        news = self._log.new(seat)
        if news:
            self._console.print(Rule(self._say(heading), align="left", style="dim"))
            for sentence in (["…"] if len(news) > LATEST else []) + news[-LATEST:]:
                self._print(f"  {sentence}")

    def _show_table(self, look: Look) -> None:
        drawing = Drawing(self._table.game, look.document(), look.viewer, self._language, self._names, look.legal)
        self._console.print(Rule(self._texts.title, align="left", style="dim"), draw(drawing), "")

    def _show_moves(self, look: Look, offer: Offer) -> None:
        prompt = self._texts.prompt(look.phase, look.role)
        self._print(self._say("prompt", name=self._names[look.viewer], prompt=prompt, clause=look.clause), "bold")
        labels = [Text(f"{number:>3}  {offer.label(move)}") for number, move in enumerate(offer.legal, 1)]
        self._console.print(Group(*labels) if len(labels) <= A_LINE_EACH else Columns(labels, column_first=True))
        self._print(self._say("hint"), "dim")

    # the end

    def _show_end(self) -> None:
        """For one person as their seat sees it; several get what a spectator gets."""
        alone = len(self._people) == 1
        viewer = self._people[0] if alone else None
        self._wipe_if_shared()
        if alone:
            self._show_news(self._people[0])
        drawing = Drawing(self._table.game, self._table.look(viewer).document(), viewer, self._language, self._names)
        self._console.print(Rule(self._say("over"), align="left", style="dim"), draw(drawing), "")
        self._console.print(result(self._table, self._language, self._names))

    def _leave_at_once(self, sentence: str, status: int) -> int:
        self._wipe_if_shared()
        self._print("")
        self._print(self._say(sentence))
        if self._save is not None:
            self._write(self._save)
        return status

    def _keep_record(self) -> None:
        if self._save is not None:
            self._write(self._save)
            return
        while answer := input(self._say("save_where") + " ").strip():
            try:
                self._write(Path(answer))
                return
            except TripotError as fault:
                self._print(str(fault), "yellow")
        self._print(self._say("not_saved"))

    def _write(self, file: Path) -> None:
        write(file, self._table.record(), anew=True)
        self._print(self._say("saved", file=file))


class _Log:
    """What every person has heard, and how much of it they have read."""

    def __init__(self, table: Table, people: Sequence[int], language: str) -> None:
        self._table = table
        self._steps, self._told = table.steps(), 0
        self._tellers = {seat: Teller(table.game, seat, language, table.names) for seat in people}
        self._sentences: dict[int, list[str]] = {seat: [] for seat in people}
        self._read: dict[int, int] = {}

    def _catch_up(self) -> None:
        """Tell everybody the moves made since; the steps go on where they stopped, so no move is made twice."""
        count = len(self._table.history) - self._told
        self._told += count
        for step in islice(self._steps, count):
            for seat, teller in self._tellers.items():
                self._sentences[seat] += teller.step(*step)

    def remark(self, sentence: str) -> None:
        """Tell everybody something beside the game."""
        self._catch_up()
        for sentences in self._sentences.values():
            sentences.append(sentence)

    def was_read(self, seat: int) -> bool:
        return seat in self._read

    def new(self, seat: int) -> list[str]:
        """The sentences that this person hasn't read; now they have."""
        self._catch_up()
        first = self._read.get(seat, 0)
        self._read[seat] = len(self._sentences[seat])
        return self._sentences[seat][first:]

    def all(self, seat: int) -> list[str]:
        self._catch_up()
        return self._sentences[seat]


def _listed(offer: Offer, moves: Sequence[str]) -> str:
    return " / ".join(offer.label(move) for move in moves[:6]) + (" …" if len(moves) > 6 else "")
