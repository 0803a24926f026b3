"""The examples of docs/bots.md and docs/master.md run as they stand."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = [
    (page, example)
    for page in ("bots.md", "master.md")
    for example in re.findall(r"^```python\n(.*?)^```", (DOCS / page).read_text("utf-8"), re.MULTILINE | re.DOTALL)
]


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_an_example_runs(page: str, example: str) -> None:
    exec(compile(example, f"docs/{page}", "exec"), {})
