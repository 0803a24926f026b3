"""Bots' words: what a bot can't know never shows in them, and what it knows shows as often one way as the other."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import tripot
from tests.furnished import each_furnished_game
from tripot.bots import CHARACTERS, REGULAR, chatter
from tripot.bots.instincts import Instinct, temper
from tripot.engine.game import Game
from tripot.engine.look import Look
from tripot.engine.phrases import REST, Phrasebook, Remark, phrasebook
from tripot.engine.state import PlainState
from tripot.testing.leak_checks import imagined
from tripot.testing.random_play import states
from tripot.testing.settings import Setting, complete_games

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


PAID = {"accept": "kept", "refuse": "broken"}


def offers() -> list[tuple[Look, float]]:
    """Whoever is offered a bribe in PROHIS, and how likely a regular is to take it."""
    prohis = tripot.game("prohis")
    regular = Instinct(prohis, temper("prohis"))
    played = (state for seed in range(30) for state in states(Setting(prohis, 3), seed))
    looks = [
        Look(prohis, state, next(iter(asked))) for state in played if (asked := actors_in(prohis, state, "answer"))
    ]
    return [(look, regular.weights(look)["accept"] / sum(regular.weights(look).values())) for look in looks]


def actors_in(game: Game, state: PlainState, phase: str) -> list[int]:
    spectator = Look(game, state, -1)
    return sorted(spectator.actors) if spectator.phase == phase else []


def test_a_promise_tips_the_scales_and_buys_nothing_that_would_not_nearly_be_given() -> None:
    shares = []
    for look, share in offers():
        kept = chatter.keeping(look, "refuse", PAID, REGULAR)
        assert kept == ("accept" if share >= 1 / 3 else "refuse"), look.document()
        assert chatter.keeping(look, "accept", PAID, REGULAR) == "accept"
        table = look.document()
        if len(table["convoy"]) == 4 and table["bribe"] == {"legal": 1}:
            assert kept == "refuse", "whoever promised to let it pass for any bribe, doesn't for this one"
        shares.append(share)
    assert min(shares) < 0.1 < 1 / 3 < max(shares)
    assert any(1 / 3 < share < 0.9 for share in shares)


@pytest.mark.parametrize("level", ["master", "random", "somebody's"])
def test_no_promise_overrules_a_master_nor_who_has_no_policy_to_ask(level: str) -> None:
    look, _ = max(offers(), key=lambda offer: offer[1])
    assert chatter.keeping(look, "refuse", PAID, level) == "refuse"


def test_who_cannot_keep_its_word_moves_as_it_would_have() -> None:
    look, _ = max(offers(), key=lambda offer: offer[1])
    assert chatter.keeping(look, "refuse", {"waive": "kept", "refuse": "broken"}, REGULAR) == "refuse"
    assert chatter.keeping(look, "refuse", {"inspect": "broken"}, REGULAR) == "refuse"


def promised(name: str) -> dict[str, dict[str, str]]:
    """The promises that bots of a game make, and by which acts of their own they are kept or broken."""
    book = phrasebook(name)
    said = {each for one in remarks(book) for each in one.says}
    said |= {each for answers in book.answers.values() for each in answers}
    ends = {
        each: book.phrases[each].promise[-1] for each in said if each in book.phrases and book.phrases[each].promise
    }
    return {
        each: {sign.removeprefix("me "): leads for sign, leads in end.items() if sign.startswith("me ")}
        for each, end in ends.items()
    }


PROMISING = [name for name in complete_games() if promised(name)]


@pytest.mark.parametrize("name", PROMISING)
def test_bots_promise_only_what_a_regular_may_come_to_where_it_could_do_otherwise(name: str) -> None:
    game = tripot.game(name)
    asked = [
        Look(game, state, seat)
        for seed in range(12)
        for state in states(Setting(game, game.most), seed)
        for seat in sorted(Look(game, state, -1).actors)
    ]
    for phrase, verdicts in promised(name).items():
        breaking = [
            (look, move)
            for look in asked
            if {verdicts.get(each.split()[0]) for each in look.legal} >= {"kept", "broken"}
            for move in look.legal
            if verdicts.get(move.split()[0]) == "broken"
        ]
        assert any(chatter.keeping(look, move, verdicts, REGULAR) != move for look, move in breaking), phrase
