"""Two games from the same start that one viewer can't tell apart: other cards, other secret moves, the same to them.

`tests/leaks` shows that what the rules give them is then the same. Here such games are played at tables of the house,
to show that the house and the server add nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look, seats_in
from tripot.engine.state import PlainState
from tripot.games.common import ALL, CHANCE, LATER, NOBODY
from tripot.testing.leak_checks import choices
from tripot.testing.random_play import after, random_choice
from tripot.testing.settings import Setting

TRIES = 12
Move = tuple[int, int]


@dataclass
class Decision:
    """What one seat decides at a time in each world: a move, an answer to a sealed question, or a hidden series.

    Of a hidden series the viewer notices nothing before its last move.
    """

    seat: int
    moves: tuple[list[str], list[str]]
    sealed: bool
    closes: bool  # it is the last answer


@dataclass
class Twins:
    """The two histories, chance included."""

    setting: Setting
    viewer: int
    one: list[Move] = field(default_factory=list)
    two: list[Move] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)  # of the sealed question that was open before each step
    noticed: list[bool] = field(default_factory=list)  # whether the viewer noticed the step
    asked: int = CHANCE  # who is asked after the last step

    @property
    def differ(self) -> int:
        """In how many steps."""
        return sum(a != b for a, b in zip(self.one, self.two, strict=True))

    def luck(self, world: int) -> list[str]:
        """All that chance does, in its order."""
        outcomes = self.setting.game.outcomes
        return [outcomes[move] for seat, move in (self.one, self.two)[world] if seat == CHANCE]

    def decisions(self) -> Iterator[Decision]:
        """The moves of seats in their order."""
        texts, number = self.setting.game.moves, 0
        while number < len(self.one):
            (seat, _), label, end = self.one[number], self.labels[number], number + 1
            if seat != CHANCE:
                while (
                    end < len(self.one)
                    and self.one[end][0] == seat
                    and self.labels[end] == label
                    and (label or (seat != self.viewer and not self.noticed[end - 1]))
                ):
                    end += 1
                moves = tuple([texts[move] for _, move in history[number:end]] for history in (self.one, self.two))
                closes = bool(label) and (
                    end == len(self.one) or self.labels[end] != label or self.one[end][0] == CHANCE
                )
                yield Decision(seat, moves, bool(label), closes)  # type: ignore[arg-type]
            number = end


@dataclass
class _World:
    state: PlainState
    sealed: list[Move] = field(default_factory=list)


@dataclass
class _Noticed:
    heard: list[Heard]
    look: bytes
    asked: int
    label: int


def twins(setting: Setting, viewer: int, seed: int, length: int) -> Twins:
    """Play on until the worlds can't be kept alike; whole sealed questions only."""
    game, rng = setting.game, random.Random(f"{setting} {viewer} {seed}")
    found = Twins(setting, viewer)
    worlds = (_World(setting.first_state()), _World(setting.first_state()))
    whole = 0
    while len(found.one) < length and _step(found, worlds, rng):
        if not game.plain.sealed(worlds[0].state):
            whole, found.asked = len(found.one), game.plain.actors(worlds[0].state)
    del found.one[whole:], found.two[whole:], found.labels[whole:], found.noticed[whole:]
    return found


def _step(found: Twins, worlds: tuple[_World, _World], rng: random.Random) -> bool:
    game, viewer = found.setting.game, found.viewer
    for _ in range(TRIES):
        choice = _choice(found, worlds[0].state, rng)
        if choice is None:
            return False
        seat, move = choice
        other = _echo(found, worlds, seat, move, rng)
        if other is None:
            continue
        label = int(game.plain.sealed(worlds[0].state))
        thens = tuple(after(game, world.state, seat, made) for world, made in zip(worlds, (move, other), strict=True))
        ears = [Listener(game.rules, game.plain, viewer, world.sealed) for world in worlds]
        noticed = [
            _Noticed(
                ear.step(world.state, seat, made, then),
                bytes(Look(game, then, viewer)),
                game.plain.actors(then),
                int(game.plain.sealed(then)),
            )
            for ear, world, made, then in zip(ears, worlds, (move, other), thens, strict=True)
        ]
        if noticed[0] != noticed[1] or noticed[0].asked == NOBODY:
            continue
        was = worlds[0].state
        for world, then, ear in zip(worlds, thens, ears, strict=True):
            world.state, world.sealed = then, list(ear.sealed)
        found.one.append((seat, move))
        found.two.append((seat, other))
        found.labels.append(label)
        found.noticed.append(bool(noticed[0].heard) or noticed[0].look != bytes(Look(game, was, viewer)))
        return True
    return False


def _choice(found: Twins, state: PlainState, rng: random.Random) -> Move | None:
    """Sealed questions are answered seat by seat, each wholly; a race in any order."""
    game = found.setting.game
    label = int(game.plain.sealed(state))
    if not label or game.plain.actors(state) == CHANCE:
        return random_choice(game, state, rng)
    asked = seats_in(game.plain.actors(state))
    last = found.one[-1][0] if found.labels and found.labels[-1] == label else -1
    first = rng.choice(sorted(asked)) if game.is_race(state) else min(asked)
    seat = last if last in asked else first
    return seat, rng.choice(choices(game, state, seat))


def _echo(found: Twins, worlds: tuple[_World, _World], seat: int, move: int, rng: random.Random) -> int | None:
    """What happens in the second world: something that sounds the same to the viewer, another thing if it can be."""
    game = found.setting.game
    asked = game.plain.actors(worlds[1].state)
    if (asked == CHANCE) != (seat == CHANCE) or (seat >= 0 and seat not in seats_in(asked)):
        return None
    can = choices(game, worlds[1].state, seat)
    level = game.plain.hears(worlds[0].state, seat, move, found.viewer)
    if level == ALL or rng.random() < (0.7 if level == LATER else 0.2):  # most answers are opened in the end
        return move if move in can else None
    texts = game.outcomes if seat == CHANCE else game.moves
    verb = texts[move].split()[0]
    alike = [other for other in can if level == LATER or texts[other].split()[0] == verb]
    return rng.choice(alike) if alike else None


class Scripted:
    """Chance that does what is written down, and then the first thing that can be."""

    def __init__(self, outcomes: list[str]) -> None:
        self._outcomes = iter(outcomes)

    def pick(self, weights: Mapping[str, int]) -> str:
        outcome = next(self._outcomes, None)
        return outcome if outcome in weights else next(iter(weights))
