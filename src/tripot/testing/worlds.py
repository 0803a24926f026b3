"""Two worlds that one viewer can't tell apart, played on side by side: nothing that they are given may ever differ.

The second world is imagined from what they see of the first. Both go the same way as far as they hear; a move that they
don't hear in full may be another one in the second world. They part when the rules let them learn something
different in each (sealed answers are opened, say), when the second world can't follow, or when a game is over.
"""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field

from tripot.engine.game import Game
from tripot.engine.hearing import Heard, Listener
from tripot.engine.log_sentences import Teller
from tripot.engine.look import seats_in
from tripot.engine.state import PlainState
from tripot.engine.texts import LANGUAGES
from tripot.games.common import ALL, CHANCE, LATER, NOBODY
from tripot.testing.declared import sight_of
from tripot.testing.leak_checks import choices, given_to, imagined, some_moves
from tripot.testing.random_play import after, random_choice

TRIES = 2  # moves of the viewer that are tried, to be refused


@dataclass
class World:
    """A full state with one viewer's ears in it."""

    game: Game
    state: PlainState
    viewer: int
    language: str
    ears: Listener = field(init=False)
    teller: Teller = field(init=False)

    def __post_init__(self) -> None:
        self.ears = Listener(self.game.rules, self.game.plain, self.viewer)
        self.teller = Teller(self.game, self.viewer, self.language)

    def hears(self, seat: int, move: int) -> int:
        return int(self.game.plain.hears(self.state, seat, move, self.viewer))

    def play(self, seat: int, move: int) -> Played:
        before, self.state = self.state, after(self.game, self.state, seat, move)
        plain = self.game.plain
        return Played(
            self.ears.step(before, seat, move, self.state),
            self.teller.step(before, seat, move, self.state),
            int(plain.reveals(before, self.state, seat, move, self.viewer)),
            plain.sealed(before) != plain.sealed(self.state),
            plain.actors(self.state) == NOBODY,
        )


@dataclass
class Played:
    """What one move brought: what is heard and told of it, what it opens by the rules, whether answers were opened."""

    heard: list[Heard]
    told: list[str]
    revealed: int
    opened: bool
    over: bool


@dataclass
class Pair:
    """Two worlds side by side, for so many moves. `leak` says what differed, `compared` how often all was compared."""

    game: Game
    state: PlainState
    viewer: int
    rng: random.Random
    leak: str = ""
    compared: int = 0
    bold: bool = False  # whether sealed answers are others in the second world, where they can be
    answers_differ: bool = False  # whether they are

    def run(self, moves: int) -> Pair:
        self.bold = self.rng.random() < 0.5
        other = imagined(self.game, self.state, self.viewer, self.rng.getrandbits(62))
        language = self.rng.choice(LANGUAGES)
        one, two = (World(self.game, state, self.viewer, language) for state in (self.state, other))
        self.compare_sight(one, two)
        for _ in range(moves):
            if self.leak or not self.step(one, two):
                break
        return self

    def step(self, one: World, two: World) -> bool:
        """One move in each world; whether the worlds go on."""
        choice = random_choice(self.game, one.state, self.rng)
        if choice is None:
            return False
        seat, move = choice
        other = self.echo(one, two, seat, move)
        if other is None:
            return False
        if one.hears(seat, move) != two.hears(seat, other):
            self.leak = f"{self.text(seat, move)!r} and {self.text(seat, other)!r} are not heard alike"
            return False
        self.answers_differ |= one.hears(seat, move) == LATER and move != other
        first, second = one.play(seat, move), two.play(seat, other)
        if first.over or second.over:
            return False
        return self.compare_step(one, two, first, second)

    def echo(self, one: World, two: World, seat: int, move: int) -> int | None:
        """What happens in the second world: the same, or something that sounds the same to the viewer."""
        asked = self.game.plain.actors(two.state)
        if asked == NOBODY or (asked == CHANCE) != (seat == CHANCE) or (seat >= 0 and seat not in seats_in(asked)):
            return None
        can, level = choices(self.game, two.state, seat), one.hears(seat, move)
        if level == ALL:
            return move if move in can else None
        if move in can and not (self.bold if level == LATER else self.rng.random() < 0.5):
            return move
        verb = self.text(seat, move).split()[0]
        alike = [other for other in can if level == LATER or self.text(seat, other).split()[0] == verb]
        return self.rng.choice(alike) if alike else None

    def compare_step(self, one: World, two: World, first: Played, second: Played) -> bool:
        """Whether the worlds go on: they part where the viewer learns, by the rules, what is different in them."""
        if first.opened != second.opened:
            return False
        if first.opened and self.answers_differ and first.heard != second.heard:
            if first.revealed == second.revealed and self.sight(one) == self.sight(two):
                answers = " or ".join(
                    ", ".join(f"{each.seat} {each.text}" for each in step.heard) for step in (first, second)
                )
                self.leak = f"{answers} is told of sealed answers, though they look the same: see `reveals`, `unsealed`"
            return False
        if first.revealed != second.revealed:
            sight, other = (self.sight(world) for world in (one, two))
            if sight == other and first.heard == second.heard:
                self.leak = f"the rules claim to reveal {first.revealed} or {second.revealed}, but nobody can see which"
            return False
        for what in ("heard", "told"):
            if getattr(first, what) != getattr(second, what):
                self.leak = f"{what}: {getattr(first, what)} or {getattr(second, what)}"
                return False
        self.compare_sight(one, two)
        return not self.leak

    def compare_sight(self, one: World, two: World) -> None:
        """Everything that the viewer is given at this moment."""
        tries = some_moves(self.game, self.rng, TRIES)
        given, other = (given_to(self.game, world.state, self.viewer, tries) for world in (one, two))
        self.compared += 1
        different = [what for what in given if given[what] != other[what]]
        if different:
            shown = _differing(given["view"], other["view"]) or f"{given[different[0]]!r} or {other[different[0]]!r}"
            self.leak = f"viewer {self.viewer} can tell two worlds apart by {', '.join(different)}: {shown}"

    def sight(self, world: World) -> str:
        """What the viewer may know by the declaration."""
        sight = sight_of(self.game, world.state, self.viewer)
        return str({name: value.tolist() for name, value in sight.items()})

    def text(self, seat: int, move: int) -> str:
        return (self.game.outcomes if seat == CHANCE else self.game.moves)[move]


def _differing(view: str, other: str) -> str:
    """What two views show differently, field by field."""
    one, two = ({**shown.pop("table"), **shown} for shown in map(json.loads, (view, other)))
    return "; ".join(f"{name} is {one[name]} or {two[name]}" for name in one if one[name] != two[name])
