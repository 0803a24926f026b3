"""Holds rules files to the Python that plain, native and GPU code share, and says kindly what to write instead."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from tripot.engine.twins import sources

# functions that only run as plain Python, when a module is loaded or a text is read
PLAIN_ONLY = ("flaw", "clause", "news", "about", "reveals", "complete")
CALLS = ("abs", "bool", "int", "len", "max", "min", "range")

ADVICE: dict[type[ast.AST], str] = {
    ast.ClassDef: "a class: keep what you know in the record and write functions",
    ast.Lambda: "a lambda: write a small function with a name",
    ast.ListComp: "a list: loop over the record's own arrays",
    ast.SetComp: "a set: loop, and keep counts in the record",
    ast.DictComp: "a dict: use a tuple as a table, or an array in the record",
    ast.GeneratorExp: "a generator (as in any() or sum()): write the loop",
    ast.List: "a list: use a tuple for constants, an array in the record for what changes",
    ast.Set: "a set: use a tuple or bits of a number",
    ast.Dict: "a dict: use a tuple as a table",
    ast.Try: "try: look before instead; nothing raises in native code",
    ast.Raise: "raise: nothing raises in native code; let legal() rule the move out",
    ast.With: "with: rules touch nothing outside the record",
    ast.Import: "an import: do it at the top of the file",
    ast.ImportFrom: "an import: do it at the top of the file",
    ast.Global: "global: all that changes is in the record",
    ast.Nonlocal: "nonlocal: all that changes is in the record",
    ast.Yield: "yield: write the loop where it is needed",
    ast.YieldFrom: "yield: write the loop where it is needed",
    ast.Await: "await: rules never wait",
    ast.AsyncFunctionDef: "async: rules never wait",
    ast.JoinedStr: "a text: rules know numbers, texts are in tables",
    ast.Slice: "a slice: loop over the places, an array of a plain record can't be cut",
    ast.Starred: "a star: name every argument",
    ast.Div: "/: use // and whole numbers",
    ast.NamedExpr: ":=: give the value its own line",
    ast.Delete: "del: overwrite instead",
    ast.Assert: "assert: write a flaw() or a test",
}


@dataclass(frozen=True)
class Complaint:
    file: str
    line: int
    function: str
    advice: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: in {self.function}, {self.advice}"


def complaints(rules: ModuleType) -> list[Complaint]:
    """Everything in a rules module, or a policy, and its helper modules that other twins couldn't run."""
    return [
        complaint
        for module in sources(rules).values()
        for complaint in complaints_in(Path(str(module.__file__)).read_text(encoding="utf-8"), str(module.__file__))
    ]


def complaints_in(source: str, file: str = "<rules>") -> list[Complaint]:
    """The same for one file's text."""
    tree = ast.parse(source, file)
    name = Path(file).name
    known = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    known |= {alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    found = [
        Complaint(name, node.lineno, "the module", f"there is {ADVICE[type(node)]}")
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and not _is_plain_only(function, tree):
            found += [Complaint(name, line, function.name, advice) for line, advice in _check(function, known)]
    return found


def _is_plain_only(function: ast.FunctionDef, tree: ast.Module) -> bool:
    """Readers of options and checks of tables take texts or nothing; rules functions take a record or numbers."""
    if any(function.name == name or function.name.startswith((f"{name}_", "read_", "check_")) for name in PLAIN_ONLY):
        return True
    return not _is_reached(function.name, tree)


def _is_reached(name: str, tree: ast.Module) -> bool:
    """Whether a function is called from within another one (and not only while the module is loaded)."""
    entries = (
        "setup",
        "actors",
        "sealed",
        "legal",
        "chance",
        "apply",
        "counts",
        "earns",
        "tiebreak",
        "redact",
        "hears",
        "unsealed",
        "imagine",
        "lean",
        "promise",
    )
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    if not any(entry in functions for entry in entries):
        return True
    reached, todo = set(), [entry for entry in entries if entry in functions]
    while todo:
        current = todo.pop()
        if current in reached:
            continue
        reached.add(current)
        for node in ast.walk(functions[current]):
            if isinstance(node, ast.Name) and node.id in functions:
                todo.append(node.id)
    return name in reached


def _check(function: ast.FunctionDef, known: set[str]) -> Iterator[tuple[int, str]]:
    if function.decorator_list:
        yield function.lineno, "there is a decorator: the engine compiles, rules don't"
    if function.args.defaults or function.args.kwonlyargs or function.args.vararg or function.args.kwarg:
        yield function.lineno, "there is a default or optional argument: pass every argument"
    docstring = function.body[0].value if function.body and isinstance(function.body[0], ast.Expr) else None
    for node in ast.walk(function):
        line = getattr(node, "lineno", function.lineno)
        if node is function:
            continue
        if type(node) in ADVICE:
            yield line, f"there is {ADVICE[type(node)]}"
        elif isinstance(node, ast.FunctionDef):
            yield line, "there is a function in a function: put it at the top level"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str | float | bytes) and node is not docstring:
            yield line, f"there is {node.value!r}: rules know whole numbers only"
        elif isinstance(node, ast.Call):
            yield from _check_call(node, known)


def _check_call(node: ast.Call, known: set[str]) -> Iterator[tuple[int, str]]:
    if node.keywords:
        yield node.lineno, "there is a named argument: pass it by its place"
    if isinstance(node.func, ast.Name):
        if node.func.id not in known and node.func.id not in CALLS:
            yield (
                node.lineno,
                f"{node.func.id}() is called: only this file's functions, imported ones, {', '.join(CALLS)} can be",
            )
    else:
        yield node.lineno, "a method is called: write a function that takes the record"
