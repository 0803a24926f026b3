"""PROHIBITION by instinct: drive where most can be delivered, fetch rich light loads, send the law to others."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from tripot.engine.look import Look
from tripot.games import chicago
from tripot.games.chicago import BAR, BLOCKS, CHARACTERS, CROSSROADS, DISTILLERY, PRIVATE, STREETS, WAYS
from tripot.games.prohibition import BANNED, CAPONE, FAVOURED, LONGEST_DRIVE, PRIMES

ENDS, STREETS_AT, DOORS = chicago.ENDS.tolist(), chicago.STREETS_AT.tolist(), chicago.DOOR_STREETS.tolist()
FETCH = 6  # points that an empty truck sees in a new load
LATER = 0.5  # what a point is worth that must wait for the next turn
PREY = 2  # points that the law is worth beside a rival's loaded truck, and costs beside one's own
SHELTER = 1  # points that Capone is worth beside one's own truck, and costs beside a rival's
WHIM = 0.2  # by how many points moods differ


def rings_around(start: int) -> list[set[int]]:
    """The streets that lie 0, 1, 2, ... streets ahead."""
    rings, known = [{start}], {start, -1}
    while rings[-1]:
        rings.append({ahead for street in rings[-1] for end in ENDS[street] for ahead in STREETS_AT[end]} - known)
        known |= rings[-1]
    return rings


RINGS = [rings_around(street) for street in range(len(STREETS))]


def choose(look: Look, rng: random.Random, /) -> str:
    driver = Driver(look.game.plain, look.imagined(0), look.viewer)
    return max(look.legal, key=lambda move: driver.weigh(move) + WHIM * rng.random())


def merit(load: str) -> float:
    """Points a cube: few cubes that are worth much empty the truck soon, and its prime is scored."""
    cubes = [int(digit) for digit in load]
    return (FETCH + sum((colour + 1) * count for colour, count in enumerate(cubes))) / sum(cubes)


class Driver:
    """A player with one truck to think about. All lies open but the cards of the start, and of those he sees his."""

    def __init__(self, plain: Any, table: Any, me: int) -> None:
        self.plain, self.table = plain, table
        self.own = (me, max(table.truck, 0))
        self.cargo: list[int] = table.cargo.tolist()[me][self.own[1]]
        self.people = {place for place in table.where if place >= 0}
        fleet = [(seat, truck) for seat in range(table.seats) for truck in range(2)]
        self.trucks = {owner: table.at[owner] for owner in fleet if table.at[owner] >= 0}
        self.blocked = {street for owner, street in self.trucks.items() if owner != self.own}
        kinds = [plain.BUILDING[table.layout, block] for block in range(len(BLOCKS))]
        self.stills = {street for block, kind in enumerate(kinds) if kind == DISTILLERY for street in DOORS[block]}
        self.welcome = [self.welcoming(kinds, colour) for colour in range(3)]

    def welcoming(self, kinds: list[int], colour: int) -> set[int]:
        """The streets at doors of bars that still take a cube of this colour."""
        welcome = set()
        for block, kind in enumerate(kinds):
            cubes = sum(self.table.bars[block, other] for other in range(3))
            room = kind in (BAR, PRIVATE + colour) and cubes <= (kind != BAR) and not self.table.closed[block]
            if room and not self.plain.has_neighbour(self.table, block, colour):
                welcome.update(DOORS[block])
        return welcome

    def weigh(self, move: str) -> float:
        """What a move is worth, in points."""
        table = self.table
        match move.split():
            case ["keep", load]:
                return merit(load)
            case ["load", slot]:
                return -1 if any(self.cargo) else merit(self.plain.LOADS[table.open[int(slot)]])
            case ["truck", number]:  # the weaker one counts
                return -float(table.points[self.own[0], int(number) - 1])
            case ["character", name]:
                character = CHARACTERS.index(name)
                place = table.where[character]
                return 0 if place < 0 else self.walk(character, place, -1, table.number)
            case ["place", crossroads]:
                return self.presence(table.character, CROSSROADS.index(crossroads))
            case ["step", way]:
                ahead = self.plain.NEXT_TO[table.where[table.character], WAYS.index(way)]
                return self.walk(table.character, ahead, WAYS.index(way), table.steps - 1)
            case ["drive", street]:
                path = [driven for driven in table.path if driven >= 0]
                return max(self.stop(*end) for end in self.drives(path, STREETS.index(street)))
            case ["park"]:
                return self.stop(self.trucks[self.own], self.plain.driven(table))
        return float(move.startswith("deliver"))

    # the truck

    def drives(self, path: list[int], street: int) -> Iterator[tuple[int, int]]:
        """Where a drive can end that goes on into a street: the last street, and how many were driven."""
        yield street, len(path)
        if len(path) < LONGEST_DRIVE:
            (far,) = set(ENDS[street]) - set(ENDS[path[-1]])
            if far not in self.people:
                path = [*path, street]
                for ahead in STREETS_AT[far]:
                    if ahead >= 0 and ahead not in self.blocked and ahead not in path:
                        yield from self.drives(path, ahead)

    def stop(self, street: int, driven: int) -> float:
        """Deliver what this way allows, scoring the prime with the last cube; then think of the next turn."""
        cargo, points, colour = list(self.cargo), 0, driven - 1
        if 0 <= colour < 3 and cargo[colour] and street in self.welcome[colour]:
            rule = self.plain.rule_over(self.table, street)
            private = self.plain.BUILDING[self.table.layout, self.plain.DOOR[street]] >= PRIVATE
            cubes = 0 if rule == BANNED else min(cargo[colour], 1 + private + (rule == FAVOURED))
            cargo[colour] -= cubes
            points = cubes * driven
            if not any(cargo) and self.table.prime[self.own] >= 0:
                points += int(PRIMES[self.table.prime[self.own]])
        return points + self.outlook(street, cargo)

    def outlook(self, street: int, cargo: list[int]) -> float:
        """The best delivery just so many streets ahead; an empty truck looks for a distillery."""
        if any(cargo):
            ahead = [c + 1 for c in range(3) if cargo[c] and not self.welcome[c].isdisjoint(RINGS[street][c + 1])]
            return LATER * max(ahead, default=0)
        if street in self.stills and self.plain.rule_over(self.table, street) != BANNED:
            return FETCH
        return LATER * FETCH - next(away for away, ring in enumerate(RINGS[street]) if ring & self.stills) / 4

    # the characters

    def walk(self, character: int, place: int, came: int, steps: int) -> float:
        """The best end of a walk; worse than any if there is none."""
        if steps == 0:
            return self.presence(character, place) if self.plain.may_stop(self.table, character, place) else -99
        ways = [way for way in range(4) if self.plain.is_open_way(self.table, place, came, way)]
        ends = [self.walk(character, self.plain.NEXT_TO[place, way], way, steps - 1) for way in ways]
        return max(ends, default=-99)

    def presence(self, character: int, place: int) -> float:
        """The law beside rivals' loaded trucks, Capone beside one's own."""
        points = 0
        for owner, street in self.trucks.items():
            if place in ENDS[street]:
                side = 1 if owner[0] == self.own[0] else -1
                loaded = any(self.table.cargo[*owner, colour] for colour in range(3))
                points += side * SHELTER if character == CAPONE else -side * PREY * loaded
        return points
