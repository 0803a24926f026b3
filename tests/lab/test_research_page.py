"""The examples of docs/research.md run as they stand."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
EXAMPLES = [
    pytest.param(code, id=section.splitlines()[0])
    for section in PAGE.split("\n## ")
    for code in re.findall(r"^```python\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs_and_shows_something(example, capsys):
    exec(compile(example, "docs/research.md", "exec"), {})
    assert capsys.readouterr().out
