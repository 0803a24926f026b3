"""What happened at a table and how it ended, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from tripot.terminal.words import words

if TYPE_CHECKING:
    from tripot.engine.table import Table


def seat_names(table: Table, language: str) -> list[str]:
    """The names at a table; seats without one by their number. A record's names can't steer the terminal."""
    given = [str(name) for name in table.names]
    unnamed = [words(language)("seat", number=seat) for seat in range(len(given), table.seats)]
    return ["".join(letter if letter.isprintable() else "�" for letter in name) for name in (*given, *unnamed)]


def heard(table: Table, viewer: int | None, language: str, names: Sequence[str]) -> Iterator[list[str]]:
    """For each move, the sentences that a viewer heard."""
    from tripot.engine.log_sentences import Teller

    teller = Teller(table.game, -1 if viewer is None else viewer, language, names)
    for step in table.steps():
        yield teller.step(*step)


def everything(table: Table, language: str, names: Sequence[str]) -> Iterator[list[str]]:
    """For each move, all of it in sentences, whoever heard it."""
    from tripot.engine.look import Look

    game, texts, say = table.game, table.game.texts(language), words(language)
    for (seat, text), (before, _, move, after) in zip(table.history, table.steps(), strict=True):
        who, about = say("chance"), ""
        if seat is not None:
            who = names[seat]
            about = Look(game, before, seat).about(Look(game, after, seat), seat, move)
        told = texts.told(text, who, about, names.__getitem__)
        was, now = Look(game, before, -1), Look(game, after, -1)
        news = [texts.news(each, names.__getitem__) for each in was.news(now)] if bytes(was) != bytes(now) else []
        if not told and not news:
            told = say("did", who=who, what=_labelled(table, seat, text, language, names))
        yield [sentence for sentence in (told, *news) if sentence]


def headings(table: Table, viewer: int | None, language: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """For each move, the round and the turn that begin with it for a viewer, if any do."""
    from tripot.engine.look import Look

    game, say = table.game, words(language)
    called = words(language).field(game.name, "round", game.texts(language).words)
    number, turn = 0, -1
    for before, _, _, after in table.steps():
        was, now = (Look(game, state, -1 if viewer is None else viewer) for state in (before, after))
        # what ends a turn still belongs to it
        this_round, this_turn = was.round or now.round, was.turn if was.turn >= 0 else now.turn
        round_begins = f"{called.capitalize()} {this_round}" if this_round and this_round != number else ""
        turn_begins = this_turn >= 0 and (this_turn != turn or round_begins)
        number, turn = this_round, this_turn
        yield round_begins, say("turn_of", name=names[turn]) if turn_begins else ""


def _labelled(table: Table, seat: int | None, text: str, language: str, names: Sequence[str]) -> str:
    """A move that nobody is told of in a sentence of its own: its label, or for chance its words."""
    texts = table.game.texts(language)
    if seat is not None:
        return texts.move(text, names.__getitem__)
    act, *things = text.split()
    return " ".join([words(language).term(act), *(texts.word(thing) for thing in things)])


def result(table: Table, language: str, names: Sequence[str]) -> RenderableType:
    """Why the game ended and how its story does, with ranks, the best first, and points clause by clause."""
    from tripot.engine.log_sentences import epilogue

    outcome, say, texts = table.outcome, words(language), table.game.texts(language)
    if outcome is None:
        raise ValueError("the game goes on")
    grid = Grid(say("rank"), say("player"), header_style="cyan", title_justify="left")
    grid.add_column(say("points"), justify="right")
    for seat in sorted(range(table.seats), key=lambda seat: outcome.ranks[seat]):
        style = "bold" if outcome.ranks[seat] == 1 else ""
        grid.add_row(str(outcome.ranks[seat]), Text(names[seat]), texts.sum(outcome.scores[seat]), style=style)
        for line in table.lines:
            if line.seat == seat and line.number is not None and line.points is not None:
                said = Text(f"{line.clause}  {texts.line(line.name, line.number)}")
                grid.add_row("", said, texts.sum(line.points), style="dim")
    told = [texts.end(outcome.reason), epilogue(table, language, names)]
    return Group(*(Text(sentence) for sentence in told if sentence), "", grid)
