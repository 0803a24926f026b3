"""Chasse by instinct: smugglers spread their plaques and run among decoys; customs stand in the way and stop runners.

Every move is weighed in points. Danger is read off the board as people do it: a figure may strike where the distance,
counted along the lines, is one of its row's numbers, whoever stands between.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tripot.engine.look import Look
from tripot.games import chasse
from tripot.games.chasse import BLACK, CELLS, LIFT, MOVING, POINTS, RED, TO, WIDE

STRIDE = 12  # points that a smuggler sees in one move less to the goal
FEAR = (0.1, 0.8)  # how surely he expects a control where customs can strike: boldly, or timidly
BOLDNESS = 0.6  # how often he is bold
BAIT = 5  # points that he sees in a decoy before the customs' eyes
HASTE = (1.0, 1.8, 1.4)  # how much more suspicious a figure is that can arrive in one move, in two
GUARD = (0, 9, 4, 2)  # points that customs see in having it in reach, also in three
HOME = 1  # points for each row that customs stay back
WHIM = 3  # by how many points moods differ


def choose(look: Look, rng: random.Random, /) -> str:
    table: Any = look.imagined(0)  # the board is true; plaques are true for the smuggler, and only he looks at them
    if look.phase == "hiding":
        return hide(table, look.legal, rng)
    board = Board(table, FEAR[rng.random() > BOLDNESS])
    weigh = board.smuggle if chasse.side_to_move(table) == RED else board.guard
    here, there = max(ways(look, table), key=lambda way: weigh(*way) + WHIM * rng.random())
    return f"to {CELLS[there]}" if look.phase == "move" else f"lift {CELLS[here]}"


def hide(table: Any, legal: tuple[str, ...], rng: random.Random) -> str:
    """Never two plaques under one figure, if there is another."""
    taken = {CELLS[cell] for cell, plaques in enumerate(table.plaques) if plaques > 0}
    return rng.choice([move for move in legal if move.removeprefix("hide ") not in taken] or legal)


def ways(look: Look, table: Any) -> Iterator[tuple[int, int]]:
    """Every figure that can be lifted, with every square where it can be put down."""
    numbers = look.legal_numbers()
    if table.phase == MOVING:
        yield from ((table.lifted, chasse.cell_of(move - TO)) for move in numbers)
        return
    table.phase = MOVING
    for move in numbers:
        table.lifted = chasse.cell_of(move - LIFT)
        can = bytearray(8 * look.game.words)
        look.game.plain.legal(table, look.viewer, can)
        square = can.find(1, TO)
        while square >= 0:
            yield table.lifted, chasse.cell_of(square - TO)
            square = can.find(1, square + 1)


class Board:
    """What a player sees in the board before he weighs moves."""

    def __init__(self, table: Any, fear: float) -> None:
        self.table = table
        self.fear = fear
        self.numbers: list[list[list[int]]] = table.numbers.tolist()
        self.goal: int = chasse.goal(table)
        self.starts = {chasse.start_cell(table, RED, i) for i in range(table.figures)}
        self.reds, self.blacks = ([cell for cell in side if cell >= 0] for side in table.where.tolist())
        self.left = self.moves_left()
        self.suspects = [cell for cell in self.reds if not table.cleared[cell]]
        self.runners = [cell for cell in self.suspects if not self.is_safe(cell)]

    def moves_left(self) -> list[int]:
        """In how many moves a smuggler can reach the goal from each row (row 0 is the rim)."""
        size = self.table.size
        left = [size] * size + [0]
        for _ in range(size):
            for row in range(1, size):
                left[row] = min(left[row], 1 + min(left[row + 1 : row + max(self.numbers[RED][row - 1]) + 1]))
        return left

    def is_safe(self, cell: int) -> bool:
        return cell in self.starts or cell >= self.goal

    def strikes(self, figure: int, cell: int) -> bool:
        away = abs(figure // WIDE - cell // WIDE) + abs(figure % WIDE - cell % WIDE)
        return away in self.numbers[BLACK][figure // WIDE - 1]

    def is_exposed(self, cell: int) -> bool:
        return not self.is_safe(cell) and any(self.strikes(figure, cell) for figure in self.blacks)

    def smuggle(self, here: int, there: int) -> float:
        """Get nearer to the goal; plaques keep out of reach, decoys seek the customs' eyes."""
        points: float = STRIDE * (self.left[here // WIDE] - self.left[there // WIDE])
        plaques: int = self.table.plaques[here]
        if plaques:
            at_stake = self.fear * POINTS * (plaques + 1)
            points += at_stake * (self.is_exposed(here) - self.is_exposed(there))
            return points + POINTS * plaques * (there >= self.goal)
        if there >= self.goal:
            return 0
        return points + BAIT * (self.is_exposed(there) and not self.table.cleared[here])

    def guard(self, here: int, there: int) -> float:
        """Control whoever is suspicious enough; else keep runners in reach, and stay at home."""
        if self.table.board[there] == RED:
            return self.control(there)
        nearer = sum(
            GUARD[min(self.left[cell // WIDE], 3)] * (self.strikes(there, cell) - self.strikes(here, cell))
            for cell in self.runners
        )
        return nearer + HOME * (there // WIDE - here // WIDE)

    def control(self, cell: int) -> float:
        """What a control brings on average: runners that hurry are loaded more often."""
        if self.table.cleared[cell]:
            return -POINTS
        hidden = self.table.all_plaques - self.table.found
        left = self.left[cell // WIDE]
        loaded: float = min(0.9, hidden / len(self.suspects) * (HASTE[left] if left < 3 else 1))
        return loaded * (2 + (left == 1)) * POINTS - (1 - loaded) * POINTS
