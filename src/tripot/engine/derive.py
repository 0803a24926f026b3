"""Functions that a rules file leaves out, written for it from what it declares, in the rules' own subset.

A function is made of source text and run in the module's own namespace, so that all twins clone it with the others.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from types import FunctionType, ModuleType
from typing import Any

from tripot.games.common import ALL, CHANCE, LATER, NOBODY, SOMETHING
from tripot.games.declare import UNKNOWN, Clears, Field

Lines = list[str]
Maker = Callable[[ModuleType], Lines]
INDENT = "    "
# what `misfit` finds, as fault + FAULTS * the field's place; or beyond all fields the kind of card that is miscounted
NEGATIVE, UNKNOWN_THERE, OUT_OF_RANGE, FAULTS = 0, 1, 2, 3


def write(rules: ModuleType, name: str, lines: Lines) -> None:
    """Put a function into a rules module."""
    file = f"<{name} of {rules.__name__}>"
    source = "\n".join(lines) + "\n"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    exec(compile(source, file, "exec"), vars(rules))


def chapter(phase: str) -> str:
    """A phase's name as functions bear it."""
    return phase.replace(" ", "_").replace("-", "_")


def has(rules: ModuleType, name: str) -> bool:
    return isinstance(getattr(rules, name, None), FunctionType)


# by phase


def actors(rules: ModuleType) -> Lines:
    by_asked: dict[str, list[int]] = {}
    for phase, asked in enumerate(rules.PHASES.asked):
        if asked == CHANCE:
            bits = str(CHANCE)
        elif asked == NOBODY:
            continue
        elif asked in rules.RECORD.fields:
            bits = f"1 << s.{asked}"
        elif has(rules, asked):
            bits = f"{asked}(s)"
        else:
            raise NameError(f"phase {rules.PHASES[phase]!r} asks {asked!r}, which is neither a field nor a function")
        by_asked.setdefault(bits, []).append(phase)
    lines = ["def actors(s):", "    phase = s.phase"]
    for bits, phases in by_asked.items():
        lines += [f"    if {_is_one_of('phase', phases)}:", f"        return {bits}"]
    return [*lines, f"    return {NOBODY}"]


def stated(rules: ModuleType) -> Iterator[tuple[str, Lines]]:
    """`may_PHASE` and `odds_PHASE` where the table of phases says them."""
    for phase, asked, words in zip(rules.PHASES, rules.PHASES.asked, rules.PHASES.offered, strict=True):
        if words and asked == CHANCE:
            name = _unwritten(rules, f"odds_{chapter(phase)}", phase)
            yield name, [f"def {name}(s, weights):", *_odds(rules, phase, *words)]
        elif words:
            name = _unwritten(rules, f"may_{chapter(phase)}", phase)
            places = [_place(rules.MOVES, move, phase) for move in words]
            yield name, [f"def {name}(s, seat, can):", *(f"{INDENT}can[{place}] = 1" for place in places)]


def _unwritten(rules: ModuleType, name: str, phase: str) -> str:
    if has(rules, name) and not getattr(rules, name).__code__.co_filename.startswith("<"):
        raise NameError(f"PHASES says all that may happen in the phase {phase!r}, and {name} is written too: keep one")
    return name


def _odds(rules: ModuleType, phase: str, verb: str, source: str = "", value: str = "") -> Lines:
    outcomes = [text for text in rules.OUTCOMES if text.startswith(f"{verb} ")]
    first = _place(rules.OUTCOMES, outcomes[0] if outcomes else verb, phase)
    if source not in ("", "seats", *rules.RECORD.fields):
        raise NameError(f"phase {phase!r} draws from {source!r}, which is neither a field nor 'seats'")
    count = _seats(rules) if source == "seats" else str(len(outcomes))
    weight = f"s.{source}[i]" if source not in ("", "seats") else "1"
    if value:
        weight = f"1 if {weight} == {_place(rules.RECORD.fields[source].value, value, phase)} else 0"
    return [f"{INDENT}for i in range({count}):", f"{INDENT * 2}weights[{first} + i] = {weight}"]


def _place(texts: tuple[str, ...], text: str, phase: str) -> int:
    if text not in texts:
        raise NameError(f"phase {phase!r} offers {text!r}, which is neither a move nor an outcome")
    return texts.index(text)


def _seats(rules: ModuleType) -> str:
    return "s.seats" if "seats" in rules.RECORD.fields else str(rules.SEATS[1])


def legal(rules: ModuleType) -> Lines:
    return ["def legal(s, seat, can):", *_dispatch(rules, "may", "(s, seat, can)", lambda asked: asked != CHANCE)]


def chance(rules: ModuleType) -> Lines:
    return ["def chance(s, weights):", *_dispatch(rules, "odds", "(s, weights)", lambda asked: asked == CHANCE)]


def apply(rules: ModuleType) -> Lines:
    lines = ["def apply(s, seat, move):", *_dispatch(rules, "do", "(s, seat, move)", lambda asked: True)]
    return [*lines, "    afterwards(s)"] if has(rules, "afterwards") else lines


def _dispatch(rules: ModuleType, verb: str, arguments: str, concerns: Callable[[Any], bool]) -> Lines:
    """One call for each phase; phases that share a function are asked for together."""
    by_function: dict[FunctionType, tuple[str, list[int]]] = {}
    for number, (phase, asked) in enumerate(zip(rules.PHASES, rules.PHASES.asked, strict=True)):
        if asked == NOBODY or not concerns(asked):
            continue
        name = f"{verb}_{chapter(phase)}"
        if not has(rules, name):
            raise NameError(f"phase {phase!r} needs a function {name}{arguments}")
        by_function.setdefault(getattr(rules, name), (name, []))[1].append(number)
    lines = [f"{INDENT}phase = s.phase"]
    for word, (name, phases) in zip(["if", *["elif"] * len(by_function)], by_function.values(), strict=False):
        lines += [f"{INDENT}{word} {_is_one_of('phase', phases)}:", f"{INDENT * 2}{name}{arguments}"]
    return lines


def _is_one_of(value: str, numbers: list[int]) -> str:
    """A comparison; numbers in a row are a range."""
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} <= {value} and {value} <= {numbers[-1]}"
    return " or ".join(f"{value} == {number}" for number in numbers)


def sealed(rules: ModuleType) -> Lines:
    """The place among SEALED, from 1 on, of the question that is open."""
    lines = ["def sealed(s):"]
    for label, phase in enumerate(rules.SEALED, 1):
        lines += [f"    if s.phase == {_phase(rules, phase)}:", f"        return {label}"]
    return [*lines, "    return 0"]


def _phase(rules: ModuleType, name: str) -> int:
    if name not in rules.PHASES:
        raise NameError(f"{name!r} is no phase")
    return int(rules.PHASES.index(name))


# by field


def cleared(rules: ModuleType) -> Iterator[tuple[str, Lines]]:
    """Functions that are declared by `Clears`."""
    for function, declared in list(vars(rules).items()):
        if not isinstance(declared, Clears):
            continue
        lines = [f"def {function}(s):"]
        for name, field in rules.RECORD.fields.items():
            if field.lasts == declared.time:
                head, cell, indent = _loops(rules, name, field)
                lines += [*head, f"{indent}{cell} = {field.start}"]
        if len(lines) == 1:
            raise NameError(f"{function} clears a {declared.time!r}, but no field lasts so long")
        yield function, lines


def setup(rules: ModuleType) -> Lines:
    """A clean start, the number of seats, then what the game itself begins with."""
    fields: dict[str, Field] = rules.RECORD.fields
    lines = ["def setup(s, seats, options):"]
    for name, field in fields.items():
        head, cell, indent = _loops(rules, name, field, every_seat=True)
        lines += [*head, f"{indent}{cell} = {'seats' if name == 'seats' else field.start}"]
    return [*lines, "    begin(s, options)"] if has(rules, "begin") else lines


def redact(rules: ModuleType) -> Lines:
    """What the game conceals, then every field that the viewer may not know."""
    lines = ["def redact(s, viewer):"]
    if has(rules, "conceal"):
        lines.append("    conceal(s, viewer)")
    for name, field in rules.RECORD.fields.items():
        if "all" not in field.known:
            lines += _hiding(rules, name, field)
    return lines if len(lines) > 1 else [*lines, "    return"]


def _hiding(rules: ModuleType, name: str, field: Field) -> Lines:
    """Hide a field, or those of its places that the viewer may not know."""
    ways = [_way(rules, name, field, way) for way in field.known if way != "nobody"]
    at_once = [condition for condition, by_place in ways if not by_place]
    by_place = [condition for condition, by_place in ways if by_place]
    kinds = field.unknown_kind
    head, cell, indent = _loops(rules, name, field, axes=len(field.axes) - (kinds >= 0))
    lines: Lines = []
    if at_once:
        lines.append(f"{INDENT}if not ({' or '.join(at_once)}):")
        head, indent = [INDENT + line for line in head], INDENT + indent
    lines += head
    if by_place:
        lines.append(f"{indent}if not ({' or '.join(by_place)}):")
        indent += INDENT
    if kinds >= 0:
        outer = cell.removeprefix(f"s.{name}").strip("[]")
        at = f"s.{name}[{outer + ', ' if outer else ''}"
        size = field.shape(rules.SEATS[1])[-1]
        return [
            *lines,
            f"{indent}hidden = 0",
            f"{indent}for kind in range({size}):",
            f"{indent}    hidden += {at}kind]",
            f"{indent}    {at}kind] = 0",
            f"{indent}{at}{kinds}] = hidden",
        ]
    if field.hidden == field.start or not field.shows_blank:
        return [*lines, f"{indent}{cell} = {field.hidden}"]
    return [*lines, f"{indent}if {cell} != {field.start}:", f"{indent}    {cell} = {field.hidden}"]


def _way(rules: ModuleType, name: str, field: Field, way: str) -> tuple[str, bool]:
    """One way to know a field, as a condition, and whether it depends on the place in the field."""
    if way == "owner":
        return f"i{field.axes.index('seats')} == viewer", True
    if way == "unsealed":
        return "sealed(s) == 0", False
    if way == "seats":
        return "viewer >= 0", False
    if way in rules.RECORD.fields:
        other: Field = rules.RECORD.fields[way]
        if not other.axes:
            return f"(viewer >= 0 and viewer == s.{way})", False
        if other.axes != field.axes[: len(other.axes)]:
            raise NameError(f"{name} is known by {way!r}, which lies along other places")
        return f"s.{way}[{', '.join(f'i{axis}' for axis in range(len(other.axes)))}] != {other.start}", True
    if way in rules.PHASES:
        return f"s.phase == {rules.PHASES.index(way)}", False
    if has(rules, way):
        places = [f"i{axis}" for axis in range(getattr(rules, way).__code__.co_argcount - 2)]
        return f"{way}({', '.join(['s', 'viewer', *places])})", bool(places)
    raise NameError(f"{name} is known to {way!r}, which is neither a field, a phase nor a function")


def _loops(
    rules: ModuleType, name: str, field: Field, axes: int | None = None, every_seat: bool = False
) -> tuple[Lines, str, str]:
    """The heads of loops over a field's first axes, the cell inside them, and how far it is indented."""
    heads: Lines = []
    indent = INDENT
    places: list[str] = []
    seated = str(rules.SEATS[1]) if every_seat else _seats(rules)
    for i, (axis, size) in enumerate(zip(field.axes, field.shape(rules.SEATS[1]), strict=True)):
        if axes is not None and i >= axes:
            break
        heads.append(f"{indent}for i{i} in range({seated if axis == 'seats' else size}):")
        indent += INDENT
        places.append(f"i{i}")
    return heads, f"s.{name}" + (f"[{', '.join(places)}]" if places else ""), indent


# what is heard, and by which clause


def hears(rules: ModuleType) -> Lines:
    """One's own moves are heard, sealed answers later, and all other moves, unless the game says otherwise."""
    lines = ["def hears(s, seat, move, viewer):", "    if seat >= 0 and seat == viewer:", f"        return {ALL}"]
    lines += ["    if sealed(s) != 0:", f"        return {LATER}"]
    for phase, hearer in rules.HEARD_BY.items():
        others = _other_than(rules, hearer)
        lines += [f"    if s.phase == {_phase(rules, phase)}{others}:", f"        return {SOMETHING}"]
    return [*lines, f"    return {'overheard(s, seat, move, viewer)' if has(rules, 'overheard') else ALL}"]


def _other_than(rules: ModuleType, hearer: str) -> str:
    if hearer == "nobody":
        return ""
    if hearer in rules.RECORD.fields:
        return f" and (viewer < 0 or viewer != s.{hearer})"
    if has(rules, hearer):
        return f" and (viewer < 0 or viewer != {hearer}(s))"
    raise NameError(f"moves are heard by {hearer!r}, which is neither a field nor a function")


def clause(rules: ModuleType) -> Lines:
    """The clause beside the move, unless the game says otherwise."""
    vars(rules)["MOVE_CLAUSES"] = rules.MOVES.clauses
    lines = ["def clause(s, seat, move):"]
    if has(rules, "other_clause"):
        lines += ["    other = other_clause(s, seat, move)", "    if other > 0:", "        return other"]
    return [*lines, "    return MOVE_CLAUSES[move]"]


# positions


def misfit(rules: ModuleType) -> Lines:
    """-1, or the first number in a full record that can't be, whatever the game: see `fault_of`."""
    fields: dict[str, Field] = rules.RECORD.fields
    lines = ["def misfit(s):"]
    for place, (name, field) in enumerate(fields.items()):
        head, cell, indent = _loops(rules, name, field)
        found = _misfits(rules, field, cell)
        lines += head if found else []
        for fault, condition in found:
            lines += [f"{indent}if {condition}:", f"{indent}    return {FAULTS * place + fault}"]
        if field.unknown_kind >= 0 and not field.vague:
            head, cell, indent = _loops(rules, name, field, axes=len(field.axes) - 1)
            at = f"{cell.removesuffix(']')}, " if head else f"s.{name}["
            lines += [*head, f"{indent}if {at}{field.unknown_kind}] != 0:"]
            lines += [f"{indent}    return {FAULTS * place + UNKNOWN_THERE}"]
    if has(rules, "in_pack"):
        lines += _counting(rules, FAULTS * len(fields))
    return [*lines, "    return -1"]


def _misfits(rules: ModuleType, field: Field, cell: str) -> list[tuple[int, str]]:
    seats = _seats(rules)
    least = min(0, field.start, field.hidden)
    if field.value == "count":
        return [] if field.signed else [(NEGATIVE, f"{cell} < {least}")]
    most = "2" if field.value == "flag" else seats if field.value == "seat" else str(len(field.value))
    found = [(OUT_OF_RANGE, f"{cell} < {least} or {cell} >= {most}")]
    return found if field.unknown < 0 or field.vague else [(UNKNOWN_THERE, f"{cell} == {field.unknown}"), *found]


def _counting(rules: ModuleType, beyond: int) -> Lines:
    """Every card of the pack lies somewhere."""
    lines = [f"    for kind in range({kinds_of(rules)}):", _first_count(rules)]
    for name, field in rules.RECORD.fields.items():
        if field.cards:
            lines += [INDENT + line for line in _count_in(rules, name, field)]
    return [*lines, "        if count != in_pack(s, kind):", f"            return {beyond} + kind"]


def _first_count(rules: ModuleType) -> str:
    return f"        count = {'elsewhere(s, kind)' if has(rules, 'elsewhere') else 0}"


def _count_in(rules: ModuleType, name: str, field: Field) -> Lines:
    """Add the cards of one kind that lie in a field."""
    if field.value == "count":
        head, cell, indent = _loops(rules, name, field, axes=len(field.axes) - 1)
        at = f"{cell.removesuffix(']')}, kind]" if head else f"s.{name}[kind]"
        return [*head, f"{indent}count += {at}"]
    head, cell, indent = _loops(rules, name, field)
    return [*head, f"{indent}if {cell} == kind:", f"{indent}    count += 1"]


def kinds_of(rules: ModuleType) -> int:
    """How many kinds of cards there are in a declared pack."""
    for field in rules.RECORD.fields.values():
        if field.cards:
            names = field.axes[-1] if field.value == "count" else field.value
            return len([name for name in names if name != UNKNOWN])
    raise NameError("in_pack counts cards, but no field has any: say `cards=True` where they lie")


def imagine(rules: ModuleType) -> Lines:
    """All unseen cards, dealt anew: first they lie in the pack, then they fill every hidden place, each as likely."""
    hiding = [name for name, field in rules.RECORD.fields.items() if "all" not in field.known]
    if not has(rules, "in_pack"):
        if hiding:
            raise NameError(f"{hiding[0]} is hidden: declare the pack (`in_pack`), or write imagine(s, viewer, luck)")
        return ["def imagine(s, viewer, luck):", "    return"]
    lying = {name: field for name, field in rules.RECORD.fields.items() if field.cards}
    owned = ("all", "owner", *rules.RECORD.fields)
    pack = next((name for name, field in lying.items() if not any(way in owned for way in field.known)), "")
    if not pack:
        raise NameError("nobody owns the pack: every field with cards is known to all or to some seat")
    kinds = kinds_of(rules)
    lines = ["def imagine(s, viewer, luck):", f"    s.{pack}[{lying[pack].unknown_kind}] = 0", "    unseen = 0"]
    lines += [f"    for kind in range({kinds}):"]
    lines.append(_first_count(rules))
    for name, field in lying.items():
        if name != pack:
            lines += [INDENT + line for line in _count_in(rules, name, field)]
    lines += [f"        s.{pack}[kind] = in_pack(s, kind) - count", f"        unseen += s.{pack}[kind]"]
    for name, field in lying.items():
        if name != pack and "all" not in field.known:
            lines += _filling(rules, name, field, pack)
    return lines


def _filling(rules: ModuleType, name: str, field: Field, pack: str) -> Lines:
    """Put a card out of the pack into every hidden place of a field."""
    by_kind = field.value == "count"
    head, cell, indent = _loops(rules, name, field, axes=len(field.axes) - by_kind)
    at = f"{cell.removesuffix(']')}, " if head else f"s.{name}["
    hidden = f"while {at}{field.unknown_kind}] > 0:" if by_kind else f"if {cell} == {field.unknown}:"
    place = [f"{at}{field.unknown_kind}] -= 1", f"{at}kind] += 1"] if by_kind else [f"{cell} = kind"]
    inner = indent + INDENT
    return [
        *head,
        f"{indent}{hidden}",
        f"{inner}pick = below(luck, unseen)",
        f"{inner}kind = 0",
        f"{inner}while pick >= s.{pack}[kind]:",
        f"{inner}    pick -= s.{pack}[kind]",
        f"{inner}    kind += 1",
        f"{inner}s.{pack}[kind] -= 1",
        f"{inner}unseen -= 1",
        *(inner + line for line in place),
    ]


def fault_of(rules: ModuleType, code: int) -> tuple[str, str]:
    """What `misfit` has found: the refusal's name, and the field or the kind of card."""
    fields = list(rules.RECORD.fields)
    if code < FAULTS * len(fields):
        return ("position.negative", "position.unknown", "position.range")[code % FAULTS], fields[code // FAULTS]
    names = next(
        field.axes[-1] if field.value == "count" else field.value
        for field in rules.RECORD.fields.values()
        if field.cards
    )
    return "position.cards", str(names[code - FAULTS * len(fields)])


MAKERS: dict[str, Maker] = {
    maker.__name__: maker
    for maker in (actors, sealed, legal, chance, apply, setup, redact, hears, clause, misfit, imagine)
}
