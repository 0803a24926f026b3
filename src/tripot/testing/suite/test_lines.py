"""Points explain themselves: clause by clause, for everybody by what they may know, and all of it at the end."""

import itertools
import random

import pytest

from tripot.engine.look import Look
from tripot.engine.scoring import lines_in
from tripot.engine.texts import LANGUAGES
from tripot.testing.random_play import states
from tripot.testing.settings import Setting, each_game, each_setting


def played_out(game, seed):
    table, rng = game.start(game.most, seed=seed), random.Random(seed)
    while table.actors:
        seat = min(table.actors)
        table.play(seat, rng.choice(table.legal(seat)))
    return table


@each_setting()
def test_scores_are_the_sum_of_the_lines_at_any_time(setting):
    game = setting.game
    for state in states(setting, 51)[::7]:
        scores = [0] * setting.seats
        game.plain.scores(state, scores)
        lines = lines_in(game, bytes(state))
        assert [sum(line.points for line in lines if line.seat == seat) for seat in range(setting.seats)] == scores


@each_game()
def test_at_the_end_everybody_is_told_everything(game):
    table = played_out(game, 3)
    for viewer in (None, *range(table.seats)):
        assert table.look(viewer).lines == table.lines
    for seat, score in enumerate(table.outcome.scores):
        assert sum(line.points for line in table.lines if line.seat == seat) == score


def guess_in_lines(setting: Setting, seed: int) -> str:
    """Lines are made from a look alone: what is told otherwise than it is, though not as unknown; or nothing."""
    game = setting.game
    for state in states(setting, seed)[::7]:
        truth = {(line.seat, line.name): line for line in lines_in(game, bytes(state))}
        for viewer in setting.viewers():
            look = Look(game, state, viewer)
            told = {(line.seat, line.name): line for line in look.lines}
            for place in truth.keys() | told.keys():
                said = told.get(place)
                if not (said and said.number is None) and said != truth.get(place):
                    return f"viewer {viewer} is told {said}, not {truth.get(place)}: if it can't tell, `counts` is -1"
            redacted = game.state_of(bytes(look))
            for seat, (place, (name, _)) in itertools.product(range(setting.seats), enumerate(game.rules.LINES)):
                if game.plain.counts(redacted, seat, place) < 0 and game.plain.earns(redacted, seat, place):
                    return f"viewer {viewer} can't know seat {seat}'s {name}, and `earns` isn't 0"
    return ""


@each_setting()
def test_what_a_viewer_is_told_before_is_true_or_left_out(setting):
    guess = guess_in_lines(setting, 52)
    assert not guess, guess


@each_game()
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_has_its_words_and_its_clause(game, language):
    texts = game.texts(language)
    for name, clause in game.rules.LINES:
        assert game.clause_name(clause) in texts.clauses
        for count in (0, 1, 2):
            said = texts.line(name, count)
            assert said != name
            assert "{" not in said


@each_game()
def test_a_line_is_told_in_its_unit(game):
    assert game.texts("en").sum(-2).startswith("−")
    assert "2" in game.texts("fr").sum(-2)
