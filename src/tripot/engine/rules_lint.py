"""Holds rules files to the Python that plain, native and GPU code share, and says kindly what to write instead."""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

from tripot.engine.contract import FUNCTIONS, PLAIN, native_names
from tripot.engine.twins import sources

CALLS = ("abs", "bool", "int", "len", "max", "min", "range")
POLICY = ("lean", "promise")  # what native code calls of a policy
RECORDS = ("s", "then")  # what rules call a record

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


def complaints(rules: ModuleType, game: ModuleType | None = None) -> list[Complaint]:
    """Everything in a rules module, or a policy of a game, and its helper modules that other twins couldn't run."""
    record = (game or rules).STATE
    reached = _reached_from(rules, native_names(game or rules) | set(POLICY))
    return [
        complaint
        for module in sources(rules).values()
        for complaint in complaints_in(
            _text_of(module), str(module.__file__), reached.get(module.__name__, set()), record, vars(module)
        )
    ]


def _reached_from(rules: ModuleType, entries: set[str]) -> dict[str, set[str]]:
    """The functions that native code comes to from these of a module, by module."""
    found: dict[str, set[str]] = {}
    todo = [value for name in entries if isinstance(value := getattr(rules, name, None), FunctionType)]
    while todo:
        function = todo.pop()
        names = found.setdefault(function.__module__, set())
        if function.__name__ not in names:
            names.add(function.__name__)
            called = (function.__globals__.get(name) for name in function.__code__.co_names)
            todo += [value for value in called if isinstance(value, FunctionType)]
    return found


def _text_of(module: ModuleType) -> str:
    return Path(str(module.__file__)).read_text(encoding="utf-8")


def complaints_in(
    source: str,
    file: str = "<rules>",
    entries: set[str] | None = None,
    record: np.dtype[np.void] | None = None,
    scope: dict[str, Any] | None = None,
) -> list[Complaint]:
    """The same for one file's text: of its functions that native code reaches through these entries (by default those
    of the contract), over a record with these fields, with these constants."""
    tree = ast.parse(source, file)
    name = Path(file).name
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    known = set(functions) | {
        alias.name for node in tree.body if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    known |= {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    known |= {name for name, value in (scope or {}).items() if isinstance(value, FunctionType)}
    found = [
        Complaint(name, node.lineno, "the module", f"there is {ADVICE[type(node)]}")
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    for function in _reached(functions, _default_entries(functions) if entries is None else entries):
        found += [Complaint(name, line, function.name, advice) for line, advice in _check(function, known)]
        if record is not None:
            places = _check_places(function, record, scope or {})
            found += [Complaint(name, line, function.name, advice) for line, advice in places]
    return found


def _default_entries(functions: dict[str, ast.FunctionDef]) -> set[str]:
    """A file by itself: the native functions of the contract, and all that are named like those of a phase."""
    by_phase = {name for name in functions if name.startswith(("may_", "odds_", "do_"))}
    native = {name for name, function in FUNCTIONS.items() if function.where != PLAIN} | set(POLICY) | by_phase
    return native if native & set(functions) else set(functions)


def _reached(functions: dict[str, ast.FunctionDef], entries: set[str]) -> list[ast.FunctionDef]:
    """The functions that native code comes to from these."""
    reached: set[str] = set()
    todo = [name for name in functions if name in entries]
    while todo:
        current = todo.pop()
        if current not in reached:
            reached.add(current)
            names = (node.id for node in ast.walk(functions[current]) if isinstance(node, ast.Name))
            todo += [name for name in names if name in functions]
    return [function for name, function in functions.items() if name in reached]


def _check_places(
    function: ast.FunctionDef, record: np.dtype[np.void], scope: dict[str, Any]
) -> Iterator[tuple[int, str]]:
    """Fields that the record doesn't have, places that a field or a table doesn't have, and names that nothing has."""
    taken = {argument.arg for argument in function.args.args} & set(RECORDS)
    fields: Any = record.fields or {}
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in taken:
            if node.attr not in fields:
                yield node.lineno, f"the record has no {_meant(node.attr, fields)}"
        elif isinstance(node, ast.Subscript):
            yield from _check_subscript(node, taken, fields, scope)
    own = {argument.arg for argument in function.args.args}
    names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
    there = {node.id for node in names if isinstance(node.ctx, ast.Store)} | own | set(scope)
    called = {id(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)}
    for node in names:
        if node.id not in there and id(node) not in called and not hasattr(builtins, node.id):
            yield node.lineno, f"there is no {_meant(node.id, there)}"


def _meant(name: str, there: Iterable[str]) -> str:
    """A name that isn't there, and the one that is most like it."""
    near = difflib.get_close_matches(name, there, 1)
    return f"{name!r}{f': {near[0]!r} is meant?' if near else ''}"


def _check_subscript(
    node: ast.Subscript, taken: set[str], fields: Any, scope: dict[str, Any]
) -> Iterator[tuple[int, str]]:
    places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    shape: tuple[int, ...] | None = None
    text = ast.unparse(node.value)
    if isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Name):
        if node.value.value.id in taken and node.value.attr in fields:
            shape = fields[node.value.attr][0].shape
    elif isinstance(node.value, ast.Name):
        table = scope.get(node.value.id)
        shape = table.shape if isinstance(table, np.ndarray) else (len(table),) if isinstance(table, tuple) else None
    if shape is None:
        return
    if len(places) != len(shape):
        yield node.lineno, f"{text} has {len(shape)} axes, not {len(places)}"
        return
    for place, size in zip(places, shape, strict=True):
        number = _number(place, scope)
        if number is not None and not 0 <= number < size:
            yield node.lineno, f"{text} has the places 0 to {size - 1}, not {number}"


def _number(node: ast.expr, scope: dict[str, Any]) -> int | None:
    """A constant's value."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _number(node.operand, scope)
        return None if inner is None else -inner
    value = node.value if isinstance(node, ast.Constant) else scope.get(node.id) if isinstance(node, ast.Name) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


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
