"""A process that makes one analysis: it reads a task, says how far it has come, and then what it found."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time

import msgspec

from tripot.bots.analysis import analyse, effort_for
from tripot.bots.instincts import temper
from tripot.engine.records import Transcript

PR_SET_PDEATHSIG = 1
NICE = 12  # people come first, and bots before analyses
OFTEN = 0.5  # seconds between words of progress


class Task(msgspec.Struct):
    """A record; by seat the level and character of a bot whose mixture of moves is known; and how much to do."""

    record: str
    known: list[tuple[str, str] | None]
    effort: float


def main() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    task = msgspec.json.decode(sys.stdin.buffer.readline(), type=Task)
    table = Transcript(task.record).replay()
    tempers = [None if known is None else temper(table.game.name, *known) for known in task.known]
    told_at = 0.0

    def tell(share: float) -> None:
        nonlocal told_at
        if time.monotonic() - told_at > OFTEN:
            told_at = time.monotonic()
            print(f"progress {share:.3f}", flush=True)

    found = analyse(table, effort_for(table.game.name).scaled(task.effort), progress=tell, tempers=tempers)
    print("done", msgspec.json.encode(found).decode(), flush=True)


if __name__ == "__main__":
    main()
