"""What a master says it thought: moves, chances and types, in every game; and chances that the rules settle."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import pytest

import tripot
from tripot.bots.instincts import policy
from tripot.bots.master import Master
from tripot.bots.master.settings import settings_of

GAMES = ("chasse", "condamnes", "contrebande", "prohibition", "prohis")
SIMULATIONS = 40


def thinker(name, seed=1, **changes):
    settings = settings_of(name, simulations=SIMULATIONS, chunk=SIMULATIONS, seconds=60.0)
    return Master(tripot.game(name), policy(name), replace(settings, **changes), seed)


def thought_of(player, look):
    return player.thought(player(look, random.Random(3)))


def asked_in(table, phase, line=()):
    """The first question of a phase, after a line of moves and then any."""
    moves, rng = iter(line), random.Random(2)
    while (look := table.look(min(table.actors))).phase != phase:
        table.play(look.viewer, next(moves, None) or rng.choice(look.legal))
    return look


@pytest.mark.parametrize("name", GAMES)
def test_a_thought_holds_legal_moves_their_shares_and_chances_that_have_words(name):
    game, rng, told, thoughts = tripot.game(name), random.Random(11), set(), 0
    players, table = [thinker(name, seat) for seat in range(game.most)], game.start(seed=11)
    for step in range(160):
        if not table.actors:
            break
        seat = min(table.actors)
        look = table.look(seat)
        if len(look.legal) > 1 and (step < 20 or step % 4 == 0):
            thought, thoughts = thought_of(players[seat], look), thoughts + 1
            assert {option.move for option in thought.options} == set(look.legal)
            assert thought.chosen in look.legal
            assert sum(option.share for option in thought.options) == pytest.approx(1, abs=1e-6)
            assert thought.simulations == sum(option.tried for option in thought.options) == SIMULATIONS
            assert thought.worlds > 0
            assert set(thought.types) == set(range(game.most)) - {seat}
            assert all(sum(types.values()) == pytest.approx(1, abs=1e-3) for types in thought.types.values())
            assert all(-1e-9 <= chance <= 1 + 1e-6 for chance in thought.chances.values())
            told |= set(thought.chances)
        table.play(seat, rng.choice(look.legal))
    assert thoughts > 5
    assert told
    for language in ("en", "fr"):
        texts = game.texts(language)
        assert all(texts.chance(chance, lambda seat: f"Seat {seat}") for chance in told)


def test_who_claims_the_bag_lies_just_if_it_is_not_there():
    look = asked_in(tripot.game("contrebande").start(4, seed=3), "customs", ["claim-bag"])
    chances = thought_of(thinker("contrebande"), look).chances
    assert 0 < chances["lie"] < 1
    assert chances["lie"] + chances["holds bag"] == pytest.approx(1)


def test_a_convoy_of_two_has_no_three_illegal_cards():
    table = tripot.game("prohis").start(4, seed=3)
    look = asked_in(table, "control")
    loaded = sum(card >= 0 for card in table.state().convoy)
    chances = thought_of(thinker("prohis"), look).chances
    counts = [chances[f"illegal {count}"] for count in range(5)]
    assert sum(counts) == pytest.approx(1)
    assert max(counts[: loaded + 1]) > 0
    assert counts[loaded + 1 :] == [0] * (4 - loaded) != []


def test_the_only_plaque_is_under_one_of_the_figures_and_under_the_only_one_for_certain():
    for figures in (1, 4):
        table = tripot.game("chasse").start(seed=3, plaques=1, figures=figures)
        asked_in(table, "lift")
        chances = thought_of(thinker("chasse"), table.look(1)).chances
        assert len(chances) == figures
        assert sum(chances.values()) == pytest.approx(1)
        assert min(chances.values()) > 0


def test_prisoners_know_who_has_the_stolen_card_and_the_guard_knows_it_is_one_of_them():
    table = tripot.game("condamnes").start(4, seed=3)
    asked_in(table, "moment")
    guard, holder = table.state().guard, table.state().holder
    for seat in range(4):
        chances = thought_of(thinker("condamnes"), table.look(seat)).chances
        shares = [chances[f"stolen {other}"] for other in range(4)]
        assert sum(shares) == pytest.approx(1)
        assert shares[guard] == 0
        if seat != guard:
            assert shares[holder] == pytest.approx(1)
        else:
            assert max(shares) < 1


def test_before_a_load_is_kept_rivals_may_have_a_richer_one_by_what_is_left_in_the_pack():
    """Whoever has been dealt a load worth 12 knows that nobody has a richer one; later all loads lie open."""
    game = tripot.game("prohibition")
    rules = game.rules
    worth = [sum((colour + 1) * cubes for colour, cubes in enumerate(row)) for row in rules.IN_LOAD.tolist()]
    seen = set()
    for seed in range(12):
        look = asked_in(game.start(3, seed=seed), "keeping")
        own, seat = game.state_of(bytes(look)).hands, look.viewer
        best = max(worth[kind] for kind in range(rules.KINDS) if own[seat, 0, kind] > 0)
        chances = thought_of(thinker("prohibition", keep=2000, room=8192), look).chances
        assert set(chances) == {"richest 0", "richest 1", "richest 2"}
        poorer = sum(rules.COPIES[kind] for kind in range(rules.KINDS) if worth[kind] <= best) - 3
        none_richer = math.comb(poorer, 6) / math.comb(25, 6)
        assert chances[f"richest {seat}"] == (pytest.approx(1) if best == 12 else pytest.approx(none_richer, abs=0.04))
        seen.add(best)
    assert {12} < seen
    later = asked_in(game.start(3, seed=1), "drive")
    assert thought_of(thinker("prohibition"), later).chances == {}
