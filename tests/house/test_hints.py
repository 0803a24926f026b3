"""Hints come from the own seat's look and hearing alone: worlds that look the same to it give the same hint."""

from __future__ import annotations

import itertools

from tests.web.twins import Twins, twins
from tripot.bots import MASTER, bot
from tripot.bots.master.readiness import make_ready
from tripot.engine.look import Look, seats_in
from tripot.engine.state import PlainState
from tripot.house.recall import Recall
from tripot.house.thinking import Advice, _Known, _pondered, _Question
from tripot.testing.settings import settings_of

PLENTY = 600.0  # seconds: what comes out hangs on no clock
VIEWER, LENGTH, PAIRS = 1, 60, 4


def asked_of(pair: Twins, world: int) -> tuple[Look, Recall]:
    """What the house takes at the seat's gate, as `House.hint` does."""
    setting, moves = pair.setting, (pair.one, pair.two)[world]
    state: PlainState = setting.first_state()
    for seat, move in moves:
        setting.game.plain.apply(state, seat, move)
    return Look(setting.game, state, VIEWER), Recall(setting.start(0), VIEWER).follow(moves)


def hint(look: Look, recall: Recall) -> Advice:
    marks = bytearray(8 * look.game.words)
    for number in look.legal_numbers():
        marks[number] = 1
    question = _Question(
        look.game.name, look.game.version, MASTER, look.viewer, bytes(look), look.asked, int(look.sealed),
        bytes(marks), b"luck", PLENTY, [([(*event,) for event in step.heard], step.record) for step in recall.steps],
        aloud=True,
    )  # fmt: skip
    answer = _pondered(question, _Known(bot))
    assert answer.advice is not None, answer.fault
    return answer.advice


def test_worlds_that_look_the_same_give_the_same_hint() -> None:
    make_ready("contrebande")
    setting = settings_of("contrebande")[0]
    pairs = (twins(setting, VIEWER, seed, LENGTH) for seed in itertools.count())
    alike = (
        pair
        for pair in pairs
        if pair.differ and VIEWER in seats_in(max(0, pair.asked)) and len(asked_of(pair, 0)[0].legal_numbers()) > 1
    )
    for pair in itertools.islice(alike, PAIRS):
        (look, heard), (other, also) = asked_of(pair, 0), asked_of(pair, 1)
        assert bytes(look) == bytes(other)
        assert heard.steps == also.steps
        advice = hint(look, heard)
        assert advice == hint(other, also)
        assert {move for move, _, _ in advice.options} == set(look.legal)
