"""Bots' words: what a bot can't know never shows in them, and what it knows shows as often one way as the other."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import tripot
from tests.furnished import each_furnished_game
from tripot.bots import chatter
from tripot.engine.look import Look
from tripot.engine.phrases import Phrasebook, Remark, phrasebook
from tripot.testing.leak_checks import imagined
from tripot.testing.random_play import states
from tripot.testing.settings import Setting

SEEDS = 4
MOMENTS = 25  # of a game


def remarks(book: Phrasebook) -> list[Remark]:
    return [remark for found in book.remarks.values() for remark in found]


@each_furnished_game()
def test_two_games_that_a_bot_cannot_tell_apart_make_it_say_the_same(game):
    book, rng, compared = phrasebook(game.name), random.Random(11), 0
    for state in rng.sample(states(Setting(game, game.most), 5), MOMENTS):
        for seat in range(game.most):
            one = Look(game, state, seat)
            other = Look(game, imagined(game, state, seat, rng.randrange(1 << 30)), seat)
            for remark in remarks(book):
                for seed in range(SEEDS):
                    said = [chatter.remark(look, remark, random.Random(seed)) for look in (one, other)]
                    assert said[0] == said[1], remark
                    compared += said[0] is not None
            asker = (seat + 1) % game.most
            for phrase in book.answers:
                answers = [chatter.answer(look, phrase, asker, random.Random(3)) for look in (one, other)]
                assert answers[0] == answers[1], phrase
    assert compared > 100


@pytest.mark.parametrize("what", ["inspector", "lieutenant"])
def test_a_claim_is_made_as_often_whether_it_is_true_or_not(what):
    """So that counting a bot's words tells nothing about what it holds."""
    prohis = tripot.game("prohis")
    looks = (Look(prohis, state, seat) for state in states(Setting(prohis, 3), 2) for seat in range(3))
    hands = ((look, look.document()["hands"][look.viewer]) for look in looks)
    look = next(look for look, hand in hands if hand.get("inspector") and not hand.get("lieutenant"))
    options = Remark(by="rest", opposite=("have", "have-not"), what=what)
    said = Counter(chatter.remark(look, options, random.Random(seed)).phrase for seed in range(4000))
    assert 1850 < said["have"] < 2150
    assert said.total() == 4000


def test_a_bot_keeps_its_word_as_often_as_it_says_of_itself():
    verdicts = {"let-pass": "kept", "control": "broken"}
    legal = ("control captain", "control inspector", "let-pass")
    moves = Counter(chatter.keeping("control captain", legal, verdicts, random.Random(seed)) for seed in range(2000))
    assert abs(moves["let-pass"] / 2000 - chatter.KEEPS) < 0.04
    assert moves["control inspector"] == 0
    assert chatter.keeping("let-pass", legal, verdicts, random.Random(1)) == "let-pass"
