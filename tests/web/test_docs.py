"""The bot in docs/api.md is a program: it must play."""

import re
from pathlib import Path

from tests.servers import ROOT, Server


def test_the_bot_in_the_documentation_plays_a_whole_game(tmp_path: Path) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/api.md").read_text("utf-8"), re.DOTALL)
    names: dict = {}
    exec(compile(example, "docs/api.md", "exec"), names)
    with Server(tmp_path) as server:
        outcome = names["play_a_game"](f"http://{server.at}")
    assert len(outcome["scores"]) == len(outcome["ranks"]) == 4
    assert 1 in outcome["ranks"]
