"""The page's types, made from the server's messages: `python -m tripot.web.types FILE` writes them.

The games' records and what is printed on their material lie beside them, in `records.ts`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec

from tripot.house.lessons import LessonView
from tripot.house.puzzles import PuzzleAnswer, PuzzleView
from tripot.house.replays import ReplayView
from tripot.house.studies import AnalysisView
from tripot.web import messages, mine, puzzles
from tripot.web.records import records

ROOTS = (
    messages.FromClient, messages.FromServer, messages.Me, messages.Greeting, messages.Catalogue, messages.RulesView,
    messages.LegendView,
    messages.NewTable, messages.TakeSeat, messages.PutBot, messages.Again, messages.Revealed, messages.Decision,
    messages.Listed, messages.Problem, messages.ProofView, ReplayView, messages.KeptRecord, messages.HintView,
    LessonView, mine.MyGames, mine.KeyView, mine.KeysOwner, AnalysisView, PuzzleView, PuzzleAnswer,
    puzzles.PuzzleList, puzzles.PuzzleName,
)  # fmt: skip
PRIMITIVES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript() -> str:
    """Interfaces for all that is sent; what the server may leave out is optional."""
    schemas, components = msgspec.json.schema_components(ROOTS, ref_template="{name}")
    lines = ["// Made from src/tripot/web/messages.py; `make page` makes it anew."]
    for name, schema in sorted(components.items()):
        lines.append("")
        if "description" in schema:
            lines.append(f"/** {' '.join(str(schema['description']).split())} */")
        lines.append(f"export interface {name} {{")
        required = schema.get("required", [])
        for field, inner in schema.get("properties", {}).items():
            lines.append(f"  {field}{'' if field in required else '?'}: {_type(inner)};")
        lines.append("}")
    lines += ["", f"export type FromClient = {_type(schemas[0])};", f"export type FromServer = {_type(schemas[1])};"]
    return "\n".join(lines) + "\n"


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(inner) for inner in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if schema.get("type") == "array":
        inner = _type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if schema.get("type") == "object":
        inner = schema.get("additionalProperties", {})
        return f"Record<string, {_type(inner) if isinstance(inner, dict) else 'unknown'}>"
    return PRIMITIVES.get(str(schema.get("type")), "unknown")


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(typescript(), encoding="utf-8")
    file.with_name("records.ts").write_text(records(), encoding="utf-8")
