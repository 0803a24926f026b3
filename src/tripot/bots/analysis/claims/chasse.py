"""Chasse: a red figure that ends its move within customs' reach claims to be empty. With a plaque under it, it lies.

Customs answer with their next move: they control that figure, or trust it. To control any other is a doubt too.
"""

from __future__ import annotations

from typing import Any

from tripot.bots.analysis.claims import BELIEVED, CAUGHT, DOUBTED, Answer, Claim, Claims, Steps
from tripot.games import chasse as rules


def lies(state: Any, seat: int, move: int) -> bool:
    """Whether a smuggler's move risks a figure that carries something."""
    if seat != state.leg:
        return False
    if rules.LIFT <= move < rules.TO:
        return bool(state.plaques[rules.cell_of(move - rules.LIFT)] > 0)
    return bool(move >= rules.TO and state.lifted >= 0 and state.plaques[state.lifted] > 0)


def within_reach(state: Any, cell: int, plain: Any) -> bool:
    """Whether customs, who move next, can control a figure."""
    if state.phase != rules.LIFTING or not plain.may_control(state, cell) or cell >= plain.goal(state):
        return False
    target = rules.TO + int(rules.PLACE[cell])
    for place in range(rules.LARGEST):
        figure = state.where[rules.BLACK, place]
        if figure < 0:
            break
        for i in range(rules.NUMBERS_A_ROW):
            steps = state.numbers[rules.BLACK, figure // rules.WIDE - 1, i]
            can = bytearray(len(rules.MOVES) + 8)
            if steps > 0:
                plain.reach(state, rules.BLACK, figure, steps, can, True)
            if can[target]:
                return True
    return False


def follow(steps: Steps, plain: Any) -> Claims:
    found = Claims()
    claimed = -1  # the cell of the figure that claims to be empty
    for step, (before, seat, move, after) in enumerate(steps):
        if before.phase != rules.MOVING:
            continue
        cell = rules.cell_of(move - rules.TO)
        if seat == before.leg:
            claimed = -1
            if after.leg == before.leg and within_reach(after, cell, plain):
                claimed = cell
                found.claims.append(Claim(step - 1, step, seat, after.plaques[cell] == 0))
            continue
        if before.board[cell] == rules.RED:
            right, about = before.plaques[cell] > 0, f"plaque {rules.CELLS[cell]}"
            found.answers.append(Answer(step - 1, step, seat, before.leg, True, right, opens=True, about=about))
        if claimed >= 0:
            claim = found.claims[-1]
            if cell == claimed:
                claim.fate = DOUBTED if claim.true else CAUGHT
            else:
                claim.fate = BELIEVED
                about = f"plaque {rules.CELLS[claimed]}"
                found.answers.append(Answer(step - 1, step, seat, claim.seat, False, claim.true, about=about))
            claim.ended, claim.by = step, seat
        claimed = -1
    return found
