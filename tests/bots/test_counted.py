"""What measured matches count: every game once, none of other code or other networks, and how sure that is."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bench import masters, responses, showing
from bench.matches import code_of
from tripot.lab.intervals import difference, interval

REGULARS = masters.match_of("bluff", "chasse", 2, "regular", "regular", ())


def of_masters(number: int, **other: Any) -> dict[str, Any]:
    whole = {"match": REGULARS.key, "code": code_of("chasse"), "number": number, "won": 1.0, "think": [2.0, 4.0]}
    return whole | {"bluffs": {"said": 3, "lies": 1}} | other


def test_a_game_that_stands_twice_in_a_file_counts_once_everywhere(tmp_path):
    file = tmp_path / "masters.jsonl"
    lines = [of_masters(0), of_masters(0), of_masters(1, code="older"), of_masters(1)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    book = masters.Book([REGULARS], [masters.goals_of(REGULARS, {})], file)
    assert book.won[REGULARS.key] == {0: 1.0, 1: 1.0}
    assert book.think[REGULARS.key] == [2.0, 4.0, 2.0, 4.0]
    assert book.bluffs[REGULARS.key] == {"said": 6, "lies": 2}


AMONG_MASTERS, AMONG_REGULARS = ("chasse", "network", "master"), ("chasse", "network", "regular")


def network(folder: Path, weights: bytes, game: str = "chasse") -> Path:
    (folder / game).mkdir(parents=True, exist_ok=True)
    responses.file_of(folder, game).write_bytes(weights)
    return folder


def of_a_network(match: responses.Match, networks: Path, number: int, **other: Any) -> dict[str, Any]:
    game, one, others = match
    marks = {"code": code_of(game), "weights": responses.weights_of(match, networks)}
    return {"game": game, "one": one, "others": others, "number": number, "won": 1.0, "seconds": 1.0} | marks | other


def counted(file: Path, lines: list[dict[str, Any]], networks: Path) -> dict[responses.Match, dict[int, float]]:
    """The games that count where the match among masters goes on."""
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return responses.Book(file, [AMONG_MASTERS], 9, networks).won


def test_responses_of_other_code_or_of_other_weights_do_not_count(tmp_path):
    networks = network(tmp_path / "best", b"older")
    unmarked = of_a_network(AMONG_MASTERS, networks, 5)
    del unmarked["code"], unmarked["weights"]
    lines = [of_a_network(AMONG_MASTERS, networks, 0), of_a_network(AMONG_MASTERS, networks, 1, code="older"), unmarked]
    assert counted(tmp_path / "lines", lines, networks)[AMONG_MASTERS] == {0: 1.0}
    network(networks, b"newer")
    lines.append(of_a_network(AMONG_MASTERS, networks, 7))
    assert counted(tmp_path / "lines", lines, networks)[AMONG_MASTERS] == {7: 1.0}


def test_of_a_match_that_is_not_played_now_those_count_that_played_it_last(tmp_path):
    networks, older, newer = (network(tmp_path / name, name.encode()) for name in ("best", "older", "newer"))
    lines = [of_a_network(AMONG_REGULARS, folder, number) for number, folder in enumerate((older, newer, newer))]
    assert counted(tmp_path / "lines", lines, networks)[AMONG_REGULARS] == {1: 1.0, 2: 1.0}


def test_what_is_won_more_is_as_unsure_as_both_shares():
    """Newcombe's own example: 56 of 70, and 48 of 80."""
    seventy, eighty = interval(56, 70), interval(48, 80)
    assert difference(seventy, eighty) == pytest.approx((0.2, 0.0524, 0.3339), abs=1e-4)
    share, low, high = seventy
    assert difference(seventy, (0.5, 0.5, 0.5)) == pytest.approx((share - 0.5, low - 0.5, high - 0.5))


def test_where_a_side_wins_together_a_gain_is_as_unsure_as_what_is_even(tmp_path):
    networks, file = network(tmp_path / "best", b"any", "condamnes"), tmp_path / "lines"
    among = [("condamnes", one, "master") for one in ("network", "master")]
    lines = [of_a_network(match, networks, number, won=float(number % 2)) for match in among for number in range(8)]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    rows = {row.name: row for row in responses.Book(file, among, 9, networks).rows()}
    assert rows["response gains/condamnes: among masters"].spread == "-0.40 to 0.40"
    assert rows["response/condamnes: network among masters"].spread == "0.22–0.78"


def test_games_that_do_not_come_back_are_given_again_but_not_for_ever(tmp_path):
    four = replace(REGULARS, games=4)
    book = masters.Book([four], [masters.goals_of(four, {})], tmp_path / "masters.jsonl")
    match, numbers = book.next()
    assert numbers == [0, 1, 2, 3]
    book.miss(match, 3, failed=False)  # there was no time left
    book.note([of_masters(0)])
    assert book.next() == (match, [4, 5, 6])
    assert book.next() is None
    for first in (7, 10, 13):
        book.miss(match, 3, failed=True)
        following = book.next()
        assert following == ((match, [first, first + 1, first + 2]) if first < 13 else None)


def test_who_wins_nothing_is_drawn_at_nothing(tmp_path):
    """A master that lost every game is far from what is promised, which stands where it stood."""
    strength = masters.match_of("strength", "chasse", 2, "master", "regular", ())
    book = masters.Book([strength], [masters.goals_of(strength, {})], tmp_path / "masters.jsonl")
    book.won[strength.key] = dict.fromkeys(range(8), 0.0)
    (row,) = book.rows(strength)
    assert row["even"] == 0.5
    showing.draw_strength(tmp_path / "masters.svg", [row])
    assert "<svg" in (tmp_path / "masters.svg").read_text()
