"""When Python looks for garbage that refers to itself: not while people play.

A full look goes through everything that a thousand tables hold, and nobody is answered meanwhile: half a second. What
is there to stay is set aside instead, and looked through when nobody has moved for a while, or after hours at last.
"""

from __future__ import annotations

import gc
import time

YOUNG = 10_000  # objects that are new before they are looked through, which takes a millisecond or two
NEVER = 1_000_000  # older ones only when it is said here: a look at those of five busy seconds takes fifty milliseconds
QUIET = 5.0  # seconds without a move
AT_MOST, AT_LEAST = 600.0, 6 * 3600.0  # seconds between two full looks


class Garbage:
    """Told now and then when somebody last moved."""

    def __init__(self) -> None:
        gc.freeze()  # what is loaded by now stays
        gc.set_threshold(YOUNG, NEVER, NEVER)
        self._looked_at = time.monotonic()

    def tend(self, quiet_for: float) -> None:
        since = time.monotonic() - self._looked_at
        if since > AT_LEAST or (since > AT_MOST and quiet_for > QUIET):
            gc.unfreeze()
            gc.collect()
            self._looked_at = time.monotonic()
        gc.freeze()
