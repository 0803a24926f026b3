"""The games' records for the page: what LEGEND says of every field as a type, and what is printed on the material."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

from tripot.engine.game import games

FEW = 24  # up to so many names, a value is one of them; of more it is some text


def records() -> str:
    """A type for every game's record, as a viewer gets it, and its `PRINTED` as a constant."""
    parts = ["// Made from the games' rules (LEGEND, PRINTED); `make page` makes it anew."]
    for game in games():
        rules = game.rules
        fields = [f"  {name}: {_type(rules, name, legend)};" for name, legend in rules.LEGEND.items()]
        parts.append("\n".join([f"export interface {game.name.capitalize()}View {{", *fields, "}"]))
        printed = json.dumps(rules.PRINTED, ensure_ascii=False)
        parts.append(f"export const {game.name} = {printed} as const;")
    return "\n\n".join(parts) + "\n"


def _type(rules: ModuleType, field: str, legend: tuple[Any, ...], named: bool = False) -> str:
    """`named`: by name; a document leaves out names for which there is nothing."""
    axis, *inner = legend
    if not inner:
        return _value(rules, field, axis, named)
    held = _type(rules, field, tuple(inner), isinstance(axis, tuple))
    if isinstance(axis, tuple):
        return f"Record<string, {held}>"
    return f"({held})[]" if " | " in held else f"{held}[]"


def _value(rules: ModuleType, field: str, value: Any, named: bool) -> str:
    """-1 reads as null: no seat, no name, and no number where there may be none, or one that the viewer can't know."""
    if value == "flag":
        return "boolean"
    if value == "count":
        stated = rules.RECORD.fields[field]
        return "number | null" if stated.start < 0 or (stated.hidden < 0 and "all" not in stated.known) else "number"
    names = [name for name in value if name] if isinstance(value, tuple) else []
    told = "number" if value == "seat" else " | ".join(f'"{name}"' for name in names) if len(names) <= FEW else "string"
    always = named or field == "phase" or value in rules.OPTIONS.values()
    return told if always else f"{told} | null"
