"""What measured matches count: every game once, and none of other code or other networks."""

from __future__ import annotations

import json
from typing import Any

from bench import masters
from bench.matches import code_of

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
