"""Contrebande: a declaration, or the claim of the bag. A lie isn't wholly true (CON-11, CON-16).

The officer and then the neighbour answer it. It is believed when both let it pass.
"""

from __future__ import annotations

from typing import Any

from tripot.bots.analysis.claims import BELIEVED, CAUGHT, DOUBTED, Answer, Claim, Claims, Steps
from tripot.games import contrebande as rules

LIE = "lie"


def lies(state: Any, seat: int, move: int) -> bool:
    """Whether a move makes the declaration a lie: it names what isn't there, or ends with something left out."""
    if move == rules.CLAIM_BAG:
        return not state.hand[rules.BAG]
    if move == rules.DECLARED:
        return any(state.hand[kind] != state.declared[kind] for kind in range(rules.WINE, rules.KINDS))
    if rules.DECLARE <= move < rules.DECLARED:
        kind = rules.WINE + move - rules.DECLARE
        left_out = any(state.hand[other] > state.declared[other] for other in range(rules.WINE, kind))
        return left_out or state.declared[kind] >= state.hand[kind]
    return False


def follow(steps: Steps, plain: Any) -> Claims:
    found = Claims()
    began = -1
    for step, (before, seat, move, after) in enumerate(steps):
        if after.phase == rules.DECLARATION and before.phase != rules.DECLARATION:
            began = step + 1
        if before.phase == rules.DECLARATION and after.phase != rules.DECLARATION:
            found.claims.append(Claim(began, step, seat, bool(plain.wholly_true(after, after.hand))))
        elif before.phase in (rules.CUSTOMS, rules.NEIGHBOUR):
            claim = found.claims[-1]
            lie, doubts = not claim.true, move in (rules.SEARCH, rules.DENOUNCE)
            found.answers.append(Answer(step, step, seat, claim.seat, doubts, doubts == lie, doubts, LIE))
            if doubts or move == rules.TAKE:
                claim.fate = BELIEVED if not doubts else CAUGHT if lie else DOUBTED
                claim.ended, claim.by = step, seat
    return found
