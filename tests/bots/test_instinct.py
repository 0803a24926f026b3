"""The instinct players: better than chance, always within the rules, never by what they can't know."""

from __future__ import annotations

import random
import time
from functools import cache

import pytest

import tripot
from tests.furnished import FURNISHED, furniture_of
from tripot.bots import bot, play_at_random
from tripot.lab import arena
from tripot.testing.leak_checks import imagined, table_of
from tripot.testing.settings import Setting, each_game, each_seating, each_setting

CLEAR = 4  # standard errors that make a difference clear
SEED = 1930
QUICK = 0.002  # seconds that a move may take


def seatings(*names: str) -> list[Setting]:
    games = [tripot.game(name) for name in names]
    return [Setting(game, seats) for game in games for seats in range(game.fewest, game.most + 1)]


@pytest.mark.parametrize("setting", seatings("prohis", "contrebande", "prohibition"), ids=str)
def test_among_random_players_the_one_with_instinct_is_far_ahead(setting):
    rivals = [play_at_random] * (setting.seats - 1)
    bouts = arena.play(setting.game, [bot(setting.game.name), *rivals], games=16, seed=SEED)
    lead = bouts.lead(0)
    assert lead.value > CLEAR * lead.error
    assert bouts.win_share(0).value > 2 / (setting.seats + 1)


CONDEMNED = pytest.mark.parametrize(("seats", "games"), [(4, 16), (7, 6)])


@CONDEMNED
def test_a_guard_with_instinct_catches_more_random_prisoners_than_a_random_guard(seats, games):
    watchful = ends_of(seats, games, guard="regular", prisoners="random")
    careless = ends_of(seats, games, guard="random", prisoners="random")
    assert standard_errors_apart(watchful, careless, "ten cards") > CLEAR


@CONDEMNED
def test_prisoners_with_instinct_outwit_a_random_guard_more_often_than_random_prisoners(seats, games):
    cunning = ends_of(seats, games, guard="random", prisoners="regular")
    clumsy = ends_of(seats, games, guard="random", prisoners="random")
    assert standard_errors_apart(cunning, clumsy, "tunnels") > CLEAR


@cache
def ends_of(seats, games, guard, prisoners):
    """How so many games of Condamnés! end, by the levels of both sides."""
    watching, digging = bot("condamnes", guard), bot("condamnes", prisoners)

    def player(look, rng):
        return (watching if look.role == "guard" else digging)(look, rng)

    return arena.play(tripot.game("condamnes"), [player] * seats, games, seed=SEED).reasons


def standard_errors_apart(better, worse, reason):
    """How far apart two shares are; each series gets one game more of either kind, so that none is certain."""
    shares = [(series.count(reason) + 1) / (len(series) + 2) for series in (better, worse)]
    variance = sum(p * (1 - p) / (len(s) + 2) for p, s in zip(shares, (better, worse), strict=True))
    return (shares[0] - shares[1]) / variance**0.5


@each_setting()
def test_a_whole_game_is_played_within_the_rules(setting):
    table = setting.start(SEED)  # a table refuses what is not legal
    arena.play_out(table, dict.fromkeys(range(setting.seats), bot(setting.game.name)), random.Random(SEED))
    assert table.outcome is not None


@each_seating()
def test_the_choice_is_the_same_whatever_lies_hidden(setting):
    choose, rng = bot(setting.game.name), random.Random(SEED)
    table = setting.start(SEED)
    hidden = 0
    for moment in range(150):
        if not table.actors:
            break
        seat = rng.choice(sorted(table.actors))
        other = table_of(setting.game, imagined(setting.game, table.state(), seat, rng.getrandbits(62)))
        hidden += bytes(other) != bytes(table)
        move = choose(table.look(seat), random.Random(moment))
        assert choose(other.look(seat), random.Random(moment)) == move
        table.play(seat, move)
    assert hidden or setting.game.name == "prohibition"  # where all but the first cards lies open


@each_game()
def test_a_move_takes_no_time(game):
    choose, rng, spent, moves = bot(game.name), random.Random(SEED), 0.0, 0
    table = game.start(game.most, seed=SEED)
    while asked := sorted(table.actors):
        look = table.look(rng.choice(asked))
        before = time.process_time()
        move = choose(look, rng)
        spent += time.process_time() - before
        moves += 1
        table.play(look.viewer, move)
    assert spent / moves < QUICK


def test_what_has_puzzles_or_a_lesson_has_a_player_with_instinct_too():
    assert FURNISHED
    assert [name for name in FURNISHED if not all(furniture_of(name).values())] == []


def test_a_game_that_is_not_there_has_no_player():
    with pytest.raises(tripot.UnknownGame, match="there is no game 'whist'"):
        bot("whist")


def test_an_unknown_level_is_refused():
    with pytest.raises(tripot.BadOption, match="no bot 'genius'"):
        bot("prohis", "genius")


@pytest.mark.clauses("PRO-10", "PRO-11")
def test_a_smuggler_with_a_full_hand_sends():
    game = tripot.game("prohis")
    document = game.start(3, seed=SEED).position()
    seat, pile = document["turn"], document["pile"]
    for kind, cards in (("legal", 1), ("illegal", 1)):
        pile[kind] -= cards
        document["hands"][seat][kind] = document["hands"][seat].get(kind, 0) + cards
    look = game.position(document).look(seat)
    assert (sum(document["hands"][seat].values()), look.role) == (8, "full hand")
    for seed in range(10):
        assert bot("prohis")(look, random.Random(seed)).startswith("load ")
