"""What was so at a puzzle's table, and what its right answer, or a hint, rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from tripot.engine.look import Look
from tripot.engine.table import Table


class Truth(NamedTuple):
    """`kind`: a lie, honest, or whatever else the game's texts have a sentence for."""

    kind: str = ""
    number: int = 0
    things: tuple[str, ...] = ()
    seat: int = -1


class Side(NamedTuple):
    """What a right answer rests on: a chance, of a seat or a square; and whether it doubts, if that is asked."""

    reason: str = ""
    share: float = 0.0
    seat: int = -1
    square: str = ""
    doubts: bool | None = None


# what was so


def _in_prohis(rules: Any, state: Any, look: Look) -> Truth:
    count = list(state.convoy).count(rules.ILLEGAL)
    return Truth("lie" if count else "honest", count)


def _in_contrebande(rules: Any, state: Any, look: Look) -> Truth:
    held = [rules.CARDS[kind] for kind in range(rules.KINDS) for _ in range(state.hand[kind])]
    return Truth("honest" if look.game.plain.wholly_true(state, state.hand) else "lie", things=tuple(held))


def _in_chasse(rules: Any, state: Any, look: Look) -> Truth:
    reached = [move.split()[1] for move in look.legal if state.board[rules.CELLS.index(move.split()[1])] == rules.RED]
    found = tuple(square for square in reached if state.plaques[rules.CELLS.index(square)] > 0)
    return Truth("lie" if found else "honest", len(found), found)


def _in_condamnes(rules: Any, state: Any, look: Look) -> Truth:
    return Truth("holder", seat=int(state.holder)) if state.holder >= 0 else Truth("nobody")


TRUTHS: dict[str, Callable[[Any, Any, Look], Truth]] = {
    "prohis": _in_prohis,
    "contrebande": _in_contrebande,
    "chasse": _in_chasse,
    "condamnes": _in_condamnes,
}


def truth_of(table: Table, look: Look) -> Truth:
    found = TRUTHS.get(table.game.name)
    return Truth() if found is None else found(table.game.rules, table.state(), look)


# what is right, and by which chance


# where these can be done, somebody is asked whether they believe what others say or hide
DOUBTING = {
    "prohis": {"let-pass", "waive", "accept"},
    "contrebande": {"search", "denounce"},
    "chasse": {"to"},
    "condamnes": {"search", "watch", "inspect"},
}


def asks_for_doubt(game_name: str, look: Look) -> bool:
    return bool(DOUBTING.get(game_name, set()) & {move.split()[0] for move in look.legal})


def side_of(game_name: str, chances: Mapping[str, float], right: Sequence[str], look: Look) -> Side:
    """What speaks for moves by what is believed."""
    move = right[0]
    if game_name == "prohis" and (chances.keys() & {f"illegal {count}" for count in range(5)}):
        share = 1.0 - chances.get("illegal 0", 0.0)
        if move == "accept":
            return Side("bribe", share)
        doubts = move not in ("let-pass", "waive")
        return Side("doubt" if doubts else "trust", share, doubts=doubts)
    if game_name == "contrebande":
        doubts = move in ("search", "denounce")
        return Side("doubt" if doubts else "trust", chances.get("lie", 0.0), doubts=doubts)
    if game_name == "chasse":
        return _side_in_chasse(chances, right, look)
    if game_name == "condamnes":
        return _side_in_condamnes(chances, move)
    return Side()


def _side_in_chasse(chances: Mapping[str, float], right: Sequence[str], look: Look) -> Side:
    reached = {move.split()[1]: chances.get(f"plaque {move.split()[1]}", 0.0) for move in look.legal}
    board = look.document()["board"]
    reached = {square: share for square, share in reached.items() if board.get(square) == "red"}
    controls = [move.split()[1] for move in right if move.split()[1] in reached]
    if controls:
        return Side("doubt", reached[controls[0]], square=controls[0], doubts=True)
    return Side("trust", max(reached.values()), doubts=False) if reached else Side()


def _side_in_condamnes(chances: Mapping[str, float], move: str) -> Side:
    act, _, whom = move.partition(" ")
    shares = {int(name.split()[1]): share for name, share in chances.items() if name.startswith("stolen ")}
    if not shares:
        return Side()
    reason = {"search": "search", "watch": "watch", "inspect": "look", "carry-on": "trust"}.get(act, "verdict")
    seat = int(whom) if reason in ("search", "watch", "look") else max(shares, key=lambda each: shares[each])
    return Side(reason, shares.get(seat, 0.0), seat)
