"""What was so at a puzzle's table, and what its right answer rests on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from tripot.engine.look import Look
from tripot.engine.table import Table
from tripot.puzzles import Puzzle


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
    return Truth("honest" if look.game.plain.wholly_true(state) else "lie", things=tuple(held))


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


def side_of(game_name: str, asked: Puzzle, look: Look) -> Side:
    chances, move = asked.chances, asked.right[0]
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
        return _side_in_chasse(asked, look)
    if game_name == "condamnes":
        return _side_in_condamnes(asked)
    return Side()


def _side_in_chasse(asked: Puzzle, look: Look) -> Side:
    reached = {move.split()[1]: asked.chances.get(f"plaque {move.split()[1]}", 0.0) for move in look.legal}
    board = look.document()["board"]
    reached = {square: share for square, share in reached.items() if board.get(square) == "red"}
    controls = [move.split()[1] for move in asked.right if move.split()[1] in reached]
    if controls:
        return Side("doubt", reached[controls[0]], square=controls[0], doubts=True)
    return Side("trust", max(reached.values(), default=0.0), doubts=False)


def _side_in_condamnes(asked: Puzzle) -> Side:
    act, _, whom = asked.right[0].partition(" ")
    shares = {int(name.split()[1]): share for name, share in asked.chances.items() if name.startswith("stolen ")}
    if not shares:
        return Side()
    reason = {"search": "search", "watch": "watch", "inspect": "look", "carry-on": "trust"}.get(act, "verdict")
    seat = int(whom) if reason in ("search", "watch", "look") else max(shares, key=lambda each: shares[each])
    return Side(reason, shares.get(seat, 0.0), seat)
