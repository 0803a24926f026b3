"""The native twin: the rules through Numba, with a disk cache that can't go stale.

Numba's own cache looks at one file's time; here the cache folder is named by a hash of every source, version and
option that the machine code depends on. Numba is imported when a native twin is first asked for, not before.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from functools import cache
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from platformdirs import user_cache_path

from tripot.engine.indexing import CHECK, not_below_zero, refusing
from tripot.engine.twins import bind, sources
from tripot.games import common, declare, random_numbers

# the parts of the engine that make machine code what it is
ENGINE = (
    "at_random.py", "bits.py", "contract.py", "derive.py", "game_loops.py", "indexing.py", "native.py",
    "numba_backend.py", "registers.py", "tensor.py", "twins.py",
)  # fmt: skip


def cache_folder() -> Path:
    """Where machine code is kept: TRIPOT_CACHE, or the user's cache folder."""
    return Path(os.environ.get("TRIPOT_CACHE") or user_cache_path("tripot", appauthor=False))


def key_of(
    rules: ModuleType, options: dict[str, Any], drivers: tuple[FunctionType, ...], policy: ModuleType | None
) -> str:
    """A hash of all that the machine code depends on: versions, options, the sources of rules, policy and drivers."""
    import llvmlite
    import numba

    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine())
    digest = hashlib.sha256(repr((versions, sorted(options.items()))).encode())
    engine = Path(__file__).parent
    bound = sources(rules) | (sources(policy) if policy else {})
    files = [Path(str(module.__file__)) for module in (*bound.values(), random_numbers)]
    files += [engine / name for name in ENGINE]
    files += [Path(str(module.__file__)) for module in (common, declare)]
    files += [engine / "policies.py"] if policy else []
    files += [Path(function.__code__.co_filename) for function in drivers]
    for file in sorted(set(files)):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:20]


def options_of(boundscheck: bool) -> dict[str, Any]:
    """How Numba compiles."""
    return {"nogil": True, "error_model": "numpy", "boundscheck": boundscheck}


@cache
def native(
    rules: ModuleType,
    boundscheck: bool = False,
    extra: tuple[FunctionType, ...] = (),
    policy: ModuleType | None = None,
    parts: tuple[FunctionType, ...] = (),
) -> SimpleNamespace:
    """The rules as machine code. A driver compiles when it is first called, or comes from the disk cache.

    `boundscheck` gives the slow twin that tests use, which also refuses an index below 0; `policy` binds a module with
    `lean`, and the drivers that play by it; `extra` are further drivers to bind, `parts` what these are made of. Only
    drivers can be called.
    """
    from tripot.engine import registers
    from tripot.engine.numba_backend import entry_point, link_only

    options = options_of(boundscheck)
    folder = cache_folder() / key_of(rules, options, (*extra, *parts), policy)
    check = link_only(not_below_zero, options)

    def part(function: FunctionType) -> Any:
        if boundscheck:
            function.__globals__[CHECK] = check
            function = refusing(function)
        return link_only(function, options)

    return bind(
        rules,
        part,
        lambda function: entry_point(function, options, folder),
        lambda array: array,
        extra,
        policy,
        parts,
        registers,
    )
