"""The games in OpenSpiel: `import tripot.lab.openspiel`, then `pyspiel.load_game("tripot_prohis(players=4)")`.

Parameters are `players` (the fewest, if not given) and the options of the game. OpenSpiel wants one type for each:
where a game offers numbers and a word, 0 stands for the word (`rounds=0`: all of them). A semicolon stands for a comma,
which OpenSpiel's own notation needs (`numbers=51;63/4;2`).

- **Moves and chance.** An action is a move's place in the game's table, a chance outcome its place in the other one,
  with probability weight / total.
- **Sealed questions** are put to the asked seats one after the other, the lowest first; nobody's information tells
  what, or whether, others have answered. Where speed decides (a tie in PROHIS with `tie=speed`, the stolen card of
  Condamnés), the lower seat is the faster one.
- **Returns** are final scores less the mean of all seats' scores, so every game is zero-sum; zero until the end.
- **Information states** are all that a player heard and saw, in order: in words what they heard (`1:let-pass`,
  without a seat for chance; `deal ...` if they heard only that it happened, `~` if they saw a change and heard
  nothing), and a 128-bit digest over these, their own moves and every change of their redacted record. `seat 2?`
  instead of `seat 2` says that they are to move. Two histories have the same string exactly if the player can't tell
  them apart.
- **Observations** are a player's redacted record alone: a JSON document, and a tensor in pieces named after the fields.
  There is no information state tensor: histories have no bound that a tensor could have.
- **Resampling** (`resample_from_infostate`, for IS-MCTS) fills the player's redacted record by the game's `imagine`.
  The new state has the player's information state, and it goes on from there; but nobody else's past is imagined: what
  others have heard begins with their look at the new state, and so does `history()`. In a sealed question the state
  asks the same player as before, and then once more everybody whose answer that player can't know.

With OpenSpiel 2.0 two of its C++ bots don't play games written in Python: `MCTSBot.step` ends the process (it lets go
of Python's lock; `mcts_search` and the Python `mcts` don't), and `ISMCTSBot` can't find the resampler (the Python
`ismcts` does).

A state holds one `Node`, which never changes and which clones share; it is pickled as the moves that led to it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyspiel

from tripot.engine import record_codec
from tripot.engine.game import Game, game, games
from tripot.engine.hearing import Heard, Listener
from tripot.engine.look import Look
from tripot.engine.state import PlainState
from tripot.engine.tensor import layout, tensor_size
from tripot.games.common import CHANCE, NOBODY

PREFIX = "tripot_"
CHANCE_PLAYER, TERMINAL_PLAYER = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

# The lowest and highest score of a seat, whatever the options and the number of seats.
SCORES = {
    "chasse": (0, 1400),  # a match: 5 plaques and 13 customs at 50, then 5 plaques and the 5 figures above them
    "condamnes": (0, 1),
    # A round: at most 56 declarations pass, for a crown and three necklaces at most; all goods are fined once; at most
    # 14 hands are opened, for a reward and a compensation or a false claim. At most 94,600 a round for six rounds.
    "contrebande": (-567_600, 577_600),
    "prohibition": (0, 180),  # all cubes, each delivered once, and all primes
    "prohis": (-120_000, 256_000),  # all illegal goods in hand; all cards in the warehouse
}
ANY_SCORE = (-(2**31), 2**31 - 1)  # what the engine's own scores can hold


class Variant:
    """A game with a number of seats and its options: what one loaded OpenSpiel game plays."""

    def __init__(self, name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> None:
        self.key = (name, seats, options)
        self.game: Game = game(name)
        self.seats = self.game.checked_seats(seats)
        state = self.game.new_state()
        self.game.plain.setup(state, self.seats, self.game.option_numbers(self.game.chosen(dict(options))))
        self.root = Node(self, state)

    def state(self, record: bytes) -> PlainState:
        return self.game.new_state(np.frombuffer(bytearray(record), self.game.rules.STATE).reshape(()))


@cache
def variant(name: str, seats: int, options: tuple[tuple[str, Any], ...]) -> Variant:
    return Variant(name, seats, options)


class Past(NamedTuple):
    """What one viewer has heard and seen up to a node."""

    sealed: tuple[tuple[int, int], ...]  # answers that the player will hear of later
    look: bytes  # the digest of the redacted record
    digest: bytes  # of everything
    text: str


class Node:
    """One node of the game tree: a full record, who decides there, what can be decided, and how it came about."""

    __slots__ = ("choices", "first", "move", "parent", "pasts", "player", "record", "seat", "variant")

    def __init__(
        self,
        variant: Variant,
        state: PlainState,
        first: int = -1,
        came_by: tuple[Node, int, int] | None = None,
        pasts: dict[int, Past] | None = None,
    ) -> None:
        """`first` is the seat that is asked before the lower ones in a sealed question, if one is."""
        plain = variant.game.plain
        self.variant = variant
        self.record = bytes(state)
        self.parent: Node | None = None
        self.seat, self.move = CHANCE, -1
        if came_by is not None:
            self.parent, self.seat, self.move = came_by
        self.pasts = pasts or {}
        asked = plain.actors(state)
        self.first = first if asked > 0 and first >= 0 and asked >> first & 1 else -1
        self.choices: list[Any]  # moves; outcomes with their probabilities; at the end, returns
        if asked == CHANCE:
            self.player = CHANCE_PLAYER
            self.choices = _outcomes(variant.game, state)
        elif asked == NOBODY:
            self.player = TERMINAL_PLAYER
            self.choices = _returns(variant, state)
        else:
            self.player = self.first if self.first >= 0 else (asked & -asked).bit_length() - 1
            can = bytearray(8 * variant.game.words)
            plain.legal(state, self.player, can)
            self.choices = [move for move, marked in enumerate(can) if marked]

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Callable[..., Node], tuple[Any, ...]]:
        moves = []
        node = self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent
        imagined = None if node is self.variant.root else (node.record, node.first, node.pasts)
        return _replayed, (self.variant.key, imagined, moves[::-1])

    def state(self) -> PlainState:
        return self.variant.state(self.record)

    def after(self, move: int) -> Node:
        """The next node, when whoever decides here has chosen."""
        seat = CHANCE if self.player == CHANCE_PLAYER else self.player
        state = self.state()
        self.variant.game.plain.apply(state, seat, move)
        return Node(self.variant, state, self.first, (self, seat, move))

    def look(self, viewer: int) -> Look:
        return Look(self.variant.game, self.state(), viewer)

    def past(self, viewer: int) -> Past:
        """What a viewer has heard and seen, worked out from the last node at which anybody asked for it."""
        untold: list[Node] = []
        node = self
        while viewer not in node.pasts and node.parent is not None:
            untold.append(node)
            node = node.parent
        if viewer not in node.pasts:
            seen = _digest(bytes(node.look(viewer)))
            node.pasts[viewer] = Past((), seen, seen, "" if node is self.variant.root else "...")
        past = node.pasts[viewer]
        before = node.state() if untold else None
        for node in reversed(untold):
            assert before is not None
            then = node.state()
            past = node.pasts[viewer] = self._later(past, viewer, before, node.seat, node.move, then)
            before = then
        return past

    def _later(self, past: Past, viewer: int, before: PlainState, seat: int, move: int, then: PlainState) -> Past:
        """A viewer's past after one move more."""
        table = self.variant.game
        listener = Listener(table.rules, table.plain, viewer, past.sealed)
        heard = listener.step(before, seat, move, then)
        if seat == viewer:
            own = Heard(seat, table.moves[move], table.moves[move].split()[0])
            heard = heard if own in heard else [own, *heard]
        look = _digest(bytes(Look(table, then, viewer)))
        if not heard and look == past.look:
            return past._replace(sealed=tuple(listener.sealed))
        words = ", ".join(map(_words, heard)) or "~"
        digest = _digest(past.digest + look + words.encode())
        return Past(tuple(listener.sealed), look, digest, f"{past.text}; {words}" if past.text else words)

    def information(self, viewer: int) -> str:
        past = self.past(viewer)
        asked = "?" if viewer == self.player else ""
        return f"seat {viewer}{asked} {b64encode(past.digest).decode()[:22]} {past.text}"

    def resampled(self, viewer: int, seed: int) -> Node:
        """Another node that the viewer can't tell from this one, by luck."""
        first = max(self.player, -1)
        past = self.past(viewer)._replace(sealed=())
        return Node(self.variant, self.look(viewer).imagined(seed), first, pasts={viewer: past})


def _outcomes(game: Game, state: PlainState) -> list[tuple[int, float]]:
    weights = [0] * len(game.outcomes)
    game.plain.chance(state, weights)
    total = sum(weights)
    return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]


def _returns(variant: Variant, state: PlainState) -> list[float]:
    seats = variant.seats
    scores = [0] * seats
    variant.game.plain.scores(state, scores)
    return [(seats * score - sum(scores)) / seats for score in scores]


def _digest(data: bytes) -> bytes:
    return blake2b(data, digest_size=16).digest()


def _words(heard: Heard) -> str:
    who = "" if heard.seat is None else f"{heard.seat}:"
    return who + (f"{heard.act} ..." if heard.text is None else heard.text)


def _replayed(
    key: tuple[str, int, tuple[tuple[str, Any], ...]],
    imagined: tuple[bytes, int, dict[int, Past]] | None,
    moves: Sequence[int],
) -> Node:
    """A node, from the start of the game or from where it was imagined."""
    of = variant(*key)
    node = of.root
    if imagined is not None:
        record, first, pasts = imagined
        node = Node(of, of.state(record), first, pasts=pasts)
    for move in moves:
        node = node.after(move)
    return node


class TripotGame(pyspiel.Game):  # type: ignore[misc]
    """One game of the house, as OpenSpiel loads it; each has a subclass with its name."""

    name: str

    def __init__(self, parameters: dict[str, Any] | None = None) -> None:
        house = game(self.name)
        given = {name: _as_parameter(value) for name, value in (parameters or {}).items()}
        seats = given.get("players", house.fewest)
        options = {name: _as_option(house, name, value) for name, value in given.items() if name != "players"}
        self.variant = variant(self.name, seats, tuple(house.chosen(options).items()))
        lowest, highest = SCORES.get(self.name, ANY_SCORE)
        most = (highest - lowest) * (seats - 1) / seats
        defaults = _parameters(house)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(house.moves),
            max_chance_outcomes=len(house.outcomes),
            num_players=seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=house.rules.LONGEST,
        )
        # without defaults, so that the game's text is short, and an empty text is not in it
        super().__init__(_game_type(self.name), info, {k: v for k, v in given.items() if v != defaults[k]})

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self) -> TripotState:
        return TripotState(self)

    def max_chance_nodes_in_history(self) -> int:
        return int(self.variant.game.rules.LONGEST) if self.variant.game.outcomes else 0

    def make_py_observer(self, kind: Any = None, parameters: dict[str, Any] | None = None) -> Observer:
        if parameters:
            raise ValueError(f"an observer of {self.variant.game.name} has no parameters, not {parameters!r}")
        return Observer(self.variant, kind or pyspiel.IIGObservationType(perfect_recall=False))


class TripotState(pyspiel.State):  # type: ignore[misc]
    """A node that moves on."""

    def __init__(self, game: TripotGame) -> None:
        super().__init__(game)
        self.node = game.variant.root

    def current_player(self) -> int:
        return self.node.player

    def is_terminal(self) -> bool:
        return self.node.player == TERMINAL_PLAYER

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.choices)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(self.node.choices)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def returns(self) -> list[float]:
        return list(self.node.choices) if self.is_terminal() else [0.0] * self.node.variant.seats

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> TripotState:
        """Another state with the same information state of this player; `rng` gives numbers from 0 to 1."""
        state = TripotState(self.get_game())
        state.node = self.node.resampled(player, int(rng() * (1 << 53)))
        return state

    def _action_to_string(self, player: int, action: int) -> str:
        table = self.node.variant.game
        return table.outcomes[action] if player == CHANCE_PLAYER else table.moves[action]

    def __str__(self) -> str:
        return json.dumps(record_codec.to_document(self.node.variant.game.rules, self.node.state()))


class Observer:
    """What a player, or with no private information a spectator, observes; OpenSpiel's PyObserver interface."""

    def __init__(self, variant: Variant, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer is a player or a spectator: public information, one player's own or none")
        self._recall: bool = kind.perfect_recall
        self._spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recall:
            rules = variant.game.rules
            self.tensor = np.zeros(tensor_size(rules), np.float32)
            self.dict = {group.field: self.tensor[group.start : group.start + group.size] for group in layout(rules)}

    def set_from(self, state: TripotState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.node.look(self._viewer(player)).tensor()

    def string_from(self, state: TripotState, player: int) -> str:
        viewer = self._viewer(player)
        if self._recall:
            return state.node.information(viewer)
        return json.dumps(state.node.look(viewer).document())

    def _viewer(self, player: int) -> int:
        return -1 if self._spectator else player


def _parameters(house: Game) -> dict[str, Any]:
    """The parameters and their defaults."""
    defaults = {name: spec[0] for name, spec in house.rules.OPTIONS.items()}
    for name, spec in house.rules.OPTIONS.items():
        if _has_numbers(spec):
            defaults[name] = int(spec[0]) if spec[0].isdigit() else 0
    return {"players": house.fewest, **defaults}


def _has_numbers(spec: tuple[Any, ...]) -> bool:
    """Whether an option has numbers among its texts: OpenSpiel reads these as numbers."""
    return isinstance(spec[0], str) and any(text.isdigit() for text in spec if isinstance(text, str))


def _as_option(house: Game, name: str, value: Any) -> Any:
    """An option's value as the house has it."""
    spec = house.rules.OPTIONS.get(name, ())
    if value == 0 and spec and _has_numbers(spec):
        return next(text for text in spec if not text.isdigit())
    return value.replace(";", ",") if isinstance(value, str) else value


def _as_parameter(value: Any) -> Any:
    return value.replace(",", ";") if isinstance(value, str) else value


@cache
def _game_type(name: str) -> Any:
    house = game(name)
    kinds = pyspiel.GameType
    chance = kinds.ChanceMode.EXPLICIT_STOCHASTIC if house.outcomes else kinds.ChanceMode.DETERMINISTIC
    return kinds(
        short_name=PREFIX + name,
        long_name=f"Tripot {name}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=house.most,
        min_num_players=house.fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(house),
    )


# Classes, because OpenSpiel frees what was registered after Python has ended, which only a class survives.
for _name in (each.name for each in games()):
    pyspiel.register_game(_game_type(_name), type(f"Tripot_{_name}", (TripotGame,), {"name": _name}))
