"""Makes puzzles: masters and regulars play, a master looks for clear decisions, a long search checks them.

Everything follows from a game's name and a number: the same numbers give the same puzzles, however many processes look.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
import random
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from tripot.bots.instincts import CHARACTERS, policy, temper
from tripot.bots.master import Option, match, settings_of
from tripot.bots.master.player import BITS, twin_of
from tripot.bots.master.readiness import make_ready
from tripot.engine.errors import BadOption
from tripot.engine.game import Game, game
from tripot.engine.look import Look
from tripot.engine.native import native
from tripot.puzzles import Puzzle, name_of, read

STRONG = 0.6  # how likely a seat is a master's
HASTE = {"chasse": 8, "prohibition": 6}  # these think so many times less than at a table; elsewhere 4 times
GLANCE, PATIENCE = 0.5, 4.0  # the first and the second search, in searches at a table; in some games
MORE = {"condamnes": 8.0}  # so many times as long, for what comes of a decision there varies much
BOLD = 2.0  # how much these try what doesn't seem best: it is to be known by how much it is worse
TRUST, DOUBT = "trust", "doubt"  # the sides that a right answer may be on; "" where there are none
TRUSTING = {"prohis": ("let-pass", "waive", "accept"), "contrebande": ("let-pass", "take"), "condamnes": ("carry-on",)}
A_GAME = 3  # puzzles from one game at most
TRIES = 10  # decisions of a game that are looked at
APART = 8  # moves between two of them
LONGEST = {"chasse": 130}  # moves that are played of a game, elsewhere 220: nobody reads more before a question
CLEAR = 2.5  # standard errors between the worst right answer and the best wrong one
STAKE = 0.06  # and the same in standard deviations of what a game comes to
SURE = 0.8  # the share of right answers in what the long search would do
EASY = 0.9  # what a regular answers right so often is asked in one case of
FEW_EASY = 8
OPEN = (0.08, 0.94)  # how likely what is asked about may be
SHOWN = 6  # moves that are told with what they cost
MANY = 9  # moves to choose from, beyond which a question has no end
AHEAD = 3  # games looked at before their turn, a process
REPEATS = 3  # searches by which a master's rate is measured
LEVELS = {"novice": 1000, "regular": 1400, "master": 2000}  # ratings, to place puzzles among them
LOWEST, HIGHEST = 500, 2500
PLAIN = ("prohibition",)  # games without lies, in which a regular seldom errs when it is sure
FOREVER = 1e9  # seconds: what is found mustn't hang on the machine's speed
SEATS = {"prohis": (3, 4, 5), "contrebande": (3, 4, 5), "condamnes": (4, 5, 6), "prohibition": (2, 3, 4)}


# what is asked about

Legal = Callable[[], list[int]]


def _in_prohis(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    """A convoy is on the road: control it, take the bribe, open it?"""
    return state["phase"] in (rules.CONTROL, rules.ANSWER, rules.DECIDE) and state["turn"] != seat


def _in_contrebande(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    """Something was declared: believe it?"""
    return state["phase"] in (rules.CUSTOMS, rules.NEIGHBOUR)


def _in_chasse(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    """A customs officer can reach a figure, or leave it alone."""
    if state["phase"] != rules.MOVING or seat == state["leg"]:
        return False
    squares = [rules.SQUARES[move - rules.TO] for move in legal()]
    controls = [state["board"][rules.CELLS.index(square)] == rules.RED for square in squares]
    return any(controls) and not all(controls)


def _in_condamnes(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    """Whom does the guard watch, look through, search?"""
    asked = (rules.MOMENT, rules.SEARCHING, rules.INSPECTING, rules.VERDICT)
    return state["guard"] == seat and state["phase"] in asked


def _in_prohibition(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    """Nobody lies here: what to load, where to drive, what to deliver, whom to send against whom?"""
    asked = (rules.LOADING, rules.CHARACTER_CHOICE, rules.ENTERING, rules.DRIVING, rules.DELIVERING)
    return state["phase"] in asked and len(legal()) <= MANY


def _anywhere(rules: ModuleType, state: Any, seat: int, legal: Legal) -> bool:
    return len(legal()) <= MANY


ASKED: dict[str, Callable[[ModuleType, Any, int, Legal], bool]] = {
    "prohis": _in_prohis,
    "contrebande": _in_contrebande,
    "chasse": _in_chasse,
    "condamnes": _in_condamnes,
    "prohibition": _in_prohibition,
}


def _itself(rules: ModuleType, state: Any, move: str) -> str:
    return move


def _control(rules: ModuleType, state: Any, move: str) -> str:
    """Each control is a move of its own; all others leave the figures alone."""
    return move if state["board"][rules.CELLS.index(move.split()[1])] == rules.RED else ""


KINDS: dict[str, Callable[[ModuleType, Any, str], str]] = {"chasse": _control}


def side_of(game_name: str, right: Iterable[str], kinds: Iterable[str]) -> str:
    """Whether the right answers trust or doubt."""
    if game_name == "chasse":  # who leaves figures alone has a choice of squares, who controls one has none
        return DOUBT if set(right) & set(kinds) else TRUST
    if game_name not in TRUSTING:
        return ""
    return TRUST if set(right) <= set(TRUSTING[game_name]) else DOUBT


def doubt(game_name: str, chances: dict[str, float], kinds: Iterable[str]) -> float:
    """How likely the lie is that is asked about; one half where there is none to speak of."""
    if game_name == "prohis" and "illegal 0" in chances:
        return 1.0 - chances["illegal 0"]
    if game_name == "contrebande" and "lie" in chances:
        return chances["lie"]
    if game_name == "chasse":
        return max(chances.get(f"plaque {kind[3:]}", 0.0) for kind in kinds)
    if game_name == "condamnes":
        return max((chance for name, chance in chances.items() if name.startswith("stolen")), default=0.5)
    return 0.5


# games


@dataclass(frozen=True)
class Story:
    """A game that was played: the moves with those who made them, and the decisions that might be asked about."""

    seats: int
    moves: list[tuple[int, int]]
    decisions: dict[int, list[int]]  # by seat: places among the moves
    bold: set[int]  # those where something else was done than what is done most


def played(chosen: Game, way: ModuleType, number: int) -> Story:
    """A game among masters, or masters and regulars of all characters."""
    name, rules, rng = chosen.name, chosen.rules, random.Random(f"{chosen.name} {number}")
    seats = rng.choice(SEATS.get(name, (chosen.fewest,)))
    masters = [seat for seat in range(seats) if rng.random() < STRONG] or [rng.randrange(seats)]
    tempers = [np.array(temper(name, "regular", rng.choice(("", *CHARACTERS))), np.int64) for _ in range(seats)]
    settings = settings_of(name, simulations=settings_of(name).simulations // HASTE.get(name, 4), seconds=FOREVER)
    twin, rivals = twin_of(rules, way), native(rules, policy=way)
    states, scratch = begun(chosen, seats), np.zeros(1, rules.STATE)
    weights, odds = np.zeros(len(rules.MOVES), np.int32), np.zeros(len(rules.OUTCOMES) + 1, np.int32)
    luck, nothing = np.array((rng.getrandbits(31), rng.getrandbits(31)), np.int64), np.zeros(1, rules.STATE)
    twin.begin_game(nothing, seats, _options(chosen), luck, rng.getrandbits(BITS))
    table = match.Seats(chosen, way, masters, settings, number)
    table.begin(states)
    asks, kind_of = ASKED.get(name, _anywhere), KINDS.get(name, _itself)
    story = Story(seats, [], {}, set())
    while len(story.moves) < LONGEST.get(name, 220) and (asked := int(twin.asked_now(states, odds, luck))):
        if asked < 0:
            mover, move = -1, int(odds[-1])
        else:
            mover = (asked & -asked).bit_length() - 1

            def legal(seat: int = mover) -> list[int]:
                return Look.of_record(chosen, seat, states.tobytes()).legal_numbers()

            is_asked = asks(rules, states[0], mover, legal) and len(legal()) > 1
            if is_asked:
                story.decisions.setdefault(mover, []).append(len(story.moves))
            if mover in table.masters:
                move = table.masters[mover].choose(rng)
            else:
                scratch[0] = states[0]
                twin.redact_all(scratch, mover)
                move = int(rivals.decide_one(scratch, mover, tempers[mover], rng.getrandbits(BITS), weights))
            if is_asked and kind_of(rules, states[0], chosen.moves[move]):
                story.bold.add(len(story.moves))
        story.moves.append((mover, move))
        table.step(states, mover, move)
    return story


def _options(chosen: Game) -> Any:
    return np.array(chosen.option_numbers(chosen.chosen({})) or (0,), np.int64)


def begun(chosen: Game, seats: int) -> Any:
    """A game's first record."""
    return np.frombuffer(bytearray(bytes(chosen.start(seats, seed=0).start_state())), chosen.rules.STATE)


class Follower:
    """A master in one seat of a game that was played: it notices what the seat noticed then, and can be asked."""

    def __init__(self, chosen: Game, way: ModuleType, seats: int, seat: int, seed: int) -> None:
        self.game, self.seat, self.rng = chosen, seat, random.Random(seed)
        self.states = begun(chosen, seats)
        self._seats = match.Seats(chosen, way, [seat], settings_of(chosen.name, bold=BOLD), seed)
        self._seats.begin(self.states)
        self.master = self._seats.masters[seat]

    def step(self, mover: int, move: int) -> None:
        self._seats.step(self.states, mover, move)

    def weigh(self, times: float = 1.0) -> Weighed:
        """Search, so many times longer than usual."""
        simulations = round(times * MORE.get(self.game.name, 1.0) * self.master.settings.simulations)
        chosen = self.master.choose(self.rng, simulations, FOREVER)
        thought, spread = self.master.thought(str(self.game.moves[chosen])), self.master.tree.spread
        mean = spread[1] / spread[0]
        deviation = max(spread[2] / spread[0] - mean * mean, 1e-12) ** 0.5
        options = sorted(thought.options, key=lambda option: -option.worth)
        kinds = {
            option.move: KINDS.get(self.game.name, _itself)(self.game.rules, self.states[0], option.move)
            for option in options
        }
        return Weighed(options, float(deviation), thought.chances, kinds)


@dataclass(frozen=True)
class Weighed:
    """What came of a search: moves by their worth, how far what comes of them varies, and what is believed."""

    options: list[Option]
    deviation: float
    chances: dict[str, float]
    kinds: dict[str, str]  # what each move is told apart by

    @property
    def _best(self) -> list[Option]:
        """The best move of each kind."""
        best: dict[str, Option] = {}
        for option in self.options:
            best.setdefault(self.kinds[option.move], option)
        return list(best.values())

    def right(self) -> tuple[str, ...]:
        """The moves that are clearly better than all others and about as good as each other, if there are any."""
        best = self._best
        for count in range(1, min(len(best), 1 + max(1, len(best) // 2))):
            last, other = best[count - 1], best[count]
            gap = last.worth - other.worth
            error = self.deviation * (1 / max(1, last.tried) + 1 / max(1, other.tried)) ** 0.5
            alike = best[0].worth - last.worth <= gap / 3
            if alike and gap >= max(CLEAR * error, STAKE * self.deviation):
                kinds = {self.kinds[option.move] for option in best[:count]}
                return tuple(sorted(move for move, kind in self.kinds.items() if kind in kinds))
        return ()

    def prefers(self, moves: tuple[str, ...]) -> bool:
        kinds = {self.kinds[move] for move in moves}
        return {self.kinds[option.move] for option in self._best[: len(kinds)]} == kinds

    def share(self, moves: tuple[str, ...]) -> float:
        return sum(option.share for option in self.options if option.move in moves)


# puzzles


def found_in(game_name: str, number: int, side: str = "") -> list[Puzzle]:
    """The puzzles of the game with a number: few, or none; if a side is named, those whose right answers are there."""
    chosen, way, rng = game(game_name), policy(game_name), random.Random(f"{game_name} {number} look")
    if way is None:
        raise BadOption("option.no-policy", game=game_name)
    story = played(chosen, way, number)
    if not story.decisions:
        return []
    seat = rng.choice(sorted(story.decisions))
    places = _apart(story, seat, rng)
    first, second = (Follower(chosen, way, story.seats, seat, 2 * number + which) for which in (0, 1))
    found: list[Puzzle] = []
    for place in range(max(places) + 1):
        if place in places:
            puzzle = _asked(chosen, story, place, first, second, rng, side)
            found += [puzzle] if puzzle else []
        if len(found) == A_GAME:
            break
        for follower in (first, second):
            follower.step(*story.moves[place])
    return found


def _apart(story: Story, seat: int, rng: random.Random) -> list[int]:
    """Some decisions of a seat, none soon after another; bold ones first."""
    places, chosen = story.decisions[seat], list[int]()
    for place in sorted(rng.sample(places, len(places)), key=lambda place: place not in story.bold):
        if len(chosen) < TRIES and all(abs(place - other) >= APART for other in chosen):
            chosen.append(place)
    return sorted(chosen)


def _asked(
    chosen: Game, story: Story, place: int, first: Follower, second: Follower, rng: random.Random, side: str
) -> Puzzle | None:
    """A decision as a puzzle, if its answer is clear, stays so in a long search by another mind, and isn't too easy."""
    usual = _by_policy(chosen, first)
    sought = rng.randrange(FEW_EASY) == 0  # whether an easy one will do
    if not sought and max(usual["regular"].values()) >= EASY and chosen.name in PLAIN:
        return None
    quick = first.weigh(GLANCE)
    if len(quick.options) < 2 or not _open(chosen, quick) or not quick.right():
        return None
    if side and side_of(chosen.name, quick.right(), quick.kinds.values()) != side:
        return None
    deep = second.weigh(PATIENCE)
    right = deep.right()
    if not right or not quick.prefers(right) or deep.share(right) < SURE or not _open(chosen, deep):
        return None
    told = {level: sum(shares[move] for move in right) for level, shares in usual.items()}
    trusting = side_of(chosen.name, right, deep.kinds.values()) == TRUST
    if not sought and not trusting and told["regular"] >= EASY:
        return None
    told["random"] = len(right) / len(deep.options)
    told["master"] = sum(first.weigh().share(right) for _ in range(REPEATS)) / REPEATS
    moves = tuple(move for _, move in story.moves[:place])
    best, unit = deep.options[0].worth, first.master.settings
    scale, name = (100.0, "wins") if unit.win == 1.0 else (unit.scale, "points")
    kept = deep.options[: SHOWN - 1]
    kept += [option for option in deep.options if option.move not in right and option not in kept][:1]
    return Puzzle(
        name=name_of(chosen.name, first.seat, moves),
        rules=chosen.version,
        seats=story.seats,
        seat=first.seat,
        moves=moves,
        right=right,
        options=tuple(
            (option.move, float(f"{(best - option.worth) * scale:.2g}"), round(option.share, 2)) for option in kept
        ),
        unit=name,
        chances={name: round(share, 2) for name, share in deep.chances.items() if share >= 0.01},
        rates={level: round(min(1.0, rate), 2) for level, rate in told.items()},
        rating=rated(told),
    )


def _open(chosen: Game, weighed: Weighed) -> bool:
    """Whether it can be doubted at all."""
    low, high = OPEN
    return low <= doubt(chosen.name, weighed.chances, weighed.kinds.values()) <= high


def _by_policy(chosen: Game, follower: Follower) -> dict[str, dict[str, float]]:
    """How likely a novice and a regular are to make each move."""
    way = follower.master.policy
    weights, found = np.zeros(len(chosen.moves), np.int32), {}
    record = follower.states.copy()
    twin_of(chosen.rules, way).redact_all(record, follower.seat)
    for level in ("novice", "regular"):
        knobs = np.array(temper(chosen.name, level), np.int64)
        native(chosen.rules, policy=way).decide_one(record.copy(), follower.seat, knobs, 0, weights)
        found[level] = dict(zip(chosen.moves, (weights / weights.sum()).tolist(), strict=True))
    return found


def rated(rates: dict[str, float]) -> int:
    """The rating at which levels would be expected to answer right as often as they do."""
    low, high, wanted = float(LOWEST), float(HIGHEST), sum(rates[level] for level in LEVELS)
    while high - low > 1.0:
        middle = (low + high) / 2
        expected = sum(1.0 / (1.0 + 10 ** ((middle - rating) / 400)) for rating in LEVELS.values())
        low, high = (middle, high) if expected > wanted else (low, middle)
    return round(high)


# many of them


def make(
    game_name: str,
    count: int,
    path: Path,
    seed: int = 0,
    processes: int = 1,
    side: str = "",
    tell: Callable[[int, int], None] = lambda found, games: None,
) -> list[Puzzle]:
    """Fill a file up to so many puzzles, with those of the games numbered from a seed on.

    What each game gave is noted beside the file until there are enough, so that whoever is interrupted can go on.
    """
    notes, done = path.with_suffix(f".{seed}{side}.part"), dict[int, list[str]]()
    lines = (
        {puzzle.name: puzzle.line() for puzzle in read(path.read_text("utf-8").splitlines())} if path.exists() else {}
    )
    if notes.exists():
        done = {entry["number"]: entry["lines"] for entry in map(json.loads, notes.read_text("utf-8").splitlines())}
    make_ready(game_name)
    with notes.open("a", encoding="utf-8") as noting:
        for number, found in _in_order(game_name, seed, processes, side, done):
            if len(lines) >= count:
                break
            if number not in done:
                noting.write(json.dumps({"number": number, "lines": found}) + "\n")
                noting.flush()
            for line in found:
                lines.setdefault(json.loads(line)["name"], line)
            tell(len(lines), number - seed + 1)
    chosen = list(lines.values())[:count]
    path.write_text("".join(line + "\n" for line in chosen), "utf-8")
    notes.unlink()
    return read(chosen)


def _in_order(
    game_name: str, seed: int, processes: int, side: str, done: dict[int, list[str]]
) -> Iterator[tuple[int, list[str]]]:
    """What the games with these numbers give, in the order of numbers."""
    numbers = itertools.count(seed)
    if processes == 1:
        for number in numbers:
            yield number, done[number] if number in done else _lines(game_name, number, side)
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        waiting: deque[tuple[int, Any]] = deque()
        for number in numbers:
            known = done.get(number)
            answer = pool.apply_async(_lines, (game_name, number, side)) if known is None else known
            waiting.append((number, answer))
            if len(waiting) > AHEAD * processes:
                first, answer = waiting.popleft()
                yield first, answer if isinstance(answer, list) else answer.get()


def _lines(game_name: str, number: int, side: str) -> list[str]:
    return [puzzle.line() for puzzle in found_in(game_name, number, side)]


def main() -> None:
    """`python -m tripot.puzzles.making FOLDER GAME COUNT SEED PROCESSES [SIDE]`: where there is no command line."""
    folder, name, count, seed, processes, *side = sys.argv[1:]

    def tell(found: int, games: int) -> None:
        print(f"{name}: {found} puzzles in {games} games", file=sys.stderr, flush=True)

    make(name, int(count), Path(folder) / f"{name}.txt", int(seed), int(processes), "".join(side), tell)


if __name__ == "__main__":
    main()
