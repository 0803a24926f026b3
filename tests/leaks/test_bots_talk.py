"""Bots' words: what a bot can't know never shows in them, and what it knows shows as often one way as the other."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import tripot
from tests.furnished import each_furnished_game
from tripot.bots import CHARACTERS, chatter
from tripot.engine.look import Look
from tripot.engine.phrases import REST, Phrasebook, Remark, phrasebook
from tripot.testing.leak_checks import imagined
from tripot.testing.random_play import states
from tripot.testing.settings import Setting

MOMENTS = 8  # of a game
SEEDS = range(6)  # by some of which every character says words of its own, and answers with them


def remarks(book: Phrasebook) -> list[Remark]:
    return [remark for found in book.remarks.values() for remark in found]


@each_furnished_game()
def test_two_games_that_a_bot_cannot_tell_apart_make_it_say_the_same(game):
    book, rng, compared = phrasebook(game.name), random.Random(11), 0
    own, retorted = set(), set()
    for state in rng.sample(states(Setting(game, game.most), 5), MOMENTS):
        for seat in range(game.most):
            one = Look(game, state, seat)
            other = Look(game, imagined(game, state, seat, rng.randrange(1 << 30)), seat)
            for remark in remarks(book):
                for seed, character in itertools.product(SEEDS, ("", *CHARACTERS)):
                    said = [chatter.remark(look, remark, random.Random(seed), character) for look in (one, other)]
                    assert said[0] == said[1], remark
                    compared += said[0] is not None
                    own |= {book.phrases[said[0].phrase].character} if said[0] is not None else set()
            asker = (seat + 1) % game.most
            for phrase in book.answers:
                for seed, character in itertools.product(SEEDS, ("", *CHARACTERS)):
                    first, second = (
                        chatter.answer(look, phrase, asker, random.Random(seed), character) for look in (one, other)
                    )
                    assert first == second, phrase
                    if first is not None and first.phrase in book.retorts.get(character, {}).get(phrase, ()):
                        retorted.add(character)
    assert compared > 100
    assert own == {"", *CHARACTERS}, "every character says words of its own"
    assert retorted == {*book.retorts}


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_character_shows_by_luck_alone_whatever_its_bot_holds(character):
    """Also where the bot could make a claim: whether it makes one, or speaks of other things, is no tell either."""
    prohis = tripot.game("prohis")
    book = phrasebook("prohis")
    looks = [Look(prohis, state, seat) for state in states(Setting(prohis, 3), 2)[::10] for seat in range(3)]
    rest = [look for look in looks if book.role(look.document(), look.viewer) == REST]
    assert len({tuple(sorted(look.document()["hands"][look.viewer].items())) for look in rest}) > 10
    options = Remark(by=REST, says=("not-me",), opposite=("have", "have-not"), what="inspector")
    heard = set()
    for seed in range(40):
        said = {chatter.remark(look, options, random.Random(seed), character).phrase for look in rest}
        assert len(said) == 1 or said == {"have", "have-not"}
        heard |= said
    assert heard >= {"have", "have-not", "not-me"}
    assert heard & set(book.own(character, REST))


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
