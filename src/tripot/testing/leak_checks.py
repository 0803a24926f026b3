"""What a viewer is given, all of it, so that two worlds can be compared; and the checks along one line of play.

Every check takes a game and gives sentences that say what leaked, so that the same checks run on the house's games
and on games with a hole in them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from tripot.engine.errors import IllegalMove
from tripot.engine.game import Game
from tripot.engine.look import Look, seats_in
from tripot.engine.record_codec import seats_of
from tripot.engine.state import PlainState
from tripot.engine.table import Table
from tripot.games.common import ALL, CHANCE, LATER, NOBODY, NOTHING
from tripot.testing.declared import leaks_of_declaration
from tripot.testing.random_play import Step, after, legal_moves, possible_outcomes


def redacted(game: Game, state: PlainState, viewer: int) -> bytes:
    return bytes(Look(game, state, viewer))


def imagined(game: Game, state: PlainState, viewer: int, seed: int) -> PlainState:
    """Another full state that agrees with what a viewer sees of this one."""
    return Look(game, state, viewer).imagined(seed)


def table_of(game: Game, state: PlainState) -> Table:
    """A table that stands in a state; nothing is played on it."""
    return Table(game, seats_of(game.rules, state), None, state, _NoChance())


class _NoChance:
    def pick(self, weights: Any) -> str:
        raise AssertionError("nothing is played here")


def given_to(game: Game, state: PlainState, viewer: int, tries: list[int]) -> dict[str, Any]:
    """Everything a viewer is given of a state: record, view (with prompt and moves), tensor, refusals of some moves."""
    table, seat = table_of(game, state), None if viewer < 0 else viewer
    look, view = table.look(seat), table.view(seat)
    refused = [game.moves[move] for move in tries if game.moves[move] not in view["legal"]]
    return {
        "record": bytes(look),
        "view": json.dumps(view),
        "time-out": game.passive_of(view["legal"]),
        "tensor": look.tensor().tobytes(),
        "refusals": [] if seat is None else [refusal(table, seat, text) for text in refused],
    }


def refusal(table: Table, seat: int, text: str) -> str:
    """The sentence with which a move is refused."""
    try:
        table.play(seat, text)
    except IllegalMove as fault:
        return str(fault)
    raise AssertionError(f"{text!r} was played though it was not offered")


def some_moves(game: Game, rng: random.Random, count: int) -> list[int]:
    return [rng.randrange(len(game.moves)) for _ in range(count)]


# along one line of play


def leaks_of_a_look(game: Game, state: PlainState, viewer: int, seed: int) -> Iterator[str]:
    """What a viewer sees must be what is declared, and enough: for a possible full record that looks the same, and for
    their own moves."""
    yield from leaks_of_declaration(game, state, viewer)
    seen = redacted(game, state, viewer)
    other = imagined(game, state, viewer, seed)
    flaw = game.flaw(other)
    if flaw:
        yield f"viewer {viewer} imagines an impossible state: {flaw}"
    elif redacted(game, other, viewer) != seen:
        yield f"what viewer {viewer} imagines doesn't look to them like what they see"
    if viewer in seats_in(game.plain.actors(state)):
        offered = Look(game, state, viewer).legal_numbers()
        if offered != legal_moves(game, state, viewer):
            yield f"seat {viewer} may do other things than they can know"


def leaks_of_hearing(game: Game, step: Step, viewer: int) -> Iterator[str]:
    """A viewer hears of others' moves exactly when something changes in their sight."""
    if is_own(step.seat, viewer) or opens(game, step.before, step.after):
        return
    changed = redacted(game, step.before, viewer) != redacted(game, step.after, viewer)
    level = game.plain.hears(step.before, step.seat, step.move, viewer)
    if level in (NOTHING, LATER) and changed and step.seat != CHANCE:
        yield f"viewer {viewer} sees a move and doesn't hear it"
    if level not in (NOTHING, LATER) and not changed:
        yield f"viewer {viewer} hears a move and doesn't see it"


def leaks_of_words(game: Game, state: PlainState, seat: int, viewer: int) -> Iterator[str]:
    """Moves that sound the same look the same, and moves that look the same but lead elsewhere sound the same."""
    if is_own(seat, viewer):
        return
    looks: dict[tuple[str, int], bytes] = {}
    words: dict[bytes, dict[str, bytes]] = {}
    for move in choices(game, state, seat):
        then = after(game, state, seat, move)
        if opens(game, state, then) or game.plain.actors(then) == NOBODY:
            continue
        said, look = words_of(game, state, seat, move, viewer), redacted(game, then, viewer)
        revealed = int(game.plain.reveals(state, then, seat, move, viewer))
        if looks.setdefault((said, revealed), look) != look:
            yield f"viewer {viewer} can see which move it was, though all they are told is {said!r}"
        same_look = words.setdefault(look, {})
        if any(other != said and full != bytes(then) for other, full in same_look.items()):
            yield f"viewer {viewer} is told {said!r}, though {min(same_look)!r} looks the same"
        same_look[said] = bytes(then)


def is_own(seat: int, viewer: int) -> bool:
    """Whether a move is the viewer's own; chance is nobody's, not the spectator's."""
    return seat == viewer and seat != CHANCE


def opens(game: Game, before: PlainState, then: PlainState) -> bool:
    """Whether sealed answers are opened."""
    return bool(game.plain.sealed(before) != game.plain.sealed(then) and game.plain.sealed(before))


def words_of(game: Game, state: PlainState, seat: int, move: int, viewer: int) -> str:
    """A move as a viewer hears it at once: its text, its verb or nothing."""
    level, text = game.plain.hears(state, seat, move, viewer), (game.outcomes if seat == CHANCE else game.moves)[move]
    return text if level == ALL else "" if level in (NOTHING, LATER) else text.split()[0]


def choices(game: Game, state: PlainState, seat: int) -> list[int]:
    """All that a seat or chance may do."""
    return list(possible_outcomes(game, state)) if seat == CHANCE else legal_moves(game, state, seat)
