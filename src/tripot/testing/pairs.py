"""The two worlds of `worlds.py` once more, as a driver in the rules' own subset: hundreds of times as many pairs.

Native code compares who is asked, legal moves, tensors and how moves are heard; all of it from redacted records.
As in the engine's drivers, the names that look undefined are the game's.
"""
# ruff: noqa: F821

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np

from tripot.engine.game import Game
from tripot.engine.state import PlainState
from tripot.engine.tensor import tensor_size
from tripot.testing.settings import Setting

# what can differ, by the numbers below
NAMES = ("", "who is asked", "legal moves", "legal moves by the full record", "tensor", "how a move is heard")
ROOM = 6  # states: 0 and 1 are the two worlds, 2 and 3 what the viewer sees of them, 4 and 5 what they were
JOBS = 5  # rows of marks: the viewer's legal moves by states 0, 2 and 3, then what may happen in worlds 0 and 1


def pick_mark(marks, luck):
    """One of the marked places, each as likely; -1 if there is none."""
    count = 0
    for i in range(len(marks)):
        count += marks[i]
    if count == 0:
        return -1
    pick = below(luck, count)
    for i in range(len(marks)):
        pick -= marks[i]
        if pick < 0:
            return i
    return -1


def echo(marks, move, level, bold, verbs, luck):
    """What happens in the second world: the same, or something that sounds the same to the viewer; -1 if it can't."""
    if marks[move] and (level == 2 or (level == 3 and not bold) or (level != 3 and below(luck, 2) == 0)):
        return move
    if level == 2:  # ALL: nothing else will do
        return -1
    for i in range(len(marks)):
        if level != 3 and verbs[i] != verbs[move]:  # LATER: any other answer will do
            marks[i] = 0
    return pick_mark(marks, luck)


def difference(asked, marks, tensors):
    """0, or what differs between the two worlds in what the viewer is given."""
    if asked[2] != asked[3]:
        return 1
    for i in range(len(marks[0])):
        if marks[1][i] != marks[2][i]:
            return 2
        if marks[0][i] != marks[1][i]:
            return 3
    for i in range(len(tensors[0])):
        if tensors[0][i] != tensors[1][i]:
            return 4
    return 0


def leaky_pairs(states, seats, options, first, depth, length, verbs, tensors, marks, weights, numbers, luck, found):
    """Pair i takes its luck from first + i: an opening of fewer than `depth` moves, a viewer, then `length` moves.

    Every function of the rules is called in one place only, since every call is inlined.
    """
    asked, labels, moves, levels, revealed = numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]
    for pair in range(len(found)):
        seed(luck, first + pair)
        opening = below(luck, depth)
        viewer = below(luck, seats + 1) - 1
        bold = below(luck, 2)  # whether sealed answers are others in the second world
        compared = 0
        differs = 0
        secrets = False
        asked[0] = 0
        for step in range(opening + length):
            if asked[0] == 0:  # begin, and begin again if the opening was a whole game
                setup(states[0], seats, options)
            together = step >= opening
            worlds = 2 if together else 1
            if together:  # what is seen
                for at in range(2):
                    states[2 + at] = states[at]
                    redact(states[2 + at], viewer)
                    if at == 0 and step == opening:
                        states[1] = states[2]
                        imagine(states[1], viewer, luck)
                    encode(states[2 + at], viewer, tensors[at])
            opened = 0
            for at in range(4 if together else 1):  # who is asked
                asked[at] = actors(states[at])
                label = sealed(states[at])
                if at < 2 and step > opening and label != labels[at]:
                    opened += 1
                labels[at] = label
            if together and (asked[0] == 0 or asked[1] == 0 or opened == 1 or (opened == 2 and secrets)):
                break
            if asked[0] == 0:
                continue
            who = -1
            if asked[0] > 0:
                who = below(luck, seats)
                while not asked[0] >> who & 1:
                    who = below(luck, seats)
            for job in range(0 if together else 3, 3 + worlds):  # what may be done
                at = job - 3 if job > 2 else 0 if job == 0 else job + 1
                seat = who if job > 2 else viewer
                for i in range(len(marks[job])):
                    marks[job][i] = 0
                if seat >= 0:
                    if asked[at] > 0 and asked[at] >> seat & 1:
                        legal(states[at], seat, marks[job])
                elif job > 2 and asked[at] < 0:
                    for i in range(len(weights)):
                        weights[i] = 0
                    chance(states[at], weights)
                    for i in range(len(weights)):
                        marks[job][i] = weights[i] > 0
            if together:
                compared += 1
                differs = difference(asked, marks, tensors)
                if differs:
                    break
            for at in range(worlds):  # what is done, and how it is heard
                if at == 0:
                    moves[0] = pick_mark(marks[3], luck)
                else:
                    moves[1] = echo(marks[4], moves[0], levels[0], bold, verbs[1 if who < 0 else 0], luck)
                if moves[at] >= 0:
                    levels[at] = hears(states[at], who, moves[at], viewer)
            if together and moves[1] < 0:
                break
            if together and levels[0] != levels[1]:
                differs = 5
                break
            secrets = together and (secrets or (levels[0] == 3 and moves[0] != moves[1]))
            for at in range(worlds):
                states[4 + at] = states[at]
                apply(states[at], who, moves[at])
                if together:
                    revealed[at] = reveals(states[4 + at], states[at], who, moves[at], viewer)
            if together and revealed[0] != revealed[1]:
                break
        found[pair] = compared * 8 + differs


DRIVERS = (pick_mark, echo, difference, leaky_pairs)


class Copies(list[Any]):
    """Plain states in a list that copies what is put in, as an array of records does."""

    def __setitem__(self, place: Any, state: PlainState) -> None:
        super().__setitem__(place, state.copy())


@dataclass
class Found:
    """What became of so many pairs: what differed in each (0: nothing), and how often they were compared."""

    kinds: np.ndarray
    compared: np.ndarray
    first: int

    @property
    def leak(self) -> str:
        """The first leak, in words, with the number that finds it again."""
        leaky = np.flatnonzero(self.kinds)
        return "" if not len(leaky) else f"pair {self.first + leaky[0]}: {NAMES[self.kinds[leaky[0]]]}"


def verbs_of(game: Game) -> np.ndarray:
    """A number for the verb of every move, and of every outcome."""
    size = room_for_marks(game)
    verbs = np.full((2, size), -1, np.int16)
    for row, texts in enumerate((game.moves, game.outcomes)):
        known: dict[str, int] = {}
        for i, text in enumerate(texts):
            verbs[row, i] = known.setdefault(text.split()[0], len(known))
    return verbs


def room_for_marks(game: Game) -> int:
    return max(len(game.moves), len(game.outcomes))


def run_pairs(twin: SimpleNamespace, setting: Setting, pairs: int, first: int, depth: int, length: int) -> Found:
    """So many pairs with a native twin, or a plain one, that has the drivers."""
    game, options, found = setting.game, setting.option_numbers() or (0,), np.zeros(pairs, np.int64)
    room, outcomes, size = room_for_marks(game), len(game.outcomes), tensor_size(game.rules)
    state: Any
    if hasattr(twin.leaky_pairs, "py_func"):
        state = game.records(ROOM)
        marks, weights = np.zeros((JOBS, room), np.int8), np.zeros(outcomes, np.int32)
        numbers, luck = np.zeros((5, 4), np.int64), np.zeros(2, np.int64)
    else:
        state = Copies(game.new_state() for _ in range(ROOM))
        marks, weights = [bytearray(room) for _ in range(JOBS)], [0] * outcomes
        numbers, luck = [[0] * 4 for _ in range(5)], [0, 0]
    tensors = np.zeros((2, size), np.float32)
    twin.leaky_pairs(
        state, setting.seats, np.array(options, np.int64), first, depth, length, verbs_of(game), tensors, marks,
        weights, numbers, luck, found,
    )  # fmt: skip
    return Found(found % 8, found // 8, first)
