"""The GPU's kernels without a GPU: the same source, made by this machine's C++ compiler into loops over games.

Slower by far, but the same bit by bit; arrays are NumPy's.
"""

from __future__ import annotations

import ctypes
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any

import numpy as np

from tripot.engine import gpu


class KernelsHere:
    """One game's kernels, called as `gpu.Kernels` are."""

    def __init__(self, rules: ModuleType, policy: ModuleType | None, flags: Sequence[str] = ("-O2",)) -> None:
        with TemporaryDirectory(prefix="tripot-kernels-") as folder:
            code, library = Path(folder) / "kernels.cpp", Path(folder) / "kernels.so"
            code.write_text(gpu.source(rules, policy), encoding="utf-8")
            made = ["g++", "-std=c++20", *flags, "-w", "-shared", "-fPIC", "-o", str(library), str(code)]
            try:
                subprocess.run(made, check=True)
            except FileNotFoundError as fault:
                raise RuntimeError("without a GPU this needs a C++ compiler, g++") from fault
            self.library = ctypes.CDLL(str(library))

    def over(self, name: str, games: int, *arguments: Any) -> None:
        getattr(self.library, name)(*map(_given, arguments))

    def function(self, name: str) -> Callable[..., None]:
        def call(blocks: Any, threads: Any, arguments: Sequence[Any]) -> None:
            self.over(name, 0, *arguments)

        return call


def _given(argument: Any) -> Any:
    if isinstance(argument, np.ndarray):
        assert argument.flags.c_contiguous
        return argument.ctypes.data_as(ctypes.c_void_p)
    return ctypes.c_uint64(int(argument)) if isinstance(argument, np.uint64) else ctypes.c_int(int(argument))
