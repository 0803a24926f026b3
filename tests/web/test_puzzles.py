"""Puzzles over the wire: nothing of the answer before it is given, first answers count, one puzzle a day for all."""

from __future__ import annotations

import json

import pytest

from tests.furnished import FURNISHED
from tests.servers import Server
from tests.web.guests import Guest
from tripot.house import puzzles
from tripot.puzzles import puzzles_of


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("house")) as running:
        yield running


@pytest.mark.parametrize("game", FURNISHED)
def test_the_page_knows_what_the_seat_knew_and_nothing_of_the_answer(server, game):
    anna = Guest(server, "Anna")
    for puzzle in puzzles_of(game)[:3]:
        given = anna.get(f"/api/puzzles/{game}/{puzzle.name}")
        assert set(given) == {"game", "name", "rating", "question", "room", "frame", "answered"}
        table = puzzles.table_of(game, puzzle.name)
        assert given["frame"]["view"] == json.loads(json.dumps(table.look(puzzle.seat).document()))
        assert {choice["move"] for choice in given["frame"]["question"]["choices"]} == set(table.legal(puzzle.seat))
        wrong = next(move for move, _, _ in puzzle.options if move not in puzzle.right)
        first = anna.post(f"/api/puzzles/{game}/{puzzle.name}", move=wrong)
        assert first["right"] is False
        assert {each["move"] for each in first["options"] if each["right"]} <= set(puzzle.right)
        assert first["why"]
        if game != "prohibition":
            assert first["told"]
            assert first["truth"]["view"] != given["frame"]["view"]  # now everything is open
        again = anna.post(f"/api/puzzles/{game}/{puzzle.name}", move=puzzle.right[0])
        assert (again["right"], again["first"], again["mine"]) == (True, False, first["mine"])


def test_first_answers_rate_people_and_puzzles(server):
    puzzle = puzzles_of("prohis")[7]
    path = f"/api/puzzles/prohis/{puzzle.name}"
    strong, weak = Guest(server), Guest(server)
    wrong = next(move for move, _, _ in puzzle.options if move not in puzzle.right)
    before = strong.get(path)["rating"]
    good = strong.post(path, move=puzzle.right[0])
    assert good["mine"] > 1200
    assert good["rating"] < before
    bad = weak.post(path, move=wrong)
    assert bad["mine"] < 1200
    assert bad["rating"] > good["rating"]
    assert (bad["people"], bad["people_right"]) == (2, 1)
    (mine,) = [each for each in weak.get("/api/puzzles")["games"] if each["game"] == "prohis"]
    assert (mine["answered"], mine["right"], mine["rating"]) == (1, 0, bad["mine"])


def test_the_next_one_is_one_that_was_not_answered(server):
    anna = Guest(server)
    seen = set()
    for _ in range(6):
        name = anna.get("/api/puzzles/contrebande/next")["name"]
        assert name not in seen
        seen.add(name)
        choices = anna.get(f"/api/puzzles/contrebande/{name}")["frame"]["question"]["choices"]
        anna.post(f"/api/puzzles/contrebande/{name}", move=choices[0]["move"])


def test_a_day_has_one_puzzle_and_the_games_take_turns(server):
    anna, bob = Guest(server), Guest(server)
    assert anna.get("/api/puzzles")["today"] == bob.get("/api/puzzles")["today"]
    week = [puzzles.of_the_day(f"2026-11-{day:02d}") for day in range(16, 23)]
    assert {each.game for each in week} == set(FURNISHED)
    assert puzzles.of_the_day("2026-11-16") == week[0]


def test_what_is_no_puzzle_and_no_answer_is_refused_with_a_sentence(server):
    anna = Guest(server)
    name = puzzles_of("chasse")[0].name
    assert anna.refused("/api/puzzles/chasse/aaaaaaaa", "GET")[:2] == (404, "no-puzzle")
    assert anna.refused("/api/puzzles/whist/aaaaaaaa", "GET")[0] == 404
    assert anna.refused("/api/puzzles/whist/next", "GET")[0] == 404
    status, code, sentence = anna.refused(f"/api/puzzles/chasse/{name}", move="to z99")
    assert (status, code) == (409, "puzzle")
    assert "z99" in sentence
    assert anna.get("/api/puzzles")["games"][0]["answered"] == 0
