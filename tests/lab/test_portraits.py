"""The page of portraits: made by its script, complete, small, and not older than the rules."""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import numpy as np
import pytest

import tripot
from tests.furnished import FURNISHED
from tripot.lab.portraits import __main__ as portraits
from tripot.lab.portraits import report, statistics

DOCS = Path(__file__).parents[2] / "docs"
LARGEST_PICTURE = 60_000  # bytes
PROHIS = statistics.Setting("prohis", 3)
pytestmark = pytest.mark.xdist_group("portraits")  # one worker draws the sketch for all


@pytest.fixture(scope="module")
def sketch(tmp_path_factory):
    """The page after a handful of games."""
    folder = tmp_path_factory.mktemp("docs")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["portraits", "--out", str(folder), "--share", "0.0001"])
        portraits.main()
    return folder


@pytest.mark.parametrize("folder", ["sketch", DOCS])
def test_every_picture_of_the_page_is_there_well_formed_and_small(folder, request):
    folder = request.getfixturevalue(folder) if isinstance(folder, str) else folder
    page = (folder / "games.md").read_text(encoding="utf-8")
    named = re.findall(r"\]\((pictures/[^)]+)\)", page)
    drawn = [path for game in tripot.games() for path in folder.glob(f"pictures/{game.name}-*.svg")]
    assert sorted(named) == sorted(str(path.relative_to(folder)) for path in drawn)
    for name in named:
        assert ElementTree.parse(folder / name).getroot().tag.endswith("svg")
        assert (folder / name).stat().st_size < LARGEST_PICTURE


def test_the_committed_page_speaks_of_the_rules_as_they_are():
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    for game in map(tripot.game, FURNISHED):
        section = page.split(f"## {game.texts().title}\n")[1].split("\n## ")[0]
        assert f"Rules version {game.version};" in section
        for row in portraits.settings_of(game):
            assert f"| {row} | regular |" in section


@pytest.mark.slow
def test_the_same_games_make_the_same_page(sketch, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["portraits", "--out", str(tmp_path), "--share", "0.0001"])
    portraits.main()
    for path in (*tmp_path.glob("*.md"), *tmp_path.glob("pictures/*.svg")):
        assert path.read_bytes() == (sketch / path.relative_to(tmp_path)).read_bytes()


def test_changed_row_numbers_are_really_played():
    numbers = {
        label: tripot.game("chasse").start(seed=0, **dict(setting.options)).view(None)["table"]["numbers"]
        for label, setting in portraits.settings_of(tripot.game("chasse")).items()
    }
    ruled = numbers.pop("as ruled")
    assert all(other != ruled for other in numbers.values())
    assert numbers["smugglers one step slower"]["black"] == ruled["black"]
    assert numbers["customs with their first number only"]["red"] == ruled["red"]


@pytest.mark.parametrize("name", ["prohis", "prohibition", "contrebande"])
def test_the_first_player_is_the_one_whom_the_table_has_drawn(name):
    game = tripot.game(name)
    for seed in range(8):
        drawn = next(text for _, text in game.start(4, seed=seed).history if text.split()[0] in ("first", "officer"))
        assert statistics.first_player(game, 4, seed) == int(drawn.split()[1])


def test_scores_are_turned_to_the_order_of_play():
    measured = statistics.at_random(PROHIS, 20, 3, lambda done: None)
    for game, (turned, scores) in enumerate(zip(measured.in_order_of_play(), measured.scores, strict=True)):
        first = statistics.first_player(PROHIS.game, 3, 3 + game)
        assert turned.tolist() == [*scores[first:], *scores[:first]]


def test_clauses_count_moves_questions_and_games():
    clauses = statistics.Clauses()
    for seed in (1, 2):
        table, one = PROHIS.game.start(3, seed=seed), statistics.Clauses()
        look = table.look(min(table.actors))
        one.watch(look, "pass")
        one.finish()
        clauses.add(one)
    assert (clauses.games, clauses.seen_in["PRO-11"], clauses.times("PRO-11")) == (2, 2, 1.0)
    assert clauses.questions["PRO-08"] == 2


def measured(ends=(), scores=((0, 0),), setting=PROHIS):
    return statistics.Measured(setting, np.full(max(len(ends), len(scores)), 7), np.array(scores), np.array(ends), 0)


def test_too_many_games_without_a_decision_are_called_endless():
    condamnes = statistics.Setting("condamnes", 3)
    for undecided, called in ((1, False), (2, True)):
        each = measured([2] * undecided + [0] * (4 - undecided), setting=condamnes)
        words = report.limited("CND-22", "rounds", [report.Row("3 seats", each, each, statistics.Clauses())], "random")
        assert ("Endless" in words) is called


def test_a_lead_is_only_told_where_it_is_clear():
    level = np.array([[10, 10], [12, 10], [10, 12], [11, 11]])
    ahead = np.add(level, [9, 0])
    assert "nobody is clearly ahead" in report.leads({"2 seats": level}, "random")
    assert "1st +9.0" in report.leads({"2 seats": ahead}, "random")


def test_a_small_lead_is_no_warning():
    level = np.array([[1000, 1000], [1001, 1000], [1000, 1001], [1001, 1001]])
    assert report.leads({"2 seats": np.add(level, [300, 0])}, "random").startswith("**The order of play matters")
    assert "at most 0.4 % of a score" in report.leads({"2 seats": np.add(level, [4, 0])}, "random")
