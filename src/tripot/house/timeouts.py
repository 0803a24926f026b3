"""What time plays for a seat that hasn't decided: worked out from what the seat itself may know."""

from __future__ import annotations

import random

from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.state import PlainState

LONGEST_SERIES = 64  # moves


def completes(game: Game, before: PlainState, after: PlainState, seat: int, move: int) -> bool:
    """Whether a move ends an act: its seat has no more to do now, or sees something that it didn't know."""
    plain = game.plain
    asked = plain.actors(after)
    goes_on = asked > 0 and asked >> seat & 1 and plain.sealed(after) == plain.sealed(before)
    return not goes_on or bool(plain.reveals(before, after, seat, move, seat))


def passive_act(game: Game, state: PlainState, seat: int, luck: random.Random) -> list[str]:
    """The passive moves of a seat until an act is complete; by luck in a game that has none."""
    moves: list[str] = []
    while len(moves) < LONGEST_SERIES:
        look = Look(game, state, seat)
        moves.append(str(look.passive) if game.rules.PASSIVE else luck.choice(look.legal))
        number, before = game.move_number(moves[-1]), state
        state = before.copy()
        game.plain.apply(state, seat, number)
        if completes(game, before, state, seat, number):
            break
    return moves
