"""Ours, timed as the peers are: whole random games played natively, a batch stepped with its masks and tensors, and
both through the interfaces of PettingZoo and Gymnasium; and simulations of search."""

import random
from collections.abc import Callable
from importlib.metadata import version
from itertools import count

from bench import measure
from bench.goals import DUELS, SEATS

WORKLOADS = tuple(dict.fromkeys(duel.ours for duel in DUELS))
BATCHES = (64, 256, 1024, 4096)
VECTOR_GAMES = 1024
CHUNK_ACTIONS = 65_536
ROOTS, SIMULATIONS = 40, 500  # of searches


def playouts(name: str) -> measure.Workload:
    """Random games from the deal to the scores, in one thread."""
    import tripot
    from tripot.engine import simulate

    game = tripot.game(name)
    seeds = count(1)

    def play(games: int) -> int:
        return simulate.playouts(game, seats=SEATS[name], games=games, seed=next(seeds), threads=1).actions

    play(1)  # compiles, or loads what was compiled
    length = play(100) / 100
    games = max(1, round(CHUNK_ACTIONS / length))
    return measure.Workload(lambda: play(games), f"numba {version('numba')}", f"ours {length:.0f} actions a game")


def batch(name: str) -> measure.Workload:
    """Every game of the batch makes one random legal move a step, masks and tensors written: as Pgx's step does."""
    import tripot
    from tripot.engine.batch import Batch

    game = tripot.game(name)

    def stepper(games: int) -> Callable[[], int]:
        table, steps = Batch(game, seats=SEATS[name], games=games, seed=1), CHUNK_ACTIONS // games

        def chunk() -> int:
            table.step_random(steps)
            return games * steps

        chunk()
        return chunk

    chunks = {games: stepper(games) for games in BATCHES}
    best = min(chunks, key=lambda games: measure.sample(chunks[games], 0.4).ns)
    return measure.Workload(chunks[best], f"numba {version('numba')}", f"ours batch {best}")


def aec(name: str) -> measure.Workload:
    """PettingZoo's usual loop, `last` and `step`, as bench/peers/pettingzoo.py does it with their game."""
    import numpy as np

    from tripot.lab.pettingzoo_env import env

    table = env(name, SEATS[name])
    table.reset(seed=1)
    rand = random.Random(1).random

    def play() -> int:
        table.reset()
        actions = 0
        for _ in table.agent_iter():
            seen, _, terminated, truncated, _ = table.last()
            if terminated or truncated:
                table.step(None)
            else:
                legal = np.flatnonzero(seen["action_mask"])
                table.step(legal[int(rand() * len(legal))])
                actions += 1
        return actions

    length = sum(play() for _ in range(10)) / 10
    return measure.Workload(
        play, version("pettingzoo"), f"ours {SEATS[name]} players, {length:.0f} actions a game (theirs 2 or 3)"
    )


def vector(name: str) -> measure.Workload:
    """Gymnasium's vector loop: `step` with a random legal action in every game, chosen in NumPy."""
    import numpy as np

    from tripot.lab.vector_env import VectorEnv

    games, count = VectorEnv(name, SEATS[name], num_envs=VECTOR_GAMES), VECTOR_GAMES
    rng = np.random.default_rng(1)
    _, asked = games.reset(seed=1)

    def chunk() -> int:
        nonlocal asked
        for _ in range(CHUNK_ACTIONS // count):
            upto = asked["action_mask"].cumsum(1, dtype=np.int16)
            chosen = (upto > (rng.random(count) * upto[:, -1]).astype(np.int16)[:, None]).argmax(1)
            *_, asked = games.step(chosen)
        return CHUNK_ACTIONS // count * count

    chunk()
    return measure.Workload(chunk, version("gymnasium"), f"ours batch {count}, {SEATS[name]} players")


def search(name: str) -> measure.Workload:
    """Simulations of a master's search at decisions from all over games between regulars, in one thread."""
    import tripot
    from tripot.bots.instincts import policy, temper
    from tripot.bots.master.match import decisions
    from tripot.bots.master.player import Master

    game, module = tripot.game(name), policy(name)
    assert module is not None
    roots = decisions(game, module, temper(name), SEATS[name], ROOTS)
    thinkers = [Master(game, module, seat=seat) for seat, _ in roots]
    for thinker, (_, record) in zip(thinkers, roots, strict=True):
        thinker.take([], record)
    dice = random.Random(1)

    def chunk() -> int:
        for thinker in thinkers:
            thinker.choose(dice, simulations=SIMULATIONS, seconds=60.0)
        return ROOTS * SIMULATIONS

    chunk()
    return measure.Workload(chunk, f"numba {version('numba')}", f"ours {ROOTS} roots of games by policy")


def prepare(workload: str) -> measure.Workload:
    kind, name = workload.split("/")
    return {"playouts": playouts, "batch": batch, "aec": aec, "vector": vector, "search": search}[kind](name)


if __name__ == "__main__":
    measure.main("Tripot", WORKLOADS, prepare)
