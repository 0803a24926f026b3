"""Many whole games in which every player has a temper of their own, natively: hundreds of thousands of decisions a
second and more. Players change seats, and every deal is played once in each seating, so that luck is shared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.bots.instincts import Temper, policy
from tripot.engine.errors import BadOption
from tripot.engine.game import Game
from tripot.engine.policies import OWN_LUCK
from tripot.engine.ranking import ranks_in, wins_of
from tripot.engine.twins import plain
from tripot.games import random_numbers
from tripot.games.common import CHANCE, NOBODY

Floats = npt.NDArray[np.float64]
SIDES = ("condamnes",)  # games in which a side wins together: whoever is on it has won, and seats don't share
RANDOM: None = None  # stands in a line-up for a player who makes any legal move
Player = Temper | None
HIGHEST_SEED = 1 << OWN_LUCK


@dataclass(frozen=True)
class Bouts:
    """What many games came to; row i is game i. A player is a place in the line-up, whatever seat it had."""

    scores: npt.NDArray[np.int64]  # by player
    ranks: npt.NDArray[np.int64]  # by player, ties broken where the game does; equal ones share a rank
    wins: Floats  # by player: 1 for a lone first place, equal first places share
    seated: npt.NDArray[np.int64]  # the player of each seat
    lengths: npt.NDArray[np.int64]  # moves of seats
    records: npt.NDArray[np.void]  # as the games ended
    used: npt.NDArray[np.int64]  # how often each player made each move

    def share(self, player: int) -> tuple[float, float]:
        """A player's share of the wins, and its standard error over deals."""
        seats = self.wins.shape[1]
        whole = len(self.wins) // seats * seats
        deals = self.wins[:whole, player].reshape(-1, seats).mean(axis=1)
        return float(deals.mean()), float(deals.std(ddof=1) / len(deals) ** 0.5)


def bouts(
    game: Game,
    line_up: Sequence[Player],
    games: int,
    seed: int = 0,
    twin: str = "native",
    first: int = 0,
    by: ModuleType | None = None,
    **options: Any,
) -> Bouts:
    """Play the games numbered from `first` on. Each deal is played in as many games as there are seats, one for each
    way of turning the line-up. `twin` is "native", "checked" (native with bounds checks), "plain" or "gpu", where moves
    aren't counted; `by` is a policy to play by instead of the game's own."""
    seats = game.checked_seats(len(line_up))
    if not 0 <= seed < HIGHEST_SEED - first - games:
        raise BadOption("option.series", below=HIGHEST_SEED, seed=seed)
    places = np.arange(first, first + games)
    numbers = seed + places // seats
    seated = (np.arange(seats)[None, :] - places[:, None]) % seats
    result = Bouts(
        np.zeros((games, seats), np.int64), np.zeros((games, seats), np.int64), np.zeros((games, seats)), seated,
        np.zeros(games, np.int64), game.records(games), np.zeros((seats, len(game.moves)), np.int64),
    )  # fmt: skip
    points = np.zeros((games, seats), np.int32)
    if games:
        module = by or policy(game.name)
        if module is None:
            raise BadOption("option.no-policy", game=game.name)
        play = {"plain": _plainly, "gpu": _on_gpu}.get(twin) or _natively(twin == "checked")
        play(game, module, result, game.option_numbers(game.chosen(options)), numbers, line_up, points)
    np.put_along_axis(result.scores, seated, points.astype(np.int64), axis=1)
    ranks = ranks_in(game, points, result.records)
    np.put_along_axis(result.ranks, seated, ranks, axis=1)
    np.put_along_axis(result.wins, seated, wins_of(ranks), axis=1)
    return result


def _natively(checked: bool) -> Callable[..., None]:
    def play(
        game: Game, module: ModuleType, result: Bouts, options: tuple[int, ...], numbers: npt.NDArray[np.int64],
        line_up: Sequence[Player], points: npt.NDArray[np.int32],
    ) -> None:  # fmt: skip
        from tripot.engine.native import native  # Numba is imported when it is needed, not before

        knobs = max((len(player) for player in line_up if player is not None), default=1)
        tempers = np.zeros((len(line_up), knobs), np.int64)
        at_random = np.array([player is None for player in line_up], np.int64)
        for place, player in enumerate(line_up):
            if player is not None:
                tempers[place] = player
        native(game.rules, checked, (), module).bouts(
            result.records, game.records(1), len(line_up), np.array(options or (0,), np.int64), numbers, result.seated,
            tempers, at_random, result.lengths, points, result.used,
        )  # fmt: skip

    return play


def _on_gpu(
    game: Game, module: ModuleType, result: Bouts, options: tuple[int, ...], numbers: npt.NDArray[np.int64],
    line_up: Sequence[Player], points: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    from tripot.engine import gpu

    cp = gpu.cupy()
    made = gpu.players(game.rules, module)
    knobs = max((len(player) for player in line_up if player is not None), default=1)
    tempers = np.array([player or (0,) * knobs for player in line_up], np.int32)
    sitting = np.array([gpu.AT_RANDOM if player is None else place for place, player in enumerate(line_up)], np.int8)
    games, seats = result.seated.shape
    records = cp.zeros((gpu.record_words(game), games), cp.uint32)
    lengths, scored, taken = cp.zeros(games, cp.int32), cp.zeros((games, seats), cp.int32), cp.zeros(1, cp.int32)
    made.play(
        "bouts", games, records, np.int32(games), np.int32(seats), cp.asarray(np.array(options or (0,), np.int32)),
        cp.asarray(numbers), cp.asarray(sitting[result.seated]), cp.asarray(tempers), np.int32(knobs), lengths, scored,
        taken,
    )  # fmt: skip
    result.records[:] = gpu.from_words(game, records, apart=True)
    result.lengths[:] = lengths.get()
    points[:] = scored.get()


def _plainly(
    game: Game, module: ModuleType, result: Bouts, options: tuple[int, ...], numbers: npt.NDArray[np.int64],
    line_up: Sequence[Player], points: npt.NDArray[np.int32],
) -> None:  # fmt: skip
    """The same games, move for move, as ordinary Python."""
    twin: Any = plain(game.rules, (), module)
    for i, number in enumerate(numbers.tolist()):
        state: Any = game.new_state()
        twin.setup(state, len(line_up), options or (0,))
        luck = [0, 0]
        random_numbers.seed(luck, number)
        lucks = [[0, 0] for _ in line_up]
        for seat, own in enumerate(lucks):
            random_numbers.seed(own, number + ((seat + 1) << OWN_LUCK))
        while (asked := twin.actors(state)) != NOBODY:
            if asked == CHANCE:
                twin.apply(state, CHANCE, twin.happen(state, [0] * (len(game.outcomes) + 1), luck))
                continue
            seat = (asked & -asked).bit_length() - 1
            player = int(result.seated[i, seat])
            move = _choice(game, twin, state, seat, line_up[player], lucks[seat])
            result.used[player, move] += 1
            result.lengths[i] += 1
            twin.apply(state, seat, move)
        twin.scores(state, points[i])
        result.records[i] = state.record()


def _choice(game: Game, twin: Any, state: Any, seat: int, player: Player, luck: list[int]) -> int:
    own = state.copy()
    twin.redact(own, seat)
    if player is not None:
        return int(twin.act(own, seat, player, [0] * len(game.moves), luck))
    can = bytearray(8 * game.words)
    twin.legal(own, seat, can)
    legal = [move for move, marked in enumerate(can) if marked]
    return legal[int(random_numbers.below(luck, len(legal)))]
