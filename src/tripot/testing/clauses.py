"""Which tests prove which clauses, read from the tests' source without running it.

`python -m tripot.testing.clauses` writes the table of all games to `build/clauses.md`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tripot.engine.game import games
from tripot.testing.project import test_files_of

TABLE = Path("build/clauses.md")


def proofs(game: str) -> dict[str, list[str]]:
    """By clause, the tests of a game that are marked with it, as `file::test`."""
    found: dict[str, list[str]] = {}
    for file in test_files_of(game):
        for test, clauses in marked(file.read_text(encoding="utf-8")):
            for clause in clauses:
                found.setdefault(clause, []).append(f"{file.name}::{test}")
    return found


def marked(source: str) -> Iterator[tuple[str, list[str]]]:
    """The tests in a file's source that carry `@pytest.mark.clauses(...)`, with the clauses named there."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            calls = [mark for mark in node.decorator_list if isinstance(mark, ast.Call)]
            marks = [call for call in calls if ast.unparse(call.func) == "pytest.mark.clauses"]
            if marks:
                yield node.name, [ast.literal_eval(name) for mark in marks for name in mark.args]


def table() -> str:
    """Every clause of every game, its text and its proofs."""
    lines = ["# Clauses and the tests that prove them", ""]
    for game in games():
        said, proven = game.texts(), proofs(game.name)
        lines += [f"## {said.title}", "", "| clause | text | proven by |", "|---|---|---|"]
        for clause, text in said.clauses.items():
            cell = " ".join(text.split()).replace("|", "\\|")
            tests = "<br>".join(f"`{test}`" for test in proven.get(clause, []))
            lines.append(f"| {clause} | {cell} | {tests} |")
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table(), encoding="utf-8")
    print(f"wrote {TABLE}")
