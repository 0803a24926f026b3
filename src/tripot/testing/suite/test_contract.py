"""Every game keeps the rules contract, in the Python that all twins share."""

import ast
import inspect
import textwrap

import numpy as np
import pytest

import tripot
from tripot.bots.instincts import policy
from tripot.engine import gpu
from tripot.engine.contract import is_written
from tripot.testing.check import complaints
from tripot.testing.settings import checked_games, each_game


@pytest.mark.parametrize("name", checked_games())
def test_the_game_keeps_the_contract(name):
    assert tripot.game(name).name == name


@each_game()
def test_the_rules_and_the_policy_give_no_cause_for_complaint(game):
    assert list(complaints(game.name)) == []


@each_game()
def test_rules_and_policy_can_be_translated_for_gpus(game):
    assert "__global__" in gpu.source(game.rules, policy(game.name))


@each_game()
def test_what_flaws_yields_has_a_clause(game):
    """As far as the text of `flaws` shows them."""
    source = textwrap.dedent(inspect.getsource(game.rules.flaws)) if is_written(game.rules, "flaws") else "()"
    yielded = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Yield)]
    named = {value.value for value in yielded if isinstance(value, ast.Constant)}
    assert named <= set(game.rules.FLAWS), f"FLAWS has no {', '.join(map(str, named - set(game.rules.FLAWS)))}"


@each_game()
def test_texts_of_moves_and_outcomes_are_unique(game):
    for texts in (game.moves, game.outcomes, game.reasons, game.rules.PHASES, [name for name, _ in game.rules.NEWS]):
        assert len(set(texts)) == len(texts)
    assert not set(game.moves) & set(game.outcomes)


@each_game()
def test_a_move_is_words_with_single_spaces(game):
    for text in (*game.moves, *game.outcomes):
        assert text == " ".join(text.split())
        assert text.isascii()


@each_game()
def test_every_phase_rests_on_a_clause(game):
    assert len(game.rules.PROMPTS) == len(game.rules.PHASES)


@each_game()
def test_passive_moves_are_moves(game):
    assert all(0 <= move < len(game.moves) for move in game.rules.PASSIVE)


@each_game()
def test_the_record_is_aligned_and_signed(game):
    record = game.rules.STATE
    assert record.isalignedstruct
    assert {"phase", "reason"} <= set(record.names)
    assert all(np.issubdtype(kind.base, np.signedinteger) for kind, *_ in record.fields.values())
    assert game.fewest == game.most or "seats" in record.names


@each_game()
def test_the_legend_reads_every_field_that_is_not_derived(game):
    unread = set(game.rules.STATE.names) - set(game.rules.LEGEND)
    assert not set(game.rules.LEGEND) - set(game.rules.STATE.names)
    assert not unread or is_written(game.rules, "complete"), f"{unread} are in no document and nothing fills them in"
