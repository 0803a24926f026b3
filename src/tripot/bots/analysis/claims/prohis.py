"""PROHIS: a convoy claims to be clean. A lie has something illegal in it; to lay an officer is to doubt it.

Whoever has no officer can't doubt, so their letting it pass is no answer.
"""

from __future__ import annotations

from typing import Any

from tripot.bots.analysis.claims import BELIEVED, CAUGHT, DOUBTED, SURVIVED, Answer, Bribe, Claim, Claims, Steps
from tripot.games import prohis as rules

CLEAN = "not illegal 0"


def lies(state: Any, seat: int, move: int) -> bool:
    """Whether a move makes the convoy a lie."""
    return move == rules.LOAD + rules.ILLEGAL or (move == rules.SEND and smuggles(state))


def smuggles(state: Any) -> bool:
    return rules.ILLEGAL in list(state.convoy)


def follow(steps: Steps, plain: Any) -> Claims:
    found = Claims()
    began, looked = -1, -1
    for step, (before, seat, move, after) in enumerate(steps):
        if before.phase == rules.TURN:
            began = step
        if before.phase == rules.LOADING and move == rules.SEND:
            found.claims.append(Claim(began, step, seat, not smuggles(before)))
        if not rules.CONTROL <= before.phase <= rules.INSPECTION or seat < 0:
            continue
        claim = found.claims[-1]
        whom, lie = claim.seat, not claim.true
        if before.phase == rules.CONTROL and any(
            before.hands[seat, kind] for kind in range(rules.LIEUTENANT, rules.KINDS)
        ):
            doubts = move != rules.LET_PASS
            found.answers.append(Answer(step, step, seat, whom, doubts, doubts == lie, about=CLEAN))
        elif move in (rules.INSPECT, rules.WAIVE, rules.REFUSE, rules.ACCEPT):
            doubts = move in (rules.INSPECT, rules.REFUSE)
            looked = step if doubts else -1
            if not doubts:
                found.answers.append(Answer(step, step, seat, whom, False, not lie, about=CLEAN))
            if move == rules.ACCEPT:
                found.bribes.append(Bribe(step, whom, in_vain=not lie))
        if not rules.CONTROL <= after.phase <= rules.INSPECTION:  # its fate is decided
            searched = rules.FLIP <= move < rules.FLIP + rules.LARGEST_CONVOY
            seized = searched and after.turned[move - rules.FLIP] == rules.ILLEGAL
            if searched:
                found.answers.append(Answer(looked, looked, seat, whom, True, seized, opens=True, about=CLEAN))
                claim.fate = CAUGHT if seized else SURVIVED if lie else DOUBTED
            else:
                claim.fate = BELIEVED
            claim.ended, claim.by = step, after.controller
    return found
