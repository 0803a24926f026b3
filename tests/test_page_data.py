"""The page draws the rules' own city, and explains the scores of games as the rules now play them."""

from __future__ import annotations

import json

from tests.page_data import files


def test_the_pages_data_are_those_of_the_rules():
    for path, text in files().items():
        assert json.loads(path.read_text()) == json.loads(text), f"{path.name}: python -m tests.page_data"
