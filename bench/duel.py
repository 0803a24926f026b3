"""Ours and a peer, each in its own process on the same core, taking turns, so that the machine's noise hits both."""

import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from bench.measure import Sample
from bench.report import Row

ROOT = Path(__file__).resolve().parents[1]


class NotMeasured(Exception):
    """A process that could not get ready, with the last line of what it complained of."""


class Worker:
    """A process that times a slice whenever it is asked to (measure.serve)."""

    def __init__(self, python: Path | str, module: str, game: str) -> None:
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115 (lives as long as the worker; close() closes it)
        self.process = subprocess.Popen(
            [python, "-m", module, game, "--serve"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            bufsize=1,
        )
        try:
            ready = self.answer()
        except NotMeasured:
            self.close()
            raise
        self.version, self.note = ready["version"], ready["note"]

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        if line := self.process.stdout.readline():
            said: dict[str, Any] = json.loads(line)
            return said
        self.errors.seek(0)
        complaint = self.errors.read().strip().splitlines() or ["it ended without a word"]
        raise NotMeasured(complaint[-1])

    def slice(self, seconds: float) -> Sample:
        assert self.process.stdin is not None
        print(seconds, file=self.process.stdin)
        return Sample(**self.answer())

    def close(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()
        self.errors.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


class Stable:
    """Our own workers, each started when it is first needed and kept for the next duel."""

    def __init__(self) -> None:
        self.workers: dict[str, Worker | NotMeasured] = {}

    def ours(self, workload: str) -> Worker:
        if workload not in self.workers:
            try:
                self.workers[workload] = Worker(sys.executable, "bench.ours", workload)
            except NotMeasured as why:
                self.workers[workload] = why
        worker = self.workers[workload]
        if isinstance(worker, NotMeasured):
            raise worker
        return worker

    def close(self) -> None:
        for worker in self.workers.values():
            if isinstance(worker, Worker):
                worker.close()


def fight(name: str, ours: Worker, peer: Worker, at_least: float | None, rounds: int, seconds: float) -> Row:
    """The ratio is the median of the rounds' ratios: each compares two slices taken one right after the other."""
    pairs = [(ours.slice(seconds), peer.slice(seconds)) for _ in range(rounds)]
    ratios = sorted(theirs.ns / own.ns for own, theirs in pairs)
    ratio = statistics.median(ratios)
    return Row(
        name,
        unit="ns/action",
        ours=statistics.median(own.ns for own, _ in pairs),
        peer=statistics.median(theirs.ns for _, theirs in pairs),
        ratio=ratio,
        spread=f"{ratios[0]:.1f}–{ratios[-1]:.1f}×",
        goal=None if at_least is None else f"≥ {at_least:g}×",
        met=None if at_least is None else ratio >= at_least,
        note="; ".join(filter(None, (peer.version, peer.note, ours.note))),
    )


def peer_alone(name: str, peer: Worker, at_least: float | None, rounds: int, seconds: float, why: str) -> Row:
    """The peer's half, where ours could not be measured."""
    return Row(
        name,
        unit="ns/action",
        peer=statistics.median(peer.slice(seconds).ns for _ in range(rounds)),
        goal=None if at_least is None else f"≥ {at_least:g}×",
        met=None if at_least is None else False,
        note=f"ours not measured: {why}",
    )
