"""The page's types of records are those of the rules."""

import json
import re

import pytest

from tripot.engine.game import games
from tripot.web.records import records

TEXT = records()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_a_record_has_a_type_for_every_field(game):
    body = re.search(rf"export interface {game.name.capitalize()}View \{{\n(.*?)\n\}}", TEXT, re.S)[1]
    assert [line.split(":")[0].strip() for line in body.splitlines()] == list(game.rules.LEGEND)


def test_values_are_typed_by_the_legend():
    assert '  reason: "all rounds played" | null;' in TEXT
    assert "  at: Record<string, string>[];" in TEXT  # a truck that is nowhere is left out
    assert "  touched: Record<string, Record<string, boolean>[]>;" in TEXT


def test_what_is_printed_is_the_rules_own():
    printed = json.loads(re.search(r"export const contrebande = (.*) as const;", TEXT)[1])
    rules = {game.name: game.rules for game in games()}["contrebande"]
    assert [printed["fine"][card] for card in rules.CARDS[2:10]] == list(rules.FINE[2:])
