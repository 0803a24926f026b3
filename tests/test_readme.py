"""The README's example is a program: it must run."""

import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_example_in_the_readme_runs(capsys) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(example.strip().splitlines()) == 12
    exec(compile(example, "README.md", "exec"), {})
    hand, outcome = capsys.readouterr().out.splitlines()
    assert hand.startswith("{")
    assert outcome.startswith("Outcome(scores=(")
