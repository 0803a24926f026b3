"""Pgx: many games at once through JAX, compiled, on one core. The batch is swept and the best one kept.

Every game of the batch makes one random legal action a step and a finished game restarts inside the step, so a step of
a batch is as many actions as the batch is wide. bench/gpu.py runs the same on a GPU.
"""

import os
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

from bench import measure

GAMES = ("leduc_holdem",)
BATCHES = (128, 512, 2048, 8192)
CHUNK_ACTIONS = 65_536


def stepper(name: str, batch: int, steps: int) -> Callable[[], int]:
    """Compiles and runs once. Each call takes `steps` random steps of `batch` games and returns the actions made."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    game = pgx.make(name)
    step = jax.vmap(auto_reset(game.step, game.init))

    def random_step(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carry
        key, choosing, restarting = jax.random.split(key, 3)
        # the n-th legal move, n drawn evenly: cheaper than jax.random.categorical over the mask
        legal_so_far = jnp.cumsum(state.legal_action_mask, axis=1)
        drawn = jnp.floor(jax.random.uniform(choosing, (batch,)) * legal_so_far[:, -1]).astype(jnp.int32)
        moves = jnp.argmax(legal_so_far > drawn[:, None], axis=1).astype(jnp.int32)
        return (step(state, moves, jax.random.split(restarting, batch)), key), None

    run = jax.jit(lambda carry: jax.lax.scan(random_step, carry, None, length=steps)[0])
    key = jax.random.PRNGKey(0)
    carry = (jax.jit(jax.vmap(game.init))(jax.random.split(key, batch)), key)

    def chunk() -> int:
        nonlocal carry
        carry = jax.block_until_ready(run(carry))
        return batch * steps

    chunk()
    return chunk


def prepare(name: str) -> measure.Workload:
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    chunks = {batch: stepper(name, batch, max(8, CHUNK_ACTIONS // batch)) for batch in BATCHES}
    best = min(chunks, key=lambda batch: measure.sample(chunks[batch], 0.4).ns)
    return measure.Workload(chunks[best], f"{version('pgx')}, jax {version('jax')}", f"batch {best}")


if __name__ == "__main__":
    measure.main("Pgx on JAX CPU", GAMES, prepare)
