"""Functions that refuse an index below 0, for the checked twin: plain and native code would count from the end.

Bounds checks find what is beyond an array; what is before it has to be looked for where the index is used.
"""

from __future__ import annotations

import ast
import inspect
from types import FunctionType
from typing import Any

CHECK = "not_below_zero"


def not_below_zero(place):  # type: ignore[no-untyped-def]
    """The same place, if there can be such a one."""
    if place < 0:
        raise IndexError("an index below 0")
    return place


class _Checked(ast.NodeTransformer):
    """Every index goes through `not_below_zero`."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Tuple):
            node.slice.elts = [self._checked(place) for place in node.slice.elts]
        else:
            node.slice = self._checked(node.slice)
        return node

    def _checked(self, place: ast.expr) -> ast.expr:
        if isinstance(place, ast.Constant | ast.Slice):
            return place
        return ast.Call(ast.Name(CHECK, ast.Load()), [place], [])


def refusing(function: FunctionType) -> FunctionType:
    """The same function over the same names, with every index checked, where its source is known."""
    scope = function.__globals__
    try:
        tree = ast.parse(inspect.getsource(function))
    except OSError:
        return function
    made = ast.fix_missing_locations(_Checked().visit(tree))
    own: dict[str, Any] = {}
    exec(compile(made, function.__code__.co_filename, "exec"), scope, own)
    twin = own[function.__name__]
    assert isinstance(twin, FunctionType)
    twin.__module__ = function.__module__
    return twin
