"""Condamnés!: in a moment a prisoner who could cheat pretends not to. To slip the stolen card, or to dig with it, is
the lie; a tunnel of one's own four cards is none.

The guard's eyes are the doubt: right if the watched prisoner cheats then. A search looks for itself; a tunnel seen and
annulled is caught.
"""

from __future__ import annotations

from typing import Any

from tripot.bots.analysis.claims import BELIEVED, CAUGHT, Answer, Claim, Claims, Steps
from tripot.games import condamnes as rules


def lies(state: Any, seat: int, move: int) -> bool:
    """Whether a move makes use of the stolen card."""
    if move == rules.DIG:
        return bool(state.holder == seat and not _has_four(state, seat))
    return bool(rules.SLIP <= move < rules.WATCH)


def _has_four(state: Any, seat: int) -> bool:
    """Four cards of a suit in hand, without the stolen one."""
    held = [card // rules.SUIT for card in range(rules.PACK) if state.hand[card] == seat]
    return any(held.count(suit) >= rules.TUNNEL_CARDS for suit in set(held))


def follow(steps: Steps, plain: Any) -> Claims:
    found = Claims()
    answered: dict[int, Claim] = {}  # claims of the moment that is open
    dug: dict[int, Claim] = {}  # tunnels that have not come to a verdict
    watched, paid_for = -1, -1
    for step, (before, seat, move, after) in enumerate(steps):
        if before.phase == rules.MOMENT:
            if seat == before.guard:
                watched = step
            else:
                can = bytearray(len(rules.MOVES) + 8)
                plain.legal(before, seat, can)
                if sum(can) > 1:
                    answered[seat] = Claim(step, step, seat, not lies(before, seat, move))
            if after.phase != rules.MOMENT or after.moments != before.moments:
                dug = _opened(found, answered, step, watched, after)
                answered = {}
        elif before.phase == rules.VERDICT and before.layer in dug:
            annulled = move == rules.ANNUL
            claim = dug.pop(before.layer)
            claim.fate, claim.ended, claim.by = CAUGHT if annulled else BELIEVED, step, seat
            found.answers.append(Answer(step, step, seat, claim.seat, annulled, annulled))
        elif before.phase == rules.SEARCHING and move != rules.CARRY_ON:
            paid_for = step
        elif before.phase == rules.PAYING and after.phase != rules.PAYING:
            there, whom = before.holder == before.searched, before.searched
            found.answers.append(
                Answer(paid_for, paid_for, seat, whom, True, there, opens=True, about=f"stolen {whom}")
            )
    return found


def _opened(found: Claims, answered: dict[int, Claim], step: int, watched: int, after: Any) -> dict[int, Claim]:
    """A moment's answers are open: slips are seen or not; tunnels, if seen, wait for their verdict."""
    gaze, guard = int(after.gaze), int(after.guard)
    cheats = [claim for claim in answered.values() if not claim.true]
    seen = any(claim.seat == gaze for claim in cheats)
    found.claims += answered.values()
    for claim in answered.values():
        claim.fate, claim.ended, claim.by = BELIEVED, step, guard
        if claim.seat == gaze and not claim.true and not after.digging[claim.seat]:
            claim.fate = CAUGHT
    if cheats and watched >= 0:
        whom = gaze if seen else cheats[0].seat
        found.answers.append(Answer(watched, watched, guard, whom, seen, seen, about=f"stolen {whom}"))
    return {claim.seat: claim for claim in cheats if after.digging[claim.seat]}
