"""Rules and policies in C++: the same source, translated word for word, for a GPU or for any C++ compiler.

Only the rules' own subset is known (`rules_lint.py`). Everything is a whole number, a record or an array: a parameter
that is read by attribute is a record, one that is read by index an array (anything with `[]`), all others are numbers.
Numbers have 32 bits in rules, which a GPU likes best, and 64 in policies, which reckon with chances, and in a function
of the rules that names a constant, a table or a field of more than 32. Tables become constant arrays. What can't be
translated is named, with its line.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from tripot.engine.twins import sources
from tripot.games import random_numbers
from tripot.games.declare import Record

RECORD, ARRAY, NUMBER = "record", "array", "number"
BINARY = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
    ast.LShift: "<<", ast.RShift: ">>",
}  # fmt: skip
ROUNDED_DOWN = {ast.FloorDiv: "floored", ast.Mod: "modulo"}
COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
BUILT_IN = {"abs": "magnitude", "min": "least", "max": "most", "len": "length_of"}
TYPES = {1: "int8_t", 2: "int16_t", 4: "int32_t", 8: "int64_t"}
FIELD_TYPES = TYPES | {8: "Wide"}


# what the kernels call, and what they hand over
ENTRIES = {
    "setup": (RECORD, NUMBER, ARRAY), "actors": (RECORD,), "legal": (RECORD, NUMBER, ARRAY), "chance": (RECORD, ARRAY),
    "apply": (RECORD, NUMBER, NUMBER), "earns": (RECORD, NUMBER, NUMBER), "redact": (RECORD, NUMBER),
    "lean": (RECORD, NUMBER, ARRAY, ARRAY),
}  # fmt: skip


class Untranslatable(TypeError):
    """Something in a rules file that C++ would not do in the same way."""


@dataclass
class _Function:
    """A function on its way to C++, and what it needs."""

    name: str
    python: FunctionType
    tree: ast.FunctionDef
    width: int  # of its numbers, in bits
    of_rules: bool = True
    kinds: dict[str, str] = field(default_factory=dict)  # of its parameters

    @property
    def parameters(self) -> list[str]:
        return [argument.arg for argument in self.tree.args.args]

    @property
    def gives_a_value(self) -> bool:
        return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(self.tree))


def words_of(record: Record) -> tuple[int, int]:
    """How many 32-bit words of a record are touched often, and how many seldom."""
    places: Any = record.state.fields
    words = -(-record.state.itemsize // 4)
    often = min((places[name][1] // 4 for name, field in record.fields.items() if field.seldom), default=words)
    return often, words - often


def record_type(record: Record) -> str:
    """The record as two C++ structs of the same layout: what is touched often, and what is seldom."""
    often, seldom = words_of(record)
    lines = ["struct alignas(4) Seldom {", *_members(record, True, 4 * often, 4 * (often + seldom)), "};"]
    lines += ["struct alignas(4) State {", *_members(record, False, 0, 4 * often)]
    if seldom:
        lines += ["    Place<Seldom> apart;", "    DEV_MEMBER Seldom& seldom() const { return apart.there(); }"]
    lines += ["};", f"constexpr int HELD_WORDS = {often};", f"constexpr int SELDOM_WORDS = {seldom};"]
    lines += [f"DEV void keep_apart(State& s, Seldom* seldom) {{ {'s.apart = seldom;' if seldom else ''} }}"]
    lines += [f"DEV Seldom* apart_from(State& s) {{ return {'&s.seldom()' if seldom else 'nullptr'}; }}"]
    return "\n".join(lines)


def _members(record: Record, seldom: bool, at: int, end: int) -> Iterator[str]:
    for name, (kind, offset, *_) in (record.state.fields or {}).items():
        if record.fields[name].seldom == seldom:
            if offset > at:
                yield f"    uint8_t before_{name}[{offset - at}];"
            at = offset + kind.itemsize
            shape = "".join(f"[{length}]" for length in kind.shape)
            yield f"    {FIELD_TYPES[kind.base.itemsize]} {name}{shape};  // at {offset}"
    if end > at:
        yield f"    uint8_t behind[{end - at}];"


def table(name: str, values: npt.NDArray[np.int64]) -> str:
    low, high = int(values.min(initial=0)), int(values.max(initial=0))
    size = next((size for size in TYPES if -(1 << 8 * size - 1) <= low and high < 1 << 8 * size - 1), 0)
    if not size:
        raise Untranslatable(f"the table {name} has numbers of more than 64 bits")

    def braces(part: Any) -> str:
        return "{" + ", ".join(map(braces, part)) + "}" if isinstance(part, list) else str(part)

    shape = "".join(f"[{length}]" for length in values.shape)
    return f"TABLE {TYPES[size]} {name}{shape} = {braces(values.tolist())};"


def _as_table(value: Any) -> npt.NDArray[np.int64] | None:
    """A constant as a table of whole numbers, if it is one."""
    if isinstance(value, np.ndarray):
        return value.astype(np.int64) if np.issubdtype(value.dtype, np.integer) or value.dtype == bool else None
    if not isinstance(value, tuple) or not value:
        return None
    try:
        made = np.array(value)
    except ValueError:  # rows of different lengths
        return None
    return made.astype(np.int64) if np.issubdtype(made.dtype, np.integer) else None


class Translation:
    """All functions that some entries reach, in C++."""

    def __init__(self, entries: list[FunctionType], narrow: Iterable[str], record: Record | None = None) -> None:
        """`narrow` are the modules whose numbers have 32 bits."""
        fields = record.fields if record else {}
        self.wide_fields = {name for name, field in fields.items() if field.wide > 32}
        self.seldom = {name for name, field in fields.items() if field.seldom}
        self.functions: dict[FunctionType, _Function] = {}
        self.tables: dict[str, str] = {}
        todo = list(entries)
        while todo:
            python = todo.pop()
            if python in self.functions or python.__module__ == random_numbers.__name__:
                continue
            tree = ast.parse(textwrap.dedent(inspect.getsource(python))).body[0]
            assert isinstance(tree, ast.FunctionDef)
            name = f"{python.__module__.rpartition('.')[2]}_{python.__name__}"
            of_rules = python.__module__ in narrow
            width = 32 if of_rules and not self._is_wide(python, tree) else 64
            self.functions[python] = _Function(name, python, tree, width, of_rules)
            todo += [called for called, _ in self._calls(self.functions[python])]
        for entry in entries:
            function = self.functions[entry]
            function.kinds = dict(zip(function.parameters, ENTRIES[entry.__name__], strict=True))
        self._sort_parameters()

    def _is_wide(self, python: FunctionType, tree: ast.FunctionDef) -> bool:
        """Whether a function names anything that needs more than 32 bits."""
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in self.wide_fields:
                return True
            if isinstance(node, ast.Name):
                value = python.__globals__.get(node.id)
                values = np.array(value) if isinstance(value, int) else _as_table(value)
                if values is not None and abs(values).max(initial=0) >= 1 << 31:
                    return True
        return False

    def _calls(self, function: _Function) -> Iterator[tuple[FunctionType, ast.Call]]:
        for node in ast.walk(function.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = function.python.__globals__.get(node.func.id)
                if isinstance(called, FunctionType):
                    yield called, node

    def _sort_parameters(self) -> None:
        """Which parameters are records or arrays: by how they are read, here or where they are handed on."""
        for function in self.functions.values():
            for node in ast.walk(function.tree):
                kind = RECORD if isinstance(node, ast.Attribute) else ARRAY if isinstance(node, ast.Subscript) else ""
                if kind and isinstance(node.value, ast.Name) and node.value.id in function.parameters:  # type: ignore[attr-defined]
                    function.kinds[node.value.id] = kind  # type: ignore[attr-defined]
                match node:
                    case ast.Call(func=ast.Name(id="len"), args=[ast.Name(id=name)]) if name in function.parameters:
                        function.kinds[name] = ARRAY
        changed = True
        while changed:
            changed = False
            for function in self.functions.values():
                for called, node in self._calls(function):
                    known = self.functions.get(called)
                    for place, given in enumerate(node.args):
                        if not isinstance(given, ast.Name) or given.id not in function.parameters:
                            continue
                        kind = function.kinds.get(given.id, "")
                        handed = ARRAY if known is None and place == 0 else ""  # luck
                        if known is not None:
                            handed = known.kinds.get(known.parameters[place], "")
                            if kind and not handed:  # a function that doesn't look at it
                                known.kinds[known.parameters[place]] = kind
                                changed = True
                        if handed and not kind:
                            function.kinds[given.id] = handed
                            changed = True

    def text(self) -> str:
        bodies = [_Writer(self, function).text() for function in self.functions.values()]
        heads = [body.partition(" {\n")[0] + ";" for body in bodies]
        return "\n\n".join(["\n".join(self.tables.values()), "\n".join(heads), *bodies])

    def table_of(self, function: _Function, name: str, value: Any) -> str | None:
        """The name of a constant table, which is written down when first asked for."""
        values = _as_table(value)
        if values is None:
            return None
        known = f"{function.python.__module__.rpartition('.')[2]}_{name}"
        if known not in self.tables:
            self.tables[known] = table(known, values)
        return known


class _Writer:
    """One function."""

    def __init__(self, whole: Translation, function: _Function) -> None:
        self.whole, self.function = whole, function
        self.lines: list[str] = []
        self.depth = 1
        self.temporaries = 0
        self.number = "int" if function.width == 32 else "int64_t"
        self.locals: dict[str, str] = {}  # and their lengths, where they are tuples
        for node in ast.walk(function.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in function.parameters:
                self.locals.setdefault(node.id, "")
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=values)):
                    self.locals[name] = f"[{len(values)}]"
        read_by_index = {
            node.value.id
            for node in ast.walk(function.tree)
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name)
        }
        self.rows = {name for name, length in self.locals.items() if name in read_by_index and not length}

    def text(self) -> str:
        shapes = {RECORD: "State& ", ARRAY: "auto&& ", NUMBER: f"{self.number} "}
        kinds = self.function.kinds
        parameters = ", ".join(shapes[kinds.get(name, NUMBER)] + self._own(name) for name in self.function.parameters)
        result = self.number if self.function.gives_a_value else "void"
        for name, length in sorted(self.locals.items()):
            if name not in self.rows:  # a row of an array is named where it is taken
                self._line(f"{self.number} {self._own(name)}{length} = {{}};")
        self._block(self.function.tree.body)
        if self.function.gives_a_value:
            self._line("return 0;")
        place = "DEV" if self.function.of_rules else "DEV_POLICY"
        return "\n".join([f"{place} {result} {self.function.name}({parameters}) {{", *self.lines, "}"])

    def _own(self, name: str) -> str:
        return f"{name}_"  # no local name is a C++ word

    def _line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def _fault(self, node: ast.AST, what: str) -> Untranslatable:
        at = f"{self.function.python.__module__}.{self.function.python.__name__}"
        line = self.function.python.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        return Untranslatable(f"{at}, line {line}: {what} can't be said in C++")

    # statements

    def _block(self, body: list[ast.stmt]) -> None:
        for statement in body:
            self._statement(statement)

    def _inside(self, head: str, body: list[ast.stmt]) -> None:
        self._line(head + " {")
        self.depth += 1
        self._block(body)
        self.depth -= 1
        self._line("}")

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=value):
                self._line(f"{self._value(value)};")
            case ast.Return(value=None):
                self._line("return;")
            case ast.Return(value=ast.expr() as value):
                self._line(f"return {self._value(value)};")
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                names = [self._temporary() for _ in values]
                for name, value in zip(names, values, strict=True):
                    self._line(f"const {self.number} {name} = {self._value(value)};")
                for name, target in zip(names, targets, strict=True):
                    self._line(f"{self._value(target)} = {name};")
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Tuple(elts=values)):
                for index, value in enumerate(values):
                    self._line(f"{self._own(name)}[{index}] = {self._value(value)};")
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in self.rows:
                self._line(f"auto&& {self._own(name)} = {self._value(value)};")
            case ast.Assign(targets=targets, value=value):
                self._line(" = ".join([*(self._value(target) for target in targets), self._value(value)]) + ";")
            case ast.AugAssign(target=target, op=operation, value=value):
                place = self._value(target)
                self._line(f"{place} = {self._operation(node, operation, place, self._value(value))};")
            case ast.If(test=test, body=body, orelse=orelse):
                self._inside(f"if ({self._value(test)})", body)
                if orelse:
                    self._inside("else", orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self._inside(f"while ({self._value(test)})", body)
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                self._loop(node, target, over, body)
            case ast.Break():
                self._line("break;")
            case ast.Continue():
                self._line("continue;")
            case _:
                raise self._fault(node, type(node).__name__)

    def _temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def _loop(self, node: ast.For, target: ast.expr, over: ast.expr, body: list[ast.stmt]) -> None:
        at, end = self._temporary(), self._temporary()
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range":
            values = [self._value(argument) for argument in over.args]
            first, beyond = ("0", values[0]) if len(values) == 1 else values[:2]
            step = values[2] if len(values) > 2 else "1"
            down = step.startswith(("(-", "-"))
            head = f"for ({self.number} {at} = {first}, {end} = {beyond}; {at} {'<>'[down]} {end}; {at} += {step})"
            opening = [f"{self._value(target)} = {at};"]
        else:
            through = self._value(over) if isinstance(over, ast.Name) else self._temporary()
            if isinstance(over, ast.Tuple):
                values = [self._value(value) for value in over.elts]
                self._line(f"const {self.number} {through}[] = {{{', '.join(values)}}};")
            elif not isinstance(over, ast.Name):
                raise self._fault(over, "a loop over this")
            row = f"{through}[{at}]"
            head = f"for (int {at} = 0, {end} = length_of({through}); {at} < {end}; {at} += 1)"
            targets = target.elts if isinstance(target, ast.Tuple) else [target]
            cells = [f"{row}[{i}]" for i in range(len(targets))] if isinstance(target, ast.Tuple) else [row]
            opening = [f"{self._value(one)} = {cell};" for one, cell in zip(targets, cells, strict=True)]
        self._line(f"LOOP {head} {{")
        self.depth += 1
        for line in opening:
            self._line(line)
        self._block(body)
        self.depth -= 1
        self._line("}")

    # expressions

    def _value(self, node: ast.expr) -> str:
        match node:
            case ast.Constant(value=bool(value)):
                return "1" if value else "0"
            case ast.Constant(value=int(value)):
                return self._number(node, value)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name in self.function.parameters:
                apart = "seldom()." if attribute in self.whole.seldom else ""
                return f"{self._own(name)}.{apart}{attribute}"
            case ast.Subscript(value=array, slice=place):
                places = place.elts if isinstance(place, ast.Tuple) else [place]
                return self._value(array) + "".join(f"[{self._value(one)}]" for one in places)
            case ast.BinOp(left=left, op=operation, right=right):
                return self._operation(node, operation, self._value(left), self._value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return f"(-{self._value(operand)})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"(!{self._value(operand)})"
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                return f"(~{self._value(operand)})"
            case ast.BoolOp(op=operation, values=values):
                sign = " && " if isinstance(operation, ast.And) else " || "
                return "(" + sign.join(self._value(value) for value in values) + ")"
            case ast.Compare(left=left, ops=operations, comparators=others):
                return self._comparison(node, left, operations, others)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                kind = self.number
                return f"({self._value(test)} ? ({kind})({self._value(body)}) : ({kind})({self._value(orelse)}))"
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._call(node, name, arguments)
            case _:
                raise self._fault(node, type(node).__name__)

    def _number(self, node: ast.expr, value: int) -> str:
        wide = self.function.width == 64
        if not -(1 << 31) <= value < 1 << 31 and not wide:
            raise self._fault(node, f"the number {value}, of more than 32 bits,")
        text = f"int64_t({value})" if wide else str(value)
        return text if value >= 0 else f"({text})"

    def _name(self, node: ast.expr, name: str) -> str:
        if name in self.locals or name in self.function.parameters:
            return self._own(name)
        value = self.function.python.__globals__.get(name)
        if isinstance(value, bool | int | np.integer):
            return self._number(node, int(value))
        known = self.whole.table_of(self.function, name, value)
        if known is None:
            raise self._fault(node, name)
        return known

    def _operation(self, node: ast.AST, operation: ast.operator, left: str, right: str) -> str:
        if type(operation) in ROUNDED_DOWN:
            return f"{ROUNDED_DOWN[type(operation)]}({left}, {right})"
        if type(operation) not in BINARY:
            raise self._fault(node, type(operation).__name__)
        return f"({left} {BINARY[type(operation)]} {right})"

    def _comparison(self, node: ast.AST, left: ast.expr, operations: list[ast.cmpop], others: list[ast.expr]) -> str:
        parts = []
        for operation, right in zip(operations, others, strict=True):
            if isinstance(operation, ast.In | ast.NotIn) and isinstance(right, ast.Tuple):
                value = self._value(left)
                inside = "(" + " || ".join(f"{value} == {self._value(one)}" for one in right.elts) + ")"
                parts.append(inside if isinstance(operation, ast.In) else f"(!{inside})")
            elif isinstance(operation, ast.In | ast.NotIn):
                inside = f"is_in({self._value(left)}, {self._value(right)})"
                parts.append(inside if isinstance(operation, ast.In) else f"(!{inside})")
            elif type(operation) in COMPARED:
                parts.append(f"({self._value(left)} {COMPARED[type(operation)]} {self._value(right)})")
            else:
                raise self._fault(node, type(operation).__name__)
            left = right
        return parts[0] if len(parts) == 1 else "(" + " && ".join(parts) + ")"

    def _call(self, node: ast.expr, name: str, arguments: list[ast.expr]) -> str:
        if name == "len" and isinstance(arguments[0], ast.Name) and arguments[0].id in self.function.python.__globals__:
            return self._number(node, len(self.function.python.__globals__[arguments[0].id]))
        values = [self._value(argument) for argument in arguments]
        if name in ("int", "bool"):
            return f"({self.number})({values[0]})" if name == "int" else f"(({values[0]}) != 0)"
        if name in BUILT_IN:
            if len(values) > 2:  # of three and more, two by two
                first, *others = values
                for other in others:
                    first = f"{BUILT_IN[name]}({first}, {other})"
                return first
            return f"{BUILT_IN[name]}({', '.join(values)})"
        called = self.function.python.__globals__.get(name)
        if isinstance(called, FunctionType) and called.__module__ == random_numbers.__name__:
            return f"{called.__name__}({', '.join(values)})"
        if not isinstance(called, FunctionType):
            raise self._fault(node, f"{name}()")
        return f"{self.whole.functions[called].name}({', '.join(values)})"


def game_source(rules: ModuleType, policy: ModuleType | None = None) -> str:
    """A game's record, rules and policy in C++, under the contract's names in the namespace `game`."""
    entries = [getattr(policy if name == "lean" else rules, name) for name in ENTRIES if name != "lean" or policy]
    whole = Translation(entries, sources(rules), rules.RECORD)
    text = whole.text()
    names = {entry: whole.functions[entry].name for entry in entries}
    constants = {
        "MOVES": len(rules.MOVES),
        "OUTCOMES": len(rules.OUTCOMES),
        "LINES": len(rules.LINES),
        "PHASES": len(rules.PHASES),
        "MOST_SEATS": rules.SEATS[1],
        "MARK_WORDS": -(-len(rules.MOVES) // 32),
    }
    return "\n\n".join([
        record_type(rules.RECORD),
        *(f"constexpr int {name} = {value};" for name, value in constants.items()),
        text,
        *(f"#define rules_{entry.__name__} {name}" for entry, name in names.items()),
    ])  # fmt: skip
