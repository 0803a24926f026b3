"""Hints come from the own seat's look and hearing alone: worlds that look the same to it give the same hint."""

from __future__ import annotations

import itertools

import pytest

from tests.furnished import FURNISHED
from tests.web.twins import Twins, twins
from tripot.bots import MASTER, bot
from tripot.bots.master.readiness import make_ready
from tripot.engine.look import Look, seats_in
from tripot.engine.state import PlainState
from tripot.house import reasons
from tripot.house.puzzles import judged, names_at, table_of
from tripot.house.recall import Recall
from tripot.house.thinking import Advice, _Known, _pondered, _Question
from tripot.puzzles import puzzles_of
from tripot.testing.settings import settings_of
from tripot.web.hints import why

PLENTY = 600.0  # seconds: what comes out hangs on no clock
VIEWER, LENGTH, PAIRS = 1, 60, 2


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


@pytest.mark.parametrize("game", FURNISHED)
def test_worlds_that_look_the_same_give_the_same_hint(game: str) -> None:
    make_ready(game)
    setting = settings_of(game)[0]
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


@pytest.mark.parametrize("game", ["prohis", "contrebande", "chasse", "condamnes"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_gives_the_reason_that_a_puzzle_gives(game: str, language: str) -> None:
    asked = puzzles_of(game)[0]
    look, names = table_of(game, asked.name).look(asked.seat), names_at(asked, "Zazie")
    move = asked.right[0]
    advice = Advice([(each, 1.0 if each == move else 0.0, float(each == move)) for each in look.legal], asked.chances)
    told = judged(game, asked.name, move, "Zazie", language).why
    assert why(look, advice, names, language)[0] == told[0]
    even = Advice([(each, 0.0, 1 / len(look.legal)) for each in look.legal], {})
    assert why(look, even, names, language)[-1] == reasons.said(language)["mixed"]


@pytest.mark.parametrize("game", ["prohis", "condamnes"])  # one counts in points, the other in games won
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hint_never_calls_close_what_was_valued_clearly_higher(game: str, language: str) -> None:
    """A plan or a network may choose what simulations don't put first."""
    asked = puzzles_of(game)[0]
    look, names = table_of(game, asked.name).look(asked.seat), names_at(asked, "Zazie")
    chosen, *others = look.legal
    forms = reasons.said(language)

    def last(share: float, worth: float) -> str:
        """Of a hint for the first move, made with a share, where every other seems worth so much more."""
        rest = (1 - share) / len(others)
        options = [(chosen, 0.0, share), *((move, worth, rest) for move in others)]
        return why(look, Advice(options, {}), names, language)[-1]

    assert last(1.0, 0.1) == last(0.7, 0.1) == forms["unread"]
    assert last(1.0, 0.0) == forms["slight"]  # beside what is always done nothing is as good
    assert last(0.9, 0.0) == forms["close"]
    assert last(0.7, 0.0) == forms["mixed"]
    assert last(1.0, -0.1) not in (forms["unread"], forms["close"], forms["mixed"])
